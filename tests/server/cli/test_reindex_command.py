from __future__ import annotations

from typing import Any

import pytest
from reme_gateway.cli import reindex_command

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway, status


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reindex_command, "POLL_SECONDS", 0)


def rebuilding(*, ends: dict[str, Any]) -> Any:
    """A status that is rebuilding for three looks."""
    looks = iter([{"state": "rebuilding", "done": done, "total": 3} for done in range(3)])
    return lambda _body: status(index=next(looks, ends))


def test_the_end_of_the_rebuild_is_waited_for(reme: Reme) -> None:
    with FakeGateway(reindex={"started": True}, status=rebuilding(ends={})) as gateway:
        ended = reme("reindex", "--url", gateway.url)
    assert (ended.code, ended.out) == (0, "The index is ready: 12 entries from 3 files.\n")
    assert [name for name, _ in gateway.asked] == ["reindex", *["status"] * 4]


def test_without_waiting_the_progress_is_the_statuss_business(reme: Reme) -> None:
    with FakeGateway(reindex={"started": False}, status=rebuilding(ends={})) as gateway:
        ended = reme("reindex", "--no-wait", "--json", "--url", gateway.url)
    assert ended.code == 0
    assert ended.document["started"] is False
    assert ended.document["index"]["state"] == "rebuilding"


def test_a_rebuild_that_fails_is_exit_code_1(reme: Reme) -> None:
    failed = {"state": "failed", "reason": "no space left"}
    with FakeGateway(reindex={"started": True}, status=rebuilding(ends=failed)) as gateway:
        ended = reme("reindex", "--url", gateway.url)
    assert ended.code == 1
    assert "the rebuild failed: no space left" in ended.err


def test_without_a_server_it_says_that_a_start_mends_the_index(reme: Reme) -> None:
    ended = reme("reindex", "--url", "http://127.0.0.1:1")
    assert ended.code == 3
    assert "`reme start`: it rebuilds a missing or damaged index by itself" in ended.err
