"""What a menu row says of a choice: whom it names, what it costs, what the dice may bring."""

from __future__ import annotations

from typing import Any

import pytest
from tests.gcacw_on_the_4th_day.conftest import Lay

from wargame_gcacw.board.actions import ActivateLeader, Assault, Attack, MarchUnit, MoveTo, RetreatNext
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.counters import LeaderId
from wargame_gcacw.rules.action_cycle import ActionChoices
from wargame_gcacw.rules.march import MarchChoices

SYKES = LeaderId("ldr_sykes")


@pytest.fixture
def marching(lay: Lay) -> FieldBoard:
    """Rodes marches with four points next to Barnes, who stands in S3203."""
    return lay(csa_rodes="S3103", usa_barnes="S3203", marching="csa_rodes", points=4)


def march_choices(board: FieldBoard) -> MarchChoices:
    return MarchChoices(board, board.the_march)


def help_of(choices: Any, action: Any, board: FieldBoard) -> str:
    text: str = choices.help(action, board)
    return text


def test_a_march_says_its_cost_and_its_way(lay: Lay) -> None:
    board = lay(csa_rodes="S3103", marching="csa_rodes", points=4)
    assert help_of(march_choices(board), MoveTo("S3104"), board) == "costs 1 of 4 MP, by S3103 - S3104"


def test_a_march_into_an_enemy_zone_says_that_it_stops_there(marching: FieldBoard) -> None:
    text = help_of(march_choices(marching), MoveTo("S3104"), marching)
    assert "it stops there, in an enemy zone of control" in text


def test_an_attack_says_whom_and_how_likely_it_drives_him_back(marching: FieldBoard) -> None:
    action = Attack("S3203", "hasty")
    assert action.text(marching) == "hasty attack on Barnes (5) in S3203 (Round Top)"
    text = help_of(march_choices(marching), action, marching)
    assert text.startswith("costs 1 of 4 MP; value 5 against 5: the defender is driven back in 28 % and loses 0.1")


def test_an_attack_is_about_the_one_who_marches_and_the_one_attacked(marching: FieldBoard) -> None:
    assert Attack("S3203", "hasty").about(marching).to_json() == {
        "pieces": ["csa_rodes"],
        "from": "S3103",
        "places": ["S3203"],
        "target": "usa_barnes",
    }


def test_a_march_to_begin_says_the_dice_of_its_allowance_and_how_tired_it_leaves_the_unit(lay: Lay) -> None:
    board = lay(usa_barnes=("S3203", {"fatigue": 2}), usa_ayres="S3203", leaders={"ldr_sykes": "usa_barnes"})
    choices = ActionChoices(board, "union")
    extended = "with a roll on the Extended March Table"
    assert help_of(choices, MarchUnit("usa_barnes"), board) == f"1D6 MP; fatigue 3, {extended}"
    assert help_of(choices, MarchUnit("usa_ayres"), board) == "1D6 MP; fatigue 1"
    both = ActivateLeader(SYKES, ("usa_ayres", "usa_barnes"))
    assert help_of(choices, both, board) == "1D6+1 MP each; extended march rolls for Barnes"


def test_an_assault_says_whom_it_attacks_and_how_many_may_take_part(lay: Lay) -> None:
    board = lay(usa_barnes="S3203", csa_rodes="S3103", leaders={"ldr_sykes": "usa_barnes"})
    action = Assault(SYKES, "S3103")
    assert action.text(board) == "Sykes assaults Rodes (5) in S3103 (Peach Orchard)"
    assert help_of(ActionChoices(board, "union"), action, board).endswith("less a die of Barnes (5)")


def test_a_refusal_speaks_in_words(marching: FieldBoard) -> None:
    refused = march_choices(marching).judge(RetreatNext("csa_rodes"))
    assert str(refused).startswith("retreat next is no part of a march")
