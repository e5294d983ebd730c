"""`reme` with streams that are closed, full or gone: an exit code and one line, no fault of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess, clean_environment, event

pytestmark = pytest.mark.slow

FULL = Path("/dev/full")


@pytest.fixture(scope="module")
def remembering(shared_gateway: GatewayProcess) -> GatewayProcess:
    events = [event(f"e{number}", f"the staging database number {number}") for number in range(50)]
    shared_gateway.ask("agent_session_append", host="codex", session_id="s", events=events)
    return shared_gateway


def reme(gateway: GatewayProcess, line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """``line`` for a shell, in which ``reme`` stands for the command; ends with the command's own code."""
    command = f'reme() {{ "{sys.executable}" -m reme_gateway.cli "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", command],
        env={**clean_environment(gateway.home), "REME_URL": gateway.url, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("command", ["search staging", "status", "config show", "search staging --json"])
def test_a_reader_that_went_away_is_told_by_the_exit_code(command: str, remembering: GatewayProcess) -> None:
    # The reader is gone before the first byte is written.
    ended = reme(remembering, f"{{ sleep 0.2; reme {command}; echo $? >&2; }} | true")
    assert ended.stderr.split() == ["141"]


def test_a_closed_stdout_is_no_fault(remembering: GatewayProcess) -> None:
    ended = reme(remembering, "reme search staging >&-")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_closed_stdin_has_no_fact_in_it(remembering: GatewayProcess) -> None:
    ended = reme(remembering, "reme remember - <&-")
    assert ended.returncode == 2
    assert ended.stderr == "reme: stdin is closed; write the fact after the command\n"


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("option", ["", "--json"])
def test_a_full_disk_behind_stdout_is_named(option: str, remembering: GatewayProcess) -> None:
    ended = reme(remembering, f"reme search staging {option} >{FULL}")
    assert ended.returncode == 1
    assert ended.stderr == "reme: the output cannot be written: No space left on device; make room for it\n"


def test_no_columns_mean_that_nobody_knows_the_width(remembering: GatewayProcess) -> None:
    assert "staging database" in reme(remembering, "reme search staging", COLUMNS="0").stdout
