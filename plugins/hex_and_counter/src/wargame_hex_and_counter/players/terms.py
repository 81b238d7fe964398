"""The terms by which a bot values how an army stands, each with one weight; their sum is in points of victory.

A game may bring weights of its own, and further terms: ``line_holder(game, weights={"flanks": 0.5}, terms=(MINE,))``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import frozen

from wargame_core.errors import UnknownName
from wargame_hex_and_counter.players.outlook import FAR, Force, Outlook, Stake
from wargame_hex_and_counter.players.stand import Stand

SHARE_PER_TURN_AWAY: Final = 0.6
"""What strength a turn's march away counts at a place, of what it counts there."""
HOLDER: Final = 1.5
"""The strength that who holds a place has there besides the units near it."""
FRONT: Final = 2
"""The hexes around a unit in a line from which the enemy can attack it."""

LONE_HEADQUARTERS: Final = 2
"""The strength out of command that a headquarters counts which stands alone where the enemy can attack it."""


@frozen
class Term:
    """A part of the value of a stand: its name, what it values in words, its usual weight, and how it is counted."""

    name: str
    about: str
    weight: float
    points: Callable[[Stand], float]


def places(stand: Stand) -> float:
    """The points of each place by the chance to hold it at the end, as the strength near it on both sides has it."""
    return sum(stake.points * chance for stake, chance in chances_to_hold(stand))


def chances_to_hold(stand: Stand) -> Iterator[tuple[Stake, float]]:
    """The places, each with the chance to hold it at the end.

    It follows from the strength that comes there in time, squared, and that of the enemy; in the last round from what
    the enemy can still do.
    """
    outlook = stand.outlook
    if outlook.is_last_round:
        yield from ((stake, _holds_to_the_end(stand, stake.space)) for stake in outlook.stakes)
        return
    weights_by_unit = [_near_places(outlook, place) for place in stand.at.items()]
    for number, stake in enumerate(outlook.stakes):
        own_weight, foe = sum(row[number] for row in weights_by_unit), _foes_near_places(outlook)[number]
        holder = outlook.seat if stand.occupied >> stake.space & 1 else outlook.holders[stake.space]
        if holder == outlook.seat:
            own_weight += HOLDER
        elif holder:
            foe += HOLDER
        yield stake, own_weight * own_weight / (own_weight * own_weight + foe * foe) if own_weight else 0.0


def _holds_to_the_end(stand: Stand, space: int) -> float:
    """The chance to hold a place in the last round: nobody takes it by an attack, or walks into it."""
    outlook = stand.outlook
    if stand.occupied >> space & 1:
        return 1 - stand.expected_attacks[space].takes if space in stand.expected_attacks else 1.0
    is_open = outlook.foe_moves_to_come and stand.entered >> space & 1
    return float(outlook.holders[space] == outlook.seat and not is_open)


def _near_places(outlook: Outlook, place: tuple[str, int]) -> tuple[float, ...]:
    """What a unit of the seat in a hex counts at each of the places."""
    key = "near places", place
    if key not in outlook.fights:
        force, moves = outlook.standing_at(place), outlook.own_moves_to_come
        outlook.fights[key] = tuple(_weight(outlook, force, stake.space, moves) for stake in outlook.stakes)
    weights: tuple[float, ...] = outlook.fights[key]
    return weights


def _foes_near_places(outlook: Outlook) -> tuple[float, ...]:
    """What all enemies together count at each of the places."""
    key = "enemies near places"
    if key not in outlook.fights:
        moves, foes = outlook.foe_moves_to_come, outlook.enemy_forces.values()
        outlook.fights[key] = tuple(
            sum(_weight(outlook, foe, stake.space, moves) for foe in foes) for stake in outlook.stakes
        )
    weights: tuple[float, ...] = outlook.fights[key]
    return weights


def _weight(outlook: Outlook, force: Force, place: int, moves: int) -> float:
    """What the strength of a unit counts at a place: less for each turn's march, nothing if it comes too late."""
    if force.space == place:
        return force.strength
    cost = outlook.points_to(force.kind, place)[force.space]
    if not force.budget or cost >= FAR or cost > moves * force.budget:
        return 0.0
    return float(force.strength * SHARE_PER_TURN_AWAY ** (cost / force.budget))


def lines(stand: Stand) -> float:
    """The points that lines of victory of the game's own give as the army stands: asked of them."""
    outlook = stand.outlook
    if not outlook.own_lines:
        return 0.0
    board = outlook.board_with(stand.at)
    sign = 1 if outlook.game.victory_of(outlook.board).scored == outlook.seat else -1
    return float(sign * sum(line.points_of(board) for line in outlook.own_lines))


def losses(stand: Stand) -> float:
    """Points for the strength of both sides on the map."""
    outlook = stand.outlook
    own_strength = sum(force.strength for force in outlook.own_forces.values())
    foe = sum(foe.strength for foe in outlook.enemy_forces.values())
    return own_strength * outlook.own_worth - foe * outlook.foe_worth


def attacks(stand: Stand) -> float:
    """The points that the seat's attacks from there are expected to bring, those that must be made included."""
    return sum(assault.worth for assault in stand.assaults)


def danger(stand: Stand) -> float:
    """The points that the enemy's next attacks are expected to cost."""
    return -sum(max(attack.costs, 0.0) for attack in stand.expected_attacks.values())


def flanks(stand: Stand) -> float:
    """Strength that the enemy can attack from more hexes than the two before a line."""
    return -sum(
        max(0, stand.sides_open(space) - FRONT) * sum(force.strength for force in forces) * stand.outlook.own_worth
        for space, forces in stand.stacks.items()
    )


def gaps(stand: Stand) -> float:
    """Points of places that the seat holds, has nobody in, and the enemy can walk into next."""
    outlook = stand.outlook
    if outlook.is_last_round:  # then it is no chance to hold them
        return 0.0
    return -sum(
        stake.points
        for stake in outlook.stakes
        if outlook.holders[stake.space] == outlook.seat
        and stand.entered >> stake.space & 1
        and not stand.occupied >> stake.space & 1
    )


def supply(stand: Stand) -> float:
    """Strength out of supply, which is worth less while turns come."""
    outlook = stand.outlook
    rule = outlook.own_combat.out_of_supply if outlook.own_combat is not None else None
    if rule is None:
        return 0.0
    reach = rule.trace.reaches(outlook.pieces, outlook.seat)
    return -outlook.strength_worth * sum(force.strength for force in stand.forces if not reach >> force.space & 1)


def command(stand: Stand) -> float:
    """Strength out of command, by where the headquarters would stand, which is worth less while turns come.

    A headquarters without strength that stands alone where the enemy can attack it commands nobody, and counts besides
    `LONE_HEADQUARTERS`: the next attack takes it.
    """
    outlook = stand.outlook
    rule = outlook.own_combat.out_of_command if outlook.own_combat is not None else None
    if rule is None:
        return 0.0
    part, pieces, units = rule.command, outlook.pieces, outlook.pieces.units
    headquarters_at = {unit: space for unit, space in stand.at.items() if part.is_headquarters(units[unit])}
    lone_units = {unit for unit, space in headquarters_at.items() if _stands_alone(stand, space)}
    reaches = [
        (units[unit], part.reaches_from(pieces, unit, space))
        for unit, space in headquarters_at.items()
        if unit not in lone_units
    ]
    strengths = (
        force.strength
        for force in stand.forces
        if part.needs(force_unit := units[force.unit])
        and not any(
            mask >> force.space & 1 and part.may_command(headquarters, force_unit) for headquarters, mask in reaches
        )
    )
    return -outlook.strength_worth * (sum(strengths) + LONE_HEADQUARTERS * len(lone_units))


def _stands_alone(stand: Stand, space: int) -> bool:
    """Whether nobody with strength would stand in a hex that the enemy can attack."""
    has_strength = any(force.strength for force in stand.stacks[space])
    return not has_strength and stand.sides_open(space) > 0


TERMS: Final = (
    Term("places", "holding the places that count", 1.0, places),
    Term("lines", "lines of victory of the game's own", 1.0, lines),
    Term("losses", "strength lost and inflicted", 1.0, losses),
    Term("attacks", "the attacks of this turn", 1.0, attacks),
    Term("danger", "what the enemy's attacks may cost", 0.7, danger),
    Term("flanks", "flanks that the enemy can attack", 0.05, flanks),
    Term("gaps", "places that the enemy can walk into", 0.5, gaps),
    Term("supply", "strength out of supply", 0.3, supply),
    Term("command", "strength out of command", 0.3, command),
)
"""The terms of every game."""


def weights_of(terms: tuple[Term, ...], weights: Mapping[str, float]) -> Mapping[str, float]:
    """The weight of each term, the usual one where none is given. Raises `UnknownName` for one of no term."""
    names = [term.name for term in terms]
    for name in weights:
        if name not in names:
            raise UnknownName("term", name, names)
    return {term.name: weights.get(term.name, term.weight) for term in terms}


def in_points(stand: Stand, terms: tuple[Term, ...], weights: Mapping[str, float]) -> dict[str, float]:
    """By term the points that a stand is worth, weighted."""
    return {term.name: weights[term.name] * term.points(stand) for term in terms}
