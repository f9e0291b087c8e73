"""Strict queries for scripts: any error in a query is a fault."""

from papertui.cli.output import say
from papertui.errors import UsageError
from papertui.library import Library
from papertui.library.lists import Matches


def found_by(library: Library, query: str, *, limit: int | None = None, narrowing: bool = False) -> Matches:
    """Return the papers that match a query.

    Raises UsageError for a query with errors, and with `narrowing` for one that matches all papers.
    """
    if fault := library.lists.query_fault(query, narrowing=narrowing):
        raise UsageError(fault)
    found = library.find(query, limit=limit)
    for complaint in found.complaints:
        say(complaint)
    return found
