"""Choices made in secret: nobody sees them before all are made, and one's own can be taken back till then."""

from __future__ import annotations

import json

import pytest
from tests.core.skirmish_toy import Hide, PlayCard, Stay, toy

from wargame_core import Match, NotYourTurn
from wargame_core.flow.entries import ChoseTogether
from wargame_core.records.record import Record


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
    assert match.to_choose == ("blue", "red")
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
    with pytest.raises(LookupError, match="red is not asked anything now"):
        _ = match.view("red").choices
    assert match.to_choose == ("blue",)


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
    before = {seat: Record.of(match).for_seat(seat, toy()) for seat in ("blue", "red", "spectator")}
    match.play(PlayCard(3), "red")
    for seat, kept in before.items():
        assert Record.of(match).for_seat(seat, toy()) == kept
        assert "play_card" not in kept.text()
