"""BC150 p.2 Components: a battery has three figures; by an option two. Readings: Figures of a battery."""

from pathlib import Path
from typing import Any

import pytest
from tests.core.records_of_toys import rewritten

from wargame_battlecry.printed.pieces import Rulebook
from wargame_core import Game, Record, load_match, verify_record
from wargame_pictures.stories.story import board_at

FIGURES = {"three": 3, "two": 2}


@pytest.mark.parametrize("option", FIGURES)
def test_every_battery_of_the_thirty_battles_begins_with_the_figures_of_the_option(game: Game, option: str) -> None:
    for scenario in game.scenarios:
        board: Any = game.start(scenario.id, seed=1, options={"battery_figures": option}).board
        for unit in board.battle.units.values():
            usual = {"infantry": 4, "cavalry": 3, "artillery": FIGURES[option]}[unit.kind.arm]
            assert board.figures[unit.id] == unit.kind.figures == (3 if unit.kind.id == "cadets" else usual)
        assert sum(board.battle.strength.values()) == sum(board.figures.values())


@pytest.mark.parametrize("option", FIGURES)
def test_a_sheet_tells_the_figures_that_are_played(game: Game, option: str) -> None:
    sheet = game.sheet("shiloh", {"battery_figures": option})
    batteries = [piece for piece in sheet.pieces if piece.kind == "artillery"]
    assert {piece.facts["figures"] for piece in batteries} == {str(FIGURES[option])}
    (aid,) = [aid for aid in sheet.aids if aid.id == "units"]
    (row,) = [line for line in aid.text.splitlines() if line.startswith("artillery")]
    assert row.split()[2] == str(FIGURES[option])


def test_the_box_holds_the_pieces_of_its_batteries(book: Rulebook) -> None:
    guns_with_flags, crewmen = 3, 6
    assert book.kinds["artillery"].figures * book.box.artillery == guns_with_flags + crewmen


@pytest.mark.parametrize(("option", "last"), [("three", 2), ("two", 1)])
def test_a_battery_stands_one_hit_longer_than_in_the_first_edition(lay: Any, option: str, last: int) -> None:
    board = lay({"E5": "union artillery"}, options={"battery_figures": option})
    board.figures["u1"] -= 1
    assert board.figures["u1"] == last


@pytest.fixture
def old(game: Game, tmp_path: Path) -> Path:
    """A record of rules 1, in which there was no such option and batteries had two figures, after forty answers."""
    match, player = game.start("shiloh", seed=46, options={"battery_figures": "two"}), game.bot("easy", seed=1)
    while len(match.entries) < 40:
        seat = match.waiting_for[0]
        match.play(player(match.view(seat)), seat)
    path = match.save(tmp_path / "old.jsonl")

    def as_then(lines: list[dict[str, Any]]) -> None:
        lines[0]["rules"] = "1"
        for option in ("battery_figures", "take_ground", "any_card"):
            del lines[0]["options"][option]

    return rewritten(path, as_then)


def test_an_old_record_is_told_and_goes_on_with_batteries_of_two(game: Game, old: Path) -> None:
    record = Record.load(old)
    assert record.options(game.rules)["battery_figures"] == "two"
    match = load_match(old, game=game)
    assert match.options["battery_figures"] == "two"
    board: Any = match.board
    assert {unit.kind.figures for unit in board.battle.units.values() if unit.kind.arm == "artillery"} == {2}
    assert match.board == board_at(record, game)


def test_verify_says_that_an_old_record_is_of_other_rules(game: Game, old: Path) -> None:
    verified = verify_record(old, game)
    assert verified.first_difference == (
        "the game was played with rules 1 of battlecry; here they are 2; it would go the same way"
    )
