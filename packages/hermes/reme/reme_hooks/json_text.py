# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/json_text.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Reads and writes JSON without importing ``json``, which costs as much as starting the interpreter."""

try:
    from _json import make_scanner as _make_scanner  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    from json.scanner import py_make_scanner as _make_scanner  # type: ignore[attr-defined, no-redef, unused-ignore]

try:
    from _json import encode_basestring_ascii as _quote  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    from json.encoder import encode_basestring_ascii as _quote

_BLANKS = " \t\n\r"


def _refuse(name: str) -> float:
    raise ValueError(name + " is no JSON.")


class _Context:
    """What the scanner asks for: plain objects and lists, no constants outside the standard."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = staticmethod(_refuse)
    parse_object = None
    parse_array = None
    parse_string = None
    memo: "dict[str, str]" = {}  # noqa: RUF012


def decode(text: str) -> object:
    """The value that a whole text holds. Raises ValueError when it is not one JSON value or too deep."""
    try:
        scan = _make_scanner(_Context())  # type: ignore[arg-type, unused-ignore]
        start = len(text) - len(text.lstrip(_BLANKS))
        value, end = scan(text, start)
    except StopIteration as stop:
        raise ValueError("There is no JSON value at character " + str(stop.value) + ".") from None
    except SystemError:
        # Some versions take the exception from json.decoder without importing it, and fail like this.
        raise ValueError("The text is no JSON.") from None
    except RecursionError:
        raise ValueError("The JSON is nested too deeply.") from None
    if text[end:].strip(_BLANKS):
        raise ValueError("Something follows the JSON value at character " + str(end) + ".")
    return value


def encode(value: object) -> str:
    """JSON in ASCII without blanks. Raises ValueError for what JSON can't hold."""
    if isinstance(value, str):
        return _quote(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float) and value - value == 0:
        return float.__repr__(value)
    if isinstance(value, dict):
        return (
            "{" + ",".join([_quote(str(name)) + ":" + encode(entry) for name, entry in value.items()]) + "}"
        )
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([encode(entry) for entry in value]) + "]"
    raise ValueError("JSON has no " + type(value).__name__ + ".")
