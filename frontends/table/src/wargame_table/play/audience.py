"""What each seat of a table was told and what its screens show, whether somebody sits there or not.

What a screen shows: where pieces stand, what is asked, what lies beside the board.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TypeVar

from attrs import field, frozen

from wargame_core import REFEREE, SPECTATOR, Action, Event, Game, Match, View
from wargame_core.authoring import Board
from wargame_core.flow.entries import Rolled
from wargame_core.flow.panels import Panel
from wargame_core.flow.sequence import Cursor
from wargame_core.flow.visibility import hides_nothing
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.lessons import Lesson
from wargame_pictures import pictures_of
from wargame_pictures.stories.recap import NO_RECAP, Recap, recap_of
from wargame_table.keeping.rows import AGAIN, CLOSE, Opening, Row, match_to_continue, play_row
from wargame_table.messages.feed import Feed, Telling
from wargame_table.messages.patches import QuestionsTold, with_patches
from wargame_table.messages.screen import DrawnBoard, Sheets, ask_of, drawn_for, form_of, form_to_json
from wargame_table.play.agreements import Agreements
from wargame_table.play.people import Out, Person, Plans
from wargame_table.play.timekeeper import Timekeeper

T = TypeVar("T")


@frozen
class Sight:
    """What lies on the table for whoever looks at it: pieces and marks on the sheet, and what is beside it."""

    contents: DrawnBoard
    panels: Mapping[str, Panel]
    made_of: tuple[Board, Cursor] = field(eq=False)
    """The board as its seat sees it, and where the game is in its sequence of play: all of which it is made."""


class Sights:
    """What was made of one position already for several seats."""

    def __init__(self) -> None:
        self.of: dict[str, Sight] = {}
        """What lies on the table, by seat; under "" what everybody sees alike."""
        self._since: dict[tuple[int, int], JsonObject] = {}

    def since(self, sight_before: Sight, sight_after: Sight) -> JsonObject:
        """What is on the table, as far as it has changed: worked out once for all who saw alike and see alike."""
        pair = id(sight_before), id(sight_after)
        if pair not in self._since:
            self._since[pair] = _since(sight_before, sight_after)
        return self._since[pair]


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


class SeatUpdates:
    """What the screens of one seat show."""

    def __init__(self, game: Game, sheets: Sheets, feed: Feed, plans: Plans, lesson: Lesson | None = None) -> None:
        self.game, self.seat, self.feed = game, feed.seat, feed
        self._lesson = lesson if lesson is not None and lesson.file.seat == feed.seat else None
        self._sheets, self._plans = sheets, plans
        self._last_moment: SeatMoment | None = None
        self._moment_before: SeatMoment | None = None
        self._asked = self._asked_before = QuestionsTold()
        """The questions that all screens have been told, with this moment and before it."""
        self._last_tags: Sequence[str] = ()
        self._last_recap = NO_RECAP
        self.agreements = Agreements()

    def advance(self, match: Match, sights: Sights | None = None, view: View | None = None) -> JsonObject | None:
        """The update for screens that show the moment before; None when nothing that the seat knows has changed.

        ``view`` is the seat's of this moment, where the feed has followed it already.
        """
        last_moment, tags = self._last_moment, self._last_tags
        sights = sights if sights is not None else Sights()
        if view is None:
            self.feed.follow(match, view := match.view(self.seat))
        moment = self._look(match, sights, view)
        rows_kept = self.feed.kept_of(tags)
        if last_moment is not None and last_moment == moment and rows_kept == len(tags) == len(self.feed):
            return None
        message = self._update(rows_kept, moment)
        self._moment_before = last_moment
        self._asked_before = self._asked
        if "ask" in moment.facts:
            self._asked = self._asked.with_question(moment.facts["ask"])
        recap = self._recap(view)
        if recap != self._last_recap:
            self._last_recap, message["recap"] = recap, recap.to_json()
        if last_moment is None:
            return message | _whole_moment(moment)
        message |= sights.since(last_moment.seen, moment.seen)
        return message if last_moment.plans == moment.plans else _with_plans(message, last_moment.plans, moment.plans)

    def with_patches(self, update: JsonObject) -> JsonObject:
        """The latest update of `advance`, for a screen that is told what is different only."""
        if (moment_before := self._moment_before) is None:
            return with_patches(update, self._asked_before, {}, {}, {})
        changed_rows, contents = update.get("panels", {}).get("set", {}), moment_before.seen.contents
        panels = {name: panel.to_json() for name, panel in moment_before.panels.items() if name in changed_rows}
        return with_patches(update, self._asked_before, panels, contents.pieces, contents.faces)

    def full_update(self, match: Match, held_tags: Sequence[tuple[int, str]] = ()) -> JsonObject:
        """The update for a screen that shows nothing yet but the story up to one of ``held_tags``."""
        view = match.view(self.seat)
        self.feed.follow(match, view)
        moment = self._look(match, Sights(), view)
        message = self._update(self.feed.count_held(held_tags), moment) | _whole_moment(moment)
        ask = moment.facts.get("ask")
        # this screen knows no other questions
        self._asked = QuestionsTold() if ask is None else QuestionsTold().with_question(ask)
        if recap := self._recap(view):
            message["recap"] = recap.to_json()
        self._last_recap = recap
        return message

    def _recap(self, view: View) -> Recap:
        """What others did since this seat last acted; as before while it is not asked and the game goes on."""
        if not view.asked and view.outcome is None and view.seat in self.game.seats:
            return self._last_recap
        sides = {piece.id: piece.side for piece in (*self._sheets.main.sheet.pieces, *view.pieces)}
        return recap_of(
            self.feed.rows, self.seat, self._sheets.seat_names, sides.get, self.feed.sources, view.piece_places
        )

    def _look(self, match: Match, sights: Sights, view: View) -> SeatMoment:
        self._last_tags = self.feed.tags[:]
        is_closed = self.agreements.outcome is not None
        allowed_actions = self._lesson.only(match) if self._lesson is not None and not is_closed else ()
        facts = _facts(view, self._sheets.inner_digest(view), is_closed, allowed_actions)
        if self.seat in self.game.seats:
            facts["undo"] = OVER if is_closed else undo_of(match, view, self.feed.sources)
        if "ask" in facts and (form := form_of(self.game, match, view)) is not None:
            facts["ask"]["form"] = form_to_json(form)
        facts |= self.agreements.facts(self.seat, view.at)
        offer = self.agreements.offer
        if "offer" in facts and offer is not None and offer.what == "back":
            facts["offer"]["kept"] = self.feed.rows_up_to(offer.to)
        if self._lesson is not None and not is_closed and view.outcome is None:
            facts["lesson"] = self._lesson.page(match).to_json()
        sight = sight_of(self.game, view, sights, self._last_moment)
        plans = self._plans.panels(self.seat, self.agreements.ending(match) is not None, self._sheets.seat_names)
        tag = self.agreements.tag(self.seat, view.at)
        self._last_moment = SeatMoment(at=tag, facts=facts, seen=sight, plans=plans)
        return self._last_moment

    def _update(self, rows_kept: int, moment: SeatMoment) -> JsonObject:
        feed = self.feed
        message: JsonObject = {
            "kind": "update",
            "at": moment.at,
            "kept": rows_kept,
            "known": len(feed),
            "tag": feed.tag,
        }
        if events := feed.rows[rows_kept:]:
            message["events"] = events
        return {**message, **moment.facts}


def _whole_moment(moment: SeatMoment) -> JsonObject:
    sheet_contents = moment.seen.contents
    all_panels = {name: panel.to_json() for name, panel in moment.panels.items()}
    contents = {"pieces": {"all": dict(sheet_contents.pieces)}, "panels": {"all": all_panels}}
    return contents | {"faces": dict(sheet_contents.faces), "marks": list(sheet_contents.marks)}


def _since(sight_before: Sight, sight_after: Sight) -> JsonObject:
    message: JsonObject = {}
    old_contents, new_contents = sight_before.contents, sight_after.contents
    new_pieces, gone_pieces = _changes(old_contents.pieces, new_contents.pieces)
    if new_pieces or gone_pieces:
        message["pieces"] = {"set": new_pieces, "gone": gone_pieces}
    panels, gone_panels = _changes(sight_before.panels, sight_after.panels)
    if panels or gone_panels:
        message["panels"] = _panels(panels, gone_panels)
    if faces := _changes(old_contents.faces, new_contents.faces)[0]:
        message["faces"] = faces
    if old_contents.marks != new_contents.marks:
        message["marks"] = list(new_contents.marks)
    return message


def _panels(new_panels: Mapping[str, Panel], gone_panels: Sequence[str]) -> JsonObject:
    return {"set": {name: panel.to_json() for name, panel in new_panels.items()}, "gone": list(gone_panels)}


def _with_plans(
    message: JsonObject, panels_before: Mapping[str, Panel], panels_after: Mapping[str, Panel]
) -> JsonObject:
    """An update with what is new of the plans too."""
    panels, plans = message.get("panels", _panels({}, ())), _panels(*_changes(panels_before, panels_after))
    return message | {"panels": {"set": panels["set"] | plans["set"], "gone": panels["gone"] + plans["gone"]}}


def _changes(before: Mapping[str, T], after: Mapping[str, T]) -> tuple[dict[str, T], list[str]]:
    """What is new or different, and what is gone."""
    if before is after:
        return {}, []
    return {name: value for name, value in after.items() if (old := before.get(name)) is not value and old != value}, [
        name for name in before if name not in after
    ]


def sight_of(game: Game, view: View, sights: Sights, last_moment: SeatMoment | None) -> Sight:
    """What lies on the table for the seat of a view, made once for all that see alike; ``last_moment`` is shown now."""
    presentation = pictures_of(game).presentation
    open_to_all = presentation.alike and view.inner is None and hides_nothing(type(view.board))
    seat = "" if open_to_all else view.seat
    if seat not in sights.of:
        board_before, source = last_moment.seen if last_moment is not None else None, (view.board, view.cursor)
        if board_before is not None and board_before.made_of == source and view.inner is None:
            sights.of[seat] = board_before
        else:
            equal_contents = (
                sight.contents for sight in sights.of.values() if presentation.open and view.inner is None
            )
            contents = next(equal_contents, None) or drawn_for(
                game, view, board_before.contents if board_before is not None else None
            )
            sights.of[seat] = Sight(contents, {panel.id: panel for panel in view.panels}, source)
    return sights.of[seat]


OVER: Mapping[str, object] = {"may": False, "because": "the game is over"}


def _facts(view: View, sheet: str, is_closed: bool, only: Sequence[Action] = ()) -> JsonObject:
    """What a view tells of itself; nobody is asked any more where the game is ``is_closed`` by its people.

    ``only`` as in `ask_of`.
    """
    facts: JsonObject = {"cursor": list(view.cursor), "waiting": [] if is_closed else list(view.waiting_for)}
    if turn := view.rules.turn_of(view.board):
        facts["turn"] = turn
    if sheet:
        facts["sheet"] = sheet
    if view.asked and not is_closed:
        facts["ask"] = ask_of(view, only=only)
    elif view.seat in view.waiting_for and not is_closed:
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
    if any(isinstance(source, Rolled) for source in sources[-2:]):
        return "a die was rolled since your last choice"
    if sources and not isinstance(sources[-1], Rolled) and sources[-1].reveals:
        return "something came to light since your last choice"
    return "nothing to take back: last came a roll, another seat's choice, or what somebody saw or may have seen"


class Clock:
    """The thinking time of each seat, as one audience may know it.

    It follows from the times of the rows that told this audience something, and from nothing else: a choice that it
    must not notice moves no clock of its. While several seats choose in secret all their clocks run to the end of it.
    For whoever watches some turns behind no clock runs.
    """

    def __init__(self, seats: Sequence[str], seconds_allowed: int, runs: bool = True) -> None:
        self._seats, self._seconds_allowed, self._runs = seats, seconds_allowed, runs

    def begin(self, view: View) -> None:
        """As before the first row, which the clocks begin with."""
        self._seconds_used = dict.fromkeys(self._seats, 0.0)
        self._running: tuple[str, ...] = ()
        self._since, self._at = 0.0, view.at

    def follow(self, view: View, moment: float) -> None:
        """Something was done at this time, in seconds; ``view`` is what the audience sees then."""
        if view.at == self._at:
            return
        self.stop(moment)
        self._running, self._at = view.waiting_for, view.at

    def stop(self, moment: float) -> None:
        """The game was ended at this time."""
        for seat in self._running:
            self._seconds_used[seat] += max(0.0, moment - self._since)
        self._running, self._since = (), moment

    def to_json(self) -> JsonObject:
        """Seconds allowed to each seat, seconds used up to ``since``, and whose clock has been running from then on."""
        seconds_used = {seat: int(seconds) for seat, seconds in self._seconds_used.items()}
        running = list(self._running) if self._runs else []
        return {"allowed": self._seconds_allowed, "used": seconds_used, "running": running, "since": int(self._since)}


class DelayedMatch:
    """The match of a table, so many turns behind it; at the end of the game it has caught up."""

    def __init__(self, game: Game, opening: Opening) -> None:
        self._game, self._opening = game, opening
        self.begin(())

    def begin(self, rows: Sequence[Row]) -> None:
        """At its beginning, or where it was continued last. ``rows`` are those that are kept."""
        self.match, self.n = match_to_continue(self._game, self._opening, rows)
        self._turns = [self.n]

    def follow(self, match: Match, rows: Sequence[Row], feed: Feed, clock: Clock | None, is_over: bool) -> None:
        """Come up to the beginning of the turn that is to be shown, telling what happens on the way."""
        turn_count = len(match.snapshots)
        del self._turns[turn_count:]  # a turn that was taken back
        self._turns += [len(rows)] * (turn_count - len(self._turns))
        feed.follow(self.match, self.match.view(feed.seat))
        until_row = len(rows) if is_over else self._turns[max(0, len(self._turns) - self._opening.delay)]
        while self.n < until_row:
            self.match = play_row(self.match, rows[self.n])
            feed.rebase(self.match.entries)
            view = self.match.view(feed.seat)
            feed.follow(self.match, view)
            if clock is not None:
                clock.follow(view, rows[self.n].at)
            self.n += 1


class Audience:
    """The feeds and screens of all seats. `follow` tells each what is new, by the board as it is then."""

    def __init__(
        self,
        game: Game,
        opening: Opening,
        sheets: Callable[[], Sheets],
        lesson: Lesson | None = None,
        timekeeper: Timekeeper | None = None,
    ) -> None:
        self._game, self._sheets, self._lesson, self._timekeeper = game, sheets, lesson, timekeeper
        every_seat = (*game.seats, SPECTATOR, *((REFEREE,) if opening.referee else ()))
        self._feeds = {seat: Feed(seat, opening.key("feeds")) for seat in every_seat}
        self._screens: dict[str, SeatUpdates] = {}
        self._views: dict[str, View] = {}
        """What those who were told of the last row see: used up by the updates that follow it."""
        self._followed_moment: tuple[Match, int, Mapping[str, Action]] | None = None
        """The moment of these."""
        self._clocks = {
            seat: Clock(game.seats, opening.clock, not opening.delay or seat != SPECTATOR)
            for seat in (every_seat if opening.clock and timekeeper is None else ())
        }
        self._past = DelayedMatch(game, opening) if opening.delay else None
        self._at: dict[str, str] = {}
        self._news: dict[str, float] = {}
        self.seats_told: frozenset[str] = frozenset()
        """The seats that the last row told something, or asked."""
        self.plans = Plans()
        self.agreements = Agreements()

    def agree(self, agreements: Agreements) -> None:
        """This is offered and agreed on now."""
        self.agreements = agreements
        for screen in self._screens.values():
            screen.agreements = agreements

    @property
    def seen_tags(self) -> Mapping[str, str]:
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
        self._views, self._followed_moment = {}, (match, match.seq, match.commits)
        for row in rows[-1:]:
            self.plans.follow(row)
        telling = Telling(match.view(SPECTATOR)) if _has_one_wording(match) else None
        for seat, feed in self._feeds.items():
            if seat == SPECTATOR and self._past is not None:
                is_over = self.agreements.ending(match) is not None
                self._past.follow(match, rows, feed, self._clocks.get(seat), is_over)
            else:
                self._views[seat] = match.view(seat)
                feed.follow(match, self._views[seat], telling)
                if seat in self._clocks and rows:
                    self._clocks[seat].follow(self._views[seat], rows[-1].at)
        for row in rows[-1:] if self._clocks else ():
            if row.kind in (CLOSE, AGAIN):
                for clock in self._clocks.values():
                    clock.stop(row.at)
        moments_before, self._at = self._at, {seat: view.at for seat, view in self._views.items()}
        self.seats_told = frozenset(seat for seat, moment in self._at.items() if moments_before.get(seat) != moment)
        self._news |= {seat: row.at for row in rows[-1:] for seat in self.seats_told}

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

    def full_update(self, seat: str, match: Match, held_tags: Sequence[tuple[int, str]] = ()) -> JsonObject:
        """The update for a new screen of a seat, which is told what changes from now on; see `SeatUpdates`."""
        if seat not in self._screens:
            self._screens[seat] = self._screen(seat)
        return self._with_clock(seat, self._screens[seat].full_update(self.match_for(seat, match), held_tags))

    def look(self, seat: str, match: Match, held_tags: Sequence[tuple[int, str]] = ()) -> JsonObject:
        """The same for somebody who only looks once."""
        return self._with_clock(seat, self._screen(seat).full_update(self.match_for(seat, match), held_tags))

    def _screen(self, seat: str) -> SeatUpdates:
        screen = SeatUpdates(self._game, self._sheets(), self._feeds[seat], self.plans, self._lesson)
        screen.agreements = self.agreements
        return screen

    def close(self, seat: str) -> None:
        """There is no screen of this seat any more."""
        self._screens.pop(seat, None)

    def updates(self, match: Match, people: Mapping[str, Person]) -> Iterable[Out]:
        """What the screens have to be told since they were told last; nothing for whoever learnt nothing."""
        sights = Sights()
        views, self._views = self._views if self._followed_moment == (match, match.seq, match.commits) else {}, {}
        for seat, screen in self._screens.items():
            match_shown = self.match_for(seat, match)
            if (
                update := screen.advance(match_shown, sights if match_shown is match else None, views.get(seat))
            ) is not None:
                self._with_clock(seat, update)
                shortened = cache(partial(screen.with_patches, update))
                for connection, person in people.items():
                    if person.seat == seat:
                        yield connection, shortened() if person.patches else update

    def _with_clock(self, seat: str, update: JsonObject) -> JsonObject:
        """With the clocks: they make no update of their own, so that nobody hears of a choice by them.

        Whoever watches some turns behind is not told of the time by which the game will end.
        """
        if self._timekeeper is not None and (seat != SPECTATOR or self._past is None):
            update["clock"] = self._timekeeper.to_json()
        if seat in self._clocks:
            update["clock"] = self._clocks[seat].to_json()
        return update


def _has_one_wording(match: Match) -> bool:
    """Whether an event is told now in the same words to all who are told of it: then as who only watches reads it."""
    board = match.board
    return board.inner is None and (hides_nothing(type(board)) or pictures_of(match).presentation.open)
