"""A game played by people at screens: who is there, what each may do, and what each is told.

It knows no transport, reads no clock, no file and no socket: messages go in with the connection they came from, and
messages come out with the connections they are for. What has to be kept is a `Row`; whoever keeps rows says so with
`settle`, and nobody hears of a choice before that.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Any, ClassVar, assert_never

from attrs import evolve, frozen

from wargame_core import REFEREE, SPECTATOR, Action, Game, Match, Record, Ruling
from wargame_core.errors import IllegalAction, MalformedAction, NotYourTurn, WargameError
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_core.lessons import Lesson
from wargame_core.limits import MESSAGE, shorten
from wargame_core.rulings import RuleText
from wargame_lab.puzzles.lessons import seats_of_puzzles
from wargame_table.keeping.rows import (
    CONTINUE,
    PLAY,
    SEAT,
    UNDO,
    Opening,
    Row,
    continuation_notice,
    match_to_continue,
    play_row,
)
from wargame_table.messages import incoming as wire
from wargame_table.messages.feed import Feed
from wargame_table.messages.incoming import Refused
from wargame_table.messages.screen import Sheets, action_of, ask_of, length_of, rules_at_hand
from wargame_table.play.agreements import (
    Agreements,
    OpenOffer,
    Parties,
    check_hints_allowed,
    row_of_answer,
    row_of_offer,
    row_of_resignation,
    row_of_time,
    seen_part_of_tag,
)
from wargame_table.play.audience import Audience
from wargame_table.play.people import AUTHOR, BotChoice, Company, Out, Person
from wargame_table.play.slow_requests import answer_of, positions_of
from wargame_table.play.timekeeper import Pauses, Timekeeper

REQUESTS_OF_EVERY_TABLE = ("undo", "explain", "judge", "forecast", "hint", "analysis", "film", "course", "rules", "say")
"""What may be asked for at every table."""
SOMETHING_WAS_LEARNT = "your last choice told you or somebody else something: it stands"


def choice(match: Match, row_number: int, seat: str, action: JsonMapping) -> Row:
    """The row of a choice, the action as the rules read it. Raises `Refused` for anything else."""
    try:
        checked_action = match.rules.let_in(dict(action))
    except WargameError as problem:
        raise Refused("malformed", str(problem)) from None
    return Row(
        n=row_number, kind=PLAY, seat=seat, body=match.rules.codec.to_json(checked_action), action=checked_action
    )


def row_of_undo(match: Match, row_number: int, seat: str) -> Row:
    """The row that takes the seat's last choice back. Raises `Refused` where it may not."""
    if not match.can_undo(seat):
        refusal_text = "there is nothing that you could take back"
        raise Refused("no_undo", SOMETHING_WAS_LEARNT if match.can_undo(seat, exact=False) else refusal_text)
    return Row(n=row_number, kind=UNDO, seat=seat)


def play(match: Match, row: Row) -> Match:
    """The match after what a row says. Raises `Refused`: the match is as it was."""
    try:
        return play_row(match, row)
    except IllegalAction as problem:
        raise Refused("illegal", str(problem), problem.verdict) from None
    except MalformedAction as problem:
        raise Refused("malformed", str(problem)) from None
    except NotYourTurn as problem:
        raise Refused("not_asked", str(problem)) from None
    except WargameError as problem:
        raise Refused("unavailable", str(problem)) from None
    except Exception as problem:
        raise refusal_of_failure(problem) from None


def refusal_of_failure(problem: Exception) -> Refused:
    """The refusal where a game has a mistake: the match is as it was, and the table goes on."""
    return Refused("unavailable", f"the rules of this game failed ({type(problem).__name__})")


class AnsweredRequests:
    """The latest answers to what changed the game, should a request come again after a broken line.

    An answer counts from when its row is kept: what could not be kept is to be tried again, not said to be done.
    """

    def __init__(self) -> None:
        self._answers: dict[str, dict[str, tuple[wire.Message, JsonObject]]] = {}
        self._unkept: tuple[str, wire.Change, JsonObject] | None = None

    def answer(self, seat: str, message: wire.Message) -> JsonObject | None:
        """The answer that the same message was given before."""
        message_before, answer = self._answers.get(seat, {}).get(getattr(message, "id", ""), (None, None))
        return answer if message_before == message else None

    def prepare(self, seat: str, message: wire.Change, answer: JsonObject) -> None:
        """This will be the answer once it is kept."""
        self._unkept = seat, message, answer

    def keep(self) -> None:
        """It is kept."""
        if self._unkept is None:
            return
        (seat, message, answer), self._unkept = self._unkept, None
        answers = self._answers.setdefault(seat, {})
        answers[message.id] = message, answer
        while len(answers) > wire.MOST_KEPT_ANSWERS:
            del answers[next(iter(answers))]

    def forget(self) -> None:
        """It could not be kept."""
        self._unkept = None


def judge_action(match: Match, seat: str, action: JsonMapping) -> JsonObject:
    """Whether an action is legal for a seat now, with the reasons if not. Raises `Refused` for anything else."""
    try:
        return {"kind": "judged", **match.judge(dict(action), seat).to_json()}
    except MalformedAction as problem:
        raise Refused("malformed", str(problem)) from None
    except WargameError as problem:
        raise Refused("unavailable", str(problem)) from None
    except Exception as problem:
        raise refusal_of_failure(problem) from None


def explain(match: Match, seat: str, feed: Feed, request: wire.Explain) -> JsonObject:
    """Why a thing cannot be chosen, or how the result of an event came about, as the seat may know it."""
    if request.what:
        return _why_not(match, seat, request)
    if request.event >= len(feed):
        raise Refused("unavailable", "there is no such event")
    ruling = getattr(feed.sources[request.event], "ruling", None)
    if not isinstance(ruling, Ruling):
        raise Refused("unavailable", "no calculation stands behind this")
    return {"kind": "explained", "text": str(ruling), "ruling": ruling.to_json()}


def _why_not(match: Match, seat: str, request: wire.Explain) -> JsonObject:
    subject = {request.of or "words": request.what}
    verdict = match.explain(**subject, with_piece=request.piece, seat=seat)
    if isinstance(verdict, RuleText):
        return {"kind": "explained", "text": verdict.text, "reasons": []}
    reasons = shorten("; ".join(reason.text for reason in verdict.reasons) or "this can be chosen", MESSAGE)
    return {"kind": "explained", "text": reasons, "reasons": verdict.to_json()["reasons"]}


def variants_played(game: Game) -> list[JsonObject]:
    """The house rules that a game is played with, for a screen."""
    return [{"title": variant.title, "help": variant.help} for variant in game.rules.additions.variants]


@frozen
class Heard:
    """What follows from a message: answers that can go out at once, and a row that has to be kept first."""

    messages: tuple[Out, ...] = ()
    row: Row | None = None
    work: wire.Work | None = None
    """A request that takes time: the transport has it done elsewhere (see `TableSession.do`), or at once."""


class TableSession:
    """One table. ``rows`` is what was done before; raises `WargameError` when today's rules refuse some of it."""

    agree: ClassVar[bool] = True
    """Whether the seats may agree on something beside the rules, and one of them resign."""

    def __init__(
        self,
        game: Game,
        opening: Opening,
        rows: Iterable[Row] = (),
        *,
        abilities: Iterable[str] = (),
        limits: Mapping[str, int] | None = None,
        pauses: Pauses | None = None,
    ) -> None:
        self.game, self.opening, self.can, self.limits = game, opening, tuple(abilities), limits or {}
        sheets = self._lay_sheets = cache(partial(Sheets, game, opening))
        self.company = Company(game.seats, lambda: sheets().seat_names)
        self.lesson: Lesson | None = opening.lesson_taught(game)
        """What is taught here: the learner's choices must be its own, and it makes those of the others."""
        has_limit = opening.time_limit != "none"
        self.timekeeper = Timekeeper(game.seats, opening, pauses or Pauses()) if has_limit else None
        """Who keeps the time where the game ends when it is up."""
        self.audience = Audience(game, opening, sheets, self.lesson, self.timekeeper)
        self._answered_requests = AnsweredRequests()
        self.agreements = Agreements()
        self.restart(rows)

    def restart(self, rows: Iterable[Row]) -> None:
        """Begin anew from the rows that are kept: what was played here and not kept is as if it had not been."""
        rows_before, self.rows = list(rows), list[Row]()
        self.match, first_row = match_to_continue(self.game, self.opening, rows_before)
        self.bots, self.agreements = dict(self.opening.bots), Agreements()
        self._answered_requests.forget()
        self.audience.agree(self.agreements)
        self.audience.begin(self.match, rows_before)
        if self.timekeeper is not None:
            self.timekeeper.begin(self.match)
        for row in rows_before:
            self._follow(row, play=row.n >= first_row)

    def catch_up(self, rows: Iterable[Row]) -> list[Out]:
        """Follow rows that another process has kept; returns what the people here have to be told."""
        new_rows = [row for row in rows if row.n >= self.n]
        if any(row.kind == CONTINUE for row in new_rows):
            self.restart([*self.rows, *new_rows])
        else:
            for row in new_rows:
                self._follow(row)
        return self.updates() + (self.presence() if any(row.kind == SEAT for row in new_rows) else [])

    def _follow(self, row: Row, play: bool = True) -> None:
        if row.n != self.n:
            raise WargameError(f"row {self.n} is missing: the next one kept is {row.n}")
        if play:
            self.match = play_row(self.match, row)
        self._enter_row(row)

    @property
    def n(self) -> int:
        """The number of the next row."""
        return len(self.rows)

    def _enter_row(self, row: Row) -> None:
        self.rows.append(row)
        self.agreements = self.agreements.after(
            row, self.audience.seen_tags, self.is_over, lambda: self.match.view(SPECTATOR).at
        )
        self.audience.agree(self.agreements)
        if row.kind == UNDO:
            self.audience.rebase(self.match)
        self.audience.follow(self.match, self.rows)
        if row.kind == SEAT:
            self.bots.pop(row.seat, None)
            if bot := str(row.body.get("bot", "")):
                self.bots[row.seat] = bot
        if self.timekeeper is not None:
            self.timekeeper.follow(self.match, row, self.bots, self.is_over)

    # People come and go

    def join(self, connection: str, role: str, hello: wire.Hello) -> list[Out]:
        """Somebody sits down at a screen. ``role`` is what its key opens: a seat, ``spectator`` or ``author``."""
        if hello.protocol != wire.PROTOCOL:
            protocols_text = f"this table speaks {wire.PROTOCOL}, this screen {shorten(hello.protocol)}"
            raise Refused(
                "protocol", f"{protocols_text}: load the page again, or install the server's version of the client"
            )
        person = evolve(self.person(role, hello.name), patches=hello.patches)
        if self.company.is_taken(person):
            person = evolve(person, name="")
        self.people[connection], seat = person, person.seat
        if person.name:
            self.company.rename(connection, person.name)
        welcome = self._welcome(person, role)
        return [
            (connection, welcome),
            (connection, self.audience.full_update(seat, self.match, hello.have)),
            *self.presence(),
        ]

    def leave(self, connection: str) -> list[Out]:
        """Somebody is gone."""
        return self.presence() if self.forget(connection) else []

    def forget(self, connection: str) -> bool:
        """Somebody is gone, and nobody is told; whether he was there."""
        person = self.people.pop(connection, None)
        if person is not None and not any(other_person.seat == person.seat for other_person in self.people.values()):
            self.audience.close(person.seat)
        return person is not None

    def person(self, role: str, name: str = "") -> Person:
        """Who comes with the key of a role."""
        seats = (*self.game.seats, *((REFEREE,) if self.opening.referee else ()))
        return Person(role if role in seats else SPECTATOR, name or self.company.names.get(role, ""), role == AUTHOR)

    def look(self, role: str, held_tags: Sequence[tuple[int, str]] = ()) -> tuple[JsonObject, JsonObject]:
        """The welcome and the update for somebody who looks once and does not sit down."""
        person = self.person(role)
        return self._welcome(person, role), self.audience.look(person.seat, self.match, held_tags)

    def _welcome(self, person: Person, role: str) -> JsonObject:
        return {
            "kind": "welcome",
            "protocol": wire.PROTOCOL,
            "you": person.seat,
            "role": role,
            **({"name": person.name} if person.name else {}),
            "game": self.game.id,
            "title": self.game.title,
            **({"length": length} if (length := length_of(self.game.id)) else {}),
            "scenario": self.match.scenario,
            "options": dict(self.match.options),
            "sheet": self.sheets.main.sheet.digest,
            "seats": self.company.rows(self.bots),
            "bots": list(self.game.bots),
            "can": [*REQUESTS_OF_EVERY_TABLE, *self._possible_agreements, *self.can],
            **({"limits": dict(self.limits)} if self.limits else {}),
            **({"variants": variants} if (variants := variants_played(self.game)) else {}),
            **({"delay": self.opening.delay} if self.opening.delay else {}),
            **({"referee": True} if self.opening.referee else {}),
            **({"lesson": self.lesson.file.title} if self.lesson is not None else {}),
            **({"puzzles": self._puzzles} if self.lesson is not None and self._puzzles else {}),
            **({"continued": words} if (words := continuation_notice(self.rows)) else {}),
        }

    @property
    def _possible_agreements(self) -> tuple[str, ...]:
        return () if not self.agree else ("offer", "resign") if len(self.game.seats) == 2 else ("offer",)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by its rules or because its people have ended it."""
        return self.agreements.ending(self.match) is not None

    def offered_to(self, seat: str) -> OpenOffer | None:
        """What is offered to a seat and waits for its yes or no."""
        return self.agreements.waits_for(seat, self.audience.seen_tags.get(seat, ""), self._parties, self.match)

    @property
    def _parties(self) -> Parties:
        return Parties(self.game.seats, self.bots, self.sheets.seat_names, self.rows)

    @property
    def sheets(self) -> Sheets:
        """What is printed and lies on the table: see `Sheets`."""
        return self._lay_sheets()

    @cached_property
    def _puzzles(self) -> int:
        return len(seats_of_puzzles(self.game))

    @cached_property
    def _rules(self) -> list[JsonObject]:
        return rules_at_hand(self.game)

    @property
    def people(self) -> dict[str, Person]:
        """Who sits at the screens here, by connection."""
        return self.company.by_connection

    def set_people_elsewhere(self, people: Iterable[Person]) -> list[Out]:
        """These sit at screens that other processes serve: returns what the people here have to be told."""
        return self.presence() if self.company.set_elsewhere(people) else []

    def presence(self) -> list[Out]:
        """Who is there, for everybody."""
        return self.company.presence(self.bots)

    # What they say

    def hear(self, connection: str, message: wire.Message) -> Heard:
        """Do what a person asks. Whatever is refused has changed nothing, and nobody else hears of it."""
        person = self.people.get(connection)
        if isinstance(message, wire.Ping):
            return Heard(((connection, {"kind": "pong"}),))
        if person is None or isinstance(message, wire.Hello):
            hello_refusal = Refused("malformed", "say hello first, and once", request=getattr(message, "id", ""))
            return Heard(((connection, hello_refusal.to_json()),))
        if (answer := self._answered_requests.answer(person.seat, message)) is not None:
            return Heard(((connection, answer),))
        try:
            return self._hear(connection, person, message)
        except Refused as problem:
            refusal = (connection, problem.to_json(message.id))
            if problem.code != "stale":
                return Heard((refusal,))
            return Heard((refusal, (connection, self.audience.full_update(person.seat, self.match))))

    def _hear(self, connection: str, person: Person, message: Any) -> Heard:
        match message:
            case wire.Act() | wire.Undo() | wire.Report() | wire.Offer() | wire.Answer() | wire.Resign():
                return self._do(connection, person, message)
            case wire.Seat():
                return self._change_seat(connection, person, message)
            case wire.Forecast():
                self._seated_person(person)
                return Heard(work=message)
            case wire.HintRequest():
                self._check_hints_allowed(self._seated_person(person))
                return Heard(work=message)
            case wire.AnalysisRequest():
                self._seated_person(person)
                if not self.is_over:
                    raise Refused("unavailable", "a game is analysed once it is over")
                return Heard(work=message)
            case wire.FilmRequest() | wire.CourseRequest():
                return Heard(work=message)
            case wire.Judge(action=action):
                answer = judge_action(self.match, self._seated_person(person), action)
            case wire.Explain():
                answer = explain(self.match, person.seat, self.audience.feed(person.seat), message)
            case wire.RulesRequest():
                answer = {"kind": "rules", "rules": self._rules}
            case wire.Rows(at=asked_moment, first=first_row):
                answer = self._rows(self._seated_person(person), asked_moment, first_row)
            case wire.Say(text=text, to=listener):
                messages = self.company.say(person.name, self.company.said_by(person, listener), text, listener)
                return Heard(((connection, {"kind": "done", "id": message.id}), *messages))
            case wire.TakeName(name=name):
                self.company.rename(connection, wire.plain_name(name))
                return Heard(((connection, {"kind": "done", "id": message.id}), *self.presence()))
            case wire.WriteNote():
                return Heard(tuple(self._write_note(connection, person, message)))
            case _:
                assert_never(message)
        return Heard(((connection, {"id": message.id, **answer}),))

    def _seated_person(self, person: Person) -> str:
        if person.seat not in self.game.seats:
            raise Refused("not_yours", "a spectator has no seat")
        return person.seat

    def _check_hints_allowed(self, seat: str) -> None:
        """Raises `Refused` where a seat may have no hint."""
        if self.lesson is not None and not self.lesson.is_over(self.match):
            raise Refused("unavailable", "the lesson says what to choose: a hint is given once it is over")
        check_hints_allowed(seat, self._parties, self.agreements, self.match)

    def _rows(self, seat: str, moment: str, first_row: int) -> JsonObject:
        view = self.match.view(seat)
        if view.at != seen_part_of_tag(moment) or not view.asked:
            raise Refused("stale", "the game has moved on")
        ask = ask_of(view, first_row)
        return {"kind": "rows", "first": first_row, "rows": ask["rows"], "more": ask["more"]}

    def _write_note(self, connection: str, person: Person, message: wire.WriteNote) -> Iterable[Out]:
        seat = self._seated_person(person)
        if "note" not in self.can:
            raise Refused("unavailable", "nobody keeps notes at this table")
        yield connection, {"kind": "done", "id": message.id}
        for other_connection in self.company.others_of(connection, seat):
            yield other_connection, {"kind": "note", "text": message.text}

    # What changes the game

    def _do(self, connection: str, person: Person, message: wire.Change) -> Heard:
        seat = self._seated_person(person)
        moment = self.match.view(seat).at
        needs_exact_moment = isinstance(message, wire.Answer)  # yes to what the screen shows, and to nothing else
        if (
            message.at != self.agreements.tag(seat, moment)
            if needs_exact_moment
            else seen_part_of_tag(message.at) != moment
        ):
            raise Refused("stale", "the game has moved on")
        row = self._row_of(seat, moment, message)
        self.match = play(self.match, row)
        answer = {"kind": "done", "id": message.id}
        self._answered_requests.prepare(seat, message, answer)
        return Heard(((connection, answer),), row)

    def _row_of(self, seat: str, moment: str, message: wire.Change) -> Row:
        """The row of what a seat wants. Raises `Refused`."""
        match, row_number, agreements = self.match, self.n, self.agreements
        if agreements.outcome is not None and isinstance(message, (wire.Act, wire.Undo, wire.Report)):
            raise Refused("unavailable", "the game is over")
        parties = self._parties
        match message:
            case wire.Undo():
                return row_of_undo(match, row_number, seat)
            case wire.Report(answers=answers):
                return choice(match, row_number, seat, action_of(self.game, match, seat, answers))
            case wire.Act(action=action):
                return self._checked_by_lesson(choice(match, row_number, seat, action))
            case _ if not self.agree:
                raise Refused("unavailable", "this table takes no offers")
            case wire.Offer(what=offered_kind):
                if offered_kind == "again" and ("again" not in self.can or self.opening.again >= self._max_tables):
                    raise Refused("unavailable", "this game cannot be begun anew from here: make a new table")
                return row_of_offer(offered_kind, seat, parties, agreements, match, row_number, moment)
            case wire.Answer(yes=is_accepted):
                return row_of_answer(is_accepted, seat, parties, agreements, match, row_number, moment)
            case wire.Resign():
                return row_of_resignation(seat, parties, agreements, match, row_number)
        assert_never(message)

    def _checked_by_lesson(self, row: Row) -> Row:
        """The row of a choice, where a lesson does not speak against it. Raises `Refused`."""
        if self.lesson is None or row.action is None:
            return row
        try:
            action = self.lesson.choice(self.match, row.seat, row.action)
        except IllegalAction as problem:
            raise Refused("illegal", str(problem), problem.verdict) from None
        return evolve(row, body=self.game.rules.codec.to_json(action), action=action)

    @property
    def _max_tables(self) -> int:
        """How many tables may come one after the other, each begun anew from the one before."""
        return self.limits.get("tables", 1)

    def _change_seat(self, connection: str, person: Person, message: wire.Seat) -> Heard:
        if message.seat not in self.game.seats:
            raise Refused("unavailable", f"there is no seat {message.seat}")
        if person.seat != message.seat and not person.author:
            raise Refused("not_yours", "only whoever has the seat, or made the table, decides who plays it")
        if person.seat != message.seat and self.company.is_there(message.seat):
            raise Refused("not_yours", "somebody sits there, who decides who plays this seat")
        if message.bot and message.bot not in self.game.bots:
            raise Refused("unavailable", f"there is no bot {message.bot}")
        changes_of_hands = sum(row.kind == SEAT and row.seat == message.seat for row in self.rows)
        if changes_of_hands >= self.limits.get("handed", changes_of_hands + 1):
            raise Refused(
                "too_big", f"this seat has changed hands {changes_of_hands} times, and may not change hands again"
            )
        row = Row(n=self.n, kind=SEAT, seat=message.seat, body={"bot": message.bot} if message.bot else {})
        return Heard(((connection, {"kind": "done", "id": message.id}),), row)

    def end_by_time(self, current_time: float) -> Heard:
        """The game ends, if somebody's time is up at this moment of the server's clock; else nothing."""
        seats = self.timekeeper.seats_out_of_time(current_time) if self.timekeeper is not None else ()
        return Heard(row=row_of_time(seats, self._parties, self.match, self.n)) if seats else Heard()

    def after_row_kept(self, row: Row) -> list[Out]:
        """The row that came with `Heard` is kept: returns what everybody has to be told."""
        self._enter_row(row)
        self._answered_requests.keep()
        return self.presence() if row.kind == SEAT else self.updates()

    def updates(self) -> list[Out]:
        """The news for the screens of each seat; nothing for a seat that learnt nothing since it was last told."""
        return list(self.audience.updates(self.match, self.people))

    # Bots, and work that takes time

    @property
    def bot_to_think(self) -> str | None:
        """The seat of a bot that is to choose now; what only people can tell no bot is asked."""
        pending = self.match.pending
        if self.lesson is not None and not self.lesson.is_over(self.match):
            return None  # it makes the choices of the others itself
        if pending is not None and pending.first_counts and any(seat not in self.bots for seat in pending.asks):
            return None  # people go first: they are slower
        waiting_seats = (seat for seat in self.match.waiting_for if seat in self.bots and not self.is_over)
        return next((seat for seat in waiting_seats if not self.match.choices(seat).by_people), None)

    @property
    def has_choice_to_come(self) -> bool:
        """Whether a choice is to come without a person: a bot's, a lesson's, or one that a seat has made beforehand."""
        return not self.is_over and (self.settled_answer is not None or self.bot_to_think is not None)

    @property
    def settled_answer(self) -> tuple[str, Action] | None:
        """A choice that is settled already, with its seat: by a lesson, or by what the seat has said beforehand."""
        return self.lesson_reply if self.lesson is not None else self.match.standing_answer

    @property
    def lesson_reply(self) -> tuple[str, Action] | None:
        """The choice that the lesson makes now by itself, with its seat; None where it has none."""
        return self.lesson.reply(self.match) if self.lesson is not None and not self.is_over else None

    def answer_beforehand(self, row_number: int) -> Heard:
        """The choice that is settled already is made, if no more than ``row_number`` rows are kept; else nothing."""
        standing_answer = self.settled_answer
        if row_number != self.n or self.is_over or standing_answer is None:
            return Heard()
        seat, action = standing_answer
        row = choice(self.match, self.n, seat, self.match.rules.codec.to_json(action))
        self.match = play(self.match, row)
        return Heard(row=row)

    def play_bot_choice(self, seat: str, row_number: int, bot_choice: BotChoice) -> Heard:
        """The choice of a bot that began to think when ``row_number`` rows were kept; nothing when the game has moved
        on."""
        if row_number != self.n or self.is_over or seat not in self.bots or seat not in self.match.waiting_for:
            return Heard()
        row = choice(self.match, self.n, seat, bot_choice.action)
        row = self.audience.plans.row_with_plans(self.match, row, bot_choice.plans)
        self.match = play(self.match, row)
        return Heard(row=row)

    def do(self, connection: str, work: wire.Work) -> JsonObject:
        """The answer to a request that takes time, worked out here and now."""
        seat = self.people[connection].seat
        moments = positions_of(self.game, self.opening, self.audience.rows_for(seat, self.rows))
        return answer_of(self.game, self.sheets, moments, seat, work, self.is_over)

    def record(self, role: str) -> tuple[str, str]:
        """The name of a file and its text: the record of the seat of a role, the whole one when the game is over."""
        seat = role if role in self.game.seats else SPECTATOR  # the referee's would hold the seed
        match = self.audience.match_for(seat, self.match)
        record = evolve(Record.of(match, None if self.is_over else seat), agreed=self.agreements.outcome)
        return f"{self.game.id}-{'whole' if self.is_over else seat}.jsonl", record.text()
