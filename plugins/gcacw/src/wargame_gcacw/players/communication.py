"""Lines of communication as a player weighs them: what each hex counts, who is cut off by whom, where lines are thin.

Unlike the count at the end this looks at connections alone and guesses the rest: one flood over the map instead of a
search for every unit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from wargame_core.maps.masks import flood, mask_of
from wargame_gcacw.board.board import TIRED_OUT, FieldBoard
from wargame_gcacw.players.costs import last_turn
from wargame_gcacw.players.line_points import fixed_points, promises, zone_without
from wargame_gcacw.printed.counters_and_rules import Arm, LinePoints
from wargame_gcacw.rules.line_search import LineSearch, all_of, north_of, screening

T = TypeVar("T")

PROMISE = 0.75
"""How much what a unit may yet become counts beside what it is, before the last turn."""
LAST_STEPS = 0.19
"""The same in the last turn, for each march that the unit has left."""
MEMORY = 5000
"""How many findings are remembered."""


class Traffic:
    """The lines of a rule as the board stands. Points are those of the side whose units count lines."""

    def __init__(self, board: FieldBoard, rule: LinePoints) -> None:
        self.board, self.rule = board, rule
        self.search = LineSearch(board, rule)
        self.final = last_turn(board)
        self.units = tuple(board.of(rule.side, *rule.arms))
        self.starts = {id: self.search.starts(id) for id in self.units}

    # what a place counts, however the line runs

    def plain(self, arm: Arm, space: int, zone: bool) -> float:
        """What a unit counts in a hex whose line is open."""
        fixed = self._fixed(arm)[space]
        if zone and fixed:
            fixed += sum(one.points for one in self.search.reductions(arm, "in_zone"))
        return max(0.0, fixed)

    def _fixed(self, arm: Arm) -> tuple[float, ...]:
        found = self._tables.get(arm)
        if found is None:
            found = self._tables[arm] = fixed_points(self.board.ground, self.rule, arm)
        return found

    @cached_property
    def _tables(self) -> dict[str, tuple[float, ...]]:
        return {}

    def promise(self, arm: Arm, space: int) -> float:
        """What a hex promises a unit that marches on to a better one."""
        found = self._promised.get(arm)
        if found is None:
            found = self._promised[arm] = promises(self.board.ground, self.rule, arm, self.board.rain)
        return max(0.0, found.get(space, 0.0))

    @cached_property
    def _promised(self) -> dict[str, Mapping[int, float]]:
        return {}

    def place(self, unit: str, space: int) -> float:
        """What a hex is worth to a unit that counts a line."""
        arm = self.board.unit(unit).arm
        now = max(0.0, self.plain(arm, space, bool(self.search.zone >> space & 1)) + self.link(arm, space))
        share = self._share(unit)
        return (1 - share) * now + share * self.promise(arm, space)

    def _share(self, unit: str) -> float:
        """How much of what a unit counts is still to come."""
        return LAST_STEPS * (TIRED_OUT - self.board.units[unit].fatigue) if self.final else PROMISE

    def ahead(self, unit: str) -> float:
        """What a unit may still gain by marching on: more than it counts in its hex."""
        arm, space = self.board.unit(unit).arm, self.board.units[unit].space
        return max(0.0, self.rule.points - self._fixed(arm)[space])

    # connections

    def link(self, arm: Arm, space: int) -> float:
        """What a line from a hex counts less for its way: nothing, or a negative number."""
        found = self._links.get((arm, space))
        if found is None:
            first = mask_of(self.board.ground.steps[self.board.rain][space])
            found = self._links[arm, space] = self._lesser(arm, first, self._open, self._north_open, self._passed)
        return found

    @cached_property
    def _links(self) -> dict[tuple[str, int], float]:
        return {}

    def _lesser(self, arm: str, first: int, south: int, all: int, passed: list[tuple[int, float]]) -> float:
        if first & south:
            return 0.0
        best = -float(self.rule.points)
        if first & all:
            best = max(best, float(sum(one.points for one in self.search.reductions(arm, "north"))))
        toll = sum(one.points for one in self.search.reductions(arm, "screened_cavalry"))
        for reached, value in passed:
            if first & reached:
                best = max(best, toll * value)
                break
        return best

    @cached_property
    def north(self) -> int:
        """The hexes that some units must not pass without loss."""
        rows = [one.row for one in self.rule.reduction if one.why == "north" and one.row is not None]
        return all_of(north_of(self.board.ground, row) for row in rows)

    def flooded(self, free: int) -> int:
        """The hexes from which ways lead to a goal within a set of hexes."""
        course = self.search.course
        return self.recall(free, lambda: all_of(flood(course.ways, course.goals & free, free.bit_count(), free)))

    def recall(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was found in an earlier position that was the same in all that matters: most moves change little."""
        memory = self._memory
        found: T | None = memory.get(key)
        if found is None:
            if len(memory) > MEMORY:
                memory.clear()
            found = memory[key] = make()
        return found

    @cached_property
    def _memory(self) -> dict[Hashable, Any]:
        found: dict[Hashable, Any] = self.board.ground.map.cached(("memory of lines", self.rule), dict)
        return found

    @cached_property
    def free(self) -> int:
        """The hexes that no enemy bars; screened cavalry does not."""
        return self.search.course.open & ~self.search.hard

    @cached_property
    def _open(self) -> int:
        """The hexes from which a line leads on without any reduction."""
        return self.flooded(self.free & ~all_of(self.search.masks) & ~self.north)

    @cached_property
    def _north_open(self) -> int:
        return self.flooded(self.free & ~all_of(self.search.masks)) if self.north else self._open

    @cached_property
    def _passed(self) -> list[tuple[int, float]]:
        """The hexes that a line reaches past screened cavalry, with its combat value, the least first."""
        return self._tolls(self.free & ~self.north, self.search.masks, self.search.values)

    def _tolls(self, free: int, masks: list[int], values: list[int]) -> list[tuple[int, float]]:
        if not masks:
            return []
        found: list[tuple[int, float]] = []
        if len(masks) > 1:
            for n, value in sorted(enumerate(values), key=lambda one: one[1]):
                others = all_of(mask for k, mask in enumerate(masks) if k != n)
                found.append((self.flooded(free & ~others), value / 2))
        found.append((self.flooded(free), sum(values) / 2))
        return found

    # what all units count together, and what one more or one less of the enemy would do

    @cached_property
    def standing(self) -> Mapping[str, float]:
        """What each unit counts or will count where it stands, its way apart."""
        board, zone = self.board, self.search.zone
        found: dict[str, float] = {}
        for id in self.units:
            arm, space = board.unit(id).arm, board.units[id].space
            now = self.plain(arm, space, bool(zone >> space & 1))
            share = self._share(id)
            found[id] = (1 - share) * now + share * self.promise(arm, space)
        return found

    @cached_property
    def total(self) -> float:
        """What the units count together."""
        return self._total(self._open, self._north_open, self._passed)

    def _total(self, south: int, all: int, passed: list[tuple[int, float]]) -> float:
        book, sum = self.board.book.units, 0.0
        for id, worth in self.standing.items():
            less = self._lesser(book[id].arm, self.starts[id], south, all, passed)
            sum += max(0.0, worth + less)
        return sum

    def cut(self, footprint: int, value: float, screened: bool) -> float:
        """What the units count less together when an enemy with this footprint comes besides."""
        hard, masks, values = self.search.hard, list(self.search.masks), list(self.search.values)
        if screened:
            masks.append(footprint)
            values.append(round(value * 2))
        else:
            hard |= footprint
        return self.total - self._with(hard, masks, values)

    def relief(self, space: int) -> float:
        """What the units count more together when the enemies of a hex are gone."""
        found = self._reliefs.get(space)
        if found is None:
            board, search, zones = self.board, self.search, self.board.ground.zone
            mine = [n for n, ids in enumerate(search.groups) if board.units[ids[0]].space == space]
            hard = 0
            for id in board.of(search.foe):
                there, arm = board.units[id].space, board.unit(id).arm
                if there != space and not any(id in ids for ids in search.groups):
                    hard |= 1 << there if arm == "wagon" else 1 << there | zones[there]
            masks = [mask for n, mask in enumerate(search.masks) if n not in mine]
            values = [value for n, value in enumerate(search.values) if n not in mine]
            touched = 1 << space | zones[space]
            freed = self._with(hard, masks, values) - self.total if touched & search.course.open else 0.0
            found = self._reliefs[space] = freed + self.harassed(touched, zone_without(board, search.foe, space))
        return found

    @cached_property
    def _reliefs(self) -> dict[int, float]:
        return {}

    def _with(self, hard: int, masks: list[int], values: list[int]) -> float:
        free = self.search.course.open & ~hard
        south = self.flooded(free & ~all_of(masks) & ~self.north)
        if all(first & south for first in self.starts.values()):
            return sum(self.standing.values())
        north = self.flooded(free & ~all_of(masks)) if self.north else south
        return self._total(south, north, self._tolls(free & ~self.north, masks, values))

    def harassed(self, zone: int, others: int) -> float:
        """What the units in a zone of control count less for it, those in other zones apart."""
        board, lost = self.board, 0.0
        for id in self.units:
            space = board.units[id].space
            if zone >> space & 1 and not others >> space & 1:
                arm = board.unit(id).arm
                less = -sum(one.points for one in self.search.reductions(arm, "in_zone"))
                lost += min(max(0, less), max(0.0, self.standing[id]))
        return lost

    @cached_property
    def screened(self) -> int:
        """The hexes where enemy cavalry would not bar lines, because infantry is near."""
        return screening(self.board, self.rule.side, self.rule.screen)
