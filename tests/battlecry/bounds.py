"""What nobody can exceed in a battle of Battle Cry, however he plays: read off the document, with its pages."""

from wargame_battlecry.board.battle_events import (
    Battled,
    FlagsIgnored,
    GeneralRetreated,
    GroundTaken,
    PieceMoved,
    Retreated,
    WorkBuilt,
)
from wargame_battlecry.board.turn_events import CardDrawn, CardPlayed, Ordered
from wargame_laws import Bound, decisions
from wargame_laws.bounds import Measured

MOST_IN_HAND = 7


def piece_of(it: Measured) -> str:
    return str(it.what.piece)


def unit_of(it: Measured) -> str:
    return str(it.what.unit)


def dice_of(it: Measured) -> float:
    return sum(int(word) for word in it.what.roll.split() if word.isdecimal())


def cards_held(it: Measured) -> float:
    return max(len(hand) for hand in it.after.hands.values())


def battle_bounds(*, hit_and_run: int = 7) -> tuple[Bound, ...]:
    """The bounds; ``hit_and_run``: hexes that one piece covers in a turn with its second move and ground taken."""
    return (
        Bound("cards played in a turn", 1, on=CardPlayed, per="turn", source="BC150 p.6 1. Play a Command Card"),
        Bound("cards in a hand", MOST_IN_HAND, on=(CardDrawn, CardPlayed), number=cards_held, source="BC150 p.6"),
        Bound(
            "orders of a piece in a turn", 2, on=Ordered, by=piece_of, per="turn", source="BC150 p.6 2. Announce Orders"
        ),
        Bound("hexes of a move", 3, on=PieceMoved, number=lambda it: it.what.distance, source="BC150 p.7 Moving Units"),
        Bound(
            "moves of a piece in a turn",
            2,
            on=PieceMoved,
            by=piece_of,
            per="turn",
            source="Readings: Second moves with a general",
        ),
        Bound(
            "hexes of a piece in a turn",
            hit_and_run,
            on=(PieceMoved, GroundTaken),
            number=lambda it: getattr(it.what, "distance", 1),
            by=lambda it: getattr(it.what, "piece", "") or it.what.unit,
            per="turn",
            source="Readings: Breakthrough after melee",
        ),
        Bound("range of a battle", 6, on=Battled, number=lambda it: it.what.range, source="BC150 p.8 Ranged Combat"),
        Bound("dice of a battle", 8, on=Battled, number=dice_of, source="BC150 p.2 Components"),
        Bound(
            "hexes that a unit is driven back after a choice",
            10,
            on=Retreated,
            by=unit_of,
            per="answer",
            source="BC150 p.12 Retreat",
        ),
        Bound("flags ignored", 3, on=FlagsIgnored, number=lambda it: it.what.count, source="BC150 p.12 Bolster Morale"),
        Bound(
            "hexes of a general's retreat after a choice",
            3,
            on=GeneralRetreated,
            by=lambda it: it.what.general,
            per="answer",
            source="BC150 p.13 General's Retreat",
        ),
        Bound("fieldworks built", 9, on=WorkBuilt, per="game", source="Readings: Entrenchments and tokens"),
        decisions(60, "turn", "BC150 p.6 Sequence of Play"),
    )
