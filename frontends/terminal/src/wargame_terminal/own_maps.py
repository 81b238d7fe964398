"""A map by itself, or the map of a folder whose other files do not fit yet, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

from wargame_core.errors import DataError, WargameError
from wargame_core.plugins.discovery import looks_like_a_path
from wargame_terminal.errors import REFUSED
from wargame_terminal.output import Output, open_game

if TYPE_CHECKING:
    from wargame_core.game import Game


def map_file(name: str) -> Path | None:
    """The map file that a person means by a path to a TOML file, if its tables are those of a map."""
    from wargame_core.data.documents import read_toml
    from wargame_core.maps.files.map_file import is_map

    path = Path(name)
    if not (looks_like_a_path(name) and path.suffix == ".toml" and path.is_file()):
        return None
    try:
        return path if is_map(read_toml(path).data) else None
    except DataError:
        return path if path.name == "map.toml" else None


def only_map_of(name: str) -> Path | None:
    """The one map file of a designer's folder; None if it has none, or several."""
    from wargame_core.maps.files.map_file import maps_in

    maps = maps_in(Path(name)) if Path(name).is_dir() else []
    return maps[0] if len(maps) == 1 else None


@frozen
class MapAlone:
    """Draws a map file by itself, in the way that `wargame render` was asked for."""

    out: Output
    target: Path | None
    theme: str
    size: str | None

    def or_game(self, name: str, data: Path | None, scenario: str | None) -> tuple[Game, str | None] | None:
        """The game and scenario that a name means; or None after drawing the map, where there is only that."""
        path = map_file(name)
        if path is not None:
            self.draw(path)
            return None
        try:
            return open_game(name, data, scenario)
        except WargameError as problem:
            path = only_map_of(name)
            if path is None:
                raise
            reason = f"{len(problem.problems)} mistakes" if isinstance(problem, DataError) else "no game yet"
            self.draw(path, f"only the map is drawn, for there is {reason} in {name} (`wargame lint {name}` tells)")
            return None

    def draw(self, path: Path, because: str = "") -> None:
        """Draw a map file as SVG, with its mistakes on it and in a list below; then the exit code is that of lint."""
        from wargame_core.data.documents import read_toml
        from wargame_core.data.files import write_whole
        from wargame_core.maps.files.map_file import read_map
        from wargame_pictures.draw.ground import map_ground
        from wargame_pictures.draw.mistakes import map_with_mistakes
        from wargame_pictures.draw.picture import Picture

        reading = read_map(read_toml(path, "a map file"))
        if reading.map is None:
            raise DataError(reading.problems)
        if reading.problems:
            picture = map_with_mistakes(reading.map, reading.problems)
        else:
            ground = map_ground(reading.map)
            picture = Picture(ground=ground).svg(layers=("sheet", "spaces"), theme=self.theme, size=self.size)
        written = write_whole(self.target or Path(f"{path.stem}.svg"), picture)
        for note in (*map(str, reading.problems), because):
            if note:
                self.out.note(note)
        problems = [problem.to_json() for problem in reading.problems]
        title = (reading.map.title or path.name) + (", with its mistakes" if problems else "")
        self.out.result({"map": str(path), "out": str(written), "problems": problems}, f"{written}: {title}")
        if problems:
            click.get_current_context().exit(REFUSED)
