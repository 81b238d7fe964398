"""The story that a screen shows is the one that was told at the time, whenever somebody sits down to read it."""

from __future__ import annotations

import pytest
from attrs import evolve
from tests.core.holding_toy import season
from tests.table.small_table import Glass, SmallTable

from wargame_core import load
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_table.live_session import LiveSession
from wargame_table.protocol import PROTOCOL, Hello
from wargame_table.rows import Opening


def played(game: Game, most: int = 10_000) -> SmallTable:
    """A table at which bots have played while one person looked on from each seat."""
    table = SmallTable(game, evolve(Opening.of(game, bots=dict.fromkeys(game.seats, "random")), seed=5))
    for who in (*game.seats, "spectator"):
        table.join(who, who)
    table.let_bots_play(most)
    return table


def shown(table: SmallTable, who: str) -> list[JsonObject]:
    """The story on a screen that was there all the time."""
    glass = Glass()
    for frame in table.frames[who]:
        if frame["kind"] == "update":
            glass.show(frame)
    return glass.story


def test_who_comes_late_or_loads_the_page_again_reads_the_story_as_it_was_told() -> None:
    table = played(season())
    for who in ("ann", "bob", "spectator"):
        told = shown(table, who)
        assert SmallTable(table.game, table.opening, table.rows).join("late", who)["events"] == told
        table.session.leave(who)
        assert table.join(who, who)["events"] == told
    assert sum(row["kind"] == "child_event" and "text" in row for row in told) > 1  # of games that are put away


def test_after_a_row_that_could_not_be_kept_screens_are_told_only_what_is_new() -> None:
    table = played(season(), 6)
    before = len(shown(table, "ann"))
    table.session.restart(table.rows[:-1])
    [(_, update)] = [told for told in table.session.updates() if told[0] == "ann"]
    assert 0 < update["kept"] <= before
    assert update.get("events", []) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day"])
def test_old_turns_are_told_by_their_own_board_in_each_game(name: str) -> None:
    table = played(load(name), 150)
    late = SmallTable(table.game, table.opening, table.rows)
    for who in (*table.game.seats, "spectator"):
        assert late.join(who, who)["events"] == shown(table, who)


def test_a_table_laid_for_a_match_under_way_tells_what_was_played_before_by_the_boards_of_its_time() -> None:
    game = season()
    match = game.start(seed=5)
    match.play_out({seat: game.bot("random", seed=number) for number, seat in enumerate(game.seats)})
    session = LiveSession(game, match)
    rows = next(frame["events"] for _, frame in session.join("c", "ann", Hello(protocol=PROTOCOL)) if "events" in frame)
    assert sum(row["kind"] == "child_event" and "text" in row for row in rows) > 1
    assert not session.updates()
