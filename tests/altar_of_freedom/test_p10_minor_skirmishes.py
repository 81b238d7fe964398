"""GotW p.10 Battle Results Table, Minor Skirmishes, p.11 Skirmish Casualties (AFI p.10-11).

Readings: Brigades of a skirmish.
"""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.altar_of_freedom.kit import Play, bare_board, campaign_of, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import BATTLE, RETREAT, SKIRMISH, LoseBrigade
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken, RetreatBegan, SkirmishFought
from wargame_altar_of_freedom.printed.lines import DivisionId
from wargame_altar_of_freedom.rules.battle_cards import ATTACKER_CARDS, BATTLE_RESULTS, DEFENDER_CARDS, battle_result
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_brigades, skirmish_odds, skirmish_score
from wargame_core import D6, DiceError

# The book's example: a Confederate division of four brigades with two more nearby attacks a Federal one of three.
EXAMPLE = {
    "loring": "12,15", "bowen": "11,15", "forney": "12,14",
    "carr": "Auburn",
}  # fmt: skip


def example(*dice: int, at: dict[str, str] | None = None, **changes: Any) -> Play:
    play = position(
        "Move one token",
        at or EXAMPLE,
        moving="cs_mississippi",
        dice=dice,
        **changes,
    )
    play.march("loring", "Auburn")
    return play


# the printed example


def test_the_example_of_the_book_on_the_map() -> None:
    play = example(1, 2)
    update = play.cards(BATTLE, SKIRMISH)
    fought = told(update, SkirmishFought)[0]
    attacker, defender = fought.ruling.parts
    assert [(one.label, one.value) for one in attacker.modifiers] == [
        ("die", 1),
        ("brigades", 4),
        ("nearby divisions", 2),
    ]
    assert [(one.label, one.value) for one in defender.modifiers] == [("die", 2), ("brigades", 3)]
    assert (attacker.total, defender.total, fought.winner) == (7, 5, "confederate")
    assert str(attacker.modifiers[2].cite) == "GotW p.10 Battle Results Table"
    play.lose("cs_mississippi_loring_tilghman")  # the natural 1 costs a brigade, even the winner
    assert play.pending_roll == "the defender's retreat"
    play.roll(1)
    play.play(next(iter(play.match.choices())))
    assert play.where("loring") == "Auburn"
    assert play.board.campaign.map.distance(play.board.at["carr"], play.space("Auburn")) == 1
    assert play.board.broken_brigades == {"cs_mississippi_loring_tilghman"}
    assert play.board.points("confederate") == 1


def test_the_example_of_the_book_as_numbers() -> None:
    score = skirmish_score(
        attacker_die=1, defender_die=2, attacker_brigades=4, defender_brigades=3, attacker_bonus=2, defender_bonus=0
    )
    assert (score.attacker_total, score.defender_total, score.winner, score.broken) == (7, 5, "attacker", ("attacker",))


# the table


def test_the_battle_results_table_has_a_cell_for_every_pair_of_cards() -> None:
    assert set(BATTLE_RESULTS) == set(product(DEFENDER_CARDS, ATTACKER_CARDS))


@pytest.mark.parametrize(
    ("defender", "attacker", "outcome", "bonus", "retreat"),
    [
        (BATTLE, BATTLE, "tabletop", (None, 0), (None, None)),
        (BATTLE, SKIRMISH, "skirmish", ("defender", 1), ("d3", "loser")),
        (SKIRMISH, BATTLE, "skirmish", ("attacker", 1), ("d3", "loser")),
        (SKIRMISH, SKIRMISH, "skirmish", (None, 0), ("d3", "loser")),
        (RETREAT, BATTLE, "skirmish", ("attacker", 2), ("d6", "defender")),
        (RETREAT, SKIRMISH, "retreat", (None, 0), ("d6", "defender")),
    ],
)
def test_the_cells_are_as_printed(
    defender: str, attacker: str, outcome: str, bonus: tuple[str | None, int], retreat: tuple[str | None, str | None]
) -> None:
    found = battle_result(defender, attacker)
    assert found.outcome == outcome
    assert (found.bonus_side, found.bonus_per_division) == bonus
    assert (found.retreat, found.retreats) == retreat


# score


@pytest.mark.parametrize("brigades", [(1, 1), (3, 3), (6, 2)])
def test_the_higher_total_wins_the_defender_on_a_tie_and_every_natural_one_breaks(brigades: tuple[int, int]) -> None:
    for attack, defence in product(D6.faces, D6.faces):
        score = skirmish_score(
            attacker_die=attack, defender_die=defence, attacker_brigades=brigades[0], defender_brigades=brigades[1]
        )
        assert score.winner == ("attacker" if attack + brigades[0] > defence + brigades[1] else "defender")
        assert score.broken == (("attacker",) if attack == 1 else ()) + (("defender",) if defence == 1 else ())


def test_bonuses_do_not_undo_a_natural_one() -> None:
    score = skirmish_score(
        attacker_die=1, defender_die=6, attacker_brigades=6, defender_brigades=1, attacker_bonus=20, defender_bonus=0
    )
    assert (score.winner, score.broken) == ("attacker", ("attacker",))


@pytest.mark.parametrize("die", [0, 7, "3", True])
def test_no_other_die_is_rolled(die: object) -> None:
    with pytest.raises(DiceError, match=r"is not a face of d6 \(allowed: 1, 2, 3, 4, 5, 6\)"):
        skirmish_score(attacker_die=die, defender_die=3, attacker_brigades=3, defender_brigades=3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("strength", "chance"),
    [((4, 3, 2, 0), "5/6"), ((3, 3, 0, 0), "5/12"), ((3, 4, 0, 2), "1/12"), ((2, 6, 0, 0), "1/36")],
)
def test_the_odds_are_exact(strength: tuple[int, int, int, int], chance: str) -> None:
    odds = skirmish_odds(*strength)
    assert odds.p(lambda score: score.winner == "attacker") == Fraction(chance)
    assert odds.p(lambda score: score.broken) == Fraction(11, 36)


# bonuses on the map


@pytest.mark.parametrize(
    ("attacker_card", "defender_card", "bonus", "retreats"),
    [
        (BATTLE, SKIRMISH, (2, 0), "d3"),
        (BATTLE, RETREAT, (4, 0), "d6"),
        (SKIRMISH, SKIRMISH, (0, 0), "d3"),
    ],
)
def test_only_the_side_of_the_table_gets_a_bonus(
    attacker_card: str, defender_card: str, bonus: tuple[int, int], retreats: str
) -> None:
    play = example(5, 2)
    fought = told(play.cards(attacker_card, defender_card), SkirmishFought)[0]
    found = tuple(
        sum(one.value for one in part.modifiers if one.label == "nearby divisions") for part in fought.ruling.parts
    )
    assert found == bonus
    assert f"{play.match.pending.die}" == retreats  # type: ignore[union-attr]


def test_the_defender_counts_his_own_when_he_alone_commits() -> None:
    at = {**EXAMPLE, "hovey": "14,15", "osterhaus": "13,16", "logan": "16,15"}
    play = example(4, 4, at=at)
    fought = told(play.cards(SKIRMISH, BATTLE), SkirmishFought)[0]
    assert [part.total for part in fought.ruling.parts] == [4 + 4, 4 + 3 + 3]
    assert fought.winner == "federal"


def test_without_others_nearby_a_committed_side_gets_nothing_for_itself() -> None:
    at = {"loring": "12,15", "carr": "Auburn"}
    board = bare_board(vicksburg(), at)
    from wargame_altar_of_freedom.rules.contact import make_contact
    from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_ruling

    contact = make_contact(board, board.tokens["loring"], board.at["loring"], board.at["carr"])
    score, _ = skirmish_ruling(board, contact, board.tokens["carr"], battle_result(SKIRMISH, BATTLE), (3, 3))
    assert (score.attacker_total, score.defender_total) == (7, 6)


def test_no_skirmish_is_rolled_when_the_defender_retreats_from_a_skirmish() -> None:
    play = example()
    update = play.cards(SKIRMISH, RETREAT)
    assert not told(update, SkirmishFought)
    assert play.pending_roll == "the defender's retreat"
    assert f"{play.match.pending.die}" == "d6"  # type: ignore[union-attr]
    play.roll(4)
    assert play.board.points("confederate") == play.board.points("federal") == 0


def test_a_defender_who_retreats_from_battle_goes_even_if_he_wins_the_skirmish() -> None:
    at = {"loring": "12,15", "bowen": "11,15", "forney": "12,14", "steele": "Auburn"}
    play = example(2, 6, at=at, broken_brigades={f"cs_mississippi_loring_{name}" for name in ("tilghman", "buford")})
    fought = told(play.cards(BATTLE, RETREAT), SkirmishFought)[0]
    assert [part.total for part in fought.ruling.parts] == [2 + 2 + 4, 6 + 4]
    assert fought.winner == "federal"
    assert play.board.points("federal") == 1
    assert play.pending_roll == "the defender's retreat"
    play.roll(6)
    play.play(next(iter(play.match.choices())))
    assert play.where("loring") == "Auburn"


# brigades


def test_every_base_counts_guns_included() -> None:
    board = bare_board(vicksburg(), {"loring": "Auburn", "carr": "Cayuga", "gregg": "Jackson"})
    counts = {name: skirmish_brigades(board, token) for name, token in board.tokens.items()}
    assert counts == {"loring": 4, "carr": 3, "gregg": 2}


def test_the_other_reading_leaves_guns_out() -> None:
    board = bare_board(vicksburg(), {"loring": "Auburn", "carr": "Cayuga", "gregg": "Jackson"}, skirmish_guns="ignore")
    counts = {name: skirmish_brigades(board, token) for name, token in board.tokens.items()}
    assert counts == {"loring": 3, "carr": 2, "gregg": 2}


def test_broken_and_lost_brigades_do_not_count() -> None:
    board = bare_board(vicksburg(), {"loring": "Auburn"})
    board.broken_brigades.add("cs_mississippi_loring_buford")
    board.lost_brigades.add("cs_mississippi_loring_tilghman")
    assert skirmish_brigades(board, board.tokens["loring"]) == 2


# casualties


def test_the_owner_chooses_which_brigade_breaks() -> None:
    play = example(1, 5)
    play.cards(SKIRMISH, SKIRMISH)
    assert play.match.waiting_for == ("confederate",)
    units = campaign_of(vicksburg()).brigades[DivisionId("cs_mississippi_loring")]
    assert set(play.match.choices()) == {LoseBrigade(unit) for unit in units}
    verdict = play.refused(LoseBrigade("us_xiii_carr_lawler"))
    assert str(verdict.reasons[0].cite) == "GotW p.11 Skirmish Casualties"
    update = play.lose("cs_mississippi_loring_cowan_art")
    assert told(update, BrigadeBroken) == [BrigadeBroken("cs_mississippi_loring_cowan_art", "natural 1 in a skirmish")]


def test_both_may_lose_one_in_the_same_skirmish_and_a_tie_goes_to_the_defender() -> None:
    at = {"loring": "12,15", "steele": "Auburn"}
    play = example(1, 1, at=at)
    fought = told(play.cards(SKIRMISH, SKIRMISH), SkirmishFought)[0]
    assert fought.winner == "federal"
    play.lose("cs_mississippi_loring_tilghman")
    play.lose("us_xv_steele_manter")
    assert play.board.broken_brigades == {"cs_mississippi_loring_tilghman", "us_xv_steele_manter"}
    assert play.pending_roll == "the attacker's retreat"


def test_the_last_brigade_is_no_choice_and_its_division_leaves_the_map() -> None:
    units = campaign_of(vicksburg()).brigades[DivisionId("us_xiii_carr")]
    play = example(6, 1, broken_brigades=set(units[1:]))
    fought = told(play.cards(SKIRMISH, SKIRMISH), SkirmishFought)[0]
    assert "= +1 die +1 brigade." in fought.text(play.board)
    assert play.board.broken_brigades == set(units)
    assert play.where("carr") is None
    assert play.where("loring") == "Auburn"


def test_an_attacker_who_wins_with_his_last_brigade_lost_enters_nothing() -> None:
    units = campaign_of(vicksburg()).brigades[DivisionId("cs_mississippi_loring")]
    guns = campaign_of(vicksburg()).brigades[DivisionId("us_xiii_carr")]
    at = {**EXAMPLE, "stevenson": "10,15"}
    play = example(1, 1, at=at, broken_brigades={*units[1:], *guns[1:]})
    fought = told(play.cards(BATTLE, SKIRMISH), SkirmishFought)[0]
    assert fought.winner == "confederate"
    assert (play.where("loring"), play.where("carr")) == (None, None)
    assert not any(isinstance(event, RetreatBegan) for event in play.match.view("referee").events)
    assert play.board.points("confederate") == 1


def test_a_skirmish_won_is_a_victory_point_for_either_side() -> None:
    attacker = example(6, 2)
    attacker.cards(SKIRMISH, SKIRMISH)
    assert attacker.board.points("confederate") == 1
    defender = example(2, 6)
    defender.cards(SKIRMISH, SKIRMISH)
    assert defender.board.points("federal") == 1


def test_other_divisions_of_the_corps_go_on_after_the_fight() -> None:
    play = example(6, 2, 1)
    play.cards(SKIRMISH, SKIRMISH)
    play.play(next(iter(play.match.choices())))
    assert play.step == "Move one token"
    assert {getattr(one, "token", "") for one in play.match.choices()} == {"bowen", "forney", ""}
