"""Commands for selecting papers: one, a range, all."""

from papertui.ui.controller import Controller


def toggle(app: Controller) -> None:
    """Select or deselect the paper under the cursor, and move down."""
    if key := app.current:
        app.toggle_selected(key)
        app.panes.papers.move_by(1)


def toggle_range(app: Controller) -> None:
    """Start a range at the cursor, or end the open one."""
    key, papers = app.current, app.panes.papers
    if app.selection.ranging:
        app.selection.end_range()
        app.show_selection(())
    elif key is not None:
        app.selection.begin_range(papers.keys, papers.row)
        app.show_selection((key,))


def extend(app: Controller, rows: int) -> None:
    """Move the cursor with a range behind it."""
    if not app.selection.ranging:
        toggle_range(app)
    app.panes.papers.move_by(rows)


def toggle_all(app: Controller) -> None:
    """Select all listed papers, or deselect them if all are selected."""
    app.selection.toggle_all(app.listing.keys)
    app.show_selection()
    app.say("Actions apply to all; Esc clears" if app.selection else "Selection cleared")
