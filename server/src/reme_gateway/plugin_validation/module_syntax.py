"""What Node says of ES modules: whether they parse, and what they import. Nothing of them is run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import lru_cache

_SECONDS = 60.0
# A SourceTextModule is parsed when it is made; only link() and evaluate() would go on from there.
_SCRIPT = """\
const { SourceTextModule, createContext } = require("node:vm");
const files = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const context = createContext();
const found = files.map(([identifier, source]) => {
  try {
    const module = new SourceTextModule(source.replace(/^#!.*/, ""), { identifier, context });
    const named = module.moduleRequests?.map((request) => request.specifier);
    return [identifier, "", named ?? module.dependencySpecifiers];
  } catch (error) {
    const line = String(error.stack).split("\\n", 1)[0].match(/:(\\d+)$/)?.[1];
    return [identifier, (line ? `line ${line}: ` : "") + error.message, []];
  }
});
process.stdout.write(JSON.stringify(found));
"""


@dataclass(frozen=True, slots=True)
class Module:
    """Why it does not parse, or what it imports as it is written there."""

    problem: str
    imports: tuple[str, ...]


@lru_cache(maxsize=1)
def parsed_modules(sources: tuple[tuple[str, str], ...]) -> tuple[tuple[tuple[str, Module], ...], str]:
    """Path and finding of each ``(path, source)``; and in words why there are none.

    Imports are those that a module begins with; what it loads while it runs is not seen.
    """
    if not sources:
        return (), ""
    node = shutil.which("node")
    if node is None:
        return (), "modules were not checked: there is no `node` on PATH"
    options = ("--no-warnings", "--experimental-vm-modules", "--max-old-space-size=512")
    try:
        ended = subprocess.run(  # noqa: S603 - Node, with a script of ours
            [node, *options, "-e", _SCRIPT],
            input=json.dumps(sources),
            # Nothing of NODE_OPTIONS, which may load anything.
            env={name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ},
            capture_output=True,
            encoding="utf-8",
            timeout=_SECONDS,
            check=False,
        )
        found = json.loads(ended.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return (), "modules were not checked: `node` ended without an answer"
    return tuple((path, Module(str(problem), tuple(imports))) for path, problem, imports in found), ""
