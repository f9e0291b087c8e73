"""Commands of the program: help, palette, theme, redraw, suspend, quit."""

from papertui.ui.controller import Controller


def show_help(app: Controller) -> None:
    """Show all keys as they are bound now."""
    from papertui.ui.dialogs.help import Help, help_rows

    keys: dict[str, list[str]] = {}
    for key, active in app.panes.screen.active_bindings.items():
        keys.setdefault(active.binding.id or "", []).append(key)
    app.panes.app.push_screen(Help(help_rows(keys)))


def open_palette(app: Controller) -> None:
    """Open the command palette."""
    from textual.command import CommandPalette

    from papertui.ui.palette import PaperCommands

    app.panes.app.push_screen(CommandPalette([PaperCommands]))


def choose_theme(app: Controller) -> None:
    """Choose the theme."""
    app.panes.app.search_themes()


def redraw(app: Controller) -> None:
    """Draw the whole screen again."""
    app.panes.screen.refresh()


def suspend(app: Controller) -> None:
    """Suspend papertui; the shell resumes it with fg."""
    app.panes.app.action_suspend_process()


def quit_app(app: Controller) -> None:
    """Quit papertui."""
    app.panes.app.exit()
