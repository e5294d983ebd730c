# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/recall.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Asks for what is remembered and makes the block for the prompt."""

from ._generated.v1 import hooks as rules
from ._generated.v1 import limits
from .boundary import wrap, wrap_text
from .exchange import Answer, Server
from .identity import digest
from .json_text import decode, encode
from .truncation import well_formed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .descriptor import Host
    from .session_state import SessionState

RECALL = "agent_memory_recall"
CONTEXT = "agent_session_context"


class Size:
    """How long a block may be: in code points, and in the host's own unit."""

    __slots__ = ("_bytes", "max_chars")

    def __init__(self, host: "Host", wanted: int) -> None:
        self.max_chars = wanted or host.max_chars
        if host.limit:
            self.max_chars = min(self.max_chars, host.limit)
        self._bytes = host.limit if host.limit_is_bytes else 0

    def fit(self, make: "Callable[[int], str]") -> str:
        """The longest block that ``make`` gives within both limits."""
        chars = self.max_chars
        while chars >= rules.LEAST_CHARS:
            block = make(chars)
            size = len(block.encode("utf-8"))
            if not self._bytes or size <= self._bytes:
                return block
            chars = min(chars - 1, chars * self._bytes // size)
        return ""


class Recalled:
    """The block, the ids of hits that the agent knows with it, and marks of the lines that it shows."""

    __slots__ = ("block", "ids", "marks")

    def __init__(self, block: str = "", ids: "tuple[str, ...]" = (), marks: "tuple[str, ...]" = ()) -> None:
        self.block = block
        self.ids = ids
        self.marks = marks


def ask_recall(
    server: Server, query: str, size: Size, scope: str, host: str, session_id: str, state: "SessionState"
) -> Answer:
    """Send a recall request. Raises Unanswered."""
    exclude: dict[str, object] = {"host": host, "session_id": well_formed(session_id)}
    if state.compacted_at:
        exclude["after"] = state.compacted_at
    body: dict[str, object] = {
        "query": query[: limits.QUERY_CHARS],
        "max_chars": size.max_chars,
        "scope_id": well_formed(scope),
        "exclude_session": exclude,
    }
    if state.injected:
        body["exclude_ids"] = state.injected
    return server.post(RECALL, encode(body).encode("ascii"))


def read_recall(answer: Answer, size: Size, known: "list[str]") -> Recalled:
    """The block of an answer, without what ``known`` marks. Raises ValueError for an answer that is none."""
    reply = decode(answer.body.decode("utf-8"))
    hits = reply.get("hits") if isinstance(reply, dict) else None
    if not isinstance(hits, list):
        raise ValueError("The answer has no hits.")  # noqa: TRY004
    usable = [hit for hit in hits if isinstance(hit, dict) and wrap([hit], size.max_chars)]
    told = [hit for hit in usable if known and _mark(str(hit.get("snippet"))) in known]
    fresh = [hit for hit in usable if hit not in told]
    block = size.fit(lambda chars: wrap(fresh, chars))
    # Every hit is one item, and nothing inside an item starts a line like one.
    shown = fresh[: block.count("\n- ")]
    return Recalled(block, tuple(hit["id"] for hit in told + shown if isinstance(hit.get("id"), str)))


def ask_context(server: Server, purpose: str, size: Size, scope: str, host: str, session_id: str) -> Answer:
    """Ask what the agent should know without a question. Raises Unanswered."""
    most = min(size.max_chars, rules.START_CHARS) if purpose == "start" else size.max_chars
    body = {
        "purpose": purpose,
        "scope_id": well_formed(scope),
        "host": host,
        "session_id": well_formed(session_id),
        "max_chars": most,
    }
    return server.post(CONTEXT, encode(body).encode("ascii"))


def read_context(answer: Answer, size: Size) -> Recalled:
    """The block of an answer. Raises ValueError for one that is none."""
    reply = decode(answer.body.decode("utf-8"))
    text = reply.get("text") if isinstance(reply, dict) else None
    if not isinstance(text, str):
        raise ValueError("The answer has no text.")  # noqa: TRY004
    block = size.fit(lambda chars: wrap_text(text, chars)) if text else ""
    return Recalled(block, marks=tuple(_marks(block)))


def _marks(block: str) -> "Iterator[str]":
    """Marks of a brief's lines: a fact alone, or after who said it or what it is called."""
    for line in block.split("\n")[1:-1]:
        text = line[2:] if line.startswith("- ") else line
        yield _mark(text)
        named = text.partition(": ")[2]
        if named:
            yield _mark(named)


def _mark(text: str) -> str:
    """Tells whether two texts are the same without keeping either."""
    return digest(" ".join(text.split()).encode("utf-8", "replace"))[:16]
