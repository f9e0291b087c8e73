"""Intake of papers from arXiv into the library, as one action with one undo."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from papertui.errors import UnknownKeyError
from papertui.formats import Found
from papertui.library import Library
from papertui.library.duplicates import Identities, merge_papers
from papertui.model import Change, Paper
from papertui.transfer.importer import Importer, ImportReport

Call = Callable[[Callable[[], None]], None]
"""Runs a step in the thread of the library, and returns its result."""


class Intake:
    """Imports papers as they arrive; unchanged ones are counted but not written."""

    def __init__(self, library: Library, identities: Identities) -> None:
        self._library = library
        self._identities = identities
        self._importer = Importer(library, identities)
        self._unchanged = 0
        self.last_key = ""
        """The key of the last imported paper."""

    @classmethod
    def begin(cls, library: Library, call: Call) -> "Intake":
        """Create an intake; reads the whole library in the thread of the caller."""
        identities = library.identities()
        begun: list[Intake] = []
        call(lambda: begun.append(cls(library, identities)))
        return begun[0]

    @property
    def report(self) -> ImportReport:
        """The counts so far."""
        return replace(self._importer.report, merged=self._importer.report.merged + self._unchanged)

    @property
    def doubtful(self) -> tuple[tuple[str, str], ...]:
        """Pairs of a known and a new paper that may be duplicates."""
        return tuple(self._importer.doubtful)

    def take(self, papers: Iterable[Paper], source: str) -> None:
        """Import papers into the library. Raises StoreError."""
        changing = []
        for found in papers:
            known = self._known(found.key)
            if known is not None and merge_papers(known, found).paper == known:
                self._unchanged += 1
                self.last_key = known.key
            else:
                changing.append(Found(found, 0))
        if changing:
            self._importer.take_some(changing, source)
            self.last_key = self._importer.last_key

    def finish(self, name: str) -> Change:
        """End the action, so that one undo reverts all of it. Raises StoreError."""
        return self._importer.finish(name)

    def _known(self, key: str) -> Paper | None:
        """Return the paper of a key, which may have been added meanwhile."""
        try:
            paper = self._library.paper(key)
        except UnknownKeyError:
            return None
        self._identities.add(paper)
        return paper
