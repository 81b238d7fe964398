"""Makes the table of docs/howto/learning.md on `RowPolicy`: what a net that learnt from a bot wins in the small battle.

    python3 benchmarks/row_learner.py [--seeds 1] [--games 60] [--measured 40] [--page]

Each seed learns from the beginning, and is measured in games that it did not learn from, beside its teacher. ``--page``
keeps the figures in benchmarks/row_learner.json and writes the table of the page. It takes torch.
"""

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Final

from attrs import asdict, frozen

from wargame_core import Game, load
from wargame_core.flow.players import Player

if TYPE_CHECKING:
    from wargame_lab.learners.imitation import Teaching

ROOT: Final = Path(__file__).resolve().parent.parent
BATTLE: Final = ROOT / "plugins/battlecry/src/wargame_battlecry/small_battle.toml"
FIGURES: Final = ROOT / "benchmarks" / "row_learner.json"
PAGE: Final = ROOT / "docs" / "howto" / "learning.md"
BEGIN, END = "<!-- made by benchmarks/row_learner.py -->\n", "<!-- end of row_learner -->\n"
SEAT, TEACHER = "union", "normal"
AGAINST: Final = ("easy", "normal")


@frozen
class LearnerResult:
    """What one player won in the small battle: a net of a seed, or its teacher."""

    player: str
    seconds: int
    """Processor time of learning; 0 for the teacher."""
    won: dict[str, int]
    """By foe, of so many games as `Measurement.measured` says."""


@frozen
class Measurement:
    """All that the table says."""

    command: str
    digest: str
    """The digest of the rules and bots that it was made with."""
    games: int
    measured: int
    rows: list[LearnerResult]


def teaching_of(game: Game, seed: int) -> "Teaching":
    """The teaching of the small battle."""
    from wargame_lab.learners.imitation import Teaching

    return Teaching(game, [scenario.id for scenario in game.rules.scenarios], [SEAT], TEACHER, seed=seed)


def measure_learner(seed: int, games: int, measured_games: int) -> LearnerResult:
    """A net that has learnt with a seed, and is measured."""
    from wargame_lab.learners.imitation import imitate
    from wargame_lab.learners.nets import RowPlayer

    teaching, started = teaching_of(load(BATTLE), seed), process_time()
    net = imitate(teaching, games).net()
    seconds = round(process_time() - started)
    return LearnerResult(
        f"net of seed {seed}", seconds, won_by(teaching, partial(RowPlayer, net, teaching.encoder), measured_games)
    )


def won_by(teaching: "Teaching", player: Callable[..., Player], games: int) -> dict[str, int]:
    """The games that a player wins against each foe."""
    from wargame_lab.learners.imitation import measured

    return {foe: won for foe, (won, _) in measured(teaching, player, AGAINST, games).items()}


def table(measurement: Measurement) -> str:
    """The table of the page, and how it was made."""
    lines = [
        f"| player | learning took | {' | '.join(f'won against {foe}' for foe in AGAINST)} |",
        "|---" * (2 + len(AGAINST)) + "|",
    ]
    for row in measurement.rows:
        won = (f"{row.won[foe]} ({row.won[foe] / measurement.measured:.0%})" for foe in AGAINST)
        lines.append(f"| {row.player} | {f'{row.seconds} s' if row.seconds else ''} | {' | '.join(won)} |")
    return "\n".join(
        [
            *lines,
            "",
            f"A net has learnt from {measurement.games} games, on one core, and is measured in {measurement.measured} "
            f"against each. The rules and bots had the digest `{measurement.digest}`, and the command was",
            "",
            f"```console\n$ {measurement.command}\n```",
            "",
        ]
    )


def page(before: str, measurement: Measurement) -> str:
    """The page with its table made anew."""
    head, _, rest = before.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{table(measurement)}\n{END}{tail}"


def stored() -> Measurement:
    """The figures that are kept."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    return Measurement(**figures | {"rows": [LearnerResult(**row) for row in figures["rows"]]})


def main(words: list[str]) -> int:
    """Learns, then prints the table or writes the page."""
    from wargame_lab.made_with import made_with

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=1, help="nets (default: 1)")
    parser.add_argument("--games", type=int, default=60, help="games that each learns from (default: 60)")
    parser.add_argument("--measured", type=int, default=40, help="games against each foe (default: 40)")
    parser.add_argument("--page", action="store_true", help="keep the figures, and write the table of the page")
    options = parser.parse_args(words)
    asked = (f"--{name} {getattr(options, name)}" for name in ("seeds", "games", "measured"))
    command = " ".join(["python3 benchmarks/row_learner.py", *asked, "--page"])
    rows = []
    for seed in range(1, options.seeds + 1):
        rows.append(measure_learner(seed, options.games, options.measured))
        print(rows[-1], flush=True)
    game = load(BATTLE)
    taught = won_by(teaching_of(game, 1), partial(game.bot, TEACHER), options.measured)
    rows.append(LearnerResult(f"its teacher, `{TEACHER}`", 0, taught))
    measurement = Measurement(command, made_with("battlecry"), options.games, options.measured, rows)
    if options.page:
        FIGURES.write_text(json.dumps(asdict(measurement), indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), measurement), encoding="utf-8")
    else:
        print(table(measurement))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
