# Generated: do not edit, your change would be lost.
# By   templates/_partials/wire_model.py.jinja
# Edit those and run `nox -s generate`.
"""The base of every model: strict, immutable, and read from decoded JSON with `parse`."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

_Model = TypeVar("_Model", bound="WireModel")


class MalformedDocument(ValueError):
    """A document that breaks its schema. ``pointer`` is a JSON Pointer to the value that is to blame.

    ``detail`` is one sentence that repeats nothing of the value.
    """

    def __init__(self, pointer: str, detail: str) -> None:
        super().__init__(f"{pointer or 'the document'}: {detail}")
        self.pointer = pointer
        self.detail = detail


class WireModel(BaseModel):
    """An object of the contract. Types are strict, as in JSON Schema: "5" and true are no integers."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")

    # An absent member is None in Python, and null in JSON is refused, as the schemas say.
    null_allowed: ClassVar[bool] = False

    @classmethod
    def parse(cls: type[_Model], document: object) -> _Model:
        """Read what ``json.loads`` gave. Raises MalformedDocument for the first fault, in the order of the schema."""
        try:
            model = cls.model_validate(document)
        except ValidationError as error:
            raise _malformed(error) from None
        if not cls.null_allowed:
            null = _explicit_null(model)
            if null is not None:
                raise MalformedDocument(null, "null is not allowed: leave the member out")
        return model

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


def _explicit_null(value: object) -> str | None:
    if isinstance(value, WireModel):
        for name, member in value.__dict__.items():
            if member is None:
                if name in value.model_fields_set:
                    return f"/{name}"
            elif not isinstance(member, str):
                found = _explicit_null(member)
                if found is not None:
                    return f"/{name}{found}"
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            found = _explicit_null(entry)
            if found is not None:
                return f"/{index}{found}"
    return None
