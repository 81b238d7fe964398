"""The players: what they choose is legal, obvious choices are made, and nothing they look at changes."""

from collections import defaultdict
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from benchmarks.ablation import losses, main, replaced

from wargame_core import Game, Match, Seeded, View
from wargame_core.data import DataFolder
from wargame_core.flow.entries import Chose
from wargame_core.flow.players import RandomPlayer
from wargame_core.flow.runner import Runner
from wargame_gcacw.board.actions import ActivateLeader, Done, Entrench, MarchUnit, Pass
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.combat import Combat, outcomes
from wargame_gcacw.game import ScenarioSet
from wargame_gcacw.players import heuristic, plans
from wargame_gcacw.players import situation as situation_module
from wargame_gcacw.players.assemblies import assemblies
from wargame_gcacw.players.attack_values import best_attack, expected_combat
from wargame_gcacw.players.costs import KeptResults
from wargame_gcacw.players.heuristic import HeuristicPlayer, scenario_plan, turn_plan
from wargame_gcacw.players.lines import Lines, gain_without_enemies, hex_points, points_of_all_lines, way_points_from
from wargame_gcacw.players.plans import fall_probability, hex_value, marches
from wargame_gcacw.players.situation import Situation, expected_points
from wargame_gcacw.players.targets import cut_points
from wargame_gcacw.players.weights import NORMAL
from wargame_gcacw.printed.book import Book, Level, PrintedScenario
from wargame_gcacw.printed.counters import side_named
from wargame_gcacw.rules.action_cycle import ActionChoices
from wargame_gcacw.rules.lines_of_communication import LinePoints, lines_of_communication
from wargame_gcacw.rules.special_rules import ControlPoints, ManpowerPoints, Objectives
from wargame_gcacw.rules.victory_points import score

SCENARIOS = ("lees_retreat", "the_battle_continues")
Lay = Callable[..., FieldBoard]


def play(game: Game, scenario: str, seed: int, players: dict[str, Any]) -> int:
    """The points of the side that scores at the end of a game."""
    runner: Any = Runner.start(game.rules, scenario, {}, dice=Seeded(seed), with_checkpoints=False)
    while runner.pending is not None:
        seat = runner.pending.seat
        runner.answer(players[seat](View(runner, seat)))
    return score(runner.board).total


def rule_of(scenario: PrintedScenario) -> LinePoints:
    return next(one for one in scenario.victory if isinstance(one, LinePoints))


def rule(board: FieldBoard) -> LinePoints:
    return rule_of(board.scenario)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_the_heuristic_player_chooses_is_legal_and_leaves_the_board_as_it_was(game: Game, scenario: str) -> None:
    match = game.start(scenario, seed=4)
    players = {seat: game.bot("heuristic", seed=1) for seat in game.seats}
    for _ in range(60):
        seat = match.waiting_for[0]
        before = match.board.copy()
        action = players[seat](match.view(seat))
        assert match.board == before
        assert match.judge(action, seat)
        match.play(action, seat)


def test_a_side_says_what_the_scenario_is_about_and_then_a_sentence_a_turn(game: Game) -> None:
    match: Any = game.start("lees_retreat", seed=4)
    seat = match.waiting_for[0]
    bot: Any = game.bot("heuristic", seed=1)
    for _ in range(2):
        bot(match.view(seat))
    assert len(bot.plans) == 2
    about = {side: scenario_plan(Situation(match.board, side_named(side))) for side in game.seats}
    assert bot.plans[0] == about[seat]
    assert about["confederate"].startswith(
        "Bring the trains home, keep the lines of communication of infantry and trains"
    )
    assert "lead up to 3 units off the map" in about["union"]


def test_a_plan_of_a_turn_names_the_hexes_that_draw_units_and_how_many(game: Game) -> None:
    board: Any = game.start("the_battle_continues", seed=4).board
    assert turn_plan(Situation(board, side_named("union"))) == "Take S3201 (Gettysburg) (15)."


@pytest.fixture(scope="module")
def whole_game(game: Game) -> Match:
    """*The Battle Continues* as two of the players play it; whoever ends his actions has no unit that could dig."""
    match = game.start("the_battle_continues", seed=2)
    players = {seat: HeuristicPlayer(1) for seat in game.seats}
    while match.waiting_for:
        seat = match.waiting_for[0]
        view = match.view(seat)
        action = players[seat](view)
        assert not (isinstance(action, Done) and any(isinstance(one, Entrench) for one in view.choices))
        match.play(action, seat)
    return match


def chosen(match: Match) -> list[Any]:
    return [entry.action for entry in match.entries if isinstance(entry, Chose)]


def test_the_same_seed_plays_the_same_game(game: Game, whole_game: Match) -> None:
    match = game.start("the_battle_continues", seed=2)
    players = {seat: HeuristicPlayer(1) for seat in game.seats}
    for action in chosen(whole_game)[:12]:
        seat = match.waiting_for[0]
        assert players[seat](match.view(seat)) == action
        match.play(action, seat)


def test_infantry_that_may_dig_digs(whole_game: Match) -> None:
    assert any(isinstance(action, Entrench) for action in chosen(whole_game))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("scenario", "seat", "least"),
    [
        (SCENARIOS[0], "confederate", 60),
        (SCENARIOS[1], "confederate", 20),
        (SCENARIOS[0], "union", 40),
        (SCENARIOS[1], "union", 15),
    ],
)
def test_the_heuristic_player_scores_far_better_than_a_random_one(
    game: Game, scenario: str, seat: str, least: int
) -> None:
    gain = 0
    for seed in range(3, 6):
        chance: dict[str, Any] = {side: RandomPlayer(seed) for side in game.seats}
        better = chance | {seat: HeuristicPlayer(seed)}
        gain += play(game, scenario, seed, better) - play(game, scenario, seed, chance)
    assert gain * (1 if seat == "confederate" else -1) > 3 * least


def test_the_players_finish_a_designers_scenario_with_both_sides_wants_turned_round(book: Book) -> None:
    before = book.scenarios["lees_retreat"]
    lines = evolve(rule_of(before), side="union", arms=("infantry",))
    held = Objectives(union=("S3203",), confederate=("S3201",))
    victory = (lines, ControlPoints("S3201", 20), ManpowerPoints("confederate", ("combat",), 3))
    levels = (Level("union", "held", 40), Level("confederate", "lost"))
    mine = evolve(before, id="mine", scored="union", rules=(held,), victory=victory, levels=levels)
    game = ScenarioSet("mine", "Mine", (), Path()).of(evolve(book, scenarios={"mine": mine}), DataFolder(Path()))
    player, quick = HeuristicPlayer(2), RandomPlayer(2)
    runner: Any = Runner.start(game.rules, "mine", {}, dice=Seeded(3), with_checkpoints=False)
    for number in count():
        if runner.pending is None:
            break
        runner.answer((player if number < 80 else quick)(View(runner, runner.pending.seat)))
    assert runner.outcome.level in ("held", "lost")


def test_a_player_with_nothing_to_gain_passes(lay: Lay) -> None:
    board = lay("the_battle_continues", csa_hood="S0205", usa_howe="N4530")
    board.control = {}
    assert not marches(Situation(board, "confederate"), ActionChoices(board, "confederate"))


def test_an_attack_is_expected_to_do_what_the_chart_says() -> None:
    combat = Combat(attacker=8, defender=10, facts={"defender_terrain": "clear", "rain": True}, covered=5)
    exact, means = outcomes(combat), expected_combat(combat)
    assert means.defender_loss == pytest.approx(float(exact.map(lambda outcome: outcome.defender.loss).mean()))
    assert means.attacker_loss == pytest.approx(float(exact.map(lambda outcome: outcome.attacker.loss).mean()))
    assert means.driven_off == pytest.approx(float(exact.p(lambda outcome: outcome.defender.movement is not None)))


def test_odds_make_an_attack_worth_more(lay: Lay) -> None:
    values = []
    for manpower in (4, 15):
        board = lay(
            "the_battle_continues",
            csa_hood=("S3103", {"manpower": manpower}),
            usa_howe=("S3203", {"manpower": 18 - manpower}),
            marching="csa_hood",
            points=6,
        )
        board.control = {board.ground.map.parse("S3203"): "union"}
        attack = best_attack(Situation(board, "confederate"), "csa_hood", board.units["csa_hood"].space, 12)
        assert attack is not None
        values.append(attack.value)
    assert values[0] < 0 < values[1]


def test_no_attack_of_a_unit_far_too_weak_is_weighed(lay: Lay) -> None:
    board = lay(csa_hood=("S3103", {"manpower": 3}), usa_howe=("S3203", {"manpower": 15}))
    here = board.units["csa_hood"].space
    assert best_attack(Situation(board, "confederate"), "csa_hood", here, 12) is None
    board.change("csa_hood", manpower=4)
    assert best_attack(Situation(board, "confederate"), "csa_hood", here, 12) is not None


def test_what_a_player_keeps_is_used_again_only_where_nothing_changed_that_matters(lay: Lay) -> None:
    board = lay(csa_hood="S3103", usa_howe="S3203", csa_heth="S2504", turn=2)
    kept: KeptResults = defaultdict(dict)

    def values_judged() -> tuple[float, float]:
        situation = Situation(board, "confederate", kept=kept)
        attack = best_attack(situation, "csa_hood", board.units["csa_hood"].space, 12)
        assert attack is not None
        return attack.value, points_of_all_lines(situation.own_lines[0])

    before = values_judged()
    assert values_judged() == before
    board.change("usa_howe", manpower=2)
    weaker = values_judged()
    assert weaker[0] > before[0]
    assert weaker[1] == before[1]
    board.remove("csa_heth")
    assert values_judged()[1] < before[1]
    assert len(kept["lines"]) == 2


def test_gatherings_that_a_player_keeps_are_those_it_would_work_out_anew(lay: Lay) -> None:
    leaders = {"ldr_longstreet": "csa_hood"}
    board = lay("the_battle_continues", csa_hood="S3003", csa_mclaws="S3004", usa_howe="S3203", leaders=leaders)
    board.control = {board.ground.map.parse("S3203"): "union"}
    kept: KeptResults = defaultdict(dict)
    worth = []
    for changes in ({}, {"manpower": 3}, {"manpower": 3, "disorganized": True}):
        board.change("usa_howe", **changes)
        kept_ones = list(assemblies(Situation(board, "confederate", kept=kept), "csa_hood"))
        assert kept_ones == list(assemblies(Situation(board, "confederate"), "csa_hood"))
        worth.append(sum(assembly.value for assembly in kept_ones))
    assert worth[0] < worth[1] < worth[2]


def test_nobody_gathers_against_an_enemys_objective_in_which_own_units_stand(lay: Lay) -> None:
    """A retreat takes no objective: then own units stand in a hex that the enemy controls."""
    leaders = {"ldr_longstreet": "csa_hood"}
    board = lay("the_battle_continues", csa_hood="S3003", csa_mclaws="S3004", csa_heth="S3203", leaders=leaders)
    board.control = {board.ground.map.parse("S3203"): "union"}
    assert list(assemblies(Situation(board, "confederate"), "csa_hood")) == []


def test_a_doubt_of_a_hex_is_added_to_what_it_is_worth_to_stand_there_and_to_attack_it(lay: Lay) -> None:
    board = lay("the_battle_continues", csa_hood="S3103", usa_howe="S3203", marching="csa_hood", points=6)
    here, target = board.units["csa_hood"].space, board.units["usa_howe"].space
    doubts = [0.0] * board.ground.map.size
    doubts[here], doubts[target] = 2.0, 5.0
    sure, unsure = Situation(board, "confederate"), Situation(board, "confederate", doubts=doubts)
    assert hex_value(unsure, "csa_hood", here) == pytest.approx(hex_value(sure, "csa_hood", here) + 2)
    attacks = [best_attack(situation, "csa_hood", here, 12) for situation in (sure, unsure)]
    values = [attack.value for attack in attacks if attack is not None]
    assert values == pytest.approx([values[0], values[0] + 5])


def test_the_easy_player_doubts_by_scenario_and_side_and_otherwise_each_turn(lay: Lay) -> None:
    easy = HeuristicPlayer(1, doubt={"lees_retreat": {"union": 4.0}})
    doubts = {turn: easy._doubts_now(lay(csa_hood="S3103", turn=turn), side_named("union")) for turn in (1, 2)}
    assert all(0 <= doubt <= 4 for turn in doubts for doubt in doubts[turn])
    assert max(doubts[1]) > 3 > 1 > min(doubts[1])
    assert doubts[1] != doubts[2]
    elsewhere = easy._doubts_now(lay("the_battle_continues", csa_hood="S3103"), side_named("union"))
    assert max(elsewhere) <= heuristic.EASY["union"]
    assert not HeuristicPlayer(1)._doubts_now(lay(csa_hood="S3103"), side_named("union"))


def test_nobody_attacks_at_night(lay: Lay) -> None:
    board = lay(csa_hood="S3103", usa_howe="S3203", marching="csa_hood", points=6, night=True)
    assert best_attack(Situation(board, "confederate"), "csa_hood", board.units["csa_hood"].space, 12) is None


def test_an_empty_objective_draws_infantry_and_not_cavalry(lay: Lay) -> None:
    board = lay("the_battle_continues", csa_hood="S3003", csa_hampton="S3003", usa_howe="S4005")
    space = board.ground.map.parse("S3202")
    board.control = {space: "union"}
    situation = Situation(board, "confederate")
    gain = {
        unit: hex_value(situation, unit, space) - hex_value(situation, unit, board.units[unit].space)
        for unit in board.of("confederate")
    }
    assert gain["csa_hood"] > 3 > gain["csa_hampton"]


def test_a_hex_falls_more_easily_the_weaker_it_is_held() -> None:
    assert fall_probability(NORMAL, 0, 0) == 0
    assert 0 < fall_probability(NORMAL, 10, 20) < fall_probability(NORMAL, 10, 5) < fall_probability(NORMAL, 10, 0) < 1


def test_a_unit_without_a_line_counts_nothing_and_one_with_a_line_what_the_rules_count(lay: Lay) -> None:
    board = lay(csa_hood="S2504", csa_heth="S3102", usa_howe="S3203", turn=2)
    lines = Lines(board, rule(board))
    counted = {one.unit: float(one.points) for one in lines_of_communication(board, rule(board))}
    for unit_id in ("csa_hood", "csa_heth"):
        now, space = board.units[unit_id], board.units[unit_id].space
        in_zone = bool(lines.search.zone >> space & 1)
        points = hex_points(lines, "infantry", space, in_zone) + way_points_from(lines, "infantry", space)
        assert max(0.0, points) == counted[unit_id], now


def test_one_enemy_in_a_cut_point_cuts_lines(lay: Lay) -> None:
    board = lay(csa_hood="S2504", csa_early="S2404", usa_howe="S4516", turn=2)
    lines = Lines(board, rule(board))
    assert cut_points(lines)
    for space in list(cut_points(lines))[:6]:
        name = board.ground.name(space)
        cut = lay(csa_hood="S2504", csa_early="S2404", usa_devin=name, usa_howe="S4516", turn=2)
        assert lines_total(cut) < lines_total(board) or lines.screened_hexes >> space & 1, name


def lines_total(board: FieldBoard) -> float:
    return sum(float(one.points) for one in lines_of_communication(board, rule(board)))


def test_cavalry_on_the_enemys_only_line_is_worth_what_it_cuts(lay: Lay) -> None:
    board = lay(csa_hood="S2504", usa_devin="S1408", turn=2)
    situation = Situation(board, "union")
    losses = cut_points(situation.foe_lines[0])
    worst = max(losses, key=lambda space: losses[space])
    far = board.ground.map.parse("N4530")
    assert hex_value(situation, "usa_devin", worst) > hex_value(situation, "usa_devin", far) + 5


def test_an_enemy_on_the_only_line_is_worth_driving_away(lay: Lay) -> None:
    board = lay(csa_hood="S2504", csa_early="S2404", csa_jones="S1307", usa_howe="S4516", turn=2)
    worst = max(cut_points(Lines(board, rule(board))).items(), key=lambda point: point[1])[0]
    barred = lay(csa_hood="S2504", csa_early="S2404", usa_devin=board.ground.name(worst), usa_howe="S4516", turn=2)
    assert gain_without_enemies(Lines(barred, rule(barred)), worst) > 5


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_points_expected_at_the_start_are_below_what_wins(game: Game, scenario: str) -> None:
    board: Any = Runner.start(game.rules, scenario, {}, dice=Seeded(1), with_checkpoints=False).board
    assert 0 < expected_points(board) < 120


def test_actions_of_a_leader_name_only_units_that_gain(game: Game) -> None:
    match = game.start("lees_retreat", seed=7)
    player = HeuristicPlayer(3)
    seen = 0
    for _ in range(80):
        seat = match.waiting_for[0]
        options: Any = match.view(seat).choices
        action = player(match.view(seat))
        if isinstance(action, ActivateLeader):
            seen += 1
            assert options.judge(action)
            assert set(action.units) <= set(options.activations[action.leader])
        else:
            assert isinstance(action, (Pass, MarchUnit)) or not isinstance(options, ActionChoices) or action in options
        match.play(action, seat)
    assert seen


GAME = "gcacw_on_the_4th_day"


def test_a_function_is_replaced_wherever_it_is_used_and_comes_back() -> None:
    with replaced(GAME, ["attack_values.best_attack=7.0", "situation.SAFE=0.5"]):
        for module in (heuristic, plans):
            assert vars(module)["best_attack"](None, "csa_hood", 3) == 7.0
        assert situation_module.SAFE == 0.5
    assert vars(heuristic)["best_attack"] is vars(plans)["best_attack"] is best_attack
    assert situation_module.SAFE > 0.5


@pytest.mark.parametrize("change", ["situation.SAEF=0", "weights.drad=0", "nothing.there=0", "situation.SAFE"])
def test_a_change_that_cannot_be_made_is_refused(change: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([change])
    assert "a change is module.name=value" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_change_that_changes_nothing_loses_nothing() -> None:
    points, wins = losses(GAME, [f"weights.last_level={NORMAL.last_level}"], "the_battle_continues", games=1, seed=1)
    assert points == [0]
    assert wins == 1
