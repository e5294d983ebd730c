from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.background.fake_manager import SYSTEMCTL, FakeManager
from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway

NOBODY = "http://127.0.0.1:1"


@pytest.fixture
def manager(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> FakeManager:
    """Linux with a systemctl that answers."""
    fake = FakeManager(tmp_path, "systemctl", SYSTEMCTL)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", fake.variables["PATH"])
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return fake


def test_a_dry_run_shows_everything_and_does_nothing(manager: FakeManager, home: Path, reme: Reme) -> None:
    ended = reme("service", "install", "--dry-run", "--url", NOBODY)
    assert ended.code == 0, ended.err
    assert "- would describe the service\n    ~/.config/systemd/user/reme.service\n" in ended.out
    assert "$ systemctl --user enable reme.service" in ended.out
    assert manager.calls() == []
    assert list(home.iterdir()) == []


def test_installing_waits_until_the_server_answers(
    manager: FakeManager, reme: Reme, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeGateway() as gateway:
        answers = iter([False])
        from reme_gateway.cli import service_command

        asked = service_command._answers
        monkeypatch.setattr(
            service_command, "_answers", lambda options: next(answers, None) is None and asked(options)
        )
        ended = reme("service", "install", "--url", gateway.url)
    assert ended.code == 0, ended.err
    assert f"It answers at {gateway.url}.\n" in ended.out
    assert reme("service", "status").code == 0
    again = reme("service", "install", "--url", gateway.url)
    assert (again.code, again.out) == (0, "Everything is in place.\n")


def test_a_server_started_by_hand_is_not_fought_over(manager: FakeManager, home: Path, reme: Reme) -> None:
    with FakeGateway() as gateway:
        ended = reme("service", "install", "--url", gateway.url)
    assert ended.code == 1
    assert "that is not this service answers at" in ended.err
    assert list(home.iterdir()) == []


def test_a_service_that_does_not_answer_is_told(
    manager: FakeManager, reme: Reme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reme_gateway.cli.service_command._START_SECONDS", 0.01)
    ended = reme("service", "install", "--url", NOBODY)
    assert ended.code == 3
    assert "does not answer within" in ended.err


def test_status_ends_with_1_while_it_does_not_run(manager: FakeManager, reme: Reme) -> None:
    ended = reme("service", "status")
    assert (ended.code, ended.out.splitlines()[0]) == (1, "systemd: not installed (inactive)")
    document = reme("service", "status", "--json").document
    assert (document["manager"], document["installed"], document["active"]) == ("systemd", False, False)


def test_uninstalling_shows_what_it_does(manager: FakeManager, home: Path, reme: Reme) -> None:
    with_token = home / ".reme" / "service-token"
    with_token.parent.mkdir()
    with_token.write_text("reme_secret\n")
    ended = reme("service", "uninstall", "--json")
    assert ended.code == 0
    assert ended.document["steps"] == [{"does": "remove it", "command": None, "files": [str(with_token)]}]
    assert not with_token.exists()
    assert reme("service", "uninstall").out == "Nothing of ours is there.\n"


def test_a_machine_without_a_session_is_told_plainly(manager: FakeManager, home: Path, reme: Reme) -> None:
    manager.mute()
    ended = reme("service", "install", "--url", NOBODY)
    assert ended.code == 1
    assert ended.err == (
        "reme: systemd's user manager does not answer (Failed to connect to bus: No medium found); "
        "have `reme start` run at login by other means\n"
    )
    assert list(home.iterdir()) == []
