"""Commands on files: import, export and merge."""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

from papertui.cli.command import Command, add_query
from papertui.cli.exit_codes import DONE, FAULT, NOTHING, STOPPED
from papertui.cli.output import emit, print_papers, progress, say
from papertui.cli.queries import found_by
from papertui.errors import FileThereError, ImportFileError
from papertui.formats import (
    READ_FORMATS,
    WRITTEN_FORMATS,
    Found,
    ReadResult,
    Skipped,
    read_papers,
    write_papers,
)
from papertui.library import Library
from papertui.model import UNMARKED
from papertui.text.cleaning import clean_line
from papertui.transfer.exporter import export_papers
from papertui.transfer.importer import Importer


def import_files(library: Library, arguments: SimpleNamespace) -> int:
    """Import papers from files, and report each record that was skipped."""
    if arguments.dry_run:
        return _dry_run(library, arguments)
    importer = Importer(library, library.identities())
    broken, stopped = 0, False
    try:
        for name in arguments.files:
            broken += not _import_one(library, importer, name, arguments.kind)
    except KeyboardInterrupt:
        stopped = True
        say("Stopped. What was imported so far is kept; papertui undo removes it.")
    importer.finish(", ".join(clean_line(name, 60) for name in arguments.files))
    progress("")
    report = importer.report
    for name, skipped in report.skipped:
        say(f"{name}:{skipped.line}: skipped, {skipped.reason}")
    report_duplicates(importer.doubtful)
    if report.read or not broken:
        say(f"{report.sentence()}.")
    if stopped:
        return STOPPED
    if report.read > report.skipped_count:
        return DONE
    return FAULT if broken else NOTHING


def export(library: Library, arguments: SimpleNamespace) -> int:
    """Write the papers that match a query to a file, or to standard output."""
    keys = found_by(library, " ".join(arguments.query)).keys
    if not keys:
        say("Nothing matches. Nothing written.")
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
            raise FileThereError(f"{error} Use --force to overwrite it.") from None
        form = export_papers(papers, path, arguments.format or "", replace=True)
    say(f"Wrote {library.naming(keys)} to {path} as {form}.")
    return DONE


def merge(library: Library, arguments: SimpleNamespace) -> int:
    """Merge two records into one paper."""
    from papertui.transfer.joining import join_papers  # noqa: PLC0415 - loaded by this command only

    say(join_papers(library, *arguments.keys).text.replace(" · u undoes", ""))
    return DONE


def report_duplicates(pairs: Iterable[tuple[str, str]]) -> None:
    """Report likely duplicates, and how to merge them."""
    for known, found in pairs:
        say(f"Possible duplicates: papertui merge {known} {found}")


def _import_one(library: Library, importer: Importer, name: str, kind: str | None) -> bool:
    """Import one file; report a fault and return False if it is unreadable."""
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
            for record in _found(reading):
                found += 1
                if arguments.format == "jsonl":
                    for piece in write_papers("jsonl", [(record.paper, record.mark or UNMARKED)]):
                        emit(piece)
        except ImportFileError as error:
            say(f"papertui: {error}")
            broken += 1
    if found or not broken:
        say(f"Read {found:,} records. Nothing written.")
    return DONE if found else FAULT if broken else NOTHING


def _found(reading: ReadResult) -> Iterator[Found]:
    """Yield the records found, and report notes and skipped records."""
    for note in reading.notes:
        say(f"{reading.name}: {note}")
    for record in reading.records:
        if isinstance(record, Skipped):
            say(f"{reading.name}:{record.line}: skipped, {record.reason}")
        else:
            yield record


def _read(library: Library, name: str, kind: str | None) -> ReadResult:
    topics = library.scopes.topics_by_size()
    if name == "-":
        return read_papers(sys.stdin.buffer, name="standard input", format=kind, topics=topics)
    return read_papers(Path(name), name=name, format=kind, topics=topics)


def _agrees(question: str) -> bool:
    """Ask a question on the terminal; False if there is none."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    sys.stderr.write(f"{clean_line(question)} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="- reads standard input")
    parser.add_argument(
        "--as", dest="kind", choices=READ_FORMATS, metavar="FORMAT", help="format; default: detected"
    )
    parser.add_argument("--dry-run", action="store_true", help="read and report, but write nothing")
    parser.add_argument(
        "--format", choices=("text", "jsonl"), default="text", help="with --dry-run: print each record"
    )


def _export_arguments(parser: ArgumentParser) -> None:
    add_query(parser)
    parser.add_argument("--format", choices=WRITTEN_FORMATS, help="default: from the name of the file")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")
    parser.add_argument("--force", action="store_true", help="overwrite the file without asking")


def _merge_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("keys", nargs=2, metavar="KEY")


COMMANDS: Sequence[Command[Library]] = (
    Command(
        "import", "import papers from files",
        "  papertui import papers.jsonl\n  papertui import --dry-run --format jsonl refs.bib\n"
        "  papertui import - < refs.bib",
        import_files, _import_arguments,
    ),
    Command(
        "export", "export papers to a file or to standard output",
        "  papertui export is:starred -o reading.bib\n  papertui export --format ris topic:agents > agents.ris\n"
        "  papertui export -o everything.jsonl",
        export, _export_arguments, reads_only=True, takes_query=True,
    ),
    Command(
        "merge", "merge two records of one paper; undo splits them",
        "  papertui merge arxiv:2608.06197 doi:10.1000/x",
        merge, _merge_arguments,
    ),
)  # fmt: skip
