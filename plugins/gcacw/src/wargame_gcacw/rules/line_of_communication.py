"""Lines of communication: the line of each unit that counts most, and what it counts.

Source: On the 4th Day, Victory Conditions, Line of Communication; docs/decisions/0140 and 0141
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import assert_never

from attrs import frozen

from wargame_core.authoring import LEGAL, Reason, Verdict
from wargame_core.errors import UnknownName
from wargame_core.json_form import JsonObject
from wargame_core.maps.masks import bits, flood
from wargame_core.plugins.worked_examples import plain
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import NATION
from wargame_gcacw.printed.ground import Ground
from wargame_gcacw.printed.victory_conditions import LinePoints, Reduction
from wargame_gcacw.rules.kept_lines import kept_lines
from wargame_gcacw.rules.line_search import LineSearch, TracedLine, all_of, columns_and_rows, north_of, trace
from wargame_gcacw.rules.points_ledger import Item


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
    """The best line of every unit on the map that may count one, or of these ``units``."""
    chosen = tuple(board.of(rule.side, *rule.arms) if units is None else units)
    search = LineSearch(board, rule)

    def find(missing: list[str]) -> Iterator[Line]:
        traced = search.best(missing)
        return (_line(search, unit, traced.get(unit)) for unit in missing)

    return kept_lines(search, chosen, find)


def _line(search: LineSearch, unit: str, traced: TracedLine | None) -> Line:
    """What a unit's line counts."""
    if traced is None:
        return Line(unit, Fraction(0), why=Verdict(tuple(_why(search, unit))))
    board, rule = search.board, search.rule
    cavalry = tuple(unit_id for n in bits(traced.passed) for unit_id in search.groups[n])
    parts = [Item(Fraction(rule.points), "line of communication", "", cites.LINES)]
    parts += _reduced(search, unit, traced, cavalry)
    points = sum((part.points for part in parts), Fraction(0))
    if points < 0:
        parts.append(Item(-points, "no unit counts less than nothing", "", cites.LINES))
    path = tuple(map(board.ground.name, traced.spaces))
    return Line(unit, max(points, Fraction(0)), path, tuple(parts), cavalry)


def _reduced(search: LineSearch, unit: str, traced: TracedLine, cavalry: tuple[str, ...]) -> Iterator[Item]:
    board = search.board
    here, arm = board.units[unit].space, board.unit(unit).arm
    for reduction in search.reductions(arm, "screened_cavalry"):
        for unit_id in cavalry:
            yield Item(
                Fraction(reduction.points * board.units[unit_id].value),
                f"{board.name(unit_id)} on the line",
                f"cavalry in {board.hex(unit_id)}, screened by infantry",
                cites.LINES,
            )
    for reduction in search.reductions(arm, "north", "far_east", "in_zone", "off_pike"):
        counts = _why_less(search, here, traced, reduction)
        if counts is not None:
            label, because = counts
            yield Item(Fraction(reduction.points), label, because, cites.LINES)


def _why_less(search: LineSearch, here: int, traced: TracedLine, reduction: Reduction) -> tuple[str, str] | None:
    """What a reduction is called and why it counts for a unit in a hex; None where it does not count."""
    ground = search.board.ground
    match reduction.why:
        case "north":
            north = north_of(ground, reduction.northern_row)
            entered = next((space for space in traced.spaces if north >> space & 1), None)
            return None if entered is None else ("the line must go far north", f"by {ground.name(entered)}")
        case "far_east":
            return ("too far east", f"in {ground.name(here)}") if _far_east(ground, reduction, here) else None
        case "in_zone":
            return (f"in a {NATION[search.foe]} zone of control", "") if search.zone >> here & 1 else None
        case "off_pike":
            return None if ground.pike_hexes >> here & 1 else ("not on a pike", "")
        case "screened_cavalry":
            return None  # each unit of that cavalry counts for itself
        case _:
            assert_never(reduction.why)


def _why(search: LineSearch, unit: str) -> Iterator[Reason]:
    """Why a unit has no line: nowhere to begin, no way at all, or who bars the shortest way there would be."""
    board, ground, course = search.board, search.board.ground, search.course
    here = ground.label(board.units[unit].space)
    starts = search.starts(unit) & course.open
    if not starts:
        yield Reason("no_start", f"no hex that it could move to from {here} may be on a line", cites.LINES)
        return
    inside = course.open & ~(1 << board.units[unit].space)
    layers = flood(course.ways, course.goals & inside, inside.bit_count(), inside)
    if not starts & all_of(layers):
        yield Reason("no_way", f"no way leads from beside {here} to where lines end", cites.LINES)
        return
    path = trace(course.ways, layers, starts)
    passable = {unit_id for ids in search.groups for unit_id in ids}
    for unit_id in board.of(search.foe):
        space, arm = board.units[unit_id].space, board.unit(unit_id).arm
        barring = 1 << space if arm == "wagon" else 1 << space | ground.zone[space]
        barred = [step for step in path if barring >> step & 1]
        if barred and unit_id not in passable:
            how = "stands in" if barred == [space] else "has in its zone of control"
            far = f", with no infantry within {search.rule.screen} hexes" if arm == "cavalry" else ""
            where = ", ".join(map(ground.name, barred))
            yield Reason("enemy", f"{board.name(unit_id)} in {board.hex(unit_id)} {how} {where}{far}", cites.LINES)


def _far_east(ground: Ground, reduction: Reduction, here: int) -> bool:
    limit = reduction.eastern_column
    if reduction.north_column is not None and north_of(ground, reduction.north_column) >> here & 1:
        limit = reduction.north_column
    column, _ = columns_and_rows(ground)
    return column[here] >= column[ground.map.parse(limit)]
