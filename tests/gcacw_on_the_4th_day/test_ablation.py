"""The tool that leaves terms of the evaluation out: what it changes it changes everywhere, and puts it back."""

from __future__ import annotations

import pytest
from benchmarks.ablation import losses, main, replaced

from wargame_gcacw.players import costs, heuristic, plans
from wargame_gcacw.players.plans import hex_value

GAME = "gcacw_on_the_4th_day"


def test_a_function_is_replaced_wherever_it_is_used_and_comes_back() -> None:
    with replaced(GAME, ["plans.hex_value=7.0", "costs.LAST_LEVEL=0.5"]):
        for module in (heuristic, plans):
            assert vars(module)["hex_value"](None, "csa_hood", 3) == 7.0
        assert costs.LAST_LEVEL == 0.5
    assert vars(heuristic)["hex_value"] is plans.hex_value is hex_value
    assert costs.LAST_LEVEL < 0.5


@pytest.mark.parametrize("change", ["costs.LAST_LEVLE=0", "nothing.there=0", "costs.LAST_LEVEL"])
def test_a_change_that_cannot_be_made_is_refused(change: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([change])
    assert "a change is module.name=value" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_change_that_changes_nothing_loses_nothing() -> None:
    points, wins = losses(GAME, [f"costs.LAST_LEVEL={costs.LAST_LEVEL}"], "the_battle_continues", games=1, seed=1)
    assert points == [0]
    assert wins == 1
