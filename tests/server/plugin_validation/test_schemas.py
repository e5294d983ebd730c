"""Our rules against the published schemas: what those refuse, we report, at the right place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from reme_gateway.plugin_validation.rule import Boundary, Level
from reme_gateway.plugin_validation.validator import validate

from tests.server.plugin_validation.fixture_package import CASES, base_package, case_name, changed_package

SCHEMAS = Path(__file__).parents[2] / "fixtures" / "agent-plugins-1.0.0"


def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / name).read_bytes()))


MANIFEST, MCP = schema("plugin.schema.json"), schema("mcp.schema.json")
SERVER = Draft202012Validator({"$defs": MCP.schema["$defs"], "$ref": "#/$defs/server"})
# What schemas see: everything else is about paths, addresses and files, which they cannot know.
OF_MANIFEST = {"M1", "M2", "M3", "M4", "M5", "M6", "M8", "M10"}
DOCUMENTS = [path for path in CASES if path.parent.name[0] in "MCSH"]


def check(package: Path) -> None:
    """Where a schema refuses a document, one of its rules is broken; and boundaries are the schema's."""
    report = validate(package, as_client=True)
    manifest, mcp = report.package.manifest, report.package.mcp
    if manifest is not None and not manifest.problem and not MANIFEST.is_valid(manifest.value):
        assert {row.rule for row in report.errors} & OF_MANIFEST
    if mcp is None or mcp.problem or not isinstance(mcp.value, dict) or not report.loads:
        return
    servers = mcp.value.get("mcpServers")
    if isinstance(servers, dict) and MCP.is_valid({**mcp.value, "mcpServers": {}}):
        loaded = set(report.servers)
        for name, entry in servers.items():
            assert name not in loaded or SERVER.is_valid(entry)
    elif not MCP.is_valid(mcp.value):
        assert any(row.boundary is Boundary.MCP for row in report.errors)


@pytest.mark.parametrize("path", DOCUMENTS, ids=case_name)
def test_fixtures_are_judged_as_the_schemas_do(path: Path, tmp_path: Path) -> None:
    package = changed_package(tmp_path, json.loads(path.read_bytes())["change"])
    check(package)
    report = validate(package, as_client=True)
    manifest = report.package.manifest
    if report.package.fields.get("name") == "base\n":
        return  # this library's `$` also matches before a line end at the end; the schema's does not
    if manifest is not None and not manifest.problem and MANIFEST.is_valid(manifest.value):
        assert Boundary.PLUGIN not in {row.boundary for row in report.errors}


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.floats(allow_nan=False)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    [
        *("$schema", "name", "version", "author", "description", "license", "keywords", "homepage"),
        *("repository", "extensions", "mcpServers", "x"),
        *("type", "command", "args", "env", "cwd", "url", "headers"),
    ]
)
VALUES = JSON | st.sampled_from(
    ["stdio", "sse", "streamable-http", "node", "./x", "https://plugin.example", "${PLUGIN_ROOT}/", "1.0.0"]
)
OBJECTS = st.dictionaries(FIELDS, VALUES, max_size=6)


@settings(max_examples=150, suppress_health_check=list(HealthCheck), deadline=None)
@given(
    manifest=OBJECTS | JSON, mcp=OBJECTS | JSON, servers=st.dictionaries(st.text(max_size=3), OBJECTS | JSON)
)
def test_any_document_is_judged_as_the_schemas_do(
    manifest: Any, mcp: Any, servers: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    package = base_package(tmp_path_factory.mktemp("any"))
    whole = json.loads((package / "mcp.json").read_bytes())
    if isinstance(manifest, dict):
        manifest = {**json.loads((package / "plugin.json").read_bytes()), **manifest}
    if isinstance(mcp, dict):
        mcp = {**whole, "mcpServers": servers, **mcp}
    for name, value in (("plugin.json", manifest), ("mcp.json", mcp)):
        (package / name).write_text(json.dumps(value), encoding="utf-8")
    check(package)
    for row in validate(package).findings:
        assert row.level in (Level.ERROR, Level.NOTE)
