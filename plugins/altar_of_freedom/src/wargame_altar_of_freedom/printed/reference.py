"""Questions about a campaign's printed matter that rules ask all the time, answered from tables made once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from wargame_altar_of_freedom.printed import pages
from wargame_altar_of_freedom.printed.conditions import Occasion
from wargame_altar_of_freedom.printed.lines import AwardLine, Command
from wargame_altar_of_freedom.printed.supplement import Supplement
from wargame_altar_of_freedom.printed.vocabulary import CommandId, DivisionId, Raid
from wargame_core.authoring import Cite
from wargame_core.maps.squares import SquareMap

NEAR = 3
"""Spaces from a place within which a space is called after it."""


def _label(game_map: SquareMap, space: int) -> str:
    """A space by its own place, or by its coordinates and the direction of the nearest place."""
    if game_map.place_at(space) is not None:
        return game_map.label(space)
    around = game_map.within(space, NEAR)
    places = (place for place in game_map.places if around >> place.space & 1)
    near = min(places, key=lambda place: game_map.distance(space, place.space), default=None)
    if near is None:
        return game_map.label(space)
    row, column = game_map.grid.rowcol(space)
    place_row, place_column = game_map.grid.rowcol(near.space)
    down, across = row - place_row, column - place_column
    north_south = "" if abs(down) * 2 < abs(across) else "north" if down < 0 else "south"
    east_west = "" if abs(across) * 2 < abs(down) else "west" if across < 0 else "east"
    return f"{game_map.label(space)} {north_south}{east_west} of {near.name}"


SPARE = 8
"""Counters that a side has beyond those it can need."""


class Reference:
    """The tables of one campaign, kept in `Campaign.reference`."""

    def __init__(self, campaign: Supplement) -> None:
        self._campaign = campaign
        self._labels: dict[int, str] = {}

    @cached_property
    def brigades(self) -> Mapping[DivisionId, tuple[str, ...]]:
        """The units of every division (or unattached group), by its id, in printed order."""
        return {
            DivisionId(formation.id): tuple(unit.id for unit in self._campaign.oob.units_of(formation.id))
            for formation in self._campaign.oob.formations.values()
        }

    @cached_property
    def division_of(self) -> Mapping[str, DivisionId]:
        """The division of every unit."""
        oob = self._campaign.oob
        return {unit: DivisionId(oob.formation_of(unit).id) for unit in oob.units}

    @cached_property
    def side_of(self) -> Mapping[str, str]:
        """The side of every unit."""
        oob = self._campaign.oob
        return {unit: oob.formation_of(unit).side for unit in oob.units}

    @cached_property
    def commands(self) -> Mapping[str, tuple[CommandId, ...]]:
        """The ids of every side's commands, in the document's order."""
        campaign = self._campaign
        return {side: tuple(command.id for command in campaign.commands_of(side)) for side in campaign.seats}

    @cached_property
    def command(self) -> Mapping[CommandId, Command]:
        """The commands by id."""
        return {command.id: command for command in self._campaign.commands}

    @cached_property
    def counters(self) -> Mapping[str, int]:
        """How many counters each side has: for its pieces, for all that may come up in play, and some to spare.

        With some to spare a counter's number tells nothing.
        """
        campaign = self._campaign
        count = dict.fromkeys(campaign.seats, SPARE)
        for piece in campaign.pieces.values():
            count[piece.side] += 1
        for action in campaign.special_actions.values():
            if isinstance(action.args, Raid):
                count[action.args.side] += sum(action.args.place_tag in place.tags for place in campaign.map.places)
        return count

    @cached_property
    def counter_numbers(self) -> Mapping[str, tuple[str, ...]]:
        """What stands on the backs of each side's counters: "F01", "F02" and so on."""
        return {
            side: tuple(f"{side[0].upper()}{number:02}" for number in range(1, count + 1))
            for side, count in self.counters.items()
        }

    @cached_property
    def fortresses(self) -> Mapping[int, str]:
        """The side whose division makes a space a fortress, by space."""
        return {self._campaign.space(fortress.place): fortress.side for fortress in self._campaign.fortress}

    def label(self, space: int) -> str:
        """What people call a space: "Vicksburg", "(7,8) north of Vicksburg", "(20,30)"."""
        label = self._labels.get(space)
        if label is None:
            label = self._labels[space] = _label(self._campaign.map, space)
        return label

    def crossings_at(self, space: int) -> tuple[str, ...]:
        """The names of the bridges, ferries and gaps on the edges of a space."""
        crossings = self._campaign.map.crossings.values()
        return tuple(crossing.name for crossing in crossings if space in crossing.edge)

    @cached_property
    def awards(self) -> Mapping[Occasion, tuple[AwardLine, ...]]:
        """The lines of the briefings by the occasion at which they may score."""
        lines = self._campaign.awards.values()
        return {occasion: tuple(line for line in lines if line.args.occasion is occasion) for occasion in Occasion}

    @cached_property
    def cites(self) -> dict[str, Cite]:
        """The headings that were cited so far."""
        return {}

    def unit_name(self, unit: str) -> str:
        """What people call a unit: "Lee (Osterhaus's Division)"."""
        oob = self._campaign.oob
        return f"{oob.units[unit].name} ({oob.formation_of(unit).name})"

    def side_name(self, side: str) -> str:
        """What people call a side: "Federal"."""
        return side.capitalize()

    def cite(self, heading: str) -> Cite:
        """Where the book prints a heading; a book whose headings we do not know is cited without a page."""
        cite = self.cites.get(heading)
        if cite is None:
            cite = self.cites[heading] = pages.cite(self._campaign.book, heading)
        return cite
