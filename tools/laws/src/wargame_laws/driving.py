"""Runs one rule by itself with given answers, for tests of single rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import repeat
from typing import Any, TypeVar, cast

from wargame_core.flow.choices import Action
from wargame_core.flow.events import Board, Event
from wargame_core.flow.procedures import Ask, AskSecretly, Finished, Pending, Roll, Table

B = TypeVar("B", bound=Board)


class Unanswered(AssertionError):
    """A rule asked for more answers than were given; ``pending`` is the question."""

    def __init__(self, pending: Pending) -> None:
        super().__init__(f"no answer left for {pending}")
        self.pending = pending


def first(pending: Pending) -> Action:
    """The first of the choices of one seat. Raises `Unanswered` for a roll and for secret choices."""
    if not isinstance(pending, Ask):
        raise Unanswered(pending)
    action: Action = next(iter(pending.choices))
    return action


def drive(
    rule: Callable[[Table[Any]], Any],
    board: Board,
    *answers: Any,
    by: str | Iterable[str] = (),
    seats: tuple[str, ...] = (),
    watched: bool = True,
    rest: Callable[[Pending], Any] | None = None,
) -> list[Event]:
    """What happens when ``rule(table)`` runs on ``board``, which it changes, and gets these answers in turn.

    An answer is a face for a roll and an action for a question, or a function of the list of actions offered. Each
    answer to a question comes with the seat that must be asked: it is a pair ``(seat, action)``, or ``by`` names the
    seat of all the others, or their seats in turn. ``rest``, such as `first`, answers all further questions, of any
    seat where neither it nor ``by`` names one. If not ``watched``, rules leave out their rulings.

    Raises:
        Unanswered: none is left for a question or a roll.
        AssertionError: an answer is illegal, another seat is asked than the one it came with, it came with none, or
            some answers are never asked for.
        DiceError: an answer to a roll that its die does not show.
    """
    table = Table(board, seats)
    table.events = [] if watched else None
    left, askers = list(answers), repeat(by) if isinstance(by, str) else iter(by)
    try:
        procedure = rule(table)
        pending = next(procedure) if procedure is not None else None
        while pending is not None:
            pending = cast(Pending, table.waits(pending))
            if not left and rest is None:
                raise Unanswered(pending)
            whoever = not left
            given = left.pop(0) if left or rest is None else rest(pending)
            pending = procedure.send(_answer(pending, given, askers, whoever))
    except (StopIteration, Finished):
        pass
    if left:
        raise AssertionError(f"answers that nothing asked for: {left}")
    return table.events or []


def _answer(pending: Pending, given: Any, askers: Iterator[str], whoever: bool) -> Any:
    match pending:
        case Roll():
            return pending.die.face(given)
        case Ask():
            given_answer = _said_by(pending, given, askers, whoever)
            action = given_answer(list(pending.choices)) if callable(given_answer) else given_answer
            _must_be_legal(pending, action)
            return action
        case AskSecretly():
            if set(given) != set(pending.asks):
                asked = sorted(pending.asks)
                raise AssertionError(f"{asked} are asked in secret, and the answers are of {sorted(given)}")
            for seat, ask in pending.asks.items():
                _must_be_legal(ask, given[seat])
            return given


def _said_by(ask: Ask, given: Any, askers: Iterator[str], whoever: bool) -> Any:
    """The action of an answer, if the seat that it came with is asked; ``whoever``: it may come without one."""
    match given:
        case (str(seat), action):
            pass
        case action:
            seat = next(askers, ask.seat if whoever else "")
    if not seat:
        raise AssertionError(
            f"{ask.prompt}: {ask.seat} is asked; say so: by={ask.seat!r}, or a pair of seat and action"
        )
    if seat != ask.seat:
        raise AssertionError(f"{ask.prompt}: {ask.seat} is asked, and the answer {action} is of {seat}")
    return action


def _must_be_legal(ask: Ask, action: Action) -> None:
    verdict = ask.choices.judge(action)
    if not verdict:
        raise AssertionError(f"{ask.prompt}: {action}: {verdict}")


def every_way(
    rule: Callable[[Table[Any]], Any], board: B, choose: Callable[[Pending], Any] = first, seats: tuple[str, ...] = ()
) -> Iterator[tuple[Fraction, list[Event], B]]:
    """Every result that a rule can have over all faces of its dice: probability, events, and the board afterwards.

    ``choose`` answers every question. ``board`` is not changed.
    """
    waiting: list[tuple[Fraction, tuple[Any, ...]]] = [(Fraction(1), ())]
    while waiting:
        chance, answers = waiting.pop()
        after = board.copy()
        try:
            events = drive(rule, after, *answers, seats=seats)
        except Unanswered as more:
            if isinstance(more.pending, Roll):
                faces = more.pending.die.faces
                waiting += [(chance / len(faces), (*answers, face)) for face in faces]
            else:
                waiting.append((chance, (*answers, _with_its_seat(more.pending, choose(more.pending)))))
        else:
            yield chance, events, after


def _with_its_seat(pending: Pending, chosen: Any) -> Any:
    """An answer that was chosen by whoever is asked, with that seat."""
    match pending, chosen:
        case Ask(), (str(), _):
            return chosen
        case Ask(), _:
            return pending.seat, chosen
    return chosen
