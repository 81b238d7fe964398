"""Engines: programs of any language that choose for a seat, over pipes, a line of JSON a message."""
