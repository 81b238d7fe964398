"""Where the data files of a game are, and how the game is made with other files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen


@frozen(kw_only=True)
class GameFiles:
    """The data files of a game."""

    data: Path | None = None
    """The folder of packaged files, or the folder of the owner."""
    schemas: Mapping[str, type[Any]] = field(factory=dict)
    """The classes that read the files, by file name."""
    reload: Callable[[Path], Any] | None = None
    """``reload(folder)``: the game with packaged files replaced by those of the same name in the folder."""
