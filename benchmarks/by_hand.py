"""Compares Corinth with the same game written by hand over masks: first every menu, then decisions a second.

    python3 -m benchmarks.by_hand [--games 1000] [--rounds 9] [--seed 1]

Both play the same random choices with the same dice. The games compared are of both scenarios in turn; at the first
menu, choice or result that differs the command says where, and ends with 1. Then rounds of both alternate, on seeds
that nobody has played before, in processor time. What came of it: benchmarks/notes/speed.md.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from shutil import copytree
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final, TypeAlias

from attrs import astuple
from benchmarks.corinth_by_hand import Action, Corinth, Menu, printed

from wargame_core import Game, load
from wargame_core.dice import D6, Seeded
from wargame_core.flow.pending import ask_of
from wargame_core.flow.players import RandomPlayer
from wargame_core.flow.runner import Runner
from wargame_corinth import DATA
from wargame_lab.playouts import playout

SCENARIOS: Final = ("two_days", "second_day")
GAMES_A_ROUND: Final = 10
STANDING: Final = "takes_preferences = true\n"
Key: TypeAlias = tuple[Any, ...]
"""An action as its kind and its fields, whoever made it."""


class Differs(Exception):
    """The two games are not the same; the message says where and how."""


def main(argv: list[str]) -> int:
    """Compares, measures and prints. Returns the exit code: 1 where the games differ."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="games compared menu by menu (default: 1000)")
    parser.add_argument("--rounds", type=int, default=9, help="rounds measured (default: 9)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the others follow (default: 1)")
    options = parser.parse_args(argv)
    game, first = asked_everything(), options.seed
    try:
        menus = sum(compare(game, SCENARIOS[n % 2], first + n) for n in range(options.games))
    except Differs as difference:
        print(difference)
        return 1
    print(f"{options.games} games from seed {first}: {menus:,} menus, all the same", flush=True)
    fresh = first + options.games
    rates = [measure(game, fresh + GAMES_A_ROUND * number) for number in range(options.rounds)]
    for name, values in zip(("packaged", "by hand"), zip(*rates, strict=True), strict=True):
        print(f"{name:>9}: {median(values):8,.0f} decisions a second ({min(values):,.0f} to {max(values):,.0f})")
    shares = [ours / by_hand for ours, by_hand in rates]
    print(f"    share: {median(shares):8.3f} ({min(shares):.3f} to {max(shares):.3f})")
    return 0


def asked_everything() -> Game:
    """Corinth in which nobody says anything beforehand, as in the game by hand."""
    with TemporaryDirectory() as temporary:
        folder = Path(copytree(DATA, Path(temporary) / "corinth"))
        rules = (folder / "game.toml").read_text("utf-8")
        assert STANDING in rules, f"{STANDING!r} is not in the file of the game"
        (folder / "game.toml").write_text(rules.replace(STANDING, ""), "utf-8")
        return load("corinth", data=folder)


def compare(game: Game, scenario: str, seed: int) -> int:
    """Play one game both ways, and return how many menus were compared. Raises `Differs` at the first difference."""
    dice = Seeded(seed)
    runner = Runner.start(game.rules, scenario, dice=dice, with_checkpoints=False)
    other = Corinth(scenario, faces(dice))
    play, chance = other.play(), players(seed)
    by_hand = players(seed)
    decisions = 0
    step: Callable[[], Menu] = partial(next, play)
    while True:
        try:
            menu = step()
        except StopIteration as end:
            must_be_same(f"{scenario}, seed {seed}: the end", outcome_of(runner), end.value)
            return decisions
        where = f"{scenario}, seed {seed}, decision {decisions}, turn {other.turn}"
        if runner.pending is None:
            raise Differs(f"{where}: the packaged game is over")
        seat = game.seats[menu.seat]
        must_be_same(where, tuple(runner.pending.asks), (seat,))
        choices = ask_of(runner.pending, seat, game.seats).choices
        must_be_same(where, sorted(map(key_of, choices), key=str), sorted(map(key_by_hand, menu.listed()), key=str))
        action, answer = choices.sample(chance[menu.seat]), menu.sample(by_hand[menu.seat])
        must_be_same(where, key_of(action), key_by_hand(answer))
        runner.answer(action)
        step = partial(play.send, answer)
        decisions += 1


def players(seed: int) -> tuple[Random, Random]:
    """The random numbers of both sides."""
    return Random(2 * seed), Random(2 * seed + 1)


def faces(dice: Seeded) -> Any:
    """The face of a die by the number of answers so far, as the packaged game draws it."""
    return lambda seq: dice.draw(seq, D6)


def outcome_of(runner: Runner) -> tuple[int, str]:
    """The points and the level of a game that is over. Raises `Differs` for one that goes on."""
    outcome = runner.outcome
    if outcome is None:
        raise Differs(f"{runner.scenario}: the packaged game goes on")
    return int(outcome.scores["confederate"]), outcome.level


def must_be_same(where: str, ours: Any, by_hand: Any) -> None:
    """Raises `Differs` with what only one of them has."""
    if ours == by_hand:
        return
    if isinstance(ours, list):
        ours, by_hand = [one for one in ours if one not in by_hand], [one for one in by_hand if one not in ours]
    raise Differs(f"{where}: the packaged game has {ours}, the game by hand {by_hand}")


def key_of(action: Any) -> Key:
    """An action of the packaged game."""
    return action.kind, *astuple(action)


def key_by_hand(action: Action) -> Key:
    """The same of the game by hand."""
    kind, units, space = action
    ids = printed().ids
    if kind == "lose":
        return kind, tuple(sorted(ids[unit] for unit in units))
    return kind, *((ids[units],) if units >= 0 else ()), *((space,) if space >= 0 else ())


def measure(game: Game, first: int) -> tuple[float, float]:
    """Decisions a second of processor time, of the packaged game and of the one by hand, on the same games."""
    return rate_of(first, lambda scenario, seed: played(game, scenario, seed)), rate_of(first, played_by_hand)


def rate_of(first: int, play: Any) -> float:
    """Decisions a second of some games of both scenarios."""
    started, decisions = process_time(), 0
    for number in range(GAMES_A_ROUND):
        decisions += play(SCENARIOS[number % 2], first + number)
    return decisions / (process_time() - started)


def played(game: Game, scenario: str, seed: int) -> int:
    """Play a game of random players, and return its decisions."""
    bots = {seat: RandomPlayer(2 * seed + number) for number, seat in enumerate(game.seats)}
    return playout(game, bots, Seeded(seed), scenario=scenario).decisions


def played_by_hand(scenario: str, seed: int) -> int:
    """The same by hand."""
    rngs = players(seed)
    play = Corinth(scenario, faces(Seeded(seed))).play()
    decisions, menu = 0, next(play)
    while True:
        decisions += 1
        try:
            menu = play.send(menu.sample(rngs[menu.seat]))
        except StopIteration:
            return decisions


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
