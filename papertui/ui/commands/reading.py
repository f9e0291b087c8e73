"""Commands for reading: next unread paper, next page, jump back."""

from papertui.library.listing import first_unread, next_with_unread
from papertui.model import Scope, ScopeKind
from papertui.ui.commands import selecting
from papertui.ui.controller import Controller
from papertui.ui.trail import Visit


def space(app: Controller) -> None:
    """Show the next page of the abstract, at its end mark it read and go to the next; elsewhere select the paper."""
    if app.panes.active is not app.panes.abstract:
        selecting.toggle(app)
    elif not app.panes.abstract.read_on() and (key := app.current):
        app.mark_read((key,))
        next_unread(app, 1)


def next_unread(app: Controller, step: int) -> None:
    """Go to the next unread paper, or if the step is negative the previous one, also in another sidebar entry."""
    row = _nearest_unread(app, app.panes.papers.row, step)
    if row is not None:
        app.leave_place()
        app.panes.papers.move_to(row)
        return
    scope = _next_scope(app, step)
    if scope is None:
        app.say("No more unread papers" if step > 0 else "No unread paper before this one")
        return
    app.leave_place()
    app.panes.search_bar.close(keep=False)
    app.panes.topics.move_to_key(scope)
    app.show(app.view.within(scope))
    row = _nearest_unread(app, -1 if step > 0 else len(app.panes.papers.keys), step)
    if row is not None:
        app.panes.papers.move_to(row)
    app.say(f"{'On' if step > 0 else 'Back'} to {scope.title}")


def go_back(app: Controller) -> None:
    """Go to the place that the last jump left."""
    visit = app.trail.back(Visit(app.view.scope, app.current or ""), app.library.__contains__)
    if visit is None:
        app.say("No jump to go back from")
    else:
        app.go_to(visit.key, visit.scope)


def _nearest_unread(app: Controller, row: int, step: int) -> int | None:
    library = app.library
    return first_unread(
        app.panes.papers.keys, row, step, lambda key: key not in library or library.mark(key).read
    )


def _next_scope(app: Controller, step: int) -> Scope | None:
    """Return the next sidebar entry with unread papers, from the last to the first; or the one before this entry."""
    library, scopes, present = app.library, app.panes.topics.scopes, app.view.scope

    def unread(scope: Scope) -> int:
        if scope.kind is ScopeKind.SEARCH and not library.index.ready:
            return 0
        return library.count(scope).unread

    if step > 0 or present not in scopes:
        return next_with_unread(scopes, present, unread)
    return next((scope for scope in reversed(scopes[: scopes.index(present)]) if unread(scope)), None)
