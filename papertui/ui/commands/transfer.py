"""Papers in and out from the screen: import and export in the background, and what changed in an abstract."""

import asyncio
import gc
import io
from collections.abc import Sequence
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content

from papertui.errors import FileThereError, ImportFileError, PapertuiError
from papertui.library.listing import Listing
from papertui.model import Change
from papertui.text.cleaning import clean_line
from papertui.ui.commands.copy_and_open import OutwardScreen

if TYPE_CHECKING:
    from papertui.arxiv import ArxivClient
    from papertui.formats import Reading, Skipped
    from papertui.ui.commands.arxiv_request import Asking

IMPORT_STEP = 100
"""So many records are taken in between two looks at the keys: some 15 ms."""
EXPORT_STEP = 200
MOST_NAMED = 20
"""So many words may name papers one by one; more are read as a list."""


Pair = tuple[str, str]
"""The keys of a paper that was there and of a new one."""


class TransferScreen(OutwardScreen):
    """A screen over a library that can take papers in and write them out."""

    listing: Listing
    _is_importing = False
    _fetching: Event | None = None

    @property
    def selected(self) -> tuple[str, ...]:
        """The papers that the reader selected; empty where none are."""
        raise NotImplementedError

    @work(exit_on_error=False, group="import")
    async def action_import(self) -> None:
        """Ask for a file, for ids or for pasted text, and take in the papers in the background."""
        from papertui.ui.dialogs.simple import AskText

        if self._is_importing:
            self.say("An import is still running")
            return
        dialog = AskText(
            "Bring papers in",
            "A file, an arXiv id, a DOI or an address; or paste BibTeX, RIS or a list.",
        )
        text = await self.app.push_screen_wait(dialog)
        if text and text.strip():
            self._is_importing = True
            try:
                await self._bring(text.strip())
            finally:
                self._is_importing = False

    async def _bring(self, text: str) -> None:
        """Ask arXiv for what is named by ids and DOIs alone; read all else as a file or as text."""
        from papertui.text.identifiers import parse_key

        words = text.split()
        if len(words) <= MOST_NAMED and all(map(parse_key, words)):
            await self._add(words)
        else:
            await self._import(text)

    async def _add(self, words: Sequence[str]) -> None:
        from papertui.transfer.add import add

        with self._asking() as asking:
            try:
                report = await asyncio.to_thread(
                    add,
                    self.library,
                    asking.client,
                    words,
                    cancel=asking.cancel,
                    call=asking.call,
                    tell=asking.tell,
                )
            except PapertuiError as error:
                self.say(str(error), fault=True)
                return
        self.edit(lambda: report.change)
        if report.key in self.listing.keys:
            self.look_at(self.view, report.key)
        self.say(" · ".join([report.sentence(), *report.warnings]), fault=not report.papers.read)
        await self._offer_joining(report.doubtful)

    @work(exit_on_error=False, group="fetch")
    async def action_fetch(self) -> None:
        """Ask arXiv for new papers of all that is followed, in the background; once more to stop."""
        from papertui.transfer.fetch import fetch

        if self._fetching is not None:
            self._fetching.set()
            return
        with self._asking() as asking:
            self._fetching = asking.cancel
            try:
                report = await asyncio.to_thread(
                    fetch,
                    self.library,
                    asking.client,
                    cancel=asking.cancel,
                    call=asking.call,
                    tell=lambda reached: asking.tell(reached.sentence()),
                )
            except PapertuiError as error:
                self.say(str(error), fault=True)
                return
            finally:
                self._fetching = None
        await self._show_many(report.change)
        found = " · /is:new shows them, u undoes" if report.papers.new else ""
        told = " · ".join([f"{report.sentence()}{found}", *report.warnings[:2]])
        self.say(told, fault=bool(report.warnings) and not report.papers.read)
        await self._offer_joining(report.doubtful)

    async def _show_many(self, change: Change) -> None:
        """Show a change of many papers; the list is put in order in a thread, since that takes long among many."""
        await asyncio.to_thread(self.library.listing, self.view)
        self.edit(lambda: change)

    def _asking(self) -> "Asking":
        from papertui.ui.commands.arxiv_request import Asking

        return Asking(self.client, self.say)

    @cached_property
    def client(self) -> "ArxivClient":
        """What asks arXiv, at the address that the config names; one for all questions, so that none comes too soon."""
        from papertui.arxiv import ArxivClient

        arxiv = self.config.arxiv
        return ArxivClient(arxiv.address, interval=arxiv.interval)

    async def _import(self, text: str) -> None:
        from papertui.transfer.importer import Importer

        topics = self.library.scopes.topics_by_size()
        try:
            reading = await asyncio.to_thread(_begin, text, topics)
        except ImportFileError as error:
            self.say(str(error), fault=True)
            return
        importer = Importer(self.library, await asyncio.to_thread(self.library.identities))
        fault = ""
        gc.disable()  # a collection looks at all that is in memory, which grows with every step
        try:
            while records := await asyncio.to_thread(lambda: list(islice(reading.records, IMPORT_STEP))):
                importer.take_some(records, reading.name)
                self.say(f"Importing {reading.name}: {importer.report.read:,} records")
        except PapertuiError as error:
            fault = str(error)
        finally:
            gc.freeze()
            gc.enable()
            try:
                change = importer.finish(clean_line(reading.name, 60))
            except PapertuiError as error:
                fault, change = str(error), Change((), "", whole=True)
        await self._show_many(change)
        report = importer.report
        if report.read == 1 and importer.last_key in self.listing.keys:
            self.look_at(self.view, importer.last_key)
        undo = " · u undoes" if report.read > report.passed_over else ""
        self.say(fault or f"{report.sentence()}{_first_reason(report.skipped)}{undo}", fault=bool(fault))
        await self._offer_joining(importer.doubtful)

    async def _offer_joining(self, pairs: Sequence[Pair]) -> None:
        """Offer to join what may be one paper; nothing is joined unasked."""
        from papertui.transfer.joining import join_papers
        from papertui.ui.dialogs.simple import Choice, Pick

        left = list(pairs)
        while left:
            choices = [Choice("", "Keep all of them apart", "n")]
            choices += [Choice(str(number), self._told(pair)) for number, pair in enumerate(left[:20])]
            picked = await self.app.push_screen_wait(Pick("duplicate? Two records may be one paper", choices))
            if not picked:
                return
            known, found = left.pop(int(picked))
            self.edit(partial(join_papers, self.library, known, found))

    def _told(self, pair: Pair) -> str:
        return clean_line(" = ".join(f"{self.library.paper(key).heading[:60]} ({key})" for key in pair))

    @work(exit_on_error=False, group="export")
    async def action_export(self) -> None:
        """Ask for a file, and write the papers that are shown or selected into it."""
        from papertui.ui.dialogs.simple import AskLine

        keys = self.selected or self.listing.keys
        if not keys:
            self.say("There are no papers here to export")
            return
        title = f"Export {self.library.naming(tuple(keys))}: file (.bib .ris .json .jsonl .csv .tsv .md .txt)"
        name = await self.app.push_screen_wait(AskLine(title, "papers.bib"))
        if not name or not name.strip():
            return
        await self.export(keys, _path(name))

    async def export(self, keys: Sequence[str], path: Path) -> None:
        """Write papers into a file, which is replaced only where the reader says so."""
        from papertui.transfer.exporter import export_papers
        from papertui.ui.dialogs.simple import Confirm

        named = self.library.naming(keys)
        self.say(f"Writing {named} to {path}")
        papers = []
        for start in range(0, len(keys), EXPORT_STEP):
            papers += [
                (self.library.paper(key), self.library.mark(key)) for key in keys[start : start + EXPORT_STEP]
            ]
            await asyncio.sleep(0)
        try:
            try:
                form = await asyncio.to_thread(export_papers, papers, path)
            except FileThereError as error:
                if not await self.app.push_screen_wait(Confirm(f"{error} Replace it?")):
                    self.say("Nothing was written")
                    return
                form = await asyncio.to_thread(lambda: export_papers(papers, path, replace=True))
        except PapertuiError as error:
            self.say(str(error), fault=True)
            return
        self.say(f"Wrote {named} to {path} as {form}")

    def action_changes(self) -> None:
        """Show what is different between the abstracts that are known of the paper."""
        from papertui.ui.dialogs.simple import ShowContent

        if not self.targets:
            return
        paper = self.library.paper(self.targets[0])
        if not paper.alternates:
            self.say("One abstract alone is known of this paper")
            return
        parts = [
            Content.styled(f"From {clean_line(other.source, 60)} to the one shown", "bold")
            + Content("\n\n")
            + _changes(other.abstract, paper.abstract)
            for other in paper.alternates
        ]
        self.app.push_screen(ShowContent("What changed in the abstract", Content("\n\n").join(parts)))


def _changes(before: str, after: str) -> Content:
    """Return the words of both texts; those that went stand in [-...-], those that came in {+...+}."""
    from papertui.text.word_diff import Kind, word_changes

    forms = {Kind.SAME: ("{}", ""), Kind.GONE: ("[-{}-]", "$muted strike"), Kind.NEW: ("{{+{}+}}", "$unread")}
    shown = []
    for words in word_changes(before, after):
        form, style = forms[words.kind]
        text = form.format(clean_line(words.text))
        shown.append(Content.styled(text, style) if style else Content(text))
    return Content(" ").join(shown)


def _begin(text: str, topics: Sequence[str]) -> "Reading":
    """Return the reading of the file that a line names, or of the text itself. Raises ImportFileError."""
    from papertui.formats import read_papers
    from papertui.text.identifiers import parse_key

    if "\n" not in text:
        path = _path(text)
        if _is_file(path):
            return read_papers(path, name=path.name, topics=topics)
        if not text.startswith(("@", "{", "[", "<")) and not any(map(parse_key, text.split())):
            raise ImportFileError(
                f"{clean_line(text, 120)} is no file that is there, no id, DOI or address of one."
            )
    return read_papers(io.BytesIO(text.encode()), name="pasted text", topics=topics)


def _path(name: str) -> Path:
    path = Path(name.strip())
    try:
        return path.expanduser()
    except RuntimeError:  # the home of nobody
        return path


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a text that is far too long for a name, or not allowed as one
        return False


def _first_reason(skipped: "Sequence[tuple[str, Skipped]]") -> str:
    """Return why the first record was passed over, in brackets."""
    return f" (line {skipped[0][1].line}: {clean_line(skipped[0][1].reason, 100)})" if skipped else ""
