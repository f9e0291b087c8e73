"""Kind of publication: preprint, conference paper or journal article."""

import re
from enum import StrEnum

from papertui.model import Paper

_MEETING = re.compile(
    r"\b(?:proceedings|proc|conference|workshop|symposium|meeting|congress)\b", re.IGNORECASE
)


class PublicationKind(StrEnum):
    """Kind of publication of a paper."""

    PREPRINT = "preprint"
    MEETING = "meeting"
    ARTICLE = "article"


def kind_of(paper: Paper) -> PublicationKind:
    """Return the kind of publication, judged by the venue."""
    if paper.arxiv_id or not paper.venue:
        return PublicationKind.PREPRINT
    return PublicationKind.MEETING if _MEETING.search(paper.venue) else PublicationKind.ARTICLE
