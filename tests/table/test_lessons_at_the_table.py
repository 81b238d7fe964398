"""A lesson at a table: what the learner's screen is told, what comes back, and who chooses meanwhile."""

import json

import pytest
from tests.core.test_lessons import game_called
from tests.table.small_table import SmallTable

from wargame_core import UnknownName
from wargame_core.lessons import find_lesson
from wargame_table.keeping.rows import Opening
from wargame_table.local import BrowserTable, new_opening
from wargame_table.network.lobby import Lobby
from wargame_table.play.session import TableSession

CARD = {"kind": "play_card", "card": "attack_right"}
OTHER = {"kind": "play_card", "card": "probe_right"}


def table() -> SmallTable:
    """The first lesson of Battle Cry, the learner and a spectator there."""
    game = game_called("battlecry")
    opening = Opening.of_lesson(game, find_lesson("battlecry"))
    return SmallTable(game, opening).sit("union", "spectator")


def test_the_learner_alone_is_told_what_to_do_and_what_is_lit() -> None:
    taught = table()
    welcome = next(frame for frame in taught.frames["union"] if frame["kind"] == "welcome")
    lesson = taught.last("union", "update")["lesson"]
    assert welcome["lesson"] == lesson["title"] == "Two turns at First Bull Run"
    assert (lesson["step"], lesson["steps"], lesson["light"]) == (1, 12, ["card:attack_right"])
    assert lesson["choice"] in [row["label"] for row in taught.last("union", "update")["ask"]["rows"]]
    assert "lesson" not in taught.last("spectator", "update")


def test_another_choice_is_refused_in_words_and_nothing_is_kept() -> None:
    taught = table()
    answer = taught.act("union", OTHER)
    assert (answer["kind"], answer["code"]) == ("refused", "illegal")
    assert answer["reasons"][0]["code"] == "lesson"
    assert "Nothing was played: choose again." in answer["reasons"][0]["text"]
    assert taught.rows == []


def test_the_lesson_chooses_for_the_others_and_no_bot_does_until_it_is_over() -> None:
    taught = table()
    session = taught.session
    assert taught.act("union", CARD)["kind"] == "done"
    assert session.settled_answer is None
    for step in find_lesson("battlecry").file.step[1:]:
        action = session.match.choices("union").find(str(step.choose))
        assert taught.act("union", session.game.rules.codec.to_json(action))["kind"] == "done"
        while session.lesson_reply is not None:
            assert session.bot_to_think is None
            taught._follow(session.answer_beforehand(session.n), "union")
    assert session.bot_to_think == "confederate"
    again = TableSession(session.game, taught.opening, taught.rows)
    assert again.match.state == session.match.state


def test_a_table_of_this_process_begins_a_lesson_and_makes_its_choices() -> None:
    wishes = {"game": "vicksburg", "lesson": "first_turn", "bots": {"confederate": "random"}}
    opening = new_opening(json.dumps(wishes))
    assert json.loads(opening)["lesson"] == "first_turn"
    table_of_browser = BrowserTable(opening)
    hello = {"kind": "hello", "protocol": "wargame-table/4", "key": "federal"}
    update = json.loads(table_of_browser.hear(json.dumps(hello)))["out"][1]
    assert (update["turn"], update["lesson"]["step"]) == (2, 1)
    assert table_of_browser.think() == ""
    with pytest.raises(UnknownName, match="unknown lesson 'frist'"):
        new_opening(json.dumps({"game": "vicksburg", "lesson": "frist"}))


def test_the_lobby_offers_the_lessons_of_a_game() -> None:
    (offered,) = Lobby(["battlecry"]).games()
    (lesson,) = offered["lessons"]
    assert lesson == {"id": "first_turns", "title": "Two turns at First Bull Run", "seat": "union", "minutes": 10}
