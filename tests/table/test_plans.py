"""What bots intend is told to their own seat, to who takes it over, and to everybody when the game is over."""

import json
import random
from typing import Any

import pytest
from attrs import evolve
from tests.core.inner_game_toy import season
from tests.core.skirmish_toy import toy
from tests.table.small_table import Glass, SmallTable

from wargame_core import SPECTATOR, Game, Player, View, load
from wargame_table.keeping.rows import PLANNED, Opening, Row
from wargame_table.play import slow_requests
from wargame_table.play.session import TableSession

EVERYBODY = ("blue", "red", "spectator", "referee")


class Planner:
    """Plays by chance, with a plan for the game and one for each choice."""

    def __init__(self, seed: int = 0) -> None:
        self._rng, self.plans = random.Random(seed), list[str]()

    def __call__(self, view: View) -> Any:
        if not self.plans:
            self.plans.append(f"{view.seat} would win")
        self.plans.append(f"{view.seat} goes on, {len(self.plans)}")
        return view.choices.sample(self._rng)


def planned() -> Game:
    return evolve(toy(), players={"planner": Planner})


def opening() -> Opening:
    return evolve(
        Opening.of(planned(), bots=dict.fromkeys(("blue", "red"), "planner"), referee=True), seed=4, secret="ab" * 16
    )


def told(table: SmallTable, who: str) -> set[str]:
    """The seats whose plans have been sent to a screen, in whatever message."""
    sent = json.dumps(table.frames[who])
    return {seat for seat in ("blue", "red") if f"{seat} would win" in sent or f"{seat} goes on" in sent}


def test_while_a_game_goes_on_plans_go_to_their_own_seat_and_afterwards_to_everybody() -> None:
    table, glass = SmallTable(planned(), opening()), Glass()
    table.sit(*EVERYBODY)
    while table.session.bot_to_think is not None:
        assert told(table, "blue") <= {"blue"}
        assert told(table, "red") <= {"red"}
        assert told(table, "spectator") == set()
        table.let_bots_play(table.session.n + 1)
    glass.follow(table.frames["blue"])
    assert glass.panels == table.session.audience.look("blue", table.session.match)["panels"]["all"]
    assert {row.kind for row in table.rows} == {PLANNED}
    for who in EVERYBODY:
        assert told(table, who) == {"blue", "red"}


def test_a_plan_that_is_said_again_is_not_kept_again() -> None:
    table = SmallTable(planned(), opening())
    table.let_bots_play(3)
    said = table.rows[-1]
    row = Row(n=3, kind="play", seat=said.seat)
    assert table.session.audience.plans.row_with_plans(table.session.match, row, said.body["plans"][-1:]) == row


def test_nobody_else_gets_a_message_for_a_choice_because_a_plan_was_told_with_it() -> None:
    telling = SmallTable(planned(), opening())
    silent = SmallTable(evolve(planned(), players={"planner": lambda seed: _quiet(Planner(seed))}), opening())
    for table in (silent, telling):
        table.sit("blue", "red", "spectator")
        table.let_bots_play(6)
    assert telling.frames["spectator"] == silent.frames["spectator"]
    assert telling.frames["blue"] != silent.frames["blue"]


def _quiet(player: Planner) -> Player:
    """The same player, whose plans nobody sees."""

    def chooses(view: View) -> Any:
        return player(view)

    return chooses


def test_who_takes_a_seat_over_sees_what_its_bot_intended_in_any_process() -> None:
    table = SmallTable(planned(), opening())
    table.let_bots_play(8)
    other = SmallTable(planned(), opening(), table.rows)
    panels = [each.join("late", "red")["panels"]["all"]["plans red"] for each in (table, other)]
    assert panels[0] == panels[1]
    lines = panels[0]["lines"]
    assert lines[-1]["value"] == "red would win"
    assert lines[0]["value"].startswith("red goes on")
    assert lines[0]["name"].startswith("turn ")
    assert table.say("late", "seat", seat="red")["kind"] == "done"
    assert table.join("phone", "red")["panels"]["all"]["plans red"] == panels[0]


def test_a_bot_remembers_from_choice_to_choice_until_something_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(slow_requests._games, "toy", planned())
    rows = list[Row]()
    session = TableSession(planned(), opening(), rows)

    def thought() -> tuple[str, ...]:
        seat = session.bot_to_think or ""
        came_to = slow_requests.choose("a table with plans", session.opening, tuple(rows), seat, "planner")
        heard = session.play_bot_choice(seat, session.n, came_to)
        assert heard.row is not None
        rows.append(heard.row)
        session.after_row_kept(heard.row)
        return (seat, *came_to.plans)

    assert thought() == ("red", "red would win", "red goes on, 1")
    assert thought() == ("blue", "blue would win", "blue goes on, 1")
    assert thought() == ("blue", "blue goes on, 2")
    rows.append(Row(n=session.n, kind="seat", seat="blue", body={"bot": "planner"}))
    session.after_row_kept(rows[-1])
    assert thought()[1].endswith("would win")


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["battlecry", "vicksburg", "gettysburg", "gcacw_on_the_4th_day"])
def test_in_a_real_game_a_plan_is_told_and_no_other_screen_gets_a_byte_of_it(name: str) -> None:
    game = load(name)
    table = SmallTable(game, evolve(Opening.of(game, bots=dict.fromkeys(game.seats, "heuristic")), seed=1863))
    watchers = (*game.seats, SPECTATOR)
    table.sit(*watchers)
    while not all(f"plans {seat}" in json.dumps(table.frames[seat]) for seat in game.seats):
        table.let_bots_play(table.session.n + 1)
    said = {row.seat: row.body["plans"] for row in table.rows if row.kind == PLANNED}
    for who in watchers:
        sent = json.dumps(table.frames[who], ensure_ascii=False)
        for seat, sentences in said.items():
            assert all((sentence in sent) == (seat == who) for sentence in sentences)


# An inner game at a table: another sheet is laid out, and the rest goes on as it did.


def begun() -> SmallTable:
    """Both have bid, and play the inner game."""
    table = SmallTable(season())
    table.sit("ann", "bob", "spectator")
    table.act("ann", table.ask("ann")[-1]["action"])
    table.act("bob", table.ask("bob")[0]["action"])
    return table


def test_while_a_game_is_played_inside_the_screens_that_see_it_are_told_its_sheet() -> None:
    table = begun()
    told = table.last("ann", "update")["sheet"]
    laid = table.session.sheets.sheet_with(told)
    assert laid is not None
    assert laid.sheet.game == "toy"
    assert laid.draw("light").startswith("<svg")
    assert told != table.last("ann", "welcome")["sheet"]
    assert table.last("bob", "update")["sheet"] == told
    assert table.session.sheets.sheet_with("another") is None


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
