"""Arguments, environment, files and defaults: the first that is set, and where it came from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reme_client import AsyncClient, Client, ConfigurationError

KINDS = pytest.mark.parametrize("kind", [Client, AsyncClient])


def write(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


@KINDS
def test_defaults_need_no_file(kind: type[Client], tmp_path: Path) -> None:
    config = kind(environ={"HOME": str(tmp_path)}).config

    assert (config.url, config.token, config.scope_id) == ("http://127.0.0.1:2333", None, "default")
    assert config.timeout_ms is None
    assert set(config.origins.values()) == {"default"}


@KINDS
def test_each_layer_wins_over_the_next(kind: type[Client], tmp_path: Path) -> None:
    write(tmp_path / ".reme/server.json", {"host": "127.0.0.1", "port": 4000, "token": "of-the-server"})
    user = write(
        tmp_path / ".reme/config.json",
        {"url": "http://127.0.0.1:3000", "scope": "of-file", "timeout_ms": 7000},
    )
    environ = {"HOME": str(tmp_path), "REME_SCOPE": "of-environment", "REME_TIMEOUT_MS": "8000"}

    config = kind(environ=environ, timeout_ms=9000).config

    assert config.url == "http://127.0.0.1:3000"
    assert (config.token, config.scope_id, config.timeout_ms) == ("of-the-server", "of-environment", 9000)
    assert config.origins == {
        "url": f"file {user}",
        "token": f"file {tmp_path / '.reme/server.json'}",
        "scope_id": "environment variable REME_SCOPE",
        "timeout_ms": "argument timeout_ms",
    }


@KINDS
def test_a_named_file_replaces_the_users(kind: type[Client], tmp_path: Path) -> None:
    write(tmp_path / ".reme/config.json", {"scope": "users"})
    other = write(tmp_path / "other.json", {"scope": "others"})
    home = {"HOME": str(tmp_path)}

    assert kind(environ=home, config_file=other).config.scope_id == "others"
    assert kind(environ={**home, "REME_CONFIG_FILE": str(other)}).config.scope_id == "others"


@KINDS
def test_an_address_is_made_usable(kind: type[Client], tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), "REME_BASE_URL": "http://0.0.0.0:2333/reme//"}

    assert kind(environ=environ).config.url == "http://127.0.0.1:2333/reme"


@KINDS
@pytest.mark.parametrize(
    ("options", "variables", "named"),
    [
        ({"url": "127.0.0.1:2333"}, {}, "argument url"),
        ({"url": "http://me:hush@127.0.0.1"}, {}, "argument url"),
        ({}, {"REME_URL": "ftp://hush.example"}, "REME_URL"),
        ({"token": "hush\r\nX-Header: 1"}, {}, "argument token"),
        ({}, {"REME_TOKEN": "hush hush"}, "REME_TOKEN"),
        ({}, {"REME_TIMEOUT_MS": "hush"}, "REME_TIMEOUT_MS"),
        ({"config_file": "/nowhere/config.json"}, {}, "/nowhere/config.json"),
    ],
)
def test_an_unusable_value_is_named_and_not_repeated(
    kind: type[Client], options: dict[str, str], variables: dict[str, str], named: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigurationError) as caught:
        kind(environ={"HOME": str(tmp_path), **variables}, **options)  # type: ignore[arg-type]

    assert caught.value.code == "configuration_invalid"
    assert named in str(caught.value)
    assert "hush" not in str(caught.value)


@KINDS
def test_a_file_that_is_no_json_is_named(kind: type[Client], tmp_path: Path) -> None:
    path = write(tmp_path / ".reme/config.json", '{"token": "hush"')

    with pytest.raises(ConfigurationError) as caught:
        kind(environ={"HOME": str(tmp_path)})

    assert str(path) in str(caught.value)
    assert "hush" not in str(caught.value)


@KINDS
def test_the_process_environment_is_the_default(
    kind: type[Client], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("REME_SCOPE", "from-the-process")

    assert kind().config.scope_id == "from-the-process"
