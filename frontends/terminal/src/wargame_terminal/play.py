"""``wargame play``: people against bots, people against people, or bots alone."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import click

from wargame_core.dice import new_seed
from wargame_core.errors import WargameError
from wargame_core.flow.entries import Chose, ChoseTogether
from wargame_core.json_form import JsonObject
from wargame_terminal.errors import INTERRUPTED, program
from wargame_terminal.narrator import NewPlans, StoryPrinter, make_bot, read_bots, tell_outcome, watch
from wargame_terminal.output import (
    Output,
    all_seats,
    bot_names,
    data_option,
    game_names,
    game_options,
    open_game,
    scenario_option,
    seat_names,
    with_output,
)
from wargame_terminal.prompt import Leave, typed_dice
from wargame_terminal.session import Session
from wargame_terminal.session_commands import COMMAND_TABLE

if TYPE_CHECKING:
    from wargame_core.dice import DiceSource
    from wargame_core.flow.entries import Entry
    from wargame_core.flow.events import Outcome
    from wargame_core.flow.match import Match
    from wargame_core.game import Game

EVERYBODY = ("both", "all")


@click.command(
    epilog="Examples: wargame play vicksburg --seat federal; wargame play ./my_campaign; wargame play battlecry "
    "--scenario ./my_battle.toml; wargame play --resume FILE"
)
@click.argument("game", required=False, shell_complete=game_names)
@click.option(
    "--seat",
    "seats",
    metavar="SEAT",
    multiple=True,
    shell_complete=seat_names,
    help="Play this seat yourself; again, or `both`, for several people.",
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="[SEAT=]NAME",
    shell_complete=bot_names,
    help="Who plays the other seats; see info.",
)
@click.option(
    "--think", metavar="SECONDS", type=click.FloatRange(0, min_open=True), help="For each choice of a search."
)
@click.option("--jobs", metavar="NUMBER", type=click.IntRange(1), default=1, help="Processes of a search.")
@click.option(
    "--seed", metavar="NUMBER", type=int, help="Seed of all dice; a random one is drawn and printed if not given."
)
@click.option("--dice", type=click.Choice(["seeded", "ask"]), default="seeded", help="ask: type the dice you rolled.")
@click.option(
    "--record",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the game in this file as it goes.",
)
@click.option("--ask-forced", is_flag=True, help="Ask also where there is one answer only, which passes by itself.")
@click.option("--resume", metavar="FILE", type=click.Path(path_type=Path), help="Go on with the game in this file.")
@scenario_option
@game_options
@data_option
@with_output
def play(
    out: Output,
    game: str | None,
    seats: tuple[str, ...],
    bots: tuple[str, ...],
    think: float | None,
    jobs: int,
    seed: int | None,
    dice: str,
    record: Path | None,
    ask_forced: bool,
    resume: Path | None,
    scenario: str | None,
    options: dict[str, Any],
    data: Path | None,
) -> None:
    """Play a game. Without --seat, bots play it alone."""
    if resume is not None and (scenario or options):
        raise click.UsageError("a game that is gone on with has its scenario and options already")
    chosen, scenario = _game(game, resume, data, scenario)
    people = _people(chosen, seats)
    names = read_bots(chosen, bots, tuple(seat for seat in chosen.seats if seat not in people))
    shown = seed is not None or not people
    seed = new_seed() if seed is None and resume is None else seed
    source = typed_dice(out) if dice == "ask" else None
    out.say(chosen.title, bold=True)
    try:
        match, file = _begin(out, chosen, people, resume, seed, source, scenario, options)
    except Leave:
        return
    seed = match.seed if match.seed is not None else new_seed() if seed is None else seed
    _tell_dice(out, match, seed if shown else None, dice)
    if record is None and (resume is not None or people):
        record = file if file is not None else Path(f"{chosen.id}-{seed if shown else token_hex(4)}.jsonl")
    _write_on(match, record, resume, people)
    players = {seat: make_bot(chosen, name, seat, seed, think, jobs) for seat, name in names.items()}
    hint = _hint(game, record, seats, dice, data)
    try:
        if people:
            session = Session(out, chosen, match, people, players, COMMAND_TABLE, ask_forced=ask_forced, record=record)
            _sit(session, record, hint)
        else:
            watch(chosen, match, players, None if out.json else StoryPrinter(out))
    except KeyboardInterrupt:
        out.note(f"\ninterrupted; go on with: {hint}" if record else "\ninterrupted; nothing was kept (see --record)")
        click.get_current_context().exit(INTERRUPTED)
    except Exception as problem:
        if record is not None:
            problem.add_note(f"the game is kept in {record}: {hint}")
        raise
    if match.outcome is not None:
        if people:  # while they played, the plans of the others were none of their business
            for plan in NewPlans(players).since_last_time():
                out.tell(plan, "  ")
        _tell_the_end(out, match, match.outcome, record, seed if dice == "seeded" else None)
    out.result(summary(match, seed if shown or match.outcome is not None else None, record))


def _write_on(match: Match, record: Path | None, resume: Path | None, people: tuple[str, ...]) -> None:
    """Keep the record of the match from now on, without writing over that of another game."""
    from wargame_core.records.record import Journal

    if record is not None and record != resume:
        _keep_what_is_there(record, people)
    if record is not None:
        Journal(match, record)


def _tell_the_end(out: Output, match: Match, outcome: Outcome, record: Path | None, seed: int | None) -> None:
    """Say how the game ended, and close its record: what is missing from it later was cut off."""
    from wargame_core.records.record import Record

    tell_outcome(out, outcome)
    if record is not None:
        out.say(f"record: {Record.of(match).save(record)}")
        if seed is not None:
            out.say(f"seed {seed}: `{program()} verify {record}` checks every die")


def _tell_dice(out: Output, match: Match, seed: int | None, dice: str) -> None:
    """Say where the dice come from; a person who plays learns a seed that nobody typed at the end only."""
    if dice == "ask":
        out.say("the dice are yours")
    elif seed is not None:
        out.say(f"seed {seed}")
    else:
        from wargame_core.records.lines import header_of

        bound = header_of(match)["dice"]["commitment"]
        out.say(f"The dice are bound to a seed that is told at the end (commitment {bound[:16]}).")


def summary(match: Match, seed: int | None, record: Path | None) -> JsonObject:
    """What ``--json`` prints of a game. The outcome is null if the game was left, the seed if it was resumed."""
    outcome = match.outcome
    result = None
    if outcome is not None:
        together = {"together": list(outcome.together)} if outcome.together else {}
        points = dict(outcome.scores)
        result = {"winner": outcome.winner, **together, "level": outcome.level, "victory_points": points}
    return {
        "game": match.rules.id,
        "seed": seed,
        "turns": match.rules.turn_of(match.board),
        "decisions": sum(_choices(entry) for entry in match.entries),
        "outcome": result,
        "record": str(record) if record is not None else None,
    }


def _choices(entry: Entry) -> int:
    return len(entry.actions) if isinstance(entry, ChoseTogether) else int(isinstance(entry, Chose))


def _game(name: str | None, resume: Path | None, data: Path | None, scenario: str | None) -> tuple[Game, str | None]:
    if name is None and resume is None:
        raise click.UsageError(f"say which game: {program()} play GAME (`{program()} list` shows what there is)")
    if resume is None or name is not None:
        return open_game(str(name), data, scenario)
    from wargame_terminal.records import load_record

    return load_record(resume, None, data)[1], None


def _people(game: Game, seats: tuple[str, ...]) -> tuple[str, ...]:
    from wargame_core.errors import UnknownName

    if any(seat in EVERYBODY for seat in seats):
        return game.seats
    for seat in seats:
        if seat not in game.seats:
            raise UnknownName("seat", seat, (*game.seats, all_seats(game.seats)))
    return tuple(dict.fromkeys(seats))


def _keep_what_is_there(record: Path, people: tuple[str, ...]) -> None:
    """Refuse to write over a game that somebody has not finished."""
    from wargame_core.records.record import Record

    if not people or not record.exists():
        return
    try:
        unfinished = not Record.load(record).ended
    except WargameError:
        raise WargameError(f"{record} is there already and is no record; give another file") from None
    if unfinished:
        raise WargameError(
            f"{record} holds a game that is not over: go on with it ({program()} play --resume {record}), "
            "or give another file"
        )


def _begin(
    out: Output,
    game: Game,
    people: tuple[str, ...],
    resume: Path | None,
    seed: int | None,
    dice: DiceSource | None,
    scenario: str | None,
    options: dict[str, Any],
) -> tuple[Match, Path | None]:
    """The match, and the file in which it goes on; what is different from when it was last played is said."""
    from wargame_core.records.verification import beside, go_on

    if resume is None:
        game.rules.need_people(options, people)
        return game.start(scenario, seed=seed, dice=dice, **options), None
    match, differs = go_on(resume, game, seed=seed if dice is None else None, dice=dice)
    if match.outcome is not None:
        raise WargameError(f"{resume}: this game is over; `{program()} replay {resume}` tells it")
    game.rules.need_people(match.options, people)
    if differs:
        out.note(f"{differs}.")
    return match, beside(resume) if differs else resume


def _sit(session: Session, record: Path | None, hint: str) -> None:
    """Let people play until the game is over or somebody gets up."""
    out, match, people = session.out, session.match, session.people
    if not any(isinstance(entry, (Chose, ChoseTogether)) for entry in match.entries):
        out.paragraphs(session.sheet.briefing.text())
        out.say()
    out.say(f"You play {' and '.join(people)}. Type a number to choose, `help` for everything else.")
    if record is not None:
        out.say(f"The game is kept in {record} as it goes.")
    try:
        session.run()
    except Leave:
        out.say(f"Until next time. Go on with: {hint}")


def _hint(game: str | None, record: Path | None, seats: tuple[str, ...], dice: str, data: Path | None) -> str:
    """The command that goes on with a game that was left."""
    words = [
        f"{program()} play",
        *([game] if game else []),
        f"--resume {record}",
        *(f"--seat {seat}" for seat in seats),
    ]
    words += ["--dice ask"] if dice == "ask" else []
    return " ".join([*words, *([f"--data {data}"] if data else [])])
