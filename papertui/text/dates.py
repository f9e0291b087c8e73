"""Partial dates: ``2026``, ``2026-08``, ``2026-08-06`` or empty; and timestamps."""

import re
from datetime import UTC, datetime

_PARTIAL = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_MONTH_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def is_partial_date(text: str) -> bool:
    """Return whether the text is an existing year, year and month, or day."""
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
    """Return the partial date of an ISO date or time, a year or a number; empty if it is none."""
    words = str(text or "").strip()
    if "T" in words:
        words = words.split("T", 1)[0]
    return words if is_partial_date(words) else ""


def date_order(date: str) -> int:
    """Return an integer that sorts by date; unknown parts sort before known ones.

    In a newest-first list ``2026-08`` follows the days of August 2026, and an unknown date (0) is last.
    """
    digits = date.replace("-", "")
    return int(digits.ljust(8, "0")) if digits else 0


def utc_now() -> datetime:
    """Return the current time, the default clock of the library."""
    return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """Return a time as UTC ISO 8601 with milliseconds, the stored form of times."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def read_timestamp(text: str) -> datetime | None:
    """Parse a time written by `timestamp`; None for any other text."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else None


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""English names of the months, in three letters."""
_YEAR = re.compile(r"(?<![\d-])(\d{4})(?!\d)")
_NUMERIC = re.compile(r"(?<![\d-])(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)")
_WORDS_LIMIT = 200


def read_date(text: str) -> str:
    """Return the first partial date in a text, in any usual form; empty if there is none.

    Recognised: ``2026-08-06``, ``2026/8/6``, ``2026///``, ``2011-05-25~/2012``, ``Aug 6, 2026``, ``6 August 2026``,
    ``Thu, 20 Aug 2026 17:59:58 GMT`` and a year among other words. Years before 1000 are ignored.
    """
    text = text[:_WORDS_LIMIT].strip()
    if is_partial_date(text):
        return text
    if numeric := _NUMERIC.search(text):
        return join_date(numeric[1], numeric[2], numeric[3] or "")
    year = _YEAR.search(text)
    if year is None:
        return ""
    rest = f"{text[: year.start()]} {text[year.end() :]}"
    month = read_month(rest)
    day = re.search(r"(?<![\d:])(\d{1,2})(?![\d:])", rest) if re.search("[A-Za-z]{3}", rest) else None
    return join_date(year[1], month, day[1] if day and month else "")


def join_date(year: str, month: str = "", day: str = "") -> str:
    """Return a partial date of its parts, without a month or day that does not exist."""
    if not re.fullmatch(r"[1-9]\d{3}", year):
        return ""
    dates = [year]
    if month.isdecimal():
        dates.append(f"{year}-{int(month):02}")
        if day.isdecimal():
            dates.append(f"{year}-{int(month):02}-{int(day):02}")
    return next((date for date in reversed(dates) if is_partial_date(date)), "")


def read_month(text: str) -> str:
    """Return the number of a month given by English name or number; empty if it is neither."""
    for word in re.findall("[a-z]{3,}", text.lower()):
        name = word[:3].capitalize()
        if name in MONTHS:
            return str(MONTHS.index(name) + 1)
    bare = text.strip()
    return bare if re.fullmatch(r"0?[1-9]|1[0-2]", bare) else ""
