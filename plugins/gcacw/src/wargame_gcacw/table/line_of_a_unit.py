"""What `line UNIT` answers at the table: a unit's line of communication, hex by hex, and what it counts."""

from __future__ import annotations

from collections.abc import Iterator

from wargame_core.errors import UnknownName
from wargame_core.exact import show
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed import cites
from wargame_gcacw.rules.lines_of_communication import Line
from wargame_gcacw.rules.victory_points import lines


def line_of_a_unit(board: FieldBoard, seat: str, words: str) -> Iterator[str]:
    """The lines of the units whose names hold all of the words, and of every unit in a line each without words.

    Source: On the 4th Day, Victory Conditions, Line of Communication

    Raises:
        UnknownName: no unit that counts a line is called so.
    """
    traced = lines(board)
    if not traced:
        yield "this scenario counts no lines of communication"
        return
    plain = words.partition("(")[0].casefold().split()
    named = [line for line in traced if all(word in board.name(line.unit).casefold() for word in plain)]
    if not named:
        raise UnknownName("unit that counts a line of communication", words, [board.name(line.unit) for line in traced])
    for line in named:
        yield f"{board.describe(line.unit)}: {in_short(line)}"
        if words:
            yield from _in_full(board, line)
    yield f"[{cites.LINES}]"


def in_short(line: Line) -> str:
    """What a line counts, in a few words."""
    return "no line of communication" if line.blocked else f"{len(line.path)} hexes, {show(line.points)} points"


def _in_full(board: FieldBoard, line: Line) -> Iterator[str]:
    """The hexes of a line and its points, or why there is none."""
    if line.blocked:
        yield from (f"  {reason}" for reason in line.why.reasons)
        return
    label = board.ground.label
    yield "  by " + " - ".join(label(board.ground.map.parse(hex_name)) for hex_name in line.path)
    for part in line.parts:
        yield f"  {part}"
    if line.screened:
        yield f"  past screened cavalry: {', '.join(map(board.name, line.screened))}"
