"""The rows that a seat was told, each with a tag by which a screen says how far it has come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from hashlib import blake2b

from wargame_core import Match, View
from wargame_core.authoring import Event
from wargame_core.flow.codec import Codec
from wargame_core.flow.entries import Entry, Rolled, Started
from wargame_core.json_form import JsonObject
from wargame_pictures.stories.rows import Heads, event_row, roll_row


class Feed:
    """The rows of one seat. `follow` brings them up to date after a play, an undo, or many of both.

    What is new is told by the board as it is then, so whoever follows after every choice has each row told by the
    board of its own time.
    """

    def __init__(self, seat: str, key: bytes) -> None:
        self.seat, self._key = seat, key
        self.begin()

    def begin(self) -> None:
        """As if nothing had been told yet."""
        self.rows: list[JsonObject] = []
        self.sources: list[Event | Rolled] = []
        """What each row tells, as the seat may know it."""
        self._tags: list[str] = []
        self._followed_entries: list[tuple[Entry, int, Heads]] = []
        """Each entry with the number of rows up to its end, and the heads as they were then."""
        self._turn = 0
        """The turn in which somebody was asked when the feed was followed last."""

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def tag(self) -> str:
        """The tag of all rows; empty before any."""
        return self._tags[-1] if self._tags else ""

    @property
    def tags(self) -> Sequence[str]:
        """The tag after each row. Each follows from all rows before it too."""
        return self._tags

    def kept_of(self, tags: Sequence[str]) -> int:
        """How many rows still hold of those after which these were the `tags`."""
        row_count = min(len(tags), len(self._tags))
        while row_count and tags[row_count - 1] != self._tags[row_count - 1]:
            row_count -= 1
        return row_count

    def follow(self, match: Match, view: View, telling: Telling | None = None) -> int:
        """Take away what was taken back, add what is new; returns how many of the old rows still hold.

        ``telling`` makes the rows where other seats are told in the same words.
        """
        entries, followed_entries = match.entries, self._followed_entries
        while followed_entries and (
            len(followed_entries) > len(entries) or followed_entries[-1][0] is not entries[len(followed_entries) - 1]
        ):
            followed_entries.pop()
        rows_kept = followed_entries[-1][1] if followed_entries else 0
        if rows_kept < len(self.rows):
            del self.rows[rows_kept:], self._tags[rows_kept:], self.sources[rows_kept:]
        heads = copy(followed_entries[-1][2]) if followed_entries else Heads(match.rules)
        for entry in entries[len(followed_entries) :]:
            self._add(match.rules.codec, entry, view, telling or Telling(view), heads)
            followed_entries.append((entry, len(self.rows), copy(heads)))
        if view.waiting_for:
            self._turn = match.rules.turn_of(view.board)
        return rows_kept

    def rebase(self, entries: Sequence[Entry]) -> None:
        """The entries of another match that has come the same way stand for those that were followed."""
        self._followed_entries = [
            (entry, row_count, heads)
            for entry, (_, row_count, heads) in zip(entries, self._followed_entries, strict=False)
        ]

    def count_held(self, held_tags: Sequence[tuple[int, str]]) -> int:
        """How many rows a screen has that says ``held_tags``, pairs of a number of rows and the tag after them."""
        fitting_counts = [
            count for count, tag in held_tags if 0 < count <= len(self.rows) and self._tags[count - 1] == tag
        ]
        return max(fitting_counts, default=0)

    def answer_of(self, row: int) -> int:
        """The number of answers before the one that a row tells of."""
        return next(
            (number for number, (_, count, _) in enumerate(self._followed_entries) if count > row),
            len(self._followed_entries),
        )

    def rows_before(self, answers: int) -> int:
        """How many rows tell of the first so many answers."""
        counts = self._followed_entries[:answers]
        return counts[-1][1] if counts else 0

    def rows_up_to(self, seq: int) -> int:
        """How many rows tell of what happened before the game had had more than ``seq`` answers."""
        earlier_counts = (
            count
            for entry, count, _ in reversed(self._followed_entries)
            if entry.seq < seq or isinstance(entry, Started)
        )
        return next(earlier_counts, 0)

    def _add(self, codec: Codec, entry: Entry, view: View, telling: Telling, heads: Heads) -> None:
        if entry.actions:
            heads.choose(entry.actions, entry.cursor)
        if isinstance(entry, Rolled) and (view.everything or entry.seen(self.seat)):
            row = roll_row(entry)
            self._append(heads.headed(row, entry.cursor, self._turn), repr(row["dice"]), entry)
        for number, event in enumerate(entry.told(self.seat)):
            row = heads.headed(telling.row(event), entry.step_of(number, self.seat), self._turn)
            self._append(row, codec.written(event), event)

    def _append(self, row: JsonObject, identity: str, source: Event | Rolled) -> None:
        text = f"{self.tag} {identity}".encode(errors="backslashreplace")
        self.rows.append(row)
        self.sources.append(source)
        self._tags.append(blake2b(text, key=self._key, digest_size=8).hexdigest())


def follow_moments(feed: Feed, moments: Iterable[tuple[Match, bool]]) -> Iterator[tuple[Match, View, int, bool]]:
    """Let a feed follow moments, each a match and whether something was taken back.

    Yields each with the view of the feed's seat, and how many of the rows before it still hold.
    """
    for match, taken_back in moments:
        view = match.view(feed.seat)
        if taken_back:
            feed.rebase(match.entries)
        yield match, view, feed.follow(match, view), taken_back


class Telling:
    """The rows of what has happened since a moment, each made once, as who has this view may know it."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._rows: dict[int, JsonObject] = {}

    def row(self, event: Event) -> JsonObject:
        """The row of an event; the match keeps the event, so its id stays its own."""
        row = self._rows.get(id(event))
        if row is None:
            row = self._rows[id(event)] = event_row(event, self._view)
        return row
