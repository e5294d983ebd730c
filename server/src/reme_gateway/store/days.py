"""Which day a turn belongs to: the day of its own time, in the zone the workspace counts its days in."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{2}):?(\d{2})", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_LEAP_SECOND = re.compile(r"(T\d{2}:\d{2}):60", re.ASCII)


class UnknownZoneError(ValueError):
    """The workspace names a time zone that this machine can't interpret."""

    def __init__(self, zone: str) -> None:
        super().__init__(
            f"unknown time zone {zone!r}: give an IANA name such as Europe/Berlin or an offset such as +05:30"
        )
        self.zone = zone


def zone_of(name: str) -> tzinfo:
    """The zone for an IANA name (``Asia/Tokyo``), ``UTC`` or an offset (``-03:30``).

    Raises ``UnknownZoneError``.
    """
    if name.upper() in {"UTC", "Z", "GMT"}:
        return UTC
    offset = _OFFSET.fullmatch(name)
    if offset:
        return _fixed_offset(name, *offset.groups())
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UnknownZoneError(name) from error


def _fixed_offset(name: str, sign: str, hours: str, minutes: str) -> tzinfo:
    distance = timedelta(hours=int(hours), minutes=int(minutes))
    if int(minutes) > 59 or distance >= timedelta(hours=24):
        raise UnknownZoneError(name)
    return timezone(distance if sign == "+" else -distance)


def machine_zone() -> str:
    """The name of this machine's zone, for a workspace that is started for the first time."""
    from tzlocal import get_localzone_name

    try:
        name = get_localzone_name()
        zone_of(name)
    except (UnknownZoneError, ZoneInfoNotFoundError, ValueError, OSError):
        return _offset_name(datetime.now().astimezone().utcoffset() or timedelta())
    return name


def _offset_name(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def moment_of(created_at: str, zone: tzinfo) -> datetime:
    """The time as the workspace's clock showed it; a time without an offset is taken to be that already.

    Raises ``ValueError`` for text that is no date and time.
    """
    text = _LEAP_SECOND.sub(r"\1:59", created_at.strip().upper())
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        return moment.replace(tzinfo=zone)
    try:
        return moment.astimezone(zone)
    except OverflowError:
        # Within a day of year 1 or 9999 there is no other side to convert to.
        return moment


def day_of(created_at: str, zone: tzinfo, fallback: str | None = None) -> str:
    """The day (``YYYY-MM-DD``) of a turn; ``fallback`` is a second time to use when the first is unreadable.

    Raises ``ValueError`` when neither can be read.
    """
    try:
        return moment_of(created_at, zone).date().isoformat()
    except ValueError:
        if fallback is None:
            raise
        return day_of(fallback, zone)


def is_day(text: str) -> bool:
    """Whether this is the name of a day that exists, exactly as written here (``2026-02-28``)."""
    if not _DAY.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
