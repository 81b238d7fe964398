"""Questions about a campaign's printed matter that rules ask all the time, answered from tables made once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from wargame_altar_of_freedom.pages import PAGES
from wargame_core import Cite

if TYPE_CHECKING:
    from wargame_altar_of_freedom.campaign import Award, Campaign, Command


class Reference:
    """The tables of one campaign, kept in `Campaign.reference`."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign

    @cached_property
    def brigades(self) -> Mapping[str, tuple[str, ...]]:
        """The units of every division (or unattached group), by its id, in printed order."""
        return {
            formation.id: tuple(unit.id for unit in self._campaign.oob.units_of(formation.id))
            for formation in self._campaign.oob.formations.values()
        }

    @cached_property
    def division_of(self) -> Mapping[str, str]:
        """The division of every unit."""
        return {unit.id: unit.formation for unit in self._campaign.oob.units.values()}

    @cached_property
    def side_of(self) -> Mapping[str, str]:
        """The side of every unit."""
        oob = self._campaign.oob
        return {unit.id: oob.formations[unit.formation].side for unit in oob.units.values()}

    @cached_property
    def commands(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of every side's commands, in the document's order."""
        campaign = self._campaign
        return {side: tuple(command.id for command in campaign.commands_of(side)) for side in campaign.seats}

    @cached_property
    def command(self) -> Mapping[str, Command]:
        """The commands by id."""
        return {command.id: command for command in self._campaign.commands}

    @cached_property
    def fortresses(self) -> Mapping[int, str]:
        """The side whose division makes a space a fortress, by space."""
        return {self._campaign.space(fortress.place): fortress.side for fortress in self._campaign.fortress}

    @cached_property
    def awards(self) -> Mapping[str, tuple[Award, ...]]:
        """The lines of the briefings by trigger."""
        from wargame_altar_of_freedom.conditions import CONDITION_RULES

        found: dict[str, list[Any]] = {}
        for award in self._campaign.awards.values():
            found.setdefault(CONDITION_RULES[award.condition].trigger, []).append(award)
        return {trigger: tuple(awards) for trigger, awards in found.items()}

    @cached_property
    def cites(self) -> Mapping[str, Cite]:
        """The campaign's book by heading."""
        book = self._campaign.book
        pages = PAGES.get(book, {})
        return {heading: Cite(book, page, heading) for heading, page in pages.items()}

    def unit_name(self, unit: str) -> str:
        """What people call a unit: "Lee (Osterhaus's Division)"."""
        oob = self._campaign.oob
        one = oob.units[unit]
        return f"{one.name} ({oob.formations[one.formation].name})"

    def side_name(self, side: str) -> str:
        """What people call a side: "Federal"."""
        return side.capitalize()

    def cite(self, heading: str) -> Cite:
        """Where the book prints a heading; a book we have no page list of is cited without a page."""
        return self.cites.get(heading) or Cite(self._campaign.book, "", heading)
