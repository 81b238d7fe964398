"""Tags for what a seat has been told so far: they reveal nothing, and different knowledge has different tags."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import blake2b

from wargame_core.flow.choices import Action
from wargame_core.flow.codec import Codec
from wargame_core.flow.entries import Chose, ChoseTogether, Entry, Rolled
from wargame_core.flow.visibility import REFEREE


class Tags:
    """Makes the tags of one match from a secret; the same secret makes the same tags."""

    __slots__ = ("_secret", "_told")

    def __init__(self, secret: bytes = b"") -> None:
        self._secret = secret or secrets.token_bytes(16)
        self._told: dict[str, list[tuple[Entry, bytes]]] = {}

    def like(self) -> Tags:
        """A copy for a fork of the match, which makes the same tags."""
        copy = Tags(self._secret)
        copy._told = {seat: list(known) for seat, known in self._told.items()}
        return copy

    def tag(
        self, codec: Codec, seat: str, entries: Sequence[Entry], now: tuple[object, ...], commits: Mapping[str, Action]
    ) -> str:
        """A tag of all that ``seat`` was told, has chosen and is asked ``now``.

        The hash of what was told before is cached, so only what is new is computed.
        """
        known = self._told.setdefault(seat, [])
        while known and (len(known) > len(entries) or known[-1][0] is not entries[len(known) - 1]):
            known.pop()  # it was taken back
        for entry in entries[len(known) :]:
            before = known[-1][1] if known else self._secret
            for item in _known(codec, seat, entry):  # one by one: who answered in between is not told
                before = _digest(before, item)
            known.append((entry, before))
        known_commits = commits if seat == REFEREE else [name for name in commits if name == seat]
        chosen = [codec.to_json(commits[name]) for name in known_commits] or None
        return _digest(known[-1][1] if known else self._secret, repr((seat, now, chosen))).hex()


def _known(codec: Codec, seat: str, entry: Entry) -> list[str]:
    """What a seat knows of an entry, each part as text; nothing where it has learnt nothing."""
    everything = seat == REFEREE
    known: list[str] = []
    match entry:
        case Chose() if everything or entry.seat == seat:
            known.append(repr(codec.to_json(entry.action)))
        case ChoseTogether(actions=actions):
            known += [repr(codec.to_json(actions[name])) for name in actions if everything or name == seat]
        case Rolled() if everything or entry.seen(seat):
            known.append(repr((entry.label, entry.face)))
    return known + [codec.written(event) for event in (entry.events if everything else entry.feeds.get(seat, ()))]


def _digest(before: bytes, text: str) -> bytes:
    return blake2b(text.encode(), key=before, digest_size=16).digest()
