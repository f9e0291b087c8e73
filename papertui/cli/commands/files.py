"""The commands that bring papers in from files and write them out again."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

from papertui.cli.exit_codes import DONE, FAULT, NOTHING
from papertui.cli.output import emit, print_papers, progress, say
from papertui.cli.queries import found_by
from papertui.errors import FileThereError, ImportFileError
from papertui.formats import Found, Reading, Skipped, read_papers, write_papers
from papertui.library import Library
from papertui.model import UNMARKED
from papertui.text.cleaning import clean_line
from papertui.transfer.exporter import export_papers
from papertui.transfer.importer import Importer


def import_files(library: Library, arguments: SimpleNamespace) -> int:
    """Bring papers in from files, and tell what became of each record."""
    if arguments.dry_run:
        return _dry_run(library, arguments)
    importer = Importer(library, library.identities())
    broken = 0
    try:
        for name in arguments.files:
            broken += not _import_one(library, importer, name, arguments.kind)
    except KeyboardInterrupt:
        say("Stopped; what was read so far is kept.")
    importer.finish(", ".join(clean_line(name, 60) for name in arguments.files))
    progress("")
    report = importer.report
    for name, skipped in report.skipped:
        say(f"{name}:{skipped.line}: skipped, {skipped.reason}")
    tell_doubtful(importer.doubtful)
    if report.read or not broken:
        say(f"{report.sentence()}.")
    if report.read > report.passed_over:
        return DONE
    return FAULT if broken else NOTHING


def export(library: Library, arguments: SimpleNamespace) -> int:
    """Write the papers that match a query to a file, or to standard output."""
    keys = found_by(library, " ".join(arguments.query)).keys
    if not keys:
        say("Nothing matches, so nothing was written.")
        return NOTHING
    if arguments.output in {None, "-"}:
        print_papers(library, keys, arguments.format or "bibtex")
        return DONE
    path = Path(arguments.output)
    papers = [(library.paper(key), library.mark(key)) for key in keys]
    try:
        form = export_papers(papers, path, arguments.format or "", replace=arguments.force)
    except FileThereError as error:
        if not _agrees(f"{error} Replace it?"):
            raise FileThereError(f"{error} --force replaces it.") from None
        form = export_papers(papers, path, arguments.format or "", replace=True)
    say(f"Wrote {library.naming(keys)} to {path} as {form}.")
    return DONE


def merge(library: Library, arguments: SimpleNamespace) -> int:
    """Make one paper of two records."""
    from papertui.transfer.joining import join_papers  # noqa: PLC0415 - wanted by this command only

    say(join_papers(library, *arguments.keys).text.replace(" · u undoes", ""))
    return DONE


def tell_doubtful(pairs: Iterable[tuple[str, str]]) -> None:
    """Tell which papers that were there may be one with a new one, and how to join them."""
    for known, found in pairs:
        say(
            f"duplicate? {known} and {found} have nearly the same abstract; papertui merge {known} {found} joins them"
        )


COMMANDS: dict[str, Callable[[Library, SimpleNamespace], int]] = {
    "import_files": import_files,
    "export": export,
    "merge": merge,
}


def _import_one(library: Library, importer: Importer, name: str, kind: str | None) -> bool:
    """Take in one file, and tell its encoding and what makes it unreadable; False where it is."""
    try:
        reading = _read(library, name, kind)
        for note in reading.notes:
            say(f"{reading.name}: {note}")
        started = time.monotonic()
        for count in importer.take(reading):
            progress(f"{count:,} records, {count / max(time.monotonic() - started, 0.001):,.0f} a second")
    except ImportFileError as error:
        say(f"papertui: {error}")
        return False
    return True


def _dry_run(library: Library, arguments: SimpleNamespace) -> int:
    found = broken = 0
    for name in arguments.files:
        try:
            reading = _read(library, name, arguments.kind)
            for record in _told(reading):
                found += 1
                if arguments.format == "jsonl":
                    for piece in write_papers("jsonl", [(record.paper, record.mark or UNMARKED)]):
                        emit(piece)
        except ImportFileError as error:
            say(f"papertui: {error}")
            broken += 1
    if found or not broken:
        say(f"Read {found:,} records; nothing was written.")
    return DONE if found else FAULT if broken else NOTHING


def _told(reading: Reading) -> Iterator[Found]:
    """Yield the records that were found, and tell the notes and what was passed over."""
    for note in reading.notes:
        say(f"{reading.name}: {note}")
    for record in reading.records:
        if isinstance(record, Skipped):
            say(f"{reading.name}:{record.line}: skipped, {record.reason}")
        else:
            yield record


def _read(library: Library, name: str, kind: str | None) -> Reading:
    topics = library.scopes.topics_by_size()
    if name == "-":
        return read_papers(sys.stdin.buffer, name="standard input", format=kind, topics=topics)
    return read_papers(Path(name), name=name, format=kind, topics=topics)


def _agrees(question: str) -> bool:
    """Ask the reader, where there is a terminal to ask on."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    sys.stderr.write(f"{clean_line(question)} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
