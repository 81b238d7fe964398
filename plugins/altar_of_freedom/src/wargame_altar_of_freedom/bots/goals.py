"""What a side wants on the map: spaces to enter, hold, surround or guard, read from the lines of the briefings.

Every line of both briefings becomes goals: what scores for us, what would score for the enemy, and the depots of both.
Points against a side count as points for the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise
from typing import Any

from attrs import evolve, frozen

from wargame_altar_of_freedom.board import DIVISIONS, PICKET
from wargame_altar_of_freedom.bots.fields import FAR
from wargame_altar_of_freedom.bots.situation import Situation, mean_points, points_for
from wargame_altar_of_freedom.campaign import Award
from wargame_altar_of_freedom.conditions import is_clear
from wargame_altar_of_freedom.scoring import spent
from wargame_core.masks import bits, mask_of

UNITS = DIVISIONS | {PICKET}
STAFF_DIE = 0.13
"""Points that one Staff Die a turn is reckoned to be worth."""
A_TURN = 5
"""Spaces that an enemy is reckoned to march in a turn."""
COMING = 14
"""Spaces of road from which an enemy is reckoned to be on his way."""
LATE = 3
"""Turns before the end of the campaign at which its last points become goals."""


@frozen(eq=False)
class Goal:
    """Spaces (a mask), any of which will do, and the points to be had there.

    ``once`` is for getting there, ``each_turn`` for every turn that ends with it held, ``need`` how many tokens it
    takes, ``support`` how many more are of use. ``fleeting`` goals are gone when they are not reached soon.
    ``guard`` goals only keep the enemy from his, who may be there in ``due`` turns; ``apart`` ones bring every token
    its own points.
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
            return 0.12 / self.need
        if self.guard:
            return (1.0 if taken < self.need else 0.5) / self.need
        return 1 / (1 + 0.3 * self.support) / self.need


def goals_of(now: Situation) -> list[Goal]:
    """Everything the side may be after now."""
    goals: list[Goal] = []
    for line in now.campaign.awards.values():
        aims = AIMS.get(line.condition)
        if aims is not None:
            goals += aims(now, line, mean_points(line.points), line.side == now.side)
    goals += depots(now)
    goals += raids(now)
    goals += enemies_to_fight(now)
    goals += crossings_to_burn(now, goals)
    return merged(goals)


def merged(goals: list[Goal]) -> list[Goal]:
    """The goals with those that guard the same spaces made into one."""
    guards: dict[int, Goal] = {}
    others = []
    for goal in goals:
        if not goal.guard:
            others.append(goal)
        elif goal.spaces in guards:
            one = guards[goal.spaces]
            once, each = one.once + goal.once, one.each_turn + goal.each_turn
            guards[goal.spaces] = evolve(one, once=once, each_turn=each, support=max(one.support, goal.support))
        else:
            guards[goal.spaces] = goal
    return [goal for goal in (*guards.values(), *others) if goal.spaces]


def around(now: Situation, space: int) -> int:
    """A place and the spaces next to it."""
    return (now.map.adjacent[space] | 1 << space) & now.map.enterable


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


def first_entry(now: Situation, line: Award, points: float, ours: bool) -> Iterator[Goal]:
    """Enter places nobody has entered yet; or stand in the way of it."""
    for place in line.args.places:
        space = now.campaign.space(place)
        if not ours:
            yield guard(now, place, 1 << space, points * 0.8)
        elif not spent(now.board, line, place):
            yield Goal(f"enter {place}", 1 << space, points, support=now.enemies_within(space, 3))


def turn_ends_occupied(now: Situation, line: Award, points: float, ours: bool) -> Iterator[Goal]:
    """Hold a place at the end of a turn; or garrison it against that."""
    place = line.args.place
    space = now.campaign.space(place)
    if not ours:
        yield guard(now, place, 1 << space, points)
    elif not spent(now.board, line, place) and not now.barred >> space & 1:
        support = now.enemies_within(space, 3)
        once, each = (0.0, points) if line.limit == "every_turn" else (points, 0.0)
        yield Goal(f"occupy {place}", 1 << space, once, each, support=support)


def turn_ends_besieged(now: Situation, line: Award, points: float, ours: bool) -> Iterator[Goal]:
    """Stand in enough of the spaces next to a place; or keep the enemy out of them."""
    space = now.campaign.space(line.args.place)
    ring = now.map.adjacent[space] & now.map.enterable
    if ours:
        support = now.enemies_within(space, 3)
        yield Goal(f"besiege {line.args.place}", ring, 0.0, points, line.args.spaces, support)
        once = points * min(now.turns_left, 3) / line.args.spaces
        for enemy in bits(ring & now.enemy_units):
            yield Goal(f"clear {now.board.label(enemy)}", 1 << enemy, once, support=support, fleeting=True)
    else:
        yield from shields(now, line.args.place, points)


def turn_ends_clear(now: Situation, line: Award, points: float, ours: bool) -> Iterator[Goal]:
    """Keep the enemy away from a place; or stand in it or next to it oneself."""
    space = now.campaign.space(line.args.place)
    if ours:
        yield from shields(now, line.args.place, points)
        yield guard(now, line.args.place, 1 << space, points * min(now.turns_left, 3) / 2)
    else:
        takers = DIVISIONS if line.args.enemy == "divisions" else UNITS
        near = around(now, space) & ~now.barred
        yield Goal(f"threaten {line.args.place}", near, 0.0, points, 1, now.enemies_within(space, 3), takers)


def shields(now: Situation, place: str, points: float) -> Iterator[Goal]:
    """Meet the enemies who come for a place on their way; throw back those who stand next to it."""
    space = now.campaign.space(place)
    ring, field = around(now, space), now.enemy_field(1 << space)
    posts: dict[int, float] = {}
    for distance, enemy in islice(field.inwards(now.enemy_units), 5):
        if ring >> enemy & 1:
            once = points * min(now.turns_left, 3)
            yield Goal(f"clear {place}", 1 << enemy, once, support=now.enemies_within(enemy, 3), fleeting=True)
            continue
        left = min(4, distance // 2)
        post = next(one for one in now.enemy_route(enemy, 1 << space) if field(one) <= left)
        weight = min(1.0, max(0.1, (24 - distance) / 16))
        posts[post] = max(posts.get(post, 0.0), weight)
    for post, weight in posts.items():
        each = points * weight * 0.7 / len(posts)
        yield Goal(f"shield {place}", 1 << post, 0.0, each, support=now.enemies_within(post, 4), guard=True)


def few_clear_routes(now: Situation, line: Award, points: float, ours: bool) -> Iterator[Goal]:
    """Towards the end, clear enough of the places of the enemy; or stand next to so many that too few are left."""
    if now.turns_left > LATE:
        return
    places = line.args.places
    clear = [place for place in places if is_clear(now.board, line.side, place, divisions_only=False)]
    spare = len(clear) - line.args.needed
    for place in places:
        near = around(now, now.campaign.space(place))
        if not ours and spare >= 0:
            yield Goal(f"close {place}", near, -points / (spare + 1), takers=UNITS, guard=place not in clear)
        elif ours and place not in clear and spare < 0:
            for enemy in bits(near & now.enemy_units):
                yield Goal(f"open {place}", 1 << enemy, -points / -spare, support=1, fleeting=True)
        elif ours and spare < 1:
            yield guard(now, place, near, -points / 2)


def crossing_destroyed(now: Situation, line: Award, points: float, ours: bool) -> Iterator[Goal]:
    """Bring somebody to a crossing whose loss scores for us, or costs the enemy; guard the others."""
    gain = points if ours else -points
    able = frozenset(now.campaign.special_action_tokens)
    for id in line.args.crossings:
        if id in now.board.destroyed or (ours and spent(now.board, line, id)):
            continue
        ends = mask_of(now.map.crossing(id).edge) & now.map.enterable
        if gain > 0:
            yield Goal(f"burn {id}", ends, gain * 0.6, takers=able)
        else:
            yield guard(now, id, ends, -gain * 0.5)


def token_brought_home(now: Situation, line: Award, points: float, ours: bool) -> Iterator[Goal]:
    """Take trains home; catch those of the enemy."""
    if ours:
        home = now.map.region(line.args.region) & now.map.enterable
        yield Goal("bring home", home, points * 1.5, takers=frozenset({line.args.token}), apart=True)


def raids(now: Situation) -> Iterator[Goal]:
    """Go to places from which a train could still be brought home, by a raid that succeeds half the time."""
    for action in now.campaign.special_actions.values():
        if action.kind != "raid" or action.args.side != now.side:
            continue
        points, home = train_points(now, action.args.token)
        speed = now.campaign.base_move.get(action.args.token, 0) + 1
        for place in now.map.places:
            if action.args.place_tag not in place.tags or place.name in now.board.raided:
                continue
            turns = -(-now.field(home)(place.space) // speed) if home else FAR
            if turns < now.turns_left:
                chance = 0.5 * 0.95**turns / (1 + now.enemies_within(place.space, 4))
                able = frozenset(now.campaign.special_action_tokens)
                yield Goal(f"raid {place.name}", 1 << place.space, points * chance, takers=able)


def train_points(now: Situation, token: str) -> tuple[float, int]:
    """What one more token of a kind brings the side when it gets home, and where home is (a mask)."""
    points, home = 0.0, 0
    for line in now.campaign.awards.values():
        if line.condition == "token_brought_home" and line.side == now.side and line.args.token == token:
            points += mean_points(line.points)
            home |= now.map.region(line.args.region) & now.map.enterable
    return points, home


def depots(now: Situation) -> Iterator[Goal]:
    """Capture the enemy's depots and guard one's own, for the Staff Dice they give."""
    for id, depot in now.board.depots.items():
        worth, space = now.campaign.depots[id].staff_dice, depot.space
        if depot.side == now.side:
            loss = (depot.value + worth.captured) * STAFF_DIE * now.turns_left
            yield guard(now, f"depot {id}", 1 << space, loss * 0.5, most=0.0)
        elif not now.barred >> space & 1:
            gain = depot.value + (worth.value if depot.builder == now.side else worth.captured)
            support = now.enemies_within(space, 3)
            yield Goal(f"capture {id}", 1 << space, gain * STAFF_DIE * (now.turns_left - 1), support=support)


def enemies_to_fight(now: Situation) -> Iterator[Goal]:
    """Fall on enemies: the fewer friends they have nearby, the better."""
    skirmish = points_for(now.campaign, "skirmish_won", now.side)
    battle = points_for(now.campaign, "battle_won", now.side)
    for space, divisions in now.enemy_divisions.items():
        if now.barred >> space & 1 or not divisions:
            continue
        others = now.enemies_within(space, now.campaign.contact_range) - divisions
        points = divisions * (skirmish * 0.6 + battle * 0.2) / (1 + 0.6 * others)
        yield Goal(f"attack {now.board.label(space)}", 1 << space, points, support=1 + others, fleeting=True)


def crossings_to_burn(now: Situation, goals: list[Goal]) -> Iterator[Goal]:
    """Crossings over which the enemy's nearest way to what we guard leads."""
    if "destroy_crossing" not in now.campaign.special_actions or not now.map.crossings:
        return
    able = frozenset(now.campaign.special_action_tokens)
    found: dict[str, float] = {}
    for goal in goals:
        if not goal.guard or goal.spaces & (goal.spaces - 1):
            continue
        points = goal.worth(1, now.turns_left)
        for _, enemy in islice(now.enemy_field(goal.spaces).inwards(now.enemy_units), 1):
            for a, b in pairwise(now.enemy_route(enemy, goal.spaces)):
                crossing = now.map.crossing_at((min(a, b), max(a, b)))
                if crossing is not None and crossing.id not in now.board.destroyed:
                    found[crossing.id] = found.get(crossing.id, 0.0) + points * 0.1
    for id, points in found.items():
        yield Goal(f"break down {id}", mask_of(now.map.crossing(id).edge), min(points, 2.0), takers=able)


AIMS: Mapping[str, Callable[[Situation, Any, float, bool], Iterator[Goal]]] = {
    "first_entry": first_entry,
    "turn_ends_occupied": turn_ends_occupied,
    "turn_ends_besieged": turn_ends_besieged,
    "turn_ends_clear": turn_ends_clear,
    "few_clear_routes": few_clear_routes,
    "crossing_destroyed": crossing_destroyed,
    "token_brought_home": token_brought_home,
}
"""What each condition that an award can have makes a side want, whether the award is its own or the enemy's."""
