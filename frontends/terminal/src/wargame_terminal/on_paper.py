"""A game on a real table: its battles handed out and their results given back, orders on paper, a game in print."""

import sys
from pathlib import Path

import click

from wargame_console.errors import REFUSED
from wargame_console.options import FILE, FOLDER, WantedGame, WantedRecord, with_game, with_record
from wargame_console.output import Output
from wargame_console.prompt import Leave, dice_at_prompt
from wargame_core import REFEREE, Action, Game, Journal, Match, UnknownName, Update, WargameError
from wargame_core.json_form import JsonObject
from wargame_pictures.of_games import handout, turn_orders
from wargame_pictures.paper.account import account
from wargame_pictures.paper.handout import Handout, Paper
from wargame_pictures.paper.pdf import write_pdf
from wargame_pictures.paper.printed_game import print_game
from wargame_terminal.narrator import tell_outcome
from wargame_terminal.report_form import FormAtPrompt, write_packet

paper_option = click.option(
    "--paper", type=click.Choice([size.value for size in Paper]), default="A4", show_default=True
)


def _no_battle_error(file: Path, match: Match, missing_part: str) -> WargameError:
    if match.outcome is not None:
        return WargameError(f"{file}: {missing_part}: the game is over")
    questions_text = " and ".join(f"{seat} is asked: {match.view(seat).prompt}" for seat in match.waiting_for)
    return WargameError(f"{file}: {missing_part}; now {questions_text or 'a roll is waited for'}")


@click.command(epilog="Example: wargame battle vicksburg-1863.jsonl --out packet.html")
@click.option(
    "--out",
    "target",
    metavar="FILE",
    type=FILE,
    help="The file: .html to print, .txt, .json, or .toml for the report form.",
)
@click.option(
    "--seat",
    metavar="SEAT",
    default=REFEREE,
    show_default=True,
    help="Whose packet; the referee's is for the whole table.",
)
@paper_option
@with_record
def battle(out: Output, wanted: WantedRecord, target: Path | None, seat: str, paper: str) -> None:
    """Print the packet for a battle that you fight on your table: plan, rosters, turn track, report form."""
    match, game = wanted.match()
    packet = handout(game, match, seat)
    if packet is None:
        raise _no_battle_error(wanted.record, match, "no battle waits to be fought on a table")
    as_json = {"game": game.id, "title": packet.title, "seat": seat}
    _hand_out(out, packet, as_json, "packet", target, paper)


def _hand_out(output: Output, packet: Handout, as_json: JsonObject, key: str, target: Path | None, paper: str) -> None:
    """Print what is to go on paper, or write it to a file; as JSON its content stands under ``key``."""
    if target is not None:
        packet_path = write_packet(packet, target, Paper(paper))
        output.result({**as_json, "out": str(packet_path)}, f"{packet_path}: {packet.title}")
    else:
        output.result({**as_json, key: dict(packet.data)}, packet.text)


@click.command(epilog="Examples: wargame report vicksburg-1863.jsonl; wargame report vicksburg-1863.jsonl report.toml")
@with_record
@click.argument("filled_in", required=False, type=FILE)
@click.option("--check", is_flag=True, help="Only check whether the rules accept the report; enter nothing.")
@click.option("--dice", type=click.Choice(["seeded", "ask"]), default="seeded", help="ask: type the dice you rolled.")
def report(out: Output, wanted: WantedRecord, filled_in: Path | None, check: bool, dice: str) -> None:
    """Enter the result of a battle that was fought on your table: field by field, or from a filled-in form."""
    match, game = wanted.match(dice_at_prompt(out) if dice == "ask" else None)
    packet = handout(game, match)
    asked_seat = next((seat for seat in match.waiting_for if match.choices(seat).by_people), None)
    if packet is None or packet.form is None or asked_seat is None:
        raise _no_battle_error(wanted.record, match, "no report is waited for")
    action = (
        _report_from_file(packet, filled_in, match, asked_seat)
        if filled_in
        else _typed_report(out, packet, match, asked_seat)
    )
    if check:
        out.result({"game": game.id, "entered": False}, "it can have happened so; nothing was entered")
        return
    Journal(match, wanted.record)
    update = match.play(action, asked_seat)
    _tell(out, wanted.record, match, game, update)


def _report_from_file(packet: Handout, path: Path, match: Match, seat: str) -> Action:
    assert packet.form is not None
    document, action = packet.form.read(path)
    verdict = match.judge(action, seat)
    if not verdict:
        raise packet.form.refused(document, {reason.code: str(reason) for reason in verdict.reasons})
    return action


def _typed_report(output: Output, packet: Handout, match: Match, seat: str) -> Action:

    def read_line(prompt: str) -> str:
        output.say(prompt, nl=False)
        line: str = sys.stdin.readline()
        if not line or line.strip().casefold() in ("quit", "exit"):
            raise Leave
        return line.strip()

    assert packet.form is not None
    output.say(packet.form.title, bold=True)
    output.say("`help` shows what you can type.")
    try:
        return FormAtPrompt(output, packet, packet.form, read_line, lambda action: match.judge(action, seat)).ask()
    except Leave:
        output.note("\nleft; nothing was entered")
        click.get_current_context().exit(REFUSED)


def _tell(output: Output, record: Path, match: Match, game: Game, update: Update) -> None:
    """What followed from the report, and how the game goes on."""
    for event in update.events:
        if text := event.text(match.board):
            output.tell(text, "  ")
    if match.outcome is not None:
        tell_outcome(output, match.outcome)
        match.save(record)
    else:
        seats = " or ".join(f"--seat {seat}" for seat in game.seats)
        waiting_text = f" {' and '.join(match.waiting_for)} is asked next." if match.waiting_for else ""
        output.say(f"Entered.{waiting_text} Go on with: wargame play --resume {record} ({seats})")
    as_json = {"game": game.id, "entered": True, "record": str(record), "waiting": list(match.waiting_for)}
    output.result({**as_json, "events": [event.text(match.board) for event in update.events]})


@click.command(epilog="Example: wargame orders game.jsonl --seat federal --command us_xiii --out mcclernand.html")
@click.option("--seat", metavar="SEAT", required=True, help="The side.")
@click.option("--command", metavar="COMMAND", default="", help="Only what the leader of this command sees.")
@click.option("--out", "target", metavar="FILE", type=FILE, help="The file: .html to print, .txt or .json.")
@paper_option
@with_record
def orders(out: Output, wanted: WantedRecord, seat: str, command: str, target: Path | None, paper: str) -> None:
    """Print a side's turn, for players who hand the referee orders on paper: what the side sees, a form, note slips."""
    match, game = wanted.match()
    packet = turn_orders(game, match, seat, command)
    if packet is None:
        raise WargameError(f"{game.id} has no orders on paper")
    as_json = {"game": game.id, "title": packet.title, "seat": seat, "command": command}
    _hand_out(out, packet, as_json, "orders", target, paper)


@click.command("print", epilog="Example: wargame print vicksburg --out vicksburg-box --paper letter --space 25")
@click.option("--out", "folder", metavar="FOLDER", type=FOLDER, help="The folder; GAME-print if not given.")
@paper_option
@click.option(
    "--space",
    metavar="NUMBER",
    type=float,
    default=20.0,
    show_default=True,
    help="Width of a space of the map in millimetres, about: the map is drawn to fill its sheets.",
)
@click.option("--pdf", is_flag=True, help="Also as one PDF; this needs Chromium or a browser of its kind.")
@with_game("scenario", "options", "data")
def print_command(out: Output, wanted: WantedGame, folder: Path | None, paper: str, space: float, pdf: bool) -> None:
    """Print a game: map over several sheets, tokens, cards, briefings, charts; one page to print, and SVG pictures."""
    game, scenario = wanted.open()
    try:
        data = wanted.data_files()
    except UnknownName:  # a file of a designer's own, that is not a folder with data
        data = ()
    sources = account(data) if data else None
    sheets = print_game(game, scenario, paper=Paper(paper), space=space, account=sources, **wanted.options)
    files = sheets.write(folder or Path(f"{game.id}-print"))
    lines = [f"{files[0]}: open it in a browser and print it on {paper} at 100 percent", *sheets.contents]
    lines.append(f"{len(files) - 1} pictures beside it (map and tokens as SVG)")
    if pdf:
        files.append(files[0].with_name(f"{game.id}.pdf"))
        write_pdf(files[0], files[-1])
        lines.append(f"{files[-1]}: the same as a PDF")
    as_json = {"game": game.id, "out": str(files[0].parent), "paper": paper, "files": [file.name for file in files]}
    out.result({**as_json, "contents": list(sheets.contents)}, lines[0] + "".join(f"\n  {line}" for line in lines[1:]))
