"""Force march, railroads, strategic movement and entering hexes with friends.

Source: Force March, RR Movement Fatigue Level Gain, Strategic Movement Allowance Table, MP Costs to Enter
Friendly-Occupied Hex.
"""

from __future__ import annotations

import re
from math import ceil
from typing import Annotated, Final, Literal

from attrs import frozen

from wargame_core.charts import ChartCard, ChartError, number_cells, read_card, settle
from wargame_core.dice import D6
from wargame_core.errors import UnknownName
from wargame_core.exact import exact
from wargame_core.odds import Distribution
from wargame_core.plugins.questions import OneOf
from wargame_gcacw.charts.parameters import GameTag, Points, Side, UnitKind
from wargame_gcacw.charts.series import DATA, TERRAINS, game_tag

force_march_cell: Final = number_cells({"-": None})
"""The meaning of a cell: manpower lost, or None where the dice cannot fall so."""
FORCE_MARCH: Final[ChartCard[int | None]] = read_card(DATA / "force_march.toml", force_march_cell)
RAIL: Final[ChartCard[int]] = read_card(DATA / "rail.toml")
FRIENDLY_HEX: Final[ChartCard[int]] = read_card(DATA / "friendly_hex.toml")
WAGON_HEX: Final[ChartCard[int]] = read_card(DATA / "wagon_hex.toml")
STRATEGIC_GAMES: Final = ("BAC", "GTC", "AIO")


@frozen
class ForceMarchResult:
    """What a force march gives: MP to add to the allowance, and manpower lost. The unit is disorganized."""

    extra_mp: int
    manpower_loss: int


_LEAST_MP = {"infantry": 2, "cavalry": 4}


def force_march(unit: Literal["infantry", "cavalry"], *, roll: int, manpower: int) -> ForceMarchResult:
    """MP gained and manpower lost by a force march of an organized unit.

    Source: Force March. Raises `OffChart` for a roll the dice cannot show.

    Args:
        unit: what marches
        roll: one die for infantry, the sum of two for cavalry
        manpower: manpower before the march

    >>> force_march("infantry", roll=6, manpower=6)
    ForceMarchResult(extra_mp=5, manpower_loss=2)
    """
    if unit not in _LEAST_MP:
        raise UnknownName("kind of unit", unit, _LEAST_MP)
    if manpower < 1:
        raise ChartError(f"manpower is {manpower} (allowed: 1 and more)")
    loss = settle(FORCE_MARCH[unit].at(roll, manpower if unit == "infantry" else None))
    if loss is None:
        rolls = "1 to 6" if unit == "infantry" else "2 to 12"
        raise ChartError(f"{roll} is no roll for a force march of {unit} (allowed: {rolls})")
    return ForceMarchResult(max(_LEAST_MP[unit], roll - 1), loss)


def force_march_odds(kind: Literal["infantry", "cavalry"], *, manpower: int) -> Distribution[ForceMarchResult]:
    """The exact distribution of a force march."""
    dice = (1 if kind == "infantry" else 2) @ Distribution.of(D6)
    return dice.map(lambda roll: force_march(kind, roll=roll, manpower=manpower))


def rail_fatigue(hexes: int) -> int:
    """Fatigue levels gained by moving ``hexes`` hexes by railroad. Raises `OffChart` beyond 1 to 40.

    Source: RR Movement Fatigue Level Gain.

    Args:
        hexes: hexes moved, 1 to 40

    >>> rail_fatigue(14)
    2
    """
    return settle(RAIL.only.at(hexes))


def friendly_hex_penalty(
    unit: UnitKind,
    terrain: Annotated[str, OneOf(TERRAINS)],
    value: Points = 0,
    *,
    wagons: bool = False,
    fractions: Literal["printed", "round_up"] = "printed",
) -> int:
    """MP more for entering a hex that friends occupy; only the highest penalty counts.

    Cavalry neither pays nor counts. A provisional swamp counts as swamp. Raises `UnknownName`.

    Source: MP Costs to Enter Friendly-Occupied Hex.

    Args:
        unit: what enters
        terrain: terrain of the hex
        value: combined combat value of infantry and artillery there, 0 for none
        wagons: whether wagon trains are there
        fractions: how fractions count: as printed, or rounded up before the table is read (docs/decisions/0042)

    >>> friendly_hex_penalty("infantry", "woods", 12), friendly_hex_penalty("cavalry", "woods", 12)
    (4, 0)
    """
    if unit not in ("infantry", "artillery", "cavalry", "wagon"):
        raise UnknownName("unit type", unit, ("infantry", "artillery", "cavalry", "wagon"))
    if fractions not in ("printed", "round_up"):
        raise UnknownName("way with fractions", fractions, ("printed", "round_up"))
    if terrain not in TERRAINS:
        raise UnknownName("terrain", terrain, TERRAINS)
    combined = exact(value)
    if combined < 0:
        raise ChartError(f"combined combat value is {value} (allowed: 0 and more)")
    if unit == "cavalry":
        return 0
    ground = "swamp" if terrain == "provisional_swamp" else terrain
    of_friends = settle(FRIENDLY_HEX.only.at(ceil(combined) if fractions == "round_up" else combined, ground))
    return max(of_friends, settle(WAGON_HEX.only.at(ground))) if wagons else of_friends


def strategic_cell(text: str) -> tuple[int, int]:
    """The meaning of a cell: the allowance, and in brackets that under command paralysis. Raises `ChartError`."""
    match = re.fullmatch(r"(\d+) \((\d+)\)", text)
    if match is None:
        raise ChartError(f"{text!r} is not a cell of this chart (allowed: two numbers like 14 (12))")
    return int(match[1]), int(match[2])


STRATEGIC: Final[ChartCard[tuple[int, int]]] = read_card(DATA / "strategic_movement.toml", strategic_cell)


def strategic_allowance(
    game: GameTag,
    side: Side,
    unit: Annotated[str, OneOf(("infantry", "cavalry", "wagon"))],
    fatigue: int,
    *,
    paralysis: bool = False,
) -> int:
    """MP of strategic movement.

    Raises `ChartError` in a game without strategic movement, or with a table of its own.

    Source: Strategic Movement Allowance Table.

    Args:
        unit: what moves; infantry with its artillery
        fatigue: fatigue levels expended, 2 to 4
        paralysis: whether command paralysis is in effect

    >>> strategic_allowance("GTC", "confederate", "infantry", 3, paralysis=True)
    18
    """
    if game_tag(game) not in STRATEGIC_GAMES:
        why = "has a table of its own" if game == "OTR" else "has no strategic movement"
        raise ChartError(f"{game} {why} (this table is for {', '.join(STRATEGIC_GAMES)})")
    normal, paralysed = settle(STRATEGIC[side].at(fatigue, unit))
    return paralysed if paralysis else normal
