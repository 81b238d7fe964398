"""What lies on the table: the sheet with its briefing, and the panels. References: test_laws.py."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from attrs import evolve
from tests.gcacw_on_the_4th_day.conftest import Lay

import wargame_core
from wargame_core import Game, Match, Sheet
from wargame_core.flow.panels import Score, SequenceOfPlay, Status, Track
from wargame_gcacw.rules.lines_of_communication import LinePoints, LineSearch, lines_of_communication
from wargame_gcacw.rules.victory_points import score
from wargame_gcacw.table import panels

SCENARIOS = ("lees_retreat", "the_battle_continues")
READERS = ("union", "confederate", "spectator")
STEPS = {
    "Leader transfer": "Leader transfer",
    "Choose an action": "Choose an action",
    "Begin a march": "March",
    "March on": "March",
    "Recovery": "Recovery",
}
"""The step that the panel shows, by the last label of the cursor."""


@cache
def sheet_of(scenario: str) -> Sheet:
    return wargame_core.load("gcacw_on_the_4th_day").sheet(scenario)


def moments(scenario: str) -> Iterator[Match]:
    """A game between bots, at every fifth choice and at its end; the quick variant is played by bots that think."""
    game = wargame_core.load("gcacw_on_the_4th_day")
    match = game.start(scenario, seed=1863)
    bot = "heuristic" if scenario == "lees_retreat" else "random"
    players = {seat: game.bot(bot, seed=n) for n, seat in enumerate(game.seats)}
    for number, _ in enumerate(match.iter_play(players)):
        if number % 5 == 0:
            yield match
    yield match


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_has_the_same_panels_with_the_points_and_the_step_of_the_moment(scenario: str) -> None:
    for match in moments(scenario):
        mine, *others = (match.view(seat).panels for seat in READERS)
        assert all(panel == mine for panel in others)
        points = next(panel for panel in mine if isinstance(panel, Score))
        assert dict(points.points) == {"confederate": score(match).total}
        assert sum(line.points for line in points.ledger) == score(match).exact
        step = next(panel for panel in mine if isinstance(panel, SequenceOfPlay))
        shown = None if step.at < 0 else step.steps[step.at]
        assert shown == (STEPS[match.cursor[-1]] if match.cursor else None)


def test_a_line_of_communication_shows_its_reductions_and_its_way(lay: Lay) -> None:
    board = lay(csa_sub1="N2532", csa_rodes="S2004")
    shown = {panel.title: panel for panel in panels(board) if isinstance(panel, Status)}
    lines = {line.name: line for line in shown["Lines of communication"].lines}
    train = lines["Sub-1 (wagon train)"]
    assert train.value == "+2 points (-8 too far east (in N2532))"
    assert train.pieces == ("csa_sub1",)
    assert train.places[-1] == "S1117"


def test_the_status_tells_the_march_under_way(lay: Lay) -> None:
    board = lay(csa_rodes="S2004", marching="csa_rodes", points=3.5)
    status = next(panel for panel in panels(board) if isinstance(panel, Status))
    marching = next(line for line in status.lines if line.name == "marching")
    assert (marching.value, marching.places) == ("Rodes, 3 1/2 of 3 1/2 MP left", ("S2004",))


def test_losses_are_told_by_side_and_cause(lay: Lay) -> None:
    board = lay(
        csa_rodes="S2004",
        lost_manpower={"union:combat:infantry": 3, "union:force_march:cavalry": 1},
        eliminated_units=("usa_huey",),
    )
    losses = next(panel for panel in panels(board) if isinstance(panel, Status) and panel.title == "Losses")
    assert [(line.name, line.value) for line in losses.lines] == [
        ("Union manpower lost", "4: 3 in combat, 1 by a force march"),
        ("Union units eliminated", "Huey"),
    ]


def test_the_turn_track_says_what_each_turn_brings(lay: Lay) -> None:
    track = next(panel for panel in panels(lay(csa_rodes="S2004")) if isinstance(panel, Track))
    assert (track.at, track.boxes) == (0, ("July 4, 1863", "July 5, 1863"))
    assert dict(track.notes) == {
        0: "tied initiative roll 5 brings rain; a second action cycle at night",
        1: "rain all turn",
    }


def test_the_sheet_has_every_counter_of_its_scenario_and_no_other(game: Game) -> None:
    board: Any = game.start("the_battle_continues", seed=1).board
    assert {piece.id for piece in sheet_of("the_battle_continues").pieces} == {*board.units, *board.leader_with}
    rodes = next(piece for piece in sheet_of("lees_retreat").pieces if piece.id == "csa_rodes")
    assert rodes.facts == {"manpower": "10", "tactical": "3", "artillery": "2", "command": "II"}


def test_the_sheet_has_the_charts_the_sides_and_the_turns() -> None:
    sheet = sheet_of("lees_retreat")
    assert [(side.letter, side.commander) for side in sheet.sides] == [("U", "Meade"), ("C", "Lee")]
    assert all(aid.text and aid.cite for aid in sheet.aids)
    assert [track.boxes for track in sheet.tracks] == [("July 4, 1863", "July 5, 1863")]
    assert len(sheet.spaces) == 1288
    assert json.loads(json.dumps(sheet.to_json())) == sheet.to_json()


def test_the_briefing_tells_every_rule_and_condition_of_the_data(game: Game) -> None:
    for scenario in SCENARIOS:
        board: Any = game.start(scenario, seed=1).board
        told = sheet_of(scenario).briefing
        conditions = sum(len(list(condition.says(board))) for condition in board.scenario.victory)
        assert all(len(list(row.says(board))) for row in (*board.scenario.victory, *board.scenario.rules))
        assert len(told.how_to_win) == 1 + len(board.scenario.levels) + conditions
        assert all(note.cite for note in (*told.how_to_win, *told.special_rules))
    assert sheet_of("the_battle_continues").briefing.begins == "Union"
    assert sheet_of("lees_retreat").briefing.begins == ""


def test_the_briefing_names_the_options_chosen(game: Game) -> None:
    plain = {note.text for note in sheet_of("lees_retreat").briefing.special_rules}
    optional = game.sheet("lees_retreat", options={"tired_march": "yes", "refuse_flanks": "yes", "entrench": "no"})
    assert {note.text for note in optional.briefing.special_rules} - plain == {
        "Organized units at fatigue 4 may march, and are disorganized.",
        "Stacks in an enemy zone of control may refuse their flanks.",
        "Infantry that rests does not dig.",
    }


def test_points_that_a_book_remembers_are_those_of_the_board(game: Game) -> None:
    match = game.start("the_battle_continues", seed=3)
    players = {seat: game.bot("heuristic", seed=2) for seat in game.seats}
    told = []
    for update in islice(match.iter_play(players), 60):
        assert update.entries
        board: Any = match.board
        kept = panels(board)
        assert panels(evolve(board, book=evolve(board.book))) == kept
        told.append(kept[0])
    assert len({str(score) for score in told}) > 2


def test_a_line_holds_while_what_it_meets_is_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    board: Any = game.start("lees_retreat", seed=3).board
    (rule,) = board.scenario.victory_of(LinePoints)
    traced = [line.unit for line in lines_of_communication(board, rule) if not line.blocked]
    barring = next(board.of("union", "infantry"))
    board.change(barring, manpower=board.units[barring].manpower - 1)
    monkeypatch.setattr(LineSearch, "best", lambda search, units: pytest.fail(f"{units} are traced anew"))
    assert traced
    assert [line.unit for line in lines_of_communication(board, rule, traced)] == traced


def test_the_briefing_names_every_limit_of_a_line_of_communication() -> None:
    told = " ".join(note.text for note in sheet_of("lees_retreat").briefing.how_to_win)
    for place in ("N0128", "S0118", "S3202", "S0117 - S1117", "N0133", "S2302", "N2033", "S2601", "mountain"):
        assert place in told
