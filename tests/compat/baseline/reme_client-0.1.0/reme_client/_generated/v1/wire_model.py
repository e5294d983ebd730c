# Generated: do not edit, your change would be lost.
# By   templates/_partials/wire_model.py.jinja
# Edit those and run `nox -s generate`.
"""The base of every model: strict, immutable, and as hard on null as the schemas are."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

_Model = TypeVar("_Model", bound="WireModel")
_NULL = "null is not allowed: leave the member out"


class MalformedDocument(ValueError):
    """A document that breaks its schema. ``pointer`` is a JSON Pointer to the value that is to blame.

    ``detail`` says what is wrong and repeats nothing of the value.
    """

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(f"{pointer or 'the document'}: {detail}")
        self.pointer = pointer
        self.detail = detail


class WireModel(BaseModel):
    """An object of the contract. Types are strict, as in JSON Schema: "5" and true are no integers."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    # In Python an absent member is None; in a document null is something else, and refused.
    null_allowed: ClassVar[bool] = False

    @classmethod
    def model_validate(cls: type[_Model], obj: Any, **options: Any) -> _Model:
        """Read what ``json.loads`` gave. Raises pydantic's ValidationError, also for null in place of an absent member."""
        model = super().model_validate(obj, **options)
        if not cls.null_allowed:
            null = _explicit_null(model)
            if null is not None:
                fault = InitErrorDetails(type=PydanticCustomError("null", _NULL), loc=null, input=None)
                raise ValidationError.from_exception_data(cls.__name__, [fault])
        return model

    @classmethod
    def parse(cls: type[_Model], document: object) -> _Model:
        """As ``model_validate``. Raises MalformedDocument for the first fault, in the order of the schema."""
        try:
            return cls.model_validate(document)
        except ValidationError as error:
            raise _malformed(error) from None

    def wire(self) -> dict[str, Any]:
        """What ``json.dumps`` takes: absent members stay absent."""
        return self.model_dump(mode="python", exclude_none=True)


class StoredModel(WireModel):
    """An object that is only on disk, where older or foreign writers may have put null."""

    null_allowed = True


def _malformed(error: ValidationError) -> MalformedDocument:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    pointer = "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in first["loc"])
    return MalformedDocument(pointer, _DETAILS.get(first["type"], first["msg"]))


_DETAILS = {
    "missing": "this member is required",
    "extra_forbidden": "no such member is known",
    "model_type": "a JSON object is needed",
}


def _explicit_null(value: object) -> tuple[str | int, ...] | None:
    """Path to the first member that was set to None."""
    if isinstance(value, WireModel):
        for name, member in value.__dict__.items():
            if member is None:
                if name in value.model_fields_set:
                    return (name,)
            elif not isinstance(member, str):
                found = _explicit_null(member)
                if found is not None:
                    return (name, *found)
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            found = _explicit_null(entry)
            if found is not None:
                return (index, *found)
    return None
