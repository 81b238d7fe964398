"""Goals that no line of a briefing names: raids, enemies to fall on, crossings in the enemy's way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from wargame_altar_of_freedom.players.distance_fields import FAR
from wargame_altar_of_freedom.players.goals import Goal
from wargame_altar_of_freedom.players.situation import Situation, mean_points, points_for
from wargame_altar_of_freedom.printed.conditions import TokenBroughtHome
from wargame_altar_of_freedom.printed.vocabulary import Raid
from wargame_core.maps.masks import mask_of

SOUGHT = 0.03
"""How likely an attack is estimated to end in a battle won."""


def raids(now: Situation) -> Iterator[Goal]:
    """Go to places from which a train could still be brought home, by a raid that succeeds half the time."""
    for action in now.campaign.special_actions.values():
        if not isinstance(action.args, Raid) or action.args.side != now.side:
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
                yield Goal(f"raid {place.name}", 1 << place.space, points * chance, takers=able, special=True)


def train_points(now: Situation, token: str) -> tuple[float, int]:
    """What one more token of a kind brings the side when it gets home, and where home is (a mask)."""
    points, home = 0.0, 0
    for line in now.campaign.awards.values():
        if isinstance(line.args, TokenBroughtHome) and line.side == now.side and line.args.token == token:
            points += mean_points(line.points)
            home |= now.map.region(line.args.region) & now.map.enterable
    return points, home


def trains_to_take(now: Situation) -> Iterator[Goal]:
    """Enemy tokens that score when they get home, and that are within reach: take them, or drive their escort away."""
    for space, points in now.enemy_trains.items():
        if not now.barred >> space & 1:
            escort = now.enemy_divisions.get(space, 0.0)
            yield Goal(
                f"take the train at {now.board.label(space)}", 1 << space, points, support=2 * escort, fleeting=True
            )


def enemies_to_fight(now: Situation) -> Iterator[Goal]:
    """Fall on enemies: the fewer friends they have nearby, the better."""
    skirmish = points_for(now.campaign, "skirmish_won", now.side)
    battle = points_for(now.campaign, "battle_won", now.side)
    for space, divisions in now.enemy_divisions.items():
        if now.barred >> space & 1 or not divisions:
            continue
        others = now.enemies_within(space, now.campaign.contact_range) - divisions
        points = divisions * (skirmish * 0.6 + battle * SOUGHT) / (1 + 0.6 * others)
        yield Goal(f"attack {now.board.label(space)}", 1 << space, points, support=1 + others, fleeting=True)


def crossings_to_burn(now: Situation, goals: list[Goal]) -> Iterator[Goal]:
    """Crossings over which the enemy's nearest way to what we guard leads."""
    if "destroy_crossing" not in now.campaign.special_actions or not now.map.crossings:
        return
    able = frozenset(now.campaign.special_action_tokens)
    points_at: dict[str, float] = {}
    for goal in goals:
        if not goal.guard or goal.spaces & (goal.spaces - 1):
            continue
        points = goal.worth(1, now.turns_left)
        for _, enemy in islice(now.enemy_field(goal.spaces).inwards(now.enemy_units), 1):
            for a, b in pairwise(now.enemy_route(enemy, goal.spaces)):
                crossing = now.map.crossing_at((min(a, b), max(a, b)))
                if crossing is not None and crossing.id not in now.board.destroyed:
                    points_at[crossing.id] = points_at.get(crossing.id, 0.0) + points * 0.1
    for crossing_id, points in points_at.items():
        yield Goal(
            f"break down {now.map.crossing(crossing_id).name}",
            mask_of(now.map.crossing(crossing_id).edge),
            min(points, 2.0),
            takers=able,
            special=True,
        )
