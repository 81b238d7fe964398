"""Choices made in secret by several seats at once, by two and by seven."""

import ast
import json
from pathlib import Path

import pytest
from tests.core import seven_powers_toy
from tests.core.seven_powers_toy import SEATS, Order, OrderSheet, PowersBoard, seven_powers, sheets
from tests.core.skirmish_toy import Hide, PlayCard, Stay, toy

from wargame_core import Match, NotYourTurn, Record
from wargame_core.flow.entries import ChoseTogether
from wargame_laws import Trial, laws
from wargame_laws.laws_of_the_table import law_the_table_tells_no_secrets


@pytest.fixture
def match() -> Match:
    """Both seats are to choose a card."""
    match = toy().start(seed=1863)
    match.play(Hide(4))
    match.play(Stay())
    return match


def all_views(match: Match) -> dict[str, str]:
    return {seat: json.dumps(match.view(seat).to_json()) for seat in ("blue", "red", "spectator")}


def test_both_seats_are_asked_at_once(match: Match) -> None:
    assert match.waiting_for == ("blue", "red")
    for seat in ("blue", "red"):
        assert match.view(seat).prompt == "Which card?"
        assert match.view(seat).waiting_for == ("blue", "red")
    assert not match.view("spectator").asked
    with pytest.raises(NotYourTurn, match=r"several seats choose in secret \(blue, red\); say which one this is"):
        match.play(PlayCard(1))


def test_nothing_happens_and_nobody_else_sees_anything_until_all_have_chosen(match: Match) -> None:
    before, seq = all_views(match), match.seq
    update = match.play(PlayCard(3), "red")
    assert (update.entries, update.events, match.seq) == ((), (), seq)
    after = all_views(match)
    assert (after["blue"], after["spectator"]) == (before["blue"], before["spectator"])
    assert match.view("red").prompt is None
    assert match.view("red").menu() == []
    with pytest.raises(NotYourTurn, match="red is not asked anything now"):
        _ = match.view("red").choices
    assert match.waiting_for == ("blue",)


def test_what_blue_can_do_does_not_tell_whether_red_has_chosen(match: Match) -> None:
    illegal = PlayCard(7)
    verdicts = [match.judge(illegal, "blue")]
    match.play(PlayCard(3), "red")
    verdicts.append(match.judge(illegal, "blue"))
    assert verdicts[0] == verdicts[1]
    assert not match.can_undo("blue")


def test_all_choices_are_opened_together(match: Match) -> None:
    match.play(PlayCard(3), "red")
    update = match.play(PlayCard(1), "blue")
    opened = update.entries[0]
    assert isinstance(opened, ChoseTogether)
    assert opened.actions == {"blue": PlayCard(1), "red": PlayCard(3)}
    assert list(opened.actions) == ["blue", "red"]  # in the order asked, whoever was quicker
    assert match.state.commits == {}


def test_a_seat_that_has_chosen_is_not_told_for_whom_it_waits(match: Match) -> None:
    match.play(PlayCard(3), "red")
    with pytest.raises(NotYourTurn, match="red has chosen already; the choices of blue and red are revealed together"):
        match.play(PlayCard(1), "red")
    assert match.state.commits == {"red": PlayCard(3)}


def test_ones_own_secret_choice_can_be_taken_back_and_made_anew(match: Match) -> None:
    before = match.state
    match.play(PlayCard(3), "red")
    assert [match.can_undo(seat) for seat in ("blue", "red")] == [False, True]
    assert match.view("red").can_undo
    with pytest.raises(NotYourTurn):
        match.undo("blue")
    match.undo("red")
    assert match.state == before
    match.play(PlayCard(2), "red")
    match.play(PlayCard(1), "blue")
    assert match.board.played == [1, 2]  # type: ignore[attr-defined]


def test_a_seats_record_does_not_hold_what_another_has_chosen_in_secret(match: Match) -> None:
    before = {seat: Record.of(match).for_seat(seat, toy().rules) for seat in ("blue", "red", "spectator")}
    match.play(PlayCard(3), "red")
    for seat, kept in before.items():
        assert Record.of(match).for_seat(seat, toy().rules) == kept
        assert "play_card" not in kept.text()


# Seven seats write orders for nine units each in secret, on a map of areas: every law holds of such a game.


test_laws = laws(seven_powers, seeds=range(3), budget=9)


def test_the_last_to_choose_cannot_tell_what_the_others_have_chosen() -> None:
    law_the_table_tells_no_secrets(Trial(seven_powers(), range(1), budget=100))


def test_it_is_written_with_what_authors_get_and_nothing_else() -> None:
    tree = ast.parse(Path(seven_powers_toy.__file__).read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module for module in modules if module and module.startswith("wargame")} == {
        "wargame_core.authoring",
        "wargame_pictures",
        "wargame_pictures.draw.tokens",
    }


def board_now(match: Match) -> PowersBoard:
    board = match.board
    assert isinstance(board, PowersBoard)
    return board


def all_hold(board: PowersBoard, seat: str) -> OrderSheet:
    return OrderSheet(tuple(Order(unit, board.at[unit]) for unit in board.of(seat)))


def test_a_sheet_that_is_not_listed_is_played_and_nobody_learns_of_it_before_all_are_there() -> None:
    match = seven_powers().start(seed=1)
    board = board_now(match)
    middle = board.game_map.parse("middle")
    bold = OrderSheet(tuple(Order(o.unit, middle if "army" in o.unit else o.to) for o in all_hold(board, "ash").orders))
    assert bold not in list(sheets(board, "ash"))
    match.play(bold, "ash")
    assert {seat: match.view(seat).prompt is None for seat in SEATS} == {seat: seat == "ash" for seat in SEATS}
    assert all(space != middle for seat in SEATS for space in match.view(seat).board.at.values())
    for seat in SEATS[1:]:
        match.play(all_hold(board_now(match), seat), seat)
    there = [unit for unit, space in board_now(match).at.items() if space == middle]
    assert there == [f"ash-army-{n}" for n in range(1, 6)]


def test_seats_that_hold_as_many_areas_win_together() -> None:
    match = seven_powers().start(seed=1)
    while match.waiting_for:
        for seat in match.waiting_for:
            match.play(all_hold(board_now(match), seat), seat)
    assert match.outcome is not None
    assert match.outcome.winners == SEATS
    assert match.outcome.utilities(SEATS) == dict.fromkeys(SEATS, 0.0)
