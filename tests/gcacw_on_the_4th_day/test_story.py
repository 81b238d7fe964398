"""The story of a game: rolls leave a trace, dice are told once, what did not happen is not told; what choices say."""

import re
from typing import Any

import pytest
from attrs import evolve, fields
from tests.gcacw_on_the_4th_day.conftest import Lay

from wargame_core import Match, load
from wargame_core.authoring import Event, Game
from wargame_core.flow.entries import Chose, Rolled
from wargame_core.flow.explaining import Explaining
from wargame_core.flow.pending import Ask
from wargame_core.flow.players import RandomPlayer
from wargame_gcacw.board import action_events, actions
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.charts.results import parse_result
from wargame_gcacw.printed.counters import LeaderId
from wargame_gcacw.rules.action_cycle import ActionChoices, begin_action, initiative, next_march
from wargame_gcacw.rules.combat import apply_losses, lose_manpower
from wargame_gcacw.rules.march import MarchChoices, march_on
from wargame_gcacw.rules.sequence import recovery
from wargame_laws import drive
from wargame_pictures.stories.story import Narrator, Sentence

DICE = {"die", "dice", "attacker_die", "defender_die", "artillery_die"}


@pytest.fixture(scope="module", params=["lees_retreat", "the_battle_continues"])
def played(request: pytest.FixtureRequest, game: Game) -> Match:
    match: Match = game.start(scenario=request.param, seed=7)
    match.play_out({seat: RandomPlayer(seed=n) for n, seat in enumerate(game.seats)})
    return match


def told(board: FieldBoard, events: list[Event]) -> list[str]:
    return [text for event in events if (text := event.text(board))]


def test_every_roll_is_followed_by_a_sentence_before_the_next_question(played: Match, game: Game) -> None:
    narrator = Narrator(game, game.rules.set_up(played.state.scenario, played.state.options))
    waiting: list[str] = []
    for entry in played.entries:
        assert not isinstance(entry, Chose) or not waiting, f"{waiting}: nothing tells of them before {entry.action}"
        if isinstance(entry, Rolled):
            waiting.append(entry.label)
        if any(isinstance(item, Sentence) for item in list(narrator.add(entry))):
            waiting.clear()
    assert not waiting


def test_no_sentence_repeats_the_dice_that_stand_beside_it(played: Match) -> None:
    seen = set()
    for entry in played.entries:
        for event in entry.events:
            for name in DICE & {one.name for one in fields(type(event))}:
                seen.add(event.kind)
                die: Any = getattr(event, name)
                other = evolve(event, **{name: tuple(99 for _ in die) if isinstance(die, tuple) else 99})
                assert "99" not in other.text(played.board) or "99" in event.text(played.board)
    assert {"initiative_won", "allowance_rolled", "fought", "extended_marched"} <= seen


def test_a_tied_roll_for_the_initiative_says_the_how_manieth_of_the_turn_it_is(lay: Any) -> None:
    board = lay(csa_hood="S2504", usa_wright="S3611", ties=2, initiatives=1)
    assert told(board, drive(initiative, board, 4, 4)) == [
        "The Confederate side has the initiative by tie 3 of the turn."
    ]
    assert told(board, drive(initiative, board, 5, 4)) == ["The Union side has the initiative."]


def test_a_march_without_a_step_is_told_as_what_it_is(lay: Any) -> None:
    board = lay(csa_hood="S2504")
    drive(lambda table: begin_action(table, "confederate", actions.MarchUnit("csa_hood")), board, 3)
    drive(next_march, board, actions.ForceMarch(False), by="confederate")
    assert told(board, drive(march_on, board, actions.Halt(), by="confederate")) == ["Hood stays in S2504."]
    assert action_events.MarchEnded("csa_hood").text(board) == ""


def test_one_unit_may_take_part_and_not_one_units(lay: Any) -> None:
    board = lay(csa_heth="S3102", usa_barnes="S3203", leaders={"ldr_hill": "csa_heth"})
    texts = [action_events.AssaultOrdered(LeaderId("ldr_hill"), "S3203", 4, most).text(board) for most in (0, 1, 2)]
    assert [text.partition("; ")[2] for text in texts] == [
        "nobody may take part.",
        "one unit may take part.",
        "up to 2 units may take part.",
    ]


def test_what_cavalry_that_gives_way_costs_the_march_is_told(lay: Any) -> None:
    board = lay(marching="csa_mclaws", csa_mclaws="S2504", usa_devin="S2604", points=7)
    gave_way = action_events.CavalryRetreated("S2604", ("usa_devin",), 6, 5, 4)
    assert gave_way.text(board).endswith("before the enemy (modified roll 5), which costs the march 2 MP.")
    assert evolve(gave_way, cost=0).text(board).endswith("(modified roll 5).")


def test_losses_of_one_result_are_told_in_one_sentence_for_each_unit(lay: Any) -> None:
    start: dict[str, Any] = {"csa_hood": ("S2504", {"manpower": 9}), "csa_heth": ("S2504", {"manpower": 7})}
    board = lay(**start)
    events = drive(lambda table: lose_manpower(table, ("csa_hood", "csa_heth"), 6), board)
    assert told(board, events) == ["Hood loses 4 in combat.", "Heth loses 2 in combat."]
    assert (board.units["csa_hood"].manpower, board.units["csa_heth"].manpower) == (5, 5)


def test_a_retreat_is_told_once_with_all_that_it_cost(lay: Any) -> None:
    board = lay(csa_sub1="S2504", usa_barnes="S2604", csa_hood="S2404")
    assert (
        action_events.RetreatEnded("csa_sub1", ("S2504", "S2404"), 3)
        .text(board)
        .endswith("retreats S2504 - S2404 and loses 3.")
    )
    weak = lay(csa_sub1=("S2504", {"manpower": 1}))
    events = drive(lambda table: action_events.lose(table, "csa_sub1", 1, "retreat", on_the_way=True), weak)
    assert told(weak, events) == ["Sub-1 (wagon train) loses 1 in retreat and is eliminated."]
    strong = lay(csa_sub1=("S2504", {"manpower": 3}))
    events = drive(lambda table: action_events.lose(table, "csa_sub1", 1, "retreat", on_the_way=True), strong)
    assert told(strong, events) == []


def test_nobody_is_asked_to_dig_after_the_last_turn(lay: Any) -> None:
    last = lay(csa_hood="S2504", turn=2)
    assert last.scenario.turns == 2
    drive(recovery, last)
    drive(recovery, lay(csa_hood="S2504", turn=1), actions.Done(), by="confederate")


def test_a_unit_is_found_by_what_its_name_begins_with_as_the_screen_shows_it(lay: Any) -> None:
    board = lay(csa_sub1="S2504", csa_hood="S2505")
    asked = Explaining(
        load("gcacw_on_the_4th_day").rules, Ask("confederate", ActionChoices(board, "confederate"), "Who acts?"), board
    )
    assert "waits for rain or night" in str(asked.verdict_on_words("Sub-1"))
    assert "waits for rain or night" in str(asked.verdict_on_words("sub-1 (wagon"))
    assert re.search(r"may be Sub-1.*Sub-2.*Sub-3", str(asked.verdict_on_words("Sub")))
    assert "choose who marches" in str(asked.verdict_on_words("Cashtown"))
    assert asked.verdict_on_words("Nowhere") is None


def test_a_result_that_asks_for_a_choice_loses_point_by_point_only_there(lay: Any) -> None:
    board = lay(csa_hood="S2504", csa_heth="S2504")
    events = drive(lambda table: apply_losses(table, ("csa_hood", "csa_heth"), parse_result("2")), board)
    assert told(board, events) == ["Hood loses 1 in combat.", "Heth loses 1 in combat."]


def test_one_movement_point_is_no_points(lay: Any) -> None:
    board = lay(csa_hood="S2504")
    assert [action_events.AllowanceRolled((1,), half_points).text(board) for half_points in (2, 3, 4)] == [
        "1 movement point.",
        "1 1/2 movement points.",
        "2 movement points.",
    ]


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
    assert help_of(march_choices(board), actions.MoveTo("S3104"), board) == "costs 1 of 4 MP, by S3103 - S3104"


def test_a_march_into_an_enemy_zone_says_that_it_stops_there(marching: FieldBoard) -> None:
    text = help_of(march_choices(marching), actions.MoveTo("S3104"), marching)
    assert "it stops there, in an enemy zone of control" in text


def test_an_attack_says_whom_and_how_likely_it_drives_him_back(marching: FieldBoard) -> None:
    action = actions.Attack("S3203", "hasty")
    assert action.text(marching) == "hasty attack on Barnes in S3203 (Round Top)"
    text = help_of(march_choices(marching), action, marching)
    assert text.startswith(
        "costs 1 of 4 MP; Barnes (5): value 5 against 5: the defender is driven back in 28 % and loses 0.1"
    )


def test_an_attack_is_about_the_one_who_marches_and_the_one_attacked(marching: FieldBoard) -> None:
    assert actions.Attack("S3203", "hasty").about(marching).to_json() == {
        "pieces": ["csa_rodes"],
        "from": "S3103",
        "places": ["S3203"],
        "target": "usa_barnes",
    }


def test_a_march_to_begin_says_the_dice_of_its_allowance_and_how_tired_it_leaves_the_unit(lay: Lay) -> None:
    board = lay(usa_barnes=("S3203", {"fatigue": 2}), usa_ayres="S3203", leaders={"ldr_sykes": "usa_barnes"})
    choices = ActionChoices(board, "union")
    extended = "with a roll on the Extended March Table"
    assert (
        help_of(choices, actions.MarchUnit("usa_barnes"), board)
        == f"Barnes (5, fatigue 2): 1D6 MP; fatigue 3, {extended}"
    )
    assert help_of(choices, actions.MarchUnit("usa_ayres"), board) == "Ayres (5): 1D6 MP; fatigue 1"
    both = actions.ActivateLeader(SYKES, ("usa_ayres", "usa_barnes"))
    assert help_of(choices, both, board) == "1D6+1 MP each; extended march rolls for Barnes"


def test_an_assault_says_whom_it_attacks_and_how_many_may_take_part(lay: Lay) -> None:
    board = lay(usa_barnes="S3203", csa_rodes="S3103", leaders={"ldr_sykes": "usa_barnes"})
    action = actions.Assault(SYKES, "S3103")
    assert action.text(board) == "Sykes assaults Rodes in S3103 (Peach Orchard)"
    text = help_of(ActionChoices(board, "union"), action, board)
    assert text.startswith("Rodes (5): up to")
    assert text.endswith("less a die of Barnes (5)")


def test_a_choice_names_three_units_of_a_stack_in_a_hundred_letters(lay: Lay) -> None:
    state = {"fatigue": 3, "exhausted": True, "disorganized": True, "demoralized": 1, "work": "fort_build"}
    units = {f"csa_{name}": ("S3103", state) for name in ("rodes", "early", "johnson", "hood", "robertson")}
    board = lay(usa_barnes="S3203", marching="usa_barnes", **units)
    for action in (actions.Attack("S3103", "column_of_route"), actions.RetreatNext("csa_robertson")):
        assert len(action.text(board)) <= 100
    assert "Rodes, Early, Johnson and 2 more" in actions.Attack("S3103", "normal").text(board)


def test_a_refusal_speaks_in_words(marching: FieldBoard) -> None:
    refused = march_choices(marching).judge(actions.RetreatNext("csa_rodes"))
    assert str(refused).startswith("retreat next is not a part of a march")
