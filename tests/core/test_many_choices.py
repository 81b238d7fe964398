"""Choices that are too many to list: a part of each row, a piece and its space, and menus that nobody could read."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from operator import attrgetter

import pytest
from attrs import frozen
from tests.core.seven_powers_toy import seven_powers

from wargame_core.authoring import (
    LEGAL,
    Action,
    Choices,
    PieceMoves,
    Product,
    RulesError,
    Verdict,
    refuse,
)
from wargame_core.errors import UnknownName
from wargame_terminal.menus import Menu


@frozen
class Sheet(Action):
    chosen: tuple[str, ...]


@frozen
class Go(Action):
    piece: str
    to: int


@frozen
class Stop(Action):
    pass


READ = attrgetter("chosen")
MANY = [tuple(f"{row}{n}" for n in range(10)) for row in "abcdefghi"]
"""Nine rows of ten: a billion sheets."""


def test_of_many_the_first_of_all_rows_and_what_differs_in_one_are_listed() -> None:
    sheets = Product(MANY, Sheet, READ)
    listed = list(sheets)
    usual = tuple(row[0] for row in MANY)
    assert listed[0] == Sheet(usual)
    assert all(sum(part != first for part, first in zip(sheet.chosen, usual, strict=True)) == 1 for sheet in listed[1:])
    assert len(sheets) == len(listed) == len(set(listed)) == 1 + 9 * 9
    assert sheets.abridged
    assert not sheets.complete


def test_samples_go_beyond_what_is_listed_and_are_legal() -> None:
    sheets, rng = Product(MANY, Sheet, READ), random.Random(1)
    samples = {sheets.sample(rng) for _ in range(50)}
    assert len(samples) == 50
    assert not samples & set(sheets)
    assert all(map(sheets.judge, samples))
    assert {sheets.sample(rng).chosen[0] for _ in range(200)} == set(MANY[0])


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Stop(), "one of each is asked for: First, Second"),
        (Sheet(("a",)), "1 are named; one of each is asked for: First, Second"),
        (Sheet(("a", "x")), "Second cannot be that (choices: b0, b1, b2, b3, b4, b5, ...)"),
    ],
)
def test_what_is_no_part_of_its_row_is_refused_with_the_row(action: Action, said: str) -> None:
    rows = [("a",), [f"b{n}" for n in range(8)]]
    assert str(Product(rows, Sheet, READ, titles=("First", "Second")).judge(action)) == said


ENDS = {"one": 0b0110, "two": 0, "three": 0b1000}


def too_far(piece: str, space: int) -> Verdict:
    return refuse("too_far", f"{space} is too far for {piece}")


def parse(name: str) -> int:
    if not name.isdecimal():
        raise UnknownName("space", name, ())
    return int(name)


def test_every_piece_with_each_of_its_spaces_is_listed_and_being_done() -> None:
    moves = PieceMoves(list(ENDS), ENDS.__getitem__, Go, done=Stop())
    assert list(moves) == [Go("one", 1), Go("one", 2), Go("three", 3), Stop()]
    assert len(moves) == 4
    assert moves.any()


@pytest.mark.parametrize(
    ("action", "codes"),
    [
        (Go("one", 2), ()),
        (Stop(), ()),
        (Go("one", 3), ("too_far",)),
        (Go("one", -1), ("too_far",)),
        (Go("four", 1), ("no_such_piece",)),
        (Sheet(()), ("not_offered",)),
    ],
)
def test_a_move_is_judged_by_its_piece_and_space(action: Action, codes: tuple[str, ...]) -> None:
    assert PieceMoves(list(ENDS), ENDS.__getitem__, Go, done=Stop(), why_not=too_far).judge(action).codes == codes


def test_a_name_is_explained_as_a_piece_or_as_a_space() -> None:
    moves = PieceMoves(list(ENDS), ENDS.__getitem__, Go, why_not=too_far, parse=parse)
    assert moves.explain("one") == LEGAL
    assert moves.explain("2") == LEGAL
    assert moves.explain("nowhere") is None
    assert moves.explain("two").codes == ("nothing_in_reach",)  # type: ignore[union-attr]
    assert moves.explain("0").codes == ("too_far",) * 3  # type: ignore[union-attr]


class Endless(Choices):
    """Somebody's own choices, a product that never ends."""

    def __iter__(self) -> Iterator[str]:
        return map(str, count())

    def judge(self, action: object) -> Verdict:
        return LEGAL


@pytest.mark.parametrize("use", [len, Choices.head, lambda choices: choices.sample(random.Random(1))])
def test_what_lists_without_end_is_stopped_with_a_sentence(use: Callable[[Choices], object]) -> None:
    with pytest.raises(RulesError, match=r"more than 50,000 choices are listed: list an excerpt"):
        use(Endless())
    assert [str(listed) for listed in Endless().head(2)] == ["0", "1"]


def test_people_read_that_a_menu_is_an_excerpt() -> None:
    match = seven_powers().start(seed=1)
    menu = Menu.of(match.view("ash"))
    assert any("too many to list; others than these can be typed as JSON" in line for line in menu.lines())
