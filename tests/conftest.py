"""Fixtures for all tests."""

from __future__ import annotations

import pytest

# What a module makes once and takes long to make: its tests go to one worker, or each would make its own.
SHARED = {"openapi", "postgres_url", "released", "server", "shared", "shared_gateway", "unpacked", "wheel"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if SHARED.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))


@pytest.fixture
def anyio_backend() -> str:
    """The server runs on asyncio, so the tests do."""
    return "asyncio"
