"""`line UNIT` at the prompt: a line of communication hex by hex, and why there is none."""

from __future__ import annotations

import pytest
from tests.gcacw_on_the_4th_day.conftest import Lay

from wargame_core import Game, UnknownName
from wargame_gcacw.board.board import FieldBoard
from wargame_gcacw.rules.victory_points import lines
from wargame_gcacw.table.panels import line_of_a_unit
from wargame_terminal.textmap import Tabletop, draw_map


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
