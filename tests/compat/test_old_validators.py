"""The frozen JavaScript validators read what today's server, and a later one, answers."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.compat.baseline_files import ROOT, Release
from tests.compat.conftest import OldClient
from tests.compat.newer_server import UNKNOWN, NewerServer
from tests.compat.test_newer_server import FACT, everything, look_at
from tests.compat.test_old_client import replies
from tests.gateway_process import GatewayProcess

_SCRIPT = Path(__file__).with_name("check_replies.mjs")
_OPERATIONS = {"openapi.json": "openapi"}


def judged(release: Release, documents: list[Any], problems: tuple[Any, ...] = ()) -> Any:
    """What the frozen JavaScript says of replies ``[operation, document]`` and of problem documents."""
    done = subprocess.run(
        ["node", str(_SCRIPT), str(ROOT / release.scripts_folder)],
        input=json.dumps({"replies": documents, "problems": problems}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_reply_of_a_later_server_is_valid_for_them(
    release: Release, old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    with NewerServer(gateway.url, speaks="1.9") as newer:
        told = replies(old_client.ask(newer.url, scope, *everything(f"A {old_client.kind} plover runs.")))
        replies(old_client.ask(newer.url, scope, *look_at(told[FACT]["path"])))
    seen = [(_OPERATIONS.get(name, name), document) for name, document in newer.replies]

    verdicts = judged(release, seen)["verdicts"]

    assert {name for name, _ in seen} == set(release.surface()["operations"])
    assert all(UNKNOWN in document for _, document in seen)
    assert verdicts == [{"ok": True}] * len(seen)


def test_every_example_of_a_reply_is_valid_for_them_with_unknown_members(release: Release) -> None:
    known = release.surface()["operations"]
    examples = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "contract/v1/examples/valid").glob("*.json"))
    ]
    documents = [
        [example["operation"], {**example["reply"], UNKNOWN: {"why": []}}]
        for example in examples
        if "reply" in example and example["operation"] in known
    ]

    assert len(documents) >= 10
    assert judged(release, documents)["verdicts"] == [{"ok": True}] * len(documents)


def test_they_still_see_what_is_wrong(release: Release) -> None:
    hits = {"hits": [], "truncated": False}

    verdict = judged(release, [["agent_memory_recall", hits]])["verdicts"][0]

    assert (verdict["ok"], verdict["code"], verdict["pointer"]) == (False, "invalid_request", "/total_chars")


def test_problems_of_a_later_server_become_errors(release: Release) -> None:
    problem = {"detail": "What happened.", "status": 503, "retryable": True, UNKNOWN: {"why": []}}

    known, unknown = judged(
        release, [], ({**problem, "code": "index_unavailable"}, {**problem, "code": "moon_too_full"})
    )["errors"]

    assert known == ["IndexUnavailableError", "index_unavailable", 503, True]
    assert unknown == ["RemeError", "moon_too_full", 503, True]
