from __future__ import annotations

import re
import stat
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from reme_gateway.cli import settings_file
from reme_gateway.cli.configuration import read_server_file
from reme_gateway.cli.server_settings import server_settings
from reme_gateway.settings import Settings

from tests.server.cli.ended import Reme


def test_defaults_are_shown_with_their_origin(reme: Reme, home: Path) -> None:
    document = reme("config", "show", "--json").document
    assert document["client"]["url"] == {"value": "http://127.0.0.1:2333", "origin": "default"}
    assert document["server"]["workspace_dir"]["value"] == str(home / ".reme" / "workspace")
    assert set(document["server"]) == {item.name for item in fields(Settings)}


def test_values_read_as_they_are_written_in_the_file(reme: Reme, home: Path) -> None:
    (home / ".reme").mkdir()
    (home / ".reme" / "server.json").write_text('{"allowed_hosts": ["a.example", "b.example"]}')
    lines = reme("config", "show").out.splitlines()
    rows = {name: rest for name, _, rest in (line.strip().partition(" ") for line in lines)}
    rows = {name: rest.strip() for name, rest in rows.items()}
    assert lines == [line.rstrip() for line in lines]
    assert rows["forget_tool"].startswith("false ")
    assert rows["zone"].startswith("(not set) ")
    assert rows["token"].startswith("(not set) ")
    assert rows["allowed_hosts"].startswith("a.example, b.example ")
    assert rows["allowed_origins"].startswith("(none) ")


def test_each_layer_hides_the_one_below(reme: Reme, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = home / ".reme"
    folder.mkdir()
    (folder / "server.json").write_text('{"host": "0.0.0.0", "port": 4001, "token": "reme_server"}')

    def url(*arguments: str) -> dict[str, str]:
        found: dict[str, str] = reme("config", "show", "--json", *arguments).document["client"]["url"]
        return found

    assert url() == {"value": "http://127.0.0.1:4001", "origin": f"file {folder / 'server.json'}"}
    (folder / "config.json").write_text('{"url": "http://127.0.0.1:4002/"}')
    assert url() == {"value": "http://127.0.0.1:4002", "origin": f"file {folder / 'config.json'}"}
    monkeypatch.setenv("REME_BASE_URL", "http://127.0.0.1:4003")
    assert url() == {"value": "http://127.0.0.1:4003", "origin": "environment variable REME_BASE_URL"}
    monkeypatch.setenv("REME_URL", "http://127.0.0.1:4004")
    assert url() == {"value": "http://127.0.0.1:4004", "origin": "environment variable REME_URL"}
    assert url("--url", "http://127.0.0.1:4005") == {"value": "http://127.0.0.1:4005", "origin": "flag --url"}


def test_a_table_for_people_never_shows_the_token(reme: Reme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REME_TOKEN", "reme_very_secret")
    ended = reme("config", "show")
    assert "very_secret" not in ended.out
    assert "set (16 characters)" in ended.out
    assert "environment variable REME_TOKEN" in ended.out
    assert "very_secret" not in reme("config", "show", "--json").out
    assert (
        reme("config", "show", "--json", "--show-token").document["client"]["token"]["value"]
        == "reme_very_secret"
    )


def test_init_writes_private_files_that_change_nothing(reme: Reme, home: Path) -> None:
    before = reme("config", "show", "--json").document
    ended = reme("config", "init")
    assert ended.code == 0
    for name in ("config.json", "server.json"):
        file = home / ".reme" / name
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert f"wrote {file}" in ended.out
    assert stat.S_IMODE((home / ".reme").stat().st_mode) == 0o700
    after = reme("config", "show", "--json").document
    for part in ("client", "server"):
        assert {name: item["value"] for name, item in after[part].items()} == {
            name: item["value"] for name, item in before[part].items()
        }


def test_a_line_without_its_slashes_is_set(reme: Reme, home: Path) -> None:
    reme("config", "init")
    for name, key in (("config.json", "url"), ("server.json", "port"), ("server.json", "token")):
        file = home / ".reme" / name
        file.write_text(re.sub(rf'^  // ("{key}":)', r"  \1", file.read_text(), flags=re.MULTILINE))
    document = reme("config", "show", "--json", "--show-token").document
    assert document["client"]["url"]["origin"] == f"file {home / '.reme' / 'config.json'}"
    assert document["server"]["port"]["origin"] == f"file {home / '.reme' / 'server.json'}"
    assert re.fullmatch(r"reme_[A-Za-z0-9_-]{43}", document["server"]["token"]["value"])
    assert document["client"]["token"]["value"] == document["server"]["token"]["value"]


def test_every_line_without_its_slashes_is_still_a_file_that_works(reme: Reme, home: Path) -> None:
    reme("config", "init")
    file = home / ".reme" / "server.json"
    file.write_text(re.sub(r'^  // (")', r"  \1", file.read_text(), flags=re.MULTILINE))
    values = {name: (value, "file") for name, value in read_server_file(str(file)).items()}
    assert set(values) == {item.name for item in fields(Settings)}
    settings = server_settings(values)
    for item in fields(Settings):
        if item.name not in ("token", "workspace_dir"):
            assert item.default is not MISSING
            assert getattr(settings, item.name) == item.default


def test_with_a_token_it_is_set_for_server_and_clients(reme: Reme) -> None:
    reme("config", "init", "--with-token")
    document = reme("config", "show", "--json", "--show-token").document
    assert document["client"]["token"]["value"] == document["server"]["token"]["value"]
    assert document["client"]["token"]["value"].startswith("reme_")
    tokens = {settings_file.new_token() for _ in range(20)}
    assert len(tokens) == 20


def test_init_never_touches_a_file_that_is_there(reme: Reme, home: Path) -> None:
    folder = home / ".reme"
    folder.mkdir()
    (folder / "server.json").write_text('{"port": 4001}')
    ended = reme("config", "init", "--json")
    assert ended.document == {
        "written": [str(folder / "config.json")],
        "kept": [str(folder / "server.json")],
    }
    assert (folder / "server.json").read_text() == '{"port": 4001}'
    again = reme("config", "init")
    assert again.code == 1
    assert "was not changed" in again.err


def test_path_names_the_files_and_whether_they_are_there(reme: Reme, home: Path, tmp_path: Path) -> None:
    other = tmp_path / "mine.json"
    other.write_text("{}")
    document = reme("config", "path", "--json", "--config-file", str(other)).document
    assert document["client"] == {"path": str(other), "exists": True}
    assert document["server"] == {"path": str(home / ".reme" / "server.json"), "exists": False}
    assert "(not there)" in reme("config", "path").out


@pytest.mark.parametrize("text", ["{", "[]", '"x"', '{"port": 1,}', "[" * 100_000, "{} {}"])
@pytest.mark.parametrize("name", ["config.json", "server.json"])
def test_a_file_that_cannot_be_parsed_is_named(name: str, text: str, reme: Reme, home: Path) -> None:
    (home / ".reme").mkdir()
    (home / ".reme" / name).write_text(text)
    for arguments in (("config", "show"), ("status",)):
        ended = reme(*arguments)
        assert ended.code == 4
        assert str(home / ".reme" / name) in ended.err
        assert ended.err.count("\n") == 1


def test_a_named_file_that_is_not_there_is_an_error(reme: Reme, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reme("status", "--config-file", "/nowhere.json").code == 4
    monkeypatch.setenv("REME_CONFIG_FILE", "/nowhere.json")
    assert reme("status").code == 4


@pytest.mark.parametrize("content", [None, b"\xff\xfe{}", b" " * 1_048_577])
def test_a_file_that_cannot_be_read_is_named(content: bytes | None, reme: Reme, home: Path) -> None:
    (home / ".reme").mkdir()
    for name in ("config.json", "server.json"):
        file = home / ".reme" / name
        if content is None:
            file.mkdir()
        else:
            file.write_bytes(content)
        for arguments in (("config", "show"), ("status",)):
            ended = reme(*arguments)
            assert ended.code == 4
            assert f"{file} cannot be read" in ended.err
        if content is None:
            file.rmdir()
        else:
            file.unlink()


@pytest.mark.parametrize(
    ("text", "setting", "remedy"),
    [
        ('{"prot": 1}', "'prot'", "did you mean port?"),
        ('{"queue_concurrency": "many"}', "queue_concurrency is 'many'", "write a number"),
        ('{"backend": "https"}', "backend is 'https'", "write gateway, http or mcp"),
        ('{"service": {"port": 1}}', "'service'", "there are"),
        ('{"host": "0.0.0.0"}', "host is 0.0.0.0", "REME_TOKEN"),
    ],
)
def test_a_wrong_server_setting_is_named_with_its_origin(
    text: str, setting: str, remedy: str, reme: Reme, home: Path
) -> None:
    (home / ".reme").mkdir()
    (home / ".reme" / "server.json").write_text(text)
    ended = reme("config", "show")
    assert ended.code == 4
    assert setting in ended.err
    assert remedy in ended.err
    assert "server.json" in ended.err


def test_comments_and_a_byte_order_mark_are_understood(home: Path) -> None:
    file = home / "server.json"
    file.write_text('\ufeff{\n  // "port": 1,\n\t//\n  "host": "::1"\n}', "utf-8")
    assert read_server_file(str(file)) == {"host": "::1"}
