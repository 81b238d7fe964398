"""Kinds of attack in a march and their cost. Source: Attack Summary."""

from __future__ import annotations

from typing import Final

from wargame_core.charts import ChartCard, ChartError, read_card, settle
from wargame_core.errors import UnknownName
from wargame_gcacw.charts.parameters import AttackKind, Terrain
from wargame_gcacw.charts.series import DATA, TERRAINS

ATTACKS: Final[ChartCard[int]] = read_card(DATA / "attacks.toml")
LOESS_SURCHARGE: Final = 1


def attack_cost(attack: AttackKind, *, terrain: Terrain, cavalry: bool = False, remaining_mp: int = 99) -> int | None:
    """The MP an attack costs, or None when a unit with ``remaining_mp`` may not declare it.

    A column of route attack is free but needs at least 1 MP left; a defender in loess costs 1 MP more, whatever the
    kind (Readings: Attacks on loess). Raises `UnknownName` for a kind or terrain.

    Args:
        attack: kind of attack in a march
        cavalry: whether cavalry or mounted infantry attacks
        remaining_mp: MP left

    >>> attack_cost("prepared", cavalry=False, terrain="loess", remaining_mp=6)
    5
    """
    if terrain not in TERRAINS:
        raise UnknownName("terrain", terrain, TERRAINS)
    if remaining_mp < 0:
        raise ChartError(f"remaining_mp is {remaining_mp} (allowed: 0 and more)")
    cost = settle(ATTACKS.only.at(attack, "cavalry" if cavalry else "infantry"))
    cost += LOESS_SURCHARGE if terrain == "loess" else 0
    return cost if max(cost, 1) <= remaining_mp else None
