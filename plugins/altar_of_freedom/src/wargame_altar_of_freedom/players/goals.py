"""What a side wants: spaces to enter, hold, surround or guard, the points to be had there, and where that comes from.

Points against a side count as points for the other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.pieces import DIVISIONS
from wargame_altar_of_freedom.players.situation import FAR, Situation, points_for
from wargame_altar_of_freedom.players.weights import Weights
from wargame_altar_of_freedom.printed.lines import PICKET, AwardLine
from wargame_altar_of_freedom.rules import scoring
from wargame_altar_of_freedom.rules.scoring import beside, in_or_beside, spent
from wargame_altar_of_freedom.rules.special_actions import DestroyCrossing
from wargame_core.maps.masks import bits, mask_of

UNITS = DIVISIONS | {PICKET}
FLEETING = 2
"""Turns in which a goal that does not wait has to be reached."""


@frozen(eq=False, slots=False)  # many are made for each plan: without slots that takes half the time
class Goal:
    """Spaces (a mask), any of which will do, and the points to be had there.

    ``once`` is for getting there, ``each_turn`` for every turn that ends with it held, ``need`` how many tokens it
    takes, ``support`` how many more are of use. ``fleeting`` goals are gone when they are not reached soon.
    ``guard`` goals only keep the enemy from his, who may be there in ``due`` turns; ``apart`` ones bring every token
    its own points, ``special`` ones take a Staff Die for a special action on the spot. ``bold`` ones only a mass can
    reach; ``at_once`` ones score when they are entered; ``first`` is what the first token there denies the enemy by it
    at the end of each turn. ``burns`` is the crossing that the special action is to destroy.
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
    burns: str = ""

    def worth(self, now: Situation, turns_away: int) -> float:
        """Expected points when it is reached in so many turns (0 or 1: this turn)."""
        turns_left, weights = now.turns_left, now.weights
        late = max(turns_away, 1) - 1
        if late >= turns_left or (self.fleeting and late >= FLEETING):
            return 0.0
        if self.guard:  # whoever stands there already is worth more than a promise to come, above all to come too late
            in_time = weights.keen**turns_away * weights.tardy ** max(0, turns_away - self.due)
            return (self.once + self.each_turn * (turns_left - late)) * in_time
        return self.once * weights.slow**late + self.each_turn * (turns_left - late)

    def share(self, weights: Weights, taken: int) -> float:
        """The part of its worth that one more token adds when so many are on their way."""
        if self.apart:
            return 1.0
        if taken >= self.need + self.support:
            return weights.surplus / self.need
        if self.guard:
            return (1.0 if taken < self.need else weights.second_line) / self.need
        return 1 / (1 + (weights.massed if self.bold else weights.contested) * self.support) / self.need


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


def urgency(now: Situation, spaces: int) -> float:
    """How near the enemy is to something that he wants: 1 at his doorstep, less the longer he needs."""
    weights = now.weights
    return min(1.0, max(weights.guard_least, 1 - (now.threat(spaces) - weights.guard_near) / weights.guard_far))


def guard(now: Situation, name: str, spaces: int, points: float) -> Goal:
    """Stand where the enemy wants to go, with the more tokens the more of him are coming."""
    points *= urgency(now, spaces)
    due = max(1, now.threat(spaces) // now.weights.a_turn)
    support = min(now.weights.guard_most, coming(now, spaces))
    return Goal(f"guard {name}", spaces, points, support=support, guard=True, due=due)


def coming(now: Situation, spaces: int) -> float:
    """How many enemy divisions are to be expected within two or three turns' march of something."""
    distances = now.enemy_field(spaces).distances(now.enemy_units)
    within = now.weights.coming
    return sum(weight for space, weight in now.enemy_divisions.items() if distances[space] <= within)


# what the lines of both briefings make a side want


def goals_of(now: Situation) -> list[Goal]:
    """Everything the side may be after now."""
    goals: list[Goal] = []
    for line in now.campaign.awards.values():
        goals += AIMS.get(type(line.when), sought)(now, line, line.points.mean, line.side == now.side)
    goals += raids(now)
    goals += enemies_to_fight(now)
    goals += trains_to_take(now)
    needed = crossings_needed(now, goals)
    goals = [goal for goal in goals if goal.burns not in needed]
    goals += crossings_to_burn(now, goals, needed)
    return merged(goals)


def first_entry(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Enter places nobody has entered yet; or stand in the way of it."""
    for place in line.when.places:
        space = now.campaign.space(place)
        if not ours:
            yield guard(now, place, 1 << space, points * now.weights.deny_entry)
        elif not spent(now.board, line, place):
            support = now.weights.supported * now.enemies_within(space, 3)
            yield Goal(f"enter {place}", 1 << space, points * now.weights.enter, support=support, at_once=True)


def turn_ends_occupied(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Hold a place at the end of a turn; or garrison it against that."""
    place = line.when.place
    space = now.campaign.space(place)
    if not ours:
        yield guard(now, place, 1 << space, points * now.weights.guard_occupied)
    elif not spent(now.board, line, place) and not now.barred >> space & 1:
        points *= now.weights.occupy
        support = now.weights.supported * now.enemies_within(space, 3)
        once, each_turn = (0.0, points) if scoring.how_often(now.board, line) == "every_turn" else (points, 0.0)
        yield Goal(f"occupy {place}", 1 << space, once, each_turn, support=support)


def turn_ends_besieged(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Stand in enough of the spaces next to a place; or keep the enemy out of them."""
    space = now.campaign.space(line.when.place)
    ring = beside(now.board, space) & now.map.enterable
    points *= now.weights.besiege if ours else now.weights.shield_besieged
    if ours:
        support = now.weights.supported * now.enemies_within(space, 3)
        denied, prize = at_stake(now, line.when.place)
        yield Goal(
            f"besiege {line.when.place}",
            ring,
            prize * now.weights.falls,
            points + denied,
            line.when.spaces,
            support,
            bold=True,
            first=denied,
        )
        once = points * min(now.turns_left, 3) / line.when.spaces
        for enemy in bits(ring & now.enemy_units):
            yield Goal(f"clear {now.board.label(enemy)}", 1 << enemy, once, support=support, fleeting=True)
    else:
        yield from shields(now, line.when.place, points)


def at_stake(now: Situation, place: str) -> tuple[float, float]:
    """What an enemy is denied each turn by our standing at a place, and what we score when it falls to us."""
    denied = prize = 0.0
    for line in now.campaign.awards.values():
        if isinstance(line.when, scoring.TurnEndsClear) and line.side == now.enemy and line.when.place == place:
            denied += line.points.mean
        if isinstance(line.when, scoring.TurnEndsOccupied) and line.side == now.side and line.when.place == place:
            prize += 0.0 if spent(now.board, line, place) else line.points.mean
    return denied, prize


def turn_ends_clear(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Keep the enemy away from a place; or stand in it or next to it oneself."""
    space = now.campaign.space(line.when.place)
    points *= now.weights.shield_clear if ours else now.weights.threaten
    if ours:
        yield from shields(now, line.when.place, points)
        yield guard(now, line.when.place, 1 << space, points * min(now.turns_left, 3) / 2)
    else:
        takers = DIVISIONS if line.when.enemy == "divisions" else UNITS
        if any(
            isinstance(other.when, scoring.TurnEndsBesieged)
            and other.side == now.side
            and other.when.place == line.when.place
            for other in now.campaign.awards.values()
        ):
            takers -= DIVISIONS  # the besiegers do that as well
        near = in_or_beside(now.board, line.when.place) & now.map.enterable & ~now.barred
        yield Goal(
            f"threaten {line.when.place}", near, 0.0, points, 1, now.enemies_within(space, 3), takers, first=points
        )


def shields(now: Situation, place: str, points: float) -> Iterator[Goal]:
    """Meet the enemies who come for a place on their way; throw back those who stand next to it."""
    space = now.campaign.space(place)
    ring, field = in_or_beside(now.board, place), now.enemy_field(1 << space)
    posts: dict[int, float] = {}
    for distance, enemy in islice(field.inwards(now.enemy_units), 5):
        if ring >> enemy & 1:
            once = points * min(now.turns_left, 3)
            yield Goal(f"clear {place}", 1 << enemy, once, support=now.enemies_within(enemy, 3), fleeting=True)
            continue
        left = min(4, distance // 2)
        post = next(
            (space_on_route for space_on_route in now.enemy_route(enemy, 1 << space) if field(space_on_route) <= left),
            enemy,
        )
        weight = min(1.0, max(0.1, (now.weights.shield_from - distance) / now.weights.shield_over))
        posts[post] = max(posts.get(post, 0.0), weight)
    for post, weight in posts.items():
        each_turn = points * weight * now.weights.shield / len(posts)
        yield Goal(f"shield {place}", 1 << post, 0.0, each_turn, support=now.enemies_within(post, 4), guard=True)


def few_clear_routes(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Towards the end, clear enough of the places of the enemy; or stand next to so many that too few are left."""
    if now.turns_left > now.weights.late:
        return
    places = line.when.places
    points *= now.weights.keep_routes if ours else now.weights.routes
    clear = line.when.clear(now.board, line.side)
    spare = len(clear) - line.when.needed
    for place in places:
        near = in_or_beside(now.board, place) & now.map.enterable
        if not ours:
            yield Goal(f"close {place}", near, -points / (max(spare, 0) + 1), takers=UNITS)
        elif ours and place not in clear and spare < 0:
            for enemy in bits(near & now.enemy_units):
                yield Goal(f"open {place}", 1 << enemy, -points / -spare, support=1, fleeting=True)
        elif ours and spare < 1:
            yield guard(now, place, near, -points / 2)


def crossing_destroyed(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Bring somebody to a crossing whose loss scores for us, or costs the enemy; guard the others."""
    gain = points if ours else -points
    able = frozenset(now.campaign.special_action_tokens)
    for crossing in line.when.crossings:
        if crossing in now.board.destroyed or (ours and spent(now.board, line, crossing)):
            continue
        ends = mask_of(now.map.crossing(crossing).edge) & now.map.enterable
        if gain > 0:
            what, worth = f"burn {now.map.crossing(crossing).name}", gain * now.weights.burn
            yield Goal(what, ends, worth, takers=able, special=True, burns=crossing)
        else:
            yield guard(now, now.map.crossing(crossing).name, ends, -gain * now.weights.keep_crossing)


def token_brought_home(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Take trains home. (Those of the enemy are attacked like anything of his.)"""
    if ours:
        home = now.map.region(line.when.region) & now.map.enterable
        what = f"bring the {line.when.token.replace('_', ' ')}s home"
        points *= now.weights.bring_home
        yield Goal(what, home, points, takers=frozenset({line.when.token}), apart=True)


def sought(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Of a condition that we know nothing else of: go to the places that it names; or guard them."""
    spaces = line.when.sought(now.board) & now.map.enterable
    if spaces and ours:
        yield Goal(line.text, spaces, points, takers=UNITS)
    elif spaces:
        yield guard(now, line.text, spaces, points)


AIMS: Mapping[type[scoring.Condition], Callable[[Situation, Any, float, bool], Iterator[Goal]]] = {
    scoring.FirstEntry: first_entry,
    scoring.CrossingIsDestroyed: crossing_destroyed,
    scoring.TokenBroughtHome: token_brought_home,
    scoring.TurnEndsOccupied: turn_ends_occupied,
    scoring.Occupied: turn_ends_occupied,
    scoring.TurnEndsBesieged: turn_ends_besieged,
    scoring.TurnEndsClear: turn_ends_clear,
    scoring.FewClearRoutes: few_clear_routes,
}
"""What each condition that an award can have makes a side want, whether the award is its own or the enemy's.

The others, a campaign's own among them, are `sought` in the places that they name, if any.
"""


# goals that no line of a briefing names


def raids(now: Situation) -> Iterator[Goal]:
    """Go where a special action may bring a train that can still be brought home; it succeeds half the time."""
    for action in now.campaign.special_actions.values():
        token = action.brings.get(now.side)
        if token is None:
            continue
        points, home = train_points(now, token)
        speed = now.campaign.base_move.get(token, 0) + 1
        able = frozenset(now.campaign.special_action_tokens)
        for place in action.places(now.board):
            space = now.campaign.space(place)
            turns = -(-now.field(home)(space) // speed) if home else FAR
            if turns < now.turns_left:
                risk = now.weights.raid_risk * now.enemies_within(space, 4)
                chance = now.weights.raid * 0.95**turns / (1 + risk)
                yield Goal(f"{action.kind} {place}", 1 << space, points * chance, takers=able, special=True)


def train_points(now: Situation, token: str) -> tuple[float, int]:
    """What one more token of a kind brings the side when it gets home, and where home is (a mask)."""
    points, home = 0.0, 0
    for line in now.campaign.awards.values():
        if isinstance(line.when, scoring.TokenBroughtHome) and line.side == now.side and line.when.token == token:
            points += line.points.mean
            home |= now.map.region(line.when.region) & now.map.enterable
    return points, home


def trains_to_take(now: Situation) -> Iterator[Goal]:
    """Enemy tokens that score when they get home, and that are within reach: take them, or drive their escort away."""
    for space, points in now.enemy_trains.items():
        if not now.barred >> space & 1:
            escort = now.enemy_divisions.get(space, 0.0)
            what, points = f"take the train at {now.board.label(space)}", points * now.weights.take_train
            yield Goal(what, 1 << space, points, support=2 * escort, fleeting=True)


def enemies_to_fight(now: Situation) -> Iterator[Goal]:
    """Fall on enemies: the fewer friends they have nearby, the better."""
    skirmish = points_for(now.campaign, scoring.SkirmishWon, now.side)
    battle = points_for(now.campaign, scoring.BattleWon, now.side)
    weights = now.weights
    for space, divisions in now.enemy_divisions.items():
        if now.barred >> space & 1 or not divisions:
            continue
        others = now.enemies_within(space, now.campaign.contact_range) - divisions
        points = divisions * (skirmish * weights.fight + battle * weights.sought) / (1 + weights.fight_risk * others)
        yield Goal(f"attack {now.board.label(space)}", 1 << space, points, support=1 + others, fleeting=True)


def crossings_to_burn(now: Situation, goals: list[Goal], needed: frozenset[str]) -> Iterator[Goal]:
    """Crossings over which the enemy's nearest way to what we guard leads, and none of ours to what we are after."""
    if DestroyCrossing.kind not in now.campaign.special_actions or not now.map.crossings:
        return
    able = frozenset(now.campaign.special_action_tokens)
    points_at: dict[str, float] = {}
    for goal in goals:
        if not goal.guard or goal.spaces & (goal.spaces - 1):
            continue
        points = goal.worth(now, 1) * now.weights.detour
        for _, enemy in islice(now.enemy_field(goal.spaces).inwards(now.enemy_units), 1):
            for crossing in now.enemy_crossings(enemy, goal.spaces):
                if crossing not in now.board.destroyed and crossing not in needed:
                    points_at[crossing] = points_at.get(crossing, 0.0) + points
    for crossing_id, points in points_at.items():
        yield Goal(
            f"break down {now.map.crossing(crossing_id).name}",
            mask_of(now.map.crossing(crossing_id).edge),
            min(points, 2.0),
            takers=able,
            special=True,
            burns=crossing_id,
        )


def crossings_needed(now: Situation, goals: Iterable[Goal]) -> frozenset[str]:
    """The crossings on the nearest ways of ours to each goal that we may still reach in time.

    Those of as many tokens as the goal needs and has use for: who burns a bridge when the first is over leaves the
    others behind.
    """
    crossings = set[str]()
    for goal in goals:
        if goal.guard or goal.fleeting or goal.special:
            continue
        takers = mask_of(now.board.at[token.id] for token in now.own if token.kind in goal.takers)
        for distance, start in islice(now.field(goal.spaces).inwards(takers), goal.need + int(goal.support)):
            if goal.worth(now, -(-distance // now.weights.a_turn)) > 0:
                crossings.update(now.own_crossings(start, goal.spaces))
    return frozenset(crossings)
