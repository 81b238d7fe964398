"""``wargame new game``: an installable plugin with a small game that plays, draws and obeys the laws from the start."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from pathlib import Path
from string import Template

from attrs import frozen

from wargame_core.cli.game_maps import MAPS, StartMap
from wargame_core.data.files import write_whole
from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.visibility import REFEREE, SPECTATOR
from wargame_core.plugins.discovery import discover
from wargame_core.quoting import quote

TEMPLATES = Path(__file__).parent / "new_game"
COLORS = ("#3b5b92", "#a5453d", "#4f7d4a", "#b08a2e", "#6d4f8a", "#3f8a8a", "#8a5a3f", "#5c5c5c")
"""The colours of the sides, in their order."""
MOST_SEATS = len(COLORS)


@frozen
class NewGame:
    """The name, the seats and the map of a new game."""

    id: str
    title: str
    seats: tuple[str, ...]
    start: StartMap

    @staticmethod
    def named(folder: Path, grid: str, seats: Sequence[str]) -> NewGame:
        """A game with the name of its folder. Raises `WargameError` for names that cannot be used."""
        name = re.sub(r"[^a-z0-9]+", "_", folder.resolve().name.casefold()).strip("_")
        if not name.isidentifier() or keyword.iskeyword(name):
            raise WargameError(f"{quote(folder.name)} cannot be a game's name: begin it with a letter, as in my_game")
        if taken := next((plugin for plugin in discover() if plugin.id == name), None):
            raise WargameError(f"the plugin {name} of {taken.distribution} is installed: give the folder another name")
        if grid not in MAPS:
            raise UnknownName("map", grid, MAPS)
        for seat in seats:
            if not re.fullmatch("[a-z][a-z0-9_]*", seat) or seat in (SPECTATOR, REFEREE, "draw"):
                raise WargameError(f"{quote(seat)} cannot be a seat: use small letters, as in blue,red")
        if not 2 <= len(set(seats)) == len(seats) <= MOST_SEATS:
            raise WargameError(f"{len(seats)} seats ({', '.join(seats)}): name 2 to {MOST_SEATS}, each once")
        title = name.replace("_", " ").title()
        return NewGame(name, title, tuple(seats), MAPS[grid](name, title, len(seats)))

    def write(self, folder: Path) -> None:
        """Write the plugin into a new folder."""
        words = {
            "id": self.id,
            "title": self.title,
            "package": f"wargame_{self.id}",
            "distribution": f"wargame-{self.id.replace('_', '-')}",
            "class_name": self.title.replace(" ", ""),
            "seats": _tuple(self.seats),
            "colors": _tuple(COLORS[: len(self.seats)]),
        }
        package = folder / "src" / words["package"]
        for name, target in (
            ("pyproject.toml", folder),
            ("README.md", folder),
            ("test_laws.py", folder / "tests"),
            ("__init__.py", package),
            ("game.py", package),
            ("data.py", package),
        ):
            text = Template((TEMPLATES / f"{name}.txt").read_text("utf-8")).substitute(words)
            write_whole(target / name, text)
        write_whole(package / "py.typed", "")
        write_whole(package / "data" / "map.toml", self.start.text)
        write_whole(package / "data" / "pieces.toml", self._pieces())

    def _pieces(self) -> str:
        rows = [f'source = {{ document = "{self.title}", basis = "text" }}\n']
        for seat, spaces in zip(self.seats, self.start.homes, strict=True):
            for number, space in enumerate(spaces, 1):
                name = f"{seat.replace('_', ' ').capitalize()} {number}"
                rows.append(f'[[piece]]\nid = "{seat}-{number}"\nside = "{seat}"\nname = "{name}"\nat = "{space}"\n')
        return "\n".join(rows)


def _tuple(texts: Sequence[str]) -> str:
    return "(" + ", ".join(f'"{text}"' for text in texts) + ")"
