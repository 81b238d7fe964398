"""Weather on the 4th of July: mud slows and wears out, fog silences guns and lets infantry come upon cavalry."""

from typing import Any

import pytest
from tests.gcacw_on_the_4th_day.conftest import lay  # noqa: F401  # a fixture

from wargame_core import Game, load
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.book import Book
from wargame_gcacw.printed.counters import LeaderId
from wargame_gcacw.rules.combat_on_map import combat_at
from wargame_gcacw.rules.march import begin_march
from wargame_gcacw.rules.movement_costs import march_reach
from wargame_gcacw.rules.retreats import hexes_to_ask
from wargame_house_rules.weather import FOG_ENDS_AT, morning, mud_at_evening
from wargame_laws import drive, first, laws

GAME = "gcacw_on_the_4th_day+weather"
CLEAR = {"ground": "dry", "morning": "clear"}
MUD, FOG = {"ground": "mud", "morning": "clear"}, {"ground": "dry", "morning": "fog"}

test_laws = pytest.mark.thorough(laws(GAME, scenario="lees_retreat", seeds=range(100), budget=30))


@pytest.fixture(scope="session")
def game() -> Game:
    return load(GAME)


@pytest.fixture(scope="session")
def book(game: Game) -> Book:
    printed: Book = game.rules.printed["book"]
    return printed


@pytest.mark.parametrize(("hex", "dry", "muddy"), [("S3202", 2, 2), ("S3302", 2, 3), ("S3102", 6, 7)])
def test_mud_slows_every_step_off_the_pikes(lay: Any, hex: str, dry: int, muddy: int) -> None:  # noqa: F811
    for counters, cost in ((CLEAR, dry), (MUD, muddy), (FOG, dry)):
        board: FieldBoard = lay(csa_rodes="S3201", counters=counters)
        assert march_reach(board, "csa_rodes", 8).cost(board.ground.map.parse(hex)) == cost


@pytest.mark.parametrize(("counters", "result"), [(CLEAR, "NE"), (MUD, "D")])
def test_mud_wears_out_who_marches_too_far(lay: Any, counters: dict[str, str], result: str) -> None:  # noqa: F811
    state = {"fatigue": 2, "exhausted": True}
    board = lay(usa_crawford=("S3302", state), counters=counters, marching="usa_crawford")
    board.march = None
    told = drive(lambda t: begin_march(t, "usa_crawford"), board, 3, rest=first)
    assert [event.result for event in told if event.kind == "extended_marched"] == [result]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("counters", "initiatives", "foggy"), [(CLEAR, 1, False), (FOG, FOG_ENDS_AT - 1, True), (FOG, FOG_ENDS_AT, False)]
)
def test_in_fog_no_guns_fire_and_no_cavalry_gives_way_until_it_lifts(
    lay: Any,  # noqa: F811
    counters: dict[str, str],
    initiatives: int,
    foggy: bool,
) -> None:
    board: FieldBoard = lay(
        usa_crawford="S3302", csa_robertson="S3202", counters=counters, initiatives=initiatives, csa_rodes="S3401"
    )
    assert bool(hexes_to_ask(board, "usa_crawford")) is not foggy
    combat = combat_at(board, ("usa_crawford",), board.ground.map.parse("S3401"), how="normal")
    assert (combat.defender_guns == 0) is foggy


@pytest.mark.parametrize(
    ("ground", "die", "sky"), [("dry", 2, "fog"), ("dry", 3, "clear"), ("mud", 3, "fog"), ("mud", 4, "clear")]
)
def test_each_morning_a_die_says_whether_there_is_fog(lay: Any, ground: str, die: int, sky: str) -> None:  # noqa: F811
    board = lay(csa_rodes="S3201", counters={"ground": ground, "morning": "clear"})
    drive(morning, board, die)
    assert board.counters == {"ground": ground, "morning": sky}


@pytest.mark.parametrize(("rain", "ground"), [(True, "mud"), (False, "dry")])
def test_rain_leaves_mud_behind(lay: Any, rain: bool, ground: str) -> None:  # noqa: F811
    board = lay(csa_rodes="S3201", rain=rain, counters={"ground": "mud", "morning": "fog"})
    drive(mud_at_evening, board)
    assert board.counters["ground"] == ground


def test_bots_play_whole_games_under_it_and_its_state_is_shown(game: Game) -> None:
    match = game.start("the_battle_continues", seed=3)
    match.play_out({seat: game.bot("heuristic", seed=1) for seat in game.seats})
    assert match.board.counters["ground"] == "mud"
    assert any("The morning:" in line for line in match.view("union").log)
    assert LeaderId("ldr_lee") in match.board.leader_with  # type: ignore[attr-defined]
