"""A board in letters, cell by cell: what a larger pane shows, what a cell says, and what nobody may learn from it."""

import json
import random
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from attrs import evolve

from wargame_core import REFEREE, SPECTATOR, Match, UnknownName, View, WargameError, load
from wargame_core.flow.letters import LetterCell, Letters
from wargame_pictures.text_board import Tabletop

PANES = ((80, 24), (100, 30), (200, 60))
MARKS = ("road", "water", "ridge", "piece", "place")
GAMES = ("vicksburg", "gettysburg", "battlecry", "gcacw_on_the_4th_day", "corinth", "thunder_on_the_mississippi")
ON_MAPS = GAMES[:-1]


@cache
def begun(game: str) -> Match:
    """A game after twenty choices of its bots, so that pieces stand on the map."""
    played = load(game)
    match = played.start(seed=3)
    bots = {seat: played.bot("random", seed=number) for number, seat in enumerate(played.seats)}
    for _ in range(20):
        seat = match.waiting_for[0]
        match.play(bots[seat](match.view(seat)), seat)
    return match


@cache
def asked(game: str) -> View:
    match = begun(game)
    return match.view(match.waiting_for[0])


@cache
def shown(game: str, pane: tuple[int, int], whole: bool = False) -> Letters:
    return asked(game).letters(*pane, whole=whole)


def marks(letters: Letters) -> Counter[str]:
    return Counter(cell.kind for row in letters.rows for cell in row if cell.kind in MARKS)


def on_map(letters: Letters) -> dict[tuple[int, int], LetterCell]:
    """The cells that lie in a space, by their column and line in the whole drawing."""
    left, top = letters.origin
    return {(left + x, top + y): cell for y, row in enumerate(letters.rows) for x, cell in enumerate(row) if cell.space}


@pytest.mark.parametrize("game", GAMES)
def test_a_larger_pane_has_more_of_every_mark_and_every_name(game: str) -> None:
    places = {space.place for space in Tabletop.of(asked(game)).sheet.spaces if space.place}
    drawn = [shown(game, pane) for pane in PANES]
    for smaller, larger in pairwise(drawn):
        assert marks(smaller) <= marks(larger)
        assert {place for place in places if place in str(smaller)} <= {
            place for place in places if place in str(larger)
        }
    assert marks(drawn[0])["piece"] + marks(drawn[0])["place"] > 0


@pytest.mark.parametrize("game", ["vicksburg", "gcacw_on_the_4th_day", "corinth"])
def test_a_larger_pane_has_every_mark_of_a_smaller_one_where_it_was(game: str) -> None:
    for smaller, larger in (((40, 12), (47, 13)), ((47, 13), (60, 31)), ((79, 20), (80, 24)), ((80, 24), (100, 30))):
        more = on_map(shown(game, larger))
        for spot, cell in on_map(shown(game, smaller)).items():
            assert cell.kind in ("ground", "name") or more[spot] == cell


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("whole", [False, True])
def test_a_drawing_fits_its_pane_and_every_cell_says_a_space_of_the_sheet(game: str, whole: bool) -> None:
    table = Tabletop.of(asked(game))
    terrain = {space.id: space.terrain for space in table.sheet.spaces}
    for width, height in PANES:
        letters = shown(game, (width, height), whole)
        assert 0 < len(letters.rows) <= height
        assert {len(row) for row in letters.rows} == {len(letters.rows[0])}
        assert len(letters.rows[0]) <= min(width, letters.size[0])
        cells = [cell for row in letters.rows for cell in row]
        assert {cell.space for cell in cells} <= {"", *terrain}
        assert all(len(cell.char) == 1 and cell.terrain == terrain.get(cell.space, "") for cell in cells)
        assert letters.centre in {cell.space for cell in cells}


@pytest.mark.parametrize("game", GAMES)
def test_every_letter_of_a_piece_has_its_side_and_lies_where_the_piece_stands(game: str) -> None:
    table = Tabletop.of(asked(game))
    standing = {place: {table.side[piece] for piece in pieces} for place, pieces in table.at.items()}
    pieces = [cell for row in shown(game, (200, 60)).rows for cell in row if cell.kind == "piece"]
    assert pieces
    assert all(cell.side in standing[cell.space] or len(standing[cell.space]) > 1 for cell in pieces)
    assert {cell.side for row in shown(game, (200, 60)).rows for cell in row if cell.kind != "piece"} == {""}


def test_the_part_shown_lies_around_the_space_that_is_asked_for() -> None:
    view = asked("vicksburg")
    jackson = view.letters(40, 12, centre="(10,26)")
    assert jackson.centre == "(10,26)"
    assert "Jackson" in str(jackson)
    assert "Jackson" not in str(view.letters(40, 12, centre="(18,1)"))
    at = {spot for spot, cell in on_map(jackson).items() if cell.space == "(10,26)"}
    assert (26 * 6 + 6, 10 * 2 + 1) in at
    with pytest.raises(UnknownName, match="unknown space 'Jackson'"):
        view.letters(40, 12, centre="Jackson")


def test_a_name_belongs_to_its_place_but_where_it_runs_over_the_centre_of_another_space() -> None:
    letters = asked("vicksburg").letters(60, 20, centre="(14,13)")
    (row,) = [row for row in letters.rows if "Cayuga" in "".join(cell.char for cell in row)]
    start = "".join(cell.char for cell in row).index("Cayuga")
    assert Counter(cell.space for cell in row[start : start + 6]) == {
        "(14,13)": 5,
        "(14,14)": 1,
    }  # the centre of (14,14)


def test_a_pane_lies_around_the_question_and_else_around_the_last_event() -> None:
    match = load("vicksburg").start(seed=1863)
    match.play("move XVII Corps", "federal")
    match.play("no Staff Dice for this corps", "federal")
    match.play("Crocker", "federal")
    assert match.view("federal").letters(40, 12).centre == "(19,13)"
    assert match.view("confederate").letters(40, 12).centre == "(19,13)"


@pytest.mark.parametrize("game", ON_MAPS)
def test_the_whole_map_has_every_space_and_the_letters_of_every_stack_where_it_fits(game: str) -> None:
    letters = shown(game, (250, 120), True)
    assert {cell.space for row in letters.rows for cell in row} - {""} == {
        space.id for space in Tabletop.of(asked(game)).sheet.spaces
    }
    assert (len(letters.rows[0]), len(letters.rows)) == letters.size


def test_the_whole_map_has_roads_rivers_strengths_and_names_from_four_columns_a_space_on() -> None:
    whole = shown("vicksburg", (150, 50), True)
    assert marks(whole)["road"] > marks(shown("vicksburg", (100, 30)))["road"]
    assert marks(whole)["water"] > marks(shown("vicksburg", (100, 30)))["water"]
    assert "Burtonton" in str(whole)
    assert marks(shown("vicksburg", (80, 24), True))["road"] == 0


def test_boxes_are_spaces_and_a_pane_too_narrow_for_them_is_empty() -> None:
    letters = shown("thunder_on_the_mississippi", (100, 30))
    row = next(row for row in letters.rows if "Grand Gulf" in "".join(cell.char for cell in row))
    assert {cell.space for cell in row} == {"", "bridgehead"}
    assert asked("thunder_on_the_mississippi").letters(30, 10).rows == ()
    assert asked("thunder_on_the_mississippi").letters(30, 10).panels != ()


@pytest.mark.parametrize("game", GAMES)
def test_panels_are_apart_and_the_json_form_says_all_that_the_cells_say(game: str) -> None:
    letters = shown(game, (80, 24))
    assert letters.panels == asked(game).panels
    sent = json.loads(json.dumps(letters.to_json()))
    rows = [
        tuple(
            LetterCell(char, run["kind"], run.get("space", ""), run.get("side", ""), run.get("terrain", ""))
            for run in row
            for char in run["text"]
        )
        for row in sent["rows"]
    ]
    assert tuple(rows) == letters.rows
    assert str(letters).split("\n") == ["".join(cell.char for cell in row).rstrip() for row in rows]
    assert [panel["id"] for panel in sent["panels"]] == [panel.id for panel in letters.panels]
    assert [*sent] == ["rows", "panels", "key", "centre", "origin", "size"]


@pytest.mark.parametrize("seat", ["federal", "confederate", SPECTATOR])
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_letters(seat: str) -> None:
    state, rng = begun("vicksburg").state, random.Random(7)
    view = View.of(state, seat)
    worlds = [View.of(view.world(rng), seat).letters(200, 60) for _ in range(3)]
    assert worlds == [view.letters(200, 60)] * 3
    assert View.of(state, REFEREE).letters(200, 60) != view.letters(200, 60)


def test_a_battle_inside_a_campaign_is_drawn_for_the_campaign_and_for_the_battle_alike() -> None:
    game = load("vicksburg")
    match = game.start(seed=15, options={"battles": "battle_cry"})
    bots = {seat: game.bot("belligerent", seed=number) for number, seat in enumerate(game.seats)}
    while (view := match.view(match.waiting_for[0])).inner is None:
        match.play(bots[view.seat](view), view.seat)
    letters = view.letters(80, 24)
    assert view.inner.letters(80, 24) == letters
    assert str(view.inner).splitlines()[0] == str(view).splitlines()[0]
    assert {cell.space for row in letters.rows for cell in row} >= {"A1", "I13", letters.centre}
    assert {cell.side for row in letters.rows for cell in row} == {"", "union", "confederate"}
    assert on_map(match.view(SPECTATOR).letters(80, 24)).keys() == on_map(letters).keys()


def test_rules_without_a_name_have_no_letters() -> None:
    rules = load("battlecry").rules
    nameless = evolve(rules, source=evolve(rules.source, origin=None))
    with pytest.raises(WargameError, match="battlecry was not loaded by name"):
        Match.start(nameless, seed=1).view(SPECTATOR).letters()
