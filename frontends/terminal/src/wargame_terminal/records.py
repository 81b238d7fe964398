"""What was played: pictures, the story, a check against today's rules, and why something happened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve, frozen

from wargame_core.errors import DataError, UnknownName, WargameError
from wargame_core.flow.visibility import REFEREE, redact
from wargame_core.plugins.discovery import looks_like_a_path
from wargame_terminal.errors import REFUSED, UNREADABLE
from wargame_terminal.output import (
    Output,
    data_option,
    game_names,
    game_options,
    open_game,
    scenario_option,
    seat_names,
    with_output,
)

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.records.record import Record
    from wargame_pictures.stories.film import Film
    from wargame_pictures.stories.story import Narrator


def map_file(name: str) -> Path | None:
    """The map file that a person means by a path to a TOML file, if its tables are those of a map."""
    from wargame_core.data.documents import read_toml
    from wargame_core.maps.files.map_file import is_map

    path = Path(name)
    if not (looks_like_a_path(name) and path.suffix == ".toml" and path.is_file()):
        return None
    try:
        return path if is_map(read_toml(path).data) else None
    except DataError:
        return path if path.name == "map.toml" else None


def only_map_of(name: str) -> Path | None:
    """The one map file of a designer's folder; None if it has none, or several."""
    from wargame_core.maps.files.map_file import maps_in

    maps = maps_in(Path(name)) if Path(name).is_dir() else []
    return maps[0] if len(maps) == 1 else None


@frozen
class MapAlone:
    """Draws a map file by itself, in the way that `wargame render` was asked for."""

    out: Output
    target: Path | None
    theme: str
    size: str | None

    def or_game(self, name: str, data: Path | None, scenario: str | None) -> tuple[Game, str | None] | None:
        """The game and scenario that a name means; or None after drawing the map, where there is only that."""
        path = map_file(name)
        if path is not None:
            self.draw(path)
            return None
        try:
            return open_game(name, data, scenario)
        except WargameError as problem:
            path = only_map_of(name)
            if path is None:
                raise
            reason = f"{len(problem.problems)} mistakes" if isinstance(problem, DataError) else "no game yet"
            self.draw(path, f"only the map is drawn, for there is {reason} in {name} (`wargame lint {name}` tells)")
            return None

    def draw(self, path: Path, because: str = "") -> None:
        """Draw a map file as SVG, with its mistakes on it and in a list below; then the exit code is that of lint."""
        from wargame_core.data.documents import read_toml
        from wargame_pictures.draw.ground import map_ground
        from wargame_pictures.draw.map_svg import map_with_mistakes, read_drawable
        from wargame_pictures.draw.picture import Picture, save

        reading = read_drawable(read_toml(path, "a map file"))
        if reading.map is None:
            raise DataError(reading.problems)
        if reading.problems:
            picture = map_with_mistakes(reading.map, reading.problems, size=self.size)
        else:
            ground = map_ground(reading.map)
            picture = Picture(ground=ground).svg(layers=("sheet", "spaces"), theme=self.theme, size=self.size)
        written = save(picture, self.target or Path(f"{path.stem}.svg"))
        for note in (*map(str, reading.problems), because):
            if note:
                self.out.note(note)
        problems = [problem.to_json() for problem in reading.problems]
        title = (reading.map.title or path.name) + (", with its mistakes" if problems else "")
        self.out.result({"map": str(path), "out": str(written), "problems": problems}, f"{written}: {title}")
        if problems:
            click.get_current_context().exit(REFUSED)


FILE = click.Path(path_type=Path)
NOBODY_YET = "; nothing stands there yet (--record FILE draws a game on its way)"
game_option = click.option(
    "--game", metavar="FOLDER", help="The folder of a game of your own, if the record is of one."
)


def load_record(file: Path, game: str | None, data: Path | None = None) -> tuple[Record, Game]:
    """A record and the game it is of. Raises `RecordError`, and `UnknownName` for a game that is not installed."""
    from wargame_core.records.record import Record, game_of

    record = Record.load(file)
    chosen = open_game(game, data)[0] if game is not None else game_of(record.header, data)
    if chosen.id != record.header["game"]:
        raise WargameError(f"{file} is of {record.header['game']}, not of {chosen.id}")
    return record, chosen


@click.command(epilog="Example: wargame render vicksburg --record demo-out/vicksburg.jsonl --at 200 --out map.svg")
@click.argument("game", shell_complete=game_names)
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
    shell_complete=seat_names,
    show_default=True,
    help="Draw what this seat knows.",
)
@click.option(
    "--seed",
    metavar="NUMBER",
    type=int,
    default=0,
    show_default=True,
    help="Seed of what is rolled before the first choice.",
)
@click.option("--highlight", multiple=True, metavar="PLACE", help="Mark a place or space.")
@click.option("--orientation", metavar="SEAT", default="", help="In whose chair one sits; the last seat's is turned.")
@click.option(
    "--theme",
    metavar="THEME",
    default="auto",
    show_default=True,
    help="auto, which follows the reader; light, dark or print.",
)
@click.option(
    "--text-scale",
    type=click.FloatRange(0.5, 3),
    metavar="NUMBER",
    default=1.0,
    help="How much larger all writing is but that on counters.",
)
@click.option("--size", metavar="WIDTH", help="The width: pixels, or with its unit (180mm, 100%).")
@click.option(
    "--out", "target", metavar="FILE", type=FILE, help="The .svg, .png or .pdf to write; GAME.svg if not given."
)
@scenario_option
@game_options
@data_option
@with_output
def render(
    out: Output,
    game: str,
    file: Path | None,
    at: int | None,
    seat: str,
    seed: int,
    highlight: tuple[str, ...],
    orientation: str,
    theme: str,
    text_scale: float,
    size: str | None,
    target: Path | None,
    scenario: str | None,
    options: dict[str, Any],
    data: Path | None,
) -> None:
    """Draw the board as a picture: at the first choice of a new game, or anywhere in a record.

    A map file is drawn by itself, and a folder's map before its other files fit, with the mistakes on the picture.
    """
    from wargame_pictures import of as pictures_of
    from wargame_pictures import save
    from wargame_pictures.draw.tokens import LIT, Highlight
    from wargame_pictures.stories.notebook import LAYERS
    from wargame_pictures.stories.story import board_at

    alone = MapAlone(out, target, theme, size)
    opened = alone.or_game(game, data, scenario) if file is None else open_game(game, data, scenario)
    if opened is None:
        return
    chosen, scenario = opened
    chosen.rules.seat(seat)
    if file is None:
        match = chosen.start(scenario, seed=seed, **options)
        board = match.board
        title = f"{chosen.title}, {chosen.rules.scenario(scenario).title}"
    else:
        record, chosen = load_record(file, game, data)
        check_at(record, at)
        board = board_at(record, chosen, at)
        title = f"{chosen.title}, {'at the end' if at is None else f'before answer {at}'}"
    drawn = pictures_of(chosen).picture(redact(board, seat), seat, orientation=orientation, title=title)
    if drawn is None:
        raise WargameError(f"{chosen.id} has nothing to draw a board on")
    lit = Highlight(sum({1 << drawn.ground.space_of(place) for place in highlight}), LIT, ", ".join(highlight))
    picture = drawn.svg(
        layers=LAYERS, highlight=[lit] if highlight else (), theme=theme, size=size, text_scale=text_scale
    )
    written = save(picture, target or Path(f"{chosen.id}.svg"))
    as_json = {
        "game": chosen.id,
        "out": str(written),
        "at": at,
        "seat": seat,
        "turn": chosen.rules.turn_of(board),
        "seed": seed,
    }
    out.result(as_json, f"{written}: {title}{'' if drawn.pieces else NOBODY_YET}")


@click.command(epilog="Example: wargame replay demo-out/vicksburg.jsonl")
@click.argument("file", type=FILE)
@click.option("--page", metavar="FILE", type=FILE, help="Also write the game as a web page.")
@game_option
@data_option
@with_output
def replay(out: Output, file: Path, page: Path | None, game: str | None, data: Path | None) -> None:
    """Tell the story of a record from its events; no rule is run, so that it is told as it was played."""
    from wargame_pictures.stories.film import Camera
    from wargame_pictures.stories.story import Sentence, narrate
    from wargame_terminal.narrator import StoryPrinter, tell_outcome

    record, chosen = load_record(file, game, data)
    seat = record.header.get("seat")
    out.say(chosen.title, bold=True)
    out.say(f"scenario {record.header['scenario']}" + (f"; as {seat} saw it" if seat else ""))
    printer = StoryPrinter(out)
    camera = Camera(chosen, seat or REFEREE) if page is not None else None
    narrator = narrate(record, chosen, None if out.json else printer, camera.take if camera is not None else None)
    printer.flush()
    tell_outcome(out, narrator.outcome)
    notes = [record.torn] if record.torn else []
    if not record.ended and not record.torn and narrator.outcome is None:
        notes.append("the record has no end line: the game was left, or is still being played")
    for note in notes:
        out.note(f"note: {note}")
    if page is not None and camera is not None:
        _write_page(page, record, narrator, camera.film, file.name)
        out.note(f"page: {page}")
    as_json = {
        "game": chosen.id,
        "seat": seat,
        "answers": len(record.answers),
        "outcome": narrator.outcome.to_json() if narrator.outcome else None,
        "notes": notes,
        "turns": [
            {
                "turn": chapter.turn,
                "title": chapter.title,
                "story": [{"at": item.at, "text": item.text} for item in chapter.items if isinstance(item, Sentence)],
            }
            for chapter in narrator.chapters
        ],
    }
    out.result(as_json)


def _write_page(target: Path, record: Record, narrator: Narrator, film: Film, name: str) -> None:
    """Write the page of a record that has been told."""
    from wargame_core.data.files import write_whole
    from wargame_pictures.stories.web_page import page

    facts = {"scenario": record.header["scenario"], "as seen by": record.header.get("seat")}
    write_whole(target, page(narrator.game, narrator.chapters, narrator.outcome, facts=facts, footer=[name], film=film))


@click.command(epilog="Example: wargame verify demo-out/vicksburg.jsonl --json")
@click.argument("file", type=FILE)
@game_option
@click.option("--seed", metavar="NUMBER", type=int, help="The seed of the dice, for a record that does not tell it.")
@click.option("--signed-by", "signer", metavar="KEY", help="Also check that the owner of this public key signed it.")
@click.option("--against", "own", metavar="FILE", type=FILE, help="Also compare what a seat kept of the game.")
@data_option
@with_output
def verify(
    out: Output,
    file: Path,
    game: str | None,
    seed: int | None,
    signer: str | None,
    own: Path | None,
    data: Path | None,
) -> None:
    """Run a record through today's rules again, its dice against its seed, and report the first difference.

    It cannot see which version of the library wrote a record, nor that one was written anew as a whole, with other
    choices under a seed of its own. That shows --against what a seat kept, or a signature shows it.
    """
    from wargame_core.records.verification import verify as check

    if signer is not None:
        from wargame_core.records.signing import check_signature

        if (unsigned := check_signature(file, signer)) is not None:
            raise WargameError(unsigned)
    verified = check(file, open_game(game, data)[0] if game is not None else None, seed=seed)
    if own is not None and verified.ok and (difference := _against(file, own, game, data)) is not None:
        verified = evolve(verified, ok=False, first_difference=difference)
    dice = "no seed is known to check the dice with" if verified.dice is None else f"{verified.dice} dice fit the seed"
    text = f"the same: {verified.answers} answers run again; {dice}"
    if not verified.ok:
        text = f"{'different' if verified.readable else 'nothing was run'}: {verified.first_difference}"
    out.result(verified.to_json(), text)
    if not verified.ok:
        click.get_current_context().exit(REFUSED if os.path.isfile(file) else UNREADABLE)


def _against(file: Path, own: Path, game: str | None, data: Path | None) -> str | None:
    from wargame_core.records.record import Record
    from wargame_core.records.verification import differs_from_copy

    record, chosen = load_record(file, game, data)
    return differs_from_copy(record, Record.load(own), chosen)


def check_at(record: Record, at: int | None) -> None:
    """Refuse an answer that the record does not have. Raises `UnknownName`."""
    last = max((row["n"] for row in record.answers), default=0)
    if at is not None and at > last:
        raise UnknownName("answer", at, [f"0 to {last}"])


PATH = click.Path(path_type=Path, dir_okay=False)


@click.command(epilog="Example: wargame sign game.jsonl --key my_key; then: wargame verify game.jsonl --signed-by KEY")
@click.argument("file", type=PATH)
@click.option(
    "--key",
    metavar="FILE",
    type=PATH,
    required=True,
    help="The file of your private key; it is made if it is not there.",
)
@with_output
def sign(out: Output, file: Path, key: Path) -> None:
    """Sign a record: its signature is kept in FILE.sig. Give your public key (KEY.pub) to the others once."""
    from wargame_core.records.record import Record
    from wargame_core.records.signing import sign as add_signature
    from wargame_core.records.signing import signatures_of

    Record.load(file)  # nothing else is signed
    new = not key.exists()
    public = add_signature(file, key)
    if new:
        out.note(f"a new key: {key} is yours alone, {key}.pub is for the others")
    signatures = signatures_of(file)
    as_json = {"file": str(file), "signatures": str(signatures), "key": public}
    out.result(as_json, f"{signatures}: signed with the key {public}")
