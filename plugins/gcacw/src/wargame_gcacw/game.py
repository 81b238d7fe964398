"""A scenario of the series as core sees it: set-up, options, laws, pictures."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from attrs import evolve, field, frozen

from wargame_core.authoring import (
    Display,
    Game,
    GameFiles,
    Guarantees,
    HiddenInformation,
    Option,
    OwnRules,
    PieceRights,
    Rules,
    RulesSource,
    Scenario,
    TableAnswer,
    Variant,
    pieces_stand_there,
)
from wargame_core.contents import Contents
from wargame_core.data import DataFolder, Problems, write_new, write_whole
from wargame_core.errors import DataError
from wargame_core.flow.events import events_in
from wargame_core.flow.players import Player, Strength
from wargame_core.maps.files.hexes import HexMapFile
from wargame_core.plugins.discovery import LazyMapping
from wargame_gcacw.board import action_events, turn_events
from wargame_gcacw.board.action_events import Advanced, Marched, Surrendered
from wargame_gcacw.board.actions import ACTIONS
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.printed import book as printed
from wargame_gcacw.printed import cites
from wargame_gcacw.printed import scenario_files as files
from wargame_gcacw.printed.counters import SIDES, Digging
from wargame_gcacw.rules import victory_points
from wargame_gcacw.rules.lines_of_communication import SEAM_IS_NORTH, SEAM_IS_SOUTH, LinePoints
from wargame_gcacw.rules.march import MARCHES
from wargame_gcacw.rules.sequence import CAMPAIGN, SECRETS
from wargame_gcacw.rules.special_rules import (
    ControlPoints,
    FirstInitiative,
    ManpowerPoints,
    Objectives,
    RainAfterTies,
    RainAllTurn,
)
from wargame_gcacw.rules.victory_points import names_of_lines, score
from wargame_gcacw.table import PIECE_FACTS, face_of, line_of_a_unit, map_marks, number_panels, panels, sheet

EVENTS = events_in(turn_events, action_events, victory_points)
VOCABULARY: Final = printed.Vocabulary(
    (RainAfterTies, RainAllTurn, FirstInitiative, Objectives), (ControlPoints, ManpowerPoints, LinePoints)
)
"""What the files of all scenarios may ask for by name."""
NO_OWN_RULES: Final = OwnRules()


def vocabulary_with(rule_packages: Iterable[OwnRules]) -> printed.Vocabulary:
    """What scenario files may ask for with the words of own rules and of variants. Raises `RulesError`."""
    words = VOCABULARY
    for own_rules in rule_packages:
        words = words.with_own(own_rules.vocabulary())
    return words


def schemas(words: printed.Vocabulary) -> Mapping[str, type[Any]]:
    """What each file may hold, by its name: a scenario's stands under "my_scenario.toml"."""
    from wargame_gcacw.players.weights import HardFile

    return {
        files.MAP: HexMapFile,
        files.UNITS: files.UnitsFile,
        "setup.toml": files.SetUpFile,
        "my_scenario.toml": files.scenario_file(words),
        files.HARD: HardFile,
    }


YES_OR_NO = ("no", "yes")
OPTIONS = (
    Option("tired_march", "organized units at fatigue 4 may march, and are disorganized", YES_OR_NO, "no", cites.MARCH),
    Option("refuse_flanks", "stacks in an enemy zone may refuse their flanks", YES_OR_NO, "no", cites.FLANKS_REFUSED),
    Option(
        "entrench",
        "when infantry digs in: recovery, where it kept its hex; action, in place of a march and for a level of "
        "fatigue; no, never",
        tuple(Digging),
        Digging.RECOVERY,
        cites.ENTRENCHMENT,
    ),
    Option(
        "seam",
        "north: for lines of communication the seam's hexes with a number of the North map are on it; south: they are "
        "not",
        (SEAM_IS_NORTH, SEAM_IS_SOUTH),
        SEAM_IS_NORTH,
        cites.LINES,
    ),
)
BOARD_OPTIONS: Final = frozenset({"tired_march", "refuse_flanks", "entrench"})
"""Options that are fields of a board."""


def set_up_with(book: printed.Book) -> Callable[[str, Mapping[str, str]], FieldBoard]:
    """The function that sets a scenario up."""

    def set_up(scenario: str, options: Mapping[str, str]) -> FieldBoard:
        board = FieldBoard(
            book,
            scenario,
            tired_march=options["tired_march"] == "yes",
            refuse_flanks=options["refuse_flanks"] == "yes",
            digging=Digging(options["entrench"]),
            options={name: value for name, value in options.items() if name not in BOARD_OPTIONS},
        )
        for unit_start in board.scenario.units:
            board.put(unit_start.unit, UnitState.at_start(unit_start, book.ground))
        board.leader_with = {leader_start.leader: leader_start.unit for leader_start in board.scenario.leaders}
        for rule in board.scenario.rules:
            board.control |= {book.ground.map.parse(name): side for _, name, side in rule.objectives()}
        return board

    return set_up


@frozen
class ScenarioSet:
    """Scenarios in a folder, with the rules that only they have: what a plugin offers."""

    id: str
    title: str
    documents: tuple[str, ...]
    data: Path
    own_rules: OwnRules = NO_OWN_RULES
    easy: Mapping[str, Mapping[str, float]] = field(factory=dict)
    strengths: Callable[[], Mapping[str, Strength]] = dict

    def words(self, variants: Iterable[Variant] = ()) -> printed.Vocabulary:
        """What the files may ask for. Raises `RulesError`."""
        return vocabulary_with((self.own_rules, *variants))

    def game(self, overlay: Path | None = None, variants: tuple[Variant, ...] = ()) -> Game:
        """The game, with an owner's files and those of variants over the packaged ones. Raises `DataError`."""
        folder = DataFolder(self.data, overlay, variants=folders_of(variants))
        game = self.of(files.load_book(folder, self.words(variants)), folder, variants=variants)
        return game if overlay is not None or variants else evolve(game, strengths=self.strengths())

    def contents(self) -> Mapping[str, Contents]:
        """What the packaged files supply, by scenario; no game is built."""
        return contents(files.load_book(DataFolder(self.data), self.words()))

    def opened(self, path: Path, variants: tuple[Variant, ...] = ()) -> Game | None:
        """The game of a designer's scenario file or folder, or None for anything else. Raises `DataError`."""
        if not files.is_scenario(path):
            return None
        book = files.read_folder(path, self.data, self.words(variants), folders_of(variants))
        title = " / ".join(scenario.title for scenario in book.scenarios.values())
        folder = DataFolder(self.data, path if path.is_dir() else path.parent, variants=folders_of(variants))
        return self.of(book, folder, title, variants)

    def lint(self, path: Path) -> list[str]:
        """Everything wrong with a designer's scenario file or folder, one problem a line."""
        from wargame_gcacw.players.weights import read_weights

        scenarios, problems = None, Problems()
        try:
            scenarios = files.read_folder(path, self.data, self.words()).scenarios
        except DataError as error:
            problems.found += error.problems
        try:
            if path.is_dir():
                read_weights(DataFolder(path), scenarios)
        except DataError as error:
            problems.found += error.problems
        return [str(problem) for problem in problems.found]

    def of(self, book: printed.Book, folder: DataFolder, title: str = "", variants: tuple[Variant, ...] = ()) -> Game:
        """The game of a book that was read from a folder."""
        title = title or self.title

        def pictures() -> object:
            from wargame_gcacw.picture import presentation

            return presentation(folder.overlay, self.data)

        rules = rules_of_play(self.id, title, book, folder.digest(without=(files.HARD,)), pictures).with_own(
            self.own_rules, self.id, title
        )
        return Game(
            rules=rules,
            documents=self.documents,
            players=LazyMapping(partial(players, tuple(book.scenarios), self.easy, folder)),
            lay_out=partial(sheet, rules.sequence),
            contents=LazyMapping(partial(contents, book)),
            series=series,
            answers={"line": TableAnswer("UNIT", "its line of communication and what it counts", line_of_a_unit)},
            files=GameFiles(
                schemas=LazyMapping(lambda: schemas(book.words)),
                data=folder.overlay,
                reload=lambda folder: self.game(folder, variants),
            ),
        ).with_players(self.own_rules.bots)


def contents(book: printed.Book) -> Mapping[str, Contents]:
    """What a book of scenarios supplies, by scenario."""
    from wargame_gcacw.contents import contents_of

    default_options = {option.name: option.default for option in OPTIONS}
    boards = {name: set_up_with(book)(name, default_options) for name in book.scenarios}
    return {name: contents_of(board) for name, board in boards.items()}


def folders_of(variants: Iterable[Variant]) -> tuple[Path, ...]:
    """The data folders of variants that have one."""
    return tuple(variant.data for variant in variants if variant.data is not None)


def players(
    scenarios: Iterable[str], easy_errors: Mapping[str, Mapping[str, float]], folder: DataFolder
) -> Mapping[str, Callable[..., Player]]:
    """The bots, imported when somebody asks for one. Raises `DataError` with every problem of `hard.toml`."""
    from wargame_gcacw.players.heuristic import bots
    from wargame_gcacw.players.weights import read_weights

    return bots(scenarios, easy_errors, read_weights(folder))


def balance_data() -> object:
    """What these games tell for studies of balance."""
    from wargame_gcacw.balance import BALANCE

    return BALANCE


def rules_of_play(game_id: str, title: str, book: printed.Book, digest: str, pictures: Callable[[], object]) -> Rules:
    """What play needs of a book of scenarios; ``digest`` stands for the files that it was read from."""
    scenarios = (Scenario(scenario.id, scenario.title, scenario.help) for scenario in book.scenarios.values())

    return Rules(
        id=game_id,
        title=title,
        game_map=book.ground.map,
        tools={"pictures": pictures, "laws": lambda: conditions_of_victory, "balance": balance_data},
        seats=SIDES,
        scenarios=tuple(scenarios),
        sequence=CAMPAIGN,
        board=FieldBoard,
        set_up=set_up_with(book),
        actions=ACTIONS,
        events=EVENTS,
        options=OPTIONS,
        printed={"book": book},
        turn_of=attrgetter("turn"),
        source=RulesSource(unread_scenarios=book.unread, digest=digest),
        hidden_information=HiddenInformation(
            worlds=lambda board_before, live_board, seat, rng: board_before.copy(), secrets=SECRETS
        ),
        guarantees=Guarantees(
            marches=MARCHES,
            pieces=PieceRights(),
            afterwards=dict.fromkeys((Marched, Advanced, Surrendered), pieces_stand_there),
            conserved={"units": unit_count, "manpower": manpower},
        ),
        display=Display(
            panels=panels, counts=number_panels, face_of=face_of, map_marks=map_marks, piece_facts=PIECE_FACTS
        ),
    )


def conditions_of_victory(board: FieldBoard) -> Iterator[tuple[str, tuple[object, ...]]]:
    """What a player has to know of the conditions of victory, as the scenario's file has it."""
    scenario = board.scenario
    for level in scenario.levels:
        yield level.title, (level.title, level.at_least)
    for name, condition in zip(names_of_lines(scenario), scenario.victory, strict=True):
        yield name, (condition,)


def unit_count(board: FieldBoard) -> int:
    """Units on the map, eliminated and exited: none comes or goes otherwise."""
    return len(board.units) + len(board.eliminated_units) + len(board.exited_units)


def manpower(board: FieldBoard) -> int:
    """Manpower on the map, lost, and carried off the map by the units that left it: never more or less."""
    on_map = sum(state.manpower for state in board.units.values())
    return on_map + sum(board.lost_manpower.values()) + sum(board.exited_units.values())


def series(board: FieldBoard) -> Mapping[str, Mapping[str, float]]:
    """The numbers worth a chart: victory points as they stand, and manpower on the map."""
    strength: dict[str, float] = {
        side: float(sum(board.units[unit].manpower for unit in board.of(side))) for side in SIDES
    }
    return {"victory points": {board.scenario.scored: float(score(board).exact)}, "manpower": strength}


NEW_SCENARIO: Final = Path(__file__).parent / "new_scenario.toml"
"""A small scenario to begin with."""


def write_scenario(folder: Path, packaged_folder: Path) -> None:
    """Write a small scenario that can be played as it is: my_scenario.toml, and copies of the counters and the map.

    Raises `FileExistsError`.
    """
    write_new(folder / "my_scenario.toml", NEW_SCENARIO.read_text("utf-8"))
    for name in (files.UNITS, files.MAP):
        write_whole(folder / name, (packaged_folder / name).read_bytes())
