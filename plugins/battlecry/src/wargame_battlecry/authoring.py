"""For designers of battles: one to begin with, every problem of a file at once, and a battle file as drawings see it.

In a drawing terrain, units and generals are stamps on the hexes of the game board.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wargame_battlecry.game import RULEBOOK_BATTLES, BattleSet
from wargame_battlecry.printed.files import DATA, TABLES, checked, load_rulebook, load_tables, read_battle
from wargame_battlecry.printed.game_board import ARMS, DIRECTIONS, HEXES, MAP, SIDES, SPACE
from wargame_battlecry.printed.pieces import Rulebook
from wargame_battlecry.rules.special_rules import VOCABULARY
from wargame_core.data import DataFolder, Document, Problems, parse_toml, read_toml, write_new
from wargame_core.errors import DataError
from wargame_core.maps.files.sections import RowShape
from wargame_workshop.interchange.drawn import DrawnFile, DrawnGroup, DrawnMark, DrawnRow, MergeError, Part, Sort
from wargame_workshop.splices import Splices

NEW_BATTLE = (Path(__file__).parent / "new_battle.toml").read_text("utf-8")


def new_battle(folder: Path) -> None:
    """Write a small battle that can be played as it is: my_battle.toml. Raises `FileExistsError`."""
    book = load_tables(VOCABULARY, DataFolder(DATA), Problems())
    text = NEW_BATTLE.replace("[[terrain]]", f"{_kinds_in_words('terrain', book.terrain)}[[terrain]]", 1)
    write_new(folder / "my_battle.toml", text.replace("[[unit]]", f"{_kinds_in_words('units', book.kinds)}[[unit]]", 1))


def _kinds_in_words(things: str, kinds: Iterable[str]) -> str:
    """The kinds there are, as comments above the first table that needs one."""
    kind_list = f"Kinds of {things}: {', '.join(kinds)}."
    return textwrap.fill(kind_list, 110, initial_indent="# ", subsequent_indent="# ") + "\n"


def lint(path: Path, of: BattleSet = RULEBOOK_BATTLES) -> list[str]:
    """Everything wrong with a battle file of a set, or with a folder of data files, one problem a line."""
    try:
        if path.is_dir():
            load_rulebook(of.words(), path, packaged_folder=of.data)
            return []
        problems = Problems()
        overlay = path.parent if path.name in TABLES else None
        book = load_tables(of.words(), DataFolder(of.data, overlay, DATA), problems)
        if path.name not in TABLES:
            read_battle(read_toml(path, "a battle"), problems, book)
        problems.raise_if_any()
    except DataError as error:
        return [str(problem) for problem in error.problems]
    return []


TERRAIN = Sort("terrain", "features", RowShape.SPACES, allowed=frozenset({"sides"}))

UNIT = Sort("unit", "units", RowShape.SPACES, "label", "")

GENERAL = Sort("general", "units", RowShape.SPACE, "name", "")


def drawn_battle(doc: Document) -> DrawnFile | None:
    """A battle file as drawings see it, None for another file. Raises `DataError` for one with mistakes."""
    return DrawnBattle(doc) if isinstance(doc.data.get("battle"), dict) else None


class DrawnBattle(DrawnFile):
    """A sound battle file; units are of the class "union infantry", generals of "union general"."""

    def __init__(self, doc: Document) -> None:
        self.doc, self.book = doc, load_tables(VOCABULARY, DataFolder(DATA), Problems())
        problems = Problems()
        found = checked(doc, problems, self.book)
        problems.raise_if_any()
        assert found is not None
        self.file, _ = found
        self.grid = MAP.grid
        self.grids = {}
        self.rows = tuple(self._rows())
        self.stamps = (*(kind for kind in self.book.terrain if kind != "clear"), *self._pieces())

    def _pieces(self) -> Iterator[str]:
        for side in SIDES:
            yield from (f"{side} {kind}" for kind in (*self.book.kinds, "general"))

    def _rows(self) -> Iterator[DrawnRow]:
        for row_number, terrain in enumerate(self.file.terrain):
            yield DrawnRow(TERRAIN, row_number, terrain.name, terrain.kind, _spaces(terrain.hexes))
        for row_number, unit in enumerate(self.file.unit):
            yield DrawnRow(UNIT, row_number, unit.label, f"{unit.side} {unit.kind}", _spaces(unit.hexes))
        for row_number, general in enumerate(self.file.general):
            yield DrawnRow(GENERAL, row_number, general.name, f"{general.side} general", _spaces((general.hex,)))

    @property
    def layers(self) -> Mapping[str, tuple[RowShape, ...]]:
        return {"features": (RowShape.SPACES,), "units": (RowShape.SPACES, RowShape.SPACE)}

    def sort_of(self, layer: str, kind: str) -> Sort:
        if layer == "features":
            return TERRAIN
        return GENERAL if kind.endswith(" general") else UNIT

    @property
    def whole_stamps(self) -> tuple[str, ...]:
        covered_sides = {kind for kind, terrain in self.book.terrain.items() if terrain.directional}
        return tuple(stamp for stamp in self.stamps if stamp not in covered_sides)

    def layer_of(self, stamp: str) -> str:
        return "features" if stamp in self.book.terrain else "units"

    def again(self, text: str) -> DrawnBattle:
        return DrawnBattle(parse_toml(_with_hex_count(text, self.book), self.doc.path))

    def filler(self, marks: Sequence[DrawnMark]) -> Callable[[int, int], Part]:
        raise MergeError("E708", "a battle has no roads")

    def rewrite(self, splices: Splices, row: DrawnRow, parts: Sequence[Part], *, in_full: bool) -> None:
        names = [HEXES[space] for (space,) in parts]
        if row.sort is GENERAL:
            splices.replace((*row.path, "hex"), names[0])
            return
        hex_names = list(self.doc.data[row.sort.section][row.number]["hexes"])
        splices.relist(
            (*row.path, "hexes"),
            [*(name for name in hex_names if name in names), *(name for name in names if name not in hex_names)],
        )

    def add(self, splices: Splices, group: DrawnGroup, lines: Sequence[DrawnRow], *, in_full: bool) -> None:
        sort, mark, hexes = group.sort, group.marks[0], [HEXES[mark_of_group.part[0]] for mark_of_group in group.marks]
        name_entry = {sort.name_key: mark.name} if mark.name else {}
        if mark.kind not in self.stamps:
            hint = f"one of {', '.join(stamp for stamp in self.stamps if self.sort_of(mark.layer, stamp) is sort)}"
            raise MergeError("E702", f"its class {mark.kind!r} means nothing in layer {mark.layer}", hint)
        if sort is TERRAIN:
            keys = {key: _sides(value) for drawn_mark in group.marks for key, value in drawn_mark.keys.items()}
            splices.add_table("terrain", {"kind": mark.kind, **name_entry, "hexes": hexes, **keys})
            return
        side, _, kind = mark.kind.partition(" ")
        place_entry = {"hex": hexes[0]} if sort is GENERAL else {"kind": kind, "hexes": hexes}
        splices.add_table(sort.section, {"side": side, **name_entry, **place_entry})


def _spaces(names: Iterable[str]) -> tuple[Part, ...]:
    return tuple((SPACE[name],) for name in names)


def _sides(value: object) -> list[str]:
    names = value if isinstance(value, list) else str(value).replace(",", " ").split()
    wrong_direction = next((name for name in names if name not in DIRECTIONS), None)
    if wrong_direction is not None:
        raise MergeError(
            "E708", f"sides: {str(wrong_direction)[:40]!r} is not a side of a hex", f"one of {', '.join(DIRECTIONS)}"
        )
    return [str(name) for name in names]


def _with_hex_count(text: str, book: Rulebook) -> str:
    """The text with the numbers of pieces that it states as they are drawn; those left out stay so."""
    splices = Splices(text)
    data = splices.data
    for side in SIDES:
        rows = [row for row in data.get("unit", ()) if row["side"] == side]
        for arm in ARMS:
            _state(
                splices, data, (side, arm), sum(len(row["hexes"]) for row in rows if book.kinds[row["kind"]].arm == arm)
            )
        _state(splices, data, (side, "generals"), sum(row["side"] == side for row in data.get("general", ())))
    for kind in (kind for kind, count in data.get("tiles", {}).items() if isinstance(count, int)):
        hex_count = sum(len(row["hexes"]) for row in data.get("terrain", ()) if row["kind"] == kind)
        _state(splices, data, ("tiles", kind), hex_count)
    return splices.text() if splices else text


def _state(splices: Splices, data: Any, path: tuple[str, str], hex_count: int) -> None:
    if path[1] in data.get(path[0], {}) and data[path[0]][path[1]] != hex_count:
        splices.replace(path, hex_count)
