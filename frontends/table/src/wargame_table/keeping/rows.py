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
from typing import Literal, TypeAlias

from attrs import evolve, field, frozen

from wargame_core import Game, Match, Record, Seeded, UnknownName, WargameError
from wargame_core.authoring import Action
from wargame_core.dice import new_seed
from wargame_core.errors import UnknownBot
from wargame_core.flow.entries import Chose, Entry
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.lessons import Lesson
from wargame_core.limits import MESSAGE, shorten
from wargame_core.records.file_format import entry_to_json, header_of
from wargame_core.replays import from_last_snapshot
from wargame_lab.puzzles.lessons import taught_lesson

PLAY, PLANNED, UNDO, SEAT, CONTINUE = "play", "planned", "undo", "seat", "continue"
OFFER, ANSWER, CLOSE, AGAIN, HINTS = "offer", "answer", "close", "again", "hints"
"""The kinds of rows.

A choice, a choice with what its bot said of its plans, a choice taken back (also one that stands by the rules, if the
others agree: then with the answers that remain), who plays a seat, a game that goes on from what is kept of it; what a
seat offers to the others, what one of them says to it, the end that people have made of the game, the table at which it
is begun anew, and that people have agreed on hints.
"""
CHOICES = (PLAY, PLANNED)
TimeLimit: TypeAlias = Literal["none", "game", "choice"]
"""What the seconds of a clock are for: nobody loses by it, or whoever uses more in the game, or for one choice."""


SHORTEST_TIME_LIMIT = 10
"""Seconds that each seat has at least where a game ends when they are used up."""


@frozen(kw_only=True)
class Opening:
    """How a game began. ``seed`` and ``secret`` never leave the server before the end."""

    game: str
    """What finds the game; the path of a designer's folder never leaves the server."""
    scenario: str
    options: Mapping[str, str] = field(factory=dict)
    bots: Mapping[str, str] = field(factory=dict)
    referee: bool = False
    """Whether there is a link for somebody who sees everything; everybody at the table is told so."""
    clock: int = 0
    """Seconds of thinking that each seat is allowed; 0 for no clocks."""
    time_limit: TimeLimit = "none"
    """What these are for, and whether the game ends when they are used up."""
    delay: int = 0
    """How many turns who watches is behind."""
    hooks: Mapping[str, str] = field(factory=dict, repr=False)
    """Addresses that are told when it is a seat's turn, by seat."""
    again: int = 0
    """How many tables came before this one, each begun anew at the next."""
    lesson: str = ""
    """The id of the lesson or puzzle that is taught here, if one is."""
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
        time_limit: TimeLimit = "none",
    ) -> Opening:
        """A new game with fresh dice. Raises `UnknownName` for a wrong scenario, option, value, seat or bot.

        Raises `WargameError` for a limit of time that cannot be.
        """
        if time_limit != "none" and (clock < SHORTEST_TIME_LIMIT or len(game.seats) != 2):
            raise WargameError(
                f"a game of {len(game.seats)} seats with a clock of {clock} s cannot end when the time of a "
                f"{time_limit} is up: it takes two seats, and {SHORTEST_TIME_LIMIT} s or more for each"
            )
        for seat, bot in (bots or {}).items():
            if seat not in game.seats:
                raise UnknownName("seat", seat, game.seats)
            if bot not in game.bots:
                raise UnknownBot(bot, game.bots)
        return Opening(
            game=game.id,
            scenario=game.rules.scenario(scenario).id,
            options=game.rules.read_options(options or {}),
            bots=dict(bots or {}),
            referee=referee,
            clock=clock,
            delay=delay,
            time_limit=time_limit,
            rules=game.rules.version,
            data=game.rules.source.digest,
        )

    @staticmethod
    def of_lesson(game: Game, lesson: Lesson, bots: Mapping[str, str] | None = None) -> Opening:
        """The scene of a lesson, with its dice; ``bots`` play the other seats when it is over, else the usual one does.

        Raises as `of`.
        """
        file = lesson.file
        usual_bot = next(iter(game.bots))
        other_bots = {seat: usual_bot for seat in game.seats if seat != file.seat}
        match = lesson.begin(game, file.seed)
        opening = Opening.of(game, match.scenario, match.options, {**other_bots, **(bots or {})})
        return evolve(opening, seed=file.seed, lesson=lesson.id)

    def key(self, purpose: str) -> bytes:
        """A key made from the secret, another one for each purpose."""
        return blake2b(purpose.encode(), key=bytes.fromhex(self.secret), digest_size=16).digest()

    def begin(self, game: Game) -> Match:
        """The match at its beginning, with the dice, the salt and the tags that it has in every process."""
        if (lesson := self.lesson_taught(game)) is not None:
            match = lesson.begin(game, self.seed)
            match.bind(self.key("match"))
            lesson.set_scene(match)
            return match
        match = Match.start(game.rules, self.scenario, self.options, dice=Seeded(self.seed), seed=self.seed)
        match.bind(self.key("match"))
        return match

    def lesson_taught(self, game: Game) -> Lesson | None:
        """The lesson or puzzle that is taught here; None where none is. Raises `UnknownName` for one that is gone."""
        return taught_lesson(game, self.game, self.lesson) if self.lesson else None


@frozen(kw_only=True)
class Row:
    """One thing done at a table. ``n`` goes up by one with every row, also with those that take something back."""

    n: int
    kind: str
    seat: str
    body: JsonMapping = field(factory=dict)
    at: float = field(default=0.0, eq=False)
    """When it was done, in seconds of the clock of the process that took it."""
    action: Action | None = field(default=None, eq=False, repr=False)
    """The action that ``body`` stands for, where it was read already; it is not kept."""


MOST_BYTES_BESIDE_TEXT = 300
"""Bytes that a row or a sentence takes at most beside its text: its columns, and its places in indexes."""


def bytes_of(row: Row) -> int:
    """The bytes that a row takes where it is kept, with nothing signed."""
    return len(_text(dict(row.body)).encode()) + MOST_BYTES_BESIDE_TEXT


def play_row(match: Match, row: Row) -> Match:
    """The match after what a row says: another one where the others let a seat take back what stands by the rules.

    Raises `WargameError` where today's rules refuse it.
    """
    match row.kind:
        case "play" | "planned":
            action = row.body if row.kind == PLAY else row.body["action"]
            match.play(action if row.action is None else row.action, row.seat)
        case "undo" if TO in row.body:
            return match.fork(int(row.body[TO]))
        case "undo":
            match.undo(row.seat)
        case "seat" | "offer" | "answer" | "close" | "again" | "hints":
            pass
        case _:
            raise WargameError(f"row {row.n} is of a kind that this version does not know: {row.kind}")
    return match


TO = "to"
"""Where an agreed undo leads: so many answers the game has had then."""


def last_choice_of(match: Match, seat: str) -> int | None:
    """How many answers the game had had before the seat chose last; None if it never chose."""
    own_choices = (entry.seq for entry in reversed(match.entries) if isinstance(entry, Chose) and entry.seat == seat)
    return next(own_choices, None)


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
        lines_of_entries, entries = self._written, match.entries[:number]
        while lines_of_entries and (
            len(lines_of_entries) > number or lines_of_entries[-1][0] is not entries[len(lines_of_entries) - 1]
        ):
            lines_of_entries.pop()
        for entry in entries[len(lines_of_entries) :]:
            lines_of_entries.append((entry, _text(entry_to_json(match.rules, entry))))
        lines = [_text(header_of(match)), *(line for _, line in lines_of_entries), _text({"snapshot": state.to_json()})]
        return "\n".join(lines)


def _text(row: JsonObject) -> str:
    return json.dumps(row, separators=(",", ":"))


def check_story(opening: Opening, game: Game, match: Match, story: str | None) -> None:
    """Raises `WargameError` where other rules than the game was played by tell another story of it."""
    if story is None or (opening.rules, opening.data) == (game.rules.version, game.rules.source.digest):
        return
    _, *lines, _ = story.split("\n")
    if [_text(entry_to_json(match.rules, entry)) for entry in match.entries[: len(lines)]] != lines:
        raise WargameError("they lead to another story from the same choices")


def continuation(story: str, row_number: int, reason: str) -> Row:
    """Row ``row_number``, after which a game goes on from what is kept of it; the rows before it count no more."""
    words = (
        f"The rules or data of this game have changed since it was played ({reason}). It goes on from the beginning "
        "of the last turn that is kept; what was chosen since then is to be chosen again."
    )
    return Row(n=row_number, kind=CONTINUE, seat="", body={"story": story, "because": shorten(words, MESSAGE)})


def match_to_continue(game: Game, opening: Opening, rows: Sequence[Row]) -> tuple[Match, int]:
    """The match at its beginning, or where it was continued last, and the number of the first row to play then.

    Raises `WargameError` where the story does not fit the game of today.
    """
    last_continuation = max((row.n for row in rows if row.kind == CONTINUE), default=None)
    if last_continuation is None:
        return opening.begin(game), 0
    header, *lines = (json.loads(line) for line in str(rows[last_continuation].body["story"]).split("\n"))
    match = from_last_snapshot(Record(header, tuple(lines)), game, "this table", Seeded(opening.seed), opening.seed)
    match.bind(opening.key("match"))
    return match, last_continuation + 1


def continuation_notice(rows: Iterable[Row]) -> str:
    """What people are told of a game that was continued; empty for one that never was."""
    return next((str(row.body["because"]) for row in reversed([*rows]) if row.kind == CONTINUE), "")
