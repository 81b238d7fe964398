"""What a term of the evaluation of a heuristic player is worth: mirrored games with and without it.

`python3 -m benchmarks.ablation targets.posts=() plans.exposure=0.0 --scenario lees_retreat --games 20` leaves both
functions out, which then return these values, first for one side and then for the other, with the same dice. A
constant is given another value in the same way, unless results that are kept with the map follow from it
(`lines.HOMEWARD`, `targets.LEAST_LOSS`). ``--game battlecry attacks_and_places.danger=0.0`` does the same for another
system, and `weights.cover=0.3` is one of the `Weights` that its player takes; other players have hardly anything else
(`--game gettysburg weights.weariness=0.0`). What came of it: benchmarks/notes/.
"""

import argparse
import pkgutil
import sys
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib import import_module
from math import sqrt
from statistics import mean, stdev
from typing import Any, Final

from benchmarks.weights import PLAYERS, normal_with

from wargame_core import load
from wargame_core.authoring import Action
from wargame_core.flow.players import Player
from wargame_core.flow.view import View
from wargame_lab.batches import simulate
from wargame_lab.results import Simulation

WEIGHT: Final = "weights."
Replace = Callable[[Any], Any]
"""Makes of a function or constant of the players what stands in its place."""


def weighted(game: str, changes: Sequence[str]) -> dict[str, Any]:
    """What a player is given whose weights are changed; nothing where none is."""
    if not changes:
        return {}
    pairs = (change.removeprefix(WEIGHT).partition("=") for change in changes)
    return {"weights": normal_with(load(game), {name: literal_eval(text) for name, _, text in pairs})}


class PlayerWithout:
    """A heuristic player with some functions or constants of its evaluation replaced while it chooses."""

    def __init__(self, seed: int = 0, *, game: str, changes: Sequence[str] = ()) -> None:
        self._game, self._changes = game, [change for change in changes if not change.startswith(WEIGHT)]
        weights = weighted(game, [change for change in changes if change.startswith(WEIGHT)])
        with replaced(game, self._changes):  # a player may put functions into a table of its own
            self._player: Player = load(game).bots["heuristic"](seed, **weights)

    def __call__(self, view: View) -> Action:
        with replaced(self._game, self._changes):
            return self._player(view)


def replaced(game: str, changes: Sequence[str]) -> AbstractContextManager[None]:
    """``module.name=value`` for each change: a constant has that value, a function returns it."""
    pairs = (change.partition("=") for change in changes)
    return put_in_place(PLAYERS[game].package, {path: giving(literal_eval(text)) for path, _, text in pairs})


def giving(value: object) -> Replace:
    """A function that returns a value whatever it is called with, or the value itself in place of a constant."""
    return lambda old: (lambda *arguments, **named: value) if callable(old) else value


@contextmanager
def put_in_place(players: str, replaced: Mapping[str, Replace]) -> Iterator[None]:
    """Others in every module of the players that has taken up a function or constant; methods in their class."""
    package = import_module(players)
    homes = [import_module(f"{players}.{module.name}") for module in pkgutil.iter_modules(package.__path__)]
    before: list[tuple[Any, str, Any]] = []
    for path, replace in replaced.items():
        module, *classes, name = path.split(".")
        home = import_module(f"{players}.{module}")
        for part in classes:
            home = getattr(home, part)
        old = getattr(home, name)
        new = replace(old)
        for place in [home] if classes else homes:
            if getattr(place, name, None) is old:
                before.append((place, name, old))
                setattr(place, name, new)
    try:
        yield
    finally:
        for place, name, old in before:
            setattr(place, name, old)


def losses(game: str, changes: Sequence[str], scenario: str, games: int, seed: int) -> tuple[list[float], int]:
    """For each pair of games the points that the changed player loses in a game, and the games that it wins.

    Points are half of the lead over the other side: one that is scored for a single side counts whole.
    """
    first, second = load(game).seats
    runs: list[Simulation] = []
    for side in (first, second):
        without = partial(PlayerWithout, game=game, changes=changes)
        seats: dict[str, Any] = dict.fromkeys((first, second), "heuristic") | {side: without}
        runs.append(simulate(game, seats, games=games, seed=seed, scenario=scenario))
    wins = sum(run.wins[side] for side, run in zip((first, second), runs, strict=True))
    ends = zip(*([result.outcome for result in run.games] for run in runs), strict=True)
    leads = [[end.points((first, second)) for end in pair] for pair in ends if all(pair)]
    return [((b[first] - b[second]) - (a[first] - a[second])) / 4 for a, b in leads], wins


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("changes", nargs="+", help="module.name=value")
    parser.add_argument("--game", default="gcacw_on_the_4th_day", choices=PLAYERS)
    parser.add_argument("--scenario", help="by its id; the first, if left out")
    parser.add_argument("--games", type=int, default=20, help="pairs of games")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        PlayerWithout(game=given.game, changes=given.changes)
    except (ImportError, AttributeError, TypeError, ValueError, SyntaxError) as problem:
        parser.error(f"{problem}: a change is module.name=value, such as targets.posts=()")
    scenario = load(given.game).rules.scenario(given.scenario).id
    points, wins = losses(given.game, given.changes, scenario, given.games, given.seed)
    error = 1.96 * stdev(points) / sqrt(len(points)) if len(points) > 1 else float("inf")
    print(f"{scenario}: loses {mean(points):+.1f} +- {error:.1f} points a game, wins {wins} of {2 * len(points)}")


if __name__ == "__main__":
    main(sys.argv[1:])
