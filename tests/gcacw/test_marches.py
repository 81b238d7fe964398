"""Movement Summary, Force March, Extended March Table, railroads, friends in the hex, strategic movement, radius."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from wargame_core import D6, DiceError, UnknownName
from wargame_core.charts import ChartError, OffChart
from wargame_gcacw.charts import marches
from wargame_gcacw.charts.series import GAMES

ROLLS = [
    ("march", "union", "infantry", "1D6"),
    ("march", "union", "artillery", "1D6"),
    ("march", "union", "cavalry", "2D6"),
    ("march", "union", "mounted_infantry", "2D6"),
    ("march", "confederate", "infantry", "1D6+1"),
    ("march", "confederate", "artillery", "1D6+1"),
    ("march", "confederate", "cavalry", "2D6+1"),
    ("leader", "union", "infantry", "1D6+1"),
    ("leader", "union", "cavalry_division", "2D6+1"),
    ("leader", "union", "cavalry_corps", "2D6+2"),
    ("leader", "confederate", "infantry", "1D6+2"),
    ("leader", "confederate", "cavalry_division", "2D6+2"),
    ("leader", "confederate", "cavalry_corps", "2D6+3"),
]
EARLY = {
    ("march", "confederate", "infantry"): ("OTR AGA", "1D6, at least 2"),
    ("march", "confederate", "artillery"): ("OTR AGA", "1D6, at least 2"),
    ("leader", "union", "infantry"): ("SH SIV AGA OTR", "1D6, at least 2"),
    ("leader", "confederate", "infantry"): ("OTR AGA", "1D6+1"),
}


@pytest.mark.parametrize(("order", "side", "unit", "roll"), ROLLS)
def test_allowances_are_rolled_as_printed_in_every_game(order: Any, side: str, unit: str, roll: str) -> None:
    games, early = EARLY.get((order, side, unit), ("", ""))
    for game in GAMES:
        found = str(marches.allowance_roll(order, game=game, side=side, unit=unit))
        assert found == (early if game in games.split() else roll)


@pytest.mark.parametrize(("day", "roll"), [(None, "1D6+1"), (14, "1D6+1"), (15, "1D6+2"), (17, "1D6+2"), (18, "1D6+1")])
def test_grand_divisions_are_faster_on_three_days(day: int | None, roll: str) -> None:
    found = marches.allowance_roll(
        "leader", game="BTC", side="union", unit="grand_division", day=None if day is None else date(1862, 11, day)
    )
    assert str(found) == roll


def test_grand_divisions_exist_in_one_game() -> None:
    with pytest.raises(UnknownName, match="unit for a leader of the union side in TOM 'grand_division'"):
        marches.allowance_roll("leader", game="TOM", side="union", unit="grand_division")


def test_the_odds_of_an_allowance_are_those_of_its_dice() -> None:
    odds = marches.allowance_roll("march", game="OTR", side="confederate", unit="infantry").odds()
    assert (odds.p(2), odds.p(6), odds.mean()) == (Fraction(1, 3), Fraction(1, 6), Fraction(11, 3))


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"dice": [3, 4]}, ChartError, "1D6 needs 1 dice, not 2"),
        ({"dice": [7]}, DiceError, "7 is not a face"),
        ({"unit": "camels"}, UnknownName, "infantry, artillery, cavalry, mounted_infantry"),
        ({"side": "french"}, UnknownName, "march of confederate, march of union"),
        ({"game": "TO"}, UnknownName, "unknown game tag 'TO'"),
    ],
)
def test_a_march_that_cannot_be_is_refused(given: dict[str, Any], error: type[Exception], message: str) -> None:
    march = {"game": "TOM", "side": "union", "unit": "infantry", "dice": [3], **given}
    with pytest.raises(error, match=message):
        marches.movement_allowance("march", **march)


def test_the_table_prints_every_roll() -> None:
    text = str(marches.MOVEMENT)
    assert [line for *_, line in ROLLS if line not in text] == []
    assert "<pre>" in marches.MOVEMENT._repr_html_()


# ------------------------------------------------------------------------------------------ force march


def test_published_odds_of_force_marches() -> None:
    extra = marches.force_march_odds("infantry", manpower=6).map(lambda one: one.extra_mp)
    assert [extra.p(lambda mp, least=least: mp >= least) for least in (2, 3, 4, 5)] == [
        1,
        Fraction(1, 2),
        Fraction(1, 3),
        Fraction(1, 6),
    ]
    losses = [
        marches.force_march_odds("infantry", manpower=one).map(lambda march: march.manpower_loss) for one in (6, 5)
    ]
    assert [loss.mean() for loss in losses] == [1, Fraction(5, 6)]


@pytest.mark.parametrize(
    ("kind", "roll", "manpower", "message"),
    [
        ("infantry", 7, 5, r"7 is not a roll for a force march of infantry \(allowed: 1 to 6\)"),
        ("cavalry", 1, 5, r"1 is not a roll for a force march of cavalry \(allowed: 2 to 12\)"),
        ("infantry", 0, 5, "off the chart"),
        ("cavalry", 13, 5, "off the chart"),
        ("infantry", 3, 0, "manpower is 0"),
    ],
)
def test_a_force_march_that_cannot_be_is_refused(kind: Any, roll: int, manpower: int, message: str) -> None:
    with pytest.raises(ChartError, match=message):
        marches.force_march(kind, roll=roll, manpower=manpower)


# --------------------------------------------------------------------------------------------- railroad
@pytest.mark.parametrize("hexes", [0, -1, 41])
def test_a_railroad_move_of_other_lengths_is_refused(hexes: int) -> None:
    with pytest.raises(OffChart, match=rf"{hexes} is off the chart \(allowed: 1 to 40\)"):
        marches.rail_fatigue(hexes)


# -------------------------------------------------------------------------------------------- friends


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("scouts", "clear", 3), "unknown unit type 'scouts'"),
        (("infantry", "cleer", 3), "unknown terrain 'cleer'.*did you mean 'clear'"),
        (("infantry", "clear", -1), "combined combat value is -1"),
    ],
)
def test_a_hex_that_cannot_be_is_refused(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises((UnknownName, ChartError), match=message):
        marches.friendly_hex_penalty(*arguments)


# ------------------------------------------------------------------------------------ strategic movement
@pytest.mark.parametrize("side", ["union", "confederate"])
@pytest.mark.parametrize("unit", ["infantry", "cavalry", "wagon"])
def test_strategic_allowances_are_multiples_of_the_levels_less_what_paralysis_takes(side: str, unit: str) -> None:
    for fatigue in (2, 3, 4):
        normal, paralysed = (
            marches.strategic_allowance("GTC", side, unit, fatigue, paralysis=one) for one in (False, True)
        )
        assert normal * 2 == fatigue * marches.strategic_allowance("GTC", side, unit, 2, paralysis=False)
        assert normal - paralysed == fatigue * (2 if unit == "cavalry" else 1)
    assert "14 (12)" in str(marches.strategic_chart())


@pytest.mark.parametrize(("game", "why"), [("TOM", "has no strategic movement"), ("OTR", "has a table of its own")])
def test_other_games_have_no_strategic_movement_here(game: str, why: str) -> None:
    with pytest.raises(ChartError, match=rf"{game} {why} \(this table is for BAC, GTC, AIO\)"):
        marches.strategic_allowance(game, "union", "infantry", 2, paralysis=False)


def test_strategic_movement_takes_2_to_4_levels() -> None:
    with pytest.raises(OffChart, match=r"1 is off the chart \(allowed: 2 to 4\)"):
        marches.strategic_allowance("BAC", "union", "infantry", 1, paralysis=False)


# -------------------------------------------------------------------------------------- command radius
CONFEDERATE: dict[str, Any] = {
    "game": "TOM",
    "nation": "confederate",
    "unit_type": "infantry",
    "organized": True,
    "manpower": 8,
    "side_up": "normal",
    "fatigue_from": 2,
    "fatigue_to": 3,
}


def march(die: int, **changes: Any) -> Any:
    return marches.ExtendedMarch(**{**CONFEDERATE, **changes}).ruling(die)


def test_a_published_march_loses_two() -> None:
    ruling = march(5, nation="union", organized=False, manpower=10, fatigue_from=3, fatigue_to=4)
    assert (ruling.total, ruling.result) == (7, 2)
    assert [(one.value, one.label) for one in ruling.modifiers] == [
        (1, "fatigue 3 to 4 on the normal side"),
        (1, "Union unit"),
    ]


@pytest.mark.parametrize(
    ("manpower", "results"),
    [(1, ["NE", 1, 1, 1]), (5, ["NE", 1, 1, 1]), (6, ["NE", 1, 1, 2]), (9, ["NE", 1, 1, 2]), (10, ["NE", 1, 2, 3])],
)
def test_disorganized_units_lose_by_manpower(manpower: int, results: list[object]) -> None:
    found = [
        march(die, organized=False, manpower=manpower, side_up="exhausted", fatigue_from=3, fatigue_to=4).result
        for die in (2, 3, 4, 5)
    ]
    assert found == results


def test_organized_units_are_disorganized_whatever_their_manpower() -> None:
    assert [march(die, heat_event=True).result for die in D6.faces] == ["NE"] * 4 + ["D"] * 2


@pytest.mark.parametrize(
    ("changes", "modifier"),
    [
        ({}, 0),
        ({"fatigue_from": 3, "fatigue_to": 4}, 1),
        ({"side_up": "exhausted"}, 1),
        ({"side_up": "exhausted", "fatigue_from": 3, "fatigue_to": 4}, 3),
        ({"side_up": "exhausted", "fatigue_from": 1, "fatigue_to": 2}, 0),
        ({"unit_type": "wagon"}, 1),
        ({"unit_type": "wagon", "nation": "union"}, 2),
        ({"heat_event": True}, 1),
        ({"out_of_supply": True}, 0),
        ({"out_of_supply": True, "advanced_game": True}, 1),
        ({"game": "AGA", "scenario_year": 1861}, 1),
        ({"game": "AGA", "scenario_year": 1861, "unit_type": "cavalry"}, -2),
        ({"game": "AGA", "scenario_year": 1862}, 0),
        ({"game": "TOM", "scenario_year": 1861}, 0),
        ({"game": "AGA", "retreat_march": True}, -3),
        ({"game": "AGA", "retreat_march": True, "scenario": 5}, -3),
        ({"game": "AGA", "retreat_march": True, "scenario": 1}, 0),
        ({"game": "TOM", "retreat_march": True}, 0),
    ],
)
def test_modifiers_add_up(changes: dict[str, Any], modifier: int) -> None:
    assert march(3, **changes).total == 3 + modifier


CAVALRY_FREE = {"HSN", "AIO", "BAC", "RWH", "AGA", "TOM", "TPC"}


@pytest.mark.parametrize("game", GAMES)
def test_union_units_are_classed_by_game_arm_and_army(game: str) -> None:
    elsewhere = 2 if game in ("SJW", "HCR", "RTG") else 1
    cavalry = 0 if game in CAVALRY_FREE else elsewhere
    of_the_potomac = 0 if game in CAVALRY_FREE | {"RTG", "LLO", "GTC"} else 1
    assert marches.union_army_modifier(game, "infantry") == elsewhere
    assert marches.union_army_modifier(game, "cavalry") == cavalry
    assert marches.union_army_modifier(game, "infantry", potomac=True) == 1
    assert marches.union_army_modifier(game, "cavalry", potomac=True) == of_the_potomac
    assert marches.union_army_modifier(game, "wagon") == 1
    assert marches.union_army_modifier(game, "artillery", regular=False) == (2 if game == "RWH" else elsewhere)


def test_cavalry_that_is_no_regular_army_follows_the_first_line() -> None:
    assert marches.union_army_modifier("RWH", "cavalry", regular=False) == 0


def test_published_chances_of_exhausted_units() -> None:
    exhausted = {**CONFEDERATE, "organized": False, "side_up": "exhausted", "fatigue_from": 1, "fatigue_to": 2}
    assert marches.ExtendedMarch(**exhausted).odds().p(lambda result: result != "NE") == Fraction(1, 6)
    exhausted.update(nation="union")
    assert marches.ExtendedMarch(**exhausted).odds().p(lambda result: result != "NE") == Fraction(2, 6)


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"manpower": 0}, ChartError, "manpower is 0"),
        ({"nation": "french"}, ChartError, "nation is 'french'"),
        ({"unit_type": "camel"}, UnknownName, "unknown unit_type 'camel'"),
        ({"side_up": "tired"}, UnknownName, "unknown side_up 'tired'"),
        ({"game": "??"}, UnknownName, "unknown game tag"),
        ({"hot": True}, TypeError, "unexpected keyword argument 'hot'"),
    ],
)
def test_an_extended_march_that_cannot_be_is_refused(
    changes: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        march(3, **changes)


def test_a_die_and_a_fatigue_level_have_their_limits() -> None:
    with pytest.raises(DiceError, match="7 is not a face"):
        march(7)
    with pytest.raises(ChartError, match="fatigue is 5"):
        marches.extended_march_due("normal", 5)
    with pytest.raises(UnknownName, match="unknown side_up 'front'"):
        marches.extended_march_due("front", 3)  # type: ignore[arg-type]
