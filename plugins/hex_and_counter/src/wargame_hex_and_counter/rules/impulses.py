"""Impulses: the sides act in turn, each time with a part of their units, until both pass or the turn ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias, assert_never

from attrs import evolve, field, frozen

from wargame_core.authoring import Action, Die, Event, ListedChoices, Procedure, Table
from wargame_core.errors import RulesError
from wargame_core.names import listed
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.actions import Activate, PassImpulse
from wargame_hex_and_counter.board.events import ImpulsesEnded, ImpulseTaken
from wargame_hex_and_counter.board.pieces import Pieces, title_of
from wargame_hex_and_counter.board.reactions import NO_IMPULSE, Impulse
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.binding import pieces_of

Group: TypeAlias = Literal["a unit", "a formation", "all units"]
"""What acts in one impulse. With formations a unit that is in none is one by itself."""


@frozen(kw_only=True)
class Impulses:
    """The sides act in turn, each impulse with one group of its units, each group once on a turn; or they pass.

    The turn has no further impulse when all sides have passed in a row, when no group is left, or by ``ends_below``: a
    roll after each impulse that is lower than its number. The first of ``sides`` begins, or who has the initiative.

    `begin`, `choose` and `roll_end` are steps of the sequence of play, the last two in a `Repeat` with the phases
    between them; `acts` is the ``who`` of a phase, `acting` gives its ``when``, `is_over` the ``until`` of the
    `Repeat`. The game's board has ``impulse``.

    Raises:
        RulesError: fewer than two sides, or a word that it does not know.
    """

    sides: tuple[str, ...]
    groups: Group = field(validator=one_of(Group))
    ends_below: Die | None = None
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        if len(self.sides) < 2:
            raise RulesError(f"Impulses(sides=): sides act in turn, and there are two or more, not {len(self.sides)}")

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The actions that it brings."""
        return (Activate, PassImpulse)

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The events that its settings bring."""
        return (ImpulseTaken, ImpulsesEnded)

    # who acts

    def group_of(self, pieces: Pieces, unit: str) -> str:
        """The group of a unit, by its id: the unit's own, its side, or side and formation."""
        counter = pieces.units[unit]
        match self.groups:
            case "a unit":
                return unit
            case "a formation":
                return counter.formation or unit
            case "all units":
                return counter.side
            case _:
                assert_never(self.groups)

    def groups_left(self, pieces: Pieces, side: str, impulse: Impulse) -> list[str]:
        """The groups of a side on the map that have not acted on this turn."""
        groups = dict.fromkeys(self.group_of(pieces, unit) for unit in pieces.of(side))
        return [group for group in groups if f"{side} {group}" not in impulse.spent]

    def next_side(self, board: Any) -> str:
        """The side whose impulse comes next."""
        first_index = self.sides.index(board.initiative) if board.initiative in self.sides else 0
        side: str = self.sides[(first_index + board.impulse.number) % len(self.sides)]
        return side

    def begin(self, table: Table[Any]) -> None:
        """No impulse of the turn has been played."""
        if table.board.impulse != NO_IMPULSE:
            table.record(ImpulseTaken(NO_IMPULSE))

    def choose(self, table: Table[Any]) -> Procedure[None]:
        """The next side has chosen a group that acts, or passed; without a group left it passes."""
        board, impulse_before = table.board, table.board.impulse
        side, number = self.next_side(board), impulse_before.number + 1
        waiting_groups = self.groups_left(pieces_of(board), side, impulse_before)
        group = ""
        if waiting_groups:
            ways = [*map(Activate, waiting_groups), PassImpulse()]
            prompt = f"{title_of(board, side)} impulse {number}: who acts?"
            answer = yield from table.ask(side, ListedChoices(ways, cite=self.cite), prompt, self.cite)
            group = answer.group if isinstance(answer, Activate) else ""
        spent_groups = (*impulse_before.spent, f"{side} {group}") if group else impulse_before.spent
        passes = 0 if group else impulse_before.passes + 1
        table.record(ImpulseTaken(Impulse(number, side, group, passes, spent_groups)))

    def roll_end(self, table: Table[Any]) -> Procedure[None]:
        """The turn has no further impulse, or it goes on."""
        impulse, pieces = table.board.impulse, pieces_of(table.board)
        reason = ""
        if impulse.passes >= len(self.sides):
            reason = "all have passed"
        elif not any(self.groups_left(pieces, side, impulse) for side in self.sides):
            reason = "everybody has acted"
        elif self.ends_below is not None:
            label = f"the end of the turn, below {impulse.number}"
            roll = yield from table.roll_openly(self.ends_below, label, self.cite)
            reason = f"{roll} is below {impulse.number}" if roll < impulse.number else ""
        if reason:
            table.record(ImpulsesEnded(evolve(impulse, last=True), reason))

    def is_over(self, board: Any) -> bool:
        """Whether the turn has no further impulse."""
        return bool(board.impulse.last)

    def acts(self, pieces: Pieces, unit: str) -> bool:
        """Whether a unit acts in the impulse that is played."""
        impulse: Impulse = pieces.board.impulse
        return pieces.units[unit].side == impulse.side and self.group_of(pieces, unit) == impulse.group

    def acting(self, side: str) -> Callable[[Any], bool]:
        """A test of the board: whether the impulse is one of a side, and it has not passed."""
        return lambda board: bool(board.impulse.side == side and board.impulse.group)

    # the table and the sheet

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """The impulse that is played, for the panel."""
        impulse = board.impulse
        if impulse.number and not impulse.last:
            units, deed_text = board.book.units, "passes"
            if impulse.group:
                deed_text = units[impulse.group].name if impulse.group in units else title_of(board, impulse.group)
            yield "Impulse", f"{impulse.number}, {title_of(board, impulse.side)}: {deed_text}"

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        sides = listed(map(str.capitalize, self.sides))
        yield f"{sides} act in turn: in each impulse {self.groups} of one side, or nobody."
        yield "Nobody acts twice on a turn, which ends when all pass in a row or everybody has acted."
        if self.ends_below is not None:
            yield f"It also ends when a roll of {self.ends_below} after an impulse is below the number of the impulse."

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()
