"""The answers that a position tells: they are given to its step again, which keeps them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from attrs import define, evolve, field

from wargame_core.dice import Face
from wargame_core.errors import IllegalAction, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.menu import Menu
from wargame_core.flow.notation import NotationError, Reading, Token, in_words, tokens_of
from wargame_core.flow.pending import NO_COMMITS, Answer, Ask, Roll, ask_of
from wargame_core.flow.position_head import PositionHead
from wargame_core.flow.position_mistakes import NO_BEGINNING, PositionMistakes, TextLine, check_reading_ended
from wargame_core.flow.position_text import (
    REPORT,
    ROLL,
)
from wargame_core.flow.runner import OVER, InnerPosition, Position, Runner, at_present_step, begun
from wargame_core.flow.visibility import redact
from wargame_core.limits import quote

_CHOICE = re.compile(r"(?P<seat>[^:]+):\s*(?P<choice>.+)")


@define
class AnswerReplay:
    """Gives a position the answers that lines tell, and keeps them."""

    start: Position
    head: PositionHead
    problems: PositionMistakes
    runner: Runner = field(init=False)
    answers: list[Answer] = field(factory=list)
    commits: dict[str, Action] = field(factory=dict)

    def played(self, lines: Sequence[TextLine]) -> AnswerReplay:
        """Begin the step and give it the answers of the lines. Raises `DataError`."""
        self.problems.run_noting_mistakes(self._begin, self.head.at, NO_BEGINNING)
        for line in lines:
            self.problems.run_noting_mistakes(
                partial(self._answer, line), Token(line.text, line.number, 1), quote(line.text)
            )
        return self

    def position(self, inner_position: InnerPosition | None) -> Position:
        """The position after the answers, from the beginning of its present step."""
        position = evolve(self.start, answers=tuple(self.answers))
        if position.line != OVER:
            position = at_present_step(position)
        return evolve(position, commits=self.commits or NO_COMMITS, inner=inner_position)

    def _begin(self) -> None:
        self.runner = begun(self.start)

    def _answer(self, line: TextLine) -> None:
        text, runner = line.text.strip(), self.runner
        if runner.pending is None and runner.play is None:
            raise WargameError("the game is over, and nobody is asked anything")
        if runner.play is not None:
            self._answer_within(text, line.number)
        elif runner.chance is not None:
            self._go_on(self._read_face(runner.chance, list(tokens_of(text, line.number))))
        else:
            self._play_choice(text, line.number)

    def _go_on(self, answer: Answer) -> None:
        self.runner.go_on(answer)
        self.answers.append(answer)
        self.commits = {}

    def _answer_within(self, text: str, number: int) -> None:
        """What came of an inner game, or a secret choice that waits in one."""
        reading = Reading(list(tokens_of(text, number)))
        seat, colon = reading.next().text, reading.next().text
        if colon != ":" or seat not in (REPORT, *self.head.rules.seats):
            raise WargameError(f"an inner game is played here: {REPORT}: and what came of it")
        action = self.head.rules.codec.action(reading.value())
        check_reading_ended(reading)
        if seat == REPORT:
            self._go_on(action)
        else:
            self.commits = {**self.commits, seat: action}

    def _read_face(self, roll: Roll, tokens: list[Token]) -> Face:
        reading = Reading(tokens)
        if reading.next().text != ROLL:
            raise WargameError(f"a roll waits here: {ROLL} {in_words(roll.label)}: and a face of {roll.die}")
        label = reading.next() if reading.peek().text != ":" else None
        if label is not None and label.text != roll.label:
            raise WargameError(f"the roll that waits is {quote(roll.label)}, not {quote(label.text)}")
        colon = reading.next()
        if colon.text != ":":
            raise NotationError(f"{quote(colon.text)} stands where a colon is expected", colon.line, colon.column)
        face: Face = roll.die.face(reading.value())
        check_reading_ended(reading)
        return face

    def _play_choice(self, text: str, number: int) -> None:
        choice, rules, runner = _CHOICE.fullmatch(text), self.head.rules, self.runner
        if choice is None:
            raise WargameError("write a seat, a colon and its choice")
        ask = ask_of(runner.pending, choice["seat"].strip(), rules.seats, self.commits)
        action = self._read_action(ask, choice["choice"], number)
        verdict = rules.verdict_on(action, ask.choices, runner.board)
        if not verdict:
            raise IllegalAction(verdict)
        assert runner.pending is not None, "it asks"
        commits = {**self.commits, ask.seat: action}
        answer = runner.pending.answered(commits)
        if answer is None:
            self.commits = commits
        else:
            self._go_on(answer)

    def _read_action(self, ask: Ask, words: str, number: int) -> Action:
        if not words.startswith("{"):
            return Menu(ask, lambda: redact(self.runner.board, ask.seat)).find(words)
        reading = Reading(list(tokens_of(words, number)))
        data = reading.value()
        check_reading_ended(reading)
        return self.head.rules.codec.action(data)
