"""Which JavaScript modules a package gets: those that it imports, whatever the form, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from reme_generator.errors import ContractError
from reme_generator.js_source import FOLDER, read_js_source

MODULES = {
    "main.js": """/** import { no } from "./comment.js"; */
import { a } from "./a.js";
import {
  b,
  c,
} from './inner/b.js';
export { d } from "./d.js";
export * from "./e.js";
import "./effect.js";
import { readFile } from "node:fs/promises";
const late = () => import("./late.js");
""",
    "a.js": "export const a = 1;\n",
    "inner/b.js": 'import { limit } from "../generated/v1/limits.js";\nexport const b = limit, c = 2;\n',
    "d.js": "export const d = 1;\n",
    "e.js": "export const e = 1;\n",
    "effect.js": "",
    "late.js": "",
    "unused.js": "",
    "generated/v1/limits.js": "export const limit = 1;\n",
}


def written(root: Path, modules: dict[str, str]) -> Path:
    for name, text in modules.items():
        path = root / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_a_closure_follows_every_form_of_import(tmp_path: Path) -> None:
    source = read_js_source(written(tmp_path, MODULES))
    assert source.closure(("main",), frozenset({"generated/v1/limits.js", "generated/v1/other.js"})) == (
        *("a.js", "d.js", "e.js", "effect.js", "generated/v1/limits.js", "inner/b.js", "late.js", "main.js"),
    )


def test_generated_modules_are_not_read(tmp_path: Path) -> None:
    source = read_js_source(written(tmp_path, MODULES))
    assert not [name for name in source.contents if name.startswith("generated/")]


def test_a_module_that_is_missing_is_an_error(tmp_path: Path) -> None:
    source = read_js_source(written(tmp_path, {"main.js": 'import "./gone.js";\n'}))
    with pytest.raises(ContractError, match="a vendored module is missing"):
        source.closure(("main",), frozenset())
