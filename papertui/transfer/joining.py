"""Merge of two papers on request."""

from papertui.errors import UsageError
from papertui.library import Library
from papertui.library.duplicates import conflict, join_marks, merge_papers
from papertui.model import Change


def join_papers(library: Library, one: str, other: str) -> Change:
    """Merge two papers and their marks, as one action with one undo.

    Raises UsageError if they cannot be the same paper, and UnknownKeyError.
    """
    keys = library.resolve(one), library.resolve(other)
    known, found = (library.paper(key) for key in keys)
    if known.key == found.key:
        raise UsageError(f"{known.key} is already a single paper.")
    if reason := conflict(known, found):
        raise UsageError(f"Cannot merge {known.key} and {found.key}: {reason}.")
    paper = merge_papers(known, found).paper
    gone = [key for key in keys if key != paper.key]
    mark = join_marks(library.mark(known.key), library.mark(found.key))
    action = library.actions.begin_papers()
    library.actions.put_papers(
        action, {**dict.fromkeys(gone), paper.key: paper}, dict.fromkeys(gone, paper.key)
    )
    return library.actions.end_papers(action, f"Merged {gone[0]} into {paper.key}", 1, {paper.key: mark})
