"""What every prompt and answer waits for: whole hook processes against an interpreter that does nothing."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

from tests.bench.corpus import Corpus
from tests.bench.gateway import fill, gateway
from tests.bench.hook_process import (
    HOSTS,
    ISOLATED,
    PROMPT,
    STOP,
    Exchange,
    HookHome,
    Interpreter,
    holds,
    interpreter,
    timed,
)
from tests.bench.options import Options
from tests.bench.processes import BenchError, LoadClient
from tests.bench.rounds import Case, measure, middle, ratio
from tests.bench.rows import Bar, Row, at_most

PLAIN = "python3 -I -S -c pass"
# Shaped like a token of a code host, in two parts so that nobody takes this file for a leak.
CREDENTIAL = "ghp_" + "Zz9Yy8Xx7W" * 4
_STORED = 1_000
_ANSWER_CHARS = 600
_EVENTS = {"prompt": PROMPT, "stop": STOP}
_ROUNDS_EACH = 5  # one process is short: more of them per round than of anything else


@dataclass(frozen=True)
class Talk:
    """What is said in the turns; each is new, and its prompt asks for a stored turn in that turn's words."""

    suffix: str
    bar: Bar
    words: str = ""

    def exchange(self, corpus: Corpus, number: int) -> Exchange:
        """Turn ``number`` of this run."""
        told = corpus.text(number % _STORED)
        answer = corpus.long_text(_STORED + number, _ANSWER_CHARS)
        asked = told.removesuffix(".") + "?"
        # What stands in a credential's place is in all of these prompts, so they also find each other.
        recalled = "" if self.words else told
        return Exchange(f"bench-{number}", asked + self.words, answer + self.words, recalled)


TALKS = (
    Talk("", at_most(1.7)),
    Talk(" with a credential", at_most(2.5), f" {CREDENTIAL}"),
)


@dataclass
class Turns:
    """Cases of one host: each runs a whole turn in a session of its own and times one half of it."""

    home: HookHome
    python: Interpreter
    talk: Talk
    corpus: Corpus
    numbers: Iterator[int] = field(default_factory=count)

    def case(self, timed_event: str) -> Case:
        """Seconds of the event. A stop delivers prompt and answer, as it does for a person."""

        def run(_: int) -> float:
            said = self.talk.exchange(self.corpus, next(self.numbers))
            seconds = {event: self.home.fire(self.python, event, said) for event in (PROMPT, STOP)}
            return seconds[timed_event]

        return run

    def plain(self, _: int) -> float:
        """Seconds of the interpreter alone, given the same."""
        given = self.talk.exchange(self.corpus, 0).answer.encode()
        command = [self.python.path, *ISOLATED, "-c", "pass"]
        return timed(command, given, self.home.environment)[0]

    def measured(self, rounds: int) -> dict[str, list[float]]:
        """Seconds by case, after one round that nobody counts: it compiles the modules."""
        cases: dict[str, Callable[[int], float]] = {PLAIN: self.plain}
        cases |= {name: self.case(event) for name, event in _EVENTS.items()}
        measure(cases, 1)
        return measure(cases, rounds)


def missing_python(options: Options) -> str | None:
    """Why the interpreters that were asked for cannot be measured."""
    missing = [name for name in options.pythons if shutil.which(name) is None]
    return f"finds no interpreter {missing[0]!r}, which --pythons names." if missing else None


def rows(options: Options) -> Iterator[Row]:
    """Every hook printed its block or brought its turn to the server, once."""
    folder = options.folder / "hooks"
    corpus, numbers = Corpus(seed=22), count()
    pythons = [interpreter(command) for command in (sys.executable, *options.pythons)]
    with LoadClient() as client, gateway(folder) as server:
        fill(server, client, corpus, 0, _STORED)
        for python in pythons:
            for host in HOSTS:
                home = HookHome(host, folder / f"{host.folder} {python.version}", server)
                home.home.mkdir()
                for talk in TALKS:
                    turns = Turns(home, python, talk, corpus, numbers)
                    yield from _compared(turns, options.rounds * _ROUNDS_EACH)
                if holds(home.home, CREDENTIAL):
                    raise BenchError(f"A hook of {host.folder} left a credential in its files.")
        if holds(server.workspace, CREDENTIAL):
            raise BenchError("A hook sent a credential to the server.")


def _compared(turns: Turns, rounds: int) -> Iterator[Row]:
    values = turns.measured(rounds)
    base = middle(values[PLAIN]) * 1000
    for name in _EVENTS:
        what = f"hook, {turns.home.host.folder}, {name}{turns.talk.suffix}, Python {turns.python.version}"
        note = f"{middle(values[name]) * 1000:.1f} ms, {PLAIN} {base:.1f} ms"
        yield Row(what, ratio(values, name, PLAIN), f"x {PLAIN}", turns.talk.bar, note)
