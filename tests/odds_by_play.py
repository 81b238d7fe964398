"""Odds asked by name against play: positions of games that bots play, and all that a choice there can lead to.

A question is asked in the words of its page, with facts that are read off a position; the other way to its answer are
the procedures of play themselves, walked over all their dice as `Game.forecast` walks them.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, TypeVar

from attrs import frozen

from wargame_core import Distribution, Game, load
from wargame_core.flow.aftermath import Aftermath, odds_of_action
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry, Update
from wargame_core.flow.events import Event
from wargame_core.flow.pending import Answer
from wargame_core.flow.state import State
from wargame_core.odds_answers import OddsAnswer

E = TypeVar("E", bound=Event)


@frozen
class Happening:
    """A choice of a game that led to an event: the position before it, the event, and all the choice can lead to."""

    game: Game
    before: State
    event: Any
    results: Distribution[Aftermath]

    @property
    def board(self) -> Any:
        """The board before the choice."""
        return self.before.board


def happenings(
    name: str, event: type[Event], *, bots: Sequence[str], per_game: int, most_rolls: int, seed: int = 0
) -> Iterator[Happening]:
    """Choices that led to an event of a kind, at most so many of each game, over all scenarios of the game in turn.

    The results are those in which the event comes up, after so many dice at most.
    """
    game = load(name)
    for number in count(seed):
        match = game.start(game.scenarios[number % len(game.scenarios)], seed=number)
        players = {
            seat: game.bot(bots[(number // len(game.scenarios)) % len(bots)], seed=number) for seat in game.seats
        }
        found, before = 0, match.state
        for update in match.iter_play(players, history=False):
            met = [each for each in update.events if isinstance(each, event)]
            if met and (answer := before.answered_by(_chosen(update), update.seat)) is not None:
                results = _until(before, answer, event, most_rolls)
                if any(results):
                    yield Happening(game, before, met[0], results.given(bool))
                    found += 1
            if found == per_game:
                break
            before = match.state


def _chosen(update: Update) -> Action:
    return update.entries[0].actions[update.seat]


def _until(before: State, answer: Answer, event: type[Event], most_rolls: int) -> Distribution[Any]:
    """What an answer can lead to, up to the first event of a kind; None where it does not come up in so many rolls.

    It walks the procedures of play as `Game.forecast` does, and looks no further than the event.
    """
    entries: list[Entry] = []
    runner = before.runner(entries=entries)
    runner.answer(answer)
    events = tuple(each for entry in entries for each in entry.events)
    after = State.of(runner)
    if any(isinstance(each, event) for each in events):
        return Distribution.certain(Aftermath(after, events))
    if (roll := runner.chance) is None or not most_rolls:
        return Distribution.certain(None)
    later = roll.outcomes.then(lambda face: _until(after, face, event, most_rolls - 1))
    return later.map(lambda more: more and Aftermath(more.state, events + more.events))


def first(result: Aftermath, event: type[E]) -> E:
    """The first event of a kind in a result."""
    return next(each for each in result.events if isinstance(each, event))


def played_on(result: Aftermath, choose: Callable[[State], object]) -> Distribution[Aftermath]:
    """What follows a result when whoever is asked chooses so, for as long as ``choose`` has a choice."""
    state = result.state
    action = choose(state) if state.pending is not None and state.chance is None else None
    if action is None:
        return Distribution.certain(result)
    following = odds_of_action(state, action).joint.map(
        lambda more: Aftermath(more.state, result.events + more.events, result.story + more.story)
    )
    return following.then(lambda more: played_on(more, choose))


def agree(
    asked: OddsAnswer,
    results: Distribution[Aftermath],
    by_name: Callable[[Any], object],
    by_play: Callable[..., object],
) -> bool:
    """Fail where the answer by name and play differ in a part of the result; true where they agree."""
    answer, play = asked.map(by_name), results.map(by_play)
    assert answer == play, f"{asked.title}: asked by name {dict(answer.items())}, played {dict(play.items())}"
    return True


def compared(wanted: int, cases: Iterator[bool]) -> int:
    """Take cases until so many were compared (true); those that a question cannot describe (false) do not count."""
    done = 0
    for is_compared in cases:
        done += is_compared
        if done == wanted:
            break
    return done
