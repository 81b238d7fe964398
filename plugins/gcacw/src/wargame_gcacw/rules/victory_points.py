"""Victory points as a ledger, the victory table, and the end of the game.

Source: On the 4th Day, Victory Conditions. Readings: Rounding of victory points, Points for trains
"""

from fractions import Fraction
from math import floor

from attrs import frozen

from wargame_core.authoring import Outcome, PublicEvent, Ruling, Table
from wargame_core.errors import WargameError
from wargame_core.odds import show
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.book import Level, PrintedScenario
from wargame_gcacw.printed.counters import NATION, Side
from wargame_gcacw.rules.lines_of_communication import Line, LinePoints, lines_of_communication
from wargame_gcacw.rules.points_ledger import Ledger


def score(position: object) -> Ledger:
    """The victory points as the game stands, with everything they come from.

    ``position`` is a board, or a match, state or view of a game.

    Raises:
        WargameError: it is nothing of the kind.
    """
    board = board_of(position)
    lines = [line for condition in board.scenario.victory for line in condition.ledger(board)]
    return Ledger(f"{NATION[board.scenario.scored]} victory points", tuple(lines))


def board_of(position: object) -> FieldBoard:
    """The board now of a match, state or view; a board is its own. Raises WargameError."""
    for board in (position, getattr(position, "live", None), getattr(position, "board", None)):
        if isinstance(board, FieldBoard):
            return board
    raise WargameError(f"{position!r} is not a position of a scenario (a board, match, state or view)")


def lines(position: object) -> tuple[Line, ...]:
    """Every line of communication that the scenario counts, as the game stands."""
    board = board_of(position)
    rules = board.scenario.victory_of(LinePoints)
    return tuple(line for rule in rules for line in lines_of_communication(board, rule))


def victory_level(scenario: PrintedScenario, points: int | Fraction) -> Level:
    """The row of the victory table for a number of points, rounded down. Source: On the 4th Day, Victory Conditions"""
    whole_points = floor(points)
    levels_reached = [level for level in scenario.levels if level.at_least is None or level.at_least <= whole_points]
    if not levels_reached:
        raise WargameError(f"the victory table of {scenario.title} has no row for {whole_points} points")
    return max(levels_reached, key=lambda level: (level.at_least is not None, level.at_least or 0))


def names_of_lines(scenario: PrintedScenario) -> dict[str, str]:
    """By id of each victory condition, in order, what it is for; further ones of a kind are numbered."""
    name_of_line: dict[str, str] = {}
    for condition in scenario.victory:
        line, text = condition.id_and_title()
        count = sum(name == line or name.startswith(f"{line}_") for name in name_of_line)
        name_of_line[f"{line}_{count + 1}" if count else line] = text
    return name_of_line


def points_needed(scenario: PrintedScenario) -> int | None:
    """The least points with which the side that scores wins; None where it wins or loses with any."""
    enough_points = [level.at_least for level in scenario.levels if level.winner == scenario.scored]
    return min((points for points in enough_points if points is not None), default=None)


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

    side: Side
    total: int
    exact: Fraction
    level: str
    ruling: Ruling | None = None

    def text(self, board: FieldBoard) -> str:
        rounding_note = f" ({show(self.exact)} rounded down)" if self.exact != self.total else ""
        return f"The {NATION[self.side]} side has {self.total} victory points{rounding_note}."


def count_victory_points(table: Table[FieldBoard]) -> None:
    """Count the points and end the game. Source: On the 4th Day, Victory Conditions"""
    board = table.board
    ledger = score(board)
    ends = outcome(board, ledger)
    ruling = ledger.ruling() if table.events is not None else None
    table.record(VictoryCounted(board.scenario.scored, ledger.total, ledger.exact, ends.level, ruling))
    table.finish(ends)
