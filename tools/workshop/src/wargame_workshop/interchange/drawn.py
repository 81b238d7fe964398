"""What a drawing and a data file have in common, rows and grids of letters, and how the one is merged into the other.

What the drawing cannot hold is not touched, and nothing goes without being told to. Identity is the mark that an export
left in the drawing, else the name. A row that lies as it is drawn keeps every letter of its text.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import chain, zip_longest
from typing import Any

from attrs import define, evolve, field, frozen

from wargame_core.data.documents import Document, did_you_mean, parse_toml
from wargame_core.data.toml_positions import Path as KeyPath
from wargame_core.data.toml_positions import positions
from wargame_core.errors import DataError, Problem
from wargame_core.maps.files.sections import RowShape
from wargame_core.maps.grid import Grid
from wargame_workshop.splices import EditError, Splices, value_at

Part = tuple[int, ...]
"""One space, the two spaces of a side, or the spaces that a way runs through."""


@frozen
class Sort:
    """The rows of one section of a data file: their layer and shape, and their keys for name and kind, if any.

    ``kind`` is the class of rows that have no key for it; ``allowed`` are further keys that a drawing may set.
    """

    section: str
    layer: str
    shape: RowShape
    name_key: str = "name"
    kind_key: str = "kind"
    kind: str = ""
    allowed: frozenset[str] = frozenset()


RIDGES = ("ridge", "mountains")
"""The kinds of lines along which no crossing lies."""


@frozen
class DrawnRow:
    """A row of a data file as it is drawn; ``number`` is None for a section that is one table."""

    sort: Sort
    number: int | None
    name: str
    kind: str
    parts: tuple[Part, ...]

    @property
    def path(self) -> KeyPath:
        return (self.sort.section,) if self.number is None else (self.sort.section, self.number)

    @property
    def label(self) -> str:
        """What messages call it."""
        label = f" {self.name!r}" if self.name else "" if self.number is None else f"[{self.number}]"
        return f"{self.sort.section}{label}"

    @property
    def hash(self) -> str:
        """Short letters that another row has only by the rarest chance."""
        content = repr((self.sort.section, self.name, self.kind, self.parts))
        return blake2b(content.encode(), digest_size=5).hexdigest()


@frozen
class LetterGrid:
    """A grid of letters in a data file: its table, what the letters mean, and the letter and place of each space."""

    table: str
    legend: Mapping[str, str]
    letters: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    rows: tuple[str, ...]


@frozen
class DrawnMark:
    """One object of a drawing, laid on the grid. ``where`` is its line and column, or its cell.

    A way that is ``gathered`` is one row with the others of its name and kind.
    """

    layer: str
    kind: str
    name: str
    part: Part
    where: tuple[int, int]
    called: str
    was: str = ""
    order: int = 0
    keys: Mapping[str, object] = field(factory=dict)
    gathered: bool = False


@frozen
class Drawing:
    """What a drawing says: its marks, and the words (and letters, if told) of the spaces of each painted layer.

    Of layers that are not in it nothing is said. ``ignored`` are things in it that mean nothing here; ``left_out`` are
    those that could not be read, and ``incomplete`` the layers in which they are.
    """

    path: str
    layers: frozenset[str]
    marks: tuple[DrawnMark, ...] = ()
    painted: Mapping[str, Mapping[int, tuple[str, str]]] = field(factory=dict)
    ignored: tuple[str, ...] = ()
    left_out: tuple[Problem, ...] = ()
    incomplete: frozenset[str] = frozenset()

    def only(self, layers: Collection[str]) -> Drawing:
        """The same with these layers alone."""
        return evolve(
            self,
            layers=self.layers & set(layers),
            marks=tuple(mark for mark in self.marks if mark.layer in layers),
            painted={layer: words for layer, words in self.painted.items() if layer in layers},
        )


@frozen
class DrawnGroup:
    """The objects of a drawing that are one row; ``row`` is None for a new one."""

    sort: Sort
    row: DrawnRow | None
    marks: tuple[DrawnMark, ...]

    @property
    def label(self) -> str:
        """What the row is called in messages."""
        if self.row is not None:
            return self.row.label
        name = self.marks[0].name
        return f"{self.sort.section} {name!r}" if name else self.sort.section

    @property
    def parts(self) -> tuple[Part, ...]:
        """Where it lies, as drawn; ways that run as before are in the direction they had."""
        parts = [mark.part for mark in self.marks]
        if self.sort.shape.has_ends and self.row is not None:
            return tuple(
                part[::-1] if old_part == part[::-1] else part
                for old_part, part in zip_longest(self.row.parts, parts)
                if part
            )
        if self.sort.shape is RowShape.LINES:
            flat = dict.fromkeys((a, b) for part in parts for a, b in zip(part[::2], part[1::2], strict=True))
            return tuple(flat)
        return tuple(dict.fromkeys(parts))

    @property
    def as_row(self) -> DrawnRow:
        """What the row will be."""
        return DrawnRow(self.sort, None, self.marks[0].name, self.marks[0].kind or self.sort.kind, self.parts)


class DrawnFile(ABC):
    """A data file on a grid of squares or hexes, as drawings see it: what it holds, and how a change is written."""

    doc: Document
    grid: Grid
    rows: Sequence[DrawnRow]
    grids: Mapping[str, LetterGrid]
    stamps: tuple[str, ...] = ()
    """Classes of what is drawn as a tile by itself: for these an export brings tiles."""

    @property
    @abstractmethod
    def layers(self) -> Mapping[str, tuple[RowShape, ...]]:
        """The layers of objects that this kind of file has, and how things in them may be drawn."""

    @abstractmethod
    def sort_of(self, layer: str, kind: str) -> Sort:
        """The section that a new object of a layer and kind goes to."""

    @property
    def whole_stamps(self) -> tuple[str, ...]:
        """The `stamps` that need no further words than where they lie: not fences, which cover some sides of a hex."""
        return self.stamps

    def layer_of(self, stamp: str) -> str:
        """The layer of one of the `stamps`."""
        return next(iter(self.layers))

    @abstractmethod
    def again(self, text: str) -> DrawnFile:
        """The file with another text. Raises `DataError` with every mistake in it."""

    @abstractmethod
    def filler(self, marks: Sequence[DrawnMark]) -> Callable[[int, int], Part]:
        """Fills in a way between two spaces, over what is drawn beside it. What it makes raises `ShorthandError`."""

    @abstractmethod
    def rewrite(self, splices: Splices, row: DrawnRow, parts: Sequence[Part], *, in_full: bool) -> None:
        """Write where a row lies now; ``in_full`` without short forms."""

    @abstractmethod
    def add(self, splices: Splices, group: DrawnGroup, lines: Sequence[DrawnRow], *, in_full: bool) -> None:
        """Write a new row; ``in_full`` without short forms. Raises `MergeError`.

        ``lines`` are the rows that will bar sides when everything is merged: a crossing needs one of them.
        """

    @cached_property
    def hashes(self) -> Mapping[int, str]:
        """By the place of each row in `rows`, the mark that an export leaves in a drawing for it; no two are alike."""
        counts: dict[str, int] = {}
        marks = {}
        for place, row in enumerate(self.rows):
            plain_hash = row.hash
            counts[plain_hash] = counts.get(plain_hash, 0) + 1
            marks[place] = plain_hash if counts[plain_hash] == 1 else f"{plain_hash}-{counts[plain_hash]}"
        return marks


class MergeError(Exception):
    """Something drawn that cannot be written; the message and hint are for people."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        self.code, self.hint = code, hint
        super().__init__(message)


def repaint(splices: Splices, file: DrawnFile, layer: str, words: Mapping[int, tuple[str, str]]) -> int:
    """Write the letters that are different now; how many there are. New words get a letter in the legend."""
    grid = file.grids[layer]
    letters = letters_for(grid.legend, words.values())
    rows = [list(row) for row in grid.rows]
    changed_cells = 0
    for space, (word, letter) in words.items():
        if grid.legend[grid.letters[space]] == word and letter in ("", grid.letters[space]):
            continue
        wanted_letter = letter if grid.legend.get(letter) == word else letters[word]
        row, column = grid.places[space]
        changed_cells += rows[row][column] != wanted_letter
        rows[row][column] = wanted_letter
    if changed_cells:
        for word, letter in letters.items():
            if letter not in grid.legend:
                splices.add_key((layer, "legend"), letter, word)
        blank_letter = file.doc.data[grid.table].get("blank", "")
        texts = ("".join(row) for row in rows)
        splices.reline(
            (grid.table, "grid"),
            [text.replace(" ", blank_letter) if len(blank_letter) == 1 else text for text in texts],
        )
    return changed_cells


def letters_for(legend: Mapping[str, str], proposals: Any) -> dict[str, str]:
    """A letter for each word: the legend's first, else the one that was told, else the first free one of its own."""
    letters: dict[str, str] = {}
    for letter, word in legend.items():
        letters.setdefault(word, letter)
    for word, proposed_letter in proposals:
        if word not in letters:
            used_letters = {*legend, *letters.values()}
            own_letters = [
                proposed_letter,
                *word,
                *word.upper(),
                *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
            ]
            other_letters = (letter for letter in map(chr, range(0xC0, 0xD800)) if letter.isalpha())
            usable_letters = (
                letter
                for letter in chain(own_letters, other_letters)
                if len(letter) == 1 and letter.isprintable() and not letter.isspace()
            )
            letters[word] = next(letter for letter in usable_letters if letter not in used_letters)
    return letters


def match(file: DrawnFile, drawing: Drawing, problems: list[Problem]) -> tuple[list[DrawnGroup], list[DrawnRow]]:
    """The drawing's objects as rows, those of the file first and in its order, and the rows that are not drawn."""
    places = {row_hash: place for place, row_hash in file.hashes.items()}
    marks_by_row: dict[int, list[DrawnMark]] = {}
    new_marks: list[DrawnMark] = []
    for mark in drawing.marks:
        place = places.get(mark.was)
        if place is not None and file.rows[place].sort.shape is RowShape.SPACES and not _alike(file.rows[place], mark):
            place = None  # stamped anew: its class says what it is
        if place is None or (_single(file.rows[place]) and place in marks_by_row):
            place = _by_name(file, mark, marks_by_row)
        if place is not None:
            marks_by_row.setdefault(place, []).append(mark)
        elif mark.was and mark.was not in places and not mark.name and not _has_stamp(file, mark):
            line, column = mark.where
            message = f"{mark.called}: the row it was exported from has changed since, and it has no name to know it by"
            hint = "export again and draw in that, or take its property `was` away to make it a new one"
            problems.append(Problem(drawing.path, line, column, "E705", message, hint))
        else:
            new_marks.append(mark)
    groups = [
        DrawnGroup(
            file.rows[place].sort, file.rows[place], tuple(sorted(marks_by_row[place], key=lambda mark: mark.order))
        )
        for place in sorted(marks_by_row)
    ]
    missing_rows = [
        row for place, row in enumerate(file.rows) if row.sort.layer in drawing.layers and place not in marks_by_row
    ]
    return [*groups, *_new_groups(file, new_marks)], missing_rows


def _single(row: DrawnRow) -> bool:
    """Whether a row is one object of a drawing, and a second one with its mark is a copy."""
    return not row.sort.shape.gathers and (row.sort.shape is not RowShape.WAYS or len(row.parts) == 1)


def _has_stamp(file: DrawnFile, mark: DrawnMark) -> bool:
    return file.sort_of(mark.layer, mark.kind).shape is RowShape.SPACES


def _alike(row: DrawnRow, mark: DrawnMark) -> bool:
    return row.sort.layer == mark.layer and (row.name, row.kind) == (mark.name, mark.kind)


def _by_name(file: DrawnFile, mark: DrawnMark, marks_by_row: dict[int, list[DrawnMark]]) -> int | None:
    """The row of the layer with the mark's name, of its kind if several have it."""
    if _has_stamp(file, mark):
        return next((place for place, row in enumerate(file.rows) if _alike(row, mark)), None)
    if not mark.name:
        return None if mark.was else _row_by_sides(file, mark, marks_by_row)
    namesakes = [place for place, row in enumerate(file.rows) if row.sort.layer == mark.layer and row.name == mark.name]
    free_places = [place for place in namesakes if not (_single(file.rows[place]) and place in marks_by_row)]
    same_kind_places = [place for place in free_places if file.rows[place].kind == mark.kind]
    if mark.gathered:
        of_same_kind = [place for place in namesakes if file.rows[place].kind == mark.kind]
        same_part_places = [place for place in of_same_kind if mark.part in file.rows[place].parts]
        same_kind_places = same_part_places or same_kind_places or of_same_kind
    return next(iter(same_kind_places or (free_places if len(free_places) == 1 else [])), None)


def _row_by_sides(file: DrawnFile, mark: DrawnMark, marks_by_row: dict[int, list[DrawnMark]]) -> int | None:
    """The row without a name that lies as a line without a name is drawn."""
    sides = {tuple(sorted(side)) for side in zip(mark.part[::2], mark.part[1::2], strict=False)}
    for place, row in enumerate(file.rows):
        if (
            row.name
            or row.sort.layer != mark.layer
            or row.kind != mark.kind
            or (_single(row) and place in marks_by_row)
        ):
            continue
        if row.sort.shape.has_ends and (mark.part in row.parts or mark.part[::-1] in row.parts):
            return place
        if row.sort.shape is RowShape.LINES and sides <= set(row.parts):
            return place
    return None


def _new_groups(file: DrawnFile, marks: Sequence[DrawnMark]) -> list[DrawnGroup]:
    """New objects as rows: lines of one name and kind together, and gathered ways; everything else by itself."""
    groups: dict[object, list[DrawnMark]] = {}
    for number, mark in enumerate(marks):
        sort = file.sort_of(mark.layer, mark.kind)
        is_one_group = sort.shape.gathers or mark.gathered
        groups.setdefault((sort.section, mark.name, mark.kind) if is_one_group else number, []).append(mark)
    return [DrawnGroup(file.sort_of(marks[0].layer, marks[0].kind), None, tuple(marks)) for marks in groups.values()]


@define
class Merged:
    """What a merge makes of a text, and what it did: rows by what they are called, letters by their layer."""

    text: str
    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    untouched: int = 0
    ignored: tuple[str, ...] = ()
    left_out: tuple[Problem, ...] = ()
    """What of the source did not come, by what is drawn."""

    def leave(self, label: str, prune: bool) -> None:
        """Note a row that the source does not have: it is removed with ``prune``, else it stays."""
        if prune:
            self.removed += (label,)
        else:
            self.gone += (label,)


MOST_ROUNDS = 100
"""How often a merge looks again for what would spoil the file."""


def merge(file: DrawnFile, drawing: Drawing, *, prune: bool = False) -> Merged:
    """The file's text with a drawing merged into it; ``prune`` removes what its layers do not show any more.

    What cannot be written, or would spoil the file, is left out, and the row that it would have changed stays as it is.

    Raises:
        DataError: the file would have mistakes even without what is drawn.
        EditError: the text cannot hold the changes.
    """
    left_out = list(drawing.left_out)
    groups, missing_rows = match(file, drawing, left_out)
    groups = [_with_known_keys(drawing, group, left_out) for group in groups]
    dropped_rows = [row for row in missing_rows if prune and row.sort.layer not in drawing.incomplete]
    for layer in sorted({row.sort.layer for row in missing_rows if prune} & drawing.incomplete):
        message = f"nothing of layer {layer!r} is removed while something in it is left out"
        left_out.append(Problem(drawing.path, 1, 1, "E705", message, "mend that, and import once more"))
    merging = _Merge(file, drawing, groups, dropped_rows)
    for _ in range(MOST_ROUNDS):
        try:
            merge_result = merging.whole()
        except _SpoiltGroups as spoilt:
            left_out += spoilt.problems
            merging = evolve(merging, groups=[group for group in merging.groups if group not in spoilt.groups])
            continue
        return evolve(
            merge_result,
            gone=tuple(row.label for row in missing_rows if row not in dropped_rows),
            removed=tuple(row.label for row in dropped_rows),
            ignored=drawing.ignored,
            left_out=tuple(dict.fromkeys(left_out)),
        )
    raise DataError(left_out)


def _with_known_keys(drawing: Drawing, group: DrawnGroup, left_out: list[Problem]) -> DrawnGroup:
    """A group without the properties that mean nothing for its row; they are noted."""
    marks = []
    for mark in group.marks:
        for key in (key for key in mark.keys if key not in group.sort.allowed):
            message = f"{mark.called}: the property {key!r} means nothing for a {group.sort.section}"
            hint = did_you_mean(key, group.sort.allowed)
            left_out.append(Problem(drawing.path, *mark.where, "E708", message, hint))
        marks.append(evolve(mark, keys={key: mark.keys[key] for key in mark.keys if key in group.sort.allowed}))
    return evolve(group, marks=tuple(marks))


class _SpoiltGroups(Exception):
    """Groups with which a file would not be whole, and why."""

    def __init__(self, groups: Collection[DrawnGroup], problems: Collection[Problem]) -> None:
        self.groups, self.problems = groups, problems
        super().__init__()


@frozen
class _Merge:
    """A merge of some groups; its methods raise `_SpoiltGroups` for those that cannot be written."""

    file: DrawnFile
    drawing: Drawing
    groups: Sequence[DrawnGroup]
    dropped: Sequence[DrawnRow]

    def whole(self) -> Merged:
        """What becomes of the file, without a mistake. Raises `DataError` for one that no group has made."""
        result = self.written(in_full=())
        file = self.read_again(result)
        if names_elsewhere := self.elsewhere(file):  # a way that is filled in means something else on the changed map
            result = self.written(in_full=names_elsewhere)
            file = self.read_again(result)
        return evolve(result, text=file.doc.text)

    def written(self, in_full: Collection[str]) -> Merged:
        """The merged text; the rows whose labels are in ``in_full`` without short forms."""
        splices = Splices(self.file.doc.text)
        added_labels, changed_labels, unchanged_count = [], [], 0
        spoilt: dict[int, Problem] = {}
        for layer, words in self.drawing.painted.items():
            count = repaint(splices, self.file, layer, words)
            changed_labels += [f"{layer} of {count} spaces"] if count else []
        paths = {group.row.path for group in self.groups if group.row is not None}
        line_rows = [group.as_row for group in self.groups if group.sort.shape is RowShape.LINES]
        lines = [
            *line_rows,
            *(row for row in self.file.rows if row.sort.shape is RowShape.LINES and row.path not in paths),
        ]
        for number, group in enumerate(self.groups):
            try:
                edit = self._write(splices, group, lines, group.label in in_full)
            except (MergeError, EditError) as error:
                code, hint = (error.code, error.hint) if isinstance(error, MergeError) else ("E709", "")
                spoilt[number] = self._left_out(group, code, str(error), hint)
                continue
            if not edit:
                unchanged_count += group.row is not None
            elif group.row is None:
                added_labels.append(group.label)
            else:
                changed_labels.append(group.label)
        if spoilt:
            raise _SpoiltGroups([self.groups[number] for number in spoilt], spoilt.values())
        for row in self.dropped:
            if row.number is not None:
                splices.drop_table(row.sort.section, row.number)
        text = splices.text() if splices else self.file.doc.text
        return Merged(text, tuple(added_labels), tuple(changed_labels), untouched=unchanged_count)

    def _left_out(self, group: DrawnGroup, code: str, message: str, hint: str = "") -> Problem:
        """A group that does not come, told where it is drawn and where it would lie."""
        mark, name = group.marks[0], self.file.grid.coordinates
        part_names = tuple(tuple(map(name, part)) for part in group.parts)
        return Problem(self.drawing.path, *mark.where, code, f"{mark.called}: {message}", hint, part_names)

    def _write(self, splices: Splices, group: DrawnGroup, lines: Sequence[DrawnRow], in_full: bool) -> bool:
        """Write a new row, or what is different of an old one; whether anything was. Raises `MergeError`."""
        if group.row is not None:
            return self._change(splices, group, group.row, in_full)
        self.file.add(splices, group, lines, in_full=in_full)
        return True

    def _change(self, splices: Splices, group: DrawnGroup, row: DrawnRow, in_full: bool) -> bool:
        mark, changes = group.marks[0], dict[str, object]()
        if mark.name and mark.name != row.name and row.sort.name_key:
            changes[row.sort.name_key] = mark.name
        if mark.kind and mark.kind != row.kind:
            if not row.sort.kind_key:
                message = f"a [[{row.sort.section}]] cannot become {mark.kind!r}"
                raise MergeError("E708", message, "delete it, draw anew")
            changes[row.sort.kind_key] = mark.kind
        old_value = value_at(self.file.doc.data, row.path)
        changes |= {
            key: value for mark in group.marks for key, value in mark.keys.items() if old_value.get(key) != value
        }
        for key, value in changes.items():
            splices.set_key(row.path, key, value)
        has_moved = not same_parts(row.sort, row.parts, group.parts)
        if has_moved:
            self.file.rewrite(splices, row, group.parts, in_full=in_full)
        return bool(changes) or has_moved

    def elsewhere(self, merged: DrawnFile) -> list[str]:
        """The rows of the merged file that lie elsewhere than drawn."""
        dropped_by_table: dict[str, list[int]] = {}
        for row in self.dropped:
            dropped_by_table.setdefault(row.sort.section, []).append(row.number or 0)
        rows_by_path: Mapping[object, DrawnRow] = {row.path: row for row in merged.rows}
        labels = []
        for group in self.groups:
            if group.row is None:
                rows = [row for row in merged.rows if row.sort == group.sort]
                if not any(same_parts(group.sort, row.parts, group.parts) for row in rows):
                    labels.append(group.label)
                continue
            row_count_before = sum(
                number < (group.row.number or 0) for number in dropped_by_table.get(group.sort.section, ())
            )
            number = None if group.row.number is None else group.row.number - row_count_before
            row = rows_by_path[evolve(group.row, number=number).path]
            if not same_parts(group.sort, row.parts, group.parts):
                labels.append(group.label)
        return labels

    def read_again(self, merge_result: Merged) -> DrawnFile:
        """The file with the merged text. Raises `DataError` for mistakes that it has without any group too."""
        try:
            return self.file.again(merge_result.text)
        except DataError as error:
            problems = error.problems
        if not self.groups:
            raise DataError(problems)
        blamed_groups = self._by_group(problems, merge_result)
        if not blamed_groups:  # a row of the file itself cannot stand beside what is drawn
            group, problem = self.groups[-1], problems[0]
            if len(self.groups) > 1:
                group, problem = self._first_spoiler()
            blamed_groups = [(group, self._left_out(group, problem.code, f"with it, {problem.message}", problem.hint))]
        raise _SpoiltGroups([group for group, _ in blamed_groups], [problem for _, problem in blamed_groups])

    def _first_spoiler(self) -> tuple[DrawnGroup, Problem]:
        """The first group with which the file is not whole any more, and the mistake that it makes."""
        low, high = 0, len(self.groups)
        first_mistake = self._mistake(high)
        while low + 1 < high:
            middle = (low + high) // 2
            mistake = self._mistake(middle)
            low, high, first_mistake = (middle, high, first_mistake) if mistake is None else (low, middle, mistake)
        if first_mistake is None:
            raise DataError([self._left_out(self.groups[-1], "E709", "it would spoil the file")])
        return self.groups[high - 1], first_mistake

    def _mistake(self, count: int) -> Problem | None:
        """The first mistake that a file has with only so many of the groups."""
        try:
            partial_merge = evolve(self, groups=self.groups[:count])
            self.file.again(partial_merge.written(in_full=()).text)
        except DataError as error:
            return error.problems[0]
        except _SpoiltGroups as spoilt:
            return next(iter(spoilt.problems))
        return None

    def _by_group(self, problems: Iterable[Problem], merge_result: Merged) -> list[tuple[DrawnGroup, Problem]]:
        """The mistakes of the merged text that stand in rows which are drawn, told of what is drawn."""
        doc = parse_toml(merge_result.text, self.file.doc.path)
        rows = sorted((line, path) for path, (line, _) in positions(merge_result.text).items() if len(path) == 2)
        row_counts: dict[str, int] = {name: len(table) for name, table in doc.data.items() if isinstance(table, list)}
        new_groups = [group for group in self.groups if group.row is None and group.label in merge_result.added]
        groups_by_path: dict[KeyPath, DrawnGroup] = {
            group.row.path: group for group in self.groups if group.row is not None
        }
        for group in reversed(new_groups):
            row_counts[group.sort.section] -= 1
            groups_by_path[group.sort.section, row_counts[group.sort.section]] = group
        group_problems = []
        for problem in problems:
            path = next((path for line, path in reversed(rows) if line <= problem.line), ())
            if path in groups_by_path:
                message = _IN_A_ROW.sub("", problem.message)
                group_problems.append(
                    (groups_by_path[path], self._left_out(groups_by_path[path], problem.code, message, problem.hint))
                )
        return group_problems


_IN_A_ROW = re.compile(r"^\w+\[\d+\](?:\.|: )")
"""How a message about a row of a file begins."""


def same_parts(sort: Sort, old_parts: Sequence[Part], new_parts: Sequence[Part]) -> bool:
    """Whether two rows lie alike: lines and spaces in any order, ways from either end."""
    if sort.shape.has_ends:
        return len(old_parts) == len(new_parts) and all(
            old_part in (new_part, new_part[::-1]) for old_part, new_part in zip(old_parts, new_parts, strict=True)
        )
    return set(old_parts) == set(new_parts)
