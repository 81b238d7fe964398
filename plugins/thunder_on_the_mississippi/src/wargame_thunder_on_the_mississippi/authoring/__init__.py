"""Tools for designers: checks of data files."""
