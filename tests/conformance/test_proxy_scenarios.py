"""The official MCP conformance suite's client scenarios, through the MCP proxy of the generic package.

What a client decides by itself (sampling, defaults of forms, OAuth) is no business of a proxy, so only the
scenarios about the wire count. Run by `nox -s conformance`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.conformance.suite import failures, installed

CLIENT = f"{sys.executable} {Path(__file__).with_name('proxy_client.py')}"
SCENARIOS = {
    ("initialize", "2025-06-18"),
    ("initialize", "2025-11-25"),
    ("tools_call", "2025-06-18"),
    ("tools_call", "2025-11-25"),
    ("tools_call", "2026-07-28"),
    ("sse-retry", "2025-11-25"),
    ("request-metadata", "2026-07-28"),
    ("http-standard-headers", "2026-07-28"),
    ("http-custom-headers", "2026-07-28"),
    ("http-invalid-tool-headers", "2026-07-28"),
    ("json-schema-ref-no-deref", "2026-07-28"),
    ("json-schema-2020-12-preservation", "2025-11-25"),
    ("json-schema-2020-12-preservation", "2026-07-28"),
}


@pytest.mark.parametrize(("scenario", "version"), sorted(SCENARIOS))
def test_a_client_scenario_passes_through_the_proxy(scenario: str, version: str, tmp_path: Path) -> None:
    suite = installed(tmp_path)
    code, checks = suite.checks("client", scenario, "--command", CLIENT, "--spec-version", version)
    assert failures(checks) == []
    assert any(check["status"] == "SUCCESS" for check in checks)
    assert code == 0


def test_every_scenario_named_here_exists_in_this_suite(tmp_path: Path) -> None:
    listed = installed(tmp_path).run("list", "--client").stdout
    assert [name for name, _ in sorted(SCENARIOS) if f"- {name} " not in listed] == []
