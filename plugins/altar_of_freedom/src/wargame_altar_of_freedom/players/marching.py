"""Which corps moves first, what a Staff Die is worth to those that have yet to move, and special actions."""

from collections.abc import Collection, Iterable
from itertools import islice, product, starmap
from typing import cast

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.activation import enemy_near
from wargame_altar_of_freedom.players.goals import crossings_needed, train_worth
from wargame_altar_of_freedom.players.plan import Plan
from wargame_altar_of_freedom.players.situation import CROSS_COUNTRY_COST, FAR, Field, Situation
from wargame_altar_of_freedom.players.stand import MOST_ARRIVED
from wargame_altar_of_freedom.rules.movement import allowances, staff_die_spaces
from wargame_altar_of_freedom.rules.rallying import rallies, rally_succeeds
from wargame_altar_of_freedom.rules.special_actions import SpecialActionRule, roll_needed
from wargame_core import D6
from wargame_core.authoring import Choices

DIE_ADDS = 3
"""Spaces that a Staff Die adds to a march."""
RALLIED = 0.5
"""Points that a rallied brigade brings."""
ARRIVAL = 0.3
"""The part of an order's points that getting to its goal this turn is worth."""
DELAY = 0.012
"""The part of what the enemy is after that each space of detour costs one of his tokens."""
LEAST_OF_A_DIE = 0.15
"""Points that a Staff Die has to bring in a special action."""


def corps_to_move(situation: Situation, plan: Plan, choices: Choices) -> actions.Nominate:
    """Corps that may reach what scores at the end of the turn move last: nobody answers them before it is scored.

    Before them, corps that cannot be drawn into a pitched battle move first: one ends all movement of the turn. Of
    equals the one nearest to the enemy goes first, so that it clears the roads; one that can only wait goes last.
    """

    def eagerness(action: actions.Nominate) -> tuple[float, ...]:
        tokens = situation.board.tokens_under(action.command)
        urge = sum(_urgency(situation, plan, token) for token in tokens) / max(len(tokens), 1)
        worth_of_waiting = max((_points_at_turn_end(situation, plan, token) for token in tokens), default=0.0)
        battle = any(_may_be_drawn_into_battle(situation, token) for token in tokens)
        fronts = product((situation.board.at[token.id] for token in tokens), situation.enemy_divisions)
        front = min(starmap(situation.map.distance, fronts), default=FAR)
        return urge > 0, 0.001 * urge - 1000 * worth_of_waiting - 100 * battle - min(front, 40)

    best_nomination: actions.Nominate = max(cast(Iterable[actions.Nominate], choices), key=eagerness)
    return best_nomination


def _may_be_drawn_into_battle(situation: Situation, token: Token) -> bool:
    near_enemies = situation.enemies_within(situation.board.at[token.id], situation.attack_range)
    return enemy_near(situation, token) and near_enemies >= situation.campaign.divisions_for_battle - 0.5


def _points_at_turn_end(situation: Situation, plan: Plan, token: Token) -> float:
    """Points at the end of the turn that a token may still reach on this one."""
    order = plan.orders.get(token.id)
    if order is None or order.goal.guard or order.goal.fleeting or order.goal.at_once or order.goal.special:
        return 0.0
    distance = order.field(situation.board.at[token.id])
    return order.points if 0 < distance <= situation.base_move(token) + DIE_ADDS else 0.0


def _urgency(situation: Situation, plan: Plan, token: Token) -> float:
    order = plan.orders.get(token.id)
    if order is None:
        return 0.0
    distance = order.field(situation.board.at[token.id])
    return order.points / (1 + distance / 4) if distance else 0.0


def die_gains(situation: Situation, field: Field, token: Token) -> tuple[float, float]:
    """By how many spaces a Staff Die is expected to bring the token nearer to its goal, and how likely it gets there.

    The chance is nothing where it gets there without the die.
    """
    board = situation.board
    space = board.at[token.id]
    distance = field(space)
    if distance in (0, FAR):
        return 0.0, 0.0
    on_road = any(
        leaving >> space & 1
        for _, leaving in situation.map.passage(True, None, board.closed_crossings(situation.side)).steps
    )
    by_road, _ = allowances(board, token, None)
    _, off_road = allowances(board, token, min(D6.faces))
    distance_without = _distance_left(distance, by_road if on_road else 0, 0)
    ends = [
        _distance_left(distance, by_road + spaces if on_road else 0, spaces if off_road else 0)
        for spaces in (staff_die_spaces(situation.campaign, face) for face in D6.faces)
    ]
    return distance_without - sum(ends) / len(D6), ends.count(0) / len(D6) if distance_without else 0.0


def _distance_left(distance: int, by_road: int, cross_country: int) -> int:
    """Spaces left of a distance after the better of a march by road and one across country."""
    return max(0, distance - max(by_road, CROSS_COUNTRY_COST * cross_country))


# Staff Dice


def prices(situation: Situation, plan: Plan) -> list[float]:
    """What each further Staff Die for the march of the active corps keeps from the others that have yet to move.

    And from special actions and rallies, which take place later in the turn.
    """
    board, bids = situation.board, list[float]()
    for token in situation.own_tokens:
        order = plan.orders.get(token.id)
        if order is None or token.command in board.activated_commands or token.command == "":
            continue
        field = order.field
        if token.command != board.command:
            saved_turns, arrives = die_gains(situation, field, token)
            bids.append(saved_turns * order.pace + arrives * ARRIVAL * min(order.points, MOST_ARRIVED))
        if order.goal.special and field(board.at[token.id]) <= situation.base_move(token):
            bids.append(order.points)
    chance = sum(rally_succeeds(situation.campaign, face) for face in D6.faces) / len(D6)
    bids += [RALLIED * chance] * len(rallies(board, situation.side))
    dice = board.staff_dice[situation.side]
    highest_bids = sorted([max(bid, 0.0) for bid in bids], reverse=True) + [0.0] * dice
    return [situation.weights.dice * bid for bid in highest_bids[:dice][::-1]]


def special_action(situation: Situation, plan: Plan, choices: Choices) -> actions.SpecialAction | actions.Done:
    """The special action that is expected to bring most for its Staff Die, or none."""
    best: actions.SpecialAction | actions.Done = actions.Done()
    points = LEAST_OF_A_DIE
    for action in choices:
        if isinstance(action, actions.SpecialAction):
            chance = sum(face >= roll_needed(situation.board, action.what) for face in D6.faces) / len(D6)
            worth = chance * _worth(situation, plan, action)
            if worth > points + 1e-9:
                best, points = action, worth
    return best


def _worth(situation: Situation, plan: Plan, action: actions.SpecialAction) -> float:
    """Points that the special action brings when it succeeds."""
    rule = situation.campaign.special_actions[action.what]
    points = success_worth(situation, plan, rule, action.target)
    if token := rule.brings.get(situation.side):
        points += train_worth(situation, token, situation.board.at[action.token])
    return points


def success_worth(situation: Situation, plan: Plan, rule: SpecialActionRule, target: str) -> float:
    """Points that a special action on a target brings, but for tokens: by its rule, and by the detours that it makes.

    0 where it closes our own way to what we are after.
    """
    closes, opens = rule.unusable_crossings(target), rule.reopened_crossings(target)
    if closes & crossings_needed(situation, plan.goals):
        return 0.0
    detours = _detours(situation, plan, closes, opens) if closes or opens else 0.0
    return detours + rule.worth(situation.board, situation.side, target)


def _detours(situation: Situation, plan: Plan, closes: Collection[str], opens: Collection[str]) -> float:
    """Points that the enemy's detours cost him, less our own, when some crossings are closed and others opened."""
    closing, opening = (frozenset(situation.map.crossing(name).edge for name in names) for names in (closes, opens))
    board, points = situation.board, 0.0
    closed_before = {side: board.closed_crossings(side) for side in (situation.side, situation.enemy)}
    closed_after = {side: (closed_edges | closing) - opening for side, closed_edges in closed_before.items()}
    for goal in plan.goals:
        if goal.guard:
            field = situation.fields.to(board, situation.enemy, goal.spaces)
            changed_field = situation.fields.to(
                board, situation.enemy, goal.spaces, closed_edges=closed_after[situation.enemy]
            )
            for distance, enemy in islice(field.spaces_by_distance(situation.enemy_units), 3):
                points += (changed_field(enemy) - distance) * DELAY * goal.worth(situation, 1)
    for token_id, order in plan.orders.items():
        changed_field = situation.fields.to(
            board,
            situation.side,
            order.goal.spaces,
            situation.barring_fortresses,
            closed_edges=closed_after[situation.side],
        )
        space = board.at[token_id]
        points -= (changed_field(space) - order.field(space)) * order.pace
    return points
