"""What happens on the battlefield. Rules decide, these change the board; hexes are named as printed."""

from typing import Annotated

from attrs import evolve, frozen

from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import FOE, SPACE
from wargame_battlecry.printed.pieces import NO_GENERAL, GeneralId, Work, is_general, side_of
from wargame_core.authoring import PublicEvent, Ruling
from wargame_core.flow.about import FROM, OFF, PIECE, PLACE, TARGET, TO, About, about


@frozen
class PieceMoved(PublicEvent, says="{piece} moves from {start} to {to}."):
    """A unit or general moved; ``general`` went with the unit.

    ``again``: the second move of Hit and Run, or the hex of a breakthrough that takes its place.
    """

    piece: Annotated[str, PIECE]
    start: Annotated[str, FROM]
    to: Annotated[str, TO]
    distance: int
    general: Annotated[GeneralId, PIECE] = NO_GENERAL
    again: bool = False

    def apply(self, board: BattleBoard) -> None:
        board.put_with(self.piece, SPACE[self.to], self.general)
        board.hexes_moved[self.piece] = self.distance
        if self.general:
            board.hexes_moved[self.general] = self.distance
        if is_general(self.piece):
            board.generals_moved_alone.add(self.piece)
        if self.again:
            board.second_movers.discard(self.piece)


@frozen
class PiecePlaced(PublicEvent, says="{piece}, short of supply, goes back from {start} to {to}."):
    """A unit was put back to its own edge by Short Supply, with its general."""

    piece: Annotated[str, PIECE]
    start: Annotated[str, FROM]
    to: Annotated[str, TO]
    general: Annotated[GeneralId, PIECE] = NO_GENERAL

    def apply(self, board: BattleBoard) -> None:
        board.put_with(self.piece, SPACE[self.to], self.general)


@frozen
class Battled(PublicEvent):
    """A unit battled: its dice as rolled (see `dice.text`), and the ruling on their number when somebody watches.

    ``again``: the second melee of a breakthrough, which takes the place of the second move of Hit and Run.
    """

    unit: Annotated[str, PIECE]
    target: Annotated[str, PLACE]
    defender: Annotated[str, TARGET]
    range: int
    roll: str
    hits: int
    flags: int
    ruling: Ruling | None = None
    again: bool = False

    def apply(self, board: BattleBoard) -> None:
        board.times_battled[self.unit] = board.times_battled.get(self.unit, 0) + 1
        board.contact = ()
        if self.again:
            board.second_movers.discard(self.unit)

    def text(self, board: BattleBoard) -> str:
        attack_manner = "in melee" if self.range == 1 else f"over {self.range} hexes"
        return (
            f"{board.name(self.unit)} battles {board.name(self.defender)} "
            f"at {self.target} {attack_manner}: {self.roll}; "
            f"{self.hits} hit{'s' * (self.hits != 1)}, {self.flags} flag{'s' * (self.flags != 1)}."
        )


@frozen
class UnitExited(PublicEvent):
    """A unit left the board where the battle lets it, with its general, and its side has ``flags`` for it."""

    unit: Annotated[str, PIECE]
    start: Annotated[str, FROM]
    flags: int
    general: Annotated[GeneralId, PIECE] = NO_GENERAL

    def apply(self, board: BattleBoard) -> None:
        board.remove_unit(self.unit)
        if self.general:
            board.remove_piece(self.general)
            board.stand_down(self.general)
        board.captured_flags[side_of(self.unit)] += self.flags

    def about(self, board: BattleBoard) -> About:
        return evolve(about(self, board), to=OFF)

    def text(self, board: BattleBoard) -> str:
        flags = f"{self.flags} flag{'s' * (self.flags != 1)}"
        return f"{board.name(self.unit)} leaves the board from {self.start}: {flags}."


@frozen
class FiguresLost(PublicEvent):
    """A unit lost figures; without any left it is gone and its flag stands with the enemy.

    ``left`` are the figures it has afterwards.
    """

    unit: Annotated[str, PIECE]
    count: int
    because: str
    left: int

    @property
    def is_eliminated(self) -> bool:
        """Whether that was the last of the unit."""
        return self.left == 0

    def apply(self, board: BattleBoard) -> None:
        if not self.is_eliminated:
            board.figures[self.unit] = self.left
            return
        board.remove_unit(self.unit)
        board.captured_flags[FOE[side_of(self.unit)]] += 1
        _note_cards_owed(board, side_of(self.unit))

    def about(self, board: BattleBoard) -> About:
        return evolve(about(self, board), to=OFF if self.is_eliminated else "")

    def text(self, board: BattleBoard) -> str:
        if self.is_eliminated:
            return f"{board.name(self.unit)} is eliminated ({self.because})."
        return f"{board.name(self.unit)} has lost {self.count} ({self.because})."


def _note_cards_owed(board: BattleBoard, side: str) -> None:
    """A battle rule may take cards for flags lost."""
    cards = sum(rule.cards_for_a_flag(side) for rule in board.rules)
    if cards and board.hand_size[side] > 1:
        cards_to_discard = min(cards, board.hand_size[side] - 1)
        board.hand_size[side] -= cards_to_discard
        board.cards_owed += cards_to_discard


@frozen
class GeneralChecked(PublicEvent, says="Casualty check for {general}: {roll}."):
    """The dice of a general's casualty check as rolled; what they do to him is told by `GeneralLost`."""

    general: Annotated[GeneralId, PIECE]
    roll: str


@frozen
class EscapeTried(PublicEvent, says="{general} slips through {hex}: {roll}."):
    """The die rolled at a general who slips through the enemies in a hex."""

    general: Annotated[GeneralId, PIECE]
    hex: Annotated[str, PLACE]
    roll: str


@frozen
class GeneralLost(PublicEvent, says="{general} {because}."):
    """A general is off the board; ``captured`` says whether the enemy has a flag for it."""

    general: Annotated[GeneralId, PIECE]
    captured: bool
    because: str

    def apply(self, board: BattleBoard) -> None:
        board.remove_piece(self.general)
        board.stand_down(self.general)
        if self.captured:
            board.captured_flags[FOE[side_of(self.general)]] += 1
            _note_cards_owed(board, side_of(self.general))

    def about(self, board: BattleBoard) -> About:
        return evolve(about(self, board), to=OFF)


@frozen
class FlagsIgnored(PublicEvent):
    """The owner of a unit disregarded flags rolled against it."""

    unit: Annotated[str, PIECE]
    count: int

    def text(self, board: BattleBoard) -> str:
        return f"{board.name(self.unit)} ignores {self.count} of its flags." if self.count else ""


@frozen
class Retreated(PublicEvent, says="{unit} retreats from {start} to {to}."):
    """A unit went back one hex, its general with it."""

    unit: Annotated[str, PIECE]
    start: Annotated[str, FROM]
    to: Annotated[str, TO]
    general: Annotated[GeneralId, PIECE] = NO_GENERAL

    def apply(self, board: BattleBoard) -> None:
        board.put_with(self.unit, SPACE[self.to], self.general)
        board.stand_down(self.unit)  # thrown back by a Fight Back, it does nothing more (Readings: Fight Back)


@frozen
class GeneralRetreated(PublicEvent, says="{general} retreats from {start} to {to}."):
    """A general went back alone."""

    general: Annotated[GeneralId, PIECE]
    start: Annotated[str, FROM]
    to: Annotated[str, TO]

    def apply(self, board: BattleBoard) -> None:
        board.put(self.general, SPACE[self.to])


@frozen
class GroundTaken(PublicEvent, says="{unit} takes the ground at {to}."):
    """A unit entered the hex it won. This ends its turn."""

    unit: Annotated[str, PIECE]
    start: Annotated[str, FROM]
    to: Annotated[str, TO]
    general: Annotated[GeneralId, PIECE] = NO_GENERAL

    def apply(self, board: BattleBoard) -> None:
        board.put_with(self.unit, SPACE[self.to], self.general)


@frozen
class WorkBuilt(PublicEvent, says="A fieldwork is built at {hex}."):
    """A fieldwork stands on a hex; ``sides`` are the covered ones, as bits."""

    hex: Annotated[str, PLACE]
    sides: int

    def apply(self, board: BattleBoard) -> None:
        board.works[self.hex] = (*board.works.get(self.hex, ()), Work("fieldwork", self.sides))


@frozen
class FigureRallied(PublicEvent, sets="figures[unit] += 1", says="{unit} gets a figure back."):
    """A unit has a figure back."""

    unit: Annotated[str, PIECE]
