"""A workspace that ReMe 0.4.2 wrote, opened by the real server; `nox -s reme` does it with ReMe at hand."""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess, event

FIXTURE = Path(__file__).parents[2] / "fixtures" / "reme-0.4.2-workspace"
DAY = "2026-03-29"


def tree(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*")
        if path.is_file()
    }


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[GatewayProcess]:
    shutil.copytree(FIXTURE, tmp_path / "workspace")
    with GatewayProcess(
        tmp_path / "workspace", tmp_path / "home", ("--set", "zone=Europe/Berlin")
    ) as running:
        yield running


def test_it_is_searched_and_none_of_its_files_changes(gateway: GatewayProcess) -> None:
    found = {
        hit["path"]
        for query in ("harbour release checklist", "部署脚本")
        for hit in gateway.ask("search", query=query, limit=20)["hits"]
    }
    assert found >= {
        "digest/harbour.md",
        f"daily/{DAY}/harbour-release.md",
        "session/dialog/harbour-release.jsonl",
    }
    assert "deploy_harbour.sh" in gateway.ask("read", path=f"daily/{DAY}/harbour-release.md")["text"]
    links = gateway.ask("traverse", path="digest/harbour.md", direction="both")["links"]
    assert [link["path"] for link in links] == [f"daily/{DAY}/harbour-release.md"]
    assert gateway.stop() == 0
    left, kept = tree(gateway.workspace), tree(FIXTURE)
    assert {path: left.get(path) for path in kept} == kept


def test_notes_of_ours_on_the_same_day_leave_what_reme_wrote(gateway: GatewayProcess) -> None:
    gateway.ask(
        "agent_session_append",
        host="codex",
        session_id="quay",
        events=[event("1", "Which crane unloads the quay?", created_at=f"{DAY}T10:00:00+00:00")],
    )
    assert gateway.ask("agent_session_flush", host="codex", session_id="quay", reason="manual")["queued"]
    for _ in range(600):
        (day,) = gateway.ask("daily_list")["days"]
        if len(day["notes"]) == 2:
            break
        time.sleep(0.1)
    assert [note["name"] for note in day["notes"]] == ["harbour-release", "Which crane unloads the quay?"]
    assert gateway.stop() == 0
    left, kept = tree(gateway.workspace), tree(FIXTURE)
    assert {path for path in kept if left.get(path) != kept[path]} == {f"daily/{DAY}.md"}
    page = (gateway.workspace / f"daily/{DAY}.md").read_bytes()
    assert page.startswith((FIXTURE / f"daily/{DAY}.md").read_bytes())
