"""What `wargame balance` is told of a battle: what each flag is for, where units stand, what was lost."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wargame_battlecry.balance import battle_facts
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.printed.pieces import Exit, Objective, side_of
from wargame_core import Game
from wargame_core.maps.masks import mask_of
from wargame_lab.facts import LineTotal
from wargame_lab.playouts import Batch
from wargame_terminal import main
from wargame_workshop.balance import study as balance_study
from wargame_workshop.balance.report import observe
from wargame_workshop.balance.study import Study, award_rows

FORD = Objective("r0", "union", (mask_of((SPACE["B4"],)),), 2, text="holds B4")
ARMY = {"A4": "union infantry", "B4": "union infantry 2", "E5": "confederate infantry", "E6": "confederate cavalry"}


def test_flags_are_told_apart_by_what_they_are_for(lay: Any) -> None:
    board = lay(ARMY, generals={"E5": "confederate"}, objectives=(FORD,))
    units = {side: [unit for unit in board.battle.units if side_of(unit) == side] for side in board.captured_flags}
    board.remove_unit(units["confederate"][0])
    for general in board.battle.generals:
        board.remove_piece(general)
    board.captured_flags["union"], board.objectives = 2, {"r0": 2}
    facts = battle_facts(board)
    assert facts.points == {"union": 4, "confederate": 0}
    assert facts.standing == {
        "union_units": LineTotal(1, 1),
        "union_generals": LineTotal(1, 1),
        "union_holds_B4": LineTotal(1, 2),
        "confederate_units": LineTotal(0, 0),
        "confederate_generals": LineTotal(0, 0),
    }
    assert facts.granted == set(facts.standing) - {"union_holds_B4"}
    assert facts.lines["union_holds_B4"] == ("union", "Union holds B4")
    assert sorted(facts.stands.values()) == [("confederate", "E6"), ("union", "A4"), ("union", "B4")]
    assert sorted(facts.lost.values()) == ["confederate", "confederate"]


def test_where_units_may_leave_the_board_only_the_sum_is_told(lay: Any) -> None:
    board = lay(ARMY, exits=(Exit("union", mask_of((SPACE["A4"],)), 1),))
    board.captured_flags["union"] = 3
    assert battle_facts(board).standing["union_captured"] == LineTotal(3, 3)
    assert "union_units" not in battle_facts(board).standing


def test_a_battle_played_tells_which_turn_brought_which_flags(game: Game) -> None:
    bots = dict.fromkeys(game.seats, "heuristic")
    watched = observe(Batch("battlecry", None, bots, 13, "kernstown", {}, 120), game, 0)
    for side in game.seats:
        assert sum(row.points for row in watched.end.scored if row.side == side) == watched.end.points[side]
    assert {row.turn for row in watched.end.scored} <= {row.turn for row in watched.turns}
    assert len({row.turn for row in watched.end.scored}) > 1
    assert watched.fought
    assert set(watched.fought) <= {unit for row in watched.turns for unit in row.facts.stands}
    head, *rows = award_rows(Study("", game.seats, bots, 13, (watched,)))
    assert len(head) <= 7 + 12
    assert [sum(int(cell) for cell in row[6:-1] if cell != ".") for row in rows] == [int(row[3]) for row in rows]


def test_the_page_shows_the_map_of_the_battle_that_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(balance_study, "LIMIT", 20)
    words = ["--games", "2", "--seed", "1", "--bot", "random", "--second-bot", "none", "--out", "b.html"]
    done = CliRunner().invoke(main, ["balance", "battlecry", "--scenario", "shiloh", *words])
    assert done.exit_code == 0, done.output
    page = Path("b.html").read_text("utf-8")
    assert "Balance of Battle Cry 150: Shiloh (first day)" in page
    assert "Shiloh Church" in page
    assert 0 < page.index(">union</text>") < page.index(">confederate</text>")  # colours go by the order of seats
