"""Papers into and out of the library."""
