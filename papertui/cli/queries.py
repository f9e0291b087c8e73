"""Queries as scripts mean them: what is wrong or unfinished is a fault, where the screen would still show a list."""

from papertui.cli.output import say
from papertui.errors import UsageError
from papertui.library import Library
from papertui.library.lists import Matches


def found_by(library: Library, query: str, *, limit: int | None = None, narrowing: bool = False) -> Matches:
    """Return the papers that a query finds.

    Raises UsageError where it does not say what is wanted, or with `narrowing` means all papers.
    """
    if fault := library.lists.query_fault(query, narrowing=narrowing):
        raise UsageError(fault)
    found = library.find(query, limit=limit)
    for complaint in found.complaints:
        say(complaint)
    return found
