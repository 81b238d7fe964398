"""The outlets of a table: what is sent to a screen, what it may ask, rows of lists, digests, messages elsewhere."""

import json
from functools import partial

from wargame_core import SPECTATOR, Game, Match
from wargame_core.json_form import JsonObject
from wargame_core.plugins.outlets import Outlet, OutletRegister
from wargame_core.plugins.outlets_of_core import PROBES, or_refusal, things_of
from wargame_table.keeping.rows import Chronicle
from wargame_table.local import LiveSession
from wargame_table.messages.incoming import Explain
from wargame_table.messages.screen import packet_for
from wargame_table.network.club import row_of_digest, summary
from wargame_table.network.open_tables import OpenTable
from wargame_table.network.webhooks import notice
from wargame_table.play.session import explain, judge_action
from wargame_table.play.slow_requests import course_of, film_of, forecast

LAST = 3
"""How many of the latest events are asked about."""


def _screen(game: Game, match: Match, seat: str) -> object:
    """What a screen is sent, without the tag of the story: its key is the table's, and every table has another."""
    session = LiveSession(game, match)
    messages = [*session.look(seat), session.audience.full_update(seat, match)]
    return [{key: value for key, value in message.items() if key != "tag"} for message in messages]


def _answers(game: Game, match: Match, seat: str) -> JsonObject:
    """What a screen is answered: verdicts, reasons, calculations, chances."""
    view, feed = match.view(seat), LiveSession(game, match).audience.feed(seat)
    rows = view.menu(PROBES) if view.asked else []
    actions = [*(row["action"] for row in rows), {"kind": next(iter(view.rules.codec.actions), "")}]
    asked = [Explain(id="x", what=what, of=of) for of, things in things_of(view).items() for what in things]
    asked += [Explain(id="x", event=event) for event in range(max(0, len(feed) - LAST), len(feed) + 1)]
    return {
        "verdicts": [or_refusal(partial(judge_action, match, seat, action)) for action in actions],
        "answers": [or_refusal(partial(explain, match, seat, feed, question)) for question in asked],
        "chances": [or_refusal(partial(forecast, match, row["action"], seat)) for row in rows[:1]],
        "packet": or_refusal(lambda: packet_for(game, match, seat).json_text()),
    }


def _course(game: Game, match: Match, seat: str) -> object:
    """The film of a game and the course of its score, both of one moment."""
    sheets = LiveSession(game, match).sheets
    return [film_of(game, sheets, [(match, False)], seat), course_of(game, [(match, False)], seat)]


def _elsewhere(game: Game, match: Match, seat: str) -> object:
    """A row of a list, a message to another server; to who watches, what happened by the digest of every seat.

    The address of a digest is no secret, so what it says of what happened is for everybody; whether the seat is asked,
    and since when, is for its owner.
    """
    table = OpenTable("t", LiveSession(game, match), Chronicle())
    digests = [
        row_of_digest(json.loads(summary(table, owner)), json.loads(summary(table, SPECTATOR)))["last"]
        for owner in game.seats
    ]
    told = notice(table, seat, "it is your turn", "").decode() if seat in game.seats else ""
    return [summary(table, seat), told, digests if seat == SPECTATOR else []]


REGISTER = OutletRegister(
    (
        Outlet("screen at a table", _screen, (), apart=6),
        Outlet("answers of a table", _answers, (), apart=6),
        Outlet("film and course", _course, (), apart=6),
        Outlet("rows, digests and messages elsewhere", _elsewhere, (), apart=6),
    ),
)
