"""Sets of choices: lazy, countable, judged, and clear about what they refuse."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.core.skirmish_toy import WALK, Give, Go, PlayCard, ToyBoard, Walking, toy

from wargame_core.authoring import LEGAL, ListedChoices


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
    assert str(options.explain("hill")) == "space 4 is no neighbour of 0 [Toy p.2 Walking]"
    assert options.explain("bridge") == LEGAL
    assert options.explain("Rome") is None
    assert ListedChoices([]).explain("hill") is None
