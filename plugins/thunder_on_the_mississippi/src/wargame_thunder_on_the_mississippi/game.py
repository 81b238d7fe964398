"""Thunder on the Mississippi, the strategic clock: the advanced game of 70 turns as a running game.

Its players (one plays to win, one lets the tables run), and its table: the sheet of a scenario, with boxes instead of
a map, and the panels beside them.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Final

from attrs import evolve

from wargame_core.authoring import (
    Action,
    Briefing,
    Display,
    Game,
    GameFiles,
    Guarantees,
    HiddenInformation,
    Note,
    PieceRights,
    Rules,
    RulesError,
    RulesSource,
    Scenario,
    Secrecy,
    Sheet,
    SheetPiece,
    SideOnSheet,
    Variant,
)
from wargame_core.contents import Contents
from wargame_core.data import DataFolder
from wargame_core.flow.events import events_in
from wargame_core.flow.panels import Panel, Score, Status, StatusLine, Track
from wargame_core.flow.players import Player, Traits
from wargame_core.flow.view import View
from wargame_core.plugins.discovery import LazyMapping
from wargame_core.sheet import PlayerAid, Point, SheetDie, SheetLegend, SheetSpace, SheetTrack, SheetWay, legend_line
from wargame_gcacw.charts.results import CombatState
from wargame_gcacw.charts.series import DATA as TABLES
from wargame_gcacw.charts.series import SHEET
from wargame_gcacw.printed.counters import COLORS, NATION, SIDES, Side
from wargame_thunder_on_the_mississippi import printed
from wargame_thunder_on_the_mississippi.board import REDOUBT, STATION, ClockBoard, face_of, map_marks
from wargame_thunder_on_the_mississippi.contents import contents_of, segments_without_map
from wargame_thunder_on_the_mississippi.rules import combat, operations, random_phase, sequence, strategic_cycle

ACTIONS = (*operations.ACTIONS, random_phase.Transfer, strategic_cycle.Detach)
EVENTS = events_in(random_phase, operations, combat, strategic_cycle, sequence)
SECRETS = (Secrecy("Nothing is hidden: everybody sees every counter, track and die.", printed.SEQUENCE),)


# The players
REST: Final = 2
"""The fatigue from which a command rests: above it a march risks stragglers."""
ASSAULT: Final = 0.25
"""The chance of success from which an assault on a fort of level 0 is made; a tenth more for each level."""
SORTIE: Final = 0.6
"""The chance of success from which the garrison attacks."""
LAST_HOPE: Final = 0.05
"""The same for the relief of Vicksburg."""


class WatchfulPlayer:
    """Passes and leaves everything as it is: for questions about the tables alone."""

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        """Needs no dice: the seed is there because every player is made with one."""

    def __call__(self, view: View) -> Action:
        action: Action = next(iter(view.choices))
        return action


class HeuristicPlayer:
    """Takes the first operation that its plan calls for, and otherwise rests.

    The Union wrecks the station in Jackson with one corps, invests Vicksburg with the rest, and assaults when the odds
    are good. The Confederates sally, and march to the relief when released.
    """

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: View) -> Action:
        actions: list[Action] = list(view.choices)
        return max(actions, key=lambda action: (worth(view.board, action), self._rng.random()))


def worth(board: ClockBoard, action: Action) -> float:
    """How much an action promises; passing is 0."""
    match action:
        case operations.MarchByRoad(command, goal_place):
            return march_worth(board, command, goal_place) if board.units[command].fatigue < REST else -1.0
        case operations.Attack(command, target, fort) if fort:
            return chance(board, command, target, fort) - ASSAULT - board.forts[fort] / 10
        case operations.Attack(command, target):
            return chance(board, command, target) - SORTIE if board.invested else -1.0
        case random_phase.Transfer(command):
            return board.units[command].manpower + (2.0 if board.place[command] == printed.LINES else 0.0)
        case strategic_cycle.Detach(command) if command:  # one faces Johnston as soon as that leaves enough besiegers
            enough = len(board.besiegers) > board.clock.numbers.besiegers and printed.RELIEF in board.units
            return board.units[command].manpower / 100 if enough and not board.maneuver else -1.0
    return 0.0


def march_worth(board: ClockBoard, command: str, goal_place: str) -> float:
    """The Union goes to the lines, its last corps by way of Jackson; the relief goes where it is needed."""
    if board.side_of(command) == printed.CONFEDERATE:
        hope = goal_place == printed.LINES and chance(board, command, board.targets(command, goal_place)[0]) > LAST_HOPE
        return 5.0 if hope else -1.0
    if command in board.maneuver or board.place[command] == printed.LINES:
        return -1.0
    raider = next((corps for corps in board.commands(printed.UNION) if board.place[corps] != printed.LINES), "")
    raid = STATION not in board.past_events and len(board.commands(printed.UNION)) > board.clock.numbers.besiegers
    goal = printed.JACKSON if command == raider and raid else printed.LINES
    return 2.0 + 0.5 * (board.heading.get(command) == goal_place) if goal_place == goal else -1.0


def chance(board: ClockBoard, attacker: str, defender: str, fort: str = "") -> float:
    """The exact chance that the defender must go and the attacker may follow."""
    combat_at_hand = combat.combat_of(board, attacker, defender, "assault" if fort else "march", fort)
    return float(combat.chance_of_success(combat_at_hand))


BOTS: Final[Mapping[str, Callable[..., Player]]] = {"heuristic": HeuristicPlayer, "watchful": WatchfulPlayer}


# The game
def rules_of(book: printed.Book, folder: DataFolder, overlay: Path | None) -> Rules:
    """The rules of the clock with what is printed in a book."""

    def pictures() -> object:
        from wargame_thunder_on_the_mississippi.picture import presentation

        return presentation(overlay, printed.DATA)

    return Rules(
        id="thunder_on_the_mississippi",
        title=printed.TITLE,
        tools={"pictures": pictures, "laws": lambda: conditions_of_victory},
        seats=SIDES,
        scenarios=tuple(Scenario(name, setup.title, setup.help) for name, setup in book.clock.scenario.items()),
        sequence=sequence.ADVANCED_GAME,
        board=ClockBoard,
        set_up=lambda scenario, options: set_up(book, scenario),
        actions=ACTIONS,
        events=EVENTS,
        printed={"book": book},
        turn_of=lambda board: int(board.turn),
        hidden_information=HiddenInformation(secrets=SECRETS),
        guarantees=Guarantees(
            marches=operations.MARCHES,
            pieces=PieceRights(),
            afterwards={combat.FortFell: lambda event, board: board.forts[event.fort] == event.level},
            conserved={f"{side} manpower": manpower_law(side) for side in SIDES},
        ),
        display=Display(panels=panels, counts=counts, face_of=face_of, map_marks=map_marks, piece_facts=PIECE_FACTS),
        source=RulesSource(digest=folder.digest()),
    )


def build(overlay: Path | None = None, variants: tuple[Variant, ...] = ()) -> Game:
    """The game, with files of the owner's folder and of variants over the packaged ones.

    Raises `DataError`, and `RulesError` for a variant with words: the clock has none that files ask for by name.
    """
    if worded_variants := [variant.id for variant in variants if variant.words is not None]:
        raise RulesError(f"the clock takes no words of variants; {worded_variants[0]} has some")
    of_variants = tuple(variant.data for variant in variants if variant.data)
    folder = DataFolder(printed.DATA, overlay, system=TABLES, variants=of_variants)
    book = printed.read_book(folder)
    return Game(
        rules=rules_of(book, folder, overlay),
        documents=(printed.DOCUMENT,),
        players=BOTS,
        lay_out=sheet,
        contents=LazyMapping(partial(contents, book)),
        files=GameFiles(data=printed.DATA, reload=lambda data: build(data, variants)),
    )


def contents(book: printed.Book) -> Mapping[str, Contents]:
    """What each scenario of the clock supplies."""
    return {scenario: contents_of(book, scenario) for scenario in book.clock.scenario}


def packaged_contents() -> Mapping[str, Contents]:
    """The same, read from the packaged files; no game is built."""
    return contents(printed.read_book(DataFolder(printed.DATA, system=TABLES)))


def set_up(book: printed.Book, scenario: str) -> ClockBoard:
    """The first board of a scenario. The forts are as strong as they can be."""
    clock, setup = book.clock, book.clock.scenario[scenario]
    manpower = {name: clock.command[name].manpower for name in setup.places}
    for group in setup.arrived:
        manpower[clock.group[group].command] += clock.group[group].manpower
    return ClockBoard(
        book=book,
        turn=setup.turn,
        forts=dict.fromkeys(clock.fort, book.effects.siege.fort_levels),
        units={name: CombatState(points) for name, points in manpower.items()},
        full_strength=dict(manpower),
        place=dict(setup.places),
        due={name: group.turn for name, group in clock.group.items() if not group.by and name not in setup.arrived},
        lost_manpower=dict.fromkeys(SIDES, 0),
        gained_manpower=dict.fromkeys(SIDES, 0),
        past_events={*setup.arrived, *[STATION] * setup.station_destroyed},
        is_besieged=list(setup.places.values()).count(printed.LINES) >= clock.numbers.besiegers,
    )


def conditions_of_victory(board: ClockBoard) -> Iterator[tuple[str, tuple[object, ...]]]:
    """What a player has to know of what ends the game, and of the siege points that lead there, as files have it."""
    siege = board.book.effects.siege
    yield "surrender", (siege.surrender_points, siege.surrender_total)
    yield "holding out", (board.book.calendar.last_turn, board.clock.place[printed.VICKSBURG].name)
    yield "siege", (board.clock.numbers.besiegers,)
    counts = siege.points_per_besieged_cycle, siege.points_per_open_cycle, siege.points_per_event
    yield "siege points", (siege.cycle_besieged_turns, *counts)


def manpower_law(side: str) -> Callable[[ClockBoard], int]:
    """Law: manpower is on the map or lost, and comes by reinforcements only, each group once with its printed points.

    The sum goes by the printed groups that have come and not by the points counted as gained: those would grow along
    with a group that comes twice.
    """

    def law(board: ClockBoard) -> int:
        manpower_on_map = sum(board.units[command].manpower for command in board.commands(side))
        groups = board.clock.group.items()
        manpower_arrived = sum(
            group.manpower for name, group in groups if group.side == side and name in board.past_events
        )
        return manpower_on_map + board.lost_manpower[side] - manpower_arrived

    return law


# The table: the first row of boxes has the places in the order of the data, the second the forts (Readings: Boxes of
# the sheet). Nothing is hidden in this game, so every seat and every spectator gets the same panels.
BOX: Final[tuple[Point, ...]] = (
    (-printed.WIDE / 2, -printed.HIGH / 2),
    (printed.WIDE / 2, -printed.HIGH / 2),
    (printed.WIDE / 2, printed.HIGH / 2),
    (-printed.WIDE / 2, printed.HIGH / 2),
)
LEVELS = ("0", "-1", "-2")
"""The garrison's demoralization by the siege."""
AIDS: Final = (
    "sequence_of_play", "random_events", "strategic_events", "army_of_relief", "army_of_relief_modifiers", "movement",
    "extended_march", "extended_march_modifiers", "combat", "combat_modifiers", "combat_results", "ratio", "artillery",
)  # fmt: skip
"""The charts that the clock uses, by their names for ``wargame chart gcacw``."""


# --------------------------------------------------------------------------------------------------- the sheet
def sheet(sheet: Sheet, board: ClockBoard) -> Sheet:
    """The sheet of a set-up; ``sheet`` has its title, what its file says of it, and the sources."""
    from wargame_gcacw.questions.chart_questions import CHARTS as charts  # read only here

    tracks = (turn_track(board.book), relief_track(board), Track("demoralization", "Demoralization", LEVELS, 0))
    return evolve(
        sheet,
        briefing=Briefing(
            sheet.briefing.title,
            (*sheet.briefing.situation, *situation(board)),
            "",
            (),
            tuple(how_to_win(board)),
            tuple(special_rules(board)),
            sources=sheet.briefing.sources,
        ),
        sides=tuple(
            SideOnSheet(side, NATION[side], NATION[side][0], commander(board, side), COLORS[side]) for side in SIDES
        ),
        size=board.clock.size,
        outlines=(BOX,),
        spaces=tuple(spaces(board.clock)),
        ways=tuple(roads(board.clock)),
        legend=tuple(legend(board.clock)),
        pieces=tuple(pieces(board)),
        tracks=tuple(SheetTrack(track.id, track.title, track.boxes) for track in tracks),
        dice=(SheetDie("d6", ("1", "2", "3", "4", "5", "6")),),
        aids=tuple(PlayerAid(name, charts[name].title, str(charts[name].card), SHEET) for name in AIDS),
    )


def spaces(clock: printed.Clock) -> Iterator[SheetSpace]:
    """The boxes: places, joined as roads join them, and forts."""
    for id_, place in clock.place.items():
        roads, name = tuple(sorted(clock.neighbours[id_])), place.name[0].upper() + place.name[1:]
        yield SheetSpace(id_, name, clock.middles[id_], place.terrain, name, 0, roads)
    for id_, fort in clock.fort.items():
        yield SheetSpace(id_, fort.name, clock.middles[id_], "fort", fort.name)


def roads(clock: printed.Clock) -> Iterator[SheetWay]:
    """The roads between places."""
    for road in clock.road:
        yield SheetWay("road", road.ends, f"{road.mp} MP")


def legend(clock: printed.Clock) -> Iterator[SheetLegend]:
    """The kinds of boxes, and the roads."""
    for terrain in sorted({place.terrain for place in clock.place.values()}):
        water_kinds = {place.water for place in clock.place.values() if place.terrain == terrain}
        yield legend_line("terrain", terrain, "water" if water_kinds == {True} else "land")
    yield legend_line("terrain", "fort", "box")
    yield legend_line("way", "road", "road")


def commander(board: ClockBoard, side: Side) -> str:
    """Who commands a side."""
    return "Grant" if side == printed.UNION else board.clock.command[printed.GARRISON].leader


def pieces(board: ClockBoard) -> Iterator[SheetPiece]:
    """The commands, also those that come later."""
    for id_, command in board.clock.command.items():
        facts = {"leader": command.leader, "artillery": str(command.guns)}
        facts |= {"successor": command.successor} if command.successor else {}
        facts |= {"divisions": str(command.units)} if command.units > 1 else {}
        facts |= {"manpower": str(board.full_strength[id_])} if id_ in board.full_strength else {}
        yield SheetPiece(id_, command.side, "command", command.name, facts)


def situation(board: ClockBoard) -> Iterator[Note]:
    """The days played, and what each side has where."""
    boxes = turn_track(board.book).boxes
    yield Note(f"Turn {boxes[board.turn - 1]} to turn {boxes[-1]}, a day each.")
    for side in SIDES:
        rows = [(board.clock.command[name].name, name, board.place[name]) for name in board.commands(side)]
        stand = [
            f"{title} ({board.units[name].manpower}) in {board.clock.place[command_place].name}"
            for title, name, command_place in rows
        ]
        yield Note(f"{NATION[side]}, commanded by {commander(board, side)}: {', '.join(stand)}.", tells=(side,))


def how_to_win(board: ClockBoard) -> Iterator[Note]:
    """What ends the game, and for whom."""
    siege, last_turn = board.book.effects.siege, board.book.calendar.last_turn
    yield Note(
        f"From {siege.surrender_points} siege points on the garrison may surrender at the end of each turn: two dice "
        f"must reach {siege.surrender_total}, 1 less for each point more. Then the Union wins.",
        printed.SEQUENCE,
        ("surrender",),
    )
    union_wins_text = "The Union wins too when a fort of level 0 is stormed, or nothing is left of the garrison."
    yield Note(union_wins_text, tells=("stormed", "destroyed"))
    goal = f"The Confederates win when Vicksburg has held out to the end of turn {last_turn}"
    yield Note(f"{goal}, or the army of relief breaks through the lines.", printed.SEQUENCE, ("held_out", "relieved"))


def special_rules(board: ClockBoard) -> Iterator[Note]:
    """What the segments of the siege and of the relief do; when Vicksburg is besieged, the clock says by commands."""
    yield Note(
        f"Vicksburg is besieged while {board.clock.numbers.besiegers} Union commands or more stand in the lines.",
        tells=("besieged",),
    )
    for name, line in segments_without_map(board.book).items():
        yield Note(f"{name.replace('_', ' ').capitalize()}: {line.rule}.", printed.SEQUENCE, (name,))


# -------------------------------------------------------------------------------------------------- the panels
def panels(board: ClockBoard, seat: str = "") -> tuple[Panel, ...]:
    """Everything that lies beside the boxes now."""
    return (
        Score(
            ((printed.UNION, board.points),),
            ((printed.UNION, board.book.effects.siege.surrender_points),),
            (),
            "Siege points",
        ),
        Status(tuple(state_of_the_turn(board))),
        Status(tuple(commands(board)), "Commands", "commands"),
        Status(tuple(reinforcements(board)), "Reinforcements", "reinforcements"),
        *tracks(board),
    )


def counts(board: ClockBoard, seat: str = "") -> tuple[Panel, ...]:
    """The numbers of these panels, without words."""
    return (Score(((printed.UNION, board.points),)), *tracks(board))


def tracks(board: ClockBoard) -> tuple[Track, ...]:
    """The tracks with their markers."""
    return (
        evolve(turn_track(board.book), at=board.turn - 1),
        relief_track(board),
        Track("demoralization", "Demoralization of the garrison", LEVELS, -board.level),
    )


@lru_cache(maxsize=8)
def turn_track(book: printed.Book) -> Track:
    """The days of the campaign; notes stand at those that end with a strategic cycle."""
    boxes = tuple(f"{turn}: {book.day(turn)}" for turn in range(1, book.calendar.last_turn + 1))
    return Track("turns", "Turns", boxes, -1, tuple((turn - 1, "strategic cycle") for turn in book.calendar.cycles))


def relief_track(board: ClockBoard) -> Track:
    """The boxes of the army of relief."""
    relief = board.book.effects.relief
    notes = ((relief.maneuver_box, "an army of maneuver may form"), (relief.last_box, "free to act"))
    return Track("relief", "Army of Relief", tuple(map(str, range(relief.last_box + 1))), board.box, notes)


def state_of_the_turn(board: ClockBoard) -> Iterator[StatusLine]:
    """The day and its event, who acts, and what holds until something changes it."""
    book, clock = board.book, board.clock
    yield StatusLine("turn", f"{board.turn} of {book.calendar.last_turn}, {book.day(board.turn)}")
    if board.event:
        side_words = f" ({board.favored_side.capitalize()})" if board.favored_side else ""
        effects = " ".join(book.effects.of(board.event))
        yield StatusLine("event", f"{book.event_name(board.event)}{side_words}" + (f": {effects}" if effects else ""))
    yield StatusLine("weather", "rain" if board.raining else "dry")
    if board.initiative:
        yield StatusLine("initiative", board.initiative.capitalize())
    if board.intelligence:
        yield StatusLine("Union Intelligence", "the Union has the next initiative")
    yield StatusLine("Grant", f"with the {board.name(board.grant)}", (board.grant,))
    yield StatusLine(
        "Union depot", "at Grand Gulf" if board.depot == printed.BRIDGEHEAD else "on the Yazoo", (), (board.depot,)
    )
    redoubt = ", with a redoubt" if REDOUBT in board.past_events else ""
    station = "destroyed" if STATION in board.past_events else "working"
    jackson_words = f"{board.jackson.capitalize()}{redoubt}; railroad station {station}"
    yield StatusLine(clock.place[printed.JACKSON].name, jackson_words, (), (printed.JACKSON,))
    siege = f"besieged, {board.besieged_turns} turns of this cycle" if board.is_besieged else "not besieged"
    yield StatusLine(clock.place[printed.VICKSBURG].name, siege, (), (printed.VICKSBURG,))
    for fort, level in board.forts.items():
        yield StatusLine(clock.fort[fort].name, f"level {level}", (), (fort,))
    if board.events:
        yield StatusLine("strategic events", ", ".join(book.strategic.names[event] for event in board.events))


def commands(board: ClockBoard) -> Iterator[StatusLine]:
    """Every command on the map with its strength and state, its road, its supply."""
    for command, place in board.place.items():
        words = [
            f"{board.units[command].manpower} of {board.full_strength[command]} manpower",
            *board.condition(command),
        ]
        words += ["out of supply"] if command in board.out_of_supply else []
        words += ["army of maneuver"] if command in board.maneuver else []
        if goal_place := board.heading.get(command):
            length = board.clock.neighbours[place][goal_place]
            words.append(f"{board.marched(command, goal_place)} of {length} MP to {board.clock.place[goal_place].name}")
        place_name = board.clock.place[place].name
        yield StatusLine(board.name(command), f"in {place_name}: {', '.join(words)}", (command,), (place,))


def reinforcements(board: ClockBoard) -> Iterator[StatusLine]:
    """The groups that are scheduled and have not come."""
    for name, turn in sorted(board.due.items(), key=lambda entry: (entry[1], entry[0])):
        group = board.clock.group[name]
        is_too_late = turn > board.book.calendar.last_turn
        when_text = "after the last turn" if is_too_late else f"on turn {turn}, {board.book.day(turn)}"
        group_text = f"{group.manpower} for the {board.name(group.command)} {when_text}"
        yield StatusLine(f"{NATION[group.side]}: {group.name}", group_text, (group.command,), (group.place,))


def _of_units(number: Callable[[CombatState], int]) -> Callable[[ClockBoard], Mapping[str, int]]:
    return lambda board: {command: number(state) for command, state in board.units.items()}


PIECE_FACTS: Final[Mapping[str, Callable[[ClockBoard], Mapping[str, int]]]] = {
    name: _of_units(attrgetter(name)) for name in ("manpower", "fatigue", "disorganized", "demoralized")
}
"""What stands on the commands on the map now, in numbers."""
