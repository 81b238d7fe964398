"""The running game's board: the tracks, the forts, and where the armies stand."""

from __future__ import annotations

from attrs import define, field

from wargame_core.authoring import Board, Public, Static
from wargame_core.flow.about import PIECE, Names
from wargame_gcacw.charts.combat_chart import MAXIMUM_FATIGUE, CombatState
from wargame_thunder_on_the_mississippi.printed.book import (
    BRIDGEHEAD,
    GARRISON,
    JACKSON,
    LINES,
    RELIEF,
    UNION,
    Book,
    FortId,
)
from wargame_thunder_on_the_mississippi.printed.random_events import RandomEvent


@define
class ClockBoard(Board):
    """Everything on the table; nothing in this game is hidden.

    Attributes:
        turn: the turn being played; one turn is one day.
        event, before: the random event of this turn and of the turn before.
        favored: the side that a die gave this turn's event to.
        ties: tied initiative rolls of this turn.
        initiative, passes: who may act, and how many sides have passed one after the other.
        intelligence: whether the Union may still take the initiative once this turn.
        units: manpower, fatigue, organization and demoralization of every command on the map.
        whole: the manpower of a command at full strength.
        place, heading, progress: where a command stands, where it marches, and how many MP of the road are behind it.
        relieved: whether McClernand has been.
        grant, reserve: the command that Grant is with, and the fort where the garrison's reserve stands.
        forts: entrenchment levels.
        due: the turn of each scheduled group of reinforcements that has not come.
        lost, gained: manpower lost and brought by reinforcements, by side.
        station_destroyed, redoubt, jackson: the railroad station, the redoubt, and who holds Jackson.
        depot: the place of the Union depot.
        bend_attacked: whether the depot on the river is one step worse off until the next cycle.
        out_of_supply: Union commands out of supply until the next cycle.
        march_bonus: whether the Union Extended March Bonus holds.
        besieged, besieged_turns: whether Vicksburg is besieged, and on how many turns of this cycle it was.
        points, level: siege points, and the garrison's demoralization, 0 to -2.
        box: where the marker of the army of relief stands.
        maneuver: Union commands in the army of maneuver.
        events: strategic events of this cycle.
        happened: strategic events that come once a game and have come.
    """

    book: Static[Book] = field(eq=False)
    turn: Public[int]
    forts: Public[dict[FortId, int]]
    units: Public[dict[str, CombatState]]
    whole: Public[dict[str, int]]
    place: Public[dict[str, str]]
    due: Public[dict[str, int]]
    reserve: Public[FortId]
    heading: Public[dict[str, str]] = field(factory=dict)
    progress: Public[dict[str, int]] = field(factory=dict)
    event: Public[RandomEvent] = RandomEvent.NONE
    before: Public[RandomEvent] = RandomEvent.NONE
    favored: Public[str] = ""
    ties: Public[int] = 0
    initiative: Public[str] = ""
    passes: Public[int] = 0
    intelligence: Public[bool] = False
    relieved: Public[bool] = False
    grant: Public[str] = "XV"
    lost: Public[dict[str, int]] = field(factory=dict)
    gained: Public[dict[str, int]] = field(factory=dict)
    station_destroyed: Public[bool] = False
    redoubt: Public[bool] = False
    jackson: Public[str] = "confederate"
    depot: Public[str] = BRIDGEHEAD
    bend_attacked: Public[bool] = False
    out_of_supply: Public[set[str]] = field(factory=set)
    march_bonus: Public[bool] = False
    besieged: Public[bool] = False
    besieged_turns: Public[int] = 0
    points: Public[int] = 0
    level: Public[int] = 0
    box: Public[int] = 0
    maneuver: Public[set[str]] = field(factory=set)
    events: Public[tuple[str, ...]] = ()
    happened: Public[set[str]] = field(factory=set)

    def names_of(self, what: Names, ref: str) -> tuple[str, ...]:
        """A command, a place or a fort by its name."""
        if what is PIECE:
            return (self.name(ref), self.book.commands[ref].name)
        place = self.book.places.get(ref) or self.book.forts[FortId(ref)]
        return (place.name, place.name[0].upper() + place.name[1:])

    def piece_places(self) -> dict[str, str]:
        """The place of every command on the map."""
        return dict(self.place)

    def side_of(self, command: str) -> str:
        """Whose command it is."""
        return self.book.commands[command].side

    def commands(self, side: str) -> list[str]:
        """A side's commands on the map, in the order of the book."""
        book = self.book.commands
        return [command for command in book if command in self.units and book[command].side == side]

    def at(self, place: str, side: str) -> list[str]:
        """A side's commands at a place."""
        return [command for command in self.commands(side) if self.place[command] == place]

    def name(self, command: str) -> str:
        """A command in words."""
        counter = self.book.commands[command]
        leader = counter.successor if self.relieved and counter.successor else counter.leader
        return f"{counter.name} ({leader})"

    def fort(self, fort: FortId) -> str:
        """A fort with its level."""
        return f"{self.book.forts[fort].name} (level {self.forts[fort]})"

    def fresh(self, side: str) -> list[str]:
        """A side's commands that are not too tired to act."""
        return [command for command in self.commands(side) if self.units[command].fatigue < MAXIMUM_FATIGUE]

    @property
    def is_cycle(self) -> bool:
        """Whether this turn ends with a strategic cycle."""
        return self.book.calendar.is_cycle(self.turn)

    @property
    def raining(self) -> bool:
        """Whether it rains now; Late Rain begins with a tied initiative roll. Readings: What the events do."""
        if self.event is RandomEvent.LATE_RAIN:
            return self.ties >= self.book.numbers.late_rain_tie
        return self.event in (RandomEvent.RAIN, RandomEvent.HEAVY_RAIN)

    @property
    def released(self) -> bool:
        """Whether the army of relief may act west of the Big Black."""
        return self.box >= self.book.effects.relief.last_box

    @property
    def besiegers(self) -> list[str]:
        """The Union commands that invest Vicksburg."""
        return [command for command in self.at(LINES, UNION) if command not in self.maneuver]

    @property
    def invested(self) -> bool:
        """Whether enough Union commands stand before Vicksburg to cut it off."""
        return len(self.besiegers) >= self.book.numbers.besiegers

    @property
    def garrison(self) -> CombatState | None:
        """The garrison, None when nothing is left of it."""
        return self.units.get(GARRISON)

    @property
    def jackson_is_free(self) -> bool:
        """Whether Jackson is Confederate with no Union command there."""
        return self.jackson != UNION and not self.at(JACKSON, UNION)

    def targets(self, command: str, to: str) -> list[str]:
        """The enemy commands that one marching to a place would have to attack.

        Against the army of relief the army of maneuver stands before the lines.
        """
        enemies = self.at(to, "confederate" if self.side_of(command) == UNION else UNION)
        covering = [enemy for enemy in enemies if enemy in self.maneuver] if command == RELIEF else []
        return covering or enemies

    def supplied(self, command: str) -> bool:
        """Whether a Union command would be in supply: from the river, or from the Yazoo in the lines only."""
        if self.depot == BRIDGEHEAD:
            return not self.bend_attacked
        return self.place[command] in (LINES, BRIDGEHEAD)

    def roads(self, command: str) -> dict[str, int]:
        """Where a command may march, with the length of the road in MP."""
        book, side = self.book, self.side_of(command)
        if command == GARRISON:
            return {}
        lengths = {to: mp for to, mp in book.neighbours[self.place[command]].items() if side in book.places[to].sides}
        if command == RELIEF and self.released and self.besieged:
            mp = book.neighbours[self.place[command]].get(LINES)
            if mp is not None and self.at(LINES, UNION):
                lengths[LINES] = mp
        return lengths
