"""Fixtures for all tests."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """The server runs on asyncio, so the tests do."""
    return "asyncio"
