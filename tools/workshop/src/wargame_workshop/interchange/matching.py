"""Which row of a data file each object of a drawing is."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from wargame_core.errors import Problem
from wargame_workshop.interchange.drawn import Drawing, DrawnFile, DrawnMark, DrawnRow, Part, Shape, Sort


@frozen
class DrawnGroup:
    """The objects of a drawing that are one row; ``row`` is None for a new one."""

    sort: Sort
    row: DrawnRow | None
    marks: tuple[DrawnMark, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Where it lies, as drawn; ways that run as before are in the direction they had."""
        drawn = [mark.part for mark in self.marks]
        if self.sort.shape in (Shape.WAYS, Shape.TRACE) and self.row is not None:
            return tuple(_as_before(self.row.parts, number, part) for number, part in enumerate(drawn))
        if self.sort.shape is Shape.LINES:
            flat = dict.fromkeys((a, b) for part in drawn for a, b in zip(part[::2], part[1::2], strict=True))
            return tuple(flat)
        return tuple(dict.fromkeys(drawn))

    @property
    def as_row(self) -> DrawnRow:
        """What the row will be."""
        return DrawnRow(self.sort, None, self.marks[0].name, self.marks[0].kind or self.sort.kind, self.parts)


def _as_before(old: Sequence[Part], number: int, part: Part) -> Part:
    return part[::-1] if number < len(old) and old[number] == part[::-1] else part


def match(file: DrawnFile, drawing: Drawing, problems: list[Problem]) -> tuple[list[DrawnGroup], list[DrawnRow]]:
    """The drawing's objects as rows, those of the file first and in its order, and the rows that are not drawn."""
    places = {was: place for place, was in file.hashes.items()}
    taken: dict[int, list[DrawnMark]] = {}
    new: list[DrawnMark] = []
    for mark in drawing.marks:
        place = places.get(mark.was)
        if place is not None and file.rows[place].sort.shape is Shape.SPACES and not _alike(file.rows[place], mark):
            place = None  # stamped anew: its class says what it is
        if place is None or (_single(file.rows[place]) and place in taken):
            place = _by_name(file, mark, taken)
        if place is not None:
            taken.setdefault(place, []).append(mark)
        elif mark.was and mark.was not in places and not mark.name and not _stamped(file, mark):
            line, column = mark.where
            what = f"{mark.called}: the row it was exported from has changed since, and it has no name to know it by"
            hint = "export again and draw in that, or take its property `was` away to make it a new one"
            problems.append(Problem(drawing.path, line, column, "E705", what, hint))
        else:
            new.append(mark)
    groups = [
        DrawnGroup(file.rows[place].sort, file.rows[place], tuple(sorted(taken[place], key=lambda mark: mark.order)))
        for place in sorted(taken)
    ]
    gone = [row for place, row in enumerate(file.rows) if row.sort.layer in drawing.layers and place not in taken]
    return [*groups, *_new_groups(file, new)], gone


def _single(row: DrawnRow) -> bool:
    """Whether a row is one object of a drawing, and a second one with its mark is a copy."""
    return row.sort.shape in (Shape.SPACE, Shape.SIDE, Shape.TRACE) or (
        row.sort.shape is Shape.WAYS and len(row.parts) == 1
    )


def _stamped(file: DrawnFile, mark: DrawnMark) -> bool:
    return file.sort_of(mark.layer, mark.kind).shape is Shape.SPACES


def _alike(row: DrawnRow, mark: DrawnMark) -> bool:
    return row.sort.layer == mark.layer and (row.name, row.kind) == (mark.name, mark.kind)


def _by_name(file: DrawnFile, mark: DrawnMark, taken: dict[int, list[DrawnMark]]) -> int | None:
    """The row of the layer with the mark's name, of its kind if several have it."""
    if _stamped(file, mark):
        return next((place for place, row in enumerate(file.rows) if _alike(row, mark)), None)
    if not mark.name:
        return None
    named = [
        place
        for place, row in enumerate(file.rows)
        if row.sort.layer == mark.layer and row.name == mark.name and not (_single(row) and place in taken)
    ]
    alike = [place for place in named if file.rows[place].kind == mark.kind]
    return next(iter(alike or (named if len(named) == 1 else [])), None)


def _new_groups(file: DrawnFile, marks: Sequence[DrawnMark]) -> list[DrawnGroup]:
    """New objects as rows: lines of one name and kind together, everything else by itself."""
    groups: dict[object, list[DrawnMark]] = {}
    for number, mark in enumerate(marks):
        sort = file.sort_of(mark.layer, mark.kind)
        together = sort.shape in (Shape.LINES, Shape.SPACES)
        groups.setdefault((sort.section, mark.name, mark.kind) if together else number, []).append(mark)
    return [DrawnGroup(file.sort_of(marks[0].layer, marks[0].kind), None, tuple(marks)) for marks in groups.values()]
