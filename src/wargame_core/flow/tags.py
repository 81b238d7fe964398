"""Tags of what a seat has been told so far: they tell it nothing, and no two situations that it knows share one."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import blake2b

from wargame_core.flow.choices import Action
from wargame_core.flow.codec import Codec
from wargame_core.flow.entries import Chose, ChoseTogether, Entry, Rolled


class Tags:
    """Makes the tags of one match, from a secret that it keeps to itself; the same secret makes the same tags."""

    __slots__ = ("_secret", "_told")

    def __init__(self, secret: bytes = b"") -> None:
        self._secret = secret or secrets.token_bytes(16)
        self._told: dict[str, list[tuple[Entry, bytes]]] = {}

    def like(self) -> Tags:
        """For a copy of the match: its tags are the same."""
        return Tags(self._secret)

    def tag(
        self, codec: Codec, seat: str, entries: Sequence[Entry], now: tuple[object, ...], commits: Mapping[str, Action]
    ) -> str:
        """A tag of all that ``seat`` was told, has chosen and is asked ``now``."""
        told = self._told.setdefault(seat, [])
        while told and (len(told) > len(entries) or told[-1][0] is not entries[len(told) - 1]):
            told.pop()  # it was taken back
        for entry in entries[len(told) :]:
            before = told[-1][1] if told else self._secret
            known = _known(codec, seat, entry)
            told.append((entry, _digest(before, repr(known)) if known else before))
        chosen = codec.to_json(commits[seat]) if seat in commits else None
        return _digest(told[-1][1] if told else self._secret, repr((seat, now, chosen))).hex()


def _known(codec: Codec, seat: str, entry: Entry) -> list[object]:
    """What a seat knows of an entry; nothing where it has learnt nothing."""
    known: list[object] = [codec.to_json(event) for event in entry.feeds.get(seat, ())]
    match entry:
        case Chose() if entry.seat == seat:
            known.append(codec.to_json(entry.action))
        case ChoseTogether() if seat in entry.actions:
            known.append(codec.to_json(entry.actions[seat]))
        case Rolled() if entry.seen(seat):
            known.append((entry.label, entry.face))
    return known


def _digest(before: bytes, text: str) -> bytes:
    return blake2b(text.encode(), key=before, digest_size=16).digest()
