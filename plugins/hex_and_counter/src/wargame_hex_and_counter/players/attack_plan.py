"""Attacks announced as a whole: which units against which hexes, so that all that must be attacked is, and it pays."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from wargame_core.charts import OffChart
from wargame_core.flow.commitments import Commitments, Group, State
from wargame_core.flow.players import Stop, told_to_stop
from wargame_core.names import listed
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.players.battles import Side, Stack, worth_of
from wargame_hex_and_counter.players.outlook import PUSH_BACK_POINTS, Outlook
from wargame_hex_and_counter.rules.combat import Combat

WORTH_WHEN_REFUSED = -50.0
"""The worth of an attack that may not be made."""


@define(slots=False, eq=False)
class AttackPlan:
    """The attacks of a side: `best` are the groups that are expected to bring most of those that its duties allow."""

    outlook: Outlook
    combat: Combat
    duty: Commitments
    state: State
    planned: State = ()
    _worths: dict[tuple[frozenset[str], frozenset[str]], float] = field(factory=dict)

    def best_groups(self, stop: Stop | None = None) -> State:
        """The groups, those that are announced already among them; the best that are found until it is time to stop."""
        state = self.duty.completion(self.state) or self.state
        total = self.worth_of(state)
        has_improved = True
        while has_improved and not told_to_stop(stop):
            has_improved = False
            for other_groups in self._changes(state):
                if told_to_stop(stop):
                    break
                other_worth = self.worth_of(other_groups)
                if other_worth > total + 0.01 and self.duty.complete(other_groups):
                    state, total, has_improved = other_groups, other_worth, True
                    break
        self.planned = state
        return state

    def in_words(self) -> str:
        """The planned attacks, each with who joins it, what it comes to, and what it is expected to bring."""
        return "; ".join(map(self._in_words, self.planned)) + "."

    def _in_words(self, group: Group) -> str:
        pieces = self.outlook.pieces
        units = listed(map(pieces.name, group.members))
        hexes = listed(pieces.map.label(pieces.map.space_written(name)) for name in group.targets)
        verb = "attacks" if len(group.members) == 1 else "attack"
        return f"{units} {verb} {hexes}, worth {self.worth(group):+.1f}"

    def worth_of(self, state: State) -> float:
        """The points that some attacks are expected to bring together."""
        return sum(map(self.worth, state))

    def worth(self, group: Group) -> float:
        """The points that an attack is expected to bring, by the exact chances of the table."""
        key = frozenset(group.members), frozenset(group.targets)
        if key not in self._worths:
            self._worths[key] = self._worth(group)
        return self._worths[key]

    def _worth(self, group: Group) -> float:
        outlook, combat, pieces = self.outlook, self.combat, self.outlook.pieces
        hexes = tuple(map(pieces.map.space_written, group.targets))
        battle = Battle(outlook.seat, group.members, hexes)
        if not combat.judge(pieces, battle):
            return WORTH_WHEN_REFUSED
        defenders = combat.defenders(pieces, battle)
        guns = combat.bombardment
        spares = guns is not None and not guns.suffers_results
        suffer = [unit for unit in group.members if not spares or not combat.bombards(pieces, unit, hexes)]
        attacker = Side(Stack.of(outlook.own_forces[unit] for unit in suffer), outlook.own_worth, self._ways(suffer))
        defender = Side(
            Stack.of(outlook.enemy_forces[unit] for unit in defenders), outlook.foe_worth, self._ways(defenders)
        )
        ground = sum(map(outlook.ground_won, hexes)) if combat.advance.attacker != "nobody" else PUSH_BACK_POINTS
        if combat.nothing_defends(pieces, battle):
            return defender.stack.strength * outlook.foe_worth + ground
        try:
            fight = combat.fight(pieces, battle)
        except OffChart:
            return WORTH_WHEN_REFUSED
        chances = [(float(chance), combat.table.results[code]) for code, chance in fight.chances.items()]
        return worth_of(chances, attacker, defender, ground, combat.retreat.otherwise)

    def _ways(self, units: list[str]) -> float:
        """The part of some units that have a way to retreat, by the rules of retreats."""
        if not units:
            return 1.0
        retreat, pieces = self.combat.retreat, self.outlook.pieces
        return sum(bool(retreat.ways_of(pieces, unit, 1)) for unit in units) / len(units)

    def _changes(self, state: State) -> Iterator[State]:
        """The same attacks with one unit elsewhere: in another group, in one of its own, or in none."""
        announced_units = {unit for group in self.state for unit in group.members}
        for unit in self.duty.members:
            if unit in announced_units:
                continue
            remaining_groups = _without(state, unit)
            if remaining_groups != state:
                yield remaining_groups
            attacked_targets = {target for group in remaining_groups for target in group.targets}
            for number, group in enumerate(remaining_groups):
                if all(target in self.duty.reaches[unit] for target in group.targets):
                    wider = evolve(group, members=(*group.members, unit))
                    yield (*remaining_groups[:number], wider, *remaining_groups[number + 1 :])
            for target in self.duty.reaches[unit]:
                if target not in attacked_targets:
                    yield (*remaining_groups, Group((unit,), (target,)))
                    yield from self._with_helper(remaining_groups, unit, target)

    def _with_helper(self, remaining_groups: State, unit: str, target: str) -> Iterator[State]:
        """A new attack by two units."""
        announced_units = {announced_unit for group in self.state for announced_unit in group.members}
        for helper in self.duty.members:
            if helper not in announced_units and helper != unit and target in self.duty.reaches[helper]:
                yield (*_without(remaining_groups, helper), Group((unit, helper), (target,)))


def _without(state: State, unit: str) -> State:
    """The groups without a unit; a group that nobody is left in is dissolved."""
    groups = (evolve(group, members=tuple(name for name in group.members if name != unit)) for group in state)
    return tuple(group for group in groups if group.members)


def next_pair(planned: State, state: State) -> tuple[str, str] | None:
    """The next unit and target to announce, of planned groups; None where all are."""
    announced_targets = {unit: set(group.targets) for group in state for unit in group.members}
    for group in planned:
        for unit in group.members:
            if unit not in announced_targets:
                return unit, group.targets[0]
        for target in group.targets:
            if target not in announced_targets[group.members[0]]:
                return group.members[0], target
    return None
