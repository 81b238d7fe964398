"""The box: everything of a game that can be printed, as files in a folder: one page, and pictures."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from html import escape
from importlib.resources import files
from itertools import groupby, product
from math import ceil, log
from pathlib import Path

from attrs import evolve, frozen

from wargame_core import Game, WargameError
from wargame_core.data import Basis
from wargame_core.flow.events import Board
from wargame_core.flow.visibility import REFEREE, SPECTATOR, redact
from wargame_core.maps.map import UNIT
from wargame_core.sheet import PlayerAid, Sheet, SheetPiece
from wargame_pictures.draw.close_up import busiest_part
from wargame_pictures.draw.labels import SERIF, with_halo
from wargame_pictures.draw.picture import Picture
from wargame_pictures.draw.relief import SOFT
from wargame_pictures.draw.shapes import number, paint_in_theme
from wargame_pictures.draw.side_colors import side_colors
from wargame_pictures.draw.tokens import Marker
from wargame_pictures.of_games import pictures_of
from wargame_pictures.paper.account import Account
from wargame_pictures.paper.card_sheet import card_pages
from wargame_pictures.paper.chart_table import chart_html, has_table, letters_of
from wargame_pictures.paper.counter_sheet import TokenSheet, token_sheets
from wargame_pictures.paper.handout import MARGIN, GameBox, Leaf, Paper, PaperToken, bullets, printout, sheet, table
from wargame_pictures.paper.map_part import MapParts
from wargame_pictures.several_files import write_all

OVERLAP = 8.0
"""The overlap of two sheets in millimetres."""
STRETCH = 1.2
"""How much larger or smaller than asked a map is drawn at most, to fill its sheets."""
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

    @property
    def space(self) -> float:
        """The width of a space of the map."""
        return self.scale * UNIT

    def windows(self) -> Iterator[tuple[int, int, float, float]]:
        """Row and column of each sheet, from 0, and its upper left corner in drawing units."""
        left, top, _, _ = self.picture.box
        column_step, row_step = ((side - OVERLAP) / self.scale for side in self.sheet)
        for row, column in product(range(self.rows), range(self.columns)):
            yield row, column, left + column * column_step, top + row * row_step


def cut_map(picture: Picture, paper: Paper, space: float) -> Cut:
    """The map with spaces about ``space`` millimetres wide on equal parts of sheets, in portrait or landscape format.

    The map is drawn up to a fifth larger or smaller than asked where that leaves less of the paper empty.
    """
    _, _, width, height = picture.box
    asked_scale = space / UNIT
    width_on_paper, height_on_paper = (side - 2 * MARGIN - 1 for side in paper.size)
    ways: list[tuple[float, Cut]] = []
    for is_wide, room in ((False, (width_on_paper, height_on_paper)), (True, (height_on_paper, width_on_paper))):
        counts = product(
            _possible_counts(width * asked_scale, room[0]), _possible_counts(height * asked_scale, room[1])
        )
        for columns, rows in counts:
            largest_scale = min(_covered_length(columns, room[0]) / width, _covered_length(rows, room[1]) / height)
            scale = min(largest_scale, asked_scale * STRETCH)
            if scale * STRETCH >= asked_scale:
                part = (_sheet_length(width * scale, columns), _sheet_length(height * scale, rows))
                fullness = part[0] * part[1] / (room[0] * room[1])
                ways.append(
                    (fullness - abs(log(scale / asked_scale)) / 2, Cut(picture, scale, is_wide, columns, rows, part))
                )
    return max(ways, key=lambda way: way[0])[1]


def _possible_counts(length: float, room: float) -> range:
    """The numbers of sheets on which a length fits that may be stretched or shrunk."""
    least_count, most_count = (
        max(1, ceil((side - OVERLAP) / (room - OVERLAP))) for side in (length / STRETCH, length * STRETCH)
    )
    return range(least_count, most_count + 1)


def _covered_length(count: int, room: float) -> float:
    return count * (room - OVERLAP) + OVERLAP


def _sheet_length(length: float, count: int) -> float:
    return (length - OVERLAP) / count + OVERLAP


def symbol(picture: Picture) -> str:
    """The whole map as an SVG symbol, without its softest marks."""
    return _SOFT_MARK.sub("", paint_in_theme(picture.sheet_symbol(SYMBOL), ART))


def _drawing(picture: Picture) -> str:
    return _SOFT_MARK.sub("", paint_in_theme(picture.sheet_svg(), ART))


_SOFT_MARK = re.compile(rf"<use [^>]*{SOFT}[^>]*/>")


def sheets(map_cut: Cut, parts: MapParts | None = None) -> Iterator[tuple[str, str]]:
    """The sheets by name ("2-3": second row, third sheet) as SVG: each with the whole map, or with its part of it."""
    room, depth = map_cut.sheet
    for row, column, x, y in map_cut.windows():
        box = (x, y, room / map_cut.scale, depth / map_cut.scale)
        window = " ".join(map(number, box))
        whole_map = f'{symbol(map_cut.picture)}<use href="#{SYMBOL}"/>' if parts is None else ""
        yield (
            f"{row + 1}-{column + 1}",
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{room:g}mm" height="{depth:g}mm" viewBox="{window}" '
            f'font-family="{SERIF}" text-rendering="geometricPrecision">'
            + (whole_map if parts is None else parts.part(box, f"{row + 1}-{column + 1}"))
            + _marks(map_cut, row, column, x, y)
            + "</svg>",
        )


def _marks(map_cut: Cut, row: int, column: int, x: float, y: float) -> str:
    """Lines along which the sheet before is laid on this one, and the name of the sheet."""
    glue, room, depth = OVERLAP / map_cut.scale, map_cut.sheet[0] / map_cut.scale, map_cut.sheet[1] / map_cut.scale
    hairline = number(0.25 / map_cut.scale)
    lines = ""
    if column:
        lines += f"M{number(x + glue)} {number(y)}v{number(depth)}"
    if row:
        lines += f"M{number(x)} {number(y + glue)}h{number(room)}"
    size = 2.6 / map_cut.scale
    remark = f"sheet {row + 1}-{column + 1} of {map_cut.rows} by {map_cut.columns}"
    glued_sides = [side for side, has_neighbour in (("left", column), ("upper", row)) if has_neighbour]
    if glued_sides:
        remark += f"; glue it under its neighbour along the dashes: {' and '.join(glued_sides)} edge"
    remark += f"; {map_cut.remark}" if map_cut.remark else ""
    remark_text = f'<text x="{number(x + glue + size)}" y="{number(y + depth - size / 2)}">{escape(remark)}</text>'
    text = with_halo(remark_text, f'font-size="{number(size)}" fill="#555"', "#fff", size / 4)
    dash = f'stroke-dasharray="{number(2 / map_cut.scale)} {number(1.5 / map_cut.scale)}"'
    return f'<path d="{lines}" stroke="#777" stroke-width="{hairline}" {dash} fill="none"/>{text}' if lines else text


class PrintMethod(StrEnum):
    """How a part is printed."""

    BOTH = "on both sides, turned about the long edge"
    FOLD = "on one side, to fold and glue"
    ONE = "on one side"
    ANY = "on one side or both"


@frozen
class PrintedPart:
    """A part of the printout and its pages; those of a part that is printed in any way run on over several sheets."""

    title: str
    pages: tuple[str, ...]
    printing: PrintMethod


FIRST_PAGE = 3
"""The first page after the cover and the page that says how to make the game: the front of a sheet of paper."""


def page_numbers(parts: Sequence[PrintedPart]) -> list[str]:
    """For each part the pages it is on; of those that run on only the first page is known."""
    page_texts, page, runs_on = [], FIRST_PAGE, False
    for part in parts:
        if part.printing is PrintMethod.ANY:
            page_texts.append("then" if runs_on else f"from page {page}")
            runs_on = True
            continue
        last_page = page + len(part.pages) - 1
        page_texts.append(f"page {page}" if page == last_page else f"pages {page} to {last_page}")
        page = last_page + 1
    return page_texts


COVER_WORDS = 75.0
"""The height that title and documents have on the cover, in millimetres."""
COVER_COUNTERS = 20.0
"""How many counters side by side the picture on the cover is wide."""
NARROW = 62
"""The letters in a row of a chart that fit in half a sheet."""
LONG = 12
"""The lines of a list that is too long to keep together at the foot of a column."""
WORDS_OF_BASIS = {
    Basis.RECONSTRUCTION: "a reconstruction of ours",
    Basis.FOUND: "found elsewhere",
    Basis.RULING: "a ruling of ours",
}


def cover(game_sheet: Sheet, picture: Picture | None, paper: Paper) -> str:
    """The cover: the title, the part of the map where most counters meet, and the documents that the game follows."""
    documents = "".join(f'<p class="soft">{escape(line)}</p>' for line in game_sheet.documents)
    return sheet(
        f"<h1>{escape(game_sheet.title)}</h1><p>{escape(_name_of_scenario(game_sheet))}</p>",
        f"<figure>{_part_for_cover(picture, paper)}</figure>" if picture is not None else "",
        documents,
        kind="cover",
    )


def _name_of_scenario(game_sheet: Sheet) -> str:
    """The title of the briefing without that of the game; "" where it has no other."""
    return game_sheet.briefing.title.removeprefix(game_sheet.title).lstrip(" .:,")


def _part_for_cover(picture: Picture, paper: Paper) -> str:
    """A part of a picture in the shape that a cover has room for, with no more than lies in it."""
    width, height = (side - 2 * MARGIN for side in paper.size)
    window = busiest_part(picture, width / (height - COVER_WORDS), COVER_COUNTERS)
    svg = picture.svg(theme=ART, ids="cover-")
    inner_svg = re.fullmatch(r"<svg [^>]*>(.*)</svg>\s*", svg, re.DOTALL).group(1)  # type: ignore[union-attr]
    parts = MapParts.of(inner_svg)
    box = " ".join(map(number, window))
    tag = f'<svg viewBox="{box}" preserveAspectRatio="xMidYMid slice" font-family="{SERIF}">'
    return f"{tag}{parts.shared()}{parts.part(window, 'cover')}</svg>"


_STEPS = {
    PrintMethod.BOTH: "Faces and backs come in turn and meet when the paper is turned about its long edge. "
    "Print them on stiff paper, lay a ruler from mark to mark, and cut.",
    PrintMethod.FOLD: "Fold the sheet along its dashes with the print outside, glue it, and cut when it is dry.",
    PrintMethod.ONE: f"Each sheet of the map repeats {OVERLAP:g} mm of the one before it: cut that one at the edge of "
    "the drawing and lay it on this one up to the dashes.",
}
"""How what is printed in a way is put together."""
_BAR = (
    '<svg width="102mm" height="6mm" viewBox="-1 0 102 6"><path d="M0 1v4M100 1v4M0 3h100M50 2v2" stroke="#1c1810" '
    'stroke-width=".3"/></svg>'
)


def how_to_make(parts: Sequence[PrintedPart], game_sheet: Sheet, map_cut: Cut | None) -> str:
    """The page that says what is on which pages, how to print them and how to put them together."""
    rows = [(pages, part.title, part.printing.value) for pages, part in zip(page_numbers(parts), parts, strict=True)]
    steps = [words for printing, words in _STEPS.items() if any(part.printing is printing for part in parts)]
    steps.append("Print at 100 percent. The bar below is then 100 mm long:")
    figure = ""
    if map_cut is not None and map_cut.rows * map_cut.columns > 1:
        figure = f'<h2>The sheets of the map</h2><figure class="assembly">{_plan_of_sheets(map_cut)}</figure>'
    return sheet(
        "<h1>In this box</h1>",
        f'<div class="making">{table(("pages", "what", "how to print"), rows)}</div>',
        "<h2>How to make it</h2>",
        f"{bullets(steps)}<p>{_BAR}</p>",
        f"<p>Not printed: {escape(_dice_in_words(game_sheet))}.</p>" if game_sheet.dice else "",
        figure,
    )


def _plan_of_sheets(map_cut: Cut) -> str:
    """The whole map, pale, with the edges and names of its sheets."""
    width, height = (side / map_cut.scale for side in map_cut.sheet)
    size = min(width, height) / 3
    frames = "".join(
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"/>'
        f'<text stroke="none" fill="#6b3a10" text-anchor="middle" x="{number(x + width / 2)}" '
        f'y="{number(y + height / 2 + size / 3)}">{row + 1}-{column + 1}</text>'
        for row, column, x, y in map_cut.windows()
    )
    window = " ".join(map(number, map_cut.picture.box))
    return (
        f'<svg viewBox="{window}"><g opacity=".35"><use href="#{SYMBOL}"/></g><g fill="none" stroke="#6b3a10" '
        f'stroke-width="{number(size / 40)}" font-size="{number(size)}">{frames}</g></svg>'
    )


def provenance(account: Account | None, left_out: int = 0) -> str:
    """Where the data come from, file by file, and everything in them that is not from the document.

    ``left_out`` is the number of files of other scenarios, which are not in the account.
    """
    heading = "<h1>Where it comes from</h1>"
    if account is None:
        return f'{heading}<p class="ours">This game has no data files that say where their numbers come from.</p>'
    rows = [
        (file.file, *(str(file.counts[basis]) for basis in Basis), str(len(file.data)), file.source.document)
        for file in account.files
    ]
    rows.append(("all of these", *(str(account.counts[basis]) for basis in Basis), str(len(account.data)), ""))
    head = ("file", *(basis.value for basis in Basis), "all", "document")
    parts = [
        f'{heading}<p class="ours">What is counted as text stands in the document. Reconstructions and rulings are '
        "ours and not the publisher&#x27;s. No artwork of a published game is in here.</p>",
        f'<div class="files">{table(head, rows, numbers=frozenset(range(1, len(Basis) + 2)))}</div>',
    ]
    if left_out:
        other_scenarios_text = f"Without the files of other scenarios ({left_out}), which wargame sources lists."
        parts.append(f'<p class="soft">{other_scenarios_text}</p>')
    if account.marks:
        parts.append(f'<h2>Not from the document itself</h2><div class="fine">{_marks_by_file(account)}</div>')
    return "".join(parts)


def _marks_by_file(account: Account) -> str:
    """What is not from the document, under the names of the files; marks with one note are told together."""
    notes_by_file: dict[str, dict[tuple[Basis, str], list[str]]] = {}
    for mark in account.marks:
        notes_by_file.setdefault(mark.file, {}).setdefault((mark.basis, mark.note), []).append(mark.subject)
    return "".join(
        f"<h3>{escape(file)}</h3>"
        + bullets(
            f"{', '.join(subjects)}: {basis.value}" + f": {note}" * bool(note)
            for (basis, note), subjects in notes.items()
        )
        for file, notes in notes_by_file.items()
    )


def remark(account: Account | None, *words: str) -> str:
    """The remark for a sheet made from files whose names contain one of the words: how much of them is not printed."""
    if account is None:
        return ""
    files = [file for file in account.files if any(word in file.file for word in words)]
    phrases = []
    for basis, basis_in_words in WORDS_OF_BASIS.items():
        count = sum(file.counts[basis] for file in files)
        if count:
            phrases.append(f"{count} of {sum(len(file.data) for file in files)} data are {basis_in_words}")
    return f"{'; '.join(phrases)} (wargame sources)." if phrases else ""


def briefing(game_sheet: Sheet) -> str:
    """What a player reads before the first turn."""
    text = game_sheet.briefing
    parts = []
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
    title = _name_of_scenario(game_sheet) or text.title
    return f'<h1>{escape(title)}</h1><div class="text">{"".join(parts)}</div>'


def tracks(game_sheet: Sheet) -> str:
    """The tracks beside the map, as rows of boxes."""
    rows = ((track.title, "".join(f"<div>{escape(text)}</div>" for text in track.boxes)) for track in game_sheet.tracks)
    return "".join(f'<h2>{escape(title)}</h2><div class="track">{row}</div>' for title, row in rows)


def charts(game_sheet: Sheet) -> str:
    """Tracks and player aids, in two columns those whose tables find room there; "" where there are none."""
    narrow_aids: list[str] = []
    wide_aids: list[str] = []
    for aid in game_sheet.aids:
        (narrow_aids if letters_of(aid.text) <= NARROW else wide_aids).append(_player_aid(aid))
    narrow = "".join(narrow_aids)
    in_columns = f'<div class="two">{narrow}</div>' if len(narrow_aids) > 1 else narrow
    reference_html = tracks(game_sheet) + in_columns + "".join(wide_aids)
    return f"<h1>Quick reference</h1>{reference_html}" if reference_html else ""


def _player_aid(aid: PlayerAid) -> str:
    text = aid.text.removeprefix(f"{aid.title}\n")
    place = aid.cite.removesuffix(aid.title).strip()
    cite = f' <span class="soft">{escape(place)}</span>' if place else ""
    kind = "aid long" if text.count("\n") > LONG and not has_table(text) else "aid"
    return f'<div class="{kind}"><h2>{escape(aid.title)}{cite}</h2>{chart_html(text)}</div>'


_FACES = (
    ("Crimson Pro", "text.woff2", "size-adjust:111%"),
    ("Crimson Pro", "text-italic.woff2", "font-style:italic;size-adjust:111%"),
    ("Archivo Narrow", "narrow.woff2", ""),
    ("Archivo Narrow", "narrow-bold.woff2", "font-weight:600 700"),
)


def _font_face(family: str, file: str, descriptors: str) -> str:
    data = b64encode(files("wargame_pictures").joinpath("fonts", file).read_bytes()).decode()
    return f'@font-face{{font-family:"{family}";src:url(data:font/woff2;base64,{data});{descriptors}}}'


FONTS = "".join(_font_face(*face) for face in _FACES)
"""The two families of the table as rules of a style sheet, with the fonts in them."""
SPACES = (8.0, 120.0)
"""The least and the greatest width of a space of the map, in millimetres."""
VALUES = ("strength", "manpower", "figures")
"""Facts of a piece that are the numeral of its counter, where the game draws none."""
MOVEMENT = "movement"
"""The fact of a piece that stands behind the numeral, as in 5-4."""
SECOND_STEP = "step 2"
"""The fact of a piece that is the numeral of its back."""


@frozen
class PrintedGame:
    """A game to print: ``page`` contains everything and can be printed alone; ``pictures`` are files by name.

    ``contents`` says what is on which pages; the rest is what the page was made of.
    """

    page: str
    pictures: tuple[tuple[str, str], ...]
    contents: tuple[str, ...]
    parts: tuple[PrintedPart, ...]
    box: GameBox
    token_pages: tuple[TokenSheet, ...] = ()
    cards: tuple[str, ...] = ()
    map_cut: Cut | None = None

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
    box = _game_box(game, game_sheet, board)
    picture = pictures_of(game).picture(redact(board, SPECTATOR), SPECTATOR)
    map_remark = next(filter(None, (remark(account, word) for word in ("map", game_sheet.scenario, ""))), "")
    map_cut = None
    if picture is not None:
        map_cut = evolve(cut_map(evolve(picture, legend=False), paper, space), remark=map_remark)
        space = map_cut.space
    token_pages = list(token_sheets(box.tokens, paper, max(14.0, min(30.0, round(space * 0.9)))))
    wording = "wording: ours" if remark(account, "deck", "card") else ""
    cards = tuple(card_pages(game_sheet, wording, paper))
    parts = [
        *_parts_to_cut(box, token_pages, game_sheet, cards),
        *(_map_part(map_cut) if map_cut is not None else ()),
        *_parts_to_read(game_sheet, box, _provenance_of_scenario(game, game_sheet, account)),
    ]
    pages = [cover(game_sheet, picture, paper), how_to_make(parts, game_sheet, map_cut)]
    pages += [page for part in parts for page in part.pages]
    page = printout(game_sheet.title, pages, paper, FONTS)
    contents = [f"{page_range}: {part.title}" for page_range, part in zip(page_numbers(parts), parts, strict=True)]
    if game_sheet.dice:
        contents.append(f"Not printed: {_dice_in_words(game_sheet)}")
    pictures = tuple(_pictures(map_cut, token_pages))
    return PrintedGame(page, pictures, tuple(contents), tuple(parts), box, tuple(token_pages), cards, map_cut)


def _parts_to_cut(
    box: GameBox, token_pages: Sequence[TokenSheet], game_sheet: Sheet, cards: Sequence[str]
) -> Iterator[PrintedPart]:
    """Cards and counters, first those with faces and backs on two sides of the paper."""
    if cards:
        count = sum(card.count for card in game_sheet.cards)
        yield PrintedPart(f"{count} cards, faces and backs", tuple(cards), PrintMethod.BOTH)
    if token_pages:
        is_folded = any(token_page.shows == "fold" for token_page in token_pages)
        title = f"{sum(token.count for token in box.tokens)} tokens, faces and backs"
        svgs = tuple(_picture(token_page.svg) for token_page in token_pages)
        yield PrintedPart(title, svgs, PrintMethod.FOLD if is_folded else PrintMethod.BOTH)


def _map_part(map_cut: Cut) -> Iterator[PrintedPart]:
    width, height = map_cut.size
    count = map_cut.rows * map_cut.columns
    sheet_count = f"{count} sheets ({map_cut.rows} by {map_cut.columns})" if count > 1 else "one sheet"
    title = f"Map, {width:.0f} by {height:.0f} mm on {sheet_count}, its spaces {map_cut.space:.1f} mm wide"
    yield PrintedPart(title, tuple(_map(map_cut)), PrintMethod.ONE)


def _provenance_of_scenario(game: Game, game_sheet: Sheet, account: Account | None) -> str:
    if account is None:
        return provenance(None)
    own_account = account.of_scenario(game_sheet.scenario, [scenario.id for scenario in game.scenarios])
    return provenance(own_account, len(account.files) - len(own_account.files))


def _parts_to_read(game_sheet: Sheet, box: GameBox, origin: str) -> Iterator[PrintedPart]:
    """What each side reads alone, and a booklet: briefing, charts, where all is from."""
    own_leaves = [leaf for leaf in box.leaves if leaf.reader]
    if own_leaves:
        title = "; ".join(leaf.title for leaf in own_leaves)
        yield PrintedPart(title, tuple(map(sheet, _leaves(own_leaves))), PrintMethod.ANY)
    for_all = [leaf for leaf in box.leaves if not leaf.reader]
    titles = [track.title for track in game_sheet.tracks] + [aid.title for aid in game_sheet.aids]
    aids = ", ".join(titles)
    own_titles = (*(leaf.title for leaf in for_all), "Briefing")
    title = "; ".join(filter(None, (*own_titles, aids and f"Quick reference: {aids}", "Where it comes from")))
    booklet = (*_leaves(for_all), briefing(game_sheet), charts(game_sheet), origin)
    yield PrintedPart(title, (sheet(*booklet),), PrintMethod.ANY)


def _dice_in_words(game_sheet: Sheet) -> str:
    return "the dice, " + "; ".join(f"{die.name} ({', '.join(die.faces)})" for die in game_sheet.dice)


def _game_box(game: Game, game_sheet: Sheet, board: Board) -> GameBox:
    """The box that the game makes, or the usual one with the counters that it draws."""
    presentation = pictures_of(game).presentation
    if presentation.box is not None:
        return presentation.box(game_sheet, board)
    markers = presentation.markers(board, REFEREE) if presentation.markers is not None else ()
    return usual_box(game_sheet, {marker.id: marker for marker in markers})


def _leaves(leaves: Sequence[Leaf]) -> Iterator[str]:
    """Parts that only this game has; those of one reader follow each other on the same sheets."""
    for _, of_reader in groupby(leaves, key=lambda leaf: leaf.reader):
        yield "".join(f"<h1>{escape(leaf.title)}</h1>{leaf.html}" for leaf in of_reader)


def usual_box(game_sheet: Sheet, markers: Mapping[str, Marker]) -> GameBox:
    """The box of a game without `Presentation.box`: a token for every piece, as its marker shows it, by id."""
    colors = side_colors(game_sheet)
    return GameBox(tuple(_token(piece, markers.get(piece.id), colors) for piece in game_sheet.pieces))


def _token(piece: SheetPiece, marker: Marker | None, color: Mapping[str, str]) -> PaperToken:
    """The token of a piece: the numeral is not repeated among the facts."""
    ruling = next((name for name in VALUES if name in piece.facts), "")
    value = marker.value if marker is not None and marker.value else piece.facts.get(ruling, "")
    omitted_facts = [ruling, SECOND_STEP]
    both_numerals = f"{piece.facts.get(ruling)}-{piece.facts.get(MOVEMENT)}"
    if MOVEMENT in piece.facts and value in (piece.facts.get(ruling), both_numerals):
        value = both_numerals
        omitted_facts.append(MOVEMENT)
    facts = tuple(f"{name} {fact}" for name, fact in piece.facts.items() if name not in omitted_facts)
    token = PaperToken(piece.side, piece.name, piece.kind, color.get(piece.side, "#555555"), facts, value=value)
    token = evolve(token, reduced=piece.facts.get(SECOND_STEP, ""))
    if marker is None:
        return token
    arm = marker.arm or marker.kind
    return evolve(token, arm=arm, pips=marker.pips, band=marker.band, corps=marker.corps)


def _map(map_cut: Cut) -> Iterator[str]:
    """The map's sheets, the first of them with what all refer to, and with the map as it is drawn small."""
    hidden_tag = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    parts = MapParts.of(_drawing(map_cut.picture))
    shared_svg = f'{hidden_tag}{parts.shared()}<defs><g id="{SYMBOL}">{parts.plain()}</g></defs></svg>'
    for sheet_number, (_, svg) in enumerate(sheets(map_cut, parts)):
        yield _picture(svg if sheet_number else shared_svg + svg, is_wide=map_cut.wide)


def _picture(svg: str, *, is_wide: bool = False) -> str:
    return sheet(svg, kind="picture wide" if is_wide else "picture")


def _pictures(map_cut: Cut | None, token_pages: list[TokenSheet]) -> Iterator[tuple[str, str]]:
    if map_cut is not None:
        width, _ = map_cut.size
        yield "map.svg", map_cut.picture.svg(layers=("sheet",), size=f"{width:.0f}mm", theme=ART)
        for name, svg in sheets(map_cut):
            yield f"map-{name}.svg", svg
    for number_of_sheet, page in enumerate(token_pages, 1):
        yield f"tokens-{number_of_sheet}-{page.shows}.svg", page.svg
