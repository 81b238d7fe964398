"""Tools for designers: new folders, checks of data files."""
