"""ReMe 0.4.2 itself, as a process on loopback, in its own interpreter, with no model behind it."""

from __future__ import annotations

import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

PATIENCE = 120.0


class ReMeProcess:
    """`reme start` of ReMe on one workspace. Use as a context manager."""

    def __init__(self, python: Path, workspace: Path, home: Path) -> None:
        self._python, self._workspace, self._home = python, workspace, home
        self._process: subprocess.Popen[bytes] | None = None
        self._port = 0

    def __enter__(self) -> ReMeProcess:
        self._home.mkdir(parents=True, exist_ok=True)
        self._port = free_port()
        with (self._home / "reme.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    str(self._python), "-m", "reme.reme", "start", f"workspace_dir={self._workspace}",
                    "service.host=127.0.0.1", f"service.port={self._port}", "service.web_enabled=false",
                    "timezone=Europe/Berlin", "enable_logo=false", "log_to_file=false",
                ],
                # No model answers there: what this test uses of ReMe needs none.
                env={
                    "PATH": "/usr/bin:/bin", "HOME": str(self._home), "LANG": "C.UTF-8",
                    "LLM_API_KEY": "none", "LLM_BASE_URL": "http://127.0.0.1:9/v1",
                },
                cwd=self._home,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )  # fmt: skip
        self._wait_until_ready()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        process = self._process
        if process is None:
            return
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def ask(self, job: str, **arguments: Any) -> dict[str, Any]:
        """One job; returns its whole reply, successful or not."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self._port}/{job}",
            data=json.dumps(arguments).encode(),
            headers={"content-type": "application/json"},
        )
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=PATIENCE) as reply:
            answer: dict[str, Any] = json.load(reply)
        return answer

    def _wait_until_ready(self) -> None:
        assert self._process is not None
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                break
            try:
                assert self.ask("version")["answer"].startswith("0.4.2")
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.2)
            else:
                return
        raise AssertionError(f"ReMe did not start:\n{(self._home / 'reme.log').read_text(errors='replace')}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def fill_workspace(reme: ReMeProcess) -> None:
    """What `tests/fixtures/reme-0.4.2-workspace` was made with."""
    said = (
        (
            "user",
            "Where do we keep the release checklist for the harbour service?",
            "2026-03-28T22:58:00+00:00",
        ),
        (
            "assistant",
            "The checklist lives in docs/release/harbour.md; "
            "run `make harbour-release` after the tag is pushed.",
            "2026-03-28T22:58:20+00:00",
        ),
        ("user", "我们把部署脚本放在仓库根目录，文件名是 deploy_harbour.sh。", "2026-03-28T23:30:00+00:00"),
        (
            "assistant",
            "Noted\u2028the script deploy_harbour.sh sits in the repository root.",
            "2026-03-28T23:30:30+00:00",
        ),
    )
    messages = [
        {"id": f"m-{number}", "name": role, "role": role, "content": content, "created_at": created_at}
        for number, (role, content, created_at) in enumerate(said, start=1)
    ]
    # The session is stored before the model is asked, and the model isn't there.
    assert not reme.ask("auto_memory", session_id="harbour-release", messages=messages)["success"]
    written = [
        reme.ask(
            "daily_write",
            name="harbour-release",
            description="Release checklist and deploy script of the harbour service",
            session_id="harbour-release",
            date="2026-03-29",
            metadata={"memory_tags": ["release", "harbour"]},
            content=(
                "# Harbour release\n\n- Checklist: `docs/release/harbour.md`\n"
                "- Deploy script: `deploy_harbour.sh` in the repository root, "
                "see [[digest/harbour.md|harbour topic]]\n"
            ),
        ),
        reme.ask("daily_reindex", date="2026-03-29"),
        reme.ask(
            "write",
            path="digest/harbour.md",
            name="harbour",
            description="What is known about the harbour service",
            content=(
                "# Harbour\n\nThe harbour service is released with `make harbour-release`. "
                "Source: [[daily/2026-03-29/harbour-release.md]]\n"
            ),
        ),
    ]
    assert all(reply["success"] for reply in written), written
