"""What the lines of a briefing score for: one test for each condition a campaign file can name.

Source: GotW p.15-16 Victory Points (AFI p.15-17). Readings: Victory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.printed import conditions as words
from wargame_core.maps.masks import mask_of


@frozen
class ScoringOccasion:
    """What has just happened, as far as a condition may care: whose doing, with which token, where."""

    side: str
    token: Token | None = None
    space: Space | None = None
    crossing: str = ""


Places = tuple[str, ...]
"""The places that score; "" stands for no place in particular."""
Test = Callable[[CampaignBoard, str, Any, ScoringOccasion], Places]
"""(board, side that would score, arguments, what has happened) -> the places that score."""

NO: Places = ()
ONCE: Places = ("",)


ORTHOGONAL, WITH_DIAGONALS = "orthogonal", "with_diagonals"
"""The readings of "adjacent" in the briefings' victory points: the values of the option ``adjacent``."""


def beside(board: CampaignBoard, space: int) -> int:
    """Mask of the spaces next to one, whatever lies between, as the option ``adjacent`` reads the victory points.

    Source: GotW p.15-16 Objectives, Victory Points (AFI p.15-16). Readings: Adjacent places, Units that count.
    """
    game_map = board.campaign.map
    if board.options["adjacent"] == ORTHOGONAL:
        return game_map.adjacent[space]
    row, column = game_map.rowcol(space)
    around = ((row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1))
    return mask_of(game_map.space(*cell) for cell in around if game_map.holds(*cell)) & ~(1 << space)


def won(board: CampaignBoard, side: str, args: object, now: ScoringOccasion) -> Places:
    """The side won the skirmish or battle that was fought. Source: GotW p.15-16 Victory Points."""
    return ONCE if now.side == side else NO


def first_entry(board: CampaignBoard, side: str, args: words.FirstEntry, now: ScoringOccasion) -> Places:
    """A division of the side entered one of the places. Source: GotW p.15 Victory Points."""
    if now.side != side or now.token is None or not now.token.is_division:
        return NO
    return tuple(place for place in args.places if board.campaign.space(place) == now.space)


def crossing_destroyed(
    board: CampaignBoard, side: str, args: words.CrossingIsDestroyed, now: ScoringOccasion
) -> Places:
    """One of the crossings was destroyed, whoever did it. Source: AFI p.15 Victory Points.

    Readings: Once or each turn.
    """
    return (now.crossing,) if now.crossing in args.crossings else NO


def brought_home(board: CampaignBoard, side: str, args: words.TokenBroughtHome, now: ScoringOccasion) -> Places:
    """A token of the kind entered the region. Source: AFI p.16 Victory Points. Readings: Entries."""
    token = now.token
    if now.side != side or token is None or token.kind != args.token or now.space is None:
        return NO
    return ONCE if board.campaign.map.region(args.region) >> now.space & 1 else NO


def turn_ends_occupied(board: CampaignBoard, side: str, args: words.TurnEndsOccupied, now: ScoringOccasion) -> Places:
    """A division of the side stands in the place. Source: GotW p.15 Victory Points."""
    return (args.place,) if board.division_mask(side) >> board.campaign.space(args.place) & 1 else NO


def turn_ends_besieged(board: CampaignBoard, side: str, args: words.TurnEndsBesieged, now: ScoringOccasion) -> Places:
    """Divisions of the side stand in enough of the spaces next to the place. Source: GotW p.15 Objectives."""
    around = beside(board, board.campaign.space(args.place))
    return (args.place,) if (board.division_mask(side) & around).bit_count() >= args.spaces else NO


def is_clear(board: CampaignBoard, side: str, place: str, divisions_only: bool) -> bool:
    """Whether no enemy of the side stands in the place or next to it."""
    space = board.campaign.space(place)
    near = beside(board, space) | 1 << space
    enemy = board.enemy(side)
    return not (board.division_mask(enemy) if divisions_only else board.mask(enemy)) & near


def turn_ends_clear(board: CampaignBoard, side: str, args: words.TurnEndsClear, now: ScoringOccasion) -> Places:
    """No enemy (unit, or division) stands in the place or next to it. Source: GotW p.16 Victory Points."""
    return (args.place,) if is_clear(board, side, args.place, args.enemy == "divisions") else NO


def few_clear_routes(board: CampaignBoard, side: str, args: words.FewClearRoutes, now: ScoringOccasion) -> Places:
    """Fewer than the needed number of the places are clear of the enemy. Source: AFI p.16 Victory Points."""
    clear = sum(is_clear(board, side, place, divisions_only=False) for place in args.places)
    return ONCE if clear < args.needed else NO


def formation_left_out(board: CampaignBoard, side: str, args: words.FormationIsLeftOut, now: ScoringOccasion) -> Places:
    """The side left the formation out at set-up. Source: AFI p.15 Victory Points. Readings: Formations left out."""
    return ONCE if now.side == side and args.formation in board.left_out else NO


CONDITION_RULES: Mapping[str, Test] = {
    "skirmish_won": won,
    "battle_won": won,
    "first_entry": first_entry,
    "crossing_destroyed": crossing_destroyed,
    "token_brought_home": brought_home,
    "turn_ends_occupied": turn_ends_occupied,
    "turn_ends_besieged": turn_ends_besieged,
    "turn_ends_clear": turn_ends_clear,
    "few_clear_routes": few_clear_routes,
    "formation_left_out": formation_left_out,
}
"""The conditions that campaign files can name, with the arguments of `wargame_altar_of_freedom.printed.vocabulary`."""
