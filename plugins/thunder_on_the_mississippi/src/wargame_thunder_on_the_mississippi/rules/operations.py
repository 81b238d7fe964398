"""Phase 4, the action cycle: initiative, and one operation of one command at a time.

That the phases go on until both sides have passed one after the other is a rule of the series. The operations stand in
for play on the map. Readings: Five places, Operations of the clock.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from attrs import evolve, frozen

from wargame_core.authoring import D6, PIECE, PLACE, TARGET, TO, Action, Marches, Modifier, Procedure, PublicEvent
from wargame_core.flow.procedures import Table
from wargame_core.rulings import Ruling
from wargame_gcacw.charts.marches import ExtendedMarch, allowance_roll, extended_march_due
from wargame_gcacw.charts.results import MAXIMUM_FATIGUE
from wargame_gcacw.printed.counters import SIDES
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import ClockBoard
from wargame_thunder_on_the_mississippi.rules import combat

GAME: Final = "TOM"
HEAT: Final = (printed.RandomEvent.HEAT, printed.RandomEvent.EXTREME_HEAT)


# ------------------------------------------------------------------------------------------- what may be chosen
@frozen
class Pass(Action):
    """No operation now."""


@frozen
class MarchByRoad(Action, kind="march"):
    """A command marches along a road; at its end it may have to attack."""

    command: Annotated[str, PIECE]
    to: Annotated[str, TO]

    def text(self, board: ClockBoard) -> str:
        hexes_marched, road = board.marched(self.command, self.to), board.roads(self.command).get(self.to, 0)
        return f"{board.name(self.command)}: march to {board.clock.place[self.to].name} ({hexes_marched} of {road} MP)"

    def help(self, board: ClockBoard) -> str:
        """How the allowance is rolled, what the event changes, what the road still asks, and the fatigue."""
        roll = allowance_roll("leader", game=GAME, side=board.side_of(self.command), unit="infantry")
        changes = allowance(board, self.command, 1).modifiers
        words = "".join(f", {change.value:+d} by {change.label}" for change in changes)
        fatigue = min(MAXIMUM_FATIGUE, board.units[self.command].fatigue + 1)
        table = ", with a roll on the Extended March Table" if extended_march_due("normal", fatigue) else ""
        to_go = board.roads(self.command)[self.to] - board.marched(self.command, self.to)
        return f"{roll} MP{words}; {to_go} to go; fatigue {fatigue}{table}"


@frozen
class Attack(Action):
    """A Union command in the lines assaults a fort, or the garrison attacks such a command in a sortie."""

    command: Annotated[str, PIECE]
    target: Annotated[str, TARGET]
    fort: Annotated[str, PLACE] = ""

    def text(self, board: ClockBoard) -> str:
        if self.fort:
            return f"{board.name(self.command)}: assault the {board.fort(self.fort)}"
        return f"the garrison: sortie against {board.name(self.target)}"

    def help(self, board: ClockBoard) -> str:
        kind: combat.ActionKind = "assault" if self.fort else "march"
        return combat.odds_in_words(combat.combat_of(board, self.command, self.target, kind, self.fort))


ACTIONS: Final = (Pass, MarchByRoad, Attack)


# ------------------------------------------------------------------------------------------------ what happens
@frozen
class InitiativeWon(PublicEvent):
    """A side has the initiative; ``tied``: both dice were equal; ``taken``: the Union has it by its intelligence."""

    side: str
    tied: bool = False
    taken: bool = False
    rain: bool = False
    """Whether this tie begins the rain."""

    def apply(self, board: ClockBoard) -> None:
        board.initiative = self.side
        board.ties += self.tied
        board.intelligence = board.intelligence and not self.taken

    def text(self, board: ClockBoard) -> str:
        if self.taken:
            return "Union Intelligence: Grant acts first."
        return f"The {self.side.capitalize()} side has the initiative.{' It begins to rain.' if self.rain else ''}"


@frozen
class ActivationEnded(PublicEvent):
    """An operation is over, and dice decide who acts next; or a side has passed, and the other may act."""

    side: str
    passed: bool

    def apply(self, board: ClockBoard) -> None:
        board.passes = board.passes + 1 if self.passed else 0
        other_side = printed.CONFEDERATE if self.side == printed.UNION else printed.UNION
        board.initiative = other_side if self.passed else ""

    def text(self, board: ClockBoard) -> str:
        return f"The {self.side.capitalize()} side passes." if self.passed else ""


@frozen
class Marched(PublicEvent, sets="heading[command] = to; progress[command] = progress"):
    """A command is ``progress`` MP along its road to a place."""

    command: Annotated[str, PIECE]
    to: Annotated[str, PLACE]
    progress: int
    ruling: Ruling

    def text(self, board: ClockBoard) -> str:
        goal_name = board.clock.place[self.to].name
        return f"The {board.name(self.command)} marches {self.ruling.result} MP toward {goal_name}."


# ---------------------------------------------------------------------------------------------- who acts
def operations(board: ClockBoard, side: str) -> Iterator[Action]:
    """What a side's commands can do now. A command with the highest fatigue does nothing."""
    besiegers = board.besiegers if side == printed.UNION and printed.GARRISON in board.units else ()
    for command in board.fresh(side):
        if command == printed.GARRISON:
            yield from (Attack(printed.GARRISON, target) for target in board.at(printed.LINES, printed.UNION))
        for road_end in board.roads(command):
            yield MarchByRoad(command, road_end)
        if command in besiegers:
            yield from (Attack(command, printed.GARRISON, fort) for fort in board.forts)


def cycle_over(board: ClockBoard) -> bool:
    """Whether the action cycle is over: both sides have passed, or neither can do anything."""
    if board.passes:
        return board.passes >= len(SIDES)
    return not any(True for side in SIDES for _ in operations(board, side))


def initiative_is_open(board: ClockBoard) -> bool:
    """Whether the dice decide who acts; after a pass it is the other side's turn without them."""
    return board.passes == 0


def initiative(table: Table[ClockBoard]) -> Procedure[None]:
    """The higher die has the initiative; of equal dice 1 to 3 are the Union's, 4 to 6 the Confederates'.

    Union Intelligence takes it from the Confederates the first time.
    Readings: What the events do, Operations of the clock.
    """
    board = table.board
    union = yield from table.roll_openly(D6, "Union initiative", printed.SEQUENCE)
    confederate = yield from table.roll_openly(D6, "Confederate initiative", printed.SEQUENCE)
    is_tied = union == confederate
    wins = union in board.clock.ties[printed.UNION] if is_tied else union > confederate
    late_rain = board.event is printed.RandomEvent.LATE_RAIN and board.ties + 1 == board.clock.numbers.late_rain_tie
    table.record(InitiativeWon(printed.UNION if wins else printed.CONFEDERATE, is_tied, rain=is_tied and late_rain))
    if not wins and board.intelligence:
        table.record(InitiativeWon(printed.UNION, taken=True))


def activation(table: Table[ClockBoard]) -> Procedure[None]:
    """The side with the initiative has one command act, or passes."""
    board, side = table.board, table.board.initiative
    offers = list(operations(board, side))
    answer: Action = Pass()
    if offers:
        prompt = f"Turn {board.turn}: which of your commands acts, and what does it do? Or do you pass?"
        answer = yield from table.ask(side, [Pass(), *offers], prompt, printed.SEQUENCE)
    match answer:
        case MarchByRoad(command, goal_place):
            yield from march(table, command, goal_place)
        case Attack(command, target, fort):
            add_fatigue(table, command)
            yield from combat.attack(table, command, target, fort)
    table.record(ActivationEnded(side, isinstance(answer, Pass)))


def add_fatigue(table: Table[ClockBoard], command: str) -> None:
    """An operation costs a fatigue level."""
    unit = table.board.units[command]
    table.record(combat.UnitChanged(command, evolve(unit, fatigue=unit.fatigue + 1)))


# ---------------------------------------------------------------------------------------------- marches
def modifiers_by_event(board: ClockBoard, numbers: Mapping[str, int], side: str) -> tuple[Modifier, ...]:
    """What this turn's event adds for a side, as the lines of a ruling."""
    value = numbers.get(side, 0) + (numbers.get("favored", 0) if board.favored_side == side else 0)
    if not value:
        return ()
    name = board.book.event_name(board.event)
    return (Modifier(value, name, printed.RANDOM_EVENTS, "reconstructed, Readings: What the events do"),)


def allowance(board: ClockBoard, command: str, die: int) -> Ruling:
    """MP of a leader's activation for a die, with what the event does to it; at least 1."""
    side = board.side_of(command)
    roll = allowance_roll("leader", game=GAME, side=side, unit="infantry")
    base = roll.total([die])
    changes = modifiers_by_event(board, board.clock.allowance.get(board.event, {}), side)
    total = max(1, base + sum(change.value for change in changes))
    return Ruling("Movement allowance", total, base, changes, printed.MOVEMENT, detail={"die": die, "roll": str(roll)})


def march(table: Table[ClockBoard], command: str, goal_place: str) -> Procedure[None]:
    """A command marches its allowance along a road, one level more tired; at the end it arrives or attacks.

    Source: Movement Summary; roads and their length are data. Readings: Five places.
    """
    board = table.board
    die = yield from table.roll_openly(D6, f"allowance of the {board.name(command)}", printed.MOVEMENT)
    ruling = allowance(board, command, die)
    length = board.roads(command)[goal_place]
    table.record(Marched(command, goal_place, min(length, board.marched(command, goal_place) + ruling.result), ruling))
    add_fatigue(table, command)
    if extended_march_due("normal", board.units[command].fatigue):
        yield from roll_extended_march(table, command)
    if command in board.units and board.progress[command] >= length:
        if board.targets(command, goal_place):
            yield from combat.attack_at_arrival(table, command, goal_place)
        else:
            combat.arrive(table, command, goal_place)


def roll_extended_march(table: Table[ClockBoard], command: str) -> Procedure[None]:
    """Heat, supply, the Union Extended March Bonus and the events that we added count. Source: Extended March Table."""
    board = table.board
    unit, side = board.units[command], board.side_of(command)
    die = yield from table.roll_openly(D6, f"extended march of the {board.name(command)}", printed.EXTENDED_MARCH)
    march = ExtendedMarch(
        game=GAME,
        nation="union" if side == "union" else "confederate",
        unit_type="infantry",
        organized=not unit.disorganized,
        manpower=unit.manpower,
        side_up="normal",
        fatigue_from=unit.fatigue - 1,
        fatigue_to=unit.fatigue,
        march_bonus="union_extended_march_bonus" in board.events,
        heat_event=board.event in HEAT,
        advanced_game=True,
        out_of_supply=command in board.out_of_supply,
    )
    extra_modifiers = modifiers_by_event(board, board.clock.extended_march.get(board.event, {}), side)
    ruling = march.ruling(die, extra_modifiers)
    match ruling.result:
        case "NE":
            words = f"The {board.name(command)} bears the long march."
        case "D":
            words = f"Worn out by the march the {board.name(command)} is disorganized."
        case manpower_lost:
            words = f"Worn out by the march the {board.name(command)} loses {manpower_lost} manpower."
    table.record(combat.Told(words, command, ruling=ruling))
    if ruling.result != "NE":
        manpower_lost = 0 if ruling.result == "D" else ruling.result
        table.record(
            combat.UnitChanged(command, evolve(unit, manpower=max(0, unit.manpower - manpower_lost), disorganized=True))
        )


def cut(board: ClockBoard, action: Any) -> tuple[()]:
    """No march can be cut: how far it goes is rolled."""
    return ()


MARCHES = Marches(cut, one_move="a command goes as far as its die says; what it has gone is kept for its next march")
