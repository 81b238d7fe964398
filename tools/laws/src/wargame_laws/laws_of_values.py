"""Law 13: a state can be pickled, copied, compared and hashed."""

from __future__ import annotations

import copy
import io
import pickle

from wargame_core.flow.match import Match
from wargame_core.flow.rules import Rules
from wargame_core.flow.state import State
from wargame_laws.comparing import difference, plain
from wargame_laws.recording import LawBroken, Moment
from wargame_laws.trials import Trial


def law_states_are_values(trial: Trial) -> None:
    """A state that was pickled and read back is equal to it, has its hash and goes on like it; a copy is the state."""
    _same_elsewhere(trial)
    for play in trial.plays(0.2):
        for moment in play:
            _same_after_pickling(moment)
            _goes_on_from(moment)


def _same_elsewhere(trial: Trial) -> None:
    """Check plain pickling, which loads the game again, as in another process; once, because loading takes time."""
    if trial.game.rules.origin is None:
        return
    state = trial.start(next(iter(trial.seeds))).state
    state.board  # noqa: B018 - as below
    back = pickle.loads(pickle.dumps(state))
    if back != state or hash(back) != hash(state):
        raise LawBroken(
            "a state that was pickled and read back is not equal to it: fields of printed data need eq=False"
        )


def _same_after_pickling(moment: Moment) -> None:
    state = moment.match.state
    state.board  # noqa: B018 - what was looked at must be left behind
    if copy.copy(state) is not state or copy.deepcopy(state) is not state:
        raise moment.broken("a state never changes, and yet its copy is another object")
    back = pickled(state)
    if back != state or hash(back) != hash(state):
        raise moment.broken("the state that was pickled and read back is not equal to it")
    if (flaw := difference(plain(state.to_json()), plain(back.to_json()))) is not None:
        raise moment.broken(f"the state changed in pickling: {flaw}")


def _goes_on_from(moment: Moment) -> None:
    live, dice = moment.fork(), moment.match.dice
    again = Match.of(moment.match.state, dice=dice, chance="seeded" if dice else "explicit")
    if dict(live.commits) != dict(again.commits):
        raise moment.broken("the match of a state has lost the choices made in secret")
    live.play(moment.action, moment.seat)
    again.play(moment.action, moment.seat)
    if live.state != again.state:
        raise moment.broken(f"after {moment.action} the match of a state is elsewhere")


def pickled(state: State) -> State:
    """The state after pickling and unpickling, with the rules of this process."""
    file = io.BytesIO()
    _Pickler(file).dump(state)
    file.seek(0)
    back: State = _Unpickler(file, state.rules).load()
    return back


class _Pickler(pickle.Pickler):
    def persistent_id(self, value: object) -> str | None:
        return "rules" if isinstance(value, Rules) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, rules: Rules) -> None:
        super().__init__(file)
        self._rules = rules

    def persistent_load(self, name: object) -> Rules:
        return self._rules
