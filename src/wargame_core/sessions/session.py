"""A game at the screens of a front end: people by seat, bots that think without holding it up, and what screens show.

Any number of threads may use a session at once. `AsyncSession` is the same for an event loop.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar, cast

from attrs import frozen

from wargame_core.errors import (
    IllegalAction,
    UnknownName,
    WargameError,
)
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry
from wargame_core.flow.players import (
    Closes,
    Player,
    PlayerLike,
    Stop,
    Tell,
    choose,
    player_from,
    told_to_stop,
    traits_of,
)
from wargame_core.flow.screens import Screen, StoryNews
from wargame_core.flow.view import View
from wargame_core.json_form import JsonObject
from wargame_core.match import REFUSED, Match, refused
from wargame_core.rulings import LEGAL, RuleText, Verdict, refuse

T = TypeVar("T")

NO_BOTS: Mapping[str, PlayerLike] = {}
"""People play all seats."""


class ScreenUpdate(Screen):
    """A view for a screen, with what has happened since the one that it shows; ``log`` is empty."""

    news: StoryNews


@frozen(eq=False)
class Choosing:
    """A choice that a bot is to make: its view is of a copy of the match, so the match can go on meanwhile."""

    seat: str
    bot: Player
    view: View
    moment: tuple[int, Entry | None]
    """The number of answers of the match, and the last one; as long as they are these, the choice fits."""
    outdated: threading.Event
    """Set once the choice does not fit any more."""


class _AnyStop:
    """A `Stop` that is set when one of several is."""

    def __init__(self, *stop_functions: Stop | None) -> None:
        self._stops = [stop for stop in stop_functions if stop is not None]

    def is_set(self) -> bool:
        return any(stop.is_set() for stop in self._stops)


class Session:
    """A match at the screens of a front end. All that happens to the match must go through the session.

    What people send and the rules refuse is a `Verdict` with code, sentence and cite, not an exception; nothing has
    changed then. All that a seat is given comes from its view, so it tells no secret.
    """

    def __init__(self, match: Match, bots: Mapping[str, PlayerLike] = NO_BOTS) -> None:
        """People play the seats that no bot plays; ``bots`` are given by seat, as in `Match.iter_play`.

        Raises `UnknownName` for a seat or a bot that does not exist, `WargameError` for what is not a player.
        """
        for seat in bots:
            if seat not in match.rules.seats:
                raise UnknownName("seat", seat, match.rules.seats)
        self.match, self._makers = match, dict(bots)
        self.people = tuple(seat for seat in match.rules.seats if seat not in bots)
        self.lock = threading.RLock()
        """Held while the match is looked at or changed, never while a bot thinks."""
        self.trouble = ""
        """What ended the thread of `start_bots`, as a sentence; "" while nothing has."""
        self._changed = threading.Condition(self.lock)
        self._thinking_lock = threading.Lock()
        self._choosing: Choosing | None = None
        self._closed, self._paused = threading.Event(), threading.Event()
        self._listeners: list[Callable[[], None]] = []
        self._bots = self._new_bots()

    def _new_bots(self) -> dict[str, Player]:
        bot = self.match.game.bot if self.match.game is not None else None
        return {seat: player_from(maker, bot, self.match.seed or 0) for seat, maker in self._makers.items()}

    @property
    def over(self) -> bool:
        """Whether nobody will be asked any more: the game has ended, or the session is closed."""
        return self._closed.is_set() or self.match.pending is None

    # What people do

    def play(self, action: object, seat: str, *, at: str | None = None) -> Verdict:
        """Play an action (as itself, its JSON or its label) for a seat; legal, or why it was not played.

        ``at`` is the position that its screen shows (``update["at"]``): of several clicks on one screen the first one
        counts. Codes beside those of the rules: ``stale``, ``not_your_turn``, ``no_action`` (JSON that means none),
        ``no_such_choice`` and ``ambiguous`` (words that mean none, or several), ``rules_gap``. Raises `UnknownName` for
        a seat that does not exist.
        """

        def play_action() -> Verdict:
            self.match.play(action, seat)
            return LEGAL

        return self._apply_change(play_action, seat, at)

    def undo(self, seat: str, *, at: str | None = None) -> Verdict:
        """Take back the last choice of a seat, or why it stands; ``at`` as in `play`. Bots begin to think afresh."""

        def taken_back() -> Verdict:
            self.match.undo(seat)
            old_players, self._bots = self._bots, self._new_bots()
            if self._choosing is not None:
                self._choosing.outdated.set()
            self._end_processes(bot for seat, bot in old_players.items() if bot is not self._bots[seat])
            return LEGAL

        return self._apply_change(taken_back, seat, at)

    def _apply_change(self, change: Callable[[], Verdict], seat: str, at: str | None) -> Verdict:
        with self.lock:
            if at is not None and at != self.match.view(seat).at:
                return refuse("stale", "the game has moved on since this was shown")
            verdict = self._answer_or_refusal(change, seat)
            if verdict:
                self.changed()
            return verdict

    def _answer_or_refusal(self, answer: Callable[[], T], seat: str) -> T | Verdict:
        """The answer, or why there is none. Raises what the program does wrong, such as a seat that does not exist."""
        self.match.rules.seat(seat)
        with self.lock:
            try:
                return answer()
            except IllegalAction as problem:
                return problem.verdict
            except tuple(REFUSED) as problem:
                return refused(problem)

    def judge(self, action: object, seat: str) -> Verdict:
        """Whether a seat may play an action now, and if not, why. Changes nothing."""
        return self._answer_or_refusal(lambda: self.match.judge(action, seat), seat)

    def explain(
        self, words: str = "", seat: str = "", *, piece: str = "", place: str = "", card: str = "", with_piece: str = ""
    ) -> Verdict | RuleText:
        """Why a seat cannot choose a thing on the table, or a rule by its heading: see `Match.explain`."""
        refs_by_kind = {"piece": piece, "place": place, "card": card, "with_piece": with_piece}
        return self._answer_or_refusal(lambda: self.match.explain(words, seat, **refs_by_kind), seat)

    # What screens show

    def look(self, seat: str, from_view: Callable[[View], T]) -> T:
        """What ``from_view`` makes of a seat's view, while nothing changes: ``session.look("federal", View.text)``."""
        with self.lock:
            return from_view(self.match.view(seat))

    def view(self, seat: str) -> JsonObject:
        """The seat's view as JSON: see `View.to_json`."""
        return self.look(seat, View.to_json)

    def update(self, seat: str, since: str = "") -> ScreenUpdate:
        """A seat's view as JSON, with ``news`` since the one whose ``at`` was ``since`` (see `View.news`).

        Raises `MalformedAction` for a ``since`` that is no ``at``.
        """

        def make_update(view: View) -> ScreenUpdate:
            return cast(ScreenUpdate, {**view.to_json(log=False), "news": view.news(since)})

        return self.look(seat, make_update)

    def updates(self, seat: str, since: str = "") -> Iterator[ScreenUpdate]:
        """The update of a seat now, and one whenever something has changed for it, to the end of the game.

        It waits for the next one. What the seat does not learn of gives no update.
        """
        update: ScreenUpdate | None = self.update(seat, since)
        while update is not None:
            yield update
            with self._changed:
                tag = update["at"]
                while (update := self.newer(seat, tag)) is None and not self.over:
                    self._changed.wait()

    def newer(self, seat: str, at: str) -> ScreenUpdate | None:
        """The update of a screen that shows the position ``at``; None where nothing has changed for it."""
        with self.lock:
            return self.update(seat, at) if self.match.view(seat).at != at else None

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` after every change, in the thread that made it and with `lock` held: it only wakes others.

        What is returned ends that.
        """
        with self.lock:
            self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def changed(self) -> None:
        """Tell all that wait for updates. Call it, with `lock` held, after a change made to the match itself."""
        with self._changed:
            choosing = self._choosing
            if choosing is not None and not self._is_current(choosing):
                choosing.outdated.set()
            self._changed.notify_all()
            for listener in list(self._listeners):
                listener()

    # Bots

    @property
    def bot_asked(self) -> str:
        """The seat of a bot that is to choose now, "" for none.

        Where the first of several seats to answer counts, people go first; where only people can answer, no bot is
        asked that is none (`Traits.is_person`).
        """
        with self.lock:
            pending = self.match.pending
            if self.over or pending is None:
                return ""
            if pending.first_counts and any(seat in self.people for seat in pending.asks):
                return ""
            waiting_seats = (seat for seat in self.match.waiting_for if seat in self._bots)
            return next((seat for seat in waiting_seats if self._may_answer(seat)), "")

    def _may_answer(self, seat: str) -> bool:
        return traits_of(self._bots[seat]).is_person or not self.match.choices(seat).by_people

    def let_bots_play(self, *, stop: Stop | None = None, tell: Tell | None = None) -> int:
        """Let bots choose until none is asked; the number of their choices. Other threads use the session meanwhile.

        When ``stop`` is set, the bot that thinks plays the best choice that it has found, and no other one begins.
        ``tell`` is called with the `Thinking` of bots that tell it, which is a secret of their seats. What a bot
        raises is raised, with a note of its seat; the match is as it was before its choice.
        """
        choices_played = 0
        while not told_to_stop(stop) and self.let_bot_play(stop=stop, tell=tell):
            choices_played += 1
        return choices_played

    def start_bots(self) -> threading.Thread:
        """Let bots choose in a thread of their own, whenever one is asked, until the game or the session ends.

        `pause_bots` and `resume_bots` stop them and let them go on. It is a daemon thread, which does not keep the
        program from ending. What a bot raises ends it, is printed, and stands in `trouble`.
        """

        def go_on() -> None:
            while not self.over:
                try:
                    self.let_bots_play(stop=self._paused)
                except Exception as problem:
                    with self.lock:
                        self.trouble = f"a bot failed: {problem}"
                        self.changed()
                    raise
                with self._changed:
                    while (self._paused.is_set() or not self.bot_asked) and not self.over:
                        self._changed.wait()

        thread = threading.Thread(target=go_on, name="bots of a session", daemon=True)
        thread.start()
        return thread

    def pause_bots(self) -> None:
        """Let the bot of `start_bots` that thinks play the best choice that it has found, and none think after it.

        People go on as before; `resume_bots` ends the pause.
        """
        with self.lock:
            self._paused.set()
            self.changed()

    def resume_bots(self) -> None:
        """Bots that `pause_bots` stopped go on."""
        with self.lock:
            self._paused.clear()
            self.changed()

    @property
    def bots_paused(self) -> bool:
        return self._paused.is_set()

    def let_bot_play(self, *, stop: Stop | None = None, tell: Tell | None = None, cancel: Stop | None = None) -> str:
        """Let one bot make one choice, as in `let_bots_play`; its seat, "" where none is asked.

        Once ``cancel`` is set, the bot stops and plays nothing.
        """
        while not told_to_stop(cancel):
            bot_choice = self._think_in_copy(stop, tell, cancel)
            if bot_choice is None:
                return ""
            if self._play_bot_choice(*bot_choice, cancel):
                return bot_choice[0].seat
        return ""

    def _think_in_copy(
        self, stop: Stop | None, tell: Tell | None, cancel: Stop | None
    ) -> tuple[Choosing, Action] | None:
        """What a bot chooses in a copy of the match; None where no bot is asked. One thinks at a time."""
        with self._thinking_lock:
            if (choosing := self._begin_choosing()) is None:
                return None
            any_stop = _AnyStop(stop, cancel, choosing.outdated, self._closed)
            try:
                return choosing, choose(choosing.bot, choosing.view, stop=any_stop, tell=tell)
            except Exception as problem:
                problem.add_note(f"this is what the bot of {choosing.seat} raised")
                raise
            finally:
                self._end_thinking(choosing)

    def _begin_choosing(self) -> Choosing | None:
        with self.lock:
            if not (seat := self.bot_asked):
                return None
            view = self.match.fork().view(seat)
            self._choosing = Choosing(seat, self._bots[seat], view, self._moment, threading.Event())
            return self._choosing

    def _end_thinking(self, choosing: Choosing) -> None:
        """A bot thinks no more; one that was replaced meanwhile ends its processes."""
        with self.lock:
            self._choosing = None
            if self._closed.is_set() or self._bots[choosing.seat] is not choosing.bot:
                self._end_processes((choosing.bot,))

    def _play_bot_choice(self, choosing: Choosing, action: Action, cancel: Stop | None) -> bool:
        """Play what a bot has chosen; False where it was cancelled or the match has gone on meanwhile."""
        with self.lock:
            given_up = choosing.outdated.is_set() or told_to_stop(cancel)
            if given_up or self.over or not self._is_current(choosing):
                return False
            try:
                self.match.play(action, choosing.seat)
            except WargameError as problem:
                problem.add_note(f"this is what the bot of {choosing.seat} chose: {action!r}")
                raise
            self.changed()
            return True

    def _is_current(self, choosing: Choosing) -> bool:
        (seq, latest_entry), (seq_now, latest_now) = choosing.moment, self._moment
        return seq == seq_now and latest_entry is latest_now and choosing.seat in self.match.waiting_for

    @property
    def _moment(self) -> tuple[int, Entry | None]:
        entries = self.match.entries
        return self.match.seq, entries[-1] if entries else None

    def _end_processes(self, bots: Iterable[Player]) -> None:
        """End the processes of bots, but for the one that thinks now: that does it when it has stopped."""
        busy = self._choosing.bot if self._choosing is not None else None
        for bot in bots:
            if bot is not busy and isinstance(bot, Closes):
                bot.close()

    def close(self) -> None:
        """End the session: a bot that thinks stops and plays nothing, `updates` end, processes of bots end.

        The match is left as it is, and can go on in another session.
        """
        with self.lock:
            self._closed.set()
            self.changed()
            self._end_processes(self._bots.values())

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()
