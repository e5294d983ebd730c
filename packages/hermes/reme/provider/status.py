"""What is set, what waits and what happened last: ids, counts and times, never what somebody wrote."""

from __future__ import annotations

import json
import os

from ..reme_hooks import configuration, system
from ..reme_hooks._generated.v1 import configuration as common_rules
from ..reme_hooks._generated.v1 import hooks as rules
from ..reme_hooks._generated.v1 import operations
from ..reme_hooks.configuration import ConfigurationError, Setting
from ..reme_hooks.deadline import Deadline, Expired
from ..reme_hooks.exchange import Server, Unanswered
from ..reme_hooks.private_file import read_object
from ..reme_hooks.spool import Spool
from .bounded import Call
from .event import DESCRIPTION, private_folder
from .home import settings_layer, spool_folder

_SECONDS = 3.0
_SHOWN = ("url", "scope", "recall", "capture", "hooks", "max_chars")


def summary(home: str) -> dict[str, object]:
    """The effective settings and the spool's size; ``problem`` instead of settings that can't be used."""
    waiting, rejected = _spooled(home)
    found: dict[str, object] = {"waiting": waiting, "rejected": rejected}
    try:
        settings = effective(home)
    except ConfigurationError as error:
        return {**found, "problem": str(error)}
    shown = {name: f"{settings[name].value} ({settings[name].origin})" for name in _SHOWN}
    return {**shown, "token": "set" if settings["token"].value else "not set", **found}


def report(home: str) -> dict[str, object]:
    """The same with origins apart, the server's answer, and the last events of any home of this person."""
    waiting, rejected = _spooled(home)
    found: dict[str, object] = {
        "home": home,
        "package": DESCRIPTION.version,
        "integration_api_version": operations.API_VERSION,
        "spool": {"folder": spool_folder(home), "waiting": waiting, "rejected": rejected},
        "last": _last_events(),
    }
    try:
        settings = effective(home)
    except ConfigurationError as error:
        return {**found, "problem": str(error), "server": {"reachable": False}}
    found["settings"] = {
        name: {"value": settings[name].value, "origin": settings[name].origin} for name in _SHOWN
    }
    found["token"] = {"set": bool(settings["token"].value), "origin": settings["token"].origin}
    found["server"] = server_version(str(settings["url"].value), str(settings["token"].value))
    return found


def effective(home: str) -> dict[str, Setting]:
    """Every setting with its origin. Raises ConfigurationError."""
    variables = dict(os.environ)
    person = system.home_folder(variables)
    specs = {**common_rules.SETTINGS, **rules.SETTINGS}
    server_file = f"{person}/{common_rules.SERVER_FILE}" if person else None
    return configuration.load({}, variables, person, None, server_file, specs, settings_layer(home))


def server_version(url: str, token: str) -> dict[str, object]:
    """Whether a server answers there, and which versions it has."""
    deadline = Deadline(_SECONDS, owns_process=False)
    server = Server(
        url, token, f"reme-{DESCRIPTION.folder}/{DESCRIPTION.version}", deadline, dict(os.environ)
    )

    def ask(call: Call) -> None:
        try:
            answer = server.get("version")
        except Unanswered as unanswered:
            call.settle(json.dumps({"reachable": False, "reason": unanswered.reason}))
        except Expired:
            call.settle("")
        else:
            document = json.loads(answer.body) if answer.verdict() in ("ok", "version") else {}
            found = {key: document.get(key) for key in ("version", "integration_api_version")}
            call.settle(json.dumps({"reachable": bool(document), "reason": answer.verdict(), **found}))

    told: dict[str, object] = json.loads(
        Call(ask).run(_SECONDS) or '{"reachable": false, "reason": "timeout"}'
    )
    return told


def _spooled(home: str) -> tuple[int, int]:
    folder = spool_folder(home)
    rejected = system.file_names(f"{folder}/{rules.REJECTED_FOLDER}")
    return len(Spool(folder).names()), len([name for name in rejected if name.endswith(".json")])


def _last_events() -> dict[str, object]:
    folder = private_folder(system.home_folder(dict(os.environ)))
    beat = read_object(f"{folder}/{rules.HEARTBEAT_FILE}") if folder else {}
    return {
        name: beat[name] for name in ("events", "recall", "delivery", "problem", "refusal") if name in beat
    }
