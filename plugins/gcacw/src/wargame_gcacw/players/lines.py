"""Lines of communication as a player weighs them: where lines lead on, what units count, what an enemy would change.

Unlike the count at the end this looks at connections alone and guesses the rest: one flood over the map instead of a
search for every unit.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from attrs import field, frozen

from wargame_core.maps.masks import bits, connected, mask_of
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.players.costs import Memo, from_memory, hex_promises, memoized, memory_of
from wargame_gcacw.printed.counters import TIRED_OUT, Arm, Side
from wargame_gcacw.rules.lines_of_communication import (
    HALVES,
    LinePoints,
    LineSearch,
    all_of,
    course_of,
    hexes_with_reduction,
)

# From which hexes lines lead on
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
    def _memory(self) -> dict[Hashable, Any]:
        return memory_of(self.board.ground.map, self.rule)

    def remember(self, key: Hashable, factory: Callable[[], T]) -> T:
        """What was worked out in an earlier position that was the same in all that matters."""
        return from_memory(self._memory, ROOM, key, factory)

    @cached_property
    def search(self) -> LineSearch:
        """The enemies as lines meet them."""
        return LineSearch(self.board, self.rule)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The units that count lines."""
        return tuple(self.board.of(self.rule.side, *self.rule.arms))

    @cached_property
    def start_masks(self) -> Mapping[str, int]:
        """For each unit the mask of the hexes where its line may begin."""
        return {unit: self.search.starts(unit) for unit in self.units}

    @cached_property
    def north(self) -> int:
        """The hexes that some units must not pass without loss."""
        ground = self.board.ground
        return all_of(reduction.north(ground) for reduction in self.rule.reduction if reduction.why == "north")

    @cached_property
    def unbarred_hexes(self) -> int:
        """The hexes that no enemy bars; screened cavalry does not."""
        return self.search.course.open & ~self.search.hard

    @property
    def screened_hexes(self) -> int:
        """The hexes where enemy cavalry would not bar lines, because infantry is near."""
        return self.search.screened

    @cached_property
    def connections(self) -> Connections:
        """The connections as the board stands."""
        return connections(self, self.unbarred_hexes, self.search.masks, self.search.values)


def lines_key(board: FieldBoard, rule: LinePoints) -> Hashable:
    """All of a board that matters to the lines of a rule: on equal boards they are the same."""
    counters, is_last_turn = board.book.units, board.last_turn
    key_parts: list[Hashable] = [board.rain, is_last_turn]
    for unit, state in board.units.items():
        counter = counters[unit]
        if counter.side != rule.side:
            cavalry = counter.arm == "cavalry"
            key_parts.append(
                (unit, state.space, state.manpower, state.disorganized) if cavalry else (unit, state.space)
            )
        elif counter.arm in rule.arms or counter.arm == "infantry":
            key_parts.append((unit, state.space, state.fatigue) if is_last_turn else (unit, state.space))
    return tuple(key_parts)


def hexes_connected_to_goals(lines: Lines, free_hexes: int) -> int:
    """The hexes from which ways lead to a goal within a set of hexes."""
    course = lines.search.course
    return lines.remember(free_hexes, lambda: connected(course.ways, course.goals & free_hexes, free_hexes))


def clear_hexes(lines: Lines, free_hexes: int, masks: Sequence[int]) -> int:
    """The hexes from which lines lead on that pass neither the north nor screened cavalry (its masks)."""
    return hexes_connected_to_goals(lines, free_hexes & ~all_of(masks) & ~lines.north)


def connections(lines: Lines, free_hexes: int, masks: Sequence[int], values: Sequence[int]) -> Connections:
    """The connections where these hexes are free, but for screened cavalry: its masks and its values in halves."""
    clear = clear_hexes(lines, free_hexes, masks)
    north = hexes_connected_to_goals(lines, free_hexes & ~all_of(masks)) if lines.north else clear
    return Connections(clear, north, _passing(lines, free_hexes & ~lines.north, masks, values))


def _passing(lines: Lines, free_hexes: int, masks: Sequence[int], values: Sequence[int]) -> Sequence[tuple[int, float]]:
    """The hexes that lines reach past one stack of screened cavalry, or past all: see `Connections`."""
    if not masks:
        return []
    passages: list[tuple[int, float]] = []
    if len(masks) > 1:
        for number, value in sorted(enumerate(values), key=lambda number_and_value: number_and_value[1]):
            other_masks = all_of(mask for other_number, mask in enumerate(masks) if other_number != number)
            passages.append((hexes_connected_to_goals(lines, free_hexes & ~other_masks), value / 2))
    passages.append((hexes_connected_to_goals(lines, free_hexes), sum(values) / 2))
    return passages


@memoized
def reduction(lines: Lines, arm: Arm, why: str) -> int:
    """The points that a reduction of a kind gives an arm: none, or a negative number."""
    return sum(rule.points for rule in lines.search.reductions(arm, why))


def way_points(lines: Lines, arm: Arm, start: int, connections: Connections) -> float:
    """What the way of a line from some hexes (a mask) counts: nothing, or a negative number."""
    if start & connections.clear:
        return 0.0
    best_points = -float(lines.rule.points)
    if start & connections.north:
        best_points = max(best_points, float(reduction(lines, arm, "north")))
    for passage_hexes, value in connections.passing:
        if start & passage_hexes:
            best_points = max(best_points, reduction(lines, arm, "screened_cavalry") * value)
            break
    return best_points


@memoized
def way_points_from(lines: Lines, arm: Arm, space: int) -> float:
    """What the way of a line from a hex counts, as the board stands: nothing, or a negative number."""
    start = mask_of(lines.board.ground.steps[lines.board.rain][space])
    return way_points(lines, arm, start, lines.connections)


# What hexes count, whoever stands where
HOMEWARD = 0.22
"""What half a movement point of the way to a better place is worth to a unit that counts a line."""


@memoized
def fixed_points(lines: Lines, arm: Arm) -> Sequence[float]:
    """What a unit counts in each hex for the hex alone: the printed points less what its place takes away."""
    ground, rule = lines.board.ground, lines.rule

    def make_points() -> tuple[float, ...]:
        reductions = [
            (hexes_with_reduction(ground, line_reduction), line_reduction.points)
            for line_reduction in rule.reduction
            if arm in line_reduction.arms
        ]
        return tuple(
            max(0.0, float(rule.points + sum(points for hexes, points in reductions if hexes >> space & 1)))
            for space in range(ground.map.size)
        )

    return ground.map.cached(("fixed line points", rule, arm), make_points)


@memoized
def promises(lines: Lines, arm: Arm) -> Mapping[int, float]:
    """What each hex promises a unit of an arm: the best it may come to on ways that lead to a goal."""
    ground, rule, rain = lines.board.ground, lines.rule, lines.board.rain

    def make_promises() -> Mapping[int, float]:
        course = course_of(ground, rule)
        connected_hexes = connected(course.ways, course.goals, course.open)
        start_values: dict[int, float] = {}
        for space, points in enumerate(fixed_points(lines, arm)):
            for reduction in rule.reduction:
                if reduction.why == "north" and arm in reduction.arms:
                    points += reduction.points if reduction.north(ground) >> space & 1 else 0
            if points > 0 and any(connected_hexes >> neighbour & 1 for neighbour in ground.steps[rain][space]):
                start_values[space] = points
        return hex_promises(ground, start_values, HOMEWARD, rain, arm == "wagon")

    return ground.map.cached(("line promises", rule, arm, rain), make_promises)


def zone_without(board: FieldBoard, side: Side, space: int) -> int:
    """The zones of control of a side without the units of a hex."""
    zones, zone = board.ground.zone, 0
    for other_space in bits(board.mask(side, "infantry", "cavalry", "artillery") & ~(1 << space)):
        zone |= zones[other_space]
    return zone


# A unit in a hex
SHARE_OF_PROMISE = 0.75
"""How much what a unit may yet become counts beside what it is, before the last turn."""
SHARE_IN_LAST_TURN = 0.19
"""The same in the last turn, for each march that the unit has left."""


def hex_points(lines: Lines, arm: Arm, space: int, in_zone: bool) -> float:
    """What a unit counts in a hex whose line is open."""
    points = fixed_points(lines, arm)[space]
    if in_zone and points:
        points += reduction(lines, arm, "in_zone")
    return max(0.0, points)


def promise(lines: Lines, arm: Arm, space: int) -> float:
    """What a hex promises a unit that marches on to a better one."""
    return max(0.0, promises(lines, arm).get(space, 0.0))


@memoized
def line_value(lines: Lines, arm: Arm, share: float, space: int) -> float:
    """What a hex is worth to a unit that counts a line; ``share`` of what it counts is still to come."""
    in_zone = bool(lines.search.zone >> space & 1)
    present_value = max(0.0, hex_points(lines, arm, space, in_zone) + way_points_from(lines, arm, space))
    return (1 - share) * present_value + share * promise(lines, arm, space)


def points_ahead(lines: Lines, unit: str) -> float:
    """What a unit may still gain by marching on: more than it counts in its hex."""
    arm, space = lines.board.unit(unit).arm, lines.board.units[unit].space
    return max(0.0, lines.rule.points - fixed_points(lines, arm)[space])


def share_to_come(lines: Lines, unit: str) -> float:
    """How much of what a unit counts is still to come."""
    return (
        SHARE_IN_LAST_TURN * (TIRED_OUT - lines.board.units[unit].fatigue)
        if lines.board.last_turn
        else SHARE_OF_PROMISE
    )


# All units together
@memoized
def unit_values(lines: Lines) -> Mapping[str, float]:
    """What each unit counts or will count where it stands, its way apart."""
    board, zone = lines.board, lines.search.zone
    values: dict[str, float] = {}
    for unit in lines.units:
        arm, space = board.unit(unit).arm, board.units[unit].space
        share = share_to_come(lines, unit)
        present_value = hex_points(lines, arm, space, bool(zone >> space & 1))
        values[unit] = (1 - share) * present_value + share * promise(lines, arm, space)
    return values


@memoized
def points_of_all_lines(lines: Lines) -> float:
    """What the units count together."""
    return _total(lines, lines.connections)


def _total(lines: Lines, ways: Connections) -> float:
    units, points = lines.board.book.units, 0.0
    for unit, value in unit_values(lines).items():
        points += max(0.0, value + way_points(lines, units[unit].arm, lines.start_masks[unit], ways))
    return points


def loss_by_screened(lines: Lines, footprint: int, value: float) -> float:
    """What the units count less together when screened cavalry of this combat value comes, with this footprint."""
    search = lines.search
    masks, values = [*search.masks, footprint], [*search.values, round(value * HALVES)]
    return points_of_all_lines(lines) - _total_against(lines, search.hard, masks, values)


@memoized
def total_barred(lines: Lines, spaces: tuple[int, ...]) -> float:
    """What the units still count together when enemies bar all these hexes with their zones of control besides."""
    hard_hexes = lines.search.hard | all_of(1 << space | lines.board.ground.zone[space] for space in spaces)
    return _total_against(lines, hard_hexes, lines.search.masks, lines.search.values)


@memoized
def gain_without_enemies(lines: Lines, space: int) -> float:
    """What the units count more together when the enemies of a hex are gone."""
    board, search = lines.board, lines.search
    footprint = 1 << space | board.ground.zone[space]
    freed_points = 0.0
    if footprint & search.course.open:
        hard_hexes, groups = search.barring(cleared_hex=space)
        other_groups = [number for number, units in enumerate(search.groups) if board.units[units[0]].space in groups]
        masks, values = (
            [search.masks[number] for number in other_groups],
            [search.values[number] for number in other_groups],
        )
        freed_points = _total_against(lines, hard_hexes, masks, values) - points_of_all_lines(lines)
    return freed_points + harassment_loss(lines, footprint & ~zone_without(board, search.foe, space))


def _total_against(lines: Lines, hard_hexes: int, masks: Sequence[int], values: Sequence[int]) -> float:
    """What the units would count together if enemies barred ``hard_hexes`` and screened cavalry stood in these
    masks."""
    free_hexes = lines.search.course.open & ~hard_hexes
    clear = clear_hexes(lines, free_hexes, masks)
    if all(start & clear for start in lines.start_masks.values()):
        return sum(unit_values(lines).values())
    return _total(lines, connections(lines, free_hexes, masks, values))


@memoized
def _in_zone_losses(lines: Lines) -> tuple[int, Sequence[tuple[int, float]]]:
    """The hexes of the units that would count less in a zone of control: all of them, and each with how much less."""
    board, values = lines.board, unit_values(lines)
    losses = [
        (1 << board.units[unit].space, min(max(0, -reduction(lines, board.unit(unit).arm, "in_zone")), values[unit]))
        for unit in lines.units
    ]
    losses = [(space, loss) for space, loss in losses if loss > 0]
    return all_of(space for space, _ in losses), losses


@memoized
def harassment_from_hex(lines: Lines, space: int) -> float:
    """What the units count less together for an enemy in a hex, who would have it in his zone of control with more."""
    return harassment_loss(lines, lines.board.ground.zone[space] & ~lines.search.zone)


def harassment_loss(lines: Lines, zone: int) -> float:
    """What the units in these hexes count less when they lie in a zone of control."""
    hexes, losses = _in_zone_losses(lines)
    return sum(loss for space, loss in losses if space & zone) if hexes & zone else 0.0
