"""What a term of the evaluation of the Great Campaigns' heuristic player is worth: mirrored games with and without it.

`python benchmarks/ablation.py targets.posts=() hex_values.danger=0.0 --scenario lees_retreat --games 20` leaves both
functions out, which then return these values, first for the Union and then for the Confederates, with the same dice.
A constant is given another value in the same way, unless results that are kept with the map follow from it
(`line_points`, `cut_points.LEAST_LOSS`). Source: decision 0175
"""

from __future__ import annotations

import argparse
import pkgutil
import sys
from ast import literal_eval
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from math import sqrt
from statistics import mean, stdev
from typing import Any, Final

from wargame_core.authoring import Action
from wargame_core.flow.state import View
from wargame_core.players.simulation import Simulation, simulate
from wargame_gcacw import players
from wargame_gcacw.players.heuristic import HeuristicPlayer

GAME: Final = "gcacw_on_the_4th_day"
SIDES: Final = ("union", "confederate")


class PlayerWithout(HeuristicPlayer):
    """A heuristic player with some functions or constants of its evaluation replaced while it chooses."""

    def __init__(self, seed: int = 0, *, changes: Sequence[str] = ()) -> None:
        super().__init__(seed)
        self._changes = changes

    def __call__(self, view: View) -> Action:
        with replaced(self._changes):
            return super().__call__(view)


@contextmanager
def replaced(changes: Sequence[str]) -> Iterator[None]:
    """``module.name=value`` for each change, in every module of the players that has taken up the name."""
    modules = [import_module(f"{players.__name__}.{module.name}") for module in pkgutil.iter_modules(players.__path__)]
    before: list[tuple[Any, str, Any]] = []
    for change in changes:
        path, _, text = change.partition("=")
        home, _, name = path.partition(".")
        old, new = getattr(import_module(f"{players.__name__}.{home}"), name), literal_eval(text)
        for module in modules:
            if getattr(module, name, None) is old:
                before.append((module, name, old))
                setattr(module, name, (lambda *arguments, result=new, **named: result) if callable(old) else new)
    try:
        yield
    finally:
        for module, name, old in before:
            setattr(module, name, old)


def losses(changes: Sequence[str], scenario: str, games: int, seed: int) -> tuple[list[float], int]:
    """For each pair of games the points that the changed player loses in a game, and the games that it wins."""
    runs: list[Simulation] = []
    for side in SIDES:
        seats: dict[str, Any] = dict.fromkeys(SIDES, "heuristic") | {side: partial(PlayerWithout, changes=changes)}
        runs.append(simulate(GAME, seats, games=games, seed=seed, scenario=scenario))
    union, confederate = ([game.outcome for game in run.games] for run in runs)
    wins = sum(run.wins[side] for side, run in zip(SIDES, runs, strict=True))
    pairs = zip(union, confederate, strict=True)
    return [(a.scores["confederate"] - b.scores["confederate"]) / 2 for a, b in pairs if a and b], wins


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("changes", nargs="+", help="module.name=value")
    parser.add_argument("--scenario", default="lees_retreat")
    parser.add_argument("--games", type=int, default=20, help="pairs of games")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        with replaced(given.changes):
            pass
    except (ImportError, AttributeError, ValueError, SyntaxError) as problem:
        parser.error(f"{problem}: a change is module.name=value, such as targets.posts=()")
    points, wins = losses(given.changes, given.scenario, given.games, given.seed)
    error = 1.96 * stdev(points) / sqrt(len(points)) if len(points) > 1 else float("inf")
    print(f"{given.scenario}: loses {mean(points):+.1f} +- {error:.1f} points a game, wins {wins} of {2 * len(points)}")


if __name__ == "__main__":
    main(sys.argv[1:])
