"""The march of a corps: which moves first and in what order, where each token goes, and who gets a Staff Die."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product, starmap
from typing import cast

from wargame_altar_of_freedom.board import actions
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.fights import Odds, Stakes, Threats, expected_fights
from wargame_altar_of_freedom.players.goals import train_points
from wargame_altar_of_freedom.players.plan import THERE, Plan, TokenOrder
from wargame_altar_of_freedom.players.situation import FAR, OFF_ROAD, Field, Situation
from wargame_altar_of_freedom.rules.corps import AllotChoices
from wargame_altar_of_freedom.rules.march import MarchChoices
from wargame_altar_of_freedom.rules.movement import allowances, stacking, staff_die_spaces
from wargame_altar_of_freedom.rules.rallying import rallies, rally_succeeds
from wargame_altar_of_freedom.rules.scoring import CrossingIsDestroyed, spent
from wargame_altar_of_freedom.rules.special_actions import DestroyCrossing, RepairCrossing, roll_needed
from wargame_core import D6
from wargame_core.authoring import Action, Choices, bits

DIE_ADDS = 3
"""Spaces that a Staff Die is estimated to add to a march."""
WIDER = 2
"""Spaces beyond the reach of most enemies from which one is still minded."""


def corps_to_move(now: Situation, plan: Plan, choices: Choices) -> actions.Nominate:
    """Corps that may reach what scores at the end of the turn move last: nobody answers them before it is scored.

    Before them, corps that cannot be drawn into a pitched battle move first: one ends all movement of the turn. Of
    equals the one nearest to the enemy goes first, so that it clears the roads; one that can only wait goes last.
    """
    needed = now.campaign.divisions_for_battle

    def eagerness(action: actions.Nominate) -> tuple[bool, float, bool, float, float]:
        tokens = now.board.tokens_under(action.command)
        urge = sum(_urge(now, plan, token) for token in tokens) / max(len(tokens), 1)
        waits = max((_at_the_end(now, plan, token) for token in tokens), default=0.0)
        battle = any(
            enemy_near(now, token) and now.enemies_within(now.board.at[token.id], now.reach) >= needed - 0.5
            for token in tokens
        )
        fronts = product((now.board.at[token.id] for token in tokens), now.enemy_divisions)
        front = min(starmap(now.map.distance, fronts), default=FAR)
        return (urge > 0, -waits, not battle, -front, urge)

    chosen: actions.Nominate = max(cast(Iterable[actions.Nominate], choices), key=eagerness)
    return chosen


def _at_the_end(now: Situation, plan: Plan, token: Token) -> float:
    """Points at the end of the turn that a token may still reach on this one."""
    order = plan.orders.get(token.id)
    if order is None or order.goal.guard or order.goal.fleeting or order.goal.at_once or order.goal.special:
        return 0.0
    distance = order.field(now.board.at[token.id])
    return order.points if 0 < distance <= now.base_move(token) + DIE_ADDS else 0.0


def _urge(now: Situation, plan: Plan, token: Token) -> float:
    order = plan.orders.get(token.id)
    if order is None:
        return 0.0
    distance = order.field(now.board.at[token.id])
    return order.points / (1 + distance / 4) if distance else 0.0


def enemy_near(now: Situation, token: Token) -> bool:
    """Whether a division stands within a march of an enemy."""
    here = now.board.at[token.id]
    return token.is_division and bool(now.map.within(here, now.base_move(token)) & now.enemy_units)


def token_to_move(now: Situation, plan: Plan, choices: Choices) -> actions.MoveNext | actions.EndMarch:
    """The head of the column first, so that it clears the road; whoever has nothing to do stays where it is."""
    best: actions.MoveNext | actions.EndMarch = actions.EndMarch()
    first = (2, 0)
    for action in choices:
        if isinstance(action, actions.MoveNext):
            token = now.board.tokens[action.token]
            here, order = now.board.at[token.id], plan.orders.get(token.id)
            rank = enemy_near(now, token), order.field(here) if order else 0
            in_danger = token.is_division and now.map.within(here, now.reach + WIDER) & now.enemy_units
            if (any(rank) or in_danger or token.id in now.board.allotted) and rank < first:
                best, first = action, rank
    return best


# where a token marches: nearer to its goal, into enemies when the odds are good, not into a trap

TRAIN_DANGER = 1.5
"""Points that an enemy division next to a train is estimated to cost."""
CLOSE = 6
"""Spaces from a goal within which one's own tokens in the way are looked at."""
ESCORTED = 0.8
"""How likely a train gets away whose escort is attacked."""
FORSAKEN = 0.5
"""The part of what the enemy can gain that leaving a place unguarded before him is estimated to cost."""
EFFORT = 0.3
"""Points that an attack has to bring beyond standing still where it can be no battle: it shows and scatters a force."""


class Marcher:
    """Judges the ends of one token's march."""

    def __init__(self, now: Situation, plan: Plan, odds: Odds, token: Token) -> None:
        self.now, self.plan, self.odds, self.token = now, plan, odds, token
        self.here: int = now.board.at[token.id]
        self.order = plan.orders.get(token.id)
        self.stakes = Stakes.of(now, now.side)
        self.field = open_field(now, self.order, token) if self.order else None
        self.threats = Threats(now, plan, odds, token)
        alone = token.is_division and now.own_divisions.get(self.here, 0) <= 1
        soon = (goal for goal in plan.goals if alone and goal.guard and goal.once and goal.due <= 1)
        self.charges = [goal for goal in soon if goal.spaces >> self.here & 1]

    def score(self, space: int) -> float:
        """Expected points for standing in a space at the end of the move."""
        points = self.plan.prize(self.now, self.token, space) - self._danger(space)
        for goal in self.charges:
            if not goal.spaces >> space & 1:
                points -= FORSAKEN * goal.worth(0, self.now.turns_left)
        if self.field is not None and self.order is not None:
            points -= self.order.pace * min(self.field(space), 40)
        return points

    def _danger(self, space: int) -> float:
        if self.token.is_division:
            return self.threats.cost(space)
        able = self.token.kind in self.now.campaign.special_action_tokens
        return 0.0 if able else TRAIN_DANGER * self.now.enemies_within(space, self.now.reach)

    def contact(self, space: int, stay: float) -> float:
        """Expected points for marching into enemies; ``stay`` is what standing still is worth."""
        now = self.now
        ground = self.score(space) - stay
        divisions = now.enemy_divisions.get(space, 0.0)
        likely = min(1.0, divisions)
        fought = 0.0
        for chance, fight in expected_fights(now, self.token, self.here, space, ground) if likely else ():
            fought += chance * (self.odds.value(fight, self.stakes) - EFFORT * (not fight.may_be_battle))
        train = now.enemy_trains.get(space, 0.0) * (1 - ESCORTED * likely)
        return stay + likely * fought + (1 - likely) * (ground + 0.3) + train


def open_field(now: Situation, order: TokenOrder, token: Token) -> Field:
    """The field to those of the goal's spaces in which the token could still stop; all of them when none is left.

    Near the goal it leads around one's own tokens, which nobody passes.
    """
    spaces, here = order.goal.spaces, now.board.at[token.id]
    close = 0 < order.field(here) <= CLOSE
    if not close and not spaces & (spaces - 1) and not now.own_units & spaces:
        return order.field
    passing, stopping = stacking(now.board, token)
    free = spaces & ~stopping or spaces
    if close and passing:
        around = now.field(free, 2 * CLOSE, passing & ~free)
        if around(here) < FAR:
            return around
    return now.field(free) if free != spaces else order.field


def best_march(now: Situation, plan: Plan, odds: Odds, token: Token, choices: MarchChoices) -> Action:
    """The best of a token's marches, or to halt; by rail where that is offered and leads further."""
    marcher = Marcher(now, plan, odds, token)
    stay = marcher.score(marcher.here)
    best, end = stay, marcher.here
    ends = choices.ends
    for space in (*bits(ends & ~now.enemy_units), *bits(ends & now.enemy_units & ~now.barred)):
        points = marcher.contact(space, stay) if now.enemy_units >> space & 1 else marcher.score(space)
        if points > best + 1e-9:
            best, end = points, space
    best_trip: actions.RailMove | None = None
    for trip in choices.trips or ():
        points = marcher.score(trip.path[-1])
        if points > best + 0.1:
            best, best_trip = points, trip
    return best_trip or (actions.Halt(token.id) if end == marcher.here else choices.move_to(end))


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

RALLIED = 0.5
"""Points that a rallied brigade is estimated to bring."""
ARRIVAL = 0.3
"""The part of an order's points that getting to its goal this turn is estimated to be worth."""
DELAY = 0.012
"""The part of what the enemy is after that each space of detour is estimated to cost one of his tokens."""
LEAST = 0.15
"""Points that a Staff Die has to be expected to bring in a special action."""


def dice_for(now: Situation, plan: Plan, choices: AllotChoices) -> actions.AllotDice:
    """Staff Dice for those whose road they shorten most, of this corps and of the others that have yet to move.

    Dice that are expected to do better in special actions and rallies are kept for those.
    """
    board = now.board
    bids: list[tuple[float, str]] = []
    for token in now.own:
        order = plan.orders.get(token.id)
        if order is None or token.command in board.activated or token.command == "":
            continue
        field = open_field(now, order, token)
        saved, arrives = die_gains(now, field, token)
        if saved > 0:
            bids.append((saved * order.pace + arrives * ARRIVAL * min(order.points, THERE), token.id))
        if order.goal.special and field(board.at[token.id]) <= now.base_move(token):
            bids.append((order.points, ""))
    chance = sum(rally_succeeds(now.campaign, face) for face in D6.faces) / len(D6)
    bids += [(RALLIED * chance, "")] * len(rallies(board, now.side))
    bids.sort(key=lambda bid: (-bid[0], bid[1]))
    chosen = {token_id for points, token_id in bids[: board.staff_dice[now.side]] if points > 0.1}
    return actions.AllotDice(tuple(token_id for token_id in choices.tokens if token_id in chosen)[: choices.dice])


def special_action(now: Situation, plan: Plan, choices: Choices) -> actions.SpecialAction | actions.Done:
    """The special action that is expected to bring most for its Staff Die, or none."""
    best: actions.SpecialAction | actions.Done = actions.Done()
    points = LEAST
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
    """Points that destroying a crossing (or repairing it) brings: scored by the briefings, and by the detours."""
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
                points += (changed(enemy) - distance) * DELAY * goal.worth(1, now.turns_left)
    for token_id, order in plan.orders.items():
        changed = now.fields.to(board, now.side, order.goal.spaces, now.barred, closed=after[now.side])
        here = board.at[token_id]
        points -= (changed(here) - order.field(here)) * order.pace
    return points
