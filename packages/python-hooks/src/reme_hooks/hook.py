"""One event of a host, from its payload to its reply: recall, durable capture, delivery, nothing else."""

from . import compiled_patterns, system
from ._generated.v1 import hooks as rules
from ._generated.v1 import operations
from .configuration import ConfigurationError
from .deadline import Deadline, Expired, end_soon, ignore_interrupts
from .descriptor import Host
from .heartbeat import Heartbeat
from .journal import Journal
from .standard_input import read_payload
from .turn import Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .module_cache import ModuleCache
    from .observation import Observation

    Observe = Callable[[str, dict[str, object]], "Observation | None"]
    Reply = Callable[[str, str, str], str]

_NOTICE = (
    "ReMe's automatic memory is off: the server speaks integration API {server}, this plugin {own}. "
    "Upgrade the older one."
)


def run(
    host: "dict[str, object]",
    observe: "Observe",
    reply: "Reply",
    event: str,
    modules: "ModuleCache | None" = None,
) -> None:
    """Handle a native event, and end the process with status 0, come what may."""
    try:
        ignore_interrupts()
        if modules is not None:
            compiled_patterns.kept = modules.patterns
        _handle(host, observe, reply, event)
        if modules is not None:
            modules.save(_replace)
    except BaseException:  # noqa: BLE001
        # The host must not notice: another status stops its prompt, and a word on stderr alarms the person.
        system.calls._exit(0)
    system.calls._exit(0)


def _replace(path: str, content: bytes) -> None:
    system.make_folder(path.rpartition("/")[0])
    system.write_file(path + "-" + system.unique_name(), path, content, durable=False)


def _handle(values: "dict[str, object]", observe: "Observe", reply: "Reply", event: str) -> None:
    host = Host(values)
    rows = host.rows(event)
    if not rows:
        return
    deadline = Deadline(min(row.seconds for row in rows))
    variables = system.environment()
    home = system.home_folder(variables)
    if not system.is_folder(home):
        home = ""
    folder = home + "/" + rules.PRIVATE_FOLDER + "/" + host.folder if home else ""
    journal = Journal(event)
    heartbeat = Heartbeat(folder + "/" + rules.HEARTBEAT_FILE if folder else "", host.version)
    turn: Turn | None = None
    output, result, switched_off = "", "ok", False
    try:
        deadline.guard(rules.STDIN_MS / 1000)
        payload = read_payload()
        row = next((row for row in rows if row.fits(payload)), None)
        seen = observe(event, payload) if row else None
        if row and seen and seen.session_id:
            turn = Turn(host, row, seen, deadline, folder, heartbeat, journal)
            switched_off = not turn.configure(variables, home).hooks
            if not switched_off:
                deadline.guard()
                turn.spare_the_silent()
                block = turn.handle()
                output = reply(event, block, _notice(heartbeat)) if row.has_reply else ""
    except Expired:
        result = "expired"
    except ConfigurationError as error:
        result = error.code
        heartbeat.note("problem", code=error.code)
    except Exception as error:  # noqa: BLE001
        result = type(error).__name__
    end_soon()
    if switched_off:
        return
    _print(output)
    # What follows can be lost without harm, so it does not keep the reply waiting.
    if turn is not None:
        turn.close()
    _report(heartbeat, journal, event, result, deadline.spent_ms())


def _report(heartbeat: Heartbeat, journal: Journal, event: str, result: str, milliseconds: int) -> None:
    journal.note("done", result=result, ms=milliseconds)
    heartbeat.fired(event, result, milliseconds)
    try:
        heartbeat.write()
    except OSError as error:
        journal.error("heartbeat", type(error).__name__)
    journal.write()


def _notice(heartbeat: Heartbeat) -> str:
    server = heartbeat.untold_refusal()
    return _NOTICE.format(server=server, own=operations.API_VERSION) if server else ""


def _print(output: str) -> None:
    data = output.encode("utf-8", "replace")
    while data:
        data = data[system.calls.write(1, data) :]
