"""The sequence of play of the running game, with the names printed on the sheet.

Source: Advanced Game Sequence of Play.
"""

from attrs import frozen

from wargame_core.authoring import Outcome, PublicEvent, Repeat, Sequence, Step, Table
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed import ARMY_OF_RELIEF, CONFEDERATE, RANDOM_EVENTS, SEQUENCE
from wargame_thunder_on_the_mississippi.rules import operations, random_phase
from wargame_thunder_on_the_mississippi.rules import strategic_cycle as cycle
from wargame_thunder_on_the_mississippi.rules.combat import end_game


@frozen
class TurnMarked(PublicEvent, silent=True):
    """The next turn begins, and after a strategic cycle the next cycle: besieged turns are counted anew."""

    turn: int

    def apply(self, board: ClockBoard) -> None:
        if board.is_cycle():
            board.besieged_turns = 0
        board.turn, board.before = self.turn, board.event
        board.event, board.favored_side, board.initiative = printed.RandomEvent.NONE, "", ""
        board.ties = board.passes = 0
        board.intelligence = False


def on_besieged_cycles(board: ClockBoard) -> bool:
    """Whether this turn has a strategic cycle and Vicksburg is besieged."""
    return board.is_cycle() and board.is_besieged


def last_turn(board: ClockBoard) -> bool:
    """Whether this is the last turn."""
    return board.turn == board.book.calendar.last_turn


def end_of_game(table: Table[ClockBoard]) -> None:
    """After the last turn Vicksburg has held out."""
    end_game(table, Outcome(CONFEDERATE, "held out", text="Vicksburg has held out."))


def turn_track(table: Table[ClockBoard]) -> None:
    """Reinforcements for the next turn are there."""
    random_phase.arrivals(table, table.board.turn + 1)


def nothing_to_do(table: Table[ClockBoard]) -> None:
    """Nothing: counters and bridges stand on the map, and the depot follows the army.

    Readings: Five places, Operations of the clock.
    """


def turn_marker(table: Table[ClockBoard]) -> None:
    """The marker shows the next turn."""
    table.record(TurnMarked(table.board.turn + 1))


def turns_never_end(board: ClockBoard) -> bool:
    """The turns go on until the game is finished."""
    return False


_ACTIONS = Repeat(
    "Action Phase",
    Step("Initiative Segment", operations.initiative, SEQUENCE, when=operations.initiative_is_open),
    Step("Activation Segment", operations.activation, SEQUENCE),
    until=operations.cycle_over,
)
IS_CYCLE_DUE = ClockBoard.is_cycle
_CYCLE = Sequence(
    "The Strategic Cycle",
    Step("Strategic Segment", cycle.roll_strategic_events, printed.STRATEGIC_EVENTS, when=IS_CYCLE_DUE),
    Step("Union Depot Segment", nothing_to_do, SEQUENCE, when=IS_CYCLE_DUE),
    Step("Union Supply Status Segment", cycle.supply_status, SEQUENCE, when=IS_CYCLE_DUE),
    Step("Vicksburg Fort Degradation Segment", cycle.fort_degradation, SEQUENCE, when=on_besieged_cycles),
    Step("Vicksburg Garrison Demoralization Segment", cycle.garrison_demoralization, SEQUENCE, when=IS_CYCLE_DUE),
    Step("Manpower Adjustment Segment", cycle.manpower_adjustment, SEQUENCE, when=IS_CYCLE_DUE),
    Step("Confederate Army of Relief Segment", cycle.army_of_relief, ARMY_OF_RELIEF, when=cycle.relief_rolls),
    Step("Union Army of Maneuver Segment", cycle.army_of_maneuver, SEQUENCE, when=cycle.maneuver_possible),
    Step("Confederate Reorganization Segment", cycle.reorganization, SEQUENCE, when=IS_CYCLE_DUE),
)
_END = Sequence(
    "Turn Indication Phase",
    Step("Vicksburg Surrender Segment", cycle.surrender, SEQUENCE, when=cycle.may_surrender),
    Step("End of Game Segment", end_of_game, SEQUENCE, when=last_turn),
    Step("Turn Track Segment", turn_track, SEQUENCE),
    Step("Pontoon Bridge Segment", nothing_to_do, SEQUENCE),
    Step("Turn Marker Segment", turn_marker, SEQUENCE),
)
ADVANCED_GAME = Sequence(
    "Advanced Game",
    Repeat(
        "Turn",
        Step("Random Events Phase", random_phase.random_events, RANDOM_EVENTS, when=random_phase.has_event),
        Step("Leader Transfer Phase", random_phase.leader_transfer, SEQUENCE, when=random_phase.grant_may_transfer),
        Step("Attachment Phase", nothing_to_do, SEQUENCE),
        Sequence("The Action Cycle", _ACTIONS),
        Step("Recovery Phase", cycle.recovery, SEQUENCE),
        Step("Vicksburg Siege Phase", cycle.siege_phase, SEQUENCE),
        _CYCLE,
        _END,
        until=turns_never_end,
    ),
    cite=SEQUENCE,
)
