"""What a player asks before he chooses an operation: how a march is rolled, the odds of an assault or a sortie."""

from __future__ import annotations

from collections.abc import Iterable

from wargame_core.authoring import ListedChoices
from wargame_core.flow.choices import Action, words_of
from wargame_gcacw.charts.combat_chart import MAXIMUM_FATIGUE
from wargame_gcacw.charts.marches import allowance_roll, extended_march_due
from wargame_thunder_on_the_mississippi.board.actions import Assault, Dig, MarchByRoad, Repair, Sortie
from wargame_thunder_on_the_mississippi.board.board import ClockBoard
from wargame_thunder_on_the_mississippi.printed.book import GARRISON
from wargame_thunder_on_the_mississippi.rules.combat import combat_of, odds_in_words
from wargame_thunder_on_the_mississippi.rules.march import GAME, allowance


class Operations(ListedChoices):
    """What the commands of a side may do now, each with its odds."""

    __slots__ = ()

    def __init__(self, board: ClockBoard, actions: Iterable[Action]) -> None:
        super().__init__(actions, read=lambda action: words_of(action, board))

    def cost(self, action: Action, board: ClockBoard) -> str:
        """MP that a march still asks for."""
        return str(to_go(board, action.command, action.to)) if isinstance(action, MarchByRoad) else ""

    def help(self, action: Action, board: ClockBoard) -> str:
        numbers = board.book.numbers
        match action:
            case MarchByRoad(command, to):
                return of_march(board, command, to)
            case Assault(command, fort):
                return odds_in_words(combat_of(board, command, GARRISON, "assault", fort))
            case Sortie(target):
                return odds_in_words(combat_of(board, GARRISON, target, "march"))
            case Dig():
                return f"succeeds on {faces(numbers.dig_succeeds_on)}"
            case Repair():
                return f"succeeds on {faces(numbers.repair_succeeds_on)}"
        return ""


def faces(values: Iterable[int]) -> str:
    """Faces of a die, in words.

    >>> faces((5, 6))
    '5 or 6'
    """
    return " or ".join(map(str, values))


def to_go(board: ClockBoard, command: str, to: str) -> int:
    """MP of a road that a command has still to march."""
    done = board.progress.get(command, 0) if board.heading.get(command) == to else 0
    return board.roads(command)[to] - done


def of_march(board: ClockBoard, command: str, to: str) -> str:
    """How the allowance of a march is rolled, what the event changes, what the road still asks, and the fatigue."""
    rolled = allowance_roll("leader", game=GAME, side=board.side_of(command), unit="infantry")
    changes = "".join(f", {change.value:+d} by {change.label}" for change in allowance(board, command, 1).modifiers)
    fatigue = min(MAXIMUM_FATIGUE, board.units[command].fatigue + 1)
    table = ", with a roll on the Extended March Table" if extended_march_due("normal", fatigue) else ""
    return f"{rolled} MP{changes}; {to_go(board, command, to)} to go; fatigue {fatigue}{table}"
