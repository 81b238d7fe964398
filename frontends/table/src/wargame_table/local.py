"""A table in this process: people on one machine, bots that think here, rows kept by whoever called.

The worker of a page without a server and the widget of a notebook are this with a line to a screen.
"""

import json
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from traceback import format_exception
from typing import Any, TypeAlias, assert_never

from attrs import asdict, evolve, frozen

from wargame_core import SPECTATOR, Game, Match, Record, RecordError, WargameError, load
from wargame_core.flow.entries import Entry, Rolled
from wargame_core.flow.players import Player, PlayerLike, is_maker, name_of, player_from
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import ACTION, LimitError, read_json
from wargame_core.plugins.discovery import meaning
from wargame_core.records.file_format import entry_to_json
from wargame_core.records.record import parse
from wargame_lab.puzzles.lessons import taught_lesson
from wargame_table.keeping.rows import PLAY, Opening, Row, play_row
from wargame_table.messages.incoming import (
    FRAME,
    AnalysisRequest,
    CourseRequest,
    FilmRequest,
    Forecast,
    Hello,
    HintRequest,
    Refused,
    Work,
    id_in,
    id_of,
    message_of,
)
from wargame_table.play.people import AUTHOR, Bots, Out
from wargame_table.play.session import Heard, TableSession
from wargame_table.play.slow_requests import answer_of, game_called

Outgoing: TypeAlias = list[Out]
RANDOM = "random"


@frozen
class Reply:
    """What follows from a message: a row to keep first, then what to send, and what `confirm_row` returns."""

    messages: Outgoing
    row: Row | None = None
    failure: JsonObject | None = None
    """Of a bot that failed and for which chance chose: its seat, its name, and the traceback as details."""


class LocalTable:
    """A `TableSession` whose people need no keys: the key of a first message is the role itself."""

    def __init__(self, session: TableSession) -> None:
        self.session = session
        self._bots = Bots(session.game, session.opening)

    @property
    def roles(self) -> tuple[str, ...]:
        """Whom a screen may show: the seats, the spectator, and who made the table."""
        return (*self.session.game.seats, SPECTATOR, AUTHOR)

    def hear(self, connection: str, data: object) -> Reply:
        """Do what a screen says. Nothing raises: what cannot be done is answered with a refusal."""
        try:
            message = message_of(data)
            if isinstance(message, Hello):
                return Reply(self._join(connection, message))
            return self._reply_to(connection, self.session.hear(connection, message))
        except Refused as problem:
            return Reply([(connection, problem.to_json(id_of(data)))])
        except WargameError as problem:
            return Reply([(connection, Refused("unavailable", str(problem)).to_json(id_of(data)))])

    def _join(self, connection: str, hello: Hello) -> Outgoing:
        if hello.key not in self.roles:
            raise Refused("wrong_key", f"this table has no seat {hello.key}")
        if connection in self.session.people:
            self.session.leave(connection)
        return self.session.join(connection, hello.key, hello)

    def leave(self, connection: str) -> Outgoing:
        """A screen is gone."""
        return self.session.leave(connection)

    def think(self) -> Reply | None:
        """Let a bot choose, or the lesson that is taught here; None when none is to. By chance where the bot fails."""
        session = self.session
        if session.lesson_reply is not None:
            return self._reply_to("", session.answer_beforehand(session.n))
        if (seat := session.bot_to_think) is None:
            return None
        match, row_number, bot = session.match, session.n, session.bots[seat]
        try:
            bot_choice = self._bots.think(match, row_number, seat, bot)
            failure = {"seat": seat, "bot": bot, "details": "\n".join(bot_choice.faults)} if bot_choice.faults else None
            return evolve(self._reply_to("", session.play_bot_choice(seat, row_number, bot_choice)), failure=failure)
        except Exception as problem:
            warnings.warn(f"{bot} failed and a choice was made by chance: {problem!r}", stacklevel=2)
            bot_failure = {"seat": seat, "bot": bot, "details": "".join(format_exception(problem))}
        by_chance = session.play_bot_choice(seat, row_number, self._bots.think(match, row_number, seat, RANDOM))
        return evolve(self._reply_to("", by_chance), failure=bot_failure)

    def _reply_to(self, connection: str, heard: Heard) -> Reply:
        if heard.work is not None:
            return Reply([(connection, self.session.do(connection, heard.work))])
        return Reply(list(heard.messages), heard.row)

    def confirm_row(self, row: Row) -> Outgoing:
        """The row that came with `Reply` is kept: returns what the screens have to be told."""
        self._bots.follow(row)
        return self.session.after_row_kept(row)

    def catch_up(self, rows: Iterable[Row]) -> Outgoing:
        """Follow rows that somebody else has kept, in another window say."""
        self._bots.forget()
        return self.session.catch_up(rows)

    def restart_from(self, rows: Iterable[Row], connection: str, request: str, problem: Refused) -> Outgoing:
        """It could not be kept: go on from the rows that are. Returns what the screens have to be told."""
        self._bots.forget()
        self.session.restart(rows)
        return [(connection, problem.to_json(request)), *self.session.updates()]

    def sheet(self, digest: str) -> JsonObject | None:
        """A printed sheet of this table."""
        laid_sheet = self.session.sheets.sheet_with(digest)
        return laid_sheet.sheet.to_json() if laid_sheet is not None else None

    def picture(self, digest: str, theme: str) -> str | None:
        """A printed sheet as a picture."""
        laid_sheet = self.session.sheets.sheet_with(digest)
        return laid_sheet.draw(theme) if laid_sheet is not None else None


class LiveSession(TableSession):
    """The table of a match. Whatever is played elsewhere is told with `updates`; rows are kept nowhere.

    ``bots`` by seat, or one for all seats: a bot's name, a player, or what makes one from ``seed=``.
    """

    agree = False  # the match is somebody else's: it cannot become another one

    def __init__(self, game: Game, match: Match, bots: PlayerLike | Mapping[str, PlayerLike] | None = None) -> None:
        self._live = match
        if bots is not None and not isinstance(bots, Mapping):
            bots = dict.fromkeys(game.seats, bots)
        makers, names = dict[str, Callable[..., Player]](), dict[str, str]()
        for seat, bot in (bots or {}).items():
            if isinstance(bot, str):
                names[seat] = bot
            else:
                is_maker(bot)  # what is neither a maker nor a player is refused at once
                names[seat] = f"{name_of(bot)} ({seat})"
                makers[names[seat]] = partial(_make_player, bot, game.bot)
        game = game.with_players(makers)
        super().__init__(game, Opening.of(game, match.scenario, dict(match.options), names))

    def restart(self, rows: Iterable[Row]) -> None:
        """The match as it is. What happened before is told by the boards of its time, as far as it can be run again."""
        self.match, self.bots, self.rows = self._live, dict(self.opening.bots), list(rows)
        with suppress(WargameError):
            for moment, _ in _positions_of(self._live):
                self.audience.follow(moment)
        self.audience.rebase(self.match)

    def do(self, connection: str, work: Work) -> JsonObject:
        """The answer to a request that takes time, from the match itself."""
        match work:
            case Forecast() | HintRequest():
                moments: Iterable[tuple[Match, bool]] = [(self.match, False)]
            case CourseRequest() | FilmRequest() | AnalysisRequest():
                moments = _positions_of(self.match)
            case _:
                assert_never(work)
        return answer_of(self.game, self.sheets, moments, self.people[connection].seat, work)


def _make_player(player_like: PlayerLike, bot: Callable[..., Player], seed: int = 0) -> Player:
    return player_from(player_like, bot, seed)


def _positions_of(match: Match) -> Iterator[tuple[Match, bool]]:
    """A match run again from its first position, answer by answer."""
    boards_before, first_state = match.snapshots[0]
    replayed_match = match.fork(first_state.seq)
    replayed_match.use_dice(None)
    yield replayed_match, False
    for entry in match.entries[boards_before:]:
        _answer(replayed_match, entry)
        yield replayed_match, False


def _answer(match: Match, entry: Entry) -> None:
    if isinstance(entry, Rolled):
        match.roll(entry.face)
    for seat, action in entry.actions.items():
        match.play(action, seat)


def rows_of(text: str, load: Callable[[str], Game]) -> tuple[Opening, list[Row]]:
    """What a full record comes to at a table, its choices played again with its dice.

    Raises `RecordError` for the record of one seat, for dice that nobody knows, and where the rules of today tell
    another story; `UnknownPlugin` for a game that is not there.
    """
    record = parse(text)
    record.must_be_whole()
    if (seed := record.seed) is None:
        raise RecordError("this record does not contain the seed of its dice, so they cannot be rolled again")
    game = load(str(record.header["game"]))
    opening = evolve(Opening.of(game, record.header["scenario"], record.options(game.rules)), seed=seed)
    match, rows = opening.begin(game), list[Row]()
    for seat, body in _choices(record, game):
        rows.append(Row(n=len(rows), kind=PLAY, seat=seat, body=body))
        play_row(match, rows[-1])
    _check_same_story(record, match)
    return opening, rows


def _choices(record: Record, game: Game) -> Iterator[tuple[str, JsonMapping]]:
    codec = game.rules.codec
    for entry in record.entries(game.rules):
        yield from ((seat, codec.to_json(action)) for seat, action in entry.actions.items())
    yield from record.commits.items()


def _check_same_story(record: Record, match: Match) -> None:
    """Raises `RecordError` unless the match has come the way that the record tells of."""
    answers = [line for line in record.lines if "n" in line]
    for line, entry in zip(answers, match.entries, strict=False):
        if entry_to_json(match.rules, entry) != line:
            raise RecordError(f"today's rules lead to another story from answer {line['n']} on")
    if len(answers) != len(match.entries):
        raise RecordError("today's rules lead to another number of answers")


def _game(name: str) -> Game:
    """The game of a page: an installed one is read once, the files of a designer each time, for they may change."""
    return load(name) if isinstance(meaning(name), Path) else game_called(name)


PAGE_CONNECTION = "page"
"""The connection of the only screen."""


def new_opening(wishes_text: str) -> str:
    """The opening of a new game, its dice included, from ``{"game", "scenario", "options", "bots"}``; both are JSON.

    With ``lesson``, the id of one or "puzzle-3", it is the scene of that.

    Raises `UnknownName` for what the game has not.
    """
    wishes = json.loads(wishes_text)
    game = _game(wishes["game"])
    if lesson := wishes.get("lesson"):
        opening = Opening.of_lesson(game, taught_lesson(game, wishes["game"], lesson), wishes.get("bots"))
    else:
        opening = Opening.of(game, wishes.get("scenario"), wishes.get("options"), wishes.get("bots"))
    return _opening_text(evolve(opening, game=wishes["game"]))


def table_of_record(record: str, found_by: str = "") -> str:
    """A table that goes on from the text of a record: ``{"opening", "rows"}``, both as they are kept.

    ``found_by`` is what finds its game where that is not installed. Raises `WargameError` where it cannot: see
    `rows_of`.
    """
    opening, rows = rows_of(record, lambda name: _game(found_by or name))
    opening = evolve(opening, game=found_by or opening.game)
    return _compact_json({"opening": _opening_text(opening), "rows": [_row_to_json(row) for row in rows]})


def refusal() -> str:
    """The sentence of what was raised last and came as far as the page; empty for a mistake of a program."""
    problem = getattr(sys, "last_value", None)
    return str(problem) if isinstance(problem, WargameError) else ""


def _opening_text(opening: Opening) -> str:
    return _compact_json({**asdict(opening), "seed": str(opening.seed)})


def _row_to_json(row: Row) -> JsonObject:
    return {"n": row.n, "kind": row.kind, "seat": row.seat, "body": dict(row.body)}


class BrowserTable:
    """A table in the worker of a page: ``opening`` is a text of `new_opening`, ``rows`` those that were kept."""

    def __init__(self, opening: str, rows: str = "[]") -> None:
        opening_data = json.loads(opening)
        own_opening = evolve(Opening(**opening_data), seed=int(opening_data["seed"]))
        self._table = LocalTable(
            TableSession(_game(opening_data["game"]), own_opening, _rows(rows), abilities=("note", "record"))
        )
        self._row: Row | None = None

    def hear(self, text: str) -> str:
        """Do what the screen says: ``{"out": messages, "row": to be kept}``; `confirm_row` or `restart_from` follows.

        Raises what a mistake of a program raises: the table may not be used any more then.
        """
        try:
            if len(text) > FRAME:
                raise Refused("too_big", f"{len(text):,} characters; at most {FRAME:,} are read")
            return self._reply_to(self._table.hear(PAGE_CONNECTION, read_json(text, ACTION)))
        except (Refused, LimitError) as problem:
            refusal = problem if isinstance(problem, Refused) else Refused("malformed", str(problem))
            return _compact_json({"out": [refusal.to_json(id_in(text))]})

    def think(self) -> str:
        """The choice of a bot, as `hear`, with ``failed`` (see `Reply`); empty when no bot is to choose."""
        reply = self._table.think()
        return self._reply_to(reply) if reply is not None else ""

    def _reply_to(self, reply: Reply) -> str:
        self._row = reply.row
        row = {} if reply.row is None else {"row": {**_row_to_json(reply.row), "at": reply.row.at}}
        failure = {} if reply.failure is None else {"failed": reply.failure}
        return _compact_json({"out": _messages(reply.messages)} | row | failure)

    def confirm_row(self) -> str:
        """The row of `hear` or `think` is kept: the messages that follow."""
        row, self._row = self._row, None
        return _compact_json(_messages(self._table.confirm_row(row)) if row is not None else [])

    def restart_from(self, rows: str, message: str, problem: str) -> str:
        """The row could not be kept: ``rows`` are those that are, ``message`` the message, if one led to it."""
        self._row = None
        messages = self._table.restart_from(
            _rows(rows), PAGE_CONNECTION, id_of(json.loads(message or "{}")), Refused("unavailable", problem)
        )
        return _compact_json(_messages(messages if message else messages[1:]))

    def catch_up(self, rows: str) -> str:
        """Rows that another window has kept: the messages that follow."""
        return _compact_json(_messages(self._table.catch_up(_rows(rows))))

    def sheet(self, digest: str) -> str:
        """A printed sheet as JSON; empty for one that is not of this table."""
        sheet = self._table.sheet(digest)
        return _compact_json(sheet) if sheet is not None else ""

    def picture(self, digest: str, theme: str) -> str:
        """A printed sheet as SVG; empty for one that is not of this table."""
        return self._table.picture(digest, theme) or ""

    def record(self, role: str) -> str:
        """The record of a role as ``[name of a file, its text]``."""
        return _compact_json(self._table.session.record(role))


def _rows(text: str) -> Iterable[Row]:
    return [Row(**row) for row in json.loads(text)]


def _messages(messages: Outgoing) -> list[JsonObject]:
    return [message for _, message in messages]


def _compact_json(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


CLIENT = Path(__file__).with_name("client")
_LATER = re.compile(r'import\("\./([\w-]+)\.js"\)(?=\.then\()')
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+)\.js";\n', re.MULTILINE)
_LIST = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_DEFAULT = re.compile(r"^export default (.*);\n", re.MULTILINE)
_DECLARED = re.compile(r"^export ((?:async )?(?:class|function|const|let) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def join_modules(name: str, folder: Path = CLIENT) -> str:
    """The module ``name`` with all it imports, at once or later, as one module with the same default export.

    Raises `WargameError` for an import or export in a form that is not known here, or a circle of imports.
    """
    parts: dict[str, str] = {}
    default = _add(name, folder, parts, ())
    return "".join(parts.values()) + (f"export default {_name(name)}.{default};\n" if default else "")


def _add(name: str, folder: Path, parts: dict[str, str], importers: tuple[str, ...]) -> str:
    """Add a module after those it imports; returns "standard" if it has a default export."""
    if name in importers:
        raise WargameError(f"modules import one another in a circle: {' -> '.join((*importers, name))}")
    if name in parts:
        return ""
    text = (folder / f"{name}.js").read_text("utf-8")
    for imported_name in (*(module for _, module in _IMPORT.findall(text)), *_LATER.findall(text)):
        _add(imported_name, folder, parts, (*importers, name))
    exports = [part for _, part in _DECLARED.findall(text)]
    exports += [_rename(part, " as ") for names in _LIST.findall(text) for part in names.split(",") if part.strip()]
    defaults = _DEFAULT.findall(text)
    exports += [f"standard: {value}" for value in defaults]
    body = _IMPORT.sub(_destructure, _DECLARED.sub(r"\1", _LIST.sub("", _DEFAULT.sub("", text))))
    body = _LATER.sub(lambda later_match: f"Promise.resolve({_name(later_match[1])})", body)
    if unknown_form := _LEFT.search(body):
        raise WargameError(f"{name}.js: this cannot be joined: {unknown_form[0]}")
    parts[name] = f"const {_name(name)} = (() => {{\n{body}return {{ {', '.join(exports)} }};\n}})();\n"
    return "standard" if defaults else ""


def _destructure(import_match: re.Match[str]) -> str:
    names, module = import_match.groups()
    if names is None:
        return ""
    names_taken = ", ".join(_rename(part, " as ", ": ") for part in names.split(",") if part.strip())
    return f"const {{ {names_taken} }} = {_name(module)};\n"


def _rename(part: str, word: str, sign: str = ": ") -> str:
    before, _, after = part.strip().partition(word)
    return f"{before}{sign}{after}" if after else before


def _name(module: str) -> str:
    return "$" + module.replace("-", "_")
