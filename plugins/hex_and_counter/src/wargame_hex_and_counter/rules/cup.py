"""A cup of chits: who acts next is drawn, until the cup is empty or a chit ends the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from attrs import field, frozen

from wargame_core.authoring import Action, Event, Procedure, Table, draw_from
from wargame_core.errors import RulesError
from wargame_core.limits import quote
from wargame_core.names import listed
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.events import ChitDrawn, CupFilled
from wargame_hex_and_counter.board.pieces import Pieces, Setting, title_of
from wargame_hex_and_counter.printed.author_functions import setting


@frozen
class Chit:
    """A chit for the units of a side, or those of one of its formations; without a side nobody acts.

    ``count`` are chits of this title in the cup. With ``ends`` the drawing is over when one is drawn.
    """

    title: str
    side: str = ""
    formation: str = ""
    count: int = 1
    ends: bool = False


@frozen(kw_only=True)
class Cup:
    """Chits that are drawn one after the other; each says whose units act next.

    `fill` and `draw` are steps of the sequence of play; `acts` is the ``who`` of a phase and what `acting` gives its
    ``when``; `is_over` is the ``until`` of the `Repeat` that draws. The game's board has ``drawn_chits``.

    Raises:
        RulesError: two chits of one title, or none at all.
    """

    actions: ClassVar[tuple[type[Action], ...]] = ()
    events: ClassVar[tuple[type[Event], ...]] = (CupFilled, ChitDrawn)

    chits: Setting[tuple[Chit, ...]] = field(validator=setting)
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        if not callable(self.chits):
            _check(self.chits)

    def chits_of(self, board: Any) -> tuple[Chit, ...]:
        """The chits that belong into the cup, as the board stands."""
        return _check(self.chits(board)) if callable(self.chits) else self.chits

    def contents(self, board: Any) -> list[str]:
        """The titles of the chits in the cup, each as often as there are such."""
        titles_in_cup = [chit.title for chit in self.chits_of(board) for _ in range(chit.count)]
        for title in board.drawn_chits:
            if title in titles_in_cup:
                titles_in_cup.remove(title)
        return titles_in_cup

    def fill(self, table: Table[Any]) -> None:
        """All chits are in the cup."""
        if table.board.drawn_chits:
            table.record(CupFilled())

    def draw(self, table: Table[Any]) -> Procedure[None]:
        """A chit is drawn, each as likely as any other."""
        title = yield from table.roll_openly(draw_from(self.contents(table.board), "the cup"), "the chit", self.cite)
        table.record(ChitDrawn(title, (*table.board.drawn_chits, title)))

    def drawn_chit(self, board: Any) -> Chit | None:
        """The chit that was drawn last; None where the cup is full."""
        last_drawn = board.drawn_chits[-1:]
        return next((chit for chit in self.chits_of(board) if (chit.title,) == last_drawn), None)

    def is_over(self, board: Any) -> bool:
        """Whether no further chit is drawn: the last one ends the drawing, or none is left."""
        chit = self.drawn_chit(board)
        return (chit is not None and chit.ends) or not self.contents(board)

    def acts(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit acts by the chit that was drawn last."""
        chit, counter = self.drawn_chit(pieces.board), pieces.units[unit]
        return chit is not None and counter.side == chit.side and chit.formation in ("", counter.formation)

    def acting(self, side: str) -> Callable[[Any], bool]:
        """A test of the board: whether the chit that was drawn last is one of a side."""

        def is_of_side(board: Any) -> bool:
            chit = self.drawn_chit(board)
            return chit is not None and chit.side == side

        return is_of_side

    # the table and the sheet

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """The chit that was drawn last, and how many are in the cup, for the panel."""
        chit = self.drawn_chit(board)
        if chit is not None:
            yield "Chit", f"{chit.title} ({title_of(board, chit.side)})" if chit.side else chit.title
        yield "In the cup", str(len(self.contents(board)))

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        if callable(self.chits):
            return
        chits = listed(f"{chit.count} of {chit.title}" for chit in self.chits)
        yield f"Chits are drawn from a cup, and the units of each act as it is drawn: {chits}."
        if ending_titles := [chit.title for chit in self.chits if chit.ends]:
            yield f"No further chit is drawn after {listed(ending_titles)}."

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()


def _check(chits: tuple[Chit, ...]) -> tuple[Chit, ...]:
    titles = [chit.title for chit in chits]
    if not titles:
        raise RulesError("Cup(chits=): there is no chit")
    if repeated_title := next((title for title in titles if titles.count(title) > 1), None):
        raise RulesError(
            f"Cup(chits=): two are called {quote(repeated_title)}: say how many of one there are with count="
        )
    return chits
