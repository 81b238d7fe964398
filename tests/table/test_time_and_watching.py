"""Clocks that tell and take nothing, and who watches a few turns behind."""

from typing import Any

import pytest
from attrs import evolve
from tests.core.skirmish_toy import toy
from tests.table.small_table import Glass, SmallTable

from wargame_core.json_form import JsonObject
from wargame_table.keeping.rows import Opening


class Timed(SmallTable):
    """A table at which every message comes at a time that the test says."""

    now = 1000.0

    def _follow(self, heard, connection):  # type: ignore[no-untyped-def]
        if heard.row is not None:
            heard = evolve(heard, row=evolve(heard.row, at=self.now))
        super()._follow(heard, connection)


def timed(allowed: int = 60) -> Timed:
    table = Timed(toy(), Opening.of(toy(), clock=allowed))
    table.sit("blue", "red", "spectator")
    return table


def act(table: Timed, seconds: float, who: str | None = None) -> None:
    """Somebody thinks for so long and then chooses what is first in the menu."""
    table.now += seconds
    seat = who or next(seat for seat in ("blue", "red") if table.ask(seat))
    assert table.act(seat, table.ask(seat)[0]["action"])["kind"] == "done"


def clock(table: Timed, who: str = "spectator") -> JsonObject:
    told: JsonObject = table.last(who, "update")["clock"]
    return told


def test_the_time_of_who_is_asked_runs_and_is_told_to_everybody_and_nothing_is_forfeited() -> None:
    table = timed(60)
    act(table, 5)  # the clocks begin with the first choice
    first = clock(table)["running"]
    assert clock(table)["used"] == {"blue": 0, "red": 0}
    act(table, 90)
    assert [clock(table)["used"][seat] for seat in first] == [90]
    assert clock(table) == clock(table, "blue") == clock(table, "red")
    assert clock(table)["allowed"] == 60
    before = clock(table)["used"]
    for seconds in (-500, 1, 1):  # the clock of the machine was put back
        act(table, seconds)
    assert all(clock(table)["used"][seat] >= used for seat, used in before.items())
    assert table.session.match.outcome is None


def in_secret(table: Timed) -> None:
    while len(table.session.match.waiting_for) < 2:
        act(table, 1)


def test_a_clock_says_nothing_of_a_secret_choice_until_the_last_has_chosen() -> None:
    table = timed()
    in_secret(table)
    before, sent = clock(table), table.sent()
    act(table, 30, "blue")
    assert table.sent()["red"] == sent["red"]
    assert table.sent()["spectator"] == sent["spectator"]
    assert table.session.audience.look("red", table.session.match)["clock"] == before
    act(table, 10, "red")
    used = {seat: clock(table)["used"][seat] - before["used"][seat] for seat in ("blue", "red")}
    assert used == {"blue": 40, "red": 40}


def test_no_clock_runs_for_who_watches_some_turns_behind() -> None:
    table = Timed(toy(), Opening.of(toy(), clock=60, delay=1))
    table.sit("blue", "red", "spectator")
    used = []
    for _ in range(6):
        act(table, 20)
        assert clock(table, "red")["running"] != []
        assert clock(table)["running"] == []
        used.append([sum(clock(table, who)["used"].values()) for who in ("spectator", "red")])
    assert all(late <= now for late, now in used)
    assert any(late < now for late, now in used)


def delayed(turns: int) -> SmallTable:
    table = SmallTable(toy(), evolve(Opening.of(toy(), delay=turns), seed=3))
    table.sit("blue", "red", "spectator")
    return table


def step(table: SmallTable) -> None:
    seat = next(seat for seat in ("blue", "red") if table.ask(seat))
    assert table.act(seat, table.ask(seat)[0]["action"])["kind"] == "done"


def turn(table: SmallTable, who: str = "red") -> int:
    """The turn of the game as somebody sees it."""
    board: Any = table.session.audience.match_for(who, table.session.match).board
    return int(board.turn)


@pytest.mark.parametrize("turns", [1, 2])
def test_who_watches_is_behind_by_whole_turns_and_has_caught_up_at_the_end(turns: int) -> None:
    table = delayed(turns)
    glass, seen = Glass(), 0
    while table.session.match.outcome is None:
        step(table)
        glass.follow(table.frames["spectator"][seen:])
        seen = len(table.frames["spectator"])
        late = table.session.audience.match_for("spectator", table.session.match)
        if table.session.match.outcome is None:
            assert turn(table, "spectator") == max(1, turn(table) - turns + 1)
            assert len(late.entries) <= len(table.session.match.entries)
    assert glass.story == table.session.audience.look("spectator", table.session.match)["events"]
    assert len(glass.story) == len(table.session.match.view("spectator").events) + sum(
        row["kind"] == "rolled" for row in glass.story
    )
    assert table.last("spectator", "update")["outcome"]
    assert table.last("red", "welcome")["delay"] == turns


def test_film_record_and_a_late_screen_of_who_watches_are_behind_too() -> None:
    table = delayed(1)
    while turn(table) < 2:
        step(table)
    for _ in range(2):
        step(table)
    known = table.session.audience.look("spectator", table.session.match)["known"]
    assert table.say("spectator", "film")["frames"][-1]["known"] == known
    assert table.say("blue", "film")["frames"][-1]["known"] > known
    assert SmallTable(toy(), table.opening, table.rows).join("late", "spectator")["known"] == known
    match = table.session.match
    assert len(table.session.audience.match_for("spectator", match).entries) < len(match.entries)


def test_a_turn_that_all_take_back_is_shown_to_who_watches_as_it_is_played_then() -> None:
    table, rows, since = delayed(1), list[JsonObject](), 1
    while turn(table) == since or len(rows) < 2:  # a turn that ends with a choice of several
        since = turn(table)
        seat = next(seat for seat in ("blue", "red") if table.ask(seat))
        rows = table.ask(seat)
        step(table)
    table.say(seat, "offer", what="back", at=table.at(seat))
    other = "red" if seat == "blue" else "blue"
    table.say(other, "answer", at=table.at(other), yes=True)
    assert turn(table) == since
    while turn(table) == since:
        seat = next(seat for seat in ("blue", "red") if table.ask(seat))
        table.act(seat, table.ask(seat)[-1]["action"])
    late = table.session.audience.match_for("spectator", table.session.match)
    assert late.state == table.session.match.snapshots[-1][1]
    assert late.entries == table.session.match.entries[: len(late.entries)]


def test_a_turn_that_was_taken_back_is_not_shown_to_who_watches_before_it_is_over() -> None:
    table = delayed(1)
    undone = 0
    while turn(table) < 3:
        step(table)
        seat = next((seat for seat in ("blue", "red") if table.session.match.can_undo(seat)), None)
        if seat is not None and undone < 3:
            undone += table.undo(seat)["kind"] == "done"
        late = table.session.audience.match_for("spectator", table.session.match)
        assert late.state == table.session.match.snapshots[-1][1]
    assert undone
    assert turn(table, "spectator") == 3
    shown = SmallTable(toy(), table.opening, table.rows).join("late", "spectator")
    assert shown["tag"] == table.last("spectator", "update")["tag"]
