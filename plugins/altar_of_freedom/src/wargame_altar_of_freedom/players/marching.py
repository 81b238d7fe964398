"""Which corps moves first, what a Staff Die is worth to those that have yet to move, and special actions."""

from collections.abc import Iterable
from itertools import islice, product, starmap
from typing import cast

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.activation import enemy_near
from wargame_altar_of_freedom.players.goals import crossings_needed, train_points
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.prospects import open_field
from wargame_altar_of_freedom.players.situation import FAR, OFF_ROAD, Field, Situation
from wargame_altar_of_freedom.rules.movement import allowances, staff_die_spaces
from wargame_altar_of_freedom.rules.rallying import rallies, rally_succeeds
from wargame_altar_of_freedom.rules.scoring import CrossingIsDestroyed, spent
from wargame_altar_of_freedom.rules.special_actions import DestroyCrossing, RepairCrossing, roll_needed
from wargame_core import D6
from wargame_core.authoring import Choices


def corps_to_move(now: Situation, plan: Plan, choices: Choices) -> actions.Nominate:
    """Corps that may reach what scores at the end of the turn move last: nobody answers them before it is scored.

    Before them, corps that cannot be drawn into a pitched battle move first: one ends all movement of the turn. Of
    equals the one nearest to the enemy goes first, so that it clears the roads; one that can only wait goes last.
    """
    needed, weights = now.campaign.divisions_for_battle, now.weights

    def eagerness(action: actions.Nominate) -> tuple[bool, float]:
        tokens = now.board.tokens_under(action.command)
        urge = sum(_urge(now, plan, token) for token in tokens) / max(len(tokens), 1)
        waits = max((_at_the_end(now, plan, token) for token in tokens), default=0.0)
        battle = any(
            enemy_near(now, token) and now.enemies_within(now.board.at[token.id], now.reach) >= needed - 0.5
            for token in tokens
        )
        fronts = product((now.board.at[token.id] for token in tokens), now.enemy_divisions)
        front = min(starmap(now.map.distance, fronts), default=FAR)
        back = weights.waits * waits + weights.battles * battle + weights.front * min(front, 40)
        return urge > 0, weights.urge * urge - back

    chosen: actions.Nominate = max(cast(Iterable[actions.Nominate], choices), key=eagerness)
    return chosen


def _at_the_end(now: Situation, plan: Plan, token: Token) -> float:
    """Points at the end of the turn that a token may still reach on this one."""
    order = plan.orders.get(token.id)
    if order is None or order.goal.guard or order.goal.fleeting or order.goal.at_once or order.goal.special:
        return 0.0
    distance = order.field(now.board.at[token.id])
    return order.points if 0 < distance <= now.base_move(token) + now.weights.die_adds else 0.0


def _urge(now: Situation, plan: Plan, token: Token) -> float:
    order = plan.orders.get(token.id)
    if order is None:
        return 0.0
    distance = order.field(now.board.at[token.id])
    return order.points / (1 + distance / 4) if distance else 0.0


def die_gains(now: Situation, field: Field, token: Token) -> tuple[float, float]:
    """By how many spaces a Staff Die is expected to bring the token nearer to its goal, and how likely it gets there.

    The chance is nothing where it gets there without the die.
    """
    board = now.board
    here = board.at[token.id]
    distance = field(here)
    if distance in (0, FAR):
        return 0.0, 0.0
    on_road = any(
        leaving >> here & 1 for _, leaving in now.map.passage(True, None, board.closed_crossings(now.side)).steps
    )
    by_road, _ = allowances(board, token, None)
    _, off_road = allowances(board, token, min(D6.faces))
    without = _left(distance, by_road if on_road else 0, 0)
    ends = [
        _left(distance, by_road + spaces if on_road else 0, spaces if off_road else 0)
        for spaces in (staff_die_spaces(now.campaign, face) for face in D6.faces)
    ]
    return without - sum(ends) / len(D6), ends.count(0) / len(D6) if without else 0.0


def _left(distance: int, by_road: int, cross_country: int) -> int:
    """Spaces left of a distance after the better of a march by road and one across country."""
    return max(0, distance - max(by_road, OFF_ROAD * cross_country))


# Staff Dice


def prices(now: Situation, plan: Plan) -> list[float]:
    """What each further Staff Die for the march of the active corps keeps from the others that have yet to move.

    And from special actions and rallies, which take place later in the turn.
    """
    board, weights = now.board, now.weights
    bids: list[float] = []
    for token in now.own:
        order = plan.orders.get(token.id)
        if order is None or token.command in board.activated or token.command == "":
            continue
        field = open_field(now, order, token)
        if token.command != board.command:
            saved, arrives = die_gains(now, field, token)
            bids.append(saved * order.pace + arrives * weights.arrival * min(order.points, weights.there))
        if order.goal.special and field(board.at[token.id]) <= now.base_move(token):
            bids.append(order.points)
    chance = sum(rally_succeeds(now.campaign, face) for face in D6.faces) / len(D6)
    bids += [weights.rallied * chance] * len(rallies(board, now.side))
    dice = board.staff_dice[now.side]
    least = weights.least_bid
    most = sorted((max(bid, least) for bid in bids), reverse=True) + [least] * dice
    return most[:dice][::-1]


def special_action(now: Situation, plan: Plan, choices: Choices) -> actions.SpecialAction | actions.Done:
    """The special action that is expected to bring most for its Staff Die, or none."""
    best: actions.SpecialAction | actions.Done = actions.Done()
    points = now.weights.least
    for action in choices:
        if isinstance(action, actions.SpecialAction):
            chance = sum(face >= roll_needed(now.board, action.what) for face in D6.faces) / len(D6)
            worth = chance * _worth(now, plan, action)
            if worth > points + 1e-9:
                best, points = action, worth
    return best


def _worth(now: Situation, plan: Plan, action: actions.SpecialAction) -> float:
    """Points that the special action brings when it succeeds."""
    rule = now.campaign.special_actions[action.what]
    if token := rule.brings.get(now.side):
        points, home = train_points(now, token)
        here = now.board.at[action.token]
        if home >> here & 1:  # what is at home already has not been brought there
            return 0.0
        turns = now.field(home)(here) / (now.campaign.base_move[token] + 1) if home else FAR
        return points * 0.95**turns if turns < now.turns_left else 0.0
    if isinstance(rule, (DestroyCrossing, RepairCrossing)):
        return crossing_worth(now, plan, action.target, repaired=isinstance(rule, RepairCrossing))
    return 0.0


def crossing_worth(now: Situation, plan: Plan, crossing: str, *, repaired: bool) -> float:
    """Points that destroying a crossing (or repairing it) brings: scored by the briefings, and by the detours.

    0 where our own way to what we are after leads over it.
    """
    if not repaired and crossing in crossings_needed(now, plan.goals):
        return 0.0
    points = _detours(now, plan, crossing, repaired)
    for line in () if repaired else now.campaign.awards.values():
        at_stake = isinstance(line.when, CrossingIsDestroyed) and crossing in line.when.crossings
        if at_stake and not spent(now.board, line, crossing):
            points += line.points.mean * (1 if line.side == now.side else -1)
    return points


def _detours(now: Situation, plan: Plan, crossing: str, repaired: bool) -> float:
    """Points that the enemy's detours cost him, less our own, when a crossing is destroyed (or ``repaired``)."""
    edge = frozenset({now.map.crossing(crossing).edge})
    board, points = now.board, 0.0
    before = {side: board.closed_crossings(side) for side in (now.side, now.enemy)}
    after = {side: closed - edge if repaired else closed | edge for side, closed in before.items()}
    for goal in plan.goals:
        if goal.guard:
            field = now.fields.to(board, now.enemy, goal.spaces)
            changed = now.fields.to(board, now.enemy, goal.spaces, closed=after[now.enemy])
            for distance, enemy in islice(field.inwards(now.enemy_units), 3):
                points += (changed(enemy) - distance) * now.weights.delay * goal.worth(now, 1)
    for token_id, order in plan.orders.items():
        changed = now.fields.to(board, now.side, order.goal.spaces, now.barred, closed=after[now.side])
        here = board.at[token_id]
        points -= (changed(here) - order.field(here)) * order.pace
    return points
