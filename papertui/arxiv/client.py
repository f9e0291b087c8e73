"""Client of the arXiv API: pages, rate limit and retries.

Interface: https://info.arxiv.org/help/api/user-manual.html
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from threading import Event
from urllib.parse import urlencode

from papertui.arxiv.http import Exchange, Reply
from papertui.arxiv.response import AnswerError, Page, read_page
from papertui.config.settings import ARXIV_INTERVAL, service_address
from papertui.errors import UsageError
from papertui.model import Paper
from papertui.text.cleaning import clean_line
from papertui.text.dates import utc_now
from papertui.text.identifiers import parse_arxiv_id

PAGE_SIZE = 100
"""Number of papers on a page. arXiv allows 2,000, but large pages are slow and fail more often."""
TRIES = 4
"""Maximum number of requests for one page: the first and its retries."""

_BUSY = frozenset({408, 429, 500, 502, 503, 504})
"""HTTP statuses worth a retry."""
_MOST_NAMED = 5

OnPage = Callable[[Sequence[Paper], int], None]
"""Called with the papers of each page, and the total number according to arXiv."""
Wait = Callable[[float, Event], object]
"""Waits for a number of seconds, or until the event is set."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The result of a query."""

    papers: tuple[Paper, ...]
    """The papers without duplicates, in the order of arXiv."""
    complete: bool
    """Whether nothing is missing."""
    warning: str = ""
    """A warning in one sentence; empty if there is none."""
    down: bool = False
    """Whether further queries would fail now."""


def wait_for(seconds: float, cancel: Event) -> None:
    """Wait for a number of seconds, or until the event is set."""
    cancel.wait(seconds)


class ArxivClient:
    """Queries arXiv or a compatible server, one request at a time and within the rate limit."""

    def __init__(
        self,
        address: str = "https://export.arxiv.org/api/query",
        *,
        interval: float = ARXIV_INTERVAL,
        seconds: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
        wait: Wait = wait_for,
    ) -> None:
        """Use the API at an https address, or an http address of this machine; else raise UsageError.

        Requests are at least `interval` seconds apart; a page takes at most `seconds`, with its retries and waits.
        """
        self._address = _checked(address)
        self._interval = interval
        self._seconds = seconds
        self._clock = clock
        self._wait = wait
        self._free_at = self._barred_until = clock()

    def by_ids(self, ids: Sequence[str], *, cancel: Event, on_page: OnPage) -> Fetched:
        """Return the papers of these arXiv ids. Raises UsageError if one is not an arXiv id.

        An id with a version (``2608.06197v1``) returns that version. Later failures are in the result.
        """
        keys = dict(map(_asked, ids))
        wanted = list(keys)
        gathered = _Gathered(on_page)
        try:
            for first in range(0, len(wanted), PAGE_SIZE):
                group = wanted[first : first + PAGE_SIZE]
                for page in self._pages("", group, len(group), cancel):
                    gathered.take(page, page.papers, len(wanted))
        except AnswerError as error:
            return gathered.failed(error)
        missing = [one for one in wanted if keys[one] not in gathered.papers]
        return gathered.ended(warning=_unknown(missing))

    def search(
        self, query: str, *, since: str = "", limit: int = 1_000, cancel: Event, on_page: OnPage
    ) -> Fetched:
        """Return the papers that match a query in arXiv's language, newest first.

        Only papers since the partial date `since`, and at most `limit`. Failures are in the result, beside the
        papers received before.
        """
        gathered = _Gathered(on_page)
        total = 0
        try:
            for page in self._pages(query, (), limit, cancel):
                recent = [paper for paper in page.papers if not paper.date or paper.date >= since]
                gathered.take(page, recent, page.total)
                if len(recent) < len(page.papers):
                    return gathered.ended()
                total = page.total
        except AnswerError as error:
            return gathered.failed(error)
        left = f"arXiv has more papers; only the newest {limit:,} were requested."
        return gathered.ended(warning=left if total > limit else "")

    def _pages(self, query: str, ids: Sequence[str], limit: int, cancel: Event) -> Iterator[Page]:
        """Yield pages until the last one or `limit`. Raises AnswerError."""
        start = 0
        while start < limit:
            page = self._page(query, ids, start, min(PAGE_SIZE, limit - start), cancel)
            yield page
            start += page.entries
            limit = min(limit, page.total)

    def _page(self, query: str, ids: Sequence[str], start: int, count: int, cancel: Event) -> Page:
        """Return a page; retry temporary faults while time is left. Raises AnswerError."""
        address = f"{self._address}?{_parameters(query, ids, start, count)}"
        if (barred := self._barred_until - self._clock()) > self._seconds:
            raise _asked_to_wait(barred)
        self._pause(max(barred, self._free_at - self._clock()), cancel)
        deadline = self._clock() + self._seconds
        attempt = 1
        while True:
            try:
                return self._answer(address, start, deadline, cancel)
            except AnswerError as error:
                self._barred_until = self._clock() + error.wait
                if error.wait and self._barred_until >= deadline:
                    raise _asked_to_wait(error.wait) from error
                delay = max(error.wait, self._backoff(attempt))
                if not error.passing or attempt == TRIES or self._clock() + delay >= deadline:
                    raise
            self._pause(delay, cancel)
            attempt += 1

    def _answer(self, address: str, start: int, deadline: float, cancel: Event) -> Page:
        """Return the page of one request. Raises AnswerError."""
        try:
            reply = Exchange(address, self._seconds).reply(lambda: deadline - self._clock(), cancel)
        finally:
            self._free_at = self._clock() + self._interval
        page = read_page(_content(reply))
        if not page.entries and start < page.total:
            raise AnswerError("arXiv left out a part of its answer.", passing=True)
        return page

    def _backoff(self, attempt: int) -> float:
        """Return the seconds before the next attempt: exponential backoff with jitter."""
        return self._interval * 2.0 ** (attempt - 1) * random.uniform(1.0, 1.25)  # noqa: S311 - jitter needs no secure random numbers

    def _pause(self, seconds: float, cancel: Event) -> None:
        if seconds > 0:
            self._wait(seconds, cancel)
        if cancel.is_set():
            raise AnswerError("Stopped.", down=True)


class _Gathered:
    """The papers received so far."""

    def __init__(self, on_page: OnPage) -> None:
        self.papers: dict[str, Paper] = {}
        self._on_page = on_page
        self._nameless = 0

    def take(self, page: Page, papers: Sequence[Paper], total: int) -> None:
        """Add the requested papers of a page. New papers at arXiv shift the pages, so some are repeated."""
        fresh = {paper.key: paper for paper in papers if paper.key not in self.papers}
        self.papers |= fresh
        self._nameless += page.entries - len(page.papers)
        self._on_page(tuple(fresh.values()), total)

    def ended(self, warning: str = "") -> Fetched:
        """Return the complete result."""
        if self._nameless and not warning:
            records = "record" if self._nameless == 1 else "records"
            warning = f"Skipped {self._nameless:,} {records} without an arXiv id."
        return Fetched(tuple(self.papers.values()), complete=True, warning=warning)

    def failed(self, error: AnswerError) -> Fetched:
        """Return the result up to an error."""
        return Fetched(tuple(self.papers.values()), complete=False, warning=str(error), down=error.down)


def _parameters(query: str, ids: Sequence[str], start: int, count: int) -> str:
    """Return the URL parameters of a request, newest papers first."""
    return urlencode(
        {
            "search_query": query,
            "id_list": ",".join(ids),
            "sortBy": "submittedDate",
            "sortOrder": "descending",
            "start": start,
            "max_results": count,
        }
    )


def _checked(address: str) -> str:
    """Return an address that is allowed. Raises UsageError."""
    try:
        return service_address(address)
    except ValueError:
        told = clean_line(address, 100)
        raise UsageError(f"{told} is neither an https address nor an http one of this machine.") from None


def _asked(text: str) -> tuple[str, str]:
    """Return an id in the form of the API, and the key of the paper. Raises UsageError."""
    named = parse_arxiv_id(text)
    if named is None:
        raise UsageError(f"{clean_line(text, 60)} is not an arXiv id.")
    return f"{named.id}v{named.version}" if named.version else named.id, f"arxiv:{named.id}"


def _unknown(ids: Sequence[str]) -> str:
    """Return a sentence about ids unknown to arXiv; empty if there are none."""
    if not ids:
        return ""
    rest = f" and {len(ids) - _MOST_NAMED:,} more" if len(ids) > _MOST_NAMED else ""
    return f"arXiv has no paper {', '.join(ids[:_MOST_NAMED])}{rest}."


def _content(reply: Reply) -> bytes:
    """Return the body of a reply with papers or an error message of arXiv. Raises AnswerError."""
    if reply.status == 200 or (reply.status == 400 and b"<feed" in reply.body):
        return reply.body
    if reply.status in _BUSY:
        wait = _retry_seconds(reply.retry_after)
        raise AnswerError(
            f"arXiv is too busy to answer ({reply.status}).", passing=True, wait=wait, down=True
        )
    if reply.status == 404:
        told = "No arXiv API at this address (404); check arxiv.address in config.toml."
        raise AnswerError(told, down=True)
    raise AnswerError(f"arXiv refuses to answer ({reply.status}).", down=reply.status != 400)


def _retry_seconds(header: str) -> float:
    """Return the seconds of a Retry-After header: a number or a date (RFC 9110, 10.2.3)."""
    if header.strip().isdecimal():
        return float(header[:9])
    try:
        moment = parsedate_to_datetime(header)
    except ValueError:
        return 0.0
    return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - utc_now()).total_seconds())


def _asked_to_wait(seconds: float) -> AnswerError:
    return AnswerError(f"arXiv asks to wait {seconds:,.0f} seconds.", down=True)
