"""A game as it was some turns ago, for whoever watches: a friend in a seat is told nothing that is still to happen."""

from __future__ import annotations

from collections.abc import Sequence

from wargame_core.flow.match import Match
from wargame_core.game import Game
from wargame_table.continuing import begun
from wargame_table.feed import Feed
from wargame_table.rows import Opening, Row, play_row


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
