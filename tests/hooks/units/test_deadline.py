"""A deadline may end the hook's own process, and never a host's."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.hooks.plugin import RUNTIME

_SCRIPT = """
import sys, time
sys.path.insert(0, sys.argv[1])
from reme_hooks import deadline
deadline._GRACE = 0.0
deadline.Deadline(0.05, owns_process=sys.argv[2] == "own").end_whatever_blocks()
time.sleep(1.0)
print("still here")
"""


@pytest.mark.parametrize(("whose", "printed"), [("own", ""), ("host", "still here\n")])
def test_what_blocks_ends_with_the_process_only_where_it_is_ours(whose: str, printed: str) -> None:
    command = [sys.executable, "-I", "-B", "-c", _SCRIPT, str(RUNTIME / "src"), whose]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, printed, "")
