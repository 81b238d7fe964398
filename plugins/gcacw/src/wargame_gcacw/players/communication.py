"""Lines of communication as a player weighs them: from which hexes a line leads on, and what its way takes.

Unlike the count at the end this looks at connections alone and guesses the rest: one flood over the map instead of a
search for every unit. What units count for their lines is in `line_values`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from attrs import field, frozen

from wargame_core.maps.masks import flood, mask_of
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players.costs import last_turn
from wargame_gcacw.players.memo import Memo, kept, memory_of, remembered
from wargame_gcacw.printed.counters import Arm
from wargame_gcacw.printed.scenario import LinePoints
from wargame_gcacw.rules.lines_of_communication import LineSearch, all_of, north_of, screening

T = TypeVar("T")

ROOM = 5000
"""How many results about the lines of a rule are kept: most moves change little of what matters to them."""


@frozen
class Connections:
    """The hexes from which a line leads to a goal.

    ``clear`` without any reduction, ``north`` perhaps through the north, ``passing`` past screened cavalry: hexes and
    the combat value passed, the least first.
    """

    clear: int
    north: int
    passing: Sequence[tuple[int, float]]


@frozen(eq=False, slots=False)
class Lines:
    """The lines of a rule on a board that does not change. Points are those of the side whose units count lines."""

    board: FieldBoard
    rule: LinePoints
    memo: Memo = field(factory=dict, init=False, repr=False)

    @cached_property
    def memory(self) -> dict[Hashable, Any]:
        """See `kept_for_lines`."""
        return memory_of(self.board.ground.map, self.rule)

    @cached_property
    def search(self) -> LineSearch:
        """The enemies as lines meet them."""
        return LineSearch(self.board, self.rule)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The units that count lines."""
        return tuple(self.board.of(self.rule.side, *self.rule.arms))

    @cached_property
    def starts(self) -> Mapping[str, int]:
        """For each unit the mask of the hexes where its line may begin."""
        return {unit: self.search.starts(unit) for unit in self.units}

    @cached_property
    def north(self) -> int:
        """The hexes that some units must not pass without loss."""
        rows = [reduction.row for reduction in self.rule.reduction if reduction.why == "north"]
        return all_of(north_of(self.board.ground, row) for row in rows if row is not None)

    @cached_property
    def free(self) -> int:
        """The hexes that no enemy bars; screened cavalry does not."""
        return self.search.course.open & ~self.search.hard

    @cached_property
    def screened(self) -> int:
        """The hexes where enemy cavalry would not bar lines, because infantry is near."""
        return screening(self.board, self.rule.side, self.rule.screen)

    @cached_property
    def connections(self) -> Connections:
        """The connections as the board stands."""
        return connections(self, self.free, self.search.masks, self.search.values)


def met_by_lines(board: FieldBoard, rule: LinePoints) -> Hashable:
    """All of a board that matters to the lines of a rule: on equal boards they are the same."""
    counters, last = board.book.units, last_turn(board)
    met: list[Hashable] = [board.rain, last]
    for unit, now in board.units.items():
        counter = counters[unit]
        if counter.side != rule.side:
            cavalry = counter.arm == "cavalry"
            met.append((unit, now.space, now.manpower, now.disorganized) if cavalry else (unit, now.space))
        elif counter.arm in rule.arms or counter.arm == "infantry":
            met.append((unit, now.space, now.fatigue) if last else (unit, now.space))
    return tuple(met)


def kept_for_lines(lines: Lines, key: Hashable, make: Callable[[], T]) -> T:
    """What was worked out in an earlier position that was the same in all that matters."""
    return kept(lines.memory, ROOM, key, make)


def flooded(lines: Lines, free: int) -> int:
    """The hexes from which ways lead to a goal within a set of hexes."""
    course = lines.search.course
    return kept_for_lines(lines, free, lambda: all_of(flood(course.ways, course.goals & free, free.bit_count(), free)))


def clear_hexes(lines: Lines, free: int, masks: Sequence[int]) -> int:
    """The hexes from which lines lead on that pass neither the north nor screened cavalry (its masks)."""
    return flooded(lines, free & ~all_of(masks) & ~lines.north)


def connections(lines: Lines, free: int, masks: Sequence[int], values: Sequence[int]) -> Connections:
    """The connections where these hexes are free, but for screened cavalry: its masks and its values in halves."""
    clear = clear_hexes(lines, free, masks)
    north = flooded(lines, free & ~all_of(masks)) if lines.north else clear
    return Connections(clear, north, _passing(lines, free & ~lines.north, masks, values))


def _passing(lines: Lines, free: int, masks: Sequence[int], values: Sequence[int]) -> Sequence[tuple[int, float]]:
    """The hexes that lines reach past one stack of screened cavalry, or past all: see `Connections`."""
    if not masks:
        return []
    reached: list[tuple[int, float]] = []
    if len(masks) > 1:
        for number, value in sorted(enumerate(values), key=lambda numbered: numbered[1]):
            others = all_of(mask for other, mask in enumerate(masks) if other != number)
            reached.append((flooded(lines, free & ~others), value / 2))
    reached.append((flooded(lines, free), sum(values) / 2))
    return reached


@remembered
def reduction(lines: Lines, arm: Arm, why: str) -> int:
    """The points that a reduction of a kind gives an arm: none, or a negative number."""
    return sum(rule.points for rule in lines.search.reductions(arm, why))


def way_points(lines: Lines, arm: Arm, start: int, connections: Connections) -> float:
    """What the way of a line from some hexes (a mask) counts: nothing, or a negative number."""
    if start & connections.clear:
        return 0.0
    best = -float(lines.rule.points)
    if start & connections.north:
        best = max(best, float(reduction(lines, arm, "north")))
    for reached, value in connections.passing:
        if start & reached:
            best = max(best, reduction(lines, arm, "screened_cavalry") * value)
            break
    return best


@remembered
def way_points_from(lines: Lines, arm: Arm, space: int) -> float:
    """What the way of a line from a hex counts, as the board stands: nothing, or a negative number."""
    start = mask_of(lines.board.ground.steps[lines.board.rain][space])
    return way_points(lines, arm, start, lines.connections)
