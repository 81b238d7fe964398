"""Combat (7.4): the whole of it, its account, and its odds against icepool."""

from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame_core import D6, DiceError, UnknownName
from wargame_core.charts import ChartError, OffChart
from wargame_gcacw.charts import combat as chart
from wargame_gcacw.charts.results import combat_cell
from wargame_gcacw.charts.series import GAMES, TERRAINS

HASTY: dict[str, Any] = {
    "action": "march",
    "attack_type": "hasty",
    "defender_terrain": "rolling",
    "attacker_nation": "union",
    "defender_nation": "confederate",
    "attacker_type": "infantry",
}


def hasty(**changes: Any) -> chart.Combat:
    """The worked example: 20 against 8 on rolling ground, guns 8 to 3, five hexes covered, a friend in one."""
    values = {
        "attacker": 20,
        "defender": 8,
        "attacker_guns": 8,
        "defender_guns": 3,
        "covered": 5,
        "friendly_covered": 1,
    }
    facts = {**HASTY, **changes.pop("facts", {})}
    return chart.Combat(**{**values, **changes}, facts=facts)


# -------------------------------------------------------------------------------------------- the account
def test_the_account_lists_every_modifier_of_both_sides_with_its_rule() -> None:
    ruling = chart.resolve_combat(hasty(facts={"hexside": "creek"}), attacker_die=5, defender_die=2, artillery_die=4)
    attacker, defender = ruling.parts
    assert [(one.value, one.label) for one in attacker.modifiers] == [
        (1, "flank attack"),
        (1, "artillery"),
        (1, "ratio of combat values"),
        (-1, "hasty attack"),
    ]
    assert [(one.value, one.label) for one in defender.modifiers] == [(1, "across a creek (2 in rain)")]
    assert {str(one.cite) for part in ruling.parts for one in part.modifiers} == {
        "GCACW charts 1.6 Die Roll Modifiers (7.4)"
    }
    assert (attacker.total, defender.total, ruling.detail["difference"]) == (7, 3, 4)


def test_the_account_shows_row_columns_and_both_results() -> None:
    ruling = chart.resolve_combat(hasty(), attacker_die=5, defender_die=2, artillery_die=4)
    assert str(ruling).splitlines()[0].startswith("Combat (defender / attacker): 2DR / 1Ea (Combat Chart, row +5)")
    assert [(part.title, str(part.result), part.column) for part in ruling.parts] == [
        ("Attacker", "1Ea", "19-26"),
        ("Defender", "2DR", "7-11"),
    ]
    as_json = ruling.to_json()
    assert as_json["result"]["attacker"]["raw"] == "1Ea"
    assert as_json["detail"]["game"] == "TOM"


def test_the_account_says_why_modifiers_of_single_games_do_not_count() -> None:
    ruling = chart.resolve_combat(hasty(), attacker_die=1, defender_die=1, artillery_die=1)
    considered = {one.label: one.because for part in ruling.parts for one in part.considered}
    assert considered["Union panic"] == "only in SJW"
    assert considered["Union gunboat"] == "needs union gunboat attack"
    assert len([one for part in ruling.parts for one in part.considered]) == len(
        [line for line in chart.combat_modifiers().lines if line.tags]
    )


SITUATIONS = st.fixed_dictionaries(
    {"defender_terrain": st.sampled_from(TERRAINS)},
    optional={
        "attacker_terrain": st.sampled_from(TERRAINS),
        "action": st.sampled_from(["march", "assault"]),
        "attack_type": st.sampled_from(["column_of_route", "hasty", "normal", "prepared"]),
        "hexside": st.sampled_from(["none", "creek", "bridge", "ford"]),
        "slope": st.sampled_from(["none", "up_ridge", "up_bluff", "down_ridge"]),
        "rain": st.booleans(),
        "tactical_modifier": st.integers(-3, 3),
        "demoralized_2_share": st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]),
        "garrison_demoralization": st.integers(-2, 0),
        "attacker_is_vicksburg_garrison": st.booleans(),
        "union_panic": st.booleans(),
        "attacker_nation": st.sampled_from(["union", "confederate"]),
        "assault_leader": st.sampled_from(["none", "lee", "jackson", "longstreet", "sherman", "hood"]),
        "insubordinate": st.booleans(),
    },
)
HALVES = st.integers(1, 160).map(lambda halves: Fraction(halves, 2))
COMBATS = st.builds(
    lambda facts, **values: chart.Combat(facts=facts, **values),
    facts=SITUATIONS,
    attacker=HALVES,
    defender=HALVES,
    entrenched=st.none() | HALVES,
    attacker_guns=st.integers(0, 12),
    defender_guns=st.integers(0, 12),
    printed_guns=st.none() | st.integers(0, 3),
    covered=st.integers(3, 6),
    friendly_covered=st.integers(0, 3),
    game=st.sampled_from(sorted(GAMES)),
)
DIE = st.integers(1, 6)


@settings(max_examples=60, deadline=None)
@given(COMBATS, DIE, DIE, DIE)
def test_the_account_adds_up_to_the_outcome(combat: chart.Combat, attacker: int, defender: int, guns: int) -> None:
    outcome = chart.combat_outcome(combat, attacker_die=attacker, defender_die=defender, artillery_die=guns)
    ruling = chart.resolve_combat(combat, attacker_die=attacker, defender_die=defender, artillery_die=guns)
    theirs, mine = ruling.parts[1], ruling.parts[0]
    assert ruling.result == outcome
    assert (mine.total, theirs.total) == (attacker + outcome.attacker_modifier, defender + outcome.defender_modifier)
    assert outcome.difference == mine.total - theirs.total
    assert (outcome.defender, outcome.attacker) == combat_cell(combat.attacker, combat.defender, outcome.difference)
    assert outcome.artillery_modifier == chart.artillery_modifier(
        combat.facts["defender_terrain"],
        combat.attacker_guns,
        combat.defender_guns,
        printed_defender=combat.printed_guns,
        die=guns,
        rain=combat.facts.get("rain", False),
    )


# ------------------------------------------------------------------------------------------------- odds
@settings(max_examples=40, deadline=None)
@given(COMBATS)
def test_the_odds_are_what_icepool_computes(combat: chart.Combat) -> None:
    known = combat.prepared
    guns = icepool.d6.map(lambda face: known.attacker_modifiers[face % 2])
    difference = icepool.d6 - icepool.d6 + guns - known.defender_modifier
    expected = difference.map(
        lambda total: tuple(one.raw for one in combat_cell(combat.attacker, combat.defender, total))
    )
    chances = {pair: Fraction(count, expected.denominator()) for pair, count in expected.items()}
    assert {tuple(pair): chance for pair, chance in chart.outcome_distribution(combat).items()} == chances


@settings(max_examples=20, deadline=None)
@given(COMBATS)
def test_odds_of_outcomes_sum_to_one(combat: chart.Combat) -> None:
    assert sum(chance for _, chance in chart.outcomes(combat).items()) == 1


def test_letters_of_a_combat_follow_its_total_modifier() -> None:
    combat = hasty(attacker_guns=6)
    modifier = combat.prepared.attacker_modifiers[0] - combat.prepared.defender_modifier
    letters = chart.outcomes(combat).map(lambda one: one.defender.letters)
    assert letters == chart.letter_distribution(modifier)["defender"]


def test_published_chances_of_driving_back_and_routing() -> None:
    for modifier, moves, routs in ((0, Fraction(10, 36), Fraction(3, 36)), (2, Fraction(21, 36), Fraction(10, 36))):
        letters = chart.letter_distribution(modifier)["defender"]
        assert letters.p(lambda one: one in ("Dr", "DR", "DR*")) == moves
        assert letters.p(lambda one: one in ("DR", "DR*")) == routs


# ------------------------------------------------------------------------------------------------- dice
def test_an_artillery_die_is_needed_where_the_cell_has_a_star() -> None:
    assert chart.dice_needed(hasty()) == ("artillery", "attacker", "defender")
    assert chart.dice_needed(hasty(attacker_guns=3)) == ("attacker", "defender")


def test_a_missing_artillery_die_is_an_error() -> None:
    with pytest.raises(ChartError, match=r"artillery Rolling, \+5 to \+7: \+1\* needs a die before combat"):
        chart.combat_outcome(hasty(), attacker_die=1, defender_die=1)


@pytest.mark.parametrize("name", ["attacker_die", "defender_die", "artillery_die"])
@pytest.mark.parametrize("face", [0, 7, 2.5, True, "3"])
def test_a_die_that_is_none_is_refused(name: str, face: Any) -> None:
    dice = {"attacker_die": 1, "defender_die": 1, "artillery_die": 1, name: face}
    with pytest.raises(DiceError, match="is not a face of d6"):
        chart.combat_outcome(hasty(), **dice)


# ---------------------------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"attacker": "1/4"}, OffChart, "attacker: a combat value of 1/4 is below the least, 1/2"),
        ({"defender": 0}, OffChart, "defender: a combat value of 0"),
        ({"entrenched": 0}, OffChart, "defender, entrenched: a combat value of 0"),
        ({"game": "XYZ"}, UnknownName, "unknown game tag 'XYZ' .*SJW"),
        ({"facts": {"defender_terrain": "forest"}}, UnknownName, "unknown defender_terrain 'forest' .*woods"),
        ({"facts": {"attack_type": "hastily"}}, UnknownName, "did you mean 'hasty'"),
        ({"facts": {"weather": "rain"}}, UnknownName, "unknown fact 'weather'"),
        ({"facts": {"rain": "yes"}}, ChartError, "rain is yes or no"),
        ({"facts": {"ratio_modifier": 3}}, ChartError, "ratio_modifier: worked out from the values, not given"),
        ({"facts": {"defender_terrain": None}}, ChartError, "needs the fact defender_terrain"),
    ],
)
def test_a_combat_that_cannot_be_is_refused(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        hasty(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"covered": 7}, "7 covered hexes"),
        ({"facts": {"gunboat_defensive_support": 3}}, r"gunboat_defensive_support is 3 \(allowed: 1, 2\)"),
        ({"facts": {"tactical_modifier": "1/2"}}, "tactical_modifier is 1/2"),
    ],
)
def test_numbers_out_of_range_are_refused_when_the_combat_is_worked_out(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ChartError, match=message):
        chart.combat_outcome(hasty(**changes), attacker_die=1, defender_die=1, artillery_die=1)


def test_a_combat_is_a_value_and_every_face_gives_one_outcome() -> None:
    assert hasty() == hasty()
    rolls = list(product(D6.faces, repeat=3))
    found = [chart.combat_outcome(hasty(), attacker_die=a, defender_die=d, artillery_die=g) for a, d, g in rolls]
    odds = chart.outcomes(hasty())
    assert {one: found.count(one) for one in found} == {one: int(chance * 216) for one, chance in odds.items()}
