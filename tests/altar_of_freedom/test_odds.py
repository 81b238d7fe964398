"""Exact odds of `wargame odds`, checked by counting."""

from fractions import Fraction
from itertools import product

import pytest

from wargame_altar_of_freedom.questions.odds import campaign_odds
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_score
from wargame_core import D6
from wargame_core.errors import QueryError
from wargame_core.plugins.discovery import plugin

ODDS = campaign_odds("vicksburg")


def test_the_skirmish_of_the_book_is_won_five_times_in_six() -> None:
    answer = ODDS["skirmish"].ask({"attacker-brigades": "4", "defender-brigades": "3", "attacker-bonus": "2"})
    assert answer.distributions["winner"].p("attacker") == Fraction(5, 6)
    assert "83.33 %" in answer.text()


def test_the_odds_of_a_skirmish_count_every_pair_of_dice() -> None:
    given = {"attacker_brigades": 3, "defender_brigades": 4, "attacker_bonus": 1, "defender_bonus": 0}
    answer = ODDS["skirmish"].ask(given)
    scores = [skirmish_score(attacker_die=a, defender_die=d, **given) for a, d in product(D6.faces, D6.faces)]
    for winner in ("attacker", "defender"):
        counted = sum(score.winner == winner for score in scores)
        assert answer.distributions["winner"].p(winner) == Fraction(counted, 36)
    both = sum(score.broken == ("attacker", "defender") for score in scores)
    assert answer.distributions["who breaks a brigade"].p("attacker and defender") == Fraction(both, 36)


def test_three_rallies_bring_one_brigade_back_on_the_average() -> None:
    answer = ODDS["rally"].ask({"brigades": 3})
    assert answer.distributions["rally"].mean() == 1
    assert answer.distributions["rally"].p(3) == Fraction(1, 27)


def test_no_more_rally_than_there_are_dice() -> None:
    assert max(ODDS["rally"].ask({"brigades": 5, "dice": 2}).distributions["rally"]) == 2


def test_gettysburg_rallies_better() -> None:
    answer = plugin("gettysburg").odds["rally"].ask({"brigades": 1})
    assert answer.distributions["rally"].p(1) == Fraction(1, 2)


def test_a_staff_die_adds_two_and_a_half_spaces() -> None:
    by_road = ODDS["march"].ask({"by_road": True}).distributions["spaces"]
    assert (by_road.mean(), set(by_road)) == (Fraction(11, 2), {3, 4, 5, 6, 7, 8})
    assert ODDS["march"].ask({"kind": "cavalry"}).distributions["spaces"].mean() == Fraction(5, 2)


def test_special_actions_succeed_every_other_time() -> None:
    assert ODDS["special_action"].ask({"tries": 2}).distributions["succeed"].p(0) == Fraction(1, 4)


def test_a_reinforcement_two_spaces_off_the_road_comes_in_turn_three_on_the_average() -> None:
    arrival = ODDS["reinforcement"].ask({"spaces": 2}).distributions["arrives at the end of turn"]
    assert arrival.mean() == Fraction(5 + 4 + 3 + 3 + 2 + 1, 6)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("skirmish", {"attacker_brigades": 0, "defender_brigades": 3}, "at least 1 brigade"),
        ("skirmish", {"attacker_brigades": "many", "defender_brigades": 3}, "'many' is not a whole number"),
        ("skirmish", {"defender_brigades": 3}, "missing: attacker_brigades"),
        ("rally", {"brigades": -1}, "allowed: 0 and more"),
        ("special_action", {"tries": -1}, "allowed: 0 and more"),
    ],
)
def test_wrong_questions_are_refused_in_words(name: str, given: dict[str, object], words: str) -> None:
    with pytest.raises(QueryError, match=words):
        ODDS[name].ask(given)


def test_the_system_answers_what_all_campaigns_print_alike() -> None:
    assert set(plugin("altar_of_freedom").odds) == {"skirmish", "reinforcement", "special_action"}
    answer = plugin("altar_of_freedom").odds["reinforcement"].ask({"spaces": 1, "by_road": "yes"})
    assert answer.distributions["arrives at the end of turn"].p(1) == Fraction(1, 2)
