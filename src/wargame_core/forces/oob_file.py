"""Reading an order of battle from its TOML file.

A file holds the values of `wargame_core.forces.order_of_battle`, with a key for each field. What follows from the rest
(the side of a formation below another, a short name equal to the name) is filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import cast

from attrs import evolve, frozen

from wargame_core.data.documents import Document, Problems, read_toml
from wargame_core.data.provenance import check_source
from wargame_core.data.structuring import structure
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.forces.order_of_battle import Force, Formation, OobLeader, OrderOfBattle


@frozen
class OrderOfBattleFile:
    """An order of battle file; ``arms`` are the arms that its units may have."""

    id: str
    side: tuple[Force, ...]
    formation: tuple[Formation, ...]
    leader: tuple[OobLeader, ...] = ()
    arms: tuple[str, ...] = ()


def load_oob(path: Path, arms: Iterable[str] = ()) -> OrderOfBattle:
    """The order of battle of a TOML file; ``arms`` are the arms that units may have if the file lists none.

    Raises `DataError` with every problem: wrong shape, ids used twice (E302), references to nothing (E301), formations
    above themselves (E304), counts that differ from what the file states (E303).
    """
    doc, problems = read_toml(path, "an order of battle"), Problems()
    oob = read_oob(doc, problems, arms)
    problems.done()
    return cast(OrderOfBattle, oob)


def read_oob(doc: Document, problems: Problems, arms: Iterable[str] = ()) -> OrderOfBattle | None:
    """The order of battle of a document, or None after noting in ``problems`` all that is wrong.

    The allowed arms are those that the file lists, or else ``arms``; without either any word is an arm.
    """
    check_source(doc, problems)
    before = len(problems)
    allowed = doc.data.get("arms") or tuple(arms)
    file = structure(doc, OrderOfBattleFile, problems, names={"an arm": allowed} if allowed else {})
    if file is None:
        return None
    _check_ids(doc, file, problems)
    groups = _check_parents(doc, file, problems)
    if len(problems) > before:
        return None
    oob = _build(file, groups)
    for n, side in enumerate(file.side):
        counted = oob.counts(side.id)
        for what in dict.fromkeys([*side.stated, *counted]):
            if side.stated.get(what, 0) != counted.get(what, 0):
                message = f"{side.stated.get(what, 0)} stated, but {counted.get(what, 0)} listed"
                problems.add(doc, ("side", n, "stated", what), "E303", message)
    return oob if len(problems) == before else None


def _check_ids(doc: Document, file: OrderOfBattleFile, problems: Problems) -> None:
    tables: Mapping[str, Sequence[Force | Formation | OobLeader]] = {
        "side": file.side,
        "formation": file.formation,
        "leader": file.leader,
    }
    ids: list[tuple[KeyPath, str]] = [
        ((key, n, "id"), table.id) for key, listed in tables.items() for n, table in enumerate(listed)
    ]
    for n, formation in enumerate(file.formation):
        ids += [(("formation", n, "units", m, "id"), unit.id) for m, unit in enumerate(formation.units)]
    problems.unique(doc, "an id", ids)


def _check_parents(doc: Document, file: OrderOfBattleFile, problems: Problems) -> Mapping[str, Formation]:
    sides = [side.id for side in file.side]
    groups = {formation.id: formation for formation in file.formation}
    for n, formation in enumerate(file.formation):
        at = ("formation", n)
        if bool(formation.side) == bool(formation.parent):
            message = f"{formation.id!r} needs either a side or a parent formation, and not both"
            problems.add(doc, at, "E304", message)
        elif formation.side:
            problems.reference(doc, (*at, "side"), "a side", formation.side, sides)
        elif problems.reference(doc, (*at, "parent"), "a formation", formation.parent, groups):
            seen, above = {formation.id}, formation.parent
            while above in groups and above not in seen:
                seen.add(above)
                above = groups[above].parent
            if above in seen:
                problems.add(doc, (*at, "parent"), "E304", f"{formation.id!r} is above itself")
    for n, leader in enumerate(file.leader):
        if not leader.commands:
            problems.add(doc, ("leader", n, "commands"), "E304", f"{leader.name} commands nothing")
        for m, command in enumerate(leader.commands):
            problems.reference(doc, ("leader", n, "commands", m), "a formation or side", command, [*sides, *groups])
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
