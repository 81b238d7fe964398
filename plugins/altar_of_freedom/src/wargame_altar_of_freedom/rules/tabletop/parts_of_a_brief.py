"""What a brief of a battle is made of: units, divisions, generals, sides, and the brief itself.

Source: GotW p.12-13 Assembling the Tabletop to Ending a Battle (AFI p.12-13). Readings: Tabletop battles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from attrs import asdict, frozen

from wargame_altar_of_freedom.rules.tabletop.squares import Cell, TabletopGround
from wargame_core.json_types import JsonObject


def arrival_in_words(turn: int, held_back: bool) -> str:
    """When something comes on the table: at the start, at the end of a turn, or when its general likes."""
    if held_back:
        return "held back"
    return f"end of turn {turn}" if turn else "at start"


@frozen
class UnitOnTable:
    """A brigade or battery in the battle; ``arrives`` is the turn at whose end it comes, 0 for the start.

    One that is ``held_back`` may come at any time, or never; ``arrives`` is the earliest turn then.
    """

    id: str
    name: str
    arm: str
    rating: int
    division: str
    square: str
    arrives: int
    held_back: bool = False

    @property
    def when(self) -> str:
        """When it comes on the table, in words."""
        return arrival_in_words(self.arrives, self.held_back)


@frozen
class GeneralPresent:
    """A general on the table, there as soon as any division under him is. Source: GotW p.13 Generals Arriving."""

    name: str
    role: str
    traits: tuple[str, ...]
    priority_points: int | str | None
    arrives: int = 0
    held_back: bool = False
    rides_with: str = ""
    """The first division of his to be there; empty where none has come."""

    @property
    def when(self) -> str:
        """When he is there, in words."""
        return arrival_in_words(self.arrives, self.held_back)


@frozen
class DivisionInBattle:
    """A division with where it stands or comes on. ``token`` is the number on its back.

    ``at`` is its square; ``edges`` are the edges of that square over which it comes on, empty for one that stands
    there at the start. ``arrives`` and ``held_back`` are as for its units; ``units`` are their ids.
    """

    token: str
    name: str
    command: str
    at: Cell
    square: str
    edges: tuple[str, ...]
    arrives: int
    held_back: bool
    by_road: bool
    units: tuple[str, ...]

    @property
    def when(self) -> str:
        """When it comes on the table, in words."""
        return arrival_in_words(self.arrives, self.held_back)


@frozen
class SideInBattle:
    """One side of a battle. ``cover`` is what the stand-in adds to its score, with the reason."""

    side: str
    attacking: bool
    units: tuple[UnitOnTable, ...]
    generals: tuple[GeneralPresent, ...]
    cover: int = 0
    cover_reason: str = ""
    divisions: tuple[DivisionInBattle, ...] = ()
    """Guns of the army that belong to no division are in none of them, but among the units."""

    def entered(self, turn: int) -> tuple[UnitOnTable, ...]:
        """The units that have entered by the end of a turn."""
        return tuple(unit for unit in self.units if unit.arrives <= turn)


@frozen
class BattleBrief:
    """Everything people need to fight the battle on their own table, and a resolver to fight it for them.

    ``features`` are what the table must show; ``edge`` is the side of the contact's square the attacker comes over.
    """

    spaces: tuple[str, ...]
    terrain: tuple[str, ...]
    features: tuple[str, ...]
    contact: str
    approach: str
    edge: str
    first_hour: str
    nightfall: str
    turns: int
    turn_clock: str
    sides: tuple[SideInBattle, SideInBattle]
    ground: TabletopGround
    campaign_turn: int

    @property
    def units(self) -> tuple[UnitOnTable, ...]:
        """Every brigade and battery of both sides, the attacker's first, those he holds back last of all.

        Number n of the report is ``units[n - 1]``; a gap in the numbers would tell what is held back.
        """
        every = [unit for side in self.sides for unit in side.units]
        return tuple(sorted(every, key=lambda unit: unit.held_back))

    @property
    def attacker(self) -> SideInBattle:
        """The side that made contact."""
        return self.sides[0]

    @property
    def defender(self) -> SideInBattle:
        """The side that was met."""
        return self.sides[1]

    def side(self, name: str) -> SideInBattle:
        """The side with that name."""
        return self.sides[0] if self.sides[0].side == name else self.sides[1]

    @property
    def digest(self) -> str:
        """A fingerprint of the brief: a report names it, so that nobody reports another battle."""
        text = json.dumps(self.to_json(), ensure_ascii=True, sort_keys=True)
        return blake2b(text.encode(), digest_size=4).hexdigest()

    def to_json(self) -> JsonObject:
        """The brief as plain JSON data."""
        return asdict(
            self, recurse=True, value_serializer=lambda _, __, value: list(value) if isinstance(value, tuple) else value
        )

    def text(self, numbers: Mapping[str, int] | None = None) -> str:
        """The brief as a sheet to print; ``numbers`` of a report form stand before the units."""
        ground = ", ".join(f"{space} ({terrain})" for space, terrain in zip(self.spaces, self.terrain, strict=True))
        lines = [
            f"Table: {ground}",
            *(f"  {feature}" for feature in self.features),
            f"Contact at {self.contact}; the attacker comes from {self.approach}, over the {self.edge} edge.",
            f"First turn {self.first_hour}, {self.turns} turns until {self.nightfall}, turn clock {self.turn_clock}.",
        ]
        for side in self.sides:
            lines += ["", f"{side.side.upper()} ({'attacker' if side.attacking else 'defender'})"]
            lines += [
                f"  {general.name} ({general.role}; priority points {general.priority_points}): "
                + (", ".join(general.traits) or "no traits")
                + f"; {general.when}"
                for general in side.generals
            ]
            for unit in side.units:
                number = f"{numbers[unit.id]:>3} " if numbers is not None else ""
                printed = f"{number}{unit.name:<28} {unit.arm:<10} {unit.rating:+d}  {unit.division:<28}"
                lines.append(f"  {printed} {unit.square}, {unit.when}")
            if side.cover:
                lines.append(f"  {side.cover_reason}: +{side.cover}")
        return "\n".join(lines)
