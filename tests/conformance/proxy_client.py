"""The client that the conformance suite starts: it speaks through our proxy, which is what is under test.

``python proxy_client.py URL``. The suite names the scenario, its context and the version in the environment.
Whatever a client decides by itself is done here in the plainest way; what a transport does is the proxy's.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.clients.proxy.stdio import MODERN, Proxy, modern

LEGACY_ONLY = ("initialize", "sse-retry")
EXAMPLES = {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {}}


def arguments_for(tool: dict[str, Any]) -> dict[str, Any]:
    """Something that fits each required parameter."""
    schema = tool["inputSchema"]
    wanted = {name: schema.get("properties", {}).get(name, {}) for name in schema.get("required", ())}
    return {name: EXAMPLES.get(str(given.get("type")), "text") for name, given in wanted.items()}


class Session:
    """One client in the era that it was asked for."""

    def __init__(self, proxy: Proxy, version: str) -> None:
        self._proxy = proxy
        self._modern = version >= MODERN
        if self._modern:
            self.ask("server/discover")
        else:
            proxy.initialize(version)

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        result: dict[str, Any] = self._proxy.ask(method, **(modern(**params) if self._modern else params))
        return result

    def list(self, what: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.ask(f"{what}/list").get("result", {}).get(what, [])
        return found

    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return self.ask("tools/call", name=name, arguments=arguments)


def play(session: Session, scenario: str, context: dict[str, Any]) -> None:
    """Everything that a scenario may want to see."""
    tools = session.list("tools")
    if "toolCalls" in context:
        for call in context["toolCalls"]:
            session.call(call["name"], call["arguments"])
    elif scenario == "json-schema-2020-12-preservation":
        schema, echo = (tool for tool in tools)
        session.call(echo["name"], {"schema": schema["inputSchema"]})
    else:
        for tool in tools:
            session.call(tool["name"], arguments_for(tool))
    if scenario == "http-standard-headers":
        for resource in session.list("resources"):
            session.ask("resources/read", uri=resource["uri"])
        for prompt in session.list("prompts"):
            session.ask("prompts/get", name=prompt["name"])


def main() -> None:
    scenario = os.environ["MCP_CONFORMANCE_SCENARIO"]
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT", "{}"))
    version = os.environ.get("MCP_CONFORMANCE_PROTOCOL_VERSION", MODERN)
    if scenario in LEGACY_ONLY:
        version = min(version, "2025-11-25")
    url = sys.argv[1].removesuffix("/mcp")
    with (
        tempfile.TemporaryDirectory(prefix="reme-") as home,
        Proxy(Path(home), REME_URL=url) as proxy,
    ):
        play(Session(proxy, version), scenario, context)


if __name__ == "__main__":
    main()
