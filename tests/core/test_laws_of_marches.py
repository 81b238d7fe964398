"""The law of marches can fail: for each thing it says there is a game that breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, ClassVar

from attrs import frozen
from tests.core import broken_toys
from tests.core.broken_toys import with_rule
from tests.core.skirmish_toy import Stay, ToyBoard, ToyEvent, Walked, toy

from wargame_core import Game
from wargame_core.authoring import Action, Marches, Procedure, Table
from wargame_core.flow.about import PIECE, TO
from wargame_laws.laws_of_choices import law_marches_can_be_cut_or_the_game_says_why_not as law

FAR = 3
SEEDS = range(4)
breaks, trial = partial(broken_toys.breaks, seeds=SEEDS), partial(broken_toys.trial, seeds=SEEDS)
ACTIONS, EVENTS = toy().rules.actions, toy().rules.events


@frozen
class Stride(Action):
    """The scout goes on by so many spaces."""

    kind: ClassVar[str] = "stride"
    spaces: int


@frozen
class MoveTo(Action):
    kind: ClassVar[str] = "move_to"
    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Strode(ToyEvent):
    kind: ClassVar[str] = "strode"
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
    law(trial(striding(Marches(cut))))


def test_what_others_are_asked_on_the_way_is_answered_as_the_game_says() -> None:
    law(trial(striding(Marches(cut, meanwhile=(Stride(0),)), asks_red=True)))
    breaks(law, striding(Marches(cut), asks_red=True), "is not: blue is not to choose now; waiting for red")


def test_a_march_that_leaves_other_traces_when_it_is_cut_is_caught() -> None:
    breaks(law, striding(Marches(cut), Walked), "leads to another board than .*: visits")


def test_marches_that_are_one_move_refuse_the_rest() -> None:
    law(trial(striding(Marches(cut, one_move="the scout rests where it stops"), again=False)))
    breaks(law, striding(Marches(cut), again=False), r"Stride\(spaces=3\) is legal; after .*, .* is not")
    breaks(law, striding(Marches(cut, one_move="it rests")), r"is said to be one move \(it rests\); after .* is legal")


def test_a_game_that_moves_pieces_says_how_marches_are_cut() -> None:
    game = with_rule("Walk", lambda table: None, actions=(*ACTIONS, MoveTo))
    breaks(law, game, "move_to move pieces, and `Rules.marches` does not say how they are cut")
