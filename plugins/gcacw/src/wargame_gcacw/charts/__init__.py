"""The printed charts and tables: those that are read together stand together."""
