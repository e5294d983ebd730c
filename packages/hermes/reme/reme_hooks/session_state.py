# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/session_state.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""What the hooks of one session tell each other: what was put in, when it was compacted, its turns."""

from . import system
from ._generated.v1 import hooks as rules
from ._generated.v1 import limits
from .identity import session_key
from .moments import timestamp
from .private_file import read_object, sweep_temporary, write_object

_SUFFIX = ".json"
_NO_PERSON = ":-"


class SessionState:
    """One session's memory between its processes. Losing it costs a repetition, never a turn."""

    __slots__ = ("_changed", "_path", "compacted_at", "injected", "marks", "scope", "turns")

    def __init__(self, folder: str, host: str, session_id: str) -> None:
        self._path = folder + "/" + session_key(host, "", session_id) + _SUFFIX
        stored = read_object(self._path) if folder else {}
        self.compacted_at = _text(stored.get("compacted_at"))
        self.scope = _text(stored.get("scope"))
        self.injected = _texts(stored.get("injected"))
        self.marks = _texts(stored.get("marks"))
        self.turns = _texts(stored.get("turns"))
        self._changed = False

    def injected_now(self, ids: "list[str]") -> None:
        """Remember hits that the agent has in its history from here on."""
        if ids:
            self.injected = [known for known in self.injected if known not in ids] + ids
            self.injected = self.injected[-limits.EXCLUDE_IDS :]
            self._changed = True

    def marked_now(self, marks: "list[str]") -> None:
        """Remember which lines a brief has shown, so that no recall repeats one."""
        if marks:
            self.marks = [known for known in self.marks if known not in marks] + marks
            self.marks = self.marks[-limits.EXCLUDE_IDS :]
            self._changed = True

    def compacted_now(self) -> None:
        """What was put in before is gone from the agent's context."""
        self.injected = []
        self.marks = []
        self.compacted_at = timestamp()
        self._changed = True

    def settle_scope(self, scope: str) -> None:
        """Keep a session in the scope in which it began."""
        if scope != self.scope:
            self.scope = scope
            self._changed = True

    def begins_turn(self, event_id: str) -> bool:
        """Whether this prompt is the first of its turn, or the same one again."""
        turn = event_id.rpartition(":")[0]
        for known in self.turns:
            if known == event_id:
                return True
            if known.startswith(turn + ":"):
                return False
        self.turns = [*self.turns, event_id][-rules.STATE_TURNS :]
        self._changed = True
        return True

    def begins_without_person(self, turn: str) -> None:
        """Remember that the host itself began this turn, unless a person's prompt did."""
        if not self._knows(turn + ":u:") and turn + _NO_PERSON not in self.turns:
            self.turns = [*self.turns, turn + _NO_PERSON][-rules.STATE_TURNS :]
            self._changed = True

    def is_without_person(self, turn: str) -> bool:
        """Whether no person's prompt belongs to this turn, as far as is known."""
        return turn + _NO_PERSON in self.turns and not self._knows(turn + ":u:")

    def _knows(self, start: str) -> bool:
        return any(known.startswith(start) for known in self.turns)

    def save(self) -> None:
        """Write what changed. Raises OSError."""
        if not self._changed:
            return
        value: dict[str, object] = {"injected": self.injected, "turns": self.turns}
        if self.compacted_at:
            value["compacted_at"] = self.compacted_at
        if self.marks:
            value["marks"] = self.marks
        if self.scope:
            value["scope"] = self.scope
        write_object(self._path, value)
        self._changed = False


def sweep_states(folder: str) -> None:
    """Remove states of sessions long past, and the oldest when there are too many."""
    sweep_temporary(folder, rules.TEMPORARY_AGE_MS)
    oldest = system.time_ns() - rules.STATE_AGE_MS * 1_000_000
    paths = [folder + "/" + name for name in system.file_names(folder) if name.endswith(_SUFFIX)]
    aged = sorted((system.modified_ns(path), path) for path in paths)
    for position, (changed, path) in enumerate(aged):
        if changed < oldest or position < len(aged) - rules.STATE_FILES:
            system.remove_file(path)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: object) -> "list[str]":
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []
