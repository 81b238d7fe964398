"""The special rules of battles, one class each: what a [[rule]] of a file may say, and what it does.

Source: BC150 p.6 Flag Tokens. Readings: Board and battles, Leaving the board.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from attrs import evolve, frozen

from wargame_battlecry.board.board import BattleBoard, BattleRule
from wargame_battlecry.printed import cites
from wargame_battlecry.printed.files import HexName, TerrainName
from wargame_battlecry.printed.game_board import FOE, SECTION, SIDES, SPACE, Arm, Section, Side
from wargame_battlecry.printed.pieces import Battle, Exit, Objective, Vocabulary, When, side_of
from wargame_battlecry.rules.card_effects import EFFECTS
from wargame_core.authoring import Modifier
from wargame_core.data import Ref
from wargame_core.maps.masks import mask_of

WhileHeld = Literal["continuous", "start_of_turn"]
ForGround = Literal["continuous", "start_of_turn", "captured"]


def _mask(names: Iterable[str]) -> int:
    return mask_of(SPACE[name] for name in names)


@frozen
class HexFlags(BattleRule):
    """Each of the hexes held by a unit of ``side`` is worth ``flags``: while it is held, or once and for good."""

    kind = "hex_flags"
    side: Literal["union", "confederate", "either"]
    hexes: tuple[HexName, ...]
    when: ForGround
    flags: int = 1

    def battle_with(self, battle: Battle, number: int) -> Battle:
        def flag_objective(name: str, side: Side, name_ending: str = "") -> Objective:
            token, text = f"r{number}-{name}", f"holds {name}"
            when = When(self.when)
            return Objective(token + name_ending, side, (_mask([name]),), self.flags, when, token=token, text=text)

        if self.side == "either":
            return battle.with_objectives(
                flag_objective(name, side, f"-{side}") for name in self.hexes for side in SIDES
            )
        return battle.with_objectives(flag_objective(name, self.side) for name in self.hexes)


@frozen
class GroupFlags(BattleRule):
    """A unit of ``side`` in every group of hexes at once is worth ``flags``."""

    kind = "group_flags"
    side: Side
    groups: tuple[tuple[HexName, ...], ...]
    flags: int
    when: ForGround

    def battle_with(self, battle: Battle, number: int) -> Battle:
        group_words = ("/".join(group) for group in self.groups)
        groups, text = tuple(map(_mask, self.groups)), f"holds {' and '.join(group_words)}"
        token = f"r{number}"
        return battle.with_objectives(
            [Objective(token, self.side, groups, self.flags, When(self.when), token=token, text=text)]
        )


@frozen
class SectionFlags(BattleRule):
    """A section (as ``side`` sees it) without enemy units is worth ``flags``."""

    kind = "section_flags"
    side: Side
    section: Section
    flags: int
    when: WhileHeld

    def battle_with(self, battle: Battle, number: int) -> Battle:
        text = f"no {FOE[self.side]} unit in the {self.section} section"
        clear_of = SECTION[self.side][self.section]
        return battle.with_objectives(
            [Objective(f"r{number}", self.side, (), self.flags, When(self.when), clear_of, text=text)]
        )


@frozen
class ExitFlags(BattleRule):
    """Units of ``side`` may leave the board from these hexes, each for ``flags``."""

    kind = "exit"
    side: Side
    hexes: tuple[HexName, ...]
    flags: int = 1

    def battle_with(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, exits=(*battle.exits, Exit(self.side, _mask(self.hexes), self.flags)))


@frozen
class Closed(BattleRule):
    """Nobody enters these hexes."""

    kind = "closed"
    hexes: tuple[HexName, ...]

    def battle_with(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, closed=battle.closed | _mask(self.hexes))


@frozen
class Morale(BattleRule):
    """Units of ``side`` in these hexes may ignore flags."""

    kind = "morale"
    side: Side
    hexes: tuple[HexName, ...]
    ignore_flags: int = 1

    def ignored_flags(self, board: BattleBoard, unit: str, attacker: int) -> Iterable[Modifier]:
        if side_of(unit) == self.side and board.hex_of(unit) in self.hexes:
            yield Modifier(self.ignore_flags, "rule of this battle", cites.R_BOARD)


@frozen
class RemoveCards(BattleRule):
    """Cards left out of the deck."""

    kind = "remove_cards"
    cards: tuple[Annotated[str, Ref("a card")], ...]

    def battle_with(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, removed_cards=(*battle.removed_cards, *self.cards))


@frozen
class HandShrinks(BattleRule):
    """Each flag ``side`` loses costs it cards of its hand, for good."""

    kind = "hand_shrinks"
    side: Side
    cards: int = 1

    def cards_for_a_flag(self, side: str) -> int:
        return self.cards if side == self.side else 0


@frozen
class SeeThrough(BattleRule):
    """Terrain that does not block sight in this battle."""

    kind = "see_through"
    terrain: TerrainName

    def battle_with(self, battle: Battle, number: int) -> Battle:
        return evolve(battle, see_through=battle.see_through | {self.terrain})


@frozen
class Green(BattleRule):
    """Units of these arms retreat further for each flag."""

    kind = "green"
    arms: tuple[Arm, ...]
    hexes_per_flag: int = 2

    def hexes_back(self, board: BattleBoard, unit: str, hexes: int) -> int:
        return hexes * self.hexes_per_flag if board.unit(unit).kind.arm in self.arms else hexes


VOCABULARY = Vocabulary(
    effects=EFFECTS,
    rules=(
        HexFlags,
        GroupFlags,
        SectionFlags,
        ExitFlags,
        Closed,
        Morale,
        RemoveCards,
        HandShrinks,
        SeeThrough,
        Green,
    ),
)
"""What the files of every battle may say. A battle may bring more."""
