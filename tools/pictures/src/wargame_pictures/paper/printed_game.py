"""The box: everything of a game that can be printed, as files in a folder: one page, and pictures."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from math import ceil
from pathlib import Path

from attrs import evolve, frozen

from wargame_core import Game, WargameError
from wargame_core.data import Basis
from wargame_core.flow.visibility import REFEREE, SPECTATOR, redact
from wargame_core.maps.map import UNIT
from wargame_core.sheet import Sheet, SheetPiece
from wargame_pictures.draw.labels import with_halo
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.relief import SOFT
from wargame_pictures.draw.shapes import COLOR, number, paint_in_theme
from wargame_pictures.draw.tokens import DARK, LIGHT, Marker
from wargame_pictures.of_games import pictures_of
from wargame_pictures.paper.account import Account
from wargame_pictures.paper.card_sheet import card_pages
from wargame_pictures.paper.counter_sheet import TokenSheet, token_sheets
from wargame_pictures.paper.handout import MARGIN, GameBox, Paper, PaperToken, bullets, printout, sheet, table
from wargame_pictures.several_files import write_all

OVERLAP = 8.0
"""The overlap of two sheets in millimetres."""
SYMBOL = "whole-map"
ART = "print"
"""The theme for printing."""


@frozen
class Cut:
    """A map divided into sheets of paper. Lengths are in millimetres; ``scale`` is millimetres per drawing unit."""

    picture: Picture
    scale: float
    wide: bool
    columns: int
    rows: int
    sheet: tuple[float, float]
    remark: str = ""
    """A text for every sheet: the origin of the map."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole map."""
        _, _, width, height = self.picture.box
        return width * self.scale, height * self.scale


def cut_map(picture: Picture, paper: Paper, space: float) -> Cut:
    """The map with spaces ``space`` millimetres wide on as few sheets as possible, in portrait or landscape format."""
    scale = space / UNIT
    _, _, width, height = picture.box
    width_on_paper, height_on_paper = (side - 2 * MARGIN - 1 for side in paper.size)
    ways = []
    for wide, (room, deep) in ((False, (width_on_paper, height_on_paper)), (True, (height_on_paper, width_on_paper))):
        columns, rows = _count(width * scale, room), _count(height * scale, deep)
        ways.append((columns * rows, wide, columns, rows, (room, deep)))
    _, wide, columns, rows, sheet = min(ways, key=lambda way: way[:2])
    return Cut(picture, scale, wide, columns, rows, sheet)


def _count(length: float, room: float) -> int:
    return max(1, ceil((length - OVERLAP) / (room - OVERLAP)))


def symbol(picture: Picture) -> str:
    """The whole map as an SVG symbol, without its softest marks, for a page in which all its parts refer to it."""
    return _SOFT_MARK.sub("", paint_in_theme(picture.sheet_symbol(SYMBOL), ART))


_SOFT_MARK = re.compile(rf"<use [^>]*{SOFT}[^>]*/>")


def sheets(map_cut: Cut, *, self_contained: bool = False) -> Iterator[tuple[str, str]]:
    """The parts by name ("2-3": second row, third sheet) as SVG; ``self_contained`` each holds the map itself."""
    left, top, _, _ = map_cut.picture.box
    room, deep = map_cut.sheet
    for row in range(map_cut.rows):
        for column in range(map_cut.columns):
            x = left + column * (room - OVERLAP) / map_cut.scale
            y = top + row * (deep - OVERLAP) / map_cut.scale
            window = f"{number(x)} {number(y)} {number(room / map_cut.scale)} {number(deep / map_cut.scale)}"
            yield (
                f"{row + 1}-{column + 1}",
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{room:g}mm" height="{deep:g}mm" viewBox="{window}" '
                'font-family="Georgia, serif">'
                + (symbol(map_cut.picture) if self_contained else "")
                + f'<use href="#{SYMBOL}"/>'
                + _marks(map_cut, row, column, x, y)
                + "</svg>",
            )


def _marks(map_cut: Cut, row: int, column: int, x: float, y: float) -> str:
    """Lines along which the sheet before is laid on this one, and the name of the sheet."""
    glue, room, deep = OVERLAP / map_cut.scale, map_cut.sheet[0] / map_cut.scale, map_cut.sheet[1] / map_cut.scale
    hairline = number(0.25 / map_cut.scale)
    lines = ""
    if column:
        lines += f"M{number(x + glue)} {number(y)}v{number(deep)}"
    if row:
        lines += f"M{number(x)} {number(y + glue)}h{number(room)}"
    size = 2.6 / map_cut.scale
    remark = f"sheet {row + 1}-{column + 1} of {map_cut.rows} by {map_cut.columns}"
    glued_sides = [side for side, has_neighbour in (("left", column), ("upper", row)) if has_neighbour]
    if glued_sides:
        remark += f"; glue it under its neighbour along the dashes: {' and '.join(glued_sides)} edge"
    remark += f"; {map_cut.remark}" if map_cut.remark else ""
    remark_text = f'<text x="{number(x + glue + size)}" y="{number(y + deep - size / 2)}">{escape(remark)}</text>'
    text = with_halo(remark_text, f'font-size="{number(size)}" fill="#555"', "#fff", size / 4)
    dash = f'stroke-dasharray="{number(2 / map_cut.scale)} {number(1.5 / map_cut.scale)}"'
    return f'<path d="{lines}" stroke="#777" stroke-width="{hairline}" {dash} fill="none"/>{text}' if lines else text


NARROW, WIDE, WIDER = 56, 112, 152
"""The letters in a line of a chart that fit in half a sheet, in portrait format, and there in small letters."""
FILES = 14
"""The number of files that the account lists; the sum counts all."""
OURS = {
    Basis.RECONSTRUCTION: "a reconstruction of ours",
    Basis.FOUND: "found elsewhere",
    Basis.RULING: "a ruling of ours",
}


def cover(game_sheet: Sheet, contents: Sequence[str], map_cut: Cut | None) -> str:
    """The cover: the title, the map as a whole, and what is in the printout."""
    picture = ""
    if map_cut is not None:
        picture = evolve(map_cut.picture, legend=True).svg(layers=("sheet",), size="100%", theme=ART, ids="small-")
    documents = "".join(f'<p class="soft">{escape(line)}</p>' for line in game_sheet.documents)
    return sheet(
        f"<h1>{escape(game_sheet.title)}</h1><p>{escape(game_sheet.briefing.title)}</p>",
        f"<figure>{picture}</figure>" if picture else "",
        "<h2>In this printout</h2>",
        bullets(contents),
        documents,
        kind="cover",
    )


def provenance(account: Account | None) -> str:
    """Where the numbers come from, file by file, and which of them are not from the document."""
    if account is None:
        return '<p class="ours">This game has no data files that say where their numbers come from.</p>'
    rows = [
        (file.file, *(str(file.counts[basis]) for basis in Basis), str(len(file.data)), file.source.document)
        for file in account.files[:FILES]
    ]
    rows.append(("all files", *(str(account.counts[basis]) for basis in Basis), str(len(account.data)), ""))
    head = ("file", *(basis.value for basis in Basis), "all", "document")
    return (
        table(head, rows, numbers=frozenset(range(1, len(Basis) + 2)))
        + '<p class="ours">What is counted as reconstruction or ruling is ours and not the publisher&#x27;s; '
        "<b>wargame sources</b> lists it datum by datum. No artwork of a published game is in here.</p>"
    )


def remark(account: Account | None, *words: str) -> str:
    """The remark for a sheet made from files whose names contain one of the words: how much of them is not printed."""
    if account is None:
        return ""
    files = [file for file in account.files if any(word in file.file for word in words)]
    phrases = []
    for basis, what in OURS.items():
        count = sum(file.counts[basis] for file in files)
        if count:
            phrases.append(f"{count} of {sum(len(file.data) for file in files)} data are {what}")
    return f"{'; '.join(phrases)} (wargame sources)." if phrases else ""


def briefing(game_sheet: Sheet) -> str:
    """What a player reads before the first turn."""
    text = game_sheet.briefing
    parts = [f"<h1>{escape(text.title)}</h1>"]
    for heading, notes in (
        ("Situation", text.situation),
        ("How to win", text.how_to_win),
        ("Rules", text.rules),
        ("Special rules", text.special_rules),
    ):
        if notes:
            notes_with_cites = (f"{note.text} [{note.cite}]" if note.cite is not None else note.text for note in notes)
            parts += [f"<h2>{heading}</h2>", bullets(notes_with_cites)]
    if text.begins:
        parts.append(f"<p>First to act: {escape(text.begins)}.</p>")
    if text.hands:
        parts.append(f"<p>Hands: {escape(', '.join(f'{seat} {count}' for seat, count in text.hands))}.</p>")
    return sheet(*parts)


def tracks(game_sheet: Sheet) -> str:
    """The tracks beside the map, as rows of boxes."""
    rows = ((track.title, "".join(f"<div>{escape(text)}</div>" for text in track.boxes)) for track in game_sheet.tracks)
    return "".join(f'<h2>{escape(title)}</h2><div class="track">{row}</div>' for title, row in rows)


def charts(game_sheet: Sheet, last_part: str) -> Iterator[str]:
    """Tracks and player aids, the narrow ones in two columns, the widest on paper in landscape format at the end.

    ``last_part`` follows what is in portrait format.
    """
    aids: dict[str, list[str]] = {"narrow": [], "portrait": [], "landscape": []}
    for aid in game_sheet.aids:
        longest = max(map(len, aid.text.splitlines()), default=0)
        small = ' class="small"' if longest > WIDE else ""
        cite = f' <span class="soft">{escape(aid.cite)}</span>' if aid.cite else ""
        aid_html = f'<div class="aid"><h2>{escape(aid.title)}{cite}</h2><pre{small}>{escape(aid.text)}</pre></div>'
        aids["narrow" if longest <= NARROW else "portrait" if longest <= WIDER else "landscape"].append(aid_html)
    narrow_aids = f'<div class="two">{"".join(aids["narrow"])}</div>' if aids["narrow"] else ""
    yield sheet("<h1>Quick reference</h1>", tracks(game_sheet), narrow_aids, *aids["portrait"], last_part)
    if aids["landscape"]:
        yield sheet(*aids["landscape"], kind="wide")


_FACES = (
    ("Crimson Pro", "text.woff2", "size-adjust:111%"),
    ("Crimson Pro", "text-italic.woff2", "font-style:italic;size-adjust:111%"),
    ("Archivo Narrow", "narrow.woff2", ""),
    ("Archivo Narrow", "narrow-bold.woff2", "font-weight:600 700"),
)


def _font_face(family: str, file: str, more: str) -> str:
    data = b64encode(files("wargame_pictures").joinpath("fonts", file).read_bytes()).decode()
    return f'@font-face{{font-family:"{family}";src:url(data:font/woff2;base64,{data});{more}}}'


FONTS = "".join(_font_face(*face) for face in _FACES)
"""The two families of the table as rules of a style sheet, with the fonts in them."""
SPACES = (8.0, 120.0)
"""The least and the greatest width of a space of the map, in millimetres."""
COLORS = (DARK, LIGHT, COLOR["line-3"], COLOR["line-5"])
"""The colours of the sides of a game that draws no counters."""
VALUES = ("strength", "manpower", "figures")
"""Facts of a piece that are the numeral of its counter, where the game draws none."""


@frozen
class PrintedGame:
    """A game to print: its parts by file name. ``page`` contains all of them and can be printed alone."""

    page: str
    pictures: tuple[tuple[str, str], ...]
    contents: tuple[str, ...]

    def write(self, folder: Path) -> list[Path]:
        """Write every file into a folder, or none. Raises OSError."""
        files = [("index.html", self.page), *self.pictures]
        return write_all({folder / name: text for name, text in files}, folder)


def print_game(
    game: Game,
    scenario: str | None = None,
    *,
    paper: Paper = Paper.A4,
    space: float = 20.0,
    account: Account | None = None,
    **options: object,
) -> PrintedGame:
    """Everything of a game that can be printed, with spaces of the map ``space`` millimetres wide and tokens to fit.

    ``account`` gives the sources of the game's data; with it the sheets mark what is not from the document. Raises
    `UnknownName` for a wrong scenario, option or value, `WargameError` for a space that is too small or large.
    """
    if not SPACES[0] <= space <= SPACES[1]:
        raise WargameError(f"a space of the map can be {SPACES[0]:g} to {SPACES[1]:g} mm wide, not {space:g}")
    game_sheet = game.sheet(scenario, options=options)
    board = game.rules.first_board(scenario, options)
    make_box = pictures_of(game).presentation.box
    markers = pictures_of(game).presentation.markers
    drawn = {marker.id: marker for marker in markers(board, REFEREE)} if markers is not None else {}
    box = make_box(game_sheet, board) if make_box is not None else usual_box(game_sheet, drawn)
    picture = pictures_of(game).picture(redact(board, SPECTATOR), SPECTATOR)
    map_remark = next(filter(None, (remark(account, word) for word in ("map", game_sheet.scenario, ""))), "")
    map_cut = None
    if picture is not None:
        map_cut = evolve(cut_map(evolve(picture, legend=False), paper, space), remark=map_remark)
    token_pages = list(token_sheets(box.tokens, paper, max(14.0, min(30.0, round(space * 0.9)))))
    contents = tuple(_contents(game_sheet, box, map_cut))
    wording = "wording: ours" if remark(account, "deck", "card") else ""
    parts = [
        cover(game_sheet, contents, map_cut),
        briefing(game_sheet),
        *_leaves(box),
        *(_map(map_cut) if map_cut is not None else ()),
        *(_picture(token_page.svg) for token_page in token_pages),
        *card_pages(game_sheet, wording),
        *charts(game_sheet, f"<h2>Whose it is</h2>{provenance(account)}"),
    ]
    page = printout(game_sheet.title, parts, paper, FONTS)
    return PrintedGame(page, tuple(_pictures(map_cut, token_pages)), contents)


def _leaves(box: GameBox) -> Iterator[str]:
    """The parts that only this game has; those of one reader follow each other on the same sheets."""
    for _, leaves in groupby(box.leaves, key=lambda leaf: leaf.reader or leaf.title):
        yield sheet("".join(f"<h1>{escape(leaf.title)}</h1>{leaf.html}" for leaf in leaves))


def usual_box(game_sheet: Sheet, markers: Mapping[str, Marker]) -> GameBox:
    """The box of a game without `Presentation.box`: a token for every piece, as its marker shows it, by id."""
    color = dict(zip((side.seat for side in game_sheet.sides), COLORS, strict=False))
    color |= {marker.side: marker.color for marker in markers.values()}
    return GameBox(tuple(_token(piece, markers.get(piece.id), color) for piece in game_sheet.pieces))


def _token(piece: SheetPiece, marker: Marker | None, color: Mapping[str, str]) -> PaperToken:
    """The token of a piece: the numeral is not repeated among the facts."""
    ruling = next((name for name in VALUES if name in piece.facts), "")
    value = marker.value if marker is not None and marker.value else piece.facts.get(ruling, "")
    facts = tuple(f"{name} {fact}" for name, fact in piece.facts.items() if name != ruling)
    token = PaperToken(piece.side, piece.name, piece.kind, color.get(piece.side, "#555555"), facts, value=value)
    if marker is None:
        return token
    arm = marker.arm or marker.kind
    return evolve(token, arm=arm, pips=marker.pips, band=marker.band, corps=marker.corps)


def _contents(game_sheet: Sheet, box: GameBox, map_cut: Cut | None) -> Iterator[str]:
    yield "Briefing"
    for leaf in box.leaves:
        yield leaf.title
    if map_cut is not None:
        wide, high = map_cut.size
        rows, columns = map_cut.rows, map_cut.columns
        yield (
            f"Map, {wide:.0f} by {high:.0f} mm on {rows * columns} sheets ({rows} by {columns}). Print at 100 "
            f"percent. Each sheet repeats {OVERLAP:g} mm of the one before: lay that on it up to the dashes"
        )
    if box.tokens:
        yield f"{sum(token.count for token in box.tokens)} tokens, faces and backs"
    if game_sheet.cards:
        yield f"{sum(card.count for card in game_sheet.cards)} cards, faces and backs"
    if game_sheet.tracks:
        yield f"Tracks: {', '.join(track.title for track in game_sheet.tracks)}"
    if game_sheet.aids:
        yield f"Quick reference: {', '.join(aid.title for aid in game_sheet.aids)}"
    if game_sheet.dice:
        dice = "; ".join(f"{die.name} ({', '.join(die.faces)})" for die in game_sheet.dice)
        yield f"Not printed: the dice, {dice}"


def _map(map_cut: Cut) -> Iterator[str]:
    """The map's sheets, the first of them with the one copy of the map that all refer to."""
    hidden_tag = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    map_symbol = f"{hidden_tag}{symbol(map_cut.picture)}</svg>"
    for n, (_, svg) in enumerate(sheets(map_cut)):
        yield _picture(svg if n else map_symbol + svg, wide=map_cut.wide)


def _picture(svg: str, *, wide: bool = False) -> str:
    return sheet(svg, kind="picture wide" if wide else "picture")


def _pictures(map_cut: Cut | None, token_pages: list[TokenSheet]) -> Iterator[tuple[str, str]]:
    if map_cut is not None:
        wide, _ = map_cut.size
        yield "map.svg", map_cut.picture.svg(layers=("sheet",), size=f"{wide:.0f}mm", theme=ART)
        for name, svg in sheets(map_cut, self_contained=True):
            yield f"map-{name}.svg", svg
    for number_of_sheet, page in enumerate(token_pages, 1):
        yield f"tokens-{number_of_sheet}-{page.shows}.svg", page.svg
