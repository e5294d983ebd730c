"""`python -m tests.compat.freeze` makes the present state the release that later ones are compared with.

It writes nothing when the contract did more than grow, or when a published release would be rewritten;
docs/releasing.md says when it is run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from reme_generator.compatibility import compare
from reme_generator.errors import ContractError
from reme_generator.surface import Surface

from tests.compat.baseline_files import FOLDER, LOCK, ROOT, Release, frozen_files, present

DONE, REFUSED = 0, 1


class FreezeRefused(Exception):  # noqa: N818 - a verdict
    """Nothing was written; the message says why and what to do."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.compat.freeze", description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="the repository")
    parser.add_argument(
        "--unreleased",
        action="store_true",
        help="nothing was ever published: replace the baseline, whatever changed; refused once tagged",
    )
    options = parser.parse_args(arguments)
    try:
        for line in freeze(options.root, unreleased=options.unreleased):
            print(line)
    except (FreezeRefused, ContractError) as refusal:
        print(f"{refusal}\nNothing was written.", file=sys.stderr)
        return REFUSED
    return DONE


def freeze(root: Path, *, unreleased: bool) -> list[str]:
    """Write baseline and lock; returns what to tell. Raises FreezeRefused."""
    release, contents = present(root)
    last = Release.read(root)
    promised = json.loads(contents[release.surface_file])
    told = _permit(root, last, release, promised, unreleased=unreleased)
    for path in set(frozen_files(root)) - set(contents):
        (root / path).unlink()
    for path, content in contents.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    _drop_empty_folders(root / FOLDER)
    (root / LOCK).write_text(release.text(), encoding="utf-8", newline="\n")
    return [
        *told,
        f"frozen: release {release.release}, contract {release.api_version}, {len(contents)} files",
    ]


def _permit(
    root: Path, last: Release | None, release: Release, promised: Surface, *, unreleased: bool
) -> list[str]:
    tags = _tags(root)
    if last is None:
        if tags:
            raise FreezeRefused(f"{LOCK} is missing though {tags[-1]} is tagged: restore it from git.")
        return ["first release: nothing to compare with"]
    if unreleased:
        if tags:
            raise FreezeRefused(f"{tags[-1]} is tagged, so others have a release: leave out --unreleased.")
        return [f"{last.release} was never published: replaced"]
    found = compare(last.surface(root), promised)
    if found.findings:
        listed = "\n".join(str(finding) for finding in found.findings)
        raise FreezeRefused(f"{listed}\nThe contract did more than grow since {last.release}.")
    if last.release == release.release and last != release:
        raise FreezeRefused(
            f"{last.release} is frozen and the working tree differs: raise the version of the packages first."
        )
    return [f"grown since {last.release}: {grown}" for grown in found.growth]


def _tags(root: Path) -> list[str]:
    command = ["git", "-C", str(root), "tag", "--list", "v*", "--sort", "v:refname"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise FreezeRefused(f"git cannot tell which releases are tagged: {done.stderr.strip()}")
    return done.stdout.split()


def _drop_empty_folders(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


if __name__ == "__main__":
    sys.exit(main())
