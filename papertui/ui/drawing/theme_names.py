"""Theme names, to check the config without importing Textual."""

OWN_THEME_NAMES = ("papertui-dark", "papertui-light", "papertui-contrast", "papertui-16")
THEME_NAMES = (
    *OWN_THEME_NAMES,
    "textual-dark", "textual-light", "nord", "gruvbox", "catppuccin-mocha", "dracula", "tokyo-night", "monokai",
    "flexoki", "catppuccin-latte", "catppuccin-frappe", "catppuccin-macchiato", "solarized-light", "solarized-dark",
    "rose-pine", "rose-pine-moon", "rose-pine-dawn", "atom-one-dark", "atom-one-light", "ansi-dark", "ansi-light",
)  # fmt: skip
