"""Whether a contract only grew since its last release; if not, what breaks whom and what to do instead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .documents import pointer
from .surface import Surface

Use = Literal["request", "reply", "stored"]

_LOWER = ("minimum", "minLength", "minItems")
_UPPER = ("maximum", "maxLength", "maxItems")
_REPEATED = re.compile(r"\^(\[[^\]]+\])\{(\d+),(\d+)\}\$")
_OTHER = "keep it as it was and add another one beside it; only a v2 may change it"
_NEVER = "put it back: v1 never changes it, because it is on users' disks and in installed packages"
_STRICT = "Strict readers (the generated validators and models) refuse the whole document."
_KINDS: dict[Use, str] = {"request": "a request", "reply": "a reply", "stored": "a stored line"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One breaking change. ``rule`` names its kind; ``file`` is relative to the repository."""

    file: str
    json_pointer: str
    rule: str
    problem: str
    fix: str

    def __str__(self) -> str:
        return f"{self.file}#{self.json_pointer}: {self.problem} [{self.rule}]\n  fix: {self.fix}"


@dataclass(frozen=True, slots=True)
class Growth:
    """One allowed addition; ``needs_minor`` when a client can use it only where the server knows it."""

    file: str
    json_pointer: str
    what: str
    needs_minor: bool

    def __str__(self) -> str:
        return f"{self.file}#{self.json_pointer}: {self.what}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed between two surfaces; nothing at all when both are empty."""

    findings: tuple[Finding, ...]
    growth: tuple[Growth, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    file: str
    pointer: str

    def at(self, *parts: Any) -> _Place:
        return _Place(self.file, self.pointer + pointer(parts))

    def broken(self, rule: str, problem: str, fix: str = _OTHER) -> Finding:
        return Finding(self.file, self.pointer, rule, problem, fix)

    def grown(self, what: str, needs_minor: bool = False) -> Growth:
        return Growth(self.file, self.pointer, what, needs_minor)


_Changes = Iterator[Finding | Growth]


def compare(baseline: Surface, current: Surface) -> Comparison:
    """Every breaking change and every addition from the released surface to the present one. Pure."""
    changes = [
        *_operations(baseline, current),
        *_errors(baseline["errors"], current["errors"]),
        *_limits(baseline["limits"], current["limits"]),
        *_bodies(baseline, current),
        *_data(baseline["data"], current["data"]),
        *_vectors(baseline["vectors"], current["vectors"]),
    ]
    growth = tuple(change for change in changes if isinstance(change, Growth))
    changes.extend(_version(baseline, current, growth))
    return Comparison(tuple(change for change in changes if isinstance(change, Finding)), growth)


_FROZEN = ("identity",)
# What looks like a credential or a payload follows the services that issue them: these rules may be corrected
# within a major version. Nobody keys anything by their outcome.
_CORRECTABLE = ("redaction",)
_CORRECTABLE_VECTORS = frozenset(
    f"contract/v1/vectors/{name}.json" for name in ("redaction", "base64", "content")
)


def _place(row: Mapping[str, Any]) -> _Place:
    file, where = row["origin"]
    return _Place(file, where)


def _operations(baseline: Surface, current: Surface) -> _Changes:
    old_rows, new_rows = baseline["operations"], current["operations"]
    for name, old in old_rows.items():
        if name not in new_rows:
            yield _place(old).broken("operation-removed", f"the operation {name} is gone or renamed")
            continue
        new = new_rows[name]
        place = _place(new)
        for key in ("method", "path", "token_required"):
            if old[key] != new[key]:
                problem = f"{key} of {name} was {old[key]!r} and is {new[key]!r}"
                yield place.at(key).broken(f"operation-{key.replace('_', '-')}", problem)
        lost = set(old["audience"]) - set(new["audience"])
        if lost and "all" not in new["audience"]:
            problem = f"{name} is no longer for {', '.join(sorted(lost))}"
            yield place.at("audience").broken("operation-audience", problem)
        if old["retry_safe"] and not new["retry_safe"]:
            problem = f"{name} was safe to repeat, and released clients repeat it"
            yield place.at("idempotency", "retry_safe").broken("operation-retry", problem)
        if new["deadline_ms"] < old["deadline_ms"]:
            problem = f"the deadline of {name} shrank from {old['deadline_ms']} to {new['deadline_ms']} ms"
            yield place.at("deadline_ms").broken("deadline-shrunk", problem)
        yield from _tool(old["tool"], new["tool"], place.at("tool"))
    for name in sorted(set(new_rows) - set(old_rows)):
        yield _place(new_rows[name]).grown(f"new operation {name}", needs_minor=True)


def _tool(old: Any, new: Any, place: _Place) -> _Changes:
    if old is None:
        if new is not None:
            yield place.grown(f"new tool {new['name']}")
        return
    if new is None:
        yield place.broken("tool-removed", f"the tool {old['name']} is gone")
        return
    for key, value in old.items():
        if new.get(key) != value:
            problem = f"{key} of the tool {old['name']} was {value!r} and is {new.get(key)!r}"
            fix = "put it back: hosts' permissions and users' habits hold on to names and annotations"
            yield place.at(key).broken("tool-changed", problem, fix)


def _errors(old_rows: Mapping[str, Any], new_rows: Mapping[str, Any]) -> _Changes:
    for code, old in old_rows.items():
        if code not in new_rows:
            yield _place(old).broken("error-removed", f"the error code {code} is gone or renamed")
            continue
        for key in ("status", "retryable"):
            if old[key] != new_rows[code][key]:
                problem = f"{key} of {code} was {old[key]} and is {new_rows[code][key]}"
                fix = "put it back and add a code of its own for the new case"
                yield _place(new_rows[code]).at(key).broken(f"error-{key}", problem, fix)
    for code in sorted(set(new_rows) - set(old_rows)):
        yield _place(new_rows[code]).grown(f"new error code {code}")


def _limits(old_rows: Mapping[str, Any], new_rows: Mapping[str, Any]) -> _Changes:
    place = _Place("contract/v1/limits.json", "/limits")
    for name, old in old_rows.items():
        new = new_rows.get(name)
        if new is None:
            yield place.at(name).broken("limit-removed", f"the limit {name} is gone or renamed")
        elif new["unit"] != old["unit"]:
            problem = f"{name} was in {old['unit']} and is in {new['unit']}"
            yield place.at(name, "unit").broken("limit-unit", problem)
        elif new["value"] < old["value"]:
            problem = f"{name} shrank from {old['value']} to {new['value']}"
            fix = f"allow at least {old['value']}: released clients use it up"
            yield place.at(name, "value").broken("limit-shrunk", problem, fix)
        elif new["value"] > old["value"]:
            yield place.at(name, "value").grown(f"{name} is {new['value']}", needs_minor=True)


def _bodies(baseline: Surface, current: Surface) -> _Changes:
    """Every shape that released programs send, read or have stored, each in its use."""
    walk = _SchemaWalk(baseline["shapes"], current["shapes"])
    for name, old in baseline["operations"].items():
        new = current["operations"].get(name)
        if new is not None:
            yield from walk.shape(old["request"], new["request"], "request")
            yield from walk.shape(old["reply"], new["reply"], "reply")
    if "Problem" in baseline["shapes"]:
        yield from walk.stable("Problem", "reply")
    for name, shape in baseline["shapes"].items():
        if shape["role"] == "stored":
            yield from walk.stable(name, "stored")


class _SchemaWalk:
    """Two sets of shapes side by side. A shape is told about once for each use."""

    def __init__(self, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        self._old = old
        self._new = new
        self._seen: set[tuple[str, str, Use]] = set()

    def stable(self, name: str, use: Use) -> _Changes:
        """A shape that no operation refers to, and that must keep its name."""
        if name in self._new:
            yield from self.shape(name, name, use)
        else:
            yield _place(self._old[name]).broken("shape-removed", f"{name} is gone or renamed", _NEVER)

    def shape(self, old: str, new: str, use: Use) -> _Changes:
        if (old, new, use) not in self._seen:
            self._seen.add((old, new, use))
            place = _place(self._new[new])
            yield from self._schema(self._old[old]["schema"], self._new[new]["schema"], place, use)

    def _schema(self, old: Any, new: Any, place: _Place, use: Use) -> _Changes:
        if "default" in old or "default" in new:
            yield from _default(old.get("default"), new.get("default"), place.at("default"))
        old_name, new_name = _target(old), _target(new)
        if old_name and new_name:
            yield from self.shape(old_name, new_name, use)
            return
        if old_name:
            old = self._old[old_name]["schema"]
        if new_name:
            new, place = self._new[new_name]["schema"], _place(self._new[new_name])
        if old["type"] != new["type"]:
            problem = f"the type in {_KINDS[use]} was {old['type']} and is {new['type']}"
            yield place.at("type").broken("retyped", problem)
            return
        for keyword in (*_LOWER, *_UPPER, "enum", "pattern"):
            before, after = _value(old, keyword), _value(new, keyword)
            if before != after:
                yield _constraint(keyword, before, after, place.at(keyword), use)
        if "items" in old:
            yield from self._schema(old["items"], new["items"], place.at("items"), use)
        if "properties" in old:
            yield from self._properties(old, new, place, use)

    def _properties(self, old: Any, new: Any, place: _Place, use: Use) -> _Changes:
        needed_before, needed = set(old.get("required", ())), set(new.get("required", ()))
        for name, part in old["properties"].items():
            where = place.at("properties", name)
            if name not in new["properties"]:
                problem = f"{name} of {_KINDS[use]} is gone or renamed"
                yield where.broken("property-removed", problem)
                continue
            yield from self._schema(part, new["properties"][name], where, use)
            if name in needed_before - needed:
                yield _no_longer_required(name, place.at("required"), use)
        for name in new["properties"]:
            if name in needed - needed_before:
                yield _newly_required(name, place.at("required"), use)
            elif name not in old["properties"]:
                where = place.at("properties", name)
                yield where.grown(f"new member {name} of {_KINDS[use]}", needs_minor=use == "request")


def _target(schema: Mapping[str, Any]) -> str:
    return str(schema.get("$ref", "")).removeprefix("#/$defs/")


def _value(schema: Mapping[str, Any], keyword: str) -> Any:
    """A constraint in the one form it is compared in: no order of words, no lower bound that says nothing."""
    value = schema.get(keyword)
    if keyword == "enum" and value is not None:
        return sorted(value)
    return None if keyword in ("minLength", "minItems") and value == 0 else value


def _default(old: Any, new: Any, place: _Place) -> _Changes:
    if (old, type(old)) != (new, type(new)):
        problem = f"leaving it out meant {old!r} and means {new!r}"
        yield place.broken("default-changed", problem, "put the default back; absence keeps its meaning")


def _newly_required(name: str, place: _Place, use: Use) -> Finding:
    reason = {
        "request": "released clients don't send it",
        "reply": "newer readers would refuse the answers of older servers",
        "stored": "lines on users' disks don't have it",
    }
    problem = f"{name} is newly required in {_KINDS[use]}: {reason[use]}"
    return place.broken("newly-required", problem, "make it optional and say what its absence means")


def _no_longer_required(name: str, place: _Place, use: Use) -> Finding | Growth:
    if use == "request":
        return place.grown(f"{name} may be left out", needs_minor=True)
    problem = f"{name} may be absent from {_KINDS[use]}, and released readers need it"
    return place.broken("no-longer-required", problem, "keep it in `required` and go on filling it")


def _constraint(keyword: str, old: Any, new: Any, place: _Place, use: Use) -> Finding | Growth:
    """Requests may get wider. Replies and stored lines pass between older and newer programs both ways."""
    change = f"{keyword} of {_KINDS[use]} was {old!r} and is {new!r}"
    narrower = _is_narrower(keyword, old, new)
    if use == "request":
        if narrower:
            problem = f"{change}: what was accepted is refused"
            return place.broken(f"{keyword}-narrowed", problem, "go back to what was accepted")
        return place.grown(change, needs_minor=True)
    side = "older programs wrote the other values" if narrower else f"released readers: {_STRICT}"
    fix = "leave the value as it is and say the new thing in a new optional member"
    return place.broken(f"{keyword}-{'narrowed' if narrower else 'widened'}", f"{change}; {side}", fix)


def _is_narrower(keyword: str, old: Any, new: Any) -> bool:
    if new is None:
        return False
    if old is None:
        return True
    if keyword == "enum":
        return not set(old) <= set(new)
    if keyword == "pattern":
        return not _is_wider_repeat(old, new)
    return bool(new > old) if keyword in _LOWER else bool(new < old)


def _is_wider_repeat(old: str, new: str) -> bool:
    """Of other patterns nobody can say in general whether one includes the other."""
    before, after = _REPEATED.fullmatch(old), _REPEATED.fullmatch(new)
    if before is None or after is None or before[1] != after[1]:
        return False
    return int(after[2]) <= int(before[2]) and int(before[3]) <= int(after[3])


def _data(old_modules: Mapping[str, Any], new_modules: Mapping[str, Any]) -> _Changes:
    for name, old in old_modules.items():
        place = _Place("contract/hosts", "") if name == "hosts" else _Place(f"contract/v1/{name}.json", "")
        if name not in new_modules:
            yield place.broken("data-removed", "the file is gone", _NEVER)
        elif name in _CORRECTABLE:
            yield from _kept(_without_rules(old), _without_rules(new_modules[name]), place)
        elif name in _FROZEN:
            for key, value in old.items():
                if new_modules[name].get(key) != value:
                    yield place.at(key).broken("data-changed", f"{key} changed", _NEVER)
        else:
            yield from _kept(old, new_modules[name], place)


def _without_rules(data: Mapping[str, Any]) -> dict[str, Any]:
    """Only which patterns there are: how one is recognised may be corrected; none is dropped."""
    return {**data, "patterns": dict.fromkeys(data["patterns"], "")}


def _kept(old: Any, new: Any, place: _Place) -> _Changes:
    """Members stay, with their values; a list may get more at its end, because its order is a ranking."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key, value in old.items():
            if key in new:
                yield from _kept(value, new[key], place.at(key))
            else:
                yield place.at(key).broken("data-removed", f"{key} is gone or renamed", _NEVER)
        for key in new:
            if key not in old:
                yield place.at(key).grown(f"new: {key}")
    elif isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        if list(new[: len(old)]) != list(old):
            yield place.broken("data-changed", f"the list no longer starts with {list(old)!r}", _NEVER)
        elif len(new) > len(old):
            yield place.grown(f"new: {list(new[len(old) :])!r}")
    elif old != new or isinstance(old, bool) != isinstance(new, bool):
        yield place.broken("data-changed", f"was {old!r} and is {new!r}", _NEVER)


def _vectors(old_files: Mapping[str, Any], new_files: Mapping[str, Any]) -> _Changes:
    for file, groups in old_files.items():
        if file in _CORRECTABLE_VECTORS:
            continue
        for group, cases in groups.items():
            present = new_files.get(file, {}).get(group, {})
            place = _Place(file, pointer((group,)))
            for name, digest in cases.items():
                if name not in present:
                    fix = "put the case back: it proves what released programs count on"
                    yield place.broken("vector-removed", f"the case {name!r} is gone or renamed", fix)
                elif present[name] != digest:
                    fix = "put the case back and change the code; a new rule gets a new case"
                    yield place.broken("vector-changed", f"the case {name!r} has other bytes", fix)


def _version(baseline: Surface, current: Surface, growth: tuple[Growth, ...]) -> _Changes:
    place = _Place("contract/v1/operations.json", "/integration_api_version")
    if baseline["version_header"] != current["version_header"]:
        header = _Place(place.file, "/version_header")
        yield header.broken("version-header", "released programs send and read another header", _NEVER)
    old, new = (tuple(int(part) for part in side["api_version"].split(".")) for side in (baseline, current))
    if new[0] != old[0]:
        fix = "start the folder contract/v2 for it; v1 stays and is served beside it"
        yield place.broken("major-changed", f"the major of v1 became {new[0]}", fix)
    elif new < old:
        yield place.broken("minor-lowered", f"was {baseline['api_version']}", "never go back")
    elif new == old:
        needing = [entry for entry in growth if entry.needs_minor]
        if needing:
            problem = f"older servers of {baseline['api_version']} don't know: {needing[0]}"
            fix = f"raise it to {old[0]}.{old[1] + 1} here and in events.json"
            yield place.broken("minor-not-raised", problem, fix)
