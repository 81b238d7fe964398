"""The gallery of parts: its pictures are drawn by the parts themselves, and its table names what there is."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import fields
from tests.docs.howto_pages import pictures_are_kept

import wargame_core
import wargame_hex_and_counter
from wargame_chattanooga import DATA
from wargame_core import Game
from wargame_core.data import DataFolder
from wargame_core.maps.masks import bits
from wargame_hex_and_counter import Arrivals, Combat, HexBoard, HexGame, Movement, OutOfCommand, Pieces, Rail
from wargame_hex_and_counter.authoring.game_folders import new_hex_game
from wargame_hex_and_counter.game import build
from wargame_hex_and_counter.game_files.plugin import packaged
from wargame_hex_and_counter.game_files.reading import read_game
from wargame_hex_and_counter.game_files.sections import GameFile
from wargame_hex_and_counter.rules.possible_kinds import phases_of
from wargame_pictures import pictures_of

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "parts-of-rulebooks.md"
NIGHT = Path(__file__).parents[1] / "hex_and_counter" / "night_march"
CORPS = NIGHT.parent / "corps_line"
WIDTH = 460

Drawn = tuple[Game, Any, list[str]]
"""A game, its board or the view of a seat, and the hexes that are lit."""


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> HexGame:
    """The game that `wargame new hex-game` writes."""
    folder = tmp_path_factory.mktemp("gallery") / "mill_creek"
    new_hex_game(folder)
    return read_game(DataFolder(folder)).game


def part(game: HexGame, kind: type[Any]) -> Any:
    return next(phase.part for phase in phases_of(game.sequence) if isinstance(phase.part, kind))


def standing(game: HexGame, **at: str) -> HexBoard:
    """A board of the game with these units alone, in these hexes."""
    board = game.set_up(next(iter(game.scenarios)), {})
    board.turn = 1
    board.at.clear()
    board.at.update({unit: game.book.map.parse(hex_) for unit, hex_ in at.items()})
    return board


def lit(game: HexGame, board: HexBoard, mask: int) -> Drawn:
    return build(game), board, [game.book.map.coordinates(space) for space in bits(mask)]


def movement(game: HexGame) -> Drawn:
    board = standing(game, blue_adams="0203", red_early="0606")
    return lit(game, board, part(game, Movement).reach(board.pieces, "blue_adams").spaces)


def zones(game: HexGame) -> Drawn:
    board = standing(game, red_early="0404", red_guns="0807", blue_adams="0203")
    pieces: Pieces = board.pieces
    rule = part(game, Movement)
    return lit(game, board, pieces.value(rule.zones).enemy_zone_mask(pieces, "blue", game.chart, "movement"))


def retreat(game: HexGame) -> Drawn:
    board = standing(game, blue_adams="0404", red_early="0504", red_floyd="0505", blue_brown="0203")
    ways = part(game, Combat).retreat.ways_of(board.pieces, "blue_adams", 2)
    return lit(game, board, sum(1 << end for end in ways))


def reinforcement(game: HexGame) -> Drawn:
    board = standing(game, red_early="0205")
    board.turn = 2
    ends = part(game, Arrivals).ends(board.pieces, "blue")
    return lit(game, board, next(iter(ends.values())))


def rail(game: HexGame) -> Drawn:
    board = standing(game, cs_preston="Dalton", us_wilder="1109")
    return lit(game, board, part(game, Rail).ends(board.pieces, "cs_preston"))


def supply(game: HexGame) -> Drawn:
    board = standing(game, us_rousseau="Tullahoma", us_wilder="0605", cs_forrest="0803")
    board.held.update(dict.fromkeys(map(board.place_id, game.book.map.roads[1].path), "union"))
    return lit(game, board, part(game, Combat).out_of_supply.trace.reaches(board.pieces, "union"))


def command() -> Drawn:
    """Who is in command in a game of the tests: its rule, from a headquarters next to an enemy zone."""
    game = read_game(DataFolder(CORPS)).game
    board = standing(game, rhq1="0304", r1="0307", r2="0203", b1="0506")
    rule = next(part for part in game.parts if isinstance(part, OutOfCommand))
    return lit(game, board, rule.command.reaches(board.pieces, "r1"))


def weather(game: HexGame) -> Drawn:
    board = standing(game, us_wilder="Murfreesboro", cs_stewart="0904")
    board.weather = "rain"
    return lit(game, board, part(game, Movement).reach(board.pieces, "us_wilder").spaces)


def attack(game: HexGame) -> Drawn:
    """An attack of two units that is announced, as the map shows it."""
    board = standing(game, blue_adams="0404", blue_brown="0505", red_early="0504")
    combat = part(game, Combat)
    duty = combat.commitments(board.pieces, "blue")
    state: Any = ()
    for unit in ("blue_adams", "blue_brown"):
        state = duty.add(state, unit, "0504")
    from wargame_hex_and_counter.rules.phases import with_odds

    board.battles = with_odds(combat, board.pieces, combat.battles(board.pieces, "blue", state), ())
    return build(game), board, []


PICTURES: dict[str, Callable[[HexGame], Drawn]] = {
    "movement": movement, "zones": zones, "retreat": retreat, "reinforcement": reinforcement, "attack": attack,
}  # fmt: skip
CAMPAIGN: dict[str, Callable[[HexGame], Drawn]] = {"rail": rail, "supply": supply, "weather": weather}
"""Pictures of The Road to Chattanooga."""


def face_down_seen_by_the_enemy() -> Drawn:
    game = wargame_core.load(NIGHT)
    match = game.start(seed=1)
    return game, match.view("blue"), []


def drawn(drawing: Drawn) -> str:
    game, board, hexes = drawing
    svg = pictures_of(game).svg(board, everything=not hasattr(board, "seat"), size=WIDTH, highlight=hexes, legend=False)
    assert svg is not None
    return svg


def test_each_picture_of_the_gallery_is_what_the_part_says_today(
    mill: HexGame, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    campaign = packaged(DATA)
    made = {name: drawn(draw(mill)) for name, draw in PICTURES.items()} | {
        name: drawn(draw(campaign)) for name, draw in CAMPAIGN.items()
    }
    made |= {"command": drawn(command())}
    made |= {"face_down": drawn(face_down_seen_by_the_enemy())}
    files = {f"part_{name}.svg": tmp_path / f"part_{name}.svg" for name in made}
    for (name, svg), path in zip(made.items(), files.values(), strict=True):
        assert path.name == f"part_{name}.svg"
        path.write_text(svg, "utf-8")
    pictures_are_kept(files, request.config.getoption("update_golden"))
    shown = re.findall(r"\.\./images/part_(\w+)\.svg", PAGE.read_text("utf-8"))
    assert sorted(shown) == sorted(made)


def rows() -> Iterator[tuple[str, str, str]]:
    """The rows of the table of mechanisms."""
    for line in PAGE.read_text("utf-8").partition("## Mechanisms")[2].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 3 and not cells[0].startswith(("mechanism", "**", "-")):
            yield cells[0], cells[1], cells[2]


def test_the_table_of_mechanisms_names_sections_and_parts_that_there_are() -> None:
    sections = {*(item.name for item in fields(GameFile)), "results"}
    table = list(rows())
    assert len(table) > 50
    for mechanism, in_files, in_python in table:
        for section in re.findall(r"`\[+(\w+)", in_files):
            assert section in sections, f"{mechanism}: there is no section {section}"
        for name in re.findall(r"`([A-Z]\w+)", in_python):
            assert name in wargame_hex_and_counter.__all__, f"{mechanism}: there is no part {name}"


def test_every_section_and_every_part_of_a_phase_stands_in_the_table() -> None:
    in_files, in_python = (" ".join(row[n] for row in rows()) for n in (1, 2))
    about = {"game", "side", "counters", "turns", "headings", "bot"}
    missing = [item.name for item in fields(GameFile) if item.name not in about and f"[{item.name}" not in in_files]
    assert missing == []
    parts = "Movement Combat Arrivals Replacements Rail Boxes Cup FaceDown WeatherTrack OpportunityFire ReactionMove"
    assert [part for part in parts.split() if f"`{part}" not in in_python] == []
