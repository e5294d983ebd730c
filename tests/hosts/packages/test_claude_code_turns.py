"""Which turns of Claude Code are a person's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess
from tests.hooks.plugin import Plugin
from tests.hosts.adapters import ROOT, recorded
from tests.hosts.packages.scoped import rows

NOTE = recorded("claude-code", "UserPromptSubmit-task-notification.json")["prompt"]


@pytest.fixture
def plugin(tmp_path: Path, gateway: GatewayProcess, request: pytest.FixtureRequest) -> Plugin:
    made = Plugin(
        ROOT / "packages" / "claude-code" / "reme", tmp_path / "home", host="claude_code", url=gateway.url
    )
    made.environment["REME_SCOPE"] = request.node.name
    return made


def test_a_notification_with_an_id_of_its_own_leaves_nothing(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    plugin.prompt("Delegate it.", turn="p1")
    plugin.stop("Done soon.", turn="p1")
    plugin.prompt(NOTE, turn="p2")
    plugin.stop("It has reported.", turn="p2")
    assert rows(gateway, scope) == [("user", "Delegate it."), ("assistant", "Done soon.")]


def test_a_notification_with_the_id_of_a_persons_prompt_leaves_that_turn_whole(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    plugin.prompt("Delegate it.", turn="p1")
    plugin.prompt(NOTE, turn="p1")
    plugin.stop("It has reported.", turn="p1")
    assert rows(gateway, scope) == [("user", "Delegate it."), ("assistant", "It has reported.")]


def test_a_persons_prompt_after_a_notification_with_its_id_is_kept(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    plugin.prompt(NOTE, turn="p1")
    plugin.prompt("And what do I do now?", turn="p1")
    plugin.stop("Wait.", turn="p1")
    assert rows(gateway, scope) == [("user", "And what do I do now?"), ("assistant", "Wait.")]


def test_an_error_text_is_not_stored(plugin: Plugin, gateway: GatewayProcess, scope: str) -> None:
    plugin.prompt("Try it.")
    plugin.quiet("StopFailure", {"error": "unknown", "last_assistant_message": "API Error: 400 refused"})
    assert rows(gateway, scope) == [("user", "Try it.")]
