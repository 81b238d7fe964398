"""A board for games of hexes and counters: who stands where, what is lost, who holds what, which battles are announced.

A game with more on its board makes a subclass.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from attrs import define, field, frozen

from wargame_core.authoring import PIECE, Board, Own, Public, Static
from wargame_core.flow.visibility import Kept
from wargame_core.maps.hexes import HexMap
from wargame_hex_and_counter.board.battles import Battle, Entry, InBox, LaterArrival
from wargame_hex_and_counter.board.deployment import Deployment
from wargame_hex_and_counter.board.pieces import Pieces
from wargame_hex_and_counter.board.reactions import NO_IMPULSE, Impulse, Question, StandingAnswer, StandingPreference
from wargame_hex_and_counter.printed.units import Unit


@frozen(eq=False)
class Book:
    """What is printed for a game: its map, its counters by id, and the titles of its sides, which `HexGame` adds."""

    map: HexMap
    units: Mapping[str, Unit]
    titles: Mapping[str, str] = field(factory=dict)


@define
class HexBoard(Board):
    """Where every unit stands, and what has become of the others.

    ``steps`` are the steps that units have lost, ``losses`` the strength that each side has; ``held`` says who was in a
    place last, by the coordinates of the place; ``battles`` are announced and not yet fought. ``coming`` are rebuilt
    units that have not arrived, ``points`` what each side can spend, by the name of the points; ``by_rail`` says on
    which turn a unit last went by rail, ``weather`` is the word for the weather. ``in_box`` are the units in boxes
    beside the map, ``out_of_supply`` and ``out_of_command`` those that were found so when that was last judged,
    ``drawn_chits`` those that were drawn from a cup since it was filled. ``entries`` say what units paid when they
    arrived. ``initiative`` is the side that has it, ``impulse`` the impulse that is played. ``reacted`` says on which
    turn a unit last fired or moved out of turn; ``isolated`` how many turns in a row units were found out of supply.
    ``withdrawn`` have left the map.
    """

    book: Static[Book] = field(eq=False)
    scenario: Public[str]
    at: Public[dict[str, int]] = field(factory=dict)
    turn: Public[int] = 0
    steps: Public[dict[str, int]] = field(factory=dict)
    losses: Public[dict[str, int]] = field(factory=dict)
    held: Public[dict[str, str]] = field(factory=dict)
    battles: Public[tuple[Battle, ...]] = ()
    lost: Public[set[str]] = field(factory=set)
    coming: Public[dict[str, LaterArrival]] = field(factory=dict)
    points: Public[dict[str, dict[str, int]]] = field(factory=dict)
    by_rail: Public[dict[str, int]] = field(factory=dict)
    weather: Public[str] = ""
    in_box: Public[dict[str, InBox]] = field(factory=dict)
    out_of_supply: Public[set[str]] = field(factory=set)
    out_of_command: Public[set[str]] = field(factory=set)
    drawn_chits: Public[tuple[str, ...]] = ()
    entries: Public[dict[str, Entry]] = field(factory=dict)
    initiative: Public[str] = ""
    impulse: Public[Impulse] = NO_IMPULSE
    reacted: Public[dict[str, int]] = field(factory=dict)
    isolated: Public[dict[str, int]] = field(factory=dict)
    withdrawn: Public[set[str]] = field(factory=set)
    _deployment: Kept[dict[str, Deployment]] = field(factory=dict, init=False, eq=False)

    @property
    def pieces(self) -> Pieces:
        """The units on the map, as the parts ask for them."""
        deployment = self._deployment.get("last")
        if deployment is None:
            deployment = self._deployment["last"] = Deployment.of(self.book.units, self.at)
        elif deployment.at != self.at:
            deployment = self._deployment["last"] = deployment.after(self.at)
        return Pieces(self.book.map, self.book.units, deployment.at, self.steps, self, deployment=deployment)

    def entered_before(self) -> set[str]:
        """The units that are in play or have been, which are not due as reinforcements."""
        return {*self.at, *self.lost, *self.coming, *self.in_box, *self.withdrawn}

    def under_counter(self, counter: str) -> str | None:
        """The unit under a counter that is face down, "" for a dummy; None where nobody who has this board knows."""
        return None

    def with_what_lies_under(self, counter: str) -> str:
        """The name of a counter that lies face down, with what lies under it where that is known."""
        covered_unit = self.under_counter(counter)
        content = "" if covered_unit is None else f": {self.name(covered_unit) if covered_unit else 'a dummy'}"
        return f"{self.name(counter)}{content}"

    def name(self, piece: str) -> str:
        """What people call a unit."""
        return self.book.units[piece].name

    def place(self, space: int) -> str:
        """What people call a hex."""
        return self.book.map.label(space)

    def place_id(self, space: int) -> str:
        return self.book.map.coordinates(space)

    def names_of(self, kind: object, ref: str) -> Iterable[str]:
        return (self.name(ref) if kind is PIECE else self.place(self.book.map.parse(ref)),)

    def ids_of(self, kind: object) -> Container[str] | None:
        return self.book.units if kind is PIECE else None

    def piece_places(self) -> Mapping[str, str]:
        return {piece: self.place_id(space) for piece, space in self.at.items()}


@define
class HiddenBoard(HexBoard):
    """A board with counters that lie face down.

    ``under`` says to each side what lies under its counters: the id of a unit, or "" for a dummy. ``face_down`` are the
    counters under which something was put and that were not turned up; ``turned_up`` are the others, each with what lay
    under it.
    """

    under: Own[dict[str, dict[str, str]]] = field(factory=dict)
    face_down: Public[set[str]] = field(factory=set)
    turned_up: Public[dict[str, str]] = field(factory=dict)

    def under_counter(self, counter: str) -> str | None:
        return self.under.get(self.book.units[counter].side, {}).get(counter)

    def entered_before(self) -> set[str]:
        return super().entered_before() | {*self.turned_up}


@define
class StandingBoard(HexBoard):
    """A board on which sides may say beforehand what they want to be asked.

    ``standing`` says by side about which of its units it is not asked, and unless how near an enemy is; ``preferences``
    which questions of its battles are answered for it, and how.
    """

    standing: Own[dict[str, dict[str, StandingAnswer]]] = field(factory=dict)
    preferences: Own[dict[str, dict[Question, StandingPreference]]] = field(factory=dict)


@define
class HiddenStandingBoard(HiddenBoard):
    """A board with counters that lie face down, on which sides may also say beforehand what they want to be asked."""

    standing: Own[dict[str, dict[str, StandingAnswer]]] = field(factory=dict)
    preferences: Own[dict[str, dict[Question, StandingPreference]]] = field(factory=dict)
