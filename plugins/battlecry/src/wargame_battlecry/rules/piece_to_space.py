"""Choices of one kind: some piece does something to some hex, or nobody does any more.

It stays in this system as long as no other has the same choice; then its place is beside `Choices` in core.
"""

from __future__ import annotations

from collections.abc import Iterator

from wargame_battlecry.board.actions import DONE, Attack, Done, Move
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.board.stages import Stage
from wargame_battlecry.printed.game_board import SPACE
from wargame_core.authoring import LEGAL, Choices, Verdict, refuse
from wargame_core.flow.choices import Action, Random
from wargame_core.maps.masks import bits, nth_bit


class PieceToSpaceChoices(Choices):
    """An action of any of ``pieces`` with a hex in its reach, or the end of the stage.

    A kind of choice gives `find_reach`, `action` and `judge_action`. Reaches are masks of spaces, found when they are
    first wanted.
    """

    __slots__ = ("_reaches", "board", "pieces", "stage")

    def __init__(self, board: BattleBoard, stage: Stage, pieces: list[str]) -> None:
        self.board, self.stage, self.pieces = board, stage, pieces
        self._reaches: dict[str, int] = {}

    def find_reach(self, piece: str) -> int:
        """Mask of the hexes that a piece may choose."""
        raise NotImplementedError(f"{type(self).__name__} must find the reach of a piece")

    def action(self, piece: str, space: int) -> Move | Attack:
        """What a piece does to a hex."""
        raise NotImplementedError(f"{type(self).__name__} must name its actions")

    def judge_action(self, action: Action) -> Verdict:
        """Whether an action that does not end the stage is legal."""
        raise NotImplementedError(f"{type(self).__name__} must judge its actions")

    def reach(self, piece: str) -> int:
        """The reach of a piece, found once."""
        mask = self._reaches.get(piece)
        if mask is None:
            mask = self._reaches[piece] = self.find_reach(piece)
        return mask

    def space_named(self, name: str) -> int | None:
        """The space that a person means, in any case of letters; None for what is no space here."""
        return SPACE.get(name.strip().upper())

    def any(self) -> bool:
        """Whether any piece can do anything at all."""
        return any(self.reach(piece) for piece in self.pieces)

    def likely_pieces(self) -> list[str]:
        """The pieces that a sample is drawn from; one without a reach stands for the end of the stage."""
        return self.pieces

    def __iter__(self) -> Iterator[Move | Attack | Done]:
        for piece in self.pieces:
            for space in bits(self.reach(piece)):
                yield self.action(piece, space)
        yield DONE[self.stage]

    def __len__(self) -> int:
        return 1 + sum(self.reach(piece).bit_count() for piece in self.pieces)

    def sample(self, rng: Random) -> Move | Attack | Done:
        pieces = self.likely_pieces()
        n = int(rng.random() * (len(pieces) + 1))
        if n < len(pieces):
            mask = self.reach(pieces[n])
            if mask:
                return self.action(pieces[n], nth_bit(mask, int(rng.random() * mask.bit_count())))
        return DONE[self.stage]

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
        return self.judge_action(self.action(piece, self.board.place[piece]))

    def explain(self, target: str) -> Verdict | None:
        board, piece = self.board, self.board.piece_named(target)
        if piece and board.side_of(piece) == board.active:
            return self.explain_piece(piece)
        space = board.place[piece] if piece else self.space_named(target)
        if space is None or not self.pieces:
            return None
        verdicts = [self.judge_action(self.action(piece, space)) for piece in self.pieces]
        if any(verdicts):
            return LEGAL
        return Verdict(tuple(reason for verdict in verdicts for reason in verdict.reasons))
