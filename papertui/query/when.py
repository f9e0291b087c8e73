"""Dates and ages in queries, as bounds of `dates.date_order`."""

import re
from datetime import date, timedelta

from papertui.query.tree import Dated
from papertui.text.dates import date_order, is_partial_date

_AGE = re.compile(r"(\d{1,4})([dwmy])", re.IGNORECASE)
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}
_NEVER = 100_000_000
"""Above the order of every date."""


def parse_when(name: str, value: str, now: date) -> Dated | None:
    """Parse the value of ``after:`` (from that day on), ``before:`` (until that day) or ``on:`` (within).

    An age counts back from `now` in days, weeks, months of 30 days or years of 365. None if it is not a date.
    """
    day = _days_ago(value, now) or (value if is_partial_date(value) else None)
    if day is None:
        return None
    first = date_order(day)
    if name == "after":
        return Dated(max(first, 1), _NEVER)
    if name == "before":
        return Dated(1, first)
    unknown_digits = 8 - len(day.replace("-", ""))
    return Dated(max(first, 1), first + 10**unknown_digits)


def _days_ago(value: str, now: date) -> str | None:
    match = _AGE.fullmatch(value)
    if match is None:
        return None
    days = int(match[1]) * _DAYS[match[2].lower()]
    return (now - timedelta(days=min(days, now.toordinal() - 1))).isoformat()
