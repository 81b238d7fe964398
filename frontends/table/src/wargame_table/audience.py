"""What each seat of a table was told and what its screens show, whether somebody sits there or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from wargame_core.flow.choices import Action
from wargame_core.flow.match import Match
from wargame_core.flow.procedures import Ask, AskSecretly
from wargame_core.flow.view import View
from wargame_core.flow.visibility import REFEREE, SPECTATOR, hides_nothing
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_table.people import Out, Person, Plans
from wargame_table.rows import Feed, Opening, Row, begun, play_row
from wargame_table.screen import SeatScreen, Sights
from wargame_table.sheets import Sheets


class Clocks:
    """The thinking time of each seat, from the times of the rows alone: the same in every process.

    They begin with the first row. While several seats choose in secret all their clocks run to the end of it: when one
    of them has chosen is nobody's business.
    """

    def __init__(self, seats: Sequence[str], allowed: int) -> None:
        self.seats, self.allowed = seats, allowed
        self.begin()

    def begin(self) -> None:
        """As before the first row."""
        self._used = dict.fromkeys(self.seats, 0.0)
        self._running: tuple[str, ...] = ()
        self._since, self._seq = 0.0, -1

    def follow(self, match: Match, at: float) -> None:
        """Something was done at this time, in seconds."""
        if match.seq == self._seq:
            return  # somebody sat down, or chose in secret
        for seat in self._running:
            self._used[seat] += max(0.0, at - self._since)
        self._running, self._since, self._seq = _asked(match), at, match.seq

    def to_json(self) -> JsonObject:
        """Seconds allowed to each seat, seconds used up to ``since``, and whose clock has been running from then on."""
        used = {seat: int(seconds) for seat, seconds in self._used.items()}
        return {"allowed": self.allowed, "used": used, "running": list(self._running), "since": int(self._since)}


def _asked(match: Match) -> tuple[str, ...]:
    pending = match.pending
    if isinstance(pending, AskSecretly):
        return tuple(pending.asks)
    return (pending.seat,) if isinstance(pending, Ask) else ()


class Past:
    """The match of a table, so many turns behind it; at the end of the game it has caught up."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self._game, self._opening = game, opening
        self.begin(())

    def begin(self, rows: Sequence[Row]) -> None:
        """At its beginning, or where it was continued last. ``rows`` are those that are kept."""
        self.match, self.n = begun(self._game, self._opening, rows)
        self._turns = [self.n]

    def follow(self, match: Match, rows: Sequence[Row], feed: Feed) -> None:
        """Come up to the beginning of the turn that is to be shown, telling ``feed`` what happens on the way."""
        begun_by_now = len(match.snapshots)
        del self._turns[begun_by_now:]  # a turn that was taken back
        self._turns += [len(rows)] * (begun_by_now - len(self._turns))
        feed.follow(self.match, self.match.view(feed.seat))
        until = len(rows) if match.outcome is not None else self._turns[max(0, len(self._turns) - self._opening.delay)]
        while self.n < until:
            play_row(self.match, rows[self.n])
            self.n += 1
            feed.follow(self.match, self.match.view(feed.seat))


class Audience:
    """The feeds and screens of all seats. `follow` tells each what is new, by the board as it is then."""

    def __init__(self, game: Game, opening: Opening, sheets: Callable[[], Sheets]) -> None:
        self._game, self._sheets = game, sheets
        everybody = (*game.seats, SPECTATOR, *((REFEREE,) if opening.referee else ()))
        self._feeds = {seat: Feed(seat, opening.key("feeds")) for seat in everybody}
        self._screens: dict[str, SeatScreen] = {}
        self._views: dict[str, View] = {}
        """What those who were told of the last row see: used up by the updates that follow it."""
        self._seen: tuple[Match, int, Mapping[str, Action]] | None = None
        """The moment of these."""
        self.clocks = Clocks(game.seats, opening.clock) if opening.clock else None
        self._past = Past(game, opening) if opening.delay else None
        self.plans = Plans()

    def begin(self, match: Match, rows: Sequence[Row]) -> None:
        """As if nobody had been told anything yet. ``rows`` are those that are kept."""
        for feed in self._feeds.values():
            feed.begin()
        self.plans.begin()
        if self.clocks is not None:
            self.clocks.begin()
        if self._past is not None:
            self._past.begin(rows)
        self.follow(match)

    def follow(self, match: Match, rows: Sequence[Row] = ()) -> None:
        """Tell everybody what is new. ``rows`` are all that are kept, the last one that of ``match``."""
        self._views, self._seen = {}, (match, match.seq, match.commits)
        for row in rows[-1:]:
            self.plans.follow(row)
        alike: dict[int, JsonObject] | None = {} if _open(match) else None
        for seat, feed in self._feeds.items():
            if seat == SPECTATOR and self._past is not None:
                self._past.follow(match, rows, feed)
            else:
                self._views[seat] = match.view(seat)
                feed.follow(match, self._views[seat], alike)
        if self.clocks is not None and rows:
            self.clocks.follow(match, rows[-1].at)

    def rebase(self, match: Match) -> None:
        """This match stands for another one that has come the same way."""
        for feed in self._feeds.values():
            feed.rebase(match.entries)

    def match_for(self, seat: str, match: Match) -> Match:
        """The match as a seat may see it: for whoever watches perhaps as it was some turns ago."""
        return self._past.match if seat == SPECTATOR and self._past is not None else match

    def rows_for(self, seat: str, rows: Sequence[Row]) -> Sequence[Row]:
        """The rows that lead to `match_for`."""
        return rows[: self._past.n] if seat == SPECTATOR and self._past is not None else rows

    def feed(self, seat: str) -> Feed:
        """What a seat was told."""
        return self._feeds[seat]

    def whole(self, seat: str, match: Match, have: Sequence[tuple[int, str]] = ()) -> JsonObject:
        """The update for a new screen of a seat, which from now on is told what changes; see `SeatScreen.whole`."""
        if seat not in self._screens:
            self._screens[seat] = self._screen(seat)
        return self._timed(self._screens[seat].whole(self.match_for(seat, match), have))

    def look(self, seat: str, match: Match, have: Sequence[tuple[int, str]] = ()) -> JsonObject:
        """The same for somebody who only looks once."""
        return self._timed(self._screen(seat).whole(self.match_for(seat, match), have))

    def _screen(self, seat: str) -> SeatScreen:
        return SeatScreen(self._game, self._sheets(), self._feeds[seat], self.plans)

    def close(self, seat: str) -> None:
        """There is no screen of this seat any more."""
        self._screens.pop(seat, None)

    def updates(self, match: Match, people: Mapping[str, Person]) -> Iterable[Out]:
        """What the screens have to be told since they were told last; nothing for whoever learnt nothing."""
        sights: Sights = {}
        views, self._views = self._views if self._seen == (match, match.seq, match.commits) else {}, {}
        for seat, screen in self._screens.items():
            shown = self.match_for(seat, match)
            if (update := screen.advance(shown, sights if shown is match else {}, views.get(seat))) is not None:
                self._timed(update)
                yield from ((connection, update) for connection, person in people.items() if person.seat == seat)

    def _timed(self, update: JsonObject) -> JsonObject:
        """With the clocks: they make no update of their own, so that nobody hears of a choice by them."""
        if self.clocks is not None:
            update["clock"] = self.clocks.to_json()
        return update


def _open(match: Match) -> bool:
    """Whether everybody sees the same board now, so that an event is told to all in the same words."""
    board = match.board
    return board.child is None and hides_nothing(type(board))
