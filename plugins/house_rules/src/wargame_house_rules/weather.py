"""Weather on the 4th of July: mud after a day of rain, and fog in the morning.

The scenarios know rain only while it falls. It fell for two days in July 1863: wagons sank off the pikes, men straggled
from the columns, and at dawn fog stood in the valleys, so that batteries had nothing to fire at and pickets no warning.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from attrs import evolve, frozen

from wargame_core.authoring import D6, Counter, CounterSet, Modifier, Procedure, Step, Table, Variant, after, before
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.combat import Combat
from wargame_gcacw.printed.book import Vocabulary
from wargame_gcacw.rules.special_rules import SpecialRule

FOG_ENDS_AT = 6
"""The initiative of a turn with which the fog is gone."""


@frozen
class Mud(SpecialRule):
    """On muddy ground a step off the pikes costs half a point more, and extended marches have +1 on the die."""

    kind: ClassVar[str] = "mud"

    def step(self, board: FieldBoard, unit: str, a: int, b: int, points: int) -> int:
        return points + (board.counters["ground"] == "mud" and board.ground.way(a, b) != "pike")

    def extended_march(self, board: FieldBoard, unit: str) -> Iterator[Modifier]:
        if board.counters["ground"] == "mud":
            yield Modifier(1, "mud")


@frozen
class Fog(SpecialRule):
    """In fog no guns fire, and cavalry sees nobody come: it does not retreat before infantry."""

    kind: ClassVar[str] = "fog"

    def is_thick(self, board: FieldBoard) -> bool:
        """Whether the fog of this morning has not lifted yet."""
        return board.counters["morning"] == "fog" and board.initiatives < FOG_ENDS_AT and not board.night

    def combat(self, board: FieldBoard, combat: Combat, attackers: Sequence[str], target: int) -> Combat:
        return evolve(combat, attacker_guns=0, defender_guns=0, printed_guns=0) if self.is_thick(board) else combat

    def gives_way(self, board: FieldBoard, space: int) -> bool:
        return not self.is_thick(board)


def morning(table: Table[FieldBoard]) -> Procedure[None]:
    """A d6 each turn: fog on 1 or 2, and on 3 where the ground is mud."""
    die = yield from table.roll_openly(D6, "the morning")
    sky = "fog" if die <= 2 + (table.board.counters["ground"] == "mud") else "clear"
    table.record(CounterSet("morning", sky, f"The morning: {sky}."))


def mud_at_evening(table: Table[FieldBoard]) -> None:
    """The ground is mud after a day or night of rain, and dries without."""
    table.record(CounterSet("ground", "mud" if table.board.rain else "dry"))


VARIANT = Variant(
    id="weather",
    of=("gcacw",),
    title="Weather",
    help="After a day of rain the ground is mud: half a point more off the pikes, +1 on extended marches. Each turn a "
    "d6: on 1 or 2, on mud 3 too, fog lies until the sixth initiative: no guns fire, no cavalry gives way.",
    requires_api=1,
    counters=(
        Counter("morning", "Morning", "clear", ("clear", "fog")),
        Counter("ground", "Ground", "dry", ("dry", "mud")),
    ),
    sequence=(after("Begin the turn", Step("Morning", morning)), before("Recovery", Step("Evening", mud_at_evening))),
    words=Vocabulary(always=(Mud(), Fog())),
)
