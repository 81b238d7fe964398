"""Everything that makes a game of hexes and counters, as one value: what is printed, and the parts that are set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from attrs import field, frozen

from wargame_core.authoring import Action, Cite, Event, Game, Sequence
from wargame_core.charts import OddsTable
from wargame_core.flow.players import Player
from wargame_core.maps.hexes import HexMap
from wargame_core.rulings import Basis
from wargame_hex_and_counter.board.actions import ACTIONS
from wargame_hex_and_counter.board.board import Book, HexBoard
from wargame_hex_and_counter.board.events import EVENTS
from wargame_hex_and_counter.board.pieces import Setting
from wargame_hex_and_counter.printed.scenarios import SetUp
from wargame_hex_and_counter.printed.terrain import TerrainChart
from wargame_hex_and_counter.rules.arrivals import Due
from wargame_hex_and_counter.rules.victory import Victory


@frozen
class SideTitle:
    """What people call a side, and the colour of its counters."""

    title: str
    color: str
    commander: str = ""


class FurtherPart(Protocol):
    """A part that not every game has, as the game is told of it: replacements, railroads, weather, or an author's."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The actions that only it brings."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The events that only it brings."""

    @property
    def cite(self) -> Cite | None:
        """Its place in the rulebook."""

    def sentences(self) -> Iterable[str]:
        """The rule in words, for the briefing."""

    def status(self, board: Any) -> Iterable[tuple[str, str]]:
        """What the panel says of it: names, each with its value now."""

    def cards(self) -> Iterable[tuple[str, str]]:
        """Its player aids: titles, each with its text in fixed columns."""


@frozen(kw_only=True, eq=False)
class HexGame:
    """A game of hexes and counters; `wargame_hex_and_counter.game.build` makes it ready to play.

    ``notes`` are what a player reads of the situation and of special rules, each with its source; ``tables`` and
    ``chart`` lie beside the map as player aids. ``board``, ``actions`` and ``events`` are more than the usual ones
    where the game has some of its own; ``parts`` are the further parts that it plays with. Without ``players`` and
    ``win_probability`` it has those of the system.
    """

    id: str
    title: str
    document: str
    book: Book
    sides: Mapping[str, SideTitle]
    scenarios: Mapping[str, SetUp]
    sequence: Sequence
    victory: Setting[Victory]
    turns: tuple[str, ...]
    chart: TerrainChart
    tables: tuple[OddsTable, ...] = ()
    signs: Mapping[str, str] = field(factory=lambda: {kind: kind for kind in ("infantry", "cavalry", "artillery")})
    situation: tuple[tuple[str, Cite | None], ...] = ()
    special_rules: tuple[tuple[str, Cite | None], ...] = ()
    basis: Basis = Basis.TEXT
    board: type[HexBoard] = HexBoard
    actions: tuple[type[Action], ...] = ACTIONS
    events: tuple[type[Event], ...] = EVENTS
    parts: tuple[FurtherPart, ...] = ()
    players: Mapping[str, Callable[..., Player]] = field(factory=dict)
    win_probability: Callable[[Any, str], float] | None = None
    reload: Callable[[Path | None], Game] | None = None
    digest: str = ""

    def set_up(self, scenario: str, options: Mapping[str, str]) -> HexBoard:
        """The first board of a scenario."""
        chosen, game_map = self.scenarios[scenario], self.book.map
        held = {game_map.coordinates(game_map.parse(place)): side for place, side in chosen.held.items()}
        at = {unit: game_map.parse(hex_) for unit, hex_ in chosen.at.items()}
        return self.board(book=self.book, scenario=scenario, at=at, turn=chosen.begins - 1, held=held)

    def special(self) -> tuple[tuple[str, Cite | None], ...]:
        """The special rules, and those of further parts, each with its source."""
        of_parts = tuple((text, part.cite) for part in self.parts for text in part.sentences())
        return self.special_rules + of_parts

    def victory_of(self, board: HexBoard) -> Victory:
        """How the points of a board are counted."""
        return self.victory(board) if callable(self.victory) else self.victory


def due_by(scenarios: Mapping[str, SetUp], game_map: HexMap) -> Due:
    """Who is due on a `HexBoard`: those whose turn has come, and who are neither on the map nor lost.

    A unit that was rebuilt comes on the turn and by the hexes of that.
    """

    def due(board: HexBoard) -> Iterable[tuple[str, Iterable[int]]]:
        gone = {*board.at, *board.lost, *board.coming}
        for group in scenarios[board.scenario].reinforcements:
            if group.turn <= board.turn:
                entries = [game_map.parse(hex_) for hex_ in group.at]
                yield from ((unit, entries) for unit in group.units if unit not in gone)
        for unit, coming in board.coming.items():
            if coming.turn <= board.turn and unit not in board.at and unit not in board.lost:
                yield unit, coming.at

    return due
