"""Extended March Table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from wargame_core.charts import ChartError
from wargame_core.dice import D6
from wargame_core.errors import DiceError, UnknownName
from wargame_gcacw.charts.marches import (
    ExtendedMarch,
    extended_march_due,
    union_army_modifier,
)
from wargame_gcacw.charts.series import GAMES

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
    return ExtendedMarch(**{**CONFEDERATE, **changes}).ruling(die)


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
    assert union_army_modifier(game, "infantry") == elsewhere
    assert union_army_modifier(game, "cavalry") == cavalry
    assert union_army_modifier(game, "infantry", potomac=True) == 1
    assert union_army_modifier(game, "cavalry", potomac=True) == of_the_potomac
    assert union_army_modifier(game, "wagon") == 1
    assert union_army_modifier(game, "artillery", regular=False) == (2 if game == "RWH" else elsewhere)


def test_cavalry_that_is_no_regular_army_follows_the_first_line() -> None:
    assert union_army_modifier("RWH", "cavalry", regular=False) == 0


@pytest.mark.parametrize(("side", "levels"), [("normal", [3, 4]), ("exhausted", [2, 3, 4])])
def test_the_table_is_consulted_at_printed_levels(side: Any, levels: list[int]) -> None:
    assert [level for level in range(5) if extended_march_due(side, level)] == levels


def test_published_chances_of_exhausted_units() -> None:
    exhausted = {**CONFEDERATE, "organized": False, "side_up": "exhausted", "fatigue_from": 1, "fatigue_to": 2}
    assert ExtendedMarch(**exhausted).odds().p(lambda result: result != "NE") == Fraction(1, 6)
    exhausted.update(nation="union")
    assert ExtendedMarch(**exhausted).odds().p(lambda result: result != "NE") == Fraction(2, 6)


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
def test_a_march_that_cannot_be_is_refused(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        march(3, **changes)


def test_a_die_and_a_fatigue_level_have_their_limits() -> None:
    with pytest.raises(DiceError, match="7 is not a face"):
        march(7)
    with pytest.raises(ChartError, match="fatigue is 5"):
        extended_march_due("normal", 5)
    with pytest.raises(UnknownName, match="unknown side_up 'front'"):
        extended_march_due("front", 3)  # type: ignore[arg-type]
