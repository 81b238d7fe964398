"""Goals: spaces to enter, hold, surround or guard, and the points to be had there."""

from __future__ import annotations

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.pieces import DIVISIONS
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.printed.vocabulary import PICKET
from wargame_altar_of_freedom.rules.award_conditions import beside

UNITS = DIVISIONS | {PICKET}
A_TURN = 5
"""Spaces that an enemy is estimated to march in a turn."""
COMING = 14
"""Spaces of road from which an enemy is estimated to be on his way."""
CONTESTED = 0.3
"""How much each further token that a goal needs lowers what one of them is expected to bring."""
MASSED = 0.2
"""The same for a goal that only a mass can reach."""
SECOND_LINE = 0.25
"""The part of a guard's worth that each further token adds when more of the enemy are coming."""
SURPLUS = 0.12
"""The part of a goal's worth that a token adds which is one too many."""


@frozen(eq=False)
class Goal:
    """Spaces (a mask), any of which will do, and the points to be had there.

    ``once`` is for getting there, ``each_turn`` for every turn that ends with it held, ``need`` how many tokens it
    takes, ``support`` how many more are of use. ``fleeting`` goals are gone when they are not reached soon.
    ``guard`` goals only keep the enemy from his, who may be there in ``due`` turns; ``apart`` ones bring every token
    its own points, ``special`` ones take a Staff Die for a special action on the spot. ``bold`` ones only a mass can
    reach; ``at_once`` ones score when they are entered; ``first`` is what the first token there denies the enemy by it
    at the end of each turn.
    """

    what: str
    spaces: int
    once: float = 0.0
    each_turn: float = 0.0
    need: int = 1
    support: float = 0.0
    takers: frozenset[str] = DIVISIONS
    fleeting: bool = False
    guard: bool = False
    due: int = 1
    apart: bool = False
    special: bool = False
    bold: bool = False
    at_once: bool = False
    first: float = 0.0

    def worth(self, turns_away: int, turns_left: int) -> float:
        """Expected points when it is reached in so many turns (0 or 1: this turn)."""
        late = max(turns_away, 1) - 1
        if late >= turns_left or (self.fleeting and late > 1):
            return 0.0
        if self.guard:  # whoever stands there already is worth more than a promise to come, above all to come too late
            in_time = 0.9**turns_away * 0.6 ** max(0, turns_away - self.due)
            return (self.once + self.each_turn * (turns_left - late)) * in_time
        return self.once * 0.92**late + self.each_turn * (turns_left - late)

    def share(self, taken: int) -> float:
        """The part of its worth that one more token adds when so many are on their way."""
        if self.apart:
            return 1.0
        if taken >= self.need + self.support:
            return SURPLUS / self.need
        if self.guard:
            return (1.0 if taken < self.need else SECOND_LINE) / self.need
        return 1 / (1 + (MASSED if self.bold else CONTESTED) * self.support) / self.need


def merged(goals: list[Goal]) -> list[Goal]:
    """The goals with those that guard the same spaces made into one."""
    guards: dict[int, Goal] = {}
    others = []
    for goal in goals:
        if not goal.guard:
            others.append(goal)
        elif goal.spaces in guards:
            merged_guard = guards[goal.spaces]
            once, each_turn = merged_guard.once + goal.once, merged_guard.each_turn + goal.each_turn
            guards[goal.spaces] = evolve(
                merged_guard, once=once, each_turn=each_turn, support=max(merged_guard.support, goal.support)
            )
        else:
            guards[goal.spaces] = goal
    return [goal for goal in (*guards.values(), *others) if goal.spaces]


def around(now: Situation, space: int) -> int:
    """A place and the spaces next to it."""
    return (beside(now.board, space) | 1 << space) & now.map.enterable


def urgency(now: Situation, spaces: int) -> float:
    """How near the enemy is to something that he wants: 1 at his doorstep, less the longer he needs."""
    return min(1.0, max(0.1, 1 - (now.threat(spaces) - 8) / 20))


def guard(now: Situation, name: str, spaces: int, points: float, most: float = 4.0) -> Goal:
    """Stand where the enemy wants to go, with up to ``most`` more tokens the more of him are coming."""
    points *= urgency(now, spaces)
    due = max(1, now.threat(spaces) // A_TURN)
    return Goal(f"guard {name}", spaces, points, support=min(most, coming(now, spaces)), guard=True, due=due)


def coming(now: Situation, spaces: int) -> float:
    """How many enemy divisions are to be expected within two or three turns' march of something."""
    distances = now.enemy_field(spaces).distances(now.enemy_units)
    return sum(weight for space, weight in now.enemy_divisions.items() if distances[space] <= COMING)
