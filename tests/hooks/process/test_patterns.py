"""A credential costs a hook no import of `re`, once one of its kind was seen."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from plugin import PATIENCE, Plugin

from tests.interpreters import INTERPRETERS

SECRET = "ghp_" + "a1B2c3D4e5" * 4


def imported(plugin: Plugin, number: int) -> set[str]:
    """The modules that a prompt with a credential imports."""
    event = "UserPromptSubmit"
    told = {"session_id": f"s{number}", "turn_id": "t1", "prompt": f"tea {SECRET}", "cwd": str(plugin.home)}
    command = plugin.command(event)
    done = subprocess.run(
        [command[0], "-X", "importtime", *command[1:]],
        input=json.dumps({**told, "hook_event_name": event}).encode(),
        env=plugin.variables(),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    return {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}


@pytest.mark.parametrize("python", INTERPRETERS, ids=lambda path: Path(path).name)
def test_the_second_credential_needs_no_import_of_re(tmp_path: Path, python: str) -> None:
    plugin = Plugin(tmp_path / "plugin", tmp_path / "home", python=python)
    first, second, third = (imported(plugin, number) for number in range(3))
    assert "re" in first
    assert "re" not in second | third
    kept = [path.read_text() for path in plugin.spool]
    assert len(kept) == 3
    assert all("[redacted:" in line and SECRET not in line for line in kept)
