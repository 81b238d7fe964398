"""Counters face down, boxes and chits in text files: a small game that has all of them, and mistakes."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.hex_and_counter.screen_game import the_screen

import wargame_core
from wargame_core import Game
from wargame_core.data import DataFolder
from wargame_core.errors import DataError
from wargame_core.plugins.discovery import plugin_of
from wargame_hex_and_counter import HexGame, HiddenBoard
from wargame_hex_and_counter.game_files.reading import read_game
from wargame_hex_and_counter.rules.boxes import Boxes
from wargame_hex_and_counter.rules.cup import Cup
from wargame_hex_and_counter.rules.face_down import FaceDown
from wargame_lab import simulate
from wargame_laws import laws

FILES = Path(__file__).parent / "night_march"


def night_march() -> Game:
    return wargame_core.load(FILES)


test_laws = laws(
    night_march, seeds=range(40), games=2, budget=25, unexercised=("action fight", "event attack_called_off")
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FILES, tmp_path / "night"))


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text, old
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")


def lint(folder: Path) -> list[str]:
    found = plugin_of("hex_and_counter").lint
    assert found is not None
    return found(folder)


def game_of(folder: Path) -> HexGame:
    return read_game(DataFolder(folder)).game


def test_the_sections_are_the_same_parts_as_in_python() -> None:
    game = game_of(FILES)
    assert lint(FILES) == []
    assert game.board is HiddenBoard
    assert [type(part) for part in game.parts] == [FaceDown, Cup, Boxes]
    in_python = {type(part): part for part in the_screen("untried").parts}
    face_down, cup, boxes = game.parts
    assert isinstance(face_down, FaceDown)
    assert isinstance(cup, Cup)
    assert isinstance(boxes, Boxes)
    assert (face_down.known_to, face_down.found, face_down.put_by) == ("its side", "next to an enemy", "chance")
    assert [lot.contents for lot in face_down.lots] == [("r11", "r12", ""), ("b11", "b12", "")]
    of_python = in_python[Boxes]
    assert isinstance(of_python, Boxes)
    assert [box.name for box in boxes.boxes] == [box.name for box in of_python.boxes]
    assert isinstance(cup.chits, tuple)
    assert [(chit.title, chit.side, chit.formation, chit.count, chit.ends) for chit in cup.chits] == [
        ("Red van", "red", "Van", 1, False),
        ("Red", "red", "", 1, False),
        ("Blue", "blue", "", 2, False),
        ("Mist", "", "", 1, True),
    ]


def test_each_part_comes_up_in_play_and_is_told_before_the_game() -> None:
    played = simulate(night_march(), "random", games=12, seed=2)
    assert len(played.finished) == 12
    told = " ".join(text for text, _ in game_of(FILES).special())
    for words in ("What lies under a counter", "Chits are drawn from a cup", "The pass: entered from 0101 or 0808"):
        assert words in told


def test_only_the_units_of_the_chit_that_was_drawn_move() -> None:
    board: Any = night_march().start(seed=3).board
    board.drawn_chits = ("Red van",)
    (cup,) = (part for part in game_of(FILES).parts if isinstance(part, Cup))
    assert [unit for unit in board.at if cup.acts(board.pieces, unit)] == ["r1", "r2", "r20"]


def test_what_nobody_knows_is_not_put_but_drawn_when_it_is_found(folder: Path) -> None:
    assert "Set up" in str(game_of(folder).sequence)
    change(folder, "game.toml", 'known_to = "its side"', 'known_to = "nobody"')
    assert "Set up" not in str(game_of(folder).sequence)
    assert len(simulate(wargame_core.load(folder), "random", games=4, seed=1).finished) == 4


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        (
            "game.toml",
            'found = "next to an enemy"\n',
            "",
            "E202 face_down.found: missing: .*when a counter is turned up",
        ),
        (
            "game.toml",
            "next to an enemy",
            "beside",
            r"E204 face_down.found: 'beside' is not .*\(next to an enemy, in b",
        ),
        ("game.toml", '"r3"]\nunits', '"r33"]\nunits', "E301 lot.0..counters.2.: 'r33' is not a counter .*mean 'r3'"),
        (
            "game.toml",
            'units = ["r11", "r12"]',
            'units = ["r11", "r3"]',
            "E302 lot.0..units.1.: 'r3' is already in a lot",
        ),
        ("game.toml", 'units = ["r11", "r12"]', 'units = ["r11", "r20"]', "night.toml.*: r12: in no"),
        ("game.toml", '"r3"]\nunits = ["r11"', '"r20"]\nunits = ["r11"', "'r20' does not lie face down; counters of a"),
        ("game.toml", 'units = ["b11", "b12"]', 'units = ["b11", "r20"]', "lot.1.: a lot is of one side, not of"),
        (
            "counters.csv",
            "Van,yes",
            "Van,maybe",
            r"counters.csv:2:\d+: E204 face_down: 'maybe' is no answer \(yes, no\)",
        ),
        (
            "night.toml",
            '"b11", "b12"]',
            '"b11"]\nabsent = ["b12"]',
            "b12: under a counter by a ..lot.. of game.toml, and",
        ),
        ("game.toml", 'onward = ["The valley"]', 'onward = ["The vally"]', "'The vally' is not a box .*'The valley'"),
        ("game.toml", 'name = "The pass"', 'name = "The valley"', "'The valley' is already the name of a box"),
        ("game.toml", '["0101", "0808"]', '["0101", "9999"]', "E301 box.0..entered_from.1.: '9999' is neither a place"),
        ("game.toml", "passage = 2", "passage = 0", "E204 box.1..passage: 0: it is 1 to 99"),
        (
            "game.toml",
            'blocked_by = ["enemy units", ',
            'blocked_by = ["enemies", ',
            "E204 boxes.blocked_by.0.: 'enemies' is",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line_and_what_is_allowed(
    file: str, old: str, new: str, told: str, folder: Path
) -> None:
    change(folder, file, old, new)
    lines = lint(folder)
    assert [line for line in lines if re.search(told, line)], lines


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ("face_down", "E202 lot.0.: there is no section .face_down., which says who knows what lies there"),
        ("lot", "r1, r2, r3, b1, b2, b3 lie face down and are in no lot; write ..lot.. with"),
        ("box", "E202 player_turn.0..phases.0.: 'boxes' is played: there is no ..box.. that says which there are"),
    ],
)
def test_a_section_without_the_other_that_it_needs_is_told(section: str, told: str, folder: Path) -> None:
    path = folder / "game.toml"
    text = path.read_text("utf-8")
    path.write_text(re.sub(rf"^\[\[?{section}\]\]?\n(?:.+\n)+", "", text, flags=re.MULTILINE), "utf-8")
    with pytest.raises(DataError):
        game_of(folder)
    assert [line for line in lint(folder) if re.search(told, line)], lint(folder)
