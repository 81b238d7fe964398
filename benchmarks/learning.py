"""Makes the curve on docs/howto/learning.md: how well the example of a learner plays, by games learnt from.

    python3 benchmarks/learning.py [--seeds 5] [--updates 60] [--every 20] [--games 40] [--jobs 2] [--page]

Each seed learns from the beginning, and on the way plays games that it does not learn from against the bots of
`AGAINST`. ``--page`` keeps the figures in benchmarks/learning.json and writes table and picture of the page from them.
The page is true for the bots and rules of the day on which it was made.
"""

import argparse
import json
import sys
from concurrent.futures import as_completed
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from statistics import mean, stdev
from time import process_time
from types import ModuleType
from typing import Final

from attrs import asdict, frozen

from wargame_core.plugins.discovery import load
from wargame_lab.playouts import processes
from wargame_pictures.draw.charts import line_chart

ROOT: Final = Path(__file__).resolve().parent.parent
EXAMPLE: Final = ROOT / "docs" / "howto" / "learning_to_fight.py"
FIGURES: Final = ROOT / "benchmarks" / "learning.json"
PAGE: Final = ROOT / "docs" / "howto" / "learning.md"
PICTURE: Final = ROOT / "docs" / "images" / "learning.svg"
BEGIN, END = "<!-- made by benchmarks/learning.py -->\n", "<!-- end -->\n"
AGAINST: Final = ("easy", "normal")


@frozen
class Run:
    """What one seed learnt: at each measurement the games learnt from, and the games won against each bot."""

    seed: int
    measured: int
    """Games of a measurement against one bot."""
    learnt: list[int]
    won: dict[str, list[int]]
    rungs: list[int]
    """The rung of the ladder it stood on, from 0."""
    seconds: list[float]
    """Processor time so far, measurements included."""


def example() -> ModuleType:
    """The example as a module."""
    spec = spec_from_file_location("learning_to_fight", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def learn(seed: int, updates: int, every: int, games: int) -> Run:
    """Learn with a seed, and measure at the beginning and after every so many updates."""
    lesson = example()
    learner, started = lesson.Learner(load(lesson.BATTLE), seed), process_time()
    run = Run(seed, games, [], {foe: [] for foe in AGAINST}, [], [])
    for update in range(updates + 1):
        if update % every == 0:
            run.learnt.append(update * lesson.BATCH)
            run.rungs.append(learner.rung)
            for foe in AGAINST:
                run.won[foe].append(learner.wins(foe, games))
            run.seconds.append(round(process_time() - started, 1))
        if update < updates:
            learner.update()
    return run


def parts(runs: list[Run], foe: str) -> list[list[float]]:
    """At each measurement the part of the games that each seed won against a bot, in per cent."""
    each = zip(*([100 * won / run.measured for won in run.won[foe]] for run in runs), strict=True)
    return [list(at) for at in each]


def table(runs: list[Run], command: str) -> str:
    """The table of the page, and what it means."""
    heads = "".join(f" won against {foe}: mean ± spread | least to most |" for foe in AGAINST)
    lines = [f"| games learnt from | processor time |{heads}", "|---" * (2 + 2 * len(AGAINST)) + "|"]
    for number, learnt in enumerate(runs[0].learnt):
        cells = [f"{learnt:,}", f"{mean(run.seconds[number] for run in runs):.0f} s"]
        for foe in AGAINST:
            at = parts(runs, foe)[number]
            cells += [f"{mean(at):.0f} ± {stdev(at):.0f} %", f"{min(at):.0f} to {max(at):.0f} %"]
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        f"Seeds {', '.join(str(run.seed) for run in runs)}; a measurement is {runs[0].measured} games of each seed "
        "against each bot; the spread is the standard deviation of the seeds, the luck of the measured games included. "
        "This table and the picture are made by",
        "",
        f"```console\n$ {command}\n```",
        "",
    ]
    return "\n".join(lines)


def picture(runs: list[Run]) -> str:
    """The curve of the page: the mean of the seeds against each bot, and the best and worst seed against the first."""
    lines = {f"{foe}, mean": [mean(part) for part in parts(runs, foe)] for foe in AGAINST}
    for name, choose in (("best", max), ("worst", min)):
        lines[f"{AGAINST[0]}, {name} seed"] = [choose(part) for part in parts(runs, AGAINST[0])]
    games = [f"{learnt:,}" for learnt in runs[0].learnt]
    return line_chart(lines, games, "Games won in per cent, by games learnt from")


def page(before: str, runs: list[Run], command: str) -> str:
    """The page with its table made anew."""
    head, _, rest = before.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{table(runs, command)}\n{END}{tail}"


def kept() -> tuple[list[Run], str]:
    """The runs whose figures are kept, and the command that made them."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    return [Run(**run) for run in figures["runs"]], figures["command"]


def main(argv: list[str]) -> int:
    """Learns, then prints the table or writes the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=5, help="learners (default: 5)")
    parser.add_argument("--updates", type=int, default=60, help="steps of the weights of each (default: 60)")
    parser.add_argument("--every", type=int, default=20, help="steps from one measurement to the next (default: 20)")
    parser.add_argument("--games", type=int, default=40, help="games of a measurement (default: 40)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    parser.add_argument("--page", action="store_true", help="keep the figures, and write the page and its picture")
    options = parser.parse_args(argv)
    asked = (f"--{name} {getattr(options, name)}" for name in ("seeds", "updates", "every", "games"))
    command = " ".join(["python3 benchmarks/learning.py", *asked, "--page"])
    with processes(options.jobs) as pool:
        lesson = (options.updates, options.every, options.games)
        waiting = [pool.submit(learn, seed, *lesson) for seed in range(1, options.seeds + 1)]
        for done in as_completed(waiting):
            print(done.result(), flush=True)
        runs = [done.result() for done in waiting]
    if options.page:
        figures = {"command": command, "runs": [asdict(run) for run in runs]}
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), runs, command), encoding="utf-8")
        PICTURE.write_text(picture(runs), encoding="utf-8")
    else:
        print(table(runs, command))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
