"""What the screens of one seat show: where pieces stand, what is asked, what lies beside the board."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from attrs import field, frozen

from wargame_core import Game, Match, View
from wargame_core.authoring import Board, Event
from wargame_core.flow.entries import Rolled
from wargame_core.flow.panels import Panel
from wargame_core.flow.sequence import Cursor
from wargame_core.flow.visibility import hides_nothing
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_pictures import of as pictures_of
from wargame_table.agreements import Agreements
from wargame_table.feed import Feed
from wargame_table.people import Plans
from wargame_table.screen import Drawn, Sheets, ask_of, drawn_for, form_of, form_to_json


@frozen
class Sight:
    """What lies on the table for whoever looks at it: pieces and marks on the sheet, and what is beside it."""

    drawn: Drawn
    panels: Mapping[str, Panel]
    made_of: tuple[Board, Cursor] = field(eq=False)
    """The board as its seat sees it, and where the game is in its sequence of play: all of which it is made."""


class Sights:
    """What was made of one position already for several seats."""

    def __init__(self) -> None:
        self.of: dict[str, Sight] = {}
        """What lies on the table, by seat; under "" what everybody sees alike."""
        self._since: dict[tuple[int, int], JsonObject] = {}

    def since(self, before: Sight, now: Sight) -> JsonObject:
        """What is on the table, as far as it has changed: worked out once for all who saw alike and see alike."""
        pair = id(before), id(now)
        if pair not in self._since:
            self._since[pair] = _since(before, now)
        return self._since[pair]


T = TypeVar("T")


@frozen(kw_only=True)
class SeatMoment:
    """What a seat sees, the story left out: where the pieces stand, what it is asked, what lies beside the board."""

    at: str
    facts: JsonMapping
    seen: Sight
    plans: Mapping[str, Panel]
    """What bots have said of their plans, as far as the seat may know: panels of its own, whoever else sees alike."""

    @property
    def panels(self) -> Mapping[str, Panel]:
        """All that lies beside the board."""
        return {**self.seen.panels, **self.plans} if self.plans else self.seen.panels


class SeatScreen:
    """What the screens of one seat show."""

    def __init__(self, game: Game, sheets: Sheets, feed: Feed, plans: Plans) -> None:
        self.game, self.seat, self.feed = game, feed.seat, feed
        self._sheets, self._plans = sheets, plans
        self._shown: SeatMoment | None = None
        self._told: Sequence[str] = ()
        self.agreements = Agreements()

    def advance(self, match: Match, sights: Sights | None = None, view: View | None = None) -> JsonObject | None:
        """The update for screens that show the moment before; None when nothing that the seat knows has changed.

        ``view`` is the seat's of this moment, where the feed has followed it already.
        """
        before, tags = self._shown, self._told
        sights = sights if sights is not None else Sights()
        if view is None:
            self.feed.follow(match, view := match.view(self.seat))
        now = self._look(match, sights, view)
        kept = self.feed.kept_of(tags)
        if before is not None and before == now and kept == len(tags) == len(self.feed):
            return None
        message = self._update(kept, now)
        if before is None:
            return message | _all_of(now)
        message |= sights.since(before.seen, now.seen)
        return message if before.plans == now.plans else _with_plans(message, before.plans, now.plans)

    def whole(self, match: Match, have: Sequence[tuple[int, str]] = ()) -> JsonObject:
        """The update for a screen that shows nothing yet but the story up to one of ``have``."""
        view = match.view(self.seat)
        self.feed.follow(match, view)
        now = self._look(match, Sights(), view)
        return self._update(self.feed.held(have), now) | _all_of(now)

    def _look(self, match: Match, sights: Sights, view: View) -> SeatMoment:
        self._told = self.feed.tags[:]
        closed = self.agreements.outcome is not None
        facts = _facts(view, self._sheets.digest_inside(view), closed)
        if self.seat in self.game.seats:
            facts["undo"] = OVER if closed else undo_of(match, view, self.feed.sources)
        if "ask" in facts and (form := form_of(self.game, match, view)) is not None:
            facts["ask"]["form"] = form_to_json(form)
        facts |= self.agreements.facts(self.seat, view.at)
        seen = sight_of(self.game, view, sights, self._shown)
        plans = self._plans.panels(self.seat, self.agreements.ending(match) is not None, self._sheets.named)
        at = self.agreements.tag(self.seat, view.at)
        self._shown = SeatMoment(at=at, facts=facts, seen=seen, plans=plans)
        return self._shown

    def _update(self, kept: int, now: SeatMoment) -> JsonObject:
        feed = self.feed
        message: JsonObject = {"kind": "update", "at": now.at, "kept": kept, "known": len(feed), "tag": feed.tag}
        if events := feed.rows[kept:]:
            message["events"] = events
        return {**message, **now.facts}


def _all_of(now: SeatMoment) -> JsonObject:
    drawn = now.seen.drawn
    all_panels = {name: panel.to_json() for name, panel in now.panels.items()}
    shown = {"pieces": {"all": dict(drawn.pieces)}, "panels": {"all": all_panels}}
    return shown | {"faces": dict(drawn.faces), "marks": list(drawn.marks)}


def _since(before: Sight, now: Sight) -> JsonObject:
    message: JsonObject = {}
    old, new = before.drawn, now.drawn
    changed, gone = _changes(old.pieces, new.pieces)
    if changed or gone:
        message["pieces"] = {"set": changed, "gone": gone}
    panels, closed = _changes(before.panels, now.panels)
    if panels or closed:
        message["panels"] = _panels(panels, closed)
    if faces := _changes(old.faces, new.faces)[0]:
        message["faces"] = faces
    if old.marks != new.marks:
        message["marks"] = list(new.marks)
    return message


def _panels(new: Mapping[str, Panel], closed: Sequence[str]) -> JsonObject:
    return {"set": {name: panel.to_json() for name, panel in new.items()}, "gone": list(closed)}


def _with_plans(message: JsonObject, before: Mapping[str, Panel], now: Mapping[str, Panel]) -> JsonObject:
    """An update with what is new of the plans too."""
    shown, plans = message.get("panels", _panels({}, ())), _panels(*_changes(before, now))
    return message | {"panels": {"set": shown["set"] | plans["set"], "gone": shown["gone"] + plans["gone"]}}


def _changes(before: Mapping[str, T], now: Mapping[str, T]) -> tuple[dict[str, T], list[str]]:
    """What is new or different, and what is gone."""
    if before is now:
        return {}, []
    return {name: value for name, value in now.items() if (old := before.get(name)) is not value and old != value}, [
        name for name in before if name not in now
    ]


def sight_of(game: Game, view: View, sights: Sights, shown: SeatMoment | None) -> Sight:
    """What lies on the table for the seat of a view, made once for all that see alike; ``shown`` is shown now."""
    given = pictures_of(game).given
    open_to_all = given.alike and view.child is None and hides_nothing(type(view.board))
    seat = "" if open_to_all else view.seat
    if seat not in sights.of:
        before, now = shown.seen if shown is not None else None, (view.board, view.cursor)
        if before is not None and before.made_of == now and view.child is None:
            sights.of[seat] = before
        else:
            others = (sight.drawn for sight in sights.of.values() if given.open and view.child is None)
            drawn = next(others, None) or drawn_for(game, view, before.drawn if before is not None else None)
            sights.of[seat] = Sight(drawn, {panel.id: panel for panel in view.panels}, now)
    return sights.of[seat]


OVER: Mapping[str, object] = {"may": False, "because": "the game is over"}


def _facts(view: View, sheet: str, closed: bool) -> JsonObject:
    """What a view tells of itself; nobody is asked any more where the game is ``closed`` by its people."""
    facts: JsonObject = {"cursor": list(view.cursor), "waiting": [] if closed else list(view.waiting_for)}
    if turn := view.rules.turn_of(view.board):
        facts["turn"] = turn
    if sheet:
        facts["sheet"] = sheet
    if view.asked and not closed:
        facts["ask"] = ask_of(view)
    elif view.seat in view.waiting_for and not closed:
        facts["chosen"] = True
    if view.outcome is not None:
        facts["outcome"] = view.outcome.to_json()
    return facts


def undo_of(match: Match, view: View, sources: Sequence[Event | Rolled]) -> JsonObject:
    """Whether a seat may ask to take its last choice back; the choice is played in other worlds only if it does.

    It must depend on nothing but what the seat sees: an update because of it would tell that others have chosen.
    """
    if match.can_undo(view.seat, exact=False):
        return {"may": True}
    return {"may": False, "because": no_undo(view, sources)}


def no_undo(view: View, sources: Sequence[Event | Rolled]) -> str:
    """Why a seat cannot take its last choice back, said from what it knows itself."""
    if view.outcome is not None:
        return str(OVER["because"])
    if view.waiting_for and view.seat not in view.waiting_for:
        return "it is another seat's turn"
    if sources and isinstance(sources[-1], Rolled):
        return "a die was rolled"
    if any(isinstance(known, Rolled) for known in sources[-2:]):
        return "a die was rolled since your last choice"
    if sources and not isinstance(sources[-1], Rolled) and sources[-1].reveals:
        return "something came to light since your last choice"
    return "nothing to take back: last came a roll, another seat's choice, or what somebody saw or may have seen"
