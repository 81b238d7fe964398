"""A choice of some of many things is put together on the screen, from what it is told with the question."""

import copy
import json
from collections.abc import Iterator, Sequence
from functools import cache
from operator import attrgetter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, frozen
from tests.altar_of_freedom.battle_records import match_before
from tests.core.seven_powers_toy import seven_powers
from tests.table.small_table import SmallTable, until

from wargame_core import Match, load
from wargame_core.authoring import Action, Choices, Subsets
from wargame_core.flow.entries import Chose, ChoseTogether
from wargame_core.flow.inner_games import InnerAction, InnerChoices
from wargame_core.json_form import JsonObject
from wargame_laws import Trial
from wargame_table.keeping.rows import Opening, Row, play_row
from wargame_table.law_of_the_wire import no_byte_tells_worlds_apart
from wargame_table.messages.screen import build_of

MANY = tuple(f"F{number:02}" for number in range(20))


@frozen
class Hold(Action):
    names: tuple[str, ...]

    def text(self, board: Any) -> str:
        return f"hold back {' and '.join(self.names) or 'nobody'}"


class Told:
    """The actions above as JSON and back."""

    def to_json(self, action: Any) -> JsonObject:
        if isinstance(action, InnerAction):
            return {"kind": "inner_action", "game": action.game, "action": self.to_json(action.action)}
        return {"kind": "hold", "names": list(action.names)}


def built(choices: Choices) -> JsonObject | None:
    board = SimpleNamespace(inner=None)
    view: Any = SimpleNamespace(choices=SimpleNamespace(of=choices), board=board, rules=SimpleNamespace(codec=Told()))
    return build_of(view)


def put_together(build: JsonObject, chosen: Sequence[str]) -> JsonObject:
    """What a screen makes of it, as `client/build.js` does."""
    action: JsonObject = copy.deepcopy(build["action"])
    part: Any = action
    *way, last = build["into"]
    for key in way:
        part = part[key]
    part[last] = [thing["name"] for thing in build["things"] if thing["name"] in chosen]
    return action


def test_any_choice_of_many_things_can_be_put_together_also_one_that_no_menu_lists() -> None:
    choices = Subsets(MANY, Hold, attrgetter("names"), most_members=12)
    build = built(choices)
    assert build is not None
    chosen = MANY[3:12:2]
    assert Hold(chosen) not in list(choices)
    assert put_together(build, chosen[::-1]) == {"kind": "hold", "names": list(chosen)}
    assert choices.judge(Hold(tuple(put_together(build, chosen)["names"])))
    assert build["most"] == 12
    assert [thing["label"] for thing in build["things"]][:2] == ["hold back F00", "hold back F01"]
    assert json.loads(json.dumps(build)) == build


def at_order_sheets() -> tuple[SmallTable, str, JsonObject]:
    """A table at which everybody writes orders for nine units, the seat of one of them, and how its choice is made."""
    table = SmallTable(seven_powers())
    table.join("ash", "ash")
    build: JsonObject = table.last("ash", "update")["ask"]["build"]
    return table, "ash", build


def of_each(build: JsonObject, chosen: dict[str, int]) -> JsonObject:
    """What a screen makes of it, as `client/combined_choice.js` does: the first of each row but those named."""
    action: JsonObject = copy.deepcopy(build["action"])
    for row in build["each"]:
        part: Any = action
        *way, last = row["into"]
        for key in way:
            part = part[key]
        part[last] = row["things"][chosen.get(row["title"], 0)]["value"]
    return action


def test_one_thing_of_each_row_can_be_put_together_also_what_no_menu_lists() -> None:
    table, seat, build = at_order_sheets()
    assert [row["title"] for row in build["each"]] == list(table.session.match.view(seat).piece_places)[:9]
    [first, *_] = build["each"]
    assert next(thing["label"] for thing in first["things"]) == "Ash Home"
    assert next(thing["about"]["to"] for thing in first["things"]) == "ash"
    assert {thing["about"]["pieces"][0] for thing in first["things"]} == {first["title"]}
    action = of_each(build, {"ash-army-1": 1, "ash-army-2": 2, "ash-fleet-3": 1})
    assert action not in [row["action"] for row in table.ask(seat)]
    assert table.act(seat, action)["kind"] == "done"
    assert [order["to"] for order in table.rows[-1].body["orders"]].count(action["orders"][-1]["to"]) == 6


def test_a_choice_in_a_game_inside_is_put_together_as_the_outer_game_takes_it() -> None:
    build = built(InnerChoices("outer", InnerChoices("battle", Subsets(MANY, Hold, attrgetter("names")))))
    assert build is not None
    inner = {"kind": "inner_action", "game": "battle", "action": {"kind": "hold", "names": ["F01", "F07"]}}
    assert put_together(build, ("F07", "F01")) == {"kind": "inner_action", "game": "outer", "action": inner}


def test_a_menu_that_is_an_excerpt_is_said_to_be_one_and_what_it_leaves_out_may_be_chosen() -> None:
    table = SmallTable(seven_powers())
    table.sit(*table.game.seats)
    long = next(seat for seat in table.game.seats if table.last(seat, "update")["ask"].get("abridged"))
    ask = table.last(long, "update")["ask"]
    choices = table.session.match.view(long).choices
    sheet = next(drawn for drawn in map(choices.sample, map(Random, range(50))) if drawn not in list(choices))
    action = table.session.match.rules.codec.to_json(sheet)
    assert action not in [row["action"] for row in ask["rows"]]
    assert table.act(long, action)["kind"] == "done"


def at_a_march() -> tuple[Opening, list[Row]]:
    """A campaign in which a division marches, and may go other ways than the menu has."""

    def reached(match: Match) -> bool:
        choices = match.choices(match.waiting_for[0])
        return not choices.complete and len(choices) >= 8

    return until("vicksburg", reached, "heuristic", 1863, 1)


def other_way(table: SmallTable, seat: str) -> tuple[JsonObject, list[str]]:
    """A legal way that the menu of a march has not, as an action and as places."""
    links = {space.id: space.links for space in table.session.sheets.main.sheet.spaces}
    ask = table.last(seat, "update")["ask"]
    [way] = ask["ways"]
    listed, paths = [row["action"] for row in ask["rows"]], [[way["start"]]]
    for path in paths:
        action = way["action"] | {"path": [way["places"][place] for place in path[1:]]}
        if path[1:] and action not in listed and table.say(seat, "judge", action=action)["legal"]:
            return action, path
        paths += [[*path, place] for place in links[path[-1]] if place in way["places"] and place not in path]
    raise AssertionError("no other way is legal")


def test_a_way_that_no_menu_lists_can_be_put_together_place_by_place() -> None:
    opening, rows = at_a_march()
    table = SmallTable(load("vicksburg"), opening, rows)
    seat = table.session.match.waiting_for[0]
    [way] = table.join(seat, seat)["ask"]["ways"]
    assert way["into"] == ["path"]
    assert table.session.match.view(seat).piece_places[way["pieces"][0]] == way["start"]
    action, _ = other_way(table, seat)
    assert table.act(seat, action)["kind"] == "done"
    assert table.rows[-1].body == action


# What happened on a table of miniatures is reported by a form, by people, and by nobody else.


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
    return until("vicksburg", lambda match: match.board.inner is not None, "belligerent", 32, 32, battles="battle_cry")


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
    made.sit(*made.game.seats, "spectator")
    return made


def asked(table: SmallTable) -> tuple[str, JsonObject]:
    """Who is asked for the report, and the form."""
    seat = table.session.match.waiting_for[0]
    form: JsonObject = table.last(seat, "update")["ask"]["form"]
    return seat, form


def test_who_is_asked_for_a_report_is_sent_a_form_and_nobody_else(table: SmallTable) -> None:
    seat, form = asked(table)
    assert [field["key"] for field in form["fields"]][:2] == ["winner", "ended"]
    assert form["fields"][0]["values"][0][0] in table.game.seats
    assert table.ask(seat) == []
    opening = evolve(table.opening, bots=dict.fromkeys(table.game.seats, "heuristic"))
    assert SmallTable(table.game, opening, table.rows).session.bot_to_think is None
    assert all("ask" not in table.last(role, "update") for role in (*table.game.seats, "spectator") if role != seat)


def test_forms_and_papers_of_a_battle_on_a_table_tell_no_more_than_the_view() -> None:
    opening, rows = waiting()
    match = opening.begin(load("vicksburg"))
    for row in rows:
        play_row(match, row)
    trial = Trial(load("vicksburg"), [1], "belligerent", match.scenario, opening.options)
    assert no_byte_tells_worlds_apart(trial, match) == 3


def test_a_report_is_played_and_what_cannot_have_happened_is_refused_with_the_rule(table: SmallTable) -> None:
    seat, form = asked(table)
    last = form["fields"][2]["most"]
    winner = next(value for value, _ in form["fields"][0]["values"] if value != seat)
    answers = {"winner": winner, "ended": "breakpoint", "last_turn": last, "broken": []}
    assert table.say(seat, "report", at=table.at(seat), answers=answers)["code"] == "illegal"
    assert table.say(seat, "report", at=table.at(seat), answers=answers | {"strange": 1})["code"] == "malformed"
    agreed = answers | {"ended": "agreed", "why": "the pub closed"}
    assert table.say(seat, "report", at=table.at(seat), answers=agreed)["kind"] == "done"
    assert any("the pub closed" in row.get("text", "") for row in table.last("spectator", "update")["events"])
