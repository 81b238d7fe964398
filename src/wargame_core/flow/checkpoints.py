"""The copies that a running game makes of its board, so that its position can be told at any time."""

from wargame_core.flow.events import Board
from wargame_core.flow.pending import Answer


class Checkpoints:
    """The latest copy of a running game's board, the step that began on it, and the answers given since.

    A position is the board at the beginning of the *present* step, with the answers that this step has had. A copy at
    every step would be made for nothing most of the time: few positions of a match are ever asked for. So a match
    copies its board only at the first step that begins after ``interval`` answers, and between two copies it may be in
    a later step than the one it copied::

        step         Initiative     March     Combat
        answers      a1   a2        a3        a4   now
        copied here  |-- a1 a2 a3 a4 ----------->      `board`, `line` and `answers`: what is held
        wanted                                |-- a4   what a position says

    Both lead to the same board, since rules depend on the board and the answers alone. `Runner.at_present_step` plays
    the answers again from what is held, copies each step's board on the way, and so finds what is wanted; a game with
    an ``interval`` of 0 holds it always.
    """

    __slots__ = ("answers", "board", "event_count", "interval", "is_at_present_step", "line")

    def __init__(self, board: Board, line: int, interval: int = 0) -> None:
        self.board, self.line, self.interval = board, line, interval
        self.answers: list[Answer] = []
        """The answers since the copy; a list that others hold is continued, or replaced by a new one."""
        self.event_count = -1
        """How many events there had been when the board was copied; -1 if this is not known."""
        self.is_at_present_step = True
        """Whether the copy is the board at the beginning of the present step, and not of an earlier one."""

    def begin_step(self, board: Board, line: int, event_count: int) -> None:
        """Note that the step of ``line`` begins on ``board``; copy the board if enough answers have passed."""
        if len(self.answers) < self.interval:
            self.is_at_present_step = False
        else:
            self.copy_board(board, line, event_count)

    def copy_board(self, board: Board, line: int, event_count: int) -> None:
        """Copy the board, unless nothing has happened since the last copy; answers count from here."""
        if self.event_count != event_count:
            self.board, self.event_count = board.copy(), event_count
        self.answers, self.line, self.is_at_present_step = [], line, True

    def move_to(self, board: Board, line: int, answers: list[Answer]) -> None:
        """Hold the board at the beginning of the present step, found by playing again, and the answers since."""
        self.board, self.line, self.answers, self.is_at_present_step = board, line, answers, True
