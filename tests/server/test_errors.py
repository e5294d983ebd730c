from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest
from reme_gateway.errors import (
    FileNotFound,
    GatewayError,
    PathRefused,
    StartRefused,
    StoreUnavailable,
    WorkspaceInUse,
)

CODES = {
    error["code"]
    for error in json.loads((Path(__file__).parents[2] / "contract" / "v1" / "errors.json").read_text())[
        "errors"
    ]
}


@pytest.mark.parametrize("kind", [PathRefused, FileNotFound, StoreUnavailable])
def test_a_subclass_has_a_code_of_the_contract(
    kind: type[PathRefused | FileNotFound | StoreUnavailable],
) -> None:
    error = kind("what happened")
    assert isinstance(error, GatewayError)
    assert error.code in CODES
    assert (error.detail, str(error)) == ("what happened", "what happened")


def test_every_subclass_that_goes_over_the_wire_is_covered_above() -> None:
    assert set(GatewayError.__subclasses__()) >= {PathRefused, FileNotFound, StoreUnavailable}


def test_a_refusing_disk_is_named_without_a_path_of_this_machine() -> None:
    cause = OSError(errno.ENOSPC, "No space left on device", "/somewhere/private")
    error = StoreUnavailable.because(cause, "The session file cannot be written")
    assert error.detail == "The session file cannot be written: No space left on device."


@pytest.mark.parametrize(
    ("pid", "address", "said"),
    [
        (42, "http://127.0.0.1:2333", "process 42 serving http://127.0.0.1:2333"),
        (None, None, "another process"),
    ],
)
def test_a_workspace_in_use_names_its_owner(pid: int | None, address: str | None, said: str) -> None:
    error = WorkspaceInUse("notes", pid, address)
    assert isinstance(error, StartRefused)
    assert f"notes is in use by {said}:" in str(error)
