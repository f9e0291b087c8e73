"""What each command of the shell does with an open library."""

import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from papertui.cli.exit_codes import DONE, FAULT, NOTHING
from papertui.cli.output import emit, explanation, print_papers, print_text, say
from papertui.cli.queries import found_by
from papertui.cli.table import columns_named
from papertui.errors import UnknownKeyError, UsageError
from papertui.library import Library, marks
from papertui.model import Change
from papertui.text.cleaning import clean_line
from papertui.transfer.copy_formats import copy_form

LINES = frozenset({"table", "jsonl", "keys", "links", "markdown"})
"""Formats that have a line for each paper."""
INPUT_LIMIT = 64 << 20
"""Most characters of keys that are read from standard input."""


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
        say("No paper matches.")
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
    """Mark papers in the way that the command is named after."""
    return _told(library, library.apply(marks.EDITS[arguments.command], _keys(library, arguments.keys)))


def tag(library: Library, arguments: SimpleNamespace) -> int:
    """Put a tag on papers, or take it from them."""
    if not clean_line(arguments.tag):
        raise UsageError("A tag needs a name.")
    edit = marks.untag if arguments.remove else marks.tag
    return _told(library, library.apply(edit(arguments.tag), _keys(library, arguments.keys)))


def note(library: Library, arguments: SimpleNamespace) -> int:
    """Write a note on a paper."""
    keys = _keys(library, [arguments.key])
    if len(keys) != 1:
        raise UsageError("A note goes on one paper at a time.")
    return _told(library, library.apply(marks.note(arguments.text), [keys[0]]))


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
            say("No search is saved yet.")
        for name in saved.names:
            emit(f"{clean_line(name)}\t{clean_line(saved.query(name) or '')}\n")
        return DONE if saved.names else NOTHING
    return DONE


def backup(library: Library, arguments: SimpleNamespace) -> int:
    """Write everything into one file."""
    say(f"Backed up to {library.backup(Path(arguments.file) if arguments.file else None)}")
    return DONE


def restore(library: Library, arguments: SimpleNamespace) -> int:
    """Put a backup in place of everything, after asking."""
    if not arguments.yes:
        sys.stderr.write(
            f"Put {clean_line(arguments.file)} in place of {len(library):,} papers and all marks? [y/N] "
        )
        sys.stderr.flush()
        if sys.stdin.readline().strip().lower() not in {"y", "yes"}:
            say("Nothing was changed.")
            return NOTHING
    kept = library.restore(Path(arguments.file))
    say(f"Restored. What was there before is kept in {kept}")
    return DONE


def delete(library: Library, arguments: SimpleNamespace) -> int:
    """Delete papers named by keys or by a query."""
    try:
        keys: Sequence[str] = _keys(library, arguments.words)
    except UnknownKeyError:
        keys = found_by(library, " ".join(arguments.words), narrowing=True).keys
    if not keys:
        say("No paper matches.")
        return NOTHING
    return _told(library, library.delete(keys))


def undo(library: Library, _: SimpleNamespace) -> int:
    """Take back the last action."""
    return _told(library, library.undo())


def redo(library: Library, _: SimpleNamespace) -> int:
    """Do again what was undone."""
    return _told(library, library.redo())


def copy(library: Library, arguments: SimpleNamespace) -> int:
    """Copy papers in some form, one after the other."""
    from papertui.config.config import Config  # noqa: PLC0415 - as above
    from papertui.system.clipboard import Clipboard, write_to_terminal  # noqa: PLC0415 - wanted by this command only

    papers = [library.paper(key) for key in _keys(library, arguments.keys)]
    page = Config.of_reader().open.link
    forms = [copy_form(paper, arguments.form, page) for paper in papers]
    text = "\n".join(form.text for form in forms if form.text)
    if not text:
        raise UsageError(f"This paper has no {forms[0].label}.")
    copied = Clipboard(write_terminal=write_to_terminal).copy(text)
    say(f"{forms[0].label[0].upper()}{forms[0].label[1:]} {copied.text}")
    return DONE if copied.ok else FAULT


def open_papers(library: Library, arguments: SimpleNamespace) -> int:
    """Open papers in the browser."""
    from papertui.config.config import Config  # noqa: PLC0415 - wanted by this command only
    from papertui.system.browser import open_url  # noqa: PLC0415 - as above

    wanted = Config.of_reader().open
    results = [
        open_url(library.paper(key).page_url(wanted.link), wanted.browser)
        for key in _keys(library, arguments.keys)
    ]
    for opened in results:
        say(opened.text)
    return DONE if all(opened.ok for opened in results) else FAULT


def _told(library: Library, change: Change) -> int:
    library.settle()
    say(change.text.replace(" · u undoes", "").replace(" · U redoes", ""))
    return DONE if change.keys else NOTHING


def _columns(arguments: SimpleNamespace) -> Sequence[str]:
    """Return the columns that are asked for. Raises UsageError where they or ``-0`` do not go with the format."""
    if arguments.null and arguments.format not in LINES:
        raise UsageError(f"-0 goes with {', '.join(sorted(LINES))}.")
    if arguments.columns is None:
        return ()
    if arguments.format != "table":
        raise UsageError(
            "--columns goes with tables, and with the plain lines that a pipe gets in their place."
        )
    return columns_named(arguments.columns)


def _keys(library: Library, words: Sequence[str]) -> list[str]:
    """Return the keys that words name; ``-`` stands for the lines of standard input. Raises UnknownKeyError."""
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
