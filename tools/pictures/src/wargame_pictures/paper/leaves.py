"""Sheets of a printed game that every game has: cover, briefing, tracks, cards, charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from wargame_core.data.provenance import Account, Basis
from wargame_core.sheet import Note, Sheet, SheetCard
from wargame_pictures.paper.pages import bullets, sheet, table

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


def cover(drawn: Sheet, contents: Sequence[str], account: Account | None) -> str:
    """The cover: what is in the printout, and which parts are not from the document."""
    parts = [f"<h1>{escape(drawn.title)}</h1>", f"<p>{escape(drawn.briefing.title)}</p>"]
    parts.append("".join(f'<p class="soft">{escape(line)}</p>' for line in drawn.documents))
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


def marked(text: str) -> str:
    """A remark as HTML for a sheet."""
    return f'<p class="ours">{escape(text)}</p>' if text else ""


def briefing(drawn: Sheet) -> str:
    """What a player reads before the first turn."""
    text = drawn.briefing
    parts = [f"<h1>{escape(text.title)}</h1>"]
    for heading, notes in (
        ("Situation", text.situation),
        ("How to win", text.how_to_win),
        ("Special rules", text.special_rules),
    ):
        if notes:
            parts += [f"<h2>{heading}</h2>", bullets(map(noted, notes))]
    if text.begins:
        parts.append(f"<p>{escape(text.begins)} begins.</p>")
    if text.hands:
        parts.append(f"<p>Hands: {escape(', '.join(f'{seat} {count}' for seat, count in text.hands))}.</p>")
    return sheet(*parts)


def noted(note: Note) -> str:
    """A paragraph with the place it is printed at."""
    return f"{note.text} [{note.cite}]" if note.cite is not None else note.text


def tracks(drawn: Sheet) -> str:
    """The tracks beside the map, as rows of boxes."""
    return sheet("<h1>Tracks</h1>", *(f"<h2>{escape(track.title)}</h2>{boxes(track.boxes)}" for track in drawn.tracks))


def boxes(printed: Sequence[str]) -> str:
    """A row of printed boxes, in as many lines as needed."""
    return f'<div class="track">{"".join(f"<div>{escape(text)}</div>" for text in printed)}</div>'


def cards(drawn: Sheet, ours: str) -> Iterator[str]:
    """Sheets of cards, each followed by the sheet with their backs for printing on front and back."""
    every = [card for card in drawn.cards for _ in range(card.count)]
    for start in range(0, len(every), CARDS_ON_A_SHEET):
        lot = every[start : start + CARDS_ON_A_SHEET]
        backs: list[str] = []
        for row in range(0, len(lot), 3):
            line = [f'<div class="card back">{escape(card.deck or drawn.title)}</div>' for card in lot[row : row + 3]]
            backs += reversed(line + ["<div></div>"] * (3 - len(line)))
        yield sheet(f'<div class="cards">{"".join(_card(card, ours) for card in lot)}</div>', kind="picture")
        yield sheet(f'<div class="cards">{"".join(backs)}</div>', kind="picture")


def _card(card: SheetCard, ours: str) -> str:
    small = " small" if len(card.text) > LONG else ""
    mark = '<p class="soft">wording: ours</p>' if ours else ""
    return f'<div class="card{small}"><b>{escape(card.title)}</b>{escape(card.text)}{mark}</div>'


def charts(drawn: Sheet) -> Iterator[str]:
    """The player aids as text, in portrait format or, for the widest, in landscape format."""
    upright: list[str] = []
    turned: list[str] = []
    for aid in drawn.aids:
        longest = max(map(len, aid.text.splitlines()), default=0)
        small = ' class="small"' if longest > WIDE else ""
        cite = f' <span class="soft">{escape(aid.cite)}</span>' if aid.cite else ""
        made = f'<div class="aid"><h2>{escape(aid.title)}{cite}</h2><pre{small}>{escape(aid.text)}</pre></div>'
        (turned if longest > WIDER else upright).append(made)
    if upright:
        yield sheet("<h1>Quick reference</h1>", *upright)
    if turned:
        yield sheet(*turned, kind="wide")
