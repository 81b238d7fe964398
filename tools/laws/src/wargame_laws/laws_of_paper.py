"""The law of the printed game: everything that is on the table can be printed, cut out, and lies right on both sides.

It prints the game for each paper and looks at what lies where on the sheets.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from wargame_core.sheet import Sheet
from wargame_laws.complaints import LawBroken
from wargame_laws.trials import Trial
from wargame_pictures import pictures_of
from wargame_pictures.paper.card_sheet import ACROSS
from wargame_pictures.paper.counter_sheet import TokenSheet
from wargame_pictures.paper.handout import MARGIN, Paper
from wargame_pictures.paper.printed_game import Cut, PrintedGame, print_game

_COUNTER = re.compile(r'<g class="counter" transform="translate\((\S+) (\S+)\)')
_CARD = re.compile(r'<div class="card( back)?" data-deck="(\d+)"|<div></div>')
_FOLD = re.compile(r"M0 (\S+)H")
_ROUNDING = 0.11
"""The millimetres by which two places may differ: the numbers of a sheet are rounded to tenths."""


def law_a_printed_game_is_whole(trial: Trial) -> None:
    """Every counter and card is printed with a back that lies behind its face, with marks to cut; maps fill sheets."""
    game = trial.game
    game_sheet = game.sheet(trial.scenario, options=trial.options)
    options: dict[str, Any] = dict(trial.options)
    for paper in Paper:
        printed_game = print_game(game, trial.scenario, paper=paper, **options)
        flaws = [*_flaws_of_counters(printed_game), *_flaws_of_cards(printed_game, game_sheet)]
        flaws += _flaws_of_map(printed_game.map_cut, paper)
        if pictures_of(game).presentation.box is None:
            names = {token.name for token in printed_game.box.tokens}
            flaws += [f"no counter for {piece.name}" for piece in game_sheet.pieces if piece.name not in names]
        if flaws:
            raise LawBroken(f"the game printed on {paper.value}: {flaws[0]}")


def _flaws_of_counters(printed_game: PrintedGame) -> Iterator[str]:
    pages = {side: [page for page in printed_game.token_pages if page.shows == side] for side in ("faces", "backs")}
    counter_count = sum(token.count for token in printed_game.box.tokens)
    pages_to_fold = [page for page in printed_game.token_pages if page.shows == "fold"]
    for page in pages_to_fold:
        yield from _flaws_of_folded_counters(page)
    faces = sum(len(_COUNTER.findall(page.svg)) for page in pages["faces"])
    faces += sum(len(_COUNTER.findall(page.svg)) // 2 for page in pages_to_fold)
    if faces != counter_count:
        yield f"{faces} faces of counters for {counter_count}"
    for number, (front, reverse) in enumerate(zip(pages["faces"], pages["backs"], strict=True), 1):
        width = float(re.findall(r'width="([\d.]+)mm"', front.svg)[0])
        mirrored_places = [(width - x, y) for x, y in _places_of_counters(front.svg)]
        if not _same_places(mirrored_places, _places_of_counters(reverse.svg)):
            yield f"backs of counters do not lie behind their faces on sheet {number}"
    faces_svg = "".join(page.svg for page in printed_game.token_pages)
    for token in printed_game.box.tokens:
        if token.value and f">{token.value}<" not in faces_svg:
            yield f"the counter of {token.name} without its whole numeral {token.value}"
    if bare := next(
        (page for page in printed_game.token_pages if page.shows != "backs" and "cuts" not in page.svg), None
    ):
        yield f"a sheet of {bare.shows} of counters without cutting marks"


def _flaws_of_folded_counters(page: TokenSheet) -> Iterator[str]:
    fold, places = float(_FOLD.findall(page.svg)[0]), _places_of_counters(page.svg)
    upper_places, lower_places = (
        [place for place in places if (place[1] < fold) is is_upper] for is_upper in (True, False)
    )
    if not _same_places([(x, 2 * fold - y) for x, y in upper_places], lower_places):
        yield "backs of counters do not lie behind their faces when their sheet is folded"


def _places_of_counters(svg: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in _COUNTER.findall(svg)]


def _same_places(some_places: Sequence[tuple[float, float]], other_places: Sequence[tuple[float, float]]) -> bool:
    """Whether each place has one among the others, as far as both are rounded."""
    matches = ((abs(x - a) < _ROUNDING and abs(y - b) < _ROUNDING for a, b in other_places) for x, y in some_places)
    return len(some_places) == len(other_places) and all(map(any, matches))


def _flaws_of_cards(printed_game: PrintedGame, game_sheet: Sheet) -> Iterator[str]:
    card_count, faces = sum(card.count for card in game_sheet.cards), 0
    for front, reverse in zip(printed_game.cards[::2], printed_game.cards[1::2], strict=True):
        decks, back_decks = ([deck for _, deck in _CARD.findall(page)] for page in (front, reverse))
        faces += len(decks)
        rows = [decks[start : start + ACROSS] for start in range(0, len(decks), ACROSS)]
        if back_decks != [deck for row in rows for deck in reversed(row + [""] * (ACROSS - len(row)))]:
            yield "backs of cards do not lie behind their faces"
        if not ('class="cuts"' in front and 'class="cuts"' in reverse):
            yield "a sheet of cards without cutting marks"
    if faces != card_count:
        yield f"{faces} faces of cards for {card_count}"


def _flaws_of_map(map_cut: Cut | None, paper: Paper) -> Iterator[str]:
    """A sheet of the map that is less than half full, or too large for the paper."""
    if map_cut is None:
        return
    rooms = [side - 2 * MARGIN for side in paper.size]
    for part, room, count in zip(
        map_cut.sheet, reversed(rooms) if map_cut.wide else rooms, (map_cut.columns, map_cut.rows), strict=True
    ):
        if part > room:
            yield f"a sheet of the map {part:.0f} mm long, where the paper has room for {room:.0f}"
        if count > 1 and part < room / 2:
            yield f"{count} sheets of the map of {part:.0f} mm, which is less than half of {room:.0f}"
