from __future__ import annotations

import json
from pathlib import Path

import pytest
from reme_gateway import __version__
from reme_gateway.cli import wire
from reme_gateway.cli.main import COMMANDS

CONTRACT = json.loads((Path(__file__).parents[3] / "contract" / "v1" / "operations.json").read_text("utf-8"))


def test_the_constants_are_the_contracts() -> None:
    assert CONTRACT["integration_api_version"] == wire.API_VERSION
    assert CONTRACT["version_header"] == wire.VERSION_HEADER
    operations = {operation["name"]: operation for operation in CONTRACT["operations"]}
    for name in wire.GET_OPERATIONS:
        assert operations[name]["method"] == "GET"
    for name, operation in operations.items():
        if "cli" in operation["audience"]:
            assert operation["method"] == "POST"
            assert operation["path"] == f"/{name}"


def test_every_operation_for_the_command_line_has_a_command() -> None:
    commands = {name.replace("-", "_") for name, _ in COMMANDS} | {"agent_session_flush"}
    wanted = {operation["name"] for operation in CONTRACT["operations"] if "cli" in operation["audience"]}
    assert wanted <= commands


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "::1", "[::1]"])
def test_loopback_names(host: str) -> None:
    assert wire.is_loopback_name(host)


@pytest.mark.parametrize("host", ["", "127.example", "10.0.0.1", "localhost.example", "0.0.0.0", "::2"])
def test_other_names(host: str) -> None:
    assert not wire.is_loopback_name(host)


def test_the_server_says_its_name_as_the_command_line_expects_it() -> None:
    assert __version__
    assert wire.SERVER_NAME == "reme-gateway"
