"""How long each seat has thought: told to everybody, and nothing follows from it but what people make of it."""

from __future__ import annotations

from collections.abc import Sequence

from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Ask, AskSecretly
from wargame_core.json_form import JsonObject


class Clocks:
    """The thinking time of each seat, from the times of the rows alone: the same in every process.

    They begin with the first row. While several seats choose in secret all their clocks run to the end of it: when one
    of them has chosen is nobody's business.
    """

    def __init__(self, seats: Sequence[str], allowed: int) -> None:
        self.seats, self.allowed = seats, allowed
        self.begin()

    def begin(self) -> None:
        """As before the first row."""
        self._used = dict.fromkeys(self.seats, 0.0)
        self._running: tuple[str, ...] = ()
        self._since, self._seq = 0.0, -1

    def follow(self, match: Match, at: float) -> None:
        """Something was done at this time, in seconds."""
        if match.seq == self._seq:
            return  # somebody sat down, or chose in secret
        for seat in self._running:
            self._used[seat] += max(0.0, at - self._since)
        self._running, self._since, self._seq = _asked(match), at, match.seq

    def to_json(self) -> JsonObject:
        """Seconds allowed to each seat, seconds used up to ``since``, and whose clock has been running from then on."""
        used = {seat: int(seconds) for seat, seconds in self._used.items()}
        return {"allowed": self.allowed, "used": used, "running": list(self._running), "since": int(self._since)}


def _asked(match: Match) -> tuple[str, ...]:
    pending = match.pending
    if isinstance(pending, AskSecretly):
        return tuple(pending.asks)
    return (pending.seat,) if isinstance(pending, Ask) else ()
