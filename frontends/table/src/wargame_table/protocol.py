"""What a screen may say to a table: one frozen class a message, read strictly, and how a table says no.

A message is a JSON object with ``kind``. Unknown keys and kinds are refused. Messages from the table to a screen are
plain JSON objects too; ``docs/reference/table-protocol.md`` shows each, and a screen ignores kinds it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias

from attrs import field, fields, frozen

from wargame_core.errors import WargameError
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import ACTION, MESSAGE, LimitError, quote, read_json, shorten
from wargame_core.rulings import Verdict

PROTOCOL: Final = "wargame-table/1"
FRAME: Final = ACTION.characters
"""Characters of the longest message that is read."""
MENU: Final = 400
"""Rows of a menu that are sent at once."""
NAME: Final = 24
CHAT: Final = 500
NOTE: Final = 4000
SEATS: Final = "seats"
"""Whom a sentence is for that who watches does not hear."""
REMEMBERED: Final = 32
"""Answers to requests that are kept for each seat, should the same request come again after a broken line."""

CODES: Final = (
    "stale",
    "illegal",
    "malformed",
    "not_asked",
    "not_yours",
    "no_undo",
    "too_fast",
    "too_big",
    "unavailable",
    "unknown_table",
    "wrong_key",
    "protocol",
)
"""Every code of a refusal."""


class Refused(WargameError):
    """A message that is not done; ``code`` is one of `CODES`, ``reasons`` are those of the rules."""

    def __init__(self, code: str, text: str, verdict: Verdict | None = None) -> None:
        self.code, self.verdict = code, verdict
        super().__init__(shorten(text, MESSAGE))

    def to_json(self, request: str = "") -> JsonObject:
        """The answer to the request with this id."""
        message: JsonObject = {"kind": "refused", "code": self.code, "text": str(self)}
        if request:
            message["id"] = request
        if self.verdict is not None:
            message["reasons"] = self.verdict.shortened().to_json()["reasons"]
        return message


def _text(value: object, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise Refused("malformed", f"{quote(value)} is no text of at most {longest} characters")
    return value


def _id(value: object) -> str:
    return _text(value, 16)


def _word(value: object) -> str:
    return _text(value, 80)


def _chat(value: object) -> str:
    return _text(value, CHAT)


def _noted(value: object) -> str:
    return _text(value, NOTE)


def _hearers(value: object) -> str:
    if value not in ("", SEATS):
        raise Refused("malformed", f"one speaks to everybody or to the {SEATS}, not to {quote(value)}")
    return str(value)


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < 2**31:
        raise Refused("malformed", f"{quote(value)} is no number of a row")
    return value


def _object(value: object) -> JsonMapping:
    if not isinstance(value, Mapping):
        raise Refused("malformed", f"{quote(value)} is no JSON object")
    return value


def _name(value: object) -> str:
    return " ".join("".join(sign for sign in _text(value, 200) if sign.isprintable()).split())[:NAME]


def _known(value: object) -> tuple[tuple[int, str], ...]:
    if not isinstance(value, list) or len(value) > 16:
        raise Refused("malformed", "`have` is a list of at most 16 pairs of a number and a tag")
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise Refused("malformed", "`have` is a list of pairs of a number and a tag")
    return tuple((_number(known), _text(tag, 16)) for known, tag in value)


@frozen(kw_only=True)
class Hello:
    """The first message of a screen: which table, with which key, and which of its events it has already."""

    kind: ClassVar[str] = "hello"
    protocol: str = field(converter=_word)
    table: str = field(converter=_word, default="")
    key: str = field(converter=_word, default="", repr=False)
    name: str = field(converter=_name, default="")
    have: tuple[tuple[int, str], ...] = field(converter=_known, factory=list)


@frozen(kw_only=True)
class Request:
    """A message that gets an answer with the same ``id``."""

    id: str = field(converter=_id)


@frozen(kw_only=True)
class Act(Request):
    """Play ``action``; ``at`` is the tag of what the person was looking at."""

    kind: ClassVar[str] = "act"
    at: str = field(converter=_word)
    action: JsonMapping = field(converter=_object)


@frozen(kw_only=True)
class Undo(Request):
    """Take the last choice back."""

    kind: ClassVar[str] = "undo"
    at: str = field(converter=_word)


@frozen(kw_only=True)
class Judge(Request):
    """Whether ``action`` would be legal, and if not, why."""

    kind: ClassVar[str] = "judge"
    action: JsonMapping = field(converter=_object)


@frozen(kw_only=True)
class Explain(Request):
    """Why the thing called ``what`` cannot be chosen, or how the result of an ``event`` (a number) came about."""

    kind: ClassVar[str] = "explain"
    what: str = field(converter=_word, default="")
    event: int = field(converter=_number, default=0)


@frozen(kw_only=True)
class Forecast(Request):
    """The chances of what ``action`` may lead to."""

    kind: ClassVar[str] = "forecast"
    action: JsonMapping = field(converter=_object)


@frozen(kw_only=True)
class Rows(Request):
    """The rows of the menu from number ``first`` on."""

    kind: ClassVar[str] = "rows"
    at: str = field(converter=_word)
    first: int = field(converter=_number)


@frozen(kw_only=True)
class FilmRequest(Request):
    """Where the pieces stood, after every event so far."""

    kind: ClassVar[str] = "film"


@frozen(kw_only=True)
class Report(Request):
    """What happened at a real table: ``answers`` to the form of the question, by key."""

    kind: ClassVar[str] = "report"
    at: str = field(converter=_word)
    answers: JsonMapping = field(converter=_object)


@frozen(kw_only=True)
class Say(Request):
    """Say something to everybody at the table, or ``to`` the ``seats`` alone."""

    kind: ClassVar[str] = "say"
    text: str = field(converter=_chat)
    to: str = field(converter=_hearers, default="")


@frozen(kw_only=True)
class WriteNote(Request):
    """What a seat has written down for itself: all of it, in place of what was there."""

    kind: ClassVar[str] = "note"
    text: str = field(converter=_noted)


@frozen(kw_only=True)
class Seat(Request):
    """Let a ``bot`` play ``seat`` from now on; without a name a person plays it."""

    kind: ClassVar[str] = "seat"
    seat: str = field(converter=_word)
    bot: str = field(converter=_word, default="")


@frozen(kw_only=True)
class Ping:
    """Is anybody there?"""

    kind: ClassVar[str] = "ping"


Message: TypeAlias = (
    Hello | Act | Undo | Report | Judge | Explain | Forecast | Rows | FilmRequest | Say | WriteNote | Seat | Ping
)
_KINDS: Final[Mapping[str, type[Any]]] = {
    cls.kind: cls
    for cls in (Hello, Act, Undo, Report, Judge, Explain, Forecast, Rows, FilmRequest, Say, WriteNote, Seat, Ping)
}


def read_message(text: str) -> Message:
    """The message of a text from outside. Raises `Refused`, and quotes nothing at length."""
    if len(text) > FRAME:
        raise Refused("too_big", f"{len(text):,} characters; at most {FRAME:,} are read")
    try:
        return message_of(read_json(text, ACTION))
    except LimitError as problem:
        raise Refused("malformed", str(problem)) from None


def message_of(data: object) -> Message:
    """The message that JSON data stand for. Raises `Refused`."""
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise Refused("malformed", "a message is a JSON object with `kind`")
    given = dict(data)
    cls = _KINDS.get(given.pop("kind"))
    if cls is None:
        raise Refused("malformed", f"there is no message {quote(data['kind'])}")
    names = {part.name for part in fields(cls)}
    if strange := [name for name in given if name not in names]:
        raise Refused("malformed", f"a message `{cls.kind}` has no {quote(strange[0])}")
    try:
        message: Message = cls(**given)
    except TypeError:
        raise Refused("malformed", f"a message `{cls.kind}` lacks something ({', '.join(sorted(names))})") from None
    return message


def id_of(data: object) -> str:
    """The id of a request, as far as it can be made out of a message that could not be read."""
    named = data.get("id") if isinstance(data, dict) else None
    return named if isinstance(named, str) and len(named) <= 16 else ""
