"""GotW p.24 Quick Reference: the sheet at the end of the book agrees with what is played."""

from __future__ import annotations

import pytest
from tests.altar_of_freedom.kit import campaign_of, vicksburg

from wargame_altar_of_freedom.rules.battle_cards import battle_result
from wargame_altar_of_freedom.rules.movement import march_allowance

SHEET = (
    "Draw event card", "Collect Staff Dice", "Nominate a corps", "Allot Staff Dice", "Move one token", "Contact",
    "Retreat", "Special action", "End of corps movement", "Define the battlefield", "Deploy", "Time of day",
    "Call reinforcements", "Fight", "Retreat a division", "Place a division", "Battle over", "Rally a brigade", "Score",
    "End of turn",
)  # fmt: skip


def test_the_steps_of_a_turn_come_in_the_order_of_the_sheet() -> None:
    paths = [path for path in vicksburg().rules.program.paths if "Campaign turn" in path]
    assert [path[-1] for path in paths] == list(SHEET)


def test_set_up_comes_before_and_the_decision_after_all_turns() -> None:
    paths = list(vicksburg().rules.program.paths)
    assert [path[-1] for path in paths if "Set-up" in path] == [
        "Leave formations out",
        "Hand out counters",
        "Deploy",
        "Score the set-up",
    ]
    assert paths[-1][-1] == "Decide the campaign"


def test_a_tabletop_battle_leads_straight_to_the_end_of_the_turn() -> None:
    paths = [path[-1] for path in vicksburg().rules.program.paths]
    assert paths.index("Battle over") + 1 == paths.index("Rally a brigade")


@pytest.mark.parametrize(("unit", "spaces"), [("cavalry", 5), ("infantry", 3), ("picket", 3), ("depot", 0)])
def test_the_map_movement_rates(unit: str, spaces: int) -> None:
    campaign = campaign_of(vicksburg())
    assert march_allowance(campaign, unit, True, None) == spaces
    assert march_allowance(campaign, unit, False, None) == 0
    assert march_allowance(campaign, unit, True, 6) == spaces


def test_the_battle_results_of_the_sheet() -> None:
    rows = {
        ("battle", "battle"): "tabletop",
        ("battle", "skirmish"): "skirmish: defender +1; loser d3",
        ("skirmish", "battle"): "skirmish: attacker +1; loser d3",
        ("skirmish", "skirmish"): "skirmish: no bonus; loser d3",
        ("retreat", "battle"): "skirmish: attacker +2; defender d6",
        ("retreat", "skirmish"): "defender d6",
    }
    for (defender, attacker), row in rows.items():
        found = battle_result(defender, attacker)
        bonus = f"{found.bonus_side} +{found.bonus_per_division}" if found.bonus_side else "no bonus"
        retreat = f"{found.retreats} {found.retreat}"
        told = {"tabletop": "tabletop", "skirmish": f"skirmish: {bonus}; {retreat}", "retreat": retreat}[found.outcome]
        assert told == row
