"""Papers added by what names them: arXiv ids, DOIs, and addresses of either."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from papertui.arxiv import ArxivClient
from papertui.errors import NetworkError
from papertui.fetching import SOURCE, Call, begin_import
from papertui.formats import Found
from papertui.formats.record import Fields, make_record
from papertui.ids import parse_arxiv_id, parse_doi
from papertui.importing import ImportReport
from papertui.library import Library
from papertui.model import Change, Paper
from papertui.text import clean_line


@dataclass(frozen=True, slots=True)
class AddReport:
    """What came of adding papers."""

    papers: ImportReport
    warnings: tuple[str, ...]
    change: Change
    key: str = ""
    """The key of the paper that was added last."""

    def sentence(self) -> str:
        """Return it in one line."""
        return f"{self.papers.new:,} new, {self.papers.merged:,} known, {self.papers.revised:,} revised"


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

    Raises NetworkError where arXiv is asked and nothing comes; then nothing is added. `call` is as for `fetch`.
    """
    ids = [word for word in words if parse_arxiv_id(word)]
    dois = [doi for word in words if word not in ids and (doi := parse_doi(word))]
    warnings = [
        f"{clean_line(word, 100)} is no arXiv id, no DOI and no address of one."
        for word in words
        if word not in ids and not parse_doi(word)
    ]
    found, told = _asked(client, ids, cancel, tell)
    records, notes = _of_dois(dois)
    records = [*(Found(paper, 0) for paper in found), *records]
    warnings += [*told, *notes]
    importer = begin_import(library, call)
    changes: list[Change] = []

    def take() -> None:
        importer.take_some(records, SOURCE)
        changes.append(importer.finish(", ".join(clean_line(word, 60) for word in words[:3])))

    call(take)
    return AddReport(importer.report, tuple(warnings), changes[0], importer.last_key)


def _asked(
    client: ArxivClient, ids: Sequence[str], cancel: Event, tell: Callable[[str], None]
) -> tuple[list[Paper], list[str]]:
    """Return the papers that arXiv has of these ids, and what is to be told. Raises NetworkError where none came."""
    if not ids:
        return [], []
    named = clean_line(ids[0], 60) if len(ids) == 1 else f"{len(ids):,} papers"
    tell(f"Asking arXiv for {named}")
    fetched = client.by_ids(ids, cancel=cancel, on_page=lambda *_: None)
    if fetched.warning and not fetched.papers and not fetched.complete:
        raise NetworkError(fetched.warning)
    return list(fetched.papers), [fetched.warning] if fetched.warning else []


def _of_dois(dois: Sequence[str]) -> tuple[list[Found], list[str]]:
    """Return records that hold a DOI and nothing else, and a sentence about each."""
    records = [record for doi in dois if isinstance(record := make_record(Fields(doi=doi), 0), Found)]
    return records, [
        f"Of {doi} nothing but the DOI is known; import its BibTeX to fill the record." for doi in dois
    ]
