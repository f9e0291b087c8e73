"""Commands for searching: search bar, saved searches, sort, narrow, hide."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from papertui.errors import PapertuiError
from papertui.library import marks
from papertui.model import EVERYTHING, Scope, ScopeKind, Sort
from papertui.text.cleaning import clean_line
from papertui.ui.controller import Controller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from papertui.insights.people import Named
    from papertui.ui.dialogs.names import Name

LETTERS = {
    Sort.NEWEST: "n",
    Sort.OLDEST: "o",
    Sort.TITLE: "t",
    Sort.AUTHOR: "a",
    Sort.ADDED: "d",
    Sort.UNREAD: "u",
}
NAMES_OFFERED = 40
"""Maximum number of topics, and of affiliations, offered to narrow a list."""


def open_search(app: Controller) -> None:
    """Open the search bar."""
    app.panes.search_bar.open(app.view.query)


def toggle_read(app: Controller) -> None:
    """Hide or show read papers."""
    app.show(replace(app.view, hide_read=not app.view.hide_read))
    if app.view.hide_read:
        papers = "paper" if app.listing.hidden == 1 else "papers"
        app.say(f"{app.listing.hidden:,} read {papers} hidden · . shows them")
    else:
        app.say("All papers shown")


async def sort(app: Controller) -> None:
    """Ask for the order of the list."""
    from papertui.ui.dialogs.simple import Choice, Pick

    choices = [Choice(sort.value, sort.label, letter) for sort, letter in LETTERS.items()]
    chosen = await app.ask(Pick("Sort", choices, app.view.sort.value))
    if chosen:
        app.show(replace(app.view, sort=Sort(chosen)))
        app.say(f"Sorted {app.view.sort.label}")


async def pick_saved(app: Controller) -> None:
    """Ask for a saved search and show its papers."""
    from papertui.ui.dialogs.simple import Choice, Pick

    searches = app.library.saved_searches
    if not searches.names:
        app.say("No saved searches yet · / searches, F saves the search")
        return
    choices = [Choice(name, f"{name}   {searches.query(name)}") for name in searches.names]
    name = await app.ask(Pick("Saved searches", choices))
    if name:
        app.show_scope(Scope(ScopeKind.SEARCH, name))


async def save(app: Controller) -> None:
    """Ask for a name and save the search; without a query, rename or delete the saved search or tag that is shown."""
    from papertui.ui.dialogs.simple import AskLine

    scope, query, searches = app.view.scope, app.view.query, app.library.saved_searches
    if query:
        saved = searches.query(scope.name) if scope.kind is ScopeKind.SEARCH else None
        name = await app.ask(AskLine("Save this search as", query))
        if name:
            _save(app, name, f"({saved}) {query}" if saved else query)
    elif scope.kind is ScopeKind.SEARCH:
        await _change_saved(app, scope.name)
    elif scope.kind is ScopeKind.TAG:
        await _change_tag(app, scope.name)
    else:
        app.say("No search to save. Press / to search")


def _save(app: Controller, name: str, query: str) -> None:
    try:
        name = app.library.saved_searches.save(name, query)
    except PapertuiError as error:
        app.say(str(error), fault=True)
    else:
        app.display.show_topics(app.view.scope)
        app.say(f"Saved the search as {name}")


async def _change_saved(app: Controller, name: str) -> None:
    """Ask whether to rename or delete a saved search, and do so."""
    from papertui.ui.dialogs.simple import AskLine, Choice, Pick

    searches = app.library.saved_searches
    choices = [Choice("rename", "Rename", "r"), Choice("delete", "Delete", "d")]
    chosen = await app.ask(Pick(f"Saved search {name}", choices))
    if chosen == "rename" and (other := await app.ask(AskLine("Rename to", name))):
        app.show_scope(Scope(ScopeKind.SEARCH, searches.rename(name, other)))
        app.say(f"Renamed to {other}")
    elif chosen == "delete":
        searches.delete(name)
        app.show_scope(EVERYTHING)
        app.say(f"Deleted the saved search {name}")


async def _change_tag(app: Controller, tag: str) -> None:
    """Ask whether to rename or remove a tag, and do so."""
    from papertui.ui.dialogs.simple import AskLine, Choice, Pick

    library = app.library
    choices = [Choice("rename", "Rename everywhere", "r"), Choice("delete", "Remove from all papers", "d")]
    chosen = await app.ask(Pick(f"Tag {tag}", choices))
    if chosen == "rename" and (name := await app.ask(AskLine("Rename to", tag))):
        app.edit(lambda: library.apply(marks.rename_tag(tag, name), library.tagged(tag)))
        app.show_scope(Scope(ScopeKind.TAG, clean_line(name, marks.TAG_LIMIT)))
    elif chosen == "delete":
        app.edit(lambda: library.apply(marks.untag(tag), library.tagged(tag)))
        app.show_scope(EVERYTHING)


async def narrow(app: Controller) -> None:
    """Ask for a topic or affiliation of the listed papers and narrow the list to it; `back` widens it again."""
    from papertui.insights.people import affiliations_in, topics_in
    from papertui.ui.dialogs.names import NameDialog

    keys = app.listing.keys
    topics = await asyncio.to_thread(topics_in, app.library, keys)
    affiliations = await asyncio.to_thread(affiliations_in, app.library, keys)
    names = [
        *_narrowing(ScopeKind.TOPIC, "Topics", topics, len(keys)),
        *_narrowing(ScopeKind.AFFILIATION, "Affiliations", affiliations, len(keys)),
    ]
    if not names:
        app.say("Nothing to narrow by here")
        return
    if scope := await app.ask(NameDialog("Narrow to", names, "Enter narrow")):
        field = "topic" if scope.kind is ScopeKind.TOPIC else "aff"
        condition = f'{field}:="{scope.name.replace(chr(34), "")}"'
        wider = app.view.query
        app.search_for(f"{condition} ({wider})" if " OR " in wider else f"{wider} {condition}".strip())
        app.trail.narrow(wider, app.view.query)


def _narrowing(kind: ScopeKind, group: str, found: "Sequence[Named]", total: int) -> "list[Name]":
    """Return the names that some of the listed papers have, and not all."""
    from papertui.ui.dialogs.names import Name

    some = [(name, count) for name, count in found if count < total]
    return [Name(Scope(kind, name), group, count) for name, count in some[:NAMES_OFFERED]]
