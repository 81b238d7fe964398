"""What the actions open to a side are worth, in its own victory points."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from wargame_core import D6
from wargame_gcacw.board.actions import ActivateLeader, Assault, MarchUnit
from wargame_gcacw.players.attack_values import assault_worth, best_strike
from wargame_gcacw.players.costs import march_price
from wargame_gcacw.players.distance_fields import mean_allowance, reachable
from wargame_gcacw.players.hex_values import Places
from wargame_gcacw.rules.assaults import eligible
from wargame_gcacw.rules.initiative import ActionChoices
from wargame_gcacw.rules.movement_costs import POINT, march_reach

LED = 1 * POINT
"""Half points that an activated unit has more."""
TOGETHER = 0.15
"""What it counts for each unit that an activation saves an action."""
ENOUGH = 0.35
"""What an action must gain to be better than passing."""


@frozen
class Prospect:
    """What a march is likely to gain, and where it goes."""

    gain: float
    to: int


class Plans:
    """The marches, activations and assaults of a side, rated. Gains are over standing still."""

    def __init__(self, places: Places, *, fast: bool = False) -> None:
        self.places, self.board, self._fast = places, places.board, fast
        self._prospects: dict[tuple[str, bool, bool], Prospect] = {}

    def prospect(self, unit: str, led: bool = False, attacks: bool = True) -> Prospect:
        """What a march of a unit is likely to gain: with the mean allowance, enemies on the way left out."""
        key = unit, led, attacks
        found = self._prospects.get(key)
        if found is None:
            found = self._prospects[key] = self._look(unit, led, attacks)
        return found

    def _look(self, unit: str, led: bool, attacks: bool) -> Prospect:
        board, places, counter = self.board, self.places, self.board.unit(unit)
        here = board.units[unit].space
        budget = round(mean_allowance(board.scenario.game, counter.side, counter.arm)) + (LED if led else 0)
        costs = reachable(board.ground, here, board.rain, counter.arm == "wagon", budget)
        idle = places.worth(unit, here)
        best = Prospect(0.0, here)
        adjacent, enemies = board.ground.map.adjacent, places.enemies
        zone = places.enemy_zone
        strikes = attacks and not self._fast
        slips = bool(zone >> here & 1)
        for space, spent in costs.items():
            if enemies >> space & 1 or (
                zone >> here & zone >> space & 1 and space not in board.ground.map.neighbours[here]
            ):
                continue
            worth = places.worth(unit, space) - idle - (places.slip(unit, space) if slips else 0.0)
            if worth > best.gain and space != here:
                best = Prospect(worth, space)
            if strikes and adjacent[space] & enemies:
                blow = best_strike(places, unit, space, budget - spent)
                if blow is not None and worth + blow[0] > best.gain:
                    best = Prospect(worth + blow[0], space)
        return Prospect(best.gain - march_price(board, unit), best.to)

    def sure(self, unit: str, led: bool = False, attacks: bool = True) -> Prospect:
        """`prospect` with the march as the rules have it on this board, enemies on the way included."""
        board, places, counter = self.board, self.places, self.board.unit(unit)
        budget = round(mean_allowance(board.scenario.game, counter.side, counter.arm)) + (LED if led else 0)
        costs = march_reach(board, unit, budget).costs
        gain, to = best_march(places, unit, costs, budget, attacks)
        return Prospect(gain - march_price(board, unit), to)

    def marches(self, choices: ActionChoices) -> dict[MarchUnit | ActivateLeader, float]:
        """The marches and activations worth a look, with their gain."""
        found: dict[MarchUnit | ActivateLeader, float] = {}
        led = {id for leader, units in choices.activations.items() if self.board.leader(leader).attacks for id in units}
        for unit in choices.marches:  # to be led is never worse, unless the leader forbids attacks
            if unit not in led:
                gain = self.prospect(unit).gain
                if gain > ENOUGH:
                    found[MarchUnit(unit)] = gain
        for leader, units in choices.activations.items():
            attacks = self.board.leader(leader).attacks
            some, gain = self.together({id: self.prospect(id, True, attacks).gain for id in units})
            if some:
                found[ActivateLeader(leader, some)] = gain
        return found

    def together(self, gains: Mapping[str, float]) -> tuple[tuple[str, ...], float]:
        """The units of an activation that gain, and what they gain together, in the order given."""
        chosen: list[str] = []
        total = left = 0.0
        for id in sorted(gains, key=lambda id: -gains[id]):
            if gains[id] <= ENOUGH:
                break
            more = self.places.deserted([*chosen, id])
            if gains[id] - (more - left) > ENOUGH:
                chosen.append(id)
                total += gains[id] - (more - left) + TOGETHER
                left = more
        return tuple(id for id in gains if id in chosen), total

    def assaults(self, choices: ActionChoices) -> dict[Assault, float]:
        """The assaults with their gain."""
        return {one: self.assault(one) for one in choices.assaults}

    def assault(self, order: Assault) -> float:
        """What an assault is likely to gain, over the die for the number of units."""
        board = self.board
        target = board.ground.map.parse(order.target)
        ids = eligible(board, order.leader, target)
        value, worth, faces = board.leader(order.leader).command_value, 0.0, D6.faces
        by_count: dict[int, float] = {}
        for die in faces:
            most = max(0, value - die)
            if most and most not in by_count:
                by_count[most] = assault_worth(self.places, order.leader, ids, target, most)[0]
            worth += by_count.get(most, 0.0)
        return worth / len(faces)


def best_march(
    places: Places, unit: str, costs: Mapping[int, int], left: int, attacks: bool = True
) -> tuple[float, int]:
    """The best that a unit can do with so many half points: its gain over standing still, and where it goes for it."""
    here = places.board.units[unit].space
    idle = places.worth(unit, here)
    best = 0.0, here
    adjacent = places.board.ground.map.adjacent
    for space, spent in costs.items():
        worth = places.worth(unit, space) - idle - places.slip(unit, space)
        if space != here and worth > best[0]:
            best = worth, space
        if attacks and adjacent[space] & places.enemies:
            blow = best_strike(places, unit, space, left - spent)
            if blow is not None and worth + blow[0] > best[0]:
                best = worth + blow[0], space
    return best
