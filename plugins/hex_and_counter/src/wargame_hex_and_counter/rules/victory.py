"""Victory by points: places held, strength lost, and the level that a sum comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any, Protocol

from attrs import field, frozen

from wargame_core.authoring import Outcome, Table
from wargame_core.contents import AT_THE_END, VictoryRule, rules_of_levels
from wargame_core.maps.hexes import HexMap
from wargame_core.rulings import Basis, Cite, Modifier, Ruling
from wargame_hex_and_counter.board.pieces import title_of
from wargame_hex_and_counter.printed.author_functions import called_with
from wargame_hex_and_counter.rules.binding import pieces_of


class VictoryLine(Protocol):
    """What gives points: a class of an author's own has these too."""

    @property
    def id(self) -> str:
        """Its id in ledgers."""

    def points_of(self, board: Any) -> int:
        """The points that it gives as the board stands."""

    def says(self, board: Any) -> str:
        """The line in words."""


@frozen
class HeldPlace:
    """Points for a place that a side holds at the end. ``at`` is its name or number on the map."""

    at: str
    held_by: str
    points: int

    @property
    def id(self) -> str:
        return f"{self.held_by}_holds_{self.at.replace(' ', '_').lower()}"

    def points_of(self, board: Any) -> int:
        game_map = pieces_of(board).map
        holder: str | None = board.held.get(game_map.coordinates(self.space(game_map)))
        return self.points if holder == self.held_by else 0

    def space(self, game_map: HexMap) -> int:
        """Where the place is."""
        return game_map.cached(("space", self.at), lambda: game_map.parse(self.at))

    def says(self, board: Any) -> str:
        return f"{self.points:+d} if {self.at} is held by {title_of(board, self.held_by)}"


@frozen
class Losses:
    """Points for each point of strength that a side has lost."""

    side: str
    points: int

    @property
    def id(self) -> str:
        return f"losses_{self.side}"

    def points_of(self, board: Any) -> int:
        strength_lost: int = board.losses.get(self.side, 0)
        return self.points * strength_lost

    def says(self, board: Any) -> str:
        return f"{self.points:+d} for each point of strength lost by {title_of(board, self.side)}"


def holds(side: str, *places: str) -> Callable[[Any], bool]:
    """A test of the board: whether a side holds all of these places, by their names or numbers on the map."""

    def all_held(board: Any) -> bool:
        game_map = pieces_of(board).map
        return all(board.held.get(game_map.coordinates(game_map.parse(place))) == side for place in places)

    return all_held


@frozen
class SuddenVictory:
    """What ends the game at once, whatever the points are: ``when`` is a test of the board, ``says`` the same in words.

    It is looked at after every move, arrival and battle and at the end of every phase whose `Binding` has
    ``ends=(VICTORY.suddenly,)``. A draw has no ``winner``.
    """

    title: str
    winner: str
    says: str
    when: Callable[[Any], bool] = field(validator=called_with("board", gives="whether the game ends at once"))

    @property
    def id(self) -> str:
        """Its title as an id."""
        return f"sudden_{self.title.casefold().replace(' ', '_')}"


@frozen
class Level:
    """A level of victory: whose it is, from how many points on. The last has no ``at_least``; a draw no ``winner``."""

    title: str
    winner: str = ""
    at_least: int | None = None

    @property
    def id(self) -> str:
        """Its title as an id."""
        return self.title.casefold().replace(" ", "_")


@frozen
class Victory:
    """The points of one side, from lines, and the levels that they come to, the highest first; what ends it before.

    ``end`` is a step of the sequence of play at its end; ``suddenly`` is one of the ``ends`` of a `Binding`.
    """

    scored: str
    lines: tuple[VictoryLine, ...]
    levels: tuple[Level, ...]
    cite: Cite | None = None
    sudden: tuple[SuddenVictory, ...] = ()

    def ledger(self, board: Any) -> Ruling:
        """The points as the board stands, line by line, and the level that they come to."""
        lines = tuple(Modifier(line.points_of(board), line.says(board), self.cite) for line in self.lines)
        points = sum(line.value for line in lines)
        return Ruling(f"{title_of(board, self.scored)} points", self.level(points).title, 0, lines, self.cite)

    def points(self, board: Any) -> int:
        """The points as the board stands: the total of `ledger`."""
        return sum(line.points_of(board) for line in self.lines)

    def level(self, points: int) -> Level:
        """The level that so many points come to."""
        return next(level for level in self.levels if level.at_least is None or points >= level.at_least)

    def end(self, table: Table[Any]) -> None:
        """The game is over, with the level that the points come to."""
        ledger = self.ledger(table.board)
        level = self.level(ledger.total)
        text = f"{level.title}: {title_of(table.board, self.scored)} {ledger.total}."
        table.finish(Outcome(level.winner or None, level.title, {self.scored: ledger.total}, text))

    def suddenly(self, table: Table[Any]) -> None:
        """The game is over where a condition that ends it at once holds; else nothing happens."""
        for condition in self.sudden:
            if condition.when(table.board):
                points = self.points(table.board)
                text = f"{condition.title}: {condition.says}."
                table.finish(Outcome(condition.winner or None, condition.title, {self.scored: points}, text))

    def rules(self, board: Any, basis: Basis) -> Iterator[VictoryRule]:
        """Levels and lines as a document lists them."""
        yield from rules_of_levels(self.levels, title_of(board, self.scored), repeat(basis), self.cite)
        for condition in self.sudden:
            yield VictoryRule(
                id=condition.id,
                side=condition.winner,
                text=condition.says,
                when="at any moment",
                times="once",
                level=condition.title,
                basis=basis.value,
                cite=self.cite,
            )
        names = pieces_of(board).map
        for line in self.lines:
            place_held = getattr(line, "at", "")
            yield VictoryRule(
                id=line.id,
                side=self.scored,
                text=line.says(board),
                points=getattr(line, "points", None),
                when=AT_THE_END,
                times="at the end",
                places=(names.coordinates(names.parse(place_held)),) if place_held else (),
                basis=basis.value,
                cite=self.cite,
            )
