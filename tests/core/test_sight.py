from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame_core.maps.hexes import AlongEdges, Doubled, HexGrid, SightLine, pattern
from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits, mask_of

BOARD = Map(HexGrid.lettered([13, 12, 13, 12, 13, 12, 13, 12, 13]))  # rows A to I
SHEET = Map(HexGrid.numbered(range(1, 9), range(1, 9)))


def hexes(*names: str) -> int:
    return mask_of(BOARD.parse(name) for name in names)


def line(a: str, b: str) -> SightLine:
    return BOARD.grid.line_of_sight(BOARD.parse(a), BOARD.parse(b))


# Layouts of a published rulebook, restated: from, to, hexes that block there, and whether the target is seen.
PUBLISHED = [
    ("1: nothing between", "G6", "G9", [], True),
    ("2: a blocking hex on each side of the shared hexside", "G6", "E6", ["F5", "F6"], False),
    ("3a: none on either side", "G6", "E6", [], True),
    ("3b: on one side only", "G6", "E6", ["F6"], True),
    ("4: open hexes between", "G6", "G9", [], True),
    ("5: on the other side only", "G6", "E6", ["F5"], True),
    ("6: a blocking hex on the line", "G6", "G8", ["G7"], False),
    ("8: from the far end, over a hex next to the target", "G9", "G6", ["G7"], False),
    ("10: on both sides, though at different hexsides", "G6", "C6", ["F5", "D6"], False),
    ("10: twice on the same side", "G6", "C6", ["F5", "D5"], True),
]


@pytest.mark.parametrize(
    ("a", "b", "blocking", "seen"), [case[1:] for case in PUBLISHED], ids=[c[0] for c in PUBLISHED]
)
def test_the_published_layouts_come_out_as_printed(a: str, b: str, blocking: list[str], seen: bool) -> None:
    assert BOARD.grid.sees(BOARD.parse(a), BOARD.parse(b), hexes(*blocking)) is seen


def test_a_line_along_a_row_cuts_the_hexes_between() -> None:
    assert line("G6", "G9") == SightLine(hexes("G7", "G8"))


def test_a_line_along_hexsides_has_pairs_left_first_and_cuts_the_hexes_in_between() -> None:
    f5, f6, d5, d6 = (BOARD.parse(name) for name in ("F5", "F6", "D5", "D6"))
    assert line("G6", "C6") == SightLine(hexes("E6"), ((f5, f6), (d5, d6)), hexes("F5", "D5"), hexes("F6", "D6"))


def test_the_same_line_backwards_has_left_and_right_exchanged() -> None:
    for a in range(0, BOARD.size, 5):
        for b in range(BOARD.size):
            there, back = BOARD.grid.line_of_sight(a, b), BOARD.grid.line_of_sight(b, a)
            assert (there.cut, there.left, there.right) == (back.cut, back.right, back.left)
            assert there.pairs == tuple((right, left) for left, right in reversed(back.pairs))


def test_blockers_in_the_end_hexes_never_count() -> None:
    for b in range(BOARD.size):
        both = 1 | 1 << b
        assert not (BOARD.grid.line_of_sight(0, b).cut | BOARD.grid.line_of_sight(0, b).left) & both
        assert BOARD.grid.sees(0, b, both)


@pytest.mark.parametrize(
    ("along", "blocking", "seen"),
    [
        ("both_sides", ["F5", "D6"], False),
        ("same_edge", ["F5", "D6"], True),
        ("same_edge", ["F5", "F6"], False),
        ("either_side", ["D6"], False),
        ("either_side", [], True),
        ("never", ["F5", "F6", "D5", "D6"], True),
        ("never", ["E6"], False),
    ],
)
def test_a_game_chooses_when_hexes_beside_the_line_stop_it(along: AlongEdges, blocking: list[str], seen: bool) -> None:
    assert BOARD.grid.sees(BOARD.parse("G6"), BOARD.parse("C6"), hexes(*blocking), along) is seen


def test_off_the_map_nothing_blocks_a_line_along_the_edge() -> None:
    found = line("A1", "C1")
    assert found.pairs == ((BOARD.parse("B1"), None),)
    for along in ("both_sides", "same_edge"):
        assert BOARD.grid.sees(BOARD.parse("A1"), BOARD.parse("C1"), BOARD.all, along)
    assert not BOARD.grid.sees(BOARD.parse("A1"), BOARD.parse("C1"), BOARD.all, "either_side")


def test_on_columns_left_and_right_are_those_of_one_who_looks_along_the_line() -> None:
    a, b = SHEET.parse("0304"), SHEET.parse("0504")  # due east, between 0403 above and 0404 below
    assert SHEET.grid.line_of_sight(a, b).pairs == ((SHEET.parse("0403"), SHEET.parse("0404")),)


def meeting(here: Doubled, end: Doubled) -> str:
    """An independent answer: the segment from (0, 0) to `end` clipped by the six sides of a hex, in exact fractions."""
    u, w, eu, ew = here[0], 3 * here[1], end[0], 3 * end[1]
    normals = ((1, 0, 1), (-1, 0, 1), (1, 1, 2), (-1, -1, 2), (1, -1, 2), (-1, 1, 2))
    enter, leave, touching = Fraction(0), Fraction(1), False
    for nu, nw, far in normals:
        # Inside means n . (t * end - here) <= far; with u, w in their units every side has the same form.
        speed, gap = nu * eu + nw * ew, far + nu * u + nw * w
        if speed == 0:
            if gap < 0:
                return "none"
            touching = touching or gap == 0
        elif speed > 0:
            leave = min(leave, Fraction(gap, speed))
        else:
            enter = max(enter, Fraction(gap, speed))
    if enter >= leave:
        return "none"
    return "beside" if touching else "cut"


@given(st.integers(-16, 16), st.integers(-9, 9))
def test_every_line_agrees_with_exact_clipping_of_every_hex_near_it(u: int, v: int) -> None:
    end = (u, v) if (u + v) % 2 == 0 else (u + 1, v)
    found = pattern(end)
    beside = {one for pair in found.pairs for one in pair}
    for y in range(-11, 12):
        for x in range(-20, 21):
            here = (x, y)
            if (x + y) % 2 or here in ((0, 0), end):
                continue
            expected = meeting(here, end) if end != (0, 0) else "none"
            assert expected == ("cut" if here in found.cut else "beside" if here in beside else "none"), here


def test_behind_a_wall_across_the_board_nobody_is_seen() -> None:
    wall = hexes(*(f"E{n}" for n in range(1, 14)))
    north = [space for space in range(BOARD.size) if BOARD.label(space)[0] in "ABCD"]
    south = [space for space in range(BOARD.size) if BOARD.label(space)[0] in "FGHI"]
    assert not any(BOARD.grid.sees(a, b, wall) for a in north for b in south)
    assert list(bits(wall))
