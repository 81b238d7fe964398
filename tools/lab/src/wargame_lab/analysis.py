"""A record analysed: the chances after every choice, what each choice cost, and what the dice gave.

Choices are judged by what their seat knew, and by activations (`wargame_lab.activations`): from the first choice that a
strong bot would have made otherwise, and after great losses also beside other ways to go on (`wargame_lab.judging`).
What was done and what else might have been are played on in the same worlds that the seat could not tell from the true
one, with the same dice, and the learnt chances rate what both come to at the end of the turn; where the seats have
turns of their own, of the enemy's next one. Near 0 and 1 chances tell little: there the expected lead in points counts.
Luck is apart: what rolls made of a seat's chances, less the mean over all that might have fallen, which is the chance
while they are awaited. That of one die or two is exact (`State.after`); the dice of a battle that fall without a choice
between them are rolled again many times. Each seat's chances follow from what it saw, so they need not add up to 1;
what is told of luck is what a seat gained beside the mean of all seats, so that one wins what another loses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from attrs import field, frozen

from wargame_core.json_form import JsonForm
from wargame_core.odds import frame_of
from wargame_lab.activations import beside, told_in_short

if TYPE_CHECKING:
    import pandas

MORE_WORLDS: Final = 16
"""The same for those that seem to have cost most, so that what is told of them is no luck of few worlds."""
WORST: Final = 3
"""How many activations of a seat are told as its worst."""
LEAST: Final = 0.015
"""In points of the chance to win, what an activation costs at the least that is told."""
ERRORS: Final = 2.5
"""What is told as costly costs at least so many standard errors of what was measured."""
TURNING_POINTS: Final = 5
"""How many moments are told at which the dice changed the chances most."""
TOLD_ROLLS: Final = 4
"""How many of the rolls of such a moment are told."""
TOLD_DICE: Final = 3
"""How many rolls that fell at once are told each."""
LEAST_SHARE: Final = 0.1
"""What a roll is told of changed at least this part of what the greatest roll of the moment did."""
LEAST_POINTS: Final = 0.5
"""By how many points the dice change the lead at the least at a turning point that is told in points."""
LEAST_FALL: Final = 0.15
"""In points of the chance to win, what a seat loses over several turns at the least for that to be told."""
LONGEST_FALL: Final = 0.75
"""The greatest part of the turns of a game over which such a loss is told."""
LEAST_RANGE: Final = 0.1
"""By how much the chances of a game move at the least for which its choices are judged by them without a warning."""
HARDLY_MOVES: Final = "The chances hardly moved before the end of this game"


@frozen
class MadeChoice(JsonForm):
    """A choice of a seat, and what a strong bot would have chosen. ``at`` is the number of the answer.

    It ``is_answer`` where the other side is at work: a retreat, a reaction.
    """

    at: int
    turn: int
    seat: str
    step: str
    text: str
    best: str
    is_answer: bool = False


@frozen
class JudgedActivation(JsonForm):
    """What a seat did from a choice on, what it might have done instead, and what that cost.

    ``at`` is the number of that choice, ``choices`` what the seat did from there to the next roll or the end of the
    activation, ``best`` what would have been done instead so far, in the first world; nothing where nothing else was
    tried. If it ``is_advised`` a strong bot would have done it, and ``why`` is what the bot says of it; else it came
    out best of several ways that were tried. ``cost`` is in points of the chance to win, from 0 to 1, or, where the
    game was nearly decided for the seat, ``in_points`` of the expected lead; None where nothing was judged, because
    somebody did what the seat did not see or the time was over. ``worth`` is the chance, or the lead, that what was
    done came to. ``worlds`` are those it was played on in, ``error`` is the standard error of the cost, ``least`` the
    least cost that is told.
    """

    at: int
    turn: int
    seat: str
    step: str
    choices: tuple[str, ...]
    best: tuple[str, ...]
    cost: float | None = None
    worlds: int = 0
    error: float = 0.0
    why: tuple[str, ...] = ()
    is_advised: bool = True
    in_points: bool = False
    least: float = LEAST
    worth: float = 0.0

    @property
    def told_cost(self) -> str:
        """What it cost, with the standard error, and what both ways came to."""
        other = self.worth + _cost(self)
        if self.in_points:
            came_to = f"{self.worth:+.1f} instead of {other:+.1f}"
            return (
                f"{_cost(self):.1f} points of the lead at the end, give or take {max(self.error, 0.1):.1f}: {came_to}"
            )
        percent, other_percent = round(100 * self.worth), round(100 * other)
        came_to = f"{percent}% instead of {other_percent}%"
        error_text = f"give or take {max(self.error, 0.01):.0%}"
        return f"{other_percent - percent}% of the chance to win, {error_text}: {came_to}"

    @property
    def is_same_otherwise(self) -> bool:
        """Whether what might have been done is what was done, in another order."""
        return sorted(self.best) == sorted(self.choices)

    @property
    def adviser(self) -> str:
        """Who would have done otherwise, to stand before what that is."""
        return "instead, a strong bot" if self.is_advised else "instead, what came out better"

    @property
    def line(self) -> str:
        """What the seat did and would not have done otherwise, in one line."""
        return told_in_short(beside(self.choices, self.best))

    @property
    def best_line(self) -> str:
        """What might have been done and the seat did not do, in one line, which says whether there was more."""
        own_choices = beside(self.best, self.choices)
        return told_in_short(
            [*own_choices, *(["the rest as in the game"] if len(own_choices) < len(self.best) else [])]
        )


@frozen
class TurningPoint(JsonForm):
    """A moment at which the dice changed the chances much: a choice, and the rolls until the next one.

    ``at`` is the number of the answer, ``seat`` who chose, and "" where the rolls follow from no choice, as at the
    beginning of a turn; ``text`` is then what was rolled for. ``rolls`` say what each roll was for and came to; of many
    those that changed the chances most, with what each changed for the first seat, and then how many more there were.
    The ``changes`` are in points of the chance to win, or ``in_points`` of the expected lead.
    """

    at: int
    turn: int
    seat: str
    text: str
    changes: Mapping[str, float]
    rolls: tuple[str, ...] = ()
    in_points: bool = False

    @property
    def size(self) -> float:
        """The greatest change of a seat's chance or lead, up or down."""
        return max(map(abs, self.changes.values()))


@frozen
class ChanceFall(JsonForm):
    """What a seat lost of its chance to win from one answer to another, over several turns, bit by bit."""

    seat: str
    first_at: int
    last_at: int
    first_turn: int
    last_turn: int
    before: float
    after: float

    @property
    def size(self) -> float:
        """What was lost."""
        return self.before - self.after


@frozen
class Throw(JsonForm):
    """Rolls that fell at once one after another, as the two dice of a skirmish or all those of a battle do.

    ``rolls`` say what each was for and came to, ``result`` is what happened then, in a sentence. ``luck`` is by how
    much they changed the chance of each seat that saw them, beside the mean over all that might have fallen,
    ``points`` by how much the lead that each expected, ``step`` where in the sequence of play they fell. ``error`` is
    the standard error of the greatest change where that mean was drawn; 0 where it is exact.
    """

    at: int
    turn: int
    rolls: tuple[str, ...]
    luck: Mapping[str, float]
    points: Mapping[str, float] = field(factory=dict)
    step: str = ""
    result: str = ""
    error: float = 0.0

    @property
    def told_rolls(self) -> str:
        """The rolls in one line; of many the first, and how many there were."""
        if len(self.rolls) <= TOLD_DICE:
            return ", ".join(self.rolls)
        return f"{len(self.rolls)} rolls, the first {self.rolls[0]}"

    @property
    def size(self) -> float:
        """The greatest change of a seat's chance, up or down."""
        return max(map(abs, self.luck.values()), default=0.0)


@frozen
class ChanceBalance(JsonForm):
    """A seat's chance at ``first`` and at ``last``, what dice and cards gave in between, and the ``remainder``.

    That is what choices made of it, and what the chances did not foresee. The chances of all seats add up to 1.
    """

    first: float
    luck: float
    remainder: float
    last: float


@frozen
class Point(JsonForm):
    """The chances of the seats after an answer, each by what that seat saw, and by how many points each will lead.

    There are no ``leads`` in games of which nothing is known but the chances.
    """

    at: int
    turn: int
    chances: Mapping[str, float]
    leads: Mapping[str, float] = field(factory=dict)


@frozen(slots=False)
class Analysis(JsonForm):
    """A record analysed: the curve of the chances, the choices of each seat and their cost, the luck of the dice.

    ``seconds`` is the processor time that it took.
    """

    game: str
    scenario: str
    outcome: str
    bot: str
    points: Sequence[Point] = field(repr=False)
    choices: Sequence[MadeChoice] = field(repr=False)
    activations: Sequence[JudgedActivation] = field(repr=False)
    throws: Sequence[Throw] = field(repr=False)
    seconds: float = 0.0

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, in the order of the rulebook."""
        return tuple(self.points[0].chances)

    def curve(self, most: int) -> list[Point]:
        """The points of the curve from the first turn on, at most about so many, the last one among them."""
        points = self._points_of_turns
        step = max(1, -(-len(points) // most))
        return [*points[:-1:step], points[-1]]

    @cached_property
    def _points_of_turns(self) -> Sequence[Point]:
        """The points without those of the set-up, turn 0, whose chances say nothing yet; all where nothing else is."""
        return [point for point in self.points if point.turn] or self.points

    def worst(self, seat: str, count: int = WORST) -> list[JudgedActivation]:
        """The activations of a seat that cost most, the worst first, of those that were played on in `MORE_WORLDS`.

        Those that cost less than their ``least``, or than `ERRORS` standard errors, are not among them, nor those that
        another order of the same choices would have made cheaper: there dice fall otherwise. What cost points when the
        game was nearly decided comes after all that cost a chance to win.
        """
        judged = [one for one in self.activations if one.seat == seat and one.worlds >= MORE_WORLDS]
        costly = (
            one for one in judged if _cost(one) >= max(one.least, ERRORS * one.error) and not one.is_same_otherwise
        )
        return sorted(costly, key=lambda one: (one.in_points, -_cost(one)))[:count]

    def turning_points(self, count: int = TURNING_POINTS) -> list[TurningPoint]:
        """The moments at which the dice changed the chances most, in the order of the game.

        What choices changed is told by `worst`: by itself a choice that is as good as any changes no chance.
        """
        least_change = LEAST_POINTS if self.in_points else LEAST
        points = [self._turning_point(choice, throws) for choice, throws in self._moments]
        large = sorted((point for point in points if point.size >= least_change), key=lambda point: -point.size)
        return sorted(large[:count], key=lambda point: (point.at, point.text))

    @property
    def _moments(self) -> Iterator[tuple[MadeChoice | None, Sequence[Throw]]]:
        """The rolls that followed each choice in its part of the sequence of play, and those that followed from none.

        Those are of one moment as long as they fell in the same step.
        """
        choices = [choice for choice in self.choices if not choice.is_answer]
        ends = [choice.at for choice in choices[1:]]
        spans = zip([None, *choices], [choices[0].at if choices else None, *ends, None], strict=False)
        first = -1
        for choice, end in spans:
            last = self.points[-1].at if end is None else end - 1
            throws = [throw for throw in self.throws if max(first, 0) <= throw.at <= last and throw.turn]
            first = last + 1
            own_throws = [throw for throw in throws if choice is not None and _belongs(throw, choice)]
            if own_throws:
                yield choice, own_throws
            for _, others in groupby(
                (throw for throw in throws if throw not in own_throws), key=lambda throw: throw.step
            ):
                yield None, list(others)

    def _turning_point(self, choice: MadeChoice | None, throws: Sequence[Throw]) -> TurningPoint:
        changes_of_throws = [(self._changes(throw), throw) for throw in throws]
        changes = {seat: sum(one[seat] for one, _ in changes_of_throws) for seat in self.seats}
        greatest = max(map(_size, (one for one, _ in changes_of_throws)))
        likely = [(one, throw) for one, throw in changes_of_throws if _size(one) >= max(LEAST_SHARE * greatest, 1e-9)]
        told_throws = sorted(likely, key=lambda row: -_size(row[0]))[:TOLD_ROLLS]
        rolls = [
            throw.told_rolls
            + (f" ({self._told(one, self.seats[0])})" if len(told_throws) > 1 else "")
            + (f". {throw.result}" if throw.result else "")
            for one, throw in sorted(told_throws, key=lambda row: row[1].at)
        ]
        rolls += [f"{len(likely) - len(told_throws)} more"] if len(likely) > len(told_throws) else []
        if choice is None:
            first = throws[0]
            return TurningPoint(
                first.at, first.turn, "", first.step.split(" > ")[-1], changes, tuple(rolls), self.in_points
            )
        return TurningPoint(choice.at, choice.turn, choice.seat, choice.text, changes, tuple(rolls), self.in_points)

    def _changes(self, throw: Throw) -> Mapping[str, float]:
        """What a roll changed for each seat, beside the mean of all."""
        return _beside_mean(self.seats, throw.points if self.in_points else throw.luck)

    def _told(self, changes: Mapping[str, float], seat: str) -> str:
        change = f"{changes[seat]:+.1f} points" if self.in_points else f"{changes[seat]:+.0%}"
        return f"{seat_name(seat)} {change}"

    def falls(self) -> list[ChanceFall]:
        """The greatest loss of each seat over more than one turn, if it is greater than all of its turning points.

        That is from the best beginning of a turn of a seat to the worst one after it; what the end of the game decides
        is left out, and so is what took nearly the whole game.
        """
        falls = [fall for seat in self.seats if (fall := self._greatest_fall(seat)) is not None]
        changes = {seat: [abs(point.changes[seat]) for point in self.turning_points()] for seat in self.seats}
        turn_count = self.points[-1].turn - self._points_of_turns[0].turn
        return [
            fall
            for fall in falls
            if fall.size >= max([LEAST_FALL, *(LEAST + size for size in changes[fall.seat])])
            and fall.last_turn - fall.first_turn <= LONGEST_FALL * turn_count
        ]

    def _greatest_fall(self, seat: str) -> ChanceFall | None:
        """From the best moment of a seat to the worst one after it; None where it lost nothing over several turns."""
        best, greatest = self._points_of_turns[0], None
        for point in self._starts_of_turns:
            if point.chances[seat] >= best.chances[seat]:
                best = point
            chances = best.chances[seat], point.chances[seat]
            fall = ChanceFall(seat, best.at, point.at, best.turn, point.turn, *chances)
            if fall.first_turn < fall.last_turn and fall.size > (greatest.size if greatest else 0.0):
                greatest = fall
        return greatest

    @property
    def _starts_of_turns(self) -> Iterator[Point]:
        """Where each turn begins, and the last moment before the end: within turns chances rise and fall by the way."""
        points = self._points_before_end
        yield from (point for last, point in pairwise(points) if point.turn != last.turn)
        yield from points[-1:]

    @property
    def _points_before_end(self) -> Sequence[Point]:
        """The points of the curve without that of the end of the game, which is no chance any more."""
        return self._points_of_turns[:-1] if self.outcome else self._points_of_turns

    @property
    def hardly_moves(self) -> bool:
        """Whether the chances stood nearly still up to the end of the game, so that choices cost little of them."""
        ranges = [[point.chances[seat] for point in self._points_before_end] for seat in self.seats]
        return all(max(chances, default=0.0) - min(chances, default=0.0) < LEAST_RANGE for chances in ranges)

    @property
    def in_points(self) -> bool:
        """Whether the curve and its turning points are told in points of the lead, because the chances stood still."""
        return self.hardly_moves and all(point.leads.keys() >= {*self.seats} for point in self._points_of_turns)

    @property
    def warning(self) -> str:
        """In a sentence, that the chances tell little of this game; "" where they tell enough."""
        if not self.hardly_moves:
            return ""
        instead = "what follows is in points of the lead at the end" if self.in_points else "they tell little of it"
        return f"{HARDLY_MOVES}: {instead}"

    @cached_property
    def decisive_throws(self) -> list[Throw]:
        """The rolls that changed the chance of a seat; drawing a card often changes none."""
        return [throw for throw in self.throws if throw.size]

    @property
    def unjudged_count(self) -> int:
        """How many choices were not judged, of those that the bot would have made otherwise and those after them."""
        return sum(len(one.choices) for one in self.activations if one.best and one.cost is None)

    def luck(self, seat: str) -> float:
        """What the dice gave a seat in all, in points of its chance to win, beside the mean of all seats."""
        return sum(_beside_mean(self.seats, throw.luck)[seat] for throw in self.throws)

    def balance(self, seat: str) -> ChanceBalance:
        """The chance of a seat at first and in the end, and what made the difference."""
        first, last = (self._beside(point)[seat] for point in (self._points_of_turns[0], self.points[-1]))
        luck = self.luck(seat)
        return ChanceBalance(first, luck, last - first - luck, last)

    def told_balance(self, seat: str) -> str:
        """The same in a line."""
        balance, end = self.balance(seat), "in the end" if self.outcome else "now"
        return (
            f"{balance.first:.0%} at first, {balance.luck:+.0%} by dice and cards, "
            f"{balance.remainder:+.0%} by what was done and what the chances did not foresee: {balance.last:.0%} {end}"
        )

    def _beside(self, point: Point) -> Mapping[str, float]:
        """The chances of a moment as the seats together see them: they add up to 1."""
        return {seat: 1 / len(self.seats) + one for seat, one in _beside_mean(self.seats, point.chances).items()}

    def to_frame(self) -> pandas.DataFrame:
        """The activations as a pandas frame, by the number of the answer. Raises `MissingExtra` without pandas."""
        return frame_of([one.to_json() for one in self.activations], "at")

    def lines(self) -> Iterator[str]:
        """The analysis as text."""
        yield f"{self.game}, {self.scenario}: {self.outcome or 'not over'}"
        if self.warning:
            yield self.warning
        if turning_points := self.turning_points():
            yield f"The dice changed {'the lead' if self.in_points else 'the chances to win'} most after"
        for point in turning_points:
            yield f"  turn {point.turn}, answer {point.at}: {self.told_moment(point)}"
            yield from (f"    {roll}" for roll in point.rolls)
            yield f"    {self.told_changes(point)}"
        yield from map(self.told_fall, self.falls())
        for seat in self.seats:
            yield f"{seat_name(seat)}: {self.told_balance(seat)}"
            worst = self.worst(seat)
            if not worst:
                yield f"  {self.told_nothing(seat)}"
            for one in worst:
                yield f"  turn {one.turn}, answer {one.at}: {one.line}"
                yield f"    cost {one.told_cost}"
                yield f"    {one.adviser}: {one.best_line}"
                yield from (f"    {sentence}" for sentence in one.why)
        unjudged_note = f", {self.unjudged_count} of them not judged," if self.unjudged_count else ""
        yield (
            f"{len(self.choices)} choices{unjudged_note} and {len(self.decisive_throws)} rolls that changed a chance "
            f"in {self.seconds:.0f} s of processor time"
        )

    def told_moment(self, point: TurningPoint) -> str:
        """Who chose what at a turning point."""
        says_who = not point.seat or point.text.startswith(seat_name(point.seat))
        return point.text if says_who else f"{seat_name(point.seat)}: {point.text}"

    def told_changes(self, point: TurningPoint) -> str:
        """By how much the chance of each seat changed at a turning point; of two seats only the first."""
        told_changes = [self._told(point.changes, seat) for seat in self.seats]
        return told_changes[0] if len(told_changes) == 2 else ", ".join(told_changes)

    def told_fall(self, fall: ChanceFall) -> str:
        """What a seat lost over several turns, in a sentence."""
        turns = f"From turn {fall.first_turn} to turn {fall.last_turn}"
        return f"{turns} the chance of {seat_name(fall.seat)} to win fell from {fall.before:.0%} to {fall.after:.0%}"

    def told_nothing(self, seat: str) -> str:
        """In a sentence, that nothing was found that cost a seat much, and how often something else was tried."""
        own_activations = [one for one in self.activations if one.seat == seat]
        judged = sum(one.cost is not None for one in own_activations)
        if not judged:
            return "what choices cost was not judged"
        return f"other ways were tried at {judged} of {len(own_activations)} moments, and none came out surely better"


def seat_name(seat: str) -> str:
    """A seat as stories and outcomes call it."""
    return seat[:1].upper() + seat[1:]


def _belongs(throw: Throw, choice: MadeChoice) -> bool:
    """Whether a roll fell in the part of the sequence of play in which a choice was made."""
    part = choice.step.rpartition(" > ")[0]
    return throw.turn == choice.turn and f"{throw.step} > ".startswith(part)


def _beside_mean(seats: Iterable[str], amounts: Mapping[str, float]) -> Mapping[str, float]:
    """What each seat has beside the mean of all; what a seat did not see is 0."""
    seats = tuple(seats)
    mean = sum(amounts.get(seat, 0.0) for seat in seats) / len(seats)
    return {seat: amounts.get(seat, 0.0) - mean for seat in seats}


def _size(changes: Mapping[str, float]) -> float:
    return max(map(abs, changes.values()), default=0.0)


def _cost(one: JudgedActivation) -> float:
    return one.cost or 0.0
