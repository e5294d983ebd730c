"""Asking the user, through MCP elicitation, before a destructive tool runs."""

from __future__ import annotations

import json
from typing import Any

import mcp.types as types
from mcp.server import ServerRequestContext
from mcp.shared.exceptions import MCPError

from reme_gateway._contract.v1.tools import ToolSpec
from reme_gateway.errors import GatewayError

QUESTION = "confirm"
# The first protocol revision that answers a call with questions; before it, the server has to ask by itself.
INPUT_REQUIRED_SINCE = "2026-07-28"
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "forget": {
            "type": "boolean",
            "title": "Forget this for good",
            "description": "Memories that are forgotten cannot be brought back.",
        }
    },
    "required": ["forget"],
}


class Confirmation:
    """One call's way to its user. Only an accepted form with ``forget: true`` counts as a yes."""

    def __init__(self, context: ServerRequestContext[Any], params: types.CallToolRequestParams) -> None:
        self._context = context
        self._params = params

    async def ask(self, tool: ToolSpec, arguments: dict[str, Any]) -> types.InputRequiredResult | None:
        """None once the user agreed; a question to pass on; ``confirmation_missing`` otherwise."""
        message = f"Allow {tool.name} to remove this from memory for good? {_shown(arguments)}"
        if self._context.protocol_version >= INPUT_REQUIRED_SINCE:
            return self._from_responses(message)
        self._require(await self._elicit(message))
        return None

    def _from_responses(self, message: str) -> types.InputRequiredResult | None:
        answer = (self._params.input_responses or {}).get(QUESTION)
        if answer is None:
            form = types.ElicitRequestFormParams(message=message, requested_schema=_SCHEMA)
            return types.InputRequiredResult(input_requests={QUESTION: types.ElicitRequest(params=form)})
        self._require(answer)
        return None

    async def _elicit(self, message: str) -> types.ElicitResult:
        try:
            return await self._context.session.elicit_form(message, _SCHEMA, self._context.request_id)
        except MCPError as error:
            raise GatewayError("confirmation_missing", "This client cannot ask its user.") from error

    @staticmethod
    def _require(answer: object) -> None:
        agreed = (
            isinstance(answer, types.ElicitResult)
            and answer.action == "accept"
            and (answer.content or {}).get("forget") is True
        )
        if not agreed:
            raise GatewayError("confirmation_missing", "The user did not agree; nothing was forgotten.")


def _shown(arguments: dict[str, Any]) -> str:
    return json.dumps(arguments, ensure_ascii=False)[:500]
