"""The shell: subcommands over the same library and query language as the screen."""
