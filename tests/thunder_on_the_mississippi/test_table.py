"""What lies on the table: boxes instead of a map, the briefing, and the panels. References: test_laws.py."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from attrs import evolve
from tests.thunder_on_the_mississippi.thunder_kit import board, run

import wargame_core
from wargame_core import Match, Sheet
from wargame_core.flow.panels import Panel, Score, SequenceOfPlay, Status, Track
from wargame_gcacw.rules.combat_on_map import whole_percent
from wargame_thunder_on_the_mississippi.game import panels
from wargame_thunder_on_the_mississippi.printed import HIGH, WIDE
from wargame_thunder_on_the_mississippi.rules.combat import chance_of_success, combat_of
from wargame_thunder_on_the_mississippi.rules.operations import Attack, MarchByRoad
from wargame_thunder_on_the_mississippi.rules.random_phase import Reinforced, arrivals

READERS = ("union", "confederate", "spectator")


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return wargame_core.load("thunder_on_the_mississippi").sheet("campaign")


def moments() -> Iterator[Match]:
    """The campaign between bots, at every choice."""
    game = wargame_core.load("thunder_on_the_mississippi")
    match = game.start("campaign", seed=1863)
    players = {seat: game.bot("heuristic", seed=n) for n, seat in enumerate(game.seats)}
    yield match
    for _ in match.iter_play(players):
        if match.waiting_for:
            yield match


def panel(panels: tuple[Panel, ...], title: str) -> Any:
    return next(shown for shown in panels if shown.title == title)


def test_places_and_forts_are_boxes_that_do_not_lie_on_one_another(sheet: Sheet) -> None:
    assert [space.id for space in sheet.spaces[:5]] == ["bridgehead", "jackson", "lines", "vicksburg", "canton"]
    assert len(sheet.spaces) == 9
    for one, other in combinations(sheet.spaces, 2):
        apart = abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])
        assert apart[0] > WIDE or apart[1] > HIGH
    assert all(WIDE / 2 < space.at[0] < sheet.size[0] - WIDE / 2 for space in sheet.spaces)
    assert all(HIGH / 2 < space.at[1] < sheet.size[1] - HIGH / 2 for space in sheet.spaces)


def test_roads_join_boxes_both_ways(sheet: Sheet) -> None:
    links = {space.id: space.links for space in sheet.spaces}
    assert links["jackson"] == ("bridgehead", "canton", "lines")
    assert all(start in links[end] for start, ends in links.items() for end in ends)


def test_the_briefing_says_who_stands_where_and_what_ends_the_game(sheet: Sheet) -> None:
    told = [note.text for note in (*sheet.briefing.situation, *sheet.briefing.how_to_win)]
    assert "Confederate, commanded by Pemberton: Vicksburg garrison (30) in Vicksburg." in told
    assert "Turn 1: April 30 to turn 70: July 8, a day each." in told
    assert any("siege points" in text for text in told)


def test_everybody_has_the_same_panels_all_through_the_campaign() -> None:
    for match in moments():
        mine, *others = (match.view(seat).panels for seat in READERS)
        assert all(other == mine for other in others)
        steps = mine[-1]
        assert isinstance(steps, SequenceOfPlay)
        assert steps.steps[steps.at] == match.cursor[2]


def test_panels_show_the_siege_the_commands_and_what_is_still_to_come() -> None:
    view = wargame_core.load("thunder_on_the_mississippi").start("siege", seed=1).view("spectator")
    points = panel(view.panels, "Siege points")
    assert isinstance(points, Score)
    assert (dict(points.points), dict(points.needed)) == ({"union": 0}, {"union": 9})
    commands = {line.pieces[0]: line for line in panel(view.panels, "Commands").lines}
    assert commands["garrison"].value == "in Vicksburg: 30 of 30 manpower"
    assert commands["garrison"].places == ("vicksburg",)
    due = panel(view.panels, "Reinforcements")
    assert isinstance(due, Status)
    assert due.lines[0].value == "6 for the Army of Relief (Johnston) on turn 21, May 20"
    relief = panel(view.panels, "Army of Relief")
    assert isinstance(relief, Track)
    assert relief.at == 0


def test_a_group_that_joins_a_command_says_where_the_command_stands() -> None:
    here = board("siege", due={"loring": 21})
    came = run(lambda t: arrivals(t, 21), here).first(Reinforced)
    assert (came.place, here.clock.group["loring"].place) == ("canton", "jackson")
    assert came.about(here).to_json() == {"pieces": ["relief"], "to": "canton"}


def test_a_group_put_off_beyond_the_last_turn_is_still_shown() -> None:
    (due,) = panel(panels(board("siege", due={"loring": 75})), "Reinforcements").lines
    assert due.value == "6 for the Army of Relief (Johnston) after the last turn"


def help_of(action: Any, here: Any) -> str:
    text: str = action.help(here)
    return text


def test_a_march_says_its_dice_what_is_left_of_the_road_and_the_fatigue() -> None:
    here = board("siege", heading={"XV": "jackson"}, progress={"XV": 40}, event="heavy_rain")
    assert help_of(MarchByRoad("XV", "jackson"), here) == "1D6+1 MP, -1 by Heavy Rain; 5 to go; fatigue 1"
    here.units["XV"] = evolve(here.units["XV"], fatigue=2)
    assert help_of(MarchByRoad("XV", "bridgehead"), here).endswith(
        "160 to go; fatigue 3, with a roll on the Extended March Table"
    )


def test_combats_say_their_values_and_their_exact_odds() -> None:
    here = board("siege", forts=dict.fromkeys(board("siege").forts, 1))
    for action, combat in (
        (Attack("XV", "garrison", "great_redoubt"), combat_of(here, "XV", "garrison", "assault", "great_redoubt")),
        (Attack("garrison", "XV"), combat_of(here, "garrison", "XV", "march")),
    ):
        assert help_of(action, here).endswith(f"succeeds in {whole_percent(chance_of_success(combat))}")
    assert help_of(Attack("XV", "garrison", "great_redoubt"), here).startswith("value 16 against 45: ")


def test_every_operation_offered_in_a_menu_but_passing_says_more() -> None:
    for match in moments():
        if match.cursor[-1] == "Activation Segment":
            rows = match.view(match.waiting_for[0]).menu()
            assert {row["action"]["kind"] for row in rows if "help" not in row} <= {"pass"}
