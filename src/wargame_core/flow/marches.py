"""How the marches of a game can be cut into shorter ones, and what becomes of it: part of its rules.

Who plans a march of five spaces may as well march three and then two; either that leads to the same board, or the game
says why it cannot be done. A law holds every game to what it says here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from wargame_core.flow.choices import Action


@frozen
class Marches:
    """What a game says of marches that are cut in two.

    ``cut(board, action)`` gives pairs of actions, a shorter march and what is left of it; nothing for other actions
    and for marches that cannot be cut. Played one after the other a pair leads to the same board as the whole march,
    where nothing is rolled on the way. What others are asked on the way is answered with the one of ``meanwhile`` that
    is offered: cavalry stands its ground, say.

    With ``one_move``, a sentence that says why, a march cannot be gone on with: what is left of it is refused.
    """

    cut: Callable[[Any, Any], Iterable[tuple[Action, Action]]]
    meanwhile: tuple[Action, ...] = ()
    one_move: str = ""
