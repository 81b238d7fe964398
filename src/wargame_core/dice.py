"""Dice, and where their results come from: seeded, scripted, or typed in by the people at the table.

The rules never draw a random number. They ask for a `Roll` of something with equally likely faces (a `Die`, or cards
left in a pile), and a source answers.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import accumulate, chain, repeat
from typing import Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from attrs import evolve, field, frozen

from wargame_core.errors import DiceError, UnknownName
from wargame_core.interfaces import Interface
from wargame_core.limits import quote
from wargame_core.odds import Distribution

Face: TypeAlias = int | str
"""The face that a die shows, or the card that was drawn."""


@frozen(slots=False)
class Weighted(Sequence[Any]):
    """Faces that come up more often than others, as equally likely cases that are counted and not listed."""

    counts: Mapping[Any, int] = field(hash=False)

    @cached_property
    def _cumulative_counts(self) -> list[int]:
        return list(accumulate(self.counts.values()))

    def __len__(self) -> int:
        return self._cumulative_counts[-1]

    @cached_property
    def _faces(self) -> list[Any]:
        return list(self.counts)

    def __getitem__(self, case: Any) -> Any:
        return self._faces[bisect_right(self._cumulative_counts, range(len(self))[case])]

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(repeat(face, count) for face, count in self.counts.items())

    def __contains__(self, face: object) -> bool:
        return face in self.counts


@frozen
class Die:
    """A die (or any draw) with equally likely faces; a face may occur more than once.

    A data file writes it as a roll ("2d6", "1d6+1") or as a name that an installed distribution brings (entry points
    of the group `wargame_core.dice`, each a value of this class): a field `die: Die` of a data class reads it.

    >>> len(D6), D3.faces
    (6, (1, 2, 3))

    It promises that it is drawn exactly as often as `odds` says; a face is a whole number or a text.

    It may not remember what it showed: what is drawn already belongs to the board.

    Example::

        from wargame_core.dice import D6, Die
        from wargame_core.odds import Distribution

        AVERAGE = Die("average die", (2, 3, 3, 4, 4, 5))
        hits = Distribution.of(D6).map(lambda face: int(face >= 5))
        POOL = Die.of("6 dice that hit on 5 and 6", 6 @ hits)

        assert AVERAGE.odds.p(3) == POOL.odds.mean() / 6
    """

    written: ClassVar[str] = "a roll of dice (d6, 2d6, 1d6+1) or the name of a die that is installed"

    name: str
    faces: Sequence[Any]

    @classmethod
    def parse(cls, text: str) -> Die:
        """The die that a data file writes so; the total of several dice is one face, and D6 is d6. Raises ValueError.

        >>> len(Die.parse("2d6")), Die.parse("2d6").odds.p(7), Die.parse("2D6").name
        (36, Fraction(1, 6), '2d6')
        """
        match = re.fullmatch(r"(\d*)[dD](\d+)([+-]\d+)?", text)
        if match is None:
            installed_die: Die = INTERFACE.load(text)
            return installed_die
        if not text.isascii():
            raise DiceError(f"{text!r}: a roll is written with the digits 0 to 9, as in 2d6")
        if max(map(len, match.groups(""))) > MOST_DIGITS:
            raise DiceError(f"{quote(text)}: the numbers of a roll have at most {MOST_DIGITS} digits")
        times, sides = int(match[1] or 1), int(match[2])
        if (times > MOST_CASES.bit_length() and sides > 1) or sides**times > MOST_CASES:
            raise DiceError(f"{text} has more than {MOST_CASES:,} cases")
        return cls.of(text.lower(), times @ Distribution.of(die(sides)) + int(match[3] or 0))

    @classmethod
    def of(cls, name: str, odds: Distribution[Any]) -> Die:
        """A die that shows each value as often as its odds say: a weighted die, or a pool of dice by its result.

        Raises `DiceError` for odds too fine to be drawn: of more than 4,294,967,296 cases.

        >>> pool = Die.of("pool", 5 @ Distribution.of(D6).map(lambda face: int(face >= 5)))
        >>> pool.odds.p(0), pool.names
        (Fraction(32, 243), '0, 1, 2, 3, 4, 5')
        """
        if odds.total > MOST_CASES:
            raise DiceError(f"{name} has {odds.total:,} cases; at most {MOST_CASES:,}")
        return cls(name, Weighted({face: odds.counts[face] for face in odds}))

    @property
    def odds(self) -> Distribution[Any]:
        """The exact chance of each face."""
        return Distribution.from_counts(self._counts)

    @property
    def _counts(self) -> Mapping[Any, int]:
        return self.faces.counts if isinstance(self.faces, Weighted) else Counter(self.faces)

    def without(self, drawn_faces: Iterable[Face]) -> Die:
        """The same draw when these faces are not put back: a deck used as a die. Raises `DiceError`."""
        remaining_counts = Counter(self._counts)
        for face in drawn_faces:
            remaining_counts[self.face(face)] -= 1
        if min(remaining_counts.values()) < 0 or not any(remaining_counts.values()):
            raise DiceError(f"nothing is left to draw: {self.name}")
        return evolve(self, faces=Weighted({face: count for face, count in remaining_counts.items() if count}))

    def __len__(self) -> int:
        return len(self.faces)

    def __rmatmul__(self, times: int) -> Distribution[Any]:
        """The odds of the sum of so many of it: ``2 @ D6``. Raises `OddsError` for what is no number of dice.

        >>> (2 @ D6).p(7)
        Fraction(1, 6)
        """
        return times @ self.odds

    def __str__(self) -> str:
        return self.name

    def face(self, value: object) -> Any:
        """The face equal to ``value``. Raises `DiceError` naming the faces there are."""
        for face in self.faces.counts if isinstance(self.faces, Weighted) else self.faces:
            if face == value and type(face) is type(value):
                return face
        raise DiceError(f"{value!r} is not a face of {self.name} (allowed: {self.names})")

    @property
    def names(self) -> str:
        """The different faces in words; of a draw with very many, the first few.

        >>> D3.names
        '1, 2, 3'
        """
        faces = list(map(str, self._counts))
        remainder = len(faces) - MANY_FACES
        return ", ".join(faces[:MANY_FACES]) + (f" ... and {remainder} more" if remainder > 0 else "")


INTERFACE = Interface("wargame_core.dice", "a die", (Die,), classes=False)
MOST_CASES = 2**32
MOST_DIGITS = 5
"""The digits of each number of a roll, its sign included."""
MANY_FACES = 24
"""The number of faces of a draw that are listed in full."""


def die(sides: int) -> Die:
    """A die with faces 1 to ``sides``. Raises `DiceError` unless that is a whole number from 1 on."""
    if type(sides) is not int or sides < 1:
        raise DiceError(f"a die has a whole number of sides, 1 or more, not {quote(sides)}")
    return Die(f"d{sides}", tuple(range(1, sides + 1)))


D3 = die(3)
D6 = die(6)
D10 = die(10)


@runtime_checkable
class DiceSource(Protocol):
    """Answers rolls. ``seq`` is the number of answers in the game so far, so a source needs no memory.

    It promises a face of ``die``, the same for the same ``seq`` if undo shall not roll anew.

    It may not look at the game.

    Example::

        class Highest:
            def draw(self, seq, die, label):
                return max(die.odds)

        # load("vicksburg").start(dice=Highest())
    """

    def draw(self, seq: int, die: Die, label: str) -> Face:
        """One face of ``die``."""


_SCALE = 2**64


@frozen
class Seeded:
    """Counter-based dice: the draw at ``seq`` is a keyed hash of ``seq`` alone.

    ``seed`` may be any integer; ``stream`` names an independent series of draws (game 17 of a batch, a bot's own
    dice). A draw can be checked in any language: face number = (BLAKE2b-64 of the text "stream:seq", keyed with the
    decimal seed, read as a big-endian number) * faces // 2**64.

    >>> dice = Seeded(1863)
    >>> [dice.draw(n, D6, "") for n in range(8)] == [dice.draw(n, D6, "") for n in range(8)]
    True
    """

    seed: int
    stream: str = "game"
    _start: Any = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        start_hash = blake2b(f"{self.stream}:".encode(), digest_size=8, key=str(self.seed).encode()[:64])
        object.__setattr__(self, "_start", start_hash.copy)

    def draw(self, seq: int, die: Die, label: str = "") -> Face:
        state = self._start()
        state.update(b"%d" % seq)
        faces: Sequence[Face] = die.faces
        return faces[int.from_bytes(state.digest(), "big") * len(faces) // _SCALE]


def new_seed() -> int:
    """A new seed of 128 random bits, too many for anybody to try them all."""
    return int.from_bytes(os.urandom(16), "big")


def new_salt() -> str:
    """A new random text for a `commitment`: 128 bits, so that the seed cannot be found by trying."""
    return os.urandom(16).hex()


def commitment(seed: int, salt: str) -> str:
    """A hash that proves later which seed was used, and does not reveal the seed while the salt is secret.

    It is the BLAKE2b-256 of the text "wargame dice", the salt and the decimal seed, with spaces between them, so that
    anybody can check it when both are published.
    """
    return blake2b(f"wargame dice {salt} {seed}".encode(), digest_size=32).hexdigest()


class Scripted:
    """Dice in a fixed order, for tests and for replaying a game from notes.

    Raises `DiceError` when the script runs out, when a face does not fit the die asked for, and, from `done`, when
    dice were left over.
    """

    def __init__(self, faces: Iterable[Face]) -> None:
        self._faces = list(faces)
        self._used = 0

    def draw(self, seq: int, die: Die, label: str = "") -> Face:
        if self._used == len(self._faces):
            raise DiceError(f"the script has {len(self._faces)} dice and all are used; wanted: {die} for {label!r}")
        face: Face = die.face(self._faces[self._used])
        self._used += 1
        return face

    def check_all_used(self) -> None:
        """Raise `DiceError` unless every scripted die was used."""
        unused_faces = self._faces[self._used :]
        if unused_faces:
            raise DiceError(f"{len(unused_faces)} scripted dice were not used: {', '.join(map(str, unused_faces))}")


class TypedDice:
    """Dice rolled on the table by people: ``ask`` gets the die and its label and returns what they typed."""

    def __init__(self, ask: Callable[[Die, str], object]) -> None:
        self._ask_for_face = ask

    def draw(self, seq: int, die: Die, label: str = "") -> Face:
        face: Face = die.face(self._ask_for_face(die, label))
        return face


def draw_from(items: Sequence[Face], name: str) -> Die:
    """A draw of one of ``items``, each equally likely: a card from the rest of a pile, a counter from a cup."""
    if not items:
        raise DiceError(f"nothing is left to draw: {name}")
    return Die(name, tuple(items))


def dice_for(chance: str, seed: int | None, dice: DiceSource | None) -> tuple[DiceSource | None, int | None]:
    """The dice of a match and their seed: the ``dice`` given, dice from ``seed`` or from a new one, or None.

    ``chance`` is "seeded", or "explicit" for rolls that wait for `Match.roll`; then both are None.

    Raises `UnknownName` for another ``chance``, `DiceError` for a seed that is not a whole number, or no dice.
    """
    if chance not in ("seeded", "explicit"):
        raise UnknownName("chance", chance, ("seeded", "explicit"))
    if seed is not None and type(seed) is not int:
        raise DiceError(f"a seed is a whole number, so that a record can name it; not {seed!r}")
    if dice is not None and not isinstance(dice, DiceSource):
        raise DiceError(f"{dice!r} are not dice: give Scripted([3, 1]), Seeded(7), or what has a `draw`")
    if chance == "explicit":
        return None, seed
    if dice is None:
        seed = new_seed() if seed is None else seed
        dice = Seeded(seed)
    return dice, seed
