"""The source of truth for turns: one JSONL file per session, exactly once per event id, durable on return."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from reme_gateway.errors import GatewayError, StoreUnavailable
from reme_gateway.ports import AppendResult, NewEvent, SessionRef, StoredEvent, Workspace
from reme_gateway.store.atomic_file import remove_durably
from reme_gateway.store.commit import Batch, GroupCommit, NotWritten, Results
from reme_gateway.store.session_catalog import SessionCatalog
from reme_gateway.store.session_file import (
    ForgetPlan,
    SessionContents,
    count_lines,
    find_events,
    load,
    numbered_lines,
    plan_forget,
    repair,
    replace_lines,
    torn_pieces,
)
from reme_gateway.store.session_line import decode, encode_events
from reme_gateway.store.session_state import Judgement, Normalise, SessionState, StateCache, StoredText
from reme_gateway.store.session_writer import SessionWriter
from reme_gateway.store.tombstones import DIALOG_PATH, TORN_PATH, Tombstones

CACHE_BYTES = 8 << 20
_TRIES = 3  # a file that changes at every attempt has another writer, and is left to it
_HOST = re.compile(r"[a-z0-9_]{1,32}", re.ASCII)
_KEY = re.compile(r"[^\x00-\x1f./\\:][^\x00-\x1f/\\:]{0,199}")
_T = TypeVar("_T")

Waiter = asyncio.Future[GatewayError | None]


@dataclass(slots=True, eq=False)
class _Append(Batch):
    path: str
    state: SessionState
    lines: int
    waiters: list[Waiter] = field(default_factory=list)


class JsonlSessionLog:
    """``SessionLog`` over ``session/dialog/<host>/<key>.jsonl``.

    ``append`` and ``forget`` belong to one event loop; ``read``, ``sessions`` and ``last_line`` may be
    called from any thread. ``normalise`` is today's strip, redaction and truncation: a stored text and a
    new one are the same content when they are equal after it.
    """

    def __init__(
        self,
        workspace: Workspace,
        normalise: Normalise,
        *,
        cache_bytes: int = CACHE_BYTES,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._root = workspace.root
        self._torn = workspace.root / TORN_PATH
        self._normalise = normalise
        self._clock = clock
        self._tombstones = Tombstones(workspace.root)
        self._catalog = SessionCatalog(workspace.root / DIALOG_PATH)
        self._states = StateCache(cache_bytes)
        self._newest: dict[SessionState, _Append] = {}
        self._gates: dict[str, asyncio.Event] = {}
        self._forgetting: dict[tuple[str, str], asyncio.Event] = {}
        self._damaged: dict[str, int] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._commits = GroupCommit(self._settled)

    def open(self) -> None:
        """Sweep what a killed process left, repair torn ends, learn the tombstones.

        Without this call the first append does it. Raises ``StoreUnavailable``.
        """
        try:
            self._tombstones.load()
        except OSError as error:
            raise StoreUnavailable.because(error, "The session folder cannot be read") from error

    def close(self) -> None:
        """Finish what was accepted, then refuse: later appends raise ``server_stopping``."""
        self._commits.close()
        self._tombstones.save()

    def damage(self) -> dict[str, int]:
        """Unreadable lines per session file, as far as files were read; they stay as they are."""
        return {path: count for path, count in sorted(self._damaged.items()) if count}

    async def append(self, session: SessionRef, events: Sequence[NewEvent]) -> AppendResult:
        """Return once every new event is on disk; so is the first copy of every duplicate.

        A caller that goes away changes nothing: what was begun is finished. Raises ``StoreUnavailable``
        with nothing of the call acknowledged, and ``server_stopping`` after ``close``.
        """
        self._enter_loop()
        path = session.path
        state = self._states.get(path)
        if state is not None and path not in self._gates and not self._forgetting:
            judged = state.judge(events, self._tombstones.of(session.host), {}, self._normalise)
            # A write looks at the file itself; where there is nothing to write, somebody has to.
            if not state.writer.broken and not judged.unsettled and (judged.fresh or state.is_usable()):
                with suppress(NotWritten):
                    return await self._commit(session, state, judged)
        return await self._finish(self._append_slowly(session, events))

    def read(self, session: SessionRef, after_line: int = 0) -> list[StoredEvent]:
        """Live events behind line ``after_line``, in order; an unknown session has none.

        Raises ``StoreUnavailable``.
        """
        events: list[StoredEvent] = []
        damaged = 0
        state = self._states.peek(session.path)
        limit = state.writer.size if state is not None and state.in_flight else None
        try:
            for number, raw in numbered_lines(self._file(session), limit):
                if number > after_line:
                    stored = decode(raw, number)
                    if isinstance(stored, StoredEvent):
                        events.append(stored)
                    elif stored is None:
                        damaged += 1
        except OSError as error:
            raise StoreUnavailable.because(error, "The session file cannot be read") from error
        if after_line == 0:
            self._damaged[session.path] = damaged
        return events

    def sessions(self) -> Iterable[SessionRef]:
        """Every session with a live event, in path order. Raises ``StoreUnavailable``."""
        try:
            return self._catalog.sessions()
        except OSError as error:
            raise StoreUnavailable.because(error, "The session folder cannot be read") from error

    def session_at(self, path: str) -> SessionRef | None:
        """The session whose source file this is; one that has nothing left but tombstones has no names.

        None for any other file, also for one that somebody else put there. Raises ``StoreUnavailable``.
        """
        try:
            live = next((session for session in self._catalog.sessions() if session.path == path), None)
            return live or self._catalog.emptied(path)
        except OSError as error:
            raise StoreUnavailable.because(error, "The session folder cannot be read") from error

    def last_line(self, session: SessionRef) -> int:
        """Number of the last durable line, tombstones included; 0 for an unknown session."""
        state = self._states.peek(session.path)
        if state is not None and state.is_usable():
            return state.durable_lines
        try:
            return count_lines(self._file(session))
        except OSError as error:
            raise StoreUnavailable.because(error, "The session file cannot be read") from error

    async def forget(self, session: SessionRef, lines: Sequence[int] | None) -> list[StoredEvent]:
        """Replace these lines (all when None) by tombstones, durably; returns what stood there.

        Other lines of the session with the same event ids go too. Numbers that name no live line are
        passed over. Raises ``StoreUnavailable``; the file is then as it was.
        """
        self._enter_loop()
        return await self._finish(self._forget(session, lines))

    async def _append_slowly(self, session: SessionRef, events: Sequence[NewEvent]) -> AppendResult:
        known: dict[str, StoredText | None] = {}
        tries = 0
        while True:
            await self._wait_for_others(session, events)
            state = self._states.get(session.path)
            if state is None or not state.is_usable():
                async with self._alone(session.path):
                    await self._load(session)
                continue
            judged = state.judge(events, self._tombstones.of(session.host), known, self._normalise)
            if not judged.unsettled:
                try:
                    return await self._commit(session, state, judged)
                except NotWritten:
                    tries += 1
                    if tries == _TRIES:
                        raise
                    continue
            await self._drained(session.path)
            known |= await self._in_thread(self._stored_texts, session, judged.unsettled)

    async def _commit(self, session: SessionRef, state: SessionState, judged: Judgement) -> AppendResult:
        # No await before the batch is queued: what was judged is still true when it is reserved.
        stored: tuple[StoredEvent, ...] = ()
        batch = None
        if judged.fresh:
            self._commits.check_open()
            batch, stored = self._reserve(session, state, judged)
        total = state.live
        if state.in_flight:
            waiter = self._waiter(state)
            if batch is not None:
                # At the very end: woken earlier, the commit thread would only wait for the interpreter.
                self._commits.submit(batch)
            error = await waiter
            if error is not None:
                raise error
        return AppendResult(tuple(judged.outcomes), stored, total)

    def _reserve(
        self, session: SessionRef, state: SessionState, judged: Judgement
    ) -> tuple[_Append, tuple[StoredEvent, ...]]:
        received_at = self._now()
        encode = partial(encode_events, session, judged.fresh, received_at)
        batch = _Append(state.writer, encode, session.path, state, len(judged.fresh))
        first = state.lines + 1
        self._newest[state] = batch
        self._states.grew(state.reserve(judged))
        stored = [
            StoredEvent(new.event_id, new.role, new.text, new.created_at, received_at, new.turn_id, line)
            for line, new in enumerate(judged.fresh, start=first)
        ]
        return batch, tuple(stored)

    def _waiter(self, state: SessionState) -> Waiter:
        """What the newest batch of a session tells when it is settled: its error, None for durable."""
        waiter: Waiter = asyncio.get_running_loop().create_future()
        self._newest[state].waiters.append(waiter)
        return waiter

    def _settled(self, results: Results) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._resolve, results)

    def _resolve(self, results: Results) -> None:
        for batch, error in results:
            if isinstance(batch, _Append):
                self._resolve_one(batch, error)

    def _resolve_one(self, batch: _Append, error: GatewayError | None) -> None:
        state = batch.state
        state.in_flight -= 1
        if self._newest.get(state) is batch:
            del self._newest[state]
        if error is None:
            state.durable_lines += batch.lines
            self._follow(batch)
        if state.writer.broken and self._states.peek(batch.path) is state and not state.in_flight:
            self._states.drop(batch.path)
        for waiter in batch.waiters:
            if not waiter.done():
                waiter.set_result(error)

    def _follow(self, batch: _Append) -> None:
        state, after = batch.state, batch.writer.fingerprint
        if after is not None and after != state.followed:
            self._tombstones.follow(batch.writer.path, state.followed, after)
            state.followed = after

    async def _load(self, session: SessionRef) -> None:
        state = self._states.get(session.path)
        if state is not None and state.is_usable():
            return
        self._states.drop(session.path)
        file = self._file(session)
        contents = await self._in_thread(self._read_contents, file)
        self._tombstones.add(session.host, contents.forgotten)
        self._damaged[session.path] = contents.damaged
        writer = SessionWriter(file, contents.size, contents.fingerprint)
        self._states.put(session.path, SessionState(contents, writer))

    def _read_contents(self, file: Path) -> SessionContents:
        self._tombstones.load()
        return load(file, self._torn)

    def _stored_texts(self, session: SessionRef, event_ids: set[str]) -> dict[str, StoredText | None]:
        found = find_events(self._file(session), event_ids)
        texts: dict[str, StoredText | None] = dict.fromkeys(event_ids)
        texts |= {event_id: (event.role, self._normalise(event.text)) for event_id, event in found.items()}
        return texts

    async def _forget(self, session: SessionRef, lines: Sequence[int] | None) -> list[StoredEvent]:
        file = self._file(session)
        async with self._alone(session.path):
            self._states.drop(session.path)
            plan = await self._in_thread(self._plan_forget, file, lines)
            if not plan.replacements:
                return []
            done = asyncio.Event()
            self._forgetting |= {(session.host, event_id): done for event_id in plan.event_ids}
            try:
                await self._in_thread(replace_lines, file, plan.replacements)
                self._tombstones.add(session.host, plan.event_ids)
            finally:
                for event_id in plan.event_ids:
                    self._forgetting.pop((session.host, event_id), None)
                done.set()
            return plan.removed

    def _plan_forget(self, file: Path, lines: Sequence[int] | None) -> ForgetPlan:
        repair(file, self._torn)
        # What was moved aside never counted as stored, but may hold the same words.
        for piece in torn_pieces(self._torn, file.stem):
            remove_durably(piece)
        return plan_forget(file, lines, self._now())

    async def _wait_for_others(self, session: SessionRef, events: Sequence[NewEvent]) -> None:
        """Until nobody loads or rewrites this session, and no id of the batch is just being forgotten."""
        while True:
            gate = self._gates.get(session.path)
            if gate is None and self._forgetting:
                keys = ((session.host, event.event_id) for event in events)
                gate = next((self._forgetting[key] for key in keys if key in self._forgetting), None)
            if gate is None:
                return
            await gate.wait()

    @asynccontextmanager
    async def _alone(self, path: str) -> AsyncIterator[None]:
        """Keep other work off a session, and let what is under way finish first."""
        while (other := self._gates.get(path)) is not None:
            await other.wait()
        gate = self._gates[path] = asyncio.Event()
        try:
            await self._drained(path)
            yield
        finally:
            del self._gates[path]
            gate.set()

    async def _drained(self, path: str) -> None:
        state = self._states.peek(path)
        if state is not None and state.in_flight:
            await self._waiter(state)

    async def _in_thread(self, work: Callable[..., _T], *arguments: object) -> _T:
        try:
            return await asyncio.to_thread(work, *arguments)
        except OSError as error:
            raise StoreUnavailable.because(error, "The session files cannot be read or written") from error

    async def _finish(self, work: Coroutine[object, object, _T]) -> _T:
        """Run to the end even when the caller is cancelled."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    def _finished(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Looked at here, because a caller that went away never does.
            task.exception()

    def _enter_loop(self) -> None:
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # Whatever an earlier loop had under way, its callbacks will not come.
            self._loop = loop
            self._states.clear()
            self._newest.clear()
            self._gates.clear()
            self._forgetting.clear()

    def _file(self, session: SessionRef) -> Path:
        if not (_HOST.fullmatch(session.host) and _KEY.fullmatch(session.key)):
            raise ValueError("a session's host and key must be plain names")
        return self._root / "session" / "dialog" / session.host / f"{session.key}.jsonl"

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
