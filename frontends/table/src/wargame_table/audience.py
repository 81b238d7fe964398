"""What each seat of a table was told and what its screens show, whether somebody sits there or not."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from wargame_core import REFEREE, SPECTATOR, Game, Match, View
from wargame_core.authoring import Action
from wargame_core.flow.visibility import hides_nothing
from wargame_core.json_form import JsonObject
from wargame_pictures import of as pictures_of
from wargame_table.agreements import Agreements
from wargame_table.feed import Feed, Telling
from wargame_table.people import Out, Person, Plans
from wargame_table.rows import AGAIN, CLOSE, Opening, Row, begun, play_row
from wargame_table.screen import Sheets
from wargame_table.seat_screen import SeatScreen, Sights


class Clock:
    """The thinking time of each seat, as one audience may know it.

    It follows from the times of the rows that told this audience something, and from nothing else: a choice that it
    must not notice moves no clock of its. While several seats choose in secret all their clocks run to the end of it.
    For whoever watches some turns behind no clock runs.
    """

    def __init__(self, seats: Sequence[str], allowed: int, runs: bool = True) -> None:
        self._seats, self._allowed, self._runs = seats, allowed, runs

    def begin(self, view: View) -> None:
        """As before the first row, which the clocks begin with."""
        self._used = dict.fromkeys(self._seats, 0.0)
        self._running: tuple[str, ...] = ()
        self._since, self._at = 0.0, view.at

    def follow(self, view: View, at: float) -> None:
        """Something was done at this time, in seconds; ``view`` is what the audience sees then."""
        if view.at == self._at:
            return
        self.stop(at)
        self._running, self._at = view.waiting_for, view.at

    def stop(self, at: float) -> None:
        """The game was ended at this time."""
        for seat in self._running:
            self._used[seat] += max(0.0, at - self._since)
        self._running, self._since = (), at

    def to_json(self) -> JsonObject:
        """Seconds allowed to each seat, seconds used up to ``since``, and whose clock has been running from then on."""
        used = {seat: int(seconds) for seat, seconds in self._used.items()}
        running = list(self._running) if self._runs else []
        return {"allowed": self._allowed, "used": used, "running": running, "since": int(self._since)}


class Past:
    """The match of a table, so many turns behind it; at the end of the game it has caught up."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self._game, self._opening = game, opening
        self.begin(())

    def begin(self, rows: Sequence[Row]) -> None:
        """At its beginning, or where it was continued last. ``rows`` are those that are kept."""
        self.match, self.n = begun(self._game, self._opening, rows)
        self._turns = [self.n]

    def follow(self, match: Match, rows: Sequence[Row], feed: Feed, clock: Clock | None, over: bool) -> None:
        """Come up to the beginning of the turn that is to be shown, telling what happens on the way."""
        begun_by_now = len(match.snapshots)
        del self._turns[begun_by_now:]  # a turn that was taken back
        self._turns += [len(rows)] * (begun_by_now - len(self._turns))
        feed.follow(self.match, self.match.view(feed.seat))
        until = len(rows) if over else self._turns[max(0, len(self._turns) - self._opening.delay)]
        while self.n < until:
            self.match = play_row(self.match, rows[self.n])
            feed.rebase(self.match.entries)
            view = self.match.view(feed.seat)
            feed.follow(self.match, view)
            if clock is not None:
                clock.follow(view, rows[self.n].at)
            self.n += 1


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
        self._clocks = {
            seat: Clock(game.seats, opening.clock, not opening.delay or seat != SPECTATOR)
            for seat in (everybody if opening.clock else ())
        }
        self._past = Past(game, opening) if opening.delay else None
        self._at: dict[str, str] = {}
        self._news: dict[str, float] = {}
        self.noticed: frozenset[str] = frozenset()
        """The seats that the last row told something, or asked."""
        self.plans = Plans()
        self.agreements = Agreements()

    def agree(self, agreements: Agreements) -> None:
        """This is offered and agreed on now."""
        self.agreements = agreements
        for screen in self._screens.values():
            screen.agreements = agreements

    @property
    def seen(self) -> Mapping[str, str]:
        """The tag of what each seat sees."""
        return {seat: self._at[seat] for seat in self._game.seats}

    def begin(self, match: Match, rows: Sequence[Row]) -> None:
        """As if nobody had been told anything yet. ``rows`` are those that are kept."""
        for feed in self._feeds.values():
            feed.begin()
        self.plans.begin()
        if self._past is not None:
            self._past.begin(rows)
        for seat, clock in self._clocks.items():
            clock.begin(self.match_for(seat, match).view(seat))
        self.follow(match)

    def follow(self, match: Match, rows: Sequence[Row] = ()) -> None:
        """Tell everybody what is new. ``rows`` are all that are kept, the last one that of ``match``."""
        self._views, self._seen = {}, (match, match.seq, match.commits)
        for row in rows[-1:]:
            self.plans.follow(row)
        told = Telling(match.view(SPECTATOR)) if _told_alike(match) else None
        for seat, feed in self._feeds.items():
            if seat == SPECTATOR and self._past is not None:
                over = self.agreements.ending(match) is not None
                self._past.follow(match, rows, feed, self._clocks.get(seat), over)
            else:
                self._views[seat] = match.view(seat)
                feed.follow(match, self._views[seat], told)
                if seat in self._clocks and rows:
                    self._clocks[seat].follow(self._views[seat], rows[-1].at)
        for row in rows[-1:] if self._clocks else ():
            if row.kind in (CLOSE, AGAIN):
                for clock in self._clocks.values():
                    clock.stop(row.at)
        before, self._at = self._at, {seat: view.at for seat, view in self._views.items()}
        self.noticed = frozenset(seat for seat, at in self._at.items() if before.get(seat) != at)
        self._news |= {seat: row.at for row in rows[-1:] for seat in self.noticed}

    def news_at(self, seat: str) -> float:
        """When a seat saw something new last, in seconds; 0 where it has not, and for whoever watches turns behind."""
        return self._news.get(seat, 0.0)

    def rebase(self, match: Match) -> None:
        """This match stands for another one that has come the same way."""
        for seat, feed in self._feeds.items():
            if self.match_for(seat, match) is match:
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
        return self._timed(seat, self._screens[seat].whole(self.match_for(seat, match), have))

    def look(self, seat: str, match: Match, have: Sequence[tuple[int, str]] = ()) -> JsonObject:
        """The same for somebody who only looks once."""
        return self._timed(seat, self._screen(seat).whole(self.match_for(seat, match), have))

    def _screen(self, seat: str) -> SeatScreen:
        screen = SeatScreen(self._game, self._sheets(), self._feeds[seat], self.plans)
        screen.agreements = self.agreements
        return screen

    def close(self, seat: str) -> None:
        """There is no screen of this seat any more."""
        self._screens.pop(seat, None)

    def updates(self, match: Match, people: Mapping[str, Person]) -> Iterable[Out]:
        """What the screens have to be told since they were told last; nothing for whoever learnt nothing."""
        sights = Sights()
        views, self._views = self._views if self._seen == (match, match.seq, match.commits) else {}, {}
        for seat, screen in self._screens.items():
            shown = self.match_for(seat, match)
            if (update := screen.advance(shown, sights if shown is match else None, views.get(seat))) is not None:
                self._timed(seat, update)
                yield from ((connection, update) for connection, person in people.items() if person.seat == seat)

    def _timed(self, seat: str, update: JsonObject) -> JsonObject:
        """With the clocks: they make no update of their own, so that nobody hears of a choice by them."""
        if seat in self._clocks:
            update["clock"] = self._clocks[seat].to_json()
        return update


def _told_alike(match: Match) -> bool:
    """Whether an event is told now in the same words to all who are told of it: then as who only watches reads it."""
    board = match.board
    return board.child is None and (hides_nothing(type(board)) or pictures_of(match).given.open)
