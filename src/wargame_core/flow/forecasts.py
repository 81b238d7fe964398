"""The exact probabilities of what dice may lead to."""

from __future__ import annotations

from wargame_core.flow.procedures import Roll
from wargame_core.flow.state import State
from wargame_core.odds import Distribution


def settled(state: State) -> Distribution[State]:
    """The positions after all pending rolls of ``state``, each with its exact probability."""
    roll = state.pending
    if not isinstance(roll, Roll):
        return Distribution.certain(state)
    return roll.outcomes.then(lambda face: settled(state.after(face)))
