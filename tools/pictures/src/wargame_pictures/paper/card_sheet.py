"""Cards to cut out: a coloured head, an engraving over half the card, and the text; with backs and cutting marks."""

from collections.abc import Iterator, Sequence
from html import escape

from wargame_core.sheet import Sheet, SheetCard
from wargame_pictures.draw.engravings import HIGH, WIDE, engraving
from wargame_pictures.draw.shapes import COLOR
from wargame_pictures.paper.handout import sheet

ACROSS, DOWN = 3, 3
CARD_WIDE, CARD_HIGH = 62.0, 87.0
"""The size of a card in millimetres."""
LONG, LONGER = 130, 260
"""The numbers of letters from which on a card's text is set smaller."""
_HEADS = (COLOR["section"], COLOR["side-1"], COLOR["line-3"], COLOR["line-5"])
"""The colours of decks, in the order of the sheet."""


def card_pages(game_sheet: Sheet, wording: str) -> Iterator[str]:
    """Sheets of cards, each followed by the sheet with their backs for printing on front and back.

    ``wording`` is printed at the foot of each card: whose words its text is.
    """
    all_cards = [card for card in game_sheet.cards for _ in range(card.count)]
    if not all_cards:
        return
    decks = {deck: n for n, deck in enumerate(dict.fromkeys(card.deck for card in game_sheet.cards))}
    symbols = _symbols(game_sheet.cards, decks, game_sheet.title)
    per_page = ACROSS * DOWN
    for start in range(0, len(all_cards), per_page):
        page_cards = all_cards[start : start + per_page]
        faces = [_card(card, decks[card.deck], wording) for card in page_cards]
        backs = [
            f'<div class="card back"><svg><use href="#back-{decks[card.deck]}"/></svg></div>' for card in page_cards
        ]
        yield _page(faces, symbols if not start else "")
        yield _page(_mirrored(backs))


def _page(cells: Sequence[str], symbols: str = "") -> str:
    return sheet(f'{symbols}<div class="cards">{_CUTS}{"".join(cells)}</div>', kind="picture")


def _mirrored(cells: Sequence[str]) -> list[str]:
    """The cells as they lie behind others when the paper is turned over."""
    mirrored: list[str] = []
    for row in range(0, len(cells), ACROSS):
        line = list(cells[row : row + ACROSS])
        mirrored += reversed(line + ["<div></div>"] * (ACROSS - len(line)))
    return mirrored


def _cutting_marks() -> str:
    wide, high = ACROSS * CARD_WIDE, DOWN * CARD_HIGH
    marks = "".join(f"M{2 + n * CARD_WIDE:g} 0v4M{2 + n * CARD_WIDE:g} {high + 6:g}v4" for n in range(ACROSS + 1))
    marks += "".join(f"M0 {5 + n * CARD_HIGH:g}h1.6M{wide + 2.4:g} {5 + n * CARD_HIGH:g}h1.6" for n in range(DOWN + 1))
    return (
        f'<svg class="cuts" viewBox="0 0 {wide + 4:g} {high + 10:g}" aria-hidden="true">'
        f'<path d="{marks}" stroke="#555" stroke-width=".2"/></svg>'
    )


_CUTS = _cutting_marks()


def _symbols(cards: Sequence[SheetCard], decks: dict[str, int], title: str) -> str:
    """The pictures of all cards and the backs of all decks, once each, for the pages that refer to them."""
    pictures = "".join(
        f'<symbol id="{_name(signs)}" viewBox="0 0 {WIDE:g} {HIGH:g}">{engraving(signs)}</symbol>'
        for signs in dict.fromkeys(card.signs for card in cards)
    )
    backs = "".join(
        f'<symbol id="back-{n}" viewBox="0 0 62 87">{_back(deck or title, _HEADS[n % len(_HEADS)])}</symbol>'
        for deck, n in decks.items()
    )
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{pictures}{backs}</svg>'


def _name(signs: Sequence[str]) -> str:
    return "-".join(("picture", *signs))


def _card(card: SheetCard, deck: int, wording: str) -> str:
    size = " longer" if len(card.text) > LONGER else " long" if len(card.text) > LONG else ""
    foot = " · ".join(filter(None, (card.deck, wording)))
    return (
        f'<div class="card{size}" style="--deck:{_HEADS[deck % len(_HEADS)]}"><b>{escape(card.title)}</b>'
        f'<svg class="engraving" viewBox="0 0 {WIDE:g} {HIGH:g}"><use href="#{_name(card.signs)}"/></svg>'
        f"<p>{escape(card.text)}</p><small>{escape(foot)}</small></div>"
    )


def _back(words: str, color: str) -> str:
    """A back: a frame in a frame over a weave of fine lines, and in its middle a star with the name of the deck."""
    weave = "".join(f"M{4 * n - 87:g} 0l87 87M{4 * n:g} 0l-87 87" for n in range(39))
    star = "M31 27L34 36H43.500L36 42L38.500 51L31 45.500L23.500 51L26 42L18.500 36H28Z".replace(".500", ".5")
    rays = '<circle cx="31" cy="40" r="16.5" fill="none" stroke="#fff" stroke-width="4" stroke-dasharray=".5 1.1"/>'
    return (
        f'<rect width="62" height="87" fill="{color}"/><path d="{weave}" stroke="#fff" stroke-width=".25" '
        'stroke-opacity=".3"/><rect x="4" y="4" width="54" height="79" fill="none" stroke="#fff" stroke-width=".9"/>'
        '<rect x="5.6" y="5.6" width="50.8" height="75.8" fill="none" stroke="#fff" stroke-width=".3"/>'
        f'<circle cx="31" cy="40" r="19.5" fill="{color}"/>{rays}<path d="{star}" fill="#fff"/>'
        f'<rect x="8" y="66" width="46" height="9" fill="{color}" stroke="#fff" stroke-width=".4"/>'
        '<text x="31" y="72.2" font-size="5" text-anchor="middle" fill="#fff" letter-spacing=".3">'
        f"{escape(words)}</text>"
    )
