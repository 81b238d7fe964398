"""What rollouts to the end of a game could tell of plans for a turn, and what a search by them could win.

    python3 -m benchmarks.rollouts GAME [--positions 14] [--plans 6] [--worlds 24] [--seed S]

The usual bots play up to the beginning of a turn of one seat. A plan is that seat's bot with every number it judges by
multiplied or divided by 1.65 at random, for this turn; after it the usual bot goes on. Each plan is played to the end
in the same worlds, which the seat cannot tell from the true one, with dice that begin alike. The results are taken
apart (analysis of variance): how much the plans differ in truth, and by how much one rollout misses that. From both
follows what the best of eight plans wins a turn when each is tried so often.
"""

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from statistics import fmean
from time import process_time
from typing import Any, Final

from attrs import evolve, field, frozen
from benchmarks.spsa import moved, numbers_of
from benchmarks.weights import PLAYERS, as_taken, chances, named

from wargame_core import load
from wargame_core.authoring import Action
from wargame_core.dice import Seeded
from wargame_core.flow.pending import Pending
from wargame_core.flow.players import Player
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import State
from wargame_core.flow.view import View
from wargame_core.game import Game
from wargame_lab.lookahead import ImaginedDice
from wargame_lab.playouts import playout

A_PLAN: Final = 0.5
"""How far each number is moved, as the logarithm of a factor."""
BEST_OF_EIGHT: Final = 1.42
"""How far the best of eight draws lies above their mean, in standard deviations."""
TRIES: Final = (8, 60, 500)
"""So many rollouts of each plan."""


@frozen
class Tried:
    """The lead at the end by world and plan, and the processor time of one rollout."""

    where: str
    leads: Sequence[Sequence[float]] = field(repr=False)
    seconds: float

    @property
    def plans(self) -> float:
        """The variance of what plans win in truth; a chance result may be below 0."""
        means = [fmean(column) for column in zip(*self.leads, strict=True)]
        return variance(means) - self.noise / len(self.leads)

    @property
    def noise(self) -> float:
        """The variance of one rollout of a plan beside the others in the same world."""
        rows, columns = self.leads, list(zip(*self.leads, strict=True))
        whole, by_plan = fmean(map(fmean, rows)), [fmean(column) for column in columns]
        squares = sum(
            (lead - of_plan - fmean(row) + whole) ** 2
            for row in rows
            for lead, of_plan in zip(row, by_plan, strict=True)
        )
        return squares / (len(rows) - 1) / (len(columns) - 1)


def variance(values: Sequence[float]) -> float:
    """The mean square distance from the mean, of a sample."""
    mean = fmean(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


class OneTurn:
    """Plays by one player in one turn and by another after it."""

    def __init__(self, now: Player, later: Player, turn: int) -> None:
        self._now, self._later, self._turn = now, later, turn

    def __call__(self, view: View) -> Action:
        return (self._now if view.rules.turn_of(view.board) == self._turn else self._later)(view)


def positions(game: Game, number: int, seed: int) -> Iterator[View]:
    """What seats see, one after the other, where one of their turns begins; each in a game of its own."""
    chance = random.Random(seed)
    players = {name: game.bot("heuristic", seed=seed) for name in game.seats}
    last = max(2, playout(game, players, Seeded(seed)).turns - 1)
    for place in range(number):
        seat, turn = game.seats[place % len(game.seats)], chance.randint(1, last)
        found = turn_of_seat(game, seed * 1000 + place, seat, turn)
        if found is not None:
            yield found


def turn_of_seat(game: Game, seed: int, seat: str, turn: int) -> View | None:
    """What a seat sees at its first choice from a turn on, in a game of the usual bots that lasts so long."""
    runner = Runner.start(game.rules, None, None, dice=Seeded(seed, "rollouts"), keep=True)
    players = {name: game.bot("heuristic", seed=seed) for name in game.seats}
    while (pending := runner.pending) is not None:
        if tuple(pending.asks) == (seat,) and game.rules.turn_of(runner.board) >= turn:
            return View(runner, seat)
        answer(runner, pending, players)
    return None


def answer(runner: Runner, pending: Pending, players: Mapping[str, Player]) -> None:
    """Let the players answer what is asked."""
    chosen = pending.answered_by(lambda seat: players[seat](View(runner, seat)))
    assert chosen is not None, "dice are in hand"
    runner.answer(chosen)


def plans(game: Game, seat: str, number: int, seed: int) -> Iterator[Any]:
    """What makes the player of each plan: the usual one first."""
    chance, bot, bounded = random.Random(seed), game.bots["heuristic"], chances(game.id)
    scenarios = [scenario.id for scenario in game.scenarios]
    usual = named(game, "normal", scenarios[0])
    yield bot
    for _ in range(number - 1):
        found: dict[str, Any] = {}
        own = usual.get(seat) or next(iter(usual.values()))
        for name, values in numbers_of(own).items():
            steps = [A_PLAN * chance.choice((-1, 1)) for _ in values]
            new = tuple(moved(a, b, chance=name in bounded) for a, b in zip(values, steps, strict=True))
            found[name] = new if isinstance(getattr(own, name), tuple) else new[0]
        varied = dict.fromkeys(usual, evolve(own, **found))
        yield partial(bot, weights=as_taken(game, varied, scenarios))


def tried(game: Game, view: View, makers: Sequence[Any], worlds: int, seed: int) -> Tried:
    """Each plan played to the end in so many worlds."""
    leads, seat, turn, began = list[list[float]](), view.seat, game.rules.turn_of(view.board), process_time()
    for number in range(worlds):
        world, row = view.draw(random.Random(seed + number), _begun), list[float]()
        for maker in makers:
            runner = world.runner(ImaginedDice(seed + number), keep=False)
            players: dict[str, Player] = {name: game.bot("heuristic", seed=number) for name in game.seats}
            players[seat] = OneTurn(maker(seed=number), players[seat], turn)
            while (pending := runner.pending) is not None:
                answer(runner, pending, players)
            assert runner.outcome is not None
            points = runner.outcome.points(game.seats)
            row.append(sum(own if name == seat else -own for name, own in points.items()))
        leads.append(row)
    return Tried(f"{seat}, turn {turn}", leads, (process_time() - began) / worlds / len(makers))


def _begun(world: State) -> State:
    """The world, if what was answered in its present step is possible there."""
    world.pending  # noqa: B018 - runs the step
    return world


def gain(plan: float, noise: float, rollouts: int) -> float:
    """Points that the best of eight plans wins when each is tried so often, by both variances.

    >>> round(gain(1.0, 64.0, 64), 2), gain(0.0, 64.0, 64)
    (1.0, 0.0)
    """
    return BEST_OF_EIGHT * plan / sqrt(plan + noise / rollouts) if plan > 0 else 0.0


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays and prints a line for each position, then their means."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=PLAYERS)
    parser.add_argument("--positions", type=int, default=14)
    parser.add_argument("--plans", type=int, default=6)
    parser.add_argument("--worlds", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    game, results = load(given.game), list[Tried]()
    for place, view in enumerate(positions(game, given.positions, given.seed)):
        makers = list(plans(game, view.seat, given.plans, given.seed + place))
        result = tried(game, view, makers, given.worlds, given.seed * 1_000_003 + place * given.worlds)
        results.append(result)
        print(
            f"{result.where}: variance of plans {result.plans:.1f}, of a rollout "
            f"{result.noise:.0f}, {result.seconds:.2f} s",
            flush=True,
        )
    of_plans, of_rollout = (fmean(values) for values in zip(*((one.plans, one.noise) for one in results), strict=True))
    error = sqrt(variance([one.plans for one in results]) / len(results)) if len(results) > 1 else float("inf")
    wins = ", ".join(f"{tries}: {gain(of_plans, of_rollout, tries):.1f}" for tries in TRIES)
    print(f"{len(results)} positions: variance of plans {of_plans:.1f} +- {1.96 * error:.1f}, noise {of_rollout:.0f}")
    print(f"the best of eight plans wins so many points a turn, by rollouts of each: {wins}")


if __name__ == "__main__":
    main()
