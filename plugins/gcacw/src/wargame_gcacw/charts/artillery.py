"""The artillery modifier. Source: Artillery Modifier Summary."""

from __future__ import annotations

from typing import Final, Literal

from wargame_core.charts import ChartCard, ChartError, EvenOdd, read_card
from wargame_core.dice import D6
from wargame_gcacw.charts.parameters import Terrain
from wargame_gcacw.charts.series import DATA

ARTILLERY: Final[ChartCard[int]] = read_card(DATA / "artillery.toml")
_CHART = ARTILLERY.only
LowArtillery = Literal["literal", "capped"]

_SOFTENED = {(1, -2): -1, (2, -3): -2}  # printed guns and modifier -> modifier


def artillery_row(terrain: str, *, rain: bool = False) -> str:
    """The row that counts for a terrain: a provisional swamp is rough when dry and swamp in rain."""
    if terrain == "provisional_swamp":
        return "wet_provisional_swamp" if rain else "dry_provisional_swamp"
    return terrain


def artillery_cell(terrain: str, difference: int, *, rain: bool = False) -> int | EvenOdd[int]:
    """The cell for the defender's terrain and the attacker's artillery value minus the defender's.

    A cell with a star or dagger comes as `EvenOdd`. Raises `UnknownName` for a terrain that is not on the chart.

    >>> artillery_cell("clear", 1), artillery_cell("rough", 8)
    (-2, EvenOdd(even=1, odd=0))
    """
    return _CHART.at(artillery_row(terrain, rain=rain), difference)


def die_missing(terrain: str, difference: int, *, rain: bool = False) -> ChartError:
    """The error of a cell with a star or dagger for which no die was given."""
    cell = _CHART.find(artillery_row(terrain, rain=rain), difference)
    return ChartError(f"artillery {cell.row}, {cell.column}: {cell.text} needs a die before combat")


def softened(modifier: int, printed_defender: int, low_artillery: LowArtillery = "literal") -> int:
    """A modifier after the note on few printed guns: -2 against 1 becomes -1, -3 against 2 becomes -2.

    What the note leaves open stays as it is ("literal"), or is limited to the guns there are ("capped"):
    Readings: Few printed guns.
    """
    if low_artillery == "capped" and printed_defender <= 2:
        return max(modifier, -printed_defender)
    return _SOFTENED.get((printed_defender, modifier), modifier)


def artillery_modifier(
    terrain: Terrain,
    attacker: int,
    defender: int,
    *,
    printed_defender: int | None = None,
    die: int | None = None,
    rain: bool = False,
    low_artillery: LowArtillery = "literal",
) -> int:
    """The attacker's artillery modifier.

    Raises `ChartError` for a missing die, `UnknownName` for an unknown terrain.

    Args:
        attacker: attacker's artillery value in points
        defender: defender's artillery value in points
        printed_defender: defender's artillery value without entrenchments; left out: the same
        die: the die for a cell with a star or dagger; it is settled before the note on few guns
        rain: whether it is a rain turn
        low_artillery: how the note on few guns is read

    >>> artillery_modifier("rolling", 8, 3, die=4), artillery_modifier("clear", 0, 3, printed_defender=1)
    (1, -1)
    """
    cell = artillery_cell(terrain, attacker - defender, rain=rain)
    if isinstance(cell, EvenOdd):
        if die is None:
            raise die_missing(terrain, attacker - defender, rain=rain)
        cell = cell.at(D6.face(die))
    return softened(cell, defender if printed_defender is None else printed_defender, low_artillery)
