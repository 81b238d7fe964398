"""Orders of battle: forces made of formations made of units, with the leaders over them.

The tree has a force for each side, formations at any number of levels below it, and units in formations at any level.
The words for ranks, arms, traits and levels are the game's own.

A file holds the values of these classes, with a key for each field. What follows from the rest (the side of a formation
below another, a short name equal to the name) is filled in. At the end: who stands where at the start, with the checks
that the set-up files of all games need.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal, TypeVar

from attrs import evolve, field, frozen

from wargame_core.data import Document, KeyPath, Problems, Ref, check_source, structure
from wargame_core.errors import AmbiguousName, UnknownName
from wargame_core.names import folded

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


_NamedEntry = TypeVar("_NamedEntry", OobUnit, OobLeader, Formation)


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
        children: dict[str, tuple[Formation, ...]] = {}
        for formation in self.formations.values():
            parent = formation.parent or formation.side
            children[parent] = (*children.get(parent, ()), formation)
        return children

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
        formations = {key: group for key, group in self.formations.items() if not level or group.level == level}
        return _find(name, formations, level or "formation")

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
        units = self.formations[group_id].units if group_id in self.formations else ()
        return (*units, *(unit for formation in self.all_below(group_id) for unit in formation.units))

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
        counts = {arm: sum(unit.arm == arm for unit in units) for arm in arms}
        return counts | {"leaders": sum(self.side_of(leader) == side for leader in self.leaders.values())}

    def tree(self) -> str:
        """The whole order of battle as indented text."""
        lines = []

        def add(group_id: str, depth: int, text: str) -> None:
            leaders = ", ".join(f"{leader.name}" for leader in self.leaders_of(group_id))
            lines.append("  " * depth + text + (f" ({leaders})" if leaders else ""))
            for unit in self.formations[group_id].units if group_id in self.formations else ():
                lines.append("  " * (depth + 1) + f"{unit.name} ({unit.arm}) {unit.rating:+d}")
            for formation in self.below(group_id):
                status = f" [{formation.status.replace('_', ' ')}]" if formation.status else ""
                add(formation.id, depth + 1, formation.name + status)

        for side, force in self.forces.items():
            add(side, 0, f"{force.name} [{side}]")
        return "\n".join(lines)


def _find(name: str, entries: Mapping[str, _NamedEntry], kind_in_words: str) -> _NamedEntry:
    if name in entries:
        return entries[name]
    folded_name = folded(name)
    called_so = [entry for entry in entries.values() if folded_name in (folded(name) for name in _names(entry) if name)]
    if len(called_so) == 1:
        return called_so[0]
    if not called_so:
        raise UnknownName(kind_in_words, name, dict.fromkeys([*(entry.name for entry in entries.values()), *entries]))
    levels = {entry.level for entry in called_so if isinstance(entry, Formation)}
    noun = levels.pop() if len(levels) == 1 else kind_in_words
    number = {2: "two", 3: "three", 4: "four", 5: "five"}.get(len(called_so), str(len(called_so)))
    raise AmbiguousName(f"{name!r} is {number} {noun}s: {', '.join(entry.id for entry in called_so)}")


def _names(entry: OobUnit | OobLeader | Formation) -> set[str]:
    return {entry.name, getattr(entry, "short", ""), getattr(entry, "full_name", "")}


@frozen
class OrderOfBattleFile:
    """An order of battle file; ``arms`` are the arms that its units may have."""

    id: str
    side: tuple[Force, ...]
    formation: tuple[Formation, ...]
    leader: tuple[OobLeader, ...] = ()
    arms: tuple[str, ...] = ()


def read_oob(doc: Document, problems: Problems, arms: Iterable[str] = ()) -> OrderOfBattle | None:
    """The order of battle of a document, or None after noting in ``problems`` all that is wrong.

    The allowed arms are those that the file lists, or else ``arms``; without either any word is an arm. Wrong are: ids
    used twice (E302), references to nothing (E301), formations above themselves (E304), counts that differ from what
    the file states (E303).
    """
    check_source(doc, problems)
    problem_count = len(problems)
    allowed_arms = doc.data.get("arms") or tuple(arms)
    file = structure(doc, OrderOfBattleFile, problems, names={"an arm": allowed_arms} if allowed_arms else {})
    if file is None:
        return None
    _check_ids(doc, file, problems)
    groups = _check_parents(doc, file, problems)
    if len(problems) > problem_count:
        return None
    oob = _build(file, groups)
    for index, side in enumerate(file.side):
        counts = oob.counts(side.id)
        for counted in dict.fromkeys([*side.stated, *counts]):
            if side.stated.get(counted, 0) != counts.get(counted, 0):
                message = f"{side.stated.get(counted, 0)} stated, but {counts.get(counted, 0)} listed"
                problems.add(doc, ("side", index, "stated", counted), "E303", message)
    return oob if len(problems) == problem_count else None


def _check_ids(doc: Document, file: OrderOfBattleFile, problems: Problems) -> None:
    tables: Mapping[str, Sequence[Force | Formation | OobLeader]] = {
        "side": file.side,
        "formation": file.formation,
        "leader": file.leader,
    }
    ids: list[tuple[KeyPath, str]] = [
        ((key, number, "id"), table.id) for key, rows in tables.items() for number, table in enumerate(rows)
    ]
    for number, formation in enumerate(file.formation):
        ids += [
            (("formation", number, "units", unit_number, "id"), unit.id)
            for unit_number, unit in enumerate(formation.units)
        ]
    problems.unique(doc, "an id", ids)


def _check_parents(doc: Document, file: OrderOfBattleFile, problems: Problems) -> Mapping[str, Formation]:
    sides = [side.id for side in file.side]
    groups = {formation.id: formation for formation in file.formation}
    for index, formation in enumerate(file.formation):
        formation_path = ("formation", index)
        if bool(formation.side) == bool(formation.parent):
            message = f"{formation.id!r} needs either a side or a parent formation, and not both"
            problems.add(doc, formation_path, "E304", message)
        elif formation.side:
            problems.reference(doc, (*formation_path, "side"), "a side", formation.side, sides)
        elif problems.reference(doc, (*formation_path, "parent"), "a formation", formation.parent, groups):
            visited, ancestor = {formation.id}, formation.parent
            while ancestor in groups and ancestor not in visited:
                visited.add(ancestor)
                ancestor = groups[ancestor].parent
            if ancestor in visited:
                problems.add(doc, (*formation_path, "parent"), "E304", f"{formation.id!r} is above itself")
    for index, leader in enumerate(file.leader):
        if not leader.commands:
            problems.add(doc, ("leader", index, "commands"), "E304", f"{leader.name} commands nothing")
        for command_number, command in enumerate(leader.commands):
            problems.reference(
                doc, ("leader", index, "commands", command_number), "a formation or side", command, [*sides, *groups]
            )
    return groups


def _build(file: OrderOfBattleFile, groups: Mapping[str, Formation]) -> OrderOfBattle:
    def side_of(formation: Formation) -> str:
        return formation.side or side_of(groups[formation.parent])

    return OrderOfBattle(
        id=file.id,
        forces={force.id: force for force in file.side},
        formations={
            formation.id: evolve(formation, side=side_of(formation), short=formation.short or formation.name)
            for formation in file.formation
        },
        leaders={leader.id: leader for leader in file.leader},
    )


R = TypeVar("R")


@frozen
class SetUpPlace:
    """A counter in a space, as a set-up file puts it there.

    ``counter`` is its id, "" where counters of a kind are all alike; ``name`` what messages call it. ``row`` is where
    the file names the counter, ``at`` where it names the space. ``space`` is "" for one that is not on the map: in a
    pool, or to come later.
    """

    name: str
    side: str
    space: str
    at: KeyPath
    counter: str = ""
    row: KeyPath = ()


def starts(
    table: str, columns: tuple[str, str], rows: Sequence[R], start_of_row: Callable[[R], tuple[str, str, str]]
) -> list[SetUpPlace]:
    """The counters of a table with a row for each; ``start_of_row`` gives id, side and space of a row.

    ``columns`` are those of the id and of the space. Give all rows of the file, those too whose pieces are not on the
    map (the space is "" then), so that messages name the right line.
    """
    key, space_column = columns
    numbered_starts = [(index, *start_of_row(row)) for index, row in enumerate(rows)]
    return [
        SetUpPlace(counter, side, space, (table, index, space_column), counter, (table, index, key))
        for index, counter, side, space in numbered_starts
    ]


def check_set_up(
    doc: Document,
    new_starts: Sequence[SetUpPlace],
    problems: Problems,
    *,
    there: Iterable[SetUpPlace] = (),
    spaces: Collection[str] | None = None,
    sides: Collection[str] | None = None,
    limit: int | None = None,
) -> None:
    """Note what is wrong with a set-up.

    A space that is none of ``spaces`` or a side that is none of ``sides`` (E301), a counter that is set up twice or
    among those that are ``there`` already (E302), enemies in one space (E305), more than ``limit`` of
    ``new_starts`` in one space (E306). ``there`` are counters of another table or of the file that this one
    adds to.
    """
    earlier_starts = list(there)
    for start in new_starts:
        if spaces is not None and start.space:
            problems.reference(doc, start.at, "a space", start.space, spaces)
        if sides is not None:
            problems.reference(doc, (*start.row[:-1], "side"), "a side", start.side, sides)
    problems.unique(doc, "set up", ((start.row, start.counter) for start in new_starts if start.counter))
    earlier_counters = {start.counter for start in earlier_starts if start.counter}
    for start in new_starts:
        if start.counter in earlier_counters:
            problems.add(doc, start.row, "E302", f"{start.counter!r} is already set up in the file this adds to")
    _check_spaces(doc, new_starts, earlier_starts, limit, problems)


def _check_spaces(
    doc: Document,
    new_starts: Iterable[SetUpPlace],
    earlier_starts: Iterable[SetUpPlace],
    limit: int | None,
    problems: Problems,
) -> None:
    holders = {start.space: start for start in earlier_starts}
    counters_together: dict[str, list[str]] = {}
    for start in (start for start in new_starts if start.space):
        holder = holders.setdefault(start.space, start)
        names = counters_together.setdefault(start.space, [])
        if holder.side != start.side:
            message = f"{start.name} cannot be set up in {start.space}, where its enemy {holder.name} stands"
            problems.add(doc, start.at, "E305", message, "a space holds counters of one side only")
        elif limit is not None and len(names) >= limit:
            message = f"{start.space} already holds {', '.join(names)}"
            problems.add(doc, start.at, "E306", message, f"at most {limit} in a space")
        names.append(start.name)
