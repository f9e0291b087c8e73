"""Exit codes of the shell."""

DONE = 0
NOTHING = 1
"""Nothing matched, a key is unknown, or a file holds no papers."""
FAULT = 2
"""Misuse, an unreadable file, a failed copy or another fault, described on standard error."""
STOPPED = 130
"""Interrupted by Ctrl-C: 128 plus the number of the signal, as in shells."""
