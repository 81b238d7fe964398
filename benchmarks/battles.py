"""Prints how battles of campaigns end when they are fought out in Battle Cry, beside the stand-in; nothing is a test.

    python3 benchmarks/battles.py [--battles N] [--seed S] [--out FILE]

Campaigns are played by bots, in turn Vicksburg and Gettysburg and both kinds of bots. Every battle that comes up in
them is fought out a few times in Battle Cry and by the stand-in more often, from the same brief; compared are who wins,
what it costs and how long it takes, by the ratio of the armies, the ground and the hours to nightfall.
What came of it: benchmarks/notes/.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from wargame_core.flow.runner import Runner

ROOT = Path(__file__).resolve().parent.parent
FIGHTS, TIMES = 4, 20
"""How often each battle is fought out, and how often the stand-in fights it: that costs next to nothing."""
GAMES = (("vicksburg", "belligerent"), ("gettysburg", "belligerent"), ("vicksburg", "heuristic"))


@frozen
class Ending:
    """How one battle ended. Losses are shares of the brigades that had entered."""

    fought: bool
    ratio: float
    cover: int
    hours: int
    attacker_won: bool
    by_breakpoint: bool
    length: float
    attackers_lost: float
    defenders_lost: float


def main(argv: list[str]) -> int:
    """Measures and prints."""
    sys.path.insert(0, str(ROOT))
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--battles", type=int, default=200, help="how many battles are fought out (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the first campaign (default: 1)")
    parser.add_argument("--out", type=Path, help="write every ending as a JSON line")
    options = parser.parse_args(argv)
    endings = list(measured(options.battles, options.seed))
    if options.out is not None:
        options.out.write_text("".join(json.dumps(asdict(ending)) + "\n" for ending in endings), "utf-8")
    for line in table(endings):
        print(line)
    return 0


def measured(battles: int, seed: int) -> Iterator[Ending]:
    """The endings of so many battles fought out, with those of the same battles by the stand-in."""
    import wargame_core
    from wargame_altar_of_freedom.rules.tabletop import resolvers
    from wargame_core.dice import Seeded
    from wargame_lab.playouts import playout

    found: list[Ending] = []
    patched: Any = resolvers
    usual = patched.resolver
    patched.resolver = lambda name: lambda t, brief: _watched(usual(name), t, brief, found)
    try:
        done = 0
        for number in count(seed):
            name, bot = GAMES[number % len(GAMES)]
            game = wargame_core.load(name)
            players = {seat: game.bot(bot, seed=7 * number + place) for place, seat in enumerate(game.seats)}
            playout(game, players, Seeded(number))
            for ending in found:
                done += ending.fought
                yield ending
            found.clear()
            if done >= battles:
                return
    finally:
        patched.resolver = usual


def _watched(usual: Any, t: Any, brief: Any, found: list[Ending]) -> Generator[Any, Any, Any]:
    """Fights a battle as usual, after both ways to fight it have been measured."""
    from wargame_altar_of_freedom.rules.tabletop.resolvers import battle_game, breakpoints, quick

    cry = battle_game("battle_cry")
    game: Any = cry.make(cry.data(brief, breakpoints(t.board, brief)))
    rng = random.Random(int(brief.digest, 16))
    for _ in range(FIGHTS):
        found.append(_ending(brief, cry.report(brief, _fought(game, rng.getrandbits(32))), fought=True))
    for _ in range(TIMES):
        found.append(_ending(brief, _driven(quick(t, brief), rng), fought=False))
    return (yield from usual(t, brief))


def _fought(game: Any, seed: int) -> Any:
    """The last board of a battle between two bots."""
    from wargame_core.dice import Seeded
    from wargame_core.flow.view import View

    players = {seat: game.bot("heuristic", seed=seed + place) for place, seat in enumerate(game.seats)}
    runner = Runner.start(game.rules, dice=Seeded(seed), keep=False)
    while runner.pending is not None:
        answer = runner.pending.answered_by(lambda seat: players[seat](View(runner, seat)))
        assert answer is not None, "dice are in hand"
        runner.answer(answer)
    return runner.board


def _driven(procedure: Any, rng: random.Random) -> Any:
    """What a procedure that only rolls comes to."""
    try:
        roll = next(procedure)
        while True:
            roll = procedure.send(rng.choice(roll.die.faces))
    except StopIteration as end:
        return end.value


def _ending(brief: Any, result: Any, *, fought: bool) -> Ending:
    broken = set(result.broken)
    entered = [side.entered(result.last_turn) for side in brief.sides]
    lost = [sum(unit.id in broken for unit in units) / max(1, len(units)) for units in entered]
    weights = [sum(4 + unit.rating for unit in side.entered(brief.turns // 2)) for side in brief.sides]
    return Ending(
        fought,
        weights[0] / max(1, weights[1]),
        brief.defender.cover,
        brief.turns,
        result.winner == brief.attacker.side,
        str(result.reason) == "breakpoint",
        result.last_turn / brief.turns,
        *lost,
    )


GROUPS: tuple[tuple[str, Callable[[Ending], bool]], ...] = (
    ("all battles", lambda ending: True),
    ("attacker weaker (ratio below 2:3)", lambda ending: ending.ratio < 2 / 3),
    ("about equal", lambda ending: 2 / 3 <= ending.ratio <= 3 / 2),
    ("attacker stronger (above 3:2)", lambda ending: ending.ratio > 3 / 2),
    ("open ground", lambda ending: not ending.cover),
    ("covered ground", lambda ending: ending.cover > 0),
    ("up to 7 hours", lambda ending: ending.hours <= 7),
    ("8 hours or more", lambda ending: ending.hours >= 8),
)
"""The kinds of battles that are compared."""


def table(endings: list[Ending]) -> Iterator[str]:
    """The comparison as lines: fought / stand-in for each kind of battle."""
    heads = "".join(f"{head:>14}" for head in ("attacker", "breakpoint", "length", "att. lost", "def. lost"))
    yield f"{'fought / stand-in':<34}{'battles':>8}{heads}"
    for name, test in GROUPS:
        both = [[ending for ending in endings if ending.fought is fought and test(ending)] for fought in (True, False)]
        if not both[0]:
            continue
        shares = (
            [_mean(ending.attacker_won for ending in part) for part in both],
            [_mean(ending.by_breakpoint for ending in part) for part in both],
            [_mean(ending.length for ending in part) for part in both],
            [_mean(ending.attackers_lost for ending in part) for part in both],
            [_mean(ending.defenders_lost for ending in part) for part in both],
        )
        cells = "".join(f"{f'{fought:.0%} / {stand_in:.0%}':>14}" for fought, stand_in in shares)
        yield f"{name:<34}{len(both[0]):>8}{cells}"


def _mean(values: Iterable[float]) -> float:
    kept = list(values)
    return sum(kept) / len(kept)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
