"""The die of a cavalry retreat. Source: Cavalry Retreat Die Roll Modifiers (7.7)."""

from __future__ import annotations

from typing import Final

from wargame_core.charts import Modifiers, read_modifiers
from wargame_core.rulings import Ruling
from wargame_gcacw.charts.parameters import GameTag, Points, Side
from wargame_gcacw.charts.ratio import combat_value
from wargame_gcacw.charts.series import DATA, EARLY_WAR, GAMES, cite, game_tag

MODIFIERS: Final[Modifiers] = read_modifiers(DATA / "cavalry_retreat.toml", tuple(GAMES))


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
