"""The printed sheets of a table: that of its game, and of games that are played inside it while they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache

from attrs import frozen

from wargame_core.flow.state import View
from wargame_core.game import Game
from wargame_core.sheet import Sheet
from wargame_pictures import of as pictures_of
from wargame_table.drawing import BLANK, ground_svg
from wargame_table.rows import Opening

KEPT = 8
"""Sheets of games inside that are kept."""


@lru_cache(maxsize=32)
def _sheet(game: Game, scenario: str, options: tuple[tuple[str, str], ...]) -> Sheet:
    """The sheet of a game, made once for all tables that play it: it depends on nothing else."""
    return game.sheet(scenario, **dict(options))


@frozen
class Laid:
    """A sheet, and how it is drawn in the colours of a theme."""

    sheet: Sheet
    draw: Callable[[str], str]


class Sheets:
    """The sheets of one table, by digest. Whoever was told a digest may have the sheet."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self._game = game
        sheet = _sheet(game, opening.scenario, tuple(sorted(opening.options.items())))
        self.main = Laid(sheet, lambda theme: ground_svg(game, opening, theme))
        self.named = {side.seat: side.name for side in sheet.sides}
        """What people call the seats."""
        self._inside: OrderedDict[str, Laid] = OrderedDict()
        self._digests: dict[tuple[str, str], str] = {}

    def digest_inside(self, view: View) -> str:
        """The digest of the sheet of the game that is played inside, as far as the seat sees one; empty for none."""
        child, inside = view.child, view.game_inside
        if child is None or inside is None:
            return ""
        known = view.seat, inside.digest
        if self._digests.get(known) not in self._inside:
            laid = self._lay(view)
            self._digests[known] = laid.sheet.digest
            self._inside[laid.sheet.digest] = laid
            while len(self._inside) > KEPT:
                self._inside.popitem(last=False)
        return self._digests[known]

    def laid(self, digest: str) -> Laid | None:
        """The sheet with this digest, None for one that this table has not."""
        return self.main if digest == self.main.sheet.digest else self._inside.get(digest)

    def _lay(self, view: View) -> Laid:
        held, board, seat = self._game.open_on(view.board, view.seat)

        def draw(theme: str) -> str:
            picture = pictures_of(held).picture(board, seat, legend=False)
            return picture.svg(layers=("sheet",), theme=theme) if picture is not None else BLANK

        return Laid(self._game.sheet_of(view), draw)
