"""Boards are copied without sharing containers; events are the only thing that changes them."""

from __future__ import annotations

import collections
import re
from collections.abc import Mapping
from types import ModuleType
from typing import Annotated, Any

import attrs
import pytest
from attrs import define, field, frozen
from tests.core.skirmish_toy import Scored, Walked, toy

from wargame_core.authoring import (
    PIECE,
    PLACE,
    REFEREE,
    SPECTATOR,
    TO,
    Action,
    Board,
    Event,
    Game,
    Outcome,
    Procedure,
    PublicEvent,
    Rules,
    Scenario,
    Sequence,
    Step,
    Table,
    fold,
)
from wargame_core.errors import RulesError
from wargame_core.flow.about import Names
from wargame_core.flow.events import CounterSet, GameEnded, events_in
from wargame_core.flow.inner_games import CORE_EVENTS, InnerGameEnded
from wargame_lab.playouts import Batch, GameResult
from wargame_lab.results import Simulation


@define
class AllKinds(Board):
    units: dict[str, int] = field(factory=dict)
    marked: Annotated[set[int], "a mark"] = field(factory=set)
    log: list[str] = field(factory=list)
    counts: collections.Counter[str] = field(factory=collections.Counter)
    queue: collections.deque[int] = field(factory=collections.deque)
    bare: dict = field(factory=dict)  # type: ignore[type-arg]
    frozen: tuple[int, ...] = ()
    printed: Mapping[str, int] = field(factory=dict)
    maybe: int | None = None


def test_a_copied_board_is_equal_and_shares_no_container() -> None:
    board = AllKinds()
    copy = board.copy()
    assert copy == board
    assert type(copy) is AllKinds
    for name in ("units", "marked", "log", "counts", "queue", "bare"):
        assert getattr(copy, name) is not getattr(board, name), name
    for name in ("frozen", "printed", "outcome"):
        assert getattr(copy, name) is getattr(board, name), name
    copy.units["a"] = 1
    copy.log.append("x")
    assert board == AllKinds()


def test_a_field_that_may_or_may_not_be_a_container_is_refused() -> None:
    @define
    class Vague(Board):
        units: dict[str, int] | None = None

    with pytest.raises(TypeError, match=r"Vague\.units may be a container or not .* empty instead of None"):
        Vague().copy()


@frozen
class Packed:
    """A value that says it never changes, with a list in it."""

    men: list[int]


@define
class Loose:
    """A value that can change."""

    men: int = 0


@frozen
class Nested:
    """A value within values of its own kind."""

    inner: tuple[Nested, ...] = ()


@define
class Deep(Board):
    hits: dict[str, list[int]] = field(factory=dict)
    ways: list[dict[str, set[int]]] = field(factory=list)
    pair: tuple[list[int], ...] = ()
    nested: dict[str, Nested] = field(factory=dict)


def test_containers_within_containers_are_copied() -> None:
    board = Deep({"a": [1]}, [{"b": {2}}], ([3],), {"c": Nested((Nested(),))})
    copy = board.copy()
    assert copy == board
    copy.hits["a"].append(7)
    copy.ways[0]["b"].add(7)
    copy.pair[0].append(7)
    assert board == Deep({"a": [1]}, [{"b": {2}}], ([3],), {"c": Nested((Nested(),))})
    assert copy.nested["c"] is board.nested["c"]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (dict[str, Packed], "would share its Packed, which holds containers: let them be tuples"),
        (tuple[Loose, ...], "would share its Loose, which can change: write @frozen above it"),
        (Mapping[str, list[int]], "would share the containers within .*Mapping.*: let them be tuples"),
        (collections.deque[list[int]], "would share the containers within .*deque.*: let them be tuples"),
        (tuple[int, list[int]], "would share the containers within tuple.*: let them be tuples"),
        (dict[str, list[int] | None], r"may be a container or not \(list\[int\] \| None\)"),
    ],
)
def test_a_game_whose_boards_would_share_what_changes_is_refused_when_it_is_made(kind: Any, said: str) -> None:
    board = attrs.make_class("Sharing", {"hits": field(factory=dict, type=kind)}, bases=(Board,))
    with pytest.raises(TypeError, match=rf"Sharing\.hits:? .*{said}"):
        toy(board=board)


def test_folding_events_gives_the_board_after_them_and_leaves_the_first_alone() -> None:
    board: Any = toy().rules.set_up("plain", {"bow": "yes"})
    after = fold(board, [Scored("red", 2), Scored("red", 1), Walked(1)])
    assert (after.score, after.scout, after.visits) == ({"red": 3}, 1, {1: 1})
    assert (board.score, board.scout, board.visits) == ({}, 0, {})


def test_an_event_is_told_to_the_referee_only_and_changes_nothing_unless_it_says_so() -> None:
    event, board = Event(), AllKinds()
    assert [event.for_seat(seat, None) for seat in ("blue", SPECTATOR)] == [None, None]
    assert event.for_seat(REFEREE, None) is event
    assert not event.revealing(None)
    event.apply(board)
    assert board == AllKinds()


@define
class PlainBoard(Board):
    """Nothing lies on it."""


@frozen
class Call(Action):
    """The only choice."""


@frozen
class Announced(PublicEvent):
    """Everybody hears it."""


@frozen
class Whispered(Event):
    """Only blue hears it."""

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat == "blue" else None


def test_a_seat_that_may_know_the_first_of_several_events_is_told_no_other() -> None:
    def call(t: Table[PlainBoard]) -> Procedure[None]:
        yield from t.ask("blue", [Call()], "Call?")
        for event in (Announced(), Whispered(), Whispered()):
            t.record(event)
        yield from t.ask("red", [Call()], "Call?")

    rules = Rules(
        id="call",
        title="Call",
        seats=("blue", "red"),
        scenarios=(Scenario("plain", "Plain"),),
        sequence=Sequence("Call", Step("Call", call)),
        board=PlainBoard,
        set_up=lambda scenario, options: PlainBoard(),
        actions=(Call,),
        events=(Announced, Whispered),
    )
    match = Game(rules=rules).start(seed=1)
    match.play(Call(), "blue")
    told = {seat: [event.kind for event in match.view(seat).events] for seat in ("blue", "red", SPECTATOR)}
    assert told == {"blue": ["announced", "whispered", "whispered"], "red": ["announced"], SPECTATOR: ["announced"]}


def module_with(**contents: type) -> ModuleType:
    module = ModuleType("toy_events")
    for name, cls in contents.items():
        cls.__module__ = module.__name__ if cls is not Event else cls.__module__
        setattr(module, name, cls)
    return module


def test_events_in_finds_every_event_defined_in_a_module_in_order() -> None:
    class Second(Event):
        kind = "second"

    class First(Event):
        kind = "first"

    module = module_with(Second=Second, First=First, again=First, Event=Event)
    assert events_in(module) == (Second, First)
    assert events_in(module, module) == (Second, First)


def test_events_in_leaves_out_a_common_base() -> None:
    class Changed(Event, kind=""):
        pass

    class ItGrew(Changed):
        pass

    assert events_in(module_with(Changed=Changed, ItGrew=ItGrew)) == (ItGrew,)
    assert ItGrew.kind == "it_grew"


# How a game ended: one winner, several together, or nobody.


ALONE = Outcome("red", "clearly", {"red": 4})
NOBODY = Outcome(None, "draw")
TOGETHER = Outcome(None, "shared", {"red": 2, "green": 2, "blue": 1}, together=("red", "green"))
SEATS = ("red", "green", "blue")


def test_victories_together_are_worth_their_parts_and_nothing_where_all_have_one() -> None:
    assert TOGETHER.utilities(SEATS) == {"red": 0.5, "green": 0.5, "blue": -1.0}
    assert TOGETHER.utilities(("red", "green")) == {"red": 0.0, "green": 0.0}
    assert NOBODY.utilities(SEATS) == dict.fromkeys(SEATS, 0.0)
    assert ALONE.utilities(SEATS) == {"red": 1.0, "green": -0.5, "blue": -0.5}
    assert [TOGETHER.share(seat) for seat in SEATS] == [0.5, 0.5, 0.0]


def test_a_batch_counts_the_parts_of_victories_where_there_are_such() -> None:
    def simulated(*outcomes: Outcome) -> Simulation:
        games = tuple(GameResult(n, outcome, 1, 1, 1) for n, outcome in enumerate(outcomes))
        return Simulation(Batch("toy", None, {}, 1, None, {}, 9), SEATS, games, 1.0)

    assert "shares" not in simulated(ALONE, NOBODY).to_json()
    batch = simulated(ALONE, TOGETHER, NOBODY)
    assert (batch.wins, batch.draws) == ({"red": 1, "green": 0, "blue": 0}, 2)
    assert batch.to_json()["shares"] == {"red": 1.5, "green": 0.5, "blue": 0.0}
    assert "with victories won together: red 1.50, green 0.50, blue 0.00" in str(batch)


@define
class Ground(Board):
    turn: int = 0
    at: dict[str, int] = field(factory=dict)
    seen: dict[str, int] = field(factory=dict)
    log: list[str] = field(factory=list)

    def place_id(self, space: int) -> str:
        return f"{space:04}"

    def names_of(self, what: Names, ref: str) -> tuple[str, ...]:
        return (f"the {ref}",) if what is PIECE else (f"hex {ref}",) if what is PLACE else (ref,)


@frozen
class Began(PublicEvent, sets="turn = number", says="Turn {number}."):
    number: int


@frozen
class CameTo(PublicEvent, sets="at[piece] = to", says="{piece} goes to {to}."):
    piece: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class Gone(PublicEvent, kind="gone_for_ever", sets="del at[piece]", says="{piece} is gone on turn {board.turn}."):
    piece: Annotated[str, PIECE]


@frozen
class Routed(CameTo, silent=True):
    def text(self, board: Ground) -> str:
        return f"{self.piece} runs."


@frozen
class Seen(Event, sets="turn += 1; seen[piece] = board.at[piece]; at.pop(piece, None); log.append(piece)"):
    piece: str


def test_an_event_says_what_it_changes_in_its_first_line() -> None:
    board = Ground(at={"b": 4})
    events = [Began(3), CameTo("a", 7), Gone("b")]
    after = fold(board, events)
    assert (after.turn, after.at, board.at) == (3, {"a": 7}, {"b": 4})
    assert [event.text(after) for event in events] == ["Turn 3.", "the a goes to hex 0007.", "the b is gone on turn 3."]
    assert [event.kind for event in events] == ["began", "came_to", "gone_for_ever"]
    routed = Routed("a", 9)
    assert (fold(board, [routed]).at["a"], routed.text(board), routed.kind, routed.silent) == (
        9,
        "a runs.",
        "routed",
        True,
    )
    seen = fold(board, [Seen("b")])
    assert (seen.turn, seen.seen, seen.at, seen.log) == (1, {"b": 4}, {}, ["b"])


@pytest.mark.parametrize(
    ("sets", "why"),
    [
        ("turn", "it has no field 'turn'"),
        ("at[piece] = number", "it has no field 'piece'"),
        ("turn = numbre", "it has no field 'numbre'"),
        ("at[number", "'[' was never closed"),
        ("at[number]", "'at[number]' changes nothing"),
        ("'ab'.strip()", "is not a field of the board"),
        ("turn = max(number, 1)", "max(number, 1) is worked out: write `apply` for that"),
    ],
)
def test_an_event_cannot_change_what_it_does_not_know(sets: str, why: str) -> None:
    with pytest.raises(TypeError, match=f"Wrong cannot set {re.escape(repr(sets))}: .*{re.escape(why)}"):

        @frozen
        class Wrong(PublicEvent, sets=sets):
            number: int


def test_an_event_that_sets_what_no_board_has_is_refused_with_the_game() -> None:
    @frozen
    class TurnCame(PublicEvent, sets="tunr = turn"):
        turn: int

    with pytest.raises(RulesError, match="toy: TurnCame sets 'tunr', which no ToyBoard has"):
        toy(events=(TurnCame,))


def test_an_event_of_core_that_sets_what_no_board_has_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    @frozen
    class InnerCame(PublicEvent, sets="inmer = None"):
        pass

    monkeypatch.setattr("wargame_core.flow.rules.CORE_EVENTS", (*CORE_EVENTS, InnerCame))
    with pytest.raises(RulesError, match="toy: InnerCame sets 'inmer', which no ToyBoard has"):
        toy()


def test_the_events_of_core_are_looked_at_with_those_of_a_game() -> None:
    assert {cls for cls in CORE_EVENTS if cls.changes} == {GameEnded, CounterSet, InnerGameEnded}
