"""What a slip costs: what is sure can be taken back, and what stands by the rules too, if the others agree."""

import pytest
from tests.table.small_table import SmallTable

from wargame_core import load
from wargame_core.json_form import JsonObject
from wargame_pictures import pictures_of
from wargame_table.keeping.rows import OFFER, UNDO, Opening

GAMES = ("battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")


@pytest.mark.parametrize("name", ["battlecry", *(pytest.param(game, marks=pytest.mark.thorough) for game in GAMES[1:])])
def test_a_choice_that_is_called_sure_rolls_no_die_and_can_be_taken_back(name: str) -> None:
    game, sure = load(name), 0
    for seed in range(4):
        match = game.start(seed=seed)
        bots = {seat: game.bot("random", seed=seed) for seat in game.seats}
        for _ in range(250):
            if not match.waiting_for:
                break
            [seat, *_] = match.waiting_for
            view = match.view(seat)
            action = bots[seat](view)
            called_sure = pictures_of(game).is_sure(action, view.board)
            match.play(action, seat)
            if called_sure:
                sure += 1
                assert seat in match.waiting_for, action
                assert match.can_undo(seat), action
    assert sure or name == "thunder_on_the_mississippi"


def card_played(**bots: str) -> tuple[SmallTable, JsonObject]:
    """A table at which the Union has played its card, and the update before it."""
    table = SmallTable(load("battlecry"), Opening.of(load("battlecry"), bots=bots)).sit("union", "spectator")
    if not bots:
        table.sit("confederate")
    before = table.last("union", "update")
    table.act("union", table.ask("union")[0]["action"])
    assert not table.last("union", "update")["undo"]["may"]
    return table, before


def as_before(table: SmallTable, before: JsonObject) -> None:
    """The table lies as it did, for who was there and for who comes late."""
    now = table.last("union", "update")
    assert [row["label"] for row in now["ask"]["rows"]] == [row["label"] for row in before["ask"]["rows"]]
    assert (now["known"], now["tag"]) == (before["known"], before["tag"])
    late = SmallTable(table.game, table.opening, table.rows).join("late", "union")
    assert (late["known"], late["tag"], late["ask"]) == (now["known"], now["tag"], now["ask"])


def test_a_card_is_taken_back_when_the_other_seat_says_yes_and_the_rows_keep_it() -> None:
    table, before = card_played()
    table.say("union", "offer", what="back", at=table.at("union"))
    for who in ("union", "confederate"):
        update = table.last(who, "update")
        assert update["offer"] == {"seat": "union", "what": "back", "agreed": [], "kept": before["known"]}
        assert update["offer"]["kept"] < update["known"]
    assert "offer" not in table.last("spectator", "update")
    assert table.say("union", "answer", at=table.at("union"), yes=True)["code"] == "not_asked"
    table.say("confederate", "answer", at=table.at("confederate"), yes=True)
    assert table.rows[-1].kind == UNDO
    assert table.rows[-1].body["agreed"] == ["confederate"]
    assert "offer" not in table.last("union", "update")
    as_before(table, before)
    film = table.say("union", "film")["frames"]
    assert film[-1]["known"] == before["known"]


def test_a_no_and_a_choice_end_the_question() -> None:
    table, _ = card_played()
    at = table.at("union")
    table.say("union", "offer", what="back", at=at)
    table.say("confederate", "answer", at=table.at("confederate"), yes=False)
    assert "offer" not in table.last("union", "update")
    assert table.at("union") == at
    table.say("union", "offer", what="back", at=at)
    table.act("union", table.ask("union")[0]["action"])
    assert table.say("confederate", "answer", at=table.at("confederate"), yes=True)["code"] == "not_asked"


def test_bots_always_say_yes() -> None:
    table, before = card_played(confederate="random")
    table.say("union", "offer", what="back", at=table.at("union"))
    as_before(table, before)


def test_a_bot_says_nothing_for_a_person_who_was_away_when_it_was_given_the_seat() -> None:
    table, before = card_played()
    table.session.leave("confederate")
    table.join("author", "author")
    assert table.say("author", "seat", seat="confederate", bot="random")["kind"] == "done"
    table.say("union", "offer", what="back", at=table.at("union"))
    assert table.rows[-1].kind == OFFER
    assert table.say("author", "seat", seat="confederate")["kind"] == "done"
    table.join("confederate", "confederate")
    table.say("confederate", "answer", at=table.at("confederate"), yes=True)
    as_before(table, before)
