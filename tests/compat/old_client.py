"""Runs in an interpreter of its own, with a frozen client first on its path: steps in, outcomes out, as JSON.

Only the standard library and ``reme_client`` are imported; the environment says address, token and scope.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import reme_client


def main() -> None:
    request = json.load(sys.stdin)
    run = _blocking if request["kind"] == "blocking" else lambda steps: asyncio.run(_asynchronous(steps))
    outcomes = run(request["steps"])
    report = {"version": reme_client.__version__, "files": _files(), "outcomes": outcomes}
    json.dump(report, sys.stdout)


def _blocking(steps: list[Any]) -> list[Any]:
    outcomes = []
    with reme_client.Client() as client:
        for method, arguments, named in steps:
            try:
                outcomes.append(_told(getattr(client, method)(*arguments, **named)))
            except reme_client.RemeError as error:
                outcomes.append(_refused(error))
    return outcomes


async def _asynchronous(steps: list[Any]) -> list[Any]:
    outcomes = []
    async with reme_client.AsyncClient() as client:
        for method, arguments, named in steps:
            try:
                outcomes.append(_told(await getattr(client, method)(*arguments, **named)))
            except reme_client.RemeError as error:
                outcomes.append(_refused(error))
    return outcomes


def _told(reply: Any) -> Any:
    return {"reply": reply if isinstance(reply, dict) else reply.model_dump(exclude_none=True)}


def _refused(error: reme_client.RemeError) -> Any:
    return {
        "error": next(name for name in reme_client.__all__ if getattr(reme_client, name) is type(error)),
        "code": error.code,
        "status": error.status,
        "detail": str(error),
        "hint": error.hint,
    }


def _files() -> list[str]:
    """Where every module of ours came from."""
    ours = [module for name, module in sys.modules.items() if name.startswith("reme_")]
    return sorted(str(module.__file__) for module in ours)


if __name__ == "__main__":
    main()
