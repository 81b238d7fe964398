"""Corinth 1862 as one fast program over masks, without flow, menus or parts: what a game costs that is only this game.

It reads the same files, and shares the map and the dice of core with the packaged game, but none of its rules. A space
is an integer, a set of spaces a mask, a unit the number of its line in counters.csv. Actions are tuples of a kind, a
unit (`NOBODY` for none, a tuple for several) and a space (`NOWHERE` for none). `benchmarks.by_hand` compares both.
"""

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, Final, TypeAlias

from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import bits, mask_of, nth_bit, passages, within_points
from wargame_corinth import DATA, own_rules
from wargame_hex_and_counter.game_files.plugin import packaged
from wargame_hex_and_counter.printed.scenarios import SetUp as PrintedSetUp

Action: TypeAlias = tuple[str, Any, int]
"""What a seat chooses: a kind, a unit or several, a space."""
Dice: TypeAlias = Callable[[int], int]
"""The face of a die, from the number of answers in the game so far."""
NOBODY, NOWHERE = -1, -1
DONE: Final[Action] = ("done", NOBODY, NOWHERE)
SIDES: Final = ("confederate", "union")
CONFEDERATE, UNION = 0, 1
KINDS: Final = ("infantry", "cavalry", "artillery")
ARTILLERY = 2
NIGHT, DAWN, LAST = 6, 7, 10
BREAKS_AT = (25, 28)
ENTER: Final[Mapping[str, int]] = {"clear": 1, "woods": 2, "hill": 2, "town": 1}
SWAMP_ENTER = 3
SHELTER: Final[Mapping[str, int]] = {"woods": -1, "hill": -1, "town": -1}
BLOCKS: Final = ("woods", "hill", "town")
COLUMNS: Final = (0.0, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0)
"""The least odds of each column; those below 1-1 are fought on the first, 1-2 or less."""
RESULTS: Final = (
    ("Ae", "Ae", "Ae", "Ar", "Ar", "Ex", "Ex", "Dr"),
    ("Ae", "Ar", "Ar", "Ar", "Ex", "Dr", "Dr", "Dr"),
    ("Ar", "Ar", "Ar", "Dr", "Dr", "Dr", "Dr", "De"),
    ("Ar", "Ar", "Dr", "Dr", "Dr", "Dr", "De", "De"),
    ("Ar", "Dr", "Dr", "Dr", "Dr", "De", "De", "De"),
    ("Dr", "Dr", "Dr", "Ex", "De", "De", "De", "De"),
)
POINTS: Final = {"two_days": (12, 12, 5, 5), "second_day": (12, 0, 8, 6)}
"""What Corinth, the Crossing and the Batteries Robinett and Powell are worth to the Confederates."""
LEVELS: Final = {
    "two_days": (
        (85, "Van Dorn destroys Rosecrans's army"), (72, "Van Dorn wins North Mississippi"),
        (66, "Corinth costs as much as it is worth"), (-9, "Rosecrans saves his army"),
        (-10_000, "Van Dorn's army is broken"),
    ),
    "second_day": (
        (22, "Van Dorn holds the crossing"), (10, "Van Dorn has a foot in the town"), (3, "Both armies claim Corinth"),
        (-9, "Rosecrans keeps Corinth"), (-10_000, "Van Dorn's army is broken"),
    ),
}  # fmt: skip


# What is printed, as tables by space


class Printed:
    """The map and the counters, read once; tables by unit and by space."""

    def __init__(self) -> None:
        files = packaged(DATA, own_rules)
        game_map, units = files.book.map, files.book.units
        self.map, self.ids = game_map, tuple(units)
        self.side = [SIDES.index(unit.side) for unit in units.values()]
        self.kind = [KINDS.index(unit.kind) for unit in units.values()]
        self.strength = [unit.strength for unit in units.values()]
        self.move = [unit.faces[0].move for unit in units.values()]
        self.near = game_map.adjacent
        self.places = tuple(map(game_map.parse, ("Corinth", "The Crossing", "Battery Robinett", "Battery Powell")))
        self.roads = mask_of(space for road in game_map.roads for step in road.edges for space in step)
        self.steps = tuple(_steps(game_map, kind) for kind in range(len(KINDS)))
        self.open = tuple(tuple(mask_of(near for near, _ in row) for row in table) for table in self.steps)
        self.swamp = game_map.terrain_mask("swamp")
        self.around = tuple(near & ~self.swamp for near in self.near)
        self.seen = tuple(_seen(game_map))
        self.set_ups = {name: _set_up(game_map, units, read) for name, read in files.scenarios.items()}
        self.shelter = _shelter(game_map)
        self.across = {kind: _across(game_map, kind) for kind in ("works", "creek")}
        self.passages = tuple(map(passages, self.steps))


def _steps(game_map: HexMap, kind: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By space the neighbours that a kind may enter, each with its movement points."""
    roads = {edge for road in game_map.roads for edge in road.edges}
    table: list[tuple[tuple[int, int], ...]] = []
    for space, neighbours in enumerate(game_map.neighbours):
        row = []
        for near in neighbours:
            edge = (min(space, near), max(space, near))
            word = game_map.terrain[near]
            if edge in roads:
                row.append((near, 1))
            elif word != "swamp" or kind == 0:
                enter = SWAMP_ENTER if word == "swamp" else ENTER[word]
                row.append((near, enter + sum(edge in barrier.edges for barrier in game_map.barriers)))
        table.append(tuple(row))
    return tuple(table)


def _seen(game_map: HexMap) -> Iterator[int]:
    """By space the mask of the spaces that its guns fire into."""
    blockers = game_map.terrain_mask(*BLOCKS)
    for space in range(game_map.size):
        yield mask_of(to for to in bits(game_map.within(space, 2)) if game_map.grid.sees(space, to, blockers))


def _shelter(game_map: HexMap) -> tuple[list[int], list[int]]:
    """For each side by space the columns that its ground moves an attack on it."""
    both = [SHELTER.get(word, 0) for word in game_map.terrain]
    union = list(both)
    for place in game_map.places:
        if place.kind == "battery":
            union[place.space] = -2
    return both, union


def _across(game_map: HexMap, kind: str) -> frozenset[tuple[int, int]]:
    """Pairs of a space and one that is attacked from it across a hexside of a kind, also from afar."""
    sides = game_map.edges_on(kind)
    found = set()
    for space in range(game_map.size):
        for to in bits(game_map.within(space, 2) & ~(1 << space)):
            line = game_map.grid.line_of_sight(space, to)
            near = game_map.adjacent[to]
            enters = 1 << space if near >> space & 1 else (line.cut | line.left | line.right) & near
            if any((min(by, to), max(by, to)) in sides for by in bits(enters)):
                found.add((space, to))
    return frozenset(found)


SetUp: TypeAlias = tuple[int, list[tuple[int, int]], list[tuple[int, int, int]]]
"""The turn before the first, the spaces of units, and by reinforcement its turn, unit and mask of entries."""


def _set_up(game_map: HexMap, units: Mapping[str, Any], read: PrintedSetUp) -> SetUp:
    number = list(units).index
    stand = [(number(unit), game_map.parse(place)) for unit, place in read.at.items()]
    due = [
        (group.turn, number(unit), mask_of(map(game_map.parse, group.at)))
        for group in read.reinforcements
        for unit in group.units
    ]
    return read.begins - 1, stand, due


@cache
def printed() -> Printed:
    """What is printed, read once."""
    return Printed()


def way_to(
    steps: Sequence[Sequence[tuple[int, int]]], start: int, end: int, budget: int, barred: int, stops: int
) -> int:
    """Mask of the spaces entered on a cheapest way, the first found; not through ``barred``, nor out of ``stops``."""
    best, came = {start: 0}, dict[int, int]()
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for space in bucket:
            if best[space] < spent or (stops >> space & 1 and space != start):
                continue
            for near, points in steps[space]:
                total = spent + points
                if total <= budget and not barred >> near & 1 and total < best.get(near, 99):
                    best[near] = total
                    came[near] = space
                    buckets[total].append(near)
    mask = 1 << end
    while (end := came.get(end, start)) != start:
        mask |= 1 << end
    return mask


# Menus: what may be chosen, listed or drawn


class Listed:
    """A few actions."""

    __slots__ = ("actions", "seat")

    def __init__(self, seat: int, actions: list[Action]) -> None:
        self.seat, self.actions = seat, actions

    def listed(self) -> list[Action]:
        """All actions."""
        return self.actions

    def sample(self, rng: Random) -> Action:
        """One of them."""
        return self.actions[int(rng.random() * len(self.actions))]


class Ends:
    """A unit and one of the spaces open to it, drawn in this order; ``ends`` is asked for a unit when it is drawn."""

    __slots__ = ("done", "ends", "kind", "seat", "units")

    def __init__(self, seat: int, kind: str, units: Sequence[int], ends: Callable[[int], int], done: bool) -> None:
        self.seat, self.kind, self.units, self.ends, self.done = seat, kind, units, ends, done

    def listed(self) -> list[Action]:
        """All actions."""
        found = [(self.kind, unit, space) for unit in self.units for space in bits(self.ends(unit))]
        return [*found, DONE] if self.done else found

    def sample(self, rng: Random) -> Action:
        """A unit, or being done; then one of its spaces."""
        ways = len(self.units) + self.done
        number = int(rng.random() * ways) if ways > 1 else 0
        if number < len(self.units):
            unit = self.units[number]
            if mask := self.ends(unit):
                return self.kind, unit, nth_bit(mask, int(rng.random() * mask.bit_count()))
        return DONE


class MoveEnds(Ends):
    """The same for a movement phase, which ends only when no space holds too many."""

    __slots__ = ("crowded",)

    def __init__(self, seat: int, units: Sequence[int], ends: Callable[[int], int], crowded: bool) -> None:
        super().__init__(seat, "move", units, ends, True)
        self.crowded = crowded

    def listed(self) -> list[Action]:
        found = super().listed()
        return found[:-1] if self.crowded else found

    def sample(self, rng: Random) -> Action:
        action = super().sample(rng)
        if action is DONE and self.crowded:
            movable = [unit for unit in self.units if self.ends(unit)]
            unit = movable[int(rng.random() * len(movable))]
            mask = self.ends(unit)
            return "move", unit, nth_bit(mask, int(rng.random() * mask.bit_count()))
        return action


class Attacks:
    """Who attacks what next; an attacker is taken back at random only where there is nothing else."""

    __slots__ = ("ahead", "back", "seat")

    def __init__(self, seat: int, ahead: list[Action], back: Callable[[], list[Action]]) -> None:
        self.seat, self.ahead, self.back = seat, ahead, back

    def listed(self) -> list[Action]:
        """All actions."""
        return self.ahead + self.back()

    def sample(self, rng: Random) -> Action:
        """One of them."""
        ahead = self.ahead or self.back()
        return ahead[int(rng.random() * len(ahead))]


Menu: TypeAlias = Listed | Ends | Attacks
Play: TypeAlias = Generator[Menu, Action, Any]


# Attacks that must complete


class Group:
    """Units that attack spaces together, in the order in which they joined, and as masks of numbers and of spaces."""

    __slots__ = ("hexes", "inside", "targets", "units")

    def __init__(self, units: tuple[int, ...], hexes: tuple[int, ...]) -> None:
        self.units, self.hexes = units, hexes
        self.inside, self.targets = mask_of(units), mask_of(hexes)


class Duties:
    """Who reaches what, who must attack and what must be attacked; units are bits of masks by their numbers."""

    __slots__ = ("act", "everybody", "everything", "met", "reach", "reached")

    def __init__(self, reach: dict[int, int], zone: int, met: int, at: list[int]) -> None:
        self.reach = {unit: mask for unit, mask in reach.items() if mask}
        self.reached: dict[int, int] = {}
        self.everybody = self.everything = 0
        for unit, mask in self.reach.items():
            self.everybody |= 1 << unit
            self.everything |= mask
            for space in bits(mask):
                self.reached[space] = self.reached.get(space, 0) | 1 << unit
        self.act = mask_of(unit for unit in self.reach if zone >> at[unit] & 1)
        self.met = met & self.everything

    def free(self, groups: Sequence[Group]) -> tuple[int, int]:
        """The units and the spaces that are in no group."""
        units, hexes = self.everybody, self.everything
        for group in groups:
            units &= ~group.inside
            hexes &= ~group.targets
        return units, hexes

    def moves(self, groups: Sequence[Group]) -> Iterator[tuple[int, int, int, Group]]:
        """Every unit with a space that it can be announced against, and the group that comes of it with its place."""
        units, hexes = self.free(groups)
        stuck_units, last_space = 0, dict[int, int]()
        for unit in bits(units & self.act):
            left = self.reach[unit] & hexes
            if not left:
                stuck_units |= 1 << unit
            elif not left & (left - 1):
                last_space[left] = last_space.get(left, 0) | 1 << unit
        stuck_hexes, last_unit = 0, dict[int, int]()
        for space in bits(hexes & self.met):
            left = self.reached[space] & units
            if not left:
                stuck_hexes |= 1 << space
            elif not left & (left - 1):
                last_unit[left] = last_unit.get(left, 0) | 1 << space
        for unit, reach in self.reach.items():
            one = 1 << unit
            own = next((n for n, group in enumerate(groups) if group.inside & one), len(groups))
            for space in bits(reach & hexes if own < len(groups) else reach):
                joined = self._joined(groups, unit, space, own, hexes)
                if joined is None:
                    continue
                waiting = (stuck_units | last_space.get(1 << space, 0) if hexes >> space & 1 else stuck_units) & ~one
                empty = (stuck_hexes | last_unit.get(one, 0)) & ~(1 << space)
                if not (waiting or empty):
                    yield unit, space, *joined
                    continue
                place, group = joined
                if self.taken_up([*groups[:place], group, *groups[place + 1 :]], waiting, empty):
                    yield unit, space, place, group

    def _joined(self, groups: Sequence[Group], unit: int, space: int, own: int, hexes: int) -> tuple[int, Group] | None:
        """The group with a unit against a space and its place, if all its units reach all its spaces."""
        if own < len(groups):
            group = groups[own]
            if group.inside & ~self.reached[space]:
                return None
            return own, Group(group.units, (*group.hexes, space))
        if hexes >> space & 1:
            return own, Group((unit,), (space,))
        place = next(n for n, group in enumerate(groups) if group.targets >> space & 1)
        group = groups[place]
        if group.targets & ~self.reach[unit]:
            return None
        return place, Group((*group.units, unit), group.hexes)

    def can_be_kept(self, groups: Sequence[Group]) -> bool:
        """Whether everybody who must can still attack, and everything that must can still be attacked."""
        units, hexes = self.free(groups)
        waiting = mask_of(unit for unit in bits(units & self.act) if not self.reach[unit] & hexes)
        empty = mask_of(space for space in bits(hexes & self.met) if not self.reached[space] & units)
        return self.taken_up(groups, waiting, empty)

    def taken_up(self, groups: Sequence[Group], waiting: int, empty: int) -> bool:
        """Whether groups can take up these units and spaces, each group units or spaces but not both."""
        wanted = [
            (True, mask_of(n for n, group in enumerate(groups) if not group.targets & ~self.reach[unit]))
            for unit in bits(waiting)
        ]
        wanted += [
            (False, mask_of(n for n, group in enumerate(groups) if not group.inside & ~self.reached[space]))
            for space in bits(empty)
        ]
        return shared_out(wanted, 0, 0)


def shared_out(wanted: list[tuple[bool, int]], for_units: int, for_spaces: int) -> bool:
    """Whether all find a group, with some groups kept for units and some for spaces; who has the fewest goes first."""
    rest = []
    for unit, groups in wanted:
        if not groups & (for_units if unit else for_spaces):
            rest.append((unit, groups & ~(for_spaces if unit else for_units)))
    if not rest:
        return True
    unit, groups = min(rest, key=lambda one: one[1].bit_count())
    return any(shared_out(rest, for_units | unit << one, for_spaces | (not unit) << one) for one in bits(groups))


# The game


class Corinth:
    """A game in motion. `play` is a generator that yields menus, is sent actions, and returns points and level."""

    def __init__(self, scenario: str, dice: Dice) -> None:
        self.printed, self.dice, self.seq = printed(), dice, 0
        self.second_day = scenario == "second_day"
        self.worth, self.levels = POINTS[scenario], LEVELS[scenario]
        self.turn, stand, self.due = self.printed.set_ups[scenario]
        self.limit = (3, 2) if self.second_day else (2, 2)
        self.at = [NOWHERE] * len(self.printed.ids)
        self.lost = 0
        self.order: tuple[list[int], list[int]] = ([], [])
        self.stack: list[list[int]] = [[] for _ in range(self.printed.map.size)]
        self.stands = [0, 0]
        self.held = [0, mask_of(self.printed.places)]
        self.losses = [0, 0]
        for unit, space in stand:
            self.arrive(unit, space)
        self.groups: list[Group] = []

    # who stands where

    def arrive(self, unit: int, space: int) -> None:
        """A unit comes onto the map."""
        side = self.printed.side[unit]
        self.order[side].append(unit)
        self.at[unit] = space
        self.stack[space].append(unit)
        self.stands[side] |= 1 << space

    def leave(self, unit: int) -> None:
        """A unit leaves its space."""
        space = self.at[unit]
        stack = self.stack[space]
        stack.remove(unit)
        if not stack:
            self.stands[self.printed.side[unit]] &= ~(1 << space)

    def go(self, unit: int, space: int) -> None:
        """A unit goes to another space."""
        self.leave(unit)
        self.at[unit] = space
        self.stack[space].append(unit)
        self.stands[self.printed.side[unit]] |= 1 << space

    def enter(self, side: int, mask: int) -> None:
        """Places on the way of a unit are its side's."""
        taken = mask & self.held[1 - side]
        self.held[side] |= taken
        self.held[1 - side] ^= taken

    def kill(self, unit: int) -> int:
        """A unit is lost; returns its strength."""
        side = self.printed.side[unit]
        self.leave(unit)
        self.at[unit] = NOWHERE
        self.order[side].remove(unit)
        self.lost |= 1 << unit
        strength = self.printed.strength[unit]
        self.losses[side] += strength
        return strength

    def full(self, side: int) -> int:
        """Mask of the spaces in which nobody more of a side has room."""
        limit, stack, mask = self.limit[side], self.stack, 0
        for space in {self.at[unit] for unit in self.order[side]}:
            if len(stack[space]) >= limit:
                mask |= 1 << space
        return mask

    def zone(self, side: int) -> int:
        """Mask of the zones of control of a side."""
        around, at, mask = self.printed.around, self.at, 0
        for unit in self.order[side]:
            mask |= around[at[unit]]
        return mask

    # the turn

    def play(self) -> Play:
        """The whole game; returns the points of the Confederates and the level of victory."""
        while self.turn < LAST:
            self.turn += 1
            for side in (CONFEDERATE, UNION):
                yield from self.reinforce(side)
                if not (self.second_day and self.turn == DAWN and side == UNION):
                    yield from self.move(side)
                if self.turn != NIGHT:
                    yield from self.announce(side)
                    yield from self.fight(side)
        places, held = self.printed.places, self.held[CONFEDERATE]
        points = sum(worth for place, worth in zip(places, self.worth, strict=True) if held >> place & 1)
        points += self.losses[UNION] - self.losses[CONFEDERATE]
        return points, next(level for least, level in self.levels if points >= least)

    def answered(self, menu: Menu) -> Play:
        """What is chosen from a menu."""
        action = yield menu
        self.seq += 1
        return action

    def reinforce(self, side: int) -> Play:
        """Everybody due comes, as far as there is room."""
        due = [
            (unit, entries)
            for turn, unit, entries in self.due
            if turn <= self.turn and self.printed.side[unit] == side and self.at[unit] < 0 and not self.lost >> unit & 1
        ]
        while due:
            closed = self.stands[1 - side] | self.full(side)
            ends = {unit: mask for unit, entries in due if (mask := entries & ~closed)}
            if not ends:
                return
            menu = Ends(side, "enter", list(ends), ends.__getitem__, False)
            _, unit, space = yield from self.answered(menu)
            self.arrive(unit, space)
            self.enter(side, 1 << space)
            due = [other for other in due if other[0] != unit]

    def move(self, side: int) -> Play:
        """Each unit moves once, in any order."""
        movement = Movement(self, side)
        while movement.waiting:
            movement.look()
            crowded = bool(movement.crowded)
            if not any(map(movement.ends, movement.waiting)) and not crowded:
                return
            menu = MoveEnds(side, movement.waiting, movement.ends, crowded)
            kind, unit, space = yield from self.answered(menu)
            if kind == "done":
                return
            self.enter(side, movement.way(unit, space))
            self.go(unit, space)
            movement.waiting.remove(unit)

    # combat

    def reaches(self, unit: int) -> int:
        """Mask of the spaces with enemies that a unit can attack."""
        space, enemies = self.at[unit], self.stands[1 - self.printed.side[unit]]
        near = self.printed.near[space] & enemies
        if near or self.printed.kind[unit] != ARTILLERY:
            return near
        return self.printed.seen[space] & enemies

    def announce(self, side: int) -> Play:
        """The attacks of a side are announced, so that nobody who must is left over."""
        self.groups = []
        reach = {unit: self.reaches(unit) for unit in self.order[side]}
        if not any(reach.values()):
            return
        met = 0 if self.second_day else self.zone(side) & self.stands[1 - side]
        duties, taken_back = Duties(reach, self.zone(1 - side), met, self.at), set[int]()
        while True:
            moves = {(unit, space): (place, group) for unit, space, place, group in duties.moves(self.groups)}
            units, hexes = duties.free(self.groups)
            complete = not (units & duties.act or hexes & duties.met)
            if complete and not moves:
                return
            ahead: list[Action] = [("attack", unit, space) for unit, space in moves]
            if complete:
                ahead.append(DONE)
            menu = Attacks(side, ahead, lambda: self.taken_back(duties, taken_back))
            kind, unit, space = yield from self.answered(menu)
            if kind == "done":
                return
            if kind == "attack":
                place, group = moves[unit, space]
                self.groups[place : place + 1] = [group]
            else:
                taken_back.add(unit)
                self.groups = without(self.groups, unit)

    def taken_back(self, duties: Duties, before: set[int]) -> list[Action]:
        """Every attacker that can be taken back, each once in a phase."""
        return [
            ("take_back", unit, NOWHERE)
            for group in self.groups
            for unit in group.units
            if unit not in before and duties.can_be_kept(without(self.groups, unit))
        ]

    def fight(self, side: int) -> Play:
        """Each battle is fought, in the order that the attacker chooses."""
        while self.groups:
            number = 0
            if len(self.groups) > 1:
                ways: list[Action] = [("fight", NOBODY, group.hexes[0]) for group in self.groups]
                number = ways.index((yield from self.answered(Listed(side, ways))))
            yield from self.battle(side, self.groups.pop(number))

    def battle(self, side: int, group: Group) -> Play:
        """A battle: a die, its result, and an advance."""
        enemies, at = self.stands[1 - side], self.at
        hexes = [space for space in group.hexes if enemies >> space & 1]
        wanted = mask_of(hexes)
        units = [unit for unit in group.units if at[unit] >= 0 and not wanted & ~self.reaches(unit)]
        if not units or not hexes:
            return
        defenders = [unit for unit in self.order[1 - side] if wanted >> at[unit] & 1]
        column = self.column(side, units, hexes, defenders)
        result = RESULTS[self.dice(self.seq) - 1][column]
        self.seq += 1
        exposed = [unit for unit in units if not wanted & ~self.printed.near[at[unit]]]
        if result == "Ae":
            for unit in exposed:
                self.kill(unit)
        elif result == "Ar":
            yield from self.retreat(side, exposed)
        elif result == "Dr":
            yield from self.retreat(1 - side, sorted(defenders, key=lambda unit: hexes.index(at[unit])))
        else:
            lost = sum(map(self.kill, defenders))
            if result == "Ex":
                yield from self.exchange(side, exposed, lost)
        yield from self.advance(side, exposed, wanted)

    def column(self, side: int, units: list[int], hexes: list[int], defenders: list[int]) -> int:
        """The column of the table after all shifts."""
        strength, at, table = self.printed.strength, self.at, self.printed
        attack, defence = sum(strength[unit] for unit in units), sum(strength[unit] for unit in defenders)
        ground = min(table.shelter[1 - side][space] for space in hexes)
        if any(table.swamp >> at[unit] & 1 for unit in units):
            ground = min(ground, -1)
        for kind, shift in (("works", -2), ("creek", -1)):
            if ground > shift and (kind != "works" or side == CONFEDERATE):
                sides = table.across[kind]
                if all((at[unit], space) in sides for unit in units for space in hexes):
                    ground = shift
        shift = ground - (self.losses[side] >= BREAKS_AT[side]) + (self.losses[1 - side] >= BREAKS_AT[1 - side])
        odds = attack / defence
        place = bisect_right(COLUMNS, odds) - 1
        if odds > COLUMNS[-1]:
            place += attack // defence - 6
        elif attack * 2 < defence:
            place += 2 - -(-defence // attack)
        return max(0, min(place + shift, len(COLUMNS) - 1))

    def exchange(self, side: int, units: list[int], amount: int) -> Play:
        """Units of at least so much strength are lost, no unit beyond need."""
        strength = self.printed.strength
        ways = []
        for size in range(1, len(units) + 1):
            for chosen in combinations(units, size):
                total = sum(strength[unit] for unit in chosen)
                if total >= amount and all(total - strength[unit] < amount for unit in chosen):
                    ways.append(chosen)
        ways = ways or [tuple(units)]
        lost = ways[0]
        if len(ways) > 1:
            actions: list[Action] = [("lose", chosen, NOWHERE) for chosen in ways]
            lost = (yield from self.answered(Listed(side, actions)))[1]
        for unit in lost:
            self.kill(unit)

    def retreat(self, side: int, units: list[int]) -> Play:
        """Units go back a space one after the other; who has no way when nobody else can go first is lost."""
        units = list(units)
        while units:
            zone = self.zone(1 - side)
            full = self.full(side)
            ways = {unit: ends for unit in units if (ends := self.ways(side, unit, zone, full))}
            if not ways:
                for unit in units:
                    self.kill(unit)
                return
            unit = next(iter(ways))
            to = ways[unit].bit_length() - 1
            if len(ways) > 1 or ways[unit].bit_count() > 1:
                menu = Ends(side, "retreat_to", list(ways), ways.__getitem__, False)
                _, unit, to = yield from self.answered(menu)
            if full >> to & 1:
                yield from self.push(side, unit, to, zone, full)
            self.go(unit, to)
            self.enter(side, 1 << to)
            units.remove(unit)

    def around(self, side: int, unit: int, zone: int) -> int:
        """Mask of the spaces into which nothing but friends keeps a unit from retreating."""
        table = self.printed
        return table.open[table.kind[unit]][self.at[unit]] & ~self.stands[1 - side] & ~zone if table.move[unit] else 0

    def ways(self, side: int, unit: int, zone: int, full: int) -> int:
        """Mask of the spaces into which a unit may retreat: with room, or else where a friend can be pushed away."""
        around = self.around(side, unit, zone)
        ends = around & ~full
        if not ends:
            ends = mask_of(to for to in bits(around) if self.pushed(side, unit, to, zone, full) is not None)
        return ends & self.printed.roads or ends

    def pushed(self, side: int, unit: int, to: int, zone: int, full: int) -> tuple[int, int] | None:
        """The friend in a space who can make room, and the mask of the spaces to which it can."""
        if len(self.stack[to]) > self.limit[side]:
            return None
        for friend in self.order[side]:
            if self.at[friend] == to and (ends := self.around(side, friend, zone) & ~full & ~(1 << self.at[unit])):
                return friend, ends
        return None

    def push(self, side: int, unit: int, to: int, zone: int, full: int) -> Play:
        """A friend makes room for a retreat."""
        found = self.pushed(side, unit, to, zone, full)
        assert found is not None
        friend, ends = found
        end = ends.bit_length() - 1
        if ends.bit_count() > 1:
            _, _, end = yield from self.answered(Ends(side, "push", [friend], lambda _: ends, False))
        self.go(friend, end)
        self.enter(side, 1 << end)

    def advance(self, side: int, units: list[int], hexes: int) -> Play:
        """One victor may enter a space that the battle has emptied."""
        free, table, at = hexes & ~self.stands[1 - side], self.printed, self.at
        if not free:
            return
        free &= ~self.full(side)
        ends = {
            unit: mask
            for unit in units
            if at[unit] >= 0 and table.move[unit] and (mask := table.open[table.kind[unit]][at[unit]] & free)
        }
        if ends:
            menu = Ends(side, "advance_to", list(ends), ends.__getitem__, True)
            kind, unit, space = yield from self.answered(menu)
            if kind != "done":
                self.go(unit, space)
                self.enter(side, 1 << space)


def without(groups: Sequence[Group], unit: int) -> list[Group]:
    """Groups without a unit; one that nobody is left in is dissolved."""
    found = []
    for group in groups:
        if not group.inside >> unit & 1:
            found.append(group)
        elif len(group.units) > 1:
            found.append(Group(tuple(other for other in group.units if other != unit), group.hexes))
    return found


class Movement:
    """The movement phase of a side. Enemies stand still in it, so that the reach of a unit is worked out once."""

    def __init__(self, game: Corinth, side: int) -> None:
        self.game, self.side, self.table = game, side, game.printed
        self.waiting = list(game.order[side])
        self.enemies, self.zone = game.stands[1 - side], game.zone(1 - side)
        self.night = game.turn == NIGHT
        self.barred = self.enemies | self.zone if self.night else self.enemies
        self.stops = 0 if self.night else self.zone
        self.known: dict[int, int] = {}

    def look(self) -> None:
        """Take note of who stands where, before a menu is made."""
        game, limit = self.game, self.game.limit[self.side]
        self.full = self.crowded = 0
        for unit in game.order[self.side]:
            space = game.at[unit]
            number = len(game.stack[space])
            if number >= limit:
                self.full |= 1 << space
                if number > limit:
                    self.crowded |= 1 << space
        self.found: dict[int, int] = {}

    def reach(self, unit: int) -> int:
        """Mask of the spaces that a unit can go to, whoever of its side stands there; its own among them."""
        mask = self.known.get(unit)
        if mask is None:
            mask = self.known[unit] = self._reach(unit)
        return mask

    def _reach(self, unit: int) -> int:
        table, start = self.table, self.game.at[unit]
        if self.stops >> start & 1:
            return 1 << start
        kind, move = table.kind[unit], table.move[unit]
        mask = within_points(table.passages[kind], 1 << start, move, ~self.barred, self.stops)
        return mask | (table.open[kind][start] & ~self.barred if move else 0)

    def way(self, unit: int, end: int) -> int:
        """Mask of the spaces that a unit enters on its way, as far as it matters who holds them."""
        if not self.reach(unit) & self.game.held[1 - self.side]:
            return 1 << end
        table = self.table
        steps = table.steps[table.kind[unit]]
        return way_to(steps, self.game.at[unit], end, table.move[unit], self.barred, self.stops)

    def ends(self, unit: int) -> int:
        """Mask of the spaces in which a unit may end its move: with room, or where others can still make some."""
        mask = self.found.get(unit)
        if mask is None:
            mask = self.reach(unit) & ~(1 << self.game.at[unit])
            for space in bits(mask if self.crowded else mask & self.full):
                if not self.settles(unit, space):
                    mask &= ~(1 << space)
            self.found[unit] = mask
        return mask

    def settles(self, unit: int, space: int) -> bool:
        """Whether those who have not moved can still make room everywhere, once a unit stands in a space."""
        game, most = self.game, self.game.limit[self.side]
        stands = {other: game.at[other] for other in game.order[self.side]}
        stands[unit] = space
        movable = [other for other in self.waiting if other != unit]
        count: dict[int, int] = {}
        for at in stands.values():
            count[at] = count.get(at, 0) + 1
        for crowded in [at for at, number in count.items() if number > most]:
            while count[crowded] > most:
                if not self.give(crowded, stands, count, movable, most):
                    return False
        return True

    def give(self, start: int, stands: dict[int, int], count: dict[int, int], movable: list[int], most: int) -> bool:
        """Move units along the shortest chain from a space to one with room; False where there is none."""
        came: dict[int, tuple[int, int]] = {}
        queue, seen = [start], 1 << start
        for space in queue:
            for unit in movable:
                if stands[unit] != space:
                    continue
                for near in bits(self.reach(unit) & ~seen):
                    seen |= 1 << near
                    came[near] = unit, space
                    if count.get(near, 0) >= most:
                        queue.append(near)
                        continue
                    count[near] = count.get(near, 0) + 1
                    count[start] -= 1
                    while near != start:
                        moved, before = came[near]
                        stands[moved] = near
                        near = before
                    return True
        return False
