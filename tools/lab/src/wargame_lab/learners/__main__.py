"""Teaches a net to choose like a bot, measures it, and writes its file.

    python3 -m wargame_lab.learners battlecry --out learnt.npz --scenario all --teacher normal --games 300

The same words give the same net on the same machine with the same torch. It takes ``pip install 'wargame-lab[torch]'``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import process_time

from wargame_core import load
from wargame_core.errors import UnknownName, WargameError

ALL = "all"


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python3 -m wargame_lab.learners", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", help="a game, or the file of a battle or scenario")
    parser.add_argument("--out", type=Path, required=True, help="the file that is written (.npz)")
    parser.add_argument("--scenario", default="", help="a scenario, or all (default: the game's first)")
    parser.add_argument("--seat", default=ALL, help="the seat that learns, or all (default)")
    parser.add_argument("--teacher", default="normal", help="the bot that it learns from (default: normal)")
    parser.add_argument("--games", type=int, default=60, help="games to learn from (default: 60)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds in which they are played (default: 3)")
    parser.add_argument("--seed", type=int, default=1, help="of dice and weights (default: 1)")
    parser.add_argument("--measure", type=int, default=0, help="games a seat against each foe (default: none)")
    parser.add_argument("--against", nargs="*", default=["random", "easy", "normal"], help="these foes")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Learn, write the file, measure. Returns 0, or 1 where something was refused, which is then said."""
    options = _arguments(words)
    try:
        _learn(options, " ".join(["python3 -m wargame_lab.learners", *words]))
    except WargameError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def _learn(options: argparse.Namespace, command: str) -> None:
    from wargame_lab.learners.imitation import Teaching, imitate, measured
    from wargame_lab.learners.nets import RowPlayer

    for name in ("games", "rounds"):
        if getattr(options, name) < 1:
            raise WargameError(f"--{name} {getattr(options, name)}: at least 1 is needed")
    game = load(options.game)
    names = [scenario.id for scenario in game.rules.scenarios]
    scenarios = names if options.scenario == ALL else [game.rules.scenario(options.scenario or None).id]
    seats = game.seats if options.seat == ALL else (game.rules.seat(options.seat),)
    for foe in (options.teacher, *options.against):
        if foe not in game.bots:
            raise UnknownName("bot", foe, game.bots)
    teaching = Teaching(game, scenarios, seats, options.teacher, seed=options.seed)
    policy = imitate(teaching, options.games, options.rounds, say=lambda line: print(_timed(line), flush=True))
    policy.save(options.out, {"game": game.id, "command": command, "torch": version("torch")})
    print(_timed(f"{options.out}: {options.out.stat().st_size:,} bytes"), flush=True)
    player = partial(RowPlayer, policy.net(), teaching.encoder)
    for foe in options.against if options.measure else ():
        wins, game_count = measured(teaching, player, [foe], options.measure)[foe]
        print(_timed(f"won {wins} of {game_count} against {foe} ({wins / game_count:.0%})"), flush=True)


def _timed(line: str) -> str:
    return f"{process_time():5.0f} s  {line}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
