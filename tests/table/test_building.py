"""A choice of some of many things is put together on the screen, from what it is told with the question."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from operator import attrgetter
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from tests.core.seven_powers_toy import seven_powers
from tests.table.small_table import SmallTable

from wargame_core import load
from wargame_core.authoring import Action, ListedChoices, Product, Subsets
from wargame_core.flow.child import ChildChoices, InChild
from wargame_core.flow.choices import Choices
from wargame_core.json_form import JsonObject
from wargame_table.building import build_of
from wargame_table.rows import Opening, Row
from wargame_table.ways import ways_of

MANY = tuple(f"F{number:02}" for number in range(20))


@frozen
class Hold(Action):
    kind: ClassVar[str] = "hold"
    names: tuple[str, ...]

    def text(self, board: Any) -> str:
        return f"hold back {' and '.join(self.names) or 'nobody'}"


class Told:
    """The actions above as JSON and back."""

    def to_json(self, action: Any) -> JsonObject:
        if isinstance(action, InChild):
            return {"kind": "in_child", "game": action.game, "action": self.to_json(action.action)}
        return {"kind": "hold", "names": list(action.names)}


def built(choices: Choices) -> JsonObject | None:
    board = SimpleNamespace(child=None)
    view: Any = SimpleNamespace(choices=choices, board=board, rules=SimpleNamespace(codec=Told()))
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
    choices = Subsets(MANY, Hold, attrgetter("names"), most=12)
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
    """What a screen makes of it, as `client/each.js` does: the first of each row but those named."""
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
    assert [row["title"] for row in build["each"]] == list(table.session.match.view(seat).pieces)[:9]
    [first, *_] = build["each"]
    assert next(thing["label"] for thing in first["things"]) == "Ash Home"
    assert next(thing["about"]["to"] for thing in first["things"]) == "ash"
    assert {thing["about"]["pieces"][0] for thing in first["things"]} == {first["title"]}
    action = of_each(build, {"ash-army-1": 1, "ash-army-2": 2, "ash-fleet-3": 1})
    assert action not in [row["action"] for row in table.ask(seat)]
    assert table.act(seat, action)["kind"] == "done"
    assert [order["to"] for order in table.rows[-1].body["orders"]].count(action["orders"][-1]["to"]) == 6


def test_rows_whose_things_stand_in_no_places_of_their_own_are_left_to_the_menu() -> None:
    rows = [MANY[:5], MANY[5:10]]
    mixed = Product(
        rows, lambda chosen: Hold(tuple(sorted(chosen, reverse=chosen == ("F04", "F09")))), lambda a: a.names
    )
    assert built(mixed) is None
    build = built(Product(rows, Hold, attrgetter("names")))
    assert build is not None
    assert [row["into"] for row in build["each"]] == [["names", 0], ["names", 1]]
    assert built(Product([MANY[:4], MANY[:4]], Hold, attrgetter("names"))) is None


def test_a_choice_in_a_game_inside_is_put_together_as_the_outer_game_takes_it() -> None:
    build = built(ChildChoices("outer", ChildChoices("battle", Subsets(MANY, Hold, attrgetter("names")))))
    assert build is not None
    inner = {"kind": "in_child", "game": "battle", "action": {"kind": "hold", "names": ["F01", "F07"]}}
    assert put_together(build, ("F07", "F01")) == {"kind": "in_child", "game": "outer", "action": inner}


@pytest.mark.parametrize("choices", [Subsets(MANY[:4], Hold, attrgetter("names")), ListedChoices([Hold(())] * 50)])
def test_what_a_menu_shows_well_is_not_put_together(choices: Choices) -> None:
    assert built(choices) is None


def test_a_menu_that_is_an_excerpt_is_said_to_be_one_and_what_it_leaves_out_may_be_chosen() -> None:
    table = SmallTable(seven_powers())
    for seat in table.game.seats:
        table.join(seat, seat)
    long = next(seat for seat in table.game.seats if table.last(seat, "update")["ask"].get("abridged"))
    ask = table.last(long, "update")["ask"]
    choices = table.session.match.view(long).choices
    sheet = next(drawn for drawn in map(choices.sample, map(Random, range(50))) if drawn not in list(choices))
    action = table.session.match.rules.codec.to_json(sheet)
    assert action not in [row["action"] for row in ask["rows"]]
    assert table.act(long, action)["kind"] == "done"


def at_a_march() -> tuple[Opening, list[Row]]:
    """A campaign in which a division marches, and may go other ways than the menu has."""
    game = load("vicksburg")
    opening = evolve(Opening.of(game), seed=1863)
    match, rows = opening.begin(game), list[Row]()
    bots = {seat: game.bot("heuristic", seed=1) for seat in game.seats}
    while match.choices(seat := match.to_choose[0]).complete or len(match.choices(seat)) < 8:
        action = bots[seat](match.view(seat))
        rows.append(Row(n=len(rows), kind="play", seat=seat, body=game.rules.codec.to_json(action)))
        match.play(action, seat)
    return opening, rows


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
    seat = table.session.match.to_choose[0]
    [way] = table.join(seat, seat)["ask"]["ways"]
    assert way["into"] == ["path"]
    assert table.session.match.view(seat).pieces[way["pieces"][0]] == way["start"]
    action, _ = other_way(table, seat)
    assert table.act(seat, action)["kind"] == "done"
    assert table.rows[-1].body == action


@pytest.mark.parametrize(
    ("row", "into"),
    [
        ({"kind": "go", "path": [[1, 2], [1, 3]]}, ["path"]),
        ({"kind": "in_child", "game": "g", "action": {"kind": "go", "by": ["b", "c"]}}, ["action", "by"]),
        ({"kind": "go", "path": [1, 2], "tokens": ["x", "y"]}, None),
        ({"kind": "go", "to": "c"}, None),
    ],
)
def test_where_a_path_stands_in_an_action_is_found_or_nothing_is_said(row: JsonObject, into: list[str] | None) -> None:
    ways = ways_of([{"action": row, "about": {"pieces": ["p"], "path": ["a", "b", "c"]}}])
    assert [way["into"] for way in ways] == ([into] if into else [])
    assert all(set(way["places"]) == {"b", "c"} for way in ways)
