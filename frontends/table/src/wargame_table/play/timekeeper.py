"""Time where a game ends when it is up: how much each seat has used, whose time runs, and whose is up.

It follows from the times of the rows and from the pauses of the server, so that every process comes to the same. What
is told of it changes only with what everybody sees: while several choose in secret the clocks of all run on, and how
long each has thought is told when all have chosen. The time of a seat that a bot plays does not run.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence

from wargame_core import SPECTATOR, Match
from wargame_core.json_form import JsonObject
from wargame_table.keeping.rows import AGAIN, CHOICES, CLOSE, SEAT, TO, UNDO, Opening, Row


class Pauses:
    """When no process of the server was there: a span of seconds each, in order. No time is used then."""

    def __init__(self, spans: Iterable[tuple[float, float]] = ()) -> None:
        self._spans: list[tuple[float, float]] = []
        self.set(spans)

    def set(self, spans: Iterable[tuple[float, float]]) -> bool:
        """These are all that are known; whether that is new."""
        spans_before, self._spans = self._spans, sorted(spans)
        self._ends = [end for _, end in self._spans]
        return spans_before != self._spans

    def seconds_used(self, since_time: float, until_time: float) -> float:
        """Seconds from one moment to another, without pauses; none where the clock of the machine was put back.

        >>> Pauses([(10.0, 30.0)]).seconds_used(5.0, 40.0)
        15.0
        """
        seconds = max(0.0, until_time - since_time)
        for start, end in self._spans[bisect_right(self._ends, since_time) :]:
            seconds -= max(0.0, min(end, until_time) - max(start, since_time))
        return max(0.0, seconds)

    def last_end_after(self, since_time: float) -> float | None:
        """When the last pause ended that ended after a moment."""
        return self._ends[-1] if self._ends and self._ends[-1] > since_time else None


class Timekeeper:
    """The time of each seat of a table with a limit (`Opening.time_limit`).

    In a game with a limit for each choice the time begins anew with each choice that everybody notices; a choice that
    its own seat takes back and makes again does not begin it anew.
    """

    def __init__(self, seats: Sequence[str], opening: Opening, pauses: Pauses) -> None:
        self._seats, self._opening, self._pauses = seats, opening, pauses

    def begin(self, match: Match) -> None:
        """As before the first row; no time runs before the first thing that everybody sees."""
        self._has_begun, self._at = False, match.view(SPECTATOR).at
        self._used = dict.fromkeys(self._seats, 0.0)
        self._thinking: tuple[str, ...] = ()
        """The seats whose time runs, from the moment of the last row on."""
        self._moment = 0.0
        self._furthest = match.seq
        """How many answers the game had had when the time for a choice began anew last."""
        self._told = dict(self._used)
        self._running: tuple[str, ...] = ()
        self._since = 0.0

    def follow(self, match: Match, row: Row, bots: Collection[str], is_over: bool) -> None:
        """A row was kept, and leads to this match. ``bots`` are the seats that bots play then."""
        moment = max(row.at, self._moment)
        for seat in self._thinking:
            self._used[seat] += self._pauses.seconds_used(self._moment, moment)
        view = match.view(SPECTATOR)
        is_public = view.at != self._at or row.kind in (SEAT, CLOSE, AGAIN)
        self._has_begun = self._has_begun or view.at != self._at
        self._moment, self._at = moment, view.at
        if is_public and self._opening.time_limit == "choice":
            self._begin_choice(match, row)
        is_running = self._has_begun and not is_over
        self._thinking = tuple(seat for seat in match.waiting_for if is_running and seat not in bots)
        if is_public:
            self._tell(is_settled=row.kind in CHOICES or is_over or not match.commits)
            self._running = tuple(seat for seat in view.waiting_for if is_running and seat not in bots)

    def _begin_choice(self, match: Match, row: Row) -> None:
        """The time for a choice begins anew where the game has come further, and where all took something back."""
        if (row.kind in CHOICES and match.seq > self._furthest) or (row.kind == UNDO and TO in row.body):
            self._used, self._furthest = dict.fromkeys(self._seats, 0.0), match.seq

    def _tell(self, is_settled: bool) -> None:
        """Something happened that everybody sees. While somebody has chosen in secret nobody is told who has."""
        if is_settled:
            self._told = dict(self._used)
        else:
            for seat in self._running:
                self._told[seat] += self._pauses.seconds_used(self._since, self._moment)
        self._since = self._moment

    def _seconds_left(self, current_time: float) -> Mapping[str, float]:
        """By seat, what is left to each whose time runs; 0 or less where it is up."""
        seconds_used = self._pauses.seconds_used(self._moment, current_time)
        return {seat: self._opening.clock - self._used[seat] - seconds_used for seat in self._thinking}

    def seats_out_of_time(self, current_time: float) -> tuple[str, ...]:
        """The seat whose time was up first; several where it was up at the same moment, and none while all have some.

        >>> from wargame_table.keeping.rows import Opening
        >>> keeper = Timekeeper(("red", "blue"), Opening(game="", scenario="", clock=60), Pauses())
        >>> keeper._used, keeper._thinking, keeper._moment = {"red": 10.0, "blue": 0.0}, ("red", "blue"), 100.0
        >>> keeper.seats_out_of_time(149.0), keeper.seats_out_of_time(200.0)
        ((), ('red',))
        """
        seconds_left = self._seconds_left(current_time)
        least_seconds = min(seconds_left.values(), default=1.0)
        return tuple(seat for seat in seconds_left if seconds_left[seat] == least_seconds) if least_seconds <= 0 else ()

    def next_end(self, current_time: float) -> float | None:
        """When somebody's time is up if nobody does anything; None while no time runs."""
        seconds_left = self._seconds_left(current_time).values()
        return current_time + max(0.0, min(seconds_left)) if seconds_left else None

    def to_json(self) -> JsonObject:
        """For a screen: as any clock, with its limit. After a pause the clocks run on from its end."""
        seconds_by_seat, since_time = dict(self._told), self._since
        if (pause_end := self._pauses.last_end_after(since_time)) is not None and self._running:
            for seat in self._running:
                seconds_by_seat[seat] += self._pauses.seconds_used(since_time, pause_end)
            since_time = pause_end
        whole_seconds = {seat: int(seconds) for seat, seconds in seconds_by_seat.items()}
        clock_facts = {"allowed": self._opening.clock, "used": whole_seconds, "limit": self._opening.time_limit}
        return {**clock_facts, "running": list(self._running), "since": int(since_time)}
