"""Boxes in letters: what stands in them, and roads that are told apart where they cross."""

from __future__ import annotations

from wargame_pictures.draw.letter_boxes import LetterBox, letter_boxes
from wargame_pictures.draw.letters import Ink

ROW = (
    LetterBox("a", (0, 0), "Alton", (("U 17 XIII Corps", Ink.FIRST),), ("b", "c")),
    LetterBox("b", (50, 0), "Bend", links=("a", "d")),
    LetterBox("c", (100, 0), "Clinton and Canton", links=("a",)),
    LetterBox("d", (150, 0), "Dale", links=("b",)),
)
BELOW = (LetterBox("e", (0, 90), "East", links=("a",)), LetterBox("f", (50, 90), "Far", links=("d", "nowhere")))


def text(*boxes: LetterBox, columns: int = 61) -> list[str]:
    drawn = letter_boxes(boxes, columns)
    assert drawn is not None
    return ["".join(run for run, _ in line) for line in drawn.lines]


def test_roads_run_straight_to_the_next_box_and_above_the_others() -> None:
    assert text(*ROW) == [
        "                      ┌───────────────────────────────┐",
        "      ┌───────────────┼───────────────┐               │",
        "┌─────┴─────┐   ┌─────┴─────┐   ┌─────┴─────┐   ┌─────┴─────┐",
        "│Alton      ├───┤Bend       │   │Clinton and│   │Dale       │",
        "│U 17 XIII C│   │           │   │Canton     │   │           │",
        "└───────────┘   └───────────┘   └───────────┘   └───────────┘",
    ]


def test_a_road_to_the_box_below_runs_down_and_what_is_not_drawn_is_told() -> None:
    lines = text(*ROW, *BELOW)
    assert [line[:27].rstrip() for line in lines[5:8]] == [
        "└─┬─────────┘   └──────────",
        "  │",
        "┌─┴─────────┐   ┌──────────",
    ]
    drawn = letter_boxes((*ROW, *BELOW), 61)
    assert drawn is not None
    assert drawn.left_out == (("d", "f"),)


def test_roads_and_pieces_have_inks_of_their_own() -> None:
    drawn = letter_boxes(ROW, 61)
    assert drawn is not None
    inks = {ink for line in drawn.lines for _, ink in line}
    assert {Ink.GROUND, Ink.ROAD, Ink.PLACE, Ink.FIRST} <= inks


def test_boxes_that_would_be_too_narrow_are_not_drawn() -> None:
    assert letter_boxes(ROW, 60) is None
