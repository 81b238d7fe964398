"""The outlets of what is drawn and printed: pictures, letters, notebooks, packets and orders."""

from wargame_core import Game, Match
from wargame_core.plugins.outlets import Outlet, OutletRegister
from wargame_core.plugins.outlets_of_core import answer_or_refusal
from wargame_pictures.of_games import handout, turn_orders, view_svg
from wargame_pictures.paper.handout import Handout
from wargame_pictures.stories.notebook import view_html
from wargame_pictures.stories.recap import recap_for
from wargame_pictures.stories.rows import rows_for
from wargame_pictures.stories.turn import turn_picture, turn_told
from wargame_pictures.stories.web_page import board_svg
from wargame_pictures.text_board import Tabletop, board_text, centre_of, own_places, who_stands_where
from wargame_pictures.view_letters import view_letters

PANE = (100, 40)
"""Columns and lines of a board in letters."""
LATEST = 30
"""How many rows the turn tells that is drawn as it is shared."""


def _picture(game: Game, match: Match, seat: str) -> object:
    return view_svg(match.view(seat))


def _pages(game: Game, match: Match, seat: str) -> object:
    view = match.view(seat)
    return [view_html(view), board_svg(game, view)]


def _letters(game: Game, match: Match, seat: str) -> object:
    view = match.view(seat)
    letter_map = answer_or_refusal(lambda: view_letters(view, *PANE, is_whole=True).to_json())
    return [letter_map, answer_or_refusal(lambda: board_text(view, *PANE))]


def _table(game: Game, match: Match, seat: str) -> object:
    def words() -> object:
        table = Tabletop.of(match.view(seat))
        names = {piece: table.name(piece) for piece in table.pieces}
        letters = sorted(map(str, table.letters.items()))
        centre = [centre_of(table), own_places(table), [thing.name for thing in table.find("a")]]
        return [names, dict(table.side), letters, [*who_stands_where(table, table.at)], centre, dict(table.pieces)]

    return answer_or_refusal(words)


def _recap(game: Game, match: Match, seat: str) -> object:
    if seat not in game.seats:
        return None
    since_beginning = answer_or_refusal(lambda: str(recap_for(game, match, seat, 0)))
    rows = [row for row, _ in rows_for(match.view(seat), match.entries)]
    latest_row = max(0, len(rows) - LATEST)
    return [
        since_beginning,
        rows,
        answer_or_refusal(lambda: turn_picture(turn_told(game, match, seat, rows, latest_row))),
    ]


def _paper(game: Game, match: Match, seat: str) -> object:
    def printed(paper: Handout | None) -> object:
        return [paper.page, paper.text, paper.json_text()] if paper is not None else None

    return [
        answer_or_refusal(lambda: printed(handout(game, match, seat))),
        answer_or_refusal(lambda: printed(turn_orders(game, match, seat))) if seat in game.seats else None,
    ]


_TABLETOP_ATTRIBUTES = ("of", "board", "seat", "pieces", "letters", "side", "sides", "letter", "at", "label", "name",
                        "things", "find")  # fmt: skip

REGISTER = OutletRegister(
    (
        Outlet("picture of a view", _picture, (
            "wargame_core.flow.view:View.svg", "wargame_core.flow.view:View.png",
            "wargame_pictures.of_games:view_svg", "wargame_pictures.of_games:view_png",
        ), apart=4),
        Outlet("page of a view", _pages, (
            "wargame_pictures.stories.notebook:view_html", "wargame_pictures.stories.web_page:board_svg",
        ), apart=8),
        Outlet("board in letters", _letters, (
            "wargame_core.flow.view:View.letters", "wargame_core.flow.view:View.text",
            "wargame_pictures.text_board:board_text", "wargame_pictures.view_letters:view_letters",
        ), apart=16),
        Outlet("table in words", _table, (
            *(f"wargame_pictures.text_board:Tabletop.{name}" for name in _TABLETOP_ATTRIBUTES),
            *(f"wargame_pictures.text_board:{name}" for name in ("own_places", "centre_of", "who_stands_where")),
        ), apart=2),
        Outlet("recap", _recap, (
            "wargame_pictures.stories.recap:recap_for", "wargame_pictures.stories.rows:rows_for",
            "wargame_pictures.stories.rows:event_row", "wargame_pictures.stories.turn:turn_told",
        ), apart=2),
        Outlet("paper", _paper, (
            "wargame_pictures.of_games:handout", "wargame_pictures.of_games:turn_orders",
        ), apart=2),
    ),
    {
        **dict.fromkeys(("wargame_pictures.text_board:draw_map", "wargame_pictures.text_board:places_in_question"),
                        "a part of the board in letters"),
        **dict.fromkeys((f"wargame_pictures.text_board:Tabletop.{name}" for name in ("game", "game_map", "ids_of")),
                        "printed matter"),
    },
)  # fmt: skip
