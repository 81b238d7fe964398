"""Whole games: ``wargame play`` for people and bots, ``wargame demo`` of one game, ``wargame simulate`` of many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from shlex import quote as quote_word
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

import click
from attrs import evolve

from wargame_console.errors import INTERRUPTED, program
from wargame_console.options import FILE, FOLDER, WantedGame, make_bot, with_game
from wargame_console.output import Output, in_columns, progress_bar
from wargame_console.prompt import Leave, dice_at_prompt
from wargame_core import Match, Record, RecordError, WargameError, load_match
from wargame_core.data import write_whole
from wargame_core.dice import DiceSource, dice_for, new_seed
from wargame_core.json_form import JsonObject
from wargame_core.lessons import find_lesson
from wargame_core.plugins.discovery import looks_like_a_path
from wargame_core.records.file_format import Row, header_of, other_data, other_rules
from wargame_core.records.record import Journal
from wargame_core.replays import ReplayMismatch, game_of, give_answer
from wargame_lab.engines.player import engines_named, say_nothing, with_engines
from wargame_pictures.stories.story import Narrator, Sentence
from wargame_terminal.narrator import NewPlans, StoryPrinter, tell_outcome, watch

if TYPE_CHECKING:
    from wargame_core import Game, Sheet
    from wargame_core.flow.players import Player, PlayerLike
    from wargame_lab.results import Simulation
    from wargame_pictures.stories.story import Narrator


@click.command(
    epilog="Examples: wargame play vicksburg --seat federal; wargame play ./my_campaign; wargame play battlecry "
    "--scenario ./my_battle.toml; wargame play --resume FILE"
)
@with_game("seats", "bots", "seed", "scenario", "options", "data", is_required=False)
@click.option("--dice", type=click.Choice(["seeded", "ask"]), default="seeded", help="ask: type the dice you rolled.")
@click.option("--record", metavar="FILE", type=FILE, help="Keep the game in this file as it goes.")
@click.option("--plans", is_flag=True, help="Tell the bots' plans too; where people play, when the game is over.")
@click.option("--ask-forced", is_flag=True, help="Ask also when there is only one answer.")
@click.option("--resume", metavar="FILE", type=FILE, help="Continue the game in this file.")
@click.option(
    "--lesson",
    metavar="[NAME]",
    is_flag=False,
    flag_value="",
    help="Learn the game: a first turn that says what to do.",
)
@click.option("--position", metavar="FILE", type=FILE, help="Begin at the position in words in this file; no record.")
def play(
    out: Output,
    wanted: WantedGame,
    dice: str,
    record: Path | None,
    plans: bool,
    ask_forced: bool,
    resume: Path | None,
    lesson: str | None,
    position: Path | None,
) -> None:
    """Play a game. Without --seat, bots play it alone."""
    if lesson is not None:
        _learn(out, wanted, lesson)
        return
    _check_options_agree(wanted, record, resume, position)
    game, wanted = _game(wanted, resume)
    game = with_engines(game, engines_named(wanted.bot_names, out.note))
    people = wanted.people(game)
    names = wanted.who_plays(game, people)
    shows_seed = wanted.seed is not None or not people
    if wanted.seed is None and resume is None:
        wanted = evolve(wanted, seed=new_seed())
    out.say(game.title, bold=True)
    try:
        match, file = _begin(out, game, people, wanted, resume or position, dice, is_position=position is not None)
    except Leave:
        return
    seed = match.seed if match.seed is not None else new_seed() if wanted.seed is None else wanted.seed
    _tell_dice(out, match, seed if shows_seed else None, dice)
    if record is None and position is None and (resume is not None or people):
        record = file if file is not None else Path(f"{game.id}-{seed if shows_seed else token_hex(4)}.jsonl")
    _keep_record(match, record, resume, people)
    players = {seat: make_bot(game, name, seat, seed) for seat, name in names.items()}
    hint = _resume_command(wanted, f"--resume {record}" if position is None else f"--position {position}", dice)
    try:
        if people:
            _play_session(out, game, match, people, players, hint, ask_forced=ask_forced, record=record)
        else:
            watch(game, match, players, None if out.json else StoryPrinter(out), tells_plans=plans)
    except KeyboardInterrupt:
        out.note(f"\ninterrupted; go on with: {hint}" if record else "\ninterrupted; nothing was kept (see --record)")
        click.get_current_context().exit(INTERRUPTED)
    except Exception as problem:
        if record is not None:
            problem.add_note(f"the game is kept in {record}: {hint}")
        raise
    # while people played, the plans of the others were none of their business
    planners = NewPlans(players if people and plans else {})
    _tell_the_end(out, match, planners, record, seed if dice == "seeded" else None)
    out.result(summary(match, seed if shows_seed or match.outcome is not None else None, record))


def _resume_command(wanted_game: WantedGame, file_words: str, dice: str) -> str:
    """The command that goes on with a game that is in a file."""
    command_words = evolve(wanted_game, scenario=None, options={}).words(file_words)
    return f"{program()} play {command_words}" + (" --dice ask" if dice == "ask" else "")


def _learn(output: Output, wanted_game: WantedGame, lesson_id: str) -> None:
    """Teach a lesson at the prompt; when it is over, the game goes on against the usual bot. No record is kept."""
    from wargame_terminal.lesson import LessonSession
    from wargame_terminal.session_commands import COMMAND_TABLE

    if (
        not wanted_game.game
        or wanted_game.scenario
        or wanted_game.options
        or wanted_game.seats
        or wanted_game.seed is not None
    ):
        raise click.UsageError("a lesson has its own scenario, options, seat and dice: name the game alone")
    game, _ = wanted_game.open()
    lesson = find_lesson(wanted_game.game, lesson_id)
    seat = lesson.file.seat
    players = {other: make_bot(game, "normal", other, lesson.file.seed) for other in game.seats if other != seat}
    session = LessonSession(output, game, lesson.start(game), (seat,), players, COMMAND_TABLE, lesson=lesson)
    output.say(f"{game.title}: {lesson.file.title}", bold=True)
    output.say("Type the number or the words of a choice; `map` draws the map, `help` tells everything else.")
    try:
        session.run()
    except Leave:
        output.say("Until next time.")


def _check_options_agree(
    wanted_game: WantedGame, record: Path | None, resume: Path | None, position: Path | None
) -> None:
    """Raise `UsageError` for options that do not go together."""
    if (resume is not None or position is not None) and (wanted_game.scenario or wanted_game.options):
        raise click.UsageError("a game that continues has its scenario and options already")
    if position is not None and (resume is not None or record is not None):
        raise click.UsageError("a game from a position begins there and has no record: leave --resume and --record out")


def _keep_record(match: Match, record: Path | None, resume: Path | None, people: tuple[str, ...]) -> None:
    """Keep the record of the match from now on. Refuses to write over a game that somebody has not finished."""
    if record is None:
        return
    if people and record != resume and record.exists():
        try:
            is_unfinished = not Record.load(record).ended
        except WargameError:
            raise WargameError(f"{record} is there already and is not a record; give another file") from None
        if is_unfinished:
            raise WargameError(
                f"{record} holds a game that is not over: go on with it ({program()} play --resume {record}), "
                "or give another file"
            )
    Journal(match, record)


def _tell_the_end(output: Output, match: Match, plans: NewPlans, record: Path | None, seed: int | None) -> None:
    """Where the game is over, say how, and close its record: what is missing from it later was cut off."""
    if match.outcome is None:
        return
    for plan in plans.since_last_time():
        output.tell(plan, "  ")
    tell_outcome(output, match.outcome)
    if record is not None:
        output.say(f"record: {match.save(record)}")
        if seed is not None:
            output.say(f"seed {seed}: `{program()} verify {record}` checks every die")


def _tell_dice(output: Output, match: Match, seed: int | None, dice: str) -> None:
    """Say where the dice come from; a person who plays learns a seed that nobody typed at the end only."""
    if dice == "ask":
        output.say("the dice are yours")
    elif seed is not None:
        output.say(f"seed {seed}")
    else:
        dice_commitment = header_of(match)["dice"]["commitment"]
        output.say(f"The dice follow from a seed that you learn at the end (commitment {dice_commitment[:16]}).")


def summary(match: Match, seed: int | None, record: Path | None) -> JsonObject:
    """What ``--json`` prints of a game. The outcome is null if the game was left, the seed if it was resumed."""
    outcome = match.outcome
    result = None
    if outcome is not None:
        together = {"together": list(outcome.together)} if outcome.together else {}
        points = dict(outcome.scores)
        lost_field = {"lost": True} if outcome.lost else {}
        result = {"winner": outcome.winner, **together, **lost_field, "level": outcome.level, "victory_points": points}
    return {
        "game": match.rules.id,
        "seed": seed,
        "turns": match.rules.turn_of(match.board),
        "decisions": sum(len(entry.actions) for entry in match.entries),
        "outcome": result,
        "record": str(record) if record is not None else None,
    }


def _game(wanted_game: WantedGame, resume: Path | None) -> tuple[Game, WantedGame]:
    """The game to be played, and what is wanted of it with the id of its scenario."""
    if wanted_game.game:
        game, scenario = wanted_game.open()
        return game, evolve(wanted_game, scenario=scenario)
    if resume is None:
        raise click.UsageError(f"say which game: {program()} play GAME (`{program()} list` shows what there is)")
    return game_of(Record.load(resume).header, wanted_game.data), wanted_game


def _begin(
    output: Output,
    game: Game,
    people: tuple[str, ...],
    wanted_game: WantedGame,
    resume: Path | None,
    dice: str,
    *,
    is_position: bool,
) -> tuple[Match, Path | None]:
    """The match, and the file in which it goes on; what is different from when it was last played is said."""
    source = dice_at_prompt(output) if dice == "ask" else None
    if resume is not None and is_position:
        match = game.go_on(_position_in(resume), seed=wanted_game.seed if source is None else None, dice=source)
        game.rules.need_people(match.options, people)
        return match, None
    if resume is None:
        game.rules.need_people(wanted_game.options, people)
        return game.start(wanted_game.scenario, seed=wanted_game.seed, dice=source, options=wanted_game.options), None
    match, difference = go_on(resume, game, seed=wanted_game.seed if source is None else None, dice=source)
    if match.outcome is not None:
        raise WargameError(f"{resume}: this game is over; `{program()} replay {resume}` tells it")
    game.rules.need_people(match.options, people)
    if difference:
        output.note(f"{difference}.")
    return match, path_beside(resume) if difference else resume


def _position_in(file: Path) -> str:
    """The position in words that is in a file."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise WargameError(f"{file} cannot be read: {problem}") from None


def _play_session(
    output: Output,
    game: Game,
    match: Match,
    people: tuple[str, ...],
    players: Mapping[str, Player],
    hint: str,
    **usual_arguments: Any,
) -> None:
    """Let people play until the game is over or somebody gets up. ``usual_arguments`` are the settings of a
    `Session`."""
    from wargame_terminal.session import Session
    from wargame_terminal.session_commands import COMMAND_TABLE

    session = Session(output, game, match, people, players, COMMAND_TABLE, **usual_arguments)
    if not any(entry.actions for entry in match.entries):
        _print_opening(output, session.sheet)
    output.say(f"You play {' and '.join(people)}. Type a number to choose, `help` for everything else.")
    if session.record is not None:
        output.say(f"The game is kept in {session.record} as it goes.")
    try:
        session.run()
    except Leave:
        output.say(f"Until next time. Go on with: {hint}")


def _print_opening(output: Output, sheet: Sheet) -> None:
    """Say how to win, and where to read the rest."""
    briefing = sheet.briefing
    output.say(briefing.title, bold=True)
    for note in briefing.in_short or briefing.how_to_win[:1]:
        output.tell(note.text, "  ")
    if briefing.begins:
        output.say(f"  First to act: {briefing.begins}.")
    output.say("  `briefing` tells the situation, the special rules and all of how to win; `units` who stands where.")
    output.say()


@click.command(epilog="Example: wargame demo vicksburg --seed 1863")
@click.option(
    "--out",
    "folder",
    metavar="FOLDER",
    type=FOLDER,
    default=Path("demo-out"),
    help="Where record and page go; demo-out if not given.",
)
@with_game("bots", "seed", "scenario", "options", "data")
def demo(out: Output, wanted: WantedGame, folder: Path) -> None:
    """Watch one whole game, bot against bot; keep its record and make a web page of it."""
    from wargame_pictures.stories.film import Camera
    from wargame_pictures.stories.web_page import page

    game, scenario = wanted.open()
    game = with_engines(game, engines_named(wanted.bot_names, out.note))
    game.rules.need_people(wanted.options, ())
    seed = new_seed() if wanted.seed is None else wanted.seed
    names = wanted.who_plays(game)
    players = {seat: make_bot(game, name, seat, seed) for seat, name in names.items()}
    bots_in_words = ", ".join(f"{seat}: {name} bot" for seat, name in names.items())
    out.say(game.title, bold=True)
    out.say(f"seed {seed}; {bots_in_words}")
    match = game.start(scenario, seed=seed, options=wanted.options)
    camera = Camera(game, scenario=match.state.scenario)
    narrator = watch(game, match, players, StoryPrinter(out), camera.take)
    tell_outcome(out, match.outcome)

    record = match.save(folder / f"{game.id}.jsonl")
    facts = {"scenario": match.state.scenario, "seed": seed, "played by": bots_in_words, **match.state.options}
    footer = [f"Record: {record.name}. Play it again: wargame demo {wanted.game} --seed {seed}"]
    page_text = page(game, narrator.chapters, match.outcome, facts=facts, footer=footer, film=camera.film)
    website = write_whole(folder / f"{game.id}.html", page_text)
    as_json = {
        "game": game.id,
        "seed": seed,
        "outcome": match.outcome.to_json() if match.outcome else None,
        "record": str(record),
        "page": str(website),
    }
    files = f"Kept: {record} (the record) and {website} (a web page: the board step by step, the story, charts)."
    seat, wargame, same_words, answer = game.seats[0], program(), wanted.words(), _answer_to_explain(narrator)
    suggestions = [
        (f"{wargame} play {same_words} --seat {seat}", f"play {seat} yourself against the bot"),
        (f"{wargame} explain {record} --at {answer}", "why something happened, with every modifier"),
        (f"{wargame} simulate {same_words} --games 100", "who wins how often"),
        (f"{wargame} info {wanted.game}", "scenarios, options and the sequence of play"),
    ]
    out.result(as_json, "\n".join(["", files, "", "What to try next:", in_columns(suggestions)]))


def _answer_to_explain(narrator: Narrator) -> int:
    """The number of an answer worth explaining: the weightiest of the story, or the last with a ruling."""
    sentences = [item for chapter in narrator.chapters for item in chapter.items if isinstance(item, Sentence)]
    sentences_with_ruling = [sentence for sentence in sentences if getattr(sentence.event, "ruling", None) is not None]
    return max(sentences_with_ruling or sentences, key=lambda sentence: sentence.weight).at if sentences else 0


@click.command(epilog="Example: wargame simulate vicksburg --games 100 --seed 1 --jobs 2")
@click.option("--games", metavar="NUMBER", type=click.IntRange(1), default=100, show_default=True)
@click.option(
    "--out",
    "file",
    metavar="FILE",
    type=FILE,
    help="Write a JSON line for each game as it ends; the same command continues a stopped batch.",
)
@click.option(
    "--against",
    metavar="BOT",
    help="Find out whether --bot or this bot is stronger: both play with the same dice until the answer is clear. It "
    "may be engine:COMMAND too.",
)
@with_game("bots", "seed", "jobs", "scenario", "options", "data")
def simulate(out: Output, wanted: WantedGame, games: int, file: Path | None, against: str | None) -> None:
    """Play many games and count who wins. --scenario all plays every scenario and compares them."""
    from wargame_lab import batches
    from wargame_lab.batches import file_of

    all_scenarios = wanted.scenario == "all"
    game, scenario = (evolve(wanted, scenario=None) if all_scenarios else wanted).open()
    source = wanted.scenario if wanted.scenario and looks_like_a_path(wanted.scenario) else wanted.game
    games_file = file_of(file, game.seats[0]) if file is not None and against is not None else file
    earlier_seed = batches.seed_in(games_file) if wanted.seed is None and games_file is not None else wanted.seed
    seed = new_seed() if earlier_seed is None else earlier_seed
    engines = engines_named([*wanted.bot_names, *filter(None, [against])], say_nothing)
    players = wanted.who_plays(with_engines(game, engines))
    usual_arguments: dict[str, Any] = {"options": wanted.options, "data": wanted.data, "jobs": wanted.jobs, "out": file}
    out.note(f"{game.title}: seed {seed}; " + ", ".join(f"{seat}: {bot} bot" for seat, bot in players.items()))
    if against is not None:
        first_bot, *other_bots = sorted(set(players.values()))
        if other_bots or all_scenarios:
            raise click.UsageError("--against measures one --bot, in one scenario")
        pair = engines.get(first_bot, first_bot), engines.get(against, against)
        _duel(out, wanted, pair, games, seed, {"scenario": scenario, **usual_arguments})
        return
    names = [listed_scenario.id for listed_scenario in game.scenarios] if all_scenarios else [scenario]
    with _warnings_as_notes(out), progress_bar(games * len(names)) as step:
        usual_arguments |= {"games": games, "seed": seed, "progress": step}
        makers = {seat: engines.get(bot, bot) for seat, bot in players.items()}
        simulations = [batches.simulate(source, makers, scenario=name, **usual_arguments) for name in names]
    if not all_scenarios:
        out.result(simulations[0].to_json(), str(simulations[0]))
        return
    by_scenario = {str(name): batch for name, batch in zip(names, simulations, strict=True)}
    total, finished_count = (
        sum(len(batch.games) for batch in simulations),
        sum(len(batch.finished) for batch in simulations),
    )
    figures = {name: batch.to_json() for name, batch in by_scenario.items()}
    out.result(
        {"games": total, "finished": finished_count, "seed": seed, "scenarios": figures}, _compare(by_scenario, games)
    )


def _duel(
    output: Output,
    wanted_game: WantedGame,
    pair: tuple[PlayerLike, PlayerLike],
    games: int,
    seed: int,
    usual_arguments: dict[str, Any],
) -> None:
    """Which of two bots is stronger, with the command that measures it again."""
    from wargame_lab.duels import duel

    source = (
        wanted_game.scenario if wanted_game.scenario and looks_like_a_path(wanted_game.scenario) else wanted_game.game
    )
    with _warnings_as_notes(output), progress_bar(games) as step:
        result = duel(source, *pair, games=games, seed=seed, progress=step, **usual_arguments)
    bots = f"--bot {quote_word(result.first)} --against {quote_word(result.second)}"
    command = f"{program()} simulate {wanted_game.words()} {bots} --games {games} --seed {seed}"
    output.result({**result.to_json(), "command": command}, f"{result}\n  {command}")


@contextmanager
def _warnings_as_notes(output: Output) -> Iterator[None]:
    """What is warned of (a line of the file that was cut off) is a note, in words alone."""
    with catch_warnings(record=True) as recorded_warnings:
        simplefilter("always", UserWarning)
        yield
    for warning in recorded_warnings:
        if warning.category is UserWarning:
            output.note(str(warning.message))


def _compare(by_scenario: dict[str, Simulation], games: int) -> str:
    """A table of win rates by scenario and of all together, with 95 % intervals."""
    first_simulation, *_ = by_scenario.values()
    together = evolve(first_simulation, games=tuple(game for batch in by_scenario.values() for game in batch.games))
    names = list(first_simulation.wins)
    rows = [("scenario", *(f"{name} wins" for name in names), "drawn", "turns", "unfinished")]
    for scenario, simulation in {**by_scenario, "together": together}.items():
        finished_count = max(1, len(simulation.finished))
        shares = []
        for name in names:
            low, high = simulation.win_ci95[name]
            shares.append(f"{simulation.wins[name] / finished_count:4.0%} ({low:.0%} to {high:.0%})")
        unfinished_text = str(len(simulation.games) - len(simulation.finished) or "")
        shares.append(f"{simulation.draws / finished_count:.0%}" if simulation.draws else "")
        rows.append((scenario, *shares, f"{simulation.mean_turns:.1f}", unfinished_text))
    return f"{games} games of each scenario; in brackets 95 % intervals\n\n{in_columns(rows, '')}"


CONTINUED_FILE_SUFFIX = "-by-todays-rules"
"""The end of the name of a file in which a game of older rules goes on."""


def go_on(path: Path, game: Game, *, seed: int | None = None, dice: DiceSource | None = None) -> tuple[Match, str]:
    """A match from a saved record, and a sentence about what is different from then, "" where nothing is.

    It is that of `Match.load`. A game of older rules to which today's do not lead goes on from its last snapshot, with
    what was done after it as far as today's rules allow that. Raises `RecordError` for any other record that does not
    go on.
    """
    try:
        return load_match(path, seed=seed, dice=dice, game=game), ""
    except ReplayMismatch as problem:
        record, difference = Record.load(path), problem.difference
    rules_difference = other_rules(record.header, game.rules)
    if rules_difference is None and other_data(record.header, game.rules) is None:
        raise RecordError(f"{path}: {difference}")
    match = load_match(path, game=game, rerun=False, chance="explicit")  # the dice that fell stay as they fell
    _catch_up(match, record.lines)
    refused_count = max(0, len(record.answers) - len(match.entries))
    refused_text = f"; {refused_count} answers after it are not legal any more" if refused_count else ""
    source, match.seed = dice_for("seeded", record.seed if seed is None else seed, dice)
    match.use_dice(source)
    earlier_text = f"{rules_difference}; " if rules_difference else ""
    return match, f"{earlier_text}{difference}. It goes on from its last snapshot{refused_text}"


def path_beside(path: Path) -> Path:
    """The file for a game that has become another one than that of a record: beside it, or itself if it is that."""
    return (
        path
        if path.stem.endswith(CONTINUED_FILE_SUFFIX)
        else path.with_name(f"{path.stem}{CONTINUED_FILE_SUFFIX}.jsonl")
    )


def _catch_up(match: Match, lines: Iterable[Row]) -> None:
    """Give again the answers that followed the position of a match, up to the first that is refused."""
    for line in lines:
        if line.get("n", -1) < match.seq or "start" in line:
            continue
        try:
            if "roll" in line and match.chance is None:
                return
            give_answer(match, line)
        except WargameError:
            return
