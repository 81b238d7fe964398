"""Short forms of drawn roads and rivers, where these mean exactly what was drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wargame_core.maps.features import edge
from wargame_core.maps.files.shorten import courses_of, route_of, usable
from wargame_core.maps.files.shorthand import RouteGround
from wargame_core.maps.map import Map
from wargame_workshop.interchange.drawn import Part


class WaysInWords:
    """Writes ways as routes and lines as courses on the ground of a map."""

    def __init__(self, ground: RouteGround, board: Map) -> None:
        self.ground = ground
        spoken = {row.space: row.name for row in reversed((*board.gaps, *board.places)) if usable(row.name, ground)}
        self.names = {space: name for space, name in spoken.items() if ground.places.get(name.casefold()) == space}

    def route(self, part: Sequence[int]) -> str | None:
        """The route of a way, None when none means it."""
        return route_of(self.ground, self.names, part) if len(part) > 1 else None

    def courses(self, parts: Iterable[Part]) -> list[str] | None:
        """The courses of some sides, None when none mean them."""
        return courses_of(self.ground, [edge(a, b) for a, b in parts])

    def side(self, part: Part) -> str:
        """A side in words."""
        a, b = part
        return f"{self.ground.lattice.name(a)} | {self.ground.lattice.name(b)}"
