"""Cards to cut out: a head in the colour of their kind, an engraving over half the card, their text, backs, marks."""

from collections.abc import Iterator, Sequence
from html import escape
from math import sqrt

from wargame_core.sheet import Sheet, SheetCard
from wargame_pictures.draw.engravings import HIGH, WIDE, engraving, head_color
from wargame_pictures.draw.shapes import COLOR
from wargame_pictures.paper.handout import MARGIN, Paper, sheet

ACROSS, DOWN = 3, 3
CARD_WIDE, GREATEST_HEIGHT = 62.0, 87.0
"""The width of a card in millimetres, and its height where the paper has room for three such rows."""
ROOM_BESIDE, ROOM_ABOVE = 2.0, 5.0
"""The room for cutting marks beside the cards, and above and below them, in millimetres."""
SMALLEST_TEXT, LARGEST_TEXT = 7.8, 10.5
"""The sizes of a card's text in points."""
_BACKS = (COLOR["section"], COLOR["side-1"], COLOR["line-3"], COLOR["line-5"])
"""The colours of the backs of decks, in the order of the sheet."""


def card_height(paper: Paper) -> float:
    """The height of a card, so that three rows and their cutting marks fit on the paper."""
    return min(GREATEST_HEIGHT, (paper.size[1] - 2 * MARGIN - 2 * ROOM_ABOVE - 0.4) // DOWN)


def card_pages(game_sheet: Sheet, wording: str, paper: Paper = Paper.A4) -> Iterator[str]:
    """Sheets of cards, each followed by the sheet with their backs for printing on front and back.

    ``wording`` is printed at the foot of each card: whose words its text is.
    """
    all_cards = [card for card in game_sheet.cards for _ in range(card.count)]
    if not all_cards:
        return
    decks = {
        deck: deck_number for deck_number, deck in enumerate(dict.fromkeys(card.deck for card in game_sheet.cards))
    }
    symbols = _symbols(game_sheet.cards, decks, game_sheet.title)
    per_page = ACROSS * DOWN
    height = card_height(paper)
    for start in range(0, len(all_cards), per_page):
        page_cards = all_cards[start : start + per_page]
        faces = [_card(card, decks[card.deck], wording, height) for card in page_cards]
        card_backs = [_card_back(decks[card.deck]) for card in page_cards]
        yield _card_page(faces, height, symbols if not start else "")
        yield _card_page(_mirrored(card_backs), height)


def _card_page(cells: Sequence[str], height: float, symbols: str = "") -> str:
    rows = -(-len(cells) // ACROSS)
    cards = f'<div class="cards" style="--high:{height:g}mm">{_cutting_marks(rows, height)}{"".join(cells)}</div>'
    return sheet(symbols, cards, kind="picture")


def _mirrored(cells: Sequence[str]) -> list[str]:
    """The cells as they lie behind others when the paper is turned over."""
    mirrored_cells: list[str] = []
    for row in range(0, len(cells), ACROSS):
        line = list(cells[row : row + ACROSS])
        mirrored_cells += reversed(line + ["<div></div>"] * (ACROSS - len(line)))
    return mirrored_cells


def _cutting_marks(rows: int, card_high: float) -> str:
    width, height = ACROSS * CARD_WIDE, rows * card_high
    xs = [ROOM_BESIDE + column_number * CARD_WIDE for column_number in range(ACROSS + 1)]
    ys = [ROOM_ABOVE + row_number * card_high for row_number in range(rows + 1)]
    marks = "".join(f"M{x:g} 0v{ROOM_ABOVE - 1:g}M{x:g} {height + ROOM_ABOVE + 1:g}v{ROOM_ABOVE - 1:g}" for x in xs)
    marks += "".join(f"M0 {y:g}h1.6M{width + ROOM_BESIDE + 0.4:g} {y:g}h1.6" for y in ys)
    box = (width + 2 * ROOM_BESIDE, height + 2 * ROOM_ABOVE)
    return (
        f'<svg class="cuts" style="height:{box[1]:g}mm" viewBox="0 0 {box[0]:g} {box[1]:g}" aria-hidden="true">'
        f'<path d="{marks}" stroke="#555" stroke-width=".2"/></svg>'
    )


def _symbols(cards: Sequence[SheetCard], decks: dict[str, int], title: str) -> str:
    """The pictures of all cards and the backs of all decks, once each, for the pages that refer to them."""
    pictures = "".join(
        f'<symbol id="{_name(signs)}" viewBox="0 0 {WIDE:g} {HIGH:g}">{engraving(signs)}</symbol>'
        for signs in dict.fromkeys(card.signs for card in cards)
    )
    deck_symbols = "".join(
        f'<symbol id="back-{n}" viewBox="0 0 62 87">{_back(deck or title, _BACKS[n % len(_BACKS)])}</symbol>'
        for deck, n in decks.items()
    )
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{pictures}{deck_symbols}</svg>'


def _name(signs: Sequence[str]) -> str:
    return "-".join(("picture", *signs))


def _text_size(text: str, height: float) -> float:
    """The size in points at which a text fills the lower half of a card, by the mean width of a letter."""
    room = 148 * (height - 58) * 2.55  # width and height in points
    return max(SMALLEST_TEXT, min(LARGEST_TEXT, sqrt(room / (0.54 * max(1, len(text))))))


def _card(card: SheetCard, deck: int, wording: str, height: float) -> str:
    foot = " · ".join(filter(None, (card.deck, wording)))
    return (
        f'<div class="card" data-deck="{deck}" style="--head:{head_color(card.signs)}"><b>{escape(card.title)}</b>'
        f'<svg class="engraving" viewBox="0 0 {WIDE:g} {HIGH:g}"><use href="#{_name(card.signs)}"/></svg>'
        f'<p style="font-size:{_text_size(card.text, height):.1f}pt">{escape(card.text)}</p>'
        f"<small>{escape(foot)}</small></div>"
    )


def _card_back(deck: int) -> str:
    back_svg = f'<use href="#back-{deck}" width="62" height="87"/>'
    return (
        f'<div class="card back" data-deck="{deck}">'
        f'<svg viewBox="0 0 62 87" preserveAspectRatio="none">{back_svg}</svg></div>'
    )


def _back(words: str, color: str) -> str:
    """A back: a frame in a frame around a lattice of fine lines, and in its middle a star with the name of the deck."""
    lattice = "".join(f"M{5 * line_number - 87} 0l87 87M{5 * line_number} 0l-87 87" for line_number in range(31))
    star = "M31 27L34 36H43.5L36 42L38.5 51L31 45.5L23.5 51L26 42L18.5 36H28Z"
    rays = f'<circle cx="31" cy="40" r="16.5" stroke="{color}" stroke-width="3.4" stroke-dasharray=".4 1.2"/>'
    return (
        '<svg x="5.5" y="5.5" width="51" height="76" viewBox="5.5 5.5 51 76">'
        f'<path d="{lattice}" stroke="{color}" stroke-width=".22" stroke-opacity=".75" fill="none"/></svg>'
        f'<g fill="none"><rect x="4.4" y="4.4" width="53.2" height="78.2" stroke="{color}" stroke-width="1.3"/>'
        f'<rect x="6.2" y="6.2" width="49.6" height="74.6" stroke="{color}" stroke-width=".3"/>'
        f'<circle cx="31" cy="40" r="19.5" fill="#fff" stroke="{color}" stroke-width=".3"/>{rays}</g>'
        f'<path d="{star}" fill="{color}"/>'
        f'<rect x="8" y="66" width="46" height="9" fill="#fff" stroke="{color}" stroke-width=".4"/>'
        f'<text x="31" y="72.2" font-size="5" text-anchor="middle" fill="{color}" letter-spacing=".3">'
        f"{escape(words)}</text>"
    )
