"""The battle dice: two infantry, one cavalry, one artillery, one saber and one flag a die. Source: BC150 p.5 Dice.

Several dice are thrown as one roll, written with one letter a die in the order I C A S F: "IICSF". The faces of such
a handful are all its equally likely results, those that differ only in order made equal.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod

from attrs import frozen

from wargame_battlecry.board.board import BattleBoard
from wargame_core import DiceError
from wargame_core.authoring import Cite, Die, Procedure, Table

LETTERS = "ICASF"
_WAYS = {"I": 2, "C": 1, "A": 1, "S": 1, "F": 1}
SYMBOL = {"infantry": "I", "cavalry": "C", "artillery": "A", "saber": "S", "flag": "F"}
WORDS = {letter: word for word, letter in SYMBOL.items()}
HANDFUL = 5


@frozen
class BattleDice(Die):
    """So many battle dice thrown at once. A result may be given in any order of its letters."""

    def face(self, value: object) -> str:
        wanted = "".join(sorted(value.upper(), key=_place)) if isinstance(value, str) else value
        if not isinstance(wanted, str) or len(wanted) != len(self.faces[0]) or set(wanted) - set(LETTERS):
            raise DiceError(
                f"{value!r} is not a throw of {self.name} ({len(self.faces[0])} letters of {' '.join(LETTERS)}: "
                "infantry, cavalry, artillery, saber, flag)"
            )
        return wanted


def _place(letter: str) -> int:
    return LETTERS.find(letter)


def _throw(count: int) -> BattleDice:
    faces: list[str] = []
    for letters in combinations_with_replacement(LETTERS, count):
        orders = factorial(count) // prod(factorial(letters.count(letter)) for letter in set(letters))
        faces += ["".join(letters)] * (orders * prod(_WAYS[letter] for letter in letters))
    return BattleDice(f"{count} battle {'die' if count == 1 else 'dice'}", tuple(faces))


THROWS = (None, *(_throw(count) for count in range(1, HANDFUL + 1)))
"""THROWS[n]: n battle dice, n from 1 to 5."""


def throw(t: Table[BattleBoard], count: int, label: str, cite: Cite | None = None) -> Procedure[str]:
    """The symbols of ``count`` battle dice, thrown by handfuls."""
    if count <= HANDFUL:
        return (yield from t.roll_openly(THROWS[count], label, cite)) if count else ""  # type: ignore[arg-type]
    parts = []
    while count:
        parts.append((yield from t.roll_openly(THROWS[min(count, HANDFUL)], label, cite)))  # type: ignore[arg-type]
        count -= min(count, HANDFUL)
    return "".join(sorted("".join(parts), key=_place))


def text(roll: str) -> str:
    """A throw in words.

    >>> text("IISF")
    '2 infantry, 1 saber, 1 flag'
    """
    return ", ".join(f"{roll.count(letter)} {WORDS[letter]}" for letter in LETTERS if letter in roll) or "nothing"
