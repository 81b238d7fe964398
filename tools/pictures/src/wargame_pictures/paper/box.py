"""The box: everything of a game that can be printed, as files in a folder: one page, and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from attrs import evolve, frozen

from wargame_core.data.files import write_all
from wargame_core.data.provenance import Account
from wargame_core.errors import WargameError
from wargame_core.flow.visibility import SPECTATOR, redact
from wargame_core.game import Game
from wargame_core.sheet import Sheet
from wargame_pictures.of_games import of as pictures_of
from wargame_pictures.paper import leaves, map_sheets
from wargame_pictures.paper.game_box import GameBox, PaperToken
from wargame_pictures.paper.pages import Paper, printout, sheet
from wargame_pictures.paper.token_sheets import TokenSheet, token_sheets

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
    drawn = game.sheet(scenario, **options)
    board = game.rules.first_board(scenario, options)
    make_box = pictures_of(game).given.box
    own = make_box(drawn, board) if make_box is not None else usual_box(drawn)
    picture = pictures_of(game).picture(redact(board, SPECTATOR), SPECTATOR)
    ours = next(filter(None, (leaves.remark(account, word) for word in ("map", drawn.scenario, ""))), "")
    laid = None
    if picture is not None:
        laid = evolve(map_sheets.cut(evolve(picture, legend=False), paper, space), remark=ours)
    lots = list(token_sheets(own.tokens, paper, max(14.0, min(30.0, round(space * 0.9)))))
    contents = tuple(_contents(drawn, own, laid))
    parts = [
        leaves.cover(drawn, contents, account),
        leaves.briefing(drawn),
        *(sheet(f"<h1>{escape(leaf.title)}</h1>", leaf.html) for leaf in own.leaves),
        *(_map(laid) if laid is not None else ()),
        *(page for lot in lots for page in (_picture(lot.faces), _picture(lot.backs))),
        *leaves.cards(drawn, leaves.remark(account, "deck", "card")),
        *([leaves.tracks(drawn)] if drawn.tracks else ()),
        *leaves.charts(drawn),
    ]
    return PrintedGame(printout(drawn.title, parts, paper), tuple(_pictures(laid, lots)), contents)


def usual_box(drawn: Sheet) -> GameBox:
    """The box of a game without `Presentation.box`: a token for every piece of the sheet."""
    color = dict(zip((side.seat for side in drawn.sides), COLORS, strict=False))
    return GameBox(
        tuple(
            PaperToken(
                piece.side,
                piece.name,
                piece.kind,
                color.get(piece.side, "#555555"),
                tuple(f"{name} {value}" for name, value in piece.facts.items()),
            )
            for piece in drawn.pieces
        )
    )


def _contents(drawn: Sheet, own: GameBox, laid: map_sheets.Cut | None) -> Iterator[str]:
    yield "Briefing"
    for leaf in own.leaves:
        yield leaf.title
    if laid is not None:
        wide, high = laid.size
        yield f"Map, {wide:.0f} by {high:.0f} mm, on {laid.rows * laid.columns} sheets ({laid.rows} by {laid.columns})"
    if own.tokens:
        yield f"{sum(token.count for token in own.tokens)} tokens, faces and backs"
    if drawn.cards:
        yield f"{sum(card.count for card in drawn.cards)} cards, faces and backs"
    if drawn.tracks:
        yield f"Tracks: {', '.join(track.title for track in drawn.tracks)}"
    if drawn.aids:
        yield f"Quick reference: {', '.join(aid.title for aid in drawn.aids)}"
    if drawn.dice:
        dice = "; ".join(f"{die.name} ({', '.join(die.faces)})" for die in drawn.dice)
        yield f"Not printed: the dice, {dice}"


def _map(laid: map_sheets.Cut) -> Iterator[str]:
    """The map's sheets, the first of them with the one copy of the map that all refer to."""
    hidden = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    whole = f"{hidden}{map_sheets.symbol(laid.picture)}</svg>"
    wide, high = laid.size
    yield sheet(
        "<h1>Map</h1>",
        f"<p>{wide:.0f} by {high:.0f} mm on {laid.rows} by {laid.columns} sheets. Print at 100 percent. Each sheet "
        f"repeats {map_sheets.OVERLAP:g} mm of the one before: lay the sheet before on it up to the dashes.</p>",
        leaves.marked(laid.remark),
        whole,
        f"<figure>{_small(laid)}</figure>",
    )
    for _, svg in map_sheets.sheets(laid):
        yield _picture(svg, wide=laid.wide)


def _small(laid: map_sheets.Cut) -> str:
    """The whole map with its legend."""
    whole = evolve(laid.picture, legend=True)
    return whole.svg(layers=("sheet",), size="100%", theme=map_sheets.ART, ids="small-")


def _picture(svg: str, *, wide: bool = False) -> str:
    return sheet(svg, kind="picture wide" if wide else "picture")


def _pictures(laid: map_sheets.Cut | None, lots: list[TokenSheet]) -> Iterator[tuple[str, str]]:
    if laid is not None:
        wide, _ = laid.size
        yield "map.svg", laid.picture.svg(layers=("sheet",), size=f"{wide:.0f}mm", theme=map_sheets.ART)
        for name, svg in map_sheets.sheets(laid, alone=True):
            yield f"map-{name}.svg", svg
    for number, lot in enumerate(lots, 1):
        yield f"tokens-{number}-faces.svg", lot.faces
        yield f"tokens-{number}-backs.svg", lot.backs
