"""Import of records: add new papers, merge duplicates, report every record."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from papertui.errors import UnknownKeyError
from papertui.formats import Found, ReadResult, Skipped
from papertui.library.duplicates import (
    Identities,
    conflict,
    join_marks,
    likely_duplicate,
    merge_papers,
    same_paper,
)
from papertui.model import UNMARKED, Change, Mark, Paper
from papertui.text.dates import timestamp

if TYPE_CHECKING:
    from papertui.library import Library

BATCH = 500
"""Number of records written with one sync of the disk."""
SKIPPED_LIMIT = 1_000


@dataclass(slots=True)
class ImportReport:
    """Counts of an import: ``read = new + merged + revised + skipped``."""

    new: int = 0
    merged: int = 0
    revised: int = 0
    skipped_count: int = 0
    skipped: list[tuple[str, Skipped]] = field(default_factory=list)
    """The first `SKIPPED_LIMIT` skipped records, each with the name of its file."""

    @property
    def read(self) -> int:
        """Number of records read."""
        return self.new + self.merged + self.revised + self.skipped_count

    def brief(self) -> str:
        """Return the counts of fetched papers in one line; none of these is skipped."""
        return f"{self.new:,} new, {self.merged:,} known, {self.revised:,} revised"

    def sentence(self) -> str:
        """Return the report in one line."""
        parts = [
            f"{self.new:,} new",
            f"{self.merged:,} merged",
            f"{self.revised:,} revised",
            f"{self.skipped_count:,} skipped",
        ]
        return f"Read {self.read:,} records: {', '.join(parts)}"


class Importer:
    """One import: one action with one undo. Records are merged one by one and written in batches."""

    def __init__(self, library: "Library", identities: Identities) -> None:
        self._library = library
        self._identities = identities
        self._now = timestamp(library.clock())
        self._action = library.actions.begin_papers()
        self._papers: dict[str, Paper | None] = {}
        self._aliases: dict[str, str] = {}
        self._gained: dict[str, Mark] = {}
        self._revised: set[str] = set()
        self._changed = 0
        """Number of records written or deleted."""
        self.report = ImportReport()
        self.last_key = ""
        """The key of the last imported paper."""
        self.doubtful: list[tuple[str, str]] = []
        """Pairs of a known and a new paper that may be duplicates; the first `SKIPPED_LIMIT`."""

    def take(self, reading: ReadResult) -> Iterator[int]:
        """Import all records of a file; yield the number of records read after each batch."""
        while records := list(islice(reading.records, BATCH)):
            self.take_some(records, reading.name)
            yield self.report.read

    def take_some(self, records: Iterable[Found | Skipped], source: str) -> None:
        """Import some records and write them to disk."""
        for record in records:
            if isinstance(record, Skipped):
                self.report.skipped_count += 1
                if len(self.report.skipped) < SKIPPED_LIMIT:
                    self.report.skipped.append((source, record))
            else:
                self._take(record, source)
        self.write()

    def write(self) -> None:
        """Write the merged records to disk."""
        if self._papers:
            self._library.actions.put_papers(self._action, self._papers, self._aliases)
            self._changed += len(self._papers)
            self._papers, self._aliases = {}, {}

    def finish(self, name: str) -> Change:
        """End the import: write the rest, and the history entry that undoes all of it."""
        self.write()
        report = self.report
        text = f"Imported {name}: {report.new:,} new, {report.merged:,} merged, {report.revised:,} revised"
        return self._library.actions.end_papers(self._action, text, self._changed, self._marks())

    def _take(self, record: Found, source: str) -> None:
        added = record.paper.added or self._now
        found = replace(record.paper, added=added, sources=record.paper.sources or (source,))
        matches = self._known(found)
        if not matches:
            self.report.new += 1
            self._note_lookalikes(found)
            self._put(found)
            key = found.key
        else:
            known, *others = matches
            merged = merge_papers(known, found)
            key = merged.paper.key
            self.report.revised += merged.revised
            self.report.merged += not merged.revised
            if merged.paper != known:
                self._replace(known, merged.paper)
            if merged.revised:
                self._revised.add(key)
            self._doubt([(other.key, key) for other in others if not conflict(other, merged.paper)])
        self.last_key = key
        if record.mark is not None:
            self._gain(key, record.mark)

    def _note_lookalikes(self, found: Paper) -> None:
        for key in self._identities.lookalikes(found):
            known = self._present(key)
            if known and likely_duplicate(known, found):
                self._doubt([(key, found.key)])

    def _doubt(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.doubtful += [pair for pair in pairs if pair not in self.doubtful]
        del self.doubtful[SKIPPED_LIMIT:]

    def _put(self, paper: Paper) -> None:
        self._papers[paper.key] = paper
        self._identities.add(paper)

    def _replace(self, known: Paper, paper: Paper) -> None:
        if paper.key == known.key:
            self._put(paper)
            return
        self._papers[known.key] = None
        self._papers[paper.key] = paper
        self._aliases[known.key] = paper.key
        self._identities.rename(known.key, paper)
        self._gain(
            paper.key, join_marks(self._library.mark(known.key), self._gained.pop(known.key, UNMARKED))
        )

    def _gain(self, key: str, mark: Mark) -> None:
        self._gained[key] = join_marks(self._gained.get(key, UNMARKED), mark)

    def _marks(self) -> dict[str, Mark]:
        """Return the marks to write: the current ones joined with the imported ones."""
        mark = self._library.mark
        marks = {key: join_marks(mark(key), gained) for key, gained in self._gained.items()}
        for key in self._revised:
            if (known := marks.get(key, mark(key))) != UNMARKED:
                marks[key] = replace(known, revised_at=self._now)
        return marks

    def _known(self, found: Paper) -> list[Paper]:
        """Return the duplicates of a record; it is merged with the first, and the others are offered for merging."""
        papers = map(self._present, self._identities.candidates(found))
        return [paper for paper in papers if paper is not None and same_paper(paper, found)]

    def _present(self, key: str) -> Paper | None:
        if key in self._papers:
            return self._papers[key]
        try:
            return self._library.paper(key)
        except UnknownKeyError:
            return None
