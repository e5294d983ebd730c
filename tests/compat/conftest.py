"""The release before this one, its client in a process of its own, and today's server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.compat.baseline_files import ROOT, Release
from tests.gateway_process import JSON_ONLY, GatewayProcess, clean_environment

TOKEN = "token-of-the-compatibility-tests"
_SCRIPT = Path(__file__).with_name("old_client.py")
_PATIENCE = 120
Step = tuple[str, list[Any], dict[str, Any]]


@dataclass(frozen=True)
class OldClient:
    """The frozen client. ``ask`` runs steps in a fresh interpreter and gives their outcomes."""

    folder: Path
    version: str
    home: Path
    bytecode: Path
    kind: str

    def ask(self, url: str, scope: str, *steps: Step, token: str = TOKEN) -> list[Any]:
        """One outcome per step: ``{"reply": …}`` or ``{"error": …, "code": …}``."""
        environment = {
            **clean_environment(self.home),
            "PYTHONPATH": str(self.folder),
            # Compiled once for all, and never beside the frozen files.
            "PYTHONPYCACHEPREFIX": str(self.bytecode),
            "REME_URL": url,
            "REME_TOKEN": token,
            "REME_SCOPE": scope,
            "REME_TIMEOUT_MS": "60000",
        }
        done = subprocess.run(
            [sys.executable, "-P", "-W", "error", str(_SCRIPT)],
            input=json.dumps({"kind": self.kind, "steps": steps}),
            env=environment,
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        assert report["version"] == self.version
        elsewhere = [file for file in report["files"] if not Path(file).is_relative_to(self.folder)]
        assert elsewhere == [], "another client than the frozen one was imported"
        outcomes: list[Any] = report["outcomes"]
        return outcomes


@pytest.fixture(scope="session")
def release() -> Release:
    """The last release."""
    last = Release.read()
    assert last is not None, "contract/released.lock.json is missing: restore it from git"
    return last


@pytest.fixture(params=["blocking", "asynchronous"])
def old_client(request: pytest.FixtureRequest, release: Release, tmp_path: Path, bytecode: Path) -> OldClient:
    """Each test that takes this runs with both frozen clients."""
    return OldClient(ROOT / release.client_folder, release.release, tmp_path, bytecode, request.param)


@pytest.fixture(scope="session")
def bytecode(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What Python compiles of the frozen client, and of what it imports."""
    return tmp_path_factory.mktemp("bytecode")


@pytest.fixture(scope="session")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    """Today's server on an empty workspace; each test keeps to a scope of its own."""
    root = tmp_path_factory.mktemp("gateway")
    environment = {"REME_TOKEN": TOKEN}
    with GatewayProcess(root / "workspace", root / "home", JSON_ONLY, environment) as running:
        yield running


@pytest.fixture
def scope(request: pytest.FixtureRequest) -> str:
    """The name of the test."""
    return str(request.node.name)
