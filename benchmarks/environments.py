"""Makes the table of docs/howto/learning.md: what bots and a learner win in the environments that have names.

    python3 benchmarks/environments.py [--seeds 3] [--games 40] [--steps 40000] [--jobs 2] [--only NAME ...] [--page]

The bots of a game and a random player take the seat of each environment for the same games; MaskablePPO learns in it
with each seed for so many choices and is measured in games that it never learnt from. It takes ``pip install
sb3-contrib`` in the same environment; without that, its rows stay as they are. ``--page`` keeps the figures in
benchmarks/environments.json and writes the table of the page from them; environments that were not asked for keep
theirs.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from statistics import mean, stdev
from time import process_time
from typing import Any, Final

import gymnasium
from attrs import asdict, frozen

from wargame_core import load
from wargame_lab import simulate
from wargame_lab.environments import ENVIRONMENTS, NamedEnvironment

ROOT: Final = Path(__file__).resolve().parent.parent
FIGURES: Final = ROOT / "benchmarks" / "environments.json"
PAGE: Final = ROOT / "docs" / "howto" / "learning.md"
BEGIN, END = "<!-- made by benchmarks/environments.py -->\n", "<!-- end of environments -->\n"
BOTS: Final = ("random", "easy", "normal", "hard")
LEARNER: Final = "MaskablePPO"


CHOICES: Final = 90
"""About how often the seat of ``wargame/battlecry-v0`` chooses in a game, where it plays at random."""
WHAT_LEARNS: Final = (
    "What learns is `benchmarks/row_policy.py`: it scores each row of the menu by itself, reads planes, pieces and "
    "globals in a logarithmic scale, and is rewarded on the way, as [below](#a-reward-on-the-way), with discount 0.99. "
    "Its {steps:,} choices are some {games} games of First Bull Run, which are too few to learn a whole battle against "
    "`easy`: the [learner below](#a-learner-that-learns) wins its first games after 300, in a battle of three units "
    "against three and against players that slip. A choice takes some ten milliseconds of one core, so that "
    "`--steps 100000` takes some 20 minutes for each seed; longer learning than that of the table was not measured."
)
"""What the figures of the learner rest on."""


@frozen
class Returns:
    """What one player got in one environment: the sum of the rewards of each seed's games."""

    environment: str
    player: str
    seeds: list[int]
    games: int
    """Games of each seed."""
    returns: list[float]
    """The mean of a game, by seed: 1 is a win in each, -1 a loss."""
    steps: int
    """The choices that a learner has learnt from."""
    seconds: float
    """Processor time of learning and measuring, all seeds together."""


def by_bot(named: NamedEnvironment, bot: str, seeds: list[int], games: int, jobs: int) -> Returns:
    """Let a bot play the seat; a game that is not over after the environment's choices is worth 0."""
    game, started = load(named.game), process_time()
    players = {seat: bot if seat == named.seat else named.opponent for seat in game.seats}
    returns = []
    for seed in seeds:
        played = simulate(game, players, scenario=named.scenario, games=games, seed=seed, jobs=jobs)
        ends = (result.outcome for result in played.games)
        returns.append(mean(end.utilities(game.seats)[named.seat] if end is not None else 0.0 for end in ends))
    return Returns(named.id, bot, seeds, games, returns, 0, round(process_time() - started, 1))


def by_learner(named: NamedEnvironment, seeds: list[int], games: int, steps: int) -> Returns:
    """Let MaskablePPO learn with each seed, rewarded on the way too, and measure it without that reward."""
    from benchmarks.row_policy import RowPolicy, actions
    from sb3_contrib import MaskablePPO

    from wargame_lab.adapters.episode import Shaping

    started, returns = process_time(), []
    for seed in seeds:
        school = gymnasium.make(named.id, shaping=Shaping(discount=0.99))
        sizes = school.unwrapped.encoder.sizes
        learner = MaskablePPO(
            RowPolicy, school, seed=seed, n_steps=512, batch_size=128, n_epochs=4, policy_kwargs={"sizes": sizes}
        )
        learner.learn(steps)
        returns.append(mean(measured(gymnasium.make(named.id), actions(learner), seed, games)))
    return Returns(named.id, LEARNER, seeds, games, returns, steps, round(process_time() - started, 1))


def measured(env: Any, choose: Any, seed: int, games: int) -> Iterable[float]:
    """The return of each of so many games with seeds that nobody learns from."""
    for game in range(games):
        seen, _ = env.reset(seed=10**6 * seed + game)
        total, over, cut = 0.0, False, False
        while not (over or cut):
            seen, reward, over, cut, _ = env.step(choose(seen))
            total += reward
        yield total


def table(figures: list[Returns], command: str) -> str:
    """The table of the page, and how it was made."""
    players = [*BOTS, LEARNER]
    lines = [f"| environment | {' | '.join(players)} |", "|---" * (1 + len(players)) + "|"]
    for named in ENVIRONMENTS:
        cells = {each.player: _cell(each) for each in figures if each.environment == named.id}
        if cells:
            lines.append(f"| `{named.id}` | {' | '.join(cells.get(player, '') for player in players)} |")
    seeds, games = figures[0].seeds, figures[0].games
    learnt = next((each.steps for each in figures if each.player == LEARNER), 0)
    lines += [
        "",
        "The mean return of a game (1: every game won, -1: every game lost) over seeds "
        f"{', '.join(map(str, seeds))} with {games} games each, ± the standard deviation of the seeds. {LEARNER} has "
        f"learnt from {learnt:,} choices with each seed. An empty field was not measured. The table is made by",
        "",
        f"```console\n$ {command}\n```",
        "",
        WHAT_LEARNS.format(steps=learnt, games=round(learnt / CHOICES)),
        "",
    ]
    return "\n".join(lines)


def _cell(each: Returns) -> str:
    spread = f" ± {stdev(each.returns):.2f}" if len(each.returns) > 1 else ""
    return f"{mean(each.returns):.2f}{spread}"


def page(before: str, figures: list[Returns], command: str) -> str:
    """The page with its table made anew."""
    head, _, rest = before.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{table(figures, command)}\n{END}{tail}"


def stored() -> tuple[list[Returns], str]:
    """The figures that are kept, and the command that made them."""
    if not FIGURES.exists():
        return [], ""
    data = json.loads(FIGURES.read_text(encoding="utf-8"))
    return [Returns(**row) for row in data["rows"]], data["command"]


def main(argv: list[str]) -> int:
    """Measures, then prints the table or writes the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=3, help="seeds of every player (default: 3)")
    parser.add_argument("--games", type=int, default=40, help="games of each seed (default: 40)")
    parser.add_argument("--steps", type=int, default=40_000, help="choices that a learner learns from")
    parser.add_argument("--jobs", type=int, default=2, help="processes of the bots' games (default: 2)")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="environments or players; the rest stays")
    parser.add_argument("--page", action="store_true", help="keep the figures, and write the table of the page")
    options = parser.parse_args(argv)
    asked = (f"--{name} {getattr(options, name)}" for name in ("seeds", "games", "steps"))
    command = " ".join(["python3 benchmarks/environments.py", *asked, "--page"])
    seeds = list(range(1, options.seeds + 1))
    figures = {(each.environment, each.player): each for each in stored()[0]}
    for named in ENVIRONMENTS:
        for player in (*BOTS, LEARNER):
            if options.only and not {named.id, player} <= {*options.only, *_unnamed(options.only)}:
                continue
            if player == LEARNER and find_spec("sb3_contrib") is None:
                print(f"{named.id} {player}: not measured, because sb3-contrib is not installed", flush=True)
                continue
            if player != LEARNER and player not in load(named.game).bots:
                continue
            each = (
                by_learner(named, seeds, options.games, options.steps)
                if player == LEARNER
                else by_bot(named, player, seeds, options.games, options.jobs)
            )
            figures[named.id, player] = each
            print(f"{named.id} {player}: {_cell(each)} ({each.seconds:.0f} s)", flush=True)
            if options.page:
                _keep(list(figures.values()), command)
    if not options.page:
        print(table(list(figures.values()), command))
    return 0


def _unnamed(only: list[str]) -> set[str]:
    """The environments or players of which ``--only`` names none: all of them are meant."""
    everyone, everywhere = {*BOTS, LEARNER}, {named.id for named in ENVIRONMENTS}
    return (set() if everyone & set(only) else everyone) | (set() if everywhere & set(only) else everywhere)


def _keep(figures: list[Returns], command: str) -> None:
    data = {"command": command, "rows": [asdict(each) for each in figures]}
    FIGURES.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), figures, command), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
