"""Commands that annotate papers: marks, tags, notes."""

from papertui.library import marks
from papertui.ui.controller import Controller


def toggle(app: Controller, mark: str) -> None:
    """Set a mark of the papers, or take it back if all have it."""
    if targets := app.targets:
        app.edit(lambda: app.library.toggle(marks.EDITS[mark], targets))


def mark_listed_read(app: Controller) -> None:
    """Mark all listed papers read."""
    app.edit(lambda: app.library.apply(marks.READ, app.listing.keys))


async def edit_tags(app: Controller) -> None:
    """Ask for tags to add to the papers and to remove from them."""
    from papertui.ui.dialogs.tags import TagDialog

    library, targets = app.library, app.targets
    counts = {tag: library.contents.tags[tag].total for tag in library.scopes.tags_by_size()}
    present = [library.mark(key).tags for key in targets]
    chosen = await app.ask(TagDialog(f"Tags of {library.naming(targets)}", counts, present))
    if chosen is not None and (chosen.put or chosen.take):
        app.edit(lambda: library.apply(marks.retag(chosen.put, chosen.take), targets))


async def edit_note(app: Controller) -> None:
    """Edit the note of the paper under the cursor."""
    from papertui.ui.dialogs.note import NoteDialog

    if key := app.current:
        note = app.library.mark(key).note
        text = await app.ask(NoteDialog(app.library.naming((key,)), note, app.config.open.editor))
        if text is not None:
            app.edit(lambda: app.library.apply(marks.note(text), [key]))
