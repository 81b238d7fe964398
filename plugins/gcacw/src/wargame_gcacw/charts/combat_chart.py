"""The Combat Chart: its key, its cells, and what a result does to a unit.

Source: Combat Chart (7.4), Summary of Combat Results
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Final, Literal

from attrs import asdict, evolve, field, frozen

from wargame_core.charts import ChartCard, ChartError, TextCard, read_card, settle
from wargame_core.dice import D6
from wargame_core.json_form import JsonObject
from wargame_gcacw.charts.series import DATA

MAXIMUM_FATIGUE: Final = 4
RETREAT_HEXES: Final[Mapping[str, tuple[int, int]]] = {"retreat": (2, 4), "rout": (4, 6)}
"""Least and most hexes of a retreat and of a rout (section 7.6)."""
_PRINTED = re.compile(r"(?P<loss>\d*)(?P<fatigue>[DFfE]?)(?P<moves>R\*|R|r)?(?P<advance>a?)")
_FATIGUE: Mapping[str, int] = {"f": 1, "F": 2, "D": 3}
_MOVES: Mapping[str, tuple[Literal["retreat", "rout"], int]] = {
    "r": ("retreat", 0),
    "R": ("rout", 1),
    "R*": ("rout", 2),
}


@frozen(cache_hash=True)
class Result:
    """One side's result. Source: Combat Chart, key and Summary of Combat Results.

    Attributes:
        raw: as printed.
        loss: manpower points lost.
        fatigue: fatigue levels gained, before the maximum of 4.
        disorganized: whether the strength marker turns to its disorganized side.
        ends_march: whether an active unit's march is over.
        movement: retreat (2 to 4 hexes) or rout (4 to 6 hexes), or None.
        demoralize: 1 for one step worse, 2 for demoralized-2, 0 for none.
        extra_loss_if_demoralized_2: manpower lost in addition when the unit was demoralized-2 already.
        may_advance: whether it may advance after combat.
    """

    raw: str
    loss: int
    fatigue: int
    disorganized: bool
    ends_march: bool
    movement: Literal["retreat", "rout"] | None
    demoralize: int
    extra_loss_if_demoralized_2: int
    may_advance: bool

    @property
    def letters(self) -> str:
        """The result without its loss, "-" for nothing: what depends on the row of the chart alone."""
        return self.raw.lstrip("0123456789") or "-"

    def __str__(self) -> str:
        return self.raw

    def to_json(self) -> JsonObject:
        return asdict(self)


def parse_result(raw: str) -> Result:
    """The meaning of a printed result. Raises `ChartError` for anything the key does not explain.

    Args:
        raw: the result as printed, such as 2DR* or 1fa

    >>> parse_result("2DR*").movement, parse_result("1fa").may_advance
    ('rout', True)
    """
    match = _PRINTED.fullmatch("" if raw == "-" else raw)
    if match is None or not raw:
        raise ChartError(
            f"{raw!r} is not a combat result (write - or like 2DR*, 1Ea, f, a: number, D F f E, r R R*, a)"
        )
    letter = match["fatigue"]
    movement, demoralize = _MOVES.get(match["moves"] or "", (None, 0))
    return Result(
        raw,
        int(match["loss"] or 0),
        _FATIGUE.get(letter, 0),
        letter == "D",
        bool(letter),
        movement,
        demoralize,
        1 if demoralize == 2 else 0,
        bool(match["advance"]),
    )


COMBAT: Final[ChartCard[Result]] = read_card(DATA / "combat.toml", parse_result)
DEFENDER: Final = COMBAT["defender"]
ATTACKER: Final = COMBAT["attacker"]
DEFENDER_ROWS: Final = tuple(tuple(settle(cell) for cell in row) for row in DEFENDER.cells)
ATTACKER_ROWS: Final = tuple(tuple(settle(cell) for cell in row) for row in ATTACKER.cells)
LOWEST_ROW, HIGHEST_ROW = -8, 10
"""The differences of the first and the last row; beyond them these rows hold."""


def results_in(difference: int, defender_column: int, attacker_column: int) -> tuple[int, Result, Result]:
    """The row that holds for a difference of the modified dice, and the results of defender and attacker in it."""
    row = LOWEST_ROW if difference < LOWEST_ROW else HIGHEST_ROW if difference > HIGHEST_ROW else difference
    return row, DEFENDER_ROWS[row - LOWEST_ROW][defender_column], ATTACKER_ROWS[row - LOWEST_ROW][attacker_column]


CombatSide = Literal["attacker", "defender"]


def combat_column(side: CombatSide, value: object) -> str:
    """The printed column of a side for its combat value in points; a half goes up.

    The defender's value leaves entrenchments out. Raises `OffChart` below 1/2.

    >>> combat_column("defender", "3 1/2")
    '4-6'
    """
    columns = COMBAT[side].columns
    return columns.labels[columns.index(value)]


def combat_cell(attacker_value: object, defender_value: object, difference: int) -> tuple[Result, Result]:
    """The results of defender and attacker for a difference of their modified dice.

    Values are combat values in points, the defender's without entrenchments; differences beyond the chart take its
    first or last row. Raises `OffChart` for a value below 1/2. Source: Combat Chart (7.4)

    >>> [str(result) for result in combat_cell(8, 10, 4)]
    ['1DR', 'fa']
    """
    return settle(DEFENDER.at(difference, defender_value)), settle(ATTACKER.at(difference, attacker_value))


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
        return asdict(self)


@frozen
class CombatState:
    """What combat changes on a unit.

    Args:
        manpower: manpower points before the combat
        fatigue: fatigue level before the combat, 0 to 4
        disorganized: whether the unit was disorganized
        demoralized: 0, 1 or 2
    """

    manpower: int
    fatigue: int = 0
    disorganized: bool = False
    demoralized: int = 0

    def __attrs_post_init__(self) -> None:
        for name, value, most in (("fatigue", self.fatigue, MAXIMUM_FATIGUE), ("demoralized", self.demoralized, 2)):
            if not 0 <= value <= most:
                raise ChartError(f"{name} is {value} (allowed: 0 to {most})")
        if self.manpower < 0:
            raise ChartError(f"manpower is {self.manpower} (allowed: 0 and more)")


@frozen
class AfterCombat:
    """A unit after a combat result, and what it must or may do next."""

    unit: CombatState
    march_ends: bool
    must: Literal["retreat", "rout"] | None
    may_advance: bool

    @property
    def eliminated(self) -> bool:
        return self.unit.manpower == 0


def apply_result(result: Result, unit: CombatState, *, active: bool) -> AfterCombat:
    """The unit with losses, fatigue (at most 4), disorganization and demoralization of ``result``.

    Only an ``active`` unit has a march that can end. Manpower does not fall below 0. Source: Summary of Combat
    Results.

    >>> apply_result(parse_result("1D"), CombatState(7, fatigue=2), active=True).unit
    CombatState(manpower=6, fatigue=4, disorganized=True, demoralized=0)
    """
    extra = result.extra_loss_if_demoralized_2 if unit.demoralized == 2 else 0
    demoralized = 2 if result.demoralize == 2 else min(2, unit.demoralized + result.demoralize)
    after = evolve(
        unit,
        manpower=max(0, unit.manpower - result.loss - extra),
        fatigue=min(MAXIMUM_FATIGUE, unit.fatigue + result.fatigue),
        disorganized=unit.disorganized or result.disorganized,
        demoralized=demoralized,
    )
    return AfterCombat(after, active and result.ends_march, result.movement, result.may_advance)


def _results_text() -> str:
    least = {move: f"{low} to {high} hexes" for move, (low, high) in RETREAT_HEXES.items()}
    fatigue = f"(at most {MAXIMUM_FATIGUE} in all)"
    return "\n".join(
        [
            "Summary of Combat Results",
            "  number  manpower points lost",
            f"  D   disorganized, fatigue +{_FATIGUE['D']} {fatigue}; an active unit's march ends",
            f"  F   fatigue +{_FATIGUE['F']} {fatigue}; an active unit's march ends",
            f"  f   fatigue +{_FATIGUE['f']} {fatigue}; an active unit's march ends",
            "  E   an active unit's march ends",
            f"  r   retreat, {least['retreat']}",
            f"  R   rout, {least['rout']}, and one step of demoralization more, up to demoralized-2",
            f"  R*  rout, {least['rout']}, and demoralized-2; 1 manpower more lost if it was so before",
            "  a   may advance after combat",
        ]
    )


RESULTS_CARD: Final = TextCard(_results_text())
"""The Summary of Combat Results of the sheet, in our words."""
