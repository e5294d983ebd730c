"""PlannedFile → bytes. Every source is a template or one of the renderers registered here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from ..model import Contract
from ..plan import PlannedFile
from . import constants, host_values, jinja, openapi, python_models, ts_types
from . import schemas as schema_forms
from . import tools as tool_list
from .banner import with_banner
from .vendor import vendored

_VENDOR = "render/vendor"


def _python_models(contract: Contract, argument: str) -> str:
    target, package = argument.split(" ")
    return python_models.models(contract, target, package)


_RENDERERS: dict[str, Callable[[Contract, str], str]] = {
    "render/constants": lambda contract, name: constants.module(contract.module(name)),
    "render/declarations": lambda contract, name: constants.declaration(contract.module(name)),
    "render/esm": lambda contract, name: constants.esm(contract.module(name)),
    "render/openapi": lambda contract, _: openapi.document(contract),
    "render/python_models": _python_models,
    "render/stubs": lambda contract, name: constants.stub(contract.module(name)),
}

# Where a renderer lives when its name isn't that of its module.
RENDERER_FILES = {
    "render/declarations": "render/constants",
    "render/esm": "render/constants",
    "render/stubs": "render/constants",
}


def template_values(contract: Contract) -> dict[str, object]:
    """What every template may use; templates/README.md describes them."""
    return {
        "contract": contract,
        "tools": tuple(tool_list.tools(contract)),
        "interfaces": tuple(ts_types.interfaces(contract)),
        "wire_schemas": schema_forms.wire_schemas(contract),
        "requests": {operation.name: operation.request for operation in contract.operations},
        "replies": {operation.name: operation.reply for operation in contract.operations},
        "scoped": schema_forms.scoped_operations(contract),
        "reply_members": schema_forms.reply_members(contract),
        "hosts": host_values.host_values(contract),
        "js_modules": tuple(module.name for module in contract.data),
    }


def render_all(
    root: Path, contract: Contract, originals: Mapping[str, bytes], files: tuple[PlannedFile, ...]
) -> dict[str, bytes]:
    """Bytes of every planned file, by path: UTF-8 with LF line ends, whatever the platform.

    ``originals`` are the handwritten files that packages get copies of, by path.
    """
    env = jinja.environment(root)
    values = template_values(contract)
    rendered: dict[str, bytes] = {}
    for file in sorted(files, key=lambda file: file.source == _VENDOR):  # copies after what they copy
        if file.source == _VENDOR:
            text = vendored(file, originals, rendered)
        elif file.source.startswith("templates/"):
            text = jinja.render(env, file.source, {**values, "argument": file.argument})
        else:
            text = _RENDERERS[file.source](contract, file.argument)
        rendered[file.path] = with_banner(file.path, text, origin(file.source), file.inputs).encode("utf-8")
    return rendered


def origin(source: str) -> str:
    """Path of the file to edit for a source: a template, or the renderer's module."""
    if source.startswith("templates/"):
        return source
    return f"generator/src/reme_generator/{RENDERER_FILES.get(source, source)}.py"
