"""The one table of keys. Footer, help, palette, `papertui keys` and remapping all read it."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.keys import key_to_character

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Group:
    """Keys that belong together in the help."""

    title: str
    bindings: "tuple[Binding, ...]"


def _key(
    keys: str, action: str, label: str, tooltip: str, *, show: bool = False, key_id: str = ""
) -> Binding:
    """Return a binding whose id is its action's name unless given."""
    return Binding(
        keys,
        action,
        label,
        show=show,
        tooltip=tooltip,
        id=key_id or action.split("(", maxsplit=1)[0].replace("_", "-"),
    )


GROUPS: "Sequence[Group]" = (
    Group("Marking", (
        _key("r,N", "mark('read')", "read", "Mark read, or unread where it is read", show=True, key_id="read"),
        _key("s", "mark('star')", "star", "Star, or take the star away", show=True, key_id="star"),
        _key("d", "mark('dismiss')", "dismiss", "Dismiss from the lists, or bring back", key_id="dismiss"),
        _key("t", "tags", "tags", "Set and take tags; type to find or make one", show=True),
        _key("e", "note", "note", "Write a note on the paper"),
        _key("A", "mark_shown_read", "all read", "Mark everything shown as read"),
        _key("u", "undo", "undo", "Take back the last action, also after a restart", show=True),
        _key("U", "redo", "redo", "Do again what was undone"),
        _key("H", "history", "history", "All that was done; go back or forward to any point of it"),
    )),
    Group("Selecting", (
        _key("space", "space", "select", "Select the paper and go down; in the abstract read on", key_id="select"),
        _key("v", "select_range", "range", "Begin a range that grows with the cursor, or end it"),
        _key("shift+down", "extend(1)", "range down", "Select downwards", key_id="select-down"),
        _key("shift+up", "extend(-1)", "range up", "Select upwards", key_id="select-up"),
        _key("V", "select_shown", "all shown", "Select all that the list shows, or nothing of it"),
    )),
    Group("Finding", (
        _key("slash", "search", "search", "Search as you type; Enter keeps the result, Esc drops it", show=True),
        _key("w", "follow", "follow", "Follow what is shown, a topic or author, or no longer"),
        _key("W", "follow_query", "arXiv query", "See and change what arXiv is asked for something that is followed"),
        _key("f", "pick_search", "saved searches", "Choose a saved search"),
        _key("F", "save_search", "save search", "Save the search; rename or delete a saved one, or a tag"),
        _key("full_stop", "hide_read", "hide read", "Hide or show what is read"),
        _key("S", "sort", "sort", "Choose the order of the list"),
        _key("n", "next_unread", "next unread", "Next unread paper, also in the next topic", show=True),
        _key("p", "previous_unread", "previous unread", "Previous unread paper, also in the topic before"),
        _key("backspace", "go_back", "go back", "Back to the paper that was left by the last jump"),
        _key("m", "set_jump", "set mark", "Let a letter stand for the paper"),
        _key("apostrophe", "jump", "go to mark", "Go to the paper that a letter stands for"),
        _key("B", "rank_topics", "sort topics", "Order the topics: unread, rising, name, hot and unread"),
        _key("comma", "filter_topics", "find topic", "Type to find a topic, author or search in the sidebar"),
        _key("right_square_bracket", "next_topic", "next topic", "Show the next entry of the sidebar"),
        _key("left_square_bracket", "previous_topic", "previous topic", "Show the previous entry of the sidebar"),
    )),
    Group("Looking closer", (
        _key("M", "momentum", "momentum", "What moves here, and your own reading, in figures and charts"),
        _key("a", "authors", "authors", "Pick an author or affiliation of the paper and see their page"),
        _key("equals_sign", "similar", "similar", "Papers like this one, with the words that they share"),
        _key("at", "ask", "ask", "Ask a question; sentences of the abstracts here answer it"),
        _key("x", "narrow", "narrow", "Narrow to a topic or affiliation of these papers; Esc widens"),
    )),
    Group("Taking along", (
        _key("c", "copy('link')", "copy link", "Copy the link of the paper", show=True, key_id="copy-link"),
        _key("y", "copy_menu", "copy ...", "Choose what to copy: link, id, title, BibTeX and more"),
        _key("o", "open", "open", "Open the paper in the browser", show=True),
        _key("O", "open_read_next", "open, read, next", "Open the paper, mark it read and go to the next unread"),
        _key("L", "links", "links", "Choose one of the links of the paper and open it"),
        _key("P", "open_pdf", "open PDF", "Open the PDF in the browser"),
        _key("i", "import", "import", "Bring papers in: a file, an id, a DOI, an address, or pasted text"),
        _key("ctrl+r", "fetch", "fetch", "Ask arXiv for new papers of what is followed; once more to stop"),
        _key("E", "export", "export", "Write what is shown or selected to a file"),
        _key("D", "changes", "changes", "Show what changed between the abstracts of the paper"),
    )),
    Group("Moving", (
        _key("j,down", "move(1)", "down", "Next row, or one line down in the abstract", key_id="down"),
        _key("k,up", "move(-1)", "up", "Previous row, or one line up in the abstract", key_id="up"),
        _key("h,left", "pane(-1)", "pane left", "Go to the pane on the left", key_id="pane-left"),
        _key("l,right", "pane(1)", "pane right", "Go to the pane on the right", key_id="pane-right"),
        _key("tab", "pane_cycle(1)", "next pane", "Go to the next pane", key_id="next-pane"),
        _key("shift+tab", "pane_cycle(-1)", "previous pane", "Go to the previous pane", key_id="previous-pane"),
        _key("1", "focus_pane(0)", "topics", "Go to the topics", key_id="topics"),
        _key("2", "focus_pane(1)", "papers", "Go to the papers", key_id="papers"),
        _key("3", "focus_pane(2)", "abstract", "Go to the abstract", key_id="abstract"),
        _key("g,home", "end(-1)", "top", "First row, or the top of the abstract", key_id="top"),
        _key("G,end", "end(1)", "bottom", "Last row, or the end of the abstract", key_id="bottom"),
        _key("pagedown", "page(1.0)", "page down", "One page down", key_id="page-down"),
        _key("pageup", "page(-1.0)", "page up", "One page up", key_id="page-up"),
        _key("ctrl+d", "page(0.5)", "half page down", "Half a page down", key_id="half-page-down"),
        _key("ctrl+u", "page(-0.5)", "half page up", "Half a page up", key_id="half-page-up"),
        _key("J", "scroll_abstract(1)", "abstract down", "Scroll the abstract from any pane", key_id="abstract-down"),
        _key("K", "scroll_abstract(-1)", "abstract up", "Scroll the abstract from any pane", key_id="abstract-up"),
        _key("enter", "enter", "open pane", "From topics to papers to abstract to the whole screen", key_id="enter"),
        _key("escape", "back", "back", "Back out one step; never quits", key_id="back"),
        _key("plus", "widen(1)", "wider", "Make the pane wider", key_id="wider"),
        _key("minus", "widen(-1)", "narrower", "Make the pane narrower", key_id="narrower"),
        _key("b", "sidebar", "sidebar", "Hide the sidebar, or show it"),
        _key("R", "rows", "low rows", "One line for each paper, or two"),
        _key("z", "zoom", "zoom", "Give the pane the whole screen, or the others back"),
    )),
    Group("The program", (
        _key("colon", "command", "command", "Type a command, such as delete"),
        _key("question_mark,f1", "help", "help", "All keys; type to find one", show=True),
        _key("ctrl+p", "palette", "palette", "Find any action or topic by its name"),
        _key("T", "theme", "colours", "Choose the colours"),
        _key("ctrl+l", "redraw", "redraw", "Draw the whole screen anew"),
        _key("ctrl+z", "app.suspend_process", "suspend", "Go back to the shell; fg comes back here", key_id="suspend"),
        _key("q", "quit", "quit", "Leave papertui"),
    )),
)  # fmt: skip


def all_bindings(groups: "Sequence[Group]" = GROUPS) -> "list[Binding]":
    """Return every binding of the main screen, in the order of the groups."""
    return [binding for group in groups for binding in group.bindings]


_SPOKEN = re.compile(r"(?<!\S)(\S) (undoes|redoes|shows|searches|saves|follows|stops|stars|marks)\b")
"""A usual key in a sentence, by the word that says what it does."""
KEY_NAMES = {
    "slash": "/", "full_stop": ".", "right_square_bracket": "]", "left_square_bracket": "[", "colon": ":",
    "question_mark": "?", "escape": "Esc", "enter": "Enter", "pagedown": "PgDn", "pageup": "PgUp", "tab": "Tab",
    "down": "↓", "up": "↑", "left": "←", "right": "→", "home": "Home", "end": "End", "space": "Space",
    "backspace": "Backspace", "equals_sign": "=", "comma": ",", "at": "@", "plus": "+", "minus": "-", "apostrophe": "'",
    "underscore": "_", "backslash": "\\",
}  # fmt: skip


def key_name(key: str) -> str:
    """Return what a key is called on the keyboard: ``/`` for ``slash``, ``^d`` for ``ctrl+d``."""
    *modifiers, name = key.split("+")
    prefix = "".join(
        {"ctrl": "^", "shift": "Shift+", "alt": "Alt+"}.get(modifier, f"{modifier}+")
        for modifier in modifiers
    )
    if name[1:].isdecimal():  # a function key, such as f5
        return prefix + name.upper()
    return prefix + (KEY_NAMES.get(name) or key_to_character(name) or name)


def key_names(keys: str) -> str:
    """Return the names of a comma-separated list of keys."""
    return " ".join(key_name(key.strip()) for key in keys.split(","))


def key_table(groups: "Sequence[Group]" = GROUPS) -> "Iterable[tuple[str, str, str, str]]":
    """Yield for every binding its group, the names of its keys, its id and what it does."""
    for group in groups:
        for binding in group.bindings:
            yield group.title, key_names(binding.key), binding.id or "", binding.tooltip


def spoken(text: str, names: "Mapping[str, str]") -> str:
    """Return a sentence in which keys have other names, given those by the usual ones."""
    return _SPOKEN.sub(lambda match: f"{names.get(match[1], match[1])} {match[2]}", text) if names else text
