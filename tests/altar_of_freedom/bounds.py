"""What nobody can exceed in a campaign, however he plays: read off the two books, with their pages.

GotW is *Gibraltar of the West*, AFI *A Formidable Invasion*; where they print the same the first is cited.
"""

from typing import Any

from wargame_altar_of_freedom.board.actions import RetreatAlong
from wargame_altar_of_freedom.board.board import CampaignBoard, Fog, on_the_table
from wargame_altar_of_freedom.board.contact_events import (
    BattleFought,
    ContactMade,
    PointsScored,
    RallyTried,
    SpecialActionTried,
)
from wargame_altar_of_freedom.board.turn_events import (
    CorpsNominated,
    EventCardDrawn,
    MovedBy,
    StaffDieRolled,
    TokenMoved,
    TokenPlaced,
    TokenTakenUp,
    TurnBegan,
)
from wargame_core.maps.masks import flood, mask_of
from wargame_laws import Bound, choices_of, decisions
from wargame_laws.bounds import Measured

DIE = 6
CORPS = "GotW p.8 Alternate Movement"
ACTIONS = "GotW p.8 Special Actions"
RALLY = "GotW p.14 Reconstituting Broken Units"
STACKING = "GotW p.7 Movement Restrictions"
RETREAT = "GotW p.11 Retreating from Battle"
CONTACT = "GotW p.9 Contact is Made"


def token_of(it: Measured) -> str:
    return str(it.what.token)


def corps_of(it: Measured) -> str:
    return str(it.what.command)


def unit_of(it: Measured) -> str:
    return str(it.what.unit)


def attacker_of(it: Measured) -> str:
    return str(it.what.contact.attacker)


def award_of(it: Measured) -> tuple[str, str]:
    return it.what.award.id, it.what.award.place


def of_a_place(it: Measured) -> float | None:
    """1 for a line that scores for a place."""
    return 1 if it.what.award.place else None


def after_a_battle(it: Measured) -> float:
    return 1 if it.before.battle_ended_movement else 0


def divisions_of(board: CampaignBoard, space: int) -> dict[str, int]:
    """How many divisions each side has in a space."""
    there = [token.side for token in board.tokens_in(space) if token.is_division]
    return {side: there.count(side) for side in set(there)}


def space_of(it: Measured) -> int:
    """Where a token stands after it has moved or was placed."""
    space: int = it.after.at[it.what.token]
    return space


def stacked(it: Measured) -> int:
    return max(divisions_of(it.after, space_of(it)).values(), default=0)


def sides_at_rest(it: Measured) -> float | None:
    """How many sides have divisions in a space that somebody has just reached, outside a contact and a battle."""
    if it.after.contact is not None or it.after.battle is not None:
        return None
    return len(divisions_of(it.after, space_of(it)))


def spaces_without_friends(it: Measured) -> float | None:
    """The spaces of a retreat after a contact but for those that friends fill."""
    if it.what.how is not MovedBy.RETREAT or it.before.battle is not None:
        return None
    side = it.before.tokens[it.what.token].side
    return sum(not it.before.mask(side) >> space & 1 for space in it.what.path)


def spaces_from_the_table(it: Measured) -> float | None:
    """The spaces of a retreat after a battle but for those of the battlefield and those that friends fill."""
    board: CampaignBoard = it.before
    if it.what.how is not MovedBy.RETREAT or board.battle is None:
        return None
    free = ~board.mask(board.tokens[it.what.token].side) & ~mask_of(on_the_table(board.battle))
    path: tuple[int, ...] = it.what.path
    return sum(free >> space & 1 for space in path)


def siege_from_within(it: Measured) -> float | None:
    """The points of a siege while a division of the side stands in the place."""
    award, board = it.what.award, it.before
    if "siege" not in award.id:
        return None
    inside = divisions_of(board, board.campaign.space(award.place)).get(award.side, 0)
    return float(award.points) if inside else 0


def once_only(it: Measured) -> float | None:
    """1 for a line of the briefing that scores once in a campaign."""
    line = it.before.campaign.awards[it.what.award.id]
    again = it.before.options.get("towns") == "each_turn" and line.when.open
    return 1 if line.limit in ("once", "once_per_place") and not again else None


def trains_in_a_retreat(it: Measured) -> float | None:
    """What a train scores while somebody retreats."""
    if "train" not in it.what.award.id:
        return None
    return it.what.award.points if it.before.contact is not None or it.before.battle is not None else 0


def on_an_enemy_depot(it: Measured) -> float | None:
    """How many enemy depots a picket or a train enters, which it cannot capture."""
    board, token = it.before, it.before.tokens[it.what.token]
    entered = it.what.path if isinstance(it.what, TokenMoved) else (it.what.space,)
    hostile = board.depot_mask(board.enemy(token.side))
    return None if token.is_division else float(sum(hostile >> space & 1 for space in entered))


def at_a_captured_depot(it: Measured) -> float:
    """1 for a division that returns to the map in the space of a depot that its side has captured."""
    if it.what.why != "returns":
        return 0
    depot = it.before.depot_in(it.what.space)
    return float(depot is not None and depot.builder != it.before.tokens[it.what.token].side)


def spaces_to_position(it: Measured) -> float:
    """The spaces of the shortest march, over no closed line, to where a victor takes position.

    With a referee he may meet an enemy that nobody saw, and stands beside it.
    """
    if it.what.why != "takes position" or it.before.fog is Fog.REFEREE:
        return 0
    board, token = it.before, it.what.token
    passage = board.campaign.map.passage(False, None, board.closed_crossings(board.tokens[token].side))
    marches = flood(passage, 1 << board.at[token], board.campaign.map.size, board.campaign.map.enterable)
    return float(next((steps for steps, layer in enumerate(marches) if layer >> it.what.space & 1), len(marches)))


def marched(kind: str) -> Any:
    """The spaces of a march of a kind of token."""

    def spaces(it: Measured) -> float | None:
        is_that = it.what.how is MovedBy.MARCH and it.before.tokens[it.what.token].kind == kind
        return len(it.what.path) if is_that else None

    return spaces


def points(word: str, side: str = "") -> Any:
    """The points of the awards with a word in their name, of a side or of both."""

    def scored(it: Measured) -> float | None:
        award = it.what.award
        return award.points if word in award.id and side in ("", award.side) else None

    return scored


def campaign_bounds(
    *,
    turns: int,
    march: dict[str, int],
    stack: int,
    in_a_row: int,
    skirmish: dict[str, int],
    battle: dict[str, int],
    trains: bool = False,
    sieges: bool = False,
) -> tuple[Bound, ...]:
    """The bounds of one book.

    Args:
        turns: of the campaign.
        march: the spaces of a march by kind of token: the base move, and 5 of the die.
        stack: divisions of a side in a space.
        in_a_row: decisions of a seat in a turn, a generous count of what its tokens can be asked.
        skirmish, battle: the points of one, by side.
    """
    lines = "GotW p.15-16, AFI p.15-16 Victory Points"
    bounds = [
        Bound("turns", turns, on=TurnBegan, per="game", source="GotW p.6 Turn Sequence"),
        Bound("cards drawn in a turn", 1, on=EventCardDrawn, per="turn", source="GotW p.6 Turn Sequence"),
        Bound("activations of a corps in a turn", 1, on=CorpsNominated, by=corps_of, per="turn", source=CORPS),
        Bound("marches of a token in a turn", 1, on=TokenTakenUp, by=token_of, per="turn", source=CORPS),
        Bound("dice of a march", 1, on=StaffDieRolled, by=token_of, per="turn", source="GotW p.6 Staff Dice"),
        Bound(
            "special actions of a token in a turn", 1, on=SpecialActionTried, by=token_of, per="turn", source=ACTIONS
        ),
        Bound("tries to rally a brigade in a turn", 1, on=RallyTried, by=unit_of, per="turn", source=RALLY),
        Bound("divisions of a side in a space", stack, on=(TokenMoved, TokenPlaced), number=stacked, source=STACKING),
        Bound("sides in a space", 1, on=(TokenMoved, TokenPlaced), number=sides_at_rest, source=STACKING),
        Bound("spaces of a retreat, past friends", DIE, on=TokenMoved, number=spaces_without_friends, source=RETREAT),
        Bound("contacts that a token makes in a turn", 1, on=ContactMade, by=attacker_of, per="turn", source=CONTACT),
        Bound(
            "spaces of a retreat from a table, past friends",
            DIE,
            on=TokenMoved,
            number=spaces_from_the_table,
            source="GotW p.13 Retreating after Battle",
        ),
        Bound(
            "enemy depots that a picket or a train enters",
            0,
            on=(TokenMoved, TokenPlaced),
            number=on_an_enemy_depot,
            source="GotW p.11 Capturing Supply Depots",
        ),
        Bound("returns to a captured depot", 0, on=TokenPlaced, number=at_a_captured_depot, source=RALLY),
        Bound(
            "spaces of a victor's way to his position",
            6,
            on=TokenPlaced,
            number=spaces_to_position,
            source="GotW p.13 Retreating after Battle",
        ),
        Bound("battles in a turn", 1, on=BattleFought, per="turn", source="GotW p.11 Tabletop Battle"),
        Bound("marches after a battle in a turn", 0, on=TokenTakenUp, number=after_a_battle, source="GotW p.11"),
        Bound(
            "times a line that counts once scores",
            1,
            on=PointsScored,
            number=once_only,
            by=award_of,
            per="game",
            source=lines,
        ),
        Bound(
            "times a line scores for a place in a turn",
            1,
            on=PointsScored,
            number=of_a_place,
            by=award_of,
            per="turn",
            source=lines,
        ),
        *(
            Bound(
                f"spaces that {kind} marches in a turn",
                spaces,
                on=TokenMoved,
                number=marched(kind),
                by=token_of,
                per="turn",
                source="GotW p.6 Movement Rates",
            )
            for kind, spaces in march.items()
        ),
        *(
            Bound(f"points of a {fight} for {side}", most, on=PointsScored, number=points(fight, side), source=lines)
            for fight, by_side in (("skirmish", skirmish), ("battle", battle))
            for side, most in by_side.items()
        ),
        decisions(in_a_row, "turn", CORPS),
        choices_of(RetreatAlong, 60, RETREAT),
    ]
    if sieges:
        source = "GotW p.15 Federal Briefing"
        within = Bound("points of a siege from within", 0, on=PointsScored, number=siege_from_within, source=source)
        bounds.append(within)
    if trains:
        source = "Readings: Trains home"
        bounds.append(Bound("points of a train", 4, on=PointsScored, number=points("train"), source="AFI p.16"))
        bounds.append(Bound("points of a retreat", 0, on=PointsScored, number=trains_in_a_retreat, source=source))
    return tuple(bounds)


VICKSBURG = campaign_bounds(
    turns=8,
    march={"infantry": 8, "cavalry": 10, "picket": 8},
    stack=1,
    in_a_row=150,
    skirmish={"federal": 1, "confederate": 1},
    battle={"federal": 9, "confederate": 10},
    sieges=True,
)
GETTYSBURG = campaign_bounds(
    turns=10,
    march={"infantry": 9, "cavalry": 11, "picket": 9, "baggage_train": 11},
    stack=3,
    in_a_row=300,
    skirmish={"federal": 3, "confederate": 1},
    battle={"federal": 12, "confederate": 6},
    trains=True,
)
"""A train marches 11 spaces with the card that escorts it, 9 without."""
