"""Plays games between bots, learns chances from them, and measures how true these are on other games.

    python3 benchmarks/chances.py GAME [GAME ...] [--games N] [--seed S] [--fresh M] [--fresh-seed S] [--out FOLDER]
    python3 benchmarks/chances.py GAME [GAME ...] --keep
    python3 benchmarks/chances.py GAME [GAME ...] --jumps N

``--games`` are learnt from, ``--fresh`` ones measured on. The weights are written to the file from which the game takes
them (``chances.toml`` beside its data), and the measurements printed; with ``--keep`` nothing is learnt, and the file
that is there is measured. ``--out`` keeps the games, a file of JSON Lines for each game and seed; games that are there
are not played again. ``--jumps`` plays so many games and says by how much chances change from one decision to the next
where no dice fell in between.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
JUMPS_SEED = 4000


def main(argv: list[str]) -> int:
    """Plays, learns, measures, prints."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # threads of numpy wait for one another on a machine that is busy
    import wargame_core

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--games", type=int, default=400, dest="number", help="games to learn from (default: 400)")
    parser.add_argument("--seed", type=int, default=55, help="their seed")
    parser.add_argument("--fresh", type=int, default=200, help="games to measure on (default: 200)")
    parser.add_argument("--fresh-seed", type=int, default=155, help="their seed")
    parser.add_argument("--out", type=Path, help="a folder that keeps the games")
    parser.add_argument("--keep", action="store_true", help="measure the weights that are there")
    parser.add_argument(
        "--jumps", type=int, default=0, metavar="N", help="games to measure jumps in; nothing is learnt"
    )
    options = parser.parse_args(argv)
    for name in options.games:
        game = wargame_core.load(name)
        for line in _jumps(game, options.jumps) if options.jumps else _learn_and_measure(game, options):
            print(line)
    return 0


def _learn_and_measure(game: Any, options: Any) -> Iterator[str]:
    from wargame_lab.chances.learnt import FILE, file_lines, learnt_of
    from wargame_lab.chances.measuring import measured
    from wargame_lab.companion_files import packaged_file

    samples = samples_of(game, options.seed, options.number, options.out)
    path = packaged_file(game.id, FILE)
    if not options.keep:
        learnt = learnt_from(game, samples, f"benchmarks/chances.py {game.id} --games {options.number}")
        assert path is not None, f"{game.id} has a folder of data"
        path.write_text("".join(f"{line}\n" for line in file_lines(learnt)), encoding="utf-8")
        yield f"{path.name} of {game.id}: from {learnt.games} games and {learnt.positions} positions"
    weights = learnt_of(game)
    assert weights is not None, f"{path} is there"
    fresh = samples_of(game, options.fresh_seed, options.fresh, options.out)
    if fresh:
        yield from measured(game, weights, fresh, samples).lines()


def _jumps(game: Any, number: int) -> Iterator[str]:
    """The mean change of the chances between two decisions without a roll: all, at hand-over, at the end of a turn."""
    from wargame_core.flow.entries import Rolled

    def rolled(entries: Sequence[Any]) -> bool:
        return any(isinstance(entry, Rolled) for entry in entries)

    changes: dict[str, list[float]] = {"all": [], "another seat chooses": [], "a turn ends": []}
    for place in range(number):
        match, before = game.start(game.scenarios[place % len(game.scenarios)], seed=JUMPS_SEED + place), None
        for _ in match.iter_play("normal"):
            chances = [game.chances(match.view(seat, history=False)).win for seat in game.seats]
            after = chances, match.waiting_for, game.rules.turn_of(match.board), len(match.entries)
            if before is not None and match.pending is not None and not rolled(match.entries[before[3] :]):
                change = sum(abs(new - old) for new, old in zip(chances, before[0], strict=True)) / len(chances)
                changes["all"].append(change)
                changes["another seat chooses"] += [change] if after[1] != before[1] else []
                changes["a turn ends"] += [change] if after[2] != before[2] else []
            before = after
    for name, amounts in changes.items():
        mean = sum(amounts) / max(1, len(amounts))
        yield f"{game.id}, no roll between, {name}: {mean:.4f} in the mean of {len(amounts)}"


def learnt_from(game: Any, samples: Sequence[Any], command: str) -> Any:
    """What is learnt from samples of a game."""
    from wargame_lab.chances.fitting import fitted, fitted_turn_weights
    from wargame_lab.chances.learnt import LearntChances
    from wargame_lab.made_with import made_with

    positions = sum(len(one.positions) for one in samples)
    turn_weights = fitted_turn_weights(samples)
    seats = {seat: fitted(game, samples, seat, turn_weights) for seat in game.seats}
    return LearntChances(game.id, command, len(samples), positions, made_with(game.id), seats, turn_weights)


def samples_of(game: Any, seed: int, number: int, folder: Path | None) -> list[Any]:
    """Samples of so many games of a seed; those that are in the folder are not played again."""
    from wargame_lab.chances.games import GameBetweenBots, played, sample

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.id}-{seed}.jsonl" if folder is not None else None
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.is_file() else []
    games = [GameBetweenBots.from_json(json.loads(line)) for line in lines][:number]
    first = games[-1].number // 2 * 2 + 2 if games else 0
    for one in played(game, seed, range(first, number)):
        games.append(one)
        if path is not None:
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(one.to_json()) + "\n")
    return [sample(game, one) for one in games]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
