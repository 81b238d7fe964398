"""Secrets over the wire: what screens are sent, whole games long, tells no seat what it may not know."""

import json
import random
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from attrs import evolve
from starlette.routing import Route, WebSocketRoute
from tests.core.skirmish_toy import toy
from tests.table.small_table import Glass, SmallTable
from tests.table.test_hub import AtOnce

from wargame_core import SPECTATOR, Record, View, load
from wargame_core.flow.entries import Rolled
from wargame_laws import LawBroken, Trial
from wargame_table import law_of_the_wire
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.rows import OFFER, Opening, Row, TimeLimit
from wargame_table.law_of_the_wire import law_no_byte_tells_more_than_the_view
from wargame_table.messages.feed import Feed
from wargame_table.messages.incoming import Message
from wargame_table.messages.screen import drawn_for
from wargame_table.network.guard import Guard
from wargame_table.network.hub import Hub
from wargame_table.network.lobby import Lobby
from wargame_table.network.server import Site, Tables
from wargame_table.outlets import _shared_session
from wargame_table.play import session
from wargame_table.play.agreements import Agreements
from wargame_table.play.audience import Clock, SeatUpdates

WATCHERS = ("blue", "red", "spectator")


def seated() -> SmallTable:
    table = SmallTable(toy())
    table.sit(*WATCHERS)
    table.act("red", {"kind": "hide", "space": 4})
    table.act("blue", {"kind": "stay"})
    return table


def test_between_a_secret_choice_and_its_reveal_nobody_else_is_sent_anything() -> None:
    table = seated()
    for who, other in (("red", "blue"), ("blue", "red")):
        sent = table.sent()
        table.act(who, {"kind": "play_card", "card": 2})
        assert table.last(who, "update")["chosen"] is True
        assert table.sent() == sent | {who: sent[who] + 2}
        table.undo(who)
        assert table.sent() == sent | {who: sent[who] + 4}
        assert "ask" in table.last(who, "update")
        assert table.last(other, "update").get("chosen") is None
        assert table.session.audience.look("spectator", table.session.match).get("chosen") is None


def test_who_chose_in_secret_sees_neither_the_others_choice_nor_that_there_is_one() -> None:
    first = seated()
    second = SmallTable(first.game, first.opening, list(first.rows))
    second.join("red", "red")
    first.act("blue", {"kind": "play_card", "card": 1})
    frames = [table.session.audience.look("red", table.session.match) for table in (first, second)]
    assert frames[0]["waiting"] == ["blue", "red"]
    assert frames[0] == frames[1]


def test_no_message_holds_the_seed_the_secret_or_a_number_of_answers() -> None:
    table = seated()
    rng = random.Random(3)
    while table.session.match.outcome is None:
        seat = next(seat for seat in ("blue", "red") if table.ask(seat))
        table.act(seat, rng.choice(table.ask(seat))["action"])
    text = json.dumps(table.frames)
    opening, match = table.opening, table.session.match
    assert str(opening.seed) not in text
    assert opening.secret not in text
    assert match.salt not in text
    keys = {key for frames in table.frames.values() for frame in frames for key in frame}
    assert keys.isdisjoint({"seq", "n", "step", "board", "state", "seed"})


GAMES = ["battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi"]


REFEREE = {"fog": "referee"}


@pytest.mark.parametrize(
    ("name", "seeds", "options"),
    [
        ("toy", 2, {}),
        ("vicksburg", 1, REFEREE),
        pytest.param("vicksburg", 4, {"battles": "battle_cry"}, marks=pytest.mark.thorough),
        pytest.param("vicksburg", 4, {"battles": "reported"}, marks=pytest.mark.thorough),
        pytest.param("gettysburg", 4, REFEREE, marks=pytest.mark.thorough),
        pytest.param("battlecry", 4, {}, marks=pytest.mark.thorough),
        pytest.param("gcacw_on_the_4th_day", 2, {}, marks=pytest.mark.thorough),
        pytest.param("thunder_on_the_mississippi", 2, {}, marks=pytest.mark.thorough),
    ],
)
def test_no_byte_tells_more_than_the_view(name: str, seeds: int, options: dict[str, str]) -> None:
    game, bot = (toy(), "random") if name == "toy" else (load(name), "heuristic")
    for seed in range(seeds):
        whole = name == "toy" or seed > 0
        law_no_byte_tells_more_than_the_view(Trial(game, [seed], bot, None, options, thorough=whole))


SAYS = {"hello", "ping", "act", "answer", "say", "name", "note", "seat", "resign", "rules"}
"""What the law of the wire lets people say, or what is the same for everybody; all else it asks."""


def test_whatever_can_be_asked_of_a_table_the_law_asks() -> None:
    asked = {message["kind"] for message in law_of_the_wire._probes(toy().start(seed=1), "red", [{"kind": "stay"}])}
    assert asked | SAYS == {message.kind for message in get_args(Message)}
    hub = Hub(SqliteStore(), AtOnce())
    routes = Tables(Site(hub=hub, guard=Guard(), lobby=Lobby())).routes
    paths = (route.path for route in routes if isinstance(route, (Route, WebSocketRoute)))
    doors = {path.rpartition("/")[2] for path in paths if path.startswith("/t/{table}/")}
    turns = {"turn", "{name}", "{name}.html", "{name}.svg", "{name}.png"}  # of which the law asks for the page
    assert doors == {*law_of_the_wire.PATHS, *turns, "{digest}.json", "{digest}.svg", "act", "free", "key", "socket"}


def counted(clock: Clock, view: View, at: float) -> None:
    """The clock of all choices, whoever may notice them."""
    clock._since = at


AFTER = Agreements.after


def ended_by_a_choice(self: Agreements, row: Row, *given: Any) -> Agreements:
    """As if every choice were an answer to what is offered."""
    return AFTER(self, row, *given) if row.kind == OFFER else Agreements()


@pytest.mark.parametrize(
    ("where", "name", "leak"),
    [
        (Clock, "follow", counted),
        (Agreements, "after", ended_by_a_choice),
        (
            SeatUpdates,
            "full_update",
            lambda self, match, have=(): {"kind": "update", "at": "x", "mine": match.board.mine},
        ),
        (session, "Record", SimpleNamespace(of=lambda match, seat: Record.of(match))),
    ],
    ids=["clock", "offer", "update", "record"],
)
def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, leak: Any) -> None:
    monkeypatch.setattr(where, name, leak)
    with pytest.raises(LawBroken, match="can tell"):
        law_no_byte_tells_more_than_the_view(Trial(toy(), [2], thorough=True))


@pytest.mark.parametrize("limit", ["game", "choice"])
def test_a_clock_that_ends_the_game_tells_no_more_before_all_have_chosen(
    limit: TimeLimit, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening_of = law_of_the_wire._opening

    def limited(trial: Trial, seed: int) -> Opening:
        return evolve(opening_of(trial, seed), time_limit=limit)

    monkeypatch.setattr(law_of_the_wire, "_opening", limited)
    if limit == "game":  # how long each has thought about a choice is told with the choice
        monkeypatch.setattr(law_of_the_wire, "_choices_taken_back", lambda *_: iter(()))
        monkeypatch.setattr(law_of_the_wire, "_late_choices", lambda *_: iter(()))
    law_no_byte_tells_more_than_the_view(Trial(toy(), [2]))


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_over_a_whole_game_each_screen_was_sent_what_its_own_view_tells_and_no_more(name: str) -> None:
    game = load(name)
    table = SmallTable(game, evolve(Opening.of(game, bots=dict.fromkeys(game.seats, "heuristic")), seed=1863))
    glasses = {who: Glass() for who in (*game.seats, SPECTATOR)}
    table.sit(*glasses)
    while table.session.bot_to_think is not None:
        table.let_bots_play(table.session.n + 1)
        for who, glass in glasses.items():
            glass.follow(table.frames[who])
            table.frames[who].clear()
            view = table.session.match.view(who)
            assert glass.pieces == dict(drawn_for(game, view).pieces)
            plans = {name for name in glass.panels if name.startswith("plans ")}
            assert plans <= {f"plans {who}"} or view.outcome is not None
            assert {name: shown for name, shown in glass.panels.items() if name not in plans} == {
                panel.id: panel.to_json() for panel in view.panels
            }
    for who, glass in glasses.items():
        seen = [event.kind for event in table.session.match.view(who).events]
        assert [row["kind"] for row in glass.story if row["kind"] != "rolled"] == seen


def test_each_seat_is_told_in_the_words_of_its_own_view_and_shown_its_own_faces() -> None:
    """A token that one seat knows by its name is nameless to the other: nothing is shared between their screens."""
    table = SmallTable(load("vicksburg"), evolve(Opening.of(load("vicksburg")), seed=1863))
    watchers, rng = (*table.game.seats, SPECTATOR), random.Random(1863)
    alone, glasses = {who: Feed(who, b"another key") for who in watchers}, {who: Glass() for who in watchers}
    table.sit(*watchers)
    for _ in range(8):
        match = table.session.match
        seat = match.waiting_for[0]
        for who in watchers:
            view = match.view(who)
            alone[who].follow(match, view)
            assert alone[who].rows == table.session.audience.feed(who).rows
            for frame in table.frames[who]:
                if frame["kind"] == "update":
                    glasses[who].show(frame)
            table.frames[who].clear()
            assert glasses[who].pieces == dict(drawn_for(table.game, view).pieces)
        table.act(seat, match.rules.codec.to_json(match.choices(seat).sample(rng)), at=match.view(seat).at)
    assert alone["federal"].rows != alone["confederate"].rows
    assert glasses["federal"].pieces != glasses["confederate"].pieces


def test_what_a_seat_was_sent_is_what_its_own_view_tells_and_no_more() -> None:
    """Recorded over a whole game: every event of a feed is in the messages, every name in them in the feed."""
    table = SmallTable(toy(), Opening.of(toy(), bots={"blue": "random", "red": "random"}))
    table.sit(*WATCHERS)
    table.let_bots_play()
    for who in WATCHERS:
        told = [row for frame in table.frames[who] if frame["kind"] == "update" for row in frame.get("events", [])]
        seen = table.session.match.view(who)
        assert [row["kind"] for row in told if row["kind"] != "rolled"] == [event.kind for event in seen.events]
        sources = [known for known in table.session.audience.feed(who).sources if not isinstance(known, Rolled)]
        assert sources == list(seen.events)
        rolls = [row["dice"]["for"] for row in told if row["kind"] == "rolled"]
        others = {"blue": "red", "red": "blue"}.get(who)
        assert f"{others}'s token" not in rolls


def test_a_position_after_a_choice_was_taken_back_has_a_table_of_its_own() -> None:
    game = load("corinth")
    match = game.start(seed=1863)
    seat = match.waiting_for[0]
    tables = []
    for place in (0, 1):
        match.play(match.choices(seat)[place], seat)
        tables.append(_shared_session(game, match))
        assert _shared_session(game, match) is tables[-1]
        match.undo(seat)
    assert tables[0] is not tables[1]
