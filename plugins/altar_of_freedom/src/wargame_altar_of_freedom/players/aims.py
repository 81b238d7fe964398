"""What each division is about for more than a turn: the place where it is to be, and by when."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from wargame_altar_of_freedom.players.goals import Goal
from wargame_altar_of_freedom.players.situation import FAR, Situation
from wargame_core.maps.masks import bits


@frozen
class Aim:
    """A token is to be in an area (a mask) by the end of a turn, ``what`` for; so many enemies were expected there."""

    what: str
    area: int
    due: int
    set_in: int
    enemies: float


class Aims:
    """The aims of one player by token, kept until one is reached or something makes it fail; and how each ended."""

    def __init__(self) -> None:
        self.of: dict[str, Aim] = {}
        self.ended: list[tuple[str, Aim]] = []
        self._turns_ended: int | None = None
        self._reached: set[str] = set()

    def look(self, situation: Situation, goals: Sequence[Goal]) -> None:
        """Let go of what has failed, once a turn."""
        board = situation.board
        if board.turns_ended == self._turns_ended:
            return
        self._turns_ended = board.turns_ended
        for token, aim in [*self.of.items()]:
            at = board.at.get(token)
            if at is not None and aim.area >> at & 1 and token not in self._reached:
                self._reached.add(token)
                self.ended.append(("reached" if board.turns_ended <= aim.due else "reached late", aim))
            why = ""
            if at is None:
                why = "lost"
            elif not any(goal.spaces & aim.area for goal in goals if not goal.fleeting):
                why = "no more to be had"
            elif enemies_in(situation, aim.area) >= aim.enemies + 2:
                why = "enemy came"
            if why:
                del self.of[token]
                if token not in self._reached:
                    self.ended.append((why if aim.set_in < board.turns_ended else "at once", aim))
                self._reached.discard(token)

    def take(self, situation: Situation, goals_of_tokens: Mapping[str, tuple[Goal, int]]) -> None:
        """Set an aim for each token that has none and a goal that lasts; ``goals_of_tokens`` has how far it is, too."""
        board = situation.board
        for token_id, (goal, distance) in goals_of_tokens.items():
            token = board.tokens[token_id]
            lasts = not (goal.fleeting or goal.special or goal.apart or goal.guard)
            new = token_id not in self.of or not self.of[token_id].area & goal.spaces
            if not token.is_division or not new or not lasts or distance >= FAR:
                continue
            if token_id in self.of and token_id not in self._reached:
                old = self.of[token_id]
                self.ended.append(("exchanged" if old.set_in < board.turns_ended else "at once", old))
            self._reached.discard(token_id)
            area = 0
            for space in bits(goal.spaces):
                area |= situation.map.within(space, 1)
            turns = max(1, -(-distance // max(1, situation.base_move(token))))
            self.of[token_id] = Aim(
                goal.what, area, board.turns_ended + turns, board.turns_ended, enemies_in(situation, area)
            )

    def away(self, token: str, goal: Goal) -> bool:
        """Whether a goal leads a token away from its aim."""
        aim = self.of.get(token)
        return aim is not None and not aim.area & goal.spaces


def enemies_in(situation: Situation, area: int) -> float:
    """How many divisions of the enemy are to be expected in an area now."""
    return sum(number for space, number in situation.enemy_divisions.items() if area >> space & 1)
