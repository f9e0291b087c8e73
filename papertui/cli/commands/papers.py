"""Commands on papers: list, show, marks, tags, notes, searches, copy."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from papertui.cli.command import Command, add_query, positive
from papertui.cli.exit_codes import DONE, FAULT, NOTHING
from papertui.cli.output import emit, explanation, print_papers, print_text, say
from papertui.cli.queries import found_by
from papertui.cli.table import columns_named
from papertui.errors import UnknownKeyError, UsageError
from papertui.formats import WRITTEN_FORMATS
from papertui.library import Library, marks
from papertui.model import Change, Sort
from papertui.text.cleaning import clean_line
from papertui.transfer.copy_formats import COPY_FORMS, copy_papers

LINES = frozenset({"table", "jsonl", "keys", "links", "markdown"})
"""Formats with one line for each paper."""
LIST_FORMATS = ("table", *WRITTEN_FORMATS)
INPUT_LIMIT = 64 << 20
"""Maximum number of characters of keys read from standard input."""


def list_papers(library: Library, arguments: SimpleNamespace) -> int:
    """Print the papers that match a query."""
    columns = _columns(arguments)
    query = " ".join(arguments.query)
    if arguments.sort:
        query = f"{query} sort:{arguments.sort}"
    found = found_by(library, query, limit=arguments.limit)
    if arguments.explain:
        emit(explanation(found))
    else:
        print_papers(
            library,
            found.keys,
            arguments.format,
            columns=columns,
            ascii_only=arguments.ascii,
            separator="\0" if arguments.null else "\n",
        )
    if not found.keys:
        say("No matching papers.")
    return DONE if found.keys else NOTHING


def show(library: Library, arguments: SimpleNamespace) -> int:
    """Print all of some papers."""
    keys = _keys(library, arguments.keys)
    if arguments.format == "text":
        print_text(library, keys)
    else:
        print_papers(library, keys, arguments.format)
    return DONE


def mark(library: Library, arguments: SimpleNamespace) -> int:
    """Apply the edit of marks that the command is named after."""
    return _report(library, library.apply(marks.EDITS[arguments.command], _keys(library, arguments.keys)))


def tag(library: Library, arguments: SimpleNamespace) -> int:
    """Add a tag to papers, or remove it."""
    if not clean_line(arguments.tag):
        raise UsageError("A tag needs a name.")
    edit = marks.untag if arguments.remove else marks.tag
    return _report(library, library.apply(edit(arguments.tag), _keys(library, arguments.keys)))


def note(library: Library, arguments: SimpleNamespace) -> int:
    """Replace the note on a paper."""
    keys = _keys(library, [arguments.key])
    if len(keys) != 1:
        raise UsageError("A note goes on one paper at a time.")
    return _report(library, library.apply(marks.note(arguments.text), [keys[0]]))


def searches(library: Library, arguments: SimpleNamespace) -> int:
    """Print the saved searches with their queries, or change one."""
    saved = library.saved_searches
    if arguments.save:
        say(f"Saved {saved.save(*arguments.save)}")
    elif arguments.rename:
        say(f"Renamed to {saved.rename(*arguments.rename)}")
    elif arguments.delete:
        saved.delete(arguments.delete)
        say(f"Deleted {clean_line(arguments.delete)}")
    else:
        if not saved.names:
            say("No saved searches.")
        for name in saved.names:
            emit(f"{clean_line(name)}\t{clean_line(saved.query(name) or '')}\n")
        return DONE if saved.names else NOTHING
    return DONE


def backup(library: Library, arguments: SimpleNamespace) -> int:
    """Write everything into one file."""
    say(f"Backed up to {library.backup(Path(arguments.file) if arguments.file else None)}")
    return DONE


def restore(library: Library, arguments: SimpleNamespace) -> int:
    """Replace the whole library by a backup, after asking."""
    if not arguments.yes:
        sys.stderr.write(
            f"Replace {len(library):,} papers and all marks by {clean_line(arguments.file)}? [y/N] "
        )
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
            say("Nothing was changed.")
            return NOTHING
    kept = library.restore(Path(arguments.file))
    say(f"Restored. The former library is kept in {kept}")
    return DONE


def delete(library: Library, arguments: SimpleNamespace) -> int:
    """Delete papers named by keys or by a query."""
    try:
        keys: Sequence[str] = _keys(library, arguments.words)
    except UnknownKeyError:
        keys = found_by(library, " ".join(arguments.words), narrowing=True).keys
    if not keys:
        say("No matching papers.")
        return NOTHING
    return _report(library, library.delete(keys))


def undo(library: Library, _: SimpleNamespace) -> int:
    """Undo the last action."""
    return _report(library, library.undo())


def redo(library: Library, _: SimpleNamespace) -> int:
    """Redo the action that was undone last."""
    return _report(library, library.redo())


def copy(library: Library, arguments: SimpleNamespace) -> int:
    """Copy papers in one of the copy formats, as the screen does."""
    from papertui.config.config import Config  # noqa: PLC0415 - loaded by this command only
    from papertui.system.clipboard import Clipboard, write_to_terminal  # noqa: PLC0415 - loaded by this command only

    papers = [library.paper(key) for key in _keys(library, arguments.keys)]
    page = Config.of_reader().open.link
    form = copy_papers(papers, arguments.form, page)
    if not form.text:
        raise UsageError(f"This paper has no {form.label}.")
    copied = Clipboard(write_terminal=write_to_terminal).copy(form.text)
    say(f"{form.label[0].upper()}{form.label[1:]} {copied.text}")
    return DONE if copied.ok else FAULT


def open_papers(library: Library, arguments: SimpleNamespace) -> int:
    """Open papers in the browser."""
    from papertui.config.config import Config  # noqa: PLC0415 - loaded by this command only
    from papertui.system.browser import open_url  # noqa: PLC0415 - loaded by this command only

    wanted = Config.of_reader().open
    results = [
        open_url(library.paper(key).page_url(wanted.link), wanted.browser)
        for key in _keys(library, arguments.keys)
    ]
    for opened in results:
        say(opened.text)
    return DONE if all(opened.ok for opened in results) else FAULT


def _report(library: Library, change: Change) -> int:
    library.settle()
    say(change.text.replace(" · u undoes", "").replace(" · U redoes", ""))
    return DONE if change.keys else NOTHING


def _columns(arguments: SimpleNamespace) -> Sequence[str]:
    """Return the requested columns. Raises UsageError if they or ``-0`` do not fit the format."""
    if arguments.null and arguments.format not in LINES:
        raise UsageError(f"-0 needs one of the formats {', '.join(sorted(LINES))}.")
    if arguments.columns is None:
        return ()
    if arguments.format != "table":
        raise UsageError("--columns needs the format table.")
    return columns_named(arguments.columns)


def _keys(library: Library, words: Sequence[str]) -> list[str]:
    """Return the keys that the arguments name; ``-`` reads keys from standard input. Raises UnknownKeyError."""
    named: list[str] = []
    for word in words:
        named += _given_keys() if word == "-" else [word]
    return list(dict.fromkeys(library.resolve(word) for word in named))


def _given_keys() -> list[str]:
    """Return the first column of each line of standard input, or of each text that ends with NUL. Raises UsageError."""
    text = sys.stdin.read(INPUT_LIMIT + 1)
    if len(text) > INPUT_LIMIT:
        raise UsageError(f"Standard input has more than {INPUT_LIMIT >> 20} million characters.")
    lines = text.split("\0") if "\0" in text else text.splitlines()
    return [key for line in lines if (key := line.split("\t")[0].strip())]


def _list_arguments(parser: ArgumentParser) -> None:
    add_query(parser)
    parser.add_argument("--format", choices=LIST_FORMATS, default="table", help="output format")
    parser.add_argument("--sort", choices=[order.value for order in Sort], help="order of the papers")
    parser.add_argument(
        "--columns", metavar="NAME,...", help="columns of the table, such as key,title,topics"
    )
    parser.add_argument(
        "-0", dest="null", action="store_true", help="end each paper with NUL instead of a newline"
    )
    parser.add_argument("--explain", action="store_true", help="print as JSON why each paper matches")
    parser.add_argument("--limit", type=positive, metavar="N", help="at most N papers")


def _show_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "keys", nargs="+", metavar="KEY", help="key, id, DOI or address; - reads them from standard input"
    )
    parser.add_argument("--format", choices=("text", *LIST_FORMATS[1:]), default="text")


def _key_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("keys", nargs="+", metavar="KEY", help="- reads keys from standard input")


def _tag_arguments(parser: ArgumentParser) -> None:
    _key_arguments(parser)
    parser.add_argument("tag", metavar="TAG")
    parser.add_argument("--remove", action="store_true", help="remove the tag")


def _note_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY")
    parser.add_argument("text", metavar="TEXT")


def _delete_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="KEY|QUERY")


def _copy_arguments(parser: ArgumentParser) -> None:
    _key_arguments(parser)
    parser.add_argument("--form", choices=COPY_FORMS, default="link")


def _search_arguments(parser: ArgumentParser) -> None:
    change = parser.add_mutually_exclusive_group()
    change.add_argument("--save", nargs=2, metavar=("NAME", "QUERY"), help="save a query under a name")
    change.add_argument("--rename", nargs=2, metavar=("NAME", "OTHER"), help="rename a saved search")
    change.add_argument("--delete", metavar="NAME", help="delete a saved search")


def _backup_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="default: the daily backup in the library")


def _restore_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--yes", action="store_true", help="do not ask")


COMMANDS: Sequence[Command[Library]] = (
    Command(
        "list", "list the papers that match a query, best or newest first",
        "  papertui list agent rl\n  papertui list is:unread topic:'RL for Tool Use' --format json\n"
        "  papertui list -- -survey\n  papertui list --columns key,date,topics --sort title --limit 20\n"
        "  papertui list is:unread --format keys | papertui star -\n"
        "  papertui list is:starred --format links -0 | xargs -0 -n 1 curl -O",
        list_papers, _list_arguments, reads_only=True, takes_query=True,
    ),
    Command(
        "show", "show everything about a paper",
        "  papertui show 2608.06197\n  papertui show arxiv:2608.06197 --format json",
        show, _show_arguments, reads_only=True,
    ),
    *(
        Command(
            edit.id, edit.verb.format(papers="papers").lower(), f"  papertui {edit.id} 2608.06197\n  papertui undo",
            mark, _key_arguments,
        )
        for edit in marks.EDITS.values()
    ),
    Command(
        "tag", "tag papers, or remove a tag",
        "  papertui tag 2608.06197 to-discuss\n  papertui tag --remove 2608.06197 to-discuss",
        tag, _tag_arguments,
    ),
    Command(
        "note", "replace the note on a paper; an empty text removes it",
        "  papertui note 2608.06197 'compare with RST'",
        note, _note_arguments,
    ),
    Command(
        "delete", "delete papers by keys or by a query; undo restores them",
        "  papertui delete 2608.06197\n  papertui delete is:read before:2026",
        delete, _delete_arguments, takes_query=True,
    ),
    Command("undo", "undo the last action", "  papertui undo", undo),
    Command("redo", "redo the last undone action", "  papertui redo", redo),
    Command(
        "copy", "copy the link of papers, or another form of them",
        "  papertui copy 2608.06197\n  papertui copy 2608.06197 --form bibtex",
        copy, _copy_arguments, reads_only=True,
    ),
    Command(
        "open", "open papers in the browser", "  papertui open 2608.06197",
        open_papers, _key_arguments, reads_only=True,
    ),
    Command(
        "searches", "list the saved searches, or save, rename or delete one",
        "  papertui searches\n  papertui searches --save morning 'is:unread after:2w'\n  papertui list @morning",
        searches, _search_arguments,
    ),
    Command(
        "backup", "write the whole library to one file",
        "  papertui backup\n  papertui backup ~/papers-backup.gz",
        backup, _backup_arguments,
    ),
    Command(
        "restore", "replace the library by a backup, and keep a copy of it as it was",
        "  papertui restore ~/papers-backup.gz",
        restore, _restore_arguments,
    ),
)  # fmt: skip
