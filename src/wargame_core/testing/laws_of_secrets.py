"""The law of secrets: worlds that a seat cannot tell apart look, answer and sound the same to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from wargame_core.errors import HiddenStep, WargameError
from wargame_core.flow.entries import Rolled
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Ask, AskSecretly
from wargame_core.flow.state import State
from wargame_core.flow.visibility import SPECTATOR, redact
from wargame_core.records.lines import seat_rows
from wargame_core.testing.comparing import difference, plain
from wargame_core.testing.laws_of_choices import SAMPLE, mutations
from wargame_core.testing.recording import LawBroken, Moment
from wargame_core.testing.trials import Trial

WORLDS = 2
"""How many worlds are drawn for each seat at a moment."""
VARIED = 20
"""After how many worlds drawn where there are secrets one of them must differ from the true one."""


def law_secrets_stay_secret(trial: Trial) -> None:
    """Worlds a seat cannot tell apart give it the same view, menu, refusals, events, log, undo and record."""
    drawn = differing = 0
    pool: list[Any] = []
    for play in trial.plays(0.5):
        for moment in play:
            for seat in (*trial.game.seats, SPECTATOR):
                for truth, world in _worlds(trial, moment, seat):
                    drawn += 1
                    differing += world.board != truth.board
                    _looks_the_same(moment, seat, truth, world)
                    _answers_the_same(moment, seat, truth, world, pool)
                    _goes_on_the_same(moment, seat, truth, world)
            pool = [*pool[-200:], moment.action]
    if drawn >= VARIED and not differing:
        raise LawBroken(f"of {drawn} worlds drawn none differed from the true one: `Game.worlds` varies no secret")


def _worlds(trial: Trial, moment: Moment, seat: str) -> Iterator[tuple[State, State]]:
    """The true position with what ``seat`` has chosen, and positions it cannot tell from it; none without secrets."""
    match = moment.match
    state = match.state
    if redact(match.board, seat) == match.board and redact(state.checkpoint, seat) == state.checkpoint:
        return
    if trial.game.rules.worlds is None:
        raise moment.broken(f"{seat} does not see everything, and `Game.worlds` does not say how the rest may lie")
    _knows_its_step(moment, seat)
    for _ in range(WORLDS):
        try:
            world = match.view(seat).world(moment.rng)
            world.pending  # noqa: B018 - runs the step over its answers
        except HiddenStep:
            if seat in match.to_choose:
                raise moment.broken(f"{seat} is to choose and cannot imagine a world") from None
            return
        except Exception as problem:
            raise moment.broken(f"drawing a world for {seat} raised {type(problem).__name__}: {problem}") from problem
        own = {name: action for name, action in state.commits.items() if name == seat}
        yield evolve(state, commits=own), world


def _knows_its_step(moment: Moment, seat: str) -> None:
    """A seat that is to choose must know the rolls of its step: a world cannot vary them."""
    match = moment.match
    since = match.entries[len(match.entries) - len(match.state.answers) :]
    for entry in since if seat in match.to_choose else ():
        if isinstance(entry, Rolled) and not entry.seen(seat):
            raise moment.broken(
                f"{seat} chooses in the step of a roll it has not seen ({entry.label}); end the step with such a roll"
            )


def _looks_the_same(moment: Moment, seat: str, truth: State, world: State) -> None:
    for name, action in moment.match.state.commits.items():  # what the others chose in secret may show nowhere
        if name != seat and difference(_view(moment.match.state, seat), _view(truth, seat)) is not None:
            raise moment.broken(f"{seat} can see that {name} has chosen {action}")
    if (found := difference(_view(truth, seat), _view(world, seat))) is not None:
        raise moment.broken(f"{seat} can tell two worlds apart by its view: {found}")


def _view(state: State, seat: str) -> Any:
    return plain(state.view(seat).to_json())


def _answers_the_same(moment: Moment, seat: str, truth: State, world: State, pool: list[Any]) -> None:
    """Menus are part of views; here it is refusals, for actions offered, offered elsewhere, and made up."""
    ask = truth.view(seat)
    if not ask.asked:
        return
    listed, rng = list(ask.choices), moment.rng
    changed = [one for action in rng.sample(listed, min(3, len(listed))) for one in mutations(action, pool)]
    probes = [*rng.sample(pool, min(SAMPLE, len(pool))), *rng.sample(changed, min(SAMPLE, len(changed)))]
    for action in [*rng.sample(listed, min(SAMPLE, len(listed))), *probes]:
        answers = truth.choices(seat).judge(action).to_json(), world.choices(seat).judge(action).to_json()
        if (found := difference(*map(plain, answers))) is not None:
            raise moment.broken(f"{seat} can tell two worlds apart by trying {action}: {found}")


def _goes_on_the_same(moment: Moment, seat: str, truth: State, world: State) -> None:
    """Play the same action in both, up to the next roll. Unless it revealed something, the seat must see the same."""
    one, other = _match(truth), _match(world)
    if isinstance(one.pending, AskSecretly):
        if moment.seat != seat:  # one who chooses in secret tells the others nothing, not even that it has chosen
            one.play(moment.action, moment.seat) if len(one.to_choose) > 1 else None
        elif seat in one.to_choose and len(one.to_choose) > 1:
            one.play(moment.action, seat)
            other.play(moment.action, seat)
    elif isinstance(one.pending, Ask):
        one.play(moment.action, moment.seat)
        try:
            other.play(moment.action, moment.seat)
        except WargameError as problem:
            if moment.seat == seat:
                raise moment.broken(f"{seat} may play {moment.action} in one world, in another: {problem}") from problem
            return  # another seat's choice may well be impossible in a world that only this seat thinks possible
    revealed = [any(event.revealing(match.board) for event in _events(match)) for match in (one, other)]
    if revealed[0] != revealed[1] and moment.seat == seat:
        raise moment.broken(f"{moment.action} reveals something in one world and nothing in another")
    if one.can_undo(seat) != other.can_undo(seat):
        raise moment.broken(f"{seat} may take {moment.action} back in one world and not in another")
    if any(revealed):
        return
    if (found := difference(plain(one.view(seat).to_json()), plain(other.view(seat).to_json()))) is not None:
        raise moment.broken(f"{moment.action} shows {seat} what it does not reveal: {found}")
    rows = [list(seat_rows(match.rules, match.entries, seat)) for match in (one, other)]
    if (found := difference(*map(plain, rows))) is not None:
        raise moment.broken(f"after {moment.action} {seat}'s record tells two worlds apart: {found}")


def _match(state: State) -> Match:
    return Match.of(state, chance="explicit")


def _events(match: Match) -> list[Any]:
    return [event for entry in match.entries for event in entry.events]
