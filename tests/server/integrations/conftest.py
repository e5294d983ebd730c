"""Homes with fake hosts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.integrations.host_home import HostHome


@pytest.fixture
def host_home(tmp_path: Path) -> HostHome:
    """A home folder of its own, and no host yet."""
    return HostHome(tmp_path / "machine")
