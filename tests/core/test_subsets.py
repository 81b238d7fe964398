"""Choices: lists, sets of things, one of each row, and what they refuse."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from operator import attrgetter
from typing import Any

import pytest
from attrs import frozen
from tests.core.seven_powers_toy import seven_powers
from tests.core.skirmish_toy import WALK, Give, Go, PlayCard, ToyBoard, Walking, toy

from wargame_core.authoring import (
    LEGAL,
    Action,
    Choices,
    Cite,
    ListedChoices,
    PieceMoves,
    Product,
    RulesError,
    Subsets,
    Verdict,
    refuse,
)
from wargame_core.errors import UnknownName
from wargame_core.flow.about import CARD, PIECE, PLACE
from wargame_core.flow.choices import LISTED
from wargame_terminal.menus import Menu

FEW = ("a", "b", "c")
MANY = tuple(f"F{number:02}" for number in range(20))
CITE = Cite("Book", "12", "Deployment")
NAMED = attrgetter("names")


@frozen
class Hold(Action):
    names: tuple[str, ...]


@frozen
class Call(Action):
    names: tuple[str, ...]


@pytest.mark.parametrize("most", [None, 7, 3, 0])
@pytest.mark.parametrize("tokens", [FEW, MANY, ()])
def test_what_is_listed_is_counted_right_legal_and_never_much(tokens: tuple[str, ...], most: int | None) -> None:
    options = Subsets(tokens, Hold, NAMED, most_members=most)
    listed = list(options)
    assert len(options) == len(listed) == len(set(listed))
    assert len(listed) < LISTED + 2 * len(tokens) + 2
    assert all(options.judge(action) for action in listed)


def test_what_is_not_listed_may_be_legal_all_the_same() -> None:
    options = Subsets(MANY, Hold, NAMED)
    some = Hold(MANY[1:18:2])
    assert some not in list(options)
    assert some in options


def test_samples_are_listed_and_of_every_size() -> None:
    options = Subsets(MANY, Hold, NAMED)
    listed, rng = set(options), random.Random(1)
    samples = [options.sample(rng) for _ in range(2000)]
    assert set(samples) <= listed
    assert {len(action.names) for action in samples} == set(range(21))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Hold(("a", "a")), "twice"),
        (Hold(("a", "x")), "not_to_choose"),
        (Hold(("b", "a")), "order"),
        (Call(("a",)), "not_offered"),
    ],
)
def test_anything_else_is_refused_with_a_reason_and_where_to_look(action: object, code: str) -> None:
    verdict = Subsets(FEW, Hold, NAMED, CITE).judge(action)
    assert verdict.codes == (code,)
    assert verdict.reasons[0].cite == CITE
    assert verdict.reasons[0].text


# Choices that are too many to list: a part of each row, a piece and its space, and menus that nobody could read.


@frozen
class Sheet(Action):
    chosen: tuple[str, ...]


@frozen
class Send(Action):
    piece: str
    to: int


@frozen
class Stop(Action):
    pass


READ = attrgetter("chosen")
TWENTY = [tuple(f"{row}{n}" for n in range(10)) for row in "abcdefghi"]
"""Nine rows of ten: a billion sheets."""


def test_of_many_the_first_of_all_rows_and_what_differs_in_one_are_listed() -> None:
    sheets = Product(TWENTY, Sheet, READ)
    listed = list[Any](sheets)
    usual = tuple(row[0] for row in TWENTY)
    assert listed[0] == Sheet(usual)
    assert all(sum(part != first for part, first in zip(sheet.chosen, usual, strict=True)) == 1 for sheet in listed[1:])
    assert len(sheets) == len(listed) == len(set(listed)) == 1 + 9 * 9
    assert sheets.abridged
    assert not sheets.complete


def test_samples_go_beyond_what_is_listed_and_are_legal() -> None:
    sheets, rng = Product(TWENTY, Sheet, READ), random.Random(1)
    samples = {sheets.sample(rng) for _ in range(50)}
    assert len(samples) == 50
    assert not samples & set(sheets)
    assert all(map(sheets.judge, samples))
    assert {sheets.sample(rng).chosen[0] for _ in range(200)} == set(TWENTY[0])


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
    moves = PieceMoves(list(ENDS), ENDS.__getitem__, Send, done_action=Stop())
    assert list(moves) == [Send("one", 1), Send("one", 2), Send("three", 3), Stop()]
    assert len(moves) == 4
    assert moves.any()


@pytest.mark.parametrize(
    ("action", "codes"),
    [
        (Send("one", 2), ()),
        (Stop(), ()),
        (Send("one", 3), ("too_far",)),
        (Send("one", -1), ("too_far",)),
        (Send("four", 1), ("no_such_piece",)),
        (Sheet(()), ("not_offered",)),
    ],
)
def test_a_move_is_judged_by_its_piece_and_space(action: Action, codes: tuple[str, ...]) -> None:
    assert (
        PieceMoves(list(ENDS), ENDS.__getitem__, Send, done_action=Stop(), why_not=too_far).judge(action).codes == codes
    )


def test_a_name_is_explained_as_a_piece_or_as_a_space() -> None:
    moves = PieceMoves(list(ENDS), ENDS.__getitem__, Send, why_not=too_far, parse=parse)
    assert moves.explain(PIECE, "one") == LEGAL
    assert moves.explain(PLACE, "2") == LEGAL
    assert moves.explain(CARD, "one") is None
    assert moves.explain(PIECE, "two").codes == ("nothing_in_reach",)  # type: ignore[union-attr]
    assert moves.explain(PLACE, "0").codes == ("too_far",)  # type: ignore[union-attr]


def test_the_kind_of_reason_that_most_pieces_have_comes_first_and_each_kind_once() -> None:
    reasons = {"one": ("tired", "one is tired"), "two": ("far", "2 steps"), "three": ("far", "3 steps")}
    moves = PieceMoves(list(reasons), {"one": 2, "two": 4, "three": 8}.__getitem__, Send, parse=parse)
    moves.why_not = lambda piece, space: refuse(*reasons[piece])
    assert str(moves.explain(PLACE, "0")) == "2 steps (and 1 more); one is tired"


class Endless(Choices):
    """Somebody's own choices, a product that never ends."""

    def __iter__(self) -> Iterator[Any]:
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


# Sets of choices: lazy, countable, judged, and clear about what they refuse.


@pytest.fixture
def board() -> Any:
    return toy().rules.set_up("plain", {"bow": "yes"})


def test_a_list_offers_judges_and_samples_the_same_actions() -> None:
    choices = ListedChoices([PlayCard(1), PlayCard(2)])
    rng = random.Random(1)
    assert (list(choices), len(choices)) == ([PlayCard(1), PlayCard(2)], 2)
    assert PlayCard(1) in choices
    assert PlayCard(3) not in choices
    assert {choices.sample(rng) for _ in range(50)} == {PlayCard(1), PlayCard(2)}


def test_a_refusal_from_a_list_names_the_action_and_what_was_offered() -> None:
    verdict = ListedChoices([PlayCard(n) for n in range(1, 9)], cite=WALK).judge(Give("red"))
    assert verdict.codes == ("not_offered",)
    assert "Give(seat='red') is not one of the 8 choices now (PlayCard(card=1); " in str(verdict)
    assert str(verdict).endswith("; ...) [Toy p.2 Walking]")


def test_the_first_choices_are_worked_out_alone_and_each_has_its_place(board: ToyBoard) -> None:
    class Endless(Walking):
        def __iter__(self) -> Iterator[Any]:
            yield from (Go(1), Go(2), Go(3))
            raise AssertionError("nobody wants a fourth")

    choices = Endless(board, 2)
    assert choices.head(2) == [Go(1), Go(2)]
    assert choices.index(Go(3)) == 2
    assert ListedChoices([Go(1)]).head() == [Go(1)]
    assert ListedChoices([Go(1)]).index(Go(9)) is None


def test_lazy_options_are_asked_about_an_action_without_listing(board: ToyBoard) -> None:
    class Unlistable(Walking):
        def __iter__(self) -> Iterator[Any]:
            raise AssertionError("judging must not list")

    assert Unlistable(board, 2).judge(Go(1)) == LEGAL
    assert Unlistable(board, 2).judge(Go(3)).codes == ("too_far",)


def test_why_a_place_cannot_be_chosen_is_explained_by_its_name(board: ToyBoard) -> None:
    options = Walking(board, 2)
    assert str(options.explain(PLACE, "4")) == "space 4 is not a neighbour of 0 [Toy p.2 Walking]"
    assert options.explain(PLACE, "1") == LEGAL
    assert ListedChoices([]).explain(PLACE, "hill") is None
