"""Phase 7, the strategic cycle of turns divisible by five; and the recovery and the siege of every turn.

Source: Strategic Events Table, Army of Relief Table; the sheet names the segments of the siege and says what the
garrison's demoralization does, the rest is reconstructed. Readings: What the events do, Siege and relief, Operations of
the clock.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Final

from attrs import evolve, frozen

from wargame_core.authoring import D6, PIECE, About, Action, Procedure, PublicEvent, Ruling, Table
from wargame_gcacw.charts.results import CombatState
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import BEND, MCCLERNAND, REDOUBT, STATION, ClockBoard
from wargame_thunder_on_the_mississippi.rules.combat import FortFell, Happened, Told, UnitChanged, vicksburg_falls
from wargame_thunder_on_the_mississippi.rules.random_phase import GroupRescheduled, bring_variable


# ------------------------------------------------------------------------------- what may be chosen, and happens
@frozen
class Detach(Action):
    """A Union command joins the army of maneuver, or returns to the siege; with no command, all stays as it is."""

    command: Annotated[str, PIECE] = ""

    def text(self, board: ClockBoard) -> str:
        if not self.command:
            return "leave things as they are"
        goal_text = "the siege" if self.command in board.maneuver else "the army of maneuver"
        return f"{board.name(self.command)} to {goal_text}"


@frozen
class StrategicEventsHappened(PublicEvent):
    """The strategic events of the cycle; what lasted from the cycle before is over."""

    events: tuple[str, ...]
    dice: int

    def apply(self, board: ClockBoard) -> None:
        board.events = self.events
        board.past_events.discard(BEND)

    def text(self, board: ClockBoard) -> str:
        names = [board.book.strategic.names[event] for event in self.events]
        return f"Strategic event: {' and '.join(names) or 'none'}."


@frozen
class SupplyNoted(PublicEvent):
    """The Union commands out of supply until the next cycle."""

    out_of_supply: Annotated[tuple[str, ...], PIECE]

    def apply(self, board: ClockBoard) -> None:
        board.out_of_supply = set(self.out_of_supply)

    def text(self, board: ClockBoard) -> str:
        names = ", ".join(board.name(command) for command in self.out_of_supply if command in board.units)
        return f"Out of supply: {names}." if names else ""


@frozen
class ReliefRolled(PublicEvent, sets="box"):
    """The roll for the army of relief; ``box`` is where its marker stands now."""

    box: int
    ruling: Ruling

    def text(self, board: ClockBoard) -> str:
        if not self.ruling.result:
            return "Johnston does not move."
        free_text = " It may act west of the Big Black now." if self.box >= board.book.effects.relief.last_box else ""
        return f"The army of relief advances to box {self.box}.{free_text}"


@frozen
class ManeuverChanged(PublicEvent):
    """A Union command has joined or left the army of maneuver."""

    command: Annotated[str, PIECE]
    joins: bool

    def apply(self, board: ClockBoard) -> None:
        (board.maneuver.add if self.joins else board.maneuver.discard)(self.command)

    def text(self, board: ClockBoard) -> str:
        return f"The {board.name(self.command)} {'joins' if self.joins else 'leaves'} the army of maneuver."


@frozen
class SiegeNoted(PublicEvent, sets="is_besieged = besieged; besieged_turns += besieged"):
    """Whether Vicksburg is besieged this turn."""

    besieged: bool
    changed: bool

    def text(self, board: ClockBoard) -> str:
        if not self.changed:
            return ""
        return "Vicksburg is besieged." if self.besieged else "Vicksburg is free of its besiegers."

    def about(self, board: ClockBoard) -> About:
        return About(places=(printed.VICKSBURG,))


@frozen
class SiegePointsChanged(PublicEvent, sets="points"):
    """The siege points are ``points`` from now on, and with them the garrison's demoralization."""

    points: int
    why: str

    def text(self, board: ClockBoard) -> str:
        level = f"; the garrison's demoralization is {board.level}" if board.level else ""
        return f"Siege points: {self.points} ({self.why}){level}."


# --------------------------------------------------------------------------------------------------- the siege
def recovery(table: Table[ClockBoard]) -> None:
    """Commands recover fatigue, and the rested organization; in a Water Crisis not those of the Union away from water.

    Demoralization goes one step back for a rested command; the besieged do not rest. Readings: Siege and depots.
    """
    for command, unit in list(table.board.units.items()):
        unit_after = recovered(table.board, command, unit)
        if unit_after != unit:
            table.record(UnitChanged(command, unit_after))


def recovered(board: ClockBoard, command: str, unit: CombatState) -> CombatState:
    """A command after the recovery phase."""
    in_crisis = board.event is printed.RandomEvent.UNION_WATER_CRISIS and board.side_of(command) == printed.UNION
    if in_crisis and (not board.clock.place[board.place[command]].water or command in board.heading):
        return unit
    is_rested = unit.fatigue == 0
    at_ease = is_rested and not (command == printed.GARRISON and board.is_besieged)
    return CombatState(
        unit.manpower,
        max(0, unit.fatigue - board.clock.numbers.recovery_levels),
        unit.disorganized and not is_rested,
        max(0, unit.demoralized - 1) if at_ease else unit.demoralized,
    )


def siege_phase(table: Table[ClockBoard]) -> None:
    """Vicksburg is besieged while enough Union commands stand in the lines; the turn counts for the cycle."""
    board = table.board
    table.record(SiegeNoted(board.invested, board.invested != board.is_besieged))


def add_points(table: Table[ClockBoard], points: int, reason: str) -> None:
    """Siege points, never below 0."""
    total = max(0, table.board.points + points)
    if total != table.board.points:
        table.record(SiegePointsChanged(total, reason))


def weakest_fort(board: ClockBoard) -> str:
    """The fort that the Union mines and wears down: the lowest that still stands; "" when every fort is down."""
    standing_forts = [fort for fort, level in board.forts.items() if level]
    return min(standing_forts, key=lambda fort: board.forts[fort], default="")


def siege_attrition(table: Table[ClockBoard]) -> Procedure[None]:
    """While besieged each division of the garrison loses a point of manpower on low faces; a siege point."""
    board, siege = table.board, table.board.book.effects.siege
    if not board.is_besieged:
        return
    lost_manpower = 0
    for number in range(1, board.clock.command[printed.GARRISON].units + 1):
        die = yield from table.roll_openly(D6, f"attrition of division {number}", printed.STRATEGIC_EVENTS)
        lost_manpower += die in siege.attrition_on
    unit = board.units[printed.GARRISON]
    if lost_manpower:
        table.record(UnitChanged(printed.GARRISON, evolve(unit, manpower=max(0, unit.manpower - lost_manpower))))
    if printed.GARRISON not in board.units:
        vicksburg_falls(table, "destroyed", "Nothing is left of the garrison")
    add_points(table, siege.points_per_event, "Siege Attrition")


def mine_operations(table: Table[ClockBoard]) -> Procedure[None]:
    """While besieged the weakest fort is mined, and falls a level on high faces; a siege point."""
    board, siege = table.board, table.board.book.effects.siege
    if not board.is_besieged:
        return
    fort = weakest_fort(board)
    if fort:
        mine_text = f"mine under the {board.clock.fort[fort].name}"
        die = yield from table.roll_openly(D6, mine_text, printed.STRATEGIC_EVENTS)
        if die in siege.mine_succeeds_on:
            table.record(FortFell(fort, board.forts[fort] - 1, "mine"))
        else:
            table.record(Told(f"Nothing comes of the {mine_text}.", place=fort))
    add_points(table, siege.points_per_event, "Union Mine Operations")


def fort_degradation(table: Table[ClockBoard]) -> Procedure[None]:
    """While besieged, a die a cycle: on high faces the weakest fort falls a level."""
    board = table.board
    die = yield from table.roll_openly(D6, "fort degradation", printed.SEQUENCE)
    fort = weakest_fort(board)
    if fort and die in board.book.effects.siege.fort_falls_on:
        table.record(FortFell(fort, board.forts[fort] - 1, "siege works"))
    else:
        table.record(Told("Nothing comes of the siege works before the forts."))


def garrison_demoralization(table: Table[ClockBoard]) -> None:
    """A besieged cycle adds siege points, an open one takes some away; the points give the garrison's level."""
    siege, turns = table.board.book.effects.siege, table.board.besieged_turns
    if turns >= siege.cycle_besieged_turns:
        add_points(table, siege.points_per_besieged_cycle, "besieged")
    elif not turns:
        add_points(table, siege.points_per_open_cycle, "not besieged")


def may_surrender(board: ClockBoard) -> bool:
    """Whether the garrison's surrender is in question this turn: it surrenders to besiegers only."""
    return (
        board.is_besieged
        and printed.GARRISON in board.units
        and board.points >= board.book.effects.siege.surrender_points
    )


def surrender(table: Table[ClockBoard]) -> Procedure[None]:
    """From some siege points on two dice must reach a number that each further point lowers by one; then it is over."""
    siege = table.board.book.effects.siege
    first_die = yield from table.roll_openly(D6, "surrender, first die", printed.SEQUENCE)
    second_die = yield from table.roll_openly(D6, "surrender, second die", printed.SEQUENCE)
    points_needed = siege.surrender_total - (table.board.points - siege.surrender_points)
    ending = "" if first_die + second_die >= points_needed else "; it holds"
    table.record(Told(f"Surrender of the garrison: {first_die + second_die}, needed {points_needed}{ending}."))
    if not ending:
        vicksburg_falls(table, "surrendered", "The garrison surrenders")


# ---------------------------------------------------------------------------------------------- strategic events
def roll_strategic_events(table: Table[ClockBoard]) -> Procedure[None]:
    """Two dice give the strategic events of the cycle; where the cell names two, both happen.

    Source: Strategic Events Table.
    """
    first_die = yield from table.roll_openly(D6, "strategic event, first die", printed.STRATEGIC_EVENTS)
    second_die = yield from table.roll_openly(D6, "strategic event, second die", printed.STRATEGIC_EVENTS)
    events = table.board.book.strategic.events(table.board.turn, first_die + second_die)
    table.record(StrategicEventsHappened(events, first_die + second_die))
    for event in events:
        effect = EFFECTS[event](table) if event in EFFECTS else None
        if effect is not None:
            yield from effect


def port_hudson(table: Table[ClockBoard]) -> None:
    """Once a game: the division kept for it comes five turns later."""
    board = table.board
    if printed.PORT_HUDSON not in board.past_events and printed.PORT_HUDSON not in board.due:
        table.record(GroupRescheduled(printed.PORT_HUDSON, board.turn + board.clock.numbers.port_hudson_turns))


def jackson_redoubt(table: Table[ClockBoard]) -> None:
    """A redoubt stands at Jackson if that is Confederate and no redoubt is there."""
    if table.board.jackson_is_free and REDOUBT not in table.board.past_events:
        table.record(Happened(REDOUBT))


def french_early(table: Table[ClockBoard]) -> None:
    """Once a game: French's division comes on the next turn, if it has not come yet."""
    if table.board.due.get(printed.FRENCH, 0) > table.board.turn + 1:
        table.record(GroupRescheduled(printed.FRENCH, table.board.turn + 1))


def mcclernand_relieved(table: Table[ClockBoard]) -> None:
    """Once a game: Ord takes the XIII Corps."""
    if MCCLERNAND not in table.board.past_events:
        table.record(Happened(MCCLERNAND))


def millikens_bend(table: Table[ClockBoard]) -> Procedure[None]:
    """On high faces of a die the depot on the river is one step worse off until the next cycle."""
    die = yield from table.roll_openly(D6, "attack on Milliken's Bend", printed.STRATEGIC_EVENTS)
    succeeds = die in table.board.clock.numbers.millikens_bend_on
    table.record(Happened(BEND) if succeeds else Told("Nothing comes of the attack on Milliken's Bend."))


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
def supply_status(table: Table[ClockBoard]) -> None:
    """Which Union commands are out of supply until the next cycle."""
    board = table.board
    commands_without_supply = tuple(command for command in board.commands(printed.UNION) if not board.supplied(command))
    if set(commands_without_supply) != board.out_of_supply:
        table.record(SupplyNoted(commands_without_supply))


def manpower_adjustment(table: Table[ClockBoard]) -> None:
    """Stragglers return to commands that are below strength, in supply and not besieged."""
    board = table.board
    for command, unit in list(board.units.items()):
        shut_in = command == printed.GARRISON and board.is_besieged
        room = board.full_strength[command] - unit.manpower
        if room > 0 and not shut_in and command not in board.out_of_supply:
            returning_manpower = min(room, board.clock.numbers.returning)
            table.record(UnitChanged(command, evolve(unit, manpower=unit.manpower + returning_manpower)))


def relief_rolls(board: ClockBoard) -> bool:
    """Whether the army of relief is rolled for: from its first turn on, until its track ends."""
    return board.is_cycle() and board.turn >= board.book.effects.relief.first_turn and not board.released


def army_of_relief(table: Table[ClockBoard]) -> Procedure[None]:
    """The marker of the army of relief advances or not. Source: Army of Relief Table.

    The first roll is on turn 15, and the last box ends the track. Readings: Siege and relief.
    """
    board = table.board
    die = yield from table.roll_openly(D6, "army of relief", printed.ARMY_OF_RELIEF)
    station_destroyed = STATION in board.past_events
    ruling = board.book.relief.roll(
        board.turn, die, box=board.box, station_destroyed=station_destroyed, events=board.events
    )
    table.record(ReliefRolled(min(board.box + ruling.result, board.book.effects.relief.last_box), ruling))


def maneuver_possible(board: ClockBoard) -> bool:
    """Whether the relief has come so far that the Union may form an army of maneuver. Readings: Siege and relief."""
    return (
        board.is_cycle()
        and board.box >= board.book.effects.relief.maneuver_box
        and bool(board.at(printed.LINES, printed.UNION))
    )


def army_of_maneuver(table: Table[ClockBoard]) -> Procedure[None]:
    """One Union command in the lines may join the army of maneuver or return to the siege."""
    board = table.board
    offers = [Detach(), *map(Detach, board.at(printed.LINES, printed.UNION))]
    answer = yield from table.ask(
        printed.UNION,
        offers,
        "Which command in the lines turns to face Johnston, or back to the siege?",
        printed.SEQUENCE,
    )
    if answer.command:
        table.record(ManeuverChanged(answer.command, answer.command not in board.maneuver))


def reorganization(table: Table[ClockBoard]) -> None:
    """The army of relief is organized again, and a step less demoralized."""
    unit = table.board.units.get(printed.RELIEF)
    if unit is not None and (unit.disorganized or unit.demoralized):
        table.record(
            UnitChanged(printed.RELIEF, evolve(unit, disorganized=False, demoralized=max(0, unit.demoralized - 1)))
        )
