"""Papers added by what names them: arXiv ids, DOIs, and addresses of either."""

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
    """What came of adding papers."""

    papers: ImportReport
    warnings: tuple[str, ...]
    change: Change
    key: str = ""
    """The key of the paper that was added last."""
    doubtful: tuple[tuple[str, str], ...] = ()
    """Pairs of a paper that was there and a new one that may be the same."""

    def sentence(self) -> str:
        """Return it in one line."""
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
    """Bring in the papers that words name. A DOI that is not arXiv's makes a record of the DOI alone.

    Raises NetworkError where arXiv is asked and does not answer to the end; then nothing is added. `call` is as
    for `fetch`. Raises StoreError where papers cannot be written.
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
                    f"Of {paper.doi} nothing but the DOI is known; import its BibTeX to fill the record."
                )
        changes.append(intake.finish(", ".join(clean_line(word, 60) for word in words[:3])))

    call(take)
    return AddReport(intake.report, (*warnings, *bare), changes[0], intake.last_key, intake.doubtful)


def _known_to_arxiv(
    client: ArxivClient, keys: Mapping[str, str], cancel: Event, tell: Callable[[str], None]
) -> tuple[dict[str, Paper], list[str]]:
    """Return the papers that arXiv has of words, by key, and what is to be told of the words. Raises NetworkError."""
    warnings = [
        f"{clean_line(word, 100) or 'An empty word'} is no arXiv id, no DOI and no address of one."
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
    """Return a record that holds a DOI and nothing else."""
    return Paper(key, doi=key.removeprefix("doi:"), sources=("doi",))
