"""The kept session logs are fit to keep, and say what their list says."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.hosts.dsh.session_log import entries, is_delegated, told

ROOT = Path(__file__).parents[3]
LOGS = ROOT / "tests" / "fixtures" / "dsh" / "session-logs"
FRAME = b"\x28\xb5\x2f\xfd"
UNFIT = re.compile(
    r"/(?:root|work|Users|opt|var|tmp)/|\bsk-[a-zA-Z0-9]{4}|127\.0\.0\.1|[\w.]+@[\w-]+\.[a-z]{2,}"
)
NAMES = sorted(path.stem for path in LOGS.glob("*.jsonl"))


def types(name: str) -> Counter[str]:
    return Counter(str(entry["type"]) for entry in entries(LOGS / f"{name}.jsonl"))


def said(name: str) -> list[tuple[str, str]]:
    return [(event.role, event.text) for event in told(LOGS / f"{name}.jsonl")]


def test_every_log_is_listed() -> None:
    listed = (LOGS / "README.md").read_text(encoding="utf-8")
    assert [path.name for path in LOGS.iterdir() if f"`{path.name}`" not in listed] == ["README.md"]


@pytest.mark.parametrize("name", NAMES)
def test_a_log_is_small_neutral_and_whole(name: str) -> None:
    text = (LOGS / f"{name}.jsonl").read_text(encoding="utf-8")
    assert len(text.encode()) < 32768
    assert UNFIT.findall(text) == []
    header, *rest = entries(LOGS / f"{name}.jsonl")
    assert (header["type"], header["version"]) == ("session", 0)
    numbers = [entry["seq"] for entry in rest if "seq" in entry]
    assert numbers == sorted(numbers)


def test_a_turn_with_a_tool_call_is_a_prompt_and_an_answer() -> None:
    (_, prompt), answer = said("one-shot")
    assert prompt.startswith("Which host does the staging database")
    assert answer == ("assistant", "Understood, answer 3.")
    kinds = types("one-shot")
    assert kinds["text-chunks"] == 1
    assert kinds["tool/result"] == 1
    assert '<reme-context source=\\"auto-recall\\">' in (LOGS / "one-shot.jsonl").read_text(encoding="utf-8")


def test_a_compaction_and_a_resume_belong_to_one_session() -> None:
    events = told(LOGS / "compaction-and-resume.jsonl")
    assert [event.role for event in events] == ["user", "assistant"] * 4
    turns = [event.event_id.rsplit(":", 2)[0].rpartition(":")[2] for event in events]
    assert turns == ["1", "1", "2", "2", "3", "3", "4", "4"]
    kinds = types("compaction-and-resume")
    assert (kinds["compaction/start"], kinds["compaction/summary"], kinds["session/end-seed"]) == (1, 1, 1)


def test_a_sub_agents_session_is_told_by_its_header() -> None:
    root, child = (entries(LOGS / f"subagent-{name}.jsonl")[0] for name in ("root", "child"))
    assert not is_delegated(root)
    assert is_delegated(child)
    assert child["parentSession"] == root["id"]
    assert said("subagent-child") == []
    assert [role for role, _ in said("subagent-root")] == ["user", "assistant"]
    task = next(e for e in entries(LOGS / "subagent-child.jsonl") if e["type"] == "user/message")
    assert task["data"]["source"] == {"kind": "user"}


def test_an_unfinished_turn_keeps_its_prompt_alone() -> None:
    assert said("sigterm") == [("user", "WAIT, cut by a signal.")]
    assert said("model-error") == [("user", "FAIL at this, please.")]
    assert types("sigterm")["turn/end"] == 0
    assert said("steered-and-interrupted") == [
        ("user", "WAIT, plan the release."),
        ("user", "Only the server's."),
        ("assistant", "Understood, answer 3."),
        ("user", "WAIT, and then stop."),
    ]


def test_the_compressed_log_has_a_frame_for_the_header_and_one_per_batch() -> None:
    content = (LOGS / "one-shot.jsonl.zstd").read_bytes()
    assert content.startswith(FRAME)
    assert content.count(FRAME) == 8
