"""The sequence of play of the running game, with the names printed on the sheet.

Source: Advanced Game Sequence of Play.
"""

from __future__ import annotations

from wargame_core.authoring import Outcome, Repeat, Sequence, Step, Table
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.board.cycle_events import TurnMarked
from wargame_thunder_on_the_mississippi.printed import cites
from wargame_thunder_on_the_mississippi.printed.book import CONFEDERATE
from wargame_thunder_on_the_mississippi.rules import action_cycle, random_phase, siege, strategic_cycle
from wargame_thunder_on_the_mississippi.rules.ending import finish
from wargame_thunder_on_the_mississippi.rules.reinforcements import arrivals


def on_cycles(board: ClockBoard) -> bool:
    """Whether this turn has a strategic cycle."""
    return board.is_cycle


def on_besieged_cycles(board: ClockBoard) -> bool:
    """Whether this turn has a strategic cycle and Vicksburg is besieged."""
    return board.is_cycle and board.besieged


def last_turn(board: ClockBoard) -> bool:
    """Whether this is the last turn."""
    return board.turn == board.book.calendar.last_turn


def end_of_game(t: Table[ClockBoard]) -> None:
    """After the last turn Vicksburg has held out."""
    finish(t, Outcome(CONFEDERATE, "held out", text="Vicksburg has held out."))


def turn_track(t: Table[ClockBoard]) -> None:
    """Reinforcements for the next turn are there."""
    arrivals(t, t.board.turn + 1)


def pontoon_bridges(t: Table[ClockBoard]) -> None:
    """Nothing: bridges stand on the map, which the clock does not have. Readings: Five places."""


def turn_marker(t: Table[ClockBoard]) -> None:
    """The marker shows the next turn."""
    t.record(TurnMarked(t.board.turn + 1))


def never(board: ClockBoard) -> bool:
    """The turns go on until the game is finished."""
    return False


_ACTIONS = Repeat(
    "Action Phase",
    Step("Initiative Segment", action_cycle.initiative, cites.SEQUENCE, when=action_cycle.initiative_is_open),
    Step("Activation Segment", action_cycle.activation, cites.SEQUENCE),
    until=action_cycle.cycle_over,
)
_CYCLE = Sequence(
    "The Strategic Cycle",
    Step("Strategic Segment", strategic_cycle.strategic, cites.STRATEGIC_EVENTS, when=on_cycles),
    Step("Union Depot Segment", strategic_cycle.union_depot, cites.SEQUENCE, when=on_cycles),
    Step("Union Supply Status Segment", strategic_cycle.supply_status, cites.SEQUENCE, when=on_cycles),
    Step("Vicksburg Fort Degradation Segment", siege.fort_degradation, cites.SEQUENCE, when=on_besieged_cycles),
    Step("Vicksburg Garrison Demoralization Segment", siege.garrison_demoralization, cites.SEQUENCE, when=on_cycles),
    Step("Manpower Adjustment Segment", strategic_cycle.manpower_adjustment, cites.SEQUENCE, when=on_cycles),
    Step(
        "Confederate Army of Relief Segment",
        strategic_cycle.army_of_relief,
        cites.ARMY_OF_RELIEF,
        when=strategic_cycle.relief_rolls,
    ),
    Step(
        "Union Army of Maneuver Segment",
        strategic_cycle.army_of_maneuver,
        cites.SEQUENCE,
        when=strategic_cycle.maneuver_possible,
    ),
    Step("Confederate Reorganization Segment", strategic_cycle.reorganization, cites.SEQUENCE, when=on_cycles),
)
_END = Sequence(
    "Turn Indication Phase",
    Step("Vicksburg Surrender Segment", siege.surrender, cites.SEQUENCE, when=siege.may_surrender),
    Step("End of Game Segment", end_of_game, cites.SEQUENCE, when=last_turn),
    Step("Turn Track Segment", turn_track, cites.SEQUENCE),
    Step("Pontoon Bridge Segment", pontoon_bridges, cites.SEQUENCE),
    Step("Turn Marker Segment", turn_marker, cites.SEQUENCE),
)
ADVANCED_GAME = Sequence(
    "Advanced Game",
    Repeat(
        "Turn",
        Step("Random Events Phase", random_phase.random_events, cites.RANDOM_EVENTS, when=random_phase.has_event),
        Step(
            "Leader Transfer Phase",
            random_phase.leader_transfer,
            cites.SEQUENCE,
            when=random_phase.grant_may_transfer,
        ),
        Step("Attachment Phase", random_phase.attachment, cites.SEQUENCE, when=random_phase.reserve_may_move),
        Sequence("The Action Cycle", _ACTIONS),
        Step("Recovery Phase", siege.recovery, cites.SEQUENCE),
        Step("Vicksburg Siege Phase", siege.siege_phase, cites.SEQUENCE),
        _CYCLE,
        _END,
        until=never,
    ),
    cite=cites.SEQUENCE,
)
