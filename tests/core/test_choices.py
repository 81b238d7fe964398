"""Sets of choices: lazy, countable, judged, and clear about what they refuse."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.core.skirmish_toy import WALK, Give, Go, PlayCard, Stay, ToyBoard, Walking, toy

from wargame_core.authoring import LEGAL, Action, Choices, ListedChoices, Verdict


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


def test_a_list_offers_the_actions_it_holds_and_none_that_only_equal_them() -> None:
    choices = ListedChoices([PlayCard(1), PlayCard(2)])
    assert all(choices.offers(action) for action in choices)
    assert not choices.offers(PlayCard(1))  # nobody has looked at its fields: 1 equals True and 1.0
    assert not Choices().offers(PlayCard(1))


def test_a_refusal_from_a_list_names_the_action_and_what_was_offered() -> None:
    verdict = ListedChoices([PlayCard(n) for n in range(1, 9)], cite=WALK).judge(Give("red"))
    assert verdict.codes == ("not_offered",)
    assert "Give(seat='red') is not one of the 8 choices now (PlayCard(card=1); " in str(verdict)
    assert str(verdict).endswith("; ...) [Toy p.2 Walking]")


def test_a_refusal_from_a_list_shows_no_more_than_fits() -> None:
    wordy = ListedChoices([PlayCard(n) for n in range(9)], read=lambda action: f"{action.kind} " + 110 * "x")
    text = wordy.judge(Give("red")).reasons[0].text
    assert len(text) < 500
    assert text.endswith("...)")


def test_a_list_can_say_in_its_own_words_why_it_offers_nothing_else() -> None:
    assert str(ListedChoices([Stay()], otherwise="the scout is asleep").judge(Go(1))) == "the scout is asleep"


def test_lazy_options_count_and_sample_by_what_they_list(board: ToyBoard) -> None:
    options = Walking(board, 2)
    assert len(options) == len(list(options)) == 2
    assert {options.sample(random.Random(seed)) for seed in range(30)} == {Stay(), Go(1)}
    assert repr(options) == "<Walking: 2 actions>"


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


def test_options_must_say_what_they_list_and_how_they_judge() -> None:
    class Empty(Choices):
        pass

    with pytest.raises(NotImplementedError, match="Empty must list its actions"):
        iter(Empty())
    with pytest.raises(NotImplementedError, match="Empty must judge an action"):
        Empty().judge(Stay())


def test_sampling_from_nothing_fails() -> None:
    class Nothing(Choices):
        def __iter__(self) -> Iterator[Any]:
            return iter(())

        def judge(self, action: Any) -> Verdict:
            return LEGAL

    for options in (Nothing(), ListedChoices([])):
        with pytest.raises(IndexError):
            options.sample(random.Random(1))


def test_an_action_reads_as_its_kind_unless_it_says_more(board: ToyBoard) -> None:
    assert Stay().text(board) == "stay"
    assert Go(1).text(board) == "go to the bridge"
    assert Action().text(board) == ""
