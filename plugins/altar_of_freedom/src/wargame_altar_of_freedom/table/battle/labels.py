"""Base labels for the table: a brigade, a general or a headquarters each, to fold over the edge of a base.

Source: GotW p.20 Base Labels (AFI p.22-24), as facts: name, rating, division.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_pictures.paper.pages import label


def labels_of_leaders(campaign: Campaign, side: str) -> Iterator[str]:
    """A label for every general of a side and one for his headquarters."""
    for leader in campaign.oob.leaders.values():
        if campaign.oob.side_of(leader) == side:
            role = f"{leader.role} general"
            yield label(leader.name.upper(), "", role)
            yield label(f"{leader.role.upper()} HQ", "", leader.name)


def labels_of_units(campaign: Campaign, units: Iterable[str]) -> Iterator[str]:
    """A label for every brigade and battery."""
    for unit_id in units:
        unit, formation = campaign.oob.units[unit_id], campaign.oob.formation_of(unit_id)
        arm = "" if unit.arm == "infantry" else f"{unit.arm}, "
        yield label(unit.name.upper(), f"{unit.rating:+d}", f"{arm}{formation.name}")
