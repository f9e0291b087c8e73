"""Which kind of publication a paper is, as the formats of other programs want to know."""

import re
from enum import StrEnum

from papertui.model import Paper

_MEETING = re.compile(
    r"\b(?:proceedings|proc|conference|workshop|symposium|meeting|congress)\b", re.IGNORECASE
)


class Kind(StrEnum):
    """A paper on arXiv or nowhere, one of a meeting, or one in a journal."""

    PREPRINT = "preprint"
    MEETING = "meeting"
    ARTICLE = "article"


def kind_of(paper: Paper) -> Kind:
    """Tell the kind by where the paper was published."""
    if paper.arxiv_id or not paper.venue:
        return Kind.PREPRINT
    return Kind.MEETING if _MEETING.search(paper.venue) else Kind.ARTICLE
