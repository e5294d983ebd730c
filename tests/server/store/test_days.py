from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reme_gateway.store.days import UnknownZoneError, day_of, is_day, machine_zone, moment_of, zone_of


@pytest.mark.parametrize(
    ("created_at", "zone", "day"),
    [
        ("2026-08-19T23:30:00Z", "Asia/Shanghai", "2026-08-20"),
        ("2026-08-19T23:30:00Z", "America/New_York", "2026-08-19"),
        ("2026-08-19T23:30:00+08:00", "UTC", "2026-08-19"),
        ("2026-08-20T00:30:00+08:00", "UTC", "2026-08-19"),
        # the two ends of the world: the same instant is three different days
        ("2026-01-01T10:30:00Z", "+14:00", "2026-01-02"),
        ("2026-01-01T10:30:00Z", "-12:00", "2025-12-31"),
        ("2026-01-01T10:30:00Z", "UTC", "2026-01-01"),
        ("2026-01-01T10:30:00Z", "Pacific/Kiritimati", "2026-01-02"),
        # clocks go forward in Berlin at 2026-03-29 02:00; midnight is still one hour away from UTC before
        ("2026-03-28T22:59:59Z", "Europe/Berlin", "2026-03-28"),
        ("2026-03-28T23:00:00Z", "Europe/Berlin", "2026-03-29"),
        ("2026-03-29T21:59:59Z", "Europe/Berlin", "2026-03-29"),
        ("2026-03-29T22:00:00Z", "Europe/Berlin", "2026-03-30"),
        # and back on 2026-10-25 at 03:00
        ("2026-10-24T22:00:00Z", "Europe/Berlin", "2026-10-25"),
        ("2026-10-25T22:59:59Z", "Europe/Berlin", "2026-10-25"),
        ("2026-10-25T23:00:00Z", "Europe/Berlin", "2026-10-26"),
        # a zone whose midnight doesn't exist on the day the clocks go forward
        ("2026-09-06T03:59:59Z", "America/Santiago", "2026-09-05"),
        ("2026-09-06T04:00:00Z", "America/Santiago", "2026-09-06"),
        # half hours
        ("2026-08-19T18:29:59Z", "Asia/Kolkata", "2026-08-19"),
        ("2026-08-19T18:30:00Z", "+05:30", "2026-08-20"),
        # no offset: the workspace's own clock, inside a gap and inside a fold too
        ("2026-08-19T23:59:59", "Asia/Tokyo", "2026-08-19"),
        ("2026-03-29T02:30:00", "Europe/Berlin", "2026-03-29"),
        ("2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25"),
        ("2026-09-06T00:30:00", "America/Santiago", "2026-09-06"),
        # odd spellings
        ("2026-08-19t23:30:00z", "Asia/Shanghai", "2026-08-20"),
        ("2026-08-19 23:30:00+00:00", "Asia/Shanghai", "2026-08-20"),
        ("2026-08-19T23:30:00.123456789Z", "Asia/Shanghai", "2026-08-20"),
        ("2016-12-31T23:59:60Z", "UTC", "2016-12-31"),
        ("2016-12-31T23:59:60Z", "+00:30", "2017-01-01"),
        # the ends of the calendar
        ("9999-12-31T23:59:59Z", "+14:00", "9999-12-31"),
        ("0001-01-01T00:00:00Z", "-12:00", "0001-01-01"),
        ("2999-06-01T12:00:00Z", "UTC", "2999-06-01"),
        ("1969-12-31T23:59:59Z", "UTC", "1969-12-31"),
    ],
)
def test_a_turn_belongs_to_the_day_of_its_own_time(created_at: str, zone: str, day: str) -> None:
    assert day_of(created_at, zone_of(zone)) == day


@pytest.mark.parametrize(
    "created_at", ["", "yesterday", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "１７"]
)
def test_an_unreadable_time_falls_back_to_the_second_one(created_at: str) -> None:
    zone = zone_of("Asia/Tokyo")
    assert day_of(created_at, zone, fallback="2026-08-19T16:00:00Z") == "2026-08-20"
    with pytest.raises(ValueError, match=r"."):
        day_of(created_at, zone)


@pytest.mark.parametrize(
    "name", ["", "Mars/Olympus", "../../etc/passwd", "+25:00", "+05:75", "Europe", "/etc", "a\0b", "+5"]
)
def test_a_zone_that_nobody_knows_is_refused_with_what_to_give(name: str) -> None:
    with pytest.raises(UnknownZoneError, match="IANA name"):
        zone_of(name)


def test_the_machine_zone_is_one_that_can_be_read_back() -> None:
    assert zone_of(machine_zone())


def test_the_machine_zone_follows_tz() -> None:
    program = "from reme_gateway.store.days import machine_zone; print(machine_zone())"
    environment = {"TZ": "Asia/Kolkata", "PYTHONPATH": os.pathsep.join(sys.path)}
    shown = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "Asia/Kolkata"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-02-28", True),
        ("2026-02-29", False),
        ("2024-02-29", True),
        ("2026-2-28", False),
        ("20260228", False),
        ("2026-02-28 ", False),
        ("２０２６-02-28", False),
        ("..", False),
        ("2026-W09", False),
    ],
)
def test_only_a_day_that_exists_is_a_day(text: str, expected: bool) -> None:
    assert is_day(text) is expected


@given(st.datetimes(), st.integers(-14 * 60, 14 * 60), st.integers(-12 * 60, 14 * 60))
def test_the_way_an_instant_is_written_does_not_change_its_day(
    moment: datetime, written: int, counted: int
) -> None:
    def offset(minutes: int) -> str:
        return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"

    zone = zone_of(offset(counted))
    utc = moment.replace(tzinfo=UTC)
    try:
        elsewhere = utc.astimezone(timezone(timedelta(minutes=written)))
        utc.astimezone(zone)
    except OverflowError:
        return
    assert day_of(utc.isoformat(), zone) == day_of(elsewhere.isoformat(), zone)
    assert moment_of(utc.isoformat(), zone) == utc
