"""Answers that change nothing: is this legal, why not, how did that come about."""

from __future__ import annotations

from wargame_core.errors import MalformedAction, WargameError
from wargame_core.flow.match import Match
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.limits import MESSAGE, quote, shorten
from wargame_core.rulings import Ruling
from wargame_table.feed import Feed
from wargame_table.protocol import REMEMBERED, Act, Explain, Message, Refused, Report, Undo


class Remembered:
    """The latest answers to what changed the game, should a request come again after a broken line.

    An answer counts from when its row is kept: what could not be kept is to be tried again, not said to be done.
    """

    def __init__(self) -> None:
        self._answered: dict[str, dict[str, tuple[Message, JsonObject]]] = {}
        self._unkept: tuple[str, Act | Undo | Report, JsonObject] | None = None

    def answer(self, seat: str, message: Message) -> JsonObject | None:
        """The answer that the same message was given before."""
        before, answer = self._answered.get(seat, {}).get(getattr(message, "id", ""), (None, None))
        return answer if before == message else None

    def done(self, seat: str, message: Act | Undo | Report, answer: JsonObject) -> None:
        """This will be the answer once it is kept."""
        self._unkept = seat, message, answer

    def keep(self) -> None:
        """It is kept."""
        if self._unkept is None:
            return
        (seat, message, answer), self._unkept = self._unkept, None
        kept = self._answered.setdefault(seat, {})
        kept[message.id] = message, answer
        while len(kept) > REMEMBERED:
            del kept[next(iter(kept))]

    def forget(self) -> None:
        """It could not be kept."""
        self._unkept = None


def judged(match: Match, seat: str, action: JsonMapping) -> JsonObject:
    """Whether an action is legal for a seat now, with the reasons if not. Raises `Refused` for what is no action."""
    try:
        return {"kind": "judged", **match.judge(dict(action), seat).to_json()}
    except MalformedAction as problem:
        raise Refused("malformed", str(problem)) from None
    except WargameError as problem:
        raise Refused("unavailable", str(problem)) from None


def explained(match: Match, seat: str, feed: Feed, asked: Explain) -> JsonObject:
    """Why a thing cannot be chosen, or how the result of an event came about, as the seat may know it."""
    if asked.what:
        return _why_not(match, seat, asked.what)
    if asked.event >= len(feed):
        raise Refused("unavailable", "there is no such event")
    ruling = getattr(feed.sources[asked.event], "ruling", None)
    if not isinstance(ruling, Ruling):
        raise Refused("unavailable", "nothing was worked out for this")
    return {"kind": "explained", "text": str(ruling), "ruling": ruling.to_json()}


def _why_not(match: Match, seat: str, what: str) -> JsonObject:
    if seat not in match.to_choose:
        raise Refused("not_asked", "you are not asked anything now")
    try:
        verdict = match.explain(what, seat)
    except WargameError as problem:  # the name means several things here, say
        return {"kind": "explained", "text": shorten(str(problem), MESSAGE), "reasons": []}
    if verdict is None:
        return {"kind": "explained", "text": f"{quote(what)} is nothing to choose in this decision", "reasons": []}
    reasons = shorten("; ".join(reason.text for reason in verdict.reasons) or "this can be chosen", MESSAGE)
    return {"kind": "explained", "text": reasons, "reasons": verdict.to_json()["reasons"]}
