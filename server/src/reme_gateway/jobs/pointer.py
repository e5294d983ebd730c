"""From pydantic's errors to the contract's: one JSON Pointer and one sentence."""

from __future__ import annotations

from pydantic import ValidationError

from reme_gateway.errors import GatewayError


def first_error(error: ValidationError) -> tuple[str, str]:
    """JSON Pointer to the first wrong value and a sentence about it, without the value itself."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    pointer = "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in first["loc"])
    return pointer, first["msg"]


def invalid_request(error: ValidationError) -> GatewayError:
    """The refusal of a whole request."""
    pointer, message = first_error(error)
    return GatewayError("invalid_request", f"{pointer or 'The request'}: {message}.", pointer=pointer)
