"""A side's turn on paper for a campaign with a referee: it tells what the side sees, and a corps commander less.

Source: GotW p.5 Fog of War (AFI p.5). Readings: Orders on paper.
"""

from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.altar_of_freedom.kit import Play, bare_board, position, vicksburg

import wargame_core
from wargame_altar_of_freedom.board.board import Fog
from wargame_core import UnknownName
from wargame_pictures.of_games import turn_orders
from wargame_pictures.paper.handout import Handout
from wargame_terminal import main

AT = {
    "carr": "14,15", "hovey": "14,16", "logan": "18,18",  # XIII, XIII and XVII Corps
    "loring": "13,15", "forney": "17,18", "bowen": "4,20",  # beside Carr, beside Logan, far away
}  # fmt: skip


def with_a_referee() -> Play:
    return position("Nominate a corps", board=bare_board(vicksburg(), AT, fog=Fog.REFEREE, mover="federal"))


def paper(command: str = "") -> Handout:
    made = turn_orders(vicksburg(), with_a_referee().match, "federal", command)
    assert made is not None
    return made


def test_a_side_reads_of_its_tokens_and_of_the_enemies_beside_them_only() -> None:
    made = paper()
    assert set(made.data["own"]) == {"carr", "hovey", "logan"}
    assert set(made.data["enemy"]) == {"loring", "forney"}
    for form in (unescape(made.page), made.text):
        assert "Hovey's Division" in form
        assert "Bowen" not in form
        assert "Loring's Division" not in form  # it lies face down
    assert "Confederate token loring" in made.text


def test_a_corps_commander_reads_of_his_own_corps_only() -> None:
    made = paper("us_xiii")
    assert set(made.data["own"]) == {"carr", "hovey"}
    assert set(made.data["enemy"]) == {"loring"}
    assert "Logan" not in unescape(made.page)
    assert "victory points" in paper().text
    assert "victory points" not in made.text
    assert "Staff Dice" not in made.text


def test_a_turn_has_room_for_orders_and_notes() -> None:
    page = unescape(paper().page)
    assert "march to, by which spaces" in page
    assert page.count("Referee: delivered on turn") == 4


def test_a_commander_who_is_not_there_is_named_with_those_who_are() -> None:
    match = with_a_referee().match
    with pytest.raises(UnknownName, match="command of federal 'us_ii'"):
        turn_orders(vicksburg(), match, "federal", "us_ii")
    with pytest.raises(UnknownName, match="side with orders to give 'referee'"):
        turn_orders(vicksburg(), match, "referee")


def test_the_command_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    wargame_core.load("vicksburg").start(seed=1, options={"fog": "referee"}).save("game.jsonl")
    words = [
        "orders",
        "game.jsonl",
        "--seat",
        "federal",
        "--command",
        "us_xv",
        "--paper",
        "letter",
        "--out",
        "sherman.html",
    ]
    assert "turn 1: XV Corps" in CliRunner().invoke(main, words).stdout
    page = Path("sherman.html").read_text("utf-8")
    assert "<svg" in page
    assert "size: letter portrait" in page
    assert "A4" not in page
    assert CliRunner().invoke(main, [*words[:-1], "sherman.toml"]).exit_code == 1
