"""A record analysed: the chances after every choice, what each choice cost, and what the dice gave.

A choice is judged by what its seat knew: it and that of a strong bot are played on in the same worlds that the seat
could not tell from the true one, with the same dice, to the end of the turn, and the learnt chances rate what it comes
to. Luck is apart: what a roll made of a seat's chances, less the exact mean over its faces (`State.after`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Final

from attrs import evolve, field, frozen

from wargame_core import Action, Game, Match, Record, State, View
from wargame_core.errors import RecordError, WargameError
from wargame_core.flow.entries import Rolled
from wargame_core.flow.players import Player
from wargame_core.json_form import JsonForm
from wargame_core.odds import frame_of
from wargame_core.records.file_format import Row
from wargame_core.replays import game_of, give_answer
from wargame_lab.advice import Advice, lookahead_of, rate_choices, strong_bot
from wargame_lab.lookahead import Deadline, SearchTask

if TYPE_CHECKING:
    import pandas

WORLDS: Final = 2
"""In how many worlds each choice is played on that the bot would have made otherwise."""
MORE_WORLDS: Final = 12
"""The same for those that seem to have cost most, so that what is told of them is no luck of few worlds."""
WORST: Final = 3
"""How many choices of a seat are told as its worst."""
LEAST: Final = 0.005
"""In points of the chance to win, what a choice costs at the least that is told."""
ERRORS: Final = 2
"""What is told as costly costs at least so many standard errors of what was measured."""
TURNING_POINTS: Final = 5
"""How many choices are told after which the chances changed most, with what the dice made of them."""
MOST_FACES: Final = 400
"""Of rolls with more faces the luck is not told; five dice of six faces have 252."""
FIRST_SHARE: Final = 0.7
"""The part of the seconds in which each choice is judged once; the rest is for those that seem to have cost most."""
SEED: Final = 1863


@frozen
class JudgedChoice(JsonForm):
    """A choice of a seat: what it was, what a strong bot would have done, and what the difference cost.

    ``at`` is the number of the answer. ``cost`` is in points of the chance to win, from 0 to 1; None where the choice
    was not judged, because somebody did what the seat did not see or the time was over. ``worlds`` are those it was
    played on in, 0 for the bot's own choice, ``error`` is the standard error of the cost. ``why`` is what the bot says
    of its choice, in words, ``line`` what it did after it in the first world.
    """

    at: int
    turn: int
    seat: str
    step: str
    text: str
    best: str = ""
    cost: float | None = 0.0
    worlds: int = 0
    error: float = 0.0
    why: tuple[str, ...] = ()
    line: tuple[str, ...] = ()

    @property
    def best_line(self) -> str:
        """What the bot would have done, and what after that."""
        return ", then ".join((self.best, *self.line))


@frozen
class TurningPoint(JsonForm):
    """A choice after which the chances changed much until the next one: by how much for each seat, and what was rolled.

    ``at`` is the number of the answer, ``seat`` who chose; ``rolls`` say what each roll was for and came to.
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
class Throw(JsonForm):
    """A roll, and by how much it changed the chance of each seat that saw it, beside the mean over all its faces."""

    at: int
    turn: int
    label: str
    face: str
    luck: Mapping[str, float]


@frozen
class Point(JsonForm):
    """The chances of the seats after an answer, each by what that seat saw."""

    at: int
    turn: int
    chances: Mapping[str, float]


@frozen(slots=False)
class Analysis(JsonForm):
    """A record analysed: the curve of the chances, the choices of each seat, the luck of the dice.

    ``seconds`` is the processor time that it took, ``titles`` is what people call the seats.
    """

    game: str
    scenario: str
    outcome: str
    bot: str
    points: Sequence[Point] = field(repr=False)
    choices: Sequence[JudgedChoice] = field(repr=False)
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
        """What people call a seat."""
        return self.titles.get(seat, seat)

    def worst(self, seat: str, count: int = WORST) -> list[JudgedChoice]:
        """The choices of a seat that cost most, the worst first, of those that were played on in `MORE_WORLDS`.

        Those that cost less than `LEAST`, or than `ERRORS` standard errors, are not among them.
        """
        judged_choices = [choice for choice in self.choices if choice.seat == seat and choice.worlds >= MORE_WORLDS]
        costly = (choice for choice in judged_choices if _cost(choice) >= max(LEAST, ERRORS * choice.error))
        return sorted(costly, key=_cost, reverse=True)[:count]

    def turning_points(self, count: int = TURNING_POINTS) -> list[TurningPoint]:
        """The choices after which the chances changed most until the next one, in the order of the game.

        A change is what the choice and the dice after it made together; what the seats were dealt before the first
        choice is none.
        """
        ends = [*(choice.at for choice in self.choices[1:]), self.points[-1].at]
        points = [self._turning_point(choice, end) for choice, end in zip(self.choices, ends, strict=False)]
        largest = sorted((point for point in points if point.size >= LEAST), key=lambda point: -point.size)[:count]
        return sorted(largest, key=lambda point: point.at)

    def _turning_point(self, choice: JudgedChoice, end: int) -> TurningPoint:
        before, after = self._chances_at[choice.at], self._chances_at[end]
        rolls = [f"{throw.label}: {throw.face}" for throw in self.decisive_throws if choice.at <= throw.at < end]
        changes = {seat: after[seat] - before[seat] for seat in self.seats}
        return TurningPoint(choice.at, choice.turn, choice.seat, choice.text, changes, tuple(rolls))

    @cached_property
    def _chances_at(self) -> Mapping[int, Mapping[str, float]]:
        """By number of an answer the chances after it."""
        return {point.at: point.chances for point in self.points}

    @cached_property
    def decisive_throws(self) -> list[Throw]:
        """The rolls that changed the chance of a seat; drawing a card often changes none."""
        return [throw for throw in self.throws if any(map(abs, throw.luck.values()))]

    @property
    def unjudged(self) -> int:
        """How many choices were not judged."""
        return sum(choice.cost is None for choice in self.choices)

    def luck(self, seat: str) -> float:
        """What the dice gave a seat in all, in points of its chance to win."""
        return sum(throw.luck.get(seat, 0.0) for throw in self.throws)

    def to_frame(self) -> pandas.DataFrame:
        """The choices as a pandas frame, by the number of the answer. Raises `MissingExtra` without pandas."""
        return frame_of([choice.to_json() for choice in self.choices], "at")

    def lines(self) -> Iterator[str]:
        """The analysis as text."""
        yield f"{self.game}, {self.scenario}: {self.outcome or 'not over'}"
        if turning_points := self.turning_points():
            yield "The chances to win changed most after"
        for point in turning_points:
            yield f"  turn {point.turn}: {self.title(point.seat)}: {point.text}{self.told_rolls(point)}"
            yield f"    {self.told_changes(point)}"
        for seat in self.seats:
            yield f"{self.title(seat)}: the dice gave {self.luck(seat):+.0%} of the chance to win"
            for choice in self.worst(seat):
                yield f"  turn {choice.turn}, {choice.text}: cost {_cost(choice):.0%}, give or take {choice.error:.0%}"
                yield f"    the bot {self.bot} would have chosen: {choice.best_line}"
                yield from (f"    {sentence}" for sentence in choice.why)
        unjudged_note = f", {self.unjudged} of them not judged," if self.unjudged else ""
        yield (
            f"{len(self.choices)} choices{unjudged_note} and {len(self.decisive_throws)} rolls that changed a chance "
            f"in {self.seconds:.0f} s of processor time"
        )

    def told_rolls(self, point: TurningPoint) -> str:
        """What was rolled at a turning point, in brackets."""
        return f" [{'; '.join(point.rolls)}]" if point.rolls else ""

    def told_changes(self, point: TurningPoint) -> str:
        """By how much the chance of each seat changed at a turning point."""
        return ", ".join(f"{self.title(seat)} {change:+.0%}" for seat, change in point.changes.items())


def _cost(choice: JudgedChoice) -> float:
    return choice.cost or 0.0


def analyse(
    record: Record | str | Path,
    game: Game | None = None,
    *,
    bot: str = "",
    worlds: int = WORLDS,
    seconds: float | None = None,
) -> Analysis:
    """What a game's choices and dice made of the chances of its seats; see `wargame_lab.analysis`.

    ``game`` is that of the record if left out, ``bot`` the strongest level that it has. Each choice that the bot would
    have made otherwise is played on in so many ``worlds``. Once so many ``seconds`` have passed no further choice is
    judged; those after which the chance of their seat fell most come first. Raises `RecordError` for a record that is
    not whole or does not fit the rules, `UnknownName` for a bot that the game does not have.
    """
    record = record if isinstance(record, Record) else Record.load(record)
    record.must_be_whole()
    game = game or game_of(record.header)
    return _Analyst(game, record, bot or strong_bot(game), worlds, Deadline(seconds=seconds)).analysis()


class _Analyst:
    """Plays a record again, and looks at each answer before and after it."""

    def __init__(self, game: Game, record: Record, bot: str, worlds: int, deadline: Deadline) -> None:
        self.game, self.record, self.bot, self.worlds, self.deadline = game, record, bot, worlds, deadline
        self.match = Match.start(game.rules, record.header["scenario"], record.options(game.rules))
        self.match.game = game
        self.players: Mapping[str, Player] = {seat: game.bot(bot, seed=SEED) for seat in game.seats}
        self.lookahead = lookahead_of(game)
        self.tried: dict[int, tuple[SearchTask, Action, Action]] = {}
        self.points: list[Point] = []
        self.choices: list[JudgedChoice] = []
        self.throws: list[Throw] = []

    def analysis(self) -> Analysis:
        """Everything, and how long it took."""
        start = process_time()
        self._point()
        for line in self.record.lines:
            if "n" in line:
                self._answer(line)
        for place in sorted(self.tried, key=self._chance_gain):
            if self.deadline.time_share >= FIRST_SHARE:
                break
            self._judge(place, self.worlds)
        for place in self._likely_worst_choices():
            self._judge(place, MORE_WORLDS)
        game, match, outcome = self.game, self.match, self.match.outcome
        lists = tuple(self.points), tuple(self.choices), tuple(self.throws)
        end = str(outcome) if outcome is not None else ""
        names = game.sheet(match.scenario, options=match.options).seat_names
        return Analysis(game.id, match.scenario, end, self.bot, *lists, process_time() - start, names)

    def _answer(self, line: Row) -> None:
        """Look at the answer of a line, and give it."""
        match, state, at, turn = self.match, self.match.state, self.match.seq, self._turn
        try:
            if "start" in line:
                return
            if "roll" in line:
                give_answer(match, line)
                self._throw(state, at, turn)
            else:
                for seat, action in chosen_in(match, line).items():
                    self._choice(match.view(seat), action)
                give_answer(match, line)
        except WargameError as problem:
            raise RecordError(f"answer {at}: the rules now say: {problem}") from None
        self._point()

    @property
    def _turn(self) -> int:
        return self.game.rules.turn_of(self.match.board)

    def _point(self) -> None:
        match = self.match
        chances = {seat: self.game.chances(match.view(seat, history=False)).win for seat in self.game.seats}
        self.points.append(Point(match.seq, self._turn, chances))

    def _choice(self, view: View, action: Action) -> None:
        """Note a choice; where the bot would have made another one, judge it."""
        if not view.asked or view.choices.by_people or view.forced:
            return
        advice = Advice.of(self.players[view.seat], view)
        best, step = advice.action, " > ".join(view.cursor[1:])
        texts = action.text(view.board), best.text(view.board)
        self.choices.append(JudgedChoice(self.match.seq, self._turn, view.seat, step, *texts, why=advice.why))
        if best == action:
            return
        place = len(self.choices) - 1
        self.choices[place] = evolve(self.choices[place], cost=None)
        with suppress(WargameError):  # somebody does what this seat does not see
            self.tried[place] = SearchTask.of(view, SEED + self.match.seq, self.lookahead), action, best

    def _chance_gain(self, place: int) -> float:
        """By how much the chance of a seat rose from one of its choices to its next one, or to the end."""
        choice = self.choices[place]
        later = (other.at for other in self.choices[place + 1 :] if other.seat == choice.seat)
        chances = {point.at: point.chances[choice.seat] for point in self.points}
        return chances[next(later, self.points[-1].at)] - chances[choice.at]

    def _judge(self, place: int, worlds: int) -> None:
        """Play a choice and that of the bot on in so many worlds, unless the time is over."""
        if self.deadline.is_set():
            return
        task, action, best = self.tried[place]
        first = self.choices[place].worlds  # in other worlds than those in which it seemed to cost much
        try:
            own, other = rate_choices(task, [action, best], range(first, first + worlds))
        except WargameError:
            self.choices[place] = evolve(self.choices[place], cost=None)
        else:
            cost, error = other.lead(own)
            self.choices[place] = evolve(self.choices[place], cost=cost, worlds=worlds, error=error, line=other.line)

    def _likely_worst_choices(self) -> list[int]:
        """The places of twice as many choices of each seat as are told, those that seem to have cost most."""
        costs = {place: _cost(self.choices[place]) for place in self.tried}
        return [
            place
            for seat in self.game.seats
            for place in sorted(
                (place for place, cost in costs.items() if self.choices[place].seat == seat and cost > 0),
                key=costs.__getitem__,
                reverse=True,
            )[: 2 * WORST]
        ]

    def _throw(self, state: State, at: int, turn: int) -> None:
        """Note what a roll gave each seat that saw it."""
        roll, entry = state.chance, self.match.entries[-1]
        if roll is None or not isinstance(entry, Rolled):
            return
        faces = roll.outcomes.counts
        if len(faces) > MOST_FACES:
            return
        luck = {}
        for seat in self.game.seats:
            if entry.seen(seat):
                after = {face: self._chance(state.after(face), seat) for face in faces}
                mean = sum(after[face] * count for face, count in faces.items()) / sum(faces.values())
                luck[seat] = after[entry.face] - mean
        self.throws.append(Throw(at, turn, entry.label, str(entry.face), luck))

    def _chance(self, state: State, seat: str) -> float:
        return self.game.chances(View.of(state, seat)).win


def chosen_in(match: Match, line: Row) -> Mapping[str, Action]:
    """The choices of a line of a record, by seat."""
    answer = match.rules.codec.answer({key: line[key] for key in ("action", "secret") if key in line})
    if isinstance(answer, Mapping):
        return answer
    assert isinstance(answer, Action), "the line holds no roll"
    return {line["seat"]: answer}
