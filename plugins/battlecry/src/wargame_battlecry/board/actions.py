"""What a player can choose: small frozen classes that name pieces by id and hexes by their printed name."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from attrs import evolve, field, frozen

from wargame_battlecry.board.board import BattleBoard, Stage
from wargame_battlecry.printed.game_board import DISTANCE, HEXES, SECTION, SPACE, sides_text
from wargame_core.authoring import Action, bits
from wargame_core.flow.about import CARD, NOTHING, PIECE, PLACE, TO, About, about
from wargame_core.flow.about import OFF as OFF_THE_MAP

OFF = OFF_THE_MAP
"""Stands for a hex where a piece leaves the board."""


@frozen
class _CardAction(Action, kind=""):
    """Something is done with a card, which its text helps to choose."""

    verb: ClassVar[str]
    card: Annotated[str, CARD]

    def text(self, board: BattleBoard) -> str:
        return f"{self.verb} {board.book.cards[self.card].title}"

    def help(self, board: BattleBoard) -> str:
        return board.book.cards[self.card].text


@frozen
class PlayCard(_CardAction):
    """Play this card from the hand."""

    verb: ClassVar[str] = "play"


@frozen
class Order(Action):
    """Give an order to a unit or general."""

    piece: Annotated[str, PIECE]

    def text(self, board: BattleBoard) -> str:
        return f"order {board.describe(self.piece)}"


@frozen
class Done(Action, says="no more {stage.value}"):
    """Nothing more of this."""

    stage: Stage = field(converter=Stage)


DONE: Mapping[Stage, Done] = {stage: Done(stage) for stage in Stage}
"""The word that ends each stage."""


@frozen
class Move(Action):
    """Move a unit (its general with it) or a general to a hex; a unit to "off" where the battle lets it leave."""

    piece: Annotated[str, PIECE]
    to: Annotated[str, TO]

    def about(self, board: BattleBoard) -> About:
        return About((self.piece,), board.hex_of(self.piece), self.to)

    def text(self, board: BattleBoard) -> str:
        if self.to == OFF:
            return f"{board.describe(self.piece)} leaves the board"
        ground = board.battle.tiles[SPACE[self.to]]
        return f"{board.describe(self.piece)} to {self.to}{'' if ground.id == 'clear' else f', {ground.title}'}"


@frozen
class Attack(Action):
    """Battle with a unit against the enemy in a hex."""

    unit: Annotated[str, PIECE]
    target: Annotated[str, PLACE]

    def about(self, board: BattleBoard) -> About:
        return evolve(about(self, board), origin=board.hex_of(self.unit), target=self.defender(board))

    def text(self, board: BattleBoard) -> str:
        distance = DISTANCE[board.place[self.unit]][SPACE[self.target]]
        attack_manner = "in melee" if distance == 1 else f"over {distance} hexes"
        return f"{board.describe(self.unit)} battles {board.describe(self.defender(board))} {attack_manner}"

    def defender(self, board: BattleBoard) -> str:
        """The unit in the hex, or else the general."""
        space = SPACE[self.target]
        return board.unit_at[space] or board.general_at[space]


@frozen
class IgnoreFlags(Action):
    """Ignore this number of the flags rolled."""

    count: int

    def text(self, board: BattleBoard) -> str:
        return f"ignore {self.count} flag{'s' if self.count != 1 else ''}"


@frozen
class Retreat(Action):
    """Retreat one hex, to this one, from which so many hexes of the retreat cannot be completed."""

    to: Annotated[str, TO]
    short: int = 0

    def text(self, board: BattleBoard) -> str:
        costs = f", and no farther: {self.short} figures lost" if self.short > 1 else ", and no farther: a figure lost"
        return f"retreat to {self.to}{costs if self.short else ''}"


@frozen
class RetreatGeneral(Action):
    """A general goes back to a hex, or to "off": over its own edge of the board."""

    to: Annotated[str, TO]

    def text(self, board: BattleBoard) -> str:
        return "leave the board" if self.to == OFF else f"the general retreats to {self.to}"


@frozen
class Escape(Action, says="escape by {path}"):
    """A general slips back through enemies along these hexes; the last may be "off"."""

    path: Annotated[tuple[str, ...], PLACE]

    def about(self, board: BattleBoard) -> About:
        return evolve(about(self, board), to=self.path[-1])


@frozen
class TakeGround(Action):
    """Enter the hex just won with the unit that won it, or not."""

    unit: Annotated[str, PIECE]
    to: Annotated[str, TO]
    enter: bool

    def about(self, board: BattleBoard) -> About:
        move_about = about(self, board)
        return (
            evolve(move_about, origin=board.hex_of(self.unit))
            if self.enter
            else About(move_about.pieces, places=(self.to,))
        )

    def text(self, board: BattleBoard) -> str:
        return f"take the ground at {self.to}" if self.enter else "stay"


@frozen
class FightBack(Action):
    """Play Fight Back now, or not."""

    play: bool

    def about(self, board: BattleBoard) -> About:
        return About(cards=("fight_back",)) if self.play else NOTHING

    def text(self, board: BattleBoard) -> str:
        return "play Fight Back" if self.play else "do not play Fight Back"

    def help(self, board: BattleBoard) -> str:
        return board.book.cards["fight_back"].text if self.play else ""


@frozen
class ChooseSection(Action, says="the {section} section"):
    """One section, from the player's own chair."""

    section: str

    def about(self, board: BattleBoard) -> About:
        section = SECTION[board.active][self.section]
        return About(places=tuple(HEXES[space] for space in bits(section)))


@frozen
class ChoosePiece(Action):
    """One piece for the card to work on."""

    piece: Annotated[str, PIECE]

    def text(self, board: BattleBoard) -> str:
        return board.describe(self.piece)


@frozen
class PlaceAt(Action, says="place it at {to}"):
    """The hex where a piece is put down."""

    to: Annotated[str, TO]


@frozen
class Build(Action):
    """Put a fieldwork on a hex, covering two neighbouring sides (bits, see `game_board.DIRECTIONS`)."""

    hex: Annotated[str, PLACE]
    sides: int

    def text(self, board: BattleBoard) -> str:
        return f"fieldwork on {self.hex} facing {sides_text(self.sides)}"


@frozen
class Keep(_CardAction):
    """Keep this one of the cards drawn."""

    verb: ClassVar[str] = "keep"


@frozen
class Discard(_CardAction):
    """Give up a card from the hand."""

    verb: ClassVar[str] = "discard"


ACTIONS = (
    PlayCard,
    Order,
    Done,
    Move,
    Attack,
    IgnoreFlags,
    Retreat,
    RetreatGeneral,
    Escape,
    TakeGround,
    FightBack,
    ChooseSection,
    ChoosePiece,
    PlaceAt,
    Build,
    Keep,
    Discard,
)
