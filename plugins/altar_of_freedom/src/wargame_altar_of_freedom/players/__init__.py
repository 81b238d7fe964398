"""A player of campaigns that knows what it is after: it reads the briefings, plans, marches and fights by the odds."""

from wargame_altar_of_freedom.players.heuristic import HeuristicPlayer

__all__ = ["HeuristicPlayer"]
