"""GotW p.24 Quick Reference: the sheet at the end of the book agrees with what is played."""

from __future__ import annotations

from tests.altar_of_freedom.kit import vicksburg

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
