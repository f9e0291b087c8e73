"""Fetch new papers of followed scopes from arXiv."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from threading import Event

from papertui.arxiv import SOURCE, ArxivClient, Fetched
from papertui.arxiv.query import arxiv_query
from papertui.library import Library
from papertui.library.follows import Follow
from papertui.model import Change, Paper, Scope, ScopeKind
from papertui.text.dates import read_timestamp, timestamp
from papertui.text.identifiers import parse_arxiv_id
from papertui.transfer.importer import ImportReport
from papertui.transfer.intake import Call, Intake

FIRST_DAYS = 28
"""Period of the first fetch."""
OVERLAP_DAYS = 7
"""Overlap of two fetches: papers appear at arXiv some days after their date."""
MOST_DAYS = 366
"""Maximum period of a fetch."""
_MOST_COMPLETED = 500
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a fetch."""

    name: str
    """The name of the current query."""
    number: int
    """Its number, from 1."""
    of: int
    read: int
    """Number of papers received."""
    new: int

    def sentence(self) -> str:
        """Return the progress or report in one line."""
        papers = "paper" if self.read == 1 else "papers"
        return f"Fetching {self.name} ({self.number} of {self.of}): {self.read:,} {papers}, {self.new:,} new"


@dataclass(frozen=True, slots=True)
class FetchReport:
    """The result of a fetch."""

    papers: ImportReport
    asked: int
    """Number of follows and records to look up."""
    warnings: tuple[str, ...]
    """Warnings, one sentence each; those about one query begin with its name."""
    change: Change
    complete: bool
    """Whether arXiv answered every query."""
    doubtful: tuple[tuple[str, str], ...] = ()
    """Pairs of a known and a new paper that may be duplicates."""

    def sentence(self) -> str:
        """Return the progress or report in one line."""
        if not (self.asked or self.warnings):
            return "Nothing to fetch yet. Press w to follow a topic, author, category or saved search"
        return self.papers.brief()


def fetch(
    library: Library,
    client: ArxivClient,
    *,
    cancel: Event,
    tell: Callable[[Progress], None] = lambda _: None,
    call: Call = lambda step: step(),
) -> FetchReport:
    """Fetch new papers of all follows, and the records of papers known by their id alone.

    Received papers are kept even if a later query fails; one undo reverts the whole fetch. May run in another
    thread if `call` runs steps in the thread of the library. Network faults are in the report. Raises StoreError if
    papers cannot be written.
    """
    questions, warnings = _questions(library)
    asking = _Asking(library, client, cancel, tell, call, Intake.begin(library, call), len(questions))
    changes: list[Change] = []
    try:
        complete, told = asking.ask_all(questions)
    finally:
        call(lambda: changes.append(asking.intake.finish("new papers of your follows")))
    intake = asking.intake
    unlike = tuple(dict.fromkeys([*warnings, *told]))
    return FetchReport(intake.report, len(questions), unlike, changes[0], complete, intake.doubtful)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One query for arXiv: a follow since some day, or the ids of papers."""

    name: str
    scope: Scope | None = None
    query: str = ""
    since: str = ""
    ids: Sequence[str] = ()

    def filed(self, paper: Paper) -> Paper:
        """Return a paper filed under the topic that it was fetched for."""
        if self.scope is None or self.scope.kind is not ScopeKind.TOPIC:
            return paper
        return replace(paper, topics=(self.scope.name,))


@dataclass(frozen=True, slots=True)
class _Asking:
    """Sends one query after another, imports each page on arrival, and reports progress."""

    library: Library
    client: ArxivClient
    cancel: Event
    tell: Callable[[Progress], None]
    call: Call
    intake: Intake
    count: int

    def ask_all(self, questions: Sequence[_Wanted]) -> tuple[bool, list[str]]:
        """Send queries until all are answered or the server is down; return those answered, and warnings."""
        started = timestamp(self.library.clock())
        complete, warnings = True, []
        for number, question in enumerate(questions, 1):
            fetched = self._ask(number, question)
            if fetched.warning:
                warnings.append(fetched.warning if fetched.down else f"{question.name}: {fetched.warning}")
            if fetched.complete and question.scope:
                self.call(partial(self.library.follows.set_fetched, question.scope, started))
            complete = complete and fetched.complete
            if fetched.down:
                break
        return complete, warnings

    def _ask(self, number: int, question: _Wanted) -> Fetched:
        def progress() -> None:
            report = self.intake.report
            self.tell(Progress(question.name, number, self.count, report.read, report.new))

        def take(papers: Sequence[Paper], _total: int) -> None:
            self.call(lambda: self.intake.take(map(question.filed, papers), SOURCE))
            progress()

        progress()
        if question.ids:
            return self.client.by_ids(question.ids, cancel=self.cancel, on_page=take)
        return self.client.search(question.query, since=question.since, cancel=self.cancel, on_page=take)


def _questions(library: Library) -> tuple[list[_Wanted], list[str]]:
    """Return the queries to send, and warnings about follows without one.

    Most recently answered first, so that a query that always fails runs last.
    """
    wanted: list[_Wanted] = []
    warnings: list[str] = []
    by_age = sorted(
        library.follows.all, key=lambda one: read_timestamp(one.fetched_at) or _NEVER, reverse=True
    )
    for follow in by_age:
        if query := query_of(library, follow):
            since = _since(follow, library.clock())
            wanted.append(_Wanted(follow.scope.title, follow.scope, query, since))
        else:
            warnings.append(f"No arXiv query for {follow.scope.title}.")
    if incomplete := _incomplete(library):
        wanted.append(_Wanted("missing titles", ids=incomplete))
    return wanted, warnings


def query_of(library: Library, follow: Follow) -> str:
    """Return the arXiv query of a follow: the user's own, else one made from its name."""
    saved = library.saved_searches.query(follow.scope.name) if follow.scope.kind is ScopeKind.SEARCH else None
    return follow.query or arxiv_query(follow.scope, saved or "")


def _since(follow: Follow, now: datetime) -> str:
    """Return the first day to fetch papers of."""
    last = read_timestamp(follow.fetched_at)
    days = FIRST_DAYS if last is None else min(max((now - last).days, 0) + OVERLAP_DAYS, MOST_DAYS)
    return (now - timedelta(days=days)).date().isoformat()


def _incomplete(library: Library) -> list[str]:
    """Return the arXiv ids of papers without any other field, as an imported list of ids leaves them."""
    bare = (
        named.id
        for _, paper in library.records.documents()
        if not paper.get("title") and (named := parse_arxiv_id(str(paper.get("arxiv_id", ""))))
    )
    return list(islice(bare, _MOST_COMPLETED))
