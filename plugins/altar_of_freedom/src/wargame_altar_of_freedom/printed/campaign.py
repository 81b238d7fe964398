"""A campaign as printed: every number, place, force, card and award of one supplement, in one frozen value.

Rules read a `Campaign` and never ask which one it is. `printed.data_files` makes it from files. What rules ask all the
time about the printed matter is answered from tables, each made when it is first asked for.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from attrs import field, frozen

from wargame_altar_of_freedom.printed import lines
from wargame_altar_of_freedom.printed.decks import Deck
from wargame_core.authoring import Cite
from wargame_core.data import Basis
from wargame_core.forces.order_of_battle import Formation, OrderOfBattle
from wargame_core.maps.squares import SquareMap
from wargame_core.odds import show
from wargame_core.plugins.rules_index import pages

HEADINGS: Final = Path(__file__).parent / "headings.toml"
BOOKS: Final = ("GotW", "AFI")
"""The short names of the supplements whose headings we know."""
NEAR = 3
"""Spaces from a place within which a space is called after it."""
SPARE = 8
"""Counters that a side has beyond those it can need."""


def cite_of(book: str, heading: str) -> Cite:
    """Where a book prints a heading, in its own words; a book whose headings we do not know is cited without a page."""
    page, words = pages(HEADINGS, book).get(heading, ("", heading)) if book in BOOKS else ("", heading)
    return Cite(book, page, words)


@frozen(kw_only=True, eq=False, slots=False, repr=False)
class Campaign(lines.Numbers):
    """Everything printed about one campaign, and tables of what rules ask of it. Compared by identity.

    ``card_effects`` are the effects that its cards may have, by name; ``special_actions`` those that it has; ``bases``
    the evidence for each row of its files, by the name of its table and its id.
    """

    map: SquareMap
    oob: OrderOfBattle
    deck: Deck
    commands: tuple[lines.Command, ...]
    pieces: Mapping[str, lines.Piece] = field(factory=dict)
    depots: Mapping[str, lines.DepotSite] = field(factory=dict)
    deployments: tuple[lines.Deployment, ...] = ()
    awards: Mapping[str, lines.AwardLine] = field(factory=dict)
    card_effects: Mapping[str, type[Any]] = field(factory=dict)
    special_actions: Mapping[str, Any] = field(factory=dict)
    bases: Mapping[tuple[str, str], Basis] = field(factory=dict)

    def __repr__(self) -> str:
        return f"<Campaign {self.id}: {self.title}>"

    # places

    def space(self, place: str) -> int:
        """The space of a place. Raises `UnknownName`."""
        return self.map.place(place).space

    @cached_property
    def fortresses(self) -> Mapping[int, str]:
        """The side whose division makes a space a fortress, by space."""
        return {self.space(fortress.place): fortress.side for fortress in self.fortress}

    def crossings_at(self, space: int) -> tuple[str, ...]:
        """The names of the bridges, ferries and gaps on the edges of a space."""
        return tuple(crossing.name for crossing in self.map.crossings.values() if space in crossing.edge)

    @cached_property
    def _labels(self) -> dict[int, str]:
        return {}

    def label(self, space: int) -> str:
        """What people call a space: "Vicksburg", "(7,8) north of Vicksburg", "(20,30)"."""
        label = self._labels.get(space)
        if label is None:
            label = self._labels[space] = _label(self.map, space)
        return label

    # forces

    def commands_of(self, side: str) -> tuple[lines.Command, ...]:
        """The commands of a side, in the order of the document."""
        return tuple(command for command in self.commands if command.side == side)

    @cached_property
    def command_ids(self) -> Mapping[str, tuple[lines.CommandId, ...]]:
        """The ids of every side's commands, in the document's order."""
        return {side: tuple(command.id for command in self.commands_of(side)) for side in self.seats}

    @cached_property
    def command(self) -> Mapping[lines.CommandId, lines.Command]:
        """The commands by id."""
        return {command.id: command for command in self.commands}

    @cached_property
    def brigades(self) -> Mapping[lines.DivisionId, tuple[str, ...]]:
        """The units of every division (or unattached group), by its id, in printed order."""
        return {
            lines.DivisionId(formation.id): tuple(unit.id for unit in self.oob.units_of(formation.id))
            for formation in self.oob.formations.values()
        }

    @cached_property
    def full_strength(self) -> Mapping[lines.DivisionId, int]:
        """The number of those units."""
        return {division: len(units) for division, units in self.brigades.items()}

    @cached_property
    def division_of(self) -> Mapping[str, lines.DivisionId]:
        """The division of every unit."""
        return {unit: lines.DivisionId(self.oob.formation_of(unit).id) for unit in self.oob.units}

    @cached_property
    def side_of(self) -> Mapping[str, str]:
        """The side of every unit."""
        return {unit: self.oob.formation_of(unit).side for unit in self.oob.units}

    @cached_property
    def unattached(self) -> tuple[Formation, ...]:
        """Units without a token that can join any battle of their army."""
        return tuple(group for group in self.oob.formations.values() if group.status == "unattached")

    def unit_name(self, unit: str) -> str:
        """What people call a unit: "Lee (Osterhaus's Division)"."""
        return f"{self.oob.units[unit].name} ({self.oob.formation_of(unit).name})"

    def side_name(self, side: str) -> str:
        """What people call a side: "Federal"."""
        return side.capitalize()

    # counters

    @cached_property
    def staff_die_adds(self) -> str:
        """The spaces that a Staff Die adds to a march on average, in words."""
        sides = self.staff_die.sides
        return show(Fraction(sum(self.staff_die.spaces(face) for face in range(1, sides + 1)), sides))

    @cached_property
    def counters(self) -> Mapping[str, int]:
        """How many counters each side has: for its pieces, for all that may come up in play, and some to spare.

        With some to spare a counter's number tells nothing.
        """
        count = dict.fromkeys(self.seats, SPARE)
        for piece in self.pieces.values():
            count[piece.side] += 1
        for action in self.special_actions.values():
            for side, tokens in action.new_tokens(self).items():
                count[side] += tokens
        return count

    @cached_property
    def counter_numbers(self) -> Mapping[str, tuple[str, ...]]:
        """What stands on the backs of each side's counters: "F01", "F02" and so on."""
        return {
            side: tuple(f"{side[0].upper()}{number:02}" for number in range(1, count + 1))
            for side, count in self.counters.items()
        }

    # rules

    @cached_property
    def awards_at(self) -> Mapping[lines.Occasion, tuple[lines.AwardLine, ...]]:
        """The lines of the briefings by the occasion at which they may score."""
        awards = self.awards.values()
        return {
            occasion: tuple(line for line in awards if occasion in line.when.occasions) for occasion in lines.Occasion
        }

    @property
    def reinforcement_range(self) -> int:
        """How many spaces away a division may be to be called to a battle."""
        return len(self.reinforcement[1])

    @cached_property
    def _cites(self) -> dict[str, Cite]:
        return {}

    def cite(self, heading: str) -> Cite:
        """Where the book prints a heading; a book whose headings we do not know is cited without a page."""
        cite = self._cites.get(heading)
        if cite is None:
            cite = self._cites[heading] = cite_of(self.book, heading)
        return cite


def _label(game_map: SquareMap, space: int) -> str:
    """A space by its own place, or by its coordinates and the direction of the nearest place."""
    if game_map.place_at(space) is not None:
        return game_map.label(space)
    near_spaces = game_map.within(space, NEAR)
    places = (place for place in game_map.places if near_spaces >> place.space & 1)
    nearest_place = min(places, key=lambda place: game_map.distance(space, place.space), default=None)
    if nearest_place is None:
        return game_map.label(space)
    row, column = game_map.grid.rowcol(space)
    place_row, place_column = game_map.grid.rowcol(nearest_place.space)
    rows, columns = row - place_row, column - place_column
    north_south = "" if abs(rows) * 2 < abs(columns) else "north" if rows < 0 else "south"
    east_west = "" if abs(columns) * 2 < abs(rows) else "west" if columns < 0 else "east"
    return f"{game_map.label(space)} {north_south}{east_west} of {nearest_place.name}"
