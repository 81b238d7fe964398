"""Lines of communication: the line of each unit that counts most, what it counts, and why a unit has none.

All units of a side share one search. From the goals a flood runs back over the ways that nothing bars; cavalry that is
screened opens its hexes for its combat value. Sets of such cavalry are tried, the cheapest first, each only where the
flood has come up against it. Combat values are in half points here, so that they are whole numbers.

Source: On the 4th Day, Victory Conditions, Line of Communication. Readings: Which line counts, Ends of a line,
Screens of cavalry
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import ClassVar, Final, assert_never

from attrs import asdict, define, evolve, field, frozen

from wargame_core.authoring import LEGAL, Cite, Reason, Verdict
from wargame_core.errors import UnknownName
from wargame_core.json_form import JsonObject, plain
from wargame_core.maps.masks import Passage, bits, connected, flood, mask_of, walk_back
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.series import TERRAINS, WAYS
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.book import Book, Ground, Reduction, ReductionByWholeRows
from wargame_gcacw.printed.counters import FOE, NATION, Arm, HexName, Side
from wargame_gcacw.rules.movement_costs import TRAIN_WAYS
from wargame_gcacw.rules.points_ledger import Item, LedgerLine, signed_points
from wargame_gcacw.rules.special_rules import Mistake, SpecialRule, VictoryCondition, unknown_words

HALVES: Final = 2
SEAM_IS_NORTH, SEAM_IS_SOUTH = "north", "south"
"""The readings of hexes that the seam of two maps cuts: the values of the option ``seam``."""


@frozen(cache_hash=True)
class LinePoints(VictoryCondition):
    """Points for each unit of a side that can trace a line of communication at the end, less its reductions.

    The line runs to one of the ``goals`` over hexsides with ``ways``. It does not enter the row of the hex ``north`` or
    any north of it, that of ``south`` or any south of it, the column of ``east`` or any east of it, nor a hex of a
    terrain in ``needs_pike`` without a pike. Enemy cavalry blocks no line when infantry is within ``screen`` hexes.
    Of several lines the one that counts most is taken; a unit never counts less than nothing.
    """

    kind: ClassVar[str] = "line_of_communication"
    by_tallies: ClassVar[bool] = True
    side: Side
    arms: tuple[Arm, ...]
    points: int
    goals: tuple[HexName, ...]
    ways: tuple[str, ...]
    north: HexName
    south: HexName
    east: HexName
    needs_pike: tuple[str, ...]
    screen: int
    reduction: tuple[Reduction, ...] = ()

    def ledger(self, board: FieldBoard) -> Iterator[LedgerLine]:
        """Points for each unit that can trace a line of communication, less its reductions.

        Source: On the 4th Day, Victory Conditions, Line of Communication
        """
        for line in lines_of_communication(board, self):
            reasons_text = "; ".join(reason.text for reason in line.why.reasons)
            label = f"{board.name(line.unit)}: {'no ' if line.blocked else ''}line of communication"
            yield LedgerLine(line.points, label, cites.LINES, reasons_text, line.unit, line.path, line.parts)

    def says(self, board: FieldBoard) -> Iterator[tuple[str, Cite]]:
        arms, ways = " or ".join(self.arms), " or ".join(self.ways)
        pikes = f"; {' and '.join(self.needs_pike)} only by a pike" if self.needs_pike else ""
        yield (
            f"{signed_points(self.points)} for each {NATION[self.side]} {arms} unit "
            "that can trace a line of communication "
            f"at the end, by {ways} to {self.goals[0]} - {self.goals[-1]}; enemy cavalry blocks none with infantry "
            f"within {self.screen} hexes. No line enters the rows from {self.north} north or from {self.south} south, "
            f"nor the columns from {self.east} east{pikes}.",
            cites.LINES,
        )
        for reduction in self.reduction:
            seam = ", the N hexes of the seam too" if reduction.seam else ""
            reason = REDUCTION_CLAUSES[reduction.why].format(row=f"{reduction.row}{seam}", column=reduction.column)
            if reduction.north_column:
                reason += f" ({reduction.north_column} where it stands in that row or north of it{seam})"
            arms = " or ".join(reduction.arms)
            yield f"A line counts {-reduction.points} less for {arms} units {reason}.", cites.LINES

    def read_by(self, options: Mapping[str, str]) -> LinePoints:
        if options["seam"] == SEAM_IS_NORTH:
            return self
        by_rows = (ReductionByWholeRows(**asdict(reduction, recurse=False)) for reduction in self.reduction)
        return evolve(self, reduction=tuple(by_rows))

    def wish(self, board: FieldBoard, side: Side) -> str:
        arms = " and ".join("trains" if arm == "wagon" else arm for arm in self.arms)
        if self.side == side:
            return f"keep the lines of communication of {arms} open"
        return f"cut the lines of communication of the enemy's {arms}"

    def mistakes(self, rules: Sequence[SpecialRule], book: Book) -> Iterator[Mistake]:
        if not self.goals:
            yield ("goals",), "E205", "a line of communication needs a hex to lead to", ""
        yield from unknown_words("ways", "a kind of way", self.ways, WAYS)
        yield from unknown_words("needs_pike", "a terrain", self.needs_pike, TERRAINS)


REDUCTION_CLAUSES: Final = {
    "screened_cavalry": "for each combat point of screened enemy cavalry on it",
    "north": "when it must go north into the row of {row}",
    "far_east": "in the column of {column} or east of it",
    "in_zone": "in an enemy zone of control",
    "off_pike": "in a hex without a pike",
}
"""When a line of communication counts less."""


@frozen
class Line:
    """The line of communication of a unit, and the points that it counts.

    ``path`` has the hexes from the first one beside the unit to the goal. It is empty when no line can be traced, and
    then ``why`` has the reasons. ``screened`` are the enemy cavalry on the line that infantry screens.
    """

    unit: str
    points: Fraction
    path: tuple[str, ...] = ()
    parts: tuple[Item, ...] = ()
    screened: tuple[str, ...] = ()
    why: Verdict = LEGAL

    @property
    def blocked(self) -> bool:
        """Whether no line can be traced."""
        return not self.path

    def to_json(self) -> JsonObject:
        return {
            "unit": self.unit,
            "points": plain(self.points),
            "blocked": self.blocked,
            "path": list(self.path),
            "parts": [part.to_json() for part in self.parts],
            "screened": list(self.screened),
            "why": [reason.to_json() for reason in self.why.reasons],
        }


def line_of_communication(board: FieldBoard, rule: LinePoints, unit: str) -> Line:
    """The best line of a unit on the map, as a ``rule`` of the scenario counts lines.

    Raises:
        UnknownName: the unit is not on the map, or no line counts for such a unit.
    """
    countable = tuple(board.of(rule.side, *rule.arms))
    if unit not in countable:
        raise UnknownName("unit that counts a line of communication", unit, countable)
    return lines_of_communication(board, rule, (unit,))[0]


def lines_of_communication(board: FieldBoard, rule: LinePoints, units: Iterable[str] | None = None) -> tuple[Line, ...]:
    """The best line of every unit on the map that may count one, or of these ``units``.

    Lines are remembered with the book for as long as they hold: see `_Situation`.
    """
    counted_units = tuple(board.of(rule.side, *rule.arms) if units is None else units)
    search = LineSearch(board, rule)
    situation, places, zone = _situation_of(search), board.units, search.zone
    keys = {unit: (unit, (space := places[unit].space), zone >> space & 1) for unit in counted_units}
    missing_units = [unit for unit, key in keys.items() if key not in situation.lines and key not in situation.blocked]
    traced_lines = search.best(missing_units) if missing_units else {}
    for unit in missing_units:
        line = _valued_line(search, unit, traced_lines.get(unit))
        (situation.blocked if line.blocked else situation.lines)[keys[unit]] = line
    return tuple(situation.lines.get(keys[unit]) or situation.blocked[keys[unit]] for unit in counted_units)


# what a line counts
def _valued_line(search: LineSearch, unit: str, traced_line: TracedLine | None) -> Line:
    """What a unit's line counts."""
    if traced_line is None:
        return Line(unit, Fraction(0), why=Verdict(tuple(_reasons_without_line(search, unit))))
    board, rule = search.board, search.rule
    cavalry = tuple(unit_id for group_number in bits(traced_line.passed) for unit_id in search.groups[group_number])
    parts = [Item(Fraction(rule.points), "line of communication", "", cites.LINES)]
    parts += _reduction_items(search, unit, traced_line, cavalry)
    points = sum((part.points for part in parts), Fraction(0))
    if points < 0:
        parts.append(Item(-points, "no unit counts less than nothing", "", cites.LINES))
    path = tuple(map(board.ground.name, traced_line.spaces))
    return Line(unit, max(points, Fraction(0)), path, tuple(parts), cavalry)


def _reduction_items(
    search: LineSearch, unit: str, traced_line: TracedLine, cavalry: tuple[str, ...]
) -> Iterator[Item]:
    board = search.board
    own_hex, arm = board.units[unit].space, board.unit(unit).arm
    for reduction in search.reductions(arm, "screened_cavalry"):
        for unit_id in cavalry:
            yield Item(
                Fraction(reduction.points * board.units[unit_id].value),
                f"{board.name(unit_id)} on the line",
                f"cavalry in {board.hex(unit_id)}, screened by infantry",
                cites.LINES,
            )
    for reduction in search.reductions(arm, "north", "far_east", "in_zone", "off_pike"):
        counts = _why_less(search, own_hex, traced_line, reduction)
        if counts is not None:
            label, reason = counts
            yield Item(Fraction(reduction.points), label, reason, cites.LINES)


def _why_less(
    search: LineSearch, own_hex: int, traced_line: TracedLine, reduction: Reduction
) -> tuple[str, str] | None:
    """What a reduction is called and why it counts for a unit in a hex; None where it does not count."""
    ground = search.board.ground
    match reduction.why:
        case "north":
            north = reduction.north(ground)
            north_space = next((space for space in traced_line.spaces if north >> space & 1), None)
            return None if north_space is None else ("the line must go far north", f"by {ground.name(north_space)}")
        case "far_east":
            return (
                ("too far east", f"in {ground.name(own_hex)}")
                if hexes_with_reduction(ground, reduction) >> own_hex & 1
                else None
            )
        case "in_zone":
            return (f"in a {NATION[search.foe]} zone of control", "") if search.zone >> own_hex & 1 else None
        case "off_pike":
            return ("not on a pike", "") if hexes_with_reduction(ground, reduction) >> own_hex & 1 else None
        case "screened_cavalry":
            return None  # each unit of that cavalry counts for itself
        case _:
            assert_never(reduction.why)


def hexes_with_reduction(ground: Ground, reduction: Reduction) -> int:
    """Mask of the hexes in which a unit loses the points of a reduction for its hex alone, whatever way its line takes.

    Source: On the 4th Day, Victory Conditions, Line of Communication
    """

    def make_hexes() -> int:
        if reduction.why == "off_pike":
            return ground.map.all & ~ground.pike_hexes
        if reduction.why != "far_east":
            return 0
        column, _ = ground.columns_and_rows
        limit = column[ground.map.parse(reduction.column)]
        in_north, northern_limit = 0, limit
        if reduction.north_column:
            in_north = reduction.north(ground)
            northern_limit = column[ground.map.parse(reduction.north_column)]
        return mask_of(
            space
            for space, hex_column in enumerate(column)
            if hex_column >= (northern_limit if in_north >> space & 1 else limit)
        )

    return ground.map.cached(("reduced in", reduction), make_hexes)


def _reasons_without_line(search: LineSearch, unit: str) -> Iterator[Reason]:
    """Why a unit has no line: nowhere to begin, no way at all, or who bars the shortest way there would be."""
    board, ground, course = search.board, search.board.ground, search.course
    own_hex = ground.label(board.units[unit].space)
    starts = search.starts(unit) & course.open
    if not starts:
        yield Reason("no_start", f"no hex that it could move to from {own_hex} may be on a line", cites.LINES)
        return
    open_hexes = course.open & ~(1 << board.units[unit].space)
    layers = flood(course.ways, course.goals & open_hexes, open_hexes.bit_count(), open_hexes)
    if not starts & all_of(layers):
        yield Reason("no_way", f"no way leads from beside {own_hex} to where lines end", cites.LINES)
        return
    path = shortest_line(course.ways, layers, starts)
    passable = {unit_id for ids in search.groups for unit_id in ids}
    for unit_id in board.of(search.foe):
        space, arm = board.units[unit_id].space, board.unit(unit_id).arm
        hexes_barred = 1 << space if arm == "wagon" else 1 << space | ground.zone[space]
        barred_steps = [step for step in path if hexes_barred >> step & 1]
        if barred_steps and unit_id not in passable:
            bar_in_words = "stands in" if barred_steps == [space] else "has in its zone of control"
            cavalry_clause = f", with no infantry within {search.rule.screen} hexes" if arm == "cavalry" else ""
            places_in_words = ", ".join(map(ground.name, barred_steps))
            yield Reason(
                "enemy",
                f"{board.name(unit_id)} in {board.hex(unit_id)} {bar_in_words} {places_in_words}{cavalry_clause}",
                cites.LINES,
            )


# the search
@frozen(eq=False)
class TracedLine:
    """A line: its hexes from the unit to the goal, the sets of cavalry it passes (a mask), their value in halves."""

    spaces: tuple[int, ...]
    passed: int
    value: int


class LineSearch:
    """Enemies on a board as lines meet them: ``hard`` hexes are barred, those of ``groups`` cost their value."""

    def __init__(self, board: FieldBoard, rule: LinePoints) -> None:
        self.board, self.rule = board, rule
        self.course = course_of(board.ground, rule)
        self.foe = FOE[rule.side]
        self.zone = board.zone(self.foe)
        self.screened = screened_mask(board, rule.side, rule.screen)
        self.hard, groups = self.barring()
        self.groups = tuple(tuple(ids) for ids in groups.values())
        self.values = [int(board.value(ids) * HALVES) for ids in self.groups]
        self.masks = [1 << space | board.ground.zone[space] for space in groups]

    def barring(self, cleared_hex: int | None = None) -> tuple[int, dict[int, list[str]]]:
        """Mask of the hexes that enemies bar, and by hex the cavalry that is screened; but for a hex
        ``cleared_hex``.
        """
        board, zones, hard_hexes = self.board, self.board.ground.zone, 0
        groups: dict[int, list[str]] = {}
        for unit_id in board.of(self.foe):
            space, arm = board.units[unit_id].space, board.unit(unit_id).arm
            if space == cleared_hex:
                continue
            if arm == "cavalry" and self.screened >> space & 1:
                groups.setdefault(space, []).append(unit_id)
            else:
                hard_hexes |= 1 << space if arm == "wagon" else 1 << space | zones[space]
        return hard_hexes, groups

    def reductions(self, arm: str, *kinds: str) -> Iterator[Reduction]:
        """The reductions of these kinds that apply to an arm."""
        return (reduction for reduction in self.rule.reduction if reduction.why in kinds and arm in reduction.arms)

    def starts(self, unit: str) -> int:
        """Mask of the hexes beside a unit where its line may begin: those it could move to by terrain."""
        board = self.board
        own_hex, steps, way = board.units[unit].space, board.ground.steps[board.rain], board.ground.way
        by_road = board.unit(unit).arm == "wagon"
        return mask_of(b for b in steps[own_hex] if not by_road or way(own_hex, b) in TRAIN_WAYS)

    def best(self, units: Iterable[str]) -> dict[str, TracedLine]:
        """The line of each unit that counts most; none for a unit without a line."""
        starts = {unit: self.starts(unit) for unit in units}
        cheapest = self._cheapest(starts, self.course.open)
        return cheapest | self._around_the_north(starts, cheapest)

    def _around_the_north(
        self, starts: Mapping[str, int], traced_lines: Mapping[str, TracedLine]
    ) -> dict[str, TracedLine]:
        """Better lines for units whose cheapest line enters the north: such as stay out of it and pass more cavalry.

        A line loses ``north`` points in the north, and ``toll`` points for each whole point of cavalry that it passes.
        Going around pays while toll * (value - line.value) / 2 < north, values being in halves; in whole numbers, while
        value <= line.value + (2 * north - 1) // toll.
        """
        ground, limit_of_unit = self.board.ground, dict[int, dict[str, int]]()
        for unit, line in traced_lines.items():
            arm = self.board.unit(unit).arm
            toll = -sum(reduction.points for reduction in self.reductions(arm, "screened_cavalry"))
            for reduction in self.reductions(arm, "north"):
                north = reduction.north(ground)
                if mask_of(line.spaces) & north:
                    value_allowed = (HALVES * -reduction.points - 1) // toll if toll else sum(self.values)
                    limit_of_unit.setdefault(north, {})[unit] = line.value + value_allowed
        better: dict[str, TracedLine] = {}
        for north, units in limit_of_unit.items():
            region = self.course.open & ~north
            way_around = self._cheapest({unit: starts[unit] for unit in units}, region, max(units.values()))
            better |= {unit: line for unit, line in way_around.items() if line.value <= units[unit]}
        return better

    def _cheapest(self, starts: Mapping[str, int], region: int, limit: int | None = None) -> dict[str, TracedLine]:
        """The line of each unit within a region that passes the least screened cavalry, at ``limit`` so much."""
        traced_lines = self._flooded(starts, region, limit)
        for unit, line in list(traced_lines.items()):
            own_hex = self.board.units[unit].space
            if own_hex in line.spaces:  # a line leaves out the unit's own hex, so this unit needs a search of its own
                del traced_lines[unit]
                traced_lines |= self._flooded({unit: starts[unit]}, region & ~(1 << own_hex), limit)
        return traced_lines

    def _flooded(self, starts: Mapping[str, int], region: int, limit: int | None) -> dict[str, TracedLine]:
        ways, goals = self.course.ways, self.course.goals & region
        parts = self._parts(region & ~self.hard)
        hexes_of_parts = all_of(parts.values())
        connected_hexes = connected(ways, goals & hexes_of_parts, hexes_of_parts)
        waiting_units = [unit for unit, start_hexes in starts.items() if start_hexes & connected_hexes]
        traced_lines: dict[str, TracedLine] = {}
        heap, visited = [(0, 0)], {0}
        while waiting_units and heap:
            value, passed_sets = heappop(heap)
            if limit is not None and value > limit:
                break
            open_parts = all_of(part for cover, part in parts.items() if not cover & ~passed_sets)
            layers = flood(ways, goals & open_parts, region.bit_count(), open_parts)
            flooded_hexes = all_of(layers)
            for unit in [unit for unit in waiting_units if starts[unit] & flooded_hexes]:
                traced_lines[unit] = TracedLine(shortest_line(ways, layers, starts[unit]), passed_sets, value)
                waiting_units.remove(unit)
            shore = ways.next(flooded_hexes) | goals
            for cover, part in parts.items():
                passed_and_cover = passed_sets | cover
                if part & shore and passed_and_cover not in visited:
                    visited.add(passed_and_cover)
                    heappush(heap, (sum(self.values[number] for number in bits(passed_and_cover)), passed_and_cover))
        return traced_lines

    def _parts(self, free_hexes: int) -> dict[int, int]:
        """The hexes of a mask by the groups of screened cavalry that stand there or have them in their zone."""
        parts = {0: free_hexes}
        for number, mask in enumerate(self.masks):
            for cover, part in list(parts.items()):
                common_hexes = part & mask
                if common_hexes:
                    parts[cover] = part & ~mask
                    parts[cover | 1 << number] = common_hexes
        return parts


def shortest_line(ways: Passage, layers: list[int], starts: int) -> tuple[int, ...]:
    """The shortest line from one of the starts to where the flood began."""
    nearest_starts = next(layer & starts for layer in layers if layer & starts)
    first_start = (nearest_starts & -nearest_starts).bit_length() - 1
    return tuple(reversed(walk_back(ways, layers, first_start)))


# what a rule means on a map
@frozen(eq=False)
class _OpenGround:
    """Where lines may run whoever stands there: the ways, the hexes that are not closed, the goals."""

    ways: Passage
    open: int
    goals: int


def course_of(ground: Ground, rule: LinePoints) -> _OpenGround:
    """Where the lines of a rule may run, whoever stands there; worked out once for a map."""

    def make_open_ground() -> _OpenGround:
        game_map = ground.map
        column, row = ground.columns_and_rows
        north, south, east = game_map.parse(rule.north), game_map.parse(rule.south), game_map.parse(rule.east)
        ways = game_map.passage(links_only=True, kinds=frozenset(rule.ways))
        needs_pike = game_map.terrain_mask(*rule.needs_pike) & ~ground.pike_hexes
        goal_hexes = mask_of(
            space
            for space in range(game_map.size)
            if row[north] < row[space] < row[south] and column[space] < column[east]
        )
        goals = mask_of(game_map.parse(name) for name in rule.goals) & ways.next(game_map.all)
        return _OpenGround(ways, goal_hexes & ~needs_pike, goals & goal_hexes & ~needs_pike)

    return ground.map.cached(("course of lines", rule), make_open_ground)


def screened_mask(board: FieldBoard, side: Side, reach: int) -> int:
    """Mask of the hexes within ``reach`` hexes of infantry of a side, by ways that terrain allows it.

    Enemies, their zones of control and movement points do not matter. The infantry's own hexes are in it.
    """
    layers = flood(board.ground.passages[board.rain], board.mask(side, "infantry"), reach, board.ground.map.all)
    return all_of(layers)


def all_of(layers: Iterable[int]) -> int:
    """The union of the masks."""
    spaces = 0
    for layer in layers:
        spaces |= layer
    return spaces


# lines that are remembered
SITUATIONS = 8
"""Situations of the enemy that are remembered for the games of one book, the latest."""


@define(eq=False)
class _Situation:
    """What lines meet, and the lines in it: by unit, its hex, and whether that is in an enemy zone of control.

    They depend on the hexes that enemies bar, on the cavalry that infantry screens, on the rain. What bars a unit that
    has no line is told by all enemies, so those in ``blocked`` are forgotten when any of the ``enemies`` changes.
    """

    enemies: object = None
    lines: dict[tuple[str, int, int], Line] = field(factory=dict)
    blocked: dict[tuple[str, int, int], Line] = field(factory=dict)


def _situation_of(search: LineSearch) -> _Situation:
    """The situation of the enemy now, with the lines found in it."""
    board, places = search.board, search.board.units
    enemies = tuple((unit, places[unit].space, places[unit].value) for unit in board.of(search.foe))
    cavalry = tuple(tuple((unit, places[unit].space, places[unit].value) for unit in ids) for ids in search.groups)
    key = (search.rule, board.rain, search.hard & search.course.open, cavalry)
    situation = board.book.latest("lines of communication", key, _Situation, SITUATIONS)
    if situation.enemies != enemies:
        situation.enemies = enemies
        situation.blocked.clear()
    return situation
