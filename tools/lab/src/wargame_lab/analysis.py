"""A record analysed: the chances after every choice, what each choice cost, and what the dice gave.

Choices are judged by what their seat knew, and by activations: from the first choice that a strong bot would have made
otherwise to the end of that part of the sequence (`wargame_lab.activations`). What was done and what the bot would have
done are played on in the same worlds that the seat could not tell from the true one, with the same dice, and the learnt
chances rate what both come to at the end of the turn; where the seats have turns of their own, of the enemy's next one.
Luck is apart: what a roll made of a seat's chances, less the exact mean over its faces (`State.after`), which is the
chance while a roll is awaited.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property, partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Final

from attrs import define, evolve, field, frozen

from wargame_core import Action, Game, Match, Record, Sheet, State, View
from wargame_core.errors import RecordError, WargameError
from wargame_core.flow.entries import Rolled
from wargame_core.flow.players import Player
from wargame_core.json_form import JsonForm
from wargame_core.odds import frame_of
from wargame_core.records.file_format import Row
from wargame_core.replays import game_of, give_answer
from wargame_lab.activations import Activation, PlannedChoice, PlayedChoices, beside, told_in_short
from wargame_lab.advice import Advice, lookahead_of, strong_bot
from wargame_lab.choice_words import words_of_choice
from wargame_lab.lookahead import Deadline, SearchTask

if TYPE_CHECKING:
    import pandas

WORLDS: Final = 2
"""In how many worlds each activation is played on in which the bot would have chosen otherwise."""
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
LEAST_FALL: Final = 0.15
"""In points of the chance to win, what a seat loses over several turns at the least for that to be told."""
LEAST_RANGE: Final = 0.1
"""By how much the chances of a game move at the least for which its choices are judged by them without a warning."""
MOST_FACES: Final = 400
"""Of rolls with more faces the luck is not told; five dice of six faces have 252."""
FACES_OF_TWO: Final = 36
"""Where another roll follows at once, the mean is taken over the faces of both, if they are so many at the most."""
FIRST_SHARE: Final = 0.7
"""The part of the seconds in which each activation is judged once; the rest is for those that seem to cost most."""
SEED: Final = 1863
HARDLY_MOVES: Final = "The chances hardly moved before the end: by them little can be said of this game"


@frozen
class MadeChoice(JsonForm):
    """A choice of a seat, and what a strong bot would have chosen. ``at`` is the number of the answer."""

    at: int
    turn: int
    seat: str
    step: str
    text: str
    best: str


@frozen
class JudgedActivation(JsonForm):
    """What a seat did from the first choice on that the bot would have made otherwise, and what that cost.

    ``at`` is the number of that choice, ``choices`` what the seat did from there to the next roll or the end of the
    activation, ``best`` what the bot would have done so far, in the first world. ``cost`` is in points of the chance to
    win, from 0 to 1; None where nothing was judged, because somebody did what the seat did not see or the time was
    over. ``worlds`` are those it was played on in, ``error`` is the standard error of the cost, ``why`` is what the bot
    says of its choice.
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

    @property
    def line(self) -> str:
        """What the seat did and the bot would not have done, in one line."""
        return told_in_short(beside(self.choices, self.best))

    @property
    def best_line(self) -> str:
        """What the bot would have done and the seat did not do, in one line, which says whether there was more."""
        own = beside(self.best, self.choices)
        return told_in_short([*own, *(["the rest as in the game"] if len(own) < len(self.best) else [])])


@frozen
class TurningPoint(JsonForm):
    """A choice after which the chances changed much until the next one: by how much for each seat, and what was rolled.

    ``at`` is the number of the answer, ``seat`` who chose; ``rolls`` say what each roll was for and came to; of many
    those that changed the chances most, and then how many more there were.
    """

    at: int
    turn: int
    seat: str
    text: str
    changes: Mapping[str, float]
    rolls: tuple[str, ...] = ()

    @property
    def size(self) -> float:
        """The greatest change of a seat's chance, up or down."""
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
    """The chances of the seats after an answer, each by what that seat saw."""

    at: int
    turn: int
    chances: Mapping[str, float]


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
        """The points of the curve, at most about so many, the last one among them."""
        step = max(1, -(-len(self.points) // most))
        return [*self.points[:-1:step], self.points[-1]]

    def title(self, seat: str) -> str:
        """What people call a seat, with the word that stories use, if that is another."""
        title = self.titles.get(seat, seat)
        return title if seat.casefold() in title.casefold() else f"{title} ({seat})"

    def worst(self, seat: str, count: int = WORST) -> list[JudgedActivation]:
        """The activations of a seat that cost most, the worst first, of those that were played on in `MORE_WORLDS`.

        Those that cost less than `LEAST`, or than `ERRORS` standard errors, are not among them.
        """
        judged = [one for one in self.activations if one.seat == seat and one.worlds >= MORE_WORLDS]
        costly = (one for one in judged if _cost(one) >= max(LEAST, ERRORS * one.error))
        return sorted(costly, key=_cost, reverse=True)[:count]

    def turning_points(self, count: int = TURNING_POINTS) -> list[TurningPoint]:
        """The choices after which the chances changed most until the next one, in the order of the game.

        A change is what the choice and the dice after it made together, and where a turn ended then, what that brought.
        What the seats were dealt before the first choice is none, nor is the end of the game.
        """
        ends = [choice.at for choice in self.choices[1:]] + ([] if self.outcome else [self.points[-1].at])
        points = [self._turning_point(choice, end) for choice, end in zip(self.choices, ends, strict=False)]
        largest = sorted((point for point in points if point.size >= LEAST), key=lambda point: -point.size)[:count]
        return sorted(largest, key=lambda point: point.at)

    def _turning_point(self, choice: MadeChoice, end: int) -> TurningPoint:
        before, after = self._point_at[choice.at], self._point_at[end]
        throws = [throw for throw in self.decisive_throws if choice.at <= throw.at < end]
        told_throws = sorted(throws, key=lambda throw: -throw.size)[:TOLD_ROLLS]
        rolls = [f"{throw.label}: {throw.face}" for throw in sorted(told_throws, key=lambda throw: throw.at)]
        rolls += [f"{len(throws) - len(rolls)} more"] if len(throws) > len(rolls) else []
        changes = {seat: after.chances[seat] - before.chances[seat] for seat in self.seats}
        text = choice.text if after.turn == choice.turn else f"the end of the turn, after: {choice.text}"
        return TurningPoint(choice.at, choice.turn, choice.seat, text, changes, tuple(rolls))

    def falls(self) -> list[ChanceFall]:
        """The greatest loss of each seat over more than one turn, if it is greater than all of its turning points.

        That is from the best moment of a seat to the worst one after it; what the end of the game decides is left out.
        """
        falls = [fall for seat in self.seats if (fall := self._greatest_fall(seat)) is not None]
        changes = {seat: [abs(point.changes[seat]) for point in self.turning_points()] for seat in self.seats}
        return [
            fall for fall in falls if fall.size >= max([LEAST_FALL, *(LEAST + size for size in changes[fall.seat])])
        ]

    def _greatest_fall(self, seat: str) -> ChanceFall | None:
        """From the best moment of a seat to the worst one after it; None where it lost nothing over several turns."""
        best, greatest = self.points[0], None
        for point in self._points_before_end:
            if point.chances[seat] >= best.chances[seat]:
                best = point
            chances = best.chances[seat], point.chances[seat]
            fall = ChanceFall(seat, best.at, point.at, best.turn, point.turn, *chances)
            if fall.first_turn < fall.last_turn and fall.size > (greatest.size if greatest else 0.0):
                greatest = fall
        return greatest

    @property
    def _points_before_end(self) -> Sequence[Point]:
        """The points of the curve without that of the end of the game, which is no chance any more."""
        return self.points[:-1] if self.outcome else self.points

    @property
    def hardly_moves(self) -> bool:
        """Whether the chances stood nearly still up to the end of the game, so that choices cost little of them."""
        ranges = [[point.chances[seat] for point in self._points_before_end] for seat in self.seats]
        return all(max(chances, default=0.0) - min(chances, default=0.0) < LEAST_RANGE for chances in ranges)

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
        return sum(len(one.choices) for one in self.activations if one.cost is None)

    def luck(self, seat: str) -> float:
        """What the dice gave a seat in all, in points of its chance to win."""
        return sum(throw.luck.get(seat, 0.0) for throw in self.throws)

    def to_frame(self) -> pandas.DataFrame:
        """The activations as a pandas frame, by the number of the answer. Raises `MissingExtra` without pandas."""
        return frame_of([one.to_json() for one in self.activations], "at")

    def lines(self) -> Iterator[str]:
        """The analysis as text."""
        yield f"{self.game}, {self.scenario}: {self.outcome or 'not over'}"
        if self.hardly_moves:
            yield HARDLY_MOVES
        if turning_points := self.turning_points():
            yield "The chances to win changed most after"
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
                yield f"    cost {_cost(one):.0%}, give or take {one.error:.0%}"
                yield f"    instead, the bot {self.bot}: {one.best_line}"
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
        told = [f"{self.title(seat)} {change:+.0%}" for seat, change in point.changes.items()]
        changes = [round(change, 2) for change in point.changes.values()]
        return told[0] if len(changes) == 2 and not sum(changes) else ", ".join(told)

    def told_fall(self, fall: ChanceFall) -> str:
        """What a seat lost over several turns, in a sentence."""
        turns = f"From turn {fall.first_turn} to turn {fall.last_turn}"
        return f"{turns} the chance of {self.title(fall.seat)} fell from {fall.before:.0%} to {fall.after:.0%}"

    def told_nothing(self, seat: str) -> str:
        """In a sentence, that nothing cost a seat much, of how much that was compared."""
        judged = sum(one.seat == seat and one.cost is not None for one in self.activations)
        return f"nothing cost much, of {judged} activations in which the bot {self.bot} would have done otherwise"


def _cost(one: JudgedActivation) -> float:
    return one.cost or 0.0


def analyse(
    record: Record | str | Path,
    game: Game | None = None,
    *,
    bot: str = "",
    worlds: int = WORLDS,
    seconds: float | None = None,
) -> Analysis:
    """What a game's choices and dice made of the chances of its seats; see `wargame_lab.analysis`.

    ``game`` is that of the record if left out, ``bot`` the strongest level that it has. Each activation in which the
    bot would have chosen otherwise is played on in so many ``worlds``. Once so many ``seconds`` have passed none is
    judged any more; those after which the chance of their seat fell most come first. Raises `RecordError` for a record
    that is not whole or does not fit the rules, `UnknownName` for a bot that the game does not have.
    """
    record = record if isinstance(record, Record) else Record.load(record)
    record.must_be_whole()
    game = game or game_of(record.header)
    return _Analyst(game, record, bot or strong_bot(game), worlds, Deadline(seconds=seconds)).analysis()


@define
class _Followed:
    """An activation that goes on in the game that is played again, and the first choice that the bot would not make."""

    seat: str
    activation: Activation
    choices: list[PlannedChoice] = field(factory=list)
    texts: list[str] = field(factory=list)
    difference: _Difference | None = None


@frozen
class _Difference:
    """The ``place``-th choice of an activation, which the bot would have made otherwise; the activation as it was then.

    There is no ``task`` where somebody does what the seat does not see.
    """

    place: int
    at: int
    turn: int
    step: str
    advice: Advice
    best: str
    activation: Activation
    task: SearchTask | None


class _Analyst:
    """Plays a record again, and looks at each answer before and after it."""

    def __init__(self, game: Game, record: Record, bot: str, worlds: int, deadline: Deadline) -> None:
        self.game, self.record, self.bot, self.worlds, self.deadline = game, record, bot, worlds, deadline
        self.match = Match.start(game.rules, record.header["scenario"], record.options(game.rules))
        self.match.game = game
        self.players: Mapping[str, Player] = {seat: game.bot(bot, seed=SEED) for seat in game.seats}
        self.followed: list[_Followed] = []
        self.acting: defaultdict[int, set[str]] = defaultdict(set)
        self.tried: dict[int, PlayedChoices] = {}
        self.points: list[Point] = []
        self.choices: list[MadeChoice] = []
        self.activations: list[JudgedActivation] = []
        self.throws: list[Throw] = []

    def analysis(self) -> Analysis:
        """Everything, and how long it took."""
        start = process_time()
        self._point()
        for line in self.record.lines:
            if "n" in line:
                self._answer(line)
        self._end_activations(self.followed)
        lookahead = evolve(lookahead_of(self.game), turns=2 if self._turns_of_one_seat else 1)
        for place, tried in self.tried.items():
            self.tried[place] = evolve(tried, task=evolve(tried.task, lookahead=lookahead))
        for place in sorted(self.tried, key=self._chance_gain):
            if self.deadline.time_share >= FIRST_SHARE:
                break
            self._judge(place, self.worlds)
        for place in self._likely_worst():
            self._judge(place, MORE_WORLDS)
        game, match, outcome = self.game, self.match, self.match.outcome
        lists = tuple(self.points), tuple(self.choices), tuple(self.activations), tuple(self.throws)
        end = str(outcome) if outcome is not None else ""
        return Analysis(game.id, match.scenario, end, self.bot, *lists, process_time() - start, self._sheet.seat_names)

    def _answer(self, line: Row) -> None:
        """Look at the answer of a line, and give it."""
        match, state, at, turn = self.match, self.match.state, self.match.seq, self._turn
        try:
            if "start" in line:
                return
            if "roll" in line:  # what is chosen after dice that fell so is no part of what was chosen before
                self._end_activations([one for one in self.followed if one.difference is not None])
                give_answer(match, line)
                self._throw(state, at, turn)
            else:
                where = match.waiting_for, state.cursor, turn, at
                self._end_activations([one for one in self.followed if not one.activation.goes_on(*where)])
                for seat, action in chosen_in(match, line).items():
                    self._choice(match.view(seat), action)
                give_answer(match, line)
        except WargameError as problem:
            raise RecordError(f"answer {at}: the rules now say: {problem}") from None
        self._point()

    @property
    def _turn(self) -> int:
        return self.game.rules.turn_of(self.match.board)

    @property
    def _turns_of_one_seat(self) -> bool:
        """Whether in most turns of the game one seat alone acted, and others only answered it."""
        return 2 * sum(len(seats) == 1 for seats in self.acting.values()) > len(self.acting)

    def _point(self) -> None:
        match = self.match
        chances = {seat: self.game.chances(match.view(seat, history=False)).win for seat in self.game.seats}
        self.points.append(Point(match.seq, self._turn, chances))

    def _choice(self, view: View, action: Action) -> None:
        """Note a choice, and whether it is the first of its activation that the bot would have made otherwise."""
        if not view.asked or view.choices.by_people or view.forced or view.standing_answer is not None:
            return
        match, turn = self.match, self._turn
        advice = Advice.of(self.players[view.seat], view)
        text, best = (words_of_choice(self.game, one, view) for one in (action, advice.action))
        step = " > ".join(view.cursor[1:])
        made = MadeChoice(match.seq, turn, view.seat, step, text, best)
        self.choices.append(made)
        followed = self._activation_of(view.seat)
        followed.choices.append(PlannedChoice(view.cursor, action))
        followed.texts.append(made.text)
        if advice.action == action or followed.difference is not None:
            return
        task = None
        with suppress(WargameError):  # somebody does what this seat does not see
            task = SearchTask.of(view, SEED + match.seq, lookahead_of(self.game))
        place, activation = len(followed.choices) - 1, copy(followed.activation)
        followed.difference = _Difference(place, match.seq, turn, step, advice, best, activation, task)

    def _activation_of(self, seat: str) -> _Followed:
        """The activation of a seat that goes on, or else a new one."""
        for one in self.followed:
            if one.seat == seat:
                return one
        if not self.followed:
            self.acting[self._turn].add(seat)
        new = _Followed(seat, Activation(seat, self.match.state.cursor, self._turn, self.match.seq))
        self.followed.append(new)
        return new

    def _end_activations(self, over: Sequence[_Followed]) -> None:
        """Activations are over; those in which the bot would have chosen otherwise are to be judged."""
        self.followed = [one for one in self.followed if one not in over]
        for one in over:
            if (found := one.difference) is None:
                continue
            if found.task is not None:
                choices = one.choices[found.place :]
                played = PlayedChoices(found.task, found.activation, choices, found.advice.action)
                self.tried[len(self.activations)] = played
            what = found.at, found.turn, one.seat, found.step, tuple(one.texts[found.place :]), (found.best,)
            self.activations.append(JudgedActivation(*what, why=found.advice.why))

    def _chance_gain(self, place: int) -> float:
        """By how much the chance of a seat rose from one of its activations to its next one, or to the end."""
        one = self.activations[place]
        later = (other.at for other in self.activations[place + 1 :] if other.seat == one.seat)
        chances = {point.at: point.chances[one.seat] for point in self.points}
        return chances[next(later, self.points[-1].at)] - chances[one.at]

    def _judge(self, place: int, worlds: int) -> None:
        """Play an activation and that of the bot on in so many worlds, unless the time is over."""
        if self.deadline.is_set():
            return
        one = self.activations[place]
        first = one.worlds  # in other worlds than those in which it seemed to cost much
        try:
            other = self.tried[place].compared(
                partial(self.game.bot, self.bot, seed=SEED), range(first, first + worlds)
            )
        except WargameError:
            self.activations[place] = evolve(one, cost=None)
        else:
            self.activations[place] = evolve(
                one, cost=other.gain, worlds=worlds, error=other.error, best=one.best if first else other.words
            )

    def _likely_worst(self) -> list[int]:
        """The places of twice as many activations of each seat as are told, those that seem to have cost most."""
        costs = {place: _cost(self.activations[place]) for place in self.tried}
        return [
            place
            for seat in self.game.seats
            for place in sorted(
                (place for place, cost in costs.items() if self.activations[place].seat == seat and cost > 0),
                key=costs.__getitem__,
                reverse=True,
            )[: 2 * WORST]
        ]

    def _throw(self, state: State, at: int, turn: int) -> None:
        """Note what a roll gave each seat that saw it, whose chance before the roll is the mean over the faces."""
        roll, entry = state.chance, self.match.entries[-1]
        if roll is None or not isinstance(entry, Rolled):
            return
        faces = roll.outcomes.counts
        if len(faces) > MOST_FACES:
            return
        luck, means = dict[str, float](), dict[str, float]()
        for seat in self.game.seats:
            if entry.seen(seat):
                after = {face: self._mean(state.after(face), seat, FACES_OF_TWO // len(faces)) for face in faces}
                means[seat] = sum(after[face] * count for face, count in faces.items()) / sum(faces.values())
                luck[seat] = after[entry.face] - means[seat]
        self.points[-1] = evolve(self.points[-1], chances={**self.points[-1].chances, **means})
        face = self._card_titles.get(str(entry.face), str(entry.face))
        self.throws.append(Throw(at, turn, entry.label, face, luck))

    @cached_property
    def _sheet(self) -> Sheet:
        return self.game.sheet(self.match.scenario, options=self.match.options)

    @cached_property
    def _card_titles(self) -> Mapping[str, str]:
        """The titles of the cards that may be drawn, by id."""
        return {card.id: card.title for card in self._sheet.cards}

    def _mean(self, state: State, seat: str, most_faces: int) -> float:
        """The chance of a seat; while a roll of so many faces at the most is awaited, the mean over them."""
        roll = state.chance
        faces = roll.outcomes.counts if roll is not None else {}
        if not 0 < len(faces) <= most_faces:
            return self.game.chances(View.of(state, seat)).win
        weighted = (self._mean(state.after(face), seat, most_faces // len(faces)) * n for face, n in faces.items())
        return sum(weighted) / sum(faces.values())


def chosen_in(match: Match, line: Row) -> Mapping[str, Action]:
    """The choices of a line of a record, by seat."""
    answer = match.rules.codec.answer({key: line[key] for key in ("action", "secret") if key in line})
    if isinstance(answer, Mapping):
        return answer
    assert isinstance(answer, Action), "the line holds no roll"
    return {line["seat"]: answer}
