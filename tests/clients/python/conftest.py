"""Both clients asked in one way, a misbehaving server, and the real gateway."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from reme_client import AsyncClient, Client, RetryPolicy

from tests.clients.python.stub_server import Act, StubServer

QUICK = RetryPolicy(attempts=3, first_pause=0.001, longest_pause=0.002)


class Twin:
    """One of the two clients; ``ask`` runs one method of a fresh client to its end, whichever kind it is."""

    def __init__(self, kind: str, home: Path) -> None:
        self.kind = kind
        self.home = home

    def ask(self, options: dict[str, Any], method: str, /, *arguments: Any, **named: Any) -> Any:
        """Call ``method`` of a client made with ``options``; what it yields comes as a list."""
        return self.script(options, [(method, arguments, named)])[0]

    def script(
        self, options: dict[str, Any], steps: list[tuple[str, tuple[Any, ...], dict[str, Any]]]
    ) -> list[Any]:
        """Several calls of one client."""
        options = {"environ": {"HOME": str(self.home)}, "retry": QUICK, **options}
        if self.kind == "blocking":
            with Client(**options) as client:
                return [_finished(getattr(client, name)(*args, **named)) for name, args, named in steps]
        return anyio.run(_run, options, steps)


def _finished(value: Any) -> Any:
    return list(value) if isinstance(value, Iterator) else value


async def _run(
    options: dict[str, Any], steps: list[tuple[str, tuple[Any, ...], dict[str, Any]]]
) -> list[Any]:
    async with AsyncClient(**options) as client:
        results = []
        for name, args, named in steps:
            outcome = getattr(client, name)(*args, **named)
            results.append(
                [item async for item in outcome] if hasattr(outcome, "__aiter__") else await outcome
            )
        return results


@pytest.fixture(params=["blocking", "asynchronous"])
def twin(request: pytest.FixtureRequest, tmp_path: Path) -> Twin:
    """Each test that takes this runs with both clients."""
    return Twin(request.param, tmp_path)


@pytest.fixture
def serve() -> Iterator[Callable[..., StubServer]]:
    """Starts servers that play a script."""
    running: list[StubServer] = []

    def start(*script: Act) -> StubServer:
        running.append(StubServer(*script).__enter__())
        return running[-1]

    yield start
    for server in running:
        server.__exit__()
