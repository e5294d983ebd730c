"""One change of the real contract for each rule: what breaks is named with its place, what grows passes."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reme_generator.compatibility import Comparison, compare
from reme_generator.documents import Document, read_json
from reme_generator.load import Documents, load
from reme_generator.resolve import resolve
from reme_generator.surface import surface

ROOT = Path(__file__).parents[2]
Change = Callable[[Any], Any]
APPEND, RECALL, FLUSH, WRITE, INFO, LINE, PRIMITIVES, PROBLEM = (
    f"{name}.schema.json"
    for name in (
        "session-append",
        "memory-recall",
        "session-flush",
        "memory-write",
        "service-info",
        "session-line",
        "primitives",
        "problem",
    )
)
OPERATIONS, ERRORS, LIMITS, IDENTITY, BOUNDARY = (
    f"{name}.json" for name in ("operations", "errors", "limits", "identity", "boundary")
)


class Released:
    """The contract as it is, taken for a released one."""

    def __init__(self) -> None:
        documents = load(ROOT)
        # Examples name operations and codes that some changes take away; the comparer does not read them.
        self.documents = replace(documents, examples=())
        self.vectors = [
            read_json(ROOT, path) for path in sorted((ROOT / "contract/v1/vectors").glob("*.json"))
        ]
        self.surface = as_stored(self.documents, self.vectors)

    def against(self, file: str, change: Change) -> Comparison:
        """Compare with the contract in which one file is changed."""
        changed = json.loads(json.dumps(self.surface))
        if file in changed:  # what the rules between files would refuse first
            change(changed[file])
        else:
            changed = as_stored(edited(self.documents, file, change), self.vectors)
        return compare(self.surface, changed)


def as_stored(documents: Documents, vectors: list[Document]) -> Any:
    return json.loads(json.dumps(surface(resolve(documents), vectors)))


def edited(documents: Documents, file: str, change: Change) -> Documents:
    def apply(document: Document) -> Document:
        if document.name != file:
            return document
        data = copy.deepcopy(document.data)
        change(data)
        return replace(document, data=data)

    return replace(
        documents,
        schemas=tuple(apply(document) for document in documents.schemas),
        core={name: apply(document) for name, document in documents.core.items()},
        data=tuple(apply(document) for document in documents.data),
    )


@pytest.fixture(scope="module")
def released() -> Released:
    return Released()


def row(data: Any, name: str = "search") -> Any:
    return next(row for row in data["operations"] if row["name"] == name)


def code(data: Any, name: str) -> Any:
    return next(row for row in data["errors"] if row["code"] == name)


def members(data: Any, shape: str) -> Any:
    return data["$defs"][shape]["properties"]


def rename(table: Any, old: str, new: str) -> None:
    table[new] = table.pop(old)


SEARCH = "/operations/4"
RECALL_REQUEST, HIT, ADDED = "/$defs/RecallRequest", "/$defs/MemoryHit", {"type": "string"}

BREAKING: dict[str, tuple[str, Change, str, str]] = {
    # name: file, change, rule, place
    "operation removed": (
        OPERATIONS,
        lambda d: d["operations"].pop(10),
        "operation-removed",
        "/operations/10",
    ),
    "operation renamed": (
        OPERATIONS,
        lambda d: row(d, "reindex").update(name="rebuild"),
        "operation-removed",
        "/operations/10",
    ),
    "path": (OPERATIONS, lambda d: row(d).update(path="/find"), "operation-path", f"{SEARCH}/path"),
    "method": (OPERATIONS, lambda d: row(d).update(method="GET"), "operation-method", f"{SEARCH}/method"),
    "token now needed": (
        OPERATIONS,
        lambda d: row(d, "health").update(token_required=True),
        "operation-token-required",
        "/operations/12/token_required",
    ),
    "token no longer needed": (
        OPERATIONS,
        lambda d: row(d).update(token_required=False),
        "operation-token-required",
        f"{SEARCH}/token_required",
    ),
    "audience lost": (
        OPERATIONS,
        lambda d: row(d).update(audience=["model"]),
        "operation-audience",
        f"{SEARCH}/audience",
    ),
    "audience no longer everybody": (
        OPERATIONS,
        lambda d: row(d, "version").update(audience=["cli"]),
        "operation-audience",
        "/operations/11/audience",
    ),
    "no longer safe to repeat": (
        OPERATIONS,
        lambda d: row(d)["idempotency"].update(retry_safe=False),
        "operation-retry",
        f"{SEARCH}/idempotency/retry_safe",
    ),
    "shorter deadline": (
        OPERATIONS,
        lambda d: row(d).update(deadline_ms=4999),
        "deadline-shrunk",
        f"{SEARCH}/deadline_ms",
    ),
    "tool renamed": (
        "operations",
        lambda d: d["search"]["tool"].update(name="reme_find"),
        "tool-changed",
        f"{SEARCH}/tool/name",
    ),
    "tool says it writes": (
        OPERATIONS,
        lambda d: row(d, "remember")["tool"].update(idempotent=False),
        "tool-changed",
        "/operations/8/tool/idempotent",
    ),
    "tool no longer asks": (
        "operations",
        lambda d: d["forget"]["tool"].update(confirmation=False),
        "tool-changed",
        "/operations/9/tool/confirmation",
    ),
    "tool removed": (
        "operations",
        lambda d: d["search"].update(tool=None),
        "tool-removed",
        f"{SEARCH}/tool",
    ),
    "another header": (
        OPERATIONS,
        lambda d: d.update(version_header="Api-Version"),
        "version-header",
        "/version_header",
    ),
    "error removed": (
        ERRORS,
        lambda d: d["errors"].remove(code(d, "method_not_allowed")),
        "error-removed",
        "/errors/10",
    ),
    "error status": (
        ERRORS,
        lambda d: code(d, "internal_error").update(status=502),
        "error-status",
        "/errors/6/status",
    ),
    "error retryable": (
        ERRORS,
        lambda d: code(d, "internal_error").update(retryable=True),
        "error-retryable",
        "/errors/6/retryable",
    ),
    "limit shrunk": (
        LIMITS,
        lambda d: d["limits"]["event_bytes"].update(value=1048575),
        "limit-shrunk",
        "/limits/event_bytes/value",
    ),
    "limit in another unit": (
        LIMITS,
        lambda d: d["limits"]["drain_seconds"].update(unit="milliseconds", value=20000),
        "limit-unit",
        "/limits/drain_seconds/unit",
    ),
    "limit removed": (
        LIMITS,
        lambda d: d["limits"].pop("query_terms"),
        "limit-removed",
        "/limits/query_terms",
    ),
    "request member removed": (
        RECALL,
        lambda d: members(d, "RecallRequest").pop("min_score"),
        "property-removed",
        f"{RECALL_REQUEST}/properties/min_score",
    ),
    "nested request member renamed": (
        RECALL,
        lambda d: rename(members(d, "ExcludeSession"), "after", "since"),
        "property-removed",
        "/$defs/ExcludeSession/properties/after",
    ),
    "new required request member": (
        RECALL,
        lambda d: (
            members(d, "RecallRequest").update(mode=ADDED),
            d["$defs"]["RecallRequest"]["required"].append("mode"),
        ),
        "newly-required",
        f"{RECALL_REQUEST}/required",
    ),
    "request member now required": (
        RECALL,
        lambda d: d["$defs"]["RecallRequest"]["required"].append("min_score"),
        "newly-required",
        f"{RECALL_REQUEST}/required",
    ),
    "retyped in a request": (
        RECALL,
        lambda d: members(d, "RecallRequest").update(min_score={"type": "string"}),
        "retyped",
        f"{RECALL_REQUEST}/properties/min_score/type",
    ),
    "another default": (
        RECALL,
        lambda d: members(d, "RecallRequest")["max_chars"].update(default=8000),
        "default-changed",
        f"{RECALL_REQUEST}/properties/max_chars/default",
    ),
    "no default any more": (
        RECALL,
        lambda d: members(d, "SearchRequest")["limit"].pop("default"),
        "default-changed",
        "/$defs/SearchRequest/properties/limit/default",
    ),
    "fewer words in a request": (
        FLUSH,
        lambda d: d["$defs"]["FlushReason"]["enum"].remove("shutdown"),
        "enum-narrowed",
        "/$defs/FlushReason/enum",
    ),
    "free text becomes a word list": (
        APPEND,
        lambda d: members(d, "ClientInfo")["name"].update(enum=["reme-client"]),
        "enum-narrowed",
        "/$defs/ClientInfo/properties/name/enum",
    ),
    "smaller maximum": (
        PRIMITIVES,
        lambda d: d["$defs"]["MaxChars"].update(maximum=99999),
        "maximum-narrowed",
        "/$defs/MaxChars/maximum",
    ),
    "greater minimum": (
        PRIMITIVES,
        lambda d: d["$defs"]["MaxChars"].update(minimum=2),
        "minimum-narrowed",
        "/$defs/MaxChars/minimum",
    ),
    "shorter text": (
        WRITE,
        lambda d: members(d, "RememberRequest")["fact"].update(maxLength=99999),
        "maxLength-narrowed",
        "/$defs/RememberRequest/properties/fact/maxLength",
    ),
    "text must be longer": (
        WRITE,
        lambda d: members(d, "RememberRequest")["fact"].update(minLength=2),
        "minLength-narrowed",
        "/$defs/RememberRequest/properties/fact/minLength",
    ),
    "fewer entries": (
        WRITE,
        lambda d: members(d, "RememberRequest")["messages"].update(maxItems=99),
        "maxItems-narrowed",
        "/$defs/RememberRequest/properties/messages/maxItems",
    ),
    "more entries needed": (
        RECALL,
        lambda d: members(d, "RecallRequest")["exclude_ids"].update(minItems=1),
        "minItems-narrowed",
        f"{RECALL_REQUEST}/properties/exclude_ids/minItems",
    ),
    "retyped entry of a list": (
        RECALL,
        lambda d: members(d, "RecallRequest")["exclude_ids"].update(items={"type": "integer"}),
        "retyped",
        f"{RECALL_REQUEST}/properties/exclude_ids/items/type",
    ),
    "new bound": (
        APPEND,
        lambda d: members(d, "SessionEvent")["content"].update(maxLength=10),
        "maxLength-narrowed",
        "/$defs/SessionEvent/properties/content/maxLength",
    ),
    "reply member removed": (
        RECALL,
        lambda d: (members(d, "MemoryHit").pop("truncated"), d["$defs"]["MemoryHit"]["required"].pop()),
        "property-removed",
        f"{HIT}/properties/truncated",
    ),
    "reply member may be absent": (
        RECALL,
        lambda d: d["$defs"]["MemoryHit"]["required"].remove("score"),
        "no-longer-required",
        f"{HIT}/required",
    ),
    "new required reply member": (
        RECALL,
        lambda d: (
            members(d, "MemoryHit").update(host=ADDED),
            d["$defs"]["MemoryHit"]["required"].append("host"),
        ),
        "newly-required",
        f"{HIT}/required",
    ),
    "retyped in a reply": (
        RECALL,
        lambda d: members(d, "MemoryHit").update(snippet={"type": "integer"}),
        "retyped",
        f"{HIT}/properties/snippet/type",
    ),
    "more words in a reply": (
        INFO,
        lambda d: members(d, "HealthReply")["status"]["enum"].append("resting"),
        "enum-widened",
        "/$defs/HealthReply/properties/status/enum",
    ),
    "fewer words in a reply": (
        INFO,
        lambda d: members(d, "HealthReply")["status"]["enum"].remove("degraded"),
        "enum-narrowed",
        "/$defs/HealthReply/properties/status/enum",
    ),
    "more words in a value that only replies have": (
        PRIMITIVES,
        lambda d: d["$defs"]["MemoryKind"]["enum"].append("weekly"),
        "enum-widened",
        "/$defs/MemoryKind/enum",
    ),
    "greater range in a reply": (
        RECALL,
        lambda d: members(d, "MemoryHit")["score"].update(maximum=2),
        "maximum-widened",
        f"{HIT}/properties/score/maximum",
    ),
    "smaller range in a reply": (
        RECALL,
        lambda d: members(d, "MemoryHit")["score"].update(minimum=0.1),
        "minimum-narrowed",
        f"{HIT}/properties/score/minimum",
    ),
    "problem without a member": (
        PROBLEM,
        lambda d: members(d, "Problem").pop("limit"),
        "property-removed",
        "/$defs/Problem/properties/limit",
    ),
    "stored line without a member": (
        LINE,
        lambda d: members(d, "SessionLine").pop("turn_id"),
        "property-removed",
        "/$defs/SessionLine/properties/turn_id",
    ),
    "stored line with a new required member": (
        LINE,
        lambda d: (
            members(d, "Tombstone").update(by=ADDED),
            d["$defs"]["Tombstone"]["required"].append("by"),
        ),
        "newly-required",
        "/$defs/Tombstone/required",
    ),
    "stored line with a new word": (
        LINE,
        lambda d: members(d, "TextBlock")["type"]["enum"].append("image"),
        "enum-widened",
        "/$defs/TextBlock/properties/type/enum",
    ),
    "session key of another length": (
        IDENTITY,
        lambda d: d.update(hash_chars=32),
        "data-changed",
        "/hash_chars",
    ),
    "event id with another letter": (
        IDENTITY,
        lambda d: d["role_letters"].update(user="p"),
        "data-changed",
        "/role_letters",
    ),
    "wrapper": (BOUNDARY, lambda d: d.update(recall_close="</memory>"), "data-changed", "/recall_close"),
    "wrapped item": (BOUNDARY, lambda d: d.update(recall_item="* {snippet}"), "data-changed", "/recall_item"),
    "bracket that is no longer made harmless": (
        BOUNDARY,
        lambda d: d["neutral_characters"].pop("<"),
        "data-removed",
        "/neutral_characters/<",
    ),
    "element that is no longer stripped": (
        BOUNDARY,
        lambda d: d["elements"].pop(1),
        "data-removed",
        "/elements/private",
    ),
    "marker on disk": (
        "placeholders.json",
        lambda d: d.update(truncation_marker="[cut {bytes}]"),
        "data-changed",
        "/truncation_marker",
    ),
    "credential that is no longer redacted": (
        "redaction.json",
        lambda d: d.update(patterns=[row for row in d["patterns"] if row["id"] != "jwt"]),
        "data-removed",
        "/patterns/jwt",
    ),
    "setting under another name": (
        "configuration.json",
        lambda d: d["settings"]["token"].update(environment=["REME_API_TOKEN"]),
        "data-changed",
        "/settings/token/environment",
    ),
    "another variable wins": (
        "configuration.json",
        lambda d: d["settings"]["url"]["environment"].reverse(),
        "data-changed",
        "/settings/url/environment",
    ),
    "shape of the disk removed": (
        "shapes",
        lambda d: d.pop("Tombstone"),
        "shape-removed",
        "/$defs/Tombstone",
    ),
    "lifecycle event removed": (
        "data",
        lambda d: d["events"]["events"].pop("drain-requested"),
        "data-removed",
        "/events/drain-requested",
    ),
    "lifecycle event without a field": (
        "data",
        lambda d: d["events"]["events"]["prompt-submitted"]["fields"].pop("turn"),
        "data-removed",
        "/events/prompt-submitted/fields/turn",
    ),
    "host removed": ("data", lambda d: d["hosts"]["ids"].pop("dsh"), "data-removed", "/ids/dsh"),
    "data file removed": ("data", lambda d: d.pop("redaction"), "data-removed", ""),
    "vector removed": (
        "vectors",
        lambda d: d["contract/v1/vectors/event_ids.json"]["cases"].pop("a prompt"),
        "vector-removed",
        "/cases",
    ),
    "vector with other bytes": (
        "vectors",
        lambda d: d["contract/v1/vectors/boundary.json"]["strip"].update(
            dict.fromkeys([next(iter(d["contract/v1/vectors/boundary.json"]["strip"]))], "0")
        ),
        "vector-changed",
        "/strip",
    ),
    "vector renamed": (
        "vectors",
        lambda d: d["contract/v1/vectors/session_keys.json"].update(
            cases={
                "one case": "0",
                **dict(list(d["contract/v1/vectors/session_keys.json"]["cases"].items())[1:]),
            }
        ),
        "vector-removed",
        "/cases",
    ),
}


@pytest.mark.parametrize("name", BREAKING)
def test_a_breaking_change_is_one_finding_at_its_place(name: str, released: Released) -> None:
    file, change, rule, where = BREAKING[name]

    found = released.against(file, change).findings

    # A renamed operation is also a new one, for which the minor was not raised.
    broken = [finding for finding in found if finding.rule != "minor-not-raised"]
    assert [(finding.rule, finding.json_pointer) for finding in broken] == [(rule, where)]
    assert broken[0].file.startswith("contract/")
    assert broken[0].problem
    assert broken[0].fix


def minor(data: Any) -> None:
    data["integration_api_version"] = "1.1"


GROWTH: dict[str, tuple[str, Change, str, bool]] = {
    # name: file, change, where it grew, whether the minor has to be raised
    "optional request member": (
        RECALL,
        lambda d: members(d, "RecallRequest").update(mode=ADDED),
        f"{RECALL_REQUEST}/properties/mode",
        True,
    ),
    "more words in a request": (
        FLUSH,
        lambda d: d["$defs"]["FlushReason"]["enum"].append("idle"),
        "/$defs/FlushReason/enum",
        True,
    ),
    "longer text": (
        WRITE,
        lambda d: members(d, "RememberRequest")["fact"].update(maxLength=200000),
        "/$defs/RememberRequest/properties/fact/maxLength",
        True,
    ),
    "request member no longer required": (
        FLUSH,
        lambda d: d["$defs"]["FlushRequest"]["required"].remove("reason"),
        "/$defs/FlushRequest/required",
        True,
    ),
    "greater limit": (
        LIMITS,
        lambda d: d["limits"]["event_bytes"].update(value=2097152),
        "/limits/event_bytes/value",
        True,
    ),
    "operation": (
        OPERATIONS,
        lambda d: d["operations"].append({**row(d, "reindex"), "name": "compact", "path": "/compact"}),
        "/operations/16",
        True,
    ),
    "optional reply member": (
        RECALL,
        lambda d: members(d, "MemoryHit").update(host=ADDED),
        f"{HIT}/properties/host",
        False,
    ),
    "optional member of a stored line": (
        LINE,
        lambda d: members(d, "SessionLine").update(agent=ADDED),
        "/$defs/SessionLine/properties/agent",
        False,
    ),
    "error code": (
        "errors",
        lambda d: d.update(
            workspace_locked={**d["unauthorized"], "origin": ["contract/v1/errors.json", "/errors/21"]}
        ),
        "/errors/21",
        False,
    ),
    "tool": (
        "operations",
        lambda d: d["status"].update(tool={**d["search"]["tool"], "name": "reme_status"}),
        "/operations/13/tool",
        False,
    ),
    "redaction pattern": (
        "redaction.json",
        lambda d: d["patterns"].append({**d["patterns"][0], "id": "another-key"}),
        "/patterns/another-key",
        False,
    ),
    "variable behind the others": (
        "configuration.json",
        lambda d: d["settings"]["token"]["environment"].append("REME_BEARER"),
        "/settings/token/environment",
        False,
    ),
    "host": ("data", lambda d: d["hosts"]["ids"].update(another={}), "/ids/another", False),
}


@pytest.mark.parametrize("name", GROWTH)
def test_growth_passes_and_says_whether_the_minor_goes_up(name: str, released: Released) -> None:
    file, change, where, needs_minor = GROWTH[name]

    found = released.against(file, change)

    assert [(grown.json_pointer, grown.needs_minor) for grown in found.growth] == [(where, needs_minor)]
    assert [finding.rule for finding in found.findings] == (["minor-not-raised"] if needs_minor else [])
    raised = edited(edited(released.documents, file, change), OPERATIONS, minor)
    assert compare(released.surface, as_stored(raised, released.vectors)).findings == ()


def test_prose_order_and_new_vectors_are_no_change(released: Released) -> None:
    def reworded(data: Any) -> None:
        row(data).update(title="Find", description="Other words.")
        data["operations"].reverse()

    assert released.against(OPERATIONS, reworded) == Comparison((), ())
    assert released.against(
        FLUSH, lambda d: d["$defs"]["FlushReason"].update(description="Other words.")
    ) == Comparison((), ())
    assert released.against(FLUSH, lambda d: d["$defs"]["FlushReason"]["enum"].reverse()) == Comparison(
        (), ()
    )
    added = released.against(
        "vectors", lambda d: d["contract/v1/vectors/base64.json"]["cases"].update(new="0")
    )
    assert added == Comparison((), ())


@pytest.mark.parametrize(
    ("pattern", "rules"),
    [
        ("^[a-z]{1,20}$", ["minor-not-raised"]),
        ("^[a-z]{0,10}$", ["minor-not-raised"]),
        ("^[a-z]{2,10}$", ["pattern-narrowed"]),
        ("^[a-z]{1,9}$", ["pattern-narrowed"]),
        ("^[a-y]{1,20}$", ["pattern-narrowed"]),
        # Wider for a reader of regular expressions, and beyond what a program can decide in general.
        ("^([a-z]{1,20}|[0-9]{1,9})$", ["pattern-narrowed"]),
        (None, ["minor-not-raised"]),
    ],
)
def test_a_pattern_may_only_become_a_longer_repeat(
    pattern: str | None, rules: list[str], released: Released
) -> None:
    def patterned(value: str | None) -> Any:
        def change(data: Any) -> None:
            if value is not None:
                members(data, "ClientInfo")["name"]["pattern"] = value

        return as_stored(edited(released.documents, APPEND, change), released.vectors)

    found = compare(patterned("^[a-z]{1,10}$"), patterned(pattern))

    assert [finding.rule for finding in found.findings] == rules


def test_a_value_in_requests_and_on_disk_is_told_about_in_both_uses(released: Released) -> None:
    found = released.against(PRIMITIVES, lambda d: d["$defs"]["HostId"].update(pattern="^[a-z0-9_]{1,40}$"))

    assert [finding.rule for finding in found.findings] == ["pattern-widened", "minor-not-raised"]
    assert "a stored line" in found.findings[0].problem


def test_another_major_is_a_folder_of_its_own(released: Released) -> None:
    found = compare(released.surface, {**released.surface, "api_version": "2.0"})

    assert [finding.rule for finding in found.findings] == ["major-changed"]
    assert "contract/v2" in found.findings[0].fix


def test_the_minor_never_goes_back(released: Released) -> None:
    newer = as_stored(edited(released.documents, OPERATIONS, minor), released.vectors)

    assert [finding.rule for finding in compare(newer, released.surface).findings] == ["minor-lowered"]


def test_a_shape_moved_to_another_definition_is_no_change(released: Released) -> None:
    def moved(data: Any) -> None:
        data["$defs"]["ScoreFloor"] = {"title": "ScoreFloor", **members(data, "RecallRequest")["min_score"]}
        members(data, "RecallRequest")["min_score"] = {"$ref": "#/$defs/ScoreFloor"}

    assert released.against(RECALL, moved) == Comparison((), ())


def test_a_finding_reads_as_place_problem_rule_and_fix(released: Released) -> None:
    found = released.against(LIMITS, lambda d: d["limits"]["event_bytes"].update(value=1)).findings[0]

    assert str(found) == (
        "contract/v1/limits.json#/limits/event_bytes/value: "
        "event_bytes shrank from 1048576 to 1 [limit-shrunk]\n"
        "  fix: allow at least 1048576: released clients use it up"
    )


def test_how_a_credential_is_recognised_may_be_corrected(released: Released) -> None:
    def corrected(data: Any) -> None:
        data["patterns"][0]["pattern"] += "x?"

    assert released.against("redaction.json", corrected) == Comparison((), ())
