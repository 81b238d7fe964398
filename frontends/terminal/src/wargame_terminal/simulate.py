"""``wargame simulate``: many games, and who won how often."""

from __future__ import annotations

import shlex
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

import click

from wargame_core.dice import new_seed
from wargame_core.plugins.discovery import looks_like_a_path
from wargame_terminal.narrator import read_bots
from wargame_terminal.output import (
    Output,
    Progress,
    bot_names,
    data_option,
    game_names,
    game_options,
    open_game,
    progress_shown,
    scenario_option,
    table,
    with_output,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame_lab.results import Simulation


@click.command(epilog="Example: wargame simulate vicksburg --games 100 --seed 1 --jobs 2")
@click.argument("game", shell_complete=game_names)
@click.option("--games", metavar="NUMBER", type=click.IntRange(1), default=100, show_default=True)
@click.option(
    "--seed",
    metavar="NUMBER",
    type=int,
    help="Seed of the whole batch; a random one is drawn and printed if not given.",
)
@click.option(
    "--jobs",
    metavar="NUMBER",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Processes; results do not change.",
)
@click.option(
    "--bot", "bots", multiple=True, metavar="[SEAT=]NAME", shell_complete=bot_names, help="Who plays; see info."
)
@click.option(
    "--against",
    metavar="BOT",
    shell_complete=bot_names,
    help="Which is stronger, --bot or this one: as many games on the same dice from each seat as it takes to tell.",
)
@click.option(
    "--out",
    "file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A JSON line a game, written as it ends; what was stopped goes on with it.",
)
@scenario_option
@game_options
@data_option
@with_output
def simulate(
    out: Output,
    game: str,
    games: int,
    seed: int | None,
    jobs: int,
    bots: tuple[str, ...],
    against: str | None,
    file: Path | None,
    scenario: str | None,
    options: dict[str, object],
    data: Path | None,
) -> None:
    """Play many games and count. --scenario all plays every scenario and compares them."""
    from wargame_lab import batches as simulation
    from wargame_lab.duels import duel, file_of

    every = scenario == "all"
    chosen, scenario = open_game(game, data, None if every else scenario)
    given = click.get_current_context().params["scenario"]
    source = given if given and looks_like_a_path(given) else game
    seed = _seed(seed, file if file is None or against is None else file_of(file, chosen.seats[0]))
    players = read_bots(chosen, bots, chosen.seats)
    if against is not None:
        first, *others = sorted(set(players.values()))
        if others or every:
            raise click.UsageError("--against measures one --bot, in one scenario")
        read_bots(chosen, (against,), chosen.seats)
        with _told_as_notes(out), progress_shown(games) as step:
            told = duel(
                *(source, first, against, games, seed),
                jobs=jobs,
                scenario=scenario,
                options=options,
                progress=step,
                data=data,
                out=file,
            )
        words = ["wargame", "simulate", game, "--bot", first, "--against", against, "--games", str(games)]
        words += ["--seed", str(seed), *(("--scenario", given) if given else ())]
        command = shlex.join([*words, *(f"--{name}={value}" for name, value in options.items())])
        out.result({**told.to_json(), "command": command}, f"{told}\n  {command}")
        return

    def run(name: str | None, progress: Progress | None) -> Simulation:
        return simulation.simulate(
            source,
            players,
            games,
            seed,
            jobs=jobs,
            scenario=name,
            options=options,
            progress=progress,
            data=data,
            out=file,
        )

    out.note(f"{chosen.title}: seed {seed}; " + ", ".join(f"{seat}: {bot} bot" for seat, bot in players.items()))
    names = [known.id for known in chosen.scenarios] if every else [scenario]
    with _told_as_notes(out), progress_shown(games * len(names)) as step:
        done = [run(name, step) for name in names]
    if every:
        by_scenario = {
            simulation.batch.scenario: simulation for simulation in done if simulation.batch.scenario is not None
        }
        total = sum(len(simulation.games) for simulation in done)
        ended = sum(len(simulation.finished) for simulation in done)
        figures = {name: simulation.to_json() for name, simulation in by_scenario.items()}
        out.result(
            {"games": total, "finished": ended, "seed": seed, "scenarios": figures}, _compare(by_scenario, games)
        )
    else:
        out.result(done[0].to_json(), str(done[0]))


@contextmanager
def _told_as_notes(out: Output) -> Iterator[None]:
    """What is warned of (a line of the file that was cut off) is a note, in words alone."""
    with catch_warnings(record=True) as warned:
        simplefilter("always", UserWarning)
        yield
    for warning in warned:
        if warning.category is UserWarning:
            out.note(str(warning.message))


def _seed(given: int | None, file: Path | None) -> int:
    """The seed that was given, else that of the batch that the file has begun, else a new one."""
    from wargame_lab.batches import seed_in

    begun = seed_in(file) if given is None and file is not None else given
    return new_seed() if begun is None else begun


def _compare(by_scenario: dict[str, Simulation], games: int) -> str:
    """A table of win rates by scenario, with 95 % intervals."""
    names = list(next(iter(by_scenario.values())).wins)
    rows = [("scenario", *(f"{name} wins" for name in names), "turns", "unfinished")]
    for scenario, simulation in by_scenario.items():
        ended = max(1, len(simulation.finished))
        shares = []
        for name in names:
            low, high = simulation.win_ci95[name]
            shares.append(f"{simulation.wins[name] / ended:4.0%} ({low:.0%} to {high:.0%})")
        unfinished = str(len(simulation.games) - len(simulation.finished) or "")
        rows.append((scenario, *shares, f"{simulation.mean_turns:.1f}", unfinished))
    return f"{games} games of each scenario; in brackets 95 % intervals\n\n{table(rows, '')}"
