"""Initiative, ties and rain, passing, night: special rules 1 to 3 of the scenario and section 4 of the rules."""

from typing import Any

import pytest
from tests.gcacw.standard.field_kit import field

from wargame_core import Game, Seeded
from wargame_core.flow.about import PIECE, PLACE
from wargame_core.flow.runner import Runner
from wargame_gcacw.board.actions import ActivateLeader, Assault, MarchUnit, Pass, RefuseFlanks
from wargame_gcacw.printed.counters import LeaderId, Side
from wargame_gcacw.rules import action_cycle
from wargame_gcacw.rules.sequence import begin_turn
from wargame_gcacw_on_the_4th_day.rules import night_falls
from wargame_laws import drive

EWELL, HILL = map(LeaderId, ("ldr_ewell", "ldr_hill"))

EIGHT = {"csa_hood": "S3103", "usa_wright": "S3304"}


def test_the_higher_die_has_the_initiative_and_a_tie_goes_to_the_confederates(lay: Any) -> None:
    for dice, winner in (((5, 3), "union"), ((2, 3), "confederate"), ((4, 4), "confederate")):
        board = lay(**EIGHT)
        drive(action_cycle.initiative, board, *dice)
        assert board.active == winner
        assert board.ties == (dice[0] == dice[1])


def test_the_fifth_tie_of_turn_1_brings_rain_at_once_and_frees_the_trains(lay: Any) -> None:
    board = lay(**EIGHT, csa_sub1="N2532", ties=3)
    drive(action_cycle.initiative, board, 1, 1)
    assert (board.rain, action_cycle.may_march(board, "csa_sub1")) == (False, False)
    drive(action_cycle.initiative, board, 6, 6)
    assert (board.ties, board.rain, action_cycle.may_march(board, "csa_sub1")) == (5, True, True)


def test_ties_of_turn_2_bring_nothing(lay: Any) -> None:
    board = lay(**EIGHT, turn=2, ties=4)
    drive(action_cycle.initiative, board, 1, 1)
    assert not board.rain


def test_it_rains_all_of_turn_2(lay: Any) -> None:
    board = lay(**EIGHT)
    drive(begin_turn, board)
    assert (board.turn, board.rain) == (2, True)


def test_a_side_that_faces_nobody_who_can_act_has_the_initiative_without_a_roll(lay: Any) -> None:
    board = lay(csa_hood=("S3103", {"fatigue": 4}), usa_wright="S3304", turn=2)
    drive(action_cycle.initiative, board)
    assert board.active == "union"


def test_while_ties_can_bring_rain_both_roll_and_a_winner_who_cannot_act_passes(lay: Any) -> None:
    board = lay(csa_hood=("S3103", {"fatigue": 4}), usa_wright="S3304")
    drive(action_cycle.initiative, board, 2, 2)
    assert board.active == "confederate"
    drive(action_cycle.choose_action, board, Pass(), by="union")
    assert board.passed_sides == ("confederate", "union")


def test_the_union_has_the_first_initiative_of_variant_b_and_rolls_for_all_others(lay: Any) -> None:
    board = lay(**EIGHT, scenario="the_battle_continues")
    drive(action_cycle.initiative, board)
    assert board.active == "union"
    drive(action_cycle.initiative, board, 1, 2)
    assert board.active == "confederate"


def test_when_the_winner_passes_the_other_side_may_act_and_when_both_pass_the_cycle_ends(lay: Any) -> None:
    board = lay(**EIGHT, active="union")
    drive(action_cycle.choose_action, board, Pass(), MarchUnit("csa_hood"), 3, by=("union", "confederate"))
    assert (board.passed_sides, board.activation is not None) == ((), True)
    assert not action_cycle.cycle_over(board)
    board = lay(**EIGHT, active="union")
    drive(action_cycle.choose_action, board, Pass(), Pass(), by=("union", "confederate"))
    assert action_cycle.cycle_over(board)


def test_the_cycle_ends_when_nobody_can_act(lay: Any) -> None:
    tired = {"fatigue": 4}
    assert action_cycle.cycle_over(lay(csa_hood=("S3103", tired), usa_wright=("S3304", tired)))


def test_at_night_it_rains_trains_are_free_and_a_unit_marches_once(lay: Any) -> None:
    board = lay(**EIGHT, csa_sub1="N2532")
    drive(night_falls, board)
    assert (board.night, board.rain, action_cycle.may_march(board, "csa_sub1")) == (True, True, True)
    board.night_marched.add("csa_hood")
    verdict = action_cycle.ActionChoices(board, "confederate").judge(MarchUnit("csa_hood"))
    assert verdict.codes == ("marched",)
    assert not list(action_cycle.ActionChoices(board, "confederate").assaults)


def test_a_leader_activates_no_unit_that_is_tired_out(lay: Any) -> None:
    for fatigue, named in ((3, ["csa_heth"]), (4, [])):
        board = lay(csa_heth=("S3102", {"fatigue": fatigue}), leaders={"ldr_hill": "csa_heth"})
        assert action_cycle.units_to_activate(board, HILL) == named


def test_refusals_name_the_unit_and_the_reason(lay: Any) -> None:
    board = lay(csa_hood=("S3103", {"fatigue": 4}), csa_sub1="N2532", csa_heth="S3102", usa_wright="S3304")
    board.leader_with = {"ldr_hill": "csa_heth"}
    choices = action_cycle.ActionChoices(board, "confederate")
    for action, code in (
        (MarchUnit("csa_hood"), "tired_out"),
        (MarchUnit("csa_sub1"), "held"),
        (MarchUnit("usa_wright"), "no_unit"),
        (MarchUnit("csa_early"), "no_unit"),
        (ActivateLeader(HILL, ("csa_hood",)), "not_in_command"),
        (ActivateLeader(HILL, ()), "no_units"),
        (ActivateLeader(HILL, ("csa_heth", "csa_heth")), "not_in_command"),
        (ActivateLeader(EWELL, ("csa_heth",)), "no_leader"),
        (Assault(HILL, "S9999"), "no_hex"),
        (RefuseFlanks("S3102"), "not_offered"),
    ):
        assert choices.judge(action).codes == (code,), action
    assert "waits for rain or night" in str(choices.explain(PIECE, "csa_sub1"))
    assert "not a leader of the Confederate side on the map" in str(choices.explain(PIECE, EWELL))
    assert choices.explain(PIECE, HILL)
    assert "no Confederate unit stands in S3201 (Gettysburg): choose who marches" in str(
        choices.explain(PLACE, "S3201")
    )


def test_the_options_count_what_they_list_and_every_sample_is_legal(game: Game) -> None:
    import random

    run = Runner.start(game.rules, "the_battle_continues", {}, dice=Seeded(7), with_checkpoints=False)
    rng = random.Random(7)
    seen = 0
    while run.pending is not None and seen < 15:
        options: Any = run.pending.choices  # type: ignore[attr-defined]
        if isinstance(options, action_cycle.ActionChoices):
            seen += 1
            assert len(options) == sum(1 for _ in options)
            assert options.judge(options.sample(rng))
        run.answer(options.sample(rng))
    assert seen == 15


def test_flanks_are_refused_only_with_the_option_and_beside_enemies(lay: Any) -> None:
    beside = {"csa_hood": "S3103", "usa_barnes": "S3203"}
    assert list(action_cycle.ActionChoices(lay(**beside), "confederate").refusals) == []
    board = lay(**beside, csa_heth="S3001", refuse_flanks=True, active="confederate")
    assert list(action_cycle.ActionChoices(board, "confederate").refusals) == [RefuseFlanks("S3103")]
    drive(action_cycle.choose_action, board, RefuseFlanks("S3103"), by="confederate")
    assert board.refused_hexes == {board.ground.map.parse("S3103")}


@pytest.mark.parametrize("scenario", ["lees_retreat", "the_battle_continues"])
def test_only_variant_a_has_a_night(game: Game, scenario: str) -> None:
    import random

    run = Runner.start(game.rules, scenario, {}, dice=Seeded(3), with_checkpoints=False)
    rng, nights = random.Random(3), 0
    while run.pending is not None:
        board: Any = run.board
        nights += board.night
        run.answer(run.pending.choices.sample(rng))  # type: ignore[attr-defined]
    assert bool(nights) == (scenario == "lees_retreat")


UNITS = ("a union infantry 0504 4", "d confederate infantry 0509 4")


@pytest.mark.parametrize("passed", [(), ("union",), ("confederate",)])
def test_a_cycle_goes_on_until_both_sides_have_passed(passed: tuple[Side, ...]) -> None:
    board = field(*UNITS)
    board.passed_sides = passed
    assert not action_cycle.cycle_over(board)


def test_a_cycle_is_over_when_both_sides_have_passed() -> None:
    board = field(*UNITS)
    board.passed_sides = ("union", "confederate")
    assert action_cycle.cycle_over(board)
