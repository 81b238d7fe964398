"""What one supplement prints, in one frozen value: map, forces, cards, and the lines of the campaign's file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import field, frozen

from wargame_altar_of_freedom.printed.lines import (
    AwardLine,
    Command,
    Deployment,
    DepotSite,
    Numbers,
    Piece,
    SpecialActionLine,
)
from wargame_core.forces.decks import Deck
from wargame_core.forces.order_of_battle import Formation, OrderOfBattle
from wargame_core.maps.squares import SquareMap


@frozen(kw_only=True, eq=False, slots=False, repr=False)
class Supplement(Numbers):
    """Everything printed about one campaign."""

    map: SquareMap
    oob: OrderOfBattle
    deck: Deck
    commands: tuple[Command, ...]
    pieces: Mapping[str, Piece] = field(factory=dict)
    depots: Mapping[str, DepotSite] = field(factory=dict)
    deployments: tuple[Deployment, ...] = ()
    awards: Mapping[str, AwardLine] = field(factory=dict)
    special_actions: Mapping[str, SpecialActionLine] = field(factory=dict)

    def space(self, place: str) -> int:
        """The space of a place. Raises `UnknownName`."""
        return self.map.place(place).space

    def commands_of(self, side: str) -> tuple[Command, ...]:
        """The commands of a side, in the order of the document."""
        return tuple(command for command in self.commands if command.side == side)

    @cached_property
    def unattached(self) -> tuple[Formation, ...]:
        """Units without a token that can join any battle of their army."""
        return tuple(group for group in self.oob.formations.values() if group.status == "unattached")

    @property
    def reinforcement_range(self) -> int:
        """How many spaces away a division may be to be called to a battle."""
        return len(self.reinforcement[1])
