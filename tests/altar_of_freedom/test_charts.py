"""GotW p.24 Quick Reference (AFI p.25): the tables as `wargame chart` shows them, looked up by the rules themselves."""

from itertools import product
from typing import Any

import pytest

from wargame_altar_of_freedom.questions.charts import campaign_charts
from wargame_altar_of_freedom.questions.worked_examples import campaign_called
from wargame_core import D6
from wargame_core.plugins.discovery import plugin

BOOKS = ("vicksburg", "gettysburg")


def cells(game: str, name: str) -> dict[str, list[str]]:
    """The rows of a chart as they are shown: what stands behind the bar, by what stands before it."""
    lines = [line.split(" | ") for line in str(campaign_charts(game)[name].card).splitlines() if " | " in line]
    return {line[0].strip(): line[1].split() for line in lines}


@pytest.mark.parametrize("game", BOOKS)
def test_every_chart_is_shown_under_its_title(game: str) -> None:
    charts = plugin(game).charts
    assert len(charts) == 8
    for chart in charts.values():
        assert str(chart.card).startswith(chart.title)
        assert chart.title in chart.card._repr_html_()  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", BOOKS)
def test_the_reinforcement_table_shown_is_the_one_that_is_played(game: str) -> None:
    shown, chart = cells(game, "reinforcement"), plugin(game).charts["reinforcement"]
    for die, spaces in product(D6.faces, (1, 2, 3)):
        answer = chart.ask({"spaces": spaces, "die": die, "by_road": False})
        assert shown[str(die)][spaces - 1] == str(answer["arrives_end_of_turn"])


@pytest.mark.parametrize("game", BOOKS)
def test_the_hours_shown_are_those_of_the_rules(game: str) -> None:
    shown, chart = cells(game, "time_of_day"), plugin(game).charts["time_of_day"]
    for die in D6.faces:
        answer = chart.ask({"die": str(die)})
        assert shown[str(die)] == [answer["first_turn"], str(answer["turns"])]


@pytest.mark.parametrize(("game", "foot", "horse"), [("vicksburg", "3", "5"), ("gettysburg", "4", "6")])
def test_movement_rates_are_the_printed_ones(game: str, foot: str, horse: str) -> None:
    shown = cells(game, "movement")
    printed = {kind: shown[kind][0] for kind in ("cavalry", "infantry", "picket", "depot")}
    assert printed == {"cavalry": horse, "infantry": foot, "picket": foot, "depot": "0"}
    assert "a Staff Die of 6 counts as 0" in str(plugin(game).charts["movement"].card)


def test_the_battle_results_table_names_both_cards_and_what_follows() -> None:
    text = str(plugin("vicksburg").charts["battle_results"].card)
    row = next(line for line in text.splitlines() if line.startswith("defender: retreat"))
    assert "skirmish, attacker +2 a division near, defender back d6" in row
    assert row.endswith("defender back d6")
    assert "within 3 spaces" in text


@pytest.mark.parametrize("game", BOOKS)
def test_what_a_staff_die_must_show_is_what_succeeds(game: str) -> None:
    campaign: Any = campaign_called(game)
    assert f"{campaign.special_action_target} or more" in str(plugin(game).charts["special_actions"].card)
    assert f"{campaign.rally_target} or more" in str(plugin(game).charts["rally"].card)
    assert plugin(game).charts["rally"].ask({"die": campaign.rally_target}) == {"rallied": True}
    assert plugin(game).charts["rally"].ask({"die": campaign.rally_target - 1}) == {"rallied": False}


def test_the_system_shows_what_all_campaigns_print_alike() -> None:
    charts = plugin("altar_of_freedom").charts
    assert set(charts) == {"battle_results", "skirmish", "reinforcement", "special_actions", "breakpoint"}
    assert charts["battle_results"].ask({"defender": "battle", "attacker": "battle"})["outcome"] == "tabletop"
