"""What marches are rolled on and cost: allowances, forced and extended marches, railroads, friends in the way, attacks.

Source: Movement Summary, Command Radius Summary, Force March, Extended March Table, RR Movement Fatigue Level Gain,
Strategic Movement Allowance Table, MP Costs to Enter Friendly-Occupied Hex, Attack Summary
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache, partial
from math import ceil
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from attrs import asdict, evolve, frozen

from wargame_core import D6, Cite, Modifier, Ruling, UnknownName
from wargame_core.charts import ChartCard, ChartError, TextCard, number_cells, settle
from wargame_core.odds import Distribution, exact
from wargame_core.shapes import OneOf
from wargame_gcacw.charts import series
from wargame_gcacw.charts.series import DATA, TERRAINS, GameTag, Points, Printed, Side, UnitKind, card, read_data_file

if TYPE_CHECKING:
    from wargame_gcacw.charts.modifiers import Tally

# Movement Summary
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


_ROWS: Final = read_data_file("movement.toml", _AllowanceRows).roll


_UNITS = dict.fromkeys(
    name for order in ("march", "leader") for row in _ROWS if row.order == order for name in row.units
)
UnitName = Annotated[str, OneOf(_UNITS), "unit or leader"]


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


@lru_cache(maxsize=256)
def allowance_roll(
    order: Order, *, side: Side, unit: UnitName, game: GameTag = "TOM", day: date | None = None
) -> Allowance:
    """How a movement allowance is rolled.

    Raises `UnknownName` for what the table does not have.

    Args:
        order: a march of one unit, or a leader activated
        unit: infantry, artillery, cavalry or mounted_infantry; or as a leader infantry, cavalry_division, ...
        day: the day, for the grand divisions of Burnside Takes Command
    """
    series.game_tag(game)
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

    Source: Movement Summary

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
        order_text = "march of" if row.order == "march" else "leader:"
        games = f" ({', '.join(row.games)} only)" if row.games else ""
        lines.append(f"  {row.side:<12}{order_text:<9}{'/'.join(row.units).replace('_', ' '):<28}{row.roll}{games}")
        for exception in row.exceptions:
            dates = f" from {exception.first} to {exception.last}" if exception.first else ""
            least_text = f", at least {exception.minimum}" if exception.minimum else ""
            lines.append(f"{'':<51}{exception.roll}{least_text} in {', '.join(exception.games)}{dates}")
    return "\n".join(lines)


MOVEMENT: Final = TextCard(_movement_text())


# Command Radius Summary
def command_radius(game: GameTag = "TOM", year: int | None = None) -> int:
    """The command radius in hexes: 3, or 2 in the 1861 scenarios of All Green Alike.

    Source: Command Radius Summary

    Args:
        year: year of the scenario

    >>> command_radius("TOM"), command_radius("AGA", 1861)
    (3, 2)
    """
    return 2 if series.game_tag(game) == "AGA" and year == 1861 else 3


# Force March
force_march_cell: Final = number_cells({"-": None})
"""The meaning of a cell: manpower lost, or None where the dice cannot fall so."""
force_march_chart: Final[Printed[ChartCard[int | None]]] = card(DATA / "force_march.toml", force_march_cell)


@frozen
class ForceMarchResult:
    """What a force march gives: MP to add to the allowance, and manpower lost. The unit is disorganized."""

    extra_mp: int
    manpower_loss: int


_LEAST_MP = {"infantry": 2, "cavalry": 4}


def force_march(unit: Literal["infantry", "cavalry"], *, roll: int, manpower: int) -> ForceMarchResult:
    """MP gained and manpower lost by a force march of an organized unit.

    Source: Force March. Raises `OffChart` for a roll the dice cannot show.

    Args:
        unit: what marches
        roll: one die for infantry, the sum of two for cavalry
        manpower: manpower before the march

    >>> force_march("infantry", roll=6, manpower=6)
    ForceMarchResult(extra_mp=5, manpower_loss=2)
    """
    if unit not in _LEAST_MP:
        raise UnknownName("kind of unit", unit, _LEAST_MP)
    if manpower < 1:
        raise ChartError(f"manpower is {manpower} (allowed: 1 and more)")
    loss = settle(force_march_chart()[unit].at(roll, manpower if unit == "infantry" else None))
    if loss is None:
        rolls = "1 to 6" if unit == "infantry" else "2 to 12"
        raise ChartError(f"{roll} is not a roll for a force march of {unit} (allowed: {rolls})")
    return ForceMarchResult(max(_LEAST_MP[unit], roll - 1), loss)


def force_march_odds(unit: Literal["infantry", "cavalry"], *, manpower: int) -> Distribution[ForceMarchResult]:
    """The exact distribution of a force march.

    Args:
        unit: what marches
        manpower: manpower before the march
    """
    dice = (1 if unit == "infantry" else 2) @ Distribution.of(D6)
    return dice.map(lambda roll: force_march(unit, roll=roll, manpower=manpower))


# Extended March Table
extended_march_cell: Final = number_cells({"NE": "NE", "D": "D"})
"""The meaning of a cell: nothing, disorganized, or manpower lost."""
extended_march_table: Final[Printed[ChartCard[str | int]]] = card(DATA / "extended_march.toml", extended_march_cell)
extended_march_modifiers: Final = series.modifiers(DATA / "extended_march_modifiers.toml")


@frozen
class _Line:
    id: str
    value: int
    arms: tuple[str, ...]
    games: tuple[str, ...]
    potomac: bool | None = None
    regular: bool | None = None


@frozen
class _UnionArmy:
    other_units: int
    line: tuple[_Line, ...]


_union_army: Final[Printed[_UnionArmy]] = cache(partial(read_data_file, "union_army.toml", _UnionArmy))
SideUp = Literal["normal", "exhausted"]
RETREAT_MARCH_SCENARIOS: Final = (2, 5, 6, 7)
_CONSULTED = {"normal": (3, 4), "exhausted": (2, 3, 4)}


def union_army_modifier(game: str, unit_type: str, *, potomac: bool = False, regular: bool = True) -> int:
    """The modifier of a Union unit: 0, 1 or 2, by game, arm and army.

    ``potomac``: it belongs to the Army of the Potomac; ``regular``: it is a Regular Army unit (Rebels in the White
    House). The first printed line that fits counts. Readings: Union units on extended marches.

    >>> union_army_modifier("TOM", "infantry"), union_army_modifier("TOM", "cavalry")
    (1, 0)
    """
    series.game_tag(game)
    army = _union_army()
    for line in army.line:
        if (
            game in line.games
            and unit_type in line.arms
            and line.potomac in (None, potomac)
            and line.regular in (None, regular)
        ):
            return line.value
    return army.other_units


def extended_march_due(side_up: SideUp, new_fatigue: int) -> bool:
    """Whether a march that brings a unit to ``new_fatigue`` calls for the table.

    Args:
        side_up: which side of the counter is up
        new_fatigue: fatigue level after the march

    >>> extended_march_due("normal", 2), extended_march_due("exhausted", 2)
    (False, True)
    """
    extended_march_modifiers().sheet.read({"side_up": side_up})
    if not 0 <= new_fatigue <= 4:
        raise ChartError(f"fatigue is {new_fatigue} (allowed: 0 to 4)")
    return new_fatigue in _CONSULTED[side_up]


@frozen(kw_only=True)
class ExtendedMarch:
    """A unit on an extended march, with all that the table and its modifiers ask for. Source: Extended March Table

    Args:
        nation: whose unit
        unit_type: what marches
        organized: whether the unit is organized
        manpower: its manpower
        side_up: which side of the counter is up
        fatigue_from: fatigue level before the march
        fatigue_to: fatigue level after the march
        potomac: whether it belongs to the Army of the Potomac
        regular: whether it is a Regular Army unit
        retreat_march: whether it is a retreat march; it counts in four scenarios of All Green Alike
        scenario: number of the scenario; left out, one in which retreat marches count
        march_bonus: whether the strategic event is in effect that spares other Union units their modifier
        heat_event: whether a heat event is in effect
        advanced_game: whether the advanced game is played
        out_of_supply: whether the unit is out of supply
        scenario_year: year of the scenario
    """

    game: GameTag = "TOM"
    nation: Side
    unit_type: UnitKind
    organized: bool
    manpower: int
    side_up: SideUp
    fatigue_from: int
    fatigue_to: int
    potomac: bool = False
    regular: bool = True
    retreat_march: bool = False
    scenario: int | None = None
    march_bonus: bool = False
    heat_event: bool = False
    advanced_game: bool = False
    out_of_supply: bool = False
    scenario_year: int | None = None

    def ruling(self, die: int, extra: tuple[Modifier, ...] = ()) -> Ruling:
        """The result for a die: "NE", "D" (disorganized) or manpower lost; ``total`` is the modified die.

        ``extra`` are modifiers by events that the sheet does not print. Raises `ChartError` or `UnknownName` for what
        does not exist.
        """
        tally = _tally(self)
        modifiers = (*tally.applied, *extra)
        roll = int(D6.face(die)) + sum(modifier.value for modifier in modifiers)
        table = extended_march_table()
        cell = table["organized"].find(roll) if self.organized else table["disorganized"].find(roll, self.manpower)
        ruling = cell.ruling("Extended march", die, modifiers)
        return evolve(ruling, result=settle(cell.value), considered=tally.considered)

    def odds(self, extra: tuple[Modifier, ...] = ()) -> Distribution[str | int]:
        """The exact distribution of the result, with the ``extra`` modifiers of `ruling`."""
        return Distribution.of(D6).map(lambda die: self.ruling(die, extra).result)


# Railroads and strategic movement
rail_chart: Final[Printed[ChartCard[int]]] = card(DATA / "rail.toml")


def rail_fatigue(hexes: int) -> int:
    """Fatigue levels gained by moving ``hexes`` hexes by railroad. Raises `OffChart` beyond 1 to 40.

    Source: RR Movement Fatigue Level Gain.

    Args:
        hexes: hexes moved, 1 to 40

    >>> rail_fatigue(14)
    2
    """
    return settle(rail_chart().only.at(hexes))


def strategic_cell(text: str) -> tuple[int, int]:
    """The meaning of a cell: the allowance, and in brackets that under command paralysis. Raises `ChartError`."""
    match = re.fullmatch(r"(\d+) \((\d+)\)", text)
    if match is None:
        raise ChartError(f"{text!r} is not a cell of this chart (allowed: two numbers like 14 (12))")
    return int(match[1]), int(match[2])


STRATEGIC_GAMES: Final = ("BAC", "GTC", "AIO")
strategic_chart: Final[Printed[ChartCard[tuple[int, int]]]] = card(DATA / "strategic_movement.toml", strategic_cell)


def strategic_allowance(
    game: GameTag,
    side: Side,
    unit: Annotated[str, OneOf(("infantry", "cavalry", "wagon"))],
    fatigue: int,
    *,
    paralysis: bool = False,
) -> int:
    """MP of strategic movement.

    Raises `ChartError` in a game without strategic movement, or with a table of its own.

    Source: Strategic Movement Allowance Table.

    Args:
        unit: what moves; infantry with its artillery
        fatigue: fatigue levels expended, 2 to 4
        paralysis: whether command paralysis is in effect

    >>> strategic_allowance("GTC", "confederate", "infantry", 3, paralysis=True)
    18
    """
    if series.game_tag(game) not in STRATEGIC_GAMES:
        reason = "has a table of its own" if game == "OTR" else "has no strategic movement"
        raise ChartError(f"{game} {reason} (this table is for {', '.join(STRATEGIC_GAMES)})")
    normal_allowance, paralysed_allowance = settle(strategic_chart()[side].at(fatigue, unit))
    return paralysed_allowance if paralysis else normal_allowance


# Friends in the hex, and attacks
friendly_hex_chart: Final[Printed[ChartCard[int]]] = card(DATA / "friendly_hex.toml")
wagon_hex_chart: Final[Printed[ChartCard[int]]] = card(DATA / "wagon_hex.toml")


def friendly_hex_penalty(
    unit: UnitKind,
    terrain: Annotated[str, OneOf(TERRAINS)],
    value: Points = 0,
    *,
    wagons: bool = False,
    fractions: Literal["printed", "round_up"] = "printed",
) -> int:
    """MP more for entering a hex that friends occupy; only the highest penalty counts.

    Cavalry neither pays nor counts. A provisional swamp counts as swamp. Raises `UnknownName`.

    Source: MP Costs to Enter Friendly-Occupied Hex.

    Args:
        unit: what enters
        terrain: terrain of the hex
        value: combined combat value of infantry and artillery there, 0 for none
        wagons: whether wagon trains are there
        fractions: how fractions count: as printed, or rounded up before the table is read
            (Readings: Hexes with friends)

    >>> friendly_hex_penalty("infantry", "woods", 12), friendly_hex_penalty("cavalry", "woods", 12)
    (4, 0)
    """
    if unit not in ("infantry", "artillery", "cavalry", "wagon"):
        raise UnknownName("unit type", unit, ("infantry", "artillery", "cavalry", "wagon"))
    if fractions not in ("printed", "round_up"):
        raise UnknownName("way with fractions", fractions, ("printed", "round_up"))
    ground = series.terrain_kind(terrain).crowding or terrain
    summed_cost = exact(value)
    if summed_cost < 0:
        raise ChartError(f"combined combat value is {value} (allowed: 0 and more)")
    if unit == "cavalry":
        return 0
    of_friends = settle(
        friendly_hex_chart().only.at(ceil(summed_cost) if fractions == "round_up" else summed_cost, ground)
    )
    return max(of_friends, settle(wagon_hex_chart().only.at(ground))) if wagons else of_friends


@lru_cache(maxsize=1024)
def _tally(march: ExtendedMarch) -> Tally:
    """The modifiers of a march that the sheet prints. Raises `ChartError` or `UnknownName`."""
    if march.manpower < 1:
        raise ChartError(f"manpower is {march.manpower} (allowed: 1 and more)")
    if march.nation not in ("union", "confederate"):
        raise ChartError(f"nation is {march.nation!r} (allowed: union, confederate)")
    army = 0
    if march.nation == "union" and not march.march_bonus:
        army = union_army_modifier(march.game, march.unit_type, potomac=march.potomac, regular=march.regular)
    counts = march.retreat_march and march.scenario in (None, *RETREAT_MARCH_SCENARIOS)
    boxes = {**asdict(march), "union_army": army, "retreat_march": counts}
    modifiers = extended_march_modifiers()
    facts = modifiers.sheet.read({name: boxes[name] for name in modifiers.sheet.facts})
    return modifiers.tally(facts, tag=series.game_tag(march.game))
