"""The printed charts and tables: a file for each."""
