"""How commands end: what each exit code of the shell means."""

DONE = 0
NOTHING = 1
"""Nothing matched, a key is unknown, or a file holds no papers."""
FAULT = 2
"""Misuse, an unreadable file, a failed copy, or a fault; standard error has a sentence about it."""
STOPPED = 130
"""Ended by Ctrl-C, as shells tell it: 128 and the number of the signal."""
