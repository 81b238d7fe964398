"""The battlefield in play: pieces, cards, and what this turn has used up; and what may bend the rules on it.

Masks are integers over spaces.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from enum import Enum
from typing import Annotated, ClassVar, TypeAlias

from attrs import define, field, frozen

from wargame_battlecry.printed import pieces
from wargame_battlecry.printed.game_board import ARMS, FOE, HEXES, SECTION_BITS, SIDES, SIZE, Arm, Side
from wargame_core.authoring import Board, Modifier, Own, Procedure, Public, Secret, Static, Table
from wargame_core.flow.about import CARD, PIECE, PLACE, Names
from wargame_core.flow.visibility import Derived, Follows, Kept
from wargame_core.maps.masks import mask_of


class Stage(Enum):
    """What a turn has come to. Source: BC150 p.6 What to do on a Turn; second moves are those of Hit and Run.

    The last two name parts of a stage that a player may end: no turn stands in them.
    """

    NOT_BEGUN = ""
    ORDERS = "orders"
    MOVES = "moves"
    BATTLES = "battles"
    SECOND_MOVES = "second moves"
    DRAWS = "draws"
    BUILDING = "building"
    BREAKTHROUGH = "breaking through"


class OrderSlots(ABC):
    """What the orders of a turn are counted by, a class each. Source: BC150 p.6 Announce Orders."""

    names: ClassVar[tuple[str, ...]]
    """The slots in words, in the order in which their orders are counted."""
    adds_dice: ClassVar[bool] = False
    """Whether what is ordered so gets the dice that the card adds. Readings: Dice only for what is ordered."""

    @abstractmethod
    def slot_bits(self, board: BattleBoard, piece: str) -> int:
        """The slots that an order to a piece of the side whose turn it is may use, as bits."""


@frozen
class NoSlots(OrderSlots):
    """No orders are given."""

    kind = "none"
    names = ()

    def slot_bits(self, board: BattleBoard, piece: str) -> int:
        return 0


@frozen
class Sections(OrderSlots):
    """Orders by section; on a line between two a piece may use either."""

    kind = "sections"
    names = ("on the left", "in the center", "on the right")

    def slot_bits(self, board: BattleBoard, piece: str) -> int:
        return SECTION_BITS[board.active][board.place[piece]]


@frozen
class Arms(OrderSlots):
    """Orders to units of an arm, and to any piece (a Battle Cry)."""

    kind = "arms"
    names = (*ARMS, "of any kind")
    adds_dice = True

    def slot_bits(self, board: BattleBoard, piece: str) -> int:
        any_kind = 1 << len(ARMS)
        return any_kind if pieces.is_general(piece) else any_kind | 1 << ARMS.index(board.battle.units[piece].kind.arm)


@frozen
class AnyUnit(OrderSlots):
    """Orders to units anywhere."""

    kind = "units"
    names = ("unit anywhere",)

    def slot_bits(self, board: BattleBoard, piece: str) -> int:
        return 0 if pieces.is_general(piece) else 1


Slots: TypeAlias = NoSlots | Sections | Arms | AnyUnit


MAY_MOVE, MAY_BATTLE = 1, 2


@frozen
class Given:
    """One way in which a card lets a side act: the pieces that it orders, and by arm the hexes that it may march."""

    pieces: tuple[str, ...]
    reach: Mapping[Arm, int] = field(factory=dict)


class CardEffect(ABC):
    """What a command card does. A subclass is one effect: its fields are what a deck may say of it, under its ``kind``.

    It promises that `follow` leaves the board ready for orders, moves and battles, that `gives` tells bots whom it
    orders, and that `worth` and `gives` answer alike for equal boards.

    It may not change the board itself: it asks (``t.ask``), rolls (``t.roll``) and records events (``t.record``).

    Example::

        from wargame_battlecry.board.board import CardEffect, Given
        from wargame_battlecry.printed.pieces import Vocabulary
        from wargame_battlecry.rules.card_effects import order_all, units_of


        class AllGuns(CardEffect):
            kind = "all_guns"

            def gives(self, board, side):
                return (Given(units_of(board, side, "artillery")),)

            def follow(self, t, card):
                order_all(t, *self.gives(t.board, t.board.active))

            def worth(self, board, side):
                return 0.0


        WORDS = Vocabulary(effects=(AllGuns,))
    """

    kind: ClassVar[str] = ""
    reshuffles: ClassVar[bool] = False
    """Whether all discards go back into the deck after the turn."""
    for_enemys_turn: ClassVar[bool] = False
    """Whether its text keeps it for the enemy's turn: in one's own it is played only for want of any other card."""
    through_generals: ClassVar[bool] = False
    """Whether a unit is ordered through its general, and loses the order when he leaves it."""
    bonus_dice: int = 0
    """The dice that what it orders battles with besides its own."""
    orders_count: ClassVar[float] = 1.0
    """How much more than usual bots think of what the units that it orders do."""
    battles: ClassVar[float] = 1.0
    """How often each unit that it orders battles, as bots count it: more where it has more dice."""

    def has_something_to_do(self, board: BattleBoard) -> bool:
        """Whether there is what it works on; where the board has nothing of it, one unit is ordered instead."""
        ways = self.gives(board, board.active)
        return not ways or any(way.pieces for way in ways)

    def useful(self, board: BattleBoard) -> bool:
        """Whether it does anything in one's own turn; it may be played all the same, so bots ask."""
        return True

    def gives(self, board: BattleBoard, side: str) -> tuple[Given, ...]:
        """The ways to act that a side may choose from, as far as they can be said before the card is played."""
        return ()

    @abstractmethod
    def follow(self, table: Table[BattleBoard], card: pieces.CommandCard) -> Procedure[None] | None:
        """The board is ready for orders, moves and battles, as the card says."""

    @abstractmethod
    def worth(self, board: BattleBoard, side: str) -> float:
        """What it brings a side besides what the units do that it orders, in enemy figures; a flag counts three.

        Bots choose cards by it. An effect whose orders nobody can use brings nothing.
        """


class Bends:
    """What bends the rules of a battle while it holds; by default nothing. Masks and spaces are those of the board."""

    kind: ClassVar[str] = ""

    def dice(self, board: BattleBoard, unit: str, target: int) -> Iterable[Modifier]:
        """The dice that a unit rolls more, or with a minus sign fewer, against a space."""
        return ()

    def ignored_flags(self, board: BattleBoard, unit: str, attacker: int) -> Iterable[Modifier]:
        """The flags that a unit may ignore against an attacker on a space."""
        return ()

    def march(self, board: BattleBoard, unit: str, hexes: int) -> int:
        """How many hexes a unit may move that would otherwise move ``hexes``."""
        return hexes

    def hexes_back(self, board: BattleBoard, unit: str, hexes: int) -> int:
        """How many hexes a unit goes back that would otherwise go back ``hexes``."""
        return hexes


class TerrainEffect(Bends):
    """What a kind of terrain does to a unit on it, beyond what every terrain may say. A subclass is one effect.

    It promises the same answer for the same board: odds, bots and `explain` ask it as often as they like.

    It may not ask, roll or change the board.

    Example::

        from wargame_battlecry.board.board import TerrainEffect
        from wargame_battlecry.printed.pieces import Vocabulary
        from wargame_core.authoring import Modifier


        class Bog(TerrainEffect):
            kind = "bog"

            def dice(self, board, unit, target):
                yield Modifier(-1, "in the bog")


        WORDS = Vocabulary(terrain=(Bog,))
    """

    def cover(self, board: BattleBoard, unit: str, target: int) -> Iterable[Modifier]:
        """The dice that a unit rolls more, or with a minus sign fewer, against a target on the terrain."""
        return ()


@frozen
class BattleRule(Bends):
    """A special rule of a battle. A subclass is one rule: its fields are what a [[rule]] may say, under its ``kind``.

    `battle_with` is what it makes of the printed battle, `begin` what happens when a turn begins; the other methods are
    what it bends while the battle lasts. ``text`` is what players read.

    It promises that all but `begin` answer alike for the same board: odds and bots ask them about boards that may come.

    It may not change the board but by events that `begin` records, nor remember anything: what lasts is a counter or an
    event's work.

    Example::

        from attrs import frozen
        from wargame_battlecry.board.board import BattleRule
        from wargame_battlecry.printed.game_board import Side
        from wargame_battlecry.printed.pieces import Vocabulary


        @frozen
        class LastMen(BattleRule):
            kind = "last_men"
            side: Side

            def wins(self, board, side):
                alone = side == self.side and not board.unit_mask[board.inactive_side]
                return "is alone on the field" if alone else ""


        WORDS = Vocabulary(rules=(LastMen,))
    """

    text: str = field(default="", kw_only=True)

    def battle_with(self, battle: pieces.Battle, number: int) -> pieces.Battle:
        """The battle with this rule, which has this ``number`` in the file."""
        return battle

    def says(self, battle: pieces.Battle) -> str:
        """The rule in words, "" for none."""
        return self.text

    def begin(self, table: Table[BattleBoard]) -> Procedure[None] | None:
        """What happens when the turn of ``table.board.active`` begins: it may ask, roll and record events."""
        return None

    def cards_for_a_flag(self, side: str) -> int:
        """How many cards of its hand a flag that a side loses costs it, for good."""
        return 0

    def wins(self, board: BattleBoard, side: str) -> str:
        """Why a side has won, as ends "Union ...", whatever flags there are; "" when it has not.

        Bots ask it too, about boards that may come.
        """
        return ""


PieceId: TypeAlias = Annotated[str, PIECE]
CardId: TypeAlias = Annotated[str, CARD]


@define
class BattleBoard(Board):
    """Everything on the table. Public but for hands and draw pile.

    The fields are flat because they are what a front end and a saved position read by name.
    """

    book: Static[pieces.Rulebook] = field(eq=False)
    battle_id: Public[str]
    """The battle that is fought, an id of `Rulebook.battles`."""
    cavalry_fire: Public[bool] = False
    """Option: whether unmoved cavalry may fire at two hexes."""
    hill_rule: Public[pieces.HillRule] = pieces.HillRule.UPDATED
    """Option: "updated" or "printed"."""
    breakthrough: Public[bool] = False
    """Option: whether cavalry that takes ground may go on."""
    retreat_to_any: Public[bool] = True
    """Option: whether a unit may go back to any open hex, not only to one that leads back as far as any does."""
    rides_on: Public[bool] = False
    """Option: whether a general who has joined cavalry this turn goes along on the second move of Hit and Run."""
    small_batteries: Public[bool] = False
    """Option: whether a battery has two figures, as in the first edition, and not three."""
    only_led_take_ground: Public[bool] = False
    """Option: whether only a unit with a general takes ground, and then ground that its arm may not enter too."""
    any_card: Public[bool] = False
    """Option: whether a card for the enemy's turn may be played in one's own while another is held."""

    # the battlefield
    place: Public[dict[PieceId, Annotated[int, PLACE]]] = field(factory=dict)
    """The space of every piece (unit or general) still on the board, by id."""
    figures: Public[dict[PieceId, int]] = field(factory=dict)
    """The strength of every unit still on the board, by id."""
    unit_at: Derived[Annotated[list[str], Follows(_units_by_space)]] = field(factory=lambda: [""] * SIZE)
    """The unit on each space, "" for none: `place` the other way round."""
    general_at: Derived[Annotated[list[pieces.GeneralId], Follows(_generals_by_space)]] = field(
        factory=lambda: [pieces.NO_GENERAL] * SIZE
    )
    """The general on each space, "" for none."""
    unit_mask: Derived[Annotated[dict[str, int], Follows(_mask_of_units)]] = field(
        factory=lambda: dict.fromkeys(SIDES, 0)
    )
    """By side: mask of the spaces of its units."""
    general_mask: Derived[Annotated[dict[str, int], Follows(_mask_of_generals)]] = field(
        factory=lambda: dict.fromkeys(SIDES, 0)
    )
    """By side: mask of the spaces of its generals."""
    works: Public[dict[str, tuple[pieces.Work, ...]]] = field(factory=dict)
    """Fieldworks and entrenchments by the name of their hex."""
    captured_flags: Public[dict[str, int]] = field(factory=lambda: dict.fromkeys(SIDES, 0))
    """By side: the flags it keeps, for units and generals of the enemy and for units that left the board."""
    objectives: Public[dict[str, int]] = field(factory=dict)
    """By id of an `Objective` that is won now: its flags."""

    # the cards
    hands: Own[dict[str, tuple[CardId, ...]]] = field(factory=lambda: dict.fromkeys(SIDES, ()))
    """By side: the cards in hand, sorted. A seat sees its own."""
    drawn_cards: Own[dict[str, tuple[CardId, ...]]] = field(factory=dict)
    """By side: the cards drawn at the end of this turn. A seat sees its own."""
    pile: Secret[Annotated[tuple[CardId, ...], Follows(_rest_of_the_deck)]] = ()
    """The cards of the draw pile, sorted: the pile has no order, a draw is a roll."""
    hand_counts: Public[Annotated[dict[str, int], Follows(_cards_held)]] = field(
        factory=lambda: dict.fromkeys(SIDES, 0)
    )
    """By side: how many cards it holds."""
    hand_size: Public[dict[str, int]] = field(factory=lambda: dict.fromkeys(SIDES, 0))
    """By side: how many cards it holds after its draws."""
    pile_size: Public[Annotated[int, Follows(lambda board: len(board.pile))]] = 0
    """How many cards the draw pile has."""
    discards: Public[tuple[CardId, ...]] = ()
    """The discarded cards, oldest first."""
    last_card: Public[dict[str, CardId]] = field(factory=dict)
    """By side: the card it played last, as what it counted (for Counterattack)."""

    # this turn
    turn: Public[int] = 0
    """The number of the turn, from 1; 0 while cards are dealt."""
    turns_without_battle: Public[int] = 0
    """How many turns in a row have ended in which no unit battled, up to the last."""
    active: Public[str] = ""
    """The side whose turn it is."""
    card: Public[CardId] = ""
    """The card played this turn, until it is discarded."""
    acting: Public[CardId] = ""
    """The card that it counts as."""
    stage: Public[Stage] = Stage.NOT_BEGUN
    """What the turn has come to."""
    slots: Public[Slots] = NoSlots()
    """What the orders that may be given are counted by."""
    allowed_orders: Public[tuple[int, ...]] = ()
    """How many orders may be given in each slot."""
    spent_orders: Public[tuple[int, ...]] = ()
    """The orders given: for each the slots it fits, as bits."""
    ordered_pieces: Public[dict[PieceId, int]] = field(factory=dict)
    """What each ordered piece may do: bits of `MAY_MOVE` and `MAY_BATTLE`."""
    bonus: Public[dict[PieceId, int]] = field(factory=dict)
    """The dice that a card adds to a unit's battles."""
    hexes_moved: Public[dict[PieceId, int]] = field(factory=dict)
    """How many hexes a piece has moved."""
    times_battled: Public[dict[PieceId, int]] = field(factory=dict)
    """How often a unit has battled."""
    reach: Public[dict[str, int]] = field(factory=dict)
    """By arm: the hexes it may move, where a card changes that."""
    generals_moved_alone: Public[set[PieceId]] = field(factory=set)
    """The generals that have moved by themselves, and not with a unit."""
    second_movers: Public[set[PieceId]] = field(factory=set)
    """The cavalry that has its second move yet to come; an advance in a breakthrough takes its place."""
    contact: Public[tuple[PieceId, ...]] = ()
    """Attacker and defender of a battle after which Fight Back may be played."""
    fighting_back: Public[bool] = False
    """Whether Fight Back has been played and its battle is yet to come."""
    draws_first: Public[str] = ""
    """The side that played Fight Back and draws before the active one."""
    cards_owed: Public[int] = 0
    """Cards to be discarded for flags lost, where a battle says so."""
    _battle: Kept[dict[str, pieces.Battle]] = field(factory=dict, init=False, eq=False)

    @property
    def battle(self) -> pieces.Battle:
        """The battle being fought."""
        battle = self._battle.get("")
        if battle is None:
            battle = self.book.battles[self.battle_id]
            battle = self._battle[""] = battle.of_first_edition if self.small_batteries else battle
        return battle

    @property
    def acting_card(self) -> pieces.CommandCard:
        """The card that this turn's card counts as."""
        return self.book.cards[self.acting]

    @property
    def inactive_side(self) -> Side:
        """The side whose turn it is not."""
        return FOE[self.active]

    @property
    def effect(self) -> CardEffect:
        """What this turn's card does."""
        effect: CardEffect = self.acting_card.effect
        return effect

    @property
    def rules(self) -> tuple[BattleRule, ...]:
        """The special rules of the battle."""
        return self.battle.rules

    def bends(self, space: int) -> tuple[Bends, ...]:
        """What bends the rules for a unit on a space: the special rules of the battle, and the effect of the ground."""
        effect: TerrainEffect | None = self.battle.tiles[space].effect
        return self.battle.rules if effect is None else (*self.battle.rules, effect)

    def unit(self, unit: str) -> pieces.Unit:
        """The unit with this id."""
        return self.battle.units[unit]

    def flags(self, side: str) -> int:
        """Flags on a side's victory stand: captured, and held for ground."""
        flags = self.captured_flags[side]
        if self.objectives:
            for objective in self.battle.objectives:
                if objective.side == side:
                    flags += self.objectives.get(objective.id, 0)
        return flags

    def flagged_objectives(self) -> Iterator[pieces.Objective]:
        """The ground that flags mark on the board: what is taken for good is marked no more."""
        return (
            objective for objective in self.battle.objectives if not objective.clear_of and not self.is_taken(objective)
        )

    def is_taken(self, objective: pieces.Objective) -> bool:
        """Whether the token of an objective has left the board: its flags are captured for good, by either side."""
        if objective.when is not pieces.When.CAPTURED:
            return False
        token = objective.token or objective.id
        return any(rival.id in self.objectives for rival in self.battle.objectives if token in (rival.token, rival.id))

    def describe(self, piece: str) -> str:
        """A piece with strength and place as they are now: "Union infantry u3 (4) at G3"."""
        figures = f" ({self.figures[piece]})" if piece in self.figures else ""
        place_text = f" at {self.hex_of(piece)}" if piece in self.place else ""
        return self.name(piece) + figures + place_text

    def described_by_sight(self, piece: str) -> str:
        """A piece as it is told by sight, for questions: "Union infantry (4) at G3"; no counter has its id printed."""
        return self.describe(piece).replace(f" {piece} ", " ")

    def name(self, piece: str) -> str:
        """A piece in words that hold for the whole battle: "Union infantry u3"."""
        return self.battle.display_names[piece]

    def place_id(self, space: int | str) -> str:
        """A space, or the printed name of one, as the board prints it."""
        return space if isinstance(space, str) else HEXES[space]

    def names_of(self, kind: Names, ref: str) -> tuple[str, ...]:
        """A piece by its name, a card by its title, a hex as it is printed."""
        if kind is PIECE:
            return (self.name(ref), ref)
        return (self.book.cards[ref].title,) if kind is CARD else (ref,)

    def ids_of(self, kind: Names) -> Container[str] | None:
        """The pieces of the battle, and the cards of the deck."""
        if kind is PIECE:
            return self.battle.display_names
        return self.book.cards if kind is CARD else None

    def piece_places(self) -> dict[str, str]:
        """The hexes of all pieces on the board, generals last, who lie on their units; none is hidden."""
        return {piece: HEXES[self.place[piece]] for piece in sorted(self.place, key=pieces.is_general)}

    def hex_of(self, piece: str) -> str:
        """The hex of a piece, "" when it is not on the board."""
        return HEXES[self.place[piece]] if piece in self.place else ""

    def piece_named(self, words: str) -> str:
        """The piece on the board that a person means by its id, a general's name or the printed name; "" for none."""
        searched_name = words.strip().lower()
        names_of_piece = {piece: {piece, self.name(piece).lower()} for piece in self.place}
        for piece, general in self.battle.generals.items():
            if piece in names_of_piece and general.name:
                names_of_piece[piece] |= {general.name.lower(), general.name.lower().split()[-1]}
        matches = [piece for piece, names in names_of_piece.items() if searched_name in names]
        return matches[0] if len(matches) == 1 else ""

    def contradictions(self) -> Iterator[tuple[str, str]]:
        """Two pieces of a kind in a hex, a unit without figures, and a card that is held more often than printed."""
        units, generals = dict[int, str](), dict[int, str]()
        for piece, space in self.place.items():
            other = (generals if pieces.is_general(piece) else units).setdefault(space, piece)
            if other != piece:
                yield piece, f"{other} and {piece} stand in {HEXES[space]}, which holds one of them"
        for unit in self.battle.units:
            full_strength, figures = self.battle.units[unit].kind.figures, self.figures.get(unit)
            if (unit in self.place) != (figures is not None):
                yield (
                    unit,
                    f"{unit} has {figures or 'no'} figures and stands {'' if unit in self.place else 'not '}here",
                )
            elif figures is not None and not 1 <= figures <= full_strength:
                yield unit, f"{unit} has {figures} figures (1 to {full_strength} are possible)"
        printed_cards = Counter(self.book.deck_of(self.battle))
        for card, count in _cards_seen(self).items():
            if count > printed_cards[card]:
                title = self.book.cards[card].title if card in self.book.cards else card
                yield (
                    "hands",
                    f"{title} is held, played or discarded {count} times, and the deck has {printed_cards[card]}",
                )

    # changes, for events only

    def put(self, piece: str, space: int) -> None:
        """Stand a piece on a space, taking it from where it stood."""
        if piece in self.place:
            self.remove_piece(piece)
        self.place[piece] = space
        side = pieces.side_of(piece)
        if pieces.is_general(piece):
            self.general_at[space] = pieces.GeneralId(piece)
            self.general_mask[side] |= 1 << space
        else:
            self.unit_at[space] = piece
            self.unit_mask[side] |= 1 << space

    def remove_piece(self, piece: str) -> None:
        """Take a piece off the board."""
        space = self.place.pop(piece)
        side = pieces.side_of(piece)
        if pieces.is_general(piece):
            if self.general_at[space] == piece:
                self.general_at[space] = pieces.NO_GENERAL
                self.general_mask[side] &= ~(1 << space)
        else:
            self.unit_at[space] = ""
            self.unit_mask[side] &= ~(1 << space)

    def put_with(self, unit: str, space: int, general: pieces.GeneralId) -> None:
        """Stand a unit on a space, and the general (if any is named) with it."""
        self.put(unit, space)
        if general:
            self.put(general, space)

    def remove_unit(self, unit: str) -> None:
        """Take a unit off the board for good, with what it was ordered to do."""
        del self.figures[unit]
        self.remove_piece(unit)
        self.stand_down(unit)

    def stand_down(self, piece: str) -> None:
        """Nothing more is to be done by a piece this turn."""
        self.ordered_pieces.pop(piece, None)
        self.second_movers.discard(piece)


# what follows from where pieces stand and who holds which cards


def _units_by_space(board: BattleBoard) -> list[str]:
    unit_at = [""] * SIZE
    for piece, space in board.place.items():
        if not pieces.is_general(piece):
            unit_at[space] = piece
    return unit_at


def _generals_by_space(board: BattleBoard) -> list[pieces.GeneralId]:
    general_at = [pieces.NO_GENERAL] * SIZE
    for piece, space in board.place.items():
        if pieces.is_general(piece):
            general_at[space] = piece
    return general_at


def _mask_of_units(board: BattleBoard) -> dict[str, int]:
    places = [(piece, space) for piece, space in board.place.items() if not pieces.is_general(piece)]
    return {side: mask_of(space for piece, space in places if pieces.side_of(piece) == side) for side in SIDES}


def _mask_of_generals(board: BattleBoard) -> dict[str, int]:
    places = [(piece, space) for piece, space in board.place.items() if pieces.is_general(piece)]
    return {side: mask_of(space for piece, space in places if pieces.side_of(piece) == side) for side in SIDES}


def _cards_held(board: BattleBoard) -> dict[str, int]:
    return {side: len(board.hands.get(side, ())) for side in SIDES}


def _cards_seen(board: BattleBoard) -> Counter[str]:
    """How often each card is anywhere but in the pile."""
    hands = (card for hand in board.hands.values() for card in hand)
    return Counter([*hands, *board.discards, *([board.card] if board.card else [])])


def _rest_of_the_deck(board: BattleBoard) -> tuple[str, ...]:
    return tuple(sorted((Counter(board.book.deck_of(board.battle)) - _cards_seen(board)).elements()))


def lone_generals(board: BattleBoard, side: str) -> int:
    """Mask of a side's generals that stand alone."""
    return board.general_mask[side] & ~board.unit_mask[side]


def general_with(board: BattleBoard, unit: str) -> pieces.GeneralId:
    """The general attached to a unit, or nothing.

    Source: BC150 p.7 Attached Generals.
    """
    return board.general_at[board.place[unit]]
