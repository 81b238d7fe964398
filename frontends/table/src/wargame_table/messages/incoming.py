"""What a screen may say to a table: one frozen class a message, read strictly, and how a table says no.

A message is a JSON object with ``kind``. Unknown keys and kinds are refused. Messages from the table to a screen are
plain JSON objects too; ``docs/reference/table-protocol.md`` shows each, and a screen ignores kinds it does not know.
"""

import re
from math import ceil
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, get_args

from attrs import field, frozen
from attrs.validators import ge, lt, matches_re, max_len

from wargame_core import Verdict, WargameError
from wargame_core.authoring import Action
from wargame_core.data.structuring import structured
from wargame_core.json_form import JsonMapping, JsonObject, WrittenAs
from wargame_core.limits import ACTION, MESSAGE, LimitError, read_json, shorten
from wargame_core.shapes import shape_of
from wargame_table.messages.look_alikes import is_blank

PROTOCOL: Final = "wargame-table/4"
FRAME: Final = ACTION.characters
"""Characters of the longest message that is read."""
MENU: Final = 400
"""Rows of a menu that are sent at once."""
ID, WORD, NAME, TAG, CHAT, NOTE = 16, 80, 24, 160, 500, 4000
"""Characters of the id of a request, other names, a person's name (the rest is cut off), a tag, a sentence, notes."""
MOST_KNOWN_TAGS: Final = 16
"""Pairs of a number and a tag that a screen may say it has."""
SEATS: Final = "seats"
"""Whom a sentence is for that who watches does not hear."""
DEVICE_KEY, SIGNATURE = r"[0-9a-f]{64}", r"[0-9a-f]{128}"
"""How a public key and a signature (Ed25519) are spelt: hexadecimal digits in small letters."""
MOST_KEPT_ANSWERS: Final = 32
"""Answers to requests that are kept for each seat, should the same request come again after a broken line."""

Code: TypeAlias = Literal[
    "stale", "illegal", "malformed", "not_asked", "not_yours", "no_undo", "too_fast", "too_big", "unavailable",
    "unknown_table", "wrong_key", "protocol", "taken", "revoked",
]  # fmt: skip
"""Every code of a refusal."""
CODES: Final = frozenset(get_args(Code))
What: TypeAlias = Literal["back", "draw", "end", "again", "hints"]
"""What a seat may offer to the others."""


class Refused(WargameError):
    """A message that is not done. ``reasons`` are those of the rules, ``request`` is the id that the message had.

    Where it is a limit, the same message may come again after so many seconds: ``retry_after``.
    """

    def __init__(
        self, code: Code, text: str, verdict: Verdict | None = None, *, retry_after: float = 0.0, request: str = ""
    ) -> None:
        self.code, self.verdict, self.request = code, verdict, request
        self.retry_after = ceil(retry_after * 10) / 10
        super().__init__(shorten(text, MESSAGE))

    def to_json(self, request: str = "") -> JsonObject:
        """The answer to the request with this id."""
        message: JsonObject = {"kind": "refused", "code": self.code, "text": str(self)}
        if request or self.request:
            message["id"] = request or self.request
        if self.retry_after:
            message["retry_after"] = self.retry_after
        if self.verdict is not None:
            message["reasons"] = self.verdict.shortened().to_json()["reasons"]
        return message


def _text(longest_length: int, **options: Any) -> Any:
    return field(validator=max_len(longest_length), **options)


def _number(**options: Any) -> Any:
    return field(validator=[ge(0), lt(2**31)], **options)


def plain_name(text: str) -> str:
    """A name as it is told: what people can see of it, with single blanks, and not too long."""
    return " ".join("".join(sign for sign in text if sign.isprintable() and not is_blank(sign)).split())[:NAME]


@frozen(kw_only=True)
class Hello:
    """The first message of a screen: which table, with which key, and which of its events it has already.

    With ``patches`` it is told of questions, panels, pieces and faces only what is different; see `Update`.
    """

    kind: ClassVar[str] = "hello"
    protocol: str = _text(WORD)
    table: str = _text(WORD, default="")
    key: str = _text(WORD, default="", repr=False)
    name: str = field(converter=plain_name, default="")
    have: tuple[tuple[int, str], ...] = field(validator=max_len(MOST_KNOWN_TAGS), default=())
    patches: bool = False


@frozen(kw_only=True)
class Request:
    """A message that gets an answer with the same ``id``."""

    id: str = _text(ID)


@frozen(kw_only=True)
class SignedChange:
    """A change as the key of a device has signed it.

    ``text`` is a JSON object: the message without ``id`` and ``signed``, the ``table``, and a ``number`` above that of
    everything that the device has signed at this table before. Raises `Refused` where it is read and is not so.
    """

    device: str = field(validator=matches_re(DEVICE_KEY))
    text: str = _text(FRAME)
    signature: str = field(validator=matches_re(SIGNATURE))


@frozen(kw_only=True)
class ChangeRequest(Request):
    """What changes the game, or may; ``at`` is the tag of what the person was looking at.

    From the seat of a person it is ``signed``, by the key of one of the person's devices.
    """

    at: str = _text(TAG)
    signed: SignedChange | None = None


@frozen(kw_only=True)
class Act(ChangeRequest):
    """Play ``action``."""

    kind: ClassVar[str] = "act"
    action: Annotated[JsonMapping, WrittenAs(Action)]


@frozen(kw_only=True)
class Undo(ChangeRequest):
    """Take the last choice back."""

    kind: ClassVar[str] = "undo"


@frozen(kw_only=True)
class Offer(ChangeRequest):
    """Offer something to the other seats, which becomes true when all have said yes.

    ``back``: one's last choice is taken back, though dice or news came of it. ``draw``: the game is a draw. ``end``: it
    ends here and nobody wins. ``again``: it begins anew at another table, with sides changed. ``hints``: every seat may
    ask for hints.
    """

    kind: ClassVar[str] = "offer"
    what: What


@frozen(kw_only=True)
class Answer(ChangeRequest):
    """What a seat says to the offer that its screen shows; no to one's own takes it back."""

    kind: ClassVar[str] = "answer"
    yes: bool


@frozen(kw_only=True)
class Resign(ChangeRequest):
    """Give up the game: the other seat wins."""

    kind: ClassVar[str] = "resign"


@frozen(kw_only=True)
class Judge(Request):
    """Whether ``action`` would be legal, and if not, why."""

    kind: ClassVar[str] = "judge"
    action: Annotated[JsonMapping, WrittenAs(Action)]


@frozen(kw_only=True)
class Explain(Request):
    """Why ``what`` cannot be chosen, or how the result of an ``event`` (a number) came about.

    ``what`` is the id of a piece, place or card, as ``of`` says, or without that what a person has typed. ``piece`` is
    the id of a piece that is picked already: the answer is about that piece alone.
    """

    kind: ClassVar[str] = "explain"
    what: str = _text(WORD, default="")
    of: Literal["", "piece", "place", "card"] = ""
    piece: str = _text(WORD, default="")
    event: int = _number(default=0)


@frozen(kw_only=True)
class Forecast(Request):
    """The chances of what ``action`` may lead to."""

    kind: ClassVar[str] = "forecast"
    action: Annotated[JsonMapping, WrittenAs(Action)]


@frozen(kw_only=True)
class HintRequest(Request):
    """Three choices that the seat might make, each with its chance to win and reasons.

    It is answered where all others are bots, and between people once all have agreed (``offer`` of ``hints``).
    """

    kind: ClassVar[str] = "hint"


@frozen(kw_only=True)
class AnalysisRequest(Request):
    """What each choice of a game that is over cost, and what the dice gave; it takes up to a minute and a half."""

    kind: ClassVar[str] = "analysis"


@frozen(kw_only=True)
class Rows(Request):
    """The rows of the menu from number ``first`` on."""

    kind: ClassVar[str] = "rows"
    at: str = _text(TAG)
    first: int = _number()


@frozen(kw_only=True)
class FilmRequest(Request):
    """Where the pieces stood, after every event so far."""

    kind: ClassVar[str] = "film"


@frozen(kw_only=True)
class CourseRequest(Request):
    """How the score came to be: what this seat saw of it, from turn to turn."""

    kind: ClassVar[str] = "course"


@frozen(kw_only=True)
class RulesRequest(Request):
    """The rules at hand: every heading in our words, with its page and what is ruled about it."""

    kind: ClassVar[str] = "rules"


@frozen(kw_only=True)
class Report(ChangeRequest):
    """What happened at a real table: ``answers`` to the form of the question, by key."""

    kind: ClassVar[str] = "report"
    answers: JsonMapping


@frozen(kw_only=True)
class Say(Request):
    """Say something to everybody at the table, or ``to`` the ``seats`` alone."""

    kind: ClassVar[str] = "say"
    text: str = _text(CHAT)
    to: Literal["", "seats"] = ""


@frozen(kw_only=True)
class TakeName(Request):
    """What the person at this screen is called from now on; empty for nothing."""

    kind: ClassVar[str] = "name"
    name: str = _text(NAME, default="")


@frozen(kw_only=True)
class WriteNote(Request):
    """What a seat has written down for itself: all of it, in place of what was there."""

    kind: ClassVar[str] = "note"
    text: str = _text(NOTE)


@frozen(kw_only=True)
class Seat(Request):
    """Let a ``bot`` play ``seat`` from now on; without a name a person plays it."""

    kind: ClassVar[str] = "seat"
    seat: str = _text(WORD)
    bot: str = _text(WORD, default="")


@frozen(kw_only=True)
class Ping:
    """Is anybody there?"""

    kind: ClassVar[str] = "ping"


@frozen(kw_only=True)
class OwnKey:
    """A request for a key of one's own: the ``key`` that a page has drawn; with ``renew`` the one before is void."""

    key: str = field(validator=matches_re(r"[\w-]{22,64}"))
    renew: bool = False


Change: TypeAlias = Act | Undo | Offer | Answer | Resign | Report
"""What changes the game, or may."""
Work: TypeAlias = Forecast | HintRequest | AnalysisRequest | FilmRequest | CourseRequest
"""What takes time to answer."""
Message: TypeAlias = (
    Hello
    | Act
    | Undo
    | Offer
    | Answer
    | Resign
    | Report
    | Judge
    | Explain
    | Forecast
    | HintRequest
    | AnalysisRequest
    | Rows
    | FilmRequest
    | CourseRequest
    | RulesRequest
    | Say
    | TakeName
    | WriteNote
    | Seat
    | Ping
)


_MESSAGE: Final = shape_of(Message)


def read_message(text: str) -> Message:
    """The message of a text from outside. Raises `Refused`, and quotes nothing at length."""
    if len(text) > FRAME:
        raise Refused("too_big", f"{len(text):,} characters; at most {FRAME:,} are read", request=id_in(text))
    try:
        return message_of(read_json(text, ACTION))
    except LimitError as problem:
        raise Refused("malformed", str(problem), request=id_in(text)) from None


def message_of(data: object) -> Message:
    """The message that JSON data stand for. Raises `Refused`."""
    if not isinstance(data, dict):
        raise Refused("malformed", "a message is a JSON object with `kind`")
    try:
        message: Message = structured(data, _MESSAGE)
    except ValueError as problem:
        raise Refused("malformed", str(problem), request=id_of(data)) from None
    return message


def id_of(data: object) -> str:
    """The id of a request, as far as it can be made out of a message that could not be read."""
    request_id = data.get("id") if isinstance(data, dict) else None
    return request_id if isinstance(request_id, str) and len(request_id) <= ID else ""


_ID_SAID: Final = re.compile(rf'"id"\s*:\s*"([\w.-]{{1,{ID}}})"', re.ASCII)


def id_in(text: str) -> str:
    """The id of a request that is not done whatever it says, read or not; empty for a text without one.

    A person who has typed half a letter learns which of his sentences was refused.
    """
    try:
        return id_of(read_json(text, ACTION))
    except LimitError:
        id_match = _ID_SAID.search(text, 0, FRAME)
        return id_match[1] if id_match else ""
