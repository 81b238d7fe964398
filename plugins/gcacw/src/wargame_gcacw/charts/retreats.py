"""Retreats: which chart, which hex first, and what it costs; and the die of cavalry that gives way.

Source: Retreat Chart (7.6), Cavalry Retreat Die Roll Modifiers (7.7)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from attrs import frozen

from wargame_core.charts import ChartError, TextCard
from wargame_core.errors import UnknownName
from wargame_core.rulings import Ruling
from wargame_gcacw.charts.combat import combat_value
from wargame_gcacw.charts.series import DATA, EARLY_WAR, GameTag, Points, Side, cite, game_tag, load, modifiers

RetreatKind = Literal["normal", "voluntary", "rout", "cavalry"]
LENGTHS: Final = {"normal": 4, "voluntary": 4, "rout": 6, "cavalry": 6}
"""Most hexes of each kind of retreat."""
_ON_CHART_1 = {"normal": 1, "voluntary": 1, "rout": 4, "cavalry": 4}


@frozen
class _Row:
    priority: int
    loss: tuple[int, int]
    qualifier: Literal["", "way", "way_to_friends"] = ""
    way: bool | None = None
    farther: bool | None = None
    enemy_zoc: bool | None = None
    enemy_occupied: bool | None = None


@frozen
class _Charts:
    chart_1: tuple[_Row, ...]
    chart_2: tuple[_Row, ...]


_DATA: Final = load("retreat.toml", _Charts)


@frozen
class RetreatHex:
    """A hex that a unit could retreat into, seen from the hex it leaves.

    Args:
        way: whether the step follows a road, pike, trail or railroad
        farther: whether it leads one hex farther from the enemy that caused the retreat
        enemy_zoc: whether the hex is in an enemy zone of control
        enemy_occupied: whether enemies are there
        friendly_occupied: whether friends are there
    """

    way: bool = False
    farther: bool = False
    enemy_zoc: bool = False
    enemy_occupied: bool = False
    friendly_occupied: bool = False


@frozen
class RetreatStep:
    """What the chart says of a hex: its priority number (lowest first) and the manpower lost by entering it."""

    priority: int
    manpower_loss: int


def retreat_chart_for(kind: RetreatKind, hex_number: int, *, exits_enemy_zoc: bool) -> Literal[1, 2]:
    """The chart for the ``hex_number``-th hex of a retreat, counted from 1.

    Chart 1 whenever the unit leaves an enemy zone of control, for the first hex of a normal or voluntary retreat, and
    for the first four of a rout or cavalry retreat. Raises `ChartError` beyond the longest retreat of the kind.

    Args:
        kind: kind of retreat
        hex_number: which hex of the retreat it is
        exits_enemy_zoc: whether the unit leaves an enemy zone of control

    >>> retreat_chart_for("rout", 5, exits_enemy_zoc=False)
    2
    """
    if kind not in LENGTHS:
        raise UnknownName("kind of retreat", kind, LENGTHS)
    if not 1 <= hex_number <= LENGTHS[kind]:
        raise ChartError(f"hex {hex_number} of a {kind} retreat (allowed: 1 to {LENGTHS[kind]})")
    return 1 if exits_enemy_zoc or hex_number <= _ON_CHART_1[kind] else 2


def retreat_step(chart: Literal[1, 2], entered: RetreatHex, *, cavalry_retreat: bool = False) -> RetreatStep:
    """The priority of a hex, as printed, and the manpower its entry costs.

    A cavalry retreat costs nothing but the 3 points of a hex with enemies in it. Raises `ChartError` for another chart.
    Chart 1 prints priority 4 twice. Readings: Priority 4. Source: Retreat Chart (7.6)

    >>> retreat_step(1, RetreatHex(way=False, farther=False, enemy_zoc=True))
    RetreatStep(priority=4, manpower_loss=2)
    """
    if chart not in (1, 2):
        raise ChartError(f"there is no retreat chart {chart} (allowed: 1, 2)")
    for row in _DATA.chart_1 if chart == 1 else _DATA.chart_2:
        if all(
            wanted in (None, holds)
            for wanted, holds in (
                (row.way, entered.way),
                (row.farther, entered.farther),
                (row.enemy_zoc, entered.enemy_zoc),
                (row.enemy_occupied, entered.enemy_occupied),
            )
        ):
            qualified = entered.way and (row.qualifier == "way" or entered.friendly_occupied)
            loss = row.loss[0] if qualified else row.loss[1]
            return RetreatStep(row.priority, 0 if cavalry_retreat and not entered.enemy_occupied else loss)
    raise ChartError(f"retreat chart {chart} has no row for {entered}")


def best_retreat_hexes(
    kind: RetreatKind, hex_number: int, candidates: Sequence[RetreatHex], *, exits_enemy_zoc: bool
) -> tuple[int, ...]:
    """The places in ``candidates`` among which the retreating player chooses: those of the lowest priority number."""
    chart = retreat_chart_for(kind, hex_number, exits_enemy_zoc=exits_enemy_zoc)
    steps = [retreat_step(chart, candidate).priority for candidate in candidates]
    return tuple(place for place, priority in enumerate(steps) if priority == min(steps))


def _retreat_text() -> str:
    lines = ["Retreat Charts (priority, manpower loss, description)"]
    for name, rows in (("Chart 1", _DATA.chart_1), ("Chart 2", _DATA.chart_2)):
        lines.append(name)
        for row in rows:
            first, second = row.loss
            loss = str(first) if first == second else f"{first}/{second}{'†' if row.qualifier == 'way' else '‡'}"
            lines.append(f"  {row.priority}  {loss:<5} {_describe(row)}")
    return "\n".join(
        [
            *lines,
            "  † left number along a road, pike, trail or railroad; ‡ along one into a hex that friends occupy",
            "  cavalry retreats lose nothing, except 3 in a hex that enemies occupy",
        ]
    )


def _describe(row: _Row) -> str:
    if row.enemy_occupied:
        return "into a hex that enemies occupy"
    parts = []
    if row.way is not None:
        parts.append("along a way" if row.way else "not along a way")
    if row.farther is not None:
        parts.append("farther from the active enemy" if row.farther else "not farther from the active enemy")
    parts.append("into an enemy zone of control" if row.enemy_zoc else "free of enemies and their zones")
    return ", ".join(parts)


RETREATS: Final = TextCard(_retreat_text())


MODIFIERS: Final = modifiers(DATA / "cavalry_retreat.toml")


def cavalry_retreat_modifier(
    *,
    game: GameTag,
    nation: Side,
    combined_value: Points,
    units: int = 1,
    terrain_modifier: int = 0,
    all_demoralized: bool = False,
    all_fatigue_4: bool = False,
    all_out_of_supply: bool = False,
) -> Ruling:
    """The sum of the modifiers to the die of retreating cavalry, itemised; its ``result`` is the number.

    Source: Cavalry Retreat Die Roll Modifiers (7.7)

    Raises `OffChart` for a value below 1/2.

    Args:
        combined_value: combat value of the cavalry in the hex in points, entrenchments counted
        units: how many units that is
        terrain_modifier: the positive modifier the terrain would give them in combat
            (Readings: Terrain of cavalry retreats)
        all_demoralized: whether all are demoralized
        all_fatigue_4: whether all are at fatigue level 4
        all_out_of_supply: whether all are out of supply

    >>> cavalry_retreat_modifier(game="OTR", nation="confederate", combined_value=2).result
    2
    """
    facts = MODIFIERS.sheet.read(
        {
            "nation": nation,
            "combined_cv": combat_value(combined_value, "cavalry"),
            "single_unit": units == 1,
            "early_war": game in EARLY_WAR,
            "terrain_defense_modifier": max(0, terrain_modifier),
            "all_demoralized": all_demoralized,
            "all_fatigue_4": all_fatigue_4,
            "all_out_of_supply": all_out_of_supply,
        }
    )
    tally = MODIFIERS.tally(facts, tag=game_tag(game))
    return Ruling(
        "Cavalry retreat modifier",
        tally.total,
        modifiers=tally.applied,
        cite=cite("Cavalry Retreat Die Roll Modifiers (7.7)"),
        considered=tally.considered,
    )
