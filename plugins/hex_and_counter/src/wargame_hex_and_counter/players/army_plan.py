"""The moves of a whole army, planned together: attacks with all who join them first, then unit by unit what is better."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from attrs import define, field

from wargame_core.flow.players import Stop, told_to_stop
from wargame_core.maps.masks import bits
from wargame_hex_and_counter.players.outlook import Outlook
from wargame_hex_and_counter.players.stand import Stand
from wargame_hex_and_counter.players.terms import Term, in_points
from wargame_hex_and_counter.rules.stacking import Stacking

PLACES_TRIED: Final = 14
"""How many hexes of a unit a plan tries, the best by themselves."""
ROUNDS: Final = 3
"""How often a plan goes through all units."""
LEAST: Final = 0.01
"""By how many points a change must be better."""


@define(slots=False, eq=False)
class ArmyPlan:
    """Where each unit is to go: `improve` makes it better until nothing is, or it is time to stop.

    ``open_to`` are by unit that may still move the hexes that it can go to; ``acting`` the units that attack this turn.
    """

    outlook: Outlook
    open_to: Mapping[str, int]
    acting: Collection[str]
    stacking: Stacking
    terms: tuple[Term, ...]
    weights: Mapping[str, float]
    stop: Stop | None = None
    at: dict[str, int] = field(init=False)
    worth: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.at = {unit: force.space for unit, force in self.outlook.own.items()}
        self.worth = self._worth(self.at)

    def stand(self, at: Mapping[str, int]) -> Stand:
        """The army as it stands in some hexes."""
        return Stand(self.outlook, at, self.acting)

    def _worth(self, at: Mapping[str, int]) -> float:
        return sum(in_points(self.stand(at), self.terms, self.weights).values())

    def improve(self) -> None:
        """The best plan that is found."""
        for _ in range(ROUNDS):
            before = self.worth
            self._join_attacks()
            self._move_each()
            if self.worth < before + LEAST or told_to_stop(self.stop):
                return

    def _try(self, change: Mapping[str, int]) -> bool:
        """Take up a change if it is better and no hex holds too many."""
        after = {**self.at, **change}
        if after == self.at or not self._has_room(after, change.values()):
            return False
        worth = self._worth(after)
        if worth < self.worth + LEAST:
            return False
        self.at, self.worth = after, worth
        return True

    def _has_room(self, at: Mapping[str, int], spaces: Iterable[int]) -> bool:
        for space in set(spaces):
            units = [unit for unit, other in at.items() if other == space]
            if len(units) > 1 and self.stacking.load(self.outlook.pieces, units) > self.stacking.most(
                self.outlook.seat
            ):
                return False
        return True

    # unit by unit

    def _move_each(self) -> None:
        for unit in self.open_to:
            best: dict[str, int] | None = None
            best_worth = self.worth + LEAST
            for space in self._worth_trying(unit):
                if told_to_stop(self.stop):
                    break
                change = {unit: space}
                after = {**self.at, **change}
                if space == self.at[unit] or not self._has_room(after, (space,)):
                    continue
                worth = self._worth(after)
                if worth > best_worth:
                    best, best_worth = after, worth
            if best is not None:
                self.at, self.worth = best, best_worth

    def _worth_trying(self, unit: str) -> list[int]:
        """The hexes of a unit that look best by themselves, the one where it stands among them."""
        spaces = [*bits(self.open_to[unit]), self.outlook.own[unit].space]
        if len(spaces) <= PLACES_TRIED:
            return spaces
        return sorted(spaces, key=lambda space: -self._alone(unit, space))[:PLACES_TRIED]

    def _alone(self, unit: str, space: int) -> float:
        """What a hex is worth for a unit whatever the others do: near places, next to friends, next to enemies."""
        outlook, game_map = self.outlook, self.outlook.map
        force = outlook.own[unit]
        near = sum(
            abs(stake.points) * 0.6 ** (outlook.turns_to(force.kind, stake.space)[space] / max(force.budget, 1))
            for stake in outlook.stakes
        )
        friends = sum(1 for other, at in self.at.items() if other != unit and game_map.distance(at, space) <= 2)
        contact = (game_map.adjacent[space] & outlook.foe_mask).bit_count()
        return near + 0.3 * min(friends, 3) + 1.0 * min(contact, 2)

    # attacks with all who join them

    def _join_attacks(self) -> None:
        combat = self.outlook.own_combat
        if combat is None:
            return
        for target in self.outlook.foe_stacks:
            if told_to_stop(self.stop):
                return
            for change in self._gatherings(target):
                self._try(change)

    def _gatherings(self, target: int) -> Iterator[dict[str, int]]:
        """Units together next to an enemy: the strongest two that can come, three, and so on."""
        near = self.outlook.map.adjacent[target] & ~self.outlook.foe_mask
        who = [unit for unit in self.open_to if unit in self.acting and (self.open_to[unit] | 1 << self.at[unit]) & near]
        who.sort(key=lambda unit: -self.outlook.own[unit].strength)
        change: dict[str, int] = {}
        for unit in who[:6]:
            spaces = [
                space
                for space in bits((self.open_to[unit] | 1 << self.outlook.own[unit].space) & near)
                if self._has_room({**self.at, **change, unit: space}, (space,))
            ]
            if not spaces:
                continue
            change = {**change, unit: max(spaces, key=lambda space: self._ground(unit, space, change))}
            if len(change) > 1:
                yield change

    def _ground(self, unit: str, space: int, change: Mapping[str, int]) -> float:
        """Which hex next to the target is better: few other enemies around, and the one where the unit stands."""
        outlook = self.outlook
        contact = (outlook.map.adjacent[space] & outlook.foe_mask).bit_count()
        return -contact + 0.5 * (space == self.at[unit]) - 0.2 * (space in change.values())

    @cached_property
    def before(self) -> dict[str, float]:
        """By term the points of the army where it stood."""
        standing = {unit: force.space for unit, force in self.outlook.own.items()}
        return in_points(self.stand(standing), self.terms, self.weights)
