"""What a search thought about its last choice: the lines of play that it considered, with their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from wargame_core.flow.choices import Action
from wargame_lab.search.lookahead import Follow, Try
from wargame_lab.search.racing import Race, Tried

THOUGHTS, LINE_TRIES = 5, 3
"""The number of lines kept as thoughts, and the least number of tries of each choice in a line."""


@frozen
class Thought:
    """A line of play that a search considered: its own seat's next choices, with the tries of what was compared.

    ``value`` is the mean result of these tries, from 0 (lost) to 1 (won); ``policy`` the name of the policy that the
    line follows, if policies were compared.
    """

    line: tuple[Action, ...]
    value: float
    tries: int
    policy: str = ""


def thoughts_of(race: Race[Tried], chosen: Tried) -> Iterator[Thought]:
    """The lines through the options of a race, that of the chosen one first, then the best."""
    tried = sorted(race.tries, key=lambda option: (option != chosen, -len(race.tries[option]), -race.mean(option)))
    for option in tried[:THOUGHTS]:
        tries = race.tries[option]
        line, value = tuple(_best_line(tries)), race.mean(option)
        if isinstance(option, Follow):
            yield Thought(line, value, len(tries), option.policy)
        else:
            yield Thought((option, *line), value, len(tries))


def _best_line(tries: Sequence[Try]) -> Iterator[Action]:
    """The choices that followed most often, one after the other, as far as they came often enough to mean something."""
    depth = 0
    while True:
        after: dict[Action, list[Try]] = {}
        for attempt in tries:
            if len(attempt.line) > depth:
                after.setdefault(attempt.line[depth], []).append(attempt)
        action = max(after, key=lambda next_action: len(after[next_action]), default=None)
        if action is None or len(after[action]) < LINE_TRIES:
            return
        yield action
        tries, depth = after[action], depth + 1
