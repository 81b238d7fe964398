"""The sequence of play of a scenario. Source: GCACW rules 1.4, 3 Sequence of Play."""

from __future__ import annotations

from wargame_core.authoring import Repeat, Sequence, Step, Table
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.turn_events import CycleBegan, RainBegan, TurnBegan
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.special_rules import NightCycle, RainAllTurn
from wargame_gcacw.rules.activate_leader import action_over, end_action, next_march
from wargame_gcacw.rules.initiative import choose_action, cycle_over, initiative
from wargame_gcacw.rules.leader_transfer import transfer_leaders
from wargame_gcacw.rules.march import march_on
from wargame_gcacw.rules.recovery import recovery
from wargame_gcacw.rules.victory_points import count_victory_points


def begin_turn(table: Table[FieldBoard]) -> None:
    """A new turn; in some it rains from the beginning."""
    board = table.board
    table.record(TurnBegan(board.scenario.dates[board.turn].isoformat()))
    if any(board.turn in rule.turns for rule in board.scenario.rules_of(RainAllTurn)):
        table.record(RainBegan("it rains all turn"))


def begin_cycle(table: Table[FieldBoard]) -> None:
    """The action cycle of the day."""
    table.record(CycleBegan())


def night_falls(table: Table[FieldBoard]) -> None:
    """A second action cycle in the same turn, at night and in rain.

    Source: On the 4th Day, Special Rules, Night on July 4th
    """
    board = table.board
    if not board.rain:
        table.record(RainBegan("night has fallen"))
    table.record(CycleBegan(night=True))


def _night_due(board: FieldBoard) -> bool:
    return any(rule.turn == board.turn for rule in board.scenario.rules_of(NightCycle))


def _night_over(board: FieldBoard) -> bool:
    return not board.night or cycle_over(board)


def _acting(board: FieldBoard) -> bool:
    return board.activation is not None


def _halted(board: FieldBoard) -> bool:
    return board.march is None


def _last_turn_over(board: FieldBoard) -> bool:
    return board.turn >= board.scenario.turns


ACTION_PHASE = (
    Step("Initiative", initiative, cites.INITIATIVE),
    Step("Choose an action", choose_action, cites.CYCLE),
    Repeat(
        "Marches",
        Step("Begin a march", next_march, cites.ACTIVATE, when=_halted),
        Repeat("March", Step("March on", march_on, cites.MARCH), until=_halted, cite=cites.MARCH),
        until=action_over,
    ),
    Step("End the action", end_action, when=_acting),
)

CAMPAIGN = Sequence(
    "Campaign",
    Repeat(
        "Turn",
        Step("Begin the turn", begin_turn, cites.SEQUENCE),
        Step("Leader transfer", transfer_leaders, cites.TRANSFER),
        Step("Begin the action cycle", begin_cycle, cites.CYCLE),
        Repeat("Action cycle", *ACTION_PHASE, until=cycle_over, cite=cites.CYCLE),
        Step("Night falls", night_falls, cites.NIGHT, when=_night_due),
        Repeat("Night action cycle", *ACTION_PHASE, until=_night_over, cite=cites.NIGHT),
        Step("Recovery", recovery, cites.RECOVERY),
        until=_last_turn_over,
        cite=cites.SEQUENCE,
    ),
    Step("Count the victory points", count_victory_points, cites.VICTORY),
)
