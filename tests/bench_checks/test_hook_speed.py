"""What the hooks' turns say, and which half of a turn is timed. Nothing is measured here."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench.corpus import Corpus
from tests.bench.hook_process import HOSTS, PROMPT, STOP, Exchange, HookHome, Interpreter
from tests.bench.hook_speed import CREDENTIAL, PLAIN, TALKS, Turns, missing_python
from tests.bench.options import Options
from tests.gateway_process import GatewayProcess

CORPUS = Corpus(seed=22)
PYTHON = Interpreter(sys.executable, "3.11")
OPTIONS = Options(Path(), None, 1, 1)


@dataclass(frozen=True)
class Recording(HookHome):
    """Runs nothing, remembers what it was asked to run; a prompt takes 1 second, a stop 2."""

    fired: list[tuple[str, str]] = field(default_factory=list)

    def fire(self, python: Interpreter, event: str, said: Exchange) -> float:
        self.fired.append((said.session, event))
        return 1.0 if event == PROMPT else 2.0


@pytest.fixture
def home(tmp_path: Path) -> Recording:
    server = GatewayProcess(tmp_path / "workspace", tmp_path / "server")
    return Recording(HOSTS[0], tmp_path / "home", server)


def test_every_case_runs_a_whole_turn_of_a_new_session_and_times_its_event(home: Recording) -> None:
    turns = Turns(home, PYTHON, TALKS[0], CORPUS)
    assert turns.case(PROMPT)(0) == 1.0
    assert turns.case(STOP)(0) == 2.0
    assert home.fired == [("bench-0", PROMPT), ("bench-0", STOP), ("bench-1", PROMPT), ("bench-1", STOP)]


def test_one_round_is_not_counted(home: Recording) -> None:
    values = Turns(home, PYTHON, TALKS[0], CORPUS).measured(2)
    assert {name: len(seconds) for name, seconds in values.items()} == {PLAIN: 2, "prompt": 2, "stop": 2}
    assert values["prompt"] == [1.0, 1.0]
    assert values["stop"] == [2.0, 2.0]
    assert len(home.fired) == 3 * 2 * 2


def test_a_prompt_asks_for_a_stored_turn_and_no_two_say_the_same() -> None:
    one, other = (TALKS[0].exchange(CORPUS, number) for number in (1, 2))
    assert one.recalled == CORPUS.text(1)
    assert one.prompt == one.recalled.replace(".", "?")
    assert not {one.session, one.prompt, one.answer} & {other.session, other.prompt, other.answer}


def test_a_credential_is_in_both_halves_of_its_turns_only() -> None:
    plain, telling = (talk.exchange(CORPUS, 1) for talk in TALKS)
    assert CREDENTIAL in telling.prompt
    assert CREDENTIAL in telling.answer
    assert CREDENTIAL not in plain.prompt + plain.answer


def test_an_interpreter_that_is_not_there_is_named() -> None:
    assert missing_python(OPTIONS) is None
    assert missing_python(replace(OPTIONS, pythons=(sys.executable,))) is None
    reason = missing_python(replace(OPTIONS, pythons=(sys.executable, "python2.0")))
    assert reason == "finds no interpreter 'python2.0', which --pythons names."


def test_hooks_asked_for_with_an_unknown_interpreter_are_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert bench.main(["hooks", "--pythons", "python2.0"]) == bench.USAGE
    assert capsys.readouterr().err == "hooks finds no interpreter 'python2.0', which --pythons names.\n"


def test_interpreters_are_listed_with_commas() -> None:
    assert bench.parser().parse_args(["--pythons", "python3.9,python3.13,"]).pythons == (
        "python3.9",
        "python3.13",
    )
