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
from attrs import frozen
from tests.core.seven_powers_toy import seven_powers
from tests.table.small_table import SmallTable

from wargame_core.authoring import Action, ListedChoices, Subsets
from wargame_core.flow.child import ChildChoices, InChild
from wargame_core.flow.choices import Choices
from wargame_core.json_types import JsonObject
from wargame_table.building import build_of

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
