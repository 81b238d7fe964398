"""Judgement of the heuristic player: rules of thumb in victory points, no rules of the game."""
