"""What happens to turns, the action cycle, the weather, and in the recovery phase."""

from collections.abc import Mapping
from datetime import date as calendar_date
from functools import lru_cache
from typing import Annotated, Final

from attrs import frozen

from wargame_core.authoring import PIECE, PLACE, PublicEvent
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.counters import NATION, Side, Work

WORK_VERBS: Final[Mapping[Work, str]] = {
    "breastworks": "digs breastworks",
    "fort_build": "begins a fort",
    "fort": "has finished its fort",
}


@lru_cache(maxsize=64)
def day(date: str) -> str:
    """A date as people write it.

    >>> day("1863-07-04")
    'July 4, 1863'
    """
    turn_date = calendar_date.fromisoformat(date)
    return f"{turn_date:%B} {turn_date.day}, {turn_date.year}"


@frozen
class TurnBegan(PublicEvent):
    """A turn begins: what was used up in the last one is available again."""

    date: str

    def apply(self, board: FieldBoard) -> None:
        board.turn += 1
        board.cycles = board.ties = board.initiatives = 0
        board.night = board.rain = False
        board.active, board.passed_sides = "", ()
        board.left_hex, board.night_marched, board.failed_orders, board.dug = set(), set(), set(), set()

    def text(self, board: FieldBoard) -> str:
        return f"It is {day(self.date)}."


FREED: Final = " Held wagon trains may march from now on."


@frozen
class RainBegan(PublicEvent, sets="rain = trains_released = True"):
    """It rains for the rest of the turn, which sets wagon trains free; ``frees`` those that were held till then."""

    because: str
    frees: bool = False

    def text(self, board: FieldBoard) -> str:
        return f"It rains: {self.because}.{FREED * self.frees}"


@frozen
class CycleBegan(PublicEvent):
    """An action cycle begins, by day or at night; night ``frees`` wagon trains that were held till then."""

    night: bool = False
    frees: bool = False

    def apply(self, board: FieldBoard) -> None:
        board.cycles += 1
        board.night = self.night
        board.trains_released = board.trains_released or self.night
        board.active, board.passed_sides = "", ()

    def text(self, board: FieldBoard) -> str:
        return f"Night falls, and a second action cycle begins.{FREED * self.frees}" if self.night else ""


@frozen
class InitiativeWon(PublicEvent):
    """A side has the initiative; ``dice`` are those of Union and Confederates, empty where nobody rolled.

    ``ties`` counts the tied rolls of the turn where this is one, and is 0 where it is none.
    """

    side: Side
    dice: tuple[int, ...] = ()
    because: str = ""
    ties: int = 0

    def apply(self, board: FieldBoard) -> None:
        board.active = self.side
        board.initiatives += 1  # one that the scenario gives counts: it is the first
        if self.dice:
            board.ties += self.dice[0] == self.dice[1]

    def text(self, board: FieldBoard) -> str:
        reason = f": {self.because}" if self.because else f" by tie {self.ties} of the turn" if self.ties else ""
        return f"The {NATION[self.side]} side has the initiative{reason}."


@frozen
class Passed(PublicEvent, sets="passed_sides = (*board.passed_sides, side)"):
    """A side takes no action; the other may."""

    side: Side

    def text(self, board: FieldBoard) -> str:
        return f"The {NATION[self.side]} side passes."


@frozen
class FlanksRefused(PublicEvent):
    """The units in a hex refuse their flanks (an option)."""

    hex: Annotated[str, PLACE]

    def apply(self, board: FieldBoard) -> None:
        board.refused_hexes.add(board.ground.map.parse(self.hex))
        board.passed_sides = ()

    def text(self, board: FieldBoard) -> str:
        return f"The units in {self.hex} refuse their flanks."


@frozen
class Recovered(PublicEvent):
    """A unit after its recovery."""

    unit: Annotated[str, PIECE]
    fatigue: int
    exhausted: bool
    disorganized: bool
    demoralized: int

    def apply(self, board: FieldBoard) -> None:
        board.change(
            self.unit,
            fatigue=self.fatigue,
            exhausted=self.exhausted,
            disorganized=self.disorganized,
            demoralized=self.demoralized,
        )

    def text(self, board: FieldBoard) -> str:
        conditions = [
            "on the exhausted side" * self.exhausted,
            "still disorganized" * self.disorganized,
            f"still demoralized ({self.demoralized})" * bool(self.demoralized),
        ]
        conditions_text = ", ".join((f"fatigue {self.fatigue}", *filter(None, conditions)))
        return f"{board.name(self.unit)} recovers: {conditions_text}."


@frozen
class Entrenched(PublicEvent):
    """A unit has works now; ``tired`` is by how many levels of fatigue digging tired it."""

    unit: Annotated[str, PIECE]
    work: Work
    tired: int = 0

    def apply(self, board: FieldBoard) -> None:
        board.change(self.unit, work=self.work, fatigue=board.units[self.unit].fatigue + self.tired)
        if self.tired:
            board.dug.add(self.unit)
            board.passed_sides = ()

    def text(self, board: FieldBoard) -> str:
        fatigue_words = f" and is at fatigue {board.units[self.unit].fatigue}" if self.tired else ""
        return f"{board.name(self.unit)} {WORK_VERBS[self.work]}{fatigue_words}."
