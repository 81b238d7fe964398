"""Prints what the heuristic bot of On the 4th Day makes of either variant: points, brigades, and games won.

    python3 benchmarks/lees_retreat.py [--scenario lees_retreat] [--games 40] [--seed 1] [--against COMMIT]

Every pairing plays the same games: the bot against itself, against a Union that always passes, and as either side
against the bot of an earlier commit. Points are those of the Confederates, with their standard error: lower is better
for the Union.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final

from attrs import frozen

from wargame_core.flow.runner import Runner

ROOT: Final = Path(__file__).resolve().parent.parent
GAME: Final = "gcacw_on_the_4th_day"
UNION, CONFEDERATE = "union", "confederate"
ALWAYS_PASSES: Final = "a Union that always passes"


@frozen
class End:
    """How a game ended: the points of the Confederates, who won, and what became of the Union cavalry."""

    points: float
    winner: str
    lost_in_retreats: int
    lost_otherwise: int
    led_off: int


def main(argv: list[str]) -> int:
    """Measures and prints."""
    sys.path.insert(0, str(ROOT))
    from benchmarks.strength import earlier

    import wargame_core

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--scenario", default="lees_retreat")
    parser.add_argument("--games", type=int, default=40, help="games a pairing (default: 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", help="a commit whose bot is played against (default: no such games)")
    options = parser.parse_args(argv)
    game = wargame_core.load(GAME)
    bot = game.players["heuristic"]
    pairings: dict[str, Mapping[str, Callable[..., Any]]] = {
        "the bot on both sides": {UNION: bot, CONFEDERATE: bot},
        ALWAYS_PASSES: {UNION: Passes, CONFEDERATE: bot},
    }
    with tempfile.TemporaryDirectory() as folder:
        if options.against:
            other = earlier(bot, options.against, Path(folder))
            pairings |= {
                f"as the Union against {options.against}": {UNION: bot, CONFEDERATE: other},
                f"as the Confederates against {options.against}": {UNION: other, CONFEDERATE: bot},
                f"{options.against} on both sides": {UNION: other, CONFEDERATE: other},
            }
        print(f"{options.scenario}, seed {options.seed}, {options.games} games each")
        for name, makers in pairings.items():
            ends = [played(game, makers, options, number) for number in range(options.games)]
            print("\n".join(report(name, ends)), flush=True)
    return 0


class Passes:
    """A side that takes no action, and answers every other question as the heuristic player does."""

    def __init__(self, seed: int = 0) -> None:
        from wargame_gcacw.board.actions import Pass
        from wargame_gcacw.players.heuristic import HeuristicPlayer
        from wargame_gcacw.rules.action_cycle import ActionChoices

        self._player, self._actions, self._pass = HeuristicPlayer(seed), ActionChoices, Pass()

    def __call__(self, view: Any) -> Any:
        return self._pass if isinstance(view.choices.of, self._actions) else self._player(view)


def played(game: Any, makers: Mapping[str, Callable[..., Any]], options: Any, number: int) -> End:
    """One game of a pairing."""
    from wargame_core.dice import Seeded
    from wargame_lab.playouts import playout

    players = {name: make(seed=1000 * options.seed + 2 * number + n) for n, (name, make) in enumerate(makers.items())}
    dice = Seeded(options.seed, stream=f"{options.scenario}-{number}")
    entries: list[Any] = []
    result = playout(game, players, dice, scenario=options.scenario, index=number, entries=entries)
    events = [event for entry in entries for event in entry.events]
    board: Any = Runner.start(game.rules, options.scenario).board
    units = board.book.units
    riders = {unit for unit, counter in units.items() if counter.side == UNION and counter.arm == "cavalry"}
    lost = {event.unit: "retreat" for event in events if event.kind == "surrendered"}
    lost |= {event.unit: event.cause for event in events if event.kind == "manpower_lost" and not event.left}
    causes = [cause for unit, cause in lost.items() if unit in riders]
    outcome = result.outcome
    assert outcome is not None
    return End(
        outcome.scores[CONFEDERATE],
        outcome.winner or "",
        sum("retreat" in cause for cause in causes),
        sum("retreat" not in cause for cause in causes),
        sum(event.kind == "exited" for event in events),
    )


def report(name: str, ends: list[End]) -> Iterator[str]:
    """The lines that are printed of a pairing."""
    from wargame_lab.results import wilson

    points = [end.points for end in ends]
    error = stdev(points) / sqrt(len(points)) if len(points) > 1 else float("inf")
    won = sum(end.winner == UNION for end in ends)
    low, high = wilson(won, len(ends))
    yield f"  {name}"
    yield f"    {mean(points):.1f} ({error:.1f}) points; the Union won {won} of {len(ends)} ({low:.0%} to {high:.0%})"
    kinds = {"in retreats": "lost_in_retreats", "otherwise": "lost_otherwise", "led off the map": "led_off"}
    means = (f"{mean([getattr(end, field) for end in ends]):.2f} {what}" for what, field in kinds.items())
    yield f"    brigades a game: {', '.join(means)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
