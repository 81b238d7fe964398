"""Where the data files of a game lie, and how it is made with others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen


@frozen(kw_only=True)
class GameFiles:
    """The data files of a game."""

    data: Path | None = None
    """The packaged folder, or the owner's."""
    schemas: Mapping[str, type[Any]] = field(factory=dict)
    """The classes that read the files, by file name."""
    reload: Callable[[Path], Any] | None = None
    """``reload(folder)``: the game with files of this folder in place of those of the same name."""
