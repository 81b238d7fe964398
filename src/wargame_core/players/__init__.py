"""Bots, and many games at once."""
