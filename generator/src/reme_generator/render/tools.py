"""MCP tools as a Python module: what `tools/list` answers, ready to send."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model import Contract, Operation
from .schemas import standalone


def tools(contract: Contract) -> Iterator[dict[str, Any]]:
    """One mapping per tool, in the contract's order."""
    for operation in contract.operations:
        if operation.tool is not None:
            yield _tool(contract, operation)


def _tool(contract: Contract, operation: Operation) -> dict[str, Any]:
    tool = operation.tool
    assert tool is not None  # noqa: S101 - narrowed by the caller
    return {
        "name": tool.name,
        "operation": str(operation.name),
        "title": operation.title,
        "description": operation.description,
        "annotations": {
            "title": operation.title,
            "readOnlyHint": tool.read_only,
            "destructiveHint": tool.destructive,
            "idempotentHint": tool.idempotent,
            "openWorldHint": tool.open_world,
        },
        "input_schema": standalone(contract, operation.request),
        "output_schema": standalone(contract, operation.reply),
        "confirmation": tool.confirmation,
    }
