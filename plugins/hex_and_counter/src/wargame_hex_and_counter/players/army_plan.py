"""The moves of a whole army, planned together: attacks with all who join them, then better places by unit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final

from attrs import define, field

from wargame_core.flow.players import Stop, told_to_stop
from wargame_core.maps.masks import bits
from wargame_hex_and_counter.players.outlook import Outlook
from wargame_hex_and_counter.players.stand import Stand
from wargame_hex_and_counter.players.terms import SHARE_PER_TURN_AWAY, TERMS, Term, in_points
from wargame_hex_and_counter.rules.stacking import Stacking

PLACES_TRIED: Final = 12
"""How many hexes of a unit a plan tries, the best by themselves."""
ROUNDS: Final = 2
"""How often a plan goes through all units."""
JOINING: Final = 6
"""How many units a plan lets join an attack, the strongest that can."""
FRIEND: Final = 0.3
"""The points by which a hex looks better for each of up to three friends within two hexes."""
CONTACT: Final = 1.0
"""The same for each of up to two hexes with enemies next to it."""
LEAST: Final = 0.01
"""By how many points a change must be better."""
TOLD: Final = 0.05
"""From how many points on a change of a term is told."""


@define(slots=False, eq=False)
class ArmyPlan:
    """Where each unit is to go; `improve` makes it better.

    ``open_to`` are by unit that may still move the hexes that it can go to; ``acting`` the units that attack this turn.
    ``tries`` counts the stands that were valued.
    """

    outlook: Outlook
    open_to: Mapping[str, int]
    acting: Collection[str]
    stacking: Stacking
    terms: tuple[Term, ...]
    weights: Mapping[str, float]
    at: dict[str, int] = field(init=False)
    worth: float = field(init=False)
    tries: int = 0

    def __attrs_post_init__(self) -> None:
        self.at = dict(self.outlook.own_hexes)
        self.worth = self._worth(self.at)

    def terms_at(self, space_of_unit: Mapping[str, int]) -> dict[str, float]:
        """By term the points of the army in some hexes."""
        return in_points(Stand(self.outlook, space_of_unit, self.acting), self.terms, self.weights)

    def _worth(self, space_of_unit: Mapping[str, int]) -> float:
        self.tries += 1
        return sum(self.terms_at(space_of_unit).values())

    def improve(self, stop: Stop | None = None, tell_progress: Callable[[float], None] | None = None) -> None:
        """The plan is as good as it can be made until it is time to stop; ``tell_progress`` is told the part that is
        done."""
        for number in range(ROUNDS):
            worth_before = self.worth
            for step, part in enumerate((self._join_attacks, self._move_each)):
                part(stop)
                if tell_progress is not None:
                    tell_progress((number + (step + 1) / 2) / ROUNDS)
            if self.worth < worth_before + LEAST or told_to_stop(stop):
                return

    def reasons(self) -> str:
        """Which terms speak for the plan and against it, in points, the greatest first."""
        terms_before, terms_after = self.terms_at(self.outlook.own_hexes), self.terms_at(self.at)
        changes = sorted(
            ((terms_after[name] - terms_before[name], name) for name in terms_after), key=lambda row: -abs(row[0])
        )
        changes_in_words = ", ".join(f"{name} {change:+.1f}" for change, name in changes if abs(change) >= TOLD)
        return changes_in_words or "as good as before"

    def _adopt_if_better(self, change: Mapping[str, int]) -> bool:
        """Take up a change if it is better and no hex holds too many."""
        spaces_after = {**self.at, **change}
        if spaces_after == self.at or not self._has_room(spaces_after, change.values()):
            return False
        plan_worth = self._worth(spaces_after)
        if plan_worth < self.worth + LEAST:
            return False
        self.at, self.worth = spaces_after, plan_worth
        return True

    def _has_room(self, space_of_unit: Mapping[str, int], spaces: Iterable[int]) -> bool:
        """Whether some hexes hold no more than may stand there."""
        most_in_hex = self.stacking.stacking_limit(self.outlook.seat)
        for space in set(spaces):
            units = [unit for unit, other_space in space_of_unit.items() if other_space == space]
            if len(units) > 1 and self.stacking.stacking_load(self.outlook.pieces, units) > most_in_hex:
                return False
        return True

    # unit by unit

    def _move_each(self, stop: Stop | None) -> None:
        """Move each unit where the army stands best with it, until it is time to stop."""
        for unit in self.open_to:
            best_spaces: dict[str, int] | None = None
            best_worth = self.worth + LEAST
            for space in self._worth_trying(unit):
                if told_to_stop(stop):
                    return
                spaces_after = {**self.at, unit: space}
                if space == self.at[unit] or not self._has_room(spaces_after, (space,)):
                    continue
                plan_worth = self._worth(spaces_after)
                if plan_worth > best_worth:
                    best_spaces, best_worth = spaces_after, plan_worth
            if best_spaces is not None:
                self.at, self.worth = best_spaces, best_worth

    def _worth_trying(self, unit: str) -> list[int]:
        """The hexes of a unit that look best by themselves; all where a game has terms or lines of its own."""
        spaces = [*bits(self.open_to[unit]), self.outlook.own_hexes[unit]]
        if len(spaces) <= PLACES_TRIED or len(self.terms) > len(TERMS) or self.outlook.own_lines:
            return spaces
        return sorted(spaces, key=lambda space: -self._worth_alone(unit, space))[:PLACES_TRIED]

    def _worth_alone(self, unit: str, space: int) -> float:
        """What a hex is worth for a unit whatever the others do: near places, next to friends, next to enemies."""
        outlook, game_map = self.outlook, self.outlook.map
        force = outlook.own_forces[unit]
        nearness = 0.0
        for stake in outlook.stakes:
            turns = outlook.points_to(force.kind, stake.space)[space] / max(force.budget, 1)
            nearness += abs(stake.points) * SHARE_PER_TURN_AWAY**turns
        near_spaces = game_map.within(space, 2)
        friends_near = sum([near_spaces >> unit_space & 1 for unit_space in self.at.values()]) - (
            near_spaces >> self.at[unit] & 1
        )
        contact = (game_map.adjacent[space] & outlook.foe_mask).bit_count()
        return nearness + FRIEND * min(friends_near, 3) + CONTACT * min(contact, 2)

    # attacks with all who join them

    def _join_attacks(self, stop: Stop | None) -> None:
        """Take up attacks on each enemy by as many as make it better together."""
        for target in self.outlook.foe_stacks:
            if told_to_stop(stop):
                return
            for change in self._gatherings(target):
                self._adopt_if_better(change)

    def _gatherings(self, target: int) -> Iterator[dict[str, int]]:
        """Units together next to an enemy: the strongest two that can come, three, and so on."""
        free_neighbours = self.outlook.map.adjacent[target] & ~self.outlook.foe_mask
        open_to = {
            unit: (reach | 1 << self.outlook.own_hexes[unit]) & free_neighbours for unit, reach in self.open_to.items()
        }
        units_to_gather = [unit for unit, spaces in open_to.items() if spaces and unit in self.acting]
        units_to_gather.sort(key=lambda unit: -self.outlook.own_forces[unit].strength)
        change: dict[str, int] = {}
        for unit in units_to_gather[:JOINING]:
            spaces = [
                space for space in bits(open_to[unit]) if self._has_room({**self.at, **change, unit: space}, (space,))
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
