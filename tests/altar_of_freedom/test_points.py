"""Victory points and dice as the briefings print them."""

from __future__ import annotations

from itertools import product

import pytest

from wargame_altar_of_freedom.printed.lines import RolledPoints


@pytest.mark.parametrize(
    ("text", "fixed", "count", "sides", "least", "most"),
    [
        ("1", 1, 0, 6, 1, 1),
        ("0", 0, 0, 6, 0, 0),
        ("-2", -2, 0, 6, -2, -2),
        ("d3", 0, 1, 3, 1, 3),
        ("-d3", 0, -1, 3, -3, -1),
        ("2+d6", 2, 1, 6, 3, 8),
        ("6+d3", 6, 1, 3, 7, 9),
        ("6-d3", 6, -1, 3, 3, 5),
        ("-2d6", 0, -2, 6, -12, -2),
        ("12d10", 0, 12, 10, 12, 120),
        ("3+2d6", 3, 2, 6, 5, 15),
    ],
)
def test_amounts_are_read_and_written_as_printed(
    text: str, fixed: int, count: int, sides: int, least: int, most: int
) -> None:
    points = RolledPoints.parse(text)
    assert points == RolledPoints(fixed, count, sides)
    assert str(points) == text
    assert (points.minimum, points.maximum) == (least, most)


@pytest.mark.parametrize("text", ["", "d", "d0", "6+", "+d", "d6+1", "2 + d6", "1.5", "six", "d3d6", "--d3", "2+3"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a number, a number of dice, or both"):
        RolledPoints.parse(text)


@pytest.mark.parametrize("text", ["1", "d3", "-d3", "6+d3", "-2d6", "3+2d6"])
def test_every_roll_gives_an_amount_between_the_least_and_the_most(text: str) -> None:
    points = RolledPoints.parse(text)
    totals = {points.total(rolls) for rolls in product(*(die.faces for die in points.dice))}
    assert totals == set(range(points.minimum, points.maximum + 1))


def test_the_number_of_rolls_must_fit() -> None:
    with pytest.raises(ValueError, match=r"6\+d3 needs 1 rolls, not 2"):
        RolledPoints.parse("6+d3").total([1, 2])
