"""What the lines of both briefings make a side want: what scores for us, and what would score for the enemy.

Points against a side count as points for the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from wargame_altar_of_freedom.board.pieces import DIVISIONS
from wargame_altar_of_freedom.players.goals import UNITS, Goal, around, guard, merged
from wargame_altar_of_freedom.players.opportunities import (
    crossings_to_burn,
    enemies_to_fight,
    raids,
    trains_to_take,
)
from wargame_altar_of_freedom.players.situation import Situation, mean_points
from wargame_altar_of_freedom.printed.conditions import TurnEndsBesieged, TurnEndsClear, TurnEndsOccupied
from wargame_altar_of_freedom.printed.lines import AwardLine
from wargame_altar_of_freedom.rules.award_conditions import beside, is_clear
from wargame_altar_of_freedom.rules.scoring import spent
from wargame_core.maps.masks import bits, mask_of

FALLS = 0.6
"""The part of what a town is worth that besieging it is estimated to bring."""
LATE = 3
"""Turns before the end of the campaign at which its last points become goals."""


def goals_of(now: Situation) -> list[Goal]:
    """Everything the side may be after now."""
    goals: list[Goal] = []
    for line in now.campaign.awards.values():
        aims = AIMS.get(line.condition)
        if aims is not None:
            goals += aims(now, line, mean_points(line.points), line.side == now.side)
    goals += raids(now)
    goals += enemies_to_fight(now)
    goals += trains_to_take(now)
    goals += crossings_to_burn(now, goals)
    return merged(goals)


def first_entry(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Enter places nobody has entered yet; or stand in the way of it."""
    for place in line.args.places:
        space = now.campaign.space(place)
        if not ours:
            yield guard(now, place, 1 << space, points * 0.8)
        elif not spent(now.board, line, place):
            yield Goal(f"enter {place}", 1 << space, points, support=now.enemies_within(space, 3), at_once=True)


def turn_ends_occupied(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Hold a place at the end of a turn; or garrison it against that."""
    place = line.args.place
    space = now.campaign.space(place)
    if not ours:
        yield guard(now, place, 1 << space, points)
    elif not spent(now.board, line, place) and not now.barred >> space & 1:
        support = now.enemies_within(space, 3)
        once, each_turn = (0.0, points) if line.limit == "every_turn" else (points, 0.0)
        yield Goal(f"occupy {place}", 1 << space, once, each_turn, support=support)


def turn_ends_besieged(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Stand in enough of the spaces next to a place; or keep the enemy out of them."""
    space = now.campaign.space(line.args.place)
    ring = beside(now.board, space) & now.map.enterable
    if ours:
        support = now.enemies_within(space, 3)
        denied, prize = at_stake(now, line.args.place)
        yield Goal(
            f"besiege {line.args.place}",
            ring,
            prize * FALLS,
            points + denied,
            line.args.spaces,
            support,
            bold=True,
            first=denied,
        )
        once = points * min(now.turns_left, 3) / line.args.spaces
        for enemy in bits(ring & now.enemy_units):
            yield Goal(f"clear {now.board.label(enemy)}", 1 << enemy, once, support=support, fleeting=True)
    else:
        yield from shields(now, line.args.place, points)


def at_stake(now: Situation, place: str) -> tuple[float, float]:
    """What an enemy is denied each turn by our standing at a place, and what we score when it falls to us."""
    denied = prize = 0.0
    for line in now.campaign.awards.values():
        if isinstance(line.args, TurnEndsClear) and line.side == now.enemy and line.args.place == place:
            denied += mean_points(line.points)
        if isinstance(line.args, TurnEndsOccupied) and line.side == now.side and line.args.place == place:
            prize += 0.0 if spent(now.board, line, place) else mean_points(line.points)
    return denied, prize


def turn_ends_clear(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Keep the enemy away from a place; or stand in it or next to it oneself."""
    space = now.campaign.space(line.args.place)
    if ours:
        yield from shields(now, line.args.place, points)
        yield guard(now, line.args.place, 1 << space, points * min(now.turns_left, 3) / 2)
    else:
        takers = DIVISIONS if line.args.enemy == "divisions" else UNITS
        if any(
            isinstance(other.args, TurnEndsBesieged) and other.side == now.side and other.args.place == line.args.place
            for other in now.campaign.awards.values()
        ):
            takers -= DIVISIONS  # the besiegers do that as well
        near = around(now, space) & ~now.barred
        yield Goal(
            f"threaten {line.args.place}", near, 0.0, points, 1, now.enemies_within(space, 3), takers, first=points
        )


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
        post = next(
            (space_on_route for space_on_route in now.enemy_route(enemy, 1 << space) if field(space_on_route) <= left),
            enemy,
        )
        weight = min(1.0, max(0.1, (24 - distance) / 16))
        posts[post] = max(posts.get(post, 0.0), weight)
    for post, weight in posts.items():
        each_turn = points * weight * 0.7 / len(posts)
        yield Goal(f"shield {place}", 1 << post, 0.0, each_turn, support=now.enemies_within(post, 4), guard=True)


def few_clear_routes(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Towards the end, clear enough of the places of the enemy; or stand next to so many that too few are left."""
    if now.turns_left > LATE:
        return
    places = line.args.places
    clear = [place for place in places if is_clear(now.board, line.side, place, divisions_only=False)]
    spare = len(clear) - line.args.needed
    for place in places:
        near = around(now, now.campaign.space(place))
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
    for crossing in line.args.crossings:
        if crossing in now.board.destroyed or (ours and spent(now.board, line, crossing)):
            continue
        ends = mask_of(now.map.crossing(crossing).edge) & now.map.enterable
        if gain > 0:
            yield Goal(f"burn {now.map.crossing(crossing).name}", ends, gain * 0.6, takers=able, special=True)
        else:
            yield guard(now, now.map.crossing(crossing).name, ends, -gain * 0.5)


def token_brought_home(now: Situation, line: AwardLine, points: float, ours: bool) -> Iterator[Goal]:
    """Take trains home. (Those of the enemy are attacked like anything of his.)"""
    if ours:
        home = now.map.region(line.args.region) & now.map.enterable
        yield Goal("bring home", home, points * 1.5, takers=frozenset({line.args.token}), apart=True)


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
