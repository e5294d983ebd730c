"""Bars, verdicts, exit codes, and how they are shown."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from tests.bench.report import bar_text, print_report, shown
from tests.bench.rows import Bar, LeftOut, Row, as_json, at_least, at_most, exit_code

GOOD = Row("quick", 2.0, "x echo", at_most(5), "p50 1.00 ms")
BAD = Row("slow", 9.0, "x echo", at_most(5))
PLAIN = Row("just so", 1.0, "ms")


@pytest.mark.parametrize(
    ("bar", "value", "holds"),
    [
        (at_most(5), 5.0, True),
        (at_most(5), 5.01, False),
        (at_least(0.28), 0.28, True),
        (at_least(0.28), 0.27, False),
    ],
)
def test_a_bar_holds_up_to_its_limit(bar: Bar, value: float, holds: bool) -> None:
    assert bar.holds(value) is holds
    assert Row("x", value, "x", bar).verdict == ("pass" if holds else "MISS")


def test_a_row_without_a_bar_cannot_miss() -> None:
    assert PLAIN.verdict == "for information"
    assert exit_code([PLAIN, GOOD], []) == 0


def test_a_missed_bar_fails_the_run() -> None:
    assert exit_code([GOOD, BAD], []) == 1


def test_something_left_out_fails_the_run() -> None:
    assert exit_code([GOOD], [LeftOut("quality", "no data")]) == 1


def test_the_json_holds_everything() -> None:
    result = as_json([GOOD, BAD], [LeftOut("quality", "no data")], {"cores": "2"})
    assert [row["verdict"] for row in result["rows"]] == ["pass", "MISS"]
    assert result["rows"][0]["bar"] == {"limit": 5, "direction": "at most"}
    assert result["left_out"] == [{"name": "quality", "reason": "no data"}]
    assert result["passed"] is False


def test_the_table_shows_verdicts_reasons_and_absolute_numbers() -> None:
    console = Console(file=io.StringIO(), width=120)
    print_report(console, [GOOD, BAD, PLAIN], [LeftOut("quality", "no data [at all]")])
    text = console.file.getvalue()  # type: ignore[attr-defined]
    for expected in ("pass", "MISS", "<= 5", "1: p50 1.00 ms", "left out: quality: no data [at all]"):
        assert expected in text


@pytest.mark.parametrize(
    ("value", "text"), [(0.12345, "0.123"), (4.567, "4.57"), (123.45, "123.5"), (12345.6, "12,346")]
)
def test_values_have_the_digits_that_mean_something(value: float, text: str) -> None:
    assert shown(value) == text


def test_a_missing_bar_is_a_dash() -> None:
    assert bar_text(None) == "-"
    assert bar_text(at_least(0.22)) == ">= 0.22"
