"""`hermes memory setup reme`: address, scope and token, and the provider selected."""

from __future__ import annotations

import sys
from contextlib import suppress

from ..reme_hooks._generated.v1 import configuration as common_rules
from ..reme_hooks._generated.v1 import hooks as rules
from ..reme_hooks.configuration import ConfigurationError, resolve
from .home import TOKEN_VARIABLE, save_settings, save_token, settings_layer
from .status import effective, server_version

_SWITCH = ("on", "off")


def schema() -> list[dict[str, object]]:
    """The fields of the host's dialogs; the secret one goes into `.env`."""
    defaults = resolve({}, {}, [])
    return [
        {"key": "url", "description": "Address of the memory server", "default": defaults["url"].value},
        {
            "key": "scope",
            "description": "Scope: a name, or `project` for one per repository",
            "default": defaults["scope"].value,
        },
        {"key": "recall", "description": "Put what is remembered beside prompts", "choices": list(_SWITCH)},
        {"key": "capture", "description": "Keep what is said", "choices": list(_SWITCH)},
        {
            "key": "token",
            "description": "Token of the server, if it wants one",
            "secret": True,
            "env_var": TOKEN_VARIABLE,
        },
    ]


def run(home: str, config: dict[str, object]) -> None:
    """Ask whoever is there, keep what is set otherwise, select the provider, and print what was done."""
    from hermes_cli.config import save_config  # type: ignore[import-not-found]

    if sys.stdin.isatty():
        # A broken file is told of below.
        with suppress(EOFError, ConfigurationError):
            _ask(home)
    memory = config.get("memory")
    config["memory"] = {**(memory if isinstance(memory, dict) else {}), "provider": "reme"}
    save_config(config)
    print("\n  ReMe is the memory provider of this home.")
    _tell(home)


def _ask(home: str) -> None:
    """One question per field; an empty answer keeps what is set."""
    known: dict[str, object] = {}
    for _, stored in settings_layer(home):
        known.update(stored)
    values: dict[str, object] = {}
    for field in schema():
        key = str(field["key"])
        if field.get("secret"):
            _ask_token(home, str(field["description"]))
            continue
        answer = _answer(key, f"  {field['description']} [{known.get(key, field.get('default', 'on'))}]: ")
        if answer:
            values[key] = answer
    if values:
        save_settings(home, values)


def _answer(key: str, question: str) -> str:
    """What is typed, asked again until it can be used; empty for what is to stay."""
    specs = {key: {**common_rules.SETTINGS, **rules.SETTINGS}[key]}
    while answer := input(question).strip():
        try:
            resolve({}, {}, [], specs, (("your answer", {key: answer}),))
        except ConfigurationError as error:
            print(f"  {error}")
        else:
            break
    return answer


def _ask_token(home: str, description: str) -> None:
    from getpass import getpass

    token = getpass(f"  {description} (not shown; empty keeps what is set): ").strip()
    if token:
        save_token(home, token)


def _tell(home: str) -> None:
    try:
        settings = effective(home)
    except ConfigurationError as error:
        print(f"  {error}")
        return
    url = str(settings["url"].value)
    server = server_version(url, str(settings["token"].value))
    if server["reachable"]:
        print(f"  The server at {url} answers (version {server.get('version')}).")
    else:
        print(
            f"  No server answers at {url} yet: turns are kept and delivered later. `reme start` starts one."
        )
    print("  Sessions that start from now on have it.\n")
