"""The law of what is drawn notices each thing that a picture shows and the data of its view do not."""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from wargame_core import Game, load
from wargame_core.authoring import Sheet
from wargame_core.flow.pieces import MapMark, PieceFace
from wargame_hex_and_counter.game_files.assembly import COLORS
from wargame_laws import LawBroken, Trial
from wargame_laws.laws_of_pictures import flaw_of_colors
from wargame_laws.laws_of_pictures import law_sides_have_the_colors_of_their_counters as law_of_colors
from wargame_laws.laws_of_pictures import law_what_is_drawn_is_told_as_data as law
from wargame_pictures.paper import printed_game


def told_as(change: Callable[[PieceFace], PieceFace], game: str) -> Game:
    """A game whose counters are told otherwise than they are drawn."""
    given = load(game)
    face_of = given.rules.display.face_of
    assert face_of is not None
    display = evolve(given.rules.display, face_of=lambda board, piece: change(face_of(board, piece)))
    return evolve(given, rules=evolve(given.rules, display=display))


def trial(game: Game, scenario: str | None = None) -> Trial:
    return Trial(game, (3,), scenario=scenario, budget=20)


@pytest.mark.parametrize(
    ("game", "change", "said"),
    [
        ("battlecry", lambda face: evolve(face, values={}), "shows 4, and its values are {}"),
        ("battlecry", lambda face: evolve(face, side="union"), "and the data have"),
        ("vicksburg", lambda face: evolve(face, values={}), "and its values are {}"),
        ("vicksburg", lambda face: evolve(face, face_down=False), "and the data have"),
        ("vicksburg", lambda face: evolve(face, marks=("broken",)), "which lies face down"),
        ("gcacw_on_the_4th_day", lambda face: evolve(face, carries=()), "which is not a piece of the data"),
        ("gcacw_on_the_4th_day", lambda face: evolve(face, marks=()), "and its marks are ()"),
    ],
)
def test_a_counter_that_is_told_otherwise_is_noticed(
    game: str, change: Callable[[PieceFace], PieceFace], said: str
) -> None:
    with pytest.raises(LawBroken) as broken:
        law(trial(told_as(change, game)))
    assert said in str(broken.value)


@pytest.mark.parametrize(
    ("game", "kept", "said"),
    [
        ("gcacw_on_the_4th_day", lambda mark: mark.kind != "zone of control", "zones of control"),
        ("gcacw_on_the_4th_day", lambda mark: not mark.path, "through"),
        ("thunder_on_the_mississippi", lambda mark: mark.kind != "fort", "the words 'level"),
        ("corinth", lambda mark: mark.kind != "odds", "the words"),
    ],
)
def test_a_mark_that_is_not_told_is_noticed(game: str, kept: Callable[[MapMark], bool], said: str) -> None:
    given = load(game)
    marks: Callable[[Any], Any] = given.rules.display.map_marks
    display = evolve(given.rules.display, map_marks=lambda board: [mark for mark in marks(board) if kept(mark)])
    fewer = evolve(given.rules, display=display)
    with pytest.raises(LawBroken) as broken:
        law(Trial(evolve(given, rules=fewer), (1, 2, 3), budget=200))
    assert said in str(broken.value)


@pytest.mark.parametrize(
    ("color", "said"),
    [
        ("", "gives confederate no color"),
        ("#a6987f", "a counter of confederate is #a6987e, its side #a6987f"),
        ("#27457f", "the colors of union and confederate are too alike"),
        ("#e0d8c0", "is too faint on light paper"),
    ],
)
def test_a_side_of_another_colour_than_its_counters_is_noticed(color: str, said: str) -> None:
    game = load("gcacw_on_the_4th_day")

    def lay_out(base: Sheet, board: Any) -> Sheet:
        assert game.lay_out is not None
        sheet = game.lay_out(base, board)
        sides = tuple(evolve(side, color=color if side.seat == "confederate" else side.color) for side in sheet.sides)
        return evolve(sheet, sides=sides)

    with pytest.raises(LawBroken) as broken:
        law_of_colors(trial(evolve(game, lay_out=lay_out)))
    assert said in str(broken.value)


def test_a_token_printed_in_another_colour_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed_game, "side_colors", lambda sheet: {"union": "#000000", "confederate": "#000000"})
    with pytest.raises(LawBroken, match="is printed #000000, its side is"):
        law_of_colors(trial(load("gcacw_on_the_4th_day")))


def test_eight_usual_colours_of_sides_can_be_told_apart_and_read() -> None:
    assert flaw_of_colors({str(seat): color for seat, color in enumerate(COLORS)}) is None
