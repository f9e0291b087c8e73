"""The shell: every command over the same library and the same query language as the screen, without Textual."""
