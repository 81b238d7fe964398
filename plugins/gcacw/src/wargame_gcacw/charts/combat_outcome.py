"""The dice of a combat, and both results that they give. Source: Combat Chart (7.4)."""

from __future__ import annotations

from enum import Enum

from attrs import field, frozen

from wargame_core.dice import D6
from wargame_core.json_form import JsonObject
from wargame_gcacw.charts.result_codes import Result


class Parity(Enum):
    """What counts of the artillery die: stars and daggers ask whether it is even or odd."""

    EVEN = "even"
    ODD = "odd"

    @classmethod
    def of(cls, die: int) -> Parity:
        """The parity of a face. Raises `DiceError` for a die that is none.

        >>> Parity.of(4)
        <Parity.EVEN: 'even'>
        """
        return cls.ODD if D6.face(die) % 2 else cls.EVEN


def _face(die: int) -> int:
    return die if type(die) is int and 1 <= die <= 6 else int(D6.face(die))


@frozen
class CombatDice:
    """The dice of a combat, faces from 1 to 6. Raises `DiceError` for a die that is none.

    ``guns`` is the artillery die, left out where its cell has neither star nor dagger.
    """

    attacker: int = field(converter=_face)
    defender: int = field(converter=_face)
    guns: Parity | None = None

    @classmethod
    def of(cls, attacker: int, defender: int, artillery: int | None = None) -> CombatDice:
        """Dice as they fell; the artillery die left out where none is needed."""
        return cls(attacker, defender, None if artillery is None else Parity.of(artillery))


@frozen
class CombatOutcome:
    """Both results of a combat, and the numbers that led to them."""

    defender: Result
    attacker: Result
    difference: int
    row: int
    attacker_modifier: int
    defender_modifier: int
    ratio_modifier: int
    artillery_modifier: int
    flank_bonus: int

    def __str__(self) -> str:
        return f"{self.defender} / {self.attacker}"

    def to_json(self) -> JsonObject:
        """The numbers in order, then both results."""
        return {
            "ratio_modifier": self.ratio_modifier,
            "artillery_modifier": self.artillery_modifier,
            "flank_bonus": self.flank_bonus,
            "attacker_modifier": self.attacker_modifier,
            "defender_modifier": self.defender_modifier,
            "difference": self.difference,
            "row": self.row,
            "defender": self.defender.to_json(),
            "attacker": self.attacker.to_json(),
        }
