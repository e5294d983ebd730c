from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway

GONE = {"events": 2, "notes": 1, "documents": 3, "requeued": 1}
READ = {"path": "a.md", "line_start": 1, "line_end": 8, "total_lines": 8, "truncated": False}


def test_files_and_lines_are_forgotten(reme: Reme) -> None:
    with FakeGateway(forget=GONE) as gateway:
        ended = reme("forget", "a.md", "b.jsonl:3-9", "--yes", "--url", gateway.url)
    targets = [{"path": "a.md"}, {"path": "b.jsonl", "line_start": 3, "line_end": 9}]
    assert gateway.asked == [("forget", {"targets": targets})]
    assert ended.code == 0
    assert ended.out == (
        "Forgotten: 2 turns, 1 note, 3 index entries.\nNotes of 1 session are made again from what is left.\n"
    )


def test_a_session_or_one_event_of_it_is_forgotten(reme: Reme) -> None:
    with FakeGateway(forget=GONE) as gateway:
        reme("forget", "--session", "claude-code", "s-1", "--yes", "--url", gateway.url)
        reme(
            "forget",
            "--session",
            "codex",
            "s",
            "--event",
            "e:u:1",
            "--scope",
            "t",
            "--yes",
            "--url",
            gateway.url,
        )
    assert [body for _, body in gateway.asked] == [
        {"session": {"host": "claude_code", "session_id": "s-1", "scope_id": "default"}},
        {"session": {"host": "codex", "session_id": "s", "scope_id": "t", "event_id": "e:u:1"}},
    ]


def test_without_a_terminal_and_without_yes_nothing_is_asked_of_the_server(reme: Reme) -> None:
    with FakeGateway(forget=GONE) as gateway:
        ended = reme("forget", "a.md", "--url", gateway.url, stdin=b"y\n")
    assert ended.code == 2
    assert "--yes" in ended.err
    assert gateway.asked == []


def test_what_is_gone_already_is_no_failure(reme: Reme) -> None:
    nothing = dict.fromkeys(GONE, 0)
    with FakeGateway(forget=nothing) as gateway:
        ended = reme("forget", "a.md", "--yes", "--url", gateway.url)
        as_json = reme("forget", "a.md", "--yes", "--json", "--url", gateway.url)
    assert (ended.code, ended.out) == (0, "Nothing was left to forget there.\n")
    assert as_json.document == nothing


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("a.md", "--session", "codex", "s"),
        ("a.md", "--event", "e"),
        ("--session", "codex"),
        ("--session", "Co dex", "s"),
    ],
)
def test_a_target_that_is_not_clear_is_a_usage_error(arguments: tuple[str, ...], reme: Reme) -> None:
    assert reme("forget", *arguments, "--yes").code == 2


def on_a_terminal(home: Path, url: str, answer: bytes, *arguments: str) -> tuple[int, str]:
    """Run with stdin and stderr on a pseudo terminal; returns exit code and what a person saw."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "reme_gateway.cli", *arguments],
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "PYTHONPATH": os.pathsep.join(sys.path),
            "REME_URL": url,
            "NO_COLOR": "1",
        },
        stdin=follower,
        stdout=subprocess.DEVNULL,
        stderr=follower,
    )
    os.close(follower)
    os.write(leader, answer)
    seen = b""
    try:
        while chunk := os.read(leader, 4096):
            seen += chunk
    except OSError:  # Linux says EIO when the other side has gone
        pass
    os.close(leader)
    return process.wait(), seen.decode()


@pytest.mark.parametrize(("answer", "code", "asked"), [(b"y\n", 0, 2), (b"\n", 1, 1), (b"no\n", 1, 1)])
def test_a_person_sees_what_it_is_and_is_asked(answer: bytes, code: int, asked: int, home: Path) -> None:
    text = "\n".join(f"line {number}" for number in range(1, 9)) + "\x1b[2J"
    with FakeGateway(forget=GONE, read={**READ, "text": text}) as gateway:
        ended, seen = on_a_terminal(home, gateway.url, answer, "forget", "a.md")
    assert ended == code
    assert "| line 1" in seen
    assert "line 7" not in seen
    assert "and 2 lines more" in seen
    assert "Forget a.md? It cannot be undone. [y/N]" in seen
    assert "\x1b[2J" not in seen
    assert len(gateway.asked) == asked
    assert ("nothing was forgotten" in seen) == (code == 1)
