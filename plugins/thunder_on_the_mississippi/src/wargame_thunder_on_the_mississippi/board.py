"""The running game's board: the tracks, the forts, and where the armies stand."""

from collections.abc import Container, Iterator, Mapping

from attrs import define, field

from wargame_core.authoring import PIECE, PLACE, Board, Public, Static
from wargame_core.flow.about import Names
from wargame_core.flow.pieces import MapMark, PieceFace
from wargame_gcacw.charts.results import MAXIMUM_FATIGUE, CombatState
from wargame_thunder_on_the_mississippi import printed

STATION, REDOUBT = "station_destroyed", "jackson_confederate_redoubt"
MCCLERNAND, BEND = "mcclernand_relieved", "csa_attacks_millikens_bend"
"""What happens and is remembered, beside the groups that have come; the last three by strategic events."""


@define
class ClockBoard(Board):
    """Everything on the table; nothing in this game is hidden.

    Attributes:
        turn: the turn being played; one turn is one day.
        event, before: the random event of this turn and of the turn before.
        favored: the side that a die gave this turn's event to.
        ties: tied initiative rolls of this turn.
        initiative, passes: who may act, and how many sides have passed one after the other.
        intelligence: whether the Union still takes the first initiative that the Confederates win this turn.
        units: manpower, fatigue, organization and demoralization of every command on the map.
        whole: the manpower of a command at full strength.
        place, heading, progress: where a command stands, where it marches, and how many MP of the road are behind it.
        grant: the command that Grant is with.
        forts: entrenchment levels.
        due: the turn of each scheduled group of reinforcements that has not come.
        lost, gained: manpower lost and brought by reinforcements, by side.
        jackson: who holds Jackson.
        out_of_supply: Union commands out of supply until the next cycle.
        besieged, besieged_turns: whether Vicksburg is besieged, and on how many turns of this cycle it was.
        points: siege points.
        box: where the marker of the army of relief stands.
        maneuver: Union commands in the army of maneuver.
        events: strategic events of the last cycle.
        happened: the groups that have come, and what else has come about and is remembered.
    """

    book: Static[printed.Book] = field(eq=False)
    turn: Public[int]
    forts: Public[dict[str, int]]
    units: Public[dict[str, CombatState]]
    full_strength: Public[dict[str, int]]
    place: Public[dict[str, str]]
    due: Public[dict[str, int]]
    lost_manpower: Public[dict[str, int]]
    gained_manpower: Public[dict[str, int]]
    past_events: Public[set[str]]
    is_besieged: Public[bool]
    heading: Public[dict[str, str]] = field(factory=dict)
    progress: Public[dict[str, int]] = field(factory=dict)
    event: Public[printed.RandomEvent] = printed.RandomEvent.NONE
    before: Public[printed.RandomEvent] = printed.RandomEvent.NONE
    favored_side: Public[str] = ""
    ties: Public[int] = 0
    initiative: Public[str] = ""
    passes: Public[int] = 0
    intelligence: Public[bool] = False
    grant: Public[str] = "XV"
    jackson: Public[str] = printed.CONFEDERATE
    out_of_supply: Public[set[str]] = field(factory=set)
    besieged_turns: Public[int] = 0
    points: Public[int] = 0
    box: Public[int] = 0
    maneuver: Public[set[str]] = field(factory=set)
    events: Public[tuple[str, ...]] = ()

    @property
    def clock(self) -> printed.Clock:
        """The ground, the armies and the numbers."""
        return self.book.clock

    # ------------------------------------------------------------------------------------ names
    def names_of(self, kind: Names, ref: str) -> tuple[str, ...]:
        """A command, a place or a fort by its name."""
        if kind is PIECE:
            return (self.name(ref), self.clock.command[ref].name)
        place = self.clock.place.get(ref) or self.clock.fort[ref]
        return (place.name, place.name[0].upper() + place.name[1:])

    def ids_of(self, kind: Names) -> Container[str] | None:
        """The commands, the places and the forts."""
        if kind is PIECE:
            return self.clock.command
        return {*self.clock.place, *self.clock.fort} if kind is PLACE else None

    def name(self, command: str) -> str:
        """A command in words."""
        counter = self.clock.command[command]
        leader = counter.successor if MCCLERNAND in self.past_events and counter.successor else counter.leader
        return f"{counter.name} ({leader})"

    def fort(self, fort: str) -> str:
        """A fort with its level."""
        return f"{self.clock.fort[fort].name} (level {self.forts[fort]})"

    def condition(self, command: str) -> Iterator[str]:
        """What is wrong with a command, in words."""
        unit = self.units[command]
        if unit.fatigue:
            yield f"fatigue {unit.fatigue}"
        if unit.disorganized:
            yield "disorganized"
        if unit.demoralized:
            yield f"demoralized-{unit.demoralized}"

    # ------------------------------------------------------------------------------------ the armies
    def piece_places(self) -> dict[str, str]:
        """The place of every command on the map."""
        return dict(self.place)

    def side_of(self, command: str) -> str:
        """Whose command it is."""
        return self.clock.command[command].side

    def commands(self, side: str) -> list[str]:
        """A side's commands on the map, in the order of the book."""
        units = self.units
        return [command for command in self.book.clock.commands_of[side] if command in units]

    def at(self, place: str, side: str) -> list[str]:
        """A side's commands at a place."""
        place_of_command = self.place
        return [command for command in self.commands(side) if place_of_command[command] == place]

    def fresh(self, side: str) -> list[str]:
        """A side's commands that are not too tired to act."""
        units = self.units
        return [command for command in self.commands(side) if units[command].fatigue < MAXIMUM_FATIGUE]

    def roads(self, command: str) -> Mapping[str, int]:
        """Where a command may march, with the length of the road in MP.

        The army of relief may march to the lines too, once it is released, to break a siege.
        """
        if command == printed.GARRISON:
            return {}
        clock, place = self.book.clock, self.place[command]
        roads = clock.roads_of[clock.command[command].side][place]
        if command == printed.RELIEF and self.released and self.is_besieged and self.at(printed.LINES, printed.UNION):
            return {
                neighbour: mp
                for neighbour, mp in clock.neighbours[place].items()
                if neighbour in roads or neighbour == printed.LINES
            }
        return roads

    def marched(self, command: str, goal_place: str) -> int:
        """MP of the road to a place that a command has behind it."""
        return self.progress.get(command, 0) if self.heading.get(command) == goal_place else 0

    def targets(self, command: str, goal_place: str) -> list[str]:
        """The enemy commands that one marching to a place would have to attack, the weakest first.

        Against the army of relief the army of maneuver stands before the lines.
        """
        enemies = self.at(goal_place, printed.CONFEDERATE if self.side_of(command) == printed.UNION else printed.UNION)
        covering = [enemy for enemy in enemies if enemy in self.maneuver] if command == printed.RELIEF else []
        return sorted(covering or enemies, key=lambda enemy: self.units[enemy].manpower)

    @property
    def depot(self) -> str:
        """The place of the Union depot: on the Yazoo while the Union holds the lines, and else on the river."""
        return printed.LINES if self.at(printed.LINES, printed.UNION) else printed.BRIDGEHEAD

    def supplied(self, command: str) -> bool:
        """Whether a Union command would be in supply: from the river, or from the Yazoo in the lines only."""
        if self.depot == printed.BRIDGEHEAD:
            return BEND not in self.past_events
        return self.place[command] in (printed.LINES, printed.BRIDGEHEAD)

    # ------------------------------------------------------------------------------------ turn, siege and relief
    def is_cycle(self) -> bool:
        """Whether this turn ends with a strategic cycle."""
        return self.book.calendar.is_cycle(self.turn)

    @property
    def raining(self) -> bool:
        """Whether it rains now; Late Rain begins with a tied initiative roll. Readings: What the events do."""
        if self.event is printed.RandomEvent.LATE_RAIN:
            return self.ties >= self.clock.numbers.late_rain_tie
        return self.event in (printed.RandomEvent.RAIN, printed.RandomEvent.HEAVY_RAIN)

    @property
    def besiegers(self) -> list[str]:
        """The Union commands that invest Vicksburg: in the lines, not of the army of maneuver, not on their way."""
        return [
            command
            for command in self.at(printed.LINES, printed.UNION)
            if command not in self.maneuver and not self.progress.get(command)
        ]

    @property
    def invested(self) -> bool:
        """Whether enough Union commands stand before Vicksburg to cut it off."""
        return len(self.besiegers) >= self.clock.numbers.besiegers

    @property
    def level(self) -> int:
        """The garrison's demoralization by the siege, which the siege points give: 0, -1 or -2."""
        siege = self.book.effects.siege
        return -(self.points >= siege.level_1_points) - (self.points >= siege.level_2_points)

    @property
    def released(self) -> bool:
        """Whether the army of relief may act west of the Big Black."""
        return self.box >= self.book.effects.relief.last_box

    @property
    def jackson_is_free(self) -> bool:
        """Whether Jackson is Confederate with no Union command there."""
        return self.jackson != printed.UNION and not self.at(printed.JACKSON, printed.UNION)


def face_of(board: ClockBoard, piece: str) -> PieceFace:
    """What a command shows: its manpower and its state."""
    unit, full_strength = board.units[piece], board.full_strength.get(piece)
    manpower = (unit.manpower,) if full_strength is None else (unit.manpower, full_strength)
    return PieceFace(
        name=board.name(piece),
        side=board.side_of(piece),
        kind="command",
        values={"manpower": manpower, "fatigue": (unit.fatigue,)},
        marks=tuple(board.condition(piece)),
    )


def map_marks(board: ClockBoard) -> Iterator[MapMark]:
    """The levels of the forts, who holds Jackson, and the depot."""
    station = ", station destroyed" if STATION in board.past_events else ""
    for fort, level in board.forts.items():
        yield MapMark(kind="fort", text=f"level {level}", places=(fort,))
    yield MapMark(kind="depot", text="Union depot", side=printed.UNION, places=(board.depot,))
    yield MapMark(
        kind="station", text=f"{board.jackson.capitalize()}{station}", side=board.jackson, places=(printed.JACKSON,)
    )
