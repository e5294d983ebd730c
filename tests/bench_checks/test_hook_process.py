"""What counts as a hook that did its work. No hook runs here."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.bench import hook_process
from tests.bench.hook_process import (
    EVENTS,
    HOSTS,
    PROMPT,
    STOP,
    Exchange,
    HookHome,
    Host,
    Interpreter,
    block,
    holds,
    interpreter,
    payload,
    timed,
)
from tests.bench.processes import BenchError
from tests.gateway_process import GatewayProcess

SAID = Exchange("bench-1", "Where is the key?", "Under the mat.", "under the mat")
PYTHON = Interpreter("python3", "3.11")
REPLY = {"hookSpecificOutput": {"hookEventName": PROMPT, "additionalContext": "It lies under the mat."}}


def printed(reply: object) -> bytes:
    return json.dumps(reply).encode()


@dataclass
class Storing(GatewayProcess):
    """A server that says how many events a session has."""

    stored: int = 2

    def ask(self, operation: str, **body: Any) -> dict[str, Any]:
        assert (operation, body["session_id"], body["events"]) == ("agent_session_append", "bench-1", [])
        return {"total": self.stored}


@pytest.fixture
def home(tmp_path: Path) -> HookHome:
    server = Storing(tmp_path / "workspace", tmp_path / "server", url="http://127.0.0.1:9")
    return HookHome(HOSTS[1], tmp_path / "home", server)


def prints(monkeypatch: pytest.MonkeyPatch, output: bytes) -> None:
    monkeypatch.setattr(hook_process, "timed", lambda *_: (0.25, output))


def keeps(home: HookHome, *names: str) -> None:
    for name in names:
        path = home.home / ".reme" / "integrations" / "claude-code" / "spool" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.folder)
def test_a_payload_is_the_recorded_one_with_other_values(host: Host, event: str, tmp_path: Path) -> None:
    made = json.loads(payload(host, event, SAID, tmp_path))
    assert made["hook_event_name"] == event
    assert (made["session_id"], made["cwd"]) == ("bench-1", str(tmp_path))
    assert made[host.turn_key].startswith("bench-1")
    text = made["prompt"] if event == PROMPT else made["last_assistant_message"]
    assert text == (SAID.prompt if event == PROMPT else SAID.answer)
    assert made["permission_mode"]


def test_a_member_that_the_host_does_not_send_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match="recorded Stop of codex has no prompt_id"):
        payload(Host("codex", "codex", "prompt_id"), STOP, SAID, tmp_path)


def test_the_block_is_what_goes_into_the_prompt() -> None:
    assert block(PROMPT, printed(REPLY)) == "It lies under the mat."
    assert block(PROMPT, b"") == ""


@pytest.mark.parametrize("output", [b"Hello", b"[]", printed({"additionalContext": "text"})])
def test_what_a_host_does_not_understand_is_no_reply(output: bytes) -> None:
    with pytest.raises(BenchError, match="no host understands"):
        block(PROMPT, output)


def test_a_reply_to_another_event_is_refused() -> None:
    with pytest.raises(BenchError, match="answered for UserPromptSubmit"):
        block(STOP, printed(REPLY))


def test_a_prompt_with_its_block_and_one_event_waiting_counts(
    home: HookHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints(monkeypatch, printed(REPLY))
    keeps(home, "1.json")
    assert home.fire(PYTHON, PROMPT, SAID) == 0.25


@pytest.mark.parametrize("context", ["", "Something else."])
def test_a_prompt_without_what_it_asked_for_does_not_count(
    home: HookHome, monkeypatch: pytest.MonkeyPatch, context: str
) -> None:
    prints(
        monkeypatch,
        printed({"hookSpecificOutput": {"hookEventName": PROMPT, "additionalContext": context}}),
    )
    keeps(home, "1.json")
    with pytest.raises(BenchError, match="did not get what it asked for"):
        home.fire(PYTHON, PROMPT, SAID)


def test_a_prompt_that_keeps_nothing_does_not_count(home: HookHome, monkeypatch: pytest.MonkeyPatch) -> None:
    prints(monkeypatch, printed(REPLY))
    with pytest.raises(BenchError, match="0 events wait after a prompt, 1 expected"):
        home.fire(PYTHON, PROMPT, SAID)


def test_a_stop_that_stored_the_turn_counts(home: HookHome, monkeypatch: pytest.MonkeyPatch) -> None:
    prints(monkeypatch, b"")
    assert home.fire(PYTHON, STOP, SAID) == 0.25


@pytest.mark.parametrize("name", ["1.json", ".tmp-1.json", "rejected/1.json"])
def test_a_stop_that_leaves_anything_behind_does_not_count(
    home: HookHome, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    prints(monkeypatch, b"")
    keeps(home, name)
    with pytest.raises(BenchError, match="1 events wait after a stop, 0 expected"):
        home.fire(PYTHON, STOP, SAID)


@pytest.mark.parametrize("stored", [1, 3])
def test_a_turn_that_is_not_stored_once_does_not_count(
    home: HookHome, monkeypatch: pytest.MonkeyPatch, stored: int
) -> None:
    prints(monkeypatch, b"")
    assert isinstance(home.server, Storing)
    home.server.stored = stored
    with pytest.raises(BenchError, match=f"{stored} events of a turn are stored, 2 expected"):
        home.fire(PYTHON, STOP, SAID)


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "import sys; sys.stderr.write('oh')"])
def test_a_process_that_fails_or_complains_is_not_timed(code: str) -> None:
    with pytest.raises(BenchError, match="ended with exit code"):
        timed([sys.executable, "-c", code], b"{}", {})


def test_an_interpreter_is_named_by_its_version() -> None:
    found = interpreter(sys.executable)
    assert found.version == f"{sys.version_info.major}.{sys.version_info.minor}"
    assert Path(found.path).is_file()


def test_what_is_no_interpreter_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchError, match="is no Python that runs here"):
        interpreter(str(tmp_path / "python3"))


def test_a_text_is_found_in_any_file_below(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "file").write_text("a secret word")
    assert holds(tmp_path, "secret")
    assert not holds(tmp_path, "other")
