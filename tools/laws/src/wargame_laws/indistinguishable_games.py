"""Games of which a seat was told the same: others rolled and chose otherwise where it saw nothing of that.

Worlds differ in what is hidden now; these differ in what has happened, of which logs, records and calculations tell.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

from wargame_core import Match
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry, Rolled, Started
from wargame_core.flow.view import ERRORS_OF_IMPOSSIBLE_WORLDS
from wargame_laws.trials import Moment

REPLAYED_ANSWERS = 24
"""How many of the latest answers are given anew."""
ATTEMPTS = 3
"""How often another game is looked for, and how many other answers are tried in the place of one."""


def indistinguishable_game(moment: Moment, seat: str) -> Match | None:
    """Another game that came to the same question, in which the seat was told the same; None where none is found."""
    entries, commits = moment.match.entries, moment.match.commits
    latest_entries = [entry for entry in entries if not isinstance(entry, Started) and _has_begun(moment.match, entry)][
        -REPLAYED_ANSWERS:
    ]
    if not any(_is_hidden(entry, seat) for entry in latest_entries):
        return None
    for _ in range(ATTEMPTS):
        try:
            game = _match_after(moment.match, latest_entries[0].seq)
            if not all(_follow(game, entry, seat, moment.rng) for entry in latest_entries):
                continue
            for name, action in commits.items():
                game.play(action, name)
        except ERRORS_OF_IMPOSSIBLE_WORLDS:
            continue
        other_entries = game.entries[-len(latest_entries) :]
        if any(
            _answer_of_entry(own_entry) != _answer_of_entry(other_entry)
            for own_entry, other_entry in zip(latest_entries, other_entries, strict=True)
        ):
            game._tags = moment.match._tags.like()
            return game
    return None


def _has_begun(match: Match, entry: Entry) -> bool:
    """Whether a match can be gone back to before an answer; what was rolled before anybody was asked lies before it."""
    return bool(match._history.first_answer <= entry.seq)


def _match_after(match: Match, answers: int) -> Match:
    """The match after so many answers, where dice wait to be rolled."""
    game = match.fork(at=answers)
    game.use_dice(None)
    return game


def _is_hidden(entry: Entry, seat: str) -> bool:
    """Whether a seat did not give or see an answer, and was not told all that followed."""
    is_unseen = not entry.seen(seat) if isinstance(entry, Rolled) else set(entry.actions) != {seat}
    return is_unseen and entry.told(seat) != entry.events


def _follow(game: Match, entry: Entry, seat: str, rng: Random) -> bool:
    """Give an answer of which the seat is told what it was told of this one: another, if there is one, or the same."""
    codec = game.rules.codec
    told_events = [codec.to_json(event) for event in entry.told(seat)]
    answers = [*islice(_other_answers(game, entry, seat, rng), ATTEMPTS)] if _is_hidden(entry, seat) else []
    for answer in (*answers, _answer_of_entry(entry)):
        fork = game.fork()
        try:
            _give_answer(fork, answer)
        except ERRORS_OF_IMPOSSIBLE_WORLDS:
            continue
        if [codec.to_json(event) for event in fork.entries[-1].told(seat)] == told_events:
            _give_answer(game, answer)
            return True
    return False


def _answer_of_entry(entry: Entry) -> object:
    return entry.face if isinstance(entry, Rolled) else dict(entry.actions)


def _other_answers(game: Match, entry: Entry, seat: str, rng: Random) -> Iterator[object]:
    """Other answers that might have been given: faces, or choices of all but the seat."""
    while True:
        if isinstance(entry, Rolled):
            yield rng.choice(game.chance.die.faces) if game.chance is not None else entry.face
        else:
            yield {
                name: action if name == seat else game.choices(name).sample(rng)
                for name, action in entry.actions.items()
            }


def _give_answer(game: Match, answer: object) -> None:
    if not isinstance(answer, dict):
        game.roll(answer)
        return
    for name, action in answer.items():
        assert isinstance(action, Action)
        game.play(action, name)
