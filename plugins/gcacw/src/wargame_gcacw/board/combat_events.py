"""What happens in combats, assaults and retreats."""

from __future__ import annotations

from typing import Annotated, ClassVar, get_args

from attrs import evolve, frozen

from wargame_core.authoring import PublicEvent, Ruling
from wargame_core.flow.about import FROM, OFF, PATH, PIECE, PLACE, TARGET, TO, About
from wargame_gcacw.board.actions import AttackKind, CombatKind
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.board.march_events import eliminate
from wargame_gcacw.printed.counters import TIRED_OUT, LeaderId
from wargame_gcacw.printed.ground import show_points


@frozen
class AssaultOrdered(PublicEvent):
    """A leader orders an assault: his command value less the die says how many units may take part."""

    kind: ClassVar[str] = "assault_ordered"
    leader: Annotated[LeaderId, PIECE]
    target: Annotated[str, PLACE]
    die: int
    units: int

    def apply(self, board: FieldBoard) -> None:
        board.passed = ()

    def text(self, board: FieldBoard) -> str:
        how = f"up to {self.units} units" if self.units > 1 else "one unit" if self.units else "nobody"
        return f"{board.name(self.leader)} orders an assault on {self.target}; {how} may take part."


@frozen
class Fought(PublicEvent):
    """A combat: both dice, and both results as printed. The ruling is there when somebody watches."""

    kind: ClassVar[str] = "fought"
    attackers: Annotated[tuple[str, ...], PIECE]
    defenders: Annotated[tuple[str, ...], TARGET]
    target: Annotated[str, PLACE]
    how: CombatKind
    attacker_die: int
    defender_die: int
    artillery_die: int
    attacker: str
    defender: str
    ruling: Ruling | None = None

    def text(self, board: FieldBoard) -> str:
        who = ", ".join(board.name(unit_id) for unit_id in self.attackers)
        whom = ", ".join(board.name(unit_id) for unit_id in self.defenders)
        how = self.how.replace("_", " ") + (" attack" if self.how in get_args(AttackKind) else "")
        results = f"defender {self.defender}, attacker {self.attacker}"
        return f"{who}: {how} on {whom} in {self.target}: {results}."


@frozen
class Suffered(PublicEvent):
    """What a unit's state became by a combat result, losses of manpower apart."""

    kind: ClassVar[str] = "suffered"
    unit: Annotated[str, PIECE]
    fatigue: int
    disorganized: bool
    demoralized: int

    def apply(self, board: FieldBoard) -> None:
        board.change(
            self.unit,
            fatigue=self.fatigue,
            disorganized=self.disorganized,
            demoralized=self.demoralized,
        )

    def text(self, board: FieldBoard) -> str:
        words = [f"fatigue {self.fatigue}"] + ["disorganized"] * self.disorganized
        words += [f"demoralized-{self.demoralized}"] if self.demoralized else []
        return f"{board.name(self.unit)} after the combat: {', '.join(words)}."


@frozen
class Tired(PublicEvent):
    """A unit gained fatigue levels outside a march."""

    kind: ClassVar[str] = "tired"
    silent: ClassVar[bool] = True
    unit: Annotated[str, PIECE]
    levels: int = 1

    def apply(self, board: FieldBoard) -> None:
        was = board.units[self.unit]
        board.change(self.unit, fatigue=min(TIRED_OUT, was.fatigue + self.levels))


@frozen
class Retreated(PublicEvent):
    """A unit went back one hex; its works are lost. ``by_combat``: a combat drove it, or it gave way after one."""

    kind: ClassVar[str] = "retreated"
    silent: ClassVar[bool] = True
    unit: Annotated[str, PIECE]
    start: Annotated[str, FROM]
    to: Annotated[str, TO]
    by_combat: bool = True

    def apply(self, board: FieldBoard) -> None:
        board.change(self.unit, space=board.ground.map.parse(self.to), work="")
        board.left_hex.add(self.unit)
        if self.by_combat and board.unit(self.unit).arm == "wagon":
            board.train_retreats[self.unit] = board.train_retreats.get(self.unit, 0) + 1


@frozen
class RetreatEnded(PublicEvent):
    """A unit has gone back along these hexes, the first of them the one it left, and lost manpower on its way."""

    kind: ClassVar[str] = "retreat_ended"
    unit: Annotated[str, PIECE]
    path: Annotated[tuple[str, ...], PATH]
    lost: int = 0

    def text(self, board: FieldBoard) -> str:
        lost = f" and loses {self.lost}" if self.lost else ""
        return f"{board.name(self.unit)} retreats {' - '.join(self.path)}{lost}."


@frozen
class Surrendered(PublicEvent):
    """A unit that could not complete its retreat is eliminated; its manpower counts as lost in retreat."""

    kind: ClassVar[str] = "surrendered"
    unit: Annotated[str, PIECE]

    def apply(self, board: FieldBoard) -> None:
        counter = board.unit(self.unit)
        key = f"{counter.side}:retreat:{counter.arm}"
        board.lost[key] = board.lost.get(key, 0) + board.units[self.unit].manpower
        eliminate(board, self.unit)

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.unit)} cannot complete its retreat and surrenders."

    def about(self, board: FieldBoard) -> About:
        return About((self.unit,), to=OFF)


@frozen
class CavalryRetreated(PublicEvent):
    """The cavalry of a hex gives way: its modified roll, and the half points it costs the active unit."""

    kind: ClassVar[str] = "cavalry_retreated"
    hex: Annotated[str, PLACE]
    units: Annotated[tuple[str, ...], PIECE]
    die: int
    total: int
    cost: int

    def apply(self, board: FieldBoard) -> None:
        if board.march is not None:
            board.march = evolve(board.march, left=max(0, board.march.left - self.cost))

    def text(self, board: FieldBoard) -> str:
        who = ", ".join(board.name(unit_id) for unit_id in self.units)
        verb = "retreats" if len(self.units) == 1 else "retreat"
        costs = f", which costs the march {show_points(self.cost)} MP" if self.cost else ""
        return f"{who} in {self.hex} {verb} before the enemy (modified roll {self.total}){costs}."


@frozen
class WayCleared(PublicEvent):
    """The enemies that stopped a march are gone and the unit stands in no enemy zone any more: it may go on."""

    kind: ClassVar[str] = "way_cleared"
    silent: ClassVar[bool] = True
    unit: Annotated[str, PIECE]

    def apply(self, board: FieldBoard) -> None:
        if board.march is not None and board.march.unit == self.unit:
            board.march = evolve(board.march, stopped=False)


@frozen
class Advanced(PublicEvent):
    """A unit advanced after combat into the hex the enemy left; its works are lost."""

    kind: ClassVar[str] = "advanced"
    unit: Annotated[str, PIECE]
    start: Annotated[str, FROM]
    to: Annotated[str, TO]

    def apply(self, board: FieldBoard) -> None:
        board.change(self.unit, space=board.ground.map.parse(self.to), work="")
        board.left_hex.add(self.unit)
        if board.march is not None and board.march.unit == self.unit:
            board.march = evolve(board.march, stopped=False)

    def text(self, board: FieldBoard) -> str:
        return f"{board.name(self.unit)} advances into {self.to}."
