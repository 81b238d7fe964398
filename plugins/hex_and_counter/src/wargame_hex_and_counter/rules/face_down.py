"""Counters that lie face down: units that nobody or only their side knows, dummies among them, until they are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from attrs import field, frozen

from wargame_core.authoring import Action, Event, Procedure, Secrecy, Table, draw_from
from wargame_core.errors import RulesError
from wargame_core.flow.choices import ListedChoices, Random
from wargame_core.flow.procedures import EVERYBODY
from wargame_core.limits import quote
from wargame_core.names import listed
from wargame_core.rulings import Cite
from wargame_hex_and_counter.board.actions import PutUnder
from wargame_hex_and_counter.board.battles import Battle
from wargame_hex_and_counter.board.board import HiddenBoard
from wargame_hex_and_counter.board.events import CounterTurnedUp, PutUnderCounter, UnitShown
from wargame_hex_and_counter.board.pieces import title_of
from wargame_hex_and_counter.printed.in_words import sentence
from wargame_hex_and_counter.printed.units import Unit
from wargame_hex_and_counter.printed.words import one_of
from wargame_hex_and_counter.rules.binding import pieces_of

KnownTo: TypeAlias = Literal["its side", "nobody"]
"""Who knows what lies under a counter before it is turned up."""
PutBy: TypeAlias = Literal["chance", "its side"]
"""Who decides what lies under which counter."""
Found: TypeAlias = Literal["next to an enemy", "in battle"]
"""When a counter is turned up, if not before: as it comes next to an enemy or an enemy next to it, or in a battle."""
_FOUND: Final[Mapping[Found, str]] = {
    "next to an enemy": "as it comes next to an enemy, or an enemy next to it, and before a battle",
    "in battle": "before a battle that it attacks or defends in",
}
DUMMY: Final = ""
"""What stands in place of the id of a unit where there is none."""
DRAWN_DUMMY: Final = "a dummy"
"""The same as a face of a draw."""


@frozen
class Lot:
    """Counters of one side, and the units that lie under them: one under each, and nothing under those left over."""

    counters: tuple[str, ...]
    units: tuple[str, ...]

    @property
    def contents(self) -> tuple[str, ...]:
        """What lies under the counters, the units first, then a `DUMMY` for each counter left over."""
        return self.units + (DUMMY,) * (len(self.counters) - len(self.units))

    def check(self, units: Mapping[str, Unit]) -> None:
        """Raise `RulesError` where it does not fit the counters of a game."""
        for name in (*self.counters, *self.units):
            if name not in units:
                raise RulesError(f"Lot: there is no counter {quote(name)}: see the units of the Book")
            if units[name].face_down != (name in self.counters):
                is_one = "is" if units[name].face_down else "is not"
                rule_text = "the counters of a lot are face down, the units under them are not"
                raise RulesError(f"Lot: {quote(name)} {is_one} face down: {rule_text}")
        sides = dict.fromkeys(units[name].side for name in (*self.counters, *self.units))
        if len(sides) > 1:
            raise RulesError(f"Lot: its counters and units are of one side, not of {listed(sides)}")
        if len(self.units) > len(self.counters):
            raise RulesError(f"Lot: {len(self.units)} units for {len(self.counters)} counters: each has its own")


@frozen(kw_only=True)
class FaceDown:
    """Counters lie face down with units or nothing under them, and do what their backs say until they are turned up.

    Everything that a counter may do follows from its back, so that nothing tells what lies under it. With
    ``known_to="its side"`` the step `put` of the sequence of play puts the units of each lot under its counters, by
    chance or as the side chooses (``put_by``); with "nobody" what lies under a counter is drawn from the rest of its
    lot as it is turned up. A unit then stands where the counter lay, and a dummy is removed. `entered`, `begins` and,
    in a game of opportunity fire, `fired_at` belong into a `Binding`, `entered` before `Control.entered`; the game's
    board is a `HiddenBoard`, or a `HiddenStandingBoard` where enemies react.

    Raises:
        RulesError: a word that it does not know; a counter or unit in two lots; a side that puts what nobody knows.
    """

    lots: tuple[Lot, ...]
    known_to: KnownTo = field(validator=one_of(KnownTo))
    found: Found = field(validator=one_of(Found))
    put_by: PutBy = field(default="chance", validator=one_of(PutBy))
    cite: Cite | None = None

    def __attrs_post_init__(self) -> None:
        names = [name for lot in self.lots for name in (*lot.counters, *lot.units)]
        if repeated_name := next((name for name in names if names.count(name) > 1), None):
            raise RulesError(f"FaceDown(lots=): {quote(repeated_name)} is in two lots, or twice in one")
        if self.known_to == "nobody" and self.put_by == "its side":
            raise RulesError("FaceDown(put_by='its side'): nobody puts what nobody knows: known_to='its side'")

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The actions that its settings bring."""
        return (PutUnder,) if self.put_by == "its side" else ()

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The events that its settings bring."""
        put_events = (PutUnderCounter,) if self.known_to == "its side" else ()
        return (*put_events, CounterTurnedUp, UnitShown)

    # what lies under the counters

    def put(self, table: Table[Any]) -> Procedure[None]:
        """Under each counter lies a unit of its lot, or nothing; only its side learns what."""
        if self.known_to == "nobody":
            return
        for lot in self.lots:
            side, contents = self._side(table.board, lot), list(lot.contents)
            for counter in lot.counters:
                piece = yield from self._chosen(table, side, counter, contents)
                contents.remove(piece)
                table.record(PutUnderCounter(side, counter, piece))

    def _chosen(self, table: Table[Any], side: str, counter: str, contents: Sequence[str]) -> Procedure[str]:
        name = table.board.name(counter)
        if self.put_by == "chance":
            piece: str = yield from self._draw_counter(table, counter, contents, frozenset({side}))
            return piece
        ways = [PutUnder(counter, piece) for piece in dict.fromkeys(contents)]
        choices = ListedChoices(ways, cite=self.cite)
        answer = yield from table.ask(
            side, choices, f"{title_of(table.board, side)}: what lies under {name}?", self.cite
        )
        return ways[ways.index(answer)].piece

    def _draw_counter(
        self, table: Table[Any], counter: str, contents: Iterable[str], seen_by: frozenset[str] | None
    ) -> Procedure[str]:
        """What lies under a counter, as it is drawn."""
        label = f"what lies under {table.board.name(counter)}"
        lot = draw_from([piece or DRAWN_DUMMY for piece in contents], label)
        face: str = yield from table.roll(lot, label, self.cite, seen_by=seen_by)
        return DUMMY if face == DRAWN_DUMMY else face

    def unrevealed_units(self, board: Any, lot: Lot) -> list[str]:
        """What lies under the counters of a lot that were not turned up, whichever lies under which."""
        contents = list(lot.contents)
        for counter in lot.counters:
            if counter in board.turned_up:
                contents.remove(board.turned_up[counter])
        return contents

    # what turns them up

    def entered(self, table: Table[Any], unit: str, path: Sequence[int]) -> Procedure[tuple[str, ...]] | None:
        """Whoever came next to an enemy on its way is turned up, and the enemies that it came next to."""
        pieces = pieces_of(table.board)
        if self.found != "next to an enemy" or unit not in pieces.at:
            return None
        adjacent_spaces, side = 0, pieces.units[unit].side
        for space in path:
            adjacent_spaces |= pieces.map.adjacent[space]
        enemies = [
            other_piece
            for other_piece in pieces.at
            if adjacent_spaces >> pieces.at[other_piece] & 1 and pieces.units[other_piece].side != side
        ]
        return self._turn_up(table, (unit, *enemies) if enemies else ())

    def begins(self, table: Table[Any], battle: Battle) -> Procedure[tuple[str, ...]] | None:
        """Whoever attacks or is attacked in a battle is turned up."""
        pieces = pieces_of(table.board)
        defenders = [
            unit for unit, space in pieces.at.items() if space in battle.hexes
            and pieces.units[unit].side != battle.attacker
        ]  # fmt: skip
        return self._turn_up(table, (*battle.attackers, *defenders))

    def fired_at(self, table: Table[Any], unit: str) -> Procedure[str] | None:
        """A counter that is fired at on the move is turned up; returns what lay under it, on which the fire falls."""
        return self._fired_at(table, unit) if pieces_of(table.board).units[unit].face_down else None

    def _fired_at(self, table: Table[Any], counter: str) -> Procedure[str]:
        (piece,) = yield from self.turn_up(table, (counter,))
        return piece

    def _turn_up(self, table: Table[Any], units: Iterable[str]) -> Procedure[tuple[str, ...]] | None:
        """Those of some units that are face down are turned up; None where none is."""
        units_by_id = pieces_of(table.board).units
        counters = [unit for unit in units if units_by_id[unit].face_down]
        return self.turn_up(table, counters) if counters else None

    def turn_up(self, table: Table[Any], counters: Iterable[str]) -> Procedure[tuple[str, ...]]:
        """Counters on the map are turned up, as a rule of an author's own may have it; returns what lay under them."""
        contents = []
        for counter in counters:
            piece = yield from self._content_under(table, counter)
            space = table.board.at[counter]
            table.record(CounterTurnedUp(pieces_of(table.board).units[counter].side, counter, piece))
            if piece:
                table.record(UnitShown(piece, space))
            contents.append(piece)
        return tuple(contents)

    def _content_under(self, table: Table[Any], counter: str) -> Procedure[str]:
        board = table.board
        lot = next((lot for lot in self.lots if counter in lot.counters), None)
        if lot is None:
            raise RulesError(f"{board.name(counter)} is face down and in no lot of FaceDown(lots=)")
        if self.known_to == "nobody":
            piece: str = yield from self._draw_counter(table, counter, self.unrevealed_units(board, lot), EVERYBODY)
            return piece
        side = self._side(board, lot)
        if counter not in board.under.get(side, {}):
            raise RulesError(f"nothing was put under {board.name(counter)}: `FaceDown.put` is a step of the sequence")
        covered_unit: str = board.under[side][counter]
        return covered_unit

    def _side(self, board: Any, lot: Lot) -> str:
        return pieces_of(board).units[lot.counters[0]].side

    # who may know what

    def secrets(self) -> tuple[Secrecy, ...]:
        """Who may know what, for the law of secrets."""
        if self.known_to == "nobody":
            return ()
        text = "What lies under a counter that is face down is known to its side alone."
        return (Secrecy(text, self.cite, self.vary, alike=_puts_alike),)

    def vary(self, board: HiddenBoard, seat: str, rng: Random) -> HiddenBoard:
        """The board with what lies under the counters of other sides in another order."""
        return self._deal_hidden(board, board, seat, rng)

    def worlds(self, before: HiddenBoard, after: HiddenBoard, seat: str, rng: Random) -> HiddenBoard:
        """``before`` with something under the counters of other sides, as it may be by what was turned up ``after``."""
        return self._deal_hidden(before, after, seat, rng)

    def _deal_hidden(self, board: HiddenBoard, after: HiddenBoard, seat: str, rng: Random) -> HiddenBoard:
        """The board with what other sides hide dealt anew; what is turned up ``after`` lies where that was seen."""
        new_board = board.copy()
        for lot in self.lots:
            side, unseen = self._side(board, lot), self.unrevealed_units(after, lot)
            if side == seat:
                continue
            covered_units = (
                new_board.under.setdefault(side, {}) if any(one in board.face_down for one in lot.counters) else {}
            )
            for counter in lot.counters:
                if counter in board.face_down:
                    seen_unit = after.turned_up.get(counter)
                    covered_units[counter] = (
                        seen_unit if seen_unit is not None else unseen.pop(int(rng.random() * len(unseen)))
                    )
        return new_board

    # the table and the sheet

    def sentences(self) -> Iterator[str]:
        """The rule in words."""
        who_knows_text = "only its side knows" if self.known_to == "its side" else "nobody knows"
        yield sentence(f"what lies under a counter that is face down {who_knows_text}: a unit, or nothing")
        yield f"A counter does what its back says until it is turned up, {_FOUND[self.found]}."
        yield "Then the unit stands where the counter lay; a dummy is removed."

    def status(self, board: Any) -> Iterator[tuple[str, str]]:
        """What lies under the counters that a seat knows, and how many units lie under the others, for the panel."""
        names = board.name
        for lot in self.lots:
            of_side = board.under.get(self._side(board, lot), {})
            hidden_counters = [counter for counter in lot.counters if counter not in board.turned_up]
            for counter in hidden_counters:
                if counter in of_side:
                    yield names(counter), names(of_side[counter]) if of_side[counter] else DRAWN_DUMMY
            if hidden_counters and not of_side:
                units = [unit for unit in self.unrevealed_units(board, lot) if unit]
                text = f"{len(hidden_counters)} counters, under them {', '.join(map(names, units)) or 'nobody'}"
                yield f"{title_of(board, self._side(board, lot))} face down", text

    def cards(self) -> tuple[tuple[str, str], ...]:
        """No player aid besides the sentences."""
        return ()

    def check(self, units: Mapping[str, Unit], board: type) -> None:
        """Raise `RulesError` where it does not fit the counters and the board of a game."""
        if not issubclass(board, HiddenBoard):
            raise RulesError(f"HexGame(board={board.__name__}): FaceDown needs a HiddenBoard, or a subclass of it")
        for lot in self.lots:
            lot.check(units)
        in_lots = {counter for lot in self.lots for counter in lot.counters}
        if units_apart := [unit.id for unit in units.values() if unit.face_down and unit.id not in in_lots]:
            raise RulesError(f"FaceDown(lots=): {listed(units_apart)} are face down and in no lot")


def _puts_alike(board: HiddenBoard, seat: str, action: Any, other_action: Any) -> bool:
    """Whether a seat cannot tell two choices of another apart: what that puts under the same counter."""
    puts = isinstance(action, PutUnder) and isinstance(other_action, PutUnder)
    return puts and action.counter == other_action.counter and board.book.units[action.counter].side != seat
