from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from reme_gateway.cli.outcome import CONFIGURATION, USAGE, CommandFailed
from reme_gateway.cli.server_settings import DEFAULT_WORKSPACE, FLAG_ORIGIN, pairs_from, server_settings


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("port=4000", "port", "4000"),
        ('workspace_dir="/abs/path"', "workspace_dir", "/abs/path"),
        ("service.backend=http", "backend", "http"),
        ("service.host='::1'", "host", "::1"),
        ("--service.port=1", "port", "1"),
        ("--workspace-dir=/a=b", "workspace_dir", "/a=b"),
        ("zone=", "zone", ""),
    ],
)
def test_remes_form_is_understood(text: str, name: str, value: str) -> None:
    assert pairs_from([text]) == {name: (value, FLAG_ORIGIN)}


def test_the_last_of_two_holds() -> None:
    assert pairs_from(["port=1", "service.port=2"])["port"][0] == "2"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot=1", "did you mean port"),
        ("service.backed=http", "did you mean service.backend"),
        ("xyzzy=1", "there are workspace_dir, host"),
        ("port", "'port' is no setting"),
        ("=1", "'=1' is no setting"),
        ("token=reme_abc", "--token-file"),
    ],
)
def test_what_is_no_setting_is_a_usage_error_in_one_line(text: str, said: str) -> None:
    with pytest.raises(CommandFailed) as caught:
        pairs_from([text])
    assert caught.value.exit_code == USAGE
    assert said in caught.value.line
    assert "reme_abc" not in caught.value.line


def test_blank_values_fall_back_to_the_defaults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = server_settings({"workspace_dir": (" ", "file x"), "port": ("", "file x")})
    assert settings.workspace_dir == Path(DEFAULT_WORKSPACE).expanduser()
    assert settings.port == 2333


@pytest.mark.parametrize(
    ("name", "value"), [("port", "x"), ("backend", "x"), ("host", "0.0.0.0"), ("prot", 1)]
)
def test_a_wrong_value_names_its_origin(name: str, value: Any) -> None:
    with pytest.raises(CommandFailed) as caught:
        server_settings({name: (value, "file /etc/x.json")})
    assert caught.value.exit_code == CONFIGURATION
    assert "file /etc/x.json" in caught.value.line
    assert name in caught.value.line
