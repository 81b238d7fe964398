"""Antietam at a terminal: the map, menus in steps, names as the screen shows them, and what `why?` says."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from wargame_battlecry.picture import letters
from wargame_console.output import Output
from wargame_core import Game
from wargame_pictures.text_board import Tabletop, draw_map
from wargame_terminal import main, session
from wargame_terminal.session_commands import COMMAND_TABLE

BOMBARD = "play Bombard"


@pytest.fixture(scope="module")
def table(game: Game) -> Tabletop:
    match = game.start("antietam", seed=3)
    return Tabletop(game, game.sheet("antietam"), match.view("union"))


def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *lines: str, more: tuple[str, ...] = ()) -> str:
    """What is on the screen after a person has typed these lines."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    command = ["play", "battlecry", "--seat", "union", "--scenario", "antietam", "--seed", "3", *more]
    done = CliRunner().invoke(main, command, input="\n".join((*lines, "quit", "")))
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def test_the_whole_battlefield_fits_80_columns_with_every_unit_and_hex(table: Tabletop) -> None:
    drawn = draw_map(table, size=(79, 28))
    assert drawn is not None
    lines = ["".join(text for text, _ in line) for line in drawn.lines]
    assert max(map(len, lines)) <= 79
    words = " ".join(lines).split()
    assert {"A1", "I13", "Ui4*", "Ca3", "U*", "Uc3", "woods", "river"} <= set(words)
    assert any("Sunken Road" in line for line in lines)


def test_works_and_generals_are_in_letters(table: Tabletop, lay: object) -> None:
    said = letters(table.board)
    assert said["ug2"].long == "General Burnside"
    assert said["ug2"].short == ""
    assert {said[place].short for place in ("A5", "F2")} == {"town", "bridge"}


@pytest.mark.parametrize(
    ("words", "piece"),
    [("Burnside", "ug2"), ("General Burnside", "ug2"), ("Union infantry u4 (4) at G8", "u4"), ("u12", "u12")],
)
def test_a_piece_is_found_by_what_the_screen_calls_it(table: Tabletop, words: str, piece: str) -> None:
    assert [thing.id for thing in table.find(words)] == [piece]


def test_a_place_names_the_pieces_in_it_too(table: Tabletop) -> None:
    assert table.ids_of("Dunker Church") == ["C9", "s4", "sg2"]


def test_first_the_unit_then_the_hex_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = typed(tmp_path, monkeypatch, "Bombard", "", "2", "map", "back", "9")
    assert "Order all artillery" in text
    assert "   2  Union artillery u12 (3) at G4  (19 choices)" in text
    step = text.partition(
        "Which ordered unit or general moves, and to which hex?  [BC150 p.6 3. Move] Union artillery u12 (3) at G4 ..."
    )[2]
    assert step.startswith("\n   1  Union artillery u12 (3) at G4 to E2\n")
    assert "(1)" in step
    assert "(3) in reach, and what it costs" in step
    assert step.count("(19 choices)") == 1
    assert "there is no choice 9; the list has 1 to 4" in step


def test_a_hex_alone_narrows_a_menu_in_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = typed(tmp_path, monkeypatch, "Bombard", "", "G3")
    assert "9  Union artillery u12 (3) at G4 to G3" in text or "1  Union artillery u12 (3) at G4 to G3" in text
    assert "Enter takes it" in text


def test_why_not_describes_what_is_meant_and_says_what_the_question_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = " ".join(typed(tmp_path, monkeypatch, "why? Burnside", "why? Rome").split())
    assert 'General Burnside is not an answer to "Which card do you play?"; the choices are play Bombard' in text
    assert "'Rome' means nothing in this decision." in text
    asked = "Which card do you play? It says what you may order this turn."
    assert f'The question "{asked}" takes a card: play Bombard; play Probe Left' in text


def test_undo_says_how_much_of_the_story_no_longer_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = typed(tmp_path, monkeypatch, "Bombard", "", "2", "1", "undo")
    assert "Union artillery u12 moves from G4 to E2" in text
    assert "taken back (events that no longer hold: 1; that still do: " in text
    assert text.count("   2  Union artillery u12 (3) at G4  (19 choices)") == 2


def test_explain_and_rules_find_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = CliRunner().invoke(main, ["explain", "battlecry", "Bombard"]).output
    assert told.startswith("Bombard (a card)\n  Order all artillery")
    assert "Bombard (a card)" in typed(tmp_path, monkeypatch, "rules bombard")
    assert "did you mean 'Bombard'" in CliRunner().invoke(main, ["explain", "battlecry", "Bombrad"]).output


def test_the_map_is_drawn_again_only_for_a_piece_that_may_go_to_more_than_two_places(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(session, "map_of", lambda table, menu, names: drawn.append(len(menu.piece_and_costs()[1])))
    match = game.start("antietam", seed=3)
    at_the_prompt = session.Session(Output(), game, match, ["union"], {}, COMMAND_TABLE)
    for places in ({}, {"A1": "1", "B1": "1"}, {"A1": "1", "B1": "1", "C1": "2"}):
        menu: Any = SimpleNamespace(piece_and_costs=lambda places=places: ("Ui1" if places else "", places))
        at_the_prompt._draw(match.view("union"), menu)
    assert drawn == [0, 3]
