"""Where a package's hooks find their server, and what they do when that is wrong."""

from __future__ import annotations

import json
import subprocess

from tests.gateway_process import GatewayProcess
from tests.hooks.plugin import Plugin
from tests.hosts.faulty_gateway import FaultyGateway, closed_port
from tests.hosts.packages.scoped import rows

_SHOW = """
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from host import HOST
from reme_hooks.descriptor import Host
from reme_hooks.settings import load_settings
found = load_settings(Host(HOST), {}, sys.argv[2], "")
print(found.url, found.scope, found.token == "", found.recall, found.capture, found.subagents)
"""


def test_defaults_need_no_configuration(plugin: Plugin) -> None:
    command = [plugin.python, "-I", "-S", "-c", _SHOW, str(plugin.root), str(plugin.home)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["http://127.0.0.1:2333", "default", "True", "True", "True", "False"]


def test_the_environment_wins_over_the_persons_file(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    (plugin.home / ".reme").mkdir()
    elsewhere = {"url": f"http://127.0.0.1:{closed_port()}", "scope": "of the file"}
    (plugin.home / ".reme" / "config.json").write_text(json.dumps(elsewhere))
    plugin.prompt("Where does this go?")
    plugin.stop("To the variable's server.")
    assert rows(gateway, scope) == [
        ("user", "Where does this go?"),
        ("assistant", "To the variable's server."),
    ]
    assert rows(gateway, "of the file") == []


def test_a_bad_endpoint_is_silent_and_visible_to_doctor(plugin: Plugin) -> None:
    outcome = plugin.prompt("Nobody can hear this.", REME_URL="ftp://nowhere")
    assert outcome.stdout == ""
    assert plugin.heartbeat["events"]["UserPromptSubmit"]["result"] == "endpoint_invalid"


def test_another_api_major_is_told_once_and_keeps_everything(plugin: Plugin) -> None:
    with FaultyGateway("other major") as faulty:
        plugin.url = faulty.url
        first = plugin.prompt("One.")
        second = plugin.prompt("Two.", turn="t2")
        assert len(faulty.asked) == 1
    assert "2.0" in first.notice
    assert "Upgrade" in first.notice
    assert second.stdout == ""
    assert len(plugin.spool) == 2
