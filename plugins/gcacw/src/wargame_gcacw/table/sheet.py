"""The sheet of a scenario: counters as printed, sides, turns, dice, charts, briefing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from wargame_core.sheet import PlayerAid, Sheet, SheetDie, SheetPiece, SheetTrack, SideOnSheet
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.series import SHEET
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import NATION, SIDES, Leader, Unit
from wargame_gcacw.questions.chart_questions import CHARTS
from wargame_gcacw.rules.sequence import CAMPAIGN
from wargame_gcacw.table.briefing import briefing, commander
from wargame_gcacw.table.panels import turn_boxes

AIDS: Final = (
    "combat",
    "combat_modifiers",
    "combat_results",
    "ratio",
    "artillery",
    "attack",
    "flank",
    "retreat",
    "cavalry_retreat",
    "movement",
    "extended_march",
    "extended_march_modifiers",
    "force_march",
    "friendly_hex",
    "command_radius",
)
"""The charts that a scenario on a map uses, by their names for ``wargame chart gcacw``."""


def sheet(drawn: Sheet, board: FieldBoard) -> Sheet:
    """The sheet of a set-up; ``drawn`` has the map."""
    return evolve(
        drawn,
        briefing=briefing(board, drawn.briefing),
        sides=tuple(SideOnSheet(side, NATION[side], NATION[side][0], commander(board, side)) for side in SIDES),
        pieces=(*units(board), *leaders(board)),
        tracks=(SheetTrack("turns", "Turns", turn_boxes(board)),),
        dice=(SheetDie("d6", ("1", "2", "3", "4", "5", "6")),),
        aids=(
            PlayerAid("sequence_of_play", "Sequence of play", str(CAMPAIGN), str(cites.SEQUENCE)),
            *(PlayerAid(name, CHARTS[name].title, str(CHARTS[name].card), SHEET) for name in AIDS),
        ),
    )


def units(board: FieldBoard) -> Iterator[SheetPiece]:
    """The units of the scenario as counters."""
    for start in board.scenario.units:
        unit = board.unit(start.unit)
        yield SheetPiece(unit.id, unit.side, unit.arm, unit.name, facts_of(unit, start.manpower))


def facts_of(unit: Unit, manpower: int) -> dict[str, str]:
    """What stands on a counter and its strength marker at the start."""
    guns = f"({unit.artillery})" if unit.in_brackets else str(unit.artillery)
    facts = {"manpower": str(manpower), "tactical": str(unit.tactical)}
    facts |= {"artillery": guns} if unit.artillery else {}
    facts |= {"command": ", ".join(unit.commands)} if unit.commands else {}
    return facts | ({"obeys": "any corps leader"} if unit.any_corps else {})


def leaders(board: FieldBoard) -> Iterator[SheetPiece]:
    """The leaders of the scenario."""
    for start in board.scenario.leaders:
        chief = board.leader(start.leader)
        yield SheetPiece(chief.id, chief.side, f"{chief.rank.replace('_', ' ')} leader", chief.name, facts_about(chief))


def facts_about(chief: Leader) -> dict[str, str]:
    """What stands on a leader, and what the scenario says of him."""
    facts = {"command": chief.command, "command value": str(chief.command_value), "radius": str(chief.radius)}
    facts |= {} if chief.tactical is None else {"tactical": str(chief.tactical)}
    return facts if chief.attacks else facts | {"activation": "without attacks"}
