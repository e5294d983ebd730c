"""The handwritten hook runtime: its modules, and which of its own modules each one imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .errors import ContractError

FOLDER = "packages/python-hooks/src/reme_hooks"
_PACKAGE = "reme_hooks"
_GENERATED = "_generated"


@dataclass(frozen=True, slots=True)
class Runtime:
    """Handwritten files by their path below FOLDER, and what each one may import, as paths without suffix."""

    contents: dict[str, bytes]
    imports: dict[str, tuple[str, ...]]

    def closure(self, modules: tuple[str, ...], generated: frozenset[str]) -> tuple[str, ...]:
        """These modules and all they import, as sorted paths with stubs and package files.

        ``generated`` are the generated files below FOLDER. Raises ContractError for a missing module.
        """
        known = set(self.contents) | generated
        found: set[str] = set()
        waiting = [f"{module}.py" for module in modules] + ["__init__.py"]
        while waiting:
            path = waiting.pop()
            if path in found:
                continue
            if path not in known:
                fix = "write the module, or take it out of plan.py"
                raise ContractError(f"{FOLDER}/{path}", "", "a vendored module is missing", fix)
            found |= {path} | ({f"{path}i"} & known)
            waiting += [(parent / "__init__.py").as_posix() for parent in PurePosixPath(path).parents]
            waiting += [f"{name}.py" for name in self.imports.get(path, ()) if f"{name}.py" in known]
        return tuple(sorted(found))


def read_runtime(root: Path) -> Runtime:
    """Read every handwritten Python file of the runtime. Raises ContractError if one can't be vendored."""
    contents: dict[str, bytes] = {}
    imports: dict[str, tuple[str, ...]] = {}
    folder = root / FOLDER
    for path in sorted([*folder.rglob("*.py"), *folder.rglob("*.pyi")]):
        name = path.relative_to(folder).as_posix()
        if name.split("/")[0] != _GENERATED:
            contents[name] = path.read_bytes().replace(b"\r\n", b"\n")
            if path.suffix == ".py":
                imports[name] = tuple(sorted(set(_imports(name, contents[name]))))
    return Runtime(contents, imports)


def _imports(name: str, content: bytes) -> Iterator[str]:
    try:
        tree = ast.parse(content)
    except SyntaxError as error:
        problem = f"line {error.lineno}: {error.msg}"
        raise ContractError(f"{FOLDER}/{name}", "", problem, "correct the syntax") from error
    folder = PurePosixPath(name).parent
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = folder
            for _ in range(node.level - 1):
                base = base.parent
            module = base / (node.module or "").replace(".", "/")
            yield module.as_posix()
            yield from ((module / alias.name).as_posix() for alias in node.names)
        elif _absolute(node):
            problem = f"line {getattr(node, 'lineno', 0)} imports {_PACKAGE} by its full name"
            fix = "import relatively: a vendored copy has another name"
            raise ContractError(f"{FOLDER}/{name}", "", problem, fix)


def _absolute(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".")[0] == _PACKAGE
    return isinstance(node, ast.Import) and any(alias.name.split(".")[0] == _PACKAGE for alias in node.names)
