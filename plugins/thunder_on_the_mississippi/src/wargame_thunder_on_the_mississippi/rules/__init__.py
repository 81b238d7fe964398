"""The rules: a file for each printed heading."""
