"""What a campaign promises to either side as the board stands: the terms of the chance that it wins.

How good it is: benchmarks/notes/campaigns.md.
"""

from pathlib import Path
from typing import Any, Final

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import Occasion
from wargame_altar_of_freedom.rules import scoring
from wargame_lab.lookahead import LearntValue, read_value

POINTS: Final = 10.0
"""So many victory points are one unit of a term."""
ENTERED: Final = (scoring.FirstEntry, scoring.TurnEndsOccupied, scoring.TurnEndsBesieged)
NEAR: Final = 8
"""From this distance on, in spaces, a division counts nothing for a place."""


def features(board: CampaignBoard) -> dict[str, float]:
    """Terms for the first side: points, what the turn and those after it would score as the board stands, strength."""
    first, second = board.campaign.seats
    turns = board.campaign.turns
    elapsed = min(1.0, board.turns_ended / turns)
    lead = (board.points(first) - board.points(second)) / POINTS
    current_points, later = _standing(board, first)
    entering = _near(board, first, ENTERED, is_own=True)
    threatening = _near(board, first, (scoring.TurnEndsClear,), is_own=False)
    depots = sum(depot.value * (1 if depot.side == first else -1) for depot in board.depots.values())
    early = 1 - elapsed
    return {
        "constant": 1.0,
        "elapsed": elapsed,
        "points": lead,
        "points by time": lead * elapsed,
        "this turn": current_points / POINTS,
        "later turns": later / POINTS,
        "entering": entering / POINTS,
        "entering early": entering / POINTS * early,
        "guarding": _near(board, first, ENTERED, is_own=False) / POINTS,
        "threatening": threatening / POINTS,
        "threatening early": threatening / POINTS * early,
        "brigades": _brigades(board, first) - _brigades(board, second),
        "depots": depots / 10,
        "depots early": depots / 10 * early,
    }


def _standing(board: CampaignBoard, first: str) -> tuple[float, float]:
    """The points of the first side less those of the other for the end of this turn, and of those that follow."""
    turns_left = max(0, board.campaign.turns - board.turns_ended - 1)
    current_points = later = 0.0
    for line in board.campaign.awards_at[Occasion.TURN_ENDS]:
        places = line.when.scores(board, line.side, scoring.ScoringOccasion(line.side))
        places_left = sum(1 for place in places if not scoring.is_spent(board, line, place))
        points = places_left * line.points.mean * (1 if line.side == first else -1)
        current_points += points
        if scoring.how_often(board, line) == "every_turn":
            later += points * turns_left
    return current_points, later


def _near(board: CampaignBoard, first: str, conditions: tuple[type[scoring.Condition], ...], *, is_own: bool) -> float:
    """The points to be had at places, by how near divisions are to them: of the side that scores there, or the other.

    Enemies who lie face down count as divisions.
    """
    distance, near = board.campaign.map.distance, 0.0
    divisions = {
        side: [board.at[token.id] for token in board.tokens_of(side) if token.is_division or not token.kind]
        for side in board.campaign.seats
    }
    for line in board.campaign.awards.values():
        if not isinstance(line.when, conditions):
            continue
        when: Any = line.when
        points = line.points.mean * (1 if line.side == first else -1)
        spaces = divisions[line.side if is_own else board.enemy(line.side)]
        for place in when.places if isinstance(when, scoring.FirstEntry) else (when.place,):
            if not scoring.is_spent(board, line, place):
                goal = board.campaign.space(place)
                near += points * sum(max(0, NEAR - distance(space, goal)) for space in spaces) / NEAR
    return near


def _brigades(board: CampaignBoard, side: str) -> float:
    """The tens of brigades that a side has lost, broken ones by half; less than nothing."""
    side_of = board.campaign.side_of
    lost_count = sum(1 for unit in board.lost_brigades if side_of.get(unit) == side)
    broken_count = sum(1 for unit in board.broken_brigades if side_of.get(unit) == side)
    return -(lost_count + broken_count / 2) / 10


def win_probability_of(campaign: Campaign) -> LearntValue:
    """The chance that a side of a campaign wins. The weights are the same for all campaigns."""
    return read_value(Path(__file__).with_name("win_probability.toml"), features, campaign.seats[0])
