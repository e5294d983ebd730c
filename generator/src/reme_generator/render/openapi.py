"""The OpenAPI 3.1 document of the JSON operations."""

from __future__ import annotations

import json
from typing import Any

from ..model import Contract, ErrorCode, Operation, Schema

_COMPONENTS = "#/components/schemas/"
_PROBLEM_TYPE = "application/problem+json"


def document(contract: Contract) -> str:
    """JSON text with two-space indents and a final newline."""
    return json.dumps(_document(contract), ensure_ascii=False, indent=2) + "\n"


def _document(contract: Contract) -> dict[str, Any]:
    paths = {
        operation.path: {operation.method.lower(): _operation(contract, operation)}
        for operation in contract.operations
    }
    reachable = [shape for shape in contract.shapes if shape.role in ("request", "reply", "scalar")]
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "ReMe Gateway",
            "summary": "One memory for all of a developer's coding agents.",
            "version": contract.api_version,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "http://127.0.0.1:2333", "description": "The default address: loopback only."}],
        "paths": paths,
        "components": {
            "schemas": {shape.name: _moved(shape.schema) for shape in reachable},
            "responses": {error.code: _problem(contract, error) for error in contract.errors},
            "parameters": {"ApiVersion": _version_parameter(contract)},
            "headers": {
                "ApiVersion": {
                    "description": "The server's version.",
                    "schema": {"const": contract.api_version},
                }
            },
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(contract: Contract, operation: Operation) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.title,
        "description": operation.description,
        "parameters": [{"$ref": "#/components/parameters/ApiVersion"}],
        "security": [{"bearer": []}, {}] if operation.token_required else [{}],
        "responses": _responses(contract, operation),
        "x-reme-audience": list(operation.audience),
        "x-reme-deadline-ms": operation.deadline_ms,
        "x-reme-retry-safe": operation.retry_safe,
    }
    if operation.method == "POST":
        content = {"application/json": {"schema": {"$ref": _COMPONENTS + operation.request}}}
        entry["requestBody"] = {"required": True, "content": content}
    return entry


def _responses(contract: Contract, operation: Operation) -> dict[str, Any]:
    reply = {"application/json": {"schema": {"$ref": _COMPONENTS + operation.reply}}}
    headers = {contract.version_header: {"$ref": "#/components/headers/ApiVersion"}}
    responses: dict[str, Any] = {"200": {"description": "Done.", "headers": headers, "content": reply}}
    by_status: dict[int, list[ErrorCode]] = {}
    for error in contract.errors:
        if error.code in operation.errors:
            by_status.setdefault(error.status, []).append(error)
    for status, errors in sorted(by_status.items()):
        single = {"$ref": f"#/components/responses/{errors[0].code}"}
        responses[str(status)] = single if len(errors) == 1 else _either(contract, errors)
    return responses


def _either(contract: Contract, errors: list[ErrorCode]) -> dict[str, Any]:
    """One status with several codes."""
    codes = {"type": "object", "properties": {"code": {"enum": [error.code for error in errors]}}}
    schema = {"allOf": [{"$ref": f"{_COMPONENTS}Problem"}, codes]}
    text = " ".join(f"`{error.code}`: {error.title}. {error.hint}" for error in errors)
    return _answer(contract, text, schema)


def _problem(contract: Contract, error: ErrorCode) -> dict[str, Any]:
    codes = {
        "type": "object",
        "properties": {"code": {"const": error.code}, "status": {"const": error.status}},
    }
    schema = {"allOf": [{"$ref": f"{_COMPONENTS}Problem"}, codes]}
    return _answer(contract, f"`{error.code}`: {error.title}. {error.hint}", schema)


def _answer(contract: Contract, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    headers = {contract.version_header: {"$ref": "#/components/headers/ApiVersion"}}
    return {"description": description, "headers": headers, "content": {_PROBLEM_TYPE: {"schema": schema}}}


def _version_parameter(contract: Contract) -> dict[str, Any]:
    return {
        "name": contract.version_header,
        "in": "header",
        "required": False,
        "description": "Version of the integration API that the caller speaks. Without it: the current one.",
        "schema": {"type": "string", "pattern": "^[0-9]+[.][0-9]+$", "examples": [contract.api_version]},
    }


def _moved(schema: Schema) -> Any:
    def walk(node: Any) -> Any:
        if isinstance(node, list):
            return [walk(entry) for entry in node]
        if not isinstance(node, dict):
            return node
        moved = {key: walk(value) for key, value in node.items()}
        if isinstance(node.get("$ref"), str):
            moved["$ref"] = node["$ref"].replace("#/$defs/", _COMPONENTS)
        return moved

    return walk(schema)
