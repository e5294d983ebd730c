# Generated: do not edit, your change would be lost.
# From contract/v1/events.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from typing import Final, Literal, TypedDict

class EventField(TypedDict):
    name: str
    meaning: str

class LifecycleEvent(TypedDict):
    name: str
    title: str
    meaning: str
    fields: tuple[FieldSupply, ...]
    actions: tuple[object, ...]

class FieldSupply(TypedDict):
    name: str
    supply: Literal["always", "when_known"]

INTEGRATION_API_VERSION: Final[str]
FIELDS: Final[tuple[EventField, ...]]
EVENTS: Final[tuple[LifecycleEvent, ...]]
