"""Reading a game of text files: every mistake of all files at once, each with its file and line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar

from attrs import evolve, frozen

from wargame_core.charts import OddsTable, OddsTableFile
from wargame_core.data import (
    DataFolder,
    Document,
    KeyPath,
    Names,
    Problem,
    Problems,
    check_source,
    did_you_mean,
    one_kind_of,
    structure,
    worded,
)
from wargame_core.errors import DataError, RulesError
from wargame_core.maps.files.hexes import HexMapFile
from wargame_core.maps.hexes import HexMap
from wargame_core.shapes import fields_of
from wargame_hex_and_counter.game_files import checks
from wargame_hex_and_counter.game_files.assembly import PrintedGame, phase_titles
from wargame_hex_and_counter.game_files.checks_of_turns import check_turns
from wargame_hex_and_counter.game_files.counters import read_counters
from wargame_hex_and_counter.game_files.further_checks import check_further, check_under_counters, check_withdrawals
from wargame_hex_and_counter.game_files.misplaced_keys import with_homes
from wargame_hex_and_counter.game_files.scenario_files import PrintedScenario, ScenarioRulesFile
from wargame_hex_and_counter.game_files.sections import PHASES, ControlLine, GameFile, LossesLine, TurnsSection
from wargame_hex_and_counter.game_files.vocabulary import NO_WORDS, Vocabulary
from wargame_hex_and_counter.printed.files import CountersFile, read_map, set_up_of
from wargame_hex_and_counter.printed.terrain import TerrainChart, TerrainFile
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.printed.weather import WeatherFile
from wargame_hex_and_counter.rules.hex_game import HexGame
from wargame_hex_and_counter.rules.weather import WeatherTrack

T = TypeVar("T")
GAME, MAP, TERRAIN = "game.toml", "map.toml", "terrain.toml"
_FILE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_. -]{0,99}\.(?:toml|csv)", re.ASCII)
_FILE_BESIDE_GAME: Final = "a file beside game.toml, as counters.csv or two_days.toml"


@frozen
class ReadGame:
    """A game of text files: what they say, the game of its parts, and the files."""

    printed_game: PrintedGame
    game: HexGame
    files: Mapping[Path, type[Any] | None]
    """With the class that reads each; a table in CSV has none."""

    def digest(self) -> str:
        """A hash of the contents of its files; the same on every machine and for both kinds of line ends."""
        digest = blake2b(digest_size=16)
        for path in sorted(self.files, key=lambda path: path.name):
            content = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{path.name}:{len(content)}:".encode() + content)
        return digest.hexdigest()


def read_game(folder: DataFolder, words: Vocabulary = NO_WORDS) -> ReadGame:
    """The game in a folder, whose files may name the functions of ``words``.

    Raises `DataError` with every problem of every file.
    """
    reading = _GameReading(folder, words)
    printed_game = reading.printed()
    reading.point_to_files()
    reading.problems.raise_if_any()
    assert printed_game is not None
    try:
        return ReadGame(printed_game, printed_game.hex_game(), reading.files)
    except RulesError as error:
        raise DataError([Problem(GAME, 1, 1, "E207", str(error))]) from None


class _GameReading:
    """One reading of a folder: the files as far as they can be read, and what is wrong with them."""

    def __init__(self, folder: DataFolder, words: Vocabulary) -> None:
        self.folder, self.words, self.problems = folder, words, Problems()
        self.files: dict[Path, type[Any] | None] = {}

    def printed(self) -> PrintedGame | None:
        """All that the files say; None where something is wrong, which is noted then."""
        doc = self._read_or_note(lambda: self.folder.read(GAME, "the rules of a game"))
        self._file(GAME, game_class(self.words))
        game_map = self._read_or_note(lambda: read_map(self._file(MAP, HexMapFile)))
        if doc is None:
            self._chart(game_map, None)
            return None
        source = check_source(doc, self.problems)
        sections = sections_of(doc, self.problems, names_in(doc, game_map, self.words), self.words)
        units = self._units(doc)
        counters = list(units.values()) if units is not None else None
        chart = self._chart(game_map, counters)
        table, fire_table = self._table(doc, "combat"), self._table(doc, "opportunity_fire")
        weather = self._weather(doc, sections, chart)
        facts = checks.GameFacts(doc, sections, self.words, game_map, units, chart, table)
        checks.check_game(facts, self.problems)
        check_turns(facts, self.problems)
        check_further(facts, self.problems)
        scenarios = dict(self._scenarios(facts))
        checks.check_places(facts, self.problems, scenarios)
        checks.check_table(facts, self.problems, weather, scenarios.values())
        if self.problems:
            return None
        assert source is not None
        assert game_map is not None
        assert units is not None
        assert chart is not None
        file = game_class(self.words)(**sections)
        return PrintedGame(
            doc=doc, file=file, source=source, game_map=game_map, units=units, chart=chart, table=table,
            fire_table=fire_table, weather=weather, scenarios=scenarios, words=self.words,
        )  # fmt: skip

    def point_to_files(self) -> None:
        """Say of keys that stand in the wrong file or section where they belong."""
        kinds: dict[type[Any], str] = {}
        for path, cls in self.files.items():
            if cls is not None:
                kinds.setdefault(cls, path.name)
        kinds[scenario_class(self.words)] = "a scenario"
        files = {name: cls for cls, name in kinds.items()}
        self.problems.found = [with_homes(problem, files) for problem in self.problems.found]

    def _read_or_note(self, read_part: Callable[[], T]) -> T | None:
        """What is read, or None after noting what is wrong with it."""
        try:
            return read_part()
        except DataError as error:
            self.problems.found.extend(error.problems)
        except RulesError as error:
            self.problems.found.append(Problem(MAP, 1, 1, "E207", str(error)))
        return None

    def _file(self, name: str, cls: type[Any]) -> Path:
        path = self.folder.file(name)
        self.files[path] = cls if path.suffix == ".toml" else None
        return path

    def _named_file(self, doc: Document, key_path: KeyPath, name: object, cls: type[Any]) -> Path | None:
        """A file that the rules name; None after noting that the name is none of a file beside them."""
        if not isinstance(name, str):
            return None
        if _FILE_NAME.fullmatch(name):
            return self._file(name, cls)
        self.problems.add(doc, key_path, "E204", f"{name!r} is not the name of {_FILE_BESIDE_GAME}")
        return None

    def _units(self, doc: Document) -> Mapping[str, Unit] | None:
        counters = doc.data.get("counters")
        name = counters.get("file") if isinstance(counters, dict) else None
        path = self._named_file(doc, ("counters", "file"), name, CountersFile)
        names = names_in(doc, None, NO_WORDS)
        sides, kinds = names.get("a side"), names.get("a kind of unit")
        if path is None or sides is None or kinds is None:
            return None
        return self._read_or_note(lambda: read_counters(path, sides, kinds))

    def _chart(self, game_map: HexMap | None, counters: list[Unit] | None) -> TerrainChart | None:
        path = self._file(TERRAIN, TerrainFile)
        doc = self._read_or_note(lambda: self.folder.read(path.name, "a terrain effects chart"))
        if doc is None:
            return None
        if game_map is not None:
            checks.check_rows(doc, game_map, self.problems)
        return self._read_or_note(lambda: TerrainChart.read(doc, game_map, counters))

    def _table(self, doc: Document, section: str) -> OddsTable | None:
        """The table of a section, which is combat or opportunity fire."""
        section_data = doc.data.get(section)
        name = section_data.get("table") if isinstance(section_data, dict) else None
        path = self._named_file(doc, (section, "table"), name, OddsTableFile)
        return self._read_or_note(lambda: OddsTable.read(path)) if path is not None else None

    def _weather(self, doc: Document, sections: Mapping[str, Any], chart: TerrainChart | None) -> WeatherTrack | None:
        weather, turns = doc.data.get("weather"), sections.get("turns")
        name = weather.get("file") if isinstance(weather, dict) else None
        path = self._named_file(doc, ("weather", "file"), name, WeatherFile)
        if path is None or chart is None or not isinstance(turns, TurnsSection):
            return None
        titles = phase_titles(sections.get("phase", {}), self.words).values()
        return self._read_or_note(lambda: WeatherTrack.read(path, len(turns.track), chart, titles))

    def _scenarios(self, facts: checks.GameFacts) -> Iterator[tuple[str, PrintedScenario]]:
        """The scenarios of the files that [game] lists, by id."""
        game = facts.doc.data.get("game")
        file_names = game.get("scenarios") if isinstance(game, dict) else None
        if not isinstance(file_names, list):
            return
        if not file_names:
            self.problems.add(facts.doc, ("game", "scenarios"), "E204", "a game has at least one scenario")
        list_path = ("game", "scenarios")
        self.problems.unique(facts.doc, "listed", (((*list_path, n), name) for n, name in enumerate(file_names)))
        file_of_id: dict[str, str] = {}
        for file_number, name in enumerate(dict.fromkeys(map(str, file_names))):
            path = self._named_file(facts.doc, (*list_path, file_number), name, scenario_class(self.words))
            scenario = self._scenario(path, facts) if path is not None else None
            if scenario is None:
                continue
            id_ = scenario.set_up.id
            if id_ in file_of_id:
                self.problems.add(
                    scenario.doc,
                    ("scenario", "id"),
                    "E302",
                    f"{id_!r} is already the id of a scenario, in {file_of_id[id_]}",
                )
            file_of_id.setdefault(id_, name)
            yield id_, scenario

    def _scenario(self, path: Path, facts: checks.GameFacts) -> PrintedScenario | None:
        doc = self._read_or_note(lambda: self.folder.read(path.name, "a scenario"))
        if doc is None:
            return None
        check_source(doc, self.problems)
        names = names_in(facts.doc, facts.game_map, self.words)
        file = structure(doc, scenario_class(self.words), self.problems, names=names)
        if file is None or facts.game_map is None or facts.units is None:
            return None
        turns = checks.turns_in(facts)
        limit = checks.most_in_a_hex(facts, file.exception)
        set_up = set_up_of(
            doc, file, self.problems, facts.game_map, facts.units, turns, limit=limit,
            turns_from=f"{GAME}: track under [turns] has a line for each turn",
        )  # fmt: skip
        railroad_sides = checks.railroads_held(facts, self.problems, doc, file.railroads)
        scenario = PrintedScenario(doc, file, evolve(set_up, held={**railroad_sides, **set_up.held}))
        checks.check_scenario(facts, self.problems, scenario)
        check_under_counters(facts, self.problems, scenario)
        check_withdrawals(facts, self.problems, scenario)
        return scenario


def sections_of(doc: Document, problems: Problems, names: Names, words: Vocabulary) -> dict[str, Any]:
    """The sections of game.toml that can be read, by key; what is wrong with the others is noted."""
    fields = {part.key: part for part in fields_of(game_class(words))}
    for key in doc.data:
        if key not in fields and key not in ("source", "basis", "source_note"):
            section_names = ", ".join(fields)
            hint = did_you_mean(key, fields)
            problems.add(doc, (key,), "E201", f"there is no such section ({section_names})", hint)
    sections: dict[str, Any] = {}
    for key, section in fields.items():
        if key in doc.data or section.required:
            count_before = len(problems)
            value = structure(doc, section.shape.declared, problems, (key,), names)
            if len(problems) == count_before:
                sections[key] = value
    return sections


def names_in(doc: Document, game_map: HexMap | None, words: Vocabulary) -> Names:
    """The names of sides, kinds of units, phases and kinds of roads that other sections and files may use."""
    counters, phases = doc.data.get("counters"), doc.data.get("phase")
    kinds = counters.get("kinds") if isinstance(counters, dict) else None
    names: dict[str, Collection[str]] = {"a phase": [*PHASES, *_keys(phases), *words.phase]}
    if sides := _keys(doc.data.get("side")):
        names["a side"] = sides
    if isinstance(kinds, list) and kinds:
        names["a kind of unit"] = [kind for kind in kinds if isinstance(kind, str)]
    boxes = doc.data.get("box")
    if isinstance(boxes, list):
        names["a box"] = [str(box.get("name")) for box in boxes if isinstance(box, dict)]
    if game_map is not None:
        names["a kind of road"] = sorted({road.kind for road in game_map.roads})
    return names


def _keys(table: object) -> list[str]:
    return list(table) if isinstance(table, dict) else []


def game_class(words: Vocabulary) -> type[GameFile]:
    """The class that reads game.toml, with a game's own lines of victory."""
    return worded(GameFile, victory=tuple[_lines(words), ...]) if words.victory else GameFile  # type: ignore[misc]


def scenario_class(words: Vocabulary) -> type[ScenarioRulesFile]:
    """The class that reads a scenario, with a game's own lines of victory."""
    return worded(ScenarioRulesFile, victory=tuple[_lines(words), ...]) if words.victory else ScenarioRulesFile  # type: ignore[misc]


def _lines(words: Vocabulary) -> Any:
    return one_kind_of((ControlLine, LossesLine, *words.victory))
