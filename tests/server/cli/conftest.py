"""Running `reme` in this process, with an environment and a HOME of its own."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from reme_gateway.cli.main import main

from tests.server.cli.ended import Ended, Reme


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, and an environment without settings of ours or proxies."""
    for name in list(os.environ):
        if name.startswith("REME_") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    return folder


@pytest.fixture
def reme(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Reme:
    """``reme("search", "x")`` runs the command; ``stdin`` is what it can read, and never a terminal."""

    def run(*arguments: str, stdin: bytes = b"") -> Ended:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        code = main(list(arguments))
        captured = capsys.readouterr()
        return Ended(code, captured.out, captured.err)

    return run
