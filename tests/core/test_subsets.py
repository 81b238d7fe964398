"""Choosing some of several tokens: everything is legal, not everything is listed."""

from __future__ import annotations

import random
from operator import attrgetter

import pytest
from attrs import frozen

from wargame_core.authoring import Action, Cite, Subsets
from wargame_core.flow.choices import LISTED

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
    options = Subsets(tokens, Hold, NAMED, most=most)
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
