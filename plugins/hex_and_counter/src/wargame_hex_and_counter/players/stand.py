"""An army as it would stand after a turn's moves: its own best attacks from there, and what the enemy may do next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from itertools import cycle
from typing import Final

from attrs import define, frozen

from wargame_core.maps.masks import bits, within_points
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.players.battles import (
    Side,
    Stack,
    battle_modifiers_with,
    chance_to_take,
    chances_of,
    ground_between,
    worth_of,
)
from wargame_hex_and_counter.players.outlook import PUSH_BACK_POINTS, TAKEN, Force, Outlook, stacks_of
from wargame_hex_and_counter.rules.combat import Combat


@frozen
class Assault:
    """An attack by some units on some hexes, and the points that it is expected to bring."""

    units: tuple[str, ...]
    hexes: tuple[int, ...]
    worth: float


@frozen
class ExpectedAttack:
    """The enemy's attack on a hex: the points that it may cost the seat, and how likely the enemy is there afterwards.

    ``pays`` are the points that it may bring the enemy, to whom a place counts that the seat only just entered.
    """

    costs: float
    pays: float
    takes: float


NO_ATTACK: Final = ExpectedAttack(0.0, 0.0, 0.0)


@define(slots=False, eq=False)
class Stand:
    """The seat's units in the hexes where they would stand; ``acting`` are those that may attack this turn."""

    outlook: Outlook
    at: Mapping[str, int]
    acting: Collection[str] = ()

    @cached_property
    def forces(self) -> list[Force]:
        """The seat's units, where they would stand."""
        return list(map(self.outlook.standing_at, self.at.items()))

    @cached_property
    def stacks(self) -> dict[int, list[Force]]:
        """The same by hex."""
        return stacks_of(self.forces)

    @cached_property
    def occupied(self) -> int:
        """The hexes in which they would stand."""
        mask = 0
        for space in self.at.values():
            mask |= 1 << space
        return mask

    @cached_property
    def zone_mask(self) -> int:
        """The hexes in their zones of control."""
        zones, neighbours_of, mask = self.outlook.zones, self.outlook.zone_neighbours, 0
        if zones is not None:
            for force in self.forces:
                if force.kind in zones.exerted_by:
                    mask |= neighbours_of[force.space]
        return mask

    # the seat's attacks this turn

    @cached_property
    def assaults(self) -> list[Assault]:
        """The attacks that the seat would make from there."""
        combat = self.outlook.own_combat
        return Assaults(self, combat).best() if combat is not None and self.acting else []

    @cached_property
    def chance_of_taking(self) -> dict[int, float]:
        """By hex that would be attacked the chance that its defenders leave it or are lost."""
        return {space: 0.5 if assault.worth > 0 else 0.2 for assault in self.assaults for space in assault.hexes}

    # what the enemy may do next

    @cached_property
    def held_fast(self) -> int:
        """The hexes in which the enemy may not move, because zones hold it fast."""
        zones = self.outlook.zones
        return self.zone_mask if zones is not None and zones.leaving == "forbidden" else 0

    @cached_property
    def open_ways(self) -> dict[tuple[str, int], int]:
        """By class of enemies where they could go, past the seat's units and their zones."""
        outlook, zones = self.outlook, self.outlook.zones
        free_spaces, stop_spaces = outlook.map.enterable & ~self.occupied, 0
        if zones is not None and self.zone_mask:
            if zones.entering == "forbidden":
                free_spaces &= ~self.zone_mask
            if zones.entering == "stops" or zones.zone_to_zone != "free":
                stop_spaces = self.zone_mask
        spaces_by_class = {}
        for key, foes in outlook.classes.items():
            starts = 0
            for foe in foes:
                starts |= 1 << foe.space
            starts &= ~self.held_fast
            ways = outlook.chart.passages(outlook.map, key[0])
            spaces_by_class[key] = within_points(ways, starts, key[1], free_spaces, stop_spaces) if starts else 0
        return spaces_by_class

    @cached_property
    def entered(self) -> int:
        """The hexes that some enemy could stand in after its next move."""
        mask = self.outlook.foe_mask
        for open_ways in self.open_ways.values():
            mask |= open_ways
        return mask

    def reach_of(self, foe: Force) -> int:
        """Where an enemy could stand after its next move."""
        if self.held_fast >> foe.space & 1:
            return 1 << foe.space
        return self.outlook.free_reach[foe.unit] & self.open_ways[foe.kind, foe.budget] | 1 << foe.space

    @cached_property
    def enemy_reaches(self) -> list[tuple[Force, int]]:
        """The enemies that can fight, the strongest first, each with where it could stand after its next move."""
        return [(foe, self.reach_of(foe)) for foe in self.outlook.strongest_foes]

    @cached_property
    def expected_attacks(self) -> dict[int, ExpectedAttack]:
        """By own hex the enemy's attack on it, where one pays; each enemy attacks one hex."""
        combat = self.outlook.foe_combat
        return EnemyAttacks(self, combat).by_hex() if combat is not None else {}

    def sides_open(self, space: int) -> int:
        """How many hexes around one the enemy could attack it from."""
        return (self.outlook.map.adjacent[space] & ~self.occupied & self.entered).bit_count()


@define(slots=False, eq=False)
class Assaults:
    """The attacks of a side from a stand, as its rules want them: all that must be, and of the rest what pays."""

    stand: Stand
    combat: Combat

    @cached_property
    def targets(self) -> dict[str, list[int]]:
        """By unit that may attack the hexes with enemies that it reaches."""
        outlook, game_map = self.stand.outlook, self.stand.outlook.map
        targets_by_unit = {}
        for force in self.stand.forces:
            if force.unit in self.stand.acting and force.strength:
                enemy_hexes = game_map.adjacent[force.space] & outlook.foe_mask
                if not enemy_hexes and force.range > 1:
                    enemy_hexes = game_map.within(force.space, force.range) & outlook.foe_mask
                if enemy_hexes:
                    targets_by_unit[force.unit] = list(bits(enemy_hexes))
        return targets_by_unit

    @cached_property
    def places(self) -> dict[str, Force]:
        """The units that attack, where they would stand."""
        return {force.unit: force for force in self.stand.forces if force.unit in self.targets}

    def worth(self, units: Iterable[str], hexes: tuple[int, ...]) -> float | None:
        """The points that an attack is expected to bring; None where the table refuses it."""
        outlook = self.stand.outlook
        forces = [self.places[unit] for unit in units]
        if not forces:
            return 0.0
        ways = tuple(self._ways_back(space) for space in hexes)
        key = "assault", tuple(sorted((force.unit, force.space) for force in forces)), hexes, ways
        if key not in outlook.fights:
            outlook.fights[key] = self._worth(forces, hexes, min(ways))
        expected_points: float | None = outlook.fights[key]
        return expected_points

    def _worth(self, forces: list[Force], hexes: tuple[int, ...], ways: float) -> float | None:
        outlook, combat = self.stand.outlook, self.combat
        defenders = [foe for space in hexes for foe in outlook.foe_stacks[space]]
        grounds = [
            (force, ground_between(outlook, combat, force, force.space, outlook.foe_stacks[space][0], space))
            for force in forces
            for space in hexes
        ]
        battle = Battle(outlook.seat, tuple(force.unit for force in forces), hexes)
        modifiers = battle_modifiers_with(outlook, combat, battle, self.stand.at)
        attack = modifiers.attack * sum(force.strength * ground.attack for force, ground in grounds) / len(hexes)
        shift = max(ground.shift for _, ground in grounds) + modifiers.shift
        defence = sum(foe.strength for foe in defenders) * min(ground.defence for _, ground in grounds)
        chances = chances_of(combat, attack, defence, shift)
        if chances is None:
            return None
        guns = combat.bombardment
        suffer = [
            force
            for force in forces
            if guns is None
            or guns.suffers_results
            or any(outlook.map.adjacent[force.space] >> target & 1 for target in hexes)
        ]
        attacker = Side(Stack.of(suffer), outlook.own_worth, 1.0)
        defender = Side(Stack.of(defenders), outlook.foe_worth, ways)
        ground = sum(map(outlook.ground_won, hexes)) if combat.advance.attacker != "nobody" else PUSH_BACK_POINTS
        return worth_of(chances, attacker, defender, ground, combat.retreat.otherwise)

    def _ways_back(self, space: int) -> float:
        """How likely a beaten enemy finds a way back from a hex."""
        stand = self.stand
        free_spaces = stand.outlook.map.adjacent[space] & ~stand.occupied
        if self.combat.retreat.into_zones != "free":
            free_spaces &= ~stand.zone_mask
        ways = free_spaces.bit_count()
        return 0.0 if not ways else 0.8 if ways == 1 else 1.0

    def best(self) -> list[Assault]:
        """The attacks, one after the other as they pay most; then those that must be made besides."""
        free_targets, groups = dict(self.targets), dict[tuple[int, ...], list[str]]()
        duties = self.stand.outlook.pieces.value(self.combat.must)
        for space in self._by_worth():
            pool = [unit for unit, spaces in free_targets.items() if space in spaces]
            if not pool:
                continue
            attack_worth = self.worth(pool, (space,))
            if attack_worth is not None and (attack_worth > 0 or duties):
                groups[space,] = pool
                for unit in pool:
                    del free_targets[unit]
        if "be attacked" in duties:
            self._attack_zone_enemies(groups)
        attacks = [(units, hexes, self.worth(units, hexes)) for hexes, units in groups.items() if units]
        return [Assault(tuple(units), hexes, worth) for units, hexes, worth in attacks if worth is not None]

    def _by_worth(self) -> list[int]:
        """The hexes that can be attacked, the one first where an attack by all brings most."""
        worths: dict[int, float] = {}
        for space in dict.fromkeys(space for spaces in self.targets.values() for space in spaces):
            pool = [unit for unit, spaces in self.targets.items() if space in spaces]
            attack_worth = self.worth(pool, (space,))
            worths[space] = -9.0 if attack_worth is None else attack_worth
        return sorted(worths, key=lambda space: -worths[space])

    def _attack_zone_enemies(self, groups: dict[tuple[int, ...], list[str]]) -> None:
        """Give each enemy in a zone of the seat an attacker, of a group that has several; else attack it with others.

        Of several the one goes whose going costs least.
        """
        attacked_hexes = {space for hexes in groups for space in hexes}
        must_be = [
            space
            for space in dict.fromkeys(space for spaces in self.targets.values() for space in spaces)
            if space not in attacked_hexes and self.stand.zone_mask >> space & 1
        ]
        for space in must_be:
            offers = []
            for hexes, units in groups.items():
                for unit in units:
                    if space in self.targets[unit] and len(units) > 1:
                        other_units = [other_unit for other_unit in units if other_unit != unit]
                        gain = (self.worth(other_units, hexes) or 0.0) - (self.worth(units, hexes) or 0.0)
                        offers.append(((self.worth([unit], (space,)) or -9.0) + gain, hexes, unit))
            extendable_attacks = [
                hexes for hexes, units in groups.items()
                if self.combat.one_attack == "several hexes" and all(space in self.targets[unit] for unit in units)
            ]  # fmt: skip
            gains = [
                (self.worth(groups[hexes], (*hexes, space)) or -9.0) - (self.worth(groups[hexes], hexes) or 0.0)
                for hexes in extendable_attacks
            ]
            if offers and (not gains or max(offers)[0] >= max(gains)):
                _, hexes, unit = max(offers)
                groups[hexes].remove(unit)
                groups[space,] = [unit]
            elif extendable_attacks:
                hexes = extendable_attacks[gains.index(max(gains))]
                groups[*hexes, space] = groups.pop(hexes)


@define(slots=False, eq=False)
class EnemyAttacks:
    """What the enemy's attacks on a stand may bring it, each of its units attacking one hex."""

    stand: Stand
    combat: Combat

    @cached_property
    def enemies_per_hex(self) -> int:
        """How many enemies stand in a hex."""
        stacking = self.stand.outlook.pieces.value(self.combat.stacking)
        foe = next(iter(self.stand.outlook.enemy_forces.values()), None)
        return max(1, stacking.stacking_limit(foe.side)) if foe is not None and stacking.counts == "units" else 2

    def by_hex(self) -> dict[int, ExpectedAttack]:
        """By own hex the attack on it."""
        single_attacks = {space: self._attack_on(space, foes) for space, foes in self.attackers.items()}
        used_units: set[str] = set()
        attack_by_hex = {}
        for space in sorted(single_attacks, key=lambda space: -single_attacks[space].pays):
            foes = self.attackers[space]
            free_foes = [foe for foe in foes if foe.unit not in used_units] if used_units else foes
            attack = single_attacks[space] if len(free_foes) == len(foes) else self._attack_on(space, free_foes)
            if attack.pays > 0:
                attack_by_hex[space] = attack
                used_units.update(foe.unit for foe in self._with_room(space, free_foes))
        return attack_by_hex

    @cached_property
    def attackers(self) -> dict[int, list[Force]]:
        """By own hex that can be attacked the enemies that could attack it, the strongest first."""
        stand, outlook = self.stand, self.stand.outlook
        adjacent, free_spaces, foes_by_hex = outlook.map.adjacent, ~self.stand.occupied, dict[int, list[Force]]()
        adjacent_spaces = {space: adjacent[space] & free_spaces for space in stand.stacks}
        for foe, reach in stand.enemy_reaches:
            if foe.range > 1:
                hexes_in_range = {
                    space: outlook.map.within(space, foe.range) & free_spaces for space in adjacent_spaces
                }
            for space, mask in (adjacent_spaces if foe.range == 1 else hexes_in_range).items():
                if reach & mask:
                    foes_by_hex.setdefault(space, []).append(foe)
        return foes_by_hex

    def _with_room(self, space: int, foes: list[Force]) -> list[Force]:
        """As many enemies as find room around a hex."""
        return foes[: max(self._attack_hexes(space).bit_count() * self.enemies_per_hex, 1)]

    def _attack_on(self, space: int, foes: list[Force]) -> ExpectedAttack:
        """The attack of some enemies on a hex."""
        stand, outlook = self.stand, self.stand.outlook
        if not foes:
            return NO_ATTACK
        attackers, defenders, defeat_chances = self._with_room(space, foes), stand.stacks[space], stand.chance_of_taking
        strength = round(sum(foe.strength * (1 - defeat_chances.get(foe.space, 0.0)) for foe in attackers))
        ways = self._ways_back(space)
        attacking_units = tuple(foe.unit for foe in attackers) if self.combat.modifies_battles else ()
        key = (
            "attack",
            space,
            strength,
            attacking_units,
            tuple(sorted(force.unit for force in defenders)),
            ways,
            self._attack_hexes(space),
        )
        if key not in outlook.fights:
            outlook.fights[key] = (
                self._expected_attack(space, strength, attackers, defenders, ways) if strength else NO_ATTACK
            )
        attack: ExpectedAttack = outlook.fights[key]
        return attack

    def _attack_hexes(self, space: int) -> int:
        """The hexes from which the enemy could attack one."""
        return self.stand.outlook.map.adjacent[space] & ~self.stand.occupied & self.stand.entered

    def _expected_attack(
        self, space: int, strength: int, attackers: list[Force], defenders: list[Force], ways: float
    ) -> ExpectedAttack:
        outlook, combat = self.stand.outlook, self.combat
        starts = list(bits(self._attack_hexes(space))) or [attackers[0].space]
        grounds = [ground_between(outlook, combat, attackers[0], start, defenders[0], space) for start in starts]
        best_ground = max(grounds, key=lambda ground: (ground.shift, ground.attack / ground.defence))
        defence = sum(force.strength for force in defenders) * best_ground.defence
        space_of_unit = {foe.unit: start for foe, start in zip(attackers, cycle(starts), strict=False)}
        battle = Battle(attackers[0].side, tuple(space_of_unit), (space,))
        modifiers = battle_modifiers_with(outlook, combat, battle, {**self.stand.at, **space_of_unit})
        chances = chances_of(
            combat, strength * best_ground.attack * modifiers.attack, defence, best_ground.shift + modifiers.shift
        )
        if chances is None:
            return NO_ATTACK
        attacker = Side(Stack.of(attackers), outlook.foe_worth, 1.0)
        defender = Side(Stack.of(defenders), outlook.own_worth, ways)
        blocked_outcome = combat.retreat.otherwise
        chance_to_take_hex = (
            chance_to_take(chances, attacker, defender, blocked_outcome) if combat.advance.attacker != "nobody" else 0.0
        )
        fight = worth_of(chances, attacker, defender, PUSH_BACK_POINTS, blocked_outcome)
        place = chance_to_take_hex * TAKEN * outlook.points_of(space)
        return ExpectedAttack(fight + (place if outlook.loses_place(space) else 0.0), fight + place, chance_to_take_hex)

    def _ways_back(self, space: int) -> float:
        """How likely a beaten unit finds a way back from a hex: enemies around it and their zones bar the way."""
        stand, outlook = self.stand, self.stand.outlook
        free_spaces = outlook.map.adjacent[space] & outlook.map.enterable & ~outlook.foe_mask
        if self.combat.retreat.into_zones != "free":
            free_spaces &= ~outlook.foe_zone
        if not free_spaces:
            return 0.0
        safe = (free_spaces & ~stand.entered).bit_count()
        return 1.0 if safe > 1 else 0.8 if safe else 0.4
