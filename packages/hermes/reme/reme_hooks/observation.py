# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/observation.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""What an adapter makes of a host's payload."""


class Observation:
    """Something that happened in a session, in the contract's words; None stands for what did not come."""

    __slots__ = ("agent_id", "answer", "folder", "no_person", "prompt", "session_id", "turn")

    def __init__(
        self,
        session_id: str,
        turn: str = "",
        prompt: "str | None" = None,
        answer: "str | None" = None,
        agent_id: str = "",
        folder: str = "",
        no_person: bool = False,
    ) -> None:
        self.session_id = session_id
        self.turn = turn
        self.prompt = prompt
        self.answer = answer
        self.agent_id = agent_id
        self.folder = folder
        self.no_person = no_person

    def __repr__(self) -> str:
        # Text of users has no place in logs and tracebacks.
        return f"Observation(session {self.session_id!r}, turn {self.turn!r})"


def text_at(payload: "dict[str, object]", name: str) -> str:
    """A member that is text, or an empty string."""
    value = payload.get(name)
    return value if isinstance(value, str) else ""
