"""The model's tools: one request each, whose answer the model gets as it is."""

from __future__ import annotations

import json
import os

from ..adapter.payload import Conversation
from ..reme_hooks import system
from ..reme_hooks._generated.v1 import hooks as rules
from ..reme_hooks._generated.v1 import limits, operations
from ..reme_hooks.configuration import ConfigurationError
from ..reme_hooks.deadline import Deadline, Expired
from ..reme_hooks.exchange import Answer, Server, Unanswered
from ..reme_hooks.json_text import encode
from ..reme_hooks.repository import repository_scope
from ..reme_hooks.session_state import SessionState
from ..reme_hooks.settings import HookSettings, load_settings
from ..reme_hooks.truncation import well_formed
from ..tools import TOOLS
from .bounded import Call
from .cool_down import cool_downs_of
from .event import DESCRIPTION, private_folder
from .home import real_home, settings_layer

_PREFIX = "reme_"
_TOOLS = {str(tool["name"]): tool for tool in TOOLS}
_NO_PROJECT = "default"
_UNANSWERED = {
    "unreachable": "No memory server answers at {url}. Go on without memory; `reme start` starts one.",
    "timeout": "The memory server at {url} took too long (REME_TIMEOUT_MS). Go on without memory.",
    "stranger": "Something else than a memory server answers at {url}. Go on without memory.",
    "unauthorized": "The memory server at {url} wants another token than REME_TOKEN in the home's .env file.",
    "version": "The memory server at {url} speaks integration API {version}, this plugin {own}. "
    "Upgrade the older one.",
}
_NO_ANSWER = "The memory server at {url} could not answer ({reason}). Go on without memory."


def schemas() -> list[dict[str, object]]:
    """The tools as the host wants them: name, description and parameters."""
    return [{key: tool[key] for key in ("name", "description", "parameters")} for tool in TOOLS]


def run_tool(name: str, arguments: dict[str, object], conversation: Conversation) -> str:
    """The server's reply, or an object whose ``error`` says what to do: JSON in both cases. Never raises."""
    if name not in _TOOLS:
        return _error(f"There is no tool {name[:100]}.")
    variables = dict(os.environ)
    person = system.home_folder(variables)
    try:
        layer = settings_layer(conversation.home or real_home(None))
        settings = load_settings(DESCRIPTION, variables, person, conversation.folder, layer)
    except ConfigurationError as error:
        return _error(str(error))
    body = {**arguments}
    if "scope_id" in _properties(name):
        body.setdefault("scope_id", _scope(settings, conversation, private_folder(person)))
    try:
        request = encode(body).encode("ascii")
    except (ValueError, RecursionError):
        return _error("The arguments are no JSON object.")
    agent = f"reme-{DESCRIPTION.folder}/{DESCRIPTION.version}"
    deadline = Deadline(settings.seconds, owns_process=False)
    server = Server(settings.url, settings.token, agent, deadline, variables)

    def ask(call: Call) -> None:
        try:
            answer = server.post(name.removeprefix(_PREFIX), request)
        except Unanswered as unanswered:
            call.settle(_unanswered(unanswered.reason, settings.url))
        except Expired:
            call.settle(_unanswered("timeout", settings.url))
        else:
            cool_downs_of(settings.url).health.answered()
            call.settle(_reply(answer, settings.url))

    return Call(ask).run(settings.seconds) or _unanswered("timeout", settings.url)


def _reply(answer: Answer, url: str) -> str:
    verdict = answer.verdict()
    try:
        document = json.loads(answer.body)
    except (ValueError, RecursionError):
        return _unanswered("stranger" if verdict == "ok" else verdict, url)
    if verdict == "ok":
        return json.dumps(document, ensure_ascii=False)
    if isinstance(document, dict) and "detail" in document and verdict in ("failed", "refused", "too_large"):
        words = [str(document.get(key, "")) for key in ("detail", "hint")]
        return json.dumps({"error": " ".join(words).strip(), "code": str(document.get("code", ""))})
    return _unanswered(verdict, url, answer.version)


def _unanswered(reason: str, url: str, version: str = "") -> str:
    text = _UNANSWERED.get(reason, _NO_ANSWER)
    return _error(text.format(url=url, reason=reason, version=version, own=operations.API_VERSION))


def _error(text: str) -> str:
    return json.dumps({"error": text})


def _properties(name: str) -> dict[str, object]:
    parameters = _TOOLS[name]["parameters"]
    properties = parameters.get("properties") if isinstance(parameters, dict) else None
    return properties if isinstance(properties, dict) else {}


def _scope(settings: HookSettings, conversation: Conversation, folder: str) -> str:
    """The scope that the session's turns go to."""
    if settings.scope != rules.PROJECT_SCOPE:
        return well_formed(settings.scope[: limits.SCOPE_ID_CHARS])
    states = f"{folder}/{rules.STATE_FOLDER}" if folder else ""
    known = SessionState(states, DESCRIPTION.id, conversation.session_id).scope
    return well_formed(known or repository_scope(conversation.folder) or _NO_PROJECT)
