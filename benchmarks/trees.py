"""Compares how fast two source trees play the same games: round by round in turn, each round on a fresh seed.

    python3 run.py bench GAME --against FOLDER [--player NAME] [--games N] [--rounds N]

A round plays its games in a process of its own for each tree, the trees by turns first. What counts is CPU time for a
decision, and the median of the rounds' ratios: a busy machine slows both alike.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import SystemRandom
from statistics import median

from attrs import frozen

_ROUND = """
import json, sys
from time import process_time
try:
    from wargame_lab.batches import simulate
except ImportError:  # a tree from before the rooms
    from wargame_core.simulation import simulate
from wargame_core import load
game, player, games, seed = load(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
simulate(game, player, games=1, seed=seed + 1)  # what is read and made once is not counted
started = process_time()
result = simulate(game, player, games=games, seed=seed)
print(json.dumps([process_time() - started, result.decisions]))
"""


@frozen
class Round:
    """What one tree took for the games of one seed: CPU seconds, and decisions made."""

    seconds: float
    decisions: int

    @property
    def microseconds(self) -> float:
        """CPU time of a decision."""
        return self.seconds / max(1, self.decisions) * 1e6


@frozen
class Comparison:
    """The rounds of two trees, seed by seed."""

    other: tuple[Round, ...]
    here: tuple[Round, ...]

    @property
    def ratios(self) -> list[float]:
        """CPU time of a decision here, divided by that of the other tree; above 1 is slower."""
        return [here.microseconds / other.microseconds for here, other in zip(self.here, self.other, strict=True)]

    @property
    def same_games(self) -> int:
        """Rounds in which both trees made as many decisions, as they do when they play the same games."""
        return sum(here.decisions == other.decisions for here, other in zip(self.here, self.other, strict=True))

    def __str__(self) -> str:
        ratios = self.ratios
        return "\n".join(
            [
                f"  other tree, us a decision        {median(part.microseconds for part in self.other):10,.1f}",
                f"  this tree, us a decision         {median(part.microseconds for part in self.here):10,.1f}",
                f"  ratio: median, lowest, highest   {median(ratios):10.3f}{min(ratios):10.3f}{max(ratios):10.3f}",
                f"  rounds with the same games       {self.same_games:10} of {len(ratios)}",
            ]
        )


def compare(other: Path, here: Path, game: str, player: str, games: int, rounds: int) -> Comparison:
    """Plays ``rounds`` seeds with both trees. Raises `subprocess.CalledProcessError` when a tree cannot play."""
    done: tuple[list[Round], list[Round]] = ([], [])
    for number in range(rounds):
        seed = SystemRandom().randrange(2**31)
        for played, tree in ((done[0], other), (done[1], here))[:: 1 if number % 2 else -1]:
            played.append(play(tree, game, player, games, seed))
    return Comparison(tuple(done[0]), tuple(done[1]))


def play(tree: Path, game: str, player: str, games: int, seed: int) -> Round:
    """One round of one tree, in a process of its own that sees this tree's sources first."""
    folders = [str(folder) for folder in (tree / "src", *sorted(tree.glob("plugins/*/src")))]
    path = os.pathsep.join([*folders, *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", _ROUND, game, player, str(games), str(seed)]
    done = subprocess.run(command, env=environment, cwd=tree, capture_output=True, text=True, check=True)
    seconds, decisions = json.loads(done.stdout)
    return Round(seconds, decisions)
