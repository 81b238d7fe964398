"""Makes the table of docs/howto/learning.md: what bots and a learner win in the environments that have names.

    python3 benchmarks/environments.py [--seeds 3] [--games 100] [--steps 40000] [--jobs 2] [--only NAME ...] [--page]

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


USUAL_SIZE: Final = (3, 100, 40_000)
"""Seeds, games of each and choices to learn from, where nothing was measured yet."""
WHAT_LEARNS: Final = (
    "What learns is `benchmarks/row_policy.py`: it scores each row of the menu by itself, reads planes, pieces and "
    "globals in a logarithmic scale, and is rewarded on the way, as [below](#a-reward-on-the-way), with discount 0.99. "
    "A game of First Bull Run takes a random player some 90 choices, so that 8,192 are too few to learn a whole battle "
    "against `easy`. The two environments of the small battle are those to begin with: 24,000 choices there, a minute "
    "of one core, make it a little better than a random player and no more, in both. What has learnt "
    "[from a bot](#learn-from-a-bot) wins half of its games against `easy` in as much time."
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


def table(figures: list[Returns]) -> str:
    """The table of the page, and how it was made."""
    players = [*BOTS, LEARNER]
    lines = [f"| environment | seeds, games of each | {' | '.join(players)} |", "|---" * (2 + len(players)) + "|"]
    for named in ENVIRONMENTS:
        cells = {each.player: _cell(each) for each in figures if each.environment == named.id}
        if cells:
            seeds, games, _ = size_of(named.id, figures)
            row = (f"`{named.id}`", f"{seeds}, {games}", *(cells.get(player, "") for player in players))
            lines.append(f"| {' | '.join(row)} |")
    lines += [
        "",
        "The mean return of a game (1: every game won, -1: every game lost), ± the standard deviation of the seeds; "
        f"for {LEARNER} also the choices that it has learnt from with each seed. "
        "Where a field is empty the game has no such bot. The table is made by",
        "",
        "```console\n$ python3 benchmarks/environments.py --page\n```",
        "",
        WHAT_LEARNS,
        "",
    ]
    return "\n".join(lines)


def size_of(environment: str, figures: Iterable[Returns]) -> tuple[int, int, int]:
    """The seeds, the games of each and the choices learnt from that an environment was last measured with."""
    rows = [each for each in figures if each.environment == environment]
    if not rows:
        return USUAL_SIZE
    return len(rows[0].seeds), rows[0].games, max(row.steps for row in rows) or USUAL_SIZE[2]


def _cell(each: Returns) -> str:
    spread = f" ± {stdev(each.returns):.2f}" if len(each.returns) > 1 else ""
    learnt = f" ({each.steps:,})" if each.steps else ""
    return f"{mean(each.returns):.2f}{spread}{learnt}"


def page(before: str, figures: list[Returns]) -> str:
    """The page with its table made anew."""
    head, _, rest = before.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{table(figures)}\n{END}{tail}"


def stored() -> list[Returns]:
    """The figures that are kept."""
    return [Returns(**row) for row in json.loads(FIGURES.read_text(encoding="utf-8"))] if FIGURES.exists() else []


def main(argv: list[str]) -> int:
    """Measures, then prints the table or writes the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, help="seeds of every player (default: as it was measured last)")
    parser.add_argument("--games", type=int, help="games of each seed (default: as it was measured last)")
    parser.add_argument("--steps", type=int, help="choices that a learner learns from (default: as it learnt last)")
    parser.add_argument("--jobs", type=int, default=2, help="processes of the bots' games (default: 2)")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="environments or players; the rest stays")
    parser.add_argument("--page", action="store_true", help="keep the figures, and write the table of the page")
    options = parser.parse_args(argv)
    figures = {(each.environment, each.player): each for each in stored()}
    for named in ENVIRONMENTS:
        kept = size_of(named.id, figures.values())
        asked = (options.seeds, options.games, options.steps)
        seeds, games, steps = (asked_for or last for asked_for, last in zip(asked, kept, strict=True))
        for player in (*BOTS, LEARNER):
            if options.only and not {named.id, player} <= {*options.only, *_unnamed(options.only)}:
                continue
            each = _measured_player(named, player, seeds, games, steps, options.jobs)
            if each is None:
                continue
            figures[named.id, player] = each
            print(f"{named.id} {player}: {_cell(each)} ({each.seconds:.0f} s)", flush=True)
            if options.page:
                _keep(list(figures.values()))
    if not options.page:
        print(table(list(figures.values())))
    return 0


def _measured_player(
    named: NamedEnvironment, player: str, seeds: int, games: int, steps: int, jobs: int
) -> Returns | None:
    """What a bot or the learner got; nothing where the game has no such bot, or the learner is not installed."""
    numbers = list(range(1, seeds + 1))
    if player == LEARNER and find_spec("sb3_contrib") is None:
        print(f"{named.id} {player}: not measured, because sb3-contrib is not installed", flush=True)
        return None
    if player == LEARNER:
        return by_learner(named, numbers, games, steps)
    return by_bot(named, player, numbers, games, jobs) if player in load(named.game).bots else None


def _unnamed(only: list[str]) -> set[str]:
    """The environments or players of which ``--only`` names none: all of them are meant."""
    everyone, everywhere = {*BOTS, LEARNER}, {named.id for named in ENVIRONMENTS}
    return (set() if everyone & set(only) else everyone) | (set() if everywhere & set(only) else everywhere)


def _keep(figures: list[Returns]) -> None:
    FIGURES.write_text(json.dumps([asdict(each) for each in figures], indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), figures), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
