"""Positions read from words, as `position_text` writes them and as people type them; all mistakes are told at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from attrs import evolve

from wargame_core.errors import IllegalAction, WargameError
from wargame_core.flow.pending import ask_of
from wargame_core.flow.position_answers import AnswerReplay
from wargame_core.flow.position_board import BoardReader
from wargame_core.flow.position_head import PositionHead, example_of
from wargame_core.flow.position_mistakes import NO_BEGINNING, PositionMistakes, TextLine, text_lines
from wargame_core.flow.position_text import (
    BEGUN,
    HEADS,
    POSITION,
    THEN,
)
from wargame_core.flow.position_words import PositionWords
from wargame_core.flow.rules import Rules
from wargame_core.flow.runner import InnerPosition, Position, Runner
from wargame_core.flow.state import State
from wargame_core.limits import LimitError, Limits, check_shape, check_text, quote

_LIMITS: Final = Limits(characters=200_000, digits=60, text=200_000)


def read_position(rules: Rules, text: str) -> State:
    """The position that a text describes. Raises `DataError` with every mistake: line, value, what is allowed, hint."""
    if not isinstance(text, str):
        raise WargameError(f"a position is text, as print(state) writes it; not {quote(text)}")
    problems = PositionMistakes()
    try:
        check_shape(text, _LIMITS)
        check_text(text, _LIMITS.text)
    except LimitError as problem:
        problems.add(1, 1, "E104", str(problem))
    problems.end()
    return _read_state(rules, list(text_lines(text)), problems)


def _read_state(rules: Rules, lines: Sequence[TextLine], problems: PositionMistakes) -> State:
    """The position that lines describe, with the inner game that follows it."""
    if not lines or lines[0].first_word != POSITION:
        number = lines[0].number if lines else 1
        problems.add(number, 1, "E202", f"a position begins with its game and scenario, such as {example_of(rules)!r}")
        problems.end()
    inner_at = next((index for index, line in enumerate(lines) if index and line.first_word == POSITION), len(lines))
    outer_lines, inner_lines = lines[:inner_at], lines[inner_at:]
    then_at = next((index for index, line in enumerate(outer_lines) if line.text.strip() == THEN), inner_at)
    head = PositionHead(rules, problems)
    head.read([line for line in outer_lines[:then_at] if line.first_word in HEADS])
    problems.end()
    board_lines = [line for line in outer_lines[:then_at] if line.first_word not in HEADS]
    board = BoardReader(PositionWords.of(rules, head.scenario, head.options), head.at, problems).board(board_lines)
    position = Position(rules, head.scenario, head.options, board, head.line, seq=head.seq)
    replay = AnswerReplay(position, head, problems).played(outer_lines[then_at + 1 :])
    inner_position = _read_inner_position(replay, inner_lines, head, problems)
    return _playable_state(replay.position(inner_position), head, problems)


def _read_inner_position(
    replay: AnswerReplay, lines: Sequence[TextLine], head: PositionHead, problems: PositionMistakes
) -> InnerPosition | None:
    """The inner game that is played after the answers: as lines describe it, or else at its beginning."""
    play = replay.runner.play
    if play is None:
        if lines:
            problems.add(lines[0].number, 1, "E201", f"no game within {head.rules.id} is played at this step")
        problems.end()
        return None
    rules = head.rules.inner_game(play.game.id, play.game.data).rules
    begun_line = next((line for line in lines if line.first_word == BEGUN), None)
    number = begun_line.rest if begun_line is not None else ""
    if begun_line is not None and not number.isdecimal():
        problems.add(
            begun_line.number, len(BEGUN) + 2, "E203", f"{quote(number)} is not a number of answers, such as 12"
        )
        problems.end()
    game = evolve(play.game, number=int(number or head.seq))
    if not lines:
        return InnerPosition(game, evolve(State.of(Runner.start(rules, game.scenario, game.options)), seq=head.seq))
    return InnerPosition(game, _read_state(rules, lines, problems))


def _playable_state(position: Position, head: PositionHead, problems: PositionMistakes) -> State:
    """The state of a position, from which its step must be able to begin."""
    state = State.from_position(position)
    problems.run_noting_mistakes(partial(_check_step_begins, state), head.at, NO_BEGINNING)
    return state


def _check_step_begins(state: State) -> None:
    """Begin the step of a state. Raises `IllegalAction` for a secret choice that nobody may make there."""
    state.look()
    for seat, action in state.commits.items():
        verdict = ask_of(state.pending, seat, state.rules.seats).choices.judge(action)
        if not verdict:
            raise IllegalAction(verdict)
