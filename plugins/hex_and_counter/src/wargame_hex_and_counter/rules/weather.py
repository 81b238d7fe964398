"""Weather as a track: a word for each turn, printed or rolled, and what it does to movement, attacks and phases."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

from attrs import field, frozen

from wargame_core.authoring import Action, Event, Procedure, Table
from wargame_core.charts import TIMES, Block, Factor, multiplied, text_table
from wargame_core.data import Document
from wargame_core.errors import RulesError
from wargame_core.limits import quote
from wargame_core.rulings import Cite, Modifier
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.events import WeatherChanged
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.printed.author_functions import called_with
from wargame_hex_and_counter.printed.in_words import terrain_in_words
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.printed.weather import Due, Weather, WeatherRoll, read_weather
from wargame_hex_and_counter.rules.binding import turn_of, weather_of
from wargame_hex_and_counter.rules.movement import printed_allowance

Allowance = Callable[[Pieces, str], Fraction | int]
"""The movement points of a unit."""


@frozen(kw_only=True, eq=False)
class WeatherTrack:
    """The kinds of weather by their words, and what there is on each turn: a word, or a die that brings one.

    ``turns`` may be a function of the board, which knows the last weather. The other parts take its `chart`,
    `allowance`, `shifts`, `factors` and `plays`; ``weather``, ``turn`` and ``changed`` read and change the board.

    Raises:
        RulesError: a word that is not a kind of weather.
    """

    actions: ClassVar[tuple[type[Action], ...]] = ()
    events: ClassVar[tuple[type[Event], ...]] = (WeatherChanged,)

    kinds: Mapping[str, Weather]
    turns: tuple[Due, ...] | Callable[[Any], Due] = field(
        validator=called_with("board", gives="a word for the weather, or a WeatherRoll")
    )
    weather: Callable[[Any], str] = weather_of
    turn: Callable[[Any], int] = turn_of
    changed: Callable[[str], Event] = WeatherChanged
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        for due_weather in () if callable(self.turns) else self.turns:
            self._check(due_weather)

    @staticmethod
    def read(path: Path | Document, turns: int, chart: TerrainChart, phases: Collection[str] = ()) -> WeatherTrack:
        """The track of a file for so many turns; ``phases`` are those that it may leave out. Raises `DataError`."""
        kinds, by_turn, cite = read_weather(path, turns, chart, phases)
        return WeatherTrack(kinds=kinds, turns=by_turn, cite=cite)

    def _check(self, due_weather: Due) -> Due:
        for word in due_weather.words if isinstance(due_weather, WeatherRoll) else (due_weather,):
            if word not in self.kinds:
                raise RulesError(f"{quote(word)} is not a kind of weather: {', '.join(self.kinds)}")
        return due_weather

    def due(self, board: Any) -> Due:
        """The word of this turn, or the die for it. Raises `RulesError` for a turn of which nothing is said."""
        if callable(self.turns):
            return self._check(self.turns(board))
        turn = self.turn(board)
        if not 1 <= turn <= len(self.turns):
            raise RulesError(f"the weather of turn {turn}: it is given for turns 1 to {len(self.turns)}")
        return self.turns[turn - 1]

    def begin(self, table: Table[Any]) -> Procedure[None]:
        """The weather of the turn stands on the board: a step of the sequence of play at its beginning."""
        due_weather = self.due(table.board)
        if isinstance(due_weather, WeatherRoll):
            total = yield from table.roll_openly(due_weather.die, "the weather", self.cite)
            table.record(self.changed(due_weather.of(total)))
        elif due_weather != self.weather(table.board):
            table.record(self.changed(due_weather))

    # what it does

    def current_weather(self, board: Any) -> Weather:
        """What the weather does now; nothing before there is any."""
        return self.kinds.get(self.weather(board), Weather())

    def chart(self, chart: TerrainChart) -> Callable[[Any], TerrainChart]:
        """A function of the board: the terrain effects chart with the rows that are other ones in the weather."""
        charts = {word: kind.changed_chart(chart) for word, kind in self.kinds.items() if kind.changes_chart}
        return lambda board: charts.get(self.weather(board), chart)

    def allowance(self, usual_allowance: Allowance = printed_allowance) -> Allowance:
        """The movement points of a unit in the weather, from those that it has otherwise."""

        def points(pieces: Pieces, unit: str) -> Fraction | int:
            weather, allowance = self.current_weather(pieces.board), usual_allowance(pieces, unit)
            if isinstance(weather.movement, int):
                return min(weather.movement, allowance)
            times = TIMES.get(weather.movement)
            return allowance if times is None else multiplied(allowance, [weather.factor(times, "weather", self.cite)])

        return points

    def shifts(self, board: Any, battle: Battle) -> Iterable[Modifier]:
        """The shift of an attack by the weather, one of the ``shifts`` of `Combat`."""
        if shift := self.current_weather(board).effect.shift:
            yield Modifier(shift, self.weather(board), self.cite)

    def factors(self, board: Any, battle: Battle) -> Iterable[Factor]:
        """What multiplies an attack in the weather, one of the ``factors`` of `Combat`."""
        weather = self.current_weather(board)
        if weather.effect.times != 1:
            yield weather.factor(weather.effect.times, self.weather(board), self.cite)

    def plays(self, label: str) -> Callable[[Any], bool]:
        """A test of the board, the ``when`` of a phase: whether the weather lets it be played.

        Raises:
            RulesError: a label that no weather leaves out; the message has those that some does.
        """
        labels = dict.fromkeys(label for kind in self.kinds.values() for label in kind.without)
        if label not in labels:
            raise RulesError(f"no weather leaves out {quote(label)}: {', '.join(labels) or 'none leaves out any'}")
        return lambda board: label not in self.current_weather(board).without

    def halving_rows(self) -> list[str]:
        """The kinds of weather that halve strengths and keep the fractions, as the file names them."""
        return [
            f"weather.{word}.{key}"
            for word, kind in self.kinds.items()
            for key in (
                *(("attacking",) if kind.effect.times.denominator != 1 and kind.fractions == "kept" else ()),
                *TerrainChart(kind.terrain, kind.hexside).halving_rows(),
            )
        ]

    # the table and the sheet

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """The weather and what it does, for the panel."""
        if word := self.weather(board):
            yield "Weather", f"{word}: {_effects_phrase(self.kinds[word])}"

    def sentences(self) -> Iterator[str]:
        """What each kind of weather does, in words."""
        for word, kind in self.kinds.items():
            yield f"Weather, {word}: {_effects_phrase(kind)}."

    def cards(self) -> tuple[tuple[str, str], ...]:
        """The turns with their weather, and the rows of the terrain effects chart that are other ones."""
        lines = [] if callable(self.turns) else [_track_in_words(self.turns)]
        for word, kind in self.kinds.items():
            if kind.changes_chart:
                changed_terrain_chart = TerrainChart(kind.terrain, kind.hexside, kind.road)
                lines += ["", terrain_in_words(changed_terrain_chart, title=f"in {word}:")]
        return (("Weather", "\n".join(lines)),) if lines else ()


def _effects_phrase(kind: Weather) -> str:
    """What a kind of weather does, in words."""
    movement = kind.movement
    effects = [f"at most {movement} movement points"] if isinstance(movement, int) else []
    effects += [f"movement {movement}"] if isinstance(movement, str) and movement else []
    effects += [f"attacks {kind.attacking}"] if kind.attacking else []
    effects += [f"no {label.lower()}" for label in kind.without]
    effects += ["other terrain effects"] if kind.changes_chart else []
    return ", ".join(effects) or "no effects"


def _track_in_words(turns: Sequence[Due]) -> str:
    """The weather of each turn as a table, in which turns with the same one share a row."""
    runs = [
        [turn_number for turn_number, _ in run] for _, run in groupby(enumerate(turns, 1), lambda turn: _says(turn[1]))
    ]
    weather = tuple((weather_text,) for weather_text, _ in groupby(map(_says, turns)))
    return text_table("Weather", "turn", tuple(map(_span, runs)), (Block("", ("weather",), weather),))


def _says(due_weather: Due) -> str:
    """The weather of a turn as printed, each kind with the totals that bring it."""
    if isinstance(due_weather, str):
        return due_weather
    kinds = [(word, list(totals)) for word, totals in groupby(sorted(due_weather.die.odds), due_weather.of)]
    return f"{due_weather.die}: {', '.join(f'{_span(totals)} {word}' for word, totals in kinds)}"


def _span(numbers: Sequence[int]) -> str:
    """Numbers that follow one another: "3", "4-10"."""
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"
