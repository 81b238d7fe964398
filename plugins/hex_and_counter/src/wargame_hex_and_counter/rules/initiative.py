"""Initiative: which side acts first, by a roll, as the rulebook gives it, or for a bid of points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, assert_never

from attrs import field, frozen

from wargame_core.authoring import D6, Action, Ask, Die, Event, ListedChoices, Procedure, Table
from wargame_core.errors import RulesError
from wargame_core.names import listed
from wargame_core.rulings import Cite, Modifier
from wargame_hex_and_counter.board.actions import Bid
from wargame_hex_and_counter.board.events import InitiativeTaken, PointsSet
from wargame_hex_and_counter.board.pieces import Setting, title_of
from wargame_hex_and_counter.printed.author_functions import functions_with, series_from, setting

Advantage: TypeAlias = Callable[[Any, str], Iterable[Modifier]]
"""An author's function of the board and a side that gives what it adds to its die."""


@frozen(kw_only=True)
class RolledInitiative:
    """Each side rolls, the higher has the initiative.

    ``ties`` is the side that has it when both are equal, "" for another roll; ``modifiers`` are functions of the board
    and a side.
    """

    die: Die = D6
    ties: str = ""
    modifiers: tuple[Advantage, ...] = field(
        default=(), validator=functions_with("board", "side", gives="what it adds to its die: Modifier")
    )

    def sentences(self, titles: Callable[[str], str]) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        yield f"Each side rolls {self.die}, and the higher has the initiative."
        yield (
            f"{titles(self.ties)} has it when both are equal." if self.ties else "Both roll again when they are equal."
        )


@frozen
class GivenInitiative:
    """The rulebook says by turn who has the initiative; the last entry holds for all turns from there on.

    ``turns`` may be a function of the board.
    """

    turns: Setting[tuple[str, ...]] = field(validator=setting)

    def sentences(self, titles: Callable[[str], str]) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        if not callable(self.turns):
            yield f"The initiative by turn: {', '.join(map(titles, self.turns))}, and so on."


@frozen(kw_only=True)
class BidInitiative:
    """Both sides offer some of their ``points`` in secret; the higher has the initiative and is paid.

    ``ties`` is the side that has it when both offer the same, and pays. ``each_turn`` are the points that a side gets
    before they offer.
    """

    points: str
    ties: str
    each_turn: Mapping[str, int] = field(factory=dict)

    def sentences(self, titles: Callable[[str], str]) -> Iterator[str]:
        """The rule in words."""
        if self.each_turn:
            points_text = listed(f"{titles(side)} {points}" for side, points in self.each_turn.items())
            yield f"{self.points.capitalize()} on each turn: {points_text}."
        yield f"Both sides offer some of their {self.points} in secret; the higher has the initiative and is paid."
        yield f"{titles(self.ties)} has it, and pays, when both offer the same."


@frozen(kw_only=True)
class Initiative:
    """One of two sides has the initiative on a turn.

    `decide` is a step of the sequence of play; `first` and `second` give the ``when`` of the player turns of a side
    that come first and second. The game's board has ``initiative``.

    Raises:
        RulesError: other than two sides, or a side of ``by`` that is none of them.
    """

    sides: tuple[str, ...]
    by: RolledInitiative | GivenInitiative | BidInitiative
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        if len(self.sides) != 2:
            raise RulesError(f"Initiative(sides=): it is about two sides, not {len(self.sides)}")
        if isinstance(self.by, GivenInitiative):
            named_sides = () if callable(self.by.turns) else self.by.turns
        else:
            named_sides = (self.by.ties,) if self.by.ties else ()
            named_sides += tuple(self.by.each_turn) if isinstance(self.by, BidInitiative) else ()
        if wrong_sides := [side for side in named_sides if side not in self.sides]:
            raise RulesError(f"Initiative(by=): {wrong_sides[0]!r} is not one of its sides: {', '.join(self.sides)}")

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The actions that its settings bring."""
        return (Bid,) if isinstance(self.by, BidInitiative) else ()

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The events that its settings bring."""
        return (InitiativeTaken, *((PointsSet,) if isinstance(self.by, BidInitiative) else ()))

    def decide(self, table: Table[Any]) -> Procedure[None]:
        """A side has the initiative."""
        match self.by:
            case RolledInitiative():
                yield from self._roll(table, self.by)
            case GivenInitiative(turns=turns):
                sides_by_turn = turns(table.board) if callable(turns) else turns
                side = sides_by_turn[min(max(table.board.turn, 1), len(sides_by_turn)) - 1]
                table.record(InitiativeTaken(side, f"as given for turn {table.board.turn}"))
            case BidInitiative():
                yield from self._take_bids(table, self.by)
            case _:
                assert_never(self.by)

    def _roll(self, table: Table[Any], rule: RolledInitiative) -> Procedure[None]:
        """Each side has rolled, until one has the initiative."""
        while True:
            scores = []
            for side in self.sides:
                die = yield from table.roll_openly(
                    rule.die, f"the initiative of {title_of(table.board, side)}", self.cite
                )
                additions = [
                    modifier.value for modifier_rule in rule.modifiers
                    for modifier in series_from(
                        "RolledInitiative.modifiers", modifier_rule, Modifier, table.board, side
                    )
                ]  # fmt: skip
                scores.append(die + sum(additions))
            text = f"{scores[0]} against {scores[1]}"
            if side := rule.ties if scores[0] == scores[1] else self.sides[scores.index(max(scores))]:
                table.record(InitiativeTaken(side, text))
                return

    def _take_bids(self, table: Table[Any], rule: BidInitiative) -> Procedure[None]:
        """Both have offered points, and the higher has paid."""
        points_before = table.board.points.get(rule.points, {})
        points_by_side = {side: points_before.get(side, 0) + rule.each_turn.get(side, 0) for side in self.sides}
        for side in self.sides:
            if rule.each_turn.get(side, 0):
                table.record(PointsSet(side, rule.points, points_by_side[side]))
        asks = [
            Ask(
                side, ListedChoices([Bid(points) for points in range(points_by_side[side] + 1)], cite=self.cite),
                (f"{title_of(table.board, side)}: how many of "
        f"{points_by_side[side]} {rule.points} for the initiative?"), self.cite,
            )
            for side in self.sides
        ]  # fmt: skip
        offers = yield from table.ask_secretly(asks)
        bids = [offers[side].points for side in self.sides]
        side = rule.ties if bids[0] == bids[1] else self.sides[bids.index(max(bids))]
        if price := max(bids):
            table.record(PointsSet(side, rule.points, points_by_side[side] - price))
        table.record(InitiativeTaken(side, f"{max(bids)} against {min(bids)} {rule.points}"))

    # whose turn it is

    def first(self, side: str) -> Callable[[Any], bool]:
        """A test of the board: whether a side has the initiative."""
        return lambda board: bool(board.initiative == side)

    def second(self, side: str) -> Callable[[Any], bool]:
        """A test of the board: whether the other side has the initiative."""
        return lambda board: board.initiative not in ("", side)

    # the table and the sheet

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """Who has the initiative, for the panel."""
        if board.initiative:
            yield "Initiative", title_of(board, board.initiative)

    def sentences(self) -> Iterator[str]:
        """The rule in words, as far as it is not a function."""
        yield f"One of {listed(map(str.capitalize, self.sides))} has the initiative, and acts first."
        yield from self.by.sentences(str.capitalize)

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()
