"""Subcommands of the shell."""
