"""Prints how strong bots are and how their games look: against random play, and against the bots of an earlier commit.

    python3 benchmarks/strength.py GAME [--against COMMIT|BOT] [--bot BOT] [--games N] [--seed S] [--scenario ID|all]

Games come in mirrored pairs: the same dice, first one way round, then the other. A commit's bots are read from the
repository (`git archive` of the room ``players`` of their system) and imported under another name beside today's.
Printed: games won from each side with 95 % intervals, length, points by line of a briefing where a board keeps them,
and decisions a second beside random play of the same games.
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

from attrs import Factory, define

ROOT = Path(__file__).resolve().parent.parent
LONG = 80
"""Turns beyond which a battle is counted as one that stands still."""

RENAMED = {
    "wargame_altar_of_freedom": {"Points": "RolledPoints", "Place": "PlaceToken", "Order": "TokenOrder"},
}
"""Class names that bots of earlier commits know, and what they are called now, by package."""

Maker = Callable[..., Any]


@define
class Tally:
    """What the games of one pairing came to."""

    games: int = 0
    won: float = 0.0
    turns: list[int] = Factory(list)
    decisions: int = 0
    seconds: float = 0.0
    points: Counter[str] = Factory(Counter)
    scored: Counter[str] = Factory(Counter)


def main(argv: list[str]) -> int:
    """Measures and prints."""
    sys.path.insert(0, str(ROOT))
    import wargame_core

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--bot", default="heuristic", help="the bot that is measured (default: heuristic)")
    parser.add_argument("--against", default="random", help="a commit, or a bot of the game (default: random)")
    parser.add_argument("--games", type=int, default=20, help="pairs of games a scenario (default: 20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenario", help="an id, or all (default: the usual one)")
    options = parser.parse_args(argv)
    game = wargame_core.load(options.game)
    scenarios = [known.id for known in game.scenarios] if options.scenario == "all" else [options.scenario]
    measured = game.bots[options.bot]
    with tempfile.TemporaryDirectory() as folder:
        other = game.bots.get(options.against) or earlier(game.players["heuristic"], options.against, Path(folder))
        tallies = {seat: Tally() for seat in game.seats}
        alone, chance = Tally(), Tally()
        for scenario in scenarios:
            for number in range(options.games):
                for seat in game.seats:
                    makers = {name: measured if name == seat else other for name in game.seats}
                    play(tallies[seat], game, makers, seat, (scenario, options.seed, number))
                play(alone, game, dict.fromkeys(game.seats, measured), game.seats[0], (scenario, options.seed, number))
                play(chance, game, dict.fromkeys(game.seats, game.bots["random"]), "", (scenario, options.seed, number))
    for line in report(options, tallies, alone, chance):
        print(line)
    return 0


def earlier(bot: Any, commit: str, folder: Path) -> Maker:
    """The bot of the same name from an earlier commit. Raises CalledProcessError for a commit that is not there."""
    module = sys.modules[bot.__module__]
    package, _, name = bot.__module__.partition(".players")
    room = Path(str(module.__file__)).resolve().parent
    renamed = f"earlier_{package}"
    packed = subprocess.run(
        ["git", "archive", commit, str(room.relative_to(ROOT))], cwd=ROOT, capture_output=True, check=True
    )
    (folder / renamed).mkdir()
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        for member in files.getmembers():
            content = files.extractfile(member)
            if content is not None:
                text = content.read().decode().replace(f"{package}.players", renamed)
                for before, now in RENAMED.get(package, {}).items():
                    text = re.sub(rf"\b{before}\b", now, text)
                text = text.partition("\nBOTS")[0] + "\n"  # its other bots may need a search that is not there any more
                (folder / renamed / Path(member.name).name).write_text(text, "utf-8")
    sys.path.insert(0, str(folder))
    return getattr(import_module(renamed + name), bot.__name__)  # type: ignore[no-any-return]


def play(tally: Tally, game: Any, makers: Mapping[str, Maker], seat: str, which: tuple[str | None, int, int]) -> None:
    """One game of a pairing, counted for the seat that is measured."""
    from wargame_core.dice import Seeded
    from wargame_lab.lookahead import won
    from wargame_lab.playouts import playout

    scenario, seed, number = which
    players = {name: make(seed=1000 * seed + 2 * number + n) for n, (name, make) in enumerate(makers.items())}
    entries: list[Any] = []
    started = process_time()
    result = playout(
        game, players, Seeded(seed, stream=f"{scenario}-{number}"), scenario=scenario, index=number, entries=entries
    )
    tally.seconds += process_time() - started
    tally.games += 1
    tally.decisions += result.decisions
    tally.turns.append(result.turns)
    tally.won += won(result.outcome, seat)
    awards = [event.award for entry in entries for event in entry.events if hasattr(event, "award")]
    for award in awards:
        tally.points[award.id] += award.points
    tally.scored.update({award.id for award in awards})


def report(options: Any, tallies: Mapping[str, Tally], alone: Tally, chance: Tally) -> Iterator[str]:
    """The lines that are printed."""
    from wargame_lab.results import wilson

    yield f"{options.game}, seed {options.seed}: {options.bot} against {options.against}"
    for seat, tally in tallies.items():
        low, high = wilson(round(tally.won), tally.games)
        share = f"{tally.won / tally.games:.0%} ({low:.0%} to {high:.0%})"
        yield f"  as {seat:<12} won {share} of {tally.games}, {mean(tally.turns):.1f} turns"
    both = sum(tally.won for tally in tallies.values()), sum(tally.games for tally in tallies.values())
    low, high = wilson(round(both[0]), both[1])
    yield f"  from both sides    {both[0] / both[1]:.0%} ({low:.0%} to {high:.0%}) of {both[1]}"
    long = sum(turns > LONG for turns in alone.turns)
    yield f"  against itself: {mean(alone.turns):.1f} turns, the longest {max(alone.turns)}, {long} of more than {LONG}"
    speed, random = (tally.decisions / max(tally.seconds, 1e-9) for tally in (alone, chance))
    yield f"  {speed:,.0f} decisions a second, random play {random:,.0f}: {speed / random:.2f} of it"
    for line, points in sorted(alone.points.items()):
        games = alone.scored[line] / alone.games
        yield f"    {line:<24}{points / alone.games:6.2f} points a game, in {games:4.0%} of games"


def mean(numbers: list[int]) -> float:
    """The mean."""
    return sum(numbers) / len(numbers)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
