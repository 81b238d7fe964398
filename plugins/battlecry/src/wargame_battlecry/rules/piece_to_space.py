"""Choices of one kind: some piece does something to some hex, or nobody does any more."""

from __future__ import annotations

from collections.abc import Callable

from wargame_battlecry.board.actions import DONE, Attack, Done, Move
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.board.stages import Stage
from wargame_battlecry.printed.game_board import SPACE
from wargame_core.authoring import LEGAL, Action, PieceMoves, Verdict, refuse


class PieceToSpaceChoices(PieceMoves):
    """An action of any of ``pieces`` with a hex in its reach, or the end of the stage.

    A kind of choice gives `judge_action`, which says of any action why it is refused.
    """

    __slots__ = ("board", "stage")

    def __init__(
        self,
        board: BattleBoard,
        stage: Stage,
        pieces: list[str],
        ends: Callable[[str], int],
        make: Callable[[str, int], Move | Attack],
    ) -> None:
        super().__init__(pieces, ends, make, done=DONE[stage])
        self.board, self.stage = board, stage

    def judge_action(self, action: Action) -> Verdict:
        """Whether an action that does not end the stage is legal."""
        raise NotImplementedError(f"{type(self).__name__} must judge its actions")

    def space_named(self, name: str) -> int | None:
        """The space that a person means, in any case of letters; None for what is no space here."""
        return SPACE.get(name.strip().upper())

    def judge(self, action: Action) -> Verdict:
        if isinstance(action, Done):
            return LEGAL if action.stage is self.stage else refuse("wrong_stage", f"this is about {self.stage.value}")
        return self.judge_action(action)

    def explain_piece(self, piece: str) -> Verdict:
        """Whether a piece of the side that chooses has something to do in this stage, and why it has nothing."""
        if piece in self.pieces and self.reach(piece):
            return LEGAL
        if piece in self.pieces:
            return refuse("nothing_in_reach", f"{self.board.name(piece)} can reach nothing from where it stands")
        return self.judge_action(self.make(piece, self.board.place[piece]))

    def explain(self, target: str) -> Verdict | None:
        board, piece = self.board, self.board.piece_named(target)
        if piece and board.side_of(piece) == board.active:
            return self.explain_piece(piece)
        return self.explain_space(board.place[piece] if piece else self.space_named(target))
