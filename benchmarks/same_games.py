"""Whether two commits play the same games: the same bots by the same seeds, answer for answer.

    python3 -m benchmarks.same_games COMMIT [--games NAME,NAME] [--note]

A name that is changed in the rules or bots changes their digest, and with it every figure that was measured counts as
stale (`benchmarks/figures.py`), though nothing plays otherwise. Here each game is played in all its scenarios, up to
`SCENARIOS`, by bots of every level against each other, with the files of the commit and with those of this tree.
``--note`` writes the digests of this tree in place of those of the commit where all games were the same: into the
register of figures, and into the files that say themselves what they were made with.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

SCENARIOS: Final = 4
"""So many scenarios of a game are played at the most."""
LEVELS: Final = (("normal", "normal"), ("normal", "normal"), ("easy", "hard"), ("hard", "easy"), ("random", "normal"))
"""The levels of the seats of each game of a scenario, those that the game has."""
MOST: Final = 150
"""So many choices of a game are played in which a seat is `hard`, which thinks long."""
GAMES: Final = (
    "battlecry",
    "vicksburg",
    "gettysburg",
    "gcacw_on_the_4th_day",
    "thunder_on_the_mississippi",
    "corinth",
    "chattanooga",
    "brices_crossroads",
)


def worker() -> None:
    """For each game that a line of standard input names, print its digest, and one of each game that bots played."""
    from wargame_core import load
    from wargame_lab.made_with import made_with

    for line in sys.stdin:
        game = load(json.loads(line))
        print(json.dumps([made_with(game.id), *played(game)]), flush=True)


def played(game: Any) -> Iterator[str]:
    """A digest of the answers of each game."""
    from wargame_core import Record

    for scenario in list(game.scenarios)[:SCENARIOS]:
        for seed, levels in enumerate(LEVELS, 5):
            bots = [level if level in game.bots else "normal" for level in levels]
            match, digest = game.start(scenario, seed=seed), blake2b(digest_size=8)
            players = {
                seat: game.bot(bots[place % len(bots)], seed=seed + place) for place, seat in enumerate(game.seats)
            }
            for _ in match.iter_play(players):
                if "hard" in bots and match.seq > MOST:
                    break
            for row in Record.of(match).lines:
                if "n" in row:
                    digest.update(json.dumps(row, sort_keys=True, default=str).encode())
            yield digest.hexdigest()


def asked(process: subprocess.Popen[str], game: str) -> list[str]:
    """The digest of a game's rules and bots, and those of the games that a worker played."""
    assert process.stdin is not None
    assert process.stdout is not None
    print(json.dumps(game), file=process.stdin, flush=True)
    line = process.stdout.readline()
    if not line:
        raise SystemExit(f"the worker has ended at {game}")
    found: list[str] = json.loads(line)
    return found


def note(before: str, after: str) -> int:
    """Write a digest in place of another, in the register and the files of its figures; in how many places that was."""
    from benchmarks.figures import OWN_DIGESTS, REGISTER, ROOT, figures

    files = {ROOT / figure.stands for figure in figures() if Path(figure.stands).name in OWN_DIGESTS}
    count = 0
    for path in (REGISTER, *sorted(files)):
        text = path.read_text(encoding="utf-8")
        if number := text.count(f'"{before}"'):
            path.write_text(text.replace(f'"{before}"', f'"{after}"'), encoding="utf-8")
            count += number
    return count


def main(words: Sequence[str] | None = None) -> int:
    """Print a line for each game; 1 if one was played otherwise."""
    from benchmarks.against import laid_out, started

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commit")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--note", action="store_true", help="write the new digests where all games are the same")
    given, differ = parser.parse_args(words), False
    with laid_out(given.commit) as folder, laid_out(None) as tree:
        workers = [started(place, Path(__file__)) for place in (folder, tree)]
        for game in given.games.split(","):
            (before, *games_then), (after, *games_now) = (asked(process, game) for process in workers)
            others = sum(one != other for one, other in zip(games_then, games_now, strict=True))
            differ = differ or others > 0
            told = (
                f"{others} of {len(games_now)} games are others" if others else f"all {len(games_now)} games the same"
            )
            noted = note(before, after) if given.note and not others and before != after else 0
            print(f"{game:30} {told}" + (f"; noted in {noted} places" if noted else ""), flush=True)
        for process in workers:
            process.kill()
    return int(differ)


if __name__ == "__main__":
    if "--worker" in sys.argv:
        worker()
    else:
        sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
        sys.exit(main())
