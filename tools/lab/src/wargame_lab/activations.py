"""What a seat does in one go: from a choice to the end of that part of the sequence of play.

The march of a corps, a card with its orders, moves and battles, the answers to one attack. An analysis judges it whole,
because a first step tells nothing of what it was for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import reduce
from statistics import fmean
from typing import Final

from attrs import frozen

from wargame_core import Action, View
from wargame_core.flow.players import Player, Stop
from wargame_core.flow.sequence import Cursor
from wargame_lab.advice import standard_error
from wargame_lab.lookahead import SearchTask, label_of, tries_of_openings

TOLD_CHOICES: Final = 6
"""How many choices of an activation are told in words."""


class Activation:
    """How long an activation of a seat lasts that began with a choice in this step and turn, the answer ``at``.

    It is over with the turn, when play leaves the part of the sequence that the step belongs to, and when it comes back
    to a step of that part that it had left before: then the next corps, card or attack is asked for. It is over too
    when another seat is asked what the seat was asked first, here or in a part that play has come to meanwhile.
    """

    def __init__(self, seat: str, cursor: Cursor, turn: int, at: int) -> None:
        self.seat, self._first, self._turn, self.at = seat, cursor, turn, at
        self._steps: tuple[Cursor, ...] = (cursor,)
        self._parts: Mapping[Cursor, tuple[Cursor, Cursor]] = {}
        """By part of the sequence below those steps, the step of it that play came to first, and last."""

    def goes_on(self, seats: Collection[str], cursor: Cursor, turn: int, at: int) -> bool:
        """Whether a decision of some seats in this step and turn belongs to it; ``at`` numbers it, rolls counted.

        To be asked of every decision in turn, whoever makes it.
        """
        level, rolled, self.at = len(self._first), at > self.at + 1, at
        step, own = cursor[:level], self.seat in seats
        if turn != self._turn or step[:-1] != self._first[:-1]:
            return False
        if step != self._steps[-1]:
            if step in self._steps:
                return False
            self._steps = (*self._steps, step)
        elif cursor == self._first:
            return own and not rolled
        return not self._comes_back(cursor) or own

    def _comes_back(self, cursor: Cursor) -> bool:
        """Whether play comes back to the step with which a part of the sequence began; notes where it is now."""
        comes_back, parts = False, dict(self._parts)
        for depth in range(len(self._first), len(cursor)):
            part, step = cursor[:depth], cursor[: depth + 1]
            first, last = parts.get(part, (step, step))
            comes_back = comes_back or (step == first != last)
            parts[part] = first, step
        self._parts = parts
        return comes_back


@frozen
class PlannedChoice:
    """A choice of an activation, and the step in which it was made."""

    step: Cursor
    action: Action


class PlayedActivation:
    """The opening of a seat that does what it once did, as far as dice and secrets of a world allow; else as a player.

    ``choices`` begin with that of the decision where the try begins, ``activation`` is the one that they belong to.
    With the first of them alone it is what the player would do after it. In ``told`` ``words`` say what was chosen up
    to the first roll: what came after it was chosen by dice that fall otherwise elsewhere.
    """

    def __init__(
        self,
        choices: Sequence[PlannedChoice],
        activation: Activation,
        player: Player,
        words: Callable[[Action, View], str] = label_of,
    ) -> None:
        self._choices, self._activation, self._player, self._words = list(choices), copy(activation), player, words
        self._begun = self._over = self._has_rolled = False
        self._at = activation.at
        self.told: list[str] = []

    def see(self, seats: Collection[str], cursor: Cursor, turn: int, at: int) -> None:
        self._has_rolled = self._begun and (self._has_rolled or at > self._at + 1)
        self._at = at
        if not self._begun:
            self._activation.at = at
        elif not self._over:
            self._over = not self._activation.goes_on(seats, cursor, turn, at)

    def choose(self, view: View) -> Action | None:
        if self._over:
            return None
        action = self._next_choice(view) if self._begun else self._choices.pop(0).action
        self._begun = True
        if not view.forced and not self._has_rolled:
            self.told.append(self._words(action, view))
        return action

    def _next_choice(self, view: View) -> Action:
        """The next choice of this step that is possible here; where there is none, that of the player."""
        for place, choice in enumerate(self._choices):
            if choice.step == view.cursor and view.choices.judge(choice.action):
                del self._choices[: place + 1]
                return choice.action
        return self._player(view)


@frozen
class OtherWay:
    """What might have been done in place of a choice and those after it: this action, then what a player would do."""

    action: Action
    player: Callable[[], Player]


@frozen
class WayCompared:
    """What another way would have gained, in each world, and its choices in the first one up to the first roll.

    ``worths`` is what was done came to in each world.
    """

    gains: tuple[float, ...]
    words: tuple[str, ...]
    worths: tuple[float, ...]

    @property
    def gain(self) -> float:
        """The mean over the worlds, in what the lookahead of the task rates."""
        return fmean(self.gains)

    @property
    def error(self) -> float:
        """The standard error of that mean; 0 for a single world."""
        return standard_error(self.gains)

    def and_in(self, others: WayCompared) -> WayCompared:
        """The same way, compared in the worlds of both."""
        return WayCompared((*self.gains, *others.gains), self.words, (*self.worths, *others.worths))


@frozen
class PlayedChoices:
    """The choices of an activation from that one on which a task asks for."""

    task: SearchTask
    activation: Activation
    choices: Sequence[PlannedChoice]

    def compared(
        self, ways: Sequence[OtherWay], player: Callable[[], Player], worlds: Iterable[int], stop: Stop | None = None
    ) -> list[WayCompared]:
        """Other ways played on beside what was done, in the worlds of these numbers, at least one, with the same dice.

        Where a world does not let the seat do what it did, ``player`` chooses for it. Raises `Stopped`, and
        `WargameError` where somebody does what the seat does not see.
        """
        tell, columns = self.task.lookahead.words, list[list[WayCompared]]()
        for number in worlds:
            own_play = PlayedActivation(self.choices, self.activation, player(), tell)
            others = [
                PlayedActivation([PlannedChoice((), way.action)], self.activation, way.player(), tell) for way in ways
            ]
            own_try, *other_tries = tries_of_openings(self.task, (own_play, *others), number, stop)
            columns.append(
                [
                    WayCompared((one.worth - own_try.worth,), tuple(other.told), (own_try.worth,))
                    for one, other in zip(other_tries, others, strict=True)
                ]
            )
        return [reduce(WayCompared.and_in, of_way) for of_way in zip(*columns, strict=True)]


def beside(words: Sequence[str], others: Sequence[str]) -> Sequence[str]:
    """The choices of an activation that another one has not; all, where it has all of them."""
    return [word for word in words if word not in others] or words


def told_in_short(words: Sequence[str]) -> str:
    """The choices of an activation as one line; of many the first ones."""
    further_count = len(words) - TOLD_CHOICES
    return "; ".join((*words[:TOLD_CHOICES], *([f"and {further_count} more"] if further_count > 0 else [])))
