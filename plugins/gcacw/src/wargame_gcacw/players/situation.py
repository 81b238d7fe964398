"""The board as a side sees it: its lines and the enemy's, what presses where, what counts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import evolve

from wargame_core.maps.map import Map
from wargame_core.maps.masks import bits, mask_of
from wargame_gcacw.board.board import TIRED_OUT, FieldBoard
from wargame_gcacw.players.costs import last_turn, manpower_price, sign
from wargame_gcacw.players.cut_points import Lines
from wargame_gcacw.players.distance_fields import mean_allowance
from wargame_gcacw.players.line_points import lines_of
from wargame_gcacw.players.win_probability import expected_points, goal
from wargame_gcacw.printed.counters_and_rules import FOE, Arm, ControlPoints, ExitPoints
from wargame_gcacw.printed.ground import Ground
from wargame_gcacw.rules.movement_costs import exit_of, exit_rows

LATER = 2.5
"""How many marches of a unit to reckon with in each later turn."""
REACHED = (1.0, 1.0, 0.7, 0.4)
"""How much of an enemy's combat value presses on a hex at a distance of 0, 1 and so on."""
DESPAIR = (40.0, 20.0)
"""By how many points a side must be behind to dare all, before the last turn and in it."""


class Situation:
    """The board as a side sees it. The board is not touched."""

    def __init__(self, board: FieldBoard, side: str) -> None:
        self.board, self.side, self.foe = board, side, FOE[side]
        self.final = last_turn(board)
        self.own_lines = [Lines(board, rule) for rule in lines_of(board) if rule.side == side]
        self.foe_lines = [Lines(board, rule) for rule in lines_of(board) if rule.side != side]

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
    def cover(self) -> int:
        """Mask of the hexes that the own units hold or have in their zones of control."""
        return self.board.zone(self.side) | self.board.mask(self.side)

    @cached_property
    def enemy_zone(self) -> int:
        """Mask of the enemy zones of control."""
        return self.board.zone(self.foe)

    def foes(self, *arms: Arm) -> dict[int, float]:
        """The combat value by hex of the enemies that can attack; tired ones count less, in the last turn least."""
        board, found = self.board, dict[int, float]()
        for id in board.of(self.foe, *arms):
            now = board.units[id]
            fit = 1.0 if now.fatigue < TIRED_OUT - 1 else 0.7 if now.fatigue < TIRED_OUT else 0.4
            value = float(now.value) * (fit if not self.final else 0.0 if now.fatigue == TIRED_OUT else fit)
            found[now.space] = found.get(now.space, 0.0) + value
        return found

    def pressure(self, space: int) -> float:
        """The combat value that the enemy might bring against a hex."""
        return self._pressure.get(space, 0.0)

    @cached_property
    def _pressure(self) -> dict[int, float]:
        return self._pressing("infantry", "cavalry")

    @cached_property
    def storm(self) -> dict[int, float]:
        """The combat value of infantry that the enemy might bring against a hex."""
        return self._pressing("infantry")

    def _pressing(self, *arms: Arm) -> dict[int, float]:
        found: dict[int, float] = {}
        for there, value in self.foes(*arms).items():
            for hexes, share in zip(rings(self.board.ground, there), REACHED, strict=True):
                for space in hexes:
                    found[space] = found.get(space, 0.0) + share * value
        return found

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

    def lines_without(self, unit: str) -> list[Lines]:
        """The enemy's lines as if the unit were not there."""
        if not self.foe_lines:
            return self.foe_lines
        found = self._without.get(unit)
        if found is None:
            space = self.board.units[unit].space
            alone = len(self.board.at(space)) == 1
            if alone and any(lines.relief(space) >= 1 for lines in self.foe_lines):
                board = self.board.copy()
                board.remove(unit)
                found = [Lines(board, lines.rule) for lines in self.foe_lines]
            else:
                found = self.foe_lines
            self._without[unit] = found
        return found

    @cached_property
    def _without(self) -> dict[str, list[Lines]]:
        return {}

    # objectives and exits

    def ways_out(self, unit: str) -> int:
        """The hexes by which a unit leaves the map."""
        key = self.side, self.board.unit(unit).arm
        found = self._exits.get(key)
        if found is None:
            leave = exit_of(self.board, unit)
            found = self._exits[key] = exit_rows(self.board.ground, leave) if leave is not None else 0
        return found

    @cached_property
    def _exits(self) -> dict[tuple[str, str], int]:
        return {}

    @cached_property
    def objectives(self) -> dict[int, float]:
        """What the control of each hex is worth; who does not have it, loses it to the other."""
        parse = self.board.ground.map.parse
        return {
            parse(one.hex): float(one.points)
            for one in self.board.scenario.victory
            if isinstance(one, ControlPoints) and one.points > 0
        }

    def exit_worth(self) -> float:
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

    return ground.map.cached(("rings", space), make)
