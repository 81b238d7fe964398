"""The special rules of battles, one class each: what a [[rule]] of a file may say, and what it makes of a battle.

Source: BC150 p.6 Flag Tokens. Readings: Board and battles, Leaving the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal, TypeAlias

from attrs import evolve, frozen

from wargame_battlecry.printed.game_board import FOE, SECTION, SIDES, SPACE, Arm, Section, Side
from wargame_battlecry.printed.pieces import Battle, Exit, Objective, Rulebook, When
from wargame_core.data import Document, Problems
from wargame_core.maps.masks import mask_of

KeyPath: TypeAlias = tuple[str | int, ...]
Named: TypeAlias = tuple[KeyPath, str]
"""A name in a file, with its path."""
WhileHeld = Literal["continuous", "start_of_turn"]
ForGround = Literal["continuous", "start_of_turn", "captured"]


def _mask(names: Iterable[str]) -> int:
    return mask_of(SPACE[name] for name in names)


class BattleRule:
    """A special rule of a battle: its fields are what a [[rule]] may say, `on` is what it makes of the battle."""

    kind: ClassVar[str]
    text: str

    def hexes_named(self) -> Iterator[Named]:
        """Every hex that it names, with its path in the table."""
        yield from ((("hexes", n), name) for n, name in enumerate(getattr(self, "hexes", ())))

    def check(self, doc: Document, at: KeyPath, problems: Problems, book: Rulebook) -> None:
        """Note every other name in it that does not exist."""

    def on(self, battle: Battle, number: int) -> Battle:
        """The battle with this rule, which has this ``number`` in the file."""
        raise NotImplementedError


@frozen
class HexFlags(BattleRule):
    """Each of the hexes held by a unit of ``side`` is worth ``flags``: while it is held, or once and for good."""

    kind: ClassVar[str] = "hex_flags"
    side: Literal["union", "confederate", "either"]
    hexes: tuple[str, ...]
    when: ForGround
    flags: int = 1
    text: str = ""

    def on(self, battle: Battle, number: int) -> Battle:
        either = self.side == "either"
        sides = SIDES if self.side == "either" else (self.side,)
        return battle.with_objectives(
            Objective(
                f"r{number}-{name}-{side}" if either else f"r{number}-{name}",
                side,
                (_mask([name]),),
                self.flags,
                When(self.when),
                token=f"r{number}-{name}",
                text=f"holds {name}",
            )
            for name in self.hexes
            for side in sides
        )


@frozen
class GroupFlags(BattleRule):
    """A unit of ``side`` in every group of hexes at once is worth ``flags``."""

    kind: ClassVar[str] = "group_flags"
    side: Side
    groups: tuple[tuple[str, ...], ...]
    flags: int
    when: ForGround
    text: str = ""

    def hexes_named(self) -> Iterator[Named]:
        for n, group in enumerate(self.groups):
            yield from ((("groups", n, m), name) for m, name in enumerate(group))

    def on(self, battle: Battle, number: int) -> Battle:
        shown = ("/".join(group[:4]) + ("..." if len(group) > 4 else "") for group in self.groups)
        groups, text = tuple(map(_mask, self.groups)), f"holds {' and '.join(shown)}"
        token = f"r{number}"
        return battle.with_objectives(
            [Objective(token, self.side, groups, self.flags, When(self.when), token=token, text=text)]
        )


@frozen
class SectionFlags(BattleRule):
    """A section (as ``side`` sees it) without enemy units is worth ``flags``."""

    kind: ClassVar[str] = "section_flags"
    side: Side
    section: Section
    flags: int
    when: WhileHeld
    text: str = ""

    def on(self, battle: Battle, number: int) -> Battle:
        text = f"no {FOE[self.side]} unit in the {self.section} section"
        clear_of = SECTION[self.side][self.section]
        return battle.with_objectives(
            [Objective(f"r{number}", self.side, (), self.flags, When(self.when), clear_of, text=text)]
        )


@frozen
class ExitFlags(BattleRule):
    """Units of ``side`` may leave the board from these hexes, each for ``flags``."""

    kind: ClassVar[str] = "exit"
    side: Side
    hexes: tuple[str, ...]
    flags: int = 1
    text: str = ""

    def on(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, exits=(*battle.exits, Exit(self.side, _mask(self.hexes), self.flags)))


@frozen
class Closed(BattleRule):
    """Nobody enters these hexes."""

    kind: ClassVar[str] = "closed"
    hexes: tuple[str, ...]
    text: str = ""

    def on(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, closed=battle.closed | _mask(self.hexes))


@frozen
class Morale(BattleRule):
    """Units of ``side`` in these hexes may ignore flags."""

    kind: ClassVar[str] = "morale"
    side: Side
    hexes: tuple[str, ...]
    ignore_flags: int = 1
    text: str = ""

    def on(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, morale=(*battle.morale, (self.side, _mask(self.hexes), self.ignore_flags)))


@frozen
class RemoveCards(BattleRule):
    """Cards left out of the deck."""

    kind: ClassVar[str] = "remove_cards"
    cards: tuple[str, ...]
    text: str = ""

    def check(self, doc: Document, at: KeyPath, problems: Problems, book: Rulebook) -> None:
        for n, card in enumerate(self.cards):
            problems.reference(doc, (*at, "cards", n), "a card", card, book.cards)

    def on(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, removed_cards=(*battle.removed_cards, *self.cards))


@frozen
class HandShrinks(BattleRule):
    """Each flag ``side`` loses costs it cards of its hand, for good."""

    kind: ClassVar[str] = "hand_shrinks"
    side: Side
    cards: int = 1
    text: str = ""

    def on(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, hand_shrinks={**battle.hand_shrinks, self.side: self.cards})


@frozen
class SeeThrough(BattleRule):
    """Terrain that does not block sight in this battle."""

    kind: ClassVar[str] = "see_through"
    terrain: str
    text: str = ""

    def check(self, doc: Document, at: KeyPath, problems: Problems, book: Rulebook) -> None:
        problems.reference(doc, (*at, "terrain"), "a terrain", self.terrain, book.terrain)

    def on(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, see_through=battle.see_through | {self.terrain})


@frozen
class Green(BattleRule):
    """Units of these arms retreat further for each flag."""

    kind: ClassVar[str] = "green"
    arms: tuple[Arm, ...]
    hexes_per_flag: int = 2
    text: str = ""

    def on(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, green={**battle.green, **dict.fromkeys(self.arms, self.hexes_per_flag)})


SpecialRule = (
    HexFlags | GroupFlags | SectionFlags | ExitFlags | Closed | Morale | RemoveCards | HandShrinks | SeeThrough | Green
)
"""A [[rule]] of a battle file, told apart by its ``kind``."""
