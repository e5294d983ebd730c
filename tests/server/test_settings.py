from __future__ import annotations

import contextlib
import dataclasses
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reme_gateway.settings import Settings, SettingsError, is_loopback, settings_from

HOME = Path("/srv/memory")


def test_defaults_are_a_server_for_this_machine_only() -> None:
    settings = settings_from({"workspace_dir": "/srv/memory"})
    assert settings == Settings(HOME)
    assert settings.address == "http://127.0.0.1:2333"
    assert settings.token is None
    assert settings.forget_tool is False


def test_strings_and_json_values_mean_the_same() -> None:
    written = {
        "workspace_dir": "/srv/memory",
        "port": "4001",
        "forget_tool": "yes",
        "allowed_hosts": "a.example, b.example,",
        "drain_seconds": "0.5",
        "queue_concurrency": 8.0,
        "zone": "",
        "token": " reme_x\n",
    }
    typed = {
        "workspace_dir": HOME,
        "port": 4001,
        "forget_tool": True,
        "allowed_hosts": ["a.example", "b.example"],
        "drain_seconds": 0.5,
        "queue_concurrency": 8,
        "zone": None,
        "token": "reme_x",
    }
    assert settings_from(written) == settings_from(typed)


def test_a_workspace_below_home_becomes_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert settings_from({"workspace_dir": "~/m"}).workspace_dir == tmp_path / "m"
    assert settings_from({"workspace_dir": "m"}).workspace_dir == tmp_path / "m"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("backend", "https"),
        ("log_level", "loud"),
        ("port", -1),
        ("port", 65536),
        ("port", "2333.5"),
        ("port", True),
        ("port", [1]),
        ("port", "nan"),
        ("drain_seconds", -0.1),
        ("drain_seconds", "inf"),
        ("turn_end_seconds", "soon"),
        ("queue_concurrency", 0),
        ("turn_end_events", "0"),
        ("forget_tool", "maybe"),
        ("allowed_hosts", 5),
        ("token", "two words"),
        ("token", 12345),
        ("zone", True),
        ("allowed_hosts", [5]),
        ("workspace_dir", "~nobody-of-that-name/x"),
        ("workspace_dir", "/srv/\0"),
        ("workspace_dir", ""),
        ("workspace_dir", 5),
        ("token", "schlüssel"),
        ("host", "0.0.0.0"),
        ("host", "memory.example"),
        ("prot", 1),
    ],
)
def test_a_value_that_cannot_work_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_from({"workspace_dir": "/srv/memory", name: value})
    assert caught.value.name == name
    assert name in str(caught.value)


def test_a_relative_workspace_is_refused() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings(Path("memory"))
    assert caught.value.name == "workspace_dir"


def test_a_token_is_in_no_message_and_no_representation() -> None:
    with pytest.raises(SettingsError) as caught:
        settings_from({"workspace_dir": "/srv/memory", "token": "open sesame"})
    assert "sesame" not in str(caught.value)
    assert "reme_x" not in repr(Settings(HOME, token="reme_x"))


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("[::1]", True),
        ("LocalHost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.5", False),
        ("localhost.example", False),
        ("", False),
    ],
)
def test_what_only_this_machine_can_reach(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "http://127.0.0.1:2333"),
        ("::", "http://[::1]:2333"),
        ("::1", "http://[::1]:2333"),
        ("192.168.1.5", "http://192.168.1.5:2333"),
        ("localhost", "http://localhost:2333"),
    ],
)
def test_the_address_is_one_that_a_client_here_can_use(host: str, address: str) -> None:
    assert Settings(HOME, host=host, token="reme_x").address == address


@pytest.mark.parametrize("value", ["", "  ", None])
def test_what_is_blank_counts_as_not_set(value: str | None) -> None:
    names = [item.name for item in dataclasses.fields(Settings) if item.name != "workspace_dir"]
    assert settings_from({"workspace_dir": HOME, **dict.fromkeys(names, value)}) == Settings(HOME)


@given(
    st.dictionaries(
        st.sampled_from([item.name for item in dataclasses.fields(Settings)]),
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text()),
    )
)
def test_whatever_a_file_holds_ends_in_settings_or_in_a_settings_error(values: dict[str, Any]) -> None:
    with contextlib.suppress(SettingsError):
        settings = settings_from({"workspace_dir": "/srv/memory", **values})
        assert 0 <= settings.port <= 65535
        assert settings.workspace_dir.is_absolute()
