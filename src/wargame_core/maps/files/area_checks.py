"""Checks of a map of areas whose file has the right structure.

Codes: E431 joined from one side only, E432 two areas with one centre, E433 a part of a part or of nothing, E434 a bad
outline; E301 and E302 for names as everywhere.
"""

from __future__ import annotations

from wargame_core.data.documents import Document, Problems
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.maps.files.area_format import AreaMapFile, AreaRow
from wargame_core.maps.files.long_forms import LongForm


def check_area_map(doc: Document, form: LongForm[AreaMapFile], problems: Problems, *, whole: bool) -> None:
    """Note everything wrong. Without ``whole`` some areas are missing (None), and E431 is not checked."""
    file = form.file
    rows = {n: row for n, row in enumerate(file.area) if row is not None}
    if whole and not rows:
        problems.add(doc, ("map",), "E432", "a map without an [[area]]", "give each area an id and at = [x, y]")
    _names(doc, rows, problems)
    known = {row.id: row for row in rows.values()}
    for n, row in rows.items():
        if whole:
            _joins(doc, ("area", n), row, known, problems)
            _part(doc, ("area", n), row, known, problems)
        if row.outline and len(row.outline) < 3:
            message = f"{row.id} has {len(row.outline)} corners; an outline has at least 3, clockwise"
            problems.add(doc, ("area", n, "outline"), "E434", message, where=[(row.id,)])
    for n, entry in enumerate(file.entry):
        if entry is not None and whole:
            problems.reference(doc, ("entry", n, "area"), "an area", entry.area, [row.id for row in rows.values()])
    problems.unique(
        doc, "the id of an entry", ((("entry", n, "id"), row.id) for n, row in enumerate(file.entry) if row is not None)
    )


def _names(doc: Document, rows: dict[int, AreaRow], problems: Problems) -> None:
    """No id and no name is given twice, and no two middles are one (E302, E432)."""
    problems.unique(doc, "the id of an area", ((("area", n, "id"), row.id.casefold()) for n, row in rows.items()))
    problems.unique(
        doc, "the name of an area", ((("area", n, "name"), row.name) for n, row in rows.items() if row.name)
    )
    first: dict[tuple[float, float], AreaRow] = {}
    for n, row in rows.items():
        if (other := first.setdefault(row.at, row)) is not row:
            message = f"{row.id} lies where {other.id} lies, at {list(row.at)}"
            problems.add(doc, ("area", n, "at"), "E432", message, where=[(row.id,), (other.id,)])


def _joins(doc: Document, path: KeyPath, row: AreaRow, known: dict[str, AreaRow], problems: Problems) -> None:
    """Each join leads to another area (E301, E431), which has it too (E431)."""
    for kind, others in row.joins.items():
        for m, name in enumerate(others):
            here = (*path, "joins", kind, m)
            other = known.get(name)
            if other is None:
                problems.reference(doc, here, "an area", name, known)
            elif other is row:
                problems.add(doc, here, "E431", f"{row.id} is joined to itself", where=[(row.id,)])
            elif row.id not in other.joins.get(kind, ()):
                message = f"{row.id} is joined to {other.id} by {kind}, but {other.id} not to {row.id}"
                hint = f'add "{row.id}" to joins.{kind} of {other.id}, or take "{name}" away here'
                problems.add(doc, here, "E431", message, hint, [(row.id, other.id)])


def _part(doc: Document, path: KeyPath, row: AreaRow, known: dict[str, AreaRow], problems: Problems) -> None:
    """A part belongs to an area that is whole (E301, E433)."""
    if not row.part_of:
        return
    here = (*path, "part_of")
    whole = known.get(row.part_of)
    if whole is None:
        problems.reference(doc, here, "an area", row.part_of, known)
    elif whole is row or whole.part_of:
        message = f"{row.id} is a part of {whole.id}, which is a part itself"
        problems.add(doc, here, "E433", message, "name the whole area", [(row.id,)])
