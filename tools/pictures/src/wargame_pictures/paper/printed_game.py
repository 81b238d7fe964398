"""The box: everything of a game that can be printed, as files in a folder: one page, and pictures."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil
from pathlib import Path
from textwrap import wrap

from attrs import evolve, frozen

from wargame_core import Game, WargameError
from wargame_core.data import Basis
from wargame_core.flow.visibility import SPECTATOR, redact
from wargame_core.maps.map import UNIT
from wargame_core.sheet import Sheet, SheetCard
from wargame_pictures.draw.faces import contrast
from wargame_pictures.draw.labels import with_halo
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.shapes import number, paint_in_theme
from wargame_pictures.of_games import pictures_of
from wargame_pictures.paper.account import Account
from wargame_pictures.paper.handout import MARGIN, GameBox, Paper, PaperToken, bullets, printout, sheet, table
from wargame_pictures.several_files import write_all

SMALL = 0.55
"""The approximate width of a letter, as a share of its height."""


@frozen
class TokenSheet:
    """A sheet of tokens: faces and backs, the backs in mirrored order."""

    faces: str
    backs: str


def token_sheets(tokens: Sequence[PaperToken], paper: Paper, size: float) -> Iterator[TokenSheet]:
    """All tokens, ``size`` millimetres wide and high, on as many sheets as it takes."""
    all_tokens = [token for token in tokens for _ in range(token.count)]
    room, deep = (side - 2 * MARGIN - 1 for side in paper.size)
    columns, rows = max(1, int(room // size)), max(1, int(deep // size))
    for start in range(0, len(all_tokens), columns * rows):
        page_tokens = all_tokens[start : start + columns * rows]
        places = [((n % columns) * size, (n // columns) * size) for n in range(len(page_tokens))]
        back_places = [((columns - 1 - n % columns) * size, (n // columns) * size) for n in range(len(page_tokens))]
        # backs are mirrored about the middle of the paper, which is not the middle of the grid
        shift = room - columns * size
        yield TokenSheet(
            _svg([_face(t, size) for t in page_tokens], places, room, deep),
            _svg([_back_face(t, size) for t in page_tokens], [(x + shift, y) for x, y in back_places], room, deep),
        )


def _svg(tokens: Sequence[str], places: Sequence[tuple[float, float]], room: float, deep: float) -> str:
    content = "".join(
        f'<g transform="translate({number(x)} {number(y)})">{token}</g>'
        for token, (x, y) in zip(tokens, places, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{room:g}mm" height="{deep:g}mm" '
        f'viewBox="0 0 {room:g} {deep:g}" font-family="Helvetica, Arial, sans-serif">{content}</svg>'
    )


def _line(text: str, x: float, y: float, size: float, room: float, ink: str, *, bold: bool = False) -> str:
    size = min(size, room / max(1, len(text)) / SMALL)
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" text-anchor="middle" fill="{ink}"{weight}>'
        f"{escape(text)}</text>"
    )


def _face(token: PaperToken, size: float) -> str:
    middle, room = size / 2, size - 1.4
    band = size * 0.22
    name = wrap(token.name, 13, max_lines=2, placeholder="…") or [""]
    parts = [
        f'<rect width="{size:g}" height="{size:g}" fill="#fffdf6" stroke="#555" stroke-width=".15"/>',
        f'<rect width="{size:g}" height="{band:g}" fill="{escape(token.color)}"/>',
        _line(token.kind, middle, band * 0.72, band * 0.6, room, contrast(token.color)),
    ]
    high = size * 0.15
    y = band + high * 1.15
    for line in name:
        parts.append(_line(line, middle, y, high, room, "#1c1710", bold=True))
        y += high * 1.1
    low = size * 0.105
    y = size - low * 0.5 - low * 1.12 * (len(token.facts[:3]) - 1)
    for fact in token.facts[:3]:
        parts.append(_line(fact, middle, y, low, room, "#3a342b"))
        y += low * 1.12
    return "".join(parts)


def _back_face(token: PaperToken, size: float) -> str:
    text = token.back or token.side[:1].upper()
    high = size * (0.5 if len(text) == 1 else 0.16)
    return (
        f'<rect width="{size:g}" height="{size:g}" fill="{escape(token.color)}" stroke="#555" stroke-width=".15"/>'
        + _line(text, size / 2, size / 2 + high * 0.35, high, size - 2, contrast(token.color), bold=True)
    )


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
    """The whole map as an SVG symbol, for a page in which all its parts refer to it."""
    return paint_in_theme(picture.sheet_symbol(SYMBOL), ART)


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


CARDS_ON_A_SHEET = 9
LONG = 330
"""The number of letters from which on a card's text is set smaller."""
WIDE, WIDER = 112, 152
"""The letters in a line of a chart that fit in portrait format, and in small letters."""
FILES = 14
"""The number of files that the cover lists; the sum counts all."""
OURS = {
    Basis.RECONSTRUCTION: "a reconstruction of ours",
    Basis.FOUND: "found elsewhere",
    Basis.RULING: "a ruling of ours",
}


def cover(game_sheet: Sheet, contents: Sequence[str], account: Account | None) -> str:
    """The cover: what is in the printout, and which parts are not from the document."""
    parts = [f"<h1>{escape(game_sheet.title)}</h1>", f"<p>{escape(game_sheet.briefing.title)}</p>"]
    parts.append("".join(f'<p class="soft">{escape(line)}</p>' for line in game_sheet.documents))
    parts += ["<h2>In this printout</h2>", bullets(contents), "<h2>Whose it is</h2>"]
    if account is None:
        parts.append('<p class="ours">This game has no data files that say where their numbers come from.</p>')
    else:
        rows = [
            (file.file, *(str(file.counts[basis]) for basis in Basis), str(len(file.data)), file.source.document)
            for file in account.files[:FILES]
        ]
        rows.append(("all files", *(str(account.counts[basis]) for basis in Basis), str(len(account.data)), ""))
        head = ("file", *(basis.value for basis in Basis), "all", "document")
        parts.append(table(head, rows, numbers=frozenset(range(1, len(Basis) + 2))))
        parts.append(
            '<p class="ours">What is counted as reconstruction or ruling is ours and not the publisher&#x27;s; '
            "<b>wargame sources</b> lists it datum by datum. No artwork of a published game is in here.</p>"
        )
    return sheet(*parts)


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
    parts = (f'<h2>{escape(title)}</h2><div class="track">{row}</div>' for title, row in rows)
    return sheet("<h1>Tracks</h1>", *parts)


def cards(game_sheet: Sheet, remark: str) -> Iterator[str]:
    """Sheets of cards, each followed by the sheet with their backs for printing on front and back."""
    all_cards = [card for card in game_sheet.cards for _ in range(card.count)]
    for start in range(0, len(all_cards), CARDS_ON_A_SHEET):
        page_cards = all_cards[start : start + CARDS_ON_A_SHEET]
        backs: list[str] = []
        for row in range(0, len(page_cards), 3):
            line = [
                f'<div class="card back">{escape(card.deck or game_sheet.title)}</div>'
                for card in page_cards[row : row + 3]
            ]
            backs += reversed(line + ["<div></div>"] * (3 - len(line)))
        yield sheet(f'<div class="cards">{"".join(_card(card, remark) for card in page_cards)}</div>', kind="picture")
        yield sheet(f'<div class="cards">{"".join(backs)}</div>', kind="picture")


def _card(card: SheetCard, ours: str) -> str:
    small = " small" if len(card.text) > LONG else ""
    mark = '<p class="soft">wording: ours</p>' if ours else ""
    return f'<div class="card{small}"><b>{escape(card.title)}</b>{escape(card.text)}{mark}</div>'


def charts(game_sheet: Sheet) -> Iterator[str]:
    """The player aids as text, in portrait format or, for the widest, in landscape format."""
    portrait_aids: list[str] = []
    landscape_aids: list[str] = []
    for aid in game_sheet.aids:
        longest = max(map(len, aid.text.splitlines()), default=0)
        small = ' class="small"' if longest > WIDE else ""
        cite = f' <span class="soft">{escape(aid.cite)}</span>' if aid.cite else ""
        aid_html = f'<div class="aid"><h2>{escape(aid.title)}{cite}</h2><pre{small}>{escape(aid.text)}</pre></div>'
        (landscape_aids if longest > WIDER else portrait_aids).append(aid_html)
    if portrait_aids:
        yield sheet("<h1>Quick reference</h1>", *portrait_aids)
    if landscape_aids:
        yield sheet(*landscape_aids, kind="wide")


SPACES = (8.0, 120.0)
"""The least and the greatest width of a space of the map, in millimetres."""
COLORS = ("#27457a", "#a23b2a", "#3f6b3a", "#6b4a83")
"""The colours of the sides of a game without colours of its own."""


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
    box = make_box(game_sheet, board) if make_box is not None else usual_box(game_sheet)
    picture = pictures_of(game).picture(redact(board, SPECTATOR), SPECTATOR)
    map_remark = next(filter(None, (remark(account, word) for word in ("map", game_sheet.scenario, ""))), "")
    map_cut = None
    if picture is not None:
        map_cut = evolve(cut_map(evolve(picture, legend=False), paper, space), remark=map_remark)
    token_pages = list(token_sheets(box.tokens, paper, max(14.0, min(30.0, round(space * 0.9)))))
    contents = tuple(_contents(game_sheet, box, map_cut))
    parts = [
        cover(game_sheet, contents, account),
        briefing(game_sheet),
        *(sheet(f"<h1>{escape(leaf.title)}</h1>", leaf.html) for leaf in box.leaves),
        *(_map(map_cut) if map_cut is not None else ()),
        *(page for token_page in token_pages for page in (_picture(token_page.faces), _picture(token_page.backs))),
        *cards(game_sheet, remark(account, "deck", "card")),
        *([tracks(game_sheet)] if game_sheet.tracks else ()),
        *charts(game_sheet),
    ]
    return PrintedGame(printout(game_sheet.title, parts, paper), tuple(_pictures(map_cut, token_pages)), contents)


def usual_box(game_sheet: Sheet) -> GameBox:
    """The box of a game without `Presentation.box`: a token for every piece of the sheet."""
    color = dict(zip((side.seat for side in game_sheet.sides), COLORS, strict=False))
    return GameBox(
        tuple(
            PaperToken(
                piece.side,
                piece.name,
                piece.kind,
                color.get(piece.side, "#555555"),
                tuple(f"{name} {value}" for name, value in piece.facts.items()),
            )
            for piece in game_sheet.pieces
        )
    )


def _contents(game_sheet: Sheet, box: GameBox, map_cut: Cut | None) -> Iterator[str]:
    yield "Briefing"
    for leaf in box.leaves:
        yield leaf.title
    if map_cut is not None:
        wide, high = map_cut.size
        rows, columns = map_cut.rows, map_cut.columns
        yield f"Map, {wide:.0f} by {high:.0f} mm, on {rows * columns} sheets ({rows} by {columns})"
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
    wide, high = map_cut.size
    overview = evolve(map_cut.picture, legend=True).svg(layers=("sheet",), size="100%", theme=ART, ids="small-")
    yield sheet(
        "<h1>Map</h1>",
        f"<p>{wide:.0f} by {high:.0f} mm on {map_cut.rows} by {map_cut.columns} sheets. Print at 100 percent. Each "
        f"sheet repeats {OVERLAP:g} mm of the one before: lay the sheet before on it up to the dashes.</p>",
        f'<p class="ours">{escape(map_cut.remark)}</p>' if map_cut.remark else "",
        map_symbol,
        f"<figure>{overview}</figure>",
    )
    for _, svg in sheets(map_cut):
        yield _picture(svg, wide=map_cut.wide)


def _picture(svg: str, *, wide: bool = False) -> str:
    return sheet(svg, kind="picture wide" if wide else "picture")


def _pictures(map_cut: Cut | None, token_pages: list[TokenSheet]) -> Iterator[tuple[str, str]]:
    if map_cut is not None:
        wide, _ = map_cut.size
        yield "map.svg", map_cut.picture.svg(layers=("sheet",), size=f"{wide:.0f}mm", theme=ART)
        for name, svg in sheets(map_cut, self_contained=True):
            yield f"map-{name}.svg", svg
    for place, page in enumerate(token_pages, 1):
        yield f"tokens-{place}-faces.svg", page.faces
        yield f"tokens-{place}-backs.svg", page.backs
