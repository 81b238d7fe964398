"""Finds the weights of a heuristic player by simultaneous perturbation (SPSA), from games against itself.

    python3 -m benchmarks.spsa battlecry [--from NORMAL|HARD] [--pairs 2000] [--seed S] [--scenario ID|all] [--out FILE]

In each pair of games on the same dice every number of one player is a step up or down at random, that of the other the
opposite. Then each number goes a little the way of the better player: by 1 for a victory and a quarter for each point
of the lead. Prints each number, where it went, and its slope by its standard error: below 2 it shows nothing. What the
numbers win is measured afterwards, on other seeds (`benchmarks/strength.py`). With ``--out`` each pair is a line of
JSON as soon as it is over, and the same command goes on with what is there.
"""

import argparse
import json
import random
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final

from attrs import define, evolve, field, fields

import wargame_core
from wargame_core.game import Game
from wargame_lab.duels import duel

WEIGHTS: Final = {"battlecry": "wargame_battlecry.players.weights"}
"""The module with the weights of each game whose heuristic player takes them."""
A_STEP: Final = 0.25
"""How far a number is moved in a game, as a part of itself."""
STEP_OF_NONE: Final = 0.1
"""How far a number is moved that is 0."""
GAIN: Final = 0.012
"""Steps that a number goes after a pair won by one victory more."""
SETTLING: Final = 3000
"""Pairs after which it goes half as far."""
LEAD: Final = 0.25
"""What a point of the lead counts where a victory counts 1."""


@define
class Search:
    """How far each number has gone from where it began, in steps, and what each pair of games said."""

    steps: Mapping[str, float]
    gone: dict[str, float] = field(init=False)
    told: list[tuple[Mapping[str, int], float]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.gone = dict.fromkeys(self.steps, 0.0)

    def at(self, start: Any, signs: Mapping[str, int] | None = None, side: int = 0) -> Any:
        """The weights now, or those of a player that is a step to ``side`` of them; none changes its sign."""
        moved = {}
        for name, step in self.steps.items():
            value = getattr(start, name) + step * (self.gone[name] + side * (signs or {}).get(name, 0))
            moved[name] = max(value, 0.0) if getattr(start, name) > 0 else value
        return evolve(start, **moved)

    def learn(self, signs: Mapping[str, int], result: float) -> None:
        """Go a little the way of the better player."""
        gain = GAIN / (1 + len(self.told) / SETTLING)
        for name, sign in signs.items():
            self.gone[name] += gain * sign * max(-2.5, min(2.5, result))
        self.told.append((signs, result))

    def slope(self, name: str) -> float:
        """How much more a step of a number wins, by its standard error."""
        pulls = [signs[name] * result for signs, result in self.told]
        return mean(pulls) * sqrt(len(pulls)) / stdev(pulls) if len(pulls) > 1 and stdev(pulls) else 0.0


def steps_of(start: Any) -> dict[str, float]:
    """The numbers that can be moved, and by how much."""
    numbers = {own.name: getattr(start, own.name) for own in fields(type(start))}
    return {name: A_STEP * abs(value) or STEP_OF_NONE for name, value in numbers.items() if isinstance(value, float)}


def pair(game: Game, up: Any, down: Any, scenario: str, seed: int) -> float:
    """What the player with the weights ``up`` gains on the other in two games on the same dice, sides changed."""
    maker = game.bots["heuristic"]
    players = partial(maker, weights=up), partial(maker, weights=down)
    played = duel(game, *players, games=len(game.seats), seed=seed, scenario=scenario)
    return sum(2 * share - 1 for share in played.shares) + LEAD * sum(played.leads)


def main(arguments: Sequence[str] | None = None) -> None:
    """Searches and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=WEIGHTS)
    parser.add_argument("--from", dest="start", default="NORMAL", help="the weights it begins with (default: NORMAL)")
    parser.add_argument("--pairs", type=int, default=2000, help="pairs of games (default: 2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="all", help="an id, or all (default: all)")
    parser.add_argument("--out", type=Path, help="a file that gets a line for each pair")
    given = parser.parse_args(arguments)
    game = wargame_core.load(given.game)
    start = getattr(import_module(WEIGHTS[given.game]), given.start, None)
    if start is None:
        parser.error(f"{WEIGHTS[given.game]} has no weights {given.start}")
    scenarios = [known.id for known in game.scenarios] if given.scenario == "all" else [given.scenario]
    search, chance = Search(steps_of(start)), random.Random(given.seed)
    head = json.dumps([given.game, given.start, given.scenario, given.seed])
    if given.out and not given.out.exists():
        given.out.write_text(f"{head}\n", encoding="utf-8")
    first, *before = given.out.read_text(encoding="utf-8").splitlines() if given.out else [head]
    if first != head:
        parser.error(f"{given.out} has the pairs of another search: {first}, not {head}")
    for number in range(given.pairs):
        signs = {name: chance.choice((-1, 1)) for name in search.steps}
        scenario = chance.choice(scenarios)
        if number < len(before):
            result = json.loads(before[number])
        else:
            up, down = search.at(start, signs, 1), search.at(start, signs, -1)
            result = pair(game, up, down, scenario, given.seed * 1_000_003 + number)
            if given.out:
                with given.out.open("a", encoding="utf-8") as kept:
                    kept.write(f"{json.dumps(result)}\n")
        search.learn(signs, result)
    found = search.at(start)
    for name in search.steps:
        print(f"{name:16} {getattr(start, name):8.3g} -> {getattr(found, name):8.3g}   slope {search.slope(name):+.1f}")


if __name__ == "__main__":
    main()
