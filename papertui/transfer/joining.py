"""Two records made one paper because the reader says so."""

from papertui.errors import UsageError
from papertui.library import Library
from papertui.library.duplicates import conflict, join_marks, merge_papers
from papertui.model import Change


def join_papers(library: Library, one: str, other: str) -> Change:
    """Join two papers with their marks, as one action with one undo.

    Raises UsageError where they cannot be one paper, and UnknownKeyError.
    """
    keys = library.resolve(one), library.resolve(other)
    known, found = (library.paper(key) for key in keys)
    if known.key == found.key:
        raise UsageError(f"{known.key} is one paper already.")
    if reason := conflict(known, found):
        raise UsageError(f"{known.key} and {found.key} are not one paper: {reason}.")
    paper = merge_papers(known, found).paper
    gone = [key for key in keys if key != paper.key]
    mark = join_marks(library.mark(known.key), library.mark(found.key))
    action = library.actions.begin_papers()
    library.actions.put_papers(
        action, {**dict.fromkeys(gone), paper.key: paper}, dict.fromkeys(gone, paper.key)
    )
    return library.actions.end_papers(action, f"Joined {gone[0]} with {paper.key}", 1, {paper.key: mark})
