"""A table without any transport: who may do what, what is answered, what is taken back, who goes on where."""

import json
import random
from contextlib import suppress
from itertools import chain
from typing import Any

import pytest
from attrs import evolve
from tests.core.seven_powers_toy import seven_powers
from tests.core.skirmish_toy import toy
from tests.table.served import hostile_toy
from tests.table.small_table import Glass, SmallTable

from wargame_core import IllegalAction, Player, RulesGap, WargameError, load
from wargame_core.authoring import RulesSource
from wargame_core.flow import history as barrier
from wargame_core.flow.choices import PieceMoves
from wargame_core.rulings import RuleText
from wargame_hex_and_counter.board.actions import Done, Move
from wargame_pictures import Presentation
from wargame_pictures.draw.tokens import Marker
from wargame_pictures.of_games import with_presentation
from wargame_table.keeping.rows import Chronicle, Opening, Row, continuation, continuation_notice, match_to_continue
from wargame_table.messages.incoming import PROTOCOL, Hello, message_of
from wargame_table.messages.screen import menu_actions
from wargame_table.play.people import BotChoice, Bots
from wargame_table.play.session import SOMETHING_WAS_LEARNT, TableSession


@pytest.fixture
def table() -> SmallTable:
    """Both seats at their screens, and somebody who watches."""
    small = SmallTable(toy())
    small.sit("blue", "red", "spectator")
    return small


def hidden(table: SmallTable) -> SmallTable:
    table.act("red", {"kind": "hide", "space": 4})
    return table


def in_turn_two(table: SmallTable) -> SmallTable:
    """The scout has been to the camp and the bridge and may walk there again, which tells nobody anything."""
    hidden(table)
    for action in ({"kind": "go", "to": 1}, {"kind": "go", "to": 0}, {"kind": "stay"}):
        table.act("blue", action)
    for seat in ("blue", "red"):
        table.act(seat, {"kind": "play_card", "card": 1})
    if table.ask("blue")[0]["action"]["kind"] == "give":
        table.act("blue", {"kind": "give", "seat": "red"})
    return table


def play_out(table: SmallTable, seed: int = 7) -> None:
    rng = random.Random(seed)
    while table.session.match.outcome is None:
        seat = next(seat for seat in ("blue", "red") if table.ask(seat))
        assert table.act(seat, rng.choice(table.ask(seat))["action"])["kind"] == "done"


@pytest.mark.parametrize("alike", [True, False])
def test_seats_for_whom_a_game_draws_its_open_board_otherwise_get_pieces_of_their_own(alike: bool) -> None:
    def drawn_for_seats(printed: Presentation[Any]) -> Presentation[Any]:
        def shown(board: Any, seat: str) -> list[Marker]:
            """A seat is shown the backs of the other's counters, which hide nothing."""
            assert printed.markers is not None
            markers = printed.markers(board, seat)
            return [evolve(one, face_down=not alike and one.side != seat) for one in markers]

        return evolve(printed, alike=alike, markers=shown)

    whole = load("chattanooga")
    game = evolve(whole, rules=with_presentation(drawn_for_seats)(whole.rules))
    screens, rng = SmallTable(game).sit(*game.seats), random.Random(1)
    while screens.session.match.seq < 12:
        seat = screens.session.match.waiting_for[0]
        screens.act(seat, rng.choice(screens.ask(seat))["action"])
    shown_to = {seat: Glass() for seat in game.seats}
    for seat, glass in shown_to.items():
        glass.follow(screens.frames[seat])
        assert glass.pieces == screens.session.audience.look(seat, screens.session.match)["pieces"]["all"]
    first, second = ({piece: row["face"] for piece, row in glass.pieces.items()} for glass in shown_to.values())
    assert (first == second) is alike


def test_a_choice_is_acknowledged_and_everybody_hears_what_they_may(table: SmallTable) -> None:
    assert table.act("red", {"kind": "hide", "space": 4}) == {"kind": "done", "id": "c1"}
    told = [table.last(who, "update")["events"] for who in ("blue", "red", "spectator")]
    assert [row["kind"] for row in told[0]] == ["mine_hidden", "rolled", "token_drawn", "token_drawn"]
    assert [[row["dice"]["for"] for row in rows if "dice" in row] for rows in told] == [
        ["blue's token"],
        ["red's token"],
        [],
    ]


def test_a_stale_click_is_refused_and_followed_by_the_position_as_it_is(table: SmallTable) -> None:
    old = table.at("red")
    hidden(table)
    before = table.session.match.state
    answer = table.act("red", {"kind": "hide", "space": 3}, at=old)
    assert answer["code"] == "stale"
    assert table.frames["red"][-1]["pieces"] == {"all": {}}
    assert table.session.match.state == before


def test_after_undo_and_another_choice_an_old_click_is_stale_although_as_many_answers_were_given(
    table: SmallTable,
) -> None:
    in_turn_two(table)
    table.act("blue", {"kind": "go", "to": 1})
    table.act("blue", {"kind": "go", "to": 0})
    looking_at, answers = table.at("blue"), table.session.match.seq
    assert [table.undo("blue")["kind"], table.undo("blue")["kind"]] == ["done", "done"]
    table.act("blue", {"kind": "go", "to": 1})
    assert table.undo("blue")["kind"] == "done"
    table.act("blue", {"kind": "go", "to": 1})
    table.act("blue", {"kind": "go", "to": 0})
    assert (table.at("blue"), table.session.match.seq) == (looking_at, answers)
    assert table.undo("blue")["kind"] == "done"
    table.act("blue", {"kind": "stay"})
    assert table.session.match.seq == answers
    assert table.act("blue", {"kind": "stay"}, at=looking_at)["code"] == "stale"


def test_an_illegal_choice_is_refused_with_the_reasons_of_the_rules(table: SmallTable) -> None:
    hidden(table)
    answer = table.act("blue", {"kind": "go", "to": 3})
    assert (answer["code"], answer["reasons"][0]["code"]) == ("illegal", "too_far")
    assert answer["reasons"][0]["cite"] == "Toy p.2 Walking"


@pytest.mark.parametrize(
    ("who", "message", "code"),
    [
        ("blue", {"kind": "act", "action": {"kind": "hide", "space": 1}}, "not_asked"),
        ("red", {"kind": "act", "action": {"kind": "fly"}}, "malformed"),
        ("red", {"kind": "act", "action": {"kind": "hide", "space": "x" * 1000}}, "malformed"),
        ("spectator", {"kind": "act", "action": {"kind": "hide", "space": 1}}, "not_yours"),
        ("red", {"kind": "undo"}, "no_undo"),
    ],
)
def test_what_a_seat_may_not_do_is_refused_shortly(
    table: SmallTable, who: str, message: dict[str, Any], code: str
) -> None:
    before, sent = table.session.match.state, table.sent()
    answer = table.say(who, at=table.at(who), **message)
    assert answer["code"] == code
    assert len(str(answer)) < 1500
    assert table.session.match.state == before
    assert table.sent() == sent | {who: sent[who] + 1}


def test_undo_cuts_the_story_of_everybody(table: SmallTable) -> None:
    in_turn_two(table)
    table.act("blue", {"kind": "go", "to": 1})
    glass = Glass()
    glass.follow(table.frames["spectator"])
    known = len(glass.story)
    assert table.undo("blue")["kind"] == "done"
    update = table.last("spectator", "update")
    assert update["kept"] == update["known"] == known - 1
    glass.show(update)


def test_what_only_other_worlds_tell_is_found_out_when_somebody_asks_for_undo(
    table: SmallTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_turn_two(table)
    with monkeypatch.context() as patched:
        patched.setattr(barrier, "foreseen", lambda *given: pytest.fail("nobody has asked for undo"))
        table.act("blue", {"kind": "go", "to": 1})
    assert table.last("blue", "update")["undo"] == {"may": True}
    monkeypatch.setattr(barrier, "foreseen", lambda *given: False)
    sent = table.sent()
    answer = table.undo("blue")
    assert (answer["code"], answer["text"]) == ("no_undo", SOMETHING_WAS_LEARNT)
    assert table.sent() == sent | {"blue": sent["blue"] + 1}
    assert table.session.updates() == []  # the next choice of somebody else in secret makes no update of this


def test_the_same_request_again_is_answered_the_same_and_played_once(table: SmallTable) -> None:
    message = {"kind": "act", "id": "x1", "at": table.at("red"), "action": {"kind": "hide", "space": 4}}
    assert table.tell("red", message) == table.tell("red", message) == {"kind": "done", "id": "x1"}
    assert len(table.rows) == 1
    other = {**message, "action": {"kind": "hide", "space": 3}}
    assert table.tell("red", other)["code"] == "stale"
    table.act("blue", {"kind": "stay"})
    table.act("red", {"kind": "play_card", "card": 1})
    assert table.tell("red", message) == {"kind": "done", "id": "x1"}


def test_what_could_not_be_kept_is_played_when_it_is_asked_again_whatever_was_kept_since(table: SmallTable) -> None:
    message = {"kind": "act", "id": "x1", "at": table.at("red"), "action": {"kind": "hide", "space": 4}}
    assert table.session.hear("red", message_of(message)).row is not None
    table.session.restart(table.rows)
    table.say("blue", "seat", seat="blue", bot="random")
    assert table.tell("red", message)["kind"] == "done"
    assert [row.kind for row in table.rows] == ["seat", "play"]


def test_what_another_process_has_done_is_followed_and_told() -> None:
    table, other = (SmallTable(toy(), evolve(Opening.of(toy()), seed=1, secret="ab" * 16)) for _ in range(2))
    for each in (table, other):
        each.sit("blue", "red", "spectator")
    in_turn_two(other)
    for to in (1, 0):
        other.act("blue", {"kind": "go", "to": to})
    glass = Glass()
    table._send(table.session.catch_up(other.rows))
    glass.follow(table.frames["red"])
    assert other.undo("blue")["kind"] == "done"
    assert other.act("blue", {"kind": "go", "to": 2})["kind"] == "done"
    other.say("blue", "seat", seat="blue", bot="random")
    seen = len(table.frames["red"])
    table._send(table.session.catch_up(other.rows[table.session.n :]))
    glass.follow(table.frames["red"][seen:])
    assert glass.story == table.session.audience.look("red", table.session.match)["events"]
    update = table.last("red", "update")
    assert update["kept"] == update["known"] - 1
    assert table.last("red", "here")["seats"][0]["bot"] == "random"
    story = Chronicle().turn(other.session.match)
    for why in ("first", "second"):  # the second time counts
        table._send(table.session.catch_up([continuation(str(story), table.session.n, why)]))
    assert table.session.match.state == other.session.match.snapshots[-1][1]
    assert match_to_continue(toy(), table.opening, table.session.rows)[1] == table.session.n
    assert "(second)" in continuation_notice(table.session.rows)
    tags = [TableSession(toy(), table.opening, table.session.rows).match.view("blue").at for _ in range(2)]
    assert tags == [table.session.match.view("blue").at] * 2


def test_of_two_screens_of_a_seat_the_other_one_goes_on_and_who_watches_seats_nobody(table: SmallTable) -> None:
    table.join("phone", "red")
    table.session.leave("phone")
    table.act("red", {"kind": "hide", "space": 4})
    table.act("blue", {"kind": "stay"})
    assert table.ask("red")[0]["action"]["kind"] == "play_card"
    table.session.leave("red")
    assert table.say("spectator", "seat", seat="red", bot="random")["code"] == "not_yours"
    table.say("spectator", "say", text="a\u202eb")
    assert "\u202e" not in table.last("blue", "say")["text"]
    assert table.last("blue", "here")["watching"] == 1


def test_a_long_menu_comes_in_parts_and_its_labels_turn_no_line_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_table.messages.screen.MENU", 2)
    table = SmallTable(hostile_toy())
    ask = table.join("red", "red")["ask"]
    assert (len(ask["rows"]), ask["more"]) == (2, True)
    rest = table.say("red", "rows", at=table.at("red"), first=2)
    assert (len(rest["rows"]), rest["more"]) == (2, False)
    assert "\u202e" not in json.dumps([ask, rest], ensure_ascii=False)


def test_what_ends_a_step_is_in_the_first_part_of_a_long_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_table.messages.screen.MENU", 3)
    menu = PieceMoves(("u1", "u2"), lambda piece: 0b111, Move, done_action=(done := Done()))
    assert menu.head()[-1] == done
    parts = [menu_actions(menu, first)[:3] for first in (0, 3, 6)]
    assert [len(part) for part in parts] == [3, 3, 1]
    assert parts[0][0] == done
    assert sorted(map(str, chain(*parts))) == sorted(map(str, menu)), "each once"


def test_a_film_has_nothing_of_what_was_taken_back(table: SmallTable) -> None:
    in_turn_two(table)
    before = table.say("spectator", "film")["frames"]
    table.act("blue", {"kind": "go", "to": 1})
    assert len(table.say("spectator", "film")["frames"]) > len(before)
    table.undo("blue")
    assert table.say("spectator", "film")["frames"] == before


def test_a_thought_that_comes_late_is_not_played() -> None:
    table = SmallTable(toy(), Opening.of(toy(), bots={"blue": "random", "red": "random"}))
    thought = BotChoice({"kind": "hide", "space": 4})
    assert table.session.play_bot_choice("red", 1, thought).row is None
    assert table.session.play_bot_choice("red", 0, thought).row is not None


def test_bots_think_with_dice_that_nobody_foresees() -> None:
    seeds = list[int]()

    def noted(seed: int) -> Player:
        seeds.append(seed)
        return toy().bot("random", seed=seed)

    game = evolve(toy(), players={"noted": noted})
    for secret in ("ab" * 16, "cd" * 16):
        opening = evolve(Opening.of(game), secret=secret, seed=1)
        match = opening.begin(game)
        match.play({"kind": "hide", "space": 4})
        for seat in ("red", "blue"):
            with suppress(WargameError):  # only one of them is asked
                Bots(game, opening).think(match, 1, seat, "noted")
    assert len({*seeds}) == 4


@pytest.mark.parametrize("who", [0, 1])
def test_who_chose_together_with_others_takes_only_his_own_choice_back(who: int) -> None:
    table = SmallTable(seven_powers())
    table.sit(*table.game.seats)
    both = table.game.seats[:2]
    for seat in both:
        table.act(seat, table.ask(seat)[0]["action"])
    assert table.undo(both[who])["kind"] == "done"
    assert list(table.session.match.commits) == [both[1 - who]]


def test_the_tags_of_a_story_follow_from_all_before(table: SmallTable) -> None:
    hidden(table)
    play_out(table)
    for who in ("blue", "red", "spectator"):
        tags = table.session.audience.feed(who).tags
        assert len({*tags}) == len(tags)
    last = [(known, tag) for known, tag in enumerate(tags, start=1)]
    assert table.join("late", "spectator", (last[1], last[4]))["kept"] == 5


def test_a_rule_that_fails_is_a_refusal_and_the_table_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = SmallTable(toy())
    table.join("red", "red")
    for problem, words in ((RulesGap("the book is silent"), "silent"), (KeyError("x"), "failed (KeyError)")):

        def fail(*_: Any, problem: Exception = problem) -> None:
            raise problem

        with monkeypatch.context() as broken:
            broken.setattr("wargame_table.play.session.play_row", fail)
            answer = table.act("red", {"kind": "hide", "space": 4})
        assert answer["code"] == "unavailable"
        assert words in answer["text"]
    assert table.act("red", {"kind": "hide", "space": 4})["kind"] == "done"


def test_a_rule_is_told_to_anybody_at_the_table() -> None:
    duel = RuleText("Duel", "Both roll a die, and the higher wins.")
    small = SmallTable(evolve(toy(), rules=evolve(toy().rules, source=RulesSource(rule_text={"Duel": duel}.get))))
    for role in ("blue", "red"):
        small.join(role, role)
        assert small.say(role, "explain", what="Duel")["text"] == duel.text


def test_answers_that_change_nothing(table: SmallTable) -> None:
    hidden(table)
    assert table.say("blue", "judge", action={"kind": "go", "to": 3})["reasons"][0]["code"] == "too_far"
    assert table.say("blue", "judge", action={"kind": "go", "to": 1})["legal"] is True
    assert "not a neighbour" in table.say("blue", "explain", what="mill")["text"]
    assert "not a piece, place or card" in table.say("blue", "explain", what="Nowhere")["text"]
    assert "not to choose now" in table.say("red", "explain", what="mill")["text"]
    assert table.say("blue", "explain", event=0)["code"] == "unavailable"
    for beyond in (10**6, table.last("blue", "update")["known"]):
        assert table.say("blue", "explain", event=beyond)["code"] == "unavailable"
    assert table.say("blue", "rows", at=table.at("blue"), first=1)["rows"][0]["action"] == {"kind": "go", "to": 1}
    assert table.say("blue", "rows", at="old", first=1)["code"] == "stale"


def test_chances_are_refused_where_they_depend_on_what_the_seat_may_not_see(table: SmallTable) -> None:
    hidden(table)
    answer = table.say("blue", "forecast", action={"kind": "go", "to": 1})
    assert (answer["code"], "may not see" in answer["text"]) == ("unavailable", True)


def test_a_bot_sits_in_an_empty_seat_and_a_person_takes_over() -> None:
    table = SmallTable(toy(), Opening.of(toy(), bots={"red": "random"}))
    table.join("blue", "blue")
    table.let_bots_play()
    assert table.ask("blue")
    table.join("late", "red")
    assert table.last("late", "here")["seats"][1]["bot"] == "random"
    assert table.say("blue", "seat", seat="red")["code"] == "not_yours"
    assert table.say("late", "seat", seat="red", bot="wizard")["code"] == "unavailable"
    assert table.say("late", "seat", seat="red")["kind"] == "done"
    assert "bot" not in table.last("blue", "here")["seats"][1]
    table.act("blue", {"kind": "stay"})
    assert table.session.bot_to_think is None
    assert table.ask("late")
    assert table.say("late", "seat", seat="red", bot="random")["kind"] == "done"
    assert table.session.bot_to_think == "red"


def test_who_made_the_table_seats_bots_where_nobody_sits_and_no_name_is_had_twice(table: SmallTable) -> None:
    table.join("maker", "author")
    assert table.say("maker", "seat", seat="red", bot="random")["code"] == "not_yours"
    table.session.leave("red")
    assert table.say("maker", "seat", seat="red", bot="random")["kind"] == "done"
    people = (("blue", "blue", "Ann"), ("phone", "blue", "Ann"), ("other", "spectator", "ａnn"))
    for connection, role, name in (*people, ("third", "spectator", "\u0410nn")):
        table.session.join(connection, role, Hello(protocol=PROTOCOL, name=name))
    names = [table.session.people[connection].name for connection in ("blue", "phone", "other", "third")]
    assert names == ["Ann", "Ann", "", ""]


def test_another_process_with_the_same_rows_shows_the_same(table: SmallTable) -> None:
    play_out(table)
    again = SmallTable(table.game, table.opening, table.rows)
    for who in ("blue", "red", "spectator"):
        whole = again.join(who, who)
        here = table.session.audience.look(who, table.session.match)
        assert {key: here[key] for key in ("at", "known", "tag", "cursor", "outcome")} == {
            key: whole[key] for key in ("at", "known", "tag", "cursor", "outcome")
        }


def test_who_comes_back_gets_the_rest_of_the_story(table: SmallTable) -> None:
    glass = Glass()
    glass.follow(table.frames["blue"])
    table.session.leave("blue")
    hidden(table)
    update = table.join("blue", "blue", tuple(glass.tags.items()))
    assert update["kept"] == len(glass.story)
    glass.show(update)
    assert table.join("blue", "blue", ((3, "forged"), (999, "forged")))["kept"] == 0


def test_a_screen_that_keeps_up_by_updates_alone_shows_what_a_new_one_shows(table: SmallTable) -> None:
    glasses = {who: Glass() for who in ("blue", "red", "spectator")}
    play_out(table)
    for who, glass in glasses.items():
        glass.follow(table.frames[who])
        whole = table.session.audience.look(who, table.session.match)
        assert (glass.pieces, glass.panels) == (whole["pieces"]["all"], whole["panels"]["all"])
        assert [row["kind"] for row in glass.story] == [row["kind"] for row in whole["events"]]


def test_another_process_was_first_and_this_one_follows(table: SmallTable) -> None:
    other = SmallTable(table.game, table.opening, list(table.rows))
    other.join("red", "red")
    hidden(table)
    other._send(other.session.catch_up(table.rows))
    assert other.session.match.state == table.session.match.state
    assert other.at("red") == table.at("red")


def test_a_row_that_was_not_kept_is_as_if_it_had_not_been_played(table: SmallTable) -> None:
    before = table.session.match.state
    at = table.at("red")
    message = {"kind": "act", "id": "y", "at": at, "action": {"kind": "hide", "space": 4}}
    assert table.session.hear("red", message_of(message)).row is not None
    table.session.restart(table.rows)
    assert table.session.match.state == before
    assert table.session.audience.look("red", table.session.match)["at"] == at


def test_rows_with_a_gap_and_of_unknown_kinds_are_refused() -> None:
    opening = Opening.of(toy())
    with pytest.raises(WargameError, match="row 0 is missing"):
        TableSession(toy(), opening, [Row(n=1, kind="undo", seat="red")])
    with pytest.raises(WargameError, match="does not know"):
        TableSession(toy(), opening, [Row(n=0, kind="dance", seat="red")])
    with pytest.raises(IllegalAction):
        TableSession(toy(), opening, [Row(n=0, kind="play", seat="red", body={"kind": "hide", "space": 9})])


def refereed() -> SmallTable:
    table = SmallTable(toy(), Opening.of(toy(), referee=True))
    table.sit("blue", "red", "spectator", "referee")
    return hidden(table)


def test_a_referee_sees_everything_and_everybody_is_told_that_there_is_one() -> None:
    table = refereed()
    assert [table.last(role, "welcome").get("referee") for role in ("blue", "red", "spectator")] == [True] * 3
    told = [row["kind"] for row in table.last("referee", "update")["events"]]
    events = [event.kind for event in table.session.match.view("referee").events]
    assert [kind for kind in told if kind != "rolled"] == events
    assert len(told) > len(table.last("blue", "update").get("events", []))
    assert table.act("referee", {"kind": "stay"})["code"] == "not_yours"


def test_a_referee_sees_a_secret_choice_and_still_nobody_else_hears_of_it() -> None:
    table = refereed()
    table.act("blue", {"kind": "stay"})
    sent = table.sent()
    table.act("red", {"kind": "play_card", "card": 2})
    now = table.sent()
    assert [now[who] - sent[who] for who in ("blue", "spectator")] == [0, 0]


def test_what_is_said_to_the_seats_who_watches_does_not_hear() -> None:
    table = refereed()
    table.say("red", "say", text="a word among us", to="seats")
    assert [table.last(role, "say")["text"] for role in ("blue", "red", "referee")] == ["a word among us"] * 3
    assert not any(frame["kind"] == "say" for frame in table.frames["spectator"])
    assert table.say("spectator", "say", text="me too", to="seats")["code"] == "not_yours"


def test_notes_go_to_the_other_screens_of_the_seat_alone_where_somebody_keeps_them() -> None:
    table = SmallTable(toy())
    for connection, role in (("laptop", "red"), ("phone", "red"), ("blue", "blue")):
        table.join(connection, role)
    assert table.say("laptop", "note", text="mine")["code"] == "unavailable"
    table.session.can = ("note",)
    assert table.say("laptop", "note", text="mine")["kind"] == "done"
    assert table.last("phone", "note")["text"] == "mine"
    assert not any(frame["kind"] == "note" for frame in table.frames["blue"])
