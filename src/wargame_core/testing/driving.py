"""One rule run by itself, over answers given beforehand: for tests of single rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wargame_core.flow.events import Event
from wargame_core.flow.procedures import Ask, Finished, Roll, Table


def drive(
    rule: Callable[[Table[Any]], Any], board: Any, *answers: Any, seats: tuple[str, ...] = (), watched: bool = True
) -> list[Event]:
    """What happens when ``rule(table)`` runs on ``board``, which it changes, and gets these answers in turn.

    An answer is an action for a question and a face for a roll. Not ``watched``, rules leave their accounts out.

    Raises:
        AssertionError: an answer is illegal, none is left for a question, or some are never asked for.
        DiceError: an answer to a roll that its die does not show.
    """
    table = Table(board, seats)
    table.events = [] if watched else None
    left = list(answers)
    procedure = rule(table)
    if procedure is not None:
        try:
            pending = next(procedure)
            while True:
                if not left:
                    raise AssertionError(f"no answer left for {pending}")
                pending = procedure.send(_answer(pending, left.pop(0)))
        except (StopIteration, Finished):
            pass
    if left:
        raise AssertionError(f"answers that nothing asked for: {left}")
    return table.events or []


def _answer(pending: Any, given: Any) -> Any:
    if isinstance(pending, Roll):
        return pending.die.face(given)
    asks = [pending] if isinstance(pending, Ask) else list(pending.asks.values())
    chosen = [given] if isinstance(pending, Ask) else [given[ask.seat] for ask in asks]
    for ask, action in zip(asks, chosen, strict=True):
        verdict = ask.choices.judge(action)
        if not verdict:
            raise AssertionError(f"{ask.prompt}: {action}: {verdict}")
    return given
