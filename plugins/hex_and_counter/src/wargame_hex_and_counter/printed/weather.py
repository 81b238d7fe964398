"""Weather as printed: what each kind of weather does, and which there is, or is rolled for, on each turn.

A file of it has a section for each kind, and rows of turns::

    [weather.dry]

    [weather.mud]
    movement = "halved"                  # or a number: so many points at the most
    attacking = "1 left"                 # or "halved"
    without = ["Rail movement"]          # phases that are left out
    terrain.clear = { enter = 2 }        # rows of the terrain effects chart that are other ones

    [[row]]
    turns = [1, 2]
    weather = "dry"

    [[row]]
    turns = [3, 4]
    roll = ["dry", "dry", "dry", "dry", "mud", "mud"]     # a word for each face of the die
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeAlias

from attrs import asdict, field, fields_dict, frozen

from wargame_core.charts import TIMES, ChartError, Factor, Rounding
from wargame_core.data import Document, KeyPath, Problems, check_source, read_toml, structure
from wargame_core.dice import Die
from wargame_core.errors import RulesError
from wargame_core.limits import quote
from wargame_core.rulings import Cite
from wargame_hex_and_counter.printed.effects import Effect
from wargame_hex_and_counter.printed.terrain import HexsideRow, RoadRow, TerrainChart, TerrainRow
from wargame_hex_and_counter.printed.words import one_of

Fractions: TypeAlias = Literal["kept", "dropped", "rounded up"]
"""What becomes of fractions where weather halves strengths or movement points."""
_ROUNDING = {"kept": Rounding.NONE, "dropped": Rounding.DOWN, "rounded up": Rounding.UP}


@frozen(kw_only=True, slots=False)
class WeatherSection:
    """[weather.WORD]: what a kind of weather does, as a file says it; nothing is checked yet."""

    movement: str | int = ""
    attacking: str = ""
    fractions: Fractions = "kept"
    without: tuple[str, ...] = ()
    terrain: Mapping[str, TerrainRow] = field(factory=dict)
    hexside: Mapping[str, HexsideRow] = field(factory=dict)
    road: Mapping[str, RoadRow] = field(factory=dict)

    def wrong(self) -> Iterator[tuple[str, str]]:
        """What is wrong, with the key that says it."""
        if isinstance(self.movement, int):
            if self.movement < 0:
                yield "movement", f"{self.movement}: movement points are 0 or more"
        elif self.movement not in ("", *TIMES):
            options = f"{', '.join(TIMES)}, a number of movement points"
            yield "movement", f"{quote(self.movement)} says nothing of movement: {options}"
        try:
            Effect.read(self.attacking)
        except ChartError as error:
            yield "attacking", str(error)


@frozen(kw_only=True, slots=False)
class Weather(WeatherSection):
    """What a kind of weather does; as it is, nothing.

    ``movement`` multiplies the points of all units ("halved"), or as a number is how many they have at the most.
    ``attacking`` shifts all attacks or multiplies them. ``without`` are labels of phases that are left out. Rows of
    the terrain effects chart that are other ones stand under ``terrain``, ``hexside`` and ``road``.

    Raises:
        RulesError: words that say no effect, with those there are.
    """

    def __attrs_post_init__(self) -> None:
        one_of(Fractions)(self, fields_dict(Weather)["fractions"], self.fractions)
        for key, problem in self.wrong():
            raise RulesError(f"Weather({key}=): {problem}")

    @property
    def effect(self) -> Effect:
        """What it does to attacks."""
        return Effect.read(self.attacking)

    def factor(self, times: Fraction, label: str, cite: Cite | None) -> Factor:
        """A factor with what becomes of fractions."""
        return Factor(times, label, _ROUNDING[self.fractions], cite)

    @property
    def changes_chart(self) -> bool:
        """Whether some rows of the terrain effects chart are other ones."""
        return bool(self.terrain or self.hexside or self.road)

    def changed_chart(self, chart: TerrainChart) -> TerrainChart:
        """A chart with the rows that are other ones in this weather."""
        return TerrainChart(
            {**chart.terrain, **self.terrain},
            {**chart.hexside, **self.hexside},
            {**chart.road, **self.road},
            chart.place,
            chart.cite,
        )


@frozen
class WeatherRoll:
    """A die for the weather: a word for each total that it can show, from the lowest; without ``dice`` one die.

    >>> WeatherRoll(("dry", "dry", "mud")).of(3)
    'mud'

    Raises:
        RulesError: more or fewer words than totals.
    """

    words: tuple[str, ...]
    dice: str = ""

    def __attrs_post_init__(self) -> None:
        if not self.words or len(self.words) != len(self._totals):
            raise RulesError(f"WeatherRoll: {len(self.words)} words for {len(self._totals)} totals of {self.die}")

    @property
    def die(self) -> Die:
        """The die that is rolled."""
        return Die.parse(self.dice or f"1d{max(1, len(self.words))}")

    @property
    def _totals(self) -> list[int]:
        return sorted(self.die.odds)

    def of(self, total: int) -> str:
        """The weather of a total."""
        return self.words[self._totals.index(total)]


Due: TypeAlias = str | WeatherRoll
"""The weather of a turn: a word, or a die for it."""


@frozen
class WeatherRow:
    """[[row]]: the weather of some turns: a word, or with ``roll`` a word for each face of a die."""

    turns: tuple[int, ...]
    weather: str = ""
    roll: tuple[str, ...] = ()
    dice: str = ""


@frozen
class WeatherFile:
    """weather.toml: the kinds of weather, and the turns."""

    weather: Mapping[str, WeatherSection]
    row: tuple[WeatherRow, ...]
    cite: Cite | None = None


def read_weather(
    path: Path | Document, turns: int, chart: TerrainChart, phases: Collection[str] = ()
) -> tuple[Mapping[str, Weather], tuple[Due, ...], Cite | None]:
    """The kinds of weather of a file, and for each turn its word or die. Raises `DataError` with every problem."""
    doc, problems = read_toml(path, "a file of weather"), Problems()
    check_source(doc, problems)
    file = structure(doc, WeatherFile, problems)
    problems.raise_if_any()
    assert file is not None
    _check_kinds(doc, problems, file, chart, phases)
    due_by_turn: dict[int, Due] = {}
    for number, row in enumerate(file.row):
        if bool(row.weather) == bool(row.roll):
            problems.add(
                doc, ("row", number), "E204", "a row has either weather, a word, or roll, a word for each face"
            )
            continue
        try:
            weather: Due = row.weather or WeatherRoll(row.roll, row.dice)
        except (RulesError, ValueError) as error:
            problems.add(doc, ("row", number, "roll"), "E204", str(error))
            continue
        for turn_number, turn in enumerate(row.turns):
            if not 1 <= turn <= turns or turn in due_by_turn:
                reason = (
                    f"turn {turn} has its weather in another row"
                    if turn in due_by_turn
                    else f"the game has 1 to {turns}"
                )
                problems.add(doc, ("row", number, "turns", turn_number), "E625", f"turn {turn}: {reason}")
            due_by_turn[turn] = weather
    if missing_turns := [str(turn) for turn in range(1, turns + 1) if turn not in due_by_turn]:
        problems.add(doc, ("row",), "E625", f"no row has the weather of turn {', '.join(missing_turns)}")
    problems.raise_if_any()
    kinds = {word: Weather(**asdict(section, recurse=False)) for word, section in file.weather.items()}
    return kinds, tuple(due_by_turn[turn] for turn in range(1, turns + 1)), file.cite


def _check_kinds(
    doc: Document, problems: Problems, file: WeatherFile, chart: TerrainChart, phases: Collection[str]
) -> None:
    """Rows name kinds of weather, and each kind stands in a row; what a kind leaves out or changes is there."""
    for key_path, word in _words(file):
        problems.reference(doc, key_path, "a kind of weather", word, file.weather)
    words_in_rows = {word for _, word in _words(file)}
    for kind, weather in file.weather.items():
        for key, problem in weather.wrong():
            problems.add(doc, ("weather", kind, key), "E204", problem)
        if kind not in words_in_rows:
            problems.add(doc, ("weather", kind), "E302", f"no row says {quote(kind)}")
        for phase_number, label in enumerate(weather.without):
            problems.reference(
                doc, ("weather", kind, "without", phase_number), "a phase that weather can leave out", label, phases
            )
        for section in ("terrain", "hexside", "road"):
            for word in getattr(weather, section):
                rows: Collection[str] = getattr(chart, section)
                chart_row_text = f"a row [{section}] of the terrain effects chart"
                problems.reference(doc, ("weather", kind, section, word), chart_row_text, word, rows)


def _words(file: WeatherFile) -> Iterator[tuple[KeyPath, str]]:
    """Every kind of weather that a row names, with where it does."""
    for row_number, row in enumerate(file.row):
        if row.weather:
            yield ("row", row_number, "weather"), row.weather
        yield from ((("row", row_number, "roll", face_number), word) for face_number, word in enumerate(row.roll))
