"""Orders of battle: forces made of formations made of units, with the leaders over them.

The tree has a force for each side, formations at any number of levels below it, and units in formations at any level.
The words for ranks, arms, traits and levels are the game's own. `wargame_core.forces.oob_file` reads the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from attrs import field, frozen

from wargame_core.data.structuring import Ref
from wargame_core.errors import AmbiguousName, UnknownName

if TYPE_CHECKING:
    import networkx

Rating = int | Literal["?"]


@frozen
class OobUnit:
    """The smallest piece that is counted. ``rating`` is its printed value."""

    id: str
    name: str
    arm: Annotated[str, Ref("an arm", "E204")]
    rating: int


@frozen
class OobLeader:
    """Who commands something. ``commands`` are ids of formations, or of a side for its commander in chief.

    ``rating`` is the printed value, "?" where it is decided in play; ``traits`` are the game's own words.
    """

    id: str
    name: str
    commands: tuple[str, ...]
    full_name: str = ""
    rank: str = ""
    role: str = ""
    rating: Rating | None = None
    traits: tuple[str, ...] = ()


@frozen
class Formation:
    """A formation: contains further formations, units, or both.

    It has a ``parent`` formation, or else is directly below its side; in an `OrderOfBattle` every formation has its
    ``side``. ``name`` is the full name, ``short`` the one on the counter; ``arm`` decides how it moves; ``status`` is
    the game's word for how it comes into play; ``tokens`` are counters of other kinds that belong to it.
    """

    id: str
    name: str
    level: str
    side: str = ""
    parent: str = ""
    short: str = ""
    arm: Annotated[str, Ref("an arm", "E204")] = ""
    status: str = ""
    tokens: Mapping[str, int] = field(factory=dict)
    units: tuple[OobUnit, ...] = ()


@frozen
class Force:
    """Everything one side has, and the number of its units by arm, which is checked.

    ``printed`` are the numbers of the document's own summary where those are wrong.
    """

    id: str
    name: str
    stated: Mapping[str, int]
    printed: Mapping[str, int] = field(factory=dict)


_Named = TypeVar("_Named", OobUnit, OobLeader, Formation)


@frozen(eq=False, slots=False, kw_only=True, repr=False)
class OrderOfBattle:
    """All forces of a game, with look-ups by id. Two orders of battle are equal only if they are the same object."""

    id: str
    forces: Mapping[str, Force]
    formations: Mapping[str, Formation]
    leaders: Mapping[str, OobLeader]

    @cached_property
    def units(self) -> Mapping[str, OobUnit]:
        """Every unit by id, in the order of the file."""
        return {unit.id: unit for formation in self.formations.values() for unit in formation.units}

    @cached_property
    def _formation_of(self) -> Mapping[str, Formation]:
        return {unit.id: formation for formation in self.formations.values() for unit in formation.units}

    @cached_property
    def _children(self) -> Mapping[str, tuple[Formation, ...]]:
        below: dict[str, tuple[Formation, ...]] = {}
        for formation in self.formations.values():
            parent = formation.parent or formation.side
            below[parent] = (*below.get(parent, ()), formation)
        return below

    def __repr__(self) -> str:
        return f"<OrderOfBattle {self.id}: {len(self.formations)} formations, {len(self.units)} units>"

    def unit(self, name: str) -> OobUnit:
        """The unit with that id or name. Raises `UnknownName` or `AmbiguousName`."""
        return _find(name, self.units, "unit")

    def leader(self, name: str) -> OobLeader:
        """The leader with that id, name or full name. Raises `UnknownName` or `AmbiguousName`."""
        return _find(name, self.leaders, "leader")

    def formation(self, name: str, level: str = "") -> Formation:
        """The formation with that id, name or short name, of one level only if given.

        Raises:
            UnknownName: nothing has that name; the message has the nearest name.
            AmbiguousName: several have it: "'Smith' is two formations: blue_smith, red_smith".
        """
        known = {key: group for key, group in self.formations.items() if not level or group.level == level}
        return _find(name, known, level or "formation")

    def below(self, group_id: str) -> tuple[Formation, ...]:
        """The formations directly below a formation or a side, in the order of the file."""
        return self._children.get(group_id, ())

    def all_below(self, group_id: str) -> Iterator[Formation]:
        """The formations below a formation or a side, at every level."""
        for formation in self.below(group_id):
            yield formation
            yield from self.all_below(formation.id)

    def units_of(self, group_id: str) -> tuple[OobUnit, ...]:
        """Every unit of a formation or a side, at every level below it."""
        own = self.formations[group_id].units if group_id in self.formations else ()
        return (*own, *(unit for formation in self.all_below(group_id) for unit in formation.units))

    def above(self, group_id: str) -> tuple[Formation, ...]:
        """The formations above a formation, nearest first."""
        parent = self.formations[group_id].parent
        return (self.formations[parent], *self.above(parent)) if parent else ()

    def formation_of(self, unit_id: str) -> Formation:
        """The formation that a unit belongs to directly."""
        return self._formation_of[unit_id]

    def side_of(self, leader: OobLeader) -> str:
        """The side of what a leader commands."""
        command = leader.commands[0]
        return self.formations[command].side if command in self.formations else command

    def leaders_of(self, group_id: str) -> tuple[OobLeader, ...]:
        """The leaders who command a formation or a side directly."""
        return tuple(leader for leader in self.leaders.values() if group_id in leader.commands)

    def counts(self, side: str) -> dict[str, int]:
        """Units of a side by arm, and its leaders under "leaders"."""
        units = self.units_of(side)
        arms = sorted({unit.arm for unit in units})
        counted = {arm: sum(unit.arm == arm for unit in units) for arm in arms}
        return counted | {"leaders": sum(self.side_of(leader) == side for leader in self.leaders.values())}

    def tree(self) -> str:
        """The whole order of battle as indented text."""
        lines = []

        def add(group_id: str, depth: int, text: str) -> None:
            led = ", ".join(f"{leader.name}" for leader in self.leaders_of(group_id))
            lines.append("  " * depth + text + (f" ({led})" if led else ""))
            for unit in self.formations[group_id].units if group_id in self.formations else ():
                lines.append("  " * (depth + 1) + f"{unit.name} ({unit.arm}) {unit.rating:+d}")
            for formation in self.below(group_id):
                status = f" [{formation.status.replace('_', ' ')}]" if formation.status else ""
                add(formation.id, depth + 1, formation.name + status)

        for side, force in self.forces.items():
            add(side, 0, f"{force.name} [{side}]")
        return "\n".join(lines)

    def to_networkx(self) -> networkx.DiGraph[str]:
        """The tree as a directed graph from the sides down to the units, with names as attributes."""
        import networkx

        graph: networkx.DiGraph[str] = networkx.DiGraph(id=self.id)
        for side, force in self.forces.items():
            graph.add_node(side, name=force.name, level="force")
        for formation in self.formations.values():
            graph.add_node(formation.id, name=formation.name, level=formation.level)
            graph.add_edge(formation.parent or formation.side, formation.id)
            for unit in formation.units:
                graph.add_node(unit.id, name=unit.name, level="unit", arm=unit.arm, rating=unit.rating)
                graph.add_edge(formation.id, unit.id)
        return graph


def _find(name: str, known: Mapping[str, _Named], what: str) -> _Named:
    if name in known:
        return known[name]
    wanted = name.strip().casefold()
    called_so = [named for named in known.values() if wanted in _names(named)]
    if len(called_so) == 1:
        return called_so[0]
    if not called_so:
        raise UnknownName(what, name, dict.fromkeys([*(named.name for named in known.values()), *known]))
    levels = {named.level for named in called_so if isinstance(named, Formation)}
    noun = levels.pop() if len(levels) == 1 else what
    number = {2: "two", 3: "three", 4: "four", 5: "five"}.get(len(called_so), str(len(called_so)))
    raise AmbiguousName(f"{name!r} is {number} {noun}s: {', '.join(named.id for named in called_so)}")


def _names(named: OobUnit | OobLeader | Formation) -> set[str]:
    other = ""
    if isinstance(named, Formation):
        other = named.short
    elif isinstance(named, OobLeader):
        other = named.full_name
    return {named.name.casefold(), other.casefold()} - {""}
