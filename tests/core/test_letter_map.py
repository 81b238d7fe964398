"""Maps in letters: what stands where, roads and rivers between, names, and a window of a screen's size."""

from __future__ import annotations

import pytest

from wargame_core.maps.features import Barrier, Crossing, NamedPlace, Road
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareMap
from wargame_pictures.draw.letter_grid import make_grid, make_window
from wargame_pictures.draw.letter_map import Contents, letter_map
from wargame_pictures.draw.letters import Canvas, Ink

FIELD = SquareMap(
    3,
    4,
    terrain=("clear", "woods", "clear", "clear") * 3,
    places=(NamedPlace("Utica", 5),),
    barriers=(Barrier("Big Black", "river", frozenset({(2, 3), (6, 7), (10, 11)})),),
    crossings=(Crossing("ferry", "Hall's Ferry", "ferry", (6, 7), "Big Black"),),
    roads=(Road("the road", "road", (4, 5, 6, 7)),),
)
ROWS = HexMap.lettered([3, 2, 3], terrain=("woods",) + ("clear",) * 7)
COLUMNS = HexMap.numbered(range(1, 4), range(1, 4), roads=(Road("pike", "pike", (0, 1)), Road("lane", "road", (1, 4))))


def drawn(game_map: Map, **contents: object) -> list[str]:
    return letter_map(game_map, Contents(**contents), columns=60).text().splitlines()  # type: ignore[arg-type]


def test_squares_have_their_rows_and_columns_named_on_both_sides() -> None:
    lines = drawn(FIELD)
    assert lines[0].split() == lines[-1].split() == ["0", "1", "2", "3"]
    rows = [line.split() for line in lines[1:-1] if line.strip() and line.split()[0].isdecimal()]
    assert [(row[0], row[-1]) for row in rows] == [("0", "0"), ("1", "1"), ("2", "2")]


def test_roads_are_lines_rivers_lie_between_and_a_ferry_opens_the_river() -> None:
    lines = drawn(FIELD)
    row = next(line for line in lines if line.startswith(" 1"))
    assert "·───" in row
    assert "=" in row
    assert "≈" not in row
    assert all("≈" in line for line in lines if line.startswith((" 0", " 2")))
    assert "x" in next(line for line in drawn(FIELD, destroyed=("ferry",)) if line.startswith(" 1"))


def test_a_place_is_named_beside_its_sign() -> None:
    lines = drawn(FIELD)
    assert any("o" in line and line.startswith(" 1") for line in lines)
    assert any("Utica" in line for line in lines)


def test_what_stands_in_a_space_and_what_is_in_reach_is_shown() -> None:
    text = "\n".join(drawn(FIELD, stacks={0: ("Ui4", Ink.FIRST), 8: ("Cc2", Ink.SECOND)}, reach={1: "1", 8: "3"}))
    assert all(word in text for word in ("Ui4", "(1)", "Cc2", "(3)"))


@pytest.mark.parametrize(("hexes", "ids"), [(ROWS, ["A1", "B2", "C3"]), (COLUMNS, ["0101", "0302"])])
def test_every_empty_hex_has_its_number(hexes: HexMap, ids: list[str]) -> None:
    text = "\n".join(drawn(hexes))
    assert all(name in text for name in ids)


def test_ways_between_hexes_are_signs_of_their_kind_and_ground_is_a_word() -> None:
    text = "\n".join(drawn(COLUMNS))
    assert "║" in text
    assert "╱" in text or "╲" in text
    assert "woods" in "\n".join(drawn(ROWS))
    assert "works" in "\n".join(drawn(ROWS, ground={4: "works"}))


def test_a_window_keeps_its_size_shows_its_middle_and_stays_on_the_map() -> None:
    big = SquareMap(30, 40)
    for focus in (0, 39, 15 * 40 + 20, 30 * 40 - 1):
        grid = make_grid(big, 72)
        window = make_window(grid, [focus], 72, 20)
        assert focus in window.spaces
        assert window.right - window.left <= 72
        assert window.bottom - window.top <= 20
        assert window.left >= 0
    shown = letter_map(big, Contents(), focus=[620], columns=79, lines=20)
    assert max(len(line) for line in shown.text().splitlines()) <= 79


def test_a_focus_wider_than_the_window_is_shown_where_most_of_it_lies() -> None:
    grid = make_grid(SquareMap(3, 80), 72)
    window = make_window(grid, [2, 60, 61, 62, 63, 64, 79], 72, 20)
    assert {60, 61, 62, 63, 64} <= set(window.spaces)
    assert 2 not in window.spaces


def test_an_overview_has_every_space_in_few_letters() -> None:
    over = letter_map(SquareMap(30, 40), Contents(stacks={620: ("Ui4", Ink.FIRST)}), columns=79, overview=True)
    assert len(over.spaces) == 1200
    assert "U" in over.text()
    assert max(len(line) for line in over.text().splitlines()) < 100


def test_a_canvas_joins_letters_of_one_ink_and_forgets_blanks_at_the_end() -> None:
    canvas = Canvas()
    canvas.centre(3, 0, "abc", Ink.PLACE)
    canvas.write(6, 0, "d", Ink.ROAD)
    assert canvas.lines(0, 9, 0, 0) == [[("  ", Ink.GROUND), ("abc ", Ink.PLACE), ("d", Ink.ROAD)]]
    assert not canvas.is_free(2, 0, 1)
    assert canvas.is_free(7, 0, 3)
