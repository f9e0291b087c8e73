"""New papers of what the reader follows, asked for at arXiv and taken in as they come."""

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
"""So far back a fetch looks the first time."""
OVERLAP_DAYS = 7
"""Papers appear at arXiv some days after the date that they bear, so each fetch looks back a little further."""
MOST_DAYS = 366
"""No fetch looks back further."""
_MOST_COMPLETED = 500
_NEVER = datetime.min.replace(tzinfo=UTC)


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
        papers = "paper" if self.read == 1 else "papers"
        return f"Fetching {self.name} ({self.number} of {self.of}): {self.read:,} {papers}, {self.new:,} new"


@dataclass(frozen=True, slots=True)
class FetchReport:
    """What came of a fetch."""

    papers: ImportReport
    asked: int
    """How many follows and records arXiv was to be asked for."""
    warnings: tuple[str, ...]
    """What did not come, in sentences; those about one question begin with its name."""
    change: Change
    complete: bool
    """Whether arXiv answered all that it was to be asked."""
    doubtful: tuple[tuple[str, str], ...] = ()
    """Pairs of a paper that was there and a new one that may be the same."""

    def sentence(self) -> str:
        """Return it in one line."""
        if not (self.asked or self.warnings):
            return "Nothing is followed yet; w follows a topic, author, category or saved search"
        return self.papers.brief()


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
    `call` runs steps in the thread of the library. Faults of the network are told in the report. Raises StoreError
    where papers cannot be written.
    """
    questions, warnings = _questions(library)
    asking = _Asking(library, client, cancel, tell, call, Intake.begin(library, call), len(questions))
    changes: list[Change] = []
    try:
        complete, told = asking.ask_all(questions)
    finally:
        call(lambda: changes.append(asking.intake.finish("what arXiv has of what is followed")))
    intake = asking.intake
    unlike = tuple(dict.fromkeys([*warnings, *told]))
    return FetchReport(intake.report, len(questions), unlike, changes[0], complete, intake.doubtful)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One question for arXiv: a query from some day on for what is followed, or else the ids of papers."""

    name: str
    scope: Scope | None = None
    query: str = ""
    since: str = ""
    ids: Sequence[str] = ()

    def filed(self, paper: Paper) -> Paper:
        """Return a paper under the topic for which it was found, so that it stands there."""
        if self.scope is None or self.scope.kind is not ScopeKind.TOPIC:
            return paper
        return replace(paper, topics=(self.scope.name,))


@dataclass(frozen=True, slots=True)
class _Asking:
    """Asks one question after the other, takes in each page as it comes, and tells how far it is."""

    library: Library
    client: ArxivClient
    cancel: Event
    tell: Callable[[Progress], None]
    call: Call
    intake: Intake
    count: int

    def ask_all(self, questions: Sequence[_Wanted]) -> tuple[bool, list[str]]:
        """Ask until all is answered, or there is no use in asking for more; return which, and what is to be told."""
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
    """Return what arXiv is to be asked, and what it cannot be asked.

    What was answered last comes first: so a question that always fails does not keep the others waiting.
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
            warnings.append(f"arXiv cannot be asked for {follow.scope.title}.")
    if incomplete := _incomplete(library):
        wanted.append(_Wanted("missing titles", ids=incomplete))
    return wanted, warnings


def query_of(library: Library, follow: Follow) -> str:
    """Return the arXiv query of something that is followed: the reader's own, else the one made of its name."""
    saved = library.saved_searches.query(follow.scope.name) if follow.scope.kind is ScopeKind.SEARCH else None
    return follow.query or arxiv_query(follow.scope, saved or "")


def _since(follow: Follow, now: datetime) -> str:
    """Return the day from which on papers are wanted."""
    last = read_timestamp(follow.fetched_at)
    days = FIRST_DAYS if last is None else min(max((now - last).days, 0) + OVERLAP_DAYS, MOST_DAYS)
    return (now - timedelta(days=days)).date().isoformat()


def _incomplete(library: Library) -> list[str]:
    """Return the ids of papers of which nothing else is known, as a list of ids brings them."""
    bare = (
        named.id
        for _, paper in library.records.documents()
        if not paper.get("title") and (named := parse_arxiv_id(str(paper.get("arxiv_id", ""))))
    )
    return list(islice(bare, _MOST_COMPLETED))
