"""A record analysed: the chances after every choice, what each choice cost, and what the dice gave.

Choices are judged by what their seat knew, and by activations (`wargame_lab.activations`): from the first choice that a
strong bot would have made otherwise, and after great losses also beside other ways to go on (`wargame_lab.judging`).
What was done and what else might have been are played on in the same worlds that the seat could not tell from the true
one, with the same dice, and the learnt chances rate what both come to at the end of the turn; where the seats have
turns of their own, of the enemy's next one. Near 0 and 1 chances tell little: there the expected lead in points counts.
Luck is apart: what a roll made of a seat's chances, less the exact mean over its faces (`State.after`), which is the
chance while a roll is awaited.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
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
"""How many choices are told after which the chances changed most, with what the dice made of them."""
TOLD_ROLLS: Final = 6
"""How many of the rolls after such a choice are told."""
LEAST_POINTS: Final = 0.5
"""By how many points the lead changes at the least at a turning point that is told in points."""
LEAST_FALL: Final = 0.15
"""In points of the chance to win, what a seat loses over several turns at the least for that to be told."""
LEAST_RANGE: Final = 0.1
"""By how much the chances of a game move at the least for which its choices are judged by them without a warning."""
HARDLY_MOVES: Final = "The chances hardly moved before the end of this game"


@frozen
class MadeChoice(JsonForm):
    """A choice of a seat, and what a strong bot would have chosen. ``at`` is the number of the answer.

    A choice ``is_bare`` that names no piece and no place: to pass, or that this is all. It ``is_answer`` where the
    other side is at work: a retreat, a reaction.
    """

    at: int
    turn: int
    seat: str
    step: str
    text: str
    best: str
    is_bare: bool = False
    is_answer: bool = False


@frozen
class JudgedActivation(JsonForm):
    """What a seat did from a choice on, what it might have done instead, and what that cost.

    ``at`` is the number of that choice, ``choices`` what the seat did from there to the next roll or the end of the
    activation, ``best`` what would have been done instead so far, in the first world; nothing where nothing else was
    tried. If it ``is_advised`` a strong bot would have done it, and ``why`` is what the bot says of it; else it came
    out best of several ways that were tried. ``cost`` is in points of the chance to win, from 0 to 1, or, where the
    game was nearly decided for the seat, ``in_points`` of the expected lead; None where nothing was judged, because
    somebody did what the seat did not see or the time was over. ``worlds`` are those it was played on in, ``error`` is
    the standard error of the cost, ``least`` the least cost that is told.
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

    @property
    def told_cost(self) -> str:
        """What it cost, and the standard error of that."""
        if self.in_points:
            return f"{_cost(self):.1f} points of the lead at the end, give or take {max(self.error, 0.1):.1f}"
        return f"{_cost(self):.0%} of the chance to win, give or take {max(self.error, 0.01):.0%}"

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
        own = beside(self.best, self.choices)
        return told_in_short([*own, *(["the rest as in the game"] if len(own) < len(self.best) else [])])


@frozen
class TurningPoint(JsonForm):
    """A choice after which the chances changed much until the next one that is no answer, and what was rolled then.

    ``at`` is the number of the answer, ``seat`` who chose; ``rolls`` say what each roll was for and came to; of many
    those that changed the chances most, and then how many more there were. The ``changes`` are in points of the chance
    to win, or ``in_points`` of the expected lead.
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
    """A roll, and by how much it changed the chance of each seat that saw it, beside the mean over all its faces."""

    at: int
    turn: int
    label: str
    face: str
    luck: Mapping[str, float]

    @property
    def size(self) -> float:
        """The greatest change of a seat's chance, up or down."""
        return max(map(abs, self.luck.values()), default=0.0)


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

    ``seconds`` is the processor time that it took, ``titles`` is what people call the seats.
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
    titles: Mapping[str, str] = field(factory=dict)

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

    def title(self, seat: str) -> str:
        """What people call a seat, with the word that stories use, if that is another."""
        title = self.titles.get(seat, seat)
        return title if seat.casefold() in title.casefold() else f"{title} ({seat})"

    def worst(self, seat: str, count: int = WORST) -> list[JudgedActivation]:
        """The activations of a seat that cost most, the worst first, of those that were played on in `MORE_WORLDS`.

        Those that cost less than their ``least``, or than `ERRORS` standard errors, are not among them. What cost
        points when the game was nearly decided comes after all that cost a chance to win.
        """
        judged = [one for one in self.activations if one.seat == seat and one.worlds >= MORE_WORLDS]
        costly = (one for one in judged if _cost(one) >= max(one.least, ERRORS * one.error))
        return sorted(costly, key=lambda one: (one.in_points, -_cost(one)))[:count]

    def turning_points(self, count: int = TURNING_POINTS) -> list[TurningPoint]:
        """The choices after which the chances changed most until the next one, in the order of the game.

        A change is what the choice, the dice after it and the answers of others made together, up to the end of the
        turn: then a part of the game is over, which changes all chances a little. The set-up has none, nor has the end
        of the game, nor what a seat gained by a choice without dice and had lost again by the next turn.
        """
        choices = [choice for choice in self.choices if not choice.is_answer]
        ends = [choice.at for choice in choices[1:]] + ([] if self.outcome else [self.points[-1].at])
        points = [self._turning_point(choice, end) for choice, end in zip(choices, ends, strict=False)]
        least = LEAST_POINTS if self.in_points else LEAST
        first_turn = self._points_of_turns[0].turn
        large = (
            point
            for point in points
            if point.turn >= first_turn and point.size >= least and (point.rolls or self._lasts(point))
        )
        return sorted(sorted(large, key=lambda point: -point.size)[:count], key=lambda point: point.at)

    def _lasts(self, point: TurningPoint) -> bool:
        """Whether a seat lost by a choice, or has half of what it gained still when the next turn begins."""
        seat, change = point.seat, point.changes[point.seat]
        before = self._point_at[point.at]
        later = (other for other in self._starts_of_turns if other.at > point.at)
        after = next(later, self._points_before_end[-1])
        now, then = ((one.leads if point.in_points else one.chances)[seat] for one in (after, before))
        return change < 0 or now - then >= change / 2

    def _turning_point(self, choice: MadeChoice, end: int) -> TurningPoint:
        between = [self._point_at[at] for at in range(choice.at, end + 1) if at in self._point_at]
        before, after = between[0], [point for point in between if point.turn == choice.turn][-1]
        throws = [throw for throw in self.decisive_throws if choice.at <= throw.at < end]
        told_throws = sorted(throws, key=lambda throw: -throw.size)[:TOLD_ROLLS]
        rolls = [f"{throw.label}: {throw.face}" for throw in sorted(told_throws, key=lambda throw: throw.at)]
        rolls += [f"{len(throws) - len(rolls)} more"] if len(throws) > len(rolls) else []
        now, then = (point.leads if self.in_points else point.chances for point in (after, before))
        changes = {seat: now[seat] - then[seat] for seat in self.seats}
        text = "the end of the turn" if choice.is_bare and between[-1].turn != choice.turn else choice.text
        return TurningPoint(choice.at, choice.turn, choice.seat, text, changes, tuple(rolls), self.in_points)

    def falls(self) -> list[ChanceFall]:
        """The greatest loss of each seat over more than one turn, if it is greater than all of its turning points.

        That is from the best beginning of a turn of a seat to the worst one after it; what the end of the game decides
        is left out.
        """
        falls = [fall for seat in self.seats if (fall := self._greatest_fall(seat)) is not None]
        changes = {seat: [abs(point.changes[seat]) for point in self.turning_points()] for seat in self.seats}
        return [
            fall for fall in falls if fall.size >= max([LEAST_FALL, *(LEAST + size for size in changes[fall.seat])])
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
    def _point_at(self) -> Mapping[int, Point]:
        """By number of an answer the point of the curve after it."""
        return {point.at: point for point in self.points}

    @cached_property
    def decisive_throws(self) -> list[Throw]:
        """The rolls that changed the chance of a seat; drawing a card often changes none."""
        return [throw for throw in self.throws if throw.size]

    @property
    def unjudged(self) -> int:
        """How many choices were not judged, of those that the bot would have made otherwise and those after them."""
        return sum(len(one.choices) for one in self.activations if one.best and one.cost is None)

    def luck(self, seat: str) -> float:
        """What the dice gave a seat in all, in points of its chance to win."""
        return sum(throw.luck.get(seat, 0.0) for throw in self.throws)

    def to_frame(self) -> pandas.DataFrame:
        """The activations as a pandas frame, by the number of the answer. Raises `MissingExtra` without pandas."""
        return frame_of([one.to_json() for one in self.activations], "at")

    def lines(self) -> Iterator[str]:
        """The analysis as text."""
        yield f"{self.game}, {self.scenario}: {self.outcome or 'not over'}"
        if self.warning:
            yield self.warning
        if turning_points := self.turning_points():
            yield f"{'The lead' if self.in_points else 'The chances to win'} changed most after"
        for point in turning_points:
            yield f"  turn {point.turn}: {self.title(point.seat)}: {point.text}{self.told_rolls(point)}"
            yield f"    {self.told_changes(point)}"
        yield from map(self.told_fall, self.falls())
        for seat in self.seats:
            yield f"{self.title(seat)}: the dice gave {self.luck(seat):+.0%} of the chance to win"
            worst = self.worst(seat)
            if not worst:
                yield f"  {self.told_nothing(seat)}"
            for one in worst:
                yield f"  turn {one.turn}: {one.line}"
                yield f"    cost {one.told_cost}"
                yield f"    {one.adviser}: {one.best_line}"
                yield from (f"    {sentence}" for sentence in one.why)
        unjudged_note = f", {self.unjudged} of them not judged," if self.unjudged else ""
        yield (
            f"{len(self.choices)} choices{unjudged_note} and {len(self.decisive_throws)} rolls that changed a chance "
            f"in {self.seconds:.0f} s of processor time"
        )

    def told_rolls(self, point: TurningPoint) -> str:
        """What was rolled at a turning point, in brackets."""
        return f" [{'; '.join(point.rolls)}]" if point.rolls else ""

    def told_changes(self, point: TurningPoint) -> str:
        """By how much the chance of each seat changed at a turning point; of two only the first if they mirror."""
        told = [
            f"{self.title(seat)} {f'{change:+.1f} points' if point.in_points else f'{change:+.0%}'}"
            for seat, change in point.changes.items()
        ]
        changes = [round(change, 2) for change in point.changes.values()]
        return told[0] if len(changes) == 2 and not sum(changes) else ", ".join(told)

    def told_fall(self, fall: ChanceFall) -> str:
        """What a seat lost over several turns, in a sentence."""
        turns = f"From turn {fall.first_turn} to turn {fall.last_turn}"
        return f"{turns} the chance of {self.title(fall.seat)} fell from {fall.before:.0%} to {fall.after:.0%}"

    def told_nothing(self, seat: str) -> str:
        """In a sentence, that nothing cost a seat much, of how much that was compared."""
        judged = sum(one.seat == seat and one.cost is not None for one in self.activations)
        if not judged:
            return "what choices cost was not judged"
        return f"nothing cost much, of {judged} activations that were tried beside what else might have been done"


def _cost(one: JudgedActivation) -> float:
    return one.cost or 0.0
