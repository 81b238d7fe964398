"""Reinforcements: scheduled groups, and those that strategic events bring. The schedule is data: `clock.toml`."""

from __future__ import annotations

from wargame_core.authoring import Table
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.board.turn_events import Reinforced
from wargame_thunder_on_the_mississippi.printed.book import BRIDGEHEAD, CONFEDERATE, JACKSON, LINES, UNION, Group


def arrivals(t: Table[ClockBoard], turn: int) -> None:
    """Every group due by ``turn`` is there."""
    board = t.board
    for group, due in sorted(board.due.items(), key=lambda entry: (entry[1], entry[0])):
        if due <= turn:
            arrive(t, board.book.groups[group])


def arrive(t: Table[ClockBoard], group: Group) -> None:
    """A group joins its command, or brings it to its place; where the enemy holds that, to the place behind it."""
    board = t.board
    if group.command in board.place:
        t.record(Reinforced(group.id, board.place[group.command]))
        return
    place = group.place
    if place == LINES and not board.at(LINES, UNION):
        place = BRIDGEHEAD
    if place == JACKSON and not board.jackson_is_free:
        place = board.book.places[JACKSON].fallback[group.side]
    t.record(Reinforced(group.id, place))


def bring_variable(t: Table[ClockBoard]) -> None:
    """The next variable Union unit comes; the first time the Confederate brigade too, if Jackson is Confederate."""
    board = t.board
    variable = [group for group in board.book.groups.values() if group.by == "variable_reinforcement"]
    waiting = [group for group in variable if group.id not in board.happened]
    union = [group for group in waiting if group.side == UNION]
    first = len(union) == sum(group.side == UNION for group in variable)
    if first and board.jackson_is_free:
        for group in waiting:
            if group.side == CONFEDERATE:
                arrive(t, group)
    if union:
        arrive(t, union[0])
