"""Phase 7, the strategic cycle of turns divisible by five, but for the siege segments.

Source: Strategic Events Table, Army of Relief Table; the rest is reconstructed. Readings: What the events do,
Siege and relief, Operations of the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve

from wargame_core.authoring import D6, Procedure, Table
from wargame_thunder_on_the_mississippi.board.actions import Detach, PlaceDepot
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.board.cycle_events import (
    MCCLERNAND_RELIEVED,
    BendAttacked,
    CycleEnded,
    DepotPlaced,
    ManeuverChanged,
    OnceHappened,
    ReliefRolled,
    StrategicEventsHappened,
    SupplyNoted,
)
from wargame_thunder_on_the_mississippi.board.operation_events import RedoubtBuilt, UnitChanged
from wargame_thunder_on_the_mississippi.board.turn_events import GroupRescheduled
from wargame_thunder_on_the_mississippi.printed import cites
from wargame_thunder_on_the_mississippi.printed.book import BRIDGEHEAD, GARRISON, LINES, RELIEF, UNION
from wargame_thunder_on_the_mississippi.rules.reinforcements import bring_variable
from wargame_thunder_on_the_mississippi.rules.siege import mine_operations, siege_attrition

Effect = Callable[[Table[ClockBoard]], "Procedure[None] | None"]


def strategic(t: Table[ClockBoard]) -> Procedure[None]:
    """Two dice give the strategic events of the cycle; where the cell names two, both happen.

    Source: Strategic Events Table.
    """
    board = t.board
    dice = 0
    for which in ("first", "second"):
        dice += yield from t.roll_openly(D6, f"strategic event, {which} die", cites.STRATEGIC_EVENTS)
    events = board.book.strategic.events(board.turn, dice)
    t.record(StrategicEventsHappened(events, dice))
    for event in events:
        if event in EFFECTS:
            following = EFFECTS[event](t)
            if following is not None:
                yield from following


def port_hudson(t: Table[ClockBoard]) -> None:
    """Once a game: the division kept for it comes five turns later."""
    board = t.board
    if "port_hudson" not in board.happened and "port_hudson" not in board.due:
        t.record(GroupRescheduled("port_hudson", board.turn + board.book.numbers.port_hudson_turns))


def jackson_redoubt(t: Table[ClockBoard]) -> None:
    """A redoubt stands at Jackson if that is Confederate and no redoubt is there."""
    if t.board.jackson_is_free and not t.board.redoubt:
        t.record(RedoubtBuilt())


def french_early(t: Table[ClockBoard]) -> None:
    """Once a game: French's division comes on the next turn, if it has not come yet."""
    board = t.board
    if "french" in board.due and board.due["french"] > board.turn + 1:
        t.record(GroupRescheduled("french", board.turn + 1))


def mcclernand_relieved(t: Table[ClockBoard]) -> None:
    """Once a game: Ord takes the XIII Corps."""
    if not t.board.relieved:
        t.record(OnceHappened(MCCLERNAND_RELIEVED))


def millikens_bend(t: Table[ClockBoard]) -> Procedure[None]:
    """On high faces of a die the depot on the river is one step worse off until the next cycle."""
    die = yield from t.roll_openly(D6, "attack on Milliken's Bend", cites.STRATEGIC_EVENTS)
    t.record(BendAttacked(die in t.board.book.numbers.millikens_bend_on))


EFFECTS: Mapping[str, Effect] = {
    "variable_reinforcement": bring_variable,
    "siege_attrition": siege_attrition,
    "union_mine_operations": mine_operations,
    "port_hudson": port_hudson,
    "jackson_confederate_redoubt": jackson_redoubt,
    "french_arrives_early": french_early,
    MCCLERNAND_RELIEVED: mcclernand_relieved,
    "csa_attacks_millikens_bend": millikens_bend,
}
"""What happens at once. Johnston Sick and President Davis Pushes Johnston count in the roll for the army of relief,
the Union Extended March Bonus in the marches until the next cycle."""


def union_depot(t: Table[ClockBoard]) -> Procedure[None]:
    """The depot is on the river, or on the Yazoo while the Union holds the lines. Readings: Siege and depots."""
    board = t.board
    offers = [PlaceDepot(BRIDGEHEAD)]
    if board.at(LINES, UNION):
        offers.append(PlaceDepot(LINES))
        chosen = yield from t.ask(UNION, offers, "Where is the depot?", cites.SEQUENCE)
    else:
        (chosen,) = offers
    if chosen.place != board.depot:
        t.record(DepotPlaced(chosen.place))


def supply_status(t: Table[ClockBoard]) -> None:
    """Which Union commands are out of supply until the next cycle."""
    board = t.board
    without = tuple(command for command in board.commands(UNION) if not board.supplied(command))
    if set(without) != board.out_of_supply:
        t.record(SupplyNoted(without))


def manpower_adjustment(t: Table[ClockBoard]) -> None:
    """Stragglers return to commands that are below strength, in supply and not besieged."""
    board = t.board
    for command, unit in list(board.units.items()):
        shut_in = command == GARRISON and board.besieged
        room = board.whole[command] - unit.manpower
        if room > 0 and not shut_in and command not in board.out_of_supply:
            back = min(room, board.book.numbers.returning)
            t.record(UnitChanged(command, evolve(unit, manpower=unit.manpower + back)))


def army_of_relief(t: Table[ClockBoard]) -> Procedure[None]:
    """The marker of the army of relief advances or not. Source: Army of Relief Table.

    The first roll is on turn 15, and the last box ends the track. Readings: Siege and relief.
    """
    board = t.board
    die = yield from t.roll_openly(D6, "army of relief", cites.ARMY_OF_RELIEF)
    ruling = board.book.relief.roll(
        board.turn, die, box=board.box, station_destroyed=board.station_destroyed, events=board.events
    )
    box = min(board.box + ruling.result, board.book.effects.relief.last_box)
    t.record(ReliefRolled(box, ruling))


def relief_rolls(board: ClockBoard) -> bool:
    """Whether the army of relief is rolled for: from its first turn on, until its track ends."""
    return board.is_cycle and board.turn >= board.book.effects.relief.first_turn and not board.released


def maneuver_possible(board: ClockBoard) -> bool:
    """Whether the relief has come so far that the Union may form an army of maneuver. Readings: Siege and relief."""
    return board.is_cycle and board.box >= board.book.effects.relief.maneuver_box and bool(board.at(LINES, UNION))


def army_of_maneuver(t: Table[ClockBoard]) -> Procedure[None]:
    """One Union command in the lines may join the army of maneuver or return to the siege."""
    board = t.board
    offers = [Detach(), *(Detach(command) for command in board.at(LINES, UNION))]
    chosen = yield from t.ask(UNION, offers, "Which command faces Johnston?", cites.SEQUENCE)
    if chosen.command:
        t.record(ManeuverChanged(chosen.command, chosen.command not in board.maneuver))


def reorganization(t: Table[ClockBoard]) -> None:
    """The army of relief is organized again, and a step less demoralized; the cycle is over."""
    board = t.board
    unit = board.units.get(RELIEF)
    if unit is not None and (unit.disorganized or unit.demoralized):
        t.record(UnitChanged(RELIEF, evolve(unit, disorganized=False, demoralized=max(0, unit.demoralized - 1))))
    t.record(CycleEnded())
