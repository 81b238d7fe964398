"""Phase 7, the strategic cycle of turns divisible by five, but for the siege segments.

Source: Strategic Events Table, Army of Relief Table; the rest is reconstructed. Readings: What the events do,
Siege and relief, Operations of the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, ClassVar, Final

from attrs import evolve, frozen

from wargame_core.authoring import D6, PIECE, Action, Procedure, PublicEvent, Ruling, Table
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import BEND, MCCLERNAND, REDOUBT, STATION, ClockBoard
from wargame_thunder_on_the_mississippi.rules.combat import Happened, Told, UnitChanged
from wargame_thunder_on_the_mississippi.rules.random_phase import GroupRescheduled, bring_variable
from wargame_thunder_on_the_mississippi.rules.siege import mine_operations, siege_attrition


# ------------------------------------------------------------------------------- what may be chosen, and happens
@frozen
class Detach(Action):
    """A Union command joins the army of maneuver, or returns to the siege; with no command, all stays as it is."""

    kind: ClassVar[str] = "detach"
    command: Annotated[str, PIECE] = ""

    def text(self, board: ClockBoard) -> str:
        if not self.command:
            return "leave things as they are"
        to = "the siege" if self.command in board.maneuver else "the army of maneuver"
        return f"{board.name(self.command)} to {to}"


@frozen
class StrategicEventsHappened(PublicEvent):
    """The strategic events of the cycle; what lasted from the cycle before is over."""

    kind: ClassVar[str] = "strategic_events_happened"
    events: tuple[str, ...]
    dice: int

    def apply(self, board: ClockBoard) -> None:
        board.events = self.events
        board.happened.discard(BEND)

    def text(self, board: ClockBoard) -> str:
        names = [board.book.strategic.names[event] for event in self.events]
        return f"Strategic event: {' and '.join(names) or 'none'}."


@frozen
class SupplyNoted(PublicEvent):
    """The Union commands out of supply until the next cycle."""

    kind: ClassVar[str] = "supply_noted"
    out_of_supply: Annotated[tuple[str, ...], PIECE]

    def apply(self, board: ClockBoard) -> None:
        board.out_of_supply = set(self.out_of_supply)

    def text(self, board: ClockBoard) -> str:
        names = ", ".join(board.name(command) for command in self.out_of_supply if command in board.units)
        return f"Out of supply: {names}." if names else ""


@frozen
class ReliefRolled(PublicEvent):
    """The roll for the army of relief; ``box`` is where its marker stands now."""

    kind: ClassVar[str] = "relief_rolled"
    box: int
    ruling: Ruling

    def apply(self, board: ClockBoard) -> None:
        board.box = self.box

    def text(self, board: ClockBoard) -> str:
        if not self.ruling.result:
            return "Johnston does not stir."
        free = " It may act west of the Big Black now." if board.released else ""
        return f"The army of relief advances to box {self.box}.{free}"


@frozen
class ManeuverChanged(PublicEvent):
    """A Union command has joined or left the army of maneuver."""

    kind: ClassVar[str] = "maneuver_changed"
    command: Annotated[str, PIECE]
    joins: bool

    def apply(self, board: ClockBoard) -> None:
        (board.maneuver.add if self.joins else board.maneuver.discard)(self.command)

    def text(self, board: ClockBoard) -> str:
        return f"The {board.name(self.command)} {'joins' if self.joins else 'leaves'} the army of maneuver."


# ---------------------------------------------------------------------------------------------- strategic events
def strategic(t: Table[ClockBoard]) -> Procedure[None]:
    """Two dice give the strategic events of the cycle; where the cell names two, both happen.

    Source: Strategic Events Table.
    """
    first = yield from t.roll_openly(D6, "strategic event, first die", printed.STRATEGIC_EVENTS)
    second = yield from t.roll_openly(D6, "strategic event, second die", printed.STRATEGIC_EVENTS)
    events = t.board.book.strategic.events(t.board.turn, first + second)
    t.record(StrategicEventsHappened(events, first + second))
    for event in events:
        following = EFFECTS[event](t) if event in EFFECTS else None
        if following is not None:
            yield from following


def port_hudson(t: Table[ClockBoard]) -> None:
    """Once a game: the division kept for it comes five turns later."""
    board = t.board
    if printed.PORT_HUDSON not in board.happened and printed.PORT_HUDSON not in board.due:
        t.record(GroupRescheduled(printed.PORT_HUDSON, board.turn + board.clock.numbers.port_hudson_turns))


def jackson_redoubt(t: Table[ClockBoard]) -> None:
    """A redoubt stands at Jackson if that is Confederate and no redoubt is there."""
    if t.board.jackson_is_free and REDOUBT not in t.board.happened:
        t.record(Happened(REDOUBT))


def french_early(t: Table[ClockBoard]) -> None:
    """Once a game: French's division comes on the next turn, if it has not come yet."""
    if t.board.due.get(printed.FRENCH, 0) > t.board.turn + 1:
        t.record(GroupRescheduled(printed.FRENCH, t.board.turn + 1))


def mcclernand_relieved(t: Table[ClockBoard]) -> None:
    """Once a game: Ord takes the XIII Corps."""
    if MCCLERNAND not in t.board.happened:
        t.record(Happened(MCCLERNAND))


def millikens_bend(t: Table[ClockBoard]) -> Procedure[None]:
    """On high faces of a die the depot on the river is one step worse off until the next cycle."""
    die = yield from t.roll_openly(D6, "attack on Milliken's Bend", printed.STRATEGIC_EVENTS)
    succeeds = die in t.board.clock.numbers.millikens_bend_on
    t.record(Happened(BEND) if succeeds else Told("Nothing comes of the attack on Milliken's Bend."))


EFFECTS: Final[Mapping[str, Callable[[Table[ClockBoard]], Procedure[None] | None]]] = {
    "variable_reinforcement": bring_variable,
    "siege_attrition": siege_attrition,
    "union_mine_operations": mine_operations,
    "port_hudson": port_hudson,
    REDOUBT: jackson_redoubt,
    "french_arrives_early": french_early,
    MCCLERNAND: mcclernand_relieved,
    BEND: millikens_bend,
}
"""What happens at once. Johnston Sick and President Davis Pushes Johnston count in the roll for the army of relief,
the Union Extended March Bonus in the marches until the next cycle."""


# ----------------------------------------------------------------------------------------------- other segments
def supply_status(t: Table[ClockBoard]) -> None:
    """Which Union commands are out of supply until the next cycle."""
    board = t.board
    without = tuple(command for command in board.commands(printed.UNION) if not board.supplied(command))
    if set(without) != board.out_of_supply:
        t.record(SupplyNoted(without))


def manpower_adjustment(t: Table[ClockBoard]) -> None:
    """Stragglers return to commands that are below strength, in supply and not besieged."""
    board = t.board
    for command, unit in list(board.units.items()):
        shut_in = command == printed.GARRISON and board.besieged
        room = board.whole[command] - unit.manpower
        if room > 0 and not shut_in and command not in board.out_of_supply:
            back = min(room, board.clock.numbers.returning)
            t.record(UnitChanged(command, evolve(unit, manpower=unit.manpower + back)))


def relief_rolls(board: ClockBoard) -> bool:
    """Whether the army of relief is rolled for: from its first turn on, until its track ends."""
    return board.is_cycle() and board.turn >= board.book.effects.relief.first_turn and not board.released


def army_of_relief(t: Table[ClockBoard]) -> Procedure[None]:
    """The marker of the army of relief advances or not. Source: Army of Relief Table.

    The first roll is on turn 15, and the last box ends the track. Readings: Siege and relief.
    """
    board = t.board
    die = yield from t.roll_openly(D6, "army of relief", printed.ARMY_OF_RELIEF)
    destroyed = STATION in board.happened
    ruling = board.book.relief.roll(board.turn, die, box=board.box, station_destroyed=destroyed, events=board.events)
    t.record(ReliefRolled(min(board.box + ruling.result, board.book.effects.relief.last_box), ruling))


def maneuver_possible(board: ClockBoard) -> bool:
    """Whether the relief has come so far that the Union may form an army of maneuver. Readings: Siege and relief."""
    return (
        board.is_cycle()
        and board.box >= board.book.effects.relief.maneuver_box
        and bool(board.at(printed.LINES, printed.UNION))
    )


def army_of_maneuver(t: Table[ClockBoard]) -> Procedure[None]:
    """One Union command in the lines may join the army of maneuver or return to the siege."""
    board = t.board
    offers = [Detach(), *map(Detach, board.at(printed.LINES, printed.UNION))]
    chosen = yield from t.ask(printed.UNION, offers, "Which command faces Johnston?", printed.SEQUENCE)
    if chosen.command:
        t.record(ManeuverChanged(chosen.command, chosen.command not in board.maneuver))


def reorganization(t: Table[ClockBoard]) -> None:
    """The army of relief is organized again, and a step less demoralized."""
    unit = t.board.units.get(printed.RELIEF)
    if unit is not None and (unit.disorganized or unit.demoralized):
        t.record(
            UnitChanged(printed.RELIEF, evolve(unit, disorganized=False, demoralized=max(0, unit.demoralized - 1)))
        )
