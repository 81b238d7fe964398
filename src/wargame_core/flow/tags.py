"""Tags of what a seat knows: a screen says by one which position it shows, and which events it has had.

A tag has two parts: a digest of all that the seat knows, which tells one position from another, and the number of its
events with digests of some beginnings of them. By these anybody who has the match finds how much of what a screen
shows still holds, after any number of choices and undos, without having kept anything of that screen.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from attrs import frozen

from wargame_core.errors import MalformedAction
from wargame_core.flow.choices import Action
from wargame_core.flow.codec import Codec
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.visibility import REFEREE
from wargame_core.limits import quote

BACK = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
"""By how many events the beginnings that a tag has digests of are shorter than all.

Where what was taken back lies between two of them, a screen drops, and gets again, up to half as many events more.
"""
_DIGEST_LETTERS = 6
_TAG = re.compile(rf"[0-9a-f]{{32}}-(\d{{1,9}})-((?:[0-9a-f]{{{_DIGEST_LETTERS}}}){{0,{len(BACK)}}})")


@frozen
class _DigestedEntry:
    """An entry that was followed: the digest of all up to it, and those of the events that the seat was told.

    ``event_count`` is the number of all events up to it.
    """

    entry: Entry
    known: bytes
    events: tuple[bytes, ...]
    event_count: int


class _EventDigests(Sequence[bytes]):
    """The digests of all events that a seat was told, each of all up to it, read where the entries have them.

    A table asks for few of them after every answer: to list all would take longer with every answer of a game.
    """

    def __init__(self, followed_entries: Sequence[_DigestedEntry]) -> None:
        self._followed = followed_entries

    def __len__(self) -> int:
        return self._followed[-1].event_count if self._followed else 0

    def __getitem__(self, number: Any) -> Any:
        index = bisect_right(self._followed, number, key=lambda entry: entry.event_count)
        return self._followed[index].events[number - self._followed[index].event_count]


class Tags:
    """Makes the tags of one match from a secret; the same secret makes the same tags."""

    __slots__ = ("_followed", "_secret")

    def __init__(self, secret: bytes = b"") -> None:
        self._secret = secret or os.urandom(16)
        self._followed: dict[str, list[_DigestedEntry]] = {}

    def like(self) -> Tags:
        """A copy for a fork of the match, which makes the same tags."""
        copy = Tags(self._secret)
        copy._followed = {seat: list(followed_entries) for seat, followed_entries in self._followed.items()}
        return copy

    def tag(
        self,
        codec: Codec,
        seat: str,
        entries: Sequence[Entry],
        question: tuple[object, ...],
        commits: Mapping[str, Action],
    ) -> str:
        """A digest of all that ``seat`` was told and has chosen, and of the ``question`` that it is asked now."""
        followed_entries = self._follow(codec, seat, entries)
        known_commits = commits if seat == REFEREE else [name for name in commits if name == seat]
        commits_json = [codec.to_json(commits[name]) for name in known_commits] or None
        return _digest(
            followed_entries[-1].known if followed_entries else self._secret, repr((seat, question, commits_json))
        ).hex()

    def told(self, codec: Codec, seat: str, entries: Sequence[Entry]) -> Sequence[bytes]:
        """The digests of the events that ``seat`` was told, each of all up to it; no secret is in them."""
        return _EventDigests(self._follow(codec, seat, entries))

    def _follow(self, codec: Codec, seat: str, entries: Sequence[Entry]) -> list[_DigestedEntry]:
        """The entries with their digests. Those of what was there before are kept: only what is new is computed."""
        followed_entries = self._followed.setdefault(seat, [])
        while followed_entries and (
            len(followed_entries) > len(entries) or followed_entries[-1].entry is not entries[len(followed_entries) - 1]
        ):
            followed_entries.pop()  # it was taken back
        if len(followed_entries) == len(entries):
            return followed_entries
        count = followed_entries[-1].event_count if followed_entries else 0
        digest_before = next((witness.events[-1] for witness in reversed(followed_entries) if witness.events), b"")
        for entry in entries[len(followed_entries) :]:
            known_digest = followed_entries[-1].known if followed_entries else self._secret
            for item in _chosen_and_seen(codec, seat, entry):  # one by one: who answered in between is not told
                known_digest = _digest(known_digest, item)
            events = []
            for event in entry.told(seat):
                event_text = codec.written(event)
                known_digest, digest_before = _digest(known_digest, event_text), _digest(digest_before, event_text)
                events.append(digest_before)
            count += len(events)
            followed_entries.append(_DigestedEntry(entry, known_digest, tuple(events), count))
        return followed_entries


def told_tag(told_digests: Sequence[bytes]) -> str:
    """The part of a tag that says which events a screen has had: their number, and digests of beginnings of them."""
    count = len(told_digests)
    tags = (
        told_digests[count - events_back - 1].hex()[:_DIGEST_LETTERS] for events_back in BACK if events_back < count
    )
    return f"{count}-{''.join(tags)}"


def kept_of(tag: str, told_digests: Sequence[bytes]) -> tuple[int, int]:
    """How many events a screen with this tag has had, and how many of them surely still hold; 0 and 0 for "".

    Raises `MalformedAction` for what is not a tag.
    """
    if tag == "":
        return 0, 0
    tag_match = _TAG.fullmatch(tag) if isinstance(tag, str) else None
    if tag_match is None:
        raise MalformedAction(f"since takes the at of an earlier view of this seat, not {quote(tag)}")
    had, digests = int(tag_match[1]), tag_match[2]
    for number, events_back in enumerate(BACK):
        kept_events, digest = had - events_back, digests[number * _DIGEST_LETTERS : (number + 1) * _DIGEST_LETTERS]
        if (
            0 < kept_events <= len(told_digests)
            and digest
            and told_digests[kept_events - 1].hex()[:_DIGEST_LETTERS] == digest
        ):
            return had, kept_events
    return had, 0


def _chosen_and_seen(codec: Codec, seat: str, entry: Entry) -> list[str]:
    """What a seat knows of an entry besides the events, each part as text; nothing where it has learnt nothing."""
    sees_everything = seat == REFEREE
    parts = [repr(codec.to_json(action)) for name, action in entry.actions.items() if sees_everything or name == seat]
    if isinstance(entry, Rolled) and (sees_everything or entry.seen(seat)):
        parts.append(repr((entry.label, entry.face)))
    return parts


def _digest(digest_before: bytes, text: str) -> bytes:
    return blake2b(text.encode(), key=digest_before, digest_size=16).digest()
