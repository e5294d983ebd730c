from __future__ import annotations

from typing import Any

import pytest
from reme_gateway.integrations.json_document import parse, restored, written

SHELLS = frozenset({"plugins"})


def drop(document: dict[str, Any]) -> None:
    if isinstance(document.get("plugins"), dict):
        document["plugins"].pop("ours", None)


def back(before: bytes | None, current: dict[str, Any] | bytes, nothing: Any = None) -> bytes | None:
    content = current if isinstance(current, bytes) else written(current) + b"\n"
    return restored(before, content, drop, SHELLS, nothing or {})


@pytest.mark.parametrize("shell", [{}, {"plugins": {}}, {"plugins": {"ours": 1}}])
def test_bytes_from_before_come_back_when_nothing_else_changed(shell: dict[str, Any]) -> None:
    before = b'{"a" : 1}'
    assert back(before, {"a": 1, **shell}) == before


def test_a_shell_from_before_comes_back() -> None:
    before = b'{"plugins":{},"a":1}'
    assert back(before, {"a": 1, "plugins": {}}) == before


def test_a_file_that_was_not_there_goes_again() -> None:
    assert back(None, {"plugins": {"ours": True}}) is None
    assert back(None, {"version": 2, "plugins": {}}, {"version": 2, "plugins": {}}) is None


def test_what_was_changed_meanwhile_stays_in_the_hosts_form() -> None:
    assert back(b'{"a": 1}', {"a": 2, "name": "部署", "plugins": {"ours": 1}}) == (
        '{\n  "a": 2,\n  "name": "部署"\n}\n'.encode()
    )


def test_an_empty_member_of_others_stays() -> None:
    assert back(b"{}", {"a": {}, "plugins": {"ours": 1, "theirs": 2}}) == (
        b'{\n  "a": {},\n  "plugins": {\n    "theirs": 2\n  }\n}\n'
    )


def test_a_file_in_another_form_is_left_alone() -> None:
    current = b'{"plugins":{"ours":1},"b":1e400}'
    assert back(b"{}", current) == current
    assert back(b"{}", b"[1]") == b"[1]"
    assert back(b"{}", b"{") == b"{"


def test_an_earlier_installation_in_the_bytes_from_before_does_not_come_back() -> None:
    before = written({"plugins": {"ours": 1}, "a": 1}) + b"\n"
    assert back(before, before) == b'{\n  "plugins": {},\n  "a": 1\n}\n'


def test_only_objects_are_documents() -> None:
    assert parse(b'{"a": 1}') == {"a": 1}
    assert parse(b"\xef\xbb\xbf{}") == {}
    assert parse(None) is None
    assert parse(b"1") is None
