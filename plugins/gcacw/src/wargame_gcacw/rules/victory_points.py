"""Victory points as a ledger, the victory table, and the end of the game.

Source: On the 4th Day, Victory Conditions. Readings: Rounding of victory points, Points for trains
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import ClassVar, Final, assert_never

from attrs import frozen

from wargame_core.authoring import Outcome, PublicEvent, Ruling, Table
from wargame_core.errors import WargameError
from wargame_core.odds import show
from wargame_gcacw.board.action_events import CAUSES
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed import book as printed
from wargame_gcacw.printed import cites
from wargame_gcacw.printed.counters import NATION, Arm, Side
from wargame_gcacw.rules.lines_of_communication import Line, lines_of_communication
from wargame_gcacw.rules.points_ledger import Item, Ledger, LedgerLine

ARMS: Final[tuple[Arm, ...]] = ("infantry", "cavalry", "artillery", "wagon")


def score(position: object) -> Ledger:
    """The victory points as the game stands, with everything they come from.

    ``position`` is a board, or a match, state or view of a game.

    Raises:
        WargameError: it is nothing of the kind.
    """
    board = board_of(position)
    lines = [line for condition in board.scenario.victory for line in points_of(board, condition)]
    return Ledger(f"{NATION[board.scenario.scored]} victory points", tuple(lines))


def board_of(position: object) -> FieldBoard:
    """The board now of a match, state or view; a board is its own. Raises WargameError."""
    for board in (position, getattr(position, "live", None), getattr(position, "board", None)):
        if isinstance(board, FieldBoard):
            return board
    raise WargameError(f"{position!r} is no position of a scenario (a board, match, state or view)")


def lines(position: object) -> tuple[Line, ...]:
    """Every line of communication that the scenario counts, as the game stands."""
    board = board_of(position)
    rules = board.scenario.victory_of(printed.LinePoints)
    return tuple(line for rule in rules for line in lines_of_communication(board, rule))


def control_points(board: FieldBoard, rule: printed.ControlPoints) -> Iterator[LedgerLine]:
    """Points for a hex that the scored side controls. Source: On the 4th Day, Victory Conditions"""
    ground = board.ground
    space = ground.map.parse(rule.hex)
    holder = board.control.get(space)
    points = rule.points if holder == board.scenario.scored else 0
    because = f"held by the {NATION[holder]} side" if holder and not points else "" if holder else "held by nobody"
    yield LedgerLine(Fraction(points), f"control of {ground.label(space)}", cites.VICTORY, because)


def manpower_lost(board: FieldBoard, rule: printed.ManpowerPoints) -> dict[printed.LossCause, int]:
    """The manpower that a rule counts as lost so far, by cause."""
    return {
        cause: sum(board.lost.get(f"{rule.side}:{cause}:{arm}", 0) for arm in ARMS if arm not in rule.not_arms)
        for cause in rule.causes
    }


def manpower_points(board: FieldBoard, rule: printed.ManpowerPoints) -> Iterator[LedgerLine]:
    """Points for manpower lost by the causes of the rule. Source: On the 4th Day, Victory Conditions"""
    lost = manpower_lost(board, rule)
    parts = tuple(
        Item(Fraction(count * rule.points), f"{count} lost {CAUSES[cause]}", f"{rule.points:+d} each", cites.VICTORY)
        for cause, count in lost.items()
        if count
    )
    points = Fraction(sum(lost.values()) * rule.points)
    names = [cause.replace("_", " ") for cause in rule.causes]
    words = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    yield LedgerLine(points, f"{NATION[rule.side]} manpower lost ({words})", cites.VICTORY, parts=parts)


def exit_points(board: FieldBoard, rule: printed.ExitPoints) -> Iterator[LedgerLine]:
    """Points for units that left the map, the first ones only. Source: On the 4th Day, Victory Conditions"""
    exited = [unit_id for unit_id in board.exited if board.unit(unit_id).side == rule.side]
    parts = tuple(
        Item(Fraction(rule.points), f"{board.name(unit_id)} left the map", "", cites.EXIT)
        for unit_id in exited[: rule.most]
    )
    because = f"{len(exited)} left, at most {rule.most} count" if len(exited) > rule.most else ""
    points = sum((part.points for part in parts), Fraction(0))
    yield LedgerLine(points, f"{NATION[rule.side]} units that left the map", cites.VICTORY, because, parts=parts)


def train_points(board: FieldBoard, rule: printed.TrainPoints) -> Iterator[LedgerLine]:
    """Points for the mishaps of each wagon train, within its limit. Source: On the 4th Day, Victory Conditions

    Manpower that a train loses in combat or retreat is no mishap and stands outside the limit.
    """
    for unit_id, counter in board.book.units.items():
        if counter.arm != "wagon" or counter.side != rule.side:
            continue
        counts = (
            (board.train_marches.get(unit_id, 0), rule.extended_march, "lost or disorganized in an extended march"),
            (board.train_retreats.get(unit_id, 0), rule.retreat_hex, "hex of retreat"),
            (int(unit_id in board.gone), rule.eliminated, "eliminated"),
        )
        parts = [
            Item(Fraction(count * apiece), what, f"{count} times {apiece:+d}" if count > 1 else "", cites.VICTORY)
            for count, apiece, what in counts
            if count
        ]
        lost = sum((part.points for part in parts), Fraction(0))
        if abs(lost) > rule.most:
            limited = Fraction(rule.most if lost > 0 else -rule.most)
            parts.append(Item(limited - lost, f"at most {rule.most} for a train", "", cites.VICTORY))
            lost = limited
        if parts or unit_id in board.units:
            yield LedgerLine(
                lost, f"{counter.name}: mishaps of the train", cites.VICTORY, unit=unit_id, parts=tuple(parts)
            )


def line_points(board: FieldBoard, rule: printed.LinePoints) -> Iterator[LedgerLine]:
    """Points for each unit that can trace a line of communication, less its reductions.

    Source: On the 4th Day, Victory Conditions, Line of Communication
    """
    for line in lines_of_communication(board, rule):
        because = "; ".join(reason.text for reason in line.why.reasons)
        label = f"{board.name(line.unit)}: {'no ' if line.blocked else ''}line of communication"
        yield LedgerLine(line.points, label, cites.LINES, because, line.unit, line.path, line.parts)


def points_of(board: FieldBoard, condition: printed.Victory) -> Iterator[LedgerLine]:
    """The lines of a victory condition. Source: On the 4th Day, Victory Conditions"""
    match condition:
        case printed.ControlPoints():
            return control_points(board, condition)
        case printed.ManpowerPoints():
            return manpower_points(board, condition)
        case printed.ExitPoints():
            return exit_points(board, condition)
        case printed.TrainPoints():
            return train_points(board, condition)
        case printed.LinePoints():
            return line_points(board, condition)
        case _:
            assert_never(condition)


def victory_level(scenario: printed.PrintedScenario, points: int | Fraction) -> printed.Level:
    """The row of the victory table for a number of points, rounded down. Source: On the 4th Day, Victory Conditions"""
    whole = floor(points)
    reached = [level for level in scenario.levels if level.at_least is None or level.at_least <= whole]
    if not reached:
        raise WargameError(f"the victory table of {scenario.title} has no row for {whole} points")
    return max(reached, key=lambda level: (level.at_least is not None, level.at_least or 0))


def points_needed(scenario: printed.PrintedScenario) -> int | None:
    """The least points with which the side that scores wins; None where it wins or loses with any."""
    enough = [level.at_least for level in scenario.levels if level.winner == scenario.scored]
    return min((points for points in enough if points is not None), default=None)


def outcome(position: object, ledger: Ledger | None = None) -> Outcome:
    """How the game ends if it ends now: the winner, the level of victory, and the points of the side that scores.

    ``ledger`` saves working out the `score` again.
    """
    scenario, total = board_of(position).scenario, (ledger or score(position)).total
    level = victory_level(scenario, total)
    text = f"{level.title}: the {NATION[scenario.scored]} side has {total} victory points."
    return Outcome(level.winner, level.title, {scenario.scored: total}, text)


@frozen
class VictoryCounted(PublicEvent):
    """The victory points at the end, exact and rounded down. The ruling is there when somebody watches."""

    kind: ClassVar[str] = "victory_counted"
    side: Side
    total: int
    exact: Fraction
    level: str
    ruling: Ruling | None = None

    def text(self, board: FieldBoard) -> str:
        rounded = f" ({show(self.exact)} rounded down)" if self.exact != self.total else ""
        return f"The {NATION[self.side]} side has {self.total} victory points{rounded}."


def count_victory_points(table: Table[FieldBoard]) -> None:
    """Count the points and end the game. Source: On the 4th Day, Victory Conditions"""
    board = table.board
    ledger = score(board)
    ends = outcome(board, ledger)
    ruling = ledger.ruling() if table.events is not None else None
    table.record(VictoryCounted(board.scenario.scored, ledger.total, ledger.exact, ends.level, ruling))
    table.finish(ends)
