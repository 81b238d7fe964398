"""Laws 2, 3, 4, 8 and 10 can fail: for each there are games that break it."""

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any

import attrs
import pytest
from attrs import define, frozen
from tests.core import skirmish_toy as toys
from tests.core.skirmish_toy import SEATS, Give, Stay, ToyBoard, ToyEvent, Walked, Walking, toy
from tests.laws import broken_toys
from tests.laws.broken_toys import bow_and, breaks, walking, with_rule

from wargame_core import Game, Match
from wargame_core.authoring import PIECE, TO, Action, Event, Marches, Procedure, Public, PublicEvent, Table
from wargame_core.flow.visibility import Follows
from wargame_laws import laws_of_play
from wargame_laws.laws_of_choices import law_marches_can_be_cut_or_the_game_says_why_not as law

ACTIONS, EVENTS = toy().rules.actions, toy().rules.events


def test_a_step_that_depends_on_what_is_not_on_the_board_is_caught() -> None:
    count = itertools.count()

    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], f"Bow for the {next(count)}th time?")

    breaks(laws_of_play.law_saved_positions_go_on, with_rule("Bow", bow), "the step shows .* something else: prompt")


@define
class WrongBoard(ToyBoard):
    """A board with a field that does not hold what it is said to follow from."""

    doubled: Annotated[Public[int], Follows(lambda board: 2 * board.turn)] = 0


def wrong_set_up(scenario: str, options: Any) -> ToyBoard:
    return WrongBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES)


def test_a_field_that_does_not_follow_from_what_it_is_said_to_is_caught() -> None:
    game = toy(board=WrongBoard, set_up=wrong_set_up)
    breaks(laws_of_play.law_positions_survive_as_text, game, r"changed on its way through words: board\.doubled is 0")


@define
class BarredBoard(ToyBoard):
    def contradictions(self) -> Iterator[tuple[str, str]]:
        yield "turn", "there is no such turn"


def barred_set_up(scenario: str, options: Any) -> ToyBoard:
    return BarredBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES)


def test_a_board_that_is_said_to_be_impossible_and_comes_up_is_caught() -> None:
    game = toy(board=BarredBoard, set_up=barred_set_up)
    breaks(laws_of_play.law_positions_survive_as_text, game, "in words is not read: .* there is no such turn")


@define
class LooseBoard(ToyBoard):
    last: Public[Any] = ()


def loose_set_up(scenario: str, options: Any) -> ToyBoard:
    return LooseBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES, last=(1, 2))


def test_a_field_whose_type_json_does_not_keep_is_caught() -> None:
    game = toy(board=LooseBoard, set_up=loose_set_up)
    breaks(laws_of_play.law_saved_positions_go_on, game, "same JSON and is still not equal")


def test_a_rule_that_changes_the_board_without_an_event_is_caught() -> None:
    game = with_rule("Bow", bow_and(lambda t: t.board.score.update(red=7)))
    breaks(laws_of_play.law_events_tell_everything, game, "folding the events .* score")


@frozen
class Forgetful(PublicEvent):
    points: Any

    def apply(self, board: Any) -> None:
        board.last = self.points


def test_an_event_that_json_does_not_keep_is_caught() -> None:
    rule = bow_and(lambda t: t.record(Forgetful((1,))))
    game = with_rule("Bow", rule, events=(*EVENTS, Forgetful), board=LooseBoard, set_up=loose_set_up)
    breaks(laws_of_play.law_events_tell_everything, game, "the boards have the same JSON and are not equal")


@define(unsafe_hash=True)
class Bag:
    """A value that can change and says that it does not: it can be hashed."""

    turns: int = 0


@define
class NestedBoard(ToyBoard):
    bows: Public[dict[str, Any]] = attrs.field(factory=dict)
    bags: Public[dict[str, Bag]] = attrs.field(factory=lambda: {"blue": Bag()})


@frozen
class Bowed(PublicEvent):
    def apply(self, board: Any) -> None:
        board.bags["blue"].turns += 1


@pytest.mark.parametrize(
    ("bows", "said"),
    [
        ({"blue": [1]}, "share the containers within bows: let its values be tuples"),
        ({}, "changed the state it was asked of|has changed since"),
    ],
    ids=["containers in containers", "values that change"],
)
def test_what_is_shared_with_earlier_states_is_caught(bows: dict[str, list[int]], said: str) -> None:
    def set_up(scenario: str, options: Any) -> ToyBoard:
        return NestedBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=toys.SPACES, bows=bows)

    rule = bow_and(lambda t: t.record(Bowed()))
    game = with_rule("Bow", rule, events=(*EVENTS, Bowed), board=NestedBoard, set_up=set_up)
    breaks(laws_of_play.law_the_past_never_changes, game, said)


class Meddling(Walking):
    def __iter__(self) -> Iterator[Any]:
        self.board.score["blue"] = self.board.score.get("blue", 0) + 1
        return super().__iter__()


def test_a_menu_that_changes_the_board_is_caught() -> None:
    game = with_rule("Walk", walking(Meddling))
    breaks(laws_of_play.law_the_past_never_changes, game, "looking at views and menus changed the board")


def test_an_undo_that_crosses_too_much_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "can_undo", lambda self, seat: bool(self.entries[1:]))
    breaks(laws_of_play.law_undo_goes_exactly_one_choice_back, toy(), "may take .* back across a roll, a change")


def test_an_undo_that_goes_back_too_far_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Match.undo

    def twice(self: Match, seat: str | None = None) -> None:
        real(self, seat)
        if seat is not None and self.can_undo(seat):
            real(self, seat)

    monkeypatch.setattr(Match, "undo", twice)
    breaks(
        laws_of_play.law_undo_goes_exactly_one_choice_back, toy(), "back does not give the state before it", budget=800
    )


def test_a_card_that_vanishes_is_caught() -> None:
    @frozen
    class Lost(Event):
        def apply(self, board: Any) -> None:
            board.played.pop()

    game = with_rule("Bow", bow_and(lambda t: t.record(Lost())), events=(*EVENTS, Lost))
    breaks(laws_of_play.law_conserved_quantities_stay, game, "cards were 6 and are 5", budget=800)


# The law of marches can fail: for each thing it says there is a game that breaks it.


FAR = 3
SEEDS = range(4)
march_breaks, march_trial = partial(broken_toys.breaks, seeds=SEEDS), partial(broken_toys.trial, seeds=SEEDS)


@frozen
class Stride(Action):
    """The scout goes on by so many spaces."""

    spaces: int


@frozen
class MoveTo(Action):
    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Strode(ToyEvent):
    to: int

    def apply(self, board: ToyBoard) -> None:
        board.scout = self.to


def cut(board: ToyBoard, action: Any) -> Iterator[tuple[Stride, Stride]]:
    if isinstance(action, Stride):
        yield from ((Stride(first), Stride(action.spaces - first)) for first in range(1, action.spaces))


def striding(
    marches: Marches | None, event: type[Strode] | type[Walked] = Strode, *, again: bool = True, asks_red: bool = False
) -> Game:
    """The toy, in which the scout strides up to a space; with ``again`` it may go on after it stopped."""

    def walk(t: Table[Any]) -> Procedure[None]:
        t.record(Strode(0))
        while t.board.scout < FAR:
            offered = [Stride(spaces) for spaces in range(1, FAR + 1 - t.board.scout)]
            chosen = yield from t.ask("blue", [*offered, Stay()], "How far?")
            if chosen == Stay():
                return
            t.record(event(t.board.scout + chosen.spaces))
            if asks_red:
                yield from t.ask("red", [Stride(0), Stay()], "Get out of its way?")
            if not again:
                return

    return with_rule("Walk", walk, actions=(*ACTIONS, Stride), events=(*EVENTS, Strode), marches=marches)


def test_marches_that_lead_to_the_same_board_in_one_stretch_or_in_two_keep_the_law() -> None:
    law(march_trial(striding(Marches(cut))))


def test_what_others_are_asked_on_the_way_is_answered_as_the_game_says() -> None:
    law(march_trial(striding(Marches(cut, meanwhile=(Stride(0),)), asks_red=True)))
    march_breaks(law, striding(Marches(cut), asks_red=True), "is not: blue is not to choose now; waiting for red")


def test_a_march_that_leaves_other_traces_when_it_is_cut_is_caught() -> None:
    march_breaks(law, striding(Marches(cut), Walked), "leads to another board than .*: visits")


def test_marches_that_are_one_move_refuse_the_rest() -> None:
    law(march_trial(striding(Marches(cut, one_move="the scout rests where it stops"), again=False)))
    march_breaks(law, striding(Marches(cut), again=False), r"Stride\(spaces=3\) is legal; after .*, .* is not")
    game = striding(Marches(cut, one_move="it rests"))
    march_breaks(law, game, r"is said to be one move \(it rests\); after .* is legal")


def test_a_game_that_moves_pieces_says_how_marches_are_cut() -> None:
    game = with_rule("Walk", lambda table: None, actions=(*ACTIONS, MoveTo))
    march_breaks(law, game, "move_to move pieces, and `Guarantees.marches` does not say how they are cut")
