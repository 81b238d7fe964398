"""Extended marches: what tired units lose on the way. Source: Extended March Table."""

from __future__ import annotations

from typing import Any, Final, Literal

from attrs import evolve, frozen

from wargame_core.charts import ChartCard, ChartError, Modifiers, number_cells, read_card, read_modifiers, settle
from wargame_core.dice import D6
from wargame_core.odds import Distribution
from wargame_core.rulings import Modifier, Ruling
from wargame_gcacw.charts.parameters import GameTag, Side, UnitKind
from wargame_gcacw.charts.series import DATA, GAMES, game_tag, load

extended_march_cell: Final = number_cells({"NE": "NE", "D": "D"})
"""The meaning of a cell: nothing, disorganized, or manpower lost."""
TABLE: Final[ChartCard[str | int]] = read_card(DATA / "extended_march.toml", extended_march_cell)
MODIFIERS: Final[Modifiers] = read_modifiers(DATA / "extended_march_modifiers.toml", tuple(GAMES))


@frozen
class _Line:
    id: str
    value: int
    arms: tuple[str, ...]
    games: tuple[str, ...]
    potomac: bool | None = None
    regular: bool | None = None


@frozen
class _UnionArmy:
    other_units: int
    line: tuple[_Line, ...]


_UNION: Final = load("union_army.toml", _UnionArmy)
SideUp = Literal["normal", "exhausted"]
RETREAT_MARCH_SCENARIOS: Final = (2, 5, 6, 7)
_CONSULTED = {"normal": (3, 4), "exhausted": (2, 3, 4)}


def union_army_modifier(game: str, unit_type: str, *, potomac: bool = False, regular: bool = True) -> int:
    """The modifier of a Union unit: 0, 1 or 2, by game, arm and army.

    ``potomac``: it belongs to the Army of the Potomac; ``regular``: it is a Regular Army unit (Rebels in the White
    House). The first printed line that fits counts. Readings: Union units on extended marches.

    >>> union_army_modifier("TOM", "infantry"), union_army_modifier("TOM", "cavalry")
    (1, 0)
    """
    game_tag(game)
    for line in _UNION.line:
        if (
            game in line.games
            and unit_type in line.arms
            and line.potomac in (None, potomac)
            and line.regular in (None, regular)
        ):
            return line.value
    return _UNION.other_units


def extended_march_due(side_up: SideUp, new_fatigue: int) -> bool:
    """Whether a march that brings a unit to ``new_fatigue`` calls for the table.

    Args:
        side_up: which side of the counter is up
        new_fatigue: fatigue level after the march

    >>> extended_march_due("normal", 2), extended_march_due("exhausted", 2)
    (False, True)
    """
    MODIFIERS.sheet.read({"side_up": side_up})
    if not 0 <= new_fatigue <= 4:
        raise ChartError(f"fatigue is {new_fatigue} (allowed: 0 to 4)")
    return new_fatigue in _CONSULTED[side_up]


def extended_march(
    *,
    game: GameTag = "TOM",
    nation: Side,
    unit_type: UnitKind,
    organized: bool,
    manpower: int,
    side_up: SideUp,
    fatigue_from: int,
    fatigue_to: int,
    die: int,
    potomac: bool = False,
    regular: bool = True,
    retreat_march: bool = False,
    scenario: int | None = None,
    march_bonus: bool = False,
    heat_event: bool = False,
    advanced_game: bool = False,
    out_of_supply: bool = False,
    scenario_year: int | None = None,
    extra: tuple[Modifier, ...] = (),
) -> Ruling:
    """The result of an extended march: "NE", "D" (disorganized) or manpower lost; ``total`` is the modified die.

    A ``retreat_march`` counts in four scenarios of All Green Alike. Raises `UnknownName` for a value that does not
    exist.

    Args:
        nation: whose unit
        unit_type: what marches
        organized: whether the unit is organized
        manpower: its manpower
        side_up: which side of the counter is up
        fatigue_from: fatigue level before the march
        fatigue_to: fatigue level after the march
        die: the die rolled
        potomac: whether it belongs to the Army of the Potomac
        regular: whether it is a Regular Army unit
        retreat_march: whether it is a retreat march
        scenario: number of the scenario; left out, one in which retreat marches count
        march_bonus: whether the strategic event is in effect that spares other Union units their modifier
        heat_event: whether a heat event is in effect
        advanced_game: whether the advanced game is played
        out_of_supply: whether the unit is out of supply
        scenario_year: year of the scenario
        extra: modifiers by events that the sheet does not print
    """
    if manpower < 1:
        raise ChartError(f"manpower is {manpower} (allowed: 1 and more)")
    if nation not in ("union", "confederate"):
        raise ChartError(f"nation is {nation!r} (allowed: union, confederate)")
    counts = nation == "union" and not march_bonus
    union_army = union_army_modifier(game, unit_type, potomac=potomac, regular=regular) if counts else 0
    facts = MODIFIERS.sheet.read(
        {
            "side_up": side_up,
            "fatigue_from": fatigue_from,
            "fatigue_to": fatigue_to,
            "unit_type": unit_type,
            "union_army": union_army,
            "retreat_march": retreat_march and scenario in (None, *RETREAT_MARCH_SCENARIOS),
            "heat_event": heat_event,
            "advanced_game": advanced_game,
            "out_of_supply": out_of_supply,
            "scenario_year": scenario_year,
        }
    )
    tally = MODIFIERS.tally(facts, tag=game_tag(game))
    applied = (*tally.applied, *extra)
    roll = int(D6.face(die)) + sum(modifier.value for modifier in applied)
    cell = TABLE["organized"].find(roll) if organized else TABLE["disorganized"].find(roll, manpower)
    ruling = cell.ruling("Extended march", die, applied)
    return evolve(ruling, result=settle(cell.value), considered=tally.considered)


def extended_march_odds(**situation: Any) -> Distribution[str | int]:
    """The exact distribution of the result; the arguments of `extended_march` without the die."""
    return Distribution.of(D6).map(lambda die: extended_march(die=die, **situation).result)
