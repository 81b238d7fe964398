"""A hint: three choices that a seat might make now, each with the chance to win that it comes to, and with reasons.

A hint follows from the view of the seat alone. What the levels of the game would choose, and some choices drawn from
the list, are rated in a few worlds; those that seem best are rated in more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import field, frozen

from wargame_core import Action, Game, Match, View
from wargame_core.errors import NotYourTurn, WargameError
from wargame_core.flow.players import Stop
from wargame_core.json_form import JsonForm, JsonObject
from wargame_lab.advice import (
    LONGEST_OF_MANY,
    Advice,
    RatedChoice,
    lookahead_of,
    rate_choices,
    some_choices,
    strong_bot,
)
from wargame_lab.lookahead import SearchTask, Stopped

CANDIDATES: Final = 3
"""How many choices a hint tells."""
RATED_CHOICES: Final = 10
"""How many choices are rated, those of the bots among them."""
FIRST_WORLDS: Final = 2
"""In how many worlds each of them is rated."""
WORLDS: Final = 8
"""In how many worlds those are that are told."""
LEVELS: Final = ("normal", "easy")
"""The levels whose choices are rated beside that of the strongest."""
LEAST_ERROR: Final = 0.005
"""The least standard error that is told."""
SEED: Final = 1863


@frozen
class Candidate(JsonForm):
    """A choice that a hint tells.

    ``chance`` is the chance to win that it comes to, from 0 to 1; None where nothing could be played on. ``error`` is
    its standard error. ``why`` is what a bot says of it, ``line`` what the seat did after it, both in words.
    """

    action: JsonObject
    text: str
    chance: float | None = None
    error: float = 0.0
    why: tuple[str, ...] = ()
    line: tuple[str, ...] = ()

    @property
    def rating(self) -> str:
        """The chance in words, to stand behind the choice; empty where there is none."""
        if self.chance is None:
            return ""
        return f": {self.chance:.0%}" + (f" (give or take {self.error:.0%})" if self.error >= LEAST_ERROR else "")

    def reasons(self) -> Iterator[str]:
        """What speaks for it, in sentences."""
        yield from self.why
        if self.line:
            yield f"then, for example: {'; '.join(self.line)}"


@frozen
class Hint(JsonForm):
    """Choices of a seat, the best one first. ``chance`` is its chance to win as it stands, ``bot`` who advises it.

    ``note`` says why the choices are not rated, where they are not.
    """

    seat: str
    bot: str
    chance: float
    candidates: Sequence[Candidate] = field(repr=False)
    note: str = ""

    def lines(self) -> Iterator[str]:
        """The hint as text."""
        yield f"chance to win as it stands: {self.chance:.0%}"
        for number, candidate in enumerate(self.candidates, 1):
            yield f"{number}. {candidate.text}{candidate.rating}"
            yield from (f"   {sentence}" for sentence in candidate.reasons())
        if self.note:
            yield self.note


def hint(match: Match, seat: str | None = None, *, worlds: int = WORLDS, stop: Stop | None = None) -> Hint:
    """Three choices that ``seat`` might make now, with chances and reasons; without a seat, the one that is asked.

    See `hint_of`. Raises `NotYourTurn` where the seat has nothing to choose, `WargameError` for a match of bare rules.
    """
    if not isinstance(match.game, Game):
        raise WargameError("this match was started from bare rules, which have no bots: start it from a game")
    if seat is None:
        seat = next(iter(match.waiting_for), "")
    return hint_of(match.game, match.view(seat), worlds=worlds, stop=stop)


def hint_of(
    game: Game, view: View, *, choices: int = RATED_CHOICES, worlds: int = WORLDS, stop: Stop | None = None
) -> Hint:
    """Three choices that the seat of a view might make, with chances and reasons, by what it sees and nothing else.

    So many ``choices`` are rated, those told in so many ``worlds``. Once ``stop`` is set it tells what has been rated
    up to then. Raises `NotYourTurn` where the seat has nothing to choose, or what only people can tell.
    """
    if not view.asked or view.choices.by_people:
        raise NotYourTurn(f"{view.seat} has no choice to make that a bot could advise")
    bot = strong_bot(game)
    advice = {name: Advice.of(game.bot(name, seed=SEED), view) for name in dict.fromkeys((bot, *LEVELS))}
    advice_by_action = {
        one.action: one for one in reversed(advice.values())
    }  # of two that choose alike the stronger one speaks
    actions = _to_rate(view, [one.action for one in advice.values()], choices)
    note, ranking = "", [RatedChoice(action, ()) for action in actions]
    try:
        ranking = _rank_choices(game, view, actions, worlds, stop)
    except Stopped:
        note = "there was no time to rate these choices"
    except WargameError:  # somebody does what the seat does not see
        note = "these choices cannot be rated: somebody else is doing what you do not see"
    candidates = [
        _candidate(view, rated_choice, advice_by_action.get(rated_choice.action))
        for rated_choice in ranking[:CANDIDATES]
    ]
    return Hint(view.seat, bot, game.chances(view).win, candidates, note)


def _to_rate(view: View, advised_actions: Sequence[Action], count: int) -> list[Action]:
    """The choices that are rated: those that are advised, then all others of a short list, or some of a long one."""
    others = some_choices(view.choices, count, random.Random(SEED))
    return list(dict.fromkeys((*advised_actions, *others)))[:count]


def _rank_choices(
    game: Game, view: View, actions: Sequence[Action], worlds: int, stop: Stop | None
) -> list[RatedChoice]:
    """The choices by their chances, those that seem worse left out.

    Raises `Stopped` where there was time for none, and `WargameError` where somebody does what the seat does not see.
    """
    task = SearchTask.of(view, SEED, lookahead_of(game, LONGEST_OF_MANY), stop)
    ranking: list[RatedChoice] = []
    try:
        for action in actions:
            ranking += rate_choices(task, [action], range(1), stop)
        for number in range(1, worlds):
            if number == FIRST_WORLDS:
                ranking = _by_chance(ranking)[: 2 * CANDIDATES]
            more_ratings = rate_choices(task, [one.action for one in ranking], [number], stop)
            ranking = [one.and_in(other) for one, other in zip(ranking, more_ratings, strict=True)]
    except Stopped:
        if not ranking:
            raise
    return _by_chance(ranking)


def _by_chance(ratings: list[RatedChoice]) -> list[RatedChoice]:
    return sorted(ratings, key=lambda rating: rating.chance, reverse=True)


def _candidate(view: View, choice: RatedChoice, advice: Advice | None) -> Candidate:
    board = view.board
    return Candidate(
        view.rules.codec.to_json(choice.action),
        choice.action.text(board),
        choice.chance if choice.chances else None,
        choice.error,
        advice.why if advice is not None else (),
        choice.line,
    )
