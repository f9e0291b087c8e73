"""Add papers by arXiv id, DOI or address."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Event

from papertui.arxiv import SOURCE, ArxivClient
from papertui.errors import NetworkError
from papertui.library import Library
from papertui.model import Change, Paper
from papertui.text.cleaning import clean_line
from papertui.text.identifiers import parse_key
from papertui.transfer.importer import ImportReport
from papertui.transfer.intake import Call, Intake


@dataclass(frozen=True, slots=True)
class AddReport:
    """The result of adding papers."""

    papers: ImportReport
    warnings: tuple[str, ...]
    change: Change
    key: str = ""
    """The key of the last paper added."""
    doubtful: tuple[tuple[str, str], ...] = ()
    """Pairs of a known and a new paper that may be duplicates."""

    def sentence(self) -> str:
        """Return the report in one line."""
        return self.papers.brief()


def add(
    library: Library,
    client: ArxivClient,
    words: Sequence[str],
    *,
    cancel: Event,
    call: Call = lambda step: step(),
    tell: Callable[[str], None] = lambda _: None,
) -> AddReport:
    """Add the papers that `words` name. A DOI from outside arXiv makes a record with the DOI alone.

    Raises NetworkError if arXiv does not answer completely; then nothing is added. Raises StoreError if papers
    cannot be written. `call` as in `fetch`.
    """
    keys = {word: parse_key(word) or "" for word in words}
    found, warnings = _known_to_arxiv(client, keys, cancel, tell)
    papers = [
        _of_doi(key) if key.startswith("doi:") else found.get(key) for key in dict.fromkeys(keys.values())
    ]
    intake = Intake.begin(library, call)
    bare: list[str] = []
    changes: list[Change] = []

    def take() -> None:
        for paper in filter(None, papers):
            before = intake.report.new
            intake.take([paper], SOURCE)
            if paper.key not in found and intake.report.new > before:
                bare.append(
                    f"Only the DOI of {paper.doi} is known; import its BibTeX to complete the record."
                )
        changes.append(intake.finish(", ".join(clean_line(word, 60) for word in words[:3])))

    call(take)
    return AddReport(intake.report, (*warnings, *bare), changes[0], intake.last_key, intake.doubtful)


def _known_to_arxiv(
    client: ArxivClient, keys: Mapping[str, str], cancel: Event, tell: Callable[[str], None]
) -> tuple[dict[str, Paper], list[str]]:
    """Look up the arXiv ids among `words`; return papers by key, and warnings. Raises NetworkError."""
    warnings = [
        f"{clean_line(word, 100) or 'An empty word'} is not an arXiv id, a DOI or an address of one."
        for word, key in keys.items()
        if not key.startswith(("arxiv:", "doi:"))
    ]
    ids = [word for word, key in keys.items() if key.startswith("arxiv:")]
    if not ids:
        return {}, warnings
    tell(f"Asking arXiv for {clean_line(ids[0], 60) if len(ids) == 1 else f'{len(ids):,} papers'}")
    fetched = client.by_ids(ids, cancel=cancel, on_page=lambda *_: None)
    if not fetched.complete:
        raise NetworkError(fetched.warning)
    return {paper.key: paper for paper in fetched.papers}, warnings + [fetched.warning] * bool(
        fetched.warning
    )


def _of_doi(key: str) -> Paper:
    """Return a record with a DOI and nothing else."""
    return Paper(key, doi=key.removeprefix("doi:"), sources=("doi",))
