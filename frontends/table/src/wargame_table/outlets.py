"""The outlets of a table: what is sent to a screen, what it may ask, rows of lists, digests, messages elsewhere."""

import json
from collections.abc import Mapping
from functools import partial
from threading import Event

from wargame_core import SPECTATOR, Action, Game, Match
from wargame_core.flow.entries import Entry
from wargame_core.json_form import JsonObject
from wargame_core.plugins.outlets import Outlet, OutletRegister
from wargame_core.plugins.outlets_of_core import PROBES, answer_or_refusal, things_of
from wargame_table.keeping.rows import Chronicle
from wargame_table.local import LiveSession
from wargame_table.messages.incoming import Explain
from wargame_table.messages.screen import packet_for
from wargame_table.network.club import row_of_digest, summary
from wargame_table.network.open_tables import OpenTable
from wargame_table.network.webhooks import notice_body
from wargame_table.play.session import explain, judge_action
from wargame_table.play.slow_requests import course_of, film_of, forecast, hint

LAST = 3
"""How many of the latest events are asked about."""


_AT_ONCE = Event()
_AT_ONCE.set()  # the rating of choices is looked through as an outlet of the lab


_latest_tables: list[tuple[Match, Entry, Mapping[str, Action], LiveSession]] = []
"""The tables of the latest positions, each with its match, the last entry of that and what is chosen in secret."""
LATEST_TABLES = 2
"""How many of these are kept: the law compares two positions."""


def _shared_session(game: Game, match: Match) -> LiveSession:
    """The table of a position. It plays the whole match again, so outlets that look at the same position share it."""
    for known_match, entry, commits, session in _latest_tables:
        if known_match is match and entry is match.entries[-1] and commits == match.commits:
            return session
    session = LiveSession(game, match)
    _latest_tables.append((match, match.entries[-1], dict(match.commits), session))
    del _latest_tables[:-LATEST_TABLES]
    return session


def _screen(game: Game, match: Match, seat: str) -> object:
    """What a screen is sent, without the tag of the story: its key is the table's, and every table has another."""
    session = _shared_session(game, match)
    messages = [*session.look(seat), session.audience.full_update(seat, match)]
    return [{key: value for key, value in message.items() if key != "tag"} for message in messages]


def _answers(game: Game, match: Match, seat: str) -> JsonObject:
    """What a screen is answered: verdicts, reasons, calculations, chances."""
    view, feed = match.view(seat), _shared_session(game, match).audience.feed(seat)
    rows = view.menu(PROBES) if view.asked else []
    actions = [*(row["action"] for row in rows), {"kind": next(iter(view.rules.codec.actions), "")}]
    questions = [Explain(id="x", what=ref) for refs in things_of(view).values() for ref in refs]
    questions += [Explain(id="x", event=event) for event in range(max(0, len(feed) - LAST), len(feed) + 1)]
    return {
        "verdicts": [answer_or_refusal(partial(judge_action, match, seat, action)) for action in actions],
        "answers": [answer_or_refusal(partial(explain, match, seat, feed, question)) for question in questions],
        "chances": [answer_or_refusal(partial(forecast, match, row["action"], seat)) for row in rows[:1]],
        "hint": answer_or_refusal(partial(hint, game, match, seat, _AT_ONCE)),
        "packet": answer_or_refusal(lambda: packet_for(game, match, seat).json_text()),
    }


def _film_and_course(game: Game, match: Match, seat: str) -> object:
    """The film of a game and the course of its score, both of one moment."""
    sheets = _shared_session(game, match).sheets
    return [film_of(game, sheets, [(match, False)], seat), course_of(game, [(match, False)], seat)]


def _other_outlets(game: Game, match: Match, seat: str) -> object:
    """A row of a list, a message to another server; to who watches, what happened by the digest of every seat.

    The address of a digest is no secret, so what it says of what happened is for everybody; whether the seat is asked,
    and since when, is for its owner.
    """
    table = OpenTable("t", _shared_session(game, match), Chronicle())
    digests = [
        row_of_digest(json.loads(summary(table, owner)), json.loads(summary(table, SPECTATOR)))["last"]
        for owner in game.seats
    ]
    notice_text = notice_body(table, seat, "it is your turn", "").decode() if seat in game.seats else ""
    return [summary(table, seat), notice_text, digests if seat == SPECTATOR else []]


_SCREEN = (
    "wargame_table.messages.feed:Feed.follow",
    "wargame_table.messages.screen:Sheets.inner_digest",
    "wargame_table.messages.screen:ask_of",
    "wargame_table.messages.screen:build_of",
    "wargame_table.messages.screen:drawn_for",
    "wargame_table.messages.screen:form_of",
    "wargame_table.messages.screen:subject_of",
    "wargame_table.play.audience:Audience.full_update",
    "wargame_table.play.audience:Audience.look",
    "wargame_table.play.audience:SeatUpdates.advance",
    "wargame_table.play.audience:no_undo",
    "wargame_table.play.audience:sight_of",
    "wargame_table.play.audience:undo_of",
    "wargame_table.play.session:TableSession.look",
)
_ANSWERS = (
    "wargame_table.messages.screen:packet_for",
    "wargame_table.play.session:explain",
    "wargame_table.play.session:judge_action",
    "wargame_table.play.slow_requests:forecast",
    "wargame_table.play.slow_requests:hint",
)
_COURSE = (
    "wargame_table.play.decisive:DecisiveEvents.add",
    "wargame_table.play.slow_requests:answer_of",
    "wargame_table.play.slow_requests:course_of",
    "wargame_table.play.slow_requests:film_of",
)
_ELSEWHERE = (
    "wargame_table.network.club:summary",
    "wargame_table.network.webhooks:notice_body",
)
_CLOSED = {
    "wargame_table.network.mail_notices:MailNotices.wishes_for_seat": "who has asked for letters about a seat",
    "wargame_table.keeping.rows:last_choice_of": "where a choice stands among the rows, for the server",
    "wargame_table.messages.screen:action_of": "what a person has reported",
    "wargame_table.network.hub:Hub.join": "a line to a screen, which the law of the wire listens to",
    "wargame_table.network.hub:Hub.sentences_to": "what people have said",
    "wargame_table.network.turns:name_of_turn": "the rows of a turn by who watches; the law of the wire opens its page",
    "wargame_table.network.persons:free_by_link": "a fresh link to a seat, for who may free it",
    "wargame_table.play.agreements:Agreements.waits_for": "what people have offered",
    "wargame_table.play.agreements:outcome_by_agreement": "what people have agreed on",
    "wargame_table.play.agreements:row_of_answer": "what people have offered",
    "wargame_table.play.agreements:row_of_offer": "what people have offered",
    "wargame_table.play.agreements:row_of_resignation": "what people have offered",
    "wargame_table.play.audience:Audience.match_for": "the match, or that of turns ago, for the server",
    "wargame_table.play.people:Bots.think": "a choice of a bot, for the server",
    "wargame_table.play.session:TableSession.play_bot_choice": "a row that is kept, for the server",
    "wargame_table.play.session:TableSession.join": "a line to a screen, which the law of the wire listens to",
    "wargame_table.play.session:TableSession.offered_to": "what people have offered",
    "wargame_table.play.session:TableSession.person": "who somebody is",
    "wargame_table.play.session:TableSession.record": "a record, which is an outlet of core",
    "wargame_table.play.session:choice": "a choice that is kept, for the server",
    "wargame_table.play.session:row_of_undo": "a row that is kept, for the server",
}

REGISTER = OutletRegister(
    (
        Outlet("screen at a table", _screen, _SCREEN, apart=6),
        Outlet("answers of a table", _answers, _ANSWERS, apart=6),
        Outlet("film and course", _film_and_course, _COURSE, apart=6),
        Outlet("rows, digests and messages elsewhere", _other_outlets, _ELSEWHERE, apart=6),
    ),
    _CLOSED,
)
