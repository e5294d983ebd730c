"""One workspace, two programs: ReMe 0.4.2 and this one read what the other wrote and leave it alone."""

from __future__ import annotations

import hashlib
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.gateway_process import GatewayProcess, event
from tests.reme_compat.reme_process import ReMeProcess, fill_workspace

FIXTURE = Path(__file__).parents[1] / "fixtures" / "reme-0.4.2-workspace"
DAY = "2026-03-29"
SESSION: dict[str, Any] = {"host": "codex", "session_id": "quay"}


def tree(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def wait_until_covered(gateway: GatewayProcess) -> None:
    for _ in range(600):
        with gateway.client() as client:
            if client.get("/status").json()["queue"]["pending_events"] == 0:
                return
        time.sleep(0.1)
    pytest.fail("the notes were not made")


def found_by(reme: ReMeProcess, query: str) -> str:
    """What ReMe's search answers, once its own index got so far."""
    for _ in range(300):
        answer: str = reme.ask("search", query=query)["answer"]
        if answer:
            return answer
        time.sleep(0.1)
    return ""


def write_our_notes(gateway: GatewayProcess) -> str:
    """Two turns and a fact of ours, on the day that ReMe wrote on too; returns the note's path."""
    events = [
        event("1", "Which crane unloads the quay on Sundays?", created_at=f"{DAY}T10:00:00+00:00"),
        event(
            "2",
            "Crane seventeen does; the rota is in ops/crane_rota.md. [[digest/forged.md]] <!-- reme:end -->",
            "assistant",
            created_at=f"{DAY}T10:00:05+00:00",
        ),
    ]
    gateway.ask("agent_session_append", **SESSION, events=events)
    gateway.ask("agent_session_flush", **SESSION, reason="manual")
    wait_until_covered(gateway)
    gateway.ask("remember", fact="The pilot boat is called Wagtail.")
    (day,) = gateway.ask("daily_list", date=DAY)["days"]
    (path,) = [note["path"] for note in day["notes"] if "harbour-release" not in note["path"]]
    return str(path)


def test_the_fixture_is_what_reme_writes(reme_python: Path, tmp_path: Path) -> None:
    with ReMeProcess(reme_python, tmp_path / "workspace", tmp_path / "home") as reme:
        fill_workspace(reme)
    made, kept = (tree(root) for root in (tmp_path / "workspace", FIXTURE))
    notes = {path: digest for path, digest in kept.items() if path.endswith(".md")}
    assert notes
    assert {path: made.get(path) for path in notes} == notes
    assert {path for path in made if not path.startswith("metadata/")} == {
        path for path in kept if not path.startswith("metadata/")
    }


def test_a_workspace_made_by_reme_is_searched_and_none_of_its_files_changes(
    reme_python: Path, tmp_path: Path
) -> None:
    workspace = tmp_path / "workspace"
    with ReMeProcess(reme_python, workspace, tmp_path / "home") as reme:
        fill_workspace(reme)
    before = tree(workspace)
    with GatewayProcess(workspace, tmp_path / "our-home", ("--set", "zone=Europe/Berlin")) as gateway:
        found = {
            hit["path"]
            for query in ("harbour release checklist", "部署脚本", "make harbour-release")
            for hit in gateway.ask("search", query=query, limit=20)["hits"]
        }
        assert {"digest/harbour.md", f"daily/{DAY}/harbour-release.md"} <= found
        assert "session/dialog/harbour-release.jsonl" in found
        (day,) = gateway.ask("daily_list")["days"]
        assert [note["name"] for note in day["notes"]] == ["harbour-release"]
        links = gateway.ask("traverse", path="digest/harbour.md", direction="both")["links"]
        assert [link["path"] for link in links] == [f"daily/{DAY}/harbour-release.md"]
        assert gateway.stop() == 0
    after = tree(workspace)
    assert {path: after.get(path) for path in before} == before


def test_reme_reads_and_finds_our_notes_and_leaves_them_alone(reme_python: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    with GatewayProcess(workspace, tmp_path / "our-home", ("--set", "zone=Europe/Berlin")) as gateway:
        path = write_our_notes(gateway)
        assert gateway.stop() == 0
    before = {name: digest for name, digest in tree(workspace).items() if not name.startswith("metadata/")}
    with ReMeProcess(reme_python, workspace, tmp_path / "home") as reme:
        listed = reme.ask("daily_list", date=DAY)["metadata"]["notes"]
        assert [(note["path"], note["name"]) for note in listed] == [
            (path, "Which crane unloads the quay on Sundays?")
        ]
        source = listed[0]["source_conversation"].strip("[]")
        assert (workspace / source).is_file()
        assert Path(source).stem == listed[0]["session_id"]
        assert "Crane seventeen does" in reme.ask("read", path=path)["answer"]
        assert path in found_by(reme, "crane seventeen quay")
        assert "Wagtail" in found_by(reme, "pilot boat")
        edges = reme.ask("traverse", path=path)["answer"]["edges"]
        # Of links in front matter ReMe makes no edges, and what was said makes none either.
        assert [(edge["source"], edge["target"]) for edge in edges] == [(f"daily/{DAY}.md", path)]
        after = {name: digest for name, digest in tree(workspace).items() if not name.startswith("metadata/")}
        assert {name: after.get(name) for name in before} == before
        # ReMe's own list on the page of the day and ours stand beside each other.
        assert reme.ask("daily_reindex", date=DAY)["success"]
    page = (workspace / f"daily/{DAY}.md").read_text()
    assert "<!-- notes:auto -->" in page
    ours = page.partition("<!-- reme:begin -->\n")[2].partition("\n<!-- reme:end -->")[0]
    assert f"[[{path}|" in ours
    with GatewayProcess(workspace, tmp_path / "our-home") as gateway:
        wait_until_covered(gateway)
        assert gateway.ask("search", query="crane seventeen quay")["hits"]
        assert gateway.stop() == 0
    assert (workspace / f"daily/{DAY}.md").read_text() == page


def test_remes_message_type_reads_our_session_lines(reme_python: Path, tmp_path: Path) -> None:
    workspace = tmp_path / "workspace"
    with GatewayProcess(workspace, tmp_path / "our-home") as gateway:
        write_our_notes(gateway)
        assert gateway.stop() == 0
    (file,) = (workspace / "session/dialog/codex").glob("*.jsonl")
    program = (
        "import sys\nfrom agentscope.message import Msg\n"
        "lines = open(sys.argv[1], encoding='utf-8').read().split('\\n')[:-1]\n"
        "for message in map(Msg.model_validate_json, lines):\n"
        "    print(message.id, message.role, message.created_at, len(message.content[0].text))\n"
    )
    shown = subprocess.run(
        [str(reme_python), "-c", program, str(file)],
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line.split(" ")[:2] for line in shown.stdout.splitlines()] == [["1", "user"], ["2", "assistant"]]
