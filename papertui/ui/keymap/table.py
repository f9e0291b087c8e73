"""Command table of the screen: keys, label, help, handler and flags.

Bindings, footer, palette, help, ``papertui keys`` and remapping read this table. To add a command, add a row here and
the function that it names in `papertui.ui.commands`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from papertui.ui.keymap.key_names import key_names


class KeyCommand(NamedTuple):
    """One command of the screen."""

    id: str
    """The name under which ``config.toml`` sets its keys."""
    keys: str
    """Comma-separated keys, as Textual spells them; empty if the user removed all."""
    label: str
    """One or two words for the footer."""
    help: str
    """One sentence for the help and the palette."""
    handler: str
    """``module:function`` in `papertui.ui.commands`; called with the controller, then `arguments`."""
    arguments: tuple[str | int | float, ...] = ()
    footer: bool = False
    """Whether the footer may show it."""
    needs_paper: bool = False
    """Whether it acts on papers: unavailable while none is selected or under the cursor."""
    jumps: bool = False
    """Whether it leaves the paper at the cursor, so that `go-back` returns there."""
    dialog: bool = False
    """Whether it opens a dialog: keys typed before that opens are held for it."""

    def load(self) -> Callable[..., object]:
        """Return the handler; its module is imported on first use to keep startup fast."""
        module, function = self.handler.split(":")
        handler: Callable[..., object] = getattr(import_module(f"papertui.ui.commands.{module}"), function)
        return handler


class Group(NamedTuple):
    """Commands that belong together in the help."""

    title: str
    commands: Sequence[KeyCommand]


GROUPS: Sequence[Group] = (
    Group("Marking", (
        KeyCommand("read", "r,N", "read", "Toggle read", "annotating:toggle", ("read",), footer=True,
                   needs_paper=True),
        KeyCommand("star", "s", "star", "Toggle star", "annotating:toggle", ("star",), footer=True, needs_paper=True),
        KeyCommand("dismiss", "d", "dismiss", "Dismiss from the lists, or undismiss", "annotating:toggle",
                   ("dismiss",), needs_paper=True),
        KeyCommand("tags", "t", "tags", "Edit tags; type to find or create one", "annotating:edit_tags", footer=True,
                   needs_paper=True, dialog=True),
        KeyCommand("note", "e", "note", "Edit the note", "annotating:edit_note", needs_paper=True, dialog=True),
        KeyCommand("mark-shown-read", "A", "all read", "Mark all listed papers read", "annotating:mark_listed_read"),
        KeyCommand("undo", "u", "undo", "Undo (survives restarts)", "history:undo", footer=True),
        KeyCommand("redo", "U", "redo", "Redo", "history:redo"),
        KeyCommand("history", "H", "history", "History: jump to any point", "history:browse", dialog=True),
    )),
    Group("Selecting", (
        KeyCommand("select", "space", "select", "Select and move down; in the abstract, read on", "reading:space"),
        KeyCommand("select-range", "v", "range", "Start or end a range", "selecting:toggle_range"),
        KeyCommand("select-down", "shift+down", "range down", "Extend the range down", "selecting:extend", (1,)),
        KeyCommand("select-up", "shift+up", "range up", "Extend the range up", "selecting:extend", (-1,)),
        KeyCommand("select-shown", "V", "all listed", "Select all or none", "selecting:toggle_all"),
    )),
    Group("Finding", (
        KeyCommand("search", "slash", "search", "Search as you type; Enter keeps the result, Esc drops it",
                   "searching:open_search", footer=True, jumps=True),
        KeyCommand("follow", "w", "follow", "Follow or unfollow", "topics:toggle_follow"),
        KeyCommand("follow-query", "W", "arXiv query", "Edit the arXiv query of a followed item", "topics:edit_query",
                   dialog=True),
        KeyCommand("pick-search", "f", "saved searches", "Choose a saved search", "searching:pick_saved", dialog=True),
        KeyCommand("save-search", "F", "save search", "Save the search; rename or delete a saved search or tag",
                   "searching:save", dialog=True),
        KeyCommand("hide-read", "full_stop", "hide read", "Hide or show read papers", "searching:toggle_read"),
        KeyCommand("sort", "S", "sort", "Sort the list", "searching:sort", dialog=True),
        KeyCommand("next-unread", "n", "next unread", "Next unread (continues into the next topic)",
                   "reading:next_unread", (1,), footer=True),
        KeyCommand("previous-unread", "p", "previous unread", "Previous unread (continues into the topic before)",
                   "reading:next_unread", (-1,)),
        KeyCommand("go-back", "backspace", "go back", "Jump back", "reading:go_back"),
        KeyCommand("set-jump", "m", "bookmark", "Set a bookmark", "bookmarks:set_bookmark", needs_paper=True,
                   dialog=True),
        KeyCommand("jump", "apostrophe", "to bookmark", "Go to a bookmark", "bookmarks:go_to_bookmark", dialog=True),
        KeyCommand("rank-topics", "B", "sort topics", "Sort the topics: size, unread, rising, name, hot and unread",
                   "topics:sort", dialog=True),
        KeyCommand("filter-topics", "comma", "find topic", "Find a topic, author or search in the sidebar",
                   "topics:open_filter", dialog=True),
        KeyCommand("next-topic", "right_square_bracket", "next topic", "Next entry of the sidebar", "topics:move",
                   (1,)),
        KeyCommand("previous-topic", "left_square_bracket", "previous topic", "Previous entry of the sidebar",
                   "topics:move", (-1,)),
    )),
    Group("Exploring", (
        KeyCommand("momentum", "M", "trends", "Trends and reading stats", "insights:show_trends", dialog=True),
        KeyCommand("authors", "a", "authors", "Authors and affiliations: choose one to see their page",
                   "insights:show_authors", needs_paper=True, dialog=True),
        KeyCommand("similar", "equals_sign", "similar", "Similar papers, with the words in common",
                   "insights:show_similar", needs_paper=True, dialog=True),
        KeyCommand("ask", "at", "ask", "Ask a question, answered with sentences from the abstracts", "insights:ask",
                   dialog=True),
        KeyCommand("narrow", "x", "narrow", "Narrow to a topic or affiliation; Esc widens", "searching:narrow",
                   dialog=True),
    )),
    Group("Copying, opening, files", (
        KeyCommand("copy-link", "c", "copy link", "Copy the link", "copy_and_open:copy", ("link",), footer=True,
                   needs_paper=True),
        KeyCommand("copy-menu", "y", "copy ...", "Copy as link, id, title, BibTeX or more",
                   "copy_and_open:choose_copy", needs_paper=True, dialog=True),
        KeyCommand("open", "o", "open", "Open in the browser", "copy_and_open:open_pages", footer=True,
                   needs_paper=True),
        KeyCommand("open-read-next", "O", "open, read, next", "Open, mark read and go to the next unread",
                   "copy_and_open:open_read_next", needs_paper=True),
        KeyCommand("links", "L", "links", "Open one of the links of the paper", "copy_and_open:choose_link",
                   needs_paper=True, dialog=True),
        KeyCommand("open-pdf", "P", "open PDF", "Open the PDF in the browser", "copy_and_open:open_pdfs",
                   needs_paper=True),
        KeyCommand("import", "i", "import", "Import papers", "transfer:import_papers", dialog=True),
        KeyCommand("fetch", "ctrl+r", "fetch", "Fetch new papers (again to cancel)", "transfer:fetch"),
        KeyCommand("export", "E", "export", "Export the listed or selected papers to a file", "transfer:export",
                   dialog=True),
        KeyCommand("changes", "D", "changes", "Compare the versions of the abstract", "transfer:show_abstract_changes",
                   needs_paper=True),
    )),
    Group("Moving", (
        KeyCommand("down", "j,down", "down", "Next row, or one line down in the abstract", "moving:move", (1,)),
        KeyCommand("up", "k,up", "up", "Previous row, or one line up in the abstract", "moving:move", (-1,)),
        KeyCommand("pane-left", "h,left", "pane left", "Go to the pane on the left", "moving:move_pane", (-1,)),
        KeyCommand("pane-right", "l,right", "pane right", "Go to the pane on the right", "moving:move_pane", (1,)),
        KeyCommand("next-pane", "tab", "next pane", "Go to the next pane", "moving:cycle_pane", (1,)),
        KeyCommand("previous-pane", "shift+tab", "previous pane", "Go to the previous pane", "moving:cycle_pane",
                   (-1,)),
        KeyCommand("topics", "1", "topics", "Go to the topics", "moving:focus_pane", (0,)),
        KeyCommand("papers", "2", "papers", "Go to the papers", "moving:focus_pane", (1,)),
        KeyCommand("abstract", "3", "abstract", "Go to the abstract", "moving:focus_pane", (2,)),
        KeyCommand("top", "g,home", "top", "First row, or the top of the abstract", "moving:move_to_end", (-1,),
                   jumps=True),
        KeyCommand("bottom", "G,end", "bottom", "Last row, or the end of the abstract", "moving:move_to_end", (1,),
                   jumps=True),
        KeyCommand("page-down", "pagedown", "page down", "One page down", "moving:move_pages", (1.0,), jumps=True),
        KeyCommand("page-up", "pageup", "page up", "One page up", "moving:move_pages", (-1.0,), jumps=True),
        KeyCommand("half-page-down", "ctrl+d", "half page down", "Half a page down", "moving:move_pages", (0.5,),
                   jumps=True),
        KeyCommand("half-page-up", "ctrl+u", "half page up", "Half a page up", "moving:move_pages", (-0.5,),
                   jumps=True),
        KeyCommand("abstract-down", "J", "abstract down", "Scroll the abstract from any pane",
                   "moving:scroll_abstract", (1,)),
        KeyCommand("abstract-up", "K", "abstract up", "Scroll the abstract from any pane", "moving:scroll_abstract",
                   (-1,)),
        KeyCommand("enter", "enter", "open pane", "From topics to papers to abstract to full screen", "moving:enter"),
        KeyCommand("back", "escape", "back", "Go back one step; never quits", "moving:go_back"),
        KeyCommand("wider", "plus", "wider", "Widen the pane", "layout:widen", (1,)),
        KeyCommand("narrower", "minus", "narrower", "Narrow the pane", "layout:widen", (-1,)),
        KeyCommand("sidebar", "b", "sidebar", "Hide or show the sidebar", "layout:toggle_sidebar"),
        KeyCommand("rows", "R", "row height", "One or two lines for each paper", "layout:toggle_row_height"),
        KeyCommand("zoom", "z", "zoom", "Zoom pane", "layout:toggle_zoom"),
    )),
    Group("Program", (
        KeyCommand("command", "colon", "command", "Type a command, such as delete", "typed:open_command_line",
                   dialog=True),
        KeyCommand("help", "question_mark,f1", "help", "All keys; type to find one", "program:show_help", footer=True),
        KeyCommand("palette", "ctrl+p", "palette", "Find a command or topic by name", "program:open_palette"),
        KeyCommand("theme", "T", "theme", "Choose the theme", "program:choose_theme"),
        KeyCommand("redraw", "ctrl+l", "redraw", "Redraw screen", "program:redraw"),
        KeyCommand("suspend", "ctrl+z", "suspend", "Suspend; fg in the shell resumes", "program:suspend"),
        KeyCommand("quit", "q", "quit", "Quit", "program:quit_app"),
    )),
)  # fmt: skip
COMMANDS: Mapping[str, KeyCommand] = {command.id: command for group in GROUPS for command in group.commands}


def key_table(groups: Iterable[Group] = GROUPS) -> Iterable[tuple[str, str, str, str]]:
    """Yield group, printed keys, id and help of every command."""
    for group in groups:
        for command in group.commands:
            yield group.title, key_names(command.keys), command.id, command.help
