"""Doing something with each host that was named: one that fails does not keep the others from their turn."""

from __future__ import annotations

import sys

from reme_gateway.cli.arguments import host_id
from reme_gateway.cli.outcome import FAILED, USAGE, CommandFailed
from reme_gateway.integrations.descriptors import descriptor_of
from reme_gateway.integrations.registry import INSTALLABLE

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def known_hosts(texts: list[str]) -> list[str]:
    """Host ids, each once. Raises ``CommandFailed`` for one that has no installer."""
    hosts = list(dict.fromkeys(host_id(text) for text in texts))
    for host in hosts:
        if host not in INSTALLABLE:
            raise CommandFailed(
                f"there is no installer for {host.replace('_', '-')}",
                f"there are {', '.join(installable_names())}",
                exit_code=USAGE,
            )
    return hosts


def installable_names() -> list[str]:
    """As people type them."""
    return [host.replace("_", "-") for host in INSTALLABLE]


def with_each(
    hosts: list[str], act: Callable[[str], dict[str, Any]], *, failing: str, quiet: bool
) -> dict[str, Any]:
    """What ``act`` returns for each host, for scripts.

    Raises ``CommandFailed`` when all have had their turn and one failed: that failure itself when it was the
    only host, otherwise one that names those of which ``failing`` is true, as "not installed". The reasons
    are lines on stderr before that, unless it is to be ``quiet``.
    """
    documents: dict[str, Any] = {}
    failures: dict[str, CommandFailed] = {}
    for host in hosts:
        try:
            documents[host] = act(host)
        except CommandFailed as failure:
            failures[host] = failure
            documents[host] = {"error": failure.document}
            if len(hosts) > 1 and not quiet:
                sys.stdout.flush()
                sys.stderr.write(f"reme: {descriptor_of(host).name}: {failure.line}\n")
    if failures:
        names = ", ".join(descriptor_of(host).name for host in failures)
        several = CommandFailed(f"{failing}: {names}", exit_code=FAILED)
        ending = several if len(hosts) > 1 else failures[hosts[0]]
        ending.results = {"hosts": documents}
        raise ending
    return documents
