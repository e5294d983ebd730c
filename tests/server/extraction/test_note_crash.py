from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("scenario", "contains"), [("first", "two"), ("grown", "The owner's words."), ("forgotten", "two")]
)
def test_a_note_is_old_or_new_wherever_its_making_was_killed(
    scenario: str, contains: str, tmp_path: Path
) -> None:
    finished = subprocess.run(
        [sys.executable, HERE / "note_crash_points.py", scenario, tmp_path],
        env={"PATH": os.defpath, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    report = json.loads(finished.stdout)
    assert report["wrong"] == []
    assert report["deaths"] >= 8
    assert contains in "".join(report["end"].values())
    assert "zebra" not in json.dumps(report["end"])
