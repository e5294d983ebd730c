"""Names: one way to each form, and refusals instead of repairs."""

from __future__ import annotations

import pytest
from reme_generator.naming import (
    ClassName,
    SnakeName,
    camel,
    constant_name,
    exception_name,
    module_name,
    pascal,
    type_name,
)


@pytest.mark.parametrize("value", ["Search", "search_", "_search", "search__all", "2search", "se-arch", ""])
def test_what_is_not_snake_case_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="not lower_snake_case"):
        SnakeName(value)


@pytest.mark.parametrize("value", ["AppendRequest1", "Params2"])
def test_a_class_name_that_ends_in_a_digit_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="ends in a digit"):
        ClassName(value)


@pytest.mark.parametrize("value", ["appendRequest", "Append_Request", "", "Append-Request"])
def test_what_is_not_pascal_case_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="not PascalCase"):
        ClassName(value)


@pytest.mark.parametrize(
    ("key", "name"),
    [("max_chars", "MAX_CHARS"), ("max-chars", "MAX_CHARS"), ("maxChars", "MAX_CHARS"), ("base64", "BASE64")],
)
def test_constants_are_upper_snake(key: str, name: str) -> None:
    assert constant_name(key) == name


def test_codes_become_exceptions_and_say_error_once() -> None:
    assert exception_name(SnakeName("too_many_events")) == "TooManyEventsError"
    assert exception_name(SnakeName("internal_error")) == "InternalError"


def test_snake_becomes_pascal_camel_and_module() -> None:
    assert pascal(SnakeName("one_two")) == "OneTwo"
    assert camel(SnakeName("one_two")) == "oneTwo"
    assert module_name("host-events") == "host_events"


@pytest.mark.parametrize("title", ["RULE_ROWS", "RuleRows", "Rule rows", "Rule-Rows"])
def test_titles_become_type_names(title: str) -> None:
    assert type_name(title).lower() == "rulerows"
    assert type_name(title)[0] == "R"
