"""The printed matter of the game as frozen values: terrain, cards, pieces, battles, and the rulebook of them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cached_property, reduce
from operator import or_
from typing import Any, Final, Literal, NewType, TypeGuard

from attrs import evolve, field, frozen

from wargame_battlecry.printed.game_board import ARMS, CONFEDERATE, FOE, MAP, SPACE, UNION, Arm, Side
from wargame_core.data import by_kind
from wargame_core.errors import DataError
from wargame_core.maps.features import NamedPlace
from wargame_core.maps.hexes import HexMap
from wargame_core.maps.masks import bits
from wargame_core.rulings import Basis

GROUND_OF_TILE = {
    **dict.fromkeys(("waterway", "ford", "bridge"), "water"),
    **dict.fromkeys(("fence", "sunken_road", "rail_cut"), "clear"),
    "devils_den": "rough",
}
"""What the ground of some tiles is, by their ids."""


@frozen
class Limit:
    """What terrain does to the dice of a unit in it: at most ``dice`` by range (None: no such limit), and ``lose``."""

    dice: tuple[int, ...] | None = None
    lose: int = 0


@frozen
class Terrain:
    """A terrain tile or token and all its effects; ``protection`` is dice the attacker loses.

    Readings: Terrain without pages.
    """

    id: str
    title: str
    move: Literal["free", "stop", "impassable"] = "free"
    sight: Literal["free", "blocks", "hill"] = "free"
    protection: int = 0
    ignore_flags: int = 0
    directional: bool = False
    token: bool = False
    bars: frozenset[Arm] = frozenset()
    enter: Mapping[Arm, Limit] = field(factory=dict)
    inside: Mapping[Arm, Limit] = field(factory=dict)
    no_works: bool = False
    not_in_box: bool = False
    effect: Any = None
    """A `TerrainEffect` of a battle's own."""


@frozen
class Kind:
    """A kind of unit. ``dice`` by range (empty: one a figure), ``most`` dice by range (empty: no such limit).

    ``first_edition`` are the figures that it has by the option `battery_figures` of the game, 0: ``figures`` always.
    Source: BC150 p.2 Components, p.8 Ranged Combat, p.10 Melee Combat. Distances in hexes.
    """

    id: str
    title: str
    arm: Arm
    figures: int
    move: int
    battle_after: int
    range: int
    dice: tuple[int, ...] = ()
    most: tuple[int, ...] = ()
    halved: bool = False
    scant: bool = False
    sharpshooters: bool = False
    first_edition: int = 0


@frozen
class CommandCard:
    """A command card. ``effect`` is a `CardEffect`; ``mirror`` is the card that a Counterattack makes of it."""

    id: str
    title: str
    count: int
    group: str
    effect: Any
    text: str
    draw: int = 1
    mirror: str = ""


@frozen
class Box:
    """What the box holds: units and generals of each side, terrain tiles, work tokens, flag tokens."""

    infantry: int
    cavalry: int
    artillery: int
    generals: int
    tiles: int
    works: int
    flag_tokens: int


@frozen
class Work:
    """Something on a hex besides its tile: a terrain id, and covered sides as bits (see `game_board.DIRECTIONS`)."""

    kind: str
    sides: int


@frozen
class Unit:
    """A unit of a battle: never changes; its figures and place are on the board."""

    id: str
    side: str
    kind: Kind
    hex: int
    label: str = ""


GeneralId = NewType("GeneralId", str)
"""The id of a general ("ug1"), where the id of a unit would be wrong."""
NO_GENERAL: Final = GeneralId("")


@frozen
class General:
    """A general of a battle."""

    id: GeneralId
    side: str
    name: str
    hex: int


_LETTER: Final[Mapping[str, str]] = {UNION: "u", CONFEDERATE: "s"}
"""By side the letter with which the ids of its pieces begin: no row of the board has it, as C would be one."""


def unit_id(side: str, number: int) -> str:
    """The id of a unit: a letter of its side and a number."""
    return f"{_LETTER[side]}{number}"


def general_id(side: str, number: int) -> GeneralId:
    """The id of a general: a letter of its side, a g, and a number."""
    return GeneralId(f"{_LETTER[side]}g{number}")


def side_of(piece: str) -> Side:
    """The side of a unit or a general.

    >>> side_of("u1"), side_of("sg1")
    ('union', 'confederate')
    """
    return UNION if piece[0] == "u" else CONFEDERATE


def is_general(piece: str) -> TypeGuard[GeneralId]:
    """Whether an id is a general's ("ug1") and not a unit's ("u1")."""
    return piece[1] == "g"


class HillRule(Enum):
    """When a unit loses a die for battling from one hill to another. Readings: Hills."""

    UPDATED = "updated"
    """Not between neighbours, and not by artillery."""
    PRINTED = "printed"
    """Always."""


class When(Enum):
    """When flags for ground are won: at once or at the start of a turn, as long as the ground is held, or for good.

    Source: BC150 p.6 Flag Tokens. Readings: Captured flags.
    """

    CONTINUOUS = "continuous"
    START_OF_TURN = "start_of_turn"
    CAPTURED = "captured"


@frozen
class Objective:
    """Flags for ground: for a unit of ``side`` in every group of hexes at once.

    With ``clear_of`` the flags are for a section without units of the other side instead. Of objectives with the same
    ``token`` only one can be won: the flag token that one side has captured is gone for the other.

    It promises that `holds` answers alike for the same board.

    It may not ask, roll or change the board.

    Example::

        from attrs import frozen
        from wargame_battlecry.board.board import BattleRule
        from wargame_battlecry.printed.pieces import Objective, Vocabulary


        class NoGenerals(Objective):
            def holds(self, board):
                return not board.general_mask["union"]


        @frozen
        class Beheaded(BattleRule):
            kind = "beheaded"

            def battle_with(self, battle, number):
                goal = NoGenerals(f"r{number}", "confederate", (), flags=2, text="beheads the Union")
                return battle.with_objectives([goal])


        WORDS = Vocabulary(rules=(Beheaded,))
    """

    id: str
    side: Side
    groups: tuple[int, ...]
    flags: int
    when: When = When.CONTINUOUS
    clear_of: int = 0
    token: str = ""
    text: str = ""

    @property
    def in_words(self) -> str:
        """What it is worth, as told beside its flag."""
        return f"{self.text or 'objective'}: {self.flags} for {self.side.capitalize()}"

    def ground(self) -> tuple[int, ...]:
        """The spaces it is about, each once."""
        return tuple(bits(reduce(or_, self.groups, self.clear_of)))

    def holds(self, board: Any) -> bool:
        """Whether its condition is met now. Units hold ground, lone generals do not."""
        if self.clear_of:
            return not board.unit_mask[FOE[self.side]] & self.clear_of
        own_mask = board.unit_mask[self.side]
        for group in self.groups:  # noqa: SIM110 - asked at every turn: a generator takes twice as long
            if not own_mask & group:
                return False
        return True


@frozen
class Exit:
    """Units of ``side`` may leave the board from the ``hexes`` of a mask, each for so many ``flags``.

    Source: BC150 p.7 Moving Units ("aside from special rules"). Readings: Leaving the board.
    """

    side: Side
    hexes: int
    flags: int


@frozen(slots=False)
class Battle:
    """One battle: the ground, the armies, the staffing and the special rules. Masks are integers over spaces."""

    id: str
    number: int
    title: str
    place: str
    date: str
    flags: int
    first: str
    commanders: Mapping[str, str]
    hands: Mapping[str, int]
    units: Mapping[str, Unit]
    generals: Mapping[GeneralId, General]
    tiles: tuple[Terrain, ...]
    sides: tuple[int, ...]
    names: tuple[str, ...]
    works: Mapping[str, tuple[Work, ...]]
    closed: int = 0
    objectives: tuple[Objective, ...] = ()
    exits: tuple[Exit, ...] = ()
    removed_cards: tuple[str, ...] = ()
    see_through: frozenset[str] = frozenset()
    rules: tuple[Any, ...] = ()
    """The special rules, each a `BattleRule`."""
    bases: Mapping[str, Basis] = field(factory=dict, eq=False, repr=False)
    """The evidence for its pieces and sides, by id, and for "battle", what its file says of all of it."""

    def basis_of(self, name: str) -> str:
        """The evidence for a piece or a side, in a word; for what has none of its own, that for the battle."""
        return self.bases.get(name, self.bases.get("battle", Basis.TEXT)).value

    @cached_property
    def of_first_edition(self) -> Battle:
        """The battle with as many figures in each unit as in the first edition. Readings: Figures of a battery."""
        units = {
            name: evolve(unit, kind=evolve(unit.kind, figures=unit.kind.first_edition or unit.kind.figures))
            for name, unit in self.units.items()
        }
        return evolve(self, units=units)

    def with_objectives(self, objectives: Iterable[Objective]) -> Battle:
        """The battle with more ground that is worth flags."""
        return evolve(self, objectives=(*self.objectives, *objectives))

    @cached_property
    def map(self) -> HexMap:
        """The game board with the ground and the names of this battle, for finding hexes by name and for drawing."""
        number_of_name: dict[str, int] = {}
        for space, name in enumerate(self.names):
            if name:
                number_of_name.setdefault(name, space)
        return evolve(
            MAP,
            id=self.id,
            title=self.title.partition(" (")[0],
            terrain=tuple(GROUND_OF_TILE.get(tile.id, tile.id) for tile in self.tiles),
            closed_terrain=frozenset(),
            places=tuple(NamedPlace(name, space, "area") for name, space in number_of_name.items()),
        )

    @cached_property
    def strength(self) -> Mapping[str, int]:
        """The figures with which each side begins."""
        units = self.units.values()
        return {side: sum(unit.kind.figures for unit in units if unit.side == side) for side in (UNION, CONFEDERATE)}

    @cached_property
    def display_names(self) -> Mapping[str, str]:
        """What people call each unit and general: "Union infantry u3"."""
        name_of_piece: dict[str, str] = {}
        for piece, unit in self.units.items():
            name_of_piece[piece] = unit.label or f"{unit.side.capitalize()} {unit.kind.title} {piece}"
        for piece, general in self.generals.items():
            side = general.side.capitalize()
            name_of_piece[piece] = f"General {general.name}" if general.name else f"{side} general {piece}"
        return name_of_piece

    def hexes_where(self, test: Callable[[Terrain], bool]) -> int:
        """Mask of the hexes whose tile passes a test."""
        return sum(1 << space for space, tile in enumerate(self.tiles) if test(tile))

    @cached_property
    def impassable(self) -> int:
        """Nobody enters these."""
        return self.closed | self.hexes_where(lambda tile: tile.move == "impassable")

    @cached_property
    def stopping_hexes(self) -> int:
        """Who enters one of these goes no further."""
        tokens = (name for name, hex_works in self.works.items() if any(work.kind in _STOP for work in hex_works))
        return self.hexes_where(lambda tile: tile.move == "stop") | sum(1 << SPACE[name] for name in tokens)

    @cached_property
    def hills(self) -> int:
        """Hill hexes."""
        return self.hexes_where(lambda tile: tile.sight == "hill")

    @cached_property
    def blocks(self) -> int:
        """Terrain that no one sees through."""
        return self.hexes_where(lambda tile: tile.sight == "blocks" and tile.id not in self.see_through)

    @cached_property
    def barred_hexes(self) -> Mapping[str, int]:
        """By arm: hexes that it may not enter, the impassable ones included."""
        return {
            arm: self.impassable | sum(1 << space for space, tile in enumerate(self.tiles) if arm in tile.bars)
            for arm in ARMS
        }

    @cached_property
    def exit_flags(self) -> Mapping[str, Mapping[int, int]]:
        """By side that may leave the board: the flags for each space it may leave from, the most where rules differ."""
        flags: dict[str, dict[int, int]] = {}
        for way in self.exits:
            for space in bits(way.hexes):
                of_side = flags.setdefault(way.side, {})
                of_side[space] = max(way.flags, of_side.get(space, 0))
        return flags

    @cached_property
    def cover(self) -> int:
        """Hexes whose tile protects."""
        return self.hexes_where(lambda tile: bool(tile.protection))


_STOP = frozenset({"entrenchment", "rail_cut"})


@frozen
class Vocabulary:
    """What the files of battles may ask for by name: effects of cards, special rules, effects of terrain.

    Each is a class: its ``kind`` is the name, its fields are the keys that the files may have beside it.
    """

    effects: tuple[type[Any], ...] = ()
    rules: tuple[type[Any], ...] = ()
    terrain: tuple[type[Any], ...] = ()

    def with_own(self, other_vocabulary: Vocabulary) -> Vocabulary:
        """These words and those of a set of battles. Raises `RulesError` when two of a sort have the same name."""
        words = Vocabulary(
            self.effects + other_vocabulary.effects,
            self.rules + other_vocabulary.rules,
            self.terrain + other_vocabulary.terrain,
        )
        for sort in (words.effects, words.rules, words.terrain):
            by_kind(sort)
        return words


@frozen(eq=False, repr=False)
class Rulebook:
    """Everything printed: the same in every state of the game."""

    terrain: Mapping[str, Terrain]
    kinds: Mapping[str, Kind]
    box: Box
    cards: Mapping[str, CommandCard]
    vocabulary: Vocabulary
    battles: Mapping[str, Battle]
    rows: Mapping[str, Any] = field(factory=dict)
    """By battle: the [battle] of its file, which says what it is called, where and when it was."""
    bases: Mapping[tuple[str, str], Basis] = field(factory=dict)
    """The evidence for the cards, by "card" and their id."""
    unread: Mapping[str, DataError] = field(factory=dict)
    """Packaged battles whose files are wrong, by id."""
    deck_size: int = field(init=False)
    """How many command cards the box has, those that a battle leaves out among them."""

    @deck_size.default
    def _deck_size(self) -> int:
        return sum(card.count for card in self.cards.values())

    def deck_of(self, battle: Battle) -> list[str]:
        """Every card of the deck as often as it is in it, without those that the battle leaves out."""
        cards = (card for card in self.cards.values() if card.id not in battle.removed_cards)
        return [card.id for card in cards for _ in range(card.count)]

    def __repr__(self) -> str:
        return f"<Rulebook of {len(self.battles)} battles>"
