"""Lines of communication and victory on the real map: the document's own examples, then every reduction and bar."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from tests.gcacw_on_the_4th_day.conftest import Lay

from wargame_core import Game, UnknownName
from wargame_core.maps.masks import bits, flood
from wargame_gcacw.board.action_events import ExtendedMarched, ManpowerLost
from wargame_gcacw.board.board import FieldBoard, UnitState
from wargame_gcacw.printed.book import Book
from wargame_gcacw.printed.counters import SIDES
from wargame_gcacw.rules.lines_of_communication import Line, LinePoints, line_of_communication, screened_mask
from wargame_gcacw.rules.victory_points import lines, outcome, score, victory_level
from wargame_gcacw.table import line_of_a_unit
from wargame_pictures.text_board import Tabletop, draw_map

NINE = ("rodes", "early", "johnson", "heth", "pender", "anderson", "hood", "mclaws", "pickett")


def line(board: FieldBoard, unit: str) -> Line:
    (rule,) = (one for one in board.scenario.victory if isinstance(one, LinePoints))
    return line_of_communication(board, rule, unit)


def cuts(found: Line) -> Mapping[str, Fraction]:
    return {part.label: part.points for part in found.parts[1:]}


# the document's examples


def test_the_printed_example_counts_six(lay: Any) -> None:
    cavalry = {"usa_devin": ("S1707", {"manpower": 1}), "usa_gamble": ("S1707", {"manpower": 1})}
    found = line(lay(csa_heth="S2505", csa_hood="S1907", **cavalry), "csa_heth")
    assert found.points == 6
    assert cuts(found) == {"Devin on the line": -1, "Gamble on the line": -1, "not on a pike": -2}
    assert "S1708" in found.path
    assert not any(hex.startswith("N") for hex in found.path)


def test_without_the_infantry_in_s1907_the_example_goes_round_by_the_north(lay: Any) -> None:
    found = line(lay(csa_heth="S2505", usa_devin="S1707"), "csa_heth")
    assert found.points == 0
    assert cuts(found) == {"the line must go far north": -8, "not on a pike": -2}


def test_infantry_in_s1907_screens_cavalry_in_s1707(lay: Any) -> None:
    board = lay(csa_hood="S1907")
    assert screened_mask(board, "confederate", 3) >> board.ground.map.parse("S1707") & 1


def test_s1907_to_s1707_is_exactly_three_hexes(lay: Any) -> None:
    board = lay(csa_hood="S1907")
    assert not screened_mask(board, "confederate", 2) >> board.ground.map.parse("S1707") & 1


def test_half_a_point_on_nine_lines_makes_four_and_a_half_and_the_total_is_rounded_down(lay: Any) -> None:
    half = {"usa_devin": ("S1707", {"manpower": 1, "disorganized": True})}
    board = lay(**{f"csa_{name}": "S1907" for name in NINE}, **half, lost_manpower={"confederate:combat:infantry": 2})
    ledger = score(board)
    own = [one for one in ledger.lines if one.unit]
    assert [one.points for one in own] == [Fraction(19, 2)] * 9
    assert sum(part.points for one in own for part in one.parts if part.points < 0) == Fraction(-9, 2)
    assert ledger.exact == Fraction(163, 2)
    assert ledger.total == 81
    assert outcome(board).level == "Confederate Marginal Victory"
    assert "81 (81 1/2 rounded down)" in str(ledger)


def test_the_train_of_the_printed_example_loses_22(lay: Any) -> None:
    board = lay(csa_sub1=("N0929", {"manpower": 2}))
    before = score(board).total
    ExtendedMarched("csa_sub1", 5, "D").apply(board)
    ExtendedMarched("csa_sub1", 6, "1").apply(board)
    ManpowerLost("csa_sub1", 1, "extended_march", 1).apply(board)
    ManpowerLost("csa_sub1", 1, "combat", 0).apply(board)
    assert before == 10
    assert score(board).total == -22


# what a line counts


def test_a_unit_on_the_pike_in_the_south_counts_ten(lay: Any) -> None:
    found = line(lay(csa_heth="S2107"), "csa_heth")
    assert found.points == 10
    assert found.path[0] == "S2007"
    assert found.path[-1][3:] == "17"


@pytest.mark.parametrize(("unit", "points"), [("csa_heth", 2), ("csa_sub1", 10)])
def test_infantry_pays_for_the_north_map_and_trains_do_not(lay: Any, unit: str, points: int) -> None:
    found = line(lay(**{unit: "N1931"}), unit)
    assert found.points == points
    assert any(hex.startswith("N") for hex in found.path)


def test_a_hex_of_the_seam_that_is_numbered_n_is_on_the_north_map_and_by_option_not(lay: Any) -> None:
    by_whole_rows = line(lay(csa_heth="S1601", options={"seam": "south"}), "csa_heth")
    assert [hex for hex in by_whole_rows.path if hex.startswith("N")] == ["N1534"]
    assert cuts(by_whole_rows) == {"not on a pike": -2}
    for options in ({}, {"seam": "north"}):
        found = line(lay(csa_heth="S1601", options=options), "csa_heth")
        assert cuts(found) == {"the line must go far north": -8, "not on a pike": -2}
        for hex, far in (("N2134", True), ("S2201", False), ("S2401", True)):
            train = line(lay(csa_sub1=hex, options=options), "csa_sub1")
            assert train.blocked or ("too far east" in cuts(train)) == far, hex


def test_the_seam_is_worth_two_points_at_the_set_up(game: Game) -> None:
    points = {}
    for seam in ("north", "south"):
        match = game.start("lees_retreat", seed=1, options={"seam": seam})
        points[seam] = {one.unit: one.points for one in lines(match.board)}
    assert {unit for unit in points["north"] if points["north"][unit] != points["south"][unit]} == {"csa_johnson"}
    assert (points["north"]["csa_johnson"], points["south"]["csa_johnson"]) == (Fraction(0), Fraction(2))


@pytest.mark.parametrize(("hex", "far"), [("N2030", True), ("N1931", False), ("S2107", False), ("S2405", True)])
def test_a_train_is_too_far_east_from_column_20_in_the_north_and_23_in_the_south(lay: Any, hex: str, far: bool) -> None:
    found = line(lay(csa_sub1=hex), "csa_sub1")
    assert not found.blocked
    assert ("too far east" in cuts(found)) == far


@pytest.mark.parametrize(("hex", "far"), [("S2504", False), ("S2603", True), ("N2532", False), ("N2631", True)])
def test_infantry_is_too_far_east_from_column_26(lay: Any, hex: str, far: bool) -> None:
    assert (cuts(line(lay(csa_heth=hex), "csa_heth")).get("too far east") == -6) == far


@pytest.mark.parametrize(("unit", "cut"), [("csa_heth", -4), ("csa_sub3", -6)])
def test_a_union_zone_costs_the_same_however_many_enemies_there_are(lay: Any, unit: str, cut: int) -> None:
    for enemies in (("usa_barnes",), ("usa_barnes", "usa_ayres", "usa_devin")):
        found = line(lay(**{unit: "S2404"}, **dict.fromkeys(enemies, "S2504")), unit)
        assert cuts(found)["in a Union zone of control"] == cut


def test_the_screened_cavalry_that_a_unit_stands_beside_costs_both(lay: Any) -> None:
    found = line(lay(csa_heth="S1907", usa_devin=("S1708", {"manpower": 3})), "csa_heth")
    assert cuts(found)["Devin on the line"] == -3


# what bars a line


@pytest.mark.parametrize("hex", ["S1707", "S1708"])
def test_infantry_on_the_pike_bars_it(lay: Any, hex: str) -> None:
    board = lay(csa_heth="S2107", csa_hood="S1907", usa_barnes=hex, usa_ayres="N1931")
    found = line(board, "csa_heth")
    assert found.blocked
    assert "Barnes" in str(found.why)
    assert score(board).total == 0


def test_cavalry_without_infantry_near_bars_the_line_of_every_unit(lay: Any) -> None:
    board = lay(csa_heth="S2404", csa_sub1="S2307", usa_devin="S1707", usa_gamble="N1931")
    assert [one.blocked for one in lines(board)] == [True, True]
    assert "Devin in S1707" in str(line(board, "csa_heth").why)


def test_a_unit_inside_the_closed_columns_may_begin_outside_them(lay: Any) -> None:
    assert line(lay(csa_heth="S3202"), "csa_heth").points == 4
    assert line(lay(csa_heth="S3402"), "csa_heth").blocked


def test_variant_b_counts_no_lines(lay: Any) -> None:
    assert lines(lay("the_battle_continues", csa_heth="S2107")) == ()


# whole scores


@pytest.mark.parametrize(
    ("scenario", "rows"),
    [
        ("lees_retreat", {105: "Confederate Decisive", 104: "Confederate Substantive", 93: "Confederate Substantive",
                          92: "Confederate Marginal", 81: "Confederate Marginal", 80: "Union Marginal",
                          69: "Union Marginal", 68: "Union Substantive", 57: "Union Substantive",
                          56: "Union Decisive", -9: "Union Decisive"}),
        ("the_battle_continues", {51: "Confederate Decisive", 50: "Confederate Substantive",
                                  46: "Confederate Substantive", 45: "Confederate Marginal",
                                  41: "Confederate Marginal", 40: "Union Marginal", 36: "Union Marginal",
                                  35: "Union Substantive", 31: "Union Substantive", 30: "Union Decisive"}),
    ],
)  # fmt: skip
def test_the_victory_tables_are_those_printed(book: Book, scenario: str, rows: dict[int, str]) -> None:
    for points, title in rows.items():
        level = victory_level(book.scenarios[scenario], points)
        assert level.title == f"{title} Victory"
        assert level.winner == title.split()[0].lower()


def test_variant_b_begins_with_the_objectives_the_confederates_hold(game: Any) -> None:
    board = game.start("the_battle_continues", seed=1).board
    held = [one.label for one in score(board).lines if one.points]
    assert score(board).total == 30
    assert [one.split()[2] for one in held] == ["S3201", "S3102", "S3103", "N3334", "S3401"]


@pytest.mark.parametrize("side", SIDES)
def test_losses_count_double_in_variant_a_and_once_in_variant_b(lay: Any, side: str) -> None:
    sign = 1 if side == "union" else -1
    lost = {f"{side}:combat:infantry": 3, f"{side}:force_march:infantry": 4}
    assert score(lay("lees_retreat", lost_manpower=lost)).total == sign * 10
    assert score(lay("the_battle_continues", lost_manpower=lost)).total == sign * 3


def test_at_most_three_exited_brigades_count(lay: Any) -> None:
    left = {"usa_devin": 4, "usa_gamble": 3, "usa_merritt": 2, "usa_custer": 2}
    assert score(lay("lees_retreat", exited_units=left)).total == -6


def test_who_was_driven_off_the_map_counts_as_no_exit(lay: Any) -> None:
    left = {"usa_devin": 4, "usa_gamble": 3}
    assert score(lay("lees_retreat", exited_units=left, driven_off={"usa_gamble"})).total == -2


def test_every_line_of_the_set_up_runs_over_ways_from_beside_its_unit_to_row_17(game: Any) -> None:
    board = game.start("lees_retreat", seed=1).board
    ground = board.ground
    found = lines(board)
    assert len(found) == 12
    for one in found:
        spaces = [ground.map.parse(hex) for hex in one.path]
        assert spaces[0] in ground.steps[0][board.units[one.unit].space]
        assert all(ground.way(a, b) in ("pike", "road") for a, b in pairwise(spaces))
        assert one.path[-1] in {f"S{column:02}17" for column in range(1, 12)}
        enemies = set(bits(board.mask("union", "infantry", "artillery")))
        assert not enemies & set(spaces)
        assert sum(part.points for part in one.parts) == one.points


@pytest.fixture
def set_up(game: Game) -> FieldBoard:
    board = game.start(scenario="lees_retreat", seed=1).board
    assert isinstance(board, FieldBoard)
    return board


def far_brigades(board: FieldBoard) -> Iterator[tuple[str, int]]:
    """Every hex that a Union brigade can hold, with the number of lines it cuts there."""
    for space in range(board.ground.map.size):
        if board.holding_side(space) != "confederate":
            laid = board.copy()
            laid.put("usa_huey", UnitState(space, 2))
            yield board.ground.name(space), sum(one.blocked for one in lines(laid))


def test_no_single_hex_cuts_more_than_two_lines_at_set_up(set_up: FieldBoard) -> None:
    cut = dict(far_brigades(set_up))
    assert len(cut) > 1200
    assert {hex: count for hex, count in cut.items() if count > 2} == {}
    assert any(cut.values())


@pytest.mark.parametrize("hex", ["S0613", "S0614", "S0615", "S0713", "S0714", "S0715"])
def test_a_brigade_at_hagerstown_cuts_no_line_at_set_up(set_up: FieldBoard, hex: str) -> None:
    set_up.put("usa_huey", UnitState(set_up.ground.map.parse(hex), 2))
    assert [one.unit for one in lines(set_up) if one.blocked] == []


@pytest.mark.parametrize(
    ("start", "goal"), [("S1213", "S1117"), ("S0116", "S0117"), ("S0116", "S0417"), ("S0116", "S0317")]
)
def test_the_roads_south_from_the_valley_reach_the_goals_of_the_text_without_hagerstown(
    book: Book, start: str, goal: str
) -> None:
    ground = book.ground
    ways = ground.map.passage(links_only=True, kinds=frozenset({"road", "pike"}))
    hagerstown = ground.map.parse("S0714")
    free = ground.map.all & ~(ground.zone[hagerstown] | 1 << hagerstown)
    reached = sum(flood(ways, 1 << ground.map.parse(start), ground.map.size, free))
    assert reached >> ground.map.parse(goal) & 1


@pytest.fixture(scope="module")
def table(game: Game) -> Tabletop:
    return Tabletop(game, game.sheet(), game.start(seed=3).view("confederate"))


def board_of(table: Tabletop) -> FieldBoard:
    assert isinstance(table.board, FieldBoard)
    return table.board


def test_a_line_is_told_hex_by_hex_with_what_it_counts(table: Tabletop) -> None:
    board = board_of(table)
    told = list(line_of_a_unit(board, "confederate", "Rodes (10, exhausted)"))
    (line,) = [line for line in lines(board) if line.unit == "csa_rodes"]
    assert (
        told[0] == f"Rodes (10, exhausted) in N3134 (Lutheran Seminary): {len(line.path)} hexes, {line.points} points"
    )
    assert all(name in told[1] for name in line.path)
    assert told[2] == "  +10 line of communication"
    assert told[-1] == "[On the 4th Day Victory Conditions, Line of Communication]"


def test_without_a_name_every_line_is_told_in_short(table: Tabletop) -> None:
    board = board_of(table)
    assert len(list(line_of_a_unit(board, "confederate", ""))) == len(lines(board)) + 1


def test_a_blocked_line_says_who_bars_it(lay: Lay) -> None:
    board = lay(csa_heth="S2107", csa_hood="S1907", usa_barnes="S1707", usa_ayres="N1931")
    told = list(line_of_a_unit(board, "confederate", "Heth"))
    assert told[0] == "Heth (5) in S2107 (Monterey Gap): no line of communication"
    assert "Barnes in S1707" in told[1]


def test_a_unit_that_counts_no_line_is_refused_with_those_that_do(table: Tabletop) -> None:
    with pytest.raises(UnknownName, match="Hood"):
        list(line_of_a_unit(board_of(table), "confederate", "Sykes"))


def test_a_unit_is_found_as_the_menu_writes_it(table: Tabletop) -> None:
    assert [thing.id for thing in table.find("Heth (10, fatigue 1, exhausted, disorganized) in S3102")] == ["csa_heth"]


def test_pikes_creeks_and_leaders_are_on_the_map(table: Tabletop) -> None:
    drawn = draw_map(table, ["S3203"], size=(79, 26))
    assert drawn is not None
    text = "".join(text for line in drawn.lines for text, _ in line)
    assert all(sign in text for sign in ("║", "⫽", "~~~", "Ci10*+2", "S3104"))
    assert any("with Lee and Hill" in paragraph for paragraph in drawn.paragraphs)
