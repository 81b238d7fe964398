"""Recovery and entrenchment: sections 8 and 9 of the rules."""

from typing import Any

import pytest

from wargame_gcacw.board.actions import Done, Entrench
from wargame_gcacw.printed.counters import Digging
from wargame_gcacw.rules.action_cycle import ActionChoices, choose_action
from wargame_gcacw.rules.sequence import may_entrench, recovery
from wargame_laws import drive


@pytest.mark.parametrize(("fatigue", "after"), [(0, (0, False)), (2, (0, False)), (3, (0, True)), (4, (1, True))])
def test_fatigue_falls_by_three_and_tired_units_end_exhausted(lay: Any, fatigue: int, after: Any) -> None:
    board = lay(csa_jones=("S2504", {"fatigue": fatigue, "exhausted": True}))
    drive(recovery, board)
    now = board.units["csa_jones"]
    assert (now.fatigue, now.exhausted) == after


@pytest.mark.parametrize(("fatigue", "recovers"), [(2, True), (3, False)])
def test_order_and_spirit_return_only_to_units_that_are_not_too_tired(lay: Any, fatigue: int, recovers: bool) -> None:
    board = lay(csa_jones=("S2504", {"fatigue": fatigue, "disorganized": True, "demoralized": 2}))
    drive(recovery, board)
    now = board.units["csa_jones"]
    assert now.disorganized == (not recovers)
    assert now.demoralized == (1 if recovers else 2)


def test_rested_infantry_takes_breastworks_and_then_improves_them(lay: Any) -> None:
    board = lay(csa_hood="S3103", usa_wright=("S3304", {"work": "breastworks"}))
    drive(recovery, board, Entrench("usa_wright"), Entrench("csa_hood"), by=("union", "confederate"))
    assert board.units["usa_wright"].work == "fort_build"
    assert board.units["csa_hood"].work == "breastworks"


def test_nobody_need_dig_and_without_the_option_nobody_can(lay: Any) -> None:
    board = lay(csa_hood="S3103", usa_wright="S3304")
    drive(recovery, board, Done(), Done(), by=("union", "confederate"))
    assert {now.work for now in board.units.values()} == {""}
    drive(recovery, lay(csa_hood="S3103", digging=Digging.NO))


def test_cavalry_tired_units_units_that_marched_and_finished_forts_dig_no_more(lay: Any) -> None:
    board = lay(csa_jones="S2504", csa_hood=("S3103", {"fatigue": 3}), csa_heth="S3102", left_hex={"csa_heth"})
    board.put("csa_pender", board.units["csa_heth"].__class__(0, 5, work="fort"))
    assert [unit_id for unit_id in board.units if may_entrench(board, unit_id)] == []


def test_by_the_option_infantry_digs_in_by_an_action_for_a_level_of_fatigue_once_a_turn(lay: Any) -> None:
    board = lay(csa_hood=("S3103", {"fatigue": 1}), usa_wright="S3304", digging=Digging.ACTION, active="confederate")
    drive(choose_action, board, Entrench("csa_hood"), by=("confederate",))
    now = board.units["csa_hood"]
    assert (now.work, now.fatigue, board.dug) == ("breastworks", 2, {"csa_hood"})
    verdict = ActionChoices(board, "confederate").judge(Entrench("csa_hood"))
    assert verdict.codes == ("dug",)
    drive(recovery, board)  # and nobody is asked again
    assert board.units["csa_hood"].work == "breastworks"


@pytest.mark.parametrize(
    ("unit", "state", "more", "code"),
    [
        ("csa_hood", {"fatigue": 4}, {}, "tired_out"),
        ("csa_hood", {"work": "fort"}, {}, "works_done"),
        ("csa_hood", {}, {"night": True}, "night"),
        ("csa_jones", {}, {}, "only_infantry"),
        ("usa_wright", {}, {}, "no_unit"),
        ("csa_heth", {}, {}, "no_unit"),
    ],
)
def test_who_may_not_dig_in_by_an_action_is_told_why(lay: Any, unit: str, state: Any, more: Any, code: str) -> None:
    pieces = {"csa_hood": ("S3103", state), "csa_jones": "S2504", "usa_wright": "S3304"}
    board = lay(**pieces, digging=Digging.ACTION, active="confederate", **more)
    choices = ActionChoices(board, "confederate")
    assert choices.judge(Entrench(unit)).codes == (code,)
    assert Entrench(unit) not in choices.entrenchments


def test_where_infantry_digs_in_recovery_it_is_no_action(lay: Any) -> None:
    choices = ActionChoices(lay(csa_hood="S3103", usa_wright="S3304", active="confederate"), "confederate")
    assert choices.entrenchments == ()
    assert choices.judge(Entrench("csa_hood")).codes == ("not_offered",)
