"""What `wargame balance` is told of a scenario: what victory points are for, where units stand, what was lost."""

import pytest
from tests.gcacw_on_the_4th_day.conftest import Lay

from wargame_core import Game, Outcome
from wargame_gcacw.balance import scenario_facts, units_that_fought
from wargame_gcacw.board.action_events import Fought
from wargame_gcacw.rules.victory_points import outcome, score
from wargame_lab.facts import LineTotal
from wargame_lab.playouts import GameResult
from wargame_workshop.balance import report as balance
from wargame_workshop.balance.report import ObservedGame, TurnFacts, scored_by_turn


def test_each_victory_condition_is_a_line_and_they_make_up_the_score(game: Game) -> None:
    for scenario in game.scenarios:
        board = game.start(scenario.id, seed=1).board
        facts = scenario_facts(board)  # type: ignore[arg-type]
        assert len(facts.lines) == len(facts.standing) == len(board.scenario.victory)  # type: ignore[attr-defined]
        assert sum(line.points for line in facts.standing.values()) == score(board).exact
        assert len(facts.stands) == len(board.units)  # type: ignore[attr-defined]


def test_manpower_and_units_that_left_are_counted_one_by_one(lay: Lay) -> None:
    lost = {"union:combat:infantry": 3, "union:retreat:cavalry": 1, "confederate:extended_march:wagon": 2}
    facts = scenario_facts(
        lay(
            "lees_retreat",
            lost_manpower=lost,
            exited_units={"usa_devin": 3, "usa_barnes": 2},
            eliminated_units=("usa_ayres",),
        )
    )
    assert facts.standing["union_manpower"] == LineTotal(4, 8)
    assert facts.standing["confederate_manpower_2"] == LineTotal(0, 0)
    assert facts.standing["union_exited"] == LineTotal(2, -4)
    assert facts.lines["union_manpower"] == ("confederate", "Union manpower lost by combat, retreat, cavalry retreat")
    assert list(facts.lost.values()) == ["union"]


@pytest.mark.parametrize("lost", [80, 81, 160])
def test_whoever_has_more_of_these_points_is_the_winner(lay: Lay, lost: int) -> None:
    board = lay("lees_retreat", lost_manpower={"union:force_march:infantry": lost})
    facts = scenario_facts(board)
    assert max(facts.points, key=facts.points.__getitem__) == outcome(board).winner
    watched = ObservedGame(GameResult(0, Outcome(None, "", {}, ""), 1, 1, 1), (TurnFacts(1, facts),))
    assert balance.winner(watched) == outcome(board).winner


def test_what_came_on_a_turn_is_what_the_board_has_more_or_less_than_before(lay: Lay) -> None:
    losses = [{"union:combat:infantry": points} for points in (2, 2, 5)]
    turns = [
        TurnFacts(turn, scenario_facts(lay("lees_retreat", lost_manpower=lost))) for turn, lost in enumerate(losses, 1)
    ]
    assert [(row.line, row.turn, row.times, row.points) for row in scored_by_turn(turns)] == [
        ("union_manpower", 1, 2, 4),
        ("union_manpower", 3, 3, 6),
    ]


def test_units_of_a_combat_fought(lay: Lay) -> None:
    combat = Fought(("usa_barnes",), ("csa_hood",), "S3103", "prepared_attack", 1, 1, 0, "-", "-")  # type: ignore[arg-type]
    assert units_that_fought([combat], lay()) == {"Barnes": "union", "Hood": "confederate"}
