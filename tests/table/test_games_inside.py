"""A game inside a game at a table: another sheet is laid out, and the rest goes on as it did."""

from __future__ import annotations

from tests.core.holding_toy import season
from tests.table.small_table import SmallTable

from wargame_table.rows import Opening


def begun() -> SmallTable:
    """Both have bid, and play the game inside."""
    table = SmallTable(season())
    for who in ("ann", "bob", "spectator"):
        table.join(who, who)
    table.act("ann", table.ask("ann")[-1]["action"])
    table.act("bob", table.ask("bob")[0]["action"])
    return table


def test_while_a_game_is_played_inside_the_screens_that_see_it_are_told_its_sheet() -> None:
    table = begun()
    told = table.last("ann", "update")["sheet"]
    laid = table.session.sheets.laid(told)
    assert laid is not None
    assert laid.sheet.game == "toy"
    assert laid.draw("light").startswith("<svg")
    assert told != table.last("ann", "welcome")["sheet"]
    assert table.last("bob", "update")["sheet"] == told
    assert table.session.sheets.laid("another") is None


def test_bots_play_the_game_inside_and_the_screens_go_back_to_the_sheet_around_it() -> None:
    table = SmallTable(season(), Opening.of(season(), bots=dict.fromkeys(season().seats, "random")))
    table.join("ann", "ann")
    table.let_bots_play()
    sheets = {"sheet" in frame for frame in table.frames["ann"] if frame["kind"] == "update"}
    assert sheets == {True, False}
    assert "sheet" not in table.last("ann", "update")
    assert "outcome" in table.last("ann", "update")


def test_a_film_shows_the_game_inside_on_its_own_sheet() -> None:
    table = SmallTable(season(), Opening.of(season(), bots=dict.fromkeys(season().seats, "random")))
    table.join("ann", "ann")
    table.let_bots_play()
    film = table.say("ann", "film")
    frames = film["frames"]
    changes = [
        number for number in range(1, len(frames)) if frames[number].get("sheet") != frames[number - 1].get("sheet")
    ]
    assert len(changes) > 1
    assert all("all" in frames[number]["pieces"] for number in changes)
    assert {frame["sheet"] for frame in frames if "sheet" in frame} == set(film["sheets"])
    for laid in film["sheets"].values():
        assert laid["sheet"]["game"] == "toy"
        assert laid["picture"].startswith("<svg")
