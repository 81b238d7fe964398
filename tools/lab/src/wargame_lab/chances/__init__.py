"""Chances learnt from games between bots: terms of what a seat sees, weights in a data file, measurements."""
