"""The sheets and pictures of all scenarios, made beforehand so that a page shows the board before Python has come."""

from __future__ import annotations

import json
import re

from attrs import define, field

from wargame_core.flow.visibility import SPECTATOR, redact
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_pictures import of as pictures_of
from wargame_table.drawing import ground_svg
from wargame_table.lobby import game_to_json
from wargame_table.rows import Opening


@define
class Pictures:
    """Adds sheets and pictures to ``files``, each sheet once under its digest."""

    files: dict[str, bytes]
    digests: set[str] = field(factory=set)

    def game_to_json(self, game: Game) -> JsonObject:
        """A game for the first page: what can be chosen, with the sheet and the picture of each scenario."""
        row = game_to_json(game)
        for scenario in row["scenarios"]:
            scenario["sheet"] = self._sheet(game, scenario["id"])
            if name := self._picture(game, scenario["id"]):
                scenario["picture"] = name
        return row

    def _sheet(self, game: Game, scenario: str) -> str:
        sheet = game.sheet(scenario)
        if sheet.digest not in self.digests:
            self.digests.add(sheet.digest)
            self.files[f"sheets/{sheet.digest}.json"] = json.dumps(sheet.to_json(), separators=(",", ":")).encode()
            self.files[f"sheets/{sheet.digest}.svg"] = ground_svg(game, Opening.of(game, scenario)).encode()
        return sheet.digest

    def _picture(self, game: Game, scenario: str) -> str:
        """The board as everybody sees it when the game begins; empty for a game without one."""
        board = redact(game.rules.first_board(scenario, {}), SPECTATOR)
        drawn = pictures_of(game).svg(board, SPECTATOR, legend=False, layers=("sheet", "pieces"))
        if drawn is None:
            return ""
        name = f"pictures/{_file_name(game.id)}-{_file_name(scenario)}.svg"
        self.files[name] = drawn.encode()
        return name


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "-", text)
