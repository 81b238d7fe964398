"""The law of secrets: worlds that a seat cannot distinguish look, answer and are told the same to it.

The worlds come from two sources: from `Rules.secrets`, which say who may know what, by varying the true position, so
that what is shown by mistake does not count as known; and from `Rules.worlds`, which draws the secrets again from what
a seat sees, as players that search do. Decision 0193.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import attrs
from attrs import define, evolve

from wargame_core.errors import HiddenStep, MalformedAction, WargameError
from wargame_core.flow.child import ChildEnded
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Rolled
from wargame_core.flow.events import Board
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import AskSecretly
from wargame_core.flow.secrecy import Vary
from wargame_core.flow.state import State
from wargame_core.flow.visibility import SPECTATOR, redact, static_fields
from wargame_core.testing.comparing import difference, plain
from wargame_core.testing.comparing_worlds import (
    all_seen,
    goes_on_the_same,
    revealed_since,
    roll_on,
    shows_the_same,
    sight,
)
from wargame_core.testing.laws_of_choices import SAMPLE, mutations
from wargame_core.testing.recording import LawBroken, Moment
from wargame_core.testing.rolls_in_the_open import rolls_decide_what_is_seen
from wargame_core.testing.telling_moments import telling_moments
from wargame_core.testing.trials import Trial
from wargame_core.testing.varied_inside import innermost, varied_inside
from wargame_core.testing.varied_worlds import (
    TRIES,
    hidden_from,
    replayed,
    variations,
    varied,
)

WORLDS = 2
"""The number of worlds of each kind for each seat at a moment."""
VARIED = 20
"""The number of worlds drawn of which one must differ from the true one, if there are secrets."""
WITHOUT = 0.5
"""The greatest share of moments with something hidden at which no variation is possible."""

Pair = tuple[Match, Match, Vary | None]
"""The true position, one that cannot be distinguished from it, and what was varied, if it was one thing."""


@define
class _Tally:
    drawn: int = 0
    differing: int = 0
    hiding: int = 0
    without: int = 0


def law_secrets_stay_secret(trial: Trial) -> None:
    """Worlds a seat cannot tell apart give it the same view, menu, refusals, events, log, undo and record."""
    tally = _Tally()
    pool: list[Action] = []
    for moment in telling_moments(trial):
        for seat in (*trial.game.seats, SPECTATOR):
            _hides_what_it_says(trial, moment, seat)
            varied_worlds = list(_varied(trial, moment, seat, tally))
            for truth, world, _ in varied_worlds:
                _stands_in_the_same_order(moment, seat, truth, world)
            for truth, world, varies in (*varied_worlds, *_dealt(trial, moment, seat, tally)):
                _looks_the_same(moment, seat, truth, world)
                _answers_the_same(moment, seat, truth, world, pool)
                goes_on_the_same(moment, seat, truth, world, varies)
            _sounds_the_same(trial, moment, seat)
        rolls_decide_what_is_seen(moment, (*trial.game.seats, SPECTATOR))
        pool = [*pool[-200:], moment.action]
    if tally.drawn >= VARIED and not tally.differing:
        raise LawBroken(f"of {tally.drawn} worlds drawn none differed from the true one: `worlds` varies no secret")
    if tally.hiding >= VARIED and tally.without > WITHOUT * tally.hiding:
        raise LawBroken(
            f"at {tally.without} of {tally.hiding} moments no variation by `Rules.secrets` was possible: "
            "let them vary less at a time"
        )


def _hides_what_it_says(trial: Trial, moment: Moment, seat: str) -> None:
    rules, board = trial.game.rules, evolve(moment.match.board, child=None)  # a game inside has secrets of its own
    if not rules.secrets and redact(board, seat) != board:
        raise moment.broken(f"{seat} does not see everything, and `Rules.secrets` does not say who may know what")


def _varied(trial: Trial, moment: Moment, seat: str, tally: _Tally) -> Iterator[Pair]:
    """The true position and what it might be by what the game says of who may know what."""
    state, secrets = moment.match.state, trial.game.rules.secrets
    if state.inside is not None:
        yield from varied_inside(state, trial.game.rules, seat, moment.rng)
        return
    hiding, possible = False, 0
    for board, varies in islice(variations(secrets, state.checkpoint, seat, moment.rng), TRIES):
        if board == state.checkpoint:
            continue
        hiding = True
        truth, given = replayed(state, seat)
        world = varied(state, truth, given, board, seat, moment.rng)
        if world is None or _has_parted(seat, truth, world):
            continue
        possible += 1
        yield truth, world, varies
        if possible == WORLDS:
            break
    tally.hiding += hiding
    tally.without += hiding and not possible


def _has_parted(seat: str, truth: Match, world: Match) -> bool:
    """Whether the step under way has shown the seat, as it may, which of the two worlds is the true one."""
    return (
        revealed_since(truth) + revealed_since(world) > 0
        and difference(sight(truth, seat), sight(world, seat)) is not None
    )


def _dealt(trial: Trial, moment: Moment, seat: str, tally: _Tally) -> Iterator[Pair]:
    """The true position and worlds dealt from what ``seat`` sees; none where it sees everything."""
    match = moment.match
    state = match.state
    if redact(match.board, seat) == match.board and redact(state.checkpoint, seat) == state.checkpoint:
        return
    if trial.game.rules.worlds is None:
        raise moment.broken(f"{seat} does not see everything, and `Game.worlds` does not say how the rest may lie")
    own = {name: action for name, action in state.commits.items() if name == seat}
    truth = evolve(state, commits=own)
    for _ in range(WORLDS):
        try:
            world = match.view(seat).world(moment.rng)
            world.pending  # noqa: B018 - runs the step over its answers
        except HiddenStep:
            return  # another seat is at work unseen; what the game says of who may know what is varied all the same
        except WargameError as problem:
            if not state.answers:
                raise moment.broken(f"no world can be drawn for {seat}: {problem}") from problem
            return  # nothing else fits what was found in the step under way
        except Exception as problem:
            raise moment.broken(f"drawing a world for {seat} raised {type(problem).__name__}: {problem}") from problem
        _knows_its_step(moment, seat)
        tally.drawn += 1
        tally.differing += world.board != truth.board
        pair = _match(truth), _match(world)
        pair[1]._tags = pair[0]._tags.like()
        yield *pair, None


def _match(state: State) -> Match:
    return Match.of(state, chance="explicit")


def _knows_its_step(moment: Moment, seat: str) -> None:
    """A seat that is to choose must know the rolls of its step if it can imagine worlds: these hold what was rolled."""
    match = moment.match
    since = match.entries[len(match.entries) - len(innermost(match.state).answers) :]
    ends = [n for n, entry in enumerate(since, 1) if any(isinstance(event, ChildEnded) for event in entry.events)]
    since = since[ends[-1] if ends else 0 :]  # of a game inside that is over a world keeps what it came to, no roll
    for entry in since if seat in match.to_choose else ():
        if isinstance(entry, Rolled) and hidden_from(entry, seat):
            raise moment.broken(
                f"{seat} chooses in the step of a roll it has not seen ({entry.label}); end the step with such a roll"
            )


def _looks_the_same(moment: Moment, seat: str, truth: Match, world: Match) -> None:
    for name, action in moment.match.state.commits.items():  # what the others chose in secret may show nowhere
        if name != seat and difference(sight(moment.match, seat), sight(truth, seat)) is not None:
            raise moment.broken(f"{seat} can see that {name} has chosen {action}")
    if (flaw := difference(all_seen(truth, seat), all_seen(world, seat))) is not None:
        raise moment.broken(f"{seat} can tell two worlds apart by its view: {flaw}")


def _stands_in_the_same_order(moment: Moment, seat: str, truth: Match, world: Match) -> None:
    """Players in Python see in which order a mapping was filled; screens are sent it sorted."""
    true, other = (_orders(match.view(seat).board) for match in (truth, world))
    if (flaw := difference(true, other)) is not None:
        raise moment.broken(f"{seat} can tell two worlds apart by the order of a mapping: {flaw}")


def _orders(board: Board) -> dict[str, list[str]]:
    values = {field.name: getattr(board, field.name) for field in attrs.fields(type(board))}
    static = static_fields(type(board))
    return {
        name: [str(key) for key in value]
        for name, value in values.items()
        if isinstance(value, dict) and name not in static
    }


def _answers_the_same(moment: Moment, seat: str, truth: Match, world: Match, pool: list[Action]) -> None:
    """Menus are part of views; here it is refusals, for actions offered, offered elsewhere, and made up."""
    if seat not in truth.rules.seats:
        return
    rng, ask = moment.rng, truth.view(seat)
    listed = moment.listed(seat, truth) if ask.asked else []
    changed = [other for action in rng.sample(listed, min(3, len(listed))) for other in mutations(action, pool)]
    probes = [*rng.sample(pool, min(SAMPLE, len(pool))), *rng.sample(changed, min(SAMPLE, len(changed)))]
    for action in [*rng.sample(listed, min(SAMPLE, len(listed))), *probes]:
        if (flaw := difference(_judged(truth, action, seat), _judged(world, action, seat))) is not None:
            raise moment.broken(f"{seat} can tell two worlds apart by trying {action}: {flaw}")


def _judged(match: Match, action: Action, seat: str) -> object:
    try:
        return plain(match.judge(action, seat).to_json())
    except MalformedAction as problem:
        return str(problem)


def _sounds_the_same(trial: Trial, moment: Moment, seat: str) -> None:
    """Which of two choices that the game says are alike another seat makes, this one cannot tell."""
    state, rules = moment.match.state, trial.game.rules
    tests = [secret.alike for secret in rules.secrets if secret.alike is not None]
    if moment.seat == seat or not tests or isinstance(moment.match.pending, AskSecretly) or state.inside is not None:
        return
    board = moment.match.board
    others = [
        action
        for action in islice(moment.match.choices(moment.seat), SAMPLE)
        if action != moment.action and any(alike(board, seat, moment.action, action) for alike in tests)
    ]
    for action in others[:WORLDS]:
        truth, world = replayed(state, seat)[0], replayed(state, seat)[0]
        world._tags = truth._tags.like()
        before = len(truth.entries), len(world.entries)
        truth.play(moment.action, moment.seat)
        world.play(action, moment.seat)
        if roll_on(moment, seat, truth, world):
            shows_the_same(moment, seat, truth, world, before)
