# Generated: do not edit, your change would be lost.
# From contract/hosts/hermes.toml
# By   templates/hermes/__init__.py.jinja
# Edit those and run `nox -s generate`.
"""ReMe's memory provider; the host finds the package by the name of the method below."""

from typing import Any

from .provider.memory_provider import ReMeMemoryProvider

__all__ = ["ReMeMemoryProvider", "register"]


def register(ctx: Any) -> None:
    """What the host calls once for each agent that it builds."""
    ctx.register_memory_provider(ReMeMemoryProvider())
