"""Where a token marches: nearer to its goal, into enemies when the odds are good, not into a trap."""

from __future__ import annotations

from wargame_altar_of_freedom.board.actions import Halt, RailMove
from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.contact import expected_fights
from wargame_altar_of_freedom.players.danger import Threats
from wargame_altar_of_freedom.players.distance_fields import FAR, OFF_ROAD, Field
from wargame_altar_of_freedom.players.goals import Goal
from wargame_altar_of_freedom.players.odds import Odds, Stakes
from wargame_altar_of_freedom.players.plan import Plan, TokenOrder
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.rules.march_options import MarchChoices
from wargame_altar_of_freedom.rules.movement_rates import allowances, staff_die_spaces
from wargame_altar_of_freedom.rules.railroads import RailChoices
from wargame_altar_of_freedom.rules.stacking import stacking
from wargame_core import D6
from wargame_core.authoring import Action
from wargame_core.maps.masks import bits

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
        self.charges = [goal for goal in plan.goals if self._alone_guards(goal)]

    def _alone_guards(self, goal: Goal) -> bool:
        """Whether nobody else stands in a place that the enemy may soon enter."""
        if not (goal.guard and goal.once and goal.due <= 1 and goal.spaces >> self.here & 1):
            return False
        return self.token.is_division and self.now.own_divisions.get(self.here, 0) <= 1

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
        now = self.now
        if not self.token.is_division:
            enemies = now.enemies_within(space, now.reach)
            return TRAIN_DANGER * enemies if self.token.kind not in now.campaign.special_action_tokens else 0.0
        return self.threats.cost(space)

    def contact(self, space: int, stay: float) -> float:
        """Expected points for marching into enemies; ``stay`` is what standing still is worth."""
        now = self.now
        ground = self.score(space) - stay
        divisions = now.enemy_divisions.get(space, 0.0)
        likely = min(1.0, divisions)
        fought = 0.0
        if likely:
            fights = expected_fights(now, self.token, self.here, space, ground)
            fought = sum(
                chance * (self.odds.value(fight, self.stakes) - EFFORT * (not fight.may_be_battle))
                for chance, fight in fights
            )
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
    for space in bits(ends & ~now.enemy_units):
        points = marcher.score(space)
        if points > best + 1e-9:
            best, end = points, space
    for space in bits(ends & now.enemy_units):
        if now.barred >> space & 1:
            continue
        points = marcher.contact(space, stay)
        if points > best + 1e-9:
            best, end = points, space
    if isinstance(choices, RailChoices):
        trips = [action for action in choices if isinstance(action, RailMove)]
        for trip in trips:
            points = marcher.score(trip.path[-1])
            if points > best + 0.1:
                best, end = points, -1
                chosen = trip
        if end == -1:
            return chosen
    return Halt(token.id) if end == marcher.here else choices.move_to(end)


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
