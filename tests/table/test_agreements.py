"""What people agree on beside the rules: a draw, an end, a game begun anew; and resigning. The record tells it."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.small_table import SmallTable

from wargame_core import Record, RecordError, load, verify_record
from wargame_core.json_form import JsonObject
from wargame_core.records.record import parse
from wargame_pictures.stories.story import narrate
from wargame_table.keeping.databases import SqliteStore
from wargame_table.keeping.person_store import WATCHING_PREFIX
from wargame_table.keeping.rows import AGAIN, CLOSE, OFFER, Opening
from wargame_table.messages.incoming import PROTOCOL, Hello, message_of
from wargame_table.network.endpoints import Messages
from wargame_table.network.guard import Limits, hash_of_key, role_of
from wargame_table.network.hub import Hub
from wargame_table.network.webhooks import Hooks
from wargame_table.network.workers import Workers
from wargame_table.play.agreements import next_keys, next_opening, next_seats
from wargame_table.play.session import TableSession

WHO = ("blue", "red", "spectator")


def at_the_cards(**opening: Any) -> SmallTable:
    """A table of the test game at which both seats choose in secret."""
    table = SmallTable(toy(), evolve(Opening.of(toy()), **opening)).sit(*WHO)
    table.act("red", {"kind": "hide", "space": 4})
    table.act("blue", {"kind": "stay"})
    return table


def offer(table: SmallTable, who: str, what: str) -> JsonObject:
    return table.say(who, "offer", at=table.at(who), what=what)


def is_over(table: SmallTable) -> bool:
    return table.session.match.outcome is not None


def answer(table: SmallTable, who: str, yes: bool) -> JsonObject:
    return table.say(who, "answer", at=table.at(who), yes=yes)


def resign(table: SmallTable, who: str) -> JsonObject:
    return table.say(who, "resign", at=table.at(who))


def shown(table: SmallTable, name: str) -> list[Any]:
    """What a key of the latest update says to each."""
    return [table.last(who, "update").get(name) for who in WHO]


def test_who_resigns_has_lost_for_everybody_and_nobody_chooses_any_more() -> None:
    table = at_the_cards(delay=3, clock=60)
    action = table.ask("blue")[0]["action"]
    assert resign(table, "spectator")["code"] == "not_yours"
    assert resign(table, "red")["kind"] == "done"
    [told, *others] = shown(table, "outcome")
    assert others == [told, told]
    assert (told["winner"], told["level"]) == ("blue", "resigned")
    assert told["text"].endswith("resigns: blue wins.")
    assert (shown(table, "waiting"), shown(table, "ask"), shown(table, "chosen")) == ([[]] * 3, [None] * 3, [None] * 3)
    assert all(clock["running"] == [] for clock in shown(table, "clock"))
    assert table.last("spectator", "update")["known"] == len(table.session.audience.feed("spectator"))
    before, sent = table.session.n, table.sent()
    for who, kind, more in (
        ("blue", "act", {"action": action}), ("blue", "undo", {}), ("red", "resign", {}),
        ("blue", "offer", {"what": "draw"}), ("blue", "offer", {"what": "back"}),
    ):  # fmt: skip
        assert table.say(who, kind, at=table.at(who), **more)["text"] == "the game is over"
    assert (table.session.n, table.session.is_over, table.session.bot_to_think) == (before, True, None)
    assert {who: count - sent[who] for who, count in table.sent().items()} == {"blue": 4, "red": 1, "spectator": 0}
    again = SmallTable(table.game, table.opening, table.rows).sit(*WHO)
    assert shown(again, "outcome") == [told] * 3


def test_the_record_keeps_who_resigned_and_is_verified_and_told(tmp_path: Path) -> None:
    table = SmallTable(load("battlecry"), evolve(Opening.of(load("battlecry")), seed=1863)).sit("union", "confederate")
    for _ in range(5):
        who = next(who for who in table.game.seats if table.ask(who))
        table.act(who, table.ask(who)[0]["action"])
    assert '"agreed"' not in table.session.record("union")[1]
    resign(table, "union")
    name, text = table.session.record("spectator")
    assert name == "battlecry-whole.jsonl"
    (tmp_path / name).write_text(text, "utf-8")
    checked = verify_record(tmp_path / name)
    assert (checked.ok, checked.first_difference, checked.dice is not None) == (True, None, True)
    record = Record.load(tmp_path / name)
    assert record.agreed is not None
    assert (record.agreed.winner, record.text()) == ("confederate", text)
    told = narrate(record, table.game).outcome
    assert told is not None
    assert told.text == "Union resigns: Confederate wins."
    assert record.for_seat("union", table.game.rules).agreed == told


@pytest.mark.parametrize(
    "agreed", [{"winner": "blue"}, {"winner": 1, "level": "x"}, {"winner": None, "level": "x", "me": 1}]
)
def test_a_record_with_an_agreement_that_is_none_is_refused(agreed: Mapping[str, object]) -> None:
    table = at_the_cards()
    end: Any = type("Told", (), {"to_json": lambda self: dict(agreed)})()
    text = evolve(Record.of(table.session.match), agreed=end).text()
    with pytest.raises(RecordError, match="the agreed end"):
        parse(text)


def test_a_game_that_its_rules_have_ended_was_ended_by_nobody_else(tmp_path: Path) -> None:
    table = SmallTable(toy(), Opening.of(toy(), bots={"blue": "random", "red": "random"})).sit(*WHO)
    table.let_bots_play()
    outcome = table.session.match.outcome
    path = evolve(Record.of(table.session.match), agreed=outcome).save(tmp_path / "x.jsonl")
    assert "was over by its rules" in str(verify_record(path, toy()).first_difference)


def test_a_draw_takes_a_yes_of_the_other_seat_to_this_very_offer() -> None:
    table = at_the_cards()
    at = table.at("red")
    assert offer(table, "blue", "draw")["kind"] == "done"
    assert shown(table, "offer") == [{"seat": "blue", "what": "draw", "agreed": []}] * 2 + [None]
    assert answer(table, "blue", yes=True)["code"] == "not_asked"
    assert answer(table, "spectator", yes=True)["code"] == "not_yours"
    assert table.say("red", "answer", at=at, yes=True)["code"] == "stale"
    assert offer(table, "blue", "draw")["text"] == "you have offered this already"
    assert answer(table, "red", yes=False)["kind"] == "done"
    assert (shown(table, "offer"), table.at("red")) == ([None] * 3, at)
    offer(table, "blue", "draw")
    looking_at = table.at("red")
    answer(table, "blue", yes=False)  # takes it back
    offer(table, "blue", "end")
    assert table.say("red", "answer", at=looking_at, yes=True)["code"] == "stale"
    offer(table, "red", "draw")  # in place of a no
    offer(table, "blue", "draw")  # which is a yes
    [told, *_] = shown(table, "outcome")
    assert (told["winner"], told["together"], told["level"]) == (None, ["blue", "red"], "draw")
    assert (table.rows[-1].kind, table.rows[-1].seat, table.rows[-1].body["agreed"]) == (CLOSE, "red", ["blue"])


def test_an_offer_stands_while_people_choose_and_a_choice_to_take_back_only_till_one_sees_something_new() -> None:
    for what, standing in (("draw", True), ("back", False)):
        table = at_the_cards()
        offer(table, "blue", what)
        table.act("red", {"kind": "play_card", "card": 1})  # in secret
        assert "offer" in table.last("blue", "update")
        assert ("offer" in table.last("red", "update")) is standing
        table.undo("red")
        assert "offer" in table.last("red", "update")
        for who in ("red", "blue"):
            table.act(who, {"kind": "play_card", "card": 1})
        assert [told is not None for told in shown(table, "offer")] == [standing, standing, False]
        assert ("offer" in table.session.audience.look("red", table.session.match)) is standing


@pytest.mark.parametrize("what", ["draw", "end", "again"])
def test_an_offer_lapses_with_the_next_choice_of_the_other_seat_that_everybody_sees(what: str) -> None:
    lapsed, hidden = 0, 0
    for offering, other in (("blue", "red"), ("red", "blue")):
        table = SmallTable(toy(), evolve(Opening.of(toy()), seed=3), can=("again",)).sit(*WHO)
        while not is_over(table):
            who = table.session.match.waiting_for[0]
            assert offer(table, offering, what)["kind"] == "done"
            watched = table.at("spectator")
            table.act(who, table.ask(who)[0]["action"])
            if is_over(table):
                break
            is_seen = table.at("spectator") != watched
            lapses = who == other and is_seen
            assert [told is None for told in shown(table, "offer")[:2]] == [lapses] * 2
            assert (answer(table, other, yes=False)["kind"] == "done") is not lapses  # nothing to agree to any more
            lapsed, hidden = lapsed + lapses, hidden + (who == other and not is_seen)
            again = TableSession(toy(), table.opening, table.rows)
            assert again.agreements == table.session.agreements
    assert lapsed
    assert hidden


def test_bots_agree_to_end_and_to_take_back_and_to_no_draw() -> None:
    table = SmallTable(toy(), Opening.of(toy(), bots={"red": "random"})).sit("blue", "spectator")
    assert offer(table, "blue", "draw")["text"].startswith("a bot agrees to no draw")
    assert offer(table, "blue", "end")["kind"] == "done"
    assert table.last("blue", "update")["outcome"]["winner"] is None
    assert table.rows[-1].kind == CLOSE
    assert offer(table, "blue", "again")["code"] == "unavailable"  # nobody here can make another table


def test_with_more_than_two_seats_nobody_resigns_and_all_are_asked() -> None:
    from tests.core.seven_powers_toy import seven_powers

    game = seven_powers()
    table = SmallTable(game, Opening.of(game, bots=dict.fromkeys(game.seats[3:], "random"))).sit(*game.seats[:3])
    first, second, third = game.seats[:3]
    assert "resign" not in table.last(first, "welcome")["can"]
    assert resign(table, first)["code"] == "unavailable"
    offer(table, first, "end")
    answer(table, second, yes=True)
    assert table.last(third, "update")["offer"]["agreed"] == [second]
    answer(table, third, yes=True)
    assert table.session.is_over


def test_sides_change_with_fresh_dice_and_each_key_opens_the_next_seat() -> None:
    game = load("battlecry")
    before = evolve(
        Opening.of(game, "shiloh", bots={"union": "heuristic"}, clock=60), hooks={"confederate": "https://a"}
    )
    after = next_opening(game, before, {"confederate": "random"})
    assert (after.scenario, after.options, after.clock) == (before.scenario, before.options, 60)
    assert (dict(after.bots), dict(after.hooks), after.again) == ({"union": "random"}, {"union": "https://a"}, 1)
    assert after.seed != before.seed
    assert after.secret != before.secret
    roles = ("union", f"{WATCHING_PREFIX}union", "confederate", "spectator", "author")
    keys = next_keys(game, {role: hash_of_key(role) for role in roles})
    opened = [role_of(role, keys) for role in roles]
    assert opened == ["confederate", "spectator", "union", "spectator", "author"]
    assert next_seats(("a", "b", "c")) == {"a": "b", "b": "c", "c": "a"}


class AtOnce(Workers):
    """Works without processes."""

    async def ask(self, function: Any, *given: object) -> Any:
        return function(*given)


@pytest.mark.usefixtures("toy_known")
def test_a_game_begun_anew_is_another_table_that_only_the_same_keys_open() -> None:
    async def evening() -> None:
        store = SqliteStore()
        hub = Hub(store, AtOnce(), pause=0.0, hooks=Hooks(), limits=Limits(messages=10**6, tables=1))
        made = await hub.make(Opening.of(toy()))
        keys = {role: link.split("#")[1] for role, link in made["links"].items()}
        table = await hub.open(made["table"])
        lines = {role: Messages() for role in WHO}
        seated = {
            role: await hub.join(table, role, Hello(protocol=PROTOCOL, key=keys[role]), line)
            for role, line in lines.items()
        }

        async def say(who: str, kind: str, **more: Any) -> JsonObject:
            at = next(message["at"] for message in reversed(lines[who].all) if message["kind"] == "update")
            await hub.hear(
                table, seated[who], message_of({"kind": kind, "id": "x" + str(len(lines[who].all)), "at": at, **more})
            )
            return next(message for message in reversed(lines[who].all) if "id" in message)

        assert "again" in lines["blue"].all[0]["can"]
        for i, speaker in enumerate([("Ann", "red", ""), ("", "table", ""), ("Eve", "", ""), ("Bob", "blue", "seats")]):
            name, seat, to = speaker
            store.say(made["table"], name, seat, f"sentence {i}", 0.0, to)
        await say("blue", "offer", what="again")
        assert (await say("red", "answer", yes=True))["kind"] == "done"
        updates = [next(m for m in reversed(lines[who].all) if m["kind"] == "update") for who in WHO]
        [anew] = {update["again"] for update in updates}
        assert {update["outcome"]["level"] for update in updates} == {"ended here"}
        assert not any(key in str(line.all) for key in keys.values() for line in lines.values())
        kept = store.keys(anew)
        assert {role: role_of(key, kept) for role, key in keys.items()} == {
            "blue": "red", "red": "blue", "spectator": "spectator", "author": "author",
        }  # fmt: skip
        row = store.rows(made["table"])[-1]
        assert (row.kind, row.body["table"], row.body["agreed"]) == (AGAIN, anew, ["red"])
        assert (await say("blue", "offer", what="again"))["code"] == "unavailable"
        restored = TableSession(toy(), table.session.opening, store.rows(made["table"]))
        assert restored.audience.look("spectator", restored.match)["again"] == anew
        later = await hub.open(anew)
        assert (later.session.opening.again, later.session.rows) == (1, [])
        assert [(said.name, said.seat, said.text, said.to) for said in store.sentences(anew)] == [
            ("Ann", "blue", "sentence 0", ""), ("Eve", "", "sentence 2", ""), ("Bob", "red", "sentence 3", "seats"),
        ]  # fmt: skip
        watching = await hub.sentences_to(later, "spectator", 0)
        assert [sentence["text"] for sentence in watching] == ["sentence 0", "sentence 2"]
        table, lines["red"] = later, Messages()
        seated["red"] = await hub.join(later, "red", Hello(protocol=PROTOCOL, key=keys["blue"]), lines["red"])
        assert (
            "make a new table" in (await say("red", "offer", what="again"))["text"]
        )  # one after the other, not for ever
        hub.close()

    asyncio.run(evening())


def test_the_course_of_a_game_is_what_a_seat_saw_and_at_the_end_what_was() -> None:
    table = SmallTable(load("vicksburg"), evolve(Opening.of(load("vicksburg")), seed=1863)).sit(
        *load("vicksburg").seats
    )
    for _ in range(12):
        who = next(who for who in table.game.seats if table.ask(who))
        table.act(who, table.ask(who)[0]["action"])
    course = table.say("federal", "course")
    assert course["title"] == "Victory points"
    assert [row["turn"] for row in course["rows"]] == sorted(row["turn"] for row in course["rows"])
    assert all("confederate" not in row["points"] for row in course["rows"])
    offer(table, "federal", "end")
    answer(table, "confederate", yes=True)
    whole = table.say("federal", "course")["rows"]
    assert whole[-1]["points"].keys() == {"federal", "confederate"}
    assert [row.kind for row in table.rows[-2:]] == [OFFER, CLOSE]
