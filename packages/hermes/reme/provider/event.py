"""One call of the host as an event of the hook runtime, beside the host and within the event's deadline."""

from __future__ import annotations

import logging
import os

from ..host import HOST
from ..reme_hooks import system
from ..reme_hooks._generated.v1 import hooks as rules
from ..reme_hooks._generated.v1 import operations
from ..reme_hooks.configuration import ConfigurationError
from ..reme_hooks.deadline import Deadline, Expired
from ..reme_hooks.descriptor import Host, Row
from ..reme_hooks.heartbeat import Heartbeat
from ..reme_hooks.journal import Journal
from ..reme_hooks.observation import Observation
from ..reme_hooks.turn import Turn
from .bounded import Call
from .cool_down import CoolDown, CoolDowns, cool_downs_of
from .home import settings_layer, spool_folder

logger = logging.getLogger(__name__)
DESCRIPTION = Host({**HOST})
_NOTICE = (
    "ReMe's automatic memory is off: the server speaks integration API {server}, this plugin {own}. "
    "Upgrade the older one."
)


class Event:
    """Make it, ``run`` it; ``notice`` is one sentence for the person, or empty."""

    def __init__(self, native: str, row: Row, seen: Observation, home: str) -> None:
        self._native = native
        self._row = row
        self._seen = seen
        self._home = home
        self.notice = ""

    def run(self, call: Call) -> None:
        """Do what the row asks for and settle the call with the block for the prompt."""
        variables = dict(os.environ)
        person = system.home_folder(variables)
        person = person if system.is_folder(person) else ""
        folder = private_folder(person)
        heartbeat = Heartbeat(f"{folder}/{rules.HEARTBEAT_FILE}" if folder else "", DESCRIPTION.version)
        journal = Journal(self._native)
        deadline = Deadline(self._row.seconds, owns_process=False)
        turn = Turn(
            DESCRIPTION, self._row, self._seen, deadline, folder, heartbeat, journal, spool_folder(self._home)
        )
        block, result = "", "ok"
        lanes: CoolDowns | None = None
        try:
            settings = turn.configure(variables, person, settings_layer(self._home))
            if not settings.hooks:
                return
            lanes = cool_downs_of(settings.url)
            if lanes.health.is_on or self._lane(lanes).is_on:
                turn.stay_offline()
            block = turn.handle()
        except Expired:
            result = "expired"
        except ConfigurationError as error:
            result = error.code
            heartbeat.note("problem", code=error.code)
        except Exception as error:  # noqa: BLE001
            result = type(error).__name__
            logger.debug("reme: %s failed with %s", self._native, result)
        server = heartbeat.untold_refusal()
        self.notice = _NOTICE.format(server=server, own=operations.API_VERSION) if server else ""
        in_time = call.settle(block)
        # A block that comes too late was not put in, so it is not noted either.
        if in_time or not self._row.has_reply:
            turn.close()
        if lanes is not None:
            self._judge(lanes, turn, heartbeat, in_time)
        _report(heartbeat, journal, self._native, result, deadline.spent_ms())

    def _lane(self, lanes: CoolDowns) -> CoolDown:
        return lanes.recall if self._row.recall else lanes.write

    def _judge(self, lanes: CoolDowns, turn: Turn, heartbeat: Heartbeat, in_time: bool) -> None:
        noted = heartbeat.changes.get("recall" if self._row.recall else "delivery")
        results = [str(noted.get("result")) if isinstance(noted, dict) else "", turn.flushed]
        if not in_time:
            results.append("timeout")
        for result in results:
            lanes.judge(self._lane(lanes), result)


def private_folder(person: str) -> str:
    """Where state and heartbeat are below a person's home folder; an empty one has none."""
    return f"{person}/{rules.PRIVATE_FOLDER}/{DESCRIPTION.folder}" if person else ""


def _report(heartbeat: Heartbeat, journal: Journal, native: str, result: str, milliseconds: int) -> None:
    journal.note("done", result=result, ms=milliseconds)
    heartbeat.fired(native, result, milliseconds)
    try:
        heartbeat.write()
    except OSError as error:
        journal.error("heartbeat", type(error).__name__)
    journal.write()
