"""What standing in a space is worth to a token, whoever else stands where: the way left to its goal, what it leaves."""

from collections.abc import Callable
from operator import sub

from wargame_altar_of_freedom.board.pieces import Token
from wargame_altar_of_freedom.players.plan import TokenOrder
from wargame_altar_of_freedom.players.situation import FAR, Field, Situation
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_core.maps.masks import bits

SPACES_NEAR_GOAL = 6
"""Spaces from a goal within which one's own tokens in the way are looked at."""

Doubt = Callable[[], float]
"""By how many points a player misjudges what standing in a space is worth to it."""


class Prospects(dict[int, float]):
    """What standing in a space is worth to a token but for prizes and danger, worked out when it is first asked.

    That is the way left to its goal, the ``charges`` that it leaves (spaces, and what leaving them costs), what a train
    has to fear, and the player's doubt. ``wishes`` are for who ranks the spaces, by where others have a foothold and
    whether a Staff Die may lead there.
    """

    def __init__(
        self,
        situation: Situation,
        token: Token,
        pace: float,
        field: Field | None,
        charges: tuple[tuple[int, float], ...],
        doubt: Doubt | None,
    ) -> None:
        self._situation, self._pace, self._field, self._charges, self._doubt = situation, pace, field, charges, doubt
        self.wishes: dict[tuple[int, bool], list[tuple[float, int]]] = {}
        self._is_exposed = not token.is_division and token.kind not in situation.campaign.special_action_tokens

    def look(self, spaces: int) -> list[int]:
        """Work out what some spaces (a mask) are worth, together; these spaces, one by one."""
        space_list = [*bits(spaces)]
        missing = [space for space in space_list if space not in self] if self else space_list
        worths = [self._doubt() for _ in missing] if self._doubt is not None else [0.0] * len(missing)
        for guarded_spaces, forsaken in self._charges:
            worths = [
                worth if guarded_spaces >> space & 1 else worth - forsaken
                for worth, space in zip(worths, missing, strict=True)
            ]
        if self._field is not None:
            distances, pace = self._field.distances(spaces), self._pace
            ways = [pace * min(distances[space], 40) for space in missing]
            worths = [*map(sub, worths, ways)]
        if self._is_exposed:
            situation, fear = self._situation, self._situation.weights.train_danger
            worths = [*map(sub, worths, [fear * situation.enemies_within(space, situation.reach) for space in missing])]
        self.update(zip(missing, worths, strict=True))
        return space_list

    def __missing__(self, space: int) -> float:
        self.look(1 << space)
        return self[space]


def open_field(situation: Situation, order: TokenOrder, token: Token) -> Field:
    """The field to those of the goal's spaces in which the token could still stop; all of them when none is left.

    Near the goal it leads around one's own tokens, which nobody passes.
    """
    spaces, space = order.goal.spaces, situation.board.at[token.id]
    close = 0 < order.field(space) <= SPACES_NEAR_GOAL
    if not close and not spaces & (spaces - 1) and not situation.own_units & spaces:
        return order.field
    passing, stopping = stacking(situation.board, token)
    free = spaces & ~stopping or spaces
    if close and passing:
        around = situation.field(free, 2 * SPACES_NEAR_GOAL, passing & ~free)
        if around(space) < FAR:
            return around
    return situation.field(free) if free != spaces else order.field
