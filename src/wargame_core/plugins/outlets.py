"""Outlets: the ways by which something of a match reaches a seat. Each distribution registers its own.

A secret is safe where every outlet is: the laws of `wargame_laws` look through all of them at positions that a seat
cannot tell apart, and complain of a public function that takes a match and a seat and is part of none.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

from attrs import field, frozen

from wargame_core.errors import PluginError
from wargame_core.game import Game
from wargame_core.interfaces import Interface
from wargame_core.match import Match

Show: TypeAlias = Callable[[Game, Match, str], object]
"""All that an outlet gives a seat of a match, as JSON data or text."""


@frozen
class Outlet:
    """A way by which something of a match reaches a seat.

    ``show(game, match, seat)`` gives all that it hands out: it asks what can be asked, of what the seat sees. ``parts``
    are the functions it goes through, as ``package.module:Class.function``. An outlet that takes long is looked through
    at one in ``apart`` pairs of positions.

    It promises to hand out the same for two positions that the seat cannot tell apart.

    It may not change the match: it plays on a fork.

    Example::

        # [project.entry-points."wargame_core.outlets"]
        # acme = "acme.outlets:REGISTER"

        from wargame_core.plugins.outlets import Outlet, OutletRegister

        def postcard(match, seat):
            return f"Turn {match.rules.turn_of(match.view(seat).board)}, and all is well."

        REGISTER = OutletRegister(
            (Outlet("postcard", lambda game, match, seat: postcard(match, seat), ("acme.cards:postcard",)),)
        )
        assert REGISTER.parts == {"acme.cards:postcard"}
    """

    name: str
    show: Show
    parts: tuple[str, ...]
    apart: int = 1


@frozen
class OutletRegister:
    """The outlets of a distribution, found by an entry point of the group ``wargame_core.outlets``.

    ``closed`` are the functions that take a match and a seat and give that seat nothing of the match, each with why.
    """

    outlets: tuple[Outlet, ...]
    closed: Mapping[str, str] = field(factory=dict)

    @property
    def parts(self) -> set[str]:
        """Every function of which the register says something."""
        return {part for outlet in self.outlets for part in outlet.parts} | self.closed.keys()


OUTLETS = Interface("wargame_core.outlets", "a register of outlets", (OutletRegister,), classes=False)
"""How the registers of distributions are found."""


@cache
def outlet_registers() -> Mapping[str, OutletRegister]:
    """The registers of all installed distributions, by the names of their entry points.

    Raises `NotInstalled` for one that cannot be loaded, `PluginError` for two outlets of one name.
    """
    registers: dict[str, OutletRegister] = {name: OUTLETS.load(name) for name in sorted(OUTLETS.entries())}
    owners: dict[str, str] = {}
    for owner, register in registers.items():
        for outlet in register.outlets:
            if (other_owner := owners.setdefault(outlet.name, owner)) != owner:
                raise PluginError(f"{owner} and {other_owner} both register an outlet called {outlet.name!r}")
    return registers
