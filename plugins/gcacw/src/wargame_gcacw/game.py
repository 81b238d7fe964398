"""A scenario of the series as core sees it: set-up, options, laws, pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from wargame_core.authoring import Board, Event, Game, GameFiles, Numbers, Option, Rules, Scenario, TableAnswer
from wargame_core.data import DataFolder, write_new, write_whole
from wargame_core.flow.events import events_in
from wargame_core.flow.players import Player
from wargame_core.game import Facts, LineTotal
from wargame_core.maps.files.hexes import HexMapFile
from wargame_core.plugins.discovery import LazyMapping
from wargame_gcacw.board import action_events, turn_events
from wargame_gcacw.board.action_events import Fought
from wargame_gcacw.board.actions import ACTIONS
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.printed import book as printed
from wargame_gcacw.printed import cites
from wargame_gcacw.printed import scenario_files as files
from wargame_gcacw.printed.counters import FOE, NATION, SIDES
from wargame_gcacw.rules import victory_points
from wargame_gcacw.rules.march import MARCHES
from wargame_gcacw.rules.points_ledger import LedgerLine
from wargame_gcacw.rules.sequence import CAMPAIGN, SECRETS
from wargame_gcacw.rules.victory_points import manpower_lost, points_needed, points_of, score
from wargame_gcacw.table import PIECE_FACTS, counts, line_of_a_unit, panels, sheet

EVENTS = events_in(turn_events, action_events, victory_points)
SCHEMAS: Final[Mapping[str, type[Any]]] = {
    files.MAP: HexMapFile,
    files.UNITS: files.UnitsFile,
    "setup.toml": files.SetUpFile,
    "my_scenario.toml": files.ScenarioFile,
}
YES_OR_NO = ("no", "yes")
OPTIONS = (
    Option("tired_march", "organized units at fatigue 4 may march, and are disorganized", YES_OR_NO, "no", cites.MARCH),
    Option("refuse_flanks", "stacks in an enemy zone may refuse their flanks", YES_OR_NO, "no", cites.FLANKS_REFUSED),
    Option("entrench", "infantry that rests may dig in the recovery phase", YES_OR_NO, "yes", cites.ENTRENCHMENT),
)


def set_up_with(book: printed.Book) -> Callable[[str, Mapping[str, str]], Board]:
    """The function that sets a scenario up."""

    def set_up(scenario: str, options: Mapping[str, str]) -> Board:
        board = FieldBoard(
            book,
            scenario,
            tired_march=options["tired_march"] == "yes",
            refuse_flanks=options["refuse_flanks"] == "yes",
            digging=options["entrench"] == "yes",
        )
        for start in board.scenario.units:
            board.put(start.unit, UnitState.at_start(start, book.ground))
        board.leader_with = {start.leader: start.unit for start in board.scenario.leaders}
        for rule in board.scenario.rules_of(printed.Objectives):
            board.control |= {book.ground.map.parse(name): side for name, side in rule.holders.items()}
        return board

    return set_up


def scenario_game(
    game_id: str,
    title: str,
    documents: tuple[str, ...],
    data: Path,
    overlay: Path | None = None,
    book: printed.Book | None = None,
) -> Game:
    """The game of a folder of scenarios, or with an owner's files over it. Raises `DataError`."""
    folder = DataFolder(data, overlay)
    printed = files.load_book(folder) if book is None else book

    def pictures() -> object:
        from wargame_gcacw.picture import presentation

        return presentation(overlay, data)

    def reload(again: Path) -> Game:
        return scenario_game(game_id, title, documents, data, again)

    return Game(
        rules=rules_of_play(game_id, title, printed, folder.digest(), pictures),
        documents=documents,
        players=LazyMapping(players),
        win_probability=win_probability,
        lay_out=sheet,
        numbers=Numbers(series=series, facts=scenario_facts, fought=units_that_fought),
        answers={"line": TableAnswer("UNIT", "its line of communication and what it counts", line_of_a_unit)},
        files=GameFiles(schemas=SCHEMAS, data=overlay, reload=reload),
    )


def players() -> Mapping[str, Callable[..., Player]]:
    """The bots, imported when somebody asks for one."""
    from wargame_gcacw.players.heuristic import BOTS

    return BOTS


def win_probability(board: FieldBoard, seat: str) -> float:
    """An estimate of a seat's chance to win."""
    from wargame_gcacw.players.situation import win_probability

    return win_probability(board, seat)


def rules_of_play(game_id: str, title: str, book: printed.Book, digest: str, pictures: Callable[[], object]) -> Rules:
    """What play needs of a book of scenarios; ``digest`` stands for the files that it was read from."""
    scenarios = (Scenario(scenario.id, scenario.title, scenario.help) for scenario in book.scenarios.values())
    return Rules(
        id=game_id,
        title=title,
        game_map=book.ground.map,
        tools={"pictures": pictures},
        seats=SIDES,
        scenarios=tuple(scenarios),
        unread=book.unread,
        sequence=CAMPAIGN,
        board=FieldBoard,
        set_up=set_up_with(book),
        actions=ACTIONS,
        events=EVENTS,
        options=OPTIONS,
        printed={"book": book},
        worlds=lambda before, now, seat, rng: before.copy(),
        secrets=SECRETS,
        marches=MARCHES,
        conserved={"units": unit_count, "manpower": manpower},
        turn_of=attrgetter("turn"),
        panels=panels,
        counts=counts,
        piece_facts=PIECE_FACTS,
        digest=digest,
    )


def unit_count(board: FieldBoard) -> int:
    """Units on the map, eliminated and exited: none comes or goes otherwise."""
    return len(board.units) + len(board.gone) + len(board.exited)


def manpower(board: FieldBoard) -> int:
    """Manpower on the map, lost, and carried off the map by the units that left it: never more or less."""
    on_map = sum(state.manpower for state in board.units.values())
    return on_map + sum(board.lost.values()) + sum(board.exited.values())


def series(board: FieldBoard) -> Mapping[str, Mapping[str, float]]:
    """The numbers worth a chart: victory points as they stand, and manpower on the map."""
    strength: dict[str, float] = {
        side: float(sum(board.units[unit].manpower for unit in board.of(side))) for side in SIDES
    }
    return {"victory points": {board.scenario.scored: float(score(board).exact)}, "manpower": strength}


SHORT = Fraction(1, 4)
"""By how much the other side's points stay below those that are needed; points that score are in halves."""


def scenario_facts(board: FieldBoard) -> Facts:
    """The board in numbers.

    One side scores. The other is given what the first needs to win less a quarter, so that whoever has more wins.
    """
    scenario = board.scenario
    ledgers = [tuple(points_of(board, condition)) for condition in scenario.victory]
    total = sum((line.points for ledger in ledgers for line in ledger), Fraction(0))
    points, needed = {str(scenario.scored): float(total)}, points_needed(scenario)
    if needed is not None:
        points[FOE[scenario.scored]] = float(needed - SHORT)
    named = names_of_lines(scenario)
    return Facts(
        points=points,
        lines={line: (scenario.scored, text) for line, text in named.items()},
        standing={
            line: _standing(board, condition, ledger)
            for line, condition, ledger in zip(named, scenario.victory, ledgers, strict=True)
        },
        stands={board.name(unit): (board.unit(unit).side, board.hex(unit)) for unit in board.units},
        lost={board.name(unit): board.unit(unit).side for unit in board.gone},
    )


def units_that_fought(events: Iterable[Event], board: FieldBoard) -> Mapping[str, str]:
    """By unit that attacked or was attacked, its side."""
    busy = {unit for event in events if isinstance(event, Fought) for unit in (*event.attackers, *event.defenders)}
    return {board.name(unit): board.unit(unit).side for unit in sorted(busy)}


def names_of_lines(scenario: printed.PrintedScenario) -> dict[str, str]:
    """By id of each victory condition, in order, what it is for; further ones of a kind are numbered."""
    named: dict[str, str] = {}
    for condition in scenario.victory:
        line, text = _named(condition)
        count = sum(name == line or name.startswith(f"{line}_") for name in named)
        named[f"{line}_{count + 1}" if count else line] = text
    return named


def _named(condition: printed.Victory) -> tuple[str, str]:
    if isinstance(condition, printed.ControlPoints):
        return f"control_{condition.hex}", f"control of {condition.hex}"
    words = f"{NATION[condition.side]} {condition.kind.replace('_', ' ')}"
    if isinstance(condition, printed.ManpowerPoints):
        words += f" lost by {', '.join(condition.causes)}".replace("_", " ")
    return f"{condition.side}_{condition.kind}", words


def _standing(board: FieldBoard, condition: printed.Victory, ledger: tuple[LedgerLine, ...]) -> LineTotal:
    """How often a condition counts, by points of manpower or by units, and the points that it gives in all."""
    times = sum(bool(line.points) for line in ledger)
    if isinstance(condition, printed.ExitPoints):
        times = sum(len(line.parts) for line in ledger)
    elif isinstance(condition, printed.ManpowerPoints):
        times = sum(manpower_lost(board, condition).values())
    return LineTotal(times, float(sum((line.points for line in ledger), Fraction(0))))


def open_scenario(path: Path, game_id: str, documents: tuple[str, ...], packaged: Path) -> Game | None:
    """The game of a designer's scenario file or folder, or None for anything else. Raises `DataError`."""
    if not files.is_scenario(path):
        return None
    book = files.read_folder(path, packaged)
    title = " / ".join(scenario.title for scenario in book.scenarios.values())
    overlay = path if path.is_dir() else path.parent
    return scenario_game(game_id, title, documents, packaged, overlay, book)


NEW_SCENARIO: Final = Path(__file__).parent / "new_scenario.toml"
"""A small scenario to begin with."""


def write_scenario(folder: Path, packaged: Path) -> None:
    """Write a small scenario that can be played as it is: my_scenario.toml, and copies of the counters and the map.

    Raises `FileExistsError`.
    """
    write_new(folder / "my_scenario.toml", NEW_SCENARIO.read_text("utf-8"))
    for name in (files.UNITS, files.MAP):
        write_whole(folder / name, (packaged / name).read_bytes())
