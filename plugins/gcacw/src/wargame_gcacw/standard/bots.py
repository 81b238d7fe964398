"""Players for the scenarios of the series."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from wargame_core.bots import Player

BOTS: Final[Mapping[str, Callable[..., Player]]] = {}
