"""What a seat may expect of the end of its game: the chance to win, and the scores with their spread."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from attrs import field, frozen

from wargame_core.json_form import JsonForm

NOTHING_KNOWN: Final = "nothing is estimated for this game"
"""The basis of chances that are even because nobody estimates any."""
GROUP: Final = "wargame_core.chances"
"""The group of entry points of what estimates chances from views."""
LEVEL_LEARNT_FROM: Final = "normal"
"""The level of both seats' bots whose games chances are learnt from, and for which they are true."""


@frozen
class ExpectedScore(JsonForm):
    """The score that a side is expected to end with, and how far the end is from it: one standard deviation."""

    mean: float
    spread: float


@frozen
class Chances(JsonForm):
    """What a seat may expect of the end of its game.

    ``win`` is from 0 (lost) to 1 (won): the chance to win, a draw counted by half, a victory that is shared by its
    part. ``scores`` are those that the game counts at its end, by side; empty where nothing is estimated of them.
    ``basis`` says in words what the estimate follows from.
    """

    win: float
    scores: Mapping[str, ExpectedScore] = field(factory=dict)
    basis: str = ""


def estimated(game: object, view: object) -> Chances | None:
    """The chances of a view's seat, by the first installed distribution that estimates them; None where none does.

    It promises chances that follow from the view alone, the same for equal views.

    It may not look at anything that the seat does not see, and does not change the game.

    Example::

        # [project.entry-points."wargame_core.chances"]
        # acme = "acme:chances"

        from wargame_core.chances import Chances

        def chances(game, view):
            return Chances(0.5, basis="nobody knows") if game.id == "acme" else None
    """
    for estimate in _chance_estimators():
        chances = estimate(game, view)
        if chances is not None:
            return chances
    return None


@cache
def _chance_estimators() -> tuple[Callable[[Any, Any], Chances | None], ...]:
    import importlib_metadata

    return tuple(entry.load() for entry in importlib_metadata.entry_points(group=GROUP))
