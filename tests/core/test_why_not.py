"""Why a thing cannot be chosen: a short answer with the best reason first, and what can be chosen instead."""

import pytest

from wargame_core import Match, load
from wargame_core.flow.explaining import LONGEST_ANSWER, list_within_room


@pytest.fixture
def campaign() -> Match:
    return load("vicksburg").start(seed=1863)


def test_a_place_without_a_piece_is_answered_with_the_pieces_to_choose(campaign: Match) -> None:
    assert str(campaign.explain(place="(1,16)", seat="federal")) == (
        "you see no piece on (1,16); the choices are move XIII Corps, move XV Corps or move XVII Corps"
    )


def test_a_piece_of_another_corps_is_answered_with_both_corps(campaign: Match) -> None:
    campaign.play("move XIII Corps")
    campaign.play("no Staff Dice for this corps")
    assert "belongs to XVII Corps; XIII Corps moves now" in str(campaign.explain("Logan", "federal"))
    assert "belongs to XVII Corps; XIII Corps moves now" in str(
        campaign.explain(place=campaign.view("federal").piece_places["F13"], seat="federal")
    )


def test_a_piece_of_the_enemy_that_no_rule_speaks_of_is_not_yours(campaign: Match) -> None:
    verdict = campaign.explain(piece="cs_depot_vicksburg", seat="federal")
    assert (verdict.codes, str(verdict).partition(";")[0]) == (("not_yours",), "Depot at Vicksburg is not yours")  # type: ignore[union-attr]


def test_a_question_of_cards_says_so_to_who_points_at_the_map() -> None:
    told = str(load("battlecry").start(seed=3).explain(place="G9"))
    assert told.startswith('G9 is not an answer to "Which card do you play?"; the choices are play ')
    assert len(told) <= LONGEST_ANSWER


@pytest.mark.parametrize(
    ("room", "words"), [(17, "name A or 7 more"), (19, "name A, B or 6 more"), (99, "name A, B, C, D, E, F or 2 more")]
)
def test_as_many_choices_are_named_as_there_is_room_for(room: int, words: str) -> None:
    assert list_within_room("name", list("ABCDEFGH"), room) == words


def test_a_long_name_of_a_choice_is_cut() -> None:
    assert list_within_room("choose", ["a division of the army", "a corps"], 30) == "choose a division... or 1 more"
