"""What nobody can exceed in a campaign, however he plays: read off the two books, with their pages.

GotW is *Gibraltar of the West*, AFI *A Formidable Invasion*; where they print the same the first is cited.
"""

from typing import Any

from wargame_altar_of_freedom.board.actions import RetreatAlong
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import (
    BattleChanged,
    ContactMade,
    PointsScored,
    RallyTried,
    SkirmishFought,
    SpecialActionTried,
)
from wargame_altar_of_freedom.board.turn_events import (
    CorpsNominated,
    DiceAllotted,
    EventCardDrawn,
    MovedBy,
    StaffDiceSet,
    StaffDieRolled,
    TokenMoved,
    TokenPlaced,
    TokenTakenUp,
    TurnBegan,
)
from wargame_laws import Bound, choices_of, decisions
from wargame_laws.bounds import Measured

DIE = 6


def of_token(it: Measured) -> str:
    token: str = it.what.token
    return token


def by(how: MovedBy) -> Any:
    """The spaces of a move of this kind; None for a move of another."""
    return lambda it: len(it.what.path) if it.what.how is how else None


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


def campaign_bounds(
    *, turns: int, march: int, stack: int, skirmish: int, battle: int, trains: bool
) -> tuple[Bound, ...]:
    """The bounds of one book: its turns, longest march and stack, the points of a skirmish and of a battle."""
    bounds = (
        Bound("turns", turns, on=TurnBegan, per="game", source="GotW p.6 Turn Sequence"),
        Bound("cards drawn in a turn", 1, on=EventCardDrawn, per="turn", source="GotW p.6 Turn Sequence"),
        Bound(
            "activations of a corps in a turn",
            1,
            on=CorpsNominated,
            by=lambda it: it.what.command,
            per="turn",
            source="GotW p.8 Alternate Movement",
        ),
        Bound(
            "marches of a token in a turn",
            1,
            on=TokenTakenUp,
            by=of_token,
            per="turn",
            source="GotW p.8 Alternate Movement",
        ),
        Bound(
            "spaces that a token marches in a turn",
            march,
            on=TokenMoved,
            number=by(MovedBy.MARCH),
            by=of_token,
            per="turn",
            source="GotW p.6 Movement Rates",
        ),
        Bound(
            "movement dice of a token in a turn",
            1,
            on=StaffDieRolled,
            by=of_token,
            per="turn",
            source="GotW p.6 Staff Dice",
        ),
        Bound(
            "special actions of a token in a turn",
            1,
            on=SpecialActionTried,
            by=of_token,
            per="turn",
            source="GotW p.8 Special Actions",
        ),
        Bound(
            "tries to rally a brigade in a turn",
            1,
            on=RallyTried,
            by=lambda it: it.what.unit,
            per="turn",
            source="GotW p.14 Reconstituting Broken Units",
        ),
        Bound(
            "divisions of a side in a space",
            stack,
            on=(TokenMoved, TokenPlaced),
            number=stacked,
            source="GotW p.7 Movement Restrictions",
        ),
        Bound(
            "sides with divisions in a space",
            1,
            on=(TokenMoved, TokenPlaced),
            number=sides_at_rest,
            source="GotW p.7 Movement Restrictions",
        ),
        Bound(
            "spaces of a retreat from a contact, past friends",
            DIE,
            on=TokenMoved,
            number=spaces_without_friends,
            source="GotW p.11 Retreating from Battle",
        ),
        Bound(
            "contacts that a token makes in a turn",
            3,
            on=ContactMade,
            by=lambda it: it.what.contact.attacker,
            per="turn",
            source="GotW p.9 Contact is Made",
        ),
        Bound(
            "skirmishes in which a token attacks in a turn",
            1,
            on=SkirmishFought,
            by=lambda it: it.before.contact.attacker,
            per="turn",
            source="GotW p.9 Contact is Made",
        ),
        Bound(
            "points of a skirmish",
            skirmish,
            on=PointsScored,
            number=lambda it: it.what.award.points if "skirmish" in it.what.award.id else None,
            source="GotW p.14 Victory & Defeat",
        ),
        Bound(
            "points of a battle",
            battle,
            on=PointsScored,
            number=lambda it: it.what.award.points if "battle" in it.what.award.id else None,
            source="GotW p.14 Victory & Defeat",
        ),
        Bound(
            "times a line that counts once scores",
            1,
            on=PointsScored,
            number=once_only,
            by=lambda it: (it.what.award.id, it.what.award.place),
            per="game",
            source="GotW p.15 Federal Briefing",
        ),
        Bound(
            "times a line scores for a place in a turn",
            1,
            on=PointsScored,
            number=lambda it: 1 if it.what.award.place else None,
            by=lambda it: (it.what.award.id, it.what.award.place),
            per="turn",
            source="GotW p.15 Federal Briefing",
        ),
        decisions(400, "turn", "GotW p.8 Alternate Movement"),
        choices_of(RetreatAlong, 60, "GotW p.11 Retreating from Battle"),
    )
    home = Bound(
        "points of a train in a retreat", 0, on=PointsScored, number=trains_in_a_retreat, source="Readings: Trains home"
    )
    return (*bounds, home) if trains else bounds
