# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/descriptor.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""A host's descriptor as the hooks read it: what an event asks for, and by when."""

from ._generated.v1 import limits

_LONGEST_MS = limits.RECALL_DEADLINE_MAX_MS


class Row:
    """One row of the descriptor's events. Actions that it does not ask for are empty strings."""

    __slots__ = ("append", "context", "event", "flush", "has_reply", "recall", "seconds", "select")

    def __init__(self, row: "dict[str, object]") -> None:
        actions = {str(action.get("kind")): action for action in _dicts(row.get("actions"))}
        inner = _dict(row.get("deadline")).get("inner_ms")
        self.event = str(row.get("event") or "")
        self.select = _dict(row.get("select"))
        self.has_reply = bool(row.get("reply"))
        self.seconds = min(inner if isinstance(inner, int) else _LONGEST_MS, _LONGEST_MS) / 1000
        self.recall = "recall" in actions
        self.append = str(actions.get("append", {}).get("delivery") or "")
        self.context = str(actions.get("context", {}).get("purpose") or "")
        self.flush = str(actions.get("flush", {}).get("reason") or "")

    def fits(self, payload: "dict[str, object]") -> bool:
        """Whether the payload's members have the values that the row is for."""
        return all(
            isinstance(values, (list, tuple)) and _member_at(payload, pointer) in values
            for pointer, values in self.select.items()
        )


class Host:
    """One host's slice of the descriptors, as the generator writes it."""

    __slots__ = (
        "_events",
        "data_variable",
        "folder",
        "id",
        "limit",
        "limit_is_bytes",
        "max_chars",
        "option_prefix",
        "steering",
        "version",
    )

    def __init__(self, values: "dict[str, object]") -> None:
        injection = _dict(values.get("injection"))
        limit = _dict(injection.get("host_limit"))
        variables = _dict(values.get("variables"))
        self.id = str(values["id"])
        self.folder = str(values["folder"])
        self.version = str(values["version"])
        self.max_chars = _number(injection.get("max_chars"))
        self.limit = _number(limit.get("amount"))
        self.limit_is_bytes = limit.get("unit") == "bytes"
        self.steering = bool(_dict(values.get("capabilities")).get("steering"))
        self.option_prefix = str(variables.get("options") or "")
        self.data_variable = str(variables.get("data") or "")
        self._events = _dicts(values.get("events"))

    def rows(self, event: str) -> "list[Row]":
        """The rows of a native event, in the descriptor's order."""
        return [Row(row) for row in self._events if row.get("native") == event]


def _member_at(value: object, pointer: str) -> object:
    for name in pointer[1:].split("/"):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _dict(value: object) -> "dict[str, object]":
    return value if isinstance(value, dict) else {}


def _dicts(value: object) -> "list[dict[str, object]]":
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, (list, tuple)) else []


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
