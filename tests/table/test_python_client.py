"""The client of the wire for programs in Python: what a seat follows, what it plays, and what servers may do to it."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.table.served import Served
from tests.table.test_conversation import kept
from tests.test_architecture import loaded_by

from wargame_core import AmbiguousName, IllegalAction, MalformedAction, NotYourTurn, UnknownName, WargameError
from wargame_core.errors import NeedsPerson
from wargame_core.flow.players import EasyPlayer, RandomPlayer
from wargame_core.json_form import JsonObject
from wargame_table.messages.incoming import PROTOCOL, Refused
from wargame_table.messages.wire_schema import wire_schema
from wargame_table.remote.links import TableLink
from wargame_table.remote.reading import FRAME, ReadUpdate, WireError, read_told
from wargame_table.remote.seat import ANSWERS, MOST_ROWS_FETCHED, RemoteSeat
from wargame_table.remote.views import RemoteChoice, RemoteChoices

server = pytest.importorskip("websockets.sync.server", reason="needs wargame-table")
from wargame_table import client  # noqa: E402
from wargame_table.client import sit, sit_async  # noqa: E402

PATIENCE = 30
"""Seconds within which something that is sent must have arrived."""


def arrived(look: Callable[[], Sequence[JsonObject]]) -> Sequence[JsonObject]:
    """What there is to see as soon as there is any: what people say comes on its own, after the answer or before."""
    last_try = time.monotonic() + PATIENCE
    while not (found := look()) and time.monotonic() < last_try:
        time.sleep(0.01)
    return found


LINK = TableLink.read("https://games.example.org/t/b7Qk2d#KEY")


# Links.


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not a link to a table"),
        (None, "None is not a link to a table"),
        ("https://games.example.org/", "is not a link to a table"),
        ("ftp://games.example.org/t/b7Qk2d#KEY", "is not a link to a table"),
        ("https://games.example.org:port/t/b7Qk2d#KEY", "is not a link to a table"),
        ("https://[games/t/b7Qk2d#KEY", "is not a link to a table"),
        ("https://games.example.org/t/b7Qk2d", "has no key"),
        ("https://games.example.org/t/#SECRET", "is not a link to a table"),
    ],
)
def test_what_is_no_link_is_refused_with_an_example_and_without_its_key(text: Any, said: str) -> None:
    with pytest.raises(WargameError, match=said) as refused:
        sit(text)
    assert "https://games.example.org/t/ID#KEY" in str(refused.value)
    assert "SECRET" not in str(refused.value)


def test_a_link_may_lie_below_a_prefix_and_shows_its_key_nowhere() -> None:
    link = TableLink.read("http://club.example.org:8000/play/t/x1#Zx0r")
    assert link.socket == "ws://club.example.org:8000/play/t/x1/socket"
    assert (link.table, link.key) == ("x1", "Zx0r")
    assert "Zx0r" not in repr(link)


# What a seat follows.


def test_a_seat_that_follows_the_recorded_conversation_knows_what_its_screen_shows() -> None:
    seats: dict[str, RemoteSeat] = {}
    shown = 0
    for line in kept():
        if "table" in line:
            seats = {}
            continue
        seat = seats.setdefault(line["screen"], RemoteSeat(LINK))
        if "hears" in line:
            seat.hear(read_told(json.dumps(line["hears"])))
        if "shows" in line:
            view, shows = seat.view, line["shows"]
            assert view is not None
            assert (len(view.story), view.update["tag"]) == (shows["story"], shows["tag"])
            assert (view.pieces, view.panels) == (shows["pieces"], shows["panels"])
            shown += 1
    assert shown == 6


def test_a_hello_names_what_the_recorded_screen_named_when_it_came_again() -> None:
    seat, screen = RemoteSeat(LINK), "union"
    for line in kept():
        if line.get("screen") != screen:
            continue
        if line.get("says", {}).get("kind") == "hello" and line["says"].get("have"):
            assert seat.hello()["have"][-1] == line["says"]["have"][0]
            return
        if "hears" in line:
            seat.hear(line["hears"])
    raise AssertionError("the screen never comes again")


def test_every_request_of_the_protocol_has_the_kind_of_its_answer() -> None:
    defs = wire_schema(None)["$defs"]
    requests = [defs[part["$ref"].rpartition("/")[2]]["properties"] for part in defs["Said"]["anyOf"]]
    kinds = {properties["kind"]["const"] for properties in requests if "id" in properties}
    told = {part["$ref"].rpartition("/")[2] for part in defs["Told"]["anyOf"]}
    parts = [defs[name]["properties"]["kind"] for name in told]
    answers = {kind for part in parts for kind in part.get("enum", [part.get("const")])}
    assert set(ANSWERS) == kinds
    assert set(ANSWERS.values()) <= answers


WELCOME: JsonObject = {"kind": "welcome", "protocol": PROTOCOL, "you": "union", "game": "toy"}


def update(known: int = 0, kept_rows: int = 0, **more: Any) -> JsonObject:
    """An update with so many rows of a story, of which so many are told before."""
    events = [{"kind": "moved", "text": f"Row {number}."} for number in range(kept_rows, known)]
    head = {"kind": "update", "at": f"at{known}", "kept": kept_rows, "known": known, "tag": f"tag{known}"}
    return {**head, "events": events, "cursor": [], "waiting": ["confederate"], **more}


def ask(*labels: str, **more: Any) -> JsonObject:
    """A question with these choices."""
    rows = [{"label": label, "action": {"kind": "go", "to": number}} for number, label in enumerate(labels)]
    return {"prompt": "Which?", "rows": rows, "more": False, **more}


def told(*messages: JsonObject) -> RemoteSeat:
    """A seat that was told these after a welcome."""
    seat = RemoteSeat(LINK)
    for message in (WELCOME, *messages):
        seat.hear(message)
    return seat


def test_news_tell_what_was_taken_back_and_what_is_new_since_they_were_asked_for() -> None:
    seat = told(update(3))
    assert seat.news().texts == ["Row 0.", "Row 1.", "Row 2."]
    seat.hear(update(1, 1))
    seat.hear(update(2, 1))
    news = seat.news()
    assert (news.drop, news.texts) == (2, ["Row 1."])
    assert (seat.news().drop, seat.news().rows) == (0, ())


def test_a_long_menu_is_fetched_before_its_view_is_shown() -> None:
    seat = told(update(ask=ask("a", "b", more=True)))
    [request] = seat.unsent_requests()
    assert "None" in repr(seat.view)
    assert (request.kind, request.message["at"], request.message["first"]) == ("rows", "at0", 2)
    rows = {"kind": "rows", "id": request.id, "first": 2, "rows": ask("c")["rows"], "more": False}
    seat.hear(rows)
    assert seat.view is not None
    assert seat.view.choices.labels == ["a", "b", "c"]
    assert seat.view.choices.complete


def test_the_menu_of_a_server_that_never_ends_it_is_cut_and_says_so() -> None:
    seat = told(update(ask=ask(*map(str, range(400)), more=True)))
    for _ in range(MOST_ROWS_FETCHED // 400 - 1):
        [request] = seat.unsent_requests()
        request.times_sent = 1
        rows = ask(*map(str, range(400)))["rows"]
        seat.hear({"kind": "rows", "id": request.id, "first": request.message["first"], "rows": rows, "more": True})
    assert seat.view is not None
    assert (len(seat.view.choices), seat.view.choices.complete) == (MOST_ROWS_FETCHED, False)
    assert repr(seat.view.choices).startswith("4000 choices of union; what is not listed may be legal too\n  0\n")
    assert list(seat.unsent_requests()) == []


def test_rows_that_come_after_the_game_has_gone_on_are_left() -> None:
    seat = told(update(ask=ask("a", more=True)))
    [request] = seat.unsent_requests()
    seat.hear(update(1, ask=ask("d")))
    seat.hear({"kind": "rows", "id": request.id, "first": 1, "rows": ask("b")["rows"], "more": False})
    assert seat.view is not None
    assert seat.view.choices.labels == ["d"]


# Views and choices.


def test_a_choice_is_found_by_words_and_shows_the_parts_of_its_action() -> None:
    choices = told(update(ask=ask("Cavalry to D10", "Cavalry to D11", "nothing more"))).view.choices  # type: ignore[union-attr]
    assert (choices.find("NOTHING").to_json(), choices.find("d11").to) == ({"kind": "go", "to": 2}, 1)
    with pytest.raises(AmbiguousName, match="'cavalry' fits 2 choices of union: Cavalry to D10; Cavalry to D11"):
        choices.find("cavalry")
    with pytest.raises(UnknownName, match=r"unknown choice of union 'retreat' \(allowed: Cavalry to D10"):
        choices.find("retreat")
    with pytest.raises(MalformedAction, match="not by 3"):
        choices.find(3)  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match=r"the choice 'Cavalry to D10' has no piece \(it has: kind, to\)"):
        _ = choices[0].piece


def test_players_that_read_nothing_but_the_choices_play_a_view_of_the_wire() -> None:
    view: Any = told(update(ask=ask("a", "b", "c"))).view
    assert {str(RandomPlayer(seed=seed)(view)) for seed in range(20)} == set(view.choices.labels)
    assert EasyPlayer(seed=1)(view) in view.choices


def test_a_seat_that_is_not_asked_says_for_whom_the_game_waits_or_how_it_ended() -> None:
    with pytest.raises(NotYourTurn, match="union is not asked anything: the game waits for confederate"):
        _ = told(update()).view.choices  # type: ignore[union-attr]
    with pytest.raises(NotYourTurn, match=r"the game is over \(Union wins.\)"):
        _ = told(update(outcome={"text": "Union wins."})).view.choices  # type: ignore[union-attr]


def test_what_only_a_person_knows_no_choice_is_drawn_for() -> None:
    choices = told(update(ask=ask(form={"title": "Report", "fields": []}))).view.choices  # type: ignore[union-attr]
    assert choices.by_people
    with pytest.raises(NeedsPerson, match="report"):
        choices.sample(random.Random(1))


def test_choices_are_a_sequence() -> None:
    choices = RemoteChoices("union", {}, ask("a", "b")["rows"])
    assert (len(choices), choices[1].label, [choice.label for choice in choices[:1]]) == (2, "b", ["a"])
    assert choices.index(RemoteChoice("b", {"kind": "go", "to": 1})) == 1


# What no server may say.


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([update()], "an update before its welcome"),
        ([{**WELCOME, "protocol": "wargame-table/9"}], "the server speaks 'wargame-table/9', this client"),
        ([{**WELCOME, "protocol": None}], "protocol None; expected a text"),
        ([{**WELCOME, "you": 7}], "you 7; expected a text"),
        ([WELCOME, update(kept_rows=5, known=5)], "keeps 5 rows of the story, of which there are 0"),
        ([WELCOME, {**update(2), "known": 3}], "an update of 3 rows that has 0 and 2 more"),
        ([WELCOME, {**update(), "kept": -1}], "keeps -1 rows"),
        ([WELCOME, {**update(), "kept": True}], "kept True; expected a whole number"),
        ([WELCOME, update(at=7)], "at 7; expected a text"),
        ([WELCOME, update(waiting="all")], "waiting 'all'; expected a list"),
        ([WELCOME, update(waiting=[1])], "1 among waiting; expected texts"),
        ([WELCOME, update(outcome="won")], "outcome 'won'; expected an object"),
        ([WELCOME, update(ask={"rows": []})], "prompt None; expected a text"),
        ([WELCOME, update(ask=ask(rows=["scout"]))], "'scout' among rows; expected objects"),
        ([WELCOME, update(ask=ask(rows=[{"label": "scout"}]))], "action None; expected an object"),
        ([WELCOME, update(pieces={"set": {"u1": "E5"}})], "'E5' as pieces 'u1'; expected an object"),
        ([WELCOME, update(panels=[1])], r"panels \[1\]; expected an object"),
        ([WELCOME, {**update(1), "events": [{"kind": "moved", "text": 5}]}], "text 5; expected a text"),
        ([WELCOME, {"kind": "say", "text": ["hello"]}], "text .* expected a text"),
    ],
)
def test_a_message_that_cannot_be_is_refused_in_words(messages: list[JsonObject], said: str) -> None:
    seat = RemoteSeat(LINK)
    for message in messages[:-1]:
        seat.hear(message)
    with pytest.raises(WireError, match=said) as refused:
        seat.hear(messages[-1])
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (b"\x00\x01", "a frame of 2 bytes"),
        ("hello", "no message of wargame-table"),
        ("[]", "an object with a kind"),
        ('{"kind": 3}', "an object with a kind"),
        ('{"kind": "update", "kind": "update"}', "twice"),
        ('{"kind": ' + "[" * 100_000, "nested"),
        ('{"kind": ' + "9" * 5_000 + "}", "digits"),
        ('{"kind": "say", "text": "\\u001b[2J"}', "character"),
        ('{"kind": NaN}', "NaN"),
    ],
)
def test_a_frame_that_is_no_message_is_refused_in_words(frame: str | bytes, said: str) -> None:
    with pytest.raises(WireError, match=said):
        read_told(frame)


def test_a_story_without_end_is_not_kept() -> None:
    with pytest.raises(WireError, match="a story of 200,001 rows; at most 200,000 are read"):
        ReadUpdate.of({**update(1, 0), "kept": 200_000, "known": 200_001}, 200_000)


def test_an_answer_of_another_kind_is_refused_and_one_to_nothing_is_left() -> None:
    seat = told(update(ask=ask("a")))
    request = seat.request("act", at="at0", action={})
    assert seat.hear({"kind": "done", "id": "another"}) is None
    assert seat.hear({"kind": "done", "id": ["c1"]}) is None
    with pytest.raises(WireError, match="answered 'act' with 'judged'; expected 'done' or 'refused'"):
        seat.hear({"kind": "judged", "id": request.id})


# A real server.

WITH_TOY = pytest.mark.usefixtures("toy_known")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("python_client"))
    yield made
    made.kill()


@WITH_TOY
def test_two_programs_play_a_game_to_its_end(host: Served) -> None:
    links = host.table("toy")
    outcomes: dict[str, Any] = {}

    def play(seat: str) -> None:
        player: Any = RandomPlayer(seed=3)
        with sit(links[seat], name=f"Bot of {seat}") as table:
            for view in table:
                assert table.play(player(view))
            outcomes[seat] = table.view.outcome

    threads = [threading.Thread(target=play, args=(seat,)) for seat in ("red", "blue")]
    for thread in threads:
        thread.start()
    with sit(links["spectator"]) as table:
        assert list(table) == []  # who is never asked waits until the end
        outcomes["spectator"] = table.view.outcome
    for thread in threads:
        thread.join()
    assert outcomes["red"]
    assert outcomes["red"] == outcomes["blue"] == outcomes["spectator"]


def test_a_program_plays_by_words_takes_back_and_hears_what_happened(host: Served) -> None:
    links = host.table("battlecry", bots={"confederate": "random"})
    with sit(links["union"], name="Ann") as table:
        before = table.view
        assert before.prompt
        label = before.choices.labels[0]
        table.news()
        assert table.play(label)
        assert table.view.at != before.at
        assert table.news().texts
        with pytest.raises(UnknownName, match="unknown choice of union 'dance'"):
            table.play("dance")
        with pytest.raises(MalformedAction, match="3 cannot be played"):
            table.play(3)  # type: ignore[arg-type]
        verdict = table.judge(before.choices[1])
        assert not verdict
        assert verdict.reasons
        with pytest.raises(IllegalAction) as refused:
            table.play(before.choices[1])
        assert refused.value.verdict == verdict
        with pytest.raises(Refused, match="take back") as no_undo:
            table.undo()
        assert no_undo.value.code == "no_undo"
        while not table.view.update["undo"]["may"]:
            before = table.view
            table.news()
            assert table.play(before.choices[0])
        assert table.undo()
        assert table.view.choices.labels == before.choices.labels
        assert table.news().drop == 0
        table.say("Good luck")
        assert table.wait(0.0) is False
        assert [(row["seat"], row["here"]) for row in table.people] == [("union", True), ("confederate", False)]
        assert arrived(lambda: table.sentences)[0]["text"] == "Good luck"


def test_who_was_not_first_is_told_so_and_is_asked_anew(host: Served) -> None:
    links = host.table("battlecry")
    with sit(links["union"]) as slow, sit(links["union"]) as fast:
        questions = iter(slow)
        view = next(questions)
        assert fast.play(fast.view.choices[0])
        assert not slow.play(view.choices[1])
        assert next(questions).at == fast.view.at


def test_a_question_is_asked_again_after_a_refusal_and_not_without(host: Served) -> None:
    links = host.table("battlecry")
    with sit(links["union"]) as table:
        questions = iter(table)
        view = next(questions)
        with pytest.raises(Refused, match="unknown action kind 'dance'"):
            table.play({"kind": "dance"})
        assert next(questions).at == view.at
        assert not table.wait(0.2)


def test_a_seat_is_handed_to_a_bot_of_the_server_and_taken_back(host: Served) -> None:
    with sit(host.table("battlecry")["union"]) as table:
        at = table.view.at
        table.let_bot_play("random")
        while table.view.at == at:
            assert table.wait(60)
        with pytest.raises(Refused, match="there is no bot nobody"):
            table.let_bot_play("nobody")
        table.let_bot_play("")


def test_offers_are_made_and_answered(host: Served) -> None:
    links = host.table("battlecry")
    with sit(links["union"]) as union, sit(links["confederate"]) as confederate:
        assert union.offer("draw")
        while confederate.view.offer is None:
            assert confederate.wait(60)
        assert confederate.answer(True)
        assert confederate.view.outcome is not None
        while union.view.outcome is None:
            assert union.wait(60)
        assert list(union) == []


@WITH_TOY
def test_programs_with_an_event_loop_play_too(host: Served) -> None:
    async def play(link: str) -> JsonObject | None:
        async with sit_async(link) as table:
            async for view in table:
                assert await table.play(view.choices[0])
            return table.view.outcome

    async def play_all() -> list[JsonObject | None]:
        links = host.table("toy")
        return list(await asyncio.gather(play(links["red"]), play(links["blue"])))

    first, second = asyncio.run(play_all())
    assert first
    assert first == second


@WITH_TOY
def test_a_link_that_opens_no_table_is_refused_by_the_words_of_the_server(host: Served) -> None:
    address = host.table("toy")["red"].partition("#")[0]
    with pytest.raises(Refused, match="this link does not open this table") as refused:
        sit(f"{address}#another")
    assert refused.value.code == "wrong_key"
    with pytest.raises(Refused, match="there is no such table"):
        sit(f"{host.home}/t/nowhere#KEY")
    with pytest.raises(WireError, match=r"opens no web socket \(HTTP 403\): is this the link of a table"):
        sit(f"{host.home}/tables/t/nowhere#KEY")


@WITH_TOY
def test_a_server_refuses_a_client_of_another_protocol_and_names_both(
    host: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = host.table("toy")["red"]
    monkeypatch.setattr("wargame_table.remote.seat.PROTOCOL", "wargame-table/3")
    with pytest.raises(Refused, match=f"this table speaks {PROTOCOL}, this screen wargame-table/3: load the page"):
        sit(link)


@pytest.mark.thorough
def test_a_game_goes_on_when_the_server_was_killed_in_the_middle(tmp_path: Path) -> None:
    made = Served(tmp_path)
    try:
        with sit(made.table("battlecry")["union"]) as table:
            before = table.view
            made.kill()
            made.start()
            assert table.play(before.choices[0])
            assert table.view.at != before.at
            assert table.view.story[: len(before.story)] == before.story
    finally:
        made.kill()


# Servers that are no good.


Script = Callable[[Any], object]


@contextmanager
def answering(script: Script) -> Iterator[str]:
    """A server that does what a script does with each line; the link of a table at it."""
    with server.serve(script, "127.0.0.1", 0, max_size=None) as made:
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{made.socket.getsockname()[1]}/t/x#KEY"
        made.shutdown()
        thread.join()


def says(line: Any, *messages: JsonObject) -> None:
    """Hear one message, and say these."""
    line.recv()
    for message in messages:
        line.send(json.dumps(message))


def sits_down(line: Any) -> None:
    """What a good server says first: this seat is asked for a or b."""
    says(line, WELCOME, update(ask=ask("a", "b")))


def test_a_server_that_closes_at_once_is_named() -> None:
    says_why = pytest.raises(WireError, match=r"/t/x closed the line \(1001 at lunch\)")
    with answering(lambda line: line.close(1001, "at lunch")) as link, says_why:
        sit(link)


def test_no_server_at_all_is_named() -> None:
    with answering(lambda line: None) as link:
        pass
    with pytest.raises(WireError, match="/t/x has no server that answers"):
        sit(link)


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        ("{}", "an object with a kind"),
        (b"welcome", "a frame of 7 bytes"),
        ("x" * (FRAME + 1), "a message of more than 8,000,000 bytes"),
        (json.dumps({"kind": "welcome", "protocol": "wargame-table/3", "you": "union"}), "the server speaks"),
        (json.dumps({"kind": "update"}), "before its welcome"),
        (json.dumps({"kind": "refused", "code": "protocol", "text": "this table speaks Klingon"}), "speaks Klingon"),
        (json.dumps({"kind": "refused", "code": "odd", "text": "no"}), "'odd': no"),
        (json.dumps({"kind": "refused", "code": "too_fast", "text": "no", "retry_after": "soon"}), "expected seconds"),
        (json.dumps({"kind": "refused", "code": "unavailable", "text": "the disk is full"}), "the disk is full"),
        (
            json.dumps({"kind": "refused", "code": "too_fast", "text": "full", "retry_after": 1.0}),
            "nobody in now: full",
        ),
    ],
)
def test_nonsense_instead_of_a_welcome_ends_in_words(frame: str | bytes, said: str) -> None:
    def script(line: Any) -> None:
        line.recv()
        line.send(frame)
        line.recv()

    with answering(script) as link, pytest.raises((WireError, Refused), match=said):
        sit(link, patience=0.0)


def test_a_server_that_says_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "ANSWER", 0.2)
    says_why = pytest.raises(WireError, match=r"does not say where the game stands for 0\.2 seconds")
    with answering(lambda line: line.recv() and line.recv()) as link, says_why:
        sit(link)


def test_a_server_that_does_not_answer_a_request_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(line: Any) -> None:
        sits_down(line)
        line.recv()
        line.recv()

    with answering(script) as link, sit(link) as table:
        monkeypatch.setattr(client, "ANSWER", 0.2)
        with pytest.raises(WireError, match=r"has not answered 'act' for 0\.2 seconds"):
            table.play("a")


def test_a_server_that_says_done_and_shows_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(line: Any) -> None:
        sits_down(line)
        line.send(json.dumps({"kind": "done", "id": json.loads(line.recv())["id"]}))
        line.recv()

    with answering(script) as link, sit(link, patience=0.1) as table:
        monkeypatch.setattr(client, "ANSWER", 0.1)
        with pytest.raises(WireError, match="answered 'act', and shows nothing new"):
            table.play("a")


def test_nonsense_in_the_middle_of_a_game_ends_it_in_words_and_the_view_stays() -> None:
    def script(line: Any) -> None:
        sits_down(line)
        line.recv()
        line.send("null")
        line.recv()

    with answering(script) as link, sit(link) as table:
        with pytest.raises(WireError, match="an object with a kind"):
            table.play("a")
        with pytest.raises(WireError, match="an object with a kind"):
            list(table)
        assert table.view.choices.labels == ["a", "b"]


def test_an_answer_to_another_id_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(line: Any) -> None:
        sits_down(line)
        request = json.loads(line.recv())
        for lie in ("c1", "", None, 7, {"id": request["id"]}):
            line.send(json.dumps({"kind": "done", "id": lie}))
        line.send(json.dumps({"kind": "refused", "code": "illegal", "text": "no", "id": request["id"]}))
        line.recv()

    with answering(script) as link, sit(link) as table, pytest.raises(Refused, match="no") as refused:
        table.play("a")
    assert refused.value.code == "illegal"


def test_what_came_too_fast_is_sent_again_and_a_long_wait_is_an_error() -> None:
    heard = []

    def script(line: Any) -> None:
        sits_down(line)
        for wait in (0.1, 4000.0):
            heard.append(json.loads(line.recv()))
            refusal = {"kind": "refused", "code": "too_fast", "text": "slower", "id": heard[-1]["id"]}
            line.send(json.dumps({**refusal, "retry_after": wait}))
        line.recv()

    with answering(script) as link, sit(link) as table:
        with pytest.raises(Refused, match="slower") as refused:
            table.play("a")
        assert refused.value.retry_after == 4000.0
    assert heard[0] == heard[1]


def test_a_request_is_sent_again_on_the_next_line_with_the_same_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FIRST_PAUSE", 0.05)
    heard = list[JsonObject]()

    def script(line: Any) -> None:
        hello = json.loads(line.recv())
        told_before = bool(hello["have"])
        first = update(1, ask=ask("a", "b")) if not told_before else update(1, 1, ask=ask("a", "b"))
        line.send(json.dumps(WELCOME))
        line.send(json.dumps(first))
        heard.extend((hello, json.loads(line.recv())))
        if told_before:
            line.send(json.dumps({"kind": "done", "id": heard[-1]["id"]}))
            line.send(json.dumps(update(2, 1)))
            line.recv()

    with answering(script) as link, sit(link) as table:
        assert table.play("a")
        assert table.view.log == ["Row 0.", "Row 1."]
    assert heard[1] == heard[3]
    assert heard[2]["have"] == [[1, "tag1"]]


def test_a_server_that_is_full_is_asked_again_after_the_time_it_says() -> None:
    hellos = []

    def script(line: Any) -> None:
        hellos.append(line.recv())
        if len(hellos) == 1:
            line.send(json.dumps({"kind": "refused", "code": "too_fast", "text": "full", "retry_after": 0.1}))
            return
        line.send(json.dumps(WELCOME))
        line.send(json.dumps(update(outcome={"text": "Over."})))
        line.recv()

    with answering(script) as link, sit(link) as table:
        assert list(table) == []
    assert len(hellos) == 2


def test_a_line_that_is_lost_again_and_again_is_given_up_when_the_patience_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "FIRST_PAUSE", 0.02)
    lines = []

    def script(line: Any) -> None:
        lines.append(line)
        if len(lines) == 1:
            sits_down(line)

    says_why = pytest.raises(WireError, match="/t/x closed the line")
    with answering(script) as link, sit(link, patience=0.3) as table, says_why:
        table.play("a")
    assert len(lines) > 2


def test_a_table_that_was_left_says_so() -> None:
    def script(line: Any) -> None:
        sits_down(line)
        line.recv()

    with answering(script) as link:
        table = sit(link)
        table.close()
        table.close()
        with pytest.raises(WireError, match="this program has left the table"):
            table.play("a")


def test_a_client_loads_no_server_and_nothing_that_draws() -> None:
    loaded = loaded_by("import sys, wargame_table.client")
    assert "wargame_table.client" in loaded
    assert loaded & {"starlette", "uvicorn", "wargame_pictures", "wargame_lab", "click", "networkx"} == set()
