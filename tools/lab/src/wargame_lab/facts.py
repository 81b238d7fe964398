"""Boards in numbers, for studies of balance: points and their sources, positions of units, losses, who fought."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from attrs import field, frozen

from wargame_core.flow.events import Event
from wargame_core.game import Game

TOOL: Final = "balance"
"""The name in `Rules.tools` of the function that makes a game's `BalanceData`."""


@frozen
class ScoredLine:
    """Points that a line of the victory conditions gave a side on a turn; ``rolled`` of them came from dice.

    ``times`` is how often it counted then, negative where it counts no longer.
    """

    line: str
    side: str
    turn: int
    points: float
    rolled: float = 0
    times: int = 1


@frozen
class LineTotal:
    """What a line of the victory conditions gives as the board stands: how often it counts, and its points in all."""

    times: int
    points: float


@frozen
class Facts:
    """A board in numbers.

    ``points`` by side; ``scored`` so far; ``lines`` of the victory conditions, scored or not: side and text by id;
    ``standing``: where the board keeps no account of what scored when, what each line gives now;
    ``granted``: the lines by which the game itself decides, in every scenario, and which nobody designs;
    ``stands``: by unit on the map its side and the printed id of its space; ``lost``: by unit out of action its side.
    """

    points: Mapping[str, float] = field(factory=dict)
    scored: tuple[ScoredLine, ...] = ()
    lines: Mapping[str, tuple[str, str]] = field(factory=dict)
    stands: Mapping[str, tuple[str, str]] = field(factory=dict)
    lost: Mapping[str, str] = field(factory=dict)
    standing: Mapping[str, LineTotal] = field(factory=dict)
    granted: frozenset[str] = frozenset()


@frozen(kw_only=True)
class BalanceData:
    """What a game tells of its boards for studies of balance; both are optional.

    A game gives a function that makes it: ``Rules(..., tools={"balance": balance_data})``.
    """

    facts: Callable[[Any], Facts] | None = None
    """``facts(board)``: the board in numbers, with everything that is secret in play."""
    combatants: Callable[[Iterable[Event], Any], Mapping[str, str]] | None = None
    """``combatants(events, board)``: by unit that fought in the events of a game its side; ``board`` is the last."""


def balance_data_of(game: Game) -> BalanceData:
    """What the game tells for studies of balance; nothing where it has no such tool."""
    data = game.rules.tool(TOOL)
    return data if isinstance(data, BalanceData) else BalanceData()
