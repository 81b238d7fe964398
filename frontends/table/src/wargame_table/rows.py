"""A table as it is kept: how its game began, and one row for everything that was done since.

A match is a function of the two. Any process that has the rows has the same game, the same dice and the same tags.
That holds under the rules by which it was played. So once a turn the record of what happened (`Chronicle`) is kept
beside the rows. When today's rules refuse a row, or tell another story of the same rows, the game goes on from the last
turn that is kept, and everybody is told so.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b

from attrs import field, frozen

from wargame_core.dice import Seeded, new_seed
from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.codec import Codec
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.events import Event
from wargame_core.flow.match import Match
from wargame_core.flow.screens import marked_sentence
from wargame_core.flow.view import View
from wargame_core.game import Game
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import MESSAGE, harmless, shorten
from wargame_core.records.lines import entry_to_json, header_of
from wargame_core.records.record import Record
from wargame_core.records.verification import from_last_snapshot
from wargame_core.rulings import Ruling

PLAY, PLANNED, UNDO, SEAT, CONTINUE = "play", "planned", "undo", "seat", "continue"
"""The kinds of rows.

A choice, a choice with what its bot said of its plans, a choice taken back, who plays a seat, a game that goes on from
what is kept of it.
"""
CHOICES = (PLAY, PLANNED)


@frozen(kw_only=True)
class Opening:
    """How a game began. ``seed`` and ``secret`` never leave the server before the end."""

    game: str
    scenario: str
    options: Mapping[str, str] = field(factory=dict)
    bots: Mapping[str, str] = field(factory=dict)
    referee: bool = False
    """Whether there is a link for somebody who sees everything; everybody at the table is told so."""
    clock: int = 0
    """Seconds of thinking that each seat is allowed; 0 for no clocks. Nothing is forfeited."""
    delay: int = 0
    """How many turns who watches is behind."""
    hooks: Mapping[str, str] = field(factory=dict, repr=False)
    """Addresses that are told when it is a seat's turn, by seat."""
    home: str = ""
    """Where the people of this table find its server: what its pages were asked at, as https://games.example.org."""
    seed: int = field(factory=new_seed, repr=False)
    secret: str = field(factory=lambda: secrets.token_hex(16), repr=False)
    rules: str = ""
    data: str = ""

    @staticmethod
    def of(
        game: Game,
        scenario: str | None = None,
        options: Mapping[str, object] | None = None,
        bots: Mapping[str, str] | None = None,
        referee: bool = False,
        clock: int = 0,
        delay: int = 0,
    ) -> Opening:
        """A new game with fresh dice. Raises `UnknownName` for a wrong scenario, option, value, seat or bot."""
        for seat, bot in (bots or {}).items():
            if seat not in game.seats:
                raise UnknownName("seat", seat, game.seats)
            if bot not in game.bots:
                raise UnknownName("bot", bot, game.bots)
        return Opening(
            game=game.id,
            scenario=game.rules.scenario(scenario).id,
            options=game.rules.read_options(options or {}),
            bots=dict(bots or {}),
            referee=referee,
            clock=clock,
            delay=delay,
            rules=game.rules.version,
            data=game.rules.digest,
        )

    def key(self, purpose: str) -> bytes:
        """A key made from the secret, another one for each purpose."""
        return blake2b(purpose.encode(), key=bytes.fromhex(self.secret), digest_size=16).digest()

    def begin(self, game: Game) -> Match:
        """The match at its beginning, with the dice, the salt and the tags that it has in every process."""
        match = Match.begin(game.rules, self.scenario, self.options, dice=Seeded(self.seed), seed=self.seed)
        match.bind(self.key("match"))
        return match


@frozen(kw_only=True)
class Row:
    """One thing done at a table. ``n`` goes up by one with every row, also with those that take something back."""

    n: int
    kind: str
    seat: str
    body: JsonMapping = field(factory=dict)
    at: float = field(default=0.0, eq=False)
    """When it was done, in seconds of the clock of the process that took it."""


def play_row(match: Match, row: Row) -> None:
    """Do in a match what a row says. Raises `WargameError` where today's rules refuse it."""
    match row.kind:
        case "play":
            match.play(row.body, row.seat)
        case "planned":
            match.play(row.body["action"], row.seat)
        case "undo":
            match.undo(row.seat)
        case "seat":
            pass
        case _:
            raise WargameError(f"row {row.n} is of a kind that this version does not know: {row.kind}")


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
        self._followed: list[tuple[Entry, int]] = []

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
        kept = min(len(tags), len(self._tags))
        while kept and tags[kept - 1] != self._tags[kept - 1]:
            kept -= 1
        return kept

    def follow(self, match: Match, view: View, told_alike: dict[int, JsonObject] | None = None) -> int:
        """Take away what was taken back, add what is new; returns how many of the old rows still hold.

        ``told_alike`` holds the rows made for other seats that see this board alike, by the id of their event.
        """
        entries, followed = match.entries, self._followed
        while followed and (len(followed) > len(entries) or followed[-1][0] is not entries[len(followed) - 1]):
            followed.pop()
        kept = followed[-1][1] if followed else 0
        del self.rows[kept:], self._tags[kept:], self.sources[kept:]
        for entry in entries[len(followed) :]:
            self._add(match.rules.codec, entry, view, told_alike if told_alike is not None else {})
            followed.append((entry, len(self.rows)))
        return kept

    def rebase(self, entries: Sequence[Entry]) -> None:
        """The entries of another match that has come the same way stand for those that were followed."""
        self._followed = [(entry, known) for entry, (_, known) in zip(entries, self._followed, strict=False)]

    def held(self, have: Sequence[tuple[int, str]]) -> int:
        """How many rows a screen has that says ``have``, pairs of a number of rows and the tag after them."""
        fitting = [known for known, tag in have if 0 < known <= len(self.rows) and self._tags[known - 1] == tag]
        return max(fitting, default=0)

    def _add(self, codec: Codec, entry: Entry, view: View, alike: dict[int, JsonObject]) -> None:
        if isinstance(entry, Rolled) and (view.everything or entry.seen(self.seat)):
            dice = {"die": entry.die, "face": entry.face, "for": harmless(entry.label)}
            self._append({"kind": "rolled", "dice": dice}, repr(dice), entry)
        for event in entry.events if view.everything else entry.feeds.get(self.seat, ()):
            row = alike.get(id(event))
            if row is None:
                row = alike[id(event)] = _row(event, view)
            self._append(row, codec.written(event), event)

    def _append(self, row: JsonObject, known: str, source: Event | Rolled) -> None:
        text = f"{self.tag} {known}".encode(errors="backslashreplace")
        self.rows.append(row)
        self.sources.append(source)
        self._tags.append(blake2b(text, key=self._key, digest_size=8).hexdigest())


def _row(event: Event, view: View) -> JsonObject:
    """An event for a screen: its kind, and what there is of a sentence, of what it is about, and of marks in it."""
    sentence = marked_sentence(event, view.board)
    about = sentence.about if sentence.text else event.about(view.board)
    row: JsonObject = {"kind": event.kind}
    if isinstance(getattr(event, "ruling", None), Ruling):
        row["ruling"] = True
    more = {"text": sentence.text, "about": about.to_json(), "marks": [mark.to_json() for mark in sentence.marks]}
    return row | {name: value for name, value in more.items() if value}


class Chronicle:
    """Writes the story of one match, a turn at a time."""

    def __init__(self) -> None:
        self._written: list[tuple[Entry, str]] = []
        self._turn = 0

    def turn(self, match: Match) -> str | None:
        """The record up to the beginning of the turn, once that is another one than when it was asked for last."""
        number, state = match.snapshots[-1]
        if number == self._turn:
            return None
        self._turn = number
        written, entries = self._written, match.entries[:number]
        while written and (len(written) > number or written[-1][0] is not entries[len(written) - 1]):
            written.pop()
        for entry in entries[len(written) :]:
            written.append((entry, _text(entry_to_json(match.rules, entry))))
        lines = [_text(header_of(match)), *(line for _, line in written), _text({"snapshot": state.to_json()})]
        return "\n".join(lines)


def _text(row: JsonObject) -> str:
    return json.dumps(row, separators=(",", ":"))


def checked(opening: Opening, game: Game, match: Match, story: str | None) -> None:
    """Raises `WargameError` where other rules than the game was played by tell another story of it."""
    if story is None or (opening.rules, opening.data) == (game.rules.version, game.rules.digest):
        return
    _, *lines, _ = story.split("\n")
    if [_text(entry_to_json(match.rules, entry)) for entry in match.entries[: len(lines)]] != lines:
        raise WargameError("they tell another story of the same choices")


def continuation(story: str, n: int, because: str) -> Row:
    """Row ``n``, after which a game goes on from what is kept of it; the rows before it count no more."""
    words = (
        f"The rules or data of this game have changed since it was played ({because}). It goes on from the beginning "
        "of the last turn that is kept; what was chosen since then is to be chosen again."
    )
    return Row(n=n, kind=CONTINUE, seat="", body={"story": story, "because": shorten(words, MESSAGE)})


def begun(game: Game, opening: Opening, rows: Sequence[Row]) -> tuple[Match, int]:
    """The match at its beginning, or where it was continued last, and the number of the first row to play then.

    Raises `WargameError` where the story does not fit the game of today.
    """
    last = max((row.n for row in rows if row.kind == CONTINUE), default=None)
    if last is None:
        return opening.begin(game), 0
    header, *lines = (json.loads(line) for line in str(rows[last].body["story"]).split("\n"))
    match = from_last_snapshot(Record(header, tuple(lines)), game, "this table", Seeded(opening.seed), opening.seed)
    match.bind(opening.key("match"))
    return match, last + 1


def because_of(rows: Iterable[Row]) -> str:
    """What people are told of a game that was continued; empty for one that never was."""
    return next((str(row.body["because"]) for row in reversed([*rows]) if row.kind == CONTINUE), "")
