"""How the clients' methods look to ``help`` and editors, although one builder makes both twins."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

_Method = TypeVar("_Method", bound=Callable[..., Any])


def presented_like(build: Callable[..., Any]) -> Callable[[_Method], _Method]:
    """Give a method the name, text and parameters of the builder of its call, and the reply as its result."""

    def present(method: _Method) -> _Method:
        signature = inspect.signature(build)
        reply = str(signature.return_annotation).removeprefix("Call[").removesuffix("]")
        method.__name__ = build.__name__
        method.__doc__ = build.__doc__
        method.__signature__ = signature.replace(return_annotation=reply)  # type: ignore[attr-defined]
        return method

    return present
