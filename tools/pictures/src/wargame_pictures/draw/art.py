"""A user's own pictures instead of what core draws: a folder ``art`` beside a game's data, with an ``art.toml``.

A picture becomes an image inside the drawing, with its content in it: no script in it runs, nothing is fetched, and
pages, tables in browsers, notebooks and print show the same. Core writes the strength and the state of a piece below
its picture. A token that lies face down shows only a picture for backs.
"""

from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from attrs import evolve, field, frozen

from wargame_core.data import Document, Problems, check_source, read_toml, structure
from wargame_pictures.draw.faces import FACE_BOXES, Face, draw_slip
from wargame_pictures.draw.ground import DrawnGround
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.shapes import number
from wargame_pictures.draw.tokens import Marker

FOLDER, FILE = "art", "art.toml"
KINDS: Mapping[str, str] = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
}
"""The media types of pictures, by ending of the file."""
PIECE, SHEET = 65_536, 4_000_000
"""The greatest size in bytes of a picture of a piece, and of a sheet: every page that shows them contains them."""
STRIP = 8.0
"""The height of the line below a picture, in drawing units."""


@frozen
class PieceArt:
    """A picture for the pieces named, or for all of a side, of a kind, or of both; ``back`` is for tokens face down."""

    file: str
    pieces: tuple[str, ...] = ()
    side: str = ""
    kind: str = ""
    back: bool = False
    strip: bool = True

    def fits(self, marker: Marker) -> bool:
        """Whether the picture is meant for a marker. Of a token that lies face down only the side counts."""
        if marker.face_down or self.back:
            return marker.face_down and self.back and self.side in ("", marker.side)
        kind = marker.kind or marker.arm or marker.shape
        names_piece = not self.pieces or marker.id in self.pieces
        return names_piece and self.side in ("", marker.side) and self.kind in ("", kind)


@frozen
class SheetArt:
    """A picture that covers the whole printed sheet."""

    file: str


@frozen
class ArtFile:
    """``art.toml``."""

    piece: tuple[PieceArt, ...] = ()
    sheet: SheetArt | None = None


@frozen
class GameArt:
    """The pictures of a game, each as a ``data:`` address with its content, by rule of `ArtFile`."""

    pieces: tuple[tuple[PieceArt, str], ...] = ()
    sheet: str = field(default="", repr=False)

    def dress(self, picture: Picture) -> Picture:
        """The board's picture with these pictures in it."""
        markers = tuple(self._marker(marker) for marker in picture.markers)
        ground = _laid_over(picture.ground, self.sheet) if self.sheet else picture.ground
        return evolve(picture, markers=markers, ground=ground)

    def _marker(self, marker: Marker) -> Marker:
        for rule, address in self.pieces:
            if rule.fits(marker):
                return evolve(marker, face=_face(marker, address, rule.strip and not marker.face_down))
        return marker


def art_in(*folders: Path | None) -> GameArt | None:
    """The art of the first of these data folders that has any; None if none has.

    Raises `DataError` for a wrong ``art.toml``, and for pictures that are missing, of an unknown kind or too large.
    """
    for folder in folders:
        if folder is not None and (path := folder / FOLDER / FILE).is_file():
            return _read_art(path)
    return None


def _read_art(path: Path) -> GameArt:
    doc, problems = read_toml(path, "what pictures a game has"), Problems()
    check_source(doc, problems)
    file = structure(doc, ArtFile, problems)
    if file is None:
        problems.raise_if_any()
        return GameArt()
    pieces = tuple(
        (rule, _content(doc, problems, ("piece", rule_number, "file"), rule.file, PIECE))
        for rule_number, rule in enumerate(file.piece)
    )
    sheet = _content(doc, problems, ("sheet", "file"), file.sheet.file, SHEET) if file.sheet is not None else ""
    problems.raise_if_any()
    return GameArt(pieces, sheet)


def _content(doc: Document, problems: Problems, key_path: tuple[str | int, ...], name: str, max_bytes: int) -> str:
    """A picture as an address with its content; empty with a problem noted."""
    path = doc.path.parent / name
    file_names = sorted(file.name for file in doc.path.parent.iterdir() if file.suffix.lower() in KINDS)
    if Path(name).name != name or name not in file_names:
        problems.unknown(doc, key_path, "E301", "a picture beside this file", name, file_names)
        return ""
    content = path.read_bytes()
    if len(content) > max_bytes:
        problems.add(
            doc, key_path, "E207", f"{name} has {len(content):,} bytes; such a picture has at most {max_bytes:,}"
        )
    return f"data:{KINDS[path.suffix.lower()]};base64,{b64encode(content).decode()}"


def _face(marker: Marker, address: str, strip: bool) -> str:
    """A picture as a face about 0, 0, in the room that the shape has, with a line below it."""
    width, height, dx, dy = FACE_BOXES[marker.shape]
    has_line = marker.value or any(marker.pips) or marker.badges or marker.label
    room = height - STRIP if strip and has_line else height
    image = _image(address, dx - width / 2, dy - height / 2, width, room)
    if room == height:
        return image
    state = Face("block", "", marker.color, value=marker.value, pips=marker.pips, badges=marker.badges)
    if not (marker.value or any(marker.pips)):
        state = evolve(state, label=marker.label)
    transform = f"translate({number(dx)} {number(dy + height / 2 - STRIP / 2)})"
    return f'{image}<g transform="{transform}">{draw_slip(state, width, STRIP)}</g>'


def _image(address: str, x: float, y: float, width: float, height: float, fit: str = "xMidYMid meet") -> str:
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<image href="{address}" {place} preserveAspectRatio="{fit}"/>'


@lru_cache(maxsize=64)
def _laid_over(ground: DrawnGround, address: str) -> DrawnGround:
    """A sheet with a picture in place of its own; from the other chair it lies upside down."""
    width, height = ground.size
    image = _image(address, 0, 0, width, height, "none")
    if ground.turned:
        image = f'<g transform="rotate(180 {number(width / 2)} {number(height / 2)})">{image}</g>'
    return evolve(ground, art=image, edge="", writing=None, key=())
