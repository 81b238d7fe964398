"""Victory points and dice as the briefings print them."""

from itertools import product

import pytest

from wargame_altar_of_freedom.printed.lines import RolledPoints


@pytest.mark.parametrize(
    ("text", "fixed", "count", "sides", "mean"),
    [
        ("1", 1, 0, 6, 1),
        ("0", 0, 0, 6, 0),
        ("-2", -2, 0, 6, -2),
        ("d3", 0, 1, 3, 2),
        ("-d3", 0, -1, 3, -2),
        ("2+d6", 2, 1, 6, 5.5),
        ("6+d3", 6, 1, 3, 8),
        ("6-d3", 6, -1, 3, 4),
        ("-2d6", 0, -2, 6, -7),
        ("12d10", 0, 12, 10, 66),
        ("3+2d6", 3, 2, 6, 10),
    ],
)
def test_amounts_are_read_and_written_as_printed(text: str, fixed: int, count: int, sides: int, mean: float) -> None:
    points = RolledPoints.parse(text)
    assert points == RolledPoints(fixed, count, sides)
    assert str(points) == text
    assert points.mean == mean


@pytest.mark.parametrize("text", ["", "d", "d0", "6+", "+d", "d6+1", "2 + d6", "1.5", "six", "d3d6", "--d3", "2+3"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a number, a number of dice, or both"):
        RolledPoints.parse(text)


@pytest.mark.parametrize(
    ("text", "totals"), [("1", {1}), ("-d3", {-3, -2, -1}), ("6+d3", {7, 8, 9}), ("-2d6", set(range(-12, -1)))]
)
def test_dice_are_added_or_taken_away(text: str, totals: set[int]) -> None:
    points = RolledPoints.parse(text)
    assert {points.total(rolls) for rolls in product(*(die.faces for die in points.dice))} == totals


def test_the_number_of_rolls_must_fit() -> None:
    with pytest.raises(ValueError, match=r"6\+d3 needs 1 rolls, not 2"):
        RolledPoints.parse("6+d3").total([1, 2])
