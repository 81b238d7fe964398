"""Marches of the clock: a leader's movement allowance along a road, extended marches, and arrival.

Source: Movement Summary, Extended March Table; roads and their length are data. Readings: Five places.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from wargame_core.authoring import D6, Marches, Modifier, Procedure, Ruling, Table
from wargame_gcacw.charts.marches import ExtendedMarch, allowance_roll, extended_march_due
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.board.operation_events import CommandMoved, Marched, Straggled, UnitChanged
from wargame_thunder_on_the_mississippi.printed import cites
from wargame_thunder_on_the_mississippi.printed.random_events import RandomEvent
from wargame_thunder_on_the_mississippi.rules.combat import attack_at_arrival

GAME = "TOM"
HEAT = (RandomEvent.HEAT, RandomEvent.EXTREME_HEAT)


def by_event(board: ClockBoard, numbers: dict[str, int], side: str) -> tuple[Modifier, ...]:
    """What this turn's event adds for a side, as the lines of a ruling."""
    value = numbers.get(side, 0) + (numbers.get("favored", 0) if board.favored == side else 0)
    if not value:
        return ()
    name = board.book.random.names[board.event].rstrip("^+")
    return (Modifier(value, name, cites.RANDOM_EVENTS, "reconstructed, Readings: What the events do"),)


def allowance(board: ClockBoard, command: str, die: int) -> Ruling:
    """MP of a leader's activation for a die, with what the event does to it; at least 1."""
    side = board.side_of(command)
    printed = allowance_roll("leader", game=GAME, side=side, unit="infantry")
    base = printed.total([die])
    changes = by_event(board, dict(board.book.allowance.get(board.event, {})), side)
    total = max(1, base + sum(change.value for change in changes))
    return Ruling("Movement allowance", total, base, changes, cites.MOVEMENT, detail={"die": die, "roll": str(printed)})


def march(t: Table[ClockBoard], command: str, to: str) -> Procedure[None]:
    """A command marches its allowance along a road, one level more tired; at the end it arrives or attacks."""
    board = t.board
    die = yield from t.roll_openly(D6, f"allowance of the {board.name(command)}", cites.MOVEMENT)
    ruling = allowance(board, command, die)
    done = board.progress.get(command, 0) if board.heading.get(command) == to else 0
    length = board.roads(command)[to]
    t.record(Marched(command, to, min(length, done + ruling.result), ruling))
    before = board.units[command]
    t.record(UnitChanged(command, evolve(before, fatigue=before.fatigue + 1)))
    if extended_march_due("normal", before.fatigue + 1):
        yield from straggle(t, command)
    if command in board.units and board.progress[command] >= length:
        if board.targets(command, to):
            yield from attack_at_arrival(t, command, to)
        else:
            t.record(CommandMoved(command, to, "march"))


def straggle(t: Table[ClockBoard], command: str) -> Procedure[None]:
    """The Extended March Table, with heat, supply, Union Extended March Bonus and the events that we added."""
    board = t.board
    unit, side = board.units[command], board.side_of(command)
    die = yield from t.roll_openly(D6, f"extended march of the {board.name(command)}", cites.EXTENDED_MARCH)
    march = ExtendedMarch(
        game=GAME,
        nation="union" if side == "union" else "confederate",
        unit_type="infantry",
        organized=not unit.disorganized,
        manpower=unit.manpower,
        side_up="normal",
        fatigue_from=unit.fatigue - 1,
        fatigue_to=unit.fatigue,
        march_bonus=board.march_bonus,
        heat_event=board.event in HEAT,
        advanced_game=True,
        out_of_supply=command in board.out_of_supply,
    )
    ruling = march.ruling(die, by_event(board, dict(board.book.extended_march.get(board.event, {})), side))
    t.record(Straggled(command, ruling))
    if ruling.result == "NE":
        return
    lost = 0 if ruling.result == "D" else ruling.result
    t.record(UnitChanged(command, evolve(unit, manpower=max(0, unit.manpower - lost), disorganized=True)))


def cut(board: ClockBoard, action: Any) -> tuple[()]:
    """No march can be cut: how far it goes is rolled."""
    return ()


MARCHES = Marches(cut, one_move="a command goes as far as its die says; what it has gone is kept for its next march")
