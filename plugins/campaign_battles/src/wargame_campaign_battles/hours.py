"""What a campaign's battle adds to Battle Cry: hours, arrivals, and the end by breakpoint or nightfall.

Source: CB p.3 Hours and arrivals, p.3 How it ends. Readings: Hours and arrivals, How it ends.
"""

from __future__ import annotations

from wargame_altar_of_freedom.board.pieces import EndOfBattle
from wargame_altar_of_freedom.rules.tabletop.endings import Standing, loser_at_breakpoint, loser_at_nightfall
from wargame_battlecry.printed.game_board import HEXES
from wargame_battlecry.printed.pieces import NO_GENERAL
from wargame_battlecry.rules.sequence import BATTLE
from wargame_campaign_battles.board import CampaignBattleBoard, HourEnded, UnitArrived
from wargame_campaign_battles.deployment import Body, places_for
from wargame_campaign_battles.translation import translation
from wargame_core.authoring import Cite, Outcome, Repeat, Sequence, Step, Table

BOOK = "CB"
HOURS, ENDING = Cite(BOOK, "3", "Hours and arrivals"), Cite(BOOK, "3", "How it ends")


def hour_is_over(board: CampaignBattleBoard) -> bool:
    """Whether both sides have had their turns of the hour."""
    return board.turn % (2 * translation().hour.turns) == 0


def end_the_hour(t: Table[CampaignBattleBoard]) -> None:
    """Who is due comes on; then a side that has reached its breakpoint, or lost at nightfall, is beaten.

    Source: CB p.3 Hours and arrivals, How it ends.
    """
    board = t.board
    for body in board.plan.coming(board.hour, board.waiting):
        _arrive(t, body)
    attacker, defender = standings(board)
    loser, reason = loser_at_breakpoint(attacker, defender), EndOfBattle.BREAKPOINT
    if loser is None and board.hour == board.plan.orders.brief.turns:
        loser, reason = loser_at_nightfall(attacker, defender), EndOfBattle.NIGHTFALL
    if loser is None:
        t.record(HourEnded(board.hour))
        return
    seats = board.plan.seats
    winner = next(seats[side.side] for side in (attacker, defender) if side.side != loser)
    scores: dict[str, int] = {seats[side.side]: side.broken for side in (attacker, defender)}
    how = "has reached its breakpoint" if reason is EndOfBattle.BREAKPOINT else "has the worse of it at nightfall"
    text = f"{seats[loser].capitalize()} {how} ({scores[seats[loser]]} brigades broken): {winner.capitalize()} wins."
    t.finish(Outcome(winner, str(reason), scores, text))


def standings(board: CampaignBattleBoard) -> tuple[Standing, Standing]:
    """Where attacker and defender stand at the end of the hour under way."""
    orders, broken = board.plan.orders, board.broken()
    attacker, defender = (orders.standing(side.side, board.hour, broken) for side in orders.brief.sides)
    return attacker, defender


def _arrive(t: Table[CampaignBattleBoard], body: Body) -> None:
    """Every unit of a body for which there is room comes on over its edge, away from the enemy; others try again."""
    board, plan = t.board, t.board.plan
    seat = plan.seats[body.side]
    wanted = [unit for brigade in body.brigades if (unit := plan.unit_of[brigade]) in board.waiting]
    enemy = board.unit_mask["confederate" if seat == "union" else "union"]
    generals = board.general_mask["union"] | board.general_mask["confederate"]

    def free(unit: str, space: int) -> bool:
        closed = board.battle.barred[board.battle.units[unit].kind.arm] | generals
        return not board.unit_at[space] and not closed >> space & 1

    for unit, space in places_for(plan.chart, body, wanted, free, enemy).items():
        t.record(UnitArrived(unit, HEXES[space], plan.general_of.get(unit, NO_GENERAL)))


def _campaign_sequence() -> Sequence:
    deal, turn = BATTLE.parts
    assert isinstance(turn, Repeat)
    hour = Step("End the hour", end_the_hour, HOURS, when=hour_is_over)
    return Sequence("Campaign battle", deal, Repeat(turn.label, *turn.parts, hour, until=turn.until))


CAMPAIGN_BATTLE = _campaign_sequence()
