"""Themes of papertui, and their variables and roles."""

from collections.abc import Collection, Mapping

from textual.theme import BUILTIN_THEMES, Theme

DARK = Theme(
    name="papertui-dark",
    primary="#6cb2f7",
    secondary="#8fa3bf",
    accent="#5fd3b3",
    warning="#f2b866",
    error="#f2777a",
    success="#7fcf8f",
    foreground="#d8dde6",
    background="#12151a",
    surface="#171b22",
    panel="#1f2530",
    dark=True,
    variables={
        "paper-title": "#f1f4f9",
        "muted": "#919cad",
        "unread": "#5fd3b3",
        "star": "#f2b866",
        "hit": "#ffd27f",
        "fuzzy": "#cba8ff",
        "link": "#7fb8f5",
        "edge": "#333c4a",
        "cursor": "#24344a",
        "cursor-blurred": "#20262f",
        "border": "#6cb2f7",
        "border-blurred": "#333c4a",
        "scrollbar": "#39434f",
        "scrollbar-hover": "#4d5a6a",
        "scrollbar-active": "#6cb2f7",
        "scrollbar-background": "#12151a",
        "scrollbar-background-hover": "#12151a",
        "scrollbar-background-active": "#12151a",
    },
)
LIGHT = Theme(
    name="papertui-light",
    primary="#1d5fa7",
    secondary="#566375",
    accent="#0a6a53",
    warning="#8f5200",
    error="#b3261e",
    success="#2c6e3a",
    foreground="#2a2926",
    background="#fbf9f4",
    surface="#f5f2ea",
    panel="#ebe6da",
    dark=False,
    variables={
        "paper-title": "#141311",
        "muted": "#635f57",
        "unread": "#0a6a53",
        "star": "#8f5200",
        "hit": "#7d3f00",
        "fuzzy": "#6a3aa2",
        "link": "#1d5fa7",
        "edge": "#cfc8b8",
        "cursor": "#d6e4f2",
        "cursor-blurred": "#ece7db",
        "border": "#1d5fa7",
        "border-blurred": "#cfc8b8",
        "scrollbar": "#cfc8b8",
        "scrollbar-hover": "#b3aa96",
        "scrollbar-active": "#1d5fa7",
        "scrollbar-background": "#fbf9f4",
        "scrollbar-background-hover": "#fbf9f4",
        "scrollbar-background-active": "#fbf9f4",
    },
)
CONTRAST = Theme(
    name="papertui-contrast",
    primary="#ffff00",
    secondary="#ffffff",
    accent="#00ffff",
    warning="#ffff00",
    error="#ffa0a0",
    success="#80ff80",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    dark=True,
    variables={
        "paper-title": "#ffffff",
        "muted": "#e0e0e0",
        "unread": "#00ffff",
        "star": "#ffff00",
        "hit": "#ffff00",
        "fuzzy": "#ff9dff",
        "link": "#8fd0ff",
        "edge": "#ffffff",
        "cursor": "#00408f",
        "cursor-blurred": "#303030",
        "border": "#ffff00",
        "border-blurred": "#ffffff",
    },
)
SIXTEEN = Theme(
    name="papertui-16",
    primary="ansi_bright_blue",
    secondary="ansi_cyan",
    accent="ansi_green",
    warning="ansi_yellow",
    error="ansi_red",
    success="ansi_green",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    dark=True,
    ansi=True,
    variables=BUILTIN_THEMES["ansi-dark"].variables
    | {
        "paper-title": "ansi_default",
        "muted": "ansi_default",
        "unread": "ansi_green",
        "star": "ansi_yellow",
        "hit": "ansi_yellow",
        "fuzzy": "ansi_magenta",
        "link": "ansi_bright_blue",
        "edge": "ansi_bright_black",
        "cursor": "ansi_blue",
        "cursor-blurred": "ansi_bright_black",
        "border": "ansi_bright_blue",
        "border-blurred": "ansi_bright_black",
    },
)
"""Theme in the terminal's own sixteen colours."""
OWN_THEMES = (DARK, LIGHT, CONTRAST, SIXTEEN)


def theme_names() -> Collection[str]:
    """Return the names of all themes, papertui's and Textual's."""
    return [*(theme.name for theme in OWN_THEMES), *BUILTIN_THEMES]


def token_defaults(theme: Theme) -> Mapping[str, str]:
    """Return papertui's variables for a theme without them, derived from its colours."""
    primary, foreground = theme.primary, theme.foreground or ("#e0e0e0" if theme.dark else "#202020")
    return {
        "paper-title": foreground,
        "muted": "#a0a0a0" if theme.dark else "#606060",
        "unread": theme.success or theme.accent or primary,
        "star": theme.warning or theme.accent or primary,
        "hit": theme.warning or primary,
        "fuzzy": theme.accent or theme.secondary or primary,
        "link": primary,
        "edge": theme.panel or theme.surface or ("#404040" if theme.dark else "#c0c0c0"),
        "cursor": theme.panel or ("#303848" if theme.dark else "#d0dcec"),
        "cursor-blurred": theme.surface or ("#282828" if theme.dark else "#e4e4e4"),
    }


ROLE_STYLES: Mapping[str, str] = {
    "cursor": "on $cursor",
    "cursor-blurred": "on $cursor-blurred",
    "marker": "$primary",
    "heading": "bold $muted",
    "entry": "$foreground",
    "entry-read": "$muted",
    "count": "$unread",
    "count-read": "$muted",
    "chart": "$muted",
    "unread": "$unread",
    "star": "$star",
    "selected": "bold $primary",
    "title": "bold $paper-title",
    "title-read": "$foreground",
    "detail": "$muted",
    "hit": "bold underline $hit",
    "fuzzy": "italic underline $fuzzy",
    "divider": "$muted",
    "letter": "bold $primary",
    "label": "$foreground",
}
"""The style of each role of a line, in theme variables."""
