"""Files without a map of their own, on whose board terrain, units and generals are stamped: battles.

What such a file may say is the business of its game, which gives it as a `DrawnFile`.
"""

from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path

from attrs import frozen

from wargame_core import DataError
from wargame_core.data import Document
from wargame_core.json_form import JsonObject
from wargame_core.maps.map import Map
from wargame_core.plugins.discovery import Plugin, plugins
from wargame_pictures import pictures_of
from wargame_workshop.interchange.drawn import DrawnFile, DrawnGroup, DrawnMark, DrawnRow, MergeError
from wargame_workshop.splices import EditError, Splices
from wargame_workshop.watching.drawing_board import drawing_board, terrain_picture
from wargame_workshop.watching.stroke_fields import StrokeFields, list_of, word_of

Read = Callable[[Path], Document]


@frozen
class StampedFile:
    """A file with stamps, as its game draws it."""

    plugin: Plugin
    drawn: DrawnFile

    @classmethod
    def of_folder(cls, folder: Path, read_file: Read) -> "StampedFile | None":
        """The first file of a folder that a game draws with stamps. Raises `DataError` for one with mistakes."""
        for path in sorted(folder.glob("*.toml")):
            doc = read_file(path)
            for plugin in plugins():
                drawn_file: DrawnFile | None = plugin.drawn_file(doc) if plugin.drawn_file is not None else None
                if drawn_file is not None and drawn_file.stamps:
                    return cls(plugin, drawn_file)
        return None

    @property
    def path(self) -> Path:
        return self.drawn.doc.path

    def picture(self) -> tuple[Map, str] | None:
        """The board of the game and the file's set-up on it as SVG; None where the game has no picture."""
        game = self.plugin.game_in(self.path)
        if game is None:
            return None
        board = game.rules.first_board(None, {})
        game_map = game.rules.map_of(board)
        layers = ("sheet", "spaces", "pieces")
        svg = pictures_of(game).svg(board, everything=True, legend=False, layers=layers, theme="light", size="100%")
        return (game_map, svg) if game_map is not None and svg is not None else None

    def board(self, game_map: Map) -> JsonObject:
        """What the page needs to draw on it."""
        board = drawing_board(game_map, Document(self.path, "", {}))
        stamps = [{"kind": kind, "picture": self._picture(game_map, kind)} for kind in self.drawn.whole_stamps]
        placed_stamps = [[row.kind, space] for row in self.drawn.rows for (space, *_) in row.parts]
        palette = {**board["palette"], "stamp": stamps}
        return {
            **board,
            "strokes": [*STAMP_STROKES],
            "file": self.path.name,
            "stamps": placed_stamps,
            "palette": palette,
        }

    def _picture(self, game_map: Map, kind: str) -> str:
        if self.drawn.layer_of(kind) == "features":
            return terrain_picture(game_map, kind)
        side, _, word = kind.partition(" ")
        sides = list(dict.fromkeys(stamp.partition(" ")[0] for stamp in self.drawn.stamps if " " in stamp))
        ink, paper = ("#fff", "#2b4a80") if side in sides[:1] else ("#2b2418", "#c9bd9a")
        letters = f"{side[:1]} {word[:3]}".upper()
        text = f'<text x="12" y="10" font-size="7" text-anchor="middle" fill="{ink}">{escape(letters)}</text>'
        return f'<rect width="24" height="14" rx="2" fill="{paper}"/>{text}'


def stamped_into(folder: Path, read_file: Read, op: str, fields: StrokeFields) -> tuple[Path, str]:
    """The file with stamps that a stroke changes, and its new text. Raises `EditError`, `DataError`."""
    file = StampedFile.of_folder(folder, read_file)
    if file is None:
        raise EditError("there is no battle in the folder")
    if fields.get("file") != file.path.name:
        raise EditError(f"file: {file.path.name!r} is drawn, not {str(fields.get('file'))[:40]!r}")
    splices = Splices(file.drawn.doc.text)
    STAMP_STROKES[op](file.drawn, fields, splices)
    if not splices:
        return file.path, file.drawn.doc.text
    try:
        return file.path, file.drawn.again(splices.text()).doc.text
    except DataError as error:
        problem = error.problems[0]
        raise EditError(f"{problem.message}{f'; {problem.hint}' if problem.hint else ''}") from None


def stamp(file: DrawnFile, fields: StrokeFields, splices: Splices) -> None:
    """Put a kind of thing on some spaces, in the place of what of its sort is there."""
    kind, spaces = word_of(fields, "kind"), [_space(file, name) for name in list_of(fields, "spaces")]
    if kind not in file.stamps:
        raise EditError(f"{kind!r} cannot be put on the board ({', '.join(file.stamps)})")
    sort = file.sort_of(file.layer_of(kind), kind)
    rows = [row for row in file.rows if row.sort is sort and not _has_more(file, row)]
    new_spaces = [space for space in spaces if not any(row.kind == kind and (space,) in row.parts for row in rows)]
    row_for_new = next((row for row in rows if row.kind == kind and not row.name and sort.shape.gathers), None)
    for row in rows:
        parts = [part for part in row.parts if row.kind == kind or part[0] not in new_spaces]
        _lay(file, splices, row, [*parts, *((space,) for space in new_spaces if row is row_for_new)])
    if row_for_new is None and new_spaces:
        marks = [DrawnMark(sort.layer, kind, "", (space,), (0, 0), kind) for space in new_spaces]
        groups = [marks] if sort.shape.gathers else [[mark] for mark in marks]
        try:
            for group in groups:
                file.add(splices, DrawnGroup(sort, None, tuple(group)), (), in_full=True)
        except MergeError as error:
            raise EditError(str(error)) from None


def move_stamp(file: DrawnFile, fields: StrokeFields, splices: Splices) -> None:
    """Move what stands on a space, units before the ground below them, to another space."""
    space_before, space_after = (_space(file, fields.get(key)) for key in ("a", "b"))
    row = _uppermost(file, space_before)
    if row is None:
        raise EditError(f"nothing stands on {fields['a']}")
    if space_before != space_after:
        _lay(file, splices, row, [(space_after,) if part == (space_before,) else part for part in row.parts])


def erase_stamp(file: DrawnFile, fields: StrokeFields, splices: Splices) -> None:
    """Take away what lies uppermost on some spaces; nothing where there is nothing."""
    rows: dict[int, list[int]] = {}
    for name in list_of(fields, "spaces"):
        space = _space(file, name)
        row = _uppermost(file, space)
        if row is not None:
            rows.setdefault(file.rows.index(row), []).append(space)
    for number, spaces in rows.items():
        row = file.rows[number]
        _lay(file, splices, row, [part for part in row.parts if part[0] not in spaces])


def _uppermost(file: DrawnFile, space: int) -> DrawnRow | None:
    layers = [*file.layers]
    rows = [row for row in file.rows if (space,) in row.parts]
    return max(rows, key=lambda row: (layers.index(row.sort.layer), file.rows.index(row)), default=None)


def _lay(file: DrawnFile, splices: Splices, row: DrawnRow, parts: list[tuple[int, ...]]) -> None:
    """Write where a row lies; without a place it goes."""
    if tuple(parts) == row.parts:
        return
    if parts:
        file.rewrite(splices, row, parts, in_full=True)
    elif row.number is not None:
        splices.drop_table(row.sort.section, row.number)


def _has_more(file: DrawnFile, row: DrawnRow) -> bool:
    """Whether a row says more than that something is there, as works do of the sides that they cover."""
    values = file.doc.data[row.sort.section][row.number] if row.number is not None else {}
    return any(key in values for key in row.sort.allowed)


def _space(file: DrawnFile, name: object) -> int:
    space = file.grid.read_coordinates(name) if isinstance(name, str) else None
    if space is None:
        raise EditError(f"{str(name)[:40]!r} is not a space of the board")
    return space


STAMP_STROKES: Mapping[str, Callable[[DrawnFile, StrokeFields, Splices], None]] = {
    "stamp": stamp,
    "move_stamp": move_stamp,
    "erase_stamp": erase_stamp,
}
"""By name what a stroke does on a file with stamps."""
