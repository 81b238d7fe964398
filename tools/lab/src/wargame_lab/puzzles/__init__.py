"""Puzzles: positions in which one choice is clearly the best, found in games between bots."""
