"""The command table, its keys, presets and remapping; without Textual."""
