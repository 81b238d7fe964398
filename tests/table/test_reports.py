"""What happened on a table of miniatures is reported by a form, by people, and by nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from attrs import evolve
from tests.altar_of_freedom.battle_records import match_before
from tests.table.small_table import SmallTable

from wargame_core import load
from wargame_core.flow.entries import Chose, ChoseTogether
from wargame_core.flow.match import Match
from wargame_core.json_form import JsonObject
from wargame_table.rows import Opening, Row


@cache
def waiting() -> tuple[Opening, list[Row]]:
    """A campaign in which a battle waits to be fought on a table."""
    match = match_before("vicksburg", lambda brief: True)
    opening = Opening.of(load("vicksburg"), match.scenario, {"battles": "reported"})
    choices = enumerate(_choices(match))
    rows = [Row(n=n, kind="play", seat=seat, body=body) for n, (seat, body) in choices]
    assert match.seed is not None
    return evolve(opening, seed=match.seed), rows


@cache
def at_a_battle() -> tuple[Opening, list[Row]]:
    """A campaign in which a battle is fought out in Battle Cry just now."""
    game = load("vicksburg")
    opening = evolve(Opening.of(game, None, {"battles": "battle_cry"}), seed=32)
    match, rows = opening.begin(game), list[Row]()
    bots = {seat: game.bot("belligerent", seed=32) for seat in game.seats}
    while match.board.child is None:
        seat = match.to_choose[0]
        action = bots[seat](match.view(seat))
        rows.append(Row(n=len(rows), kind="play", seat=seat, body=game.rules.codec.to_json(action)))
        match.play(action, seat)
    return opening, rows


def _choices(match: Match) -> Iterator[tuple[str, JsonObject]]:
    for entry in match.entries:
        if isinstance(entry, Chose):
            yield entry.seat, match.rules.codec.to_json(entry.action)
        elif isinstance(entry, ChoseTogether):
            for seat, action in entry.actions.items():
                yield seat, match.rules.codec.to_json(action)


@pytest.fixture
def table() -> SmallTable:
    """Everybody sees the campaign wait for its battle."""
    opening, rows = waiting()
    made = SmallTable(load("vicksburg"), opening, list(rows))
    for role in (*made.game.seats, "spectator"):
        made.join(role, role)
    return made


def asked(table: SmallTable) -> tuple[str, JsonObject]:
    """Who is asked for the report, and the form."""
    seat = table.session.match.to_choose[0]
    form: JsonObject = table.last(seat, "update")["ask"]["form"]
    return seat, form


def test_who_is_asked_for_a_report_is_sent_a_form_and_nobody_else(table: SmallTable) -> None:
    seat, form = asked(table)
    assert [field["key"] for field in form["fields"]][:2] == ["winner", "ended"]
    assert form["fields"][0]["values"][0][0] in table.game.seats
    assert table.ask(seat) == []
    assert all("ask" not in table.last(role, "update") for role in (*table.game.seats, "spectator") if role != seat)


def test_a_report_is_played_and_what_cannot_have_happened_is_refused_with_the_rule(table: SmallTable) -> None:
    seat, form = asked(table)
    last = form["fields"][2]["most"]
    winner = next(value for value, _ in form["fields"][0]["values"] if value != seat)
    answers = {"winner": winner, "ended": "breakpoint", "last_turn": last, "broken": []}
    assert table.say(seat, "report", at=table.at(seat), answers=answers)["code"] == "illegal"
    agreed = answers | {"ended": "agreed", "why": "the pub closed"}
    assert table.say(seat, "report", at=table.at(seat), answers=agreed)["kind"] == "done"
    assert any("the pub closed" in row.get("text", "") for row in table.last("spectator", "update")["events"])


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"winner": "nobody"}, "not one of the answers"),
        ({"whatever": 1}, "no field of this form"),
        ({"winner": "federal", "ended": "agreed", "last_turn": "soon"}, "not a whole number"),
        ({"winner": ["federal"]}, "not text"),
    ],
)
def test_what_is_no_answer_to_a_field_is_refused_in_words(table: SmallTable, answers: JsonObject, words: str) -> None:
    seat, _ = asked(table)
    refused = table.say(seat, "report", at=table.at(seat), answers=answers)
    assert refused["code"] == "malformed"
    assert words in refused["text"]


def test_who_is_not_asked_reports_nothing_and_no_bot_does(table: SmallTable) -> None:
    seat, _ = asked(table)
    other = next(name for name in table.game.seats if name != seat)
    assert table.say(other, "report", at=table.at(other), answers={})["code"] == "not_asked"
    assert table.say("spectator", "report", at=table.at("spectator"), answers={})["code"] == "not_yours"
    table.say(seat, "seat", seat=seat, bot="heuristic")
    assert table.session.bot_to_think is None
