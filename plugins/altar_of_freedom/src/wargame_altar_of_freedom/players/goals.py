"""What a side wants: spaces to enter, hold, surround or guard, the points to be had there, and where that comes from.

Points against a side count as points for the other. What each line of a briefing makes a side want stands beside the
condition in `AIMS`; each goal belongs to one term of `Weights`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.pieces import DIVISIONS
from wargame_altar_of_freedom.players.situation import Situation
from wargame_altar_of_freedom.printed.lines import PICKET, AwardLine, Occasion
from wargame_altar_of_freedom.rules import scoring
from wargame_altar_of_freedom.rules.scoring import in_or_beside, is_spent, spaces_beside
from wargame_core.maps.masks import bits, mask_of

UNITS = DIVISIONS | {PICKET}
TURNS_OF_FLEETING_GOAL = 2
"""Turns in which a goal that does not wait has to be reached."""
A_TURN = 5
"""Spaces that a token marches in a turn."""
PER_TURN = 0.9
"""The part of a goal's points that is left for each turn later."""
NEAR, ALONG = 8, 16
"""Spaces at which an enemy is at the doorstep of what we guard, and those beyond over which he counts less and less."""
COMING = 14
"""Spaces of road from which an enemy is on his way to what we guard."""
SHIELD = 0.7
"""What meeting the enemy on his way counts beside throwing him back."""
CONTESTED = 0.3
"""How much each further token that a goal needs lowers what one of them brings."""
SECOND = 0.25
"""The part of a guard's worth that each further one adds when more of the enemy are coming."""
LAST_TURNS = 3
"""Turns before the end of the campaign at which its last points become goals."""
SUCCESS = 0.5
"""How likely a special action is to succeed, as it is judged from afar."""


@frozen(eq=False, slots=False)  # many are made for each plan: without slots that takes half the time
class Goal:
    """Spaces (a mask), any of which will do, and the points to be had there.

    ``term`` is the term of `Weights` to which it belongs. ``once`` is for getting there, ``each_turn`` for every turn
    that ends with it held, ``need`` how many tokens it takes, ``support`` how many more are of use. ``fleeting`` goals
    are gone when they are not reached soon. ``guard`` goals only keep the enemy from his, who may be there in ``due``
    turns; ``apart`` ones bring every token its own points, ``special`` ones take a Staff Die for a special action on
    the spot. ``at_once`` ones score when they are entered; ``first`` is what the first token there denies the enemy by
    it at the end of each turn. ``burns`` is the crossing that the special action is to destroy.
    """

    what: str
    spaces: int
    once: float = 0.0
    each_turn: float = 0.0
    need: int = 1
    support: float = 0.0
    takers: frozenset[str] = DIVISIONS
    term: str = "gain"
    fleeting: bool = False
    guard: bool = False
    due: int = 1
    apart: bool = False
    special: bool = False
    at_once: bool = False
    first: float = 0.0
    burns: str = ""

    def worth(self, situation: Situation, turns_away: int) -> float:
        """Expected points when it is reached in so many turns (0 or 1: this turn)."""
        turns_left = situation.turns_left
        late = max(turns_away, 1) - 1
        if late >= turns_left or (self.fleeting and late >= TURNS_OF_FLEETING_GOAL):
            return 0.0
        if self.guard:  # whoever stands there already is worth more than a promise to come
            return (self.once + self.each_turn * (turns_left - late)) * PER_TURN**turns_away
        return self.once * PER_TURN**late + self.each_turn * (turns_left - late)

    def share(self, tokens_before: int) -> float:
        """The part of its worth that one more token adds when so many are on their way."""
        if self.apart:
            return 1.0
        if tokens_before >= self.need + self.support:
            return 0.0
        if self.guard:
            return (1.0 if tokens_before < self.need else SECOND) / self.need
        return 1 / (1 + CONTESTED * self.support) / self.need


def goals_of(situation: Situation) -> list[Goal]:
    """Everything the side may be after now, weighted."""
    goals: list[Goal] = []
    for line in situation.campaign.awards.values():
        aims = AIMS.get(type(line.when), stand_where_sought)
        goals += aims(situation, line, line.points.mean, line.side == situation.side)
    goals += special_actions(situation)
    goals += enemies_to_fight(situation)
    goals += trains_to_take(situation)
    goals = [weighted_goal(situation, goal) for goal in goals]
    needed_crossings = crossings_needed(situation, goals)
    return merge_guards([goal for goal in goals if goal.burns not in needed_crossings])


def weighted_goal(situation: Situation, goal: Goal) -> Goal:
    """The goal with its points by the weight of its term."""
    weight: float = getattr(situation.weights, goal.term)
    if weight == 1.0:
        return goal
    weighted_points = {name: weight * getattr(goal, name) for name in ("once", "each_turn", "first")}
    return Goal(**{**vars(goal), **weighted_points})


def merge_guards(goals: list[Goal]) -> list[Goal]:
    """The goals with those that guard the same spaces made into one."""
    guards: dict[int, Goal] = {}
    for goal in goals:
        if goal.guard and goal.spaces in guards:
            guard_before = guards[goal.spaces]
            once, each_turn = guard_before.once + goal.once, guard_before.each_turn + goal.each_turn
            goal = evolve(guard_before, once=once, each_turn=each_turn, support=max(guard_before.support, goal.support))
        if goal.guard:
            guards[goal.spaces] = goal
    return [goal for goal in (*guards.values(), *(goal for goal in goals if not goal.guard)) if goal.spaces]


def urgency(distance: int) -> float:
    """How much an enemy counts who is so far from something that he wants: 1 at the doorstep, less farther away."""
    return min(1.0, max(0.1, 1 - (distance - NEAR) / ALONG))


def guard(situation: Situation, name: str, spaces: int, points: float) -> Goal:
    """Stand where the enemy wants to go, with the more tokens the more of him are coming.

    It is worth nothing where none of him can be there before the game ends.
    """
    distance = situation.enemy_distance(spaces)
    turns_due = max(1, distance // A_TURN)
    points *= urgency(distance) if turns_due <= situation.turns_left else 0.0
    distances = situation.enemy_field(spaces).distances(situation.enemy_units)
    coming = sum(number for space, number in situation.enemy_divisions.items() if distances[space] <= COMING)
    return Goal(f"guard {name}", spaces, points, support=min(4.0, coming), term="guard", guard=True, due=turns_due)


# what the lines of both briefings make a side want


def first_entry(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Enter places nobody has entered yet; or stand in the way of it."""
    for place in line.when.places:
        space = situation.campaign.space(place)
        if not ours:
            yield guard(situation, place, 1 << space, points)
        elif not is_spent(situation.board, line, place):
            support = situation.enemies_within(space, 3)
            yield Goal(f"enter {place}", 1 << space, points, support=support, at_once=True)


def turn_ends_occupied(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Hold a place at the end of a turn; or garrison it against that."""
    place = line.when.place
    space = situation.campaign.space(place)
    if not ours:
        yield guard(situation, place, 1 << space, points)
    elif not is_spent(situation.board, line, place) and not situation.barring_fortresses >> space & 1:
        each_turn = points if scoring.how_often(situation.board, line) == "every_turn" else 0.0
        support = situation.enemies_within(space, 3)
        yield Goal(f"occupy {place}", 1 << space, points - each_turn, each_turn, support=support)


def turn_ends_besieged(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Stand in enough of the spaces next to a place; or keep the enemy out of them."""
    place, space = line.when.place, situation.campaign.space(line.when.place)
    if not ours:
        yield from shielding_goals(situation, place, points)
        return
    ring = spaces_beside(situation.board, space) & situation.map.enterable
    support = situation.enemies_within(space, 3)
    denied_points, prize = at_stake(situation, place)
    yield Goal(
        f"besiege {place}", ring, prize / 2, points + denied_points, line.when.spaces, support, first=denied_points
    )
    once = points * min(situation.turns_left, 3) / line.when.spaces
    for enemy in bits(ring & situation.enemy_units):
        yield Goal(f"clear {situation.board.label(enemy)}", 1 << enemy, once, support=support, fleeting=True)


def at_stake(situation: Situation, place: str) -> tuple[float, float]:
    """What an enemy is denied each turn by our standing at a place, and what we score when it falls to us."""
    denied_points = prize = 0.0
    for line in situation.campaign.awards.values():
        if isinstance(line.when, scoring.TurnEndsClear) and line.side == situation.enemy and line.when.place == place:
            denied_points += line.points.mean
        if isinstance(line.when, scoring.TurnEndsOccupied) and line.side == situation.side and line.when.place == place:
            prize += 0.0 if is_spent(situation.board, line, place) else line.points.mean
    return denied_points, prize


def turn_ends_clear(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Keep the enemy away from a place; or stand in it or next to it oneself."""
    place, space = line.when.place, situation.campaign.space(line.when.place)
    if ours:
        yield from shielding_goals(situation, place, points)
        yield guard(situation, place, 1 << space, points * min(situation.turns_left, 3) / 2)
        return
    takers = DIVISIONS if line.when.enemy == "divisions" else UNITS
    if any(
        isinstance(other.when, scoring.TurnEndsBesieged) and other.side == situation.side and other.when.place == place
        for other in situation.campaign.awards.values()
    ):
        takers -= DIVISIONS  # the besiegers do that as well
    spaces = in_or_beside(situation.board, place) & situation.map.enterable & ~situation.barring_fortresses
    support = situation.enemies_within(space, 3)
    yield Goal(f"threaten {place}", spaces, 0.0, points, support=support, takers=takers, first=points)


def shielding_goals(situation: Situation, place: str, points: float) -> Iterator[Goal]:
    """Meet the enemies who come for a place on their way; throw back those who stand next to it."""
    space = situation.campaign.space(place)
    ring, field = in_or_beside(situation.board, place), situation.enemy_field(1 << space)
    posts: dict[int, float] = {}
    for distance, enemy in islice(field.spaces_by_distance(situation.enemy_units), 5):
        if ring >> enemy & 1:
            once, support = points * min(situation.turns_left, 3), situation.enemies_within(enemy, 3)
            yield Goal(f"clear {place}", 1 << enemy, once, support=support, term="guard", fleeting=True)
            continue
        distance_left = min(4, distance // 2)
        route = situation.enemy_route(enemy, 1 << space)
        post = next((route_space for route_space in route if field(route_space) <= distance_left), enemy)
        posts[post] = max(posts.get(post, 0.0), urgency(distance))
    for post, part in posts.items():
        each_turn, support = SHIELD * points * part / len(posts), situation.enemies_within(post, 4)
        yield Goal(f"shield {place}", 1 << post, 0.0, each_turn, support=support, term="guard", guard=True)


def few_clear_routes(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Towards the end, clear enough of the places of the enemy; or stand next to so many that too few are left."""
    if situation.turns_left > LAST_TURNS:
        return
    clear = line.when.clear(situation.board, line.side)
    spare = len(clear) - line.when.needed
    for place in line.when.places:
        near_spaces = in_or_beside(situation.board, place) & situation.map.enterable
        if not ours:
            yield Goal(f"close {place}", near_spaces, -points / (max(spare, 0) + 1), takers=UNITS)
        elif place not in clear and spare < 0:
            for enemy in bits(near_spaces & situation.enemy_units):
                yield Goal(f"open {place}", 1 << enemy, -points / -spare, support=1, fleeting=True)
        elif spare < 1:
            yield guard(situation, place, near_spaces, -points / 2)


def crossing_destroyed(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Bring somebody to a crossing whose loss scores for us, or costs the enemy; guard the others."""
    gain, able = points if ours else -points, frozenset(situation.campaign.special_action_tokens)
    for crossing in line.when.crossings:
        if crossing in situation.board.destroyed_crossings or (ours and is_spent(situation.board, line, crossing)):
            continue
        name, ends = situation.map.crossing(crossing).name, mask_of(situation.map.crossing(crossing).edge)
        ends &= situation.map.enterable
        if gain > 0:
            aim, points = f"burn {name}", gain * SUCCESS
            yield Goal(aim, ends, points, takers=able, term="special", special=True, burns=crossing)
        else:
            yield guard(situation, name, ends, -gain * SUCCESS)


def token_brought_home(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Take trains home. (Those of the enemy are attacked like anything of his.)"""
    if ours:
        home = situation.map.region(line.when.region) & situation.map.enterable
        aim, takers = f"bring the {line.when.token.replace('_', ' ')}s home", frozenset({line.when.token})
        yield Goal(aim, home, points, takers=takers, term="trains", apart=True)


def stand_where_sought(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Of a condition that we know nothing else of: go to the places that it names, or guard them."""
    spaces = line.when.sought_spaces(situation.board) & situation.map.enterable
    if spaces and ours:
        each_turn = Occasion.TURN_ENDS in line.when.occasions and (
            scoring.how_often(situation.board, line) == "every_turn"
        )
        single_points = 0.0 if each_turn or is_spent(situation.board, line, "") else points
        yield Goal(line.text, spaces, single_points, points if each_turn else 0.0, takers=UNITS)
    elif spaces:
        yield guard(situation, line.text, spaces, points)


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


def special_actions(situation: Situation) -> Iterator[Goal]:
    """Go where a special action is worth it, or may bring a train that can still be brought home."""
    able = frozenset(situation.campaign.special_action_tokens)
    for action in situation.campaign.special_actions.values():
        token = action.brings.get(situation.side)
        for place in action.places(situation.board):
            space, points = situation.campaign.space(place), action.worth(situation.board, situation.side, place)
            points += train_worth(situation, token, space) if token else 0.0
            if points > 0:
                chance = SUCCESS / (1 + situation.enemies_within(space, 4))
                aim = f"{action.kind} {place}"
                yield Goal(aim, 1 << space, points * chance, takers=able, term="special", special=True)


def train_worth(situation: Situation, token: str, space: int) -> float:
    """Points that a token may score at home that starts in a space; none for what is at home already."""
    points, home = 0.0, 0
    for line in situation.campaign.awards.values():
        if isinstance(line.when, scoring.TokenBroughtHome) and line.side == situation.side and line.when.token == token:
            points += line.points.mean
            home |= situation.map.region(line.when.region) & situation.map.enterable
    if not home or home >> space & 1:
        return 0.0
    turns = -(-situation.field(home)(space) // (situation.campaign.base_move[token] + 1))
    return points * 0.95**turns if turns < situation.turns_left else 0.0


def trains_to_take(situation: Situation) -> Iterator[Goal]:
    """Enemy tokens that score when they get home, and that are within reach: take them, or drive their escort away."""
    for space, points in situation.enemy_trains.items():
        if not situation.barring_fortresses >> space & 1:
            aim, support = f"take the train at {situation.board.label(space)}", 2 * situation.enemy_divisions[space]
            yield Goal(aim, 1 << space, points, support=support, term="trains", fleeting=True)


def enemies_to_fight(situation: Situation) -> Iterator[Goal]:
    """Fall on enemies: the fewer friends they have nearby, the better."""
    for space, divisions in situation.enemy_divisions.items():
        if situation.barring_fortresses >> space & 1 or not divisions:
            continue
        friends = situation.enemies_within(space, situation.campaign.contact_range) - divisions
        points = divisions * situation.points_for(Occasion.SKIRMISH_WON, situation.side, space) / (1 + 0.6 * friends)
        aim = f"attack {situation.board.label(space)}"
        yield Goal(aim, 1 << space, points, support=1 + friends, term="attack", fleeting=True)


def crossings_needed(situation: Situation, goals: Iterable[Goal]) -> frozenset[str]:
    """The crossings on the nearest ways of ours to each goal that we may still reach in time.

    Those of as many tokens as the goal needs and has use for: who burns a bridge when the first is over leaves the
    others behind.
    """
    crossings = set[str]()
    for goal in goals:
        if goal.guard or goal.fleeting or goal.special:
            continue
        takers = mask_of(situation.board.at[token.id] for token in situation.own_tokens if token.kind in goal.takers)
        for distance, start in islice(
            situation.field(goal.spaces).spaces_by_distance(takers), goal.need + int(goal.support)
        ):
            if goal.worth(situation, -(-distance // A_TURN)) > 0:
                crossings.update(situation.own_crossings(start, goal.spaces))
    return frozenset(crossings)
