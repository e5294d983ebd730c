"""How much of what answers a question comes back: LoCoMo over the HTTP API.

Each LoCoMo session is one session of a host, speaker A the user, speaker B the agent, the event's content
the turn's text and nothing else: as a hook sends it, no speaker names, no captions of pictures. All
conversations are in one workspace, each in a scope of its own, as one developer's projects are. What counts
are the replies to ``agent_memory_recall`` with its own relevance floor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import httpx

from tests.bench.gateway import gateway
from tests.bench.locomo import SCORED_CHARS, Conversation, Question, Turn, read_folder, score
from tests.bench.options import Options
from tests.bench.rows import Row, at_least
from tests.gateway_process import event

_BAR = 0.77
_ASKED: dict[str, Any] = {"limit": 50, "max_chars": SCORED_CHARS}
Said = Callable[[Turn], str]
ScopeOf = Callable[[Conversation], str]


@dataclass(frozen=True)
class Scores:
    """Scores by conversation, and how many questions got no hit at all."""

    by_conversation: dict[str, list[float]]
    empty: int

    @property
    def mean(self) -> float:
        """Over all questions, so that a long conversation counts more."""
        return fmean(value for values in self.by_conversation.values() for value in values)

    @property
    def questions(self) -> int:
        return sum(map(len, self.by_conversation.values()))


class Memory:
    """A gateway that holds the conversations."""

    def __init__(self, client: httpx.Client, scope_of: ScopeOf, said: Said) -> None:
        self._client, self._scope_of, self._said = client, scope_of, said

    def store(self, conversations: list[Conversation]) -> None:
        for conversation in conversations:
            for number, turns in conversation.sessions.items():
                self._append(conversation, number, turns)

    def _append(self, conversation: Conversation, number: int, turns: list[Turn]) -> None:
        name = conversation.name
        events = [
            event(f"{name}.{number}.{turn.turn_id[1]}", self._said(turn), turn.role, turn.created_at)
            for turn in turns
        ]
        session = {
            "host": "codex",
            "session_id": f"{name}-{number}",
            "scope_id": self._scope_of(conversation),
        }
        self._post("/agent_session_append", {**session, "events": events})

    def scores(self, conversations: list[Conversation], path: str, **options: Any) -> Scores:
        """Ask every question at ``path``."""
        found: dict[str, list[float]] = {}
        empty = 0
        for conversation in conversations:
            texts = conversation.text_of()
            values = found.setdefault(conversation.name, [])
            for question in conversation.questions:
                snippets = self._snippets(conversation, question, path, options)
                empty += not snippets
                value = score(question, snippets, texts)
                if value is not None:
                    values.append(value)
        return Scores(found, empty)

    def _snippets(
        self, conversation: Conversation, question: Question, path: str, options: dict[str, Any]
    ) -> list[str]:
        body = {"query": question.text, "scope_id": self._scope_of(conversation), **_ASKED, **options}
        return [hit["snippet"] for hit in self._post(path, body)["hits"]]

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        reply = self._client.post(path, json=body)
        reply.raise_for_status()
        answer: dict[str, Any] = reply.json()
        return answer


def rows(options: Options) -> Iterator[Row]:
    """Per conversation and mean; other ways to store and to ask for information."""
    assert options.locomo is not None
    conversations = read_folder(options.locomo)

    def own_scope(conversation: Conversation) -> str:
        return f"locomo-{conversation.name}"

    def text_alone(turn: Turn) -> str:
        return turn.text

    with _memory(options.folder / "own-scopes", own_scope, text_alone) as memory:
        memory.store(conversations)
        recalled = memory.scores(conversations, "/agent_memory_recall")
        note = f"{recalled.questions} questions, {recalled.empty} of them without any hit"
        yield Row("recall quality, LoCoMo evidence", recalled.mean, "share", at_least(_BAR), note)
        for name, values in recalled.by_conversation.items():
            yield Row(f"… conversation {name}", fmean(values), "share", note=f"{len(values)} questions")
        unbounded = memory.scores(conversations, "/agent_memory_recall", min_score=0)
        yield Row("… with min_score 0", unbounded.mean, "share", note=f"{unbounded.empty} without any hit")
        searched = memory.scores(conversations, "/search")
        yield Row("… asked by search", searched.mean, "share", note=f"{searched.empty} without any hit")

    with _memory(options.folder / "one-scope", lambda _: "default", text_alone) as memory:
        memory.store(conversations)
        yield Row(
            "… all conversations in one scope",
            memory.scores(conversations, "/agent_memory_recall").mean,
            "share",
        )

    with _memory(options.folder / "names", own_scope, lambda turn: f"{turn.speaker}: {turn.text}") as memory:
        memory.store(conversations)
        named = memory.scores(conversations, "/agent_memory_recall")
        yield Row("… with the speaker's name before each turn", named.mean, "share")


@contextmanager
def _memory(folder: Path, scope_of: ScopeOf, said: Said) -> Iterator[Memory]:
    with gateway(folder) as server, server.client() as client:
        yield Memory(client, scope_of, said)
