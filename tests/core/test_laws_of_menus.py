"""Laws 14 to 17 can fail: for each there are games that break it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import attrs
import pytest
from attrs import define, frozen
from tests.core import skirmish_toy as toys
from tests.core.broken_toys import breaks, trial, with_rule
from tests.core.skirmish_toy import SEATS, ToyBoard, Walking, toy

from wargame_core import Verdict
from wargame_core.authoring import LEGAL, Action, Choices, ListedChoices, Procedure, Table, refuse
from wargame_core.flow.choices import in_one_order
from wargame_core.flow.codec import Codec
from wargame_core.flow.visibility import Public
from wargame_laws import laws_of_choices as laws_of_menus


@frozen
class Name(Action):
    """Name some things."""

    kind: ClassVar[str] = "name"
    things: tuple[str, ...]
    why: str = ""

    def text(self, board: Any) -> str:
        return "name " + " and ".join(sorted(self.things))


@frozen
class NameSet(Action):
    """Name some things, in whatever order."""

    kind: ClassVar[str] = "name_set"
    things: tuple[str, ...] = attrs.field(converter=in_one_order)


class Naming(Choices):
    """Things in any order, one order of each listed."""

    action: Any = Name

    def __iter__(self) -> Iterator[Any]:
        yield self.action(("a", "b"))

    def judge(self, action: Any) -> Verdict:
        return LEGAL if isinstance(action, self.action) and set(action.things) == {"a", "b"} else refuse("no", "no")


class NamingSets(Naming):
    action = NameSet


class OpenNaming(Naming):
    complete = False


def naming(choices: Choices) -> Any:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", choices, "Name what?")

    return with_rule("Bow", bow, actions=(*toy().rules.actions, Name, NameSet))


def test_two_choices_that_read_alike_are_caught() -> None:
    game = naming(ListedChoices([Name(("a",)), Name(("a",), "again")]))
    law = laws_of_menus.law_no_two_choices_read_alike
    breaks(law, game, r"blue reads 'name a' twice: Name\(things=\('a',\), why=''\) and", budget=800)
    law(trial(naming(ListedChoices([Name(("a",)), Name(("b",))])), budget=800))


def test_a_set_in_two_orders_is_caught() -> None:
    law = laws_of_menus.law_equal_choices_are_equal
    breaks(
        law,
        naming(OpenNaming()),
        r"Name\(things=\('a', 'b'\).* and Name\(things=\('b', 'a'\).* are one choice",
        budget=800,
    )
    law(trial(naming(NamingSets()), budget=800))
    assert NameSet(("b", "a")) == NameSet(("a", "b"))


def test_a_menu_that_says_it_is_complete_and_is_not_is_caught() -> None:
    law = laws_of_menus.law_complete_menus_hold_every_choice
    breaks(law, naming(Naming()), "is legal and not in the menu, which says that it is complete", budget=800)
    law(trial(naming(OpenNaming()), budget=800))


def test_a_player_that_leaves_a_complete_menu_is_caught() -> None:
    class Secretive(Walking):
        def __iter__(self) -> Iterator[Any]:
            yield toys.Stay()

        def __len__(self) -> int:
            return 1

    def walk(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", Secretive(t.board, 2), "Where does the scout go?")

    def wandering(seed: int) -> Any:
        def choose(view: Any) -> Any:
            if isinstance(view.choices, Secretive):
                return list(Walking(view.board, 2))[-1]
            return next(iter(view.choices))

        return choose

    law = laws_of_menus.law_complete_menus_hold_every_choice
    breaks(law, with_rule("Walk", walk), "which is not in its complete menu", players=wandering, budget=800)


@define
class NestedBoard(ToyBoard):
    bags: Public[dict[str, dict[str, int]]] = attrs.field(factory=dict)


def test_json_in_the_order_in_which_it_was_filled_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def set_up(scenario: str, options: Any) -> ToyBoard:
        return NestedBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES, bags={n: {} for n in "gcafbed"})

    law = laws_of_menus.law_order_tells_nothing
    game = toy(board=NestedBoard, set_up=set_up)
    law(trial(game))
    monkeypatch.setattr("wargame_core.flow.codec.Codec.view_to_json", Codec.board_to_json)
    breaks(law, game, "stands in the order in which it was filled: .*bags")
