"""The law of undo: exactly one choice back, and never across what somebody has learnt."""

from __future__ import annotations

from wargame_core.errors import NotYourTurn
from wargame_core.flow.barrier import came_into_sight, foreseen, uncovered
from wargame_core.flow.entries import Chose
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Ask
from wargame_core.flow.state import State
from wargame_core.flow.updates import Update
from wargame_core.flow.visibility import SPECTATOR
from wargame_laws.comparing import difference, plain, text_of
from wargame_laws.recording import Moment
from wargame_laws.trials import Trial

WORLDS = 4
"""The number of further worlds in which a choice that may be taken back is tried."""


def law_undo_goes_exactly_one_choice_back(trial: Trial) -> None:
    """Undo gives back an equal state, and never crosses a roll, a change of seat or what somebody learnt."""
    for play in trial.plays():
        for moment in play:
            _undo(moment)


def _undo(moment: Moment) -> None:
    match, seat, action = moment.fork(), moment.seat, moment.action
    before, seen = match.state, {name: plain(match.view(name).to_json()) for name in match.rules.seats}
    update = match.play(action, seat)
    _may_be_undone_or_not(moment, match, before, update)
    if not match.can_undo(seat):
        try:
            match.undo(seat)
        except NotYourTurn:
            return
        raise moment.broken(f"{seat} took {action} back although it may not")
    after = match.state
    match.undo(seat)
    if match.state != before or text_of(match.state.to_json()) != text_of(before.to_json()):
        flaw = difference(plain(before.to_json()), plain(match.state.to_json()))
        raise moment.broken(f"taking {action} back does not give the state before it: {flaw}")
    for name, view in seen.items():
        if (flaw := difference(view, plain(match.view(name).to_json()))) is not None:
            raise moment.broken(f"after taking {action} back {name}'s view differs: {flaw}")
    match.play(action, seat)
    if match.state != after:
        raise moment.broken(f"{action} taken back and played again leads elsewhere")


def _may_be_undone_or_not(moment: Moment, played: Match, before: State, update: Update) -> None:
    """Who may take the choice back: who chose in secret, or who is asked again when nobody has learnt anything."""
    seat, action = moment.seat, moment.action
    committed = not update.entries and played.pending is not None
    same = isinstance(played.pending, Ask) and played.pending.seat == seat
    match update.entries:
        case (Chose() as chose,) if same:
            free = not _has_taught(moment, played, before, chose)
        case _:
            free = False
    for name in played.rules.seats:
        may = (committed and name in (seat, *before.commits)) or (name == seat and free)
        if played.can_undo(name) != may or played.view(name).can_undo != may:
            crossing = "a roll, a change of seat or what somebody learnt" if not may else "nothing"
            raise moment.broken(f"{name} {'may not' if may else 'may'} take {action} back across {crossing}")


def _has_taught(moment: Moment, match: Match, before: State, chose: Chose) -> bool:
    """Whether the choice showed anybody anything: the game says so, or play in worlds not tried by the match does."""
    if any(event.revealing(match.board) and not event.by_sight for event in chose.events):
        return True
    seats = (*match.rules.seats, SPECTATOR)
    if came_into_sight(before.board, chose, match.board):
        return True
    if any(uncovered(before.board, match.board, seat) for seat in seats):
        return True
    if foreseen(before, chose, match._runner):
        if not foreseen(before, chose, match._runner, worlds=WORLDS, rng=moment.rng):
            raise moment.broken(f"{moment.action} may be taken back, and comes out otherwise in worlds not tried")
        return False
    return True
