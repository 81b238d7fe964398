"""Hints at a table: against bots whenever they are asked for, between people once all have agreed."""

from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.small_table import SmallTable

from wargame_core import load
from wargame_core.json_form import JsonObject
from wargame_lab.lookahead import Deadline
from wargame_table.keeping.rows import HINTS, SEAT, Opening
from wargame_table.play import slow_requests

WHO = ("blue", "red", "spectator")


def small(**opening: Any) -> SmallTable:
    """A table of the test game."""
    return SmallTable(toy(), evolve(Opening.of(toy()), **opening)).sit(*WHO)


def hint(table: SmallTable, who: str) -> JsonObject:
    return table.say(who, "hint")


def offer(table: SmallTable, who: str) -> JsonObject:
    return table.say(who, "offer", at=table.at(who), what="hints")


def who_is_asked(table: SmallTable) -> str:
    return table.session.match.waiting_for[0]


def test_against_bots_a_hint_tells_choices_of_the_list_with_chances() -> None:
    game = load("thunder_on_the_mississippi")
    table = SmallTable(game, Opening.of(game, "siege", bots={"confederate": "normal"})).sit("union", "spectator")
    told = hint(table, "union")
    assert told["kind"] == "hint"
    assert 0 < told["percent"] < 100
    assert told["choices"]
    listed = [row["action"] for row in table.ask("union")]
    assert all(choice["action"] in listed for choice in told["choices"])
    assert all(0 < choice["percent"] < 100 for choice in told["choices"])
    assert hint(table, "spectator")["code"] == "not_yours"


def test_between_people_a_hint_is_refused_until_all_have_agreed_and_everybody_sees_that_they_have() -> None:
    table = small()
    asked, other = (who := who_is_asked(table)), ({"blue", "red"} - {who}).pop()
    refused = hint(table, asked)
    assert (refused["code"], "only if all agree" in refused["text"]) == ("unavailable", True)
    assert offer(table, other)["kind"] == "done"
    assert hint(table, asked)["kind"] == "refused"
    table.say(asked, "answer", at=table.at(asked), yes=True)
    assert table.rows[-1].kind == HINTS
    assert [table.last(who, "update").get("hints") for who in WHO] == [True] * 3
    assert hint(table, asked)["kind"] == "hint"
    assert hint(table, other)["text"].endswith("no choice to make that a bot could advise")
    assert offer(table, asked)["text"] == "all have agreed on hints already"


def test_that_hints_are_agreed_on_is_read_back_from_the_rows() -> None:
    table = small()
    asked, other = (who := who_is_asked(table)), ({"blue", "red"} - {who}).pop()
    offer(table, other)
    table.say(asked, "answer", at=table.at(asked), yes=True)
    again = SmallTable(table.game, table.opening, table.rows).sit(*WHO)
    assert hint(again, asked)["kind"] == "hint"


def test_a_bot_does_not_agree_for_a_person_whose_seat_it_was_given() -> None:
    table = small()
    asked, other = (who := who_is_asked(table)), ({"blue", "red"} - {who}).pop()
    table.say(other, "seat", seat=other, bot="random")
    assert table.rows[-1].kind == SEAT
    assert hint(table, asked)["kind"] == "refused"


def test_no_hint_is_given_once_the_game_is_over() -> None:
    table = small()
    table.say("red", "resign", at=table.at("red"))
    assert hint(table, "blue")["text"] == "the game is over"


def test_a_hint_that_has_no_time_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_requests, "HINT_SECONDS", 0.0)
    game = load("thunder_on_the_mississippi")
    match = game.start("siege", seed=1)
    told = slow_requests.hint(game, match, match.waiting_for[0])
    assert "no time" in told["note"]
    assert all("percent" not in choice for choice in told["choices"])
    assert slow_requests.hint(game, match, match.waiting_for[0], Deadline(seconds=60)).get("note") is None
