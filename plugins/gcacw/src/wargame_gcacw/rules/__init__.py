"""The standard rules of the series, for scenarios that are data files: a module for each heading."""
