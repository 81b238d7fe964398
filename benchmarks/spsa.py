"""Finds the weights of a heuristic player by simultaneous perturbation (SPSA), from games against itself.

    python3 -m benchmarks.spsa GAME [--from normal|hard] [--hold NAME,NAME] [--side SEAT] [--pairs 2000] [--seed S]
                                    [--scenario ID|all] [--out FILE] [--write FILE]

In each pair of games on the same dice every number of one player is moved by a third, up or down at random, that of
the other the opposite way. Then each number goes a little the way of the better player, by the victories and points
by which it was better. The sides of a campaign have numbers of their own, so have the scenarios of *On the 4th Day*;
those of Battle Cry share them. ``--from hard`` begins with the numbers of the game's hard player, ``--hold`` leaves
numbers as they are, ``--side`` moves those of one seat alone. Prints each number moved, where it went, and its slope
by its standard error: below 2 it shows nothing. What the numbers win is measured afterwards, on other seeds
(`benchmarks/strength.py`). With ``--out`` each pair is a line of JSON as soon as it is over, and the same command goes
on with what is there. ``--write`` makes of what was found the tables of a `hard.toml`.
"""

import argparse
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import exp, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final

from attrs import define, evolve, field, fields
from benchmarks.weights import ALL, PLAYERS, as_taken, chances, module_of, named

import wargame_core
from wargame_core.game import Game
from wargame_lab.duels import Duel, duel

A_STEP: Final = 0.35
"""How far a number is moved in a game, as the logarithm of a factor."""
OF_NONE: Final = 0.3
"""What a number that is 0 is moved by, for each unit of such a step."""
GAIN: Final = 0.0018
"""How far a number goes, as a logarithm, after a pair won by one victory more."""
SETTLING: Final = 4000
"""Pairs after which it goes half as far."""
MOST: Final = 6.0
"""What the result of a pair counts at most, either way."""
LEAD: Final = {"battlecry": 0.25, "vicksburg": 0.1, "gettysburg": 0.1, "gcacw_on_the_4th_day": 0.01}
"""What a point of the lead counts where a victory counts 1."""

Key = tuple[str, str, int]
"""A seat, the name of a number, and its place where there are several under one name."""


@define
class Search:
    """How far each number of each seat has gone from its ``start``, and what each pair of games said.

    ``start`` are the weights by seat, or one value for `ALL`; ``chances`` are the names of numbers from 0 to 1,
    ``held`` those of numbers that stay as they are, ``side`` is the seat whose numbers are moved, where not all are.
    """

    start: Mapping[str, Any]
    chances: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    side: str = ""
    gone: dict[Key, float] = field(init=False)
    told: list[tuple[Mapping[Key, int], float]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.gone = {
            (seat, name, place): 0.0
            for seat, weights in self.start.items()
            for name, values in numbers_of(weights).items()
            for place in range(len(values))
            if name not in self.held and self.side in ("", seat)
        }

    def at(self, signs: Mapping[Key, int] | None = None, side: int = 0) -> dict[str, Any]:
        """The weights by seat now, or those of a player that is a step to ``side`` of them."""
        by_seat = {}
        for seat, weights in self.start.items():
            found: dict[str, Any] = {}
            for name, values in numbers_of(weights).items():
                keys = [(seat, name, place) for place in range(len(values))]
                if keys[0] not in self.gone:
                    continue
                steps = [self.gone[key] + A_STEP * side * (signs or {}).get(key, 0) for key in keys]
                chance = name in self.chances
                new = tuple(moved(value, step, chance=chance) for value, step in zip(values, steps, strict=True))
                found[name] = new if isinstance(getattr(weights, name), tuple) else new[0]
            by_seat[seat] = evolve(weights, **found)
        return by_seat

    def learn(self, signs: Mapping[Key, int], result: float) -> None:
        """Go a little the way of the better player."""
        result = max(-MOST, min(MOST, result))
        gain = GAIN / (1 + len(self.told) / SETTLING)
        for key, sign in signs.items():
            self.gone[key] += gain * sign * result
        self.told.append((signs, result))

    def slope(self, key: Key) -> float:
        """How much more a step of a number wins, by its standard error."""
        pulls = [signs[key] * result for signs, result in self.told]
        return mean(pulls) * sqrt(len(pulls)) / stdev(pulls) if len(pulls) > 1 and stdev(pulls) else 0.0


def moved(value: float, step: float, *, chance: bool = False) -> float:
    """A number times ``exp(step)``: none changes its sign, a chance stays one, a whole number whole.

    >>> moved(0.5, 0.0), moved(0.0, 1.0), moved(5, 0.35)
    (0.5, 0.3, 7)
    >>> moved(0.9, -10.0, chance=True), moved(0.4, 10.0, chance=True)
    (0.0, 1.0)
    """
    if chance and value > 0.5:  # what is nearly sure is moved by its distance from that
        return max(0.0, 1 - (1 - value) * exp(-step))
    new = value * exp(step) if value else OF_NONE * step
    if chance:
        return min(max(new, 0.0), 1.0)
    return round(new) if isinstance(value, int) else new


def numbers_of(weights: Any) -> dict[str, tuple[float, ...]]:
    """The numbers that can be moved, by name; several where they stand together."""
    values = {own.name: getattr(weights, own.name) for own in fields(type(weights))}
    numbers = {name: value if isinstance(value, tuple) else (value,) for name, value in values.items()}
    return {name: value for name, value in numbers.items() if all(isinstance(one, int | float) for one in value)}


def begun(game: Game, start: str, scenario: str = "", held: frozenset[str] = frozenset(), side: str = "") -> Search:
    """The search for a game's weights from those of its player of that name, in a scenario where each has its own.

    Raises LookupError for weights, a number or a seat that the game does not have.
    """
    weights, known = named(game, start, scenario), numbers_of(module_of(game.id).NORMAL)
    if unknown := held - known.keys():
        raise LookupError(f"{game.id} has no number {', '.join(sorted(unknown))}; it has {', '.join(known)}")
    if side and side not in weights:
        whose = "all judge by the same" if ALL in weights else f"{', '.join(weights)} have"
        raise LookupError(f"{side} has no numbers of its own; {whose}")
    return Search(weights, chances(game.id), held, side)


def pair(game: Game, up: Mapping[str, Any], down: Mapping[str, Any], scenario: str, seed: int) -> float:
    """What the player with the weights ``up`` gains on the other in two games on the same dice, sides changed."""
    maker = game.bots["heuristic"]
    players = (partial(maker, weights=as_taken(game, weights, [scenario])) for weights in (up, down))
    played = duel(game, *players, games=len(game.seats), seed=seed, scenario=scenario)
    return len(game.seats) * sum(2 * share - 1 for share in played.shares) + LEAD[game.id] * lead(played)


def lead(played: Duel) -> float:
    """The points of the first player less those of the other at the ends of all games."""
    total = 0.0
    for seat, games in played.simulations.items():
        for outcome in (game.outcome for game in games.games if game.outcome is not None):
            points = outcome.points(played.simulations)
            total += sum(own if name == seat else -own for name, own in points.items())
    return total


def as_toml(found: Mapping[str, Any], normal: Any) -> str:
    """The weights by seat as a `hard.toml` has them: their source, and a table for each.

    A table has the numbers that are not as ``normal``.
    """
    tables = ['source = { document = "none", basis = "reconstruction", note = "Found by benchmarks/spsa.py." }\n']
    for seat, weights in found.items():
        rows = [f"[{seat}]"]
        for name, values in numbers_of(weights).items():
            if getattr(weights, name) != getattr(normal, name):
                texts = [repr(value if isinstance(value, int) else float(f"{value:.4g}")) for value in values]
                alone = not isinstance(getattr(weights, name), tuple)
                rows.append(f"{name} = {texts[0] if alone else '[' + ', '.join(texts) + ']'}")
        tables.append("\n".join(rows) + "\n")
    return "\n".join(tables)


def report(search: Search) -> Iterable[str]:
    """A line for each number: where it began, where it went, and its slope."""
    found = search.at()
    for key in search.gone:
        seat, name, place = key
        before, after = (numbers_of(weights[seat])[name] for weights in (search.start, found))
        label = f"{name}[{place}]" if len(before) > 1 else name
        yield (f"{seat:12} {label:18} {before[place]:8.3g} -> {after[place]:8.3g}   slope {search.slope(key):+.1f}")


def results_before(out: Path, head: str) -> list[float]:
    """The results of the pairs in a file, which is begun where there is none.

    Raises ValueError where it has the pairs of a search with another head.
    """
    if not out.exists():
        out.write_text(f"{head}\n", encoding="utf-8")
    first, *results = out.read_text(encoding="utf-8").splitlines()
    if first != head:
        raise ValueError(f"{out} has the pairs of another search: {first}, not {head}")
    return [float(json.loads(result)) for result in results]


def search_on(
    search: Search, game: Game, scenarios: Sequence[str], *, pairs: int, seed: int, before: Sequence[float], out: Any
) -> None:
    """So many pairs are learnt from: those with a result from before, then others, which are played and written."""
    chance = random.Random(seed)
    for number in range(pairs):
        signs = {key: chance.choice((-1, 1)) for key in search.gone}
        scenario = chance.choice(scenarios)
        if number < len(before):
            result = before[number]
        else:
            up, down = search.at(signs, 1), search.at(signs, -1)
            result = pair(game, up, down, scenario, seed * 1_000_003 + number)
            if out is not None:
                with out.open("a", encoding="utf-8") as kept:
                    kept.write(f"{json.dumps(result)}\n")
        search.learn(signs, result)


def arguments_of_a_search() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=PLAYERS)
    parser.add_argument(
        "--from", dest="start", default="normal", help="the player whose weights it begins with: normal or hard"
    )
    parser.add_argument("--hold", default="", help="names of numbers that stay as they are, with commas between")
    parser.add_argument("--side", default="", metavar="SEAT", help="the seat whose numbers alone are moved")
    parser.add_argument("--pairs", type=int, default=2000, help="pairs of games (default: 2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", default="all", help="an id, or all (default: all)")
    parser.add_argument("--out", type=Path, help="a file that gets a line for each pair")
    parser.add_argument("--write", type=Path, help="a file that gets the weights found, as TOML")
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Searches and prints."""
    parser = arguments_of_a_search()
    given = parser.parse_args(arguments)
    game = wargame_core.load(given.game)
    known = [scenario.id for scenario in game.scenarios]
    scenarios, by_scenario = known if given.scenario == "all" else [given.scenario], PLAYERS[given.game].by_scenario
    if not set(scenarios) <= set(known):
        parser.error(f"{given.scenario} is not a scenario of {given.game}: {', '.join(known)}")
    if by_scenario and len(scenarios) > 1:
        parser.error("its scenarios have weights of their own: --scenario ID, one of " + ", ".join(scenarios))
    head: list[Any] = [given.game, given.start, given.scenario, given.seed]
    if given.hold or given.side:
        head.append({"hold": given.hold, "side": given.side})
    held = frozenset(name.strip() for name in given.hold.split(",") if name)
    try:
        search = begun(game, given.start, scenarios[0], held, given.side)
        before = results_before(given.out, json.dumps(head)) if given.out else []
    except (LookupError, ValueError) as problem:
        parser.error(str(problem.args[0]))
    search_on(search, game, scenarios, pairs=given.pairs, seed=given.seed, before=before, out=given.out)
    for line in report(search):
        print(line)
    if given.write:
        found = search.at()
        tables = {f"{scenarios[0]}.{seat}": weights for seat, weights in found.items()} if by_scenario else found
        given.write.write_text(as_toml(tables, module_of(given.game).NORMAL), encoding="utf-8")


if __name__ == "__main__":
    main()
