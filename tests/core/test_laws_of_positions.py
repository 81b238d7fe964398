"""Laws 2, 3, 4, 8 and 10 can fail: for each there are games that break it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, ClassVar

import attrs
import pytest
from attrs import define, frozen
from tests.core import skirmish_toy as toys
from tests.core.broken_toys import breaks, walking, with_rule
from tests.core.skirmish_toy import SEATS, Give, ToyBoard, Walking, toy

from wargame_core import Match
from wargame_core.authoring import Event, Procedure, Public, PublicEvent, Table
from wargame_laws import laws_of_states as position_laws
from wargame_laws import laws_of_states as undo_laws


def test_a_step_that_depends_on_what_is_not_on_the_board_is_caught() -> None:
    count = itertools.count()

    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], f"Bow for the {next(count)}th time?")

    breaks(position_laws.law_saved_positions_go_on, with_rule("Bow", bow), "the step shows .* something else: prompt")


@define
class LooseBoard(ToyBoard):
    last: Public[Any] = ()


def loose_set_up(scenario: str, options: Any) -> ToyBoard:
    return LooseBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES, last=(1, 2))


def test_a_field_whose_type_json_does_not_keep_is_caught() -> None:
    game = toy(board=LooseBoard, set_up=loose_set_up)
    breaks(position_laws.law_saved_positions_go_on, game, "same JSON and is still not equal")


def test_a_rule_that_changes_the_board_without_an_event_is_caught() -> None:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        t.board.score["red"] = 7

    breaks(position_laws.law_events_tell_everything, with_rule("Bow", bow), "folding the events .* score")


@frozen
class Forgetful(PublicEvent):
    kind: ClassVar[str] = "forgetful"
    points: Any

    def apply(self, board: Any) -> None:
        board.last = self.points


def test_an_event_that_json_does_not_keep_is_caught() -> None:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        t.record(Forgetful((1,)))

    events = (*toy().rules.events, Forgetful)
    game = with_rule("Bow", bow, events=events, board=LooseBoard, set_up=loose_set_up)
    breaks(position_laws.law_events_tell_everything, game, "the boards have the same JSON and are not equal")


def test_a_set_up_that_differs_each_time_is_caught() -> None:
    count = itertools.count(1)

    def set_up(scenario: str, options: Any) -> ToyBoard:
        return ToyBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES, mine=next(count))

    breaks(position_laws.law_events_tell_everything, toy(set_up=set_up), "set up twice, the board is not the same")


@define
class NestedBoard(ToyBoard):
    bows: Public[dict[str, list[int]]] = attrs.field(factory=lambda: {"blue": []})


@frozen
class Bowed(PublicEvent):
    kind: ClassVar[str] = "bowed"

    def apply(self, board: Any) -> None:
        board.bows["blue"].append(board.turn)


def test_an_event_that_changes_a_container_shared_with_earlier_states_is_caught() -> None:
    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        t.record(Bowed())

    def set_up(scenario: str, options: Any) -> ToyBoard:
        return NestedBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES)

    game = with_rule("Bow", bow, events=(*toy().rules.events, Bowed), board=NestedBoard, set_up=set_up)
    breaks(position_laws.law_the_past_never_changes, game, "changed the state it was asked of|has changed since")


class Meddling(Walking):
    def __iter__(self) -> Iterator[Any]:
        self.board.score["blue"] = self.board.score.get("blue", 0) + 1
        return super().__iter__()


def test_a_menu_that_changes_the_board_is_caught() -> None:
    game = with_rule("Walk", walking(Meddling))
    breaks(position_laws.law_the_past_never_changes, game, "looking at views and menus changed the board")


def test_an_undo_that_crosses_too_much_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "can_undo", lambda self, seat: bool(self.entries[1:]))
    breaks(undo_laws.law_undo_goes_exactly_one_choice_back, toy(), "may take .* back across a roll, a change")


def test_an_undo_that_is_never_allowed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "can_undo", lambda self, seat: False)
    breaks(undo_laws.law_undo_goes_exactly_one_choice_back, toy(), "may not take .* back across nothing")


def test_an_undo_that_goes_back_too_far_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Match.undo

    def twice(self: Match, seat: str | None = None) -> None:
        real(self, seat)
        if seat is not None and self.can_undo(seat):
            real(self, seat)

    monkeypatch.setattr(Match, "undo", twice)
    breaks(undo_laws.law_undo_goes_exactly_one_choice_back, toy(), "back does not give the state before it", budget=800)


def test_a_card_that_vanishes_is_caught() -> None:
    @frozen
    class Lost(Event):
        kind: ClassVar[str] = "lost"

        def apply(self, board: Any) -> None:
            board.played.pop()

    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        t.record(Lost())

    game = with_rule("Bow", bow, events=(*toy().rules.events, Lost))
    breaks(position_laws.law_conserved_quantities_stay, game, "cards were 6 and are 5", budget=800)
