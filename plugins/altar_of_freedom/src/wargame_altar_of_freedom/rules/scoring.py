"""Victory points: secret, fixed plus dice; 25 end the campaign.

Source: GotW p.14 Victory & Defeat, Victory Points, p.15-16 briefings (AFI p.14-16).
Readings: When points score, Secret totals.
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.campaign_events import PointsScored
from wargame_altar_of_freedom.board.pieces import Award
from wargame_altar_of_freedom.printed.conditions import Occasion
from wargame_altar_of_freedom.printed.lines import AwardLine
from wargame_altar_of_freedom.rules.award_conditions import CONDITION_RULES, ScoringOccasion
from wargame_core.authoring import Outcome, Procedure, Table


def score_at_once(t: Table[CampaignBoard], now: ScoringOccasion, occasion: Occasion) -> Procedure[None]:
    """Score what has just happened, for both sides; whoever reaches the limit with it wins at once.

    Source: GotW p.14 Victory & Defeat (AFI p.14).
    """
    scored = False
    for line in t.board.campaign.reference.awards[occasion]:
        scored |= yield from _score(t, line, now)
    if scored:
        yield from declare_victory(t)


def score_turn(t: Table[CampaignBoard]) -> Procedure[None]:
    """Score what the end of the turn is worth to both sides, then see whether the campaign is decided.

    Source: GotW p.14 End of Turn, Victory Points (AFI p.14).
    """
    for line in t.board.campaign.reference.awards[Occasion.TURN_ENDS]:
        yield from _score(t, line, ScoringOccasion(line.side))
    yield from declare_victory(t)


def _score(t: Table[CampaignBoard], line: AwardLine, now: ScoringOccasion) -> Procedure[bool]:
    board = t.board
    scored = False
    for place in CONDITION_RULES[line.condition](board, line.side, line.args, now):
        if spent(board, line, place):
            continue
        rolls = []
        for die in line.points.dice:
            face = yield from t.roll(die, f"points: {line.text}", line.cite, seen_by=frozenset({line.side}))
            rolls.append(face)
        fixed = line.points.fixed
        award = Award(
            line.id, line.side, line.text, board.turn, fixed, line.points.total(rolls) - fixed, place, str(line.cite)
        )
        t.record(PointsScored(award))
        scored = True
    return scored


def spent(board: CampaignBoard, line: AwardLine, place: str) -> bool:
    """Whether a line that scores once (in all, or for each place) has scored already."""
    if line.limit == "once":
        return any(award.id == line.id for award in board.ledger)
    if line.limit == "once_per_place":
        return any(award.id == line.id and award.place == place for award in board.ledger)
    return False


def declare_victory(t: Table[CampaignBoard]) -> Procedure[None]:
    """A side with 25 points announces it, and the campaign ends at once.

    Source: GotW p.14 Victory & Defeat (AFI p.14).
    """
    board = t.board
    if max(map(board.points, board.campaign.seats)) >= board.campaign.points_to_win:
        yield from decide_campaign(t)


def decide_campaign(t: Table[CampaignBoard]) -> Procedure[None]:
    """The campaign is over: what its end is worth is scored, then the higher total wins.

    With 25 points after that it is a major strategic victory, otherwise a minor one; equal totals are a draw.
    Source: GotW p.14 Victory & Defeat (AFI p.14), AFI p.16 Victory Points. Readings: End of a campaign.
    """
    board = t.board
    for line in board.campaign.reference.awards[Occasion.CAMPAIGN_ENDS]:
        yield from _score(t, line, ScoringOccasion(line.side))
    totals = {side: board.points(side) for side in board.campaign.seats}
    major = max(totals.values()) >= board.campaign.points_to_win
    t.finish(_outcome(board, totals, "major strategic victory" if major else "minor strategic victory"))


def _outcome(board: CampaignBoard, totals: dict[str, int], level: str) -> Outcome:
    name = board.campaign.reference.side_name
    first, second = board.campaign.seats
    score = f"{name(first)} {totals[first]}, {name(second)} {totals[second]}"
    if totals[first] == totals[second]:
        return Outcome(None, "draw", totals, f"The campaign is a draw. Victory points: {score}.")
    winner = first if totals[first] > totals[second] else second
    return Outcome(winner, level, totals, f"{name(winner)} wins a {level}. Victory points: {score}.")
