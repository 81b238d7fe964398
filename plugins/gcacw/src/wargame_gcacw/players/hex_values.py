"""What it is worth to a side that a unit stands in a hex, in its own victory points."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from attrs import evolve

from wargame_gcacw.board.board import WORK_VALUE, FieldBoard, Status
from wargame_gcacw.players.costs import LAST_POINT, disorder_price, manpower_price, train_price
from wargame_gcacw.players.cut_points import Lines
from wargame_gcacw.players.distance_fields import FAR
from wargame_gcacw.players.targets import BLOCK, Errands

HARASS = (0.3, 1.0)
"""The same for a zone of control on enemies that count lines."""
EXPOSED = {"wagon": (0.15, 0.7), "other": (0.08, 0.6)}
"""The chance of an attack that hurts: by how it grows with the enemy's superiority, and the most it can be."""
LOST = 0.9
"""The chance that a hex falls which nobody holds."""
YIELDING = 0.08
"""How the chance grows with the enemy's combat value for each point of those who hold it."""


class Places(Errands):
    """The board as a side sees it: what each of its units would be worth in each hex."""

    def __init__(self, board: FieldBoard, side: str) -> None:
        super().__init__(board, side)
        self._worth: dict[tuple[str, int], float] = {}
        self.struck: dict[tuple[str, int, int, str], float] = {}
        """What attacks of one unit are worth, by unit, start, target and kind: found by `strikes`."""

    def worth(self, unit: str, space: int) -> float:
        """What a unit is worth in a hex."""
        key = unit, space
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._judge(unit, space)
        return found

    def _judge(self, unit: str, space: int) -> float:
        arm = self.board.unit(unit).arm
        if self.ways_out(unit) >> space & 1:
            return self.exit_worth()
        total = -self.danger(unit, space)
        for lines in self.own_lines:
            if arm in lines.rule.arms:
                total += lines.place(unit, space)
        for field, worth, reach in self.errands(unit):
            far = field.get(space, FAR)
            if far < reach:
                total += worth * (1 - far / reach)
        if arm in ("infantry", "cavalry"):
            for lines in self.lines_without(unit):
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
            price = manpower_price(board, self.side, counter.arm, "zone_to_zone")
            return price + (LAST_POINT if now.manpower == 1 else 0.0)
        return disorder_price(board, now)

    # danger

    def danger(self, unit: str, space: int) -> float:
        """What the enemy may be expected to take from a unit in a hex."""
        pressure = self.pressure(space)
        if not pressure or (self.board.night and self.final):
            return 0.0
        board, now, counter = self.board, self.board.units[unit], self.board.unit(unit)
        others = (
            sum(float(board.units[id].value) * WORK_VALUE[board.units[id].work] for id in board.at(space) if id != unit)
            if board.holder(space) == self.side
            else 0.0
        )
        here = WORK_VALUE[now.work] if now.space == space else 1
        ratio = pressure / (others + float(now.value) * here + 0.01)
        share, most = EXPOSED["wagon" if counter.arm == "wagon" else "other"]
        chance = min(most, max(0.0, share * (ratio - 0.6)))
        price = self.price(self.side, counter.arm)
        if counter.arm == "wagon":
            return chance * (train_price(board, unit, hexes=3) + price)
        return chance * price * (1 + 0.08 * now.manpower)

    def _in_the_way(self, lines: Lines, unit: str, space: int) -> float:
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

    def _hold(self, unit: str, space: int) -> float:
        """What infantry does in an objective: takes it, or holds it against what may come."""
        points = self.objectives.get(space)
        if not points:
            return 0.0
        board, now = self.board, self.board.units[unit]
        pressure = self.storm.get(space, 0.0)
        others = [board.units[id] for id in board.at(space) if id != unit and board.unit(id).arm == "infantry"]
        before = risk(pressure, sum(map(defence, others)))
        here = now if now.space == space else evolve(now, space=space, work="")
        after = risk(pressure, sum(map(defence, others)) + defence(here))
        taken = board.control.get(space) == self.foe
        return points * (1 - after) if taken else points * (before - after)

    def deserted(self, ids: Sequence[str]) -> float:
        """What is lost when these units leave their objectives together, beyond what each leaving alone would lose."""
        board, lost = self.board, 0.0
        for space in {board.units[id].space for id in ids}:
            points = self.objectives.get(space, 0.0) if board.control.get(space) == self.side else 0.0
            held = {id: defence(board.units[id]) for id in board.at(space) if board.unit(id).arm == "infantry"}
            gone = [id for id in ids if id in held]
            if points and len(gone) > 1:
                storm, every = self.storm.get(space, 0.0), sum(held.values())
                now = risk(storm, every)
                lost += points * (risk(storm, every - sum(held[id] for id in gone)) - now)
                lost -= points * sum(risk(storm, every - held[id]) - now for id in gone)
        return lost


def defence(now: Status) -> float:
    """The combat value of a defender with its work."""
    return float(now.value) * WORK_VALUE[now.work]


def risk(pressure: float, held: float) -> float:
    """The chance that a hex falls to so much pressure."""
    if pressure < 1:
        return 0.0
    return LOST if held <= 0 else LOST * (1 - exp(-YIELDING * pressure / held))
