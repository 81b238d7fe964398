"""The laws of what can be read before can fail: a planted omission is noticed."""

from collections.abc import Callable

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import gettysburg, vicksburg

from wargame_altar_of_freedom.rules.scoring import Condition, FewClearRoutes
from wargame_battlecry.rules import special_rules
from wargame_core import Game, load
from wargame_core.authoring import Cite, Reason
from wargame_core.plugins.discovery import plugin_of
from wargame_gcacw_on_the_4th_day.rules import TrainPoints
from wargame_laws import LawBroken, Trial
from wargame_laws import laws_of_the_rulebook as laws

GAMES = ["vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi"]


def told(game: Game, scenario: str | None = None, **options: str) -> None:
    laws.law_conditions_of_victory_are_told(Trial(game, range(2), scenario=scenario, options=options))


@pytest.mark.parametrize("name", GAMES)
def test_every_scenario_tells_its_conditions_of_victory_by_every_reading(name: str) -> None:
    game = load(name)
    for scenario in game.scenarios:
        told(game, scenario.id)
    for option in game.options:
        for value in option.choices:
            told(game, **{option.name: value})


def test_all_thirty_battles_tell_theirs() -> None:
    game = load("battlecry")
    for scenario in game.scenarios:
        told(game, scenario.id)


def test_a_place_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FewClearRoutes, "explanation", Condition.explanation)
    monkeypatch.setattr(FewClearRoutes, "state_in_words", Condition.state_in_words)
    with pytest.raises(LawBroken, match="tells all of the condition 'cs_routes'; the best leaves out "):
        told(gettysburg())


def test_a_number_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TrainPoints, "says", lambda self, board: [("For mishaps -4 or -6 points, at most 20.", None)])
    told(load("gcacw_on_the_4th_day"), "lees_retreat")
    monkeypatch.setattr(TrainPoints, "says", lambda self, board: [("For mishaps -4 points, at most 20.", None)])
    with pytest.raises(LawBroken, match="condition 'confederate_trains'; the best leaves out 6"):
        told(load("gcacw_on_the_4th_day"), "lees_retreat")


def test_ground_that_is_cut_short_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = special_rules.GroupFlags.battle_with

    def cut(self: special_rules.GroupFlags, battle: object, number: int) -> object:
        made = whole(self, battle, number)  # type: ignore[arg-type]
        *others, last = made.objectives
        return evolve(made, objectives=(*others, evolve(last, text=f"{last.text[:14]}...")))

    monkeypatch.setattr(special_rules.GroupFlags, "battle_with", cut)
    with pytest.raises(LawBroken, match=r"leaves out .*A13"):
        told(plugin_of("battlecry").games[0].build(), "fort-donelson")


def refused(game: Game) -> None:
    laws.law_what_may_be_refused_can_be_read_before(Trial(game, range(2), budget=60))


def without_words(game: Game, heading: str) -> Callable[[Trial], object]:
    rules = plugin_of(game.rules.id).rules
    assert rules is not None
    index = rules()
    headings = (evolve(one, says="") if one.heading == heading else one for one in index.headings)
    silent = evolve(index, headings=tuple(headings))
    return lambda trial: silent


def test_a_refusal_whose_rule_nobody_can_read_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "_rules_index", without_words(vicksburg(), "Movement Rates"))
    with pytest.raises(LawBroken, match=r"cannot read before what refuses .*\[GotW p.6 Movement Rates\]"):
        refused(vicksburg())


@pytest.mark.parametrize(
    ("reason", "readable"),
    [
        (Reason("not_offered", "that is not a choice now"), True),
        (Reason("too_far", "it is 4 spaces away"), False),
        (Reason("too_far", "it is 4 spaces away", Cite("GotW", "6", "Movement Rates")), True),
        (Reason("too_far", "it is 4 spaces away", Cite("GotW", "6", "Special Rules, Movement Rates (7.4)")), True),
        (Reason("too_far", "it is 4 spaces away", Cite("GotW", "6", "Rates of Movement")), False),
        (Reason("blocked", "no way", Cite("Readings", "", "Blocked ways")), True),
        (Reason("blocked", "no way", Cite("Readings", "", "Blocked")), False),
    ],
)
def test_a_refusal_needs_a_heading_that_is_told_or_a_reading(reason: Reason, readable: bool) -> None:
    assert laws._is_readable(reason, {"movement rates"}, {"blocked ways"}) is readable
