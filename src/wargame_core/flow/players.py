"""Who plays a seat: people, front ends and bots are all functions from a view to an action."""

from __future__ import annotations

from typing import Any, Protocol

from wargame_core.flow.views import View


class Player(Protocol):
    """Chooses from what its seat may know."""

    def __call__(self, view: View) -> Any:
        """One of ``view.choices``."""
