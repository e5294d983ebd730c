"""The handwritten JavaScript modules: text rules, client and runtime, and which of them each one imports."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from .errors import ContractError

FOLDER = "packages/js-client/src"
_GENERATED = "generated"
# `import … from "./x.js"`, `export … from "./x.js"`, `import "./x.js"`, `import("./x.js")`.
_IMPORT = re.compile(
    r"""^(?:import|export)\b[^;"'`]*?["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']""", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class JsSource:
    """Handwritten files by their path below FOLDER, and the paths that each module imports."""

    contents: dict[str, bytes]
    imports: dict[str, tuple[str, ...]]

    def closure(self, modules: tuple[str, ...], generated: frozenset[str]) -> tuple[str, ...]:
        """These modules and all they import, as sorted paths.

        ``generated`` are the generated files below FOLDER. Raises ContractError for a missing module.
        """
        found: set[str] = set()
        waiting = [f"{module}.js" for module in modules]
        while waiting:
            path = waiting.pop()
            if path in found:
                continue
            if path not in self.contents and path not in generated:
                fix = "write the module, or take out what names it"
                raise ContractError(f"{FOLDER}/{path}", "", "a vendored module is missing", fix)
            found.add(path)
            waiting += self.imports.get(path, ())
        return tuple(sorted(found))


def read_js_source(root: Path) -> JsSource:
    """Read every handwritten module and declaration; generated ones import nothing."""
    contents: dict[str, bytes] = {}
    imports: dict[str, tuple[str, ...]] = {}
    folder = root / FOLDER
    for path in sorted([*folder.rglob("*.js"), *folder.rglob("*.d.ts")]):
        name = path.relative_to(folder).as_posix()
        if name.split("/")[0] != _GENERATED:
            contents[name] = path.read_bytes().replace(b"\r\n", b"\n")
            if path.suffix == ".js":
                imports[name] = _imports(name, contents[name].decode("utf-8"))
    return JsSource(contents, imports)


def _imports(name: str, text: str) -> tuple[str, ...]:
    folder = PurePosixPath(name).parent.as_posix()
    named = {first or second for first, second in _IMPORT.findall(text)}
    return tuple(sorted(posixpath.normpath(posixpath.join(folder, target)) for target in named))
