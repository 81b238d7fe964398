"""Choosing some of several tokens: everything is legal, not everything is listed."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from wargame_altar_of_freedom.board.battle_actions import CallReinforcements, HoldBack
from wargame_altar_of_freedom.rules.subsets import LISTED, Subsets
from wargame_core.authoring import Cite

FEW = ("a", "b", "c")
MANY = tuple(f"F{number:02}" for number in range(20))
CITE = Cite("GotW", "12", "Deployment")


def test_of_few_tokens_every_choice_is_listed_from_none_to_all() -> None:
    chosen = [action.tokens for action in Subsets(FEW, HoldBack)]
    assert chosen == [some for size in range(4) for some in combinations(FEW, size)]


def test_the_largest_come_first_where_that_is_what_one_wants() -> None:
    assert next(iter(Subsets(FEW, CallReinforcements, largest_first=True))) == CallReinforcements(FEW)


def test_no_more_than_allowed() -> None:
    options = Subsets(FEW, HoldBack, most=1)
    assert [action.tokens for action in options] == [(), ("a",), ("b",), ("c",)]
    assert options.judge(HoldBack(("a", "b"))).codes == ("too_many",)


@pytest.mark.parametrize("most", [None, 7, 3, 0])
@pytest.mark.parametrize("tokens", [FEW, MANY, ()])
def test_what_is_listed_is_counted_right_legal_and_never_much(tokens: tuple[str, ...], most: int | None) -> None:
    options = Subsets(tokens, HoldBack, most=most)
    listed = list(options)
    assert len(options) == len(listed) == len(set(listed))
    assert len(listed) < LISTED + 2 * len(tokens) + 2
    assert all(options.judge(action) for action in listed)


def test_what_is_not_listed_may_be_legal_all_the_same() -> None:
    options = Subsets(MANY, HoldBack)
    some = HoldBack(MANY[1:18:2])
    assert some not in list(options)
    assert some in options


def test_samples_are_listed_and_of_every_size() -> None:
    options = Subsets(MANY, HoldBack)
    listed, rng = set(options), random.Random(1)
    samples = [options.sample(rng) for _ in range(2000)]
    assert set(samples) <= listed
    assert {len(action.tokens) for action in samples} == set(range(21))


def test_of_few_tokens_every_choice_is_drawn_sooner_or_later() -> None:
    options, rng = Subsets(FEW, HoldBack), random.Random(1)
    assert {options.sample(rng) for _ in range(500)} == set(options)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (HoldBack(("a", "a")), "twice"),
        (HoldBack(("a", "x")), "not_to_choose"),
        (HoldBack(("b", "a")), "order"),
        (CallReinforcements(("a",)), "not_offered"),
    ],
)
def test_anything_else_is_refused_with_a_reason_and_where_to_look(action: object, code: str) -> None:
    verdict = Subsets(FEW, HoldBack, CITE).judge(action)
    assert verdict.codes == (code,)
    assert verdict.reasons[0].cite == CITE
    assert verdict.reasons[0].text
