"""Commands for bookmarks: letters for papers."""

from papertui.ui.controller import Controller


async def set_bookmark(app: Controller) -> None:
    """Ask for a letter and bookmark the paper under the cursor with it."""
    from papertui.ui.dialogs.jump import JumpDialog

    if key := app.current:
        letter = await app.ask(JumpDialog("A letter for this paper", _titles(app)))
        if letter:
            app.bookmarks[letter] = key
            app.say(f"Bookmark {letter} set · '{letter} jumps here")


async def go_to_bookmark(app: Controller) -> None:
    """Ask for the letter of a bookmark and go to its paper."""
    from papertui.ui.dialogs.jump import JumpDialog

    letter = await app.ask(JumpDialog("Go to a bookmark", _titles(app)))
    key = app.bookmarks.get(letter or "")
    if letter and key is None:
        app.say(f"No bookmark {letter} · m{letter} sets it here")
    elif key is not None and key not in app.library:
        app.say(f"The paper of bookmark {letter} is no longer in the library")
    elif key is not None:
        app.jump_to(key)


def _titles(app: Controller) -> dict[str, str]:
    """Return the titles of the bookmarked papers by letter."""
    return {
        letter: app.library.naming((key,)) if key in app.library else "no longer in the library"
        for letter, key in sorted(app.bookmarks.items())
    }
