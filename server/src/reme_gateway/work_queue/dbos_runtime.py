"""DBOS Transact, started when there is work and put away when there is none, in a thread of its own.

Importing it takes longer than the whole server, and while it runs it looks at its tables all the time. It
sees nothing but the 16 hex digits of a session key; no name, no text, no error gets into its tables.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reme_gateway.store.atomic_file import make_private_folder
from reme_gateway.work_queue.own_thread import OwnThread
from reme_gateway.work_queue.settings import QueueSettings

_logger = logging.getLogger(__name__)

_WORKFLOW = "reme_extract"
_FINISHED = ["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"]
_CLEANED_AT_ONCE = 500
_LISTENER_SECONDS = 0.5
_LOOK_AGAIN_SECONDS = 0.02


def sqlite_url(file: Path) -> str:
    """The system database URL for a file in the workspace."""
    return f"sqlite:///{file.absolute().as_posix()}"


class DbosRuntime:
    """One launched DBOS. There can be one per process at a time, as DBOS keeps global state."""

    def __init__(
        self, workspace: str, database_url: str, settings: QueueSettings, run: Callable[[str], None]
    ) -> None:
        """``workspace`` tells installations apart that share a database.

        ``run`` is called with a key in one of DBOS's threads; it must not raise.
        """
        self._name = f"reme-{hashlib.sha256(workspace.encode()).hexdigest()[:16]}"
        self._database_url = database_url
        self._settings = settings
        self._run = run
        self._dbos: Any = None
        self._abandoned = False
        self._thread = OwnThread("reme-queue")

    @property
    def is_launched(self) -> bool:
        return self._dbos is not None

    @property
    def needs_server(self) -> bool:
        """Whether the database is somewhere else, so that it may be out of reach."""
        return _sqlite_file(self._database_url) is None

    async def launch(self) -> None:
        """Import, migrate and start. Raises whatever DBOS raises; a damaged SQLite file is replaced first."""
        await self._thread.run(self._launch_or_replace)

    async def submit(self, key: str) -> None:
        """Put a key into the queue: it runs when no other run of that key does and a worker is free."""
        await self._thread.run(lambda: self._submit(key))

    async def put_away(self, finish_seconds: float) -> None:
        """Stop all of DBOS's threads, after at most ``finish_seconds`` for writing down what just ended.

        ``launch`` starts them again.
        """
        await self._thread.run(lambda: self._destroy(finish_seconds))

    async def destroy(self, finish_seconds: float, launch_seconds: float = 10.0) -> None:
        """Put away for good. A launch that takes longer than ``launch_seconds`` more is left behind.

        One that waits for a database host that doesn't answer can't be interrupted; it ends with the process,
        or puts itself away when it gets through.
        """
        try:
            async with asyncio.timeout(launch_seconds):
                await self._thread.run(lambda: None)
        except TimeoutError:
            _logger.warning("the queue's database did not answer; its start is left behind")
            self._abandoned = True
            self._thread.close()
            return
        await self.put_away(finish_seconds)
        self._thread.close()
        await self._thread.join()

    def _launch_or_replace(self) -> None:
        file = _sqlite_file(self._database_url)
        if file is not None:
            _make_private(file)
        try:
            self._launch()
        except Exception as error:
            if file is None or not file.exists():
                raise
            # Whatever it held is found again from source and notes.
            _logger.warning("the queue's database was not usable (%s) and is made anew", type(error).__name__)
            for left in (
                file,
                *(file.with_name(file.name + suffix) for suffix in ("-wal", "-shm", "-journal")),
            ):
                left.unlink(missing_ok=True)
            _make_private(file)
            self._launch()
        if self._abandoned:
            self._destroy(0)

    def _launch(self) -> None:
        try:
            self._start_dbos()
        except BaseException:
            self._destroy(0)
            raise

    def _start_dbos(self) -> None:
        # Without a handler of its own DBOS would print to the console.
        logging.getLogger("dbos").addHandler(logging.NullHandler())
        from dbos import DBOS

        DBOS(
            config={
                "name": self._name,
                "system_database_url": self._database_url,
                "executor_id": self._name,
                # The same for every release, so that a newer one takes over what an older one queued.
                "application_version": self._name,
                "log_level": "WARNING",
                "enable_otlp": False,
                # Nothing here waits for notifications, but a stop waits for that thread to wake up.
                "notification_listener_polling_interval_sec": _LISTENER_SECONDS,
                "scheduler_polling_interval_sec": 300.0,
            }
        )
        self._dbos = DBOS

        @DBOS.workflow(name=_WORKFLOW)
        def extract(key: str) -> None:
            self._run(key)

        self._extract = extract
        DBOS.launch()
        self._clean()
        DBOS.register_queue(
            self._name,
            partition_concurrency=1,
            worker_concurrency=self._settings.workers,
            polling_interval_sec=self._settings.poll_seconds,
            on_conflict="always_update",
        )

    def _clean(self) -> None:
        """Drop the records of finished runs, which nobody reads."""
        while True:
            finished = self._dbos.list_workflows(
                status=_FINISHED,
                workflow_id_prefix=f"{self._name}-",
                limit=_CLEANED_AT_ONCE,
                load_input=False,
                load_output=False,
            )
            if not finished:
                return
            self._dbos.delete_workflows([run.workflow_id for run in finished])

    def _submit(self, key: str) -> None:
        from dbos import SetEnqueueOptions, SetWorkflowID

        with (
            SetWorkflowID(f"{self._name}-{key}-{time.time_ns()}"),
            SetEnqueueOptions(queue_partition_key=key),
        ):
            self._dbos.enqueue_workflow(self._name, self._extract, key)

    def _destroy(self, finish_seconds: float) -> None:
        if self._dbos is None:
            return
        # DBOS's own wait takes a whole second even when there is nothing to wait for.
        deadline = time.monotonic() + finish_seconds
        try:
            while time.monotonic() < deadline and self._is_writing():
                time.sleep(_LOOK_AGAIN_SECONDS)
        except Exception as error:  # noqa: BLE001 - whatever it is, the stop goes on
            _logger.warning("the queue's database failed at the stop (%s)", type(error).__name__)
        finally:
            self._dbos.destroy(destroy_registry=True)
            self._dbos = None

    def _is_writing(self) -> bool:
        return bool(
            self._dbos.list_workflows(
                status="PENDING",
                workflow_id_prefix=f"{self._name}-",
                limit=1,
                load_input=False,
                load_output=False,
            )
        )


def _sqlite_file(database_url: str) -> Path | None:
    return Path(database_url.removeprefix("sqlite:///")) if database_url.startswith("sqlite:///") else None


def _make_private(file: Path) -> None:
    make_private_folder(file.parent)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
