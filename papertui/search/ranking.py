"""The last touch of the order: the likeness of the title decides among what is nearly equal."""

from rapidfuzz import fuzz

LIKENESS = 0.1
"""By how much a title that reads just as the query raises a score at most."""


def likeness(query: str, title: str) -> float:
    """Return how alike a query and a title are, from 0 to 1: as a whole, and at their best place."""
    return (fuzz.ratio(query, title) + fuzz.partial_ratio(query, title)) / 200
