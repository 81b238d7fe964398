"""A battle of a campaign made into one of Battle Cry: units, generals, hands, who comes when.

Source: CB p.2 Brigades, p.2 Generals and hands. Readings: Brigades, Generals and hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from attrs import evolve, field, frozen

from wargame_altar_of_freedom.rules.tabletop.brief import BattleBrief, GeneralPresent, SideInBattle, UnitOnTable
from wargame_altar_of_freedom.rules.tabletop.endings import Standing
from wargame_battlecry.printed.game_board import ARMS, HEXES, SIDES, SIZE, Side, sides_mask
from wargame_battlecry.printed.pieces import Battle, General, GeneralId, Kind, Rulebook, Unit, Work, general_id, unit_id
from wargame_campaign_battles.translation import (
    OPPOSITE,
    Body,
    TableOnBoard,
    bodies_of,
    box,
    places_for,
    tiles_of,
    translation,
)
from wargame_core.errors import RecordError
from wargame_core.json_form import JsonMapping
from wargame_core.maps.masks import mask_of


@frozen
class Orders:
    """What a battle is fought by: its brief, and by campaign side the breakpoint at the end of each of its turns."""

    brief: BattleBrief
    breakpoints: Mapping[str, tuple[int, ...]]

    def standing(self, side: str, turn: int, broken: frozenset[str]) -> Standing:
        """Where a side stands at the end of a turn. Source: CB p.3 How it ends."""
        fighting = self.brief.side(side)
        entered = fighting.entered(turn)
        count = sum(1 for unit in entered if unit.id in broken)
        return Standing(side, fighting.attacking, len(entered), count, self.breakpoints[side][turn - 1])


def read_orders(data: JsonMapping) -> Orders:
    """The orders that plain data stand for. Raises `RecordError` when they are none."""
    from cattrs import BaseValidationError, transform_error

    try:
        orders: Orders = _converter().structure(data, Orders)
    except BaseValidationError as problems:
        raise RecordError("; ".join(transform_error(problems, "battle"))) from None
    except (TypeError, ValueError, LookupError, AttributeError) as problem:
        raise RecordError(f"no battle of a campaign: {problem}") from None
    sides = [side.side for side in orders.brief.sides]
    if sorted(orders.breakpoints) != sorted(sides):
        raise RecordError(f"the battle has breakpoints of {', '.join(orders.breakpoints)}, its sides are {sides}")
    if any(len(row) != orders.brief.turns for row in orders.breakpoints.values()):
        raise RecordError("the battle has not a breakpoint for each of its turns")
    return orders


@lru_cache(maxsize=1)
def _converter() -> Any:
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(int | str | None, _points)
    return converter


def _points(value: object, _: object) -> int | str | None:
    if value is None or type(value) in (int, str):
        return value  # type: ignore[return-value]  # as just checked
    raise TypeError(f"{value!r} are no priority points")


NEVER = 99
"""Flags that nobody wins by: a battle of a campaign ends by breakpoint or nightfall."""


@frozen(slots=False)
class BattlePlan:
    """A battle as it is set up, and all that comes later. Keys of units and generals are those of Battle Cry."""

    orders: Orders
    chart: TableOnBoard
    battle: Battle
    brigade: Mapping[str, str]
    """By unit: the brigade of the campaign that it stands for."""
    seats: Mapping[str, Side]
    """By side of the campaign: whom it plays."""
    bodies: tuple[Body, ...]
    general_of: Mapping[str, GeneralId]
    """By unit: the general who comes with it."""
    places: Mapping[str, int] = field(factory=dict)
    """By unit that stands on the board at the start: its hex."""

    @cached_property
    def unit_of(self) -> Mapping[str, str]:
        """By brigade: its unit."""
        return {brigade: unit for unit, brigade in self.brigade.items()}

    @property
    def side_of_seat(self) -> Mapping[str, str]:
        """By side of Battle Cry: the side of the campaign."""
        return {seat: side for side, seat in self.seats.items()}

    def coming(self, hour: int, waiting: Mapping[str, int]) -> tuple[Body, ...]:
        """The bodies of which something is due by the end of an hour, the earliest first."""
        due = (
            body
            for body in self.bodies
            if body.arrives <= hour and any(self.unit_of[brigade] in waiting for brigade in body.brigades)
        )
        return tuple(sorted(due, key=lambda body: body.arrives))


def seats_of(sides: tuple[str, str]) -> dict[str, Side]:
    """Who of a campaign plays whom: sides of these names play their own, else the attacker plays the Union."""
    if "confederate" in sides:
        return {side: "confederate" if side == "confederate" else "union" for side in sides}
    return dict(zip(sides, SIDES, strict=True))


def plan_of(orders: Orders, book: Rulebook) -> BattlePlan:
    """The battle of a brief. The same brief gives the same battle."""
    brief = orders.brief
    seats = seats_of((brief.attacker.side, brief.defender.side))
    foot = brief.edge if seats[brief.attacker.side] == "union" else OPPOSITE[brief.edge]
    chart = TableOnBoard(brief.ground, foot)
    contact = next(square.at for square in brief.ground.squares if square.label == brief.contact)
    bodies = tuple(body for side in brief.sides for body in bodies_of(side, contact))
    units, brigade = _units(brief.sides, seats)
    generals, rides_with = _generals(brief.sides, seats)
    tiles = tiles_of(chart)
    battle = Battle(
        id="battle",
        number=0,
        title=title_of(brief.contact),
        place="",
        date=f"turn {brief.campaign_turn}",
        flags=NEVER,
        first=seats[brief.attacker.side],
        commanders={seats[side.side]: next((who.name for who in at_the_start(side)), "") for side in brief.sides},
        hands={seats[side.side]: hand_of(side) for side in brief.sides},
        units=units,
        generals=generals,
        tiles=tuple(book.terrain[tiles.kinds.get(space, "clear")] for space in range(SIZE)),
        sides=(0,) * SIZE,
        names=tuple(tiles.names.get(space, "") for space in range(SIZE)),
        works={},
    )
    plan = BattlePlan(orders, chart, battle, brigade, seats, bodies, {})
    places = _places(plan)
    units = {unit.id: evolve(unit, hex=places.get(unit.id, 0)) for unit in battle.units.values()}
    battle = evolve(battle, units=units, works=_works(plan, places))
    return evolve(plan, battle=battle, places=places, general_of=_mounted(plan, rides_with))


def title_of(contact: str) -> str:
    """What a battle is called after the space in which the armies met: by its place, or by where it lies."""
    name = contact.partition(") ")[2] if contact.startswith("(") else f"at {contact}"
    return f"The battle {name}"


def _mounted(plan: BattlePlan, rides_with: Mapping[GeneralId, str]) -> dict[str, GeneralId]:
    """By unit, the general who comes with it: of the division that he rides with, the first without a general."""
    mounted: dict[str, GeneralId] = {}
    for general, division in rides_with.items():
        side = plan.side_of_seat[plan.battle.generals[general].side]
        brigades = (
            brigade for body in plan.bodies if (body.name, body.side) == (division, side) for brigade in body.brigades
        )
        unit = next((plan.unit_of[brigade] for brigade in brigades if plan.unit_of[brigade] not in mounted), None)
        if unit is not None:
            mounted[unit] = general
    return mounted


def _units(sides: tuple[SideInBattle, ...], seats: Mapping[str, Side]) -> tuple[dict[str, Unit], dict[str, str]]:
    """A unit for every brigade and battery, not yet on the board, and the brigade that each stands for."""
    units, brigade = {}, {}
    for side in sides:
        seat = seats[side.side]
        for number, fighting in enumerate(side.units, 1):
            unit = Unit(unit_id(seat, number), seat, kind_of(fighting), 0, fighting.name)
            units[unit.id], brigade[unit.id] = unit, fighting.id
    return units, brigade


def kind_of(unit: UnitOnTable) -> Kind:
    """What a brigade becomes: a unit of its arm, with more figures the better it is. Source: CB p.2 Brigades."""
    row = translation().figures
    arm = unit.arm if unit.arm in ARMS else "infantry"
    figures = max(1, int(getattr(row, arm)) + max(-row.most, min(row.most, unit.rating)))
    return evolve(box().kinds[arm], id=f"{arm}_{figures}", figures=figures)


def _generals(
    sides: tuple[SideInBattle, ...], seats: Mapping[str, Side]
) -> tuple[dict[GeneralId, General], dict[GeneralId, str]]:
    generals, rides = {}, {}
    for side in sides:
        seat = seats[side.side]
        for number, present in enumerate((who for who in side.generals if who.rides_with), 1):
            general = General(general_id(seat, number), seat, present.name, 0)
            generals[general.id], rides[general.id] = general, present.rides_with
    return generals, rides


def at_the_start(side: SideInBattle) -> list[GeneralPresent]:
    """The generals of a side who are there when the battle begins, the one with most points first: he leads."""
    there = [general for general in side.generals if not general.arrives and not general.held_back]
    return sorted(there, key=points_of, reverse=True)


def points_of(general: GeneralPresent) -> int:
    """The priority points of a general, a printed "?" as the number that the translation has for it."""
    points = general.priority_points
    return points if isinstance(points, int) else translation().hand.unknown_points


def hand_of(side: SideInBattle) -> int:
    """The cards of a side: by the points of its leading general and the traits of all who are there at the start.

    Source: CB p.2 Generals and hands.
    """
    row, there = translation().hand, at_the_start(side)
    if not there:
        return row.least
    points = points_of(there[0])
    traits = [trait for general in there for trait in general.traits]
    tone = sum(trait in row.good for trait in traits) - sum(trait in row.bad for trait in traits)
    size = row.base + (points >= row.many_points) - (points <= row.few_points) + (tone > 0) - (tone < 0)
    return max(row.least, min(row.most, size))


def _places(plan: BattlePlan) -> dict[str, int]:
    """The hexes of the units that stand on the board at the start, the attacker's first."""
    battle, places = plan.battle, dict[str, int]()
    sides = {unit.id: plan.side_of_seat[unit.side] for unit in battle.units.values()}

    def free(unit: str, space: int) -> bool:
        return space not in places.values() and not battle.barred[battle.units[unit].kind.arm] >> space & 1

    for body in plan.bodies:
        if not body.arrives:
            wanted = [plan.unit_of[brigade] for brigade in body.brigades]
            enemies = mask_of({space for unit, space in places.items() if sides[unit] != body.side})
            places |= places_for(plan.chart, body, wanted, free, enemies)
    return places


FACING = {"union": ("NW", "NE"), "confederate": ("SW", "SE")}


def _works(plan: BattlePlan, places: Mapping[str, int]) -> dict[str, tuple[Work, ...]]:
    """Works in front of brigades that stand in a square with earthworks of their side: entrenched where they add 2.

    Source: CB p.2 The ground.
    """
    works: dict[str, tuple[Work, ...]] = {}
    for dug in plan.chart.ground.works:
        seat = plan.seats[dug.side]
        kind, sides = ("entrenchment", 0) if dug.bonus > 1 else ("fieldwork", sides_mask(FACING[seat]))
        for unit, space in places.items():
            if plan.battle.units[unit].side == seat and plan.chart.cell(space) == dug.at:
                works[HEXES[space]] = (Work(kind, sides),)
    return works
