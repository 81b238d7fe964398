"""Laws of the story: every event is told or says that it is silent, and every roll in the open leaves a trace."""

from __future__ import annotations

from wargame_core.flow.child import ChildEvent
from wargame_core.flow.entries import Chose, ChoseTogether, Rolled
from wargame_core.flow.events import Board, Event
from wargame_laws.recording import LawBroken
from wargame_laws.trials import Play, Trial


def law_every_event_is_told_or_silent(trial: Trial) -> None:
    """Every class of event has a sentence of its own, or says by ``silent`` that it needs none; never both."""
    for event in trial.game.rules.events:
        has_words = event.text is not Event.text
        if event.silent and has_words:
            raise LawBroken(f"the event {event.kind} says that it is silent, and has a sentence")
        if not event.silent and not has_words:
            raise LawBroken(f"the event {event.kind} has no sentence; if that is meant it says silent = True")


def law_every_roll_leaves_a_trace(trial: Trial) -> None:
    """A roll that everybody sees is followed by a sentence, at the latest by what the next choice leads to."""
    for play in trial.plays():
        list(play)
        for label in _untold_rolls(play):
            raise play.broken(f"nothing is told of the roll {label!r}")


def _untold_rolls(play: Play) -> list[str]:
    """The labels of open rolls that two choices, or the end, came after without a sentence."""
    board, waiting, overdue, missed = play.match.board, list[str](), list[str](), list[str]()
    for entry in play.match.entries:
        if isinstance(entry, (Chose, ChoseTogether)):
            missed += overdue
            waiting, overdue = [], waiting
        elif isinstance(entry, Rolled) and entry.seen_by is None:
            waiting.append(entry.label)
        if any(_is_told(event, board) for event in entry.events):
            waiting, overdue = [], []
    return [*missed, *overdue, *waiting]


def _is_told(event: Event, board: Board) -> bool:
    """Whether an event has a sentence; one of a game inside that is over is told by its class, its board is gone."""
    if isinstance(event, ChildEvent) and event.child_on(board) is None:
        inside = event.event
        while isinstance(inside, ChildEvent):
            inside = inside.event
        return type(inside).text is not Event.text
    return bool(event.text(board))
