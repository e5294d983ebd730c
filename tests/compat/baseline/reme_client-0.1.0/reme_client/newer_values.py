"""Replies of a newer minor version: an enumeration may have a value that this client's models don't list.

Losing a whole reply for one such word would be worse than showing it, so it is kept as it came.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import ValidationError

from ._generated.v1.wire_model import WireModel

_ModelT = TypeVar("_ModelT", bound=WireModel)
_Path = tuple[int | str, ...]


def parse_reply(model: type[_ModelT], document: object) -> _ModelT:
    """Read a reply, keeping unknown words. Raises MalformedDocument for everything else that breaks the
    schema.
    """
    try:
        return model.model_validate(document)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False)
    words = {fault["loc"]: fault["input"] for fault in faults if fault["type"] == "literal_error"}
    if len(words) < len(faults) or not all(isinstance(word, str) for word in words.values()):
        return model.parse(document)
    known = copy.deepcopy(document)
    for path in words:
        _container(known, path)[path[-1]] = _first_known(model, path)
    reply = model.parse(known)
    for path, word in words.items():
        # The models are frozen for their users; nobody else has seen this one yet.
        vars(_container(reply, path))[str(path[-1])] = word
    return reply


def _container(value: Any, path: _Path) -> Any:
    """What holds the last part of a path, in a document or in the model made from it."""
    for part in path[:-1]:
        value = getattr(value, str(part)) if isinstance(value, WireModel) else value[part]
    return value


def _first_known(model: type[WireModel], path: _Path) -> str:
    annotation: Any = model
    for part in path:
        if isinstance(part, str):
            owner = next(kind for kind in _parts(annotation) if _is_model(kind))
            annotation = owner.model_fields[part].annotation
    literal = next(kind for kind in _parts(annotation) if get_origin(kind) is Literal)
    return str(get_args(literal)[0])


def _is_model(kind: Any) -> bool:
    # Python 3.10 calls list[int] an instance of type.
    return get_origin(kind) is None and isinstance(kind, type) and issubclass(kind, WireModel)


def _parts(annotation: Any) -> Iterator[Any]:
    """An annotation and everything inside it: ``list[Hit] | None`` has ``Hit`` in it."""
    yield annotation
    if get_origin(annotation) is not Literal:
        for argument in get_args(annotation):
            yield from _parts(argument)
