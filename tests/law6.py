"""Runs the law of secrets over many seeds of one game with any options, in blocks, so that it can be stopped between.

``python3 -m tests.law6 vicksburg --option fog=referee --seeds 100:200`` prints a line a block: its first seed, how many
moments were looked at, the seconds of processor it took, and what each moment broke. A block of ten seeds of a campaign
takes some ten seconds; with more than one world (`--worlds`) longer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from time import process_time

from wargame_core import load
from wargame_laws import LawBroken, Trial
from wargame_laws.laws_of_secrets import WorldsTried, moment_keeps_secrets


def blocks(given: argparse.Namespace) -> Iterator[tuple[int, Trial]]:
    """A trial for each block of the seeds, with the first seed of the block."""
    begin, _, end = given.seeds.partition(":")
    options = dict(option.partition("=")[::2] for option in given.option)
    for first in range(int(begin), int(end), given.block):
        seeds = range(first, min(first + given.block, int(end)))
        yield first, Trial(load(given.game), seeds, given.players.split(","), given.scenario, options, given.budget)


def looked_at(trial: Trial) -> tuple[int, list[str]]:
    """How many moments were looked at, and what broke the law; play goes on after a break."""
    tally, moments, broken = WorldsTried(1), 0, list[str]()
    for moment in trial.telling_moments():
        moments += 1
        try:
            moment_keeps_secrets(moment, tally)
        except LawBroken as problem:
            broken.append(str(problem))
    return moments, broken


def main(arguments: Sequence[str]) -> int:
    """Prints a line a block and a sum; 1 if a moment broke the law."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.law6", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seeds", default="0:100", metavar="FROM:TO")
    parser.add_argument("--block", type=int, default=10, metavar="SEEDS")
    parser.add_argument("--players", default="belligerent,random", metavar="BOT,BOT", help="they take turns by seed")
    parser.add_argument("--budget", type=int, default=40, metavar="N", help="a quarter of it are moments by chance")
    given = parser.parse_args(arguments)
    moments = flaws = tried = 0
    for first, trial in blocks(given):
        began = process_time()
        looked, broken = looked_at(trial)
        moments, flaws, tried = moments + looked, flaws + len(broken), tried + 1
        print(f"from seed {first}: {looked} moments, {process_time() - began:.0f} s", flush=True)
        for said in broken:
            print(f"  {said}", flush=True)
    print(f"{tried} blocks, {moments} moments, {flaws} broken")
    return int(flaws > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
