"""A record played again for its analysis: the chances after every answer, each choice, and what each roll gave."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from math import prod
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from textwrap import shorten
from time import process_time
from typing import Final

from attrs import evolve, frozen

from wargame_core import Action, Game, Match, Record, Sheet, State, View
from wargame_core.dice import Face
from wargame_core.errors import RecordError, WargameError
from wargame_core.flow.entries import Rolled
from wargame_core.flow.players import Player
from wargame_core.records.file_format import Row
from wargame_core.replays import game_of, give_answer
from wargame_lab.activations import Activation, PlannedChoice
from wargame_lab.advice import Advice, lead_in_points, strong_bot
from wargame_lab.analysis import LEAST, Analysis, MadeChoice, Point, Throw
from wargame_lab.choice_words import words_of_choice
from wargame_lab.judging import SEED, Decision, FollowedActivation, Judge
from wargame_lab.lookahead import Deadline

WORLDS: Final = 2
"""In how many worlds each activation is played on in which the bot would have chosen otherwise."""
MOST_FACES: Final = 400
"""The mean over more faces is drawn; five dice of six faces have 252."""
FACES_OF_TWO: Final = 36
"""Where another roll follows at once, the mean is taken over the faces of both, if they are so many at the most."""
LONGEST_RESULT: Final = 160
"""How many letters are told of what a roll led to."""
ROLLED_AGAIN: Final = 36
"""How often rolls are rolled again for their mean, where they have more faces together."""
MOST_SETTLED: Final = 4
"""So many choices at the most are made to settle what a roll decided."""
SETTLING_LEVEL: Final = "normal"
"""The level of the bot that makes them, where the game has it."""


@frozen
class _PendingRoll:
    """A roll of the game as it was awaited, and what fell; ``place`` is that of the point of the curve before it."""

    state: State
    entry: Rolled
    at: int
    turn: int
    turn_after: int
    place: int
    result: str

    def follows_at_once(self, earlier: _PendingRoll) -> bool:
        """Whether it followed another roll at once: with no choice between, in the same step, seen by the same."""
        same_step = (self.state.cursor, self.turn) == (earlier.state.cursor, earlier.turn)
        return self.at == earlier.at + 1 and same_step and self.entry.seen_by == earlier.entry.seen_by


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
    bot would have chosen otherwise is played on in so many ``worlds`` at first. Once so many ``seconds`` have passed
    none is judged any more; those after which the chance of their seat fell most come first. Raises `RecordError` for a
    record that is not whole or does not fit the rules, `UnknownName` for a bot that the game does not have.
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
        self.followed: list[FollowedActivation] = []
        self.over: list[FollowedActivation] = []
        self.leading: Activation | None = None
        self.acting: defaultdict[int, set[str]] = defaultdict(set)
        self.points: list[Point] = []
        self.choices: list[MadeChoice] = []
        self.throws: list[Throw] = []
        self.rolls: list[list[_PendingRoll]] = []
        """Those in a row that fell at once one after another."""
        self.follows_roll = False
        self.changes: defaultdict[str, list[float]] = defaultdict(list)
        """By kind of action, what choices that followed a roll changed of the chance of who made them."""

    def analysis(self) -> Analysis:
        """Everything, and how long it took."""
        start = process_time()
        self._point()
        for line in self.record.lines:
            if "n" in line:
                self._answer(line)
        self._end_activations(self.followed)
        for rolls in self.rolls:
            self._note_throw(rolls)
        turns = 2 if self._turns_of_one_seat else 1
        # Before the first turn chances say nothing.
        first_turn = min((point.turn for point in self.points if point.turn), default=0)
        judged_activations = [one for one in self.over if one.decisions[0].turn >= first_turn]
        activations = Judge(
            self.game, self.bot, judged_activations, self.points, turns, self.worlds, self.deadline
        ).judged()
        game, match, outcome = self.game, self.match, self.match.outcome
        lists = tuple(self.points), tuple(self.choices), tuple(activations), tuple(self.throws)
        end = str(outcome) if outcome is not None else ""
        return Analysis(game.id, match.scenario, end, self.bot, *lists, process_time() - start)

    def _answer(self, line: Row) -> None:
        """Look at the answer of a line, and give it."""
        match, state, at, turn = self.match, self.match.state, self.match.seq, self._turn
        try:
            if "start" in line:
                return
            if "roll" in line:  # what is chosen after dice that fell so is no part of what was chosen before
                self._end_activations(self.followed)
                give_answer(match, line)
                if isinstance(entry := match.entries[-1], Rolled):
                    self._note_roll(
                        _PendingRoll(state, entry, at, turn, self._turn, len(self.points) - 1, self._first_sentence)
                    )
                self.follows_roll = True
            else:
                moment = match.waiting_for, state.cursor, turn, at
                self._end_activations([one for one in self.followed if not one.activation.goes_on(*moment)])
                if self.leading is not None and not self.leading.goes_on(*moment):
                    self.leading = None
                chosen_actions = chosen_in(match, line)
                for seat, action in chosen_actions.items():
                    self._choice(match.view(seat), action, state)
                give_answer(match, line)
                self._point()
                self._note_change(chosen_actions)
                return
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
        expected = {seat: self.game.chances(match.view(seat, history=False)) for seat in self.game.seats}
        chances = {seat: one.win for seat, one in expected.items()}
        leads = {seat: lead_in_points(one, seat) for seat, one in expected.items() if one.scores}
        self.points.append(Point(match.seq, self._turn, chances, leads))

    def _note_change(self, chosen_actions: Mapping[str, Action]) -> None:
        """Note what choices after a roll changed: what a roll decided may take effect by them, as losses do."""
        point_before, point_after = self.points[-2:]
        if self.follows_roll and self.match.state.chance is None:
            for seat, action in chosen_actions.items():
                self.changes[action.kind].append(point_after.chances[seat] - point_before.chances[seat])
        self.follows_roll = False

    @cached_property
    def _settling_kinds(self) -> frozenset[str]:
        """The kinds of actions after a roll that cost those who made them something in the mean: losses, retreats."""
        return frozenset(kind for kind, changes in self.changes.items() if fmean(changes) <= -LEAST)

    def _choice(self, view: View, action: Action, state: State) -> None:
        """Note a choice, and whether it is the first of its activation that the bot would have made otherwise."""
        if not view.asked or view.choices.by_people or view.forced or view.standing_answer is not None:
            return
        match, turn = self.match, self._turn
        if self.leading is None:
            self.leading = Activation(view.seat, state.cursor, turn, match.seq)
            self.acting[turn].add(view.seat)
        advice = Advice.of(self.players[view.seat], view)
        text, best = (words_of_choice(self.game, one, view) for one in (action, advice.action))
        step = " > ".join(view.cursor[1:])
        is_answer = self.leading.seat != view.seat
        self.choices.append(MadeChoice(match.seq, turn, view.seat, step, text, best, is_answer))
        followed = self._activation_of(view.seat)
        followed.choices.append(PlannedChoice(view.cursor, action))
        followed.texts.append(text)
        followed.decisions.append(Decision(match.seq, turn, step, state, copy(followed.activation)))
        if advice.action != action and followed.difference is None:
            followed.difference, followed.advice, followed.best = len(followed.choices) - 1, advice, best

    def _activation_of(self, seat: str) -> FollowedActivation:
        """The activation of a seat that goes on, or else a new one."""
        for one in self.followed:
            if one.seat == seat:
                return one
        new = FollowedActivation(seat, Activation(seat, self.match.state.cursor, self._turn, self.match.seq))
        self.followed.append(new)
        return new

    def _end_activations(self, ended: Sequence[FollowedActivation]) -> None:
        """Activations are over, and are to be judged."""
        self.over += ended
        self.followed = [one for one in self.followed if one not in ended]

    def _note_roll(self, roll: _PendingRoll) -> None:
        if self.rolls and roll.follows_at_once(self.rolls[-1][-1]):
            self.rolls[-1].append(roll)
        else:
            self.rolls.append([roll])

    @property
    def _first_sentence(self) -> str:
        """What the last answer led to, by the first event of it that is told."""
        told_events = (event.text(self.match.board) for event in self.match.entries[-1].events)
        return next(filter(None, told_events), "")

    def _note_throw(self, rolls: Sequence[_PendingRoll]) -> None:
        """Note what rolls gave each seat that saw them, whose chance before them is the mean over all that might fall.

        That is the mean of the next turn where the last of them ends this one.
        """
        first, last = rolls[0], rolls[-1]
        seats = [seat for seat in self.game.seats if first.entry.seen(seat)]
        face_count = prod(len(_faces_of(roll.state)) for roll in rolls)
        is_exact = face_count <= (MOST_FACES if len(rolls) == 1 else FACES_OF_TWO)
        fallen = self._exact_luck(rolls, seats, face_count) if is_exact else self._drawn_luck(rolls, seats)
        for roll in rolls:
            point = self.points[roll.place]
            chances = {**point.chances, **{seat: luck.mean.win for seat, luck in fallen.items()}}
            self.points[roll.place] = evolve(point, chances=chances, turn=last.turn_after)
        luck = {seat: one.after.win - one.mean.win for seat, one in fallen.items()}
        points = {seat: one.after.lead - one.mean.lead for seat, one in fallen.items()}
        error = max((one.error for one in fallen.values()), default=0.0)
        told_rolls, step = tuple(map(self._roll_text, rolls)), " > ".join(first.state.cursor[1:])
        result = _results_in_short([roll.result for roll in rolls])
        self.throws.append(Throw(first.at, first.turn, told_rolls, luck, points, step, result, error))

    def _roll_text(self, roll: _PendingRoll) -> str:
        face = str(roll.entry.face)
        return f"{roll.entry.label}: {self._card_titles.get(face, face)}"

    def _exact_luck(
        self, rolls: Sequence[_PendingRoll], seats: Iterable[str], face_count: int
    ) -> Mapping[str, _RollsExpected]:
        """What rolls of so many faces together gave each seat, and the exact mean over what might have fallen."""
        first, last = rolls[0].state, rolls[-1]
        faces = _faces_of(first)
        states = {face: first.after(face) for face in faces}
        end, fallen = last.state.after(last.entry.face), {}
        for seat in seats:
            expectations = {face: self._mean(state, seat, FACES_OF_TWO // len(faces)) for face, state in states.items()}
            after = self._mean(end, seat, FACES_OF_TWO // face_count)
            fallen[seat] = _RollsExpected(after, _mean_of(expectations, faces))
        return fallen

    def _drawn_luck(self, rolls: Sequence[_PendingRoll], seats: Iterable[str]) -> Mapping[str, _RollsExpected]:
        """What many rolls gave each seat, and the mean over as many drawn again often."""
        first, last = rolls[0], rolls[-1]
        rng = Random(SEED + first.at)
        ends = [_state_after_rolls(first.state, rng) for _ in range(ROLLED_AGAIN)]
        end, fallen = last.state.after(last.entry.face), {}
        for seat in seats:
            expectations = [self._mean(state, seat, 1) for state in ends]
            mean = _Expected(fmean(one.win for one in expectations), fmean(one.lead for one in expectations))
            error = stdev(one.win for one in expectations) / len(expectations) ** 0.5
            fallen[seat] = _RollsExpected(self._mean(end, seat, 1), mean, error)
        return fallen

    @cached_property
    def _sheet(self) -> Sheet:
        return self.game.sheet(self.match.scenario, options=self.match.options)

    @cached_property
    def _card_titles(self) -> Mapping[str, str]:
        """The titles of the cards that may be drawn, by id."""
        return {card.id: card.title for card in self._sheet.cards}

    def _mean(self, state: State, seat: str, most_faces: int) -> _Expected:
        """What a seat expects; while a roll of so many faces at the most is awaited, the mean over them."""
        state = self._settled(state)
        faces = _faces_of(state)
        if not 0 < len(faces) <= most_faces:
            chances = self.game.chances(View.of(state, seat))
            return _Expected(chances.win, lead_in_points(chances, seat) if chances.scores else 0.0)
        return _mean_of({face: self._mean(state.after(face), seat, most_faces // len(faces)) for face in faces}, faces)

    def _settled(self, state: State) -> State:
        """The state once what the roll decided has taken effect, by what a bot would choose."""
        for _ in range(MOST_SETTLED):
            pending = state.pending
            asks = pending.asks if pending is not None and pending.chance is None else {}
            if len(asks) != 1 or not self._settling_kinds:
                break
            ((seat, ask),) = asks.items()
            if not {action.kind for action in ask.choices.head(MOST_SETTLED)} <= self._settling_kinds:
                break
            state = state.after(self._settling_players[seat](View.of(state, seat)), seat)
        return state

    @cached_property
    def _settling_players(self) -> Mapping[str, Player]:
        level = SETTLING_LEVEL if SETTLING_LEVEL in self.game.bots else self.bot
        return {seat: self.game.bot(level, seed=SEED) for seat in self.game.seats}


@frozen
class _Expected:
    """A chance to win, and a lead in points."""

    win: float
    lead: float


@frozen
class _RollsExpected:
    """What a seat expects after rolls, and in the mean over all that might have fallen, with its standard error."""

    after: _Expected
    mean: _Expected
    error: float = 0.0


def _results_in_short(results: Sequence[str]) -> str:
    """What rolls led to, shortened: of many rolls in a row the last sentence says how it ended.

    >>> _results_in_short(["", "", "Turn 1: 5 and 3. Turn 2: 4 and 1. Red wins the battle."])
    'Red wins the battle.'
    >>> _results_in_short(["Red scores 2.", "Blue scores 1."])
    'Red scores 2. Blue scores 1.'
    >>> _results_in_short([25 * "a long "])[-12:]
    'a long a ...'
    """
    if len(results) > 2:
        return re.split(r"(?<=[.!?]) (?=[A-Z])", results[-1])[-1]
    return " ".join(shorten(result, LONGEST_RESULT, placeholder=" ...") for result in results if result)


def _state_after_rolls(state: State, rng: Random) -> State:
    """The state once all dice of a step have been rolled that fall at once."""
    step = state.cursor
    while state.cursor == step and (faces := _faces_of(state)):
        (face,) = rng.choices(list(faces), list(faces.values()))
        state = state.after(face)
    return state


def _faces_of(state: State) -> Mapping[Face, int]:
    """The faces of the roll that is awaited, with how often each is there; none where no roll is."""
    return state.chance.outcomes.counts if state.chance is not None else {}


def _mean_of(expected: Mapping[Face, _Expected], faces: Mapping[Face, int]) -> _Expected:
    """The mean over the faces of a roll."""
    total = sum(faces.values())
    return _Expected(
        sum(expected[face].win * count for face, count in faces.items()) / total,
        sum(expected[face].lead * count for face, count in faces.items()) / total,
    )


def chosen_in(match: Match, line: Row) -> Mapping[str, Action]:
    """The choices of a line of a record, by seat."""
    answer = match.rules.codec.answer({key: line[key] for key in ("action", "secret") if key in line})
    if isinstance(answer, Mapping):
        return answer
    assert isinstance(answer, Action), "the line holds no roll"
    return {line["seat"]: answer}
