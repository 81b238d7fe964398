"""Victory points line by line, the victory table, and the end of the game."""

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.gcacw.standard.field_kit import field, happened

from wargame_core import DataError, WargameError
from wargame_core.authoring import GameEnded, Procedure, Ruling, Table
from wargame_core.data import Problems, read_toml, structure
from wargame_core.flow.codec import strict_converter
from wargame_gcacw.board.action_events import ExtendedMarched, ManpowerLost
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.printed.book import Level, LossCause, Reduction
from wargame_gcacw.rules.points_ledger import Item, Ledger, LedgerLine, signed_points
from wargame_gcacw.rules.special_rules import ControlPoints, ManpowerPoints, VictoryCondition
from wargame_gcacw.rules.victory_points import VictoryCounted, count_victory_points, outcome, score, victory_level
from wargame_gcacw.table import in_words
from wargame_gcacw_on_the_4th_day.rules import ExitPoints, TrainPoints
from wargame_laws import drive
from wargame_laws.laws_of_choices import flaw_of_ruling

TRAINS = TrainPoints("confederate", retreat_hex=-4, extended_march=-6, eliminated=-20, most=20)
BATTLE: tuple[LossCause, ...] = ("combat", "retreat", "cavalry_retreat")
UNION_LOST = ManpowerPoints("union", BATTLE, 2)
OURS_LOST = ManpowerPoints("confederate", BATTLE, -2)
MARCH_LOST = ManpowerPoints("confederate", ("extended_march",), -1, ("wagon",))
LEVELS = (
    Level("union", "Union Victory"),
    Level("confederate", "Confederate Marginal Victory", 81),
    Level("confederate", "Confederate Decisive Victory", 105),
)


def scored(*victory: VictoryCondition, units: tuple[str, ...] = (), **changes: Any) -> FieldBoard:
    board = field(*units, victory=victory, **changes)
    scenario = evolve(board.scenario, levels=LEVELS)
    board.book = evolve(board.book, scenarios={"test": scenario})
    return board


def half(points: str) -> Ledger:
    """A ledger with one line of so many points."""
    return Ledger("Confederate victory points", (LedgerLine(Fraction(points), "everything"),))


# control


@pytest.mark.parametrize(
    ("control", "points", "because"),
    [({40: "confederate"}, 10, ""), ({40: "union"}, 0, "held by the Union side"), ({}, 0, "held by nobody")],
)
def test_an_objective_counts_for_the_side_that_scores(control: dict[int, str], points: int, because: str) -> None:
    board = scored(ControlPoints("0505", 10), control=control)
    assert board.ground.name(40) == "0505"
    (line,) = score(board).lines
    assert line.points == points
    assert line.because == because


# manpower


def test_manpower_counts_by_side_and_cause() -> None:
    lost = {"union:combat:infantry": 3, "union:retreat:cavalry": 1, "union:extended_march:infantry": 9}
    (line,) = score(scored(UNION_LOST, lost_manpower=lost)).lines
    assert line.points == 8
    assert [str(part) for part in line.parts] == ["+6 3 lost in combat (+2 each)", "+2 1 lost in retreat (+2 each)"]
    assert in_words(line).endswith("(+6: 3 lost in combat, +2 each; +2: 1 lost in retreat, +2 each)")


def test_the_other_side_s_losses_do_not_count() -> None:
    assert score(scored(UNION_LOST, lost_manpower={"confederate:combat:infantry": 3})).total == 0


def test_arms_may_be_left_out() -> None:
    lost = {"confederate:extended_march:infantry": 2, "confederate:extended_march:wagon": 1}
    assert score(scored(MARCH_LOST, lost_manpower=lost)).total == -2


# exits


@pytest.mark.parametrize(("left", "points"), [(0, 0), (1, -2), (3, -6), (4, -6)])
def test_units_that_left_the_map_count_up_to_a_number(left: int, points: int) -> None:
    units = tuple(f"c{n} union cavalry 0{n + 1}05 2" for n in range(4))
    board = scored(ExitPoints("union", -2, 3), units=units, exited_units={f"c{n}": 2 for n in range(left)})
    (line,) = score(board).lines
    assert line.points == points
    assert line.because == ("4 left, at most 3 count" if left == 4 else "")


# trains


def test_the_train_of_the_printed_example_loses_22() -> None:
    board = scored(TRAINS, OURS_LOST, MARCH_LOST, units=("sub confederate wagon 0505 2",))
    ExtendedMarched("sub", 5, "D").apply(board)
    ExtendedMarched("sub", 6, "1").apply(board)
    ManpowerLost("sub", 1, "extended_march", 1).apply(board)
    ManpowerLost("sub", 1, "combat", 0).apply(board)
    assert board.eliminated_units == ("sub",)
    ledger = score(board)
    assert [line.points for line in ledger.lines] == [-20, -2, 0]
    assert ledger.total == -22
    train = ledger.lines[0]
    assert [part.points for part in train.parts] == [-12, -20, 12]


@pytest.mark.parametrize(
    ("marches", "hexes", "gone", "points"),
    [
        (0, 0, False, 0),
        (1, 0, False, -6),
        (2, 1, False, -16),
        (0, 5, False, -20),
        (2, 3, False, -20),
        (0, 0, True, -20),
    ],
)
def test_mishaps_of_a_train_add_up_to_twenty_at_most(marches: int, hexes: int, gone: bool, points: int) -> None:
    board = scored(TRAINS, units=("sub confederate wagon 0505 2",))
    board.train_marches, board.train_retreats = {"sub": marches}, {"sub": hexes}
    if gone:
        board.remove("sub")
        board.eliminated_units = ("sub",)
    (line,) = score(board).lines
    assert line.points == points
    assert sum(part.points for part in line.parts) == points


def test_mishaps_one_point_beyond_the_limit_are_cut_to_it() -> None:
    rule = TrainPoints("confederate", retreat_hex=-4, extended_march=-6, eliminated=-20, most=19)
    board = scored(rule, units=("sub confederate wagon 0505 2",))
    board.train_retreats = {"sub": 5}
    assert score(board).total == -19


def test_each_train_has_a_limit_of_its_own() -> None:
    board = scored(TRAINS, units=("a confederate wagon 0505 2", "b confederate wagon 0605 2", "c union wagon 0101 2"))
    board.train_retreats = {"a": 9, "b": 6, "c": 3}
    assert [line.unit for line in score(board).lines] == ["a", "b"]
    assert score(board).total == -40


def test_losses_in_an_extended_march_of_a_train_count_as_mishaps_only() -> None:
    board = scored(TRAINS, MARCH_LOST, units=("sub confederate wagon 0505 2",))
    ExtendedMarched("sub", 6, "NE").apply(board)
    assert score(board).total == 0
    ExtendedMarched("sub", 6, "1").apply(board)
    ManpowerLost("sub", 1, "extended_march", 1).apply(board)
    assert score(board).total == -6


# the ledger


@pytest.mark.parametrize(("exact", "total"), [("163/2", 81), ("81", 81), ("-1/2", -1), ("-3", -3), ("0", 0)])
def test_the_sum_keeps_halves_and_is_rounded_down_once(exact: str, total: int) -> None:
    assert half(exact).exact == Fraction(exact)
    assert half(exact).total == total
    halves = Ledger("points", tuple(LedgerLine(Fraction(1, 2), f"{n}") for n in range(3)))
    assert halves.total == 1


def test_a_ledger_prints_every_line_with_its_parts_and_sources() -> None:
    path = ("0506", "0507")
    parts = (Item(Fraction(10), "line"), Item(Fraction(-1, 2), "Foe on the line", "cavalry"))
    ledger = Ledger("Points", (LedgerLine(Fraction(19, 2), "Hood: line", None, "", "hood", path, parts),))
    assert str(ledger).splitlines() == [
        "Points: 9 (9 1/2 rounded down)",
        "  +9 1/2  Hood: line",
        "            by 0506 - 0507",
        "            +10 line",
        "            -1/2 Foe on the line (cavalry)",
    ]
    assert "rounded down" in ledger._repr_html_()
    assert "0506 - 0507" in ledger._repr_html_()
    assert ledger.to_json()["exact"] == "19/2"
    assert ledger.to_json()["lines"][0]["parts"][1] == {
        "points": "-1/2",
        "label": "Foe on the line",
        "because": "cavalry",
        "cite": None,
    }


def test_a_ledger_is_a_ruling_that_survives_json() -> None:
    board = scored(UNION_LOST, ControlPoints("0505", 10), lost_manpower={"union:combat:infantry": 3})
    ruling = score(board).ruling()
    assert ruling.result == 6
    assert flaw_of_ruling(ruling) is None
    assert Ruling.from_json(ruling.to_json()).to_json() == ruling.to_json()
    assert "+6 3 lost in combat" in str(ruling)


def test_points_are_written_with_their_sign() -> None:
    assert [signed_points(Fraction(one)) for one in ("0", "7/2", "-1/2")] == ["+0", "+3 1/2", "-1/2"]


# the end


@pytest.mark.parametrize(
    ("points", "title"),
    [
        (Fraction(105), "Confederate Decisive Victory"),
        (Fraction(209, 2), "Confederate Marginal Victory"),
        (Fraction(163, 2), "Confederate Marginal Victory"),
        (Fraction(161, 2), "Union Victory"),
        (Fraction(-30), "Union Victory"),
    ],
)
def test_the_victory_table_is_read_with_points_rounded_down(points: Fraction, title: str) -> None:
    assert victory_level(scored().scenario, points).title == title


def test_a_table_without_a_last_row_says_so() -> None:
    short = evolve(scored().scenario, levels=LEVELS[1:])
    with pytest.raises(WargameError, match="the victory table of Test has no row for 80 points"):
        victory_level(short, 80)


def test_the_game_ends_with_winner_level_and_points() -> None:
    board = scored(UNION_LOST, lost_manpower={"union:combat:infantry": 41})
    ends = outcome(board)
    assert (ends.winner, ends.level, ends.scores) == (
        "confederate",
        "Confederate Marginal Victory",
        {"confederate": 82},
    )


def test_counting_the_points_tells_them_with_their_ruling_and_ends_the_game() -> None:
    board = scored(UNION_LOST, lost_manpower={"union:combat:infantry": 2})

    def last_step(table: Table[Any]) -> Procedure[None]:
        count_victory_points(table)
        yield from ()

    events = drive(last_step, board)
    (counted,) = happened(events, VictoryCounted)
    assert (counted.side, counted.total, counted.exact, counted.level) == ("confederate", 4, 4, "Union Victory")
    assert isinstance(counted.ruling, Ruling)
    assert counted.text(board) == "The Confederate side has 4 victory points."
    (ended,) = happened(events, GameEnded)
    assert ended.outcome.winner == "union"
    assert board.outcome == ended.outcome


def test_the_event_survives_json() -> None:
    board = scored(UNION_LOST, lost_manpower={"union:combat:infantry": 2})
    event = VictoryCounted("confederate", 4, Fraction(9, 2), "Union Victory", score(board).ruling())
    converter = strict_converter()
    data = converter.unstructure(event)
    assert converter.unstructure(converter.structure(data, VictoryCounted)) == data
    assert event.text(board) == "The Confederate side has 4 victory points (4 1/2 rounded down)."


def test_a_match_or_state_is_scored_as_its_board_now_and_nothing_else_is() -> None:
    board = scored(UNION_LOST, lost_manpower={"union:combat:infantry": 2})

    class Holder:
        def __init__(self, **fields: Any) -> None:
            vars(self).update(fields)

    older = scored(UNION_LOST)
    assert score(Holder(board=board)) == score(board)
    assert score(Holder(board=older, live=board)) == score(board)
    with pytest.raises(WargameError, match="is not a position of a scenario"):
        score("the game")


# mistakes in files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('why = "off_pike"\narms = ["infantry"]\npoints = 2', "points: 2 is not a reduction"),
        ('why = "north"\narms = ["infantry"]\npoints = -8', "row belongs to why = 'north'"),
        ('why = "off_pike"\narms = ["infantry"]\npoints = -8\nrow = "N0133"', "row belongs to why = 'north'"),
        ('why = "far_east"\narms = ["infantry"]\npoints = -8', "column belongs to why = 'far_east'"),
        ('why = "in_zone"\narms = ["infantry"]\npoints = -8\nnorth_column = "N2033"', "north_column stands beside"),
    ],
)
def test_a_reduction_that_makes_no_sense_is_refused(tmp_path: Any, text: str, message: str) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(text)
    problems = Problems()
    assert structure(read_toml(path), Reduction, problems) is None
    with pytest.raises(DataError, match="E207 .*" + message):
        problems.raise_if_any()
