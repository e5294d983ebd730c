"""DSH's command line as recorded from version 0.1.0-rc.8: how it answers, and what it does to its files.

Run as a program. Beside it lie ``calls.jsonl`` (what it was called with) and, made by a test, ``refuse`` (a
word in the command that fails) and ``version``.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

STATE = Path(__file__).parent
HOME = Path(os.environ.get("DSH_HOME") or f"{os.environ['HOME']}/.dsh")
APPS = {"web": ["@deepseek-ai/dsh-web-app"], "headless": ["@deepseek-ai/dsh-headless"]}
EMPTY_LOCK = "lockfileVersion: '9.0'\n\nsettings:\n  autoInstallPeers: false\n\nimporters:\n\n  .: {}\n"
PATCH = "# Your patch layer for this dsh profile, applied after every bundle layer.\n[]\n"


def main(arguments: list[str]) -> int:
    with (STATE / "calls.jsonl").open("a") as calls:
        calls.write(json.dumps({"arguments": arguments, "environment": dict(os.environ)}) + "\n")
    refused = STATE / "refuse"
    if refused.exists() and refused.read_text() in arguments:
        sys.stderr.write("error: the disk is full of testing\n")
        return 1
    match arguments:
        case ["--version"]:
            print((STATE / "version").read_text() if (STATE / "version").exists() else "0.1.0-rc.8")
            return 0
        case ["--profile", name, "--dump-config"]:
            return dump(profile(name))
        case ["plugin", "--profile", name, "add", spec]:
            return add(profile(name), Path(spec.removeprefix("file:")))
        case ["plugin", "--profile", name, "remove", package]:
            return remove(profile(name), package)
    sys.stderr.write("error: unknown command\n")
    return 2


def profile(name: str) -> Path:
    """The profile's folder, made from the template on first use."""
    folder = HOME / "profiles" / name
    if not folder.exists():
        folder.mkdir(parents=True)
        bundles = ["@deepseek-ai/dsh-base", *APPS.get(name, [])]
        document = {"name": f"dsh-profile-{name}", "private": True, "dependencies": {}}
        write(folder, document | {"dsh": {"profile": {"bundles": bundles}}})
        (folder / "cordis.patch.yml").write_text(PATCH)
        sys.stderr.write(f"dsh: initialized profile {name} at {folder}\n")
    return folder


def read(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "package.json").read_text())
    return document


def write(folder: Path, document: dict[str, Any]) -> None:
    (folder / "package.json").write_text(json.dumps(document, indent=2) + "\n")


def lock(folder: Path, dependencies: dict[str, str]) -> None:
    lines = [f"\n  {name}@{spec}:\n    resolution: {{}}\n" for name, spec in dependencies.items()]
    (folder / "pnpm-lock.yaml").write_text(EMPTY_LOCK + ("\npackages:\n" + "".join(lines) if lines else ""))
    modules = folder / "node_modules"
    (modules / ".pnpm").mkdir(parents=True, exist_ok=True)
    (modules / ".modules.yaml").write_text("{}\n")


def add(folder: Path, source: Path) -> int:
    package = json.loads((source / "package.json").read_text())
    name = package["name"]
    document = read(folder)
    target = folder / "node_modules" / name
    # The same path is up to date for it, whatever the folder holds by now.
    if document.get("dependencies", {}).get(name) != f"file:{source}":
        target.parent.mkdir(parents=True, exist_ok=True)
        left_out = shutil.ignore_patterns("generated.lock.json")
        shutil.copytree(source, target, copy_function=os.link, ignore=left_out, dirs_exist_ok=True)
    document["dependencies"] = dict(
        sorted({**document.get("dependencies", {}), name: f"file:{source}"}.items())
    )
    bundles = document["dsh"]["profile"]["bundles"]
    bundles += [name] if name not in bundles else []
    write(folder, document)
    lock(folder, document["dependencies"])
    return 0


def remove(folder: Path, name: str) -> int:
    document = read(folder)
    if name not in document.get("dependencies", {}):
        sys.stderr.write("ERR_PNPM_CANNOT_REMOVE_MISSING_DEPS  Cannot remove it\n")
        return 1
    shutil.rmtree(folder / "node_modules" / name, ignore_errors=True)
    del document["dependencies"][name]
    if not document["dependencies"]:
        del document["dependencies"]
    bundles = document["dsh"]["profile"]["bundles"]
    bundles.remove(name)
    write(folder, document)
    lock(folder, document.get("dependencies", {}))
    return 0


def dump(folder: Path) -> int:
    """Rows of the bundles, with the person's changes of them."""
    patch = (folder / "cordis.patch.yml").read_text()
    for name in read(folder)["dsh"]["profile"]["bundles"]:
        identifier = "reme" if name == "@agentscope-ai/reme-dsh-memory" else name.rpartition("/")[2]
        print(f"# == {name}\n- id: {identifier}\n  name: '{name}'")
        if f"- id: {identifier}\n  disabled: true" in patch:
            print("  disabled: true")
    added = patch.partition("- insert:\n")[2]
    if added:
        print("# == the person's patch\n" + "\n".join(line[4:] for line in added.splitlines()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
