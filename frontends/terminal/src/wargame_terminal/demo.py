"""``wargame demo``: a whole game between two bots, told as a story, kept as a record and as a web page."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from wargame_core.dice import new_seed
from wargame_core.game import Game
from wargame_core.records.record import Record
from wargame_pictures.stories.story import Narrator, Sentence
from wargame_terminal.errors import program
from wargame_terminal.narrator import StoryPrinter, make_bot, read_bots, tell_outcome, watch
from wargame_terminal.output import (
    Output,
    bot_names,
    data_option,
    game_names,
    game_options,
    open_game,
    scenario_option,
    table,
    with_output,
)


@click.command(epilog="Example: wargame demo vicksburg --seed 1863")
@click.argument("game", shell_complete=game_names)
@click.option(
    "--seed", metavar="NUMBER", type=int, help="Seed of all dice; a random one is drawn and printed if not given."
)
@click.option(
    "--bot", "bots", multiple=True, metavar="[SEAT=]NAME", shell_complete=bot_names, help="Who plays; see info."
)
@click.option(
    "--out", "folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path), default=Path("demo-out")
)
@scenario_option
@game_options
@data_option
@with_output
def demo(
    out: Output,
    game: str,
    seed: int | None,
    bots: tuple[str, ...],
    folder: Path,
    scenario: str | None,
    options: dict[str, Any],
    data: Path | None,
) -> None:
    """Watch one whole game, bot against bot; keeps its record and makes a web page of it."""
    from wargame_core.data.files import write_whole
    from wargame_pictures.stories.film import Camera
    from wargame_pictures.stories.web_page import page

    scenario_given = scenario
    chosen, scenario = open_game(game, data, scenario)
    chosen.rules.need_people(options, ())
    seed = new_seed() if seed is None else seed
    names = read_bots(chosen, bots, chosen.seats)
    players = {seat: make_bot(chosen, name, seat, seed) for seat, name in names.items()}
    who = ", ".join(f"{seat}: {name} bot" for seat, name in names.items())
    out.say(chosen.title, bold=True)
    out.say(f"seed {seed}; {who}")
    match = chosen.start(scenario, seed=seed, **options)
    camera = Camera(chosen)
    narrator = watch(chosen, match, players, StoryPrinter(out), camera.take)
    tell_outcome(out, match.outcome)

    record = Record.of(match).save(folder / f"{chosen.id}.jsonl")
    facts = {"scenario": match.state.scenario, "seed": seed, "played by": who, **match.state.options}
    footer = [f"Record: {record.name}. Play it again: wargame demo {game} --seed {seed}"]
    made = write_whole(
        folder / f"{chosen.id}.html",
        page(chosen, narrator.chapters, match.outcome, facts=facts, footer=footer, film=camera.film),
    )
    as_json = {
        "game": chosen.id,
        "seed": seed,
        "outcome": match.outcome.to_json() if match.outcome else None,
        "record": str(record),
        "page": str(made),
    }
    same = " ".join([game, *_given(scenario_given, options, data)])
    kept = f"Kept: {record} (the record) and {made} (a web page: the board step by step, the story, charts)."
    tries = table(_to_try_next(chosen, game, same, record, _interesting(narrator)))
    out.result(as_json, "\n".join(["", kept, "", "What to try next:", tries]))


def _to_try_next(chosen: Game, game: str, same: str, record: Path, at: int) -> list[tuple[str, str]]:
    """Commands with what they do; ``same`` are the words for the game just played."""
    seat, run = chosen.seats[0], program()
    return [
        (f"{run} play {same} --seat {seat}", f"play {seat} yourself against the bot"),
        (f"{run} explain {record} --at {at}", "why something happened, with every modifier"),
        (f"{run} simulate {same} --games 100", "who wins how often"),
        (f"{run} info {game}", "scenarios, options and the sequence of play"),
    ]


def _given(scenario: str | None, options: Mapping[str, str], data: Path | None) -> list[str]:
    """The words of the command line that make it the same game again."""
    words = [f"--scenario {scenario}"] if scenario else []
    words += [f"--option {name}={value}" for name, value in options.items()]
    return [*words, *([f"--data {data}"] if data else [])]


def _interesting(narrator: Narrator) -> int:
    """The number of an answer worth explaining: the weightiest of the story, or the last with a ruling."""
    sentences = [item for chapter in narrator.chapters for item in chapter.items if isinstance(item, Sentence)]
    ruled = [sentence for sentence in sentences if getattr(sentence.event, "ruling", None) is not None]
    return max(ruled or sentences, key=lambda sentence: sentence.weight).at if sentences else 0
