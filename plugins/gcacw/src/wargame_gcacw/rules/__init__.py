"""The standard rules of the series, for scenarios that are data files: headings that are read together share a file."""
