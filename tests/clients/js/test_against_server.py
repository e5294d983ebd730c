"""The JavaScript client against the real gateway: `node --test`, with the server as a process of its own."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.gateway_process import GatewayProcess, clean_environment

FOLDER = Path(__file__).parent
TOKEN = "token-of-the-client-tests"


def test_the_client_and_the_gateway_understand_each_other(tmp_path: Path) -> None:
    files = sorted(str(path) for path in FOLDER.glob("*.test.mjs"))
    home = tmp_path / "home"
    with GatewayProcess(tmp_path / "workspace", home, environment={"REME_TOKEN": TOKEN}) as gateway:
        environment = clean_environment(home) | {"REME_TEST_URL": gateway.url, "REME_TEST_TOKEN": TOKEN}
        done = subprocess.run(
            ["node", "--test", "--test-reporter", "tap", *files],
            env=environment,
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )

    assert done.returncode == 0, done.stdout + done.stderr
    counted = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert counted, done.stdout
    assert int(counted[1]) >= 10, "files without tests pass too"
    assert re.search(r"^# skipped 0$", done.stdout, re.MULTILINE), done.stdout
