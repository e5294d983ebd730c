"""Imports point one way: transports, jobs, parts, contract."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = "reme_gateway"
SOURCE = Path(__file__).parents[2] / "server" / "src" / PACKAGE

# Each layer may import itself and what stands below it. Modules at the package's root are listed by name.
LAYERS: dict[str, set[str]] = {
    "_contract": set(),
    "_vendor": set(),
    "errors": {"_contract"},
    "native": set(),
    "ports": set(),
    "settings": set(),
    "store": {"_contract", "_vendor", "errors", "ports"},
    "index": {"_contract", "_vendor", "errors", "native", "ports", "store"},
    "extraction": {"_contract", "_vendor", "errors", "ports", "store"},
    "work_queue": {"_contract", "errors", "ports", "store", "extraction"},
    "jobs": {
        "_contract",
        "_vendor",
        "errors",
        "native",
        "ports",
        "settings",
        "store",
        "index",
        "extraction",
        "work_queue",
    },
    "http_api": {"_contract", "errors", "jobs"},
    "mcp_endpoint": {"_contract", "errors", "jobs", "http_api"},
    "assembly": {
        "_contract",
        "_vendor",
        "errors",
        "ports",
        "settings",
        "store",
        "index",
        "extraction",
        "work_queue",
        "jobs",
    },
    "app": {"assembly", "settings", "jobs", "http_api", "mcp_endpoint"},
    "integrations": {"_vendor"},
    "background": {"integrations"},
    "plugin_validation": {"_vendor"},
    "cli": {
        "_contract",
        "_vendor",
        "errors",
        "settings",
        "app",
        "store",
        "extraction",
        "integrations",
        "background",
        "plugin_validation",
    },
}


def modules() -> list[Path]:
    return [
        path for path in sorted(SOURCE.rglob("*.py")) if path.parent != SOURCE or path.name != "__init__.py"
    ]


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_layers(path: Path) -> set[str]:
    """Layers that a module imports, absolutely or relatively, anywhere in it."""
    package = (PACKAGE, *path.relative_to(SOURCE).parts[:-1])
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module or "") if part)
            names = [f"{module}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == PACKAGE and len(parts) > 1:
                found.add(parts[1])
    return found - {"__version__"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_from_below(path: Path) -> None:
    layer = layer_of(path)
    assert layer in LAYERS, f"{layer} has no place in the layers"
    assert imported_layers(path) <= LAYERS[layer] | {layer}


def test_the_layers_have_no_circle() -> None:
    def below(layer: str, seen: frozenset[str] = frozenset()) -> None:
        assert layer not in seen
        for other in LAYERS[layer]:
            below(other, seen | {layer})

    for layer in LAYERS:
        below(layer)


def test_no_module_is_named_for_leftovers() -> None:
    names = {path.stem for path in modules()} | {path.parent.name for path in modules()}
    assert not names & {"utils", "helpers", "common", "misc", "shared"}
