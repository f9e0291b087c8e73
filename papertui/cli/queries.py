"""Queries as scripts mean them: what is wrong or unfinished is a fault, where the screen would still show a list."""

from papertui.answers import Found
from papertui.cli.output import say
from papertui.errors import UsageError
from papertui.library import Library
from papertui.query import Anything


def found_by(library: Library, query: str, *, limit: int | None = None) -> Found:
    """Return the papers that a query finds. Raises UsageError where it does not say what is wanted."""
    if query.strip():
        for complaint in library.finder.parse(f"{query} ").complaints:
            if not complaint.harmless:
                raise UsageError(complaint.text)
            say(complaint.text)
    return library.find(query, limit=limit)


def narrowed_by(library: Library, query: str) -> Found:
    """Return the papers that a query finds, where it leaves some out. Raises UsageError where it means all of them."""
    if isinstance(library.finder.parse_alone(f"{query} ").root, Anything):
        raise UsageError(
            "This query has no condition, so that it means all papers; name a condition or keys."
        )
    return found_by(library, query)
