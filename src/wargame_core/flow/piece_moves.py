"""Choosing a piece and then a space for it: moves, attacks, placements."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wargame_core.errors import UnknownName
from wargame_core.flow.choices import Action, Choices, Random
from wargame_core.limits import quote
from wargame_core.maps.masks import bits, nth_bit
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse


class PieceMoves(Choices):
    """An action of one of the pieces with one of the spaces that it has, or nothing more to do.

    ``ends`` gives the mask of a piece's spaces; it is asked once for each piece, when somebody first wants to know.
    ``make`` makes the action of a piece and a space, ``read`` says which piece and space an action names (without it
    its ``piece`` and ``to``). ``done`` is the action that chooses none; without it one must be chosen. ``why_not`` says
    why a piece cannot choose a space that is not among its ends, ``parse`` which space a person means by a name (such
    as `Map.parse`).

    A game that has more to say makes a class from it, and replaces what differs.
    """

    __slots__ = ("_reaches", "cite", "done", "ends", "make", "parse", "pieces", "read", "why_not")

    def __init__(
        self,
        pieces: Sequence[str],
        ends: Callable[[str], int],
        make: Callable[[str, int], Any],
        read: Callable[[Any], tuple[str, int]] | None = None,
        cite: Cite | None = None,
        *,
        done: Action | None = None,
        why_not: Callable[[str, int], Verdict] | None = None,
        parse: Callable[[str], int] | None = None,
    ) -> None:
        self.pieces, self.ends, self.make, self.read, self.cite = pieces, ends, make, read, cite
        self.done, self.why_not, self.parse = done, why_not, parse
        self._reaches: dict[str, int] = {}

    def reach(self, piece: str) -> int:
        """Mask of the spaces that a piece may choose."""
        mask = self._reaches.get(piece)
        if mask is None:
            mask = self._reaches[piece] = self.ends(piece)
        return mask

    def any(self) -> bool:
        """Whether any piece can do anything at all."""
        for piece in self.pieces:  # noqa: SIM110 - asked before every choice: a generator takes twice as long
            if self.reach(piece):
                return True
        return False

    def likely_pieces(self) -> Sequence[str]:
        """The pieces that a sample is drawn from; one that has no space stands for being done."""
        return self.pieces if self.done is not None else [piece for piece in self.pieces if self.reach(piece)]

    def __iter__(self) -> Iterator[Any]:
        for piece in self.pieces:
            for space in bits(self.reach(piece)):
                yield self.make(piece, space)
        if self.done is not None:
            yield self.done

    def __len__(self) -> int:
        return (self.done is not None) + sum(self.reach(piece).bit_count() for piece in self.pieces)

    def sample(self, rng: Random) -> Any:
        """A piece, or being done, each as likely as another; then one of the spaces of the piece."""
        pieces = self.likely_pieces()
        ways = len(pieces) + (self.done is not None)
        drawn = int(rng.random() * ways) if ways > 1 else 0
        if drawn < len(pieces):
            mask = self.reach(pieces[drawn])
            if mask:
                return self.make(pieces[drawn], nth_bit(mask, int(rng.random() * mask.bit_count())))
        if self.done is None:
            raise IndexError("no piece has a space to choose")
        return self.done

    def judge(self, action: Any) -> Verdict:
        """Whether the action is to be done, or one of a piece with one of its spaces."""
        if self.done is not None and action == self.done:
            return LEGAL
        example = next((self.make(piece, space) for piece in self.pieces for space in bits(self.reach(piece))), None)
        if example is None or type(action) is not type(example):
            return refuse("not_offered", "that is not asked for now", self.cite)
        piece, space = self.read(action) if self.read is not None else (action.piece, action.to)
        if piece not in self.pieces:
            return refuse("no_such_piece", f"{quote(piece)} is not among those that may be chosen now", self.cite)
        if space >= 0 and self.reach(piece) >> space & 1:
            return LEGAL
        if self.why_not is not None:
            return self.why_not(piece, space)
        return refuse("out_of_reach", f"{piece} cannot choose that space", self.cite)

    def explain(self, target: str) -> Verdict | None:
        """Why no piece can choose the space that a person names, or why the piece named has nothing to choose."""
        if target in self.pieces:
            nothing = refuse("nothing_in_reach", f"{target} has no space to choose", self.cite)
            return LEGAL if self.reach(target) else nothing
        try:
            return self.explain_space(self.parse(target) if self.parse is not None else None)
        except UnknownName:
            return None

    def explain_space(self, space: int | None) -> Verdict | None:
        """Why no piece can choose a space; None where there is no such space, or no piece."""
        if space is None or not self.pieces:
            return None
        verdicts = [self.judge(self.make(piece, space)) for piece in self.pieces]
        if any(verdicts):
            return LEGAL
        return Verdict(tuple(reason for verdict in verdicts for reason in verdict.reasons))
