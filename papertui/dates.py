"""Partial dates of papers: ``2026``, ``2026-08``, ``2026-08-06`` or empty, kept as their source wrote them."""

import re
from datetime import UTC, datetime

_PARTIAL = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_MONTH_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_partial_date(text: str) -> bool:
    """Tell whether the text is a year, a year and month, or a day, with a month and day that exist."""
    match = _PARTIAL.fullmatch(text)
    if match is None:
        return False
    month, day = match[2], match[3]
    if month is None:
        return True
    if not 1 <= int(month) <= 12:
        return False
    return day is None or 1 <= int(day) <= _MONTH_DAYS[int(month) - 1]


def partial_date(text: object) -> str:
    """Return the date part of an ISO date or time, a year or a number as a partial date; empty where it is none."""
    words = str(text or "").strip()
    if "T" in words:
        words = words.split("T", 1)[0]
    return words if is_partial_date(words) else ""


def date_order(date: str) -> int:
    """Return an integer that sorts newest first when reversed; unknown parts count as before what is known.

    A paper dated ``2026-08`` stands after those dated to a day of August 2026 in a newest-first list, and
    an unknown date (0) after everything.
    """
    digits = date.replace("-", "")
    return int(digits.ljust(8, "0")) if digits else 0


def utc_now() -> datetime:
    """Return the present moment; the clock handed to the library unless a test brings its own."""
    return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """Return a moment as UTC ISO 8601 with milliseconds, the one form in which times are stored."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
