"""Where the time of random play goes, by the rooms of core and of a game."""

import cProfile
import pstats
from collections import defaultdict

from wargame_core import load
from wargame_core.dice import Seeded
from wargame_lab.playouts import playout

GAMES = 4


def shares(name: str) -> dict[str, float]:
    """The share of self time of each part, after one game that makes what is made once."""
    game = load(name)
    profile = cProfile.Profile()
    for seed in range(70_000, 70_000 + GAMES):
        players = {seat: game.bot("random", seed=seed + place) for place, seat in enumerate(game.seats)}
        if seed > 70_000:
            profile.enable()
        playout(game, players, Seeded(seed))
        profile.disable()
    spent: dict[str, float] = defaultdict(float)
    stats: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    for (path, _, function), (_, _, own, _, _) in stats.items():
        spent[part_of(path, function)] += own
    total = sum(spent.values())
    return {part: own / total for part, own in spent.items() if own >= 0.01 * total}


def part_of(path: str, function: str) -> str:
    """The room that a function is in, of core by its name, of games by what it is."""
    parts = path.replace("\\", "/").split("/")
    if path.startswith("<attrs") or "attr" in parts:
        return "attrs"
    for place, part in enumerate(parts):
        if part == "wargame_core" and place + 1 < len(parts):
            return f"core: {parts[place + 1].removesuffix('.py')}"
        if part.startswith("wargame_") and place + 1 < len(parts):
            return f"the game: {parts[place + 1].removesuffix('.py')}"
    return "copying of boards" if (path, function) == ("<string>", "copy") else "Python itself"
