"""HTTP connections that send an answer's head and body in one piece.

uvicorn hands them to the system one after the other; the first wakes the client for nothing and costs as
much as the second.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


class GatheringTransport(asyncio.Transport):
    """Holds what is written until ``flush``, or until the event loop's next turn."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._held: list[bytes | bytearray | memoryview] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Take bytes; a stream's parts go out as they come, at the end of the present turn."""
        if data:
            if not self._held:
                self._loop.call_soon(self.flush)
            self._held.append(data)

    def flush(self) -> None:
        """Hand over what was taken."""
        if self._held:
            held, self._held = self._held, []
            self._transport.write(held[0] if len(held) == 1 else b"".join(held))

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        self._held.clear()
        self._transport.abort()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def get_write_buffer_size(self) -> int:
        return self._transport.get_write_buffer_size() + sum(map(len, self._held))


class GatheringProtocol(H11Protocol):
    """uvicorn's protocol over h11, each complete answer in one write."""

    transport: GatheringTransport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(GatheringTransport(transport, self.loop))

    def on_response_complete(self) -> None:
        self.transport.flush()
        super().on_response_complete()
