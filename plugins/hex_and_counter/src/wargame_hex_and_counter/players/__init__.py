"""Bots for games of hexes and counters, and what a board is worth to a seat."""
