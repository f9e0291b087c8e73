"""New papers of what the reader follows, asked for at arXiv and taken in as they come."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from threading import Event

from papertui.arxiv import ArxivClient
from papertui.arxiv_query import arxiv_query
from papertui.dates import timestamp
from papertui.follows import Follow
from papertui.formats import Found
from papertui.importing import Importer, ImportReport
from papertui.library import Library
from papertui.model import Change, Paper, Scope, ScopeKind

FIRST_DAYS = 28
"""So far back a fetch looks the first time."""
OVERLAP_DAYS = 3
"""Papers appear at arXiv some days after the date that they bear, so each fetch looks back a little further."""
SOURCE = "arXiv"
_MOST_COMPLETED = 500

Call = Callable[[Callable[[], None]], None]
"""Runs a step that touches the library, and returns when it is done."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a fetch is."""

    name: str
    """What arXiv is asked for."""
    number: int
    """Which one of those that are asked for, from 1."""
    of: int
    read: int
    """Papers that came so far."""
    new: int

    def sentence(self) -> str:
        """Return it in one line."""
        return f"Fetching {self.name} ({self.number} of {self.of}): {self.read:,} papers, {self.new:,} new"


@dataclass(frozen=True, slots=True)
class FetchReport:
    """What came of a fetch."""

    papers: ImportReport
    asked: int
    """How many follows and records arXiv was asked for."""
    warnings: tuple[str, ...]
    change: Change

    def sentence(self) -> str:
        """Return it in one line."""
        if not self.asked:
            return "Nothing is followed yet; w follows a topic, author, category or saved search"
        found = self.papers
        return f"{found.new:,} new, {found.merged:,} known, {found.revised:,} revised"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One question for arXiv."""

    name: str
    query: str
    since: str
    scope: Scope


def fetch(
    library: Library,
    client: ArxivClient,
    *,
    cancel: Event,
    tell: Callable[[Progress], None] = lambda _: None,
    call: Call = lambda step: step(),
) -> FetchReport:
    """Bring in what is new of all that is followed, and the titles of papers that are known by their id alone.

    What came stays, whatever happens then; all of it is one action with one undo. May run in a thread of its own where
    `call` runs steps in the thread of the library. Faults of the network are told in the report.
    """
    started = timestamp(library.clock())
    wanted, warnings = _questions(library)
    incomplete = _incomplete(library)
    count = len(wanted) + bool(incomplete)
    importer = begin_import(library, call)
    for number, question in enumerate(wanted, 1):
        take = _Taking(importer, question, Progress(question.name, number, count, 0, 0), tell, call)
        fetched = client.search(question.query, since=question.since, cancel=cancel, on_page=take)
        if fetched.warning:
            warnings.append(fetched.warning)
        if fetched.complete:
            call(partial(library.follows.set_fetched, question.scope, started))
        elif cancel.is_set() or not fetched.papers:
            break
    else:
        if incomplete:
            take = _Taking(importer, None, Progress("missing titles", count, count, 0, 0), tell, call)
            fetched = client.by_ids(incomplete, cancel=cancel, on_page=take)
            warnings += [fetched.warning] if fetched.warning else []
    changes: list[Change] = []
    call(lambda: changes.append(importer.finish("what arXiv has of what is followed")))
    return FetchReport(importer.report, count, tuple(dict.fromkeys(warnings)), changes[0])


class _Taking:
    """Takes in each page as it comes, and tells how far the fetch is."""

    def __init__(
        self,
        importer: Importer,
        question: _Wanted | None,
        progress: Progress,
        tell: Callable[[Progress], None],
        call: Call,
    ) -> None:
        self._importer = importer
        self._topic = question.scope.name if question and question.scope.kind is ScopeKind.TOPIC else ""
        self._progress = progress
        self._tell = tell
        self._call = call
        tell(progress)

    def __call__(self, papers: Sequence[Paper], _total: int) -> None:
        """Take in a page."""
        found = [Found(self._filed(paper), line) for line, paper in enumerate(papers, 1)]
        self._call(lambda: self._importer.take_some(found, SOURCE))
        report = self._importer.report
        self._progress = replace(self._progress, read=self._progress.read + len(found), new=report.new)
        self._tell(self._progress)

    def _filed(self, paper: Paper) -> Paper:
        """Return the paper under the topic for which it was found, so that it stands there."""
        return replace(paper, topics=(self._topic,)) if self._topic else paper


def _questions(library: Library) -> tuple[list[_Wanted], list[str]]:
    """Return what arXiv is to be asked, and what it cannot be asked."""
    wanted: list[_Wanted] = []
    warnings: list[str] = []
    for follow in library.follows.all:
        if query := query_of(library, follow):
            wanted.append(_Wanted(follow.scope.title, query, _since(follow, library.clock()), follow.scope))
        else:
            warnings.append(f"arXiv cannot be asked for {follow.scope.title}.")
    return wanted, warnings


def begin_import(library: Library, call: Call) -> Importer:
    """Return a new import; what reads the whole library for it runs in the thread of the caller."""
    identities = library.identities()
    begun: list[Importer] = []
    call(lambda: begun.append(Importer(library, identities)))
    return begun[0]


def query_of(library: Library, follow: Follow) -> str:
    """Return the arXiv query of something that is followed: the reader's own, else the one made of its name."""
    saved = library.searches.query(follow.scope.name) if follow.scope.kind is ScopeKind.SEARCH else None
    return follow.query or arxiv_query(follow.scope, saved or "")


def _since(follow: Follow, now: datetime) -> str:
    """Return the day from which on papers are wanted."""
    if follow.fetched_at:
        last = datetime.fromisoformat(follow.fetched_at)
        return (last - timedelta(days=OVERLAP_DAYS)).date().isoformat()
    return (now - timedelta(days=FIRST_DAYS)).date().isoformat()


def _incomplete(library: Library) -> list[str]:
    """Return the ids of papers of which nothing else is known, as a list of ids brings them."""
    bare = (
        str(paper["arxiv_id"])
        for _, paper in library.papers.documents()
        if "arxiv_id" in paper and not paper.get("title")
    )
    return list(islice(bare, _MOST_COMPLETED))
