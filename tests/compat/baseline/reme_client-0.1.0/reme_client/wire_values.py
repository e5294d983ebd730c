"""Python values as JSON values, with text that every JSON parser takes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ._generated.v1.wire_model import WireModel
from .errors import InvalidRequestError


def well_formed(text: str) -> str:
    """The text with each lone surrogate replaced by U+FFFD; two halves of one character are joined."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def to_wire(value: object) -> Any:
    """Models, mappings and iterables as what ``json.dumps`` takes. Other values pass as they are."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, WireModel):
        # What was not set is left out: a scope at its default can be told from one that was asked for.
        return to_wire(value.model_dump(exclude_unset=True, exclude_none=True))
    if isinstance(value, Mapping):
        return {
            well_formed(name) if isinstance(name, str) else name: to_wire(item)
            for name, item in value.items()
        }
    if isinstance(value, Iterable) and not isinstance(value, bytes | bytearray):
        return [to_wire(item) for item in value]
    return value


def encode(value: object, pointer: str = "") -> bytes:
    """JSON in UTF-8 without blanks. Raises InvalidRequestError, naming ``pointer``, for what JSON has no form
    for.
    """
    try:
        text = json.dumps(to_wire(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        # No cause: the encoder's messages quote the value.
        raise InvalidRequestError(
            f"{pointer or 'The request'} holds a value that JSON cannot carry.", pointer=pointer
        ) from None
    return text.encode("utf-8")
