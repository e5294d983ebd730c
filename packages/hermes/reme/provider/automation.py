"""Recall and capture of one agent: which call of the host is which event, and about which session."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from ..adapter.payload import Conversation, begin, go_on, observe
from ..adapter.reply import reply
from .bounded import Call
from .event import DESCRIPTION, Event
from .home import real_home

logger = logging.getLogger(__name__)
Arguments = dict[str, object]


class Automation:
    """No method waits much longer than its event's deadline. What they return is for the prompt."""

    def __init__(self) -> None:
        self.conversation = Conversation()
        self._warn: Callable[[str], object] | None = None

    def inspect(self, arguments: Arguments) -> str:
        """Take over a session, and do nothing about it."""
        arguments["hermes_home"] = real_home(arguments.get("hermes_home"))
        warn = arguments.get("warning_callback")
        self._warn = warn if callable(warn) else None
        self.conversation = begin({"payload": arguments}, _working_folder())
        return ""

    def begin(self, arguments: Arguments) -> str:
        """Take over a session, and deliver what an earlier process has left."""
        self.inspect(arguments)
        return self.handle("initialize", arguments)

    def move(self, arguments: Arguments) -> str:
        """Leave the session for another one, or learn that it was compacted."""
        left = self.conversation
        self.conversation = go_on(left, {"payload": arguments})
        return self.handle("on_session_switch", arguments, left)

    def handle(self, event: str, arguments: Arguments, conversation: Conversation | None = None) -> str:
        """Do what the event's row asks for. Returns the text for the prompt, or an empty string."""
        payload: Arguments = {"event": event, "payload": arguments}
        row = next((row for row in DESCRIPTION.rows(event) if row.fits(payload)), None)
        seen = observe(event, payload, conversation or self.conversation)
        if row is None or seen is None:
            return ""
        happened = Event(event, row, seen, self.conversation.home)
        block = Call(happened.run).run(row.seconds)
        if happened.notice:
            self._tell(happened.notice)
        return reply(event, block)

    def _tell(self, notice: str) -> None:
        logger.warning("%s", notice)
        if self._warn is not None:
            self._warn(notice)


def _working_folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:
        return ""
