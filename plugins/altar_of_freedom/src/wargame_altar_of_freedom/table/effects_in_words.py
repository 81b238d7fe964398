"""What event cards have changed, in words."""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.event_names import count
from wargame_altar_of_freedom.board.references import ends_of
from wargame_altar_of_freedom.board.turn_effects import (
    BaseMoveChanged,
    BaseMoveReplaced,
    CorpsRailTrip,
    CrossingClosed,
    DivisionHeld,
    NoCrossCountry,
    NoMovementDice,
    RailTrip,
    SpecialActionEased,
    StaffDiceChanged,
    TurnEffect,
)
from wargame_altar_of_freedom.printed.vocabulary import CommandId
from wargame_core.flow.panels import StatusLine


def effect_line(board: CampaignBoard, effect: TurnEffect) -> StatusLine:
    """A change as a line of the status, with the places it names."""
    places = ends_of(board, effect.crossing) if isinstance(effect, CrossingClosed) else ()
    return StatusLine("from now on" if effect.lasting else "this turn", in_words(board, effect), places=places)


def in_words(board: CampaignBoard, effect: TurnEffect) -> str:
    """What a change means for play."""
    name, oob = board.campaign.reference.side_name, board.campaign.oob
    match effect:
        case BaseMoveChanged(side, spaces, least):
            return f"{name(side)} base moves {spaces:+d}, at least {least}"
        case BaseMoveReplaced(kind, spaces):
            return f"base move of {kind.replace('_', ' ')} {spaces}"
        case NoCrossCountry(side):
            return f"{name(side)} moves along roads only"
        case CrossingClosed(crossing):
            return f"{board.campaign.map.crossings[crossing].name} is closed"
        case StaffDiceChanged(side, dice):
            return f"{name(side)} {dice:+d} Staff Dice"
        case NoMovementDice(command):
            return f"no Staff Dice for movement: {board.campaign.reference.command[CommandId(command)].name}"
        case CorpsRailTrip(side, spaces, _):
            return f"{name(side)} divisions of one corps in a space may go {count(spaces, 'space')} by rail"
        case RailTrip(side, spaces, _):
            return f"one {name(side)} division may go {count(spaces, 'space')} by rail"
        case SpecialActionEased(action, roll):
            return f"{action.replace('_', ' ')} succeeds on {roll} or more"
        case DivisionHeld(division):
            return f"{oob.formations[division].name} is held in place"
    return effect.kind.replace("_", " ")
