"""The Python modules give what the contract's vectors say."""

from __future__ import annotations

from typing import Any

import pytest
from reme_hooks import boundary, configuration, content, identity, payloads, redaction, truncation
from reme_hooks._generated.v1.hooks import SETTINGS
from vector_files import vectors


@vectors("session_keys")
def test_session_key_is_the_frozen_one(case: dict[str, Any]) -> None:
    assert identity.session_key(case["host"], case["scope_id"], case["session_id"]) == case["expected"]


@vectors("event_ids")
def test_event_id_is_the_frozen_one(case: dict[str, Any]) -> None:
    found = identity.event_id(case["turn_key"], case["role"], case["text"])
    assert found == case["expected"]
    assert len(found) <= 200
    assert all("!" <= char <= "~" for char in found)


@vectors("event_ids", "refused")
def test_other_roles_have_no_event_id(case: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="only user and assistant"):
        identity.event_id("turn-1", case["role"], "hi")


@vectors("boundary", "wrap")
def test_wrap_gives_the_block_within_its_budget(case: dict[str, Any]) -> None:
    found = boundary.wrap(case["items"], case["max_chars"])
    assert found == case["expected"]
    assert len(found) <= case["max_chars"]


@vectors("boundary", "strip")
def test_strip_gives_text_and_reasons_and_is_done_after_once(case: dict[str, Any]) -> None:
    text, reasons = boundary.strip(case["text"])
    assert (text, list(reasons)) == (case["expected"], case["reasons"])
    assert boundary.strip(text) == (text, ())


@vectors("redaction")
def test_redact_gives_text_and_count_and_is_done_after_once(case: dict[str, Any]) -> None:
    text, count = redaction.redact(case["text"])
    assert (text, count) == (case["expected"], case["count"])
    assert redaction.redact(text) == (text, 0)


@vectors("base64")
def test_payloads_become_placeholders_once(case: dict[str, Any]) -> None:
    text, count = payloads.replace_base64(case["text"])
    assert (text, count) == (case["expected"], case["count"])
    assert payloads.replace_base64(text) == (text, 0)


@vectors("truncation", "cut")
def test_cut_keeps_to_its_bytes_and_is_done_after_once(case: dict[str, Any]) -> None:
    found = truncation.cut(case["text"], case["max_bytes"])
    assert found == case["expected"]
    assert len(found.encode()) <= case["max_bytes"]
    assert truncation.cut(found, case["max_bytes"]) == found


@vectors("truncation", "clip")
def test_clip_keeps_to_its_code_points(case: dict[str, Any]) -> None:
    assert truncation.clip(case["text"], case["max_chars"]) == case["expected"]


@vectors("truncation", "well_formed")
def test_surrogates_without_a_partner_are_replaced(case: dict[str, Any]) -> None:
    assert truncation.well_formed(case["text"]) == case["expected"]


@vectors("content")
def test_content_is_normalised_once_and_for_all(case: dict[str, Any]) -> None:
    found = content.normalise_content(case["text"])
    assert (found.text, found.reason, found.redactions) == (
        case["expected"],
        case["reason"],
        case["redactions"],
    )
    again = content.normalise_content(found.text)
    assert (again.text, again.redactions) == (found.text, 0)


@vectors("configuration")
def test_the_first_layer_that_is_set_wins_and_is_named(case: dict[str, Any]) -> None:
    found = configuration.resolve(case["flags"], case["environment"], [tuple(file) for file in case["files"]])
    assert {name: [setting.value, setting.origin] for name, setting in found.items()} == case["expected"]
    assert all(type(found[name].value) is type(value) for name, (value, _) in case["expected"].items())


@vectors("configuration", "refused")
def test_what_cannot_be_used_is_refused_with_a_sentence(case: dict[str, Any]) -> None:
    with pytest.raises(configuration.ConfigurationError) as caught:
        configuration.resolve(case["flags"], case["environment"], [tuple(file) for file in case["files"]])
    assert (caught.value.code, str(caught.value)) == (case["code"], case["message"])


@vectors("configuration", "hook_cases")
def test_settings_of_the_hooks_have_numbers_and_a_nearer_layer(case: dict[str, Any]) -> None:
    found = hook_settings(case)
    assert {name: [setting.value, setting.origin] for name, setting in found.items()} == case["expected"]
    assert all(type(found[name].value) is type(value) for name, (value, _) in case["expected"].items())


@vectors("configuration", "hook_refused")
def test_settings_of_the_hooks_are_refused_with_a_sentence(case: dict[str, Any]) -> None:
    with pytest.raises(configuration.ConfigurationError) as caught:
        hook_settings(case)
    assert (caught.value.code, str(caught.value)) == (case["code"], case["message"])


def hook_settings(case: dict[str, Any]) -> dict[str, configuration.Setting]:
    files = [tuple(file) for file in case["files"]]
    nearer = tuple((origin, values) for origin, values in case["nearer"])
    return configuration.resolve(case["flags"], case["environment"], files, SETTINGS, nearer)
