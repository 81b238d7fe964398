"""The face of a card in a web page: a head in the colour of its kind, an engraving, and its text."""

from html import escape
from typing import Final

from wargame_core.sheet import SheetCard
from wargame_pictures.draw.engravings import HIGH, WIDE, engraving, head_color

CARD_STYLE: Final = (
    ".card{display:inline-flex;flex-direction:column;vertical-align:top;width:9.5rem;min-height:13.3rem;"
    "margin:.3rem .5rem .3rem 0;padding:.28rem;border:1px solid #2b2418;border-radius:.5rem;"
    "background:#fffdf6;color:#2b2418}"
    ".card b{padding:.2rem;border-radius:.3rem .3rem 0 0;color:#fff;font-size:.9rem;line-height:1.1;text-align:center}"
    ".card svg{display:block;width:100%;border:1px solid #2b2418}"
    ".card span{margin:auto 0;padding:.2rem;font-size:.8125rem;line-height:1.15;text-align:center}"
)
"""How faces look in a page; they are paper in the light and in the dark."""


def card_face(card: SheetCard) -> str:
    """The face of a card as HTML, for a page with `CARD_STYLE`."""
    return (
        f'<span class="card"><b style="background:{head_color(card.signs)}">{escape(card.title)}</b>'
        f'<svg viewBox="0 0 {WIDE:g} {HIGH:g}" aria-hidden="true">{engraving(card.signs)}</svg>'
        f"<span>{escape(card.text)}</span></span>"
    )
