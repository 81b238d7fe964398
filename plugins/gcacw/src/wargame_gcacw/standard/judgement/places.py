"""What it is worth to a side that a unit stands in a hex, in its own victory points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import exp

from attrs import evolve

from wargame_core.maps import Map
from wargame_core.masks import bits, mask_of
from wargame_gcacw.standard.board import TIRED_OUT, WORK_VALUE, FieldBoard, Status
from wargame_gcacw.standard.data_types import FOE, Arm, ControlPoints, ExitPoints
from wargame_gcacw.standard.ground import Ground
from wargame_gcacw.standard.judgement.fields import FAR, distances, mean_allowance
from wargame_gcacw.standard.judgement.outlook import expected_points, goal
from wargame_gcacw.standard.judgement.prices import disorder_price, last_turn, manpower_price, sign, train_price
from wargame_gcacw.standard.judgement.traffic import Traffic, lines_of
from wargame_gcacw.standard.movement_costs import exit_of, exit_rows

BLOCK = (0.55, 1.0)
"""What a cut of enemy lines counts before the last turn and in it."""
HARASS = (0.3, 1.0)
"""The same for a zone of control on enemies that count lines."""
ERRAND = 120
"""Half movement points over which a distant aim still draws."""
NEAR = 48
"""The same for the enemy himself and for objectives."""
MOST = 60.0
"""The most that an aim counts."""
WATCH: Mapping[str, tuple[float, int]] = {"cavalry": (0.2, 2), "infantry": (0.25, 1)}
"""What a watch over a thin place of the own lines counts beside the cut it prevents, and how many go."""


LATER = 2.5
"""How many marches of a unit to reckon with in each later turn."""
SERIOUS = 5.0
"""How many points an enemy must take from the own lines to be driven away from afar."""
Errand = tuple[int, float, int]
"""Goals (a mask), what they are worth, and from how far they draw."""
REACHED = (1.0, 1.0, 0.7, 0.4)
"""How much of an enemy's combat value presses on a hex at a distance of 0, 1 and so on."""

DESPAIR = (40.0, 20.0)
"""By how many points a side must be behind to dare all, before the last turn and in it."""
EXPOSED = {"wagon": (0.15, 0.7), "other": (0.08, 0.6)}
"""The chance of an attack that hurts: by how it grows with the enemy's superiority, and the most it can be."""
LOST = 0.9
"""The chance that a hex falls which nobody holds."""
YIELDING = 0.13
"""How the chance grows with the enemy's combat value for each point of those who hold it."""


class Places:
    """The board as a side sees it: what each of its units would be worth in each hex. The board is not touched."""

    def __init__(self, board: FieldBoard, side: str) -> None:
        self.board, self.side, self.foe = board, side, FOE[side]
        self.final = last_turn(board)
        self.own_lines = [Traffic(board, rule) for rule in lines_of(board) if rule.side == side]
        self.foe_lines = [Traffic(board, rule) for rule in lines_of(board) if rule.side != side]
        self._worth: dict[tuple[str, int], float] = {}

    @cached_property
    def boldness(self) -> float:
        """From 0 to 1: how much a side that is losing may dare, because losing by more changes little."""
        behind = -sign(self.board.scenario, self.side) * (expected_points(self.board) - goal(self.board.scenario))
        return min(1.0, max(0.0, behind / DESPAIR[self.final]))

    def moved(self, unit: str, space: int) -> FieldBoard:
        """A board on which one unit stands elsewhere."""
        board = self.board.copy()
        now = board.units[unit]
        if now.space != space:
            board.put(unit, evolve(now, space=space, work=""))
        return board

    def price(self, side: str, arm: Arm) -> float:
        """What a point of manpower lost in combat costs its side."""
        found = self._prices.get((side, arm))
        if found is None:
            found = self._prices[side, arm] = manpower_price(self.board, side, arm)
        return found

    @cached_property
    def _prices(self) -> dict[tuple[str, str], float]:
        return {}

    @cached_property
    def enemies(self) -> int:
        """Mask of the hexes with enemies."""
        return self.board.mask(self.foe)

    @cached_property
    def enemy_zone(self) -> int:
        """Mask of the enemy zones of control."""
        return self.board.zone(self.foe)

    def _foes(self, *arms: Arm) -> dict[int, float]:
        """The combat value by hex of the enemies that can attack; tired ones count less, in the last turn least."""
        board, found = self.board, dict[int, float]()
        for id in board.of(self.foe, *arms):
            now = board.units[id]
            fit = 1.0 if now.fatigue < TIRED_OUT - 1 else 0.7 if now.fatigue < TIRED_OUT else 0.4
            value = float(now.value) * (fit if not self.final else 0.0 if now.fatigue == TIRED_OUT else fit)
            found[now.space] = found.get(now.space, 0.0) + value
        return found

    # the whole

    def worth(self, unit: str, space: int) -> float:
        """What a unit is worth in a hex."""
        key = unit, space
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._judge(unit, space)
        return found

    def _judge(self, unit: str, space: int) -> float:
        board, counter = self.board, self.board.unit(unit)
        arm = counter.arm
        leave = exit_of(board, unit)
        if leave is not None and exit_rows(board.ground, leave) >> space & 1:
            return self._exit()
        total = -self.danger(unit, space)
        for lines in self.own_lines:
            if arm in lines.rule.arms:
                total += lines.place(unit, space)
        for mask, worth, reach in self._errands(unit):
            far = distances(board.ground, mask, board.rain, arm == "wagon").get(space, FAR)
            total += worth * max(0.0, 1 - far / reach)
        if arm in ("infantry", "cavalry"):
            for lines in self._lines_without(unit):
                total += self._in_the_way(lines, unit, space)
        if arm == "infantry":
            total += self._hold(unit, space)
        return total

    def slip(self, unit: str, space: int) -> float:
        """What it costs a unit to go from one enemy zone of control straight into another hex, zone or not."""
        board, now = self.board, self.board.units[unit]
        if not (self.enemy_zone >> now.space & 1 and self.enemy_zone >> space & 1) or now.space == space:
            return 0.0
        if board.ground.way(now.space, space):
            return 0.0
        if now.disorganized:
            counter = board.unit(unit)
            return manpower_price(board, self.side, counter.arm, "zone_to_zone")
        return disorder_price(board, now)

    # danger

    def pressure(self, space: int) -> float:
        """The combat value that the enemy might bring against a hex."""
        return self._pressure.get(space, 0.0)

    @cached_property
    def _pressure(self) -> dict[int, float]:
        return self._pressing("infantry", "cavalry")

    @cached_property
    def _storm(self) -> dict[int, float]:
        """The combat value of infantry that the enemy might bring against a hex."""
        return self._pressing("infantry")

    def _pressing(self, *arms: Arm) -> dict[int, float]:
        found: dict[int, float] = {}
        for there, value in self._foes(*arms).items():
            for hexes, share in zip(rings(self.board.ground, there), REACHED, strict=True):
                for space in hexes:
                    found[space] = found.get(space, 0.0) + share * value
        return found

    def danger(self, unit: str, space: int) -> float:
        """What the enemy may be expected to take from a unit in a hex."""
        pressure = self.pressure(space)
        if not pressure or self.board.night and self.final:
            return 0.0
        board, now, counter = self.board, self.board.units[unit], self.board.unit(unit)
        others = sum(
            float(board.units[id].value) * WORK_VALUE[board.units[id].work] for id in board.at(space) if id != unit
        ) if board.holder(space) == self.side else 0.0
        here = WORK_VALUE[now.work] if now.space == space else 1
        ratio = pressure / (others + float(now.value) * here + 0.01)
        share, most = EXPOSED["wagon" if counter.arm == "wagon" else "other"]
        chance = min(most, max(0.0, share * (ratio - 0.6)))
        price = self.price(self.side, counter.arm)
        if counter.arm == "wagon":
            return chance * (train_price(board, unit, hexes=3) + price)
        return chance * price * (1 + 0.08 * now.manpower)

    # errands: what draws a unit from afar

    def _errands(self, unit: str) -> list[Errand]:
        """Goals (a mask) that draw a unit, with what they are worth and from how far."""
        found = self._all_errands.get(unit)
        if found is None:
            found = self._all_errands[unit] = list(self._find_errands(unit))
        return found

    @cached_property
    def _all_errands(self) -> dict[str, list[Errand]]:
        return {}

    def _find_errands(self, unit: str) -> Iterator[Errand]:
        board, arm = self.board, self.board.unit(unit).arm
        if arm == "cavalry":
            leave = exit_of(board, unit)
            if leave is not None and board.turn in leave.turns:
                yield exit_rows(board.ground, leave), max(0.0, self._exit()), NEAR
            for lines in self._lines_without(unit):
                open_ones = {space: less for space, less in lines.vital.items() if not lines.screened >> space & 1}
                far = distances(board.ground, mask_of(open_ones), board.rain).get(board.units[unit].space, FAR)
                if open_ones and far <= self.range(unit):
                    yield mask_of(open_ones), BLOCK[self.final] * min(MOST, max(open_ones.values())), ERRAND
        if arm in ("infantry", "cavalry"):
            for lines in self.foe_lines:
                prey = mask_of(board.units[id].space for id in lines.units if lines.standing[id] > 0)
                if prey:
                    yield prey, 3.0 if arm == "infantry" else 1.0, NEAR
            yield from self._watches(unit, arm)
        if arm in ("infantry", "artillery"):
            for space, points in self.objectives.items():
                if board.control.get(space) == self.foe:
                    yield 1 << space, 0.25 * points, NEAR
            if arm == "artillery" or not self.own_lines:
                mates = board.mask(self.side, "infantry") if arm == "artillery" else self.enemies
                if mates:
                    yield mates, 0.8, NEAR

    def _watches(self, unit: str, arm: Arm) -> Iterator[Errand]:
        """What the unit has to watch or to clear for the own lines, if it is one of those told off for it."""
        for goals, worth, units in self._posts[arm]:
            if unit in units:
                yield goals, worth, ERRAND

    @cached_property
    def _posts(self) -> dict[str, list[tuple[int, float, list[str]]]]:
        """For both arms the thin places of the own lines and the enemies on them: goals, worth, units told off."""
        found: dict[str, list[tuple[int, float, list[str]]]] = {"cavalry": [], "infantry": []}
        for lines in self.own_lines:
            map = self.board.ground.map
            thin = {space: less for space, less in lines.vital.items() if not lines.screened >> space & 1}
            tasks = [(max(thin[space] for space in bits(one)), one, False) for one in clusters(map, mask_of(thin))]
            barred = {space: lines.relief(space) for space in self._foes("infantry", "cavalry")}
            tasks += [(less, 1 << space, True) for space, less in barred.items() if less > SERIOUS]
            for arm, (share, many) in WATCH.items():
                free = list(self.board.of(self.side, arm))  # type: ignore[arg-type]
                for worst, goals, enemy in sorted(tasks, reverse=True):
                    if arm == "infantry" and not enemy:
                        around = mask_of(near for one in bits(goals) for near in bits(map.within(one, lines.rule.screen)))
                        goals = around & self.board.ground.way_hexes
                    units = self._nearest(goals, free, many)
                    free = [id for id in free if id not in units]
                    found[arm].append((goals, share * (2 if enemy else 1) * min(MOST, worst), units))
        return found

    def _nearest(self, goals: int, units: list[str], many: int) -> list[str]:
        """The units that can be first at a goal."""
        field = distances(self.board.ground, goals, self.board.rain)
        far = {id: field.get(self.board.units[id].space, FAR) for id in units}
        able = [id for id in units if far[id] <= self.range(id)]
        return sorted(able, key=lambda id: far[id])[:many]

    def range(self, unit: str) -> float:
        """How many half points a unit may march in what is left of the game."""
        found = self._ranges.get(unit)
        if found is None:
            board, counter = self.board, self.board.unit(unit)
            marches = TIRED_OUT - board.units[unit].fatigue + LATER * (board.scenario.turns - board.turn)
            mean = mean_allowance(board.scenario.game, counter.side, counter.arm)
            found = self._ranges[unit] = mean * (marches + (board.march is not None and board.march.unit == unit))
        return found

    @cached_property
    def _ranges(self) -> dict[str, float]:
        return {}

    # enemy lines

    def _lines_without(self, unit: str) -> list[Traffic]:
        """The enemy's lines as if the unit were not there."""
        space = self.board.units[unit].space
        if not self.foe_lines or len(self.board.at(space)) > 1:
            return self.foe_lines
        if all(lines.relief(space) < 1 for lines in self.foe_lines):
            return self.foe_lines
        found = self._without.get(unit)
        if found is None:
            board = self.board.copy()
            board.remove(unit)
            found = self._without[unit] = [Traffic(board, lines.rule) for lines in self.foe_lines]
        return found

    @cached_property
    def _without(self) -> dict[str, list[Traffic]]:
        return {}

    def _in_the_way(self, lines: Traffic, unit: str, space: int) -> float:
        """What a unit in a hex takes from the enemy's lines."""
        board, zones = self.board, self.board.ground.zone
        footprint = 1 << space | zones[space]
        taken = HARASS[self.final] * lines.harassed(zones[space], lines.search.zone)
        thin = lines.vital.get(space)
        if thin:
            screened = board.unit(unit).arm == "cavalry" and bool(lines.screened >> space & 1)
            less = lines.cut(footprint, float(board.units[unit].value), True) if screened else thin
            taken += BLOCK[self.final] * less
        return taken

    # objectives and exits

    @cached_property
    def objectives(self) -> dict[int, float]:
        """What the control of each hex is worth; who does not have it, loses it to the other."""
        parse = self.board.ground.map.parse
        return {
            parse(one.hex): float(one.points)
            for one in self.board.scenario.victory
            if isinstance(one, ControlPoints) and one.points > 0
        }

    def _hold(self, unit: str, space: int) -> float:
        """What infantry does in an objective: takes it, or holds it against what may come."""
        points = self.objectives.get(space)
        if not points:
            return 0.0
        board, now = self.board, self.board.units[unit]
        pressure = self._storm.get(space, 0.0)
        others = [board.units[id] for id in board.at(space) if id != unit and board.unit(id).arm == "infantry"]
        before = risk(pressure, sum(map(defence, others)))
        here = now if now.space == space else evolve(now, space=space, work="")
        after = risk(pressure, sum(map(defence, others)) + defence(here))
        taken = board.control.get(space) == self.foe
        return points * (1 - after) if taken else points * (before - after)

    def _exit(self) -> float:
        """What one more unit that leaves the map is worth."""
        board = self.board
        worth = -1.0
        for one in board.scenario.victory:
            if isinstance(one, ExitPoints) and one.side == self.side:
                left = sum(board.unit(id).side == self.side for id in board.exited)
                if left < one.most:
                    worth += 1.0 + one.points * sign(board.scenario, self.side)
        return worth


def clusters(map: Map, spaces: int) -> Iterator[int]:
    """The connected parts of a set of hexes."""
    while spaces:
        part = edge = spaces & -spaces
        while edge:
            edge = mask_of(near for one in bits(edge) for near in map.neighbours[one]) & spaces & ~part
            part |= edge
        yield part
        spaces &= ~part


def rings(ground: Ground, space: int) -> tuple[tuple[int, ...], ...]:
    """The hexes at a distance of 0, 1, 2 and so on from a hex."""

    def make() -> tuple[tuple[int, ...], ...]:
        seen = edge = 1 << space
        found: list[tuple[int, ...]] = [(space,)]
        for _ in REACHED[1:]:
            edge = mask_of(near for one in bits(edge) for near in ground.map.neighbours[one]) & ~seen
            seen |= edge
            found.append(tuple(bits(edge)))
        return tuple(found)

    return ground.map.remember(("rings", space), make)


def defence(now: Status) -> float:
    """The combat value of a defender with its work."""
    return float(now.value) * WORK_VALUE[now.work]


def risk(pressure: float, held: float) -> float:
    """The chance that a hex falls to so much pressure."""
    if pressure < 1:
        return 0.0
    return LOST if held <= 0 else LOST * (1 - exp(-YIELDING * pressure / held))
