"""Players."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wargame_core.bots import Player

BOTS: Mapping[str, Callable[..., Player]] = {}
