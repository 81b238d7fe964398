"""The one rule of Corinth that is a function: beaten units make for the roads."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_core.authoring import OwnRules
from wargame_core.maps.masks import mask_of
from wargame_hex_and_counter import HexBoard, Vocabulary, Way


def towards_the_roads(board: HexBoard, ways: Iterable[Way]) -> Iterable[Way]:
    """Of the legal ways of a retreat those that end on a road, if there are any.

    Source: Corinth 5. Combat
    """
    legal, game_map = tuple(ways), board.book.map
    roads = game_map.cached("hexes on roads", lambda: mask_of(hex_ for road in game_map.roads for hex_ in road.path))
    return [way for way in legal if roads >> way.end & 1] or legal


OWN = OwnRules(words=Vocabulary(retreat={"towards_the_roads": towards_the_roads}))
