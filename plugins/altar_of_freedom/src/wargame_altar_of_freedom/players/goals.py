"""What a side wants: spaces to enter, hold, surround or guard, the points to be had there, and where that comes from.

Points against a side count as points for the other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from wargame_altar_of_freedom.board.pieces import DIVISIONS
from wargame_altar_of_freedom.players.situation import FAR, Situation
from wargame_altar_of_freedom.players.weights import Weights
from wargame_altar_of_freedom.printed.lines import PICKET, AwardLine, Occasion
from wargame_altar_of_freedom.rules import scoring
from wargame_altar_of_freedom.rules.scoring import in_or_beside, is_spent, spaces_beside
from wargame_altar_of_freedom.rules.special_actions import DestroyCrossing
from wargame_core.maps.masks import bits, mask_of

UNITS = DIVISIONS | {PICKET}
TURNS_OF_FLEETING_GOAL = 2
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

    def worth(self, situation: Situation, turns_away: int) -> float:
        """Expected points when it is reached in so many turns (0 or 1: this turn)."""
        turns_left, weights = situation.turns_left, situation.weights
        late = max(turns_away, 1) - 1
        if late >= turns_left or (self.fleeting and late >= TURNS_OF_FLEETING_GOAL):
            return 0.0
        if self.guard:  # whoever stands there already is worth more than a promise to come, above all to come too late
            in_time = weights.keen**turns_away * weights.tardy ** max(0, turns_away - self.due)
            return (self.once + self.each_turn * (turns_left - late)) * in_time
        return self.once * weights.slow**late + self.each_turn * (turns_left - late)

    def share(self, weights: Weights, tokens_before: int) -> float:
        """The part of its worth that one more token adds when so many are on their way."""
        if self.apart:
            return 1.0
        if tokens_before >= self.need + self.support:
            return weights.surplus / self.need
        if self.guard:
            return (1.0 if tokens_before < self.need else weights.second_line) / self.need
        return 1 / (1 + (weights.massed if self.bold else weights.contested) * self.support) / self.need


def merge_guards(goals: list[Goal]) -> list[Goal]:
    """The goals with those that guard the same spaces made into one."""
    guards: dict[int, Goal] = {}
    kept_goals = []
    for goal in goals:
        if not goal.guard:
            kept_goals.append(goal)
        elif goal.spaces in guards:
            merged_guard = guards[goal.spaces]
            single_points, each_turn = merged_guard.once + goal.once, merged_guard.each_turn + goal.each_turn
            guards[goal.spaces] = evolve(
                merged_guard, once=single_points, each_turn=each_turn, support=max(merged_guard.support, goal.support)
            )
        else:
            guards[goal.spaces] = goal
    return [goal for goal in (*guards.values(), *kept_goals) if goal.spaces]


def urgency(situation: Situation, spaces: int) -> float:
    """How near the enemy is to something that he wants: 1 at his doorstep, less the longer he needs."""
    weights = situation.weights
    return min(1.0, max(weights.guard_least, 1 - (situation.threat(spaces) - weights.guard_near) / weights.guard_far))


def guard(situation: Situation, name: str, spaces: int, points: float) -> Goal:
    """Stand where the enemy wants to go, with the more tokens the more of him are coming.

    It is worth nothing where none of him can be there before the game ends.
    """
    due = max(1, situation.threat(spaces) // situation.weights.a_turn)
    points *= urgency(situation, spaces) if due <= situation.turns_left else 0.0
    support = min(situation.weights.guard_most, coming(situation, spaces))
    return Goal(f"guard {name}", spaces, points, support=support, guard=True, due=due)


def coming(situation: Situation, spaces: int) -> float:
    """How many enemy divisions are to be expected within two or three turns' march of something."""
    distances = situation.enemy_field(spaces).distances(situation.enemy_units)
    weights_in_reach = situation.weights.coming
    return sum(weight for space, weight in situation.enemy_divisions.items() if distances[space] <= weights_in_reach)


# what the lines of both briefings make a side want


def goals_of(situation: Situation) -> list[Goal]:
    """Everything the side may be after now."""
    goals: list[Goal] = []
    for line in situation.campaign.awards.values():
        goals += AIMS.get(type(line.when), stand_where_sought)(
            situation, line, line.points.mean, line.side == situation.side
        )
    goals += raids(situation)
    goals += enemies_to_fight(situation)
    goals += trains_to_take(situation)
    needed_crossings = crossings_needed(situation, goals)
    goals = [goal for goal in goals if goal.burns not in needed_crossings]
    goals += crossings_to_burn(situation, goals, needed_crossings)
    return merge_guards(goals)


def first_entry(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Enter places nobody has entered yet; or stand in the way of it."""
    for place in line.when.places:
        space = situation.campaign.space(place)
        if not ours:
            yield guard(situation, place, 1 << space, points * situation.weights.deny_entry)
        elif not is_spent(situation.board, line, place):
            support = situation.weights.supported * situation.enemies_within(space, 3)
            yield Goal(f"enter {place}", 1 << space, points * situation.weights.enter, support=support, at_once=True)


def turn_ends_occupied(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Hold a place at the end of a turn; or garrison it against that."""
    place = line.when.place
    space = situation.campaign.space(place)
    if not ours:
        yield guard(situation, place, 1 << space, points * situation.weights.guard_occupied)
    elif not is_spent(situation.board, line, place) and not situation.barred >> space & 1:
        points *= situation.weights.occupy
        support = situation.weights.supported * situation.enemies_within(space, 3)
        single_points, each_turn = (
            (0.0, points) if scoring.how_often(situation.board, line) == "every_turn" else (points, 0.0)
        )
        yield Goal(f"occupy {place}", 1 << space, single_points, each_turn, support=support)


def turn_ends_besieged(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Stand in enough of the spaces next to a place; or keep the enemy out of them."""
    space = situation.campaign.space(line.when.place)
    ring = spaces_beside(situation.board, space) & situation.map.enterable
    points *= situation.weights.besiege if ours else situation.weights.shield_besieged
    if ours:
        support = situation.weights.supported * situation.enemies_within(space, 3)
        denied_points, prize = at_stake(situation, line.when.place)
        yield Goal(
            f"besiege {line.when.place}",
            ring,
            prize * situation.weights.falls,
            points + denied_points,
            line.when.spaces,
            support,
            bold=True,
            first=denied_points,
        )
        single_points = points * min(situation.turns_left, 3) / line.when.spaces
        for enemy in bits(ring & situation.enemy_units):
            yield Goal(
                f"clear {situation.board.label(enemy)}", 1 << enemy, single_points, support=support, fleeting=True
            )
    else:
        yield from shields(situation, line.when.place, points)


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
    space = situation.campaign.space(line.when.place)
    points *= situation.weights.shield_clear if ours else situation.weights.threaten
    if ours:
        yield from shields(situation, line.when.place, points)
        yield guard(situation, line.when.place, 1 << space, points * min(situation.turns_left, 3) / 2)
    else:
        takers = DIVISIONS if line.when.enemy == "divisions" else UNITS
        if any(
            isinstance(other_line.when, scoring.TurnEndsBesieged)
            and other_line.side == situation.side
            and other_line.when.place == line.when.place
            for other_line in situation.campaign.awards.values()
        ):
            takers -= DIVISIONS  # the besiegers do that as well
        near_spaces = in_or_beside(situation.board, line.when.place) & situation.map.enterable & ~situation.barred
        yield Goal(
            f"threaten {line.when.place}",
            near_spaces,
            0.0,
            points,
            1,
            situation.enemies_within(space, 3),
            takers,
            first=points,
        )


def shields(situation: Situation, place: str, points: float) -> Iterator[Goal]:
    """Meet the enemies who come for a place on their way; throw back those who stand next to it."""
    space = situation.campaign.space(place)
    ring, field = in_or_beside(situation.board, place), situation.enemy_field(1 << space)
    posts: dict[int, float] = {}
    for distance, enemy in islice(field.inwards(situation.enemy_units), 5):
        if ring >> enemy & 1:
            single_points = points * min(situation.turns_left, 3)
            yield Goal(
                f"clear {place}", 1 << enemy, single_points, support=situation.enemies_within(enemy, 3), fleeting=True
            )
            continue
        distance_left = min(4, distance // 2)
        post = next(
            (
                space_on_route
                for space_on_route in situation.enemy_route(enemy, 1 << space)
                if field(space_on_route) <= distance_left
            ),
            enemy,
        )
        weight = min(1.0, max(0.1, (situation.weights.shield_from - distance) / situation.weights.shield_over))
        posts[post] = max(posts.get(post, 0.0), weight)
    for post, weight in posts.items():
        each_turn = points * weight * situation.weights.shield / len(posts)
        yield Goal(f"shield {place}", 1 << post, 0.0, each_turn, support=situation.enemies_within(post, 4), guard=True)


def few_clear_routes(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Towards the end, clear enough of the places of the enemy; or stand next to so many that too few are left."""
    if situation.turns_left > situation.weights.late:
        return
    places = line.when.places
    points *= situation.weights.keep_routes if ours else situation.weights.routes
    clear = line.when.clear(situation.board, line.side)
    spare = len(clear) - line.when.needed
    for place in places:
        near_spaces = in_or_beside(situation.board, place) & situation.map.enterable
        if not ours:
            yield Goal(f"close {place}", near_spaces, -points / (max(spare, 0) + 1), takers=UNITS)
        elif ours and place not in clear and spare < 0:
            for enemy in bits(near_spaces & situation.enemy_units):
                yield Goal(f"open {place}", 1 << enemy, -points / -spare, support=1, fleeting=True)
        elif ours and spare < 1:
            yield guard(situation, place, near_spaces, -points / 2)


def crossing_destroyed(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Bring somebody to a crossing whose loss scores for us, or costs the enemy; guard the others."""
    gain = points if ours else -points
    able = frozenset(situation.campaign.special_action_tokens)
    for crossing in line.when.crossings:
        if crossing in situation.board.destroyed_crossings or (ours and is_spent(situation.board, line, crossing)):
            continue
        ends = mask_of(situation.map.crossing(crossing).edge) & situation.map.enterable
        if gain > 0:
            what, worth = f"burn {situation.map.crossing(crossing).name}", gain * situation.weights.burn
            yield Goal(what, ends, worth, takers=able, special=True, burns=crossing)
        else:
            yield guard(situation, situation.map.crossing(crossing).name, ends, -gain * situation.weights.keep_crossing)


def token_brought_home(situation: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Take trains home. (Those of the enemy are attacked like anything of his.)"""
    if ours:
        home = situation.map.region(line.when.region) & situation.map.enterable
        what = f"bring the {line.when.token.replace('_', ' ')}s home"
        points *= situation.weights.bring_home
        yield Goal(what, home, points, takers=frozenset({line.when.token}), apart=True)


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


def raids(situation: Situation) -> Iterator[Goal]:
    """Go where a special action is worth it, or may bring a train that can still be brought home.

    It succeeds half the time.
    """
    able = frozenset(situation.campaign.special_action_tokens)
    for action in situation.campaign.special_actions.values():
        token = action.brings.get(situation.side)
        train, home = train_points(situation, token) if token else (0.0, 0)
        speed = situation.campaign.base_move.get(token, 0) + 1
        for place in action.places(situation.board):
            space, points = situation.campaign.space(place), action.worth(situation.board, situation.side, place)
            turns = -(-situation.field(home)(space) // speed) if home else FAR
            points += train * 0.95**turns if turns < situation.turns_left else 0.0
            risk = situation.weights.raid_risk * situation.enemies_within(space, 4)
            if points > 0:
                chance = situation.weights.raid / (1 + risk)
                yield Goal(f"{action.kind} {place}", 1 << space, points * chance, takers=able, special=True)


def train_points(situation: Situation, token: str) -> tuple[float, int]:
    """What one more token of a kind brings the side when it gets home, and where home is (a mask)."""
    points, home = 0.0, 0
    for line in situation.campaign.awards.values():
        if isinstance(line.when, scoring.TokenBroughtHome) and line.side == situation.side and line.when.token == token:
            points += line.points.mean
            home |= situation.map.region(line.when.region) & situation.map.enterable
    return points, home


def trains_to_take(situation: Situation) -> Iterator[Goal]:
    """Enemy tokens that score when they get home, and that are within reach: take them, or drive their escort away."""
    for space, points in situation.enemy_trains.items():
        if not situation.barred >> space & 1:
            escort = situation.enemy_divisions.get(space, 0.0)
            what, points = f"take the train at {situation.board.label(space)}", points * situation.weights.take_train
            yield Goal(what, 1 << space, points, support=2 * escort, fleeting=True)


def enemies_to_fight(situation: Situation) -> Iterator[Goal]:
    """Fall on enemies: the fewer friends they have nearby, the better."""
    weights = situation.weights
    for space, divisions in situation.enemy_divisions.items():
        if situation.barred >> space & 1 or not divisions:
            continue
        skirmish = situation.points_for(Occasion.SKIRMISH_WON, situation.side, space)
        battle = situation.points_for(Occasion.BATTLE_WON, situation.side, space)
        enemy_friends = situation.enemies_within(space, situation.campaign.contact_range) - divisions
        points = (
            divisions * (skirmish * weights.fight + battle * weights.sought) / (1 + weights.fight_risk * enemy_friends)
        )
        yield Goal(
            f"attack {situation.board.label(space)}", 1 << space, points, support=1 + enemy_friends, fleeting=True
        )


def crossings_to_burn(situation: Situation, goals: list[Goal], needed_crossings: frozenset[str]) -> Iterator[Goal]:
    """Crossings over which the enemy's nearest way to what we guard leads, and none of ours to what we are after."""
    if DestroyCrossing.kind not in situation.campaign.special_actions or not situation.map.crossings:
        return
    able = frozenset(situation.campaign.special_action_tokens)
    points_at: dict[str, float] = {}
    for goal in goals:
        if not goal.guard or goal.spaces & (goal.spaces - 1):
            continue
        points = goal.worth(situation, 1) * situation.weights.detour
        for _, enemy in islice(situation.enemy_field(goal.spaces).inwards(situation.enemy_units), 1):
            for crossing in situation.enemy_crossings(enemy, goal.spaces):
                if crossing not in situation.board.destroyed_crossings and crossing not in needed_crossings:
                    points_at[crossing] = points_at.get(crossing, 0.0) + points
    for crossing_id, points in points_at.items():
        yield Goal(
            f"break down {situation.map.crossing(crossing_id).name}",
            mask_of(situation.map.crossing(crossing_id).edge),
            min(points, 2.0),
            takers=able,
            special=True,
            burns=crossing_id,
        )


def crossings_needed(situation: Situation, goals: Iterable[Goal]) -> frozenset[str]:
    """The crossings on the nearest ways of ours to each goal that we may still reach in time.

    Those of as many tokens as the goal needs and has use for: who burns a bridge when the first is over leaves the
    others behind.
    """
    crossings = set[str]()
    for goal in goals:
        if goal.guard or goal.fleeting or goal.special:
            continue
        takers = mask_of(situation.board.at[token.id] for token in situation.own if token.kind in goal.takers)
        for distance, start in islice(situation.field(goal.spaces).inwards(takers), goal.need + int(goal.support)):
            if goal.worth(situation, -(-distance // situation.weights.a_turn)) > 0:
                crossings.update(situation.own_crossings(start, goal.spaces))
    return frozenset(crossings)
