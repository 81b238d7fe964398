"""What a choice can lead to before anybody has to choose again: the position, and all that happened on the way."""

from __future__ import annotations

from random import Random

from attrs import field, frozen

from wargame_core.errors import WargameError
from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board, Event
from wargame_core.flow.pending import Answer
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import State
from wargame_core.flow.view import View
from wargame_core.flow.visibility import REFEREE
from wargame_core.odds import Distribution
from wargame_core.odds_answers import OddsAnswer

WORLDS_COMPARED = 8
"""In how many worlds the board must be what a seat sees, so that the seat counts as one that sees everything."""


@frozen(repr=False)
class Aftermath:
    """One of the results of a choice. It is for whoever may see the whole game: nothing is left out.

    Two results are the same where position and events are.
    """

    state: State
    """The position in which somebody has to choose again, or the game is over."""
    events: tuple[Event, ...]
    """Everything that happened, in order."""
    story: tuple[str, ...] = field(default=(), eq=False)
    """The events as sentences, without those that have none."""

    def __hash__(self) -> int:
        return hash((self.state.seq, self.story))  # to hash a board takes longer than to play a choice

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.state.board

    @property
    def happened(self) -> frozenset[str]:
        """The kinds of the events: ``"general_lost" in r.happened``."""
        return frozenset(event.kind for event in self.events)

    def of_kind(self, kind: str) -> tuple[Event, ...]:
        """The events of one kind, in order."""
        return tuple(event for event in self.events if event.kind == kind)

    def __repr__(self) -> str:
        return f"<Aftermath: {' '.join(self.story) or 'nothing'}>"


def position_without_secrets(view: View) -> State | None:
    """The position as the seat of a view knows it, from which it may be told chances; None where something is hidden.

    Whether something is hidden follows from the view alone: the board must be what the seat sees in all of some worlds
    that it imagines. Nothing is compared with the true board, which may be what the seat sees by accident: a seat that
    was then told chances, and refused them otherwise, would learn from it that nothing is hidden at present.
    """
    rng = Random(0)
    try:
        worlds = [view.world(rng)]
        while worlds[-1].board == view.board:
            if len(worlds) == WORLDS_COMPARED:
                return worlds[0]
            worlds.append(view.world(rng))
    except WargameError:  # the seat cannot imagine what happens now, so it does not see everything
        return None
    return None


class TooManyPositions(WargameError):
    """A choice can end in more ways than are looked at."""

    def __init__(self) -> None:
        super().__init__("this can end in too many ways to count them now")


def stories_after(state: State, answer: Answer, seat: str, most_positions: int) -> Distribution[tuple[str, ...]]:
    """The sentences that a seat is told until somebody chooses again, with exact chances.

    A seat that does not see everything may be told them of `position_without_secrets` alone. Raises `TooManyPositions`
    where more than ``most_positions`` positions would have to be looked at, and what `State.runner` raises for a wrong
    answer.
    """
    positions_left = iter(range(most_positions))

    def stories_from(state: State, answer: Answer) -> Distribution[tuple[str, ...]]:
        if next(positions_left, None) is None:
            raise TooManyPositions
        entries: list[Entry] = []
        runner = state.runner(entries=entries)
        runner.answer(answer)
        events = (event for entry in entries for event in entry.told(seat))
        story = tuple(text for event in events if (text := event.text(runner.board)))
        if (roll := runner.chance) is None:
            return Distribution.certain(story)
        state_before = State.of(runner)
        return roll.outcomes.then(lambda face: stories_from(state_before, face)).map(
            lambda rest_of_story: story + rest_of_story
        )

    return stories_from(state, answer)


def odds_of_action(state: State, action: object, seat: str | None = None) -> OddsAnswer:
    """What an action (or its JSON or label) can lead to, with exact chances, by the procedures of play themselves.

    Raises what `State.after` raises.
    """
    chosen_action, ask = state.judged(action, seat)
    answer = state.answered_by(chosen_action, ask.seat)
    title = chosen_action.text(state.board)
    shown_parts = {"what happens": lambda result: " ".join(result.story) or "nothing"}
    if answer is None:
        waiting_state = state.after(chosen_action, ask.seat)
        return OddsAnswer(title, Distribution.certain(Aftermath(waiting_state, ())), shown_parts)
    return OddsAnswer(title, _aftermaths(state, answer), shown_parts)


def _aftermaths(state: State, answer: Answer) -> Distribution[Aftermath]:
    entries: list[Entry] = []
    runner = state.runner(entries=entries)
    runner.answer(answer)
    events = tuple(event for entry in entries for event in entry.told(REFEREE))
    story = tuple(text for event in events if (text := event.text(runner.board)))
    following_roll = runner.chance
    if following_roll is None:
        return Distribution.certain(Aftermath(State.of(runner), events, story))
    return _after_roll(runner, events, story)


def _after_roll(runner: Runner, events: tuple[Event, ...], story: tuple[str, ...]) -> Distribution[Aftermath]:
    roll, state_before = runner.chance, State.of(runner)
    assert roll is not None
    aftermaths = roll.outcomes.then(lambda face: _aftermaths(state_before, face))
    return aftermaths.map(
        lambda aftermath: Aftermath(aftermath.state, events + aftermath.events, story + aftermath.story)
    )
