"""Settings of the user: files, parser and values."""
