"""Figures and relations computed from the library."""
