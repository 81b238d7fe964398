"""The Combat Chart and what its results do: to a unit, by a retreat hex by hex; and the die of cavalry that gives way.

Source: Combat Chart (7.4), Summary of Combat Results, Retreat Chart (7.6), Cavalry Retreat Die Roll Modifiers (7.7)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from typing import Final, Literal

from attrs import asdict, evolve, field, frozen

from wargame_core import D6, Ruling, UnknownName
from wargame_core.charts import ChartCard, ChartError, OffChart, TextCard, settle
from wargame_core.json_form import JsonObject
from wargame_core.odds import exact, show
from wargame_gcacw.charts import series
from wargame_gcacw.charts.series import DATA, EARLY_WAR, GameTag, Points, Printed, Side, cite, game_tag

MAXIMUM_FATIGUE: Final = 4
RetreatKind = Literal["normal", "voluntary", "rout", "cavalry"]
RETREAT_HEXES: Final = {"normal": (2, 4), "voluntary": (2, 4), "rout": (4, 6), "cavalry": (4, 6)}
"""Least and most hexes of each kind of retreat (sections 7.6 and 7.7)."""
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

    @property
    def words(self) -> str:
        """What the result does to a unit, in words.

        >>> parse_result("2DR*").words, parse_result("fa").words, parse_result("-").words
        ('loses 2, disorganized, routs, demoralized-2', '1 fatigue more, may advance', 'nothing')
        """
        fatigue = f"{self.fatigue} fatigue more" if self.fatigue else "its march ends" if self.ends_march else ""
        demoralization = ("", "one step demoralized", "demoralized-2")[self.demoralize]
        effects = (
            f"loses {self.loss}" if self.loss else "",
            "disorganized" if self.disorganized else fatigue,
            f"{self.movement}s" if self.movement else "",
            demoralization,
            "may advance" if self.may_advance else "",
        )
        return ", ".join(filter(None, effects)) or "nothing"

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


_WHOLE = tuple(map(Fraction, range(150)))  # made once: most combat values are small whole numbers


def combat_value(value: object, whose: str) -> Fraction:
    """A combat value in points, exactly. Raises `OffChart` below 1/2 and `NotANumber` for what is not a number."""
    if type(value) is int and 0 < value < len(_WHOLE):
        return _WHOLE[value]
    number = exact(value)
    if 2 * number.numerator < number.denominator:  # below 1/2, without the cost of comparing fractions
        raise OffChart(f"{whose}: a combat value of {show(number)} is below the least, 1/2")
    return number


CombatSide = Literal["attacker", "defender"]
combat_chart: Final[Printed[ChartCard[Result]]] = series.card(DATA / "combat.toml", parse_result)
LOWEST_ROW, HIGHEST_ROW = -8, 10
"""The differences of the first and the last row; beyond them these rows hold."""


@cache
def result_rows(side: CombatSide) -> tuple[tuple[Result, ...], ...]:
    """The cells of a side, row by row."""
    return tuple(tuple(settle(cell) for cell in row) for row in combat_chart()[side].cells)


def results_in(difference: int, defender_column: int, attacker_column: int) -> tuple[int, Result, Result]:
    """The row that holds for a difference of the modified dice, and the results of defender and attacker in it."""
    row = LOWEST_ROW if difference < LOWEST_ROW else HIGHEST_ROW if difference > HIGHEST_ROW else difference
    defender, attacker = result_rows("defender"), result_rows("attacker")
    return row, defender[row - LOWEST_ROW][defender_column], attacker[row - LOWEST_ROW][attacker_column]


def combat_column(side: CombatSide, value: object) -> str:
    """The printed column of a side for its combat value in points; a half goes up.

    The defender's value leaves entrenchments out. Raises `OffChart` below 1/2.

    >>> combat_column("defender", "3 1/2")
    '4-6'
    """
    columns = combat_chart()[side].columns
    return columns.labels[columns.index(value)]


def combat_cell(attacker_value: object, defender_value: object, difference: int) -> tuple[Result, Result]:
    """The results of defender and attacker for a difference of their modified dice.

    Values are combat values in points, the defender's without entrenchments; differences beyond the chart take its
    first or last row. Raises `OffChart` for a value below 1/2. Source: Combat Chart (7.4)

    >>> [str(result) for result in combat_cell(8, 10, 4)]
    ['1DR', 'fa']
    """
    chart = combat_chart()
    return settle(chart["defender"].at(difference, defender_value)), settle(
        chart["attacker"].at(difference, attacker_value)
    )


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


def _face_number(die: int) -> int:
    return die if type(die) is int and 1 <= die <= 6 else int(D6.face(die))


@frozen
class CombatDice:
    """The dice of a combat, faces from 1 to 6. Raises `DiceError` for a die that is none.

    ``guns`` is the artillery die, left out where its cell has neither star nor dagger.
    """

    attacker: int = field(converter=_face_number)
    defender: int = field(converter=_face_number)
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
        for name, value, maximum in (("fatigue", self.fatigue, MAXIMUM_FATIGUE), ("demoralized", self.demoralized, 2)):
            if not 0 <= value <= maximum:
                raise ChartError(f"{name} is {value} (allowed: 0 to {maximum})")
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
    extra_loss = result.extra_loss_if_demoralized_2 if unit.demoralized == 2 else 0
    demoralization = 2 if result.demoralize == 2 else min(2, unit.demoralized + result.demoralize)
    unit_after = evolve(
        unit,
        manpower=max(0, unit.manpower - result.loss - extra_loss),
        fatigue=min(MAXIMUM_FATIGUE, unit.fatigue + result.fatigue),
        disorganized=unit.disorganized or result.disorganized,
        demoralized=demoralization,
    )
    return AfterCombat(unit_after, active and result.ends_march, result.movement, result.may_advance)


def _results_text() -> str:
    hexes = {kind: f"{low} to {high} hexes" for kind, (low, high) in RETREAT_HEXES.items()}
    fatigue = f"(at most {MAXIMUM_FATIGUE} in all)"
    return "\n".join(
        [
            "Summary of Combat Results",
            "  number  manpower points lost",
            f"  D   disorganized, fatigue +{_FATIGUE['D']} {fatigue}; an active unit's march ends",
            f"  F   fatigue +{_FATIGUE['F']} {fatigue}; an active unit's march ends",
            f"  f   fatigue +{_FATIGUE['f']} {fatigue}; an active unit's march ends",
            "  E   an active unit's march ends",
            f"  r   retreat, {hexes['normal']}",
            f"  R   rout, {hexes['rout']}, and one step of demoralization more, up to demoralized-2",
            f"  R*  rout, {hexes['rout']}, and demoralized-2; 1 manpower more lost if it was so before",
            "  a   may advance after combat",
        ]
    )


RESULTS_CARD: Final = TextCard(_results_text())
"""The Summary of Combat Results of the sheet, in our words."""


# Retreats
_ON_CHART_1 = {"normal": 1, "voluntary": 1, "rout": 4, "cavalry": 4}


@frozen
class _Row:
    priority: int
    loss: tuple[int, int]
    qualifier: Literal["", "way", "way_to_friends"] = ""
    way: bool | None = None
    farther: bool | None = None
    enemy_zoc: bool | None = None
    enemy_occupied: bool | None = None


@frozen
class _Charts:
    chart_1: tuple[_Row, ...]
    chart_2: tuple[_Row, ...]


_retreat_charts: Final[Printed[_Charts]] = cache(partial(series.read_data_file, "retreat.toml", _Charts))


@frozen
class RetreatHex:
    """A hex that a unit could retreat into, seen from the hex it leaves.

    Args:
        way: whether the step follows a road, pike, trail or railroad
        farther: whether it leads one hex farther from the enemy that caused the retreat
        enemy_zoc: whether the hex is in an enemy zone of control
        enemy_occupied: whether enemies are there
        friendly_occupied: whether friends are there
    """

    way: bool = False
    farther: bool = False
    enemy_zoc: bool = False
    enemy_occupied: bool = False
    friendly_occupied: bool = False


@frozen
class RetreatStep:
    """What the chart says of a hex: its priority number (lowest first) and the manpower lost by entering it."""

    priority: int
    manpower_loss: int


def retreat_chart_for(kind: RetreatKind, hex_number: int, *, exits_enemy_zoc: bool) -> Literal[1, 2]:
    """The chart for the ``hex_number``-th hex of a retreat, counted from 1.

    Chart 1 whenever the unit leaves an enemy zone of control, for the first hex of a normal or voluntary retreat, and
    for the first four of a rout or cavalry retreat. Raises `ChartError` beyond the longest retreat of the kind.

    Args:
        kind: kind of retreat
        hex_number: which hex of the retreat it is
        exits_enemy_zoc: whether the unit leaves an enemy zone of control

    >>> retreat_chart_for("rout", 5, exits_enemy_zoc=False)
    2
    """
    if kind not in RETREAT_HEXES:
        raise UnknownName("kind of retreat", kind, RETREAT_HEXES)
    _, maximum = RETREAT_HEXES[kind]
    if not 1 <= hex_number <= maximum:
        raise ChartError(f"hex {hex_number} of a {kind} retreat (allowed: 1 to {maximum})")
    return 1 if exits_enemy_zoc or hex_number <= _ON_CHART_1[kind] else 2


def retreat_step(chart: Literal[1, 2], entered: RetreatHex, *, cavalry_retreat: bool = False) -> RetreatStep:
    """The priority of a hex, as printed, and the manpower its entry costs.

    A cavalry retreat costs nothing but the 3 points of a hex with enemies in it. Raises `ChartError` for another chart.
    Chart 1 prints priority 4 twice. Readings: Priority 4. Source: Retreat Chart (7.6)

    >>> retreat_step(1, RetreatHex(way=False, farther=False, enemy_zoc=True))
    RetreatStep(priority=4, manpower_loss=2)
    """
    if chart not in (1, 2):
        raise ChartError(f"there is no retreat chart {chart} (allowed: 1, 2)")
    for row in _retreat_charts().chart_1 if chart == 1 else _retreat_charts().chart_2:
        if all(
            qualifier in (None, is_true)
            for qualifier, is_true in (
                (row.way, entered.way),
                (row.farther, entered.farther),
                (row.enemy_zoc, entered.enemy_zoc),
                (row.enemy_occupied, entered.enemy_occupied),
            )
        ):
            is_qualified = entered.way and (row.qualifier == "way" or entered.friendly_occupied)
            loss = row.loss[0] if is_qualified else row.loss[1]
            return RetreatStep(row.priority, 0 if cavalry_retreat and not entered.enemy_occupied else loss)
    raise ChartError(f"retreat chart {chart} has no row for {entered}")


def best_retreat_hexes(
    kind: RetreatKind, hex_number: int, candidates: Sequence[RetreatHex], *, exits_enemy_zoc: bool
) -> tuple[int, ...]:
    """The places in ``candidates`` among which the retreating player chooses: those of the lowest priority number."""
    chart = retreat_chart_for(kind, hex_number, exits_enemy_zoc=exits_enemy_zoc)
    steps = [retreat_step(chart, candidate).priority for candidate in candidates]
    return tuple(place for place, priority in enumerate(steps) if priority == min(steps))


CHART_1_FOR: Final = (
    "the first hex of a retreat, the first four of a rout or cavalry retreat, and each step out of an enemy zone"
)
CHART_2_FOR: Final = "hexes two to four of a retreat, five and six of a rout or cavalry retreat, outside enemy zones"


def retreat_card() -> TextCard:
    """Both charts, in our words."""
    lines, charts = ["Retreat Charts (priority, manpower loss, description)"], _retreat_charts()
    for name, rows in ((f"Chart 1: {CHART_1_FOR}", charts.chart_1), (f"Chart 2: {CHART_2_FOR}", charts.chart_2)):
        lines.append(name)
        for row in rows:
            first, second = row.loss
            loss = str(first) if first == second else f"{first}/{second}{'†' if row.qualifier == 'way' else '‡'}"
            lines.append(f"  {row.priority}  {loss:<5} {_describe(row)}")
    lines += [
        "  † left number along a road, pike, trail or railroad; ‡ along one into a hex that friends occupy",
        "  cavalry retreats lose nothing, except 3 in a hex that enemies occupy",
    ]
    return TextCard("\n".join(lines))


def _describe(row: _Row) -> str:
    if row.enemy_occupied:
        return "into a hex that enemies occupy"
    parts = []
    if row.way is not None:
        parts.append("along a way" if row.way else "not along a way")
    if row.farther is not None:
        parts.append("farther from the active enemy" if row.farther else "not farther from the active enemy")
    parts.append("into an enemy zone of control" if row.enemy_zoc else "free of enemies and their zones")
    return ", ".join(parts)


cavalry_retreat_modifiers: Final = series.modifiers(DATA / "cavalry_retreat.toml")


def cavalry_retreat_modifier(
    *,
    game: GameTag,
    nation: Side,
    combined_value: Points,
    units: int = 1,
    terrain_modifier: int = 0,
    all_demoralized: bool = False,
    all_fatigue_4: bool = False,
    all_out_of_supply: bool = False,
) -> Ruling:
    """The sum of the modifiers to the die of retreating cavalry, itemised; its ``result`` is the number.

    Source: Cavalry Retreat Die Roll Modifiers (7.7)

    Raises `OffChart` for a value below 1/2.

    Args:
        combined_value: combat value of the cavalry in the hex in points, entrenchments counted
        units: how many units that is
        terrain_modifier: the positive modifier the terrain would give them in combat
            (Readings: Terrain of cavalry retreats)
        all_demoralized: whether all are demoralized
        all_fatigue_4: whether all are at fatigue level 4
        all_out_of_supply: whether all are out of supply

    >>> cavalry_retreat_modifier(game="OTR", nation="confederate", combined_value=2).result
    2
    """
    facts = cavalry_retreat_modifiers().sheet.read(
        {
            "nation": nation,
            "combined_cv": combat_value(combined_value, "cavalry"),
            "single_unit": units == 1,
            "early_war": game in EARLY_WAR,
            "terrain_defense_modifier": max(0, terrain_modifier),
            "all_demoralized": all_demoralized,
            "all_fatigue_4": all_fatigue_4,
            "all_out_of_supply": all_out_of_supply,
        }
    )
    tally = cavalry_retreat_modifiers().tally(facts, tag=game_tag(game))
    return Ruling(
        "Cavalry retreat modifier",
        tally.total,
        modifiers=tally.applied,
        cite=cite("Cavalry Retreat Die Roll Modifiers (7.7)"),
        considered=tally.considered,
    )
