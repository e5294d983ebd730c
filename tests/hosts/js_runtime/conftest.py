"""One real gateway for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.gateway_process import JSON_ONLY, GatewayProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    folder = tmp_path_factory.mktemp("gateway")
    with GatewayProcess(folder / "workspace", folder / "server home", JSON_ONLY) as running:
        yield running
