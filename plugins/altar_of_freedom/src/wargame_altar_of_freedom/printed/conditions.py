"""The conditions of awards that campaign files may ask for by name, and the occasion at which each is looked at.

Each class holds the arguments of one; the function of the same name in `rules.award_conditions` tests it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import ClassVar, Literal

from attrs import frozen

from wargame_altar_of_freedom.printed.vocabulary import CrossingId, FormationId, PlaceName, RegionName, TokenKind


class Occasion(Enum):
    """When the lines of a briefing are looked at: what has just happened, or which end has come."""

    SET_UP = "set_up"
    SKIRMISH_WON = "skirmish"
    BATTLE_WON = "battle"
    SPACE_ENTERED = "entered"
    CROSSING_DESTROYED = "crossing_destroyed"
    TURN_ENDS = "end_of_turn"
    CAMPAIGN_ENDS = "end_of_campaign"


@frozen
class SkirmishWon:
    """A minor skirmish is won."""

    occasion: ClassVar[Occasion] = Occasion.SKIRMISH_WON


@frozen
class BattleWon:
    """A tabletop battle is won."""

    occasion: ClassVar[Occasion] = Occasion.BATTLE_WON


@frozen
class FirstEntry:
    """A division of the side enters one of the places for the first time."""

    occasion: ClassVar[Occasion] = Occasion.SPACE_ENTERED
    places: tuple[PlaceName, ...]


@frozen
class CrossingIsDestroyed:
    """One of the crossings is destroyed, whoever does it."""

    occasion: ClassVar[Occasion] = Occasion.CROSSING_DESTROYED
    crossings: tuple[CrossingId, ...]


@frozen
class TokenBroughtHome:
    """A token of this kind reaches the region, and leaves the map."""

    occasion: ClassVar[Occasion] = Occasion.SPACE_ENTERED
    token: TokenKind
    region: RegionName


@frozen
class TurnEndsOccupied:
    """A turn ends with a division of the side in the place."""

    occasion: ClassVar[Occasion] = Occasion.TURN_ENDS
    place: PlaceName


@frozen
class TurnEndsBesieged:
    """A turn ends with divisions of the side in at least ``spaces`` of the spaces next to the place."""

    occasion: ClassVar[Occasion] = Occasion.TURN_ENDS
    place: PlaceName
    spaces: int


@frozen
class TurnEndsClear:
    """A turn ends with no enemy in or next to the place; ``enemy`` says whether pickets count as well."""

    occasion: ClassVar[Occasion] = Occasion.TURN_ENDS
    place: PlaceName
    enemy: Literal["units", "divisions"]


@frozen
class FewClearRoutes:
    """The campaign ends with fewer than ``needed`` of the places free of enemy units in and next to them."""

    occasion: ClassVar[Occasion] = Occasion.CAMPAIGN_ENDS
    places: tuple[PlaceName, ...]
    needed: int


@frozen
class FormationIsLeftOut:
    """The side chose at set-up to leave the formation out."""

    occasion: ClassVar[Occasion] = Occasion.SET_UP
    formation: FormationId


CONDITIONS: Mapping[str, type[object]] = {
    "skirmish_won": SkirmishWon,
    "battle_won": BattleWon,
    "first_entry": FirstEntry,
    "crossing_destroyed": CrossingIsDestroyed,
    "token_brought_home": TokenBroughtHome,
    "turn_ends_occupied": TurnEndsOccupied,
    "turn_ends_besieged": TurnEndsBesieged,
    "turn_ends_clear": TurnEndsClear,
    "few_clear_routes": FewClearRoutes,
    "formation_left_out": FormationIsLeftOut,
}
