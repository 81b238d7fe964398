"""Movement allowances of marches and of activated leaders. Source: Movement Summary."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import ClassVar, Final, Literal

from attrs import frozen

from wargame_core.charts import ChartError, TextCard
from wargame_core.dice import D6
from wargame_core.errors import UnknownName
from wargame_core.odds import Distribution
from wargame_core.rulings import Cite
from wargame_gcacw.charts.parameters import GameTag, Side
from wargame_gcacw.charts.series import game_tag, load

Order = Literal["march", "leader"]


@frozen
class MovementRoll:
    """A roll as printed, "2d6+1": six-sided dice and a constant."""

    dice: int
    add: int
    written: ClassVar[str] = "a roll of six-sided dice like 1d6 or 2d6+1"

    @classmethod
    def parse(cls, text: str) -> MovementRoll:
        match = re.fullmatch(r"(\d)d6([+-]\d+)?", text)
        if match is None:
            raise ValueError(text)
        return cls(int(match[1]), int(match[2] or 0))

    def __str__(self) -> str:
        return f"{self.dice}D6" + (f"{self.add:+d}" if self.add else "")


@frozen
class _Exception:
    games: tuple[str, ...]
    roll: MovementRoll
    minimum: int = 0
    first: date | None = None
    last: date | None = None

    def holds(self, game: str, day: date | None) -> bool:
        if game not in self.games:
            return False
        if self.first is None or self.last is None:
            return True
        return day is not None and self.first <= day <= self.last


@frozen
class _AllowanceRow:
    order: Order
    side: str
    units: tuple[str, ...]
    roll: MovementRoll
    games: tuple[str, ...] = ()
    exceptions: tuple[_Exception, ...] = ()


@frozen
class _AllowanceRows:
    cite: Cite
    roll: tuple[_AllowanceRow, ...]


_ROWS: Final = load("movement.toml", _AllowanceRows).roll


@frozen
class Allowance:
    """How a movement allowance is rolled: the dice, and the least it can be, in MP."""

    roll: MovementRoll
    minimum: int = 0

    def total(self, dice: Sequence[int]) -> int:
        """The allowance for dice rolled. Raises `ChartError` for the wrong number of dice, `DiceError` for a face."""
        if len(dice) != self.roll.dice:
            raise ChartError(f"{self.roll} needs {self.roll.dice} dice, not {len(dice)}")
        return max(self.minimum, sum(int(D6.face(face)) for face in dice) + self.roll.add)

    def odds(self) -> Distribution[int]:
        """The exact distribution of the allowance."""
        return (self.roll.dice @ Distribution.of(D6)).map(lambda dice: max(self.minimum, dice + self.roll.add))

    def __str__(self) -> str:
        return str(self.roll) + (f", at least {self.minimum}" if self.minimum else "")


def allowance_roll(order: Order, *, game: str, side: str, unit: str, day: date | None = None) -> Allowance:
    """How the allowance is rolled in a game.

    ``order`` is a march of one unit (infantry, artillery, cavalry, mounted_infantry) or the activation of a leader
    (infantry, cavalry_division, cavalry_corps, grand_division); ``side`` is union or confederate. ``day`` matters for
    the grand divisions of Burnside Takes Command. Raises `UnknownName` for what the table does not have.
    """
    game_tag(game)
    rows = [row for row in _ROWS if row.order == order and row.side == side and (not row.games or game in row.games)]
    if not rows:
        orders = sorted({f"{row.order} of {row.side}" for row in _ROWS})
        raise UnknownName("movement order", f"{order} of {side}", orders)
    for row in rows:
        if unit in row.units:
            special = next((exception for exception in row.exceptions if exception.holds(game, day)), None)
            return Allowance(special.roll, special.minimum) if special else Allowance(row.roll)
    raise UnknownName(
        f"unit for a {order} of the {side} side in {game}", unit, [name for row in rows for name in row.units]
    )


def movement_allowance(
    order: Order, *, game: GameTag, side: Side, unit: str, dice: Sequence[int], day: date | None = None
) -> int:
    """The movement allowance in MP for dice rolled; see `allowance_roll`.

    Args:
        order: a march, or a leader activated
        unit: unit or leader
        dice: the dice rolled
        day: the day, for the grand divisions of Burnside Takes Command

    >>> movement_allowance("march", game="OTR", side="confederate", unit="infantry", dice=[1])
    2
    """
    return allowance_roll(order, game=game, side=side, unit=unit, day=day).total(dice)


def _movement_text() -> str:
    lines = ["Movement allowances"]
    for row in _ROWS:
        what = "march of" if row.order == "march" else "leader:"
        games = f" ({', '.join(row.games)} only)" if row.games else ""
        lines.append(f"  {row.side:<12}{what:<9}{'/'.join(row.units).replace('_', ' '):<28}{row.roll}{games}")
        for exception in row.exceptions:
            dates = f" from {exception.first} to {exception.last}" if exception.first else ""
            least = f", at least {exception.minimum}" if exception.minimum else ""
            lines.append(f"{'':<51}{exception.roll}{least} in {', '.join(exception.games)}{dates}")
    return "\n".join(lines)


MOVEMENT: Final = TextCard(_movement_text())
UNITS: Final[Mapping[str, tuple[str, ...]]] = {
    order: tuple(dict.fromkeys(name for row in _ROWS if row.order == order for name in row.units))
    for order in ("march", "leader")
}
"""The units and leaders of the table by order."""
