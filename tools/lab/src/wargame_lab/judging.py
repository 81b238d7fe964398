"""What activations cost: each beside what a strong bot would have done, and beside other ways to go on.

The bot may be wrong where the player was. So the activations after which the chances of a seat fell most are also tried
beside what other levels would have done, and beside choices drawn from the list. Whichever seems best in a few worlds
is measured in others: the best of several is always better in the worlds that it was chosen by.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from statistics import fmean
from typing import Final

from attrs import define, evolve, field, frozen

from wargame_core import Game, State, View
from wargame_core.errors import WargameError
from wargame_core.flow.players import Player
from wargame_lab.activations import Activation, OtherWay, PlannedChoice, PlayedChoices, WayCompared
from wargame_lab.advice import Advice, lookahead_of, some_choices
from wargame_lab.analysis import LEAST, MORE_WORLDS, WORST, JudgedActivation, Point
from wargame_lab.lookahead import Deadline, SearchTask

FIRST_SHARE: Final = 0.4
"""The part of the seconds in which activations are judged beside the bot in a few worlds."""
SECOND_SHARE: Final = 0.75
"""The part after which no activation is tried beside other ways; the rest is for those that seem to cost most."""
FALLS_TRIED: Final = 10
"""How many activations of a seat are tried beside other ways: those after which its chances fell most."""
LEVELS: Final = ("hard", "normal", "easy")
"""The levels of the bots whose ways are tried beside that of the strongest."""
PLACES: Final = 3
"""At how many choices of an activation other choices are tried: the first, the last, and one between."""
DRAWN: Final = 3
"""How many other choices are tried at each of them."""
FIRST_WORLDS: Final = 2
"""In how many worlds each of these ways is tried."""
SECOND_WORLDS: Final = 4
"""In how many more the best two of them are."""
LOPSIDED: Final = 0.1
"""A chance below this, or above 1 less this, tells little of what a choice cost: then points do."""
LEAST_SPREADS: Final = 0.05
"""What is told as costly in points costs at least this part of the standard deviation of the lead at the end."""
SEED: Final = 1863


@frozen
class Decision:
    """A choice of an activation: where and when it was made, and the activation as it was then."""

    at: int
    turn: int
    step: str
    state: State
    activation: Activation


@define(eq=False)
class FollowedActivation:
    """An activation as a game has it, and from which choice on the bot would have gone on otherwise, if from any."""

    seat: str
    activation: Activation
    choices: list[PlannedChoice] = field(factory=list)
    texts: list[str] = field(factory=list)
    decisions: list[Decision] = field(factory=list)
    difference: int | None = None
    advice: Advice | None = None
    best: str = ""


@frozen
class _TriedWay:
    """A way to go on from a choice of an activation. ``advice`` is that of the bot, None where nobody advised it."""

    place: int
    way: OtherWay
    compared: WayCompared
    advice: Advice | None = None


@define(eq=False, slots=False)
class Judge:
    """Judges the activations of a game by what their seats knew, in so many ``worlds`` each at first.

    Play goes on for so many ``turns``. Once the seconds of the deadline have passed none is judged any more.
    """

    game: Game
    bot: str
    activations: Sequence[FollowedActivation]
    points: Sequence[Point]
    turns: int
    worlds: int
    deadline: Deadline
    _found: dict[int, _TriedWay] = field(factory=dict, init=False)
    _least_costs: dict[FollowedActivation, float] = field(factory=dict, init=False)

    def judged(self) -> list[JudgedActivation]:
        """All of them with what they cost, those after which the chance of their seat fell most judged first."""
        fallen = sorted(range(len(self.activations)), key=self._gain)
        for number in fallen:
            if self.deadline.time_share >= FIRST_SHARE:
                break
            self._try_bot(number)
        for seat in self.game.seats:
            for number in [one for one in fallen if self.activations[one].seat == seat][:FALLS_TRIED]:
                if self.deadline.time_share < SECOND_SHARE:
                    self._try_others(number)
        for number in self._likely_worst():
            if not self.deadline.is_set():
                self._measure(number)
        return [self._told(number) for number in range(len(self.activations))]

    def _try_bot(self, number: int) -> None:
        """Find out roughly what an activation cost beside what the bot would have done, if that is something else."""
        one = self.activations[number]
        if one.difference is None or one.advice is None:
            return
        way = OtherWay(one.advice.action, self._player(self.bot))
        for compared in self._compared(number, one.difference, [way], range(self.worlds)):
            self._found[number] = _TriedWay(one.difference, way, compared, one.advice)

    def _try_others(self, number: int) -> None:
        """Find out roughly whether another way than that of the bot would have been better still."""
        tried = list[_TriedWay]()
        for place, ways in self._ways(self.activations[number]):
            compared = self._compared(number, place, ways, range(FIRST_WORLDS))
            tried += [_TriedWay(place, way, one) for way, one in zip(ways, compared, strict=False)]
        candidates = sorted(tried, key=lambda one: -one.compared.gain)[:2]
        candidates += [self._found[number]] if number in self._found else []
        least_cost = self._least(
            self.activations[number]
        )  # of two about equal ways that is told which the bot says why of
        best = max(
            self._compared_again(number, candidates),
            key=lambda one: one.compared.gain + (least_cost if one.advice is not None else 0.0),
            default=None,
        )
        if best is not None:
            self._found[number] = best

    def _compared_again(self, number: int, candidates: Iterable[_TriedWay]) -> Iterator[_TriedWay]:
        """The same ways, compared in more worlds."""
        for one in candidates:
            first = len(one.compared.gains)
            further_worlds = range(first, first + SECOND_WORLDS)
            for compared in self._compared(number, one.place, [one.way], further_worlds):
                yield evolve(one, compared=one.compared.and_in(compared))

    def _measure(self, number: int) -> None:
        """Measure what an activation cost in worlds in which nothing was tried yet."""
        one, first = self._found.pop(number), max(self.worlds, FIRST_WORLDS) + SECOND_WORLDS
        for compared in self._compared(number, one.place, [one.way], range(first, first + MORE_WORLDS)):
            self._found[number] = evolve(one, compared=evolve(compared, words=one.compared.words))

    def _compared(
        self, number: int, place: int, ways: Sequence[OtherWay], worlds: Iterable[int]
    ) -> Sequence[WayCompared]:
        """Ways to go on from a choice beside what was done; none where somebody did what the seat did not see."""
        one = self.activations[number]
        at = one.decisions[place]
        lookahead = lookahead_of(self.game, turns=self.turns, in_points=self._is_in_points(one))
        try:
            task = SearchTask.of(View.of(at.state, one.seat), SEED + at.at, lookahead)
            played = PlayedChoices(task, at.activation, one.choices[place:])
            return played.compared(ways, self._player(self.bot), worlds)
        except WargameError:
            return ()

    def _ways(self, one: FollowedActivation) -> Iterator[tuple[int, list[OtherWay]]]:
        """Other ways to go on from some choices of an activation: as other levels would, and by choices drawn."""
        last = len(one.choices) - 1
        for place in sorted({last * part // (PLACES - 1) for part in range(PLACES)}):
            at, played = one.decisions[place], one.choices[place].action
            view, rng = View.of(at.state, one.seat), random.Random(SEED + at.at)
            drawn_actions = [action for action in some_choices(view.choices, DRAWN + 1, rng) if action != played]
            ways = [OtherWay(action, self._player(self.bot)) for action in drawn_actions[:DRAWN]]
            if place == 0:
                levels = [level for level in LEVELS if level in self.game.bots and level != self.bot]
                ways += [OtherWay(self._player(level)()(view), self._player(level)) for level in levels]
            if ways:
                yield place, ways

    def _player(self, level: str) -> partial[Player]:
        return partial(self.game.bot, level, seed=SEED)

    def _likely_worst(self) -> list[int]:
        """Twice as many activations of each seat as are told, those that seem to have cost most."""
        sizes = {
            number: one.compared.gain / self._least(self.activations[number]) for number, one in self._found.items()
        }
        costly = sorted((number for number, size in sizes.items() if size > 0), key=lambda number: -sizes[number])
        seats = self.game.seats
        return [n for seat in seats for n in [n for n in costly if self.activations[n].seat == seat][: 2 * WORST]]

    def _gain(self, number: int) -> float:
        """By how much the chance of a seat rose from one activation to its next one, or to the end.

        Where chances are told in points, what they rose by, in chances of an even game.
        """
        one = self.activations[number]
        later = (other.decisions[0].at for other in self.activations[number + 1 :] if other.seat == one.seat)
        point_before, point_after = self._point_at[one.decisions[0].at], self._point_at[next(later, self.points[-1].at)]
        if self._is_in_points(one):
            return (point_after.leads[one.seat] - point_before.leads[one.seat]) * LEAST / self._least(one)
        return point_after.chances[one.seat] - point_before.chances[one.seat]

    @cached_property
    def _point_at(self) -> dict[int, Point]:
        return {point.at: point for point in self.points}

    def _is_in_points(self, one: FollowedActivation) -> bool:
        """Whether an activation is judged in points, because its seat had nearly won or lost."""
        point = self._point_at[one.decisions[0].at]
        return one.seat in point.leads and not LOPSIDED <= point.chances[one.seat] <= 1 - LOPSIDED

    def _least(self, one: FollowedActivation) -> float:
        """What an activation costs at the least that is told."""
        if one not in self._least_costs:
            self._least_costs[one] = self._least_in_points(one) if self._is_in_points(one) else LEAST
        return self._least_costs[one]

    def _least_in_points(self, one: FollowedActivation) -> float:
        scores = self.game.chances(View.of(one.decisions[0].state, one.seat)).scores
        return LEAST_SPREADS * sum(score.spread**2 for score in scores.values()) ** 0.5 or LEAST

    def _told(self, number: int) -> JudgedActivation:
        """An activation with what was found of it."""
        one, tried_way = self.activations[number], self._found.get(number)
        place = tried_way.place if tried_way is not None else one.difference or 0
        at, advice = one.decisions[place], tried_way.advice if tried_way is not None else one.advice
        judged = JudgedActivation(
            at.at,
            at.turn,
            one.seat,
            at.step,
            tuple(one.texts[place:]),
            (one.best,) if one.difference is not None else (),
            why=advice.why if advice is not None else (),
            is_advised=advice is not None,
            in_points=self._is_in_points(one),
            least=self._least(one),
        )
        if tried_way is None:
            return judged
        compared, worth = tried_way.compared, fmean(tried_way.compared.worths)
        worlds = len(compared.gains)
        return evolve(judged, best=compared.words, cost=compared.gain, worlds=worlds, error=compared.error, worth=worth)
