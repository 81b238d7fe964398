"""What one seat sees at one moment, and the update that brings its screens from one moment to the next.

All screens of a seat show the same, so that an update is made once for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from wargame_core.flow.entries import Rolled
from wargame_core.flow.events import Event
from wargame_core.flow.match import Match
from wargame_core.flow.state import View
from wargame_core.game import Game
from wargame_core.json_types import JsonMapping, JsonObject
from wargame_core.quoting import harmless
from wargame_table.drawing import Drawn, drawn_for
from wargame_table.feed import Feed
from wargame_table.protocol import MENU
from wargame_table.sheets import Sheets


@frozen(kw_only=True)
class Moment:
    """What a seat sees, the story left out: where the pieces stand, what it is asked, what lies beside the board."""

    at: str
    facts: JsonMapping
    drawn: Drawn
    panels: Mapping[str, JsonObject]


class Screen:
    """What the screens of one seat show."""

    def __init__(self, game: Game, sheets: Sheets, seat: str, key: bytes) -> None:
        self.game, self.seat, self.feed = game, seat, Feed(seat, key)
        self._sheets = sheets
        self._shown: Moment | None = None

    def advance(self, match: Match) -> JsonObject | None:
        """The update for screens that show the moment before; None when nothing that the seat knows has changed."""
        before, known = self._shown, len(self.feed)
        now, kept = self._look(match)
        if before is not None and before == now and kept == known == len(self.feed):
            return None
        message = self._update(kept, now)
        return message | (_all_of(now) if before is None else _since(before, now))

    def whole(self, match: Match, have: Sequence[tuple[int, str]] = ()) -> JsonObject:
        """The update for a screen that shows nothing yet but the story up to one of ``have``."""
        now, _ = self._look(match)
        return self._update(self.feed.held(have), now) | _all_of(now)

    def _look(self, match: Match) -> tuple[Moment, int]:
        view = match.view(self.seat)
        kept = self.feed.follow(match, view)
        self._shown = _moment(self.game, view, self.feed.sources, self._sheets.digest_inside(view))
        return self._shown, kept

    def _update(self, kept: int, now: Moment) -> JsonObject:
        feed = self.feed
        message: JsonObject = {"kind": "update", "at": now.at, "kept": kept, "known": len(feed), "tag": feed.tag}
        if events := feed.rows[kept:]:
            message["events"] = events
        return {**message, **now.facts}


def _all_of(now: Moment) -> JsonObject:
    drawn = now.drawn
    shown = {"pieces": {"all": dict(drawn.pieces)}, "panels": {"all": dict(now.panels)}}
    return shown | {"faces": dict(drawn.faces), "marks": drawn.marks}


def _since(before: Moment, now: Moment) -> JsonObject:
    """What is on the table, as far as it has changed."""
    message: JsonObject = {}
    for name, old, new in (
        ("pieces", before.drawn.pieces, now.drawn.pieces),
        ("panels", before.panels, now.panels),
    ):
        changed, gone = _changes(old, new)
        if changed or gone:
            message[name] = {"set": changed, "gone": gone}
    if faces := _changes(before.drawn.faces, now.drawn.faces)[0]:
        message["faces"] = faces
    if before.drawn.marks != now.drawn.marks:
        message["marks"] = now.drawn.marks
    return message


def _changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What is new or different, and what is gone."""
    return {name: value for name, value in now.items() if before.get(name) != value}, [
        name for name in before if name not in now
    ]


def _moment(game: Game, view: View, told: Sequence[Event | Rolled], sheet: str) -> Moment:
    facts: JsonObject = {"cursor": list(view.cursor), "waiting": list(view.waiting_for)}
    if sheet:
        facts["sheet"] = sheet
    if view.asked:
        facts["ask"] = ask_of(view)
    elif view.seat in view.waiting_for:
        facts["chosen"] = True
    if view.seat in game.seats:
        facts["undo"] = {"may": True} if view.can_undo else {"may": False, "because": no_undo(view, told)}
    if view.outcome is not None:
        facts["outcome"] = view.outcome.to_json()
    panels = {panel.id: panel.to_json() for panel in view.panels}
    return Moment(at=view.at, facts=facts, drawn=drawn_for(game, view), panels=panels)


def ask_of(view: View, first: int = 0) -> JsonObject:
    """What a seat is asked: prompt, source, and the rows of its menu from number ``first`` on."""
    rows = view.menu(first + MENU + 1)[first:]
    for row in rows:
        row["label"] = harmless(row["label"])
    ask: JsonObject = {"prompt": harmless(view.prompt or ""), "rows": rows[:MENU], "more": len(rows) > MENU}
    return ask | ({"cite": str(view.cite)} if view.cite is not None else {})


def no_undo(view: View, told: Sequence[Event | Rolled]) -> str:
    """Why a seat cannot take its last choice back, said from what it knows itself."""
    if view.outcome is not None:
        return "the game is over"
    if view.waiting_for and view.seat not in view.waiting_for:
        return "it is another seat's turn"
    if told and isinstance(told[-1], Rolled):
        return "a die was rolled"
    if any(isinstance(known, Rolled) for known in told[-2:]):
        return "a die was rolled since your last choice"
    if told and not isinstance(told[-1], Rolled) and told[-1].reveals:
        return "something came to light since your last choice"
    return "you have not chosen anything since the last roll, the last reveal or another seat's choice"
