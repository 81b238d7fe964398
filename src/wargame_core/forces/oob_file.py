"""Reading an order of battle from its TOML file. The classes below are the format: one field for each key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, cast

from attrs import field, frozen

from wargame_core.data.documents import Document, Problems, read_toml
from wargame_core.data.provenance import check_source
from wargame_core.data.structuring import Ref, structure
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.forces.order_of_battle import Force, Formation, Leader, OrderOfBattle, Rating, Unit

ARMS = ("artillery", "cavalry", "infantry")


@frozen
class UnitRow:
    """An item of ``units``: one unit."""

    id: str
    name: str
    arm: Annotated[str, Ref("an arm", "E204")]
    rating: int


@frozen
class SideRow:
    """[[side]]: one side, the name of its force and how many units of each arm it has, which is checked.

    ``printed`` repeats the numbers of the document's own summary where that counts wrongly.
    """

    id: str
    name: str
    stated: Mapping[str, int]
    printed: Mapping[str, int] = field(factory=dict)


@frozen
class LeaderRow:
    """[[leader]]: a leader and the ids of the formations, or the side, that he commands."""

    id: str
    name: str
    commands: tuple[str, ...]
    full_name: str = ""
    rank: str = ""
    role: str = ""
    rating: Rating | None = None
    traits: tuple[str, ...] = ()


@frozen
class FormationRow:
    """[[formation]]: names its ``parent`` formation or, just below the force, its ``side``."""

    id: str
    name: str
    level: str
    side: str = ""
    parent: str = ""
    short: str = ""
    arm: Annotated[str, Ref("an arm", "E204")] = ""
    status: str = "start"
    tokens: Mapping[str, int] = field(factory=dict)
    units: tuple[UnitRow, ...] = ()


@frozen
class OrderOfBattleFile:
    """An order of battle file."""

    id: str
    side: tuple[SideRow, ...]
    formation: tuple[FormationRow, ...]
    leader: tuple[LeaderRow, ...] = ()


def load_oob(path: Path, arms: Iterable[str] = ARMS) -> OrderOfBattle:
    """The order of battle of a TOML file; ``arms`` are the arms that units may have.

    Raises `DataError` with every problem: wrong shape, ids used twice (E302), references to nothing (E301), formations
    above themselves (E304), counts that differ from what the file states (E303).
    """
    doc, problems = read_toml(path, "an order of battle"), Problems()
    oob = read_oob(doc, problems, arms)
    problems.done()
    return cast(OrderOfBattle, oob)


def read_oob(doc: Document, problems: Problems, arms: Iterable[str] = ARMS) -> OrderOfBattle | None:
    """The order of battle of a document, or None after noting in ``problems`` all that is wrong."""
    check_source(doc, problems)
    before = len(problems)
    file = structure(doc, OrderOfBattleFile, problems, names={"an arm": tuple(arms)})
    if file is None:
        return None
    _check_ids(doc, file, problems)
    parents = _check_parents(doc, file, problems)
    if len(problems) > before:
        return None
    oob = _build(file, parents)
    for n, side in enumerate(file.side):
        counted = oob.counts(side.id)
        for what in dict.fromkeys([*side.stated, *counted]):
            if side.stated.get(what, 0) != counted.get(what, 0):
                message = f"{side.stated.get(what, 0)} stated, but {counted.get(what, 0)} listed"
                problems.add(doc, ("side", n, "stated", what), "E303", message)
    return oob if len(problems) == before else None


def _check_ids(doc: Document, file: OrderOfBattleFile, problems: Problems) -> None:
    rows: Mapping[str, Sequence[SideRow | FormationRow | LeaderRow]] = {
        "side": file.side,
        "formation": file.formation,
        "leader": file.leader,
    }
    ids: list[tuple[KeyPath, str]] = [
        ((key, n, "id"), row.id) for key, some in rows.items() for n, row in enumerate(some)
    ]
    for n, formation in enumerate(file.formation):
        ids += [(("formation", n, "units", m, "id"), unit.id) for m, unit in enumerate(formation.units)]
    problems.unique(doc, "an id", ids)


def _check_parents(doc: Document, file: OrderOfBattleFile, problems: Problems) -> Mapping[str, FormationRow]:
    sides = [side.id for side in file.side]
    rows = {row.id: row for row in file.formation}
    for n, row in enumerate(file.formation):
        at = ("formation", n)
        if bool(row.side) == bool(row.parent):
            problems.add(doc, at, "E304", f"{row.id!r} needs either a side or a parent formation, and not both")
        elif row.side:
            problems.reference(doc, (*at, "side"), "a side", row.side, sides)
        elif problems.reference(doc, (*at, "parent"), "a formation", row.parent, rows):
            seen, above = {row.id}, row.parent
            while above in rows and above not in seen:
                seen.add(above)
                above = rows[above].parent
            if above in seen:
                problems.add(doc, (*at, "parent"), "E304", f"{row.id!r} is above itself")
    for n, leader in enumerate(file.leader):
        if not leader.commands:
            problems.add(doc, ("leader", n, "commands"), "E304", f"{leader.name} commands nothing")
        for m, command in enumerate(leader.commands):
            problems.reference(doc, ("leader", n, "commands", m), "a formation or side", command, [*sides, *rows])
    return rows


def _build(file: OrderOfBattleFile, rows: Mapping[str, FormationRow]) -> OrderOfBattle:
    def side_of(group_id: str) -> str:
        if group_id not in rows:
            return group_id
        return rows[group_id].side or side_of(rows[group_id].parent)

    return OrderOfBattle(
        id=file.id,
        forces={one.id: Force(one.id, one.name, one.printed) for one in file.side},
        formations={
            row.id: Formation(
                id=row.id,
                name=row.name,
                short=row.short or row.name,
                side=side_of(row.id),
                level=row.level,
                parent=row.parent,
                arm=row.arm,
                status=row.status,
                tokens=row.tokens,
                units=tuple(Unit(unit.id, unit.name, unit.arm, unit.rating, row.id) for unit in row.units),
            )
            for row in file.formation
        },
        leaders={
            one.id: Leader(
                one.id,
                one.name,
                side_of(one.commands[0]),
                one.commands,
                one.full_name,
                one.rank,
                one.role,
                one.rating,
                one.traits,
            )
            for one in file.leader
        },
    )
