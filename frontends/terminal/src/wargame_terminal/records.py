"""What was played: pictures, the story, a check against today's rules; and why it went so, by which rules."""

import os
from pathlib import Path

import click
from attrs import evolve, frozen

from wargame_console import options
from wargame_console.errors import REFUSED, UNREADABLE, program
from wargame_console.options import FILE, WantedGame, WantedRecord, map_file, with_game, with_output, with_record
from wargame_console.output import Output, in_columns
from wargame_core import REFEREE, DataError, Game, Record, RecordError, Ruling, UnknownName, WargameError, verify_record
from wargame_core.data import read_toml, write_whole
from wargame_core.flow.entries import Entry, Started, Witnessed
from wargame_core.flow.visibility import redact
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_core.maps.files.map_file import maps_in
from wargame_core.plugins.rules_search import rules_about
from wargame_pictures import pictures_of, save
from wargame_pictures.draw.ground import map_ground
from wargame_pictures.draw.map_svg import map_with_mistakes, read_drawable
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.tokens import LIT, Highlight
from wargame_pictures.stories import film, story
from wargame_pictures.stories.notebook import LAYERS
from wargame_pictures.stories.web_page import page as web_page
from wargame_terminal import signing
from wargame_terminal.narrator import StoryPrinter, tell_outcome

LOOK_OPTIONS = {
    "orientation": click.option(
        "--orientation", metavar="SEAT", default="", help="The seat from whose side to look at the map."
    ),
    "theme": click.option(
        "--theme",
        metavar="THEME",
        default="auto",
        show_default=True,
        help="auto, which follows the reader; light, dark or print.",
    ),
    "text_scale": click.option(
        "--text-scale",
        type=click.FloatRange(0.5, 3),
        metavar="NUMBER",
        default=1.0,
        help="How much larger to write everything but what is on counters.",
    ),
    "size": click.option("--size", metavar="WIDTH", help="The width: pixels, or with its unit (180mm, 100%)."),
    "target": click.option(
        "--out", "target", metavar="FILE", type=FILE, help="The .svg, .png or .pdf to write; GAME.svg if not given."
    ),
}
"""By field of `Look`, its option."""


@frozen
class Look:
    """How a picture looks, and the file that it is written to."""

    orientation: str
    theme: str
    text_scale: float
    size: str | None
    target: Path | None

    def write(self, picture: str, name: str) -> Path:
        """Write a picture to the file that was asked for, or else to one of this name."""
        return save(picture, self.target or Path(f"{name}.svg"))


@frozen
class MapAlone:
    """A map file to be drawn by itself, and why there is no more than that."""

    path: Path
    because: str = ""

    def draw(self, output: Output, look: Look) -> None:
        """Draw it as SVG, with its mistakes on it and in a list below; then the exit code is that of lint."""
        reading = read_drawable(read_toml(self.path, "a map file"))
        if reading.map is None:
            raise DataError(reading.problems)
        if reading.problems:
            picture = map_with_mistakes(reading.map, reading.problems, size=look.size)
        else:
            ground = map_ground(reading.map)
            picture = Picture(ground=ground).svg(layers=("sheet", "spaces"), theme=look.theme, size=look.size)
        picture_path = look.write(picture, self.path.stem)
        for note in filter(None, (*map(str, reading.problems), self.because)):
            output.note(note)
        problems = [problem.to_json() for problem in reading.problems]
        title = (reading.map.title or self.path.name) + (", with its mistakes" if problems else "")
        output.result(
            {"map": str(self.path), "out": str(picture_path), "problems": problems}, f"{picture_path}: {title}"
        )
        if problems:
            click.get_current_context().exit(REFUSED)


def _game_or_map(wanted_game: WantedGame) -> tuple[Game, str | None] | MapAlone:
    """The game that is meant and its scenario, or the map file where there is only that."""
    if (path := map_file(wanted_game.game)) is not None:
        return MapAlone(path)
    try:
        return wanted_game.open()
    except WargameError as problem:
        name = wanted_game.game
        maps = maps_in(Path(name)) if Path(name).is_dir() else []
        if len(maps) != 1:
            raise
        reason = f"{len(problem.problems)} mistakes" if isinstance(problem, DataError) else "no game yet"
        reason_text = f"only the map is drawn, for there is {reason} in {name} (`wargame lint {name}` tells)"
        return MapAlone(maps[0], reason_text)


@click.command(epilog="Example: wargame render vicksburg --record demo-out/vicksburg.jsonl --at 200 --out map.svg")
@click.option(
    "--record", "file", metavar="FILE", type=FILE, help="Draw a position of this record instead of the set-up."
)
@click.option(
    "--at",
    metavar="NUMBER",
    type=click.IntRange(0),
    help="Just before answer number AT of the record; the end if not given.",
)
@click.option(
    "--seat",
    metavar="SEAT",
    default=REFEREE,
    shell_complete=options.seat_names,
    show_default=True,
    help="Draw what this seat knows.",
)
@click.option(
    "--seed",
    "first",
    metavar="NUMBER",
    type=int,
    default=0,
    show_default=True,
    help="Seed of what is rolled before the first choice.",
)
@click.option("--highlight", multiple=True, metavar="PLACE", help="Mark a place or space.")
@with_game("scenario", "options", "data")
@options.bundled_options(Look, LOOK_OPTIONS)
def render(
    out: Output,
    wanted: WantedGame,
    look: Look,
    file: Path | None,
    at: int | None,
    seat: str,
    first: int,
    highlight: tuple[str, ...],
) -> None:
    """Draw the board as a picture: at the first choice of a new game, or anywhere in a record.

    It also draws a map file alone, or the map of an unfinished folder, with the mistakes on the picture.
    """
    game_or_map = wanted.open() if file is not None else _game_or_map(wanted)
    if isinstance(game_or_map, MapAlone):
        game_or_map.draw(out, look)
        return
    game, scenario = game_or_map
    game.rules.seat(seat)
    if file is None:
        board = game.start(scenario, seed=first, options=wanted.options).board
        title = f"{game.title}, {game.rules.scenario(scenario).title}"
    else:
        record, game = WantedRecord(file, wanted.game, wanted.data).load()
        check_at(record, at)
        board = story.board_at(record, game, at)
        title = f"{game.title}, {'at the end' if at is None else f'before answer {at}'}"
    board_picture = pictures_of(game).picture(redact(board, seat), seat, orientation=look.orientation, title=title)
    if board_picture is None:
        raise WargameError(f"{game.id} has nothing to draw a board on")
    lit = Highlight(sum({1 << board_picture.ground.space_of(place) for place in highlight}), LIT, ", ".join(highlight))
    picture = board_picture.svg(
        layers=LAYERS,
        highlight=[lit] if highlight else (),
        theme=look.theme,
        size=look.size,
        text_scale=look.text_scale,
    )
    picture_path = look.write(picture, game.id)
    turn = game.rules.turn_of(board)
    as_json = {"game": game.id, "out": str(picture_path), "at": at, "seat": seat, "turn": turn, "seed": first}
    nobody_yet = "" if board_picture.pieces else "; nothing stands there yet (--record FILE draws a game on its way)"
    out.result(as_json, f"{picture_path}: {title}{nobody_yet}")


@click.command(epilog="Example: wargame replay demo-out/vicksburg.jsonl")
@click.option("--page", metavar="FILE", type=FILE, help="Also write the game as a web page.")
@with_record
def replay(out: Output, wanted: WantedRecord, page: Path | None) -> None:
    """Tell the story of a record from its events, as it was played: no rule runs."""
    record, game = wanted.load()
    seat = record.header.get("seat")
    out.say(game.title, bold=True)
    out.say(f"scenario {record.header['scenario']}" + (f"; as {seat} saw it" if seat else ""))
    printer = StoryPrinter(out)
    camera = film.Camera(game, seat or REFEREE, record.header["scenario"]) if page is not None else None
    narrator = story.narrate(record, game, None if out.json else printer, camera.take if camera is not None else None)
    printer.flush()
    tell_outcome(out, narrator.outcome)
    notes = [record.torn] if record.torn else []
    if not record.ended and not record.torn and narrator.outcome is None:
        notes.append("the record has no end line: the game was left, or is still being played")
    for note in notes:
        out.note(f"note: {note}")
    if page is not None and camera is not None:
        facts = {"scenario": record.header["scenario"], "as seen by": seat}
        story_parts = (narrator.game, narrator.chapters, narrator.outcome)
        write_whole(page, web_page(*story_parts, facts=facts, footer=[wanted.record.name], film=camera.film))
        out.note(f"page: {page}")
    as_json = {
        "game": game.id,
        "seat": seat,
        "answers": len(record.answers),
        "outcome": narrator.outcome.to_json() if narrator.outcome else None,
        "notes": notes,
        "turns": [_chapter(chapter) for chapter in narrator.chapters],
    }
    out.result(as_json)


def _chapter(chapter: story.Chapter) -> JsonObject:
    sentences = [{"at": item.at, "text": item.text} for item in chapter.items if isinstance(item, story.Sentence)]
    return {"turn": chapter.turn, "title": chapter.title, "story": sentences}


@click.command(epilog="Example: wargame verify demo-out/vicksburg.jsonl --json")
@click.option("--seed", metavar="NUMBER", type=int, help="The seed of the dice, for a record that does not contain it.")
@click.option("--signed-by", "signer", metavar="KEY", help="Also check that the owner of this public key signed it.")
@click.option("--against", "own", metavar="FILE", type=FILE, help="Also compare it with what a seat kept of the game.")
@with_record
def verify(out: Output, wanted: WantedRecord, seed: int | None, signer: str | None, own: Path | None) -> None:
    """Play a record again by today's rules, check its dice against its seed, and report the first difference.

    It cannot know which version of the library wrote a record, nor whether somebody invented the whole game with
    another seed. The record that a seat kept (--against) or a signature reveals that.
    """
    file = wanted.record
    if signer is not None and (signature_problem := signing.check_signature(file, signer)) is not None:
        raise WargameError(signature_problem)
    verification = verify_record(file, wanted.game_of_own(), seed=seed)
    if own is not None and verification.ok:
        record, game = wanted.load()
        if (difference := differs_from_copy(record, Record.load(own), game)) is not None:
            verification = evolve(verification, ok=False, first_difference=difference)
    dice = (
        "no seed is known to check the dice with"
        if verification.dice is None
        else f"{verification.dice} dice fit the seed"
    )
    text = f"the same: {verification.answers} answers run again; {dice}"
    if not verification.ok:
        text = f"{'different' if verification.readable else 'nothing was run'}: {verification.first_difference}"
    out.result(verification.to_json(), text)
    if not verification.ok:
        click.get_current_context().exit(REFUSED if os.path.isfile(file) else UNREADABLE)


def check_at(record: Record, at: int | None) -> None:
    """Refuse an answer that the record does not have. Raises `UnknownName`."""
    last_answer = max((row["n"] for row in record.answers), default=0)
    if at is not None and at > last_answer:
        raise UnknownName("answer", at, [f"0 to {last_answer}"])


@click.command(epilog="Example: wargame sign game.jsonl --key my_key; then: wargame verify game.jsonl --signed-by KEY")
@click.argument("file", type=FILE)
@click.option(
    "--key",
    metavar="FILE",
    type=FILE,
    required=True,
    envvar="WARGAME_KEY",
    show_envvar=True,
    help="The file of your private key; the command makes it if it does not exist.",
)
@with_output
def sign(out: Output, file: Path, key: Path) -> None:
    """Sign a record; the signature goes into FILE.sig. Give your public key (KEY.pub) to the others once."""
    Record.load(file)  # nothing else is signed
    is_new = not key.exists()
    public_key_text = signing.sign(file, key)
    if is_new:
        out.note(f"a new key: {key} is yours alone, {key}.pub is for the others")
    signatures = signing.signatures_of(file)
    as_json = {"file": str(file), "signatures": str(signatures), "key": public_key_text}
    out.result(as_json, f"{signatures}: signed with the key {public_key_text}")


@click.command(epilog="Examples: wargame explain vicksburg retreat; wargame explain demo-out/vicksburg.jsonl --at 57")
@click.argument("subject")
@click.argument("words", nargs=-1)
@click.option(
    "--at", metavar="NUMBER", type=click.IntRange(0), help="Explain what followed from answer number AT of a record."
)
@click.option("--code", is_flag=True, help="With a rule, also show the functions that implement it.")
@options.RECORD_OPTIONS["game"]
@options.GAME_OPTIONS["data"]
@with_output
def explain(
    out: Output,
    subject: str,
    words: tuple[str, ...],
    at: int | None,
    code: bool,
    game: str | None,
    data: Path | None,
) -> None:
    """Explain what the rules of a game say about a heading, or why something happened in a record (--at: where).

    It gives a rule in our words, with its page, the rulings where the document leaves it open, and an example.
    """
    if at is None and not os.path.isfile(subject):
        rules_answer = rules_about(subject, " ".join(words))
        out.result(rules_answer.to_json(), rules_answer.text(code=code))
        return
    record, game_of_record = WantedRecord(Path(subject), game, data).load()
    check_at(record, at)
    if at is None:
        _list_rulings(out, record, game_of_record, subject)
    else:
        _explain_answer(out, record, game_of_record, at)


def _rulings_of(entry: Entry | Witnessed) -> list[Ruling]:
    """What was computed in an entry."""
    possible_rulings = (getattr(event, "ruling", None) for event in entry.events)
    return [ruling for ruling in possible_rulings if isinstance(ruling, Ruling)]


def _list_rulings(output: Output, record: Record, game: Game, file: str) -> None:

    rulings = [(entry.seq, ruling) for entry in story.entries_of(record, game) for ruling in _rulings_of(entry)]
    rows = [(str(number), f"{ruling.title}: {ruling.result}") for number, ruling in rulings]
    text = (
        in_columns([("answer", "ruling"), *rows]) + f"\n\nEach with every modifier: wargame explain {file} --at ANSWER"
    )
    as_json = [
        {"at": number, "title": ruling.title, "result": ruling.to_json()["result"]} for number, ruling in rulings
    ]
    output.result({"game": game.id, "rulings": as_json}, text if rulings else "no rule was computed in this record")


def _explain_answer(output: Output, record: Record, game: Game, number: int) -> None:

    narrator = story.Narrator(game, story.first_board(record, game), record.header.get("seat", REFEREE))
    lines, sentences, rulings, answer = [], [], [], {}
    for row, entry in zip(record.answers, story.entries_of(record, game), strict=True):
        items = story.story_of_entry(narrator, entry)
        if entry.seq == number and not isinstance(entry, Started):
            lines.append(f"Answer {number}" + (f": {' > '.join(entry.cursor)}" if entry.cursor else ""))
            sentences = [item.text for item in items if isinstance(item, story.Sentence)]
            rulings = _rulings_of(entry)
            answer = {key: value for key, value in row.items() if key not in ("n", "at", "events")}
            break
    if "roll" in answer:
        lines.append(f"Roll: {answer['label']} ({answer['die']}): {answer['roll']}")
    choices = answer.get("secret") or ({answer.get("seat"): answer["action"]} if "action" in answer else {})
    lines += [f"{seat or 'this seat'} chose {action}" for seat, action in choices.items()]
    lines += ["", *sentences]
    for ruling in rulings:
        lines += ["", str(ruling)]
    if not rulings:
        lines += ["", f"No rule was computed here; `{program()} explain FILE` lists where some were."]
    data = {"at": number, "answer": answer, "story": sentences, "rulings": [ruling.to_json() for ruling in rulings]}
    output.result(data, "\n".join(lines))


SHARED_HEADER_KEYS = ("game", "rules", "data", "scenario", "options", "seats", "dice")
"""What the headers of two records of one game have in common."""


def differs_from_copy(record: Record, own_record: Record, game: Game) -> str | None:
    """The first difference, in words, between a whole record and a seat's own record of the same game; None if none.

    A seat's own record may have been taken before the end. It holds the commitment to the dice, the seat's choices and
    what the seat was told, so that a game that somebody wrote anew as a whole does not fit it. Raises `RecordError`.
    """
    seat = own_record.header.get("seat")
    if own_record.header["record"] != "wargame seat" or seat not in game.seats:
        raise RecordError("this is not a seat's own record, so nothing can be held against it")
    for key in SHARED_HEADER_KEYS:
        if own_record.header[key] != record.header[key]:
            return f"{seat}'s own record is of another game: its {key} is {quote(own_record.header[key])}"
    lines = record.for_seat(seat, game.rules).lines
    for number, line in enumerate(own_record.lines):
        if number >= len(lines):
            return f"{seat}'s own record goes on after answer {number - 1}, where this one ends"
        whole_line = lines[number]
        if number == len(own_record.lines) - 1 and not own_record.ended:  # more may have been told since it was taken
            whole_line = {**whole_line, "events": whole_line["events"][: len(line["events"])]}
        if line != whole_line:
            return f"{seat}'s own record differs at answer {number}: {quote(line)}; here {quote(whole_line)}"
    return None
