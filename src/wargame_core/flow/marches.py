"""How the marches of a game can be cut into shorter ones: part of its rules.

A player may march five spaces at once, or three and then two: either both lead to the same board, or the game says
why it is not possible. A law checks what a game says here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from wargame_core.flow.choices import Action


@frozen
class Marches:
    """What a game declares about marches that are cut in two.

    ``cut(board, action)`` gives pairs of actions, a shorter march and the rest of it; none for other actions and for
    marches that cannot be cut. Where nothing is rolled, the two actions of a pair lead to the same board as the whole
    march. Questions to other seats on the way are answered with an action of ``meanwhile``, such as staying.

    ``one_move`` is a sentence that says why a march cannot be continued: then the second action must be refused.
    """

    cut: Callable[[Any, Any], Iterable[tuple[Action, Action]]]
    meanwhile: tuple[Action, ...] = ()
    one_move: str = ""
