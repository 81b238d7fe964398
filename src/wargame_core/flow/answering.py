"""Turns a seat's action into the answer that a game waits for."""

from __future__ import annotations

from collections.abc import Mapping

from wargame_core.flow.choices import Action
from wargame_core.flow.procedures import Answer, AskSecretly, Pending


def answer_with(
    pending: Pending | None, seat: str, action: Action, commits: Mapping[str, Action]
) -> tuple[Answer | None, dict[str, Action]]:
    """The answer that a legal action of ``seat`` gives, or None while other seats have to choose; and all ``commits``.

    ``commits`` are the secret choices made so far, by seat.
    """
    if not isinstance(pending, AskSecretly):
        return action, {}
    waiting = {**commits, seat: action}
    if len(waiting) < len(pending.asks):
        return None, waiting
    return {name: waiting[name] for name in pending.asks}, {}
