"""Commands for transfer: import, fetch, export, and the changes of an abstract."""

import asyncio
import gc
import io
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from textual.content import Content

from papertui.errors import FileThereError, ImportFileError, PapertuiError
from papertui.model import Change
from papertui.text.cleaning import clean_line
from papertui.ui.controller import Controller

if TYPE_CHECKING:
    from papertui.formats import ReadResult, Skipped
    from papertui.transfer.importer import Importer
    from papertui.ui.jobs import ArxivRequest

RECORDS_PER_STEP = 100
"""Records imported between two looks at the keys, about 15 ms."""
PAPERS_PER_STEP = 200
"""Papers read for an export between two looks at the keys."""
MAXIMUM_WORDS = 20
"""Maximum number of ids and DOIs looked up at arXiv one by one; more are imported as a list."""
PAIRS_SHOWN = 20
"""Maximum number of possible duplicates shown at once."""

Pair = tuple[str, str]
"""The keys of a known paper and of a new one."""


async def import_papers(app: Controller) -> None:
    """Ask for a file, for ids or for text, and import its papers in the background."""
    from papertui.ui.dialogs.simple import AskText

    if app.jobs.is_importing:
        app.say("An import is still running")
        return
    hint = "A file, an arXiv id, a DOI or an address; or paste BibTeX, RIS or a list."
    text = await app.ask(AskText("Import papers", hint))
    if text and text.strip():
        app.jobs.is_importing = True
        app.start(partial(_import, app, text.strip()), "import")


async def _import(app: Controller, text: str) -> None:
    """Look up ids and DOIs at arXiv; import anything else as a file or as text."""
    from papertui.text.identifiers import parse_key

    words = text.split()
    try:
        if len(words) <= MAXIMUM_WORDS and all(map(parse_key, words)):
            await _add(app, words)
        else:
            await _import_records(app, text)
    finally:
        app.jobs.is_importing = False


async def _add(app: Controller, words: Sequence[str]) -> None:
    """Add the papers with some ids and DOIs from arXiv."""
    from papertui.transfer.add import add

    with _request(app) as request:
        try:
            report = await asyncio.to_thread(
                add,
                app.library,
                request.client,
                words,
                cancel=request.cancel,
                call=request.call,
                tell=request.report,
            )
        except PapertuiError as error:
            app.say(str(error), fault=True)
            return
    app.redraw(report.change)
    if report.key in app.listing.keys:
        app.show(app.view, report.key)
    app.say(" · ".join([report.sentence(), *report.warnings]), fault=not report.papers.read)
    await _offer_merges(app, report.doubtful)


async def fetch(app: Controller) -> None:
    """Fetch new papers of everything that is followed from arXiv; cancel a fetch that runs."""
    from papertui.transfer.fetch import fetch as fetch_papers

    if app.jobs.fetch_cancel is not None:
        app.jobs.fetch_cancel.set()
        return
    with _request(app) as request:
        app.jobs.fetch_cancel = request.cancel
        try:
            report = await asyncio.to_thread(
                fetch_papers,
                app.library,
                request.client,
                cancel=request.cancel,
                call=request.call,
                tell=lambda progress: request.report(progress.sentence()),
            )
        except PapertuiError as error:
            app.say(str(error), fault=True)
            return
        finally:
            app.jobs.fetch_cancel = None
    await _show_many(app, report.change)
    found = " · /is:new shows them, u undoes" if report.papers.new else ""
    text = " · ".join([f"{report.sentence()}{found}", *report.warnings[:2]])
    app.say(text, fault=bool(report.warnings) and not report.papers.read)
    await _offer_merges(app, report.doubtful)


async def _import_records(app: Controller, text: str) -> None:
    """Import the records of a file or of a text in steps, as one action."""
    from papertui.transfer.importer import Importer

    topics = app.library.scopes.topics_by_size()
    try:
        reading = await asyncio.to_thread(_begin_reading, text, topics)
    except ImportFileError as error:
        app.say(str(error), fault=True)
        return
    importer = Importer(app.library, await asyncio.to_thread(app.library.identities))
    fault = ""
    gc.disable()  # each collection would walk through everything in memory, which grows with every step
    try:
        while records := await asyncio.to_thread(lambda: list(islice(reading.records, RECORDS_PER_STEP))):
            importer.take_some(records, reading.name)
            app.say(f"Importing {reading.name}: {importer.report.read:,} records")
    except PapertuiError as error:
        fault = str(error)
    finally:
        gc.freeze()
        gc.enable()
        try:
            change = importer.finish(clean_line(reading.name, 60))
        except PapertuiError as error:
            fault, change = str(error), Change((), "", whole=True)
    await _show_many(app, change)
    _report_import(app, importer, fault)
    await _offer_merges(app, importer.doubtful)


def _report_import(app: Controller, importer: "Importer", fault: str) -> None:
    """Report an import, and put the cursor on the paper if it was only one."""
    report = importer.report
    if report.read == 1 and importer.last_key in app.listing.keys:
        app.show(app.view, importer.last_key)
    undo = " · u undoes" if report.read > report.skipped_count else ""
    app.say(fault or f"{report.sentence()}{_first_reason(report.skipped)}{undo}", fault=bool(fault))


async def _show_many(app: Controller, change: Change) -> None:
    """Show a change of many papers; the list is sorted in a thread first, which caches its order."""
    await asyncio.to_thread(app.library.listing, app.view)
    app.redraw(change)


def _request(app: Controller) -> "ArxivRequest":
    from papertui.ui.jobs import ArxivRequest

    return ArxivRequest(app.jobs.client, app.say)


async def _offer_merges(app: Controller, pairs: Sequence[Pair]) -> None:
    """Ask which of the possible duplicates to merge, one after the other."""
    from papertui.transfer.joining import join_papers
    from papertui.ui.dialogs.simple import Choice, Pick

    left = list(pairs)
    while left:
        choices = [Choice("", "Keep all of them apart", "n")]
        choices += [
            Choice(str(number), _describe_pair(app, pair)) for number, pair in enumerate(left[:PAIRS_SHOWN])
        ]
        picked = await app.ask(Pick("Possible duplicates: merge two records?", choices))
        if not picked:
            return
        known, found = left.pop(int(picked))
        app.edit(partial(join_papers, app.library, known, found))


def _describe_pair(app: Controller, pair: Pair) -> str:
    return clean_line(" = ".join(f"{app.library.paper(key).heading[:60]} ({key})" for key in pair))


async def export(app: Controller) -> None:
    """Ask for a file, and export the selected papers, else the listed ones, in the background."""
    from papertui.ui.dialogs.simple import AskLine

    keys = app.targets if app.selection else app.listing.keys
    if not keys:
        app.say("No papers to export here")
        return
    title = f"Export {app.library.naming(tuple(keys))}: file (.bib .ris .json .jsonl .csv .tsv .md .txt)"
    name = await app.ask(AskLine(title, "papers.bib"))
    if name and name.strip():
        app.start(partial(export_papers, app, keys, _path(name)), "export")


async def export_papers(app: Controller, keys: Sequence[str], path: Path) -> None:
    """Export papers to a file; an existing file is replaced only if the user agrees."""
    from papertui.transfer.exporter import export_papers as write_papers
    from papertui.ui.dialogs.simple import Confirm

    named = app.library.naming(keys)
    app.say(f"Writing {named} to {path}")
    papers = []
    for start in range(0, len(keys), PAPERS_PER_STEP):
        step = keys[start : start + PAPERS_PER_STEP]
        papers += [(app.library.paper(key), app.library.mark(key)) for key in step]
        await asyncio.sleep(0)
    try:
        try:
            form = await asyncio.to_thread(write_papers, papers, path)
        except FileThereError as error:
            if not await app.ask(Confirm(f"{error} Replace it?")):
                app.say("Nothing was written")
                return
            form = await asyncio.to_thread(lambda: write_papers(papers, path, replace=True))
    except PapertuiError as error:
        app.say(str(error), fault=True)
        return
    app.say(f"Wrote {named} to {path} as {form}")


def show_abstract_changes(app: Controller) -> None:
    """Show the differences between the versions of the abstract."""
    from papertui.ui.dialogs.simple import ShowContent

    if not app.targets:
        return
    paper = app.library.paper(app.targets[0])
    if not paper.alternates:
        app.say("Only one version of this abstract")
        return
    parts = [
        Content.styled(f"From {clean_line(other.source, 60)} to the version shown", "bold")
        + Content("\n\n")
        + _diff(other.abstract, paper.abstract)
        for other in paper.alternates
    ]
    app.panes.app.push_screen(ShowContent("Changes in the abstract", Content("\n\n").join(parts)))


def _diff(before: str, after: str) -> Content:
    """Return the words of both texts, removed ones in [-...-] and added ones in {+...+}."""
    from papertui.text.word_diff import DiffKind, word_changes

    forms = {
        DiffKind.SAME: ("{}", ""),
        DiffKind.GONE: ("[-{}-]", "$muted strike"),
        DiffKind.NEW: ("{{+{}+}}", "$unread"),
    }
    shown = []
    for words in word_changes(before, after):
        form, style = forms[words.kind]
        text = form.format(clean_line(words.text))
        shown.append(Content.styled(text, style) if style else Content(text))
    return Content(" ").join(shown)


def _begin_reading(text: str, topics: Sequence[str]) -> "ReadResult":
    """Return the records of the file that a line names, or of the text itself. Raises ImportFileError."""
    from papertui.formats import read_papers
    from papertui.text.identifiers import parse_key

    if "\n" not in text:
        path = _path(text)
        if _is_file(path):
            return read_papers(path, name=path.name, topics=topics)
        if not text.startswith(("@", "{", "[", "<")) and not any(map(parse_key, text.split())):
            raise ImportFileError(f"{clean_line(text, 120)} is not a file, an id, a DOI or an address.")
    return read_papers(io.BytesIO(text.encode()), name="pasted text", topics=topics)


def _path(name: str) -> Path:
    path = Path(name.strip())
    try:
        return path.expanduser()
    except RuntimeError:  # the home of an unknown user
        return path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # text that is too long for a name, or has a null character
        return False


def _first_reason(skipped: "Sequence[tuple[str, Skipped]]") -> str:
    """Return in brackets why the first record was skipped."""
    return f" (line {skipped[0][1].line}: {clean_line(skipped[0][1].reason, 100)})" if skipped else ""
