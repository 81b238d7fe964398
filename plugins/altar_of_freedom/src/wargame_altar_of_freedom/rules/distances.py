"""Distances over the theater map without tokens; play uses the rules of movement instead.

Source: GotW p.7 Movement Restrictions, Crossing Rivers (AFI p.7).
"""

from __future__ import annotations

from collections.abc import Iterable

from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_core import UnknownName
from wargame_core.maps.masks import Passage, bits, flood


def _passage(campaign: Campaign, side: str, by_road: bool, destroyed: Iterable[str]) -> Passage:
    if side not in campaign.seats:
        raise UnknownName("side", side, campaign.seats)
    destroyed_ids = [campaign.map.crossing(crossing).id for crossing in destroyed]
    return campaign.map.passage(by_road, None, campaign.map.closed_crossings(side, destroyed_ids))


def road_distance(campaign: Campaign, side: str, start: int, end: int, *, destroyed: Iterable[str] = ()) -> int | None:
    """Spaces along roads and rails from start to end for a side; None when no road leads there.

    Raises `UnknownName` for an unknown side or crossing.
    """
    passage = _passage(campaign, side, True, destroyed)
    layers = flood(passage, 1 << start, campaign.map.size, campaign.map.enterable)
    return next((depth for depth, layer in enumerate(layers) if layer >> end & 1), None)


def spaces_in_reach(
    campaign: Campaign, side: str, start: int, spaces: int, *, by_road: bool, destroyed: Iterable[str] = ()
) -> tuple[int, ...]:
    """The spaces that a token of a side can reach with ``spaces`` of movement on the empty map, without the start.

    Raises `UnknownName` for an unknown side or crossing, ValueError for a negative number of spaces.
    """
    if spaces < 0:
        raise ValueError(f"{spaces} spaces of movement; there cannot be fewer than none")
    passage = _passage(campaign, side, by_road, destroyed)
    return tuple(bits(sum(flood(passage, 1 << start, spaces, campaign.map.enterable)[1:])))
