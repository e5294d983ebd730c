"""Reading the files of the configuration chain; which value wins is in the vectors."""

from __future__ import annotations

from pathlib import Path

import pytest
from reme_hooks.configuration import ConfigurationError, endpoint, load


def write(path: Path, content: str | bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def scope(home: Path, environment: dict[str, str] | None = None, **more: str) -> tuple[object, str]:
    found = load({}, environment or {}, str(home), **more)["scope"]
    return found.value, found.origin


def test_without_files_everything_is_default(tmp_path: Path) -> None:
    found = load({}, {}, str(tmp_path))
    assert {setting.origin for setting in found.values()} == {"default"}


def test_plugin_folder_wins_over_user_and_user_over_server(tmp_path: Path) -> None:
    user = write(tmp_path / ".reme/config.json", '{"scope": "user"}')
    server = write(tmp_path / "server.json", '{"scope": "server"}')
    plugin = write(tmp_path / "plugin/config.json", '{"scope": "plugin"}')
    assert scope(tmp_path, server_file=server) == ("user", f"file {user}")
    assert scope(tmp_path, plugin_folder=str(tmp_path / "plugin")) == ("plugin", f"file {plugin}")
    (tmp_path / ".reme/config.json").unlink()
    assert scope(tmp_path, server_file=server) == ("server", f"file {server}")


def test_a_named_file_replaces_the_users_own(tmp_path: Path) -> None:
    write(tmp_path / ".reme/config.json", '{"scope": "user"}')
    named = write(tmp_path / "other.json", '{"scope": "named"}')
    assert scope(tmp_path, {"REME_CONFIG_FILE": named}) == ("named", f"file {named}")
    flagged = load({"config_file": named}, {"REME_CONFIG_FILE": "/nowhere"}, str(tmp_path))
    assert flagged["scope"].value == "named"


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"nowhere\.json cannot be read") as caught:
        load({}, {"REME_CONFIG_FILE": str(tmp_path / "nowhere.json")}, str(tmp_path))
    assert caught.value.code == "file_unreadable"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b'{"scope": "\xff"}', "file_unreadable"),
        (b'{"scope": "' + b"a" * (1 << 20) + b'"}', "file_unreadable"),
        (b"{", "file_invalid"),
        (b"[" * 200_000, "file_invalid"),
        (b'{"scope": NaN}', "file_invalid"),
    ],
)
def test_a_file_that_cannot_be_parsed_is_named(tmp_path: Path, content: bytes, code: str) -> None:
    path = write(tmp_path / ".reme/config.json", content)
    with pytest.raises(ConfigurationError) as caught:
        load({}, {}, str(tmp_path))
    assert caught.value.code == code
    assert path in str(caught.value)


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / ".reme/config.json").mkdir(parents=True)
    with pytest.raises(ConfigurationError) as caught:
        load({}, {}, str(tmp_path))
    assert caught.value.code == "file_unreadable"


def test_neither_error_nor_repr_shows_a_secret(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as caught:
        endpoint("http://ann:" + "hunter" + "22@h", "flag --url")
    assert caught.value.code == "endpoint_invalid"
    assert "hunter" not in str(caught.value)
    token = load({"token": "fake-token"}, {}, str(tmp_path))["token"]
    assert token.value == "fake-token"
    assert "fake-token" not in repr(token)
