"""PlannedFile → bytes. Every source is a template or one of the renderers registered here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..model import Contract, DataModule
from ..plan import PlannedFile
from . import constants, jinja, openapi, python_models
from . import tools as tool_list
from .banner import with_banner

Renderer = Callable[[Contract, str], str]


def _module(contract: Contract, name: str) -> DataModule:
    return next(module for module in (contract.limits, *contract.data) if module.name == name)


def _python_models(contract: Contract, argument: str) -> str:
    target, package = argument.split(" ")
    return python_models.models(contract, target, package)


_RENDERERS: dict[str, Renderer] = {
    "render/constants": lambda contract, name: constants.module(_module(contract, name)),
    "render/stubs": lambda contract, name: constants.stub(_module(contract, name)),
    "render/openapi": lambda contract, _: openapi.document(contract),
    "render/python_models": _python_models,
}


def render_all(root: Path, contract: Contract, files: tuple[PlannedFile, ...]) -> dict[str, bytes]:
    """Text of every planned file, by path. Line ends are LF and the encoding is UTF-8, whatever the platform."""
    env = jinja.environment(root)
    values: dict[str, object] = {"tools": tuple(tool_list.tools(contract))}
    rendered: dict[str, bytes] = {}
    for file in files:
        if file.source.startswith("templates/"):
            text = jinja.render(env, file.source, contract, {**values, "argument": file.argument})
        else:
            text = _RENDERERS[file.source](contract, file.argument)
        rendered[file.path] = with_banner(file.path, text, file.source, file.inputs).encode("utf-8")
    return rendered
