"""One process serves MCP and JSON clients at once, in both protocol eras."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import jsonschema
import mcp.types as types
import pytest
from mcp import Client

from tests.gateway_process import WHOLE, GatewayProcess, event

pytestmark = pytest.mark.anyio

ERAS = ["legacy", "2026-07-28"]
MODEL_TOOLS = ["reme_search", "reme_read", "reme_traverse", "reme_daily_list", "reme_remember"]


def text_of(result: types.CallToolResult) -> str:
    return "".join(block.text for block in result.content if isinstance(block, types.TextContent))


@pytest.mark.parametrize("era", ERAS)
async def test_the_tools_are_the_models_ones_in_a_fixed_order_and_annotated(
    era: Any, shared_gateway: GatewayProcess
) -> None:
    async with Client(f"{shared_gateway.url}/mcp", mode=era) as client:
        listed = (await client.list_tools()).tools
    assert [tool.name for tool in listed] == MODEL_TOOLS
    for tool in listed:
        hints = tool.annotations
        assert hints is not None
        assert hints.title == tool.title
        assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint) == (
            tool.name != "reme_remember",
            False,
            True,
        )
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.output_schema is not None


@pytest.mark.parametrize("era", ERAS)
async def test_what_a_hook_stored_is_found_by_a_models_tool(era: Any, shared_gateway: GatewayProcess) -> None:
    said = event("e", f"The {era} feature flag lives in flags.toml next to the loader")
    shared_gateway.ask("agent_session_append", host="hermes", session_id=f"s-{era}", events=[said])
    async with Client(f"{shared_gateway.url}/mcp", mode=era) as client:
        found = await client.call_tool("reme_search", {"query": "where is the feature flag", "limit": 5})
        assert not found.is_error
        assert found.structured_content == json.loads(text_of(found))
        paths = [hit["path"] for hit in found.structured_content["hits"] if era in hit["snippet"]]
        read = await client.call_tool("reme_read", {"path": paths[0]})
        assert said["content"] in read.structured_content["text"]
        kept = await client.call_tool(
            "reme_remember", {"fact": f"Feature flags of {era} are reviewed monthly."}
        )
        assert kept.structured_content["outcome"] == "stored"
        links = await client.call_tool("reme_traverse", {"path": kept.structured_content["path"]})
        assert links.structured_content["links"] == []
        days = await client.call_tool("reme_daily_list", {})
        assert days.structured_content["truncated"] is False
    assert shared_gateway.ask("search", query=f"flags of {era} reviewed monthly")["hits"]


@pytest.mark.parametrize("era", ERAS)
async def test_a_tools_refusal_names_its_code(era: Any, shared_gateway: GatewayProcess) -> None:
    async with Client(f"{shared_gateway.url}/mcp", mode=era) as client:
        for name, arguments, code in [
            ("reme_read", {"path": "../x.md"}, "path_refused"),
            ("reme_read", {"path": "digest/absent.md"}, "file_not_found"),
            ("reme_search", {"query": 5}, "invalid_request"),
            ("reme_search", {"query": "x", "path": "/"}, "invalid_request"),
            ("reme_remember", {"fact": "<private>x</private>"}, "nothing_to_remember"),
            ("reme_forget", {"targets": [{"path": "digest/x.md"}]}, "operation_unknown"),
            ("agent_session_append", {}, "operation_unknown"),
        ]:
            result = await client.call_tool(name, arguments)
            assert result.is_error
            assert text_of(result).startswith(f"{code}: "), text_of(result)


async def test_many_mcp_and_json_clients_at_once(shared_gateway: GatewayProcess) -> None:
    async def over_mcp(number: int) -> None:
        async with Client(f"{shared_gateway.url}/mcp", mode=ERAS[number % 2]) as client:
            for round_number in range(5):
                fact = f"Mixed fact {number} of round {round_number}: valve {number * 7 + round_number}."
                assert not (await client.call_tool("reme_remember", {"fact": fact})).is_error

    async def over_json(number: int) -> None:
        for round_number in range(20):
            events = [event(f"mix-{number}-{round_number}", f"mixed turn {number} {round_number}")]
            await asyncio.to_thread(
                shared_gateway.ask, "agent_session_append", host="dsh", session_id="mixed", events=events
            )

    await asyncio.gather(*(over_mcp(n) for n in range(4)), *(over_json(n) for n in range(4)))
    assert (
        shared_gateway.ask("agent_session_append", host="dsh", session_id="mixed", events=[])["total"] == 80
    )
    assert shared_gateway.ask("search", query="valve 22")["hits"]


async def test_forget_is_behind_a_switch_and_behind_the_users_word(
    gateway_at: Callable[..., GatewayProcess],
) -> None:
    gateway = gateway_at(*WHOLE, "--set", "forget_tool=true").start()
    path = gateway.ask("remember", fact="The old wiki is called Babel.")["path"]
    asked: list[str] = []

    def user(answer: types.ElicitResult) -> Any:
        async def callback(_context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
            asked.append(params.message)
            return answer

        return callback

    arguments = {"targets": [{"path": path}]}
    url = f"{gateway.url}/mcp"
    for answer in [
        types.ElicitResult(action="decline"),
        types.ElicitResult(action="cancel"),
        types.ElicitResult(action="accept", content={"forget": False}),
        types.ElicitResult(action="accept", content={}),
    ]:
        async with Client(url, mode="2026-07-28", elicitation_callback=user(answer)) as client:
            result = await client.call_tool("reme_forget", arguments)
            assert text_of(result).startswith("confirmation_missing: ")
    # A client of the older era, against a stateless server, has no way to be asked.
    async with Client(url, mode="legacy") as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == [*MODEL_TOOLS, "reme_forget"]
        hints = (await client.list_tools()).tools[-1].annotations
        assert (hints.read_only_hint, hints.destructive_hint) == (False, True)
        assert text_of(await client.call_tool("reme_forget", arguments)).startswith("confirmation_missing: ")
    assert gateway.ask("search", query="Babel")["hits"]

    agreed = user(types.ElicitResult(action="accept", content={"forget": True}))
    async with Client(url, mode="2026-07-28", elicitation_callback=agreed) as client:
        result = await client.call_tool("reme_forget", arguments)
        assert result.structured_content["notes"] == 1
    assert len(asked) == 5
    assert all(path in message for message in asked)
    assert gateway.ask("search", query="Babel")["hits"] == []


async def test_a_token_is_needed_over_mcp_too(gateway_at: Callable[..., GatewayProcess]) -> None:
    gateway = gateway_at(*WHOLE, REME_TOKEN="reme_" + "s" * 43).start()
    with gateway.client() as client:
        response = client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
    assert (response.status_code, response.json()["code"]) == (401, "unauthorized")
