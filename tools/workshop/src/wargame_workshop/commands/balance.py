"""``wargame balance``: what decides the games of a version, and whether another version is fairer."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import click
from attrs import evolve

from wargame_console.options import FILE, WantedGame, open_game, read_assignments, with_game
from wargame_console.output import Output, progress_bar
from wargame_core import Game, UnknownName, WargameError
from wargame_core.data import read_toml, write_whole
from wargame_core.dice import new_seed
from wargame_lab.comparisons import in_words
from wargame_workshop.balance.report import roads_unused
from wargame_workshop.balance.study import Study, balance_text, compare, seconds_line, study, what_if_line
from wargame_workshop.splices import Splices

MOST = 2000
"""The number of games after which --until stops without an answer."""
KEY = "first_mover"


@click.command(epilog="Example: wargame balance ./my_campaign --games 100 --jobs 2 --out balance.html")
@click.option("--against", metavar="OTHER", help="Another version: the same seeds, the difference with its interval.")
@click.option("--games", metavar="NUMBER", type=click.IntRange(2), default=100, show_default=True)
@click.option(
    "--until",
    metavar="PERCENT",
    type=click.FloatRange(0.5, 50),
    help="Play until the share of wins is known to within PERCENT.",
)
@click.option("--what-if", "changes", multiple=True, metavar="AWARD=POINTS", help="Rescore with other points.")
@click.option(
    "--second-bot",
    metavar="NAME",
    default="random",
    show_default=True,
    help="A second bot, for comparison; `none` leaves it out.",
)
@click.option("--out", "target", metavar="FILE", type=FILE, help="Also write a web page.")
@with_game("bots", "seed", "jobs", "scenario")
def balance(
    out: Output,
    wanted: WantedGame,
    against: str | None,
    games: int,
    until: float | None,
    changes: tuple[str, ...],
    second_bot: str,
    target: Path | None,
) -> None:
    """Play many games and show what decides them: awards, course, places, losses; or compare two versions."""
    game = wanted.game
    loaded_game, scenario = wanted.open()
    players = wanted.who_plays(loaded_game)
    seed = new_seed() if wanted.seed is None else wanted.seed

    def run(source: str | Path, what: Game, who: dict[str, str], count: int) -> Study:
        with progress_bar(count) as step:
            return study(source, what, dict(who), count, seed, jobs=wanted.jobs, scenario=scenario, progress=step)

    first = run(game, loaded_game, players, games)
    while until is not None and first.half_width > until / 100 and len(first.games) < MOST:
        first = run(game, loaded_game, players, min(MOST, len(first.games) * 2))
    count = len(first.games)
    second = None
    if second_bot != "none" and second_bot not in players.values():
        second = run(game, loaded_game, evolve(wanted, bots=(second_bot,)).who_plays(loaded_game), min(count, 100))
    changed_points = _changes(changes, first)
    notes, answer = [], first.to_json(changed_points)
    if changed_points:
        notes.append(what_if_line(first, changed_points))
    if second is not None:
        notes.append(seconds_line(second))
        answer["second_bot"] = {"bots": dict(second.bots), "verdict": second.verdict(), "wins": second.wins}
    if against is not None:
        other = run(against, open_game(against)[0], players, count)
        differences = compare(first, other)
        notes += [f"against {against}:", *(f"  {line}" for line in in_words(differences))]
        answer["against"] = {"version": against, "differences": [row.to_json() for row in differences]}
    game_map = loaded_game.rules.map_of(loaded_game.start(scenario, seed=seed).board)
    if unused_roads := roads_unused(first.games, game_map) if game_map is not None else []:
        notes.append(f"roads along which nobody moved in {count} games: {', '.join(unused_roads)}")
    notes.append(_first_move(Path(game), first, lambda folder: run(folder, open_game(str(folder))[0], players, count)))
    answer |= {"roads_unused": unused_roads, "first_mover": notes[-1], "doubts": first.doubts()}
    if target is not None:
        from wargame_workshop.balance.study import balance_page

        write_whole(target, balance_page(first, second, game_map, notes))
        out.note(f"page: {target}")
    out.note(f"{first.title}: seed {seed}; " + ", ".join(f"{seat}: {bot} bot" for seat, bot in players.items()))
    out.result(answer, balance_text(first, second, notes))


def _changes(assignments: tuple[str, ...], first_study: Study) -> dict[str, float]:
    known_lines = [line for game in first_study.games[:1] for line in game.end.lines]
    changed_points = {}
    for line, value in read_assignments(assignments).items():
        if line not in known_lines:
            raise UnknownName("award", line, known_lines)
        try:
            changed_points[line] = float(value)
        except ValueError:
            raise WargameError(f"{line}={value}: points are a number") from None
    return changed_points


def _first_move(folder: Path, first_study: Study, run_study: Callable[[Path], Study]) -> str:
    """What moving first is worth, where the data of a folder say who does; it is played again the other way round."""
    files = sorted(folder.glob("*.toml")) if folder.is_dir() else []
    marked_files = [file for file in files if read_toml(file).data.get(KEY) in first_study.seats]
    if len(marked_files) != 1 or len(first_study.seats) != 2:
        return "first move: cannot be told apart from the sides here"
    doc = read_toml(marked_files[0])
    other_seat = next(seat for seat in first_study.seats if seat != doc.data[KEY])
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place, folder.resolve().name)
        copy.mkdir()
        for file in files:
            shutil.copy(file, copy / file.name)
        splices = Splices(doc.text)
        splices.replace((KEY,), other_seat)
        (copy / marked_files[0].name).write_text(splices.text(), encoding="utf-8")
        row = compare(first_study, run_study(copy))[0]
    doubt_text = "" if row.sure else ", not to be told from chance"
    change = f"{row.first:.0%} to {row.second:.0%} (± {row.half_width:.0%}{doubt_text})"
    return f"first move: with {other_seat} first, the {row.what} goes from {change}"
