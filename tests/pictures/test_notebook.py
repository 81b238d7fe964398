"""What a notebook shows: boards with prompt and choices, odds in words and in order, rows for data frames."""

import re
from typing import Any

import pytest
from attrs import evolve, frozen

import wargame_core
from wargame_core import D6, SPECTATOR, Match, Outcome, Record, Roll
from wargame_core.odds import SHOWN, Distribution
from wargame_pictures.of_games import GamePictures, pictures_of
from wargame_pictures.stories.notebook import CHOICES


@pytest.fixture(scope="module")
def battle() -> Match:
    return wargame_core.load("battlecry").start(seed=4)


@pytest.fixture(scope="module")
def campaign() -> Match:
    return wargame_core.load("vicksburg").start(seed=4)


def test_a_match_shows_the_board_the_question_and_the_choices(battle: Match) -> None:
    shown = str(battle._repr_html_())
    view = battle.view(battle.waiting_for[0])
    assert "<svg" in shown
    assert f"<b>{view.prompt}</b>" in shown
    assert shown.count("<li>") == min(CHOICES, len(view.choices))
    assert f"as {view.seat} sees it" in shown
    assert battle.state._repr_html_() == shown


def test_a_view_shows_what_its_seat_knows_and_no_more(campaign: Match) -> None:
    federal, confederate = (str(campaign.view(seat)._repr_html_()) for seat in ("federal", "confederate"))
    board: Any = campaign.board
    names = {token.name for token in board.tokens.values() if token.side == "confederate"}
    shown = {name for name in names if name in confederate}
    assert shown
    assert not [name for name in shown if name in federal]


def test_of_a_roll_that_waits_the_label_is_shown_to_nobody_where_one_seat_may_not_know_it() -> None:
    match = wargame_core.load("vicksburg").start(seed=1, chance="explicit")
    if match.waiting_for:
        match.play(next(iter(match.choices(match.waiting_for[0]))), match.waiting_for[0])
    roll = match.pending
    assert isinstance(roll, Roll)
    assert roll.seen_by is not None
    shown = str(match._repr_html_())
    assert "A roll is due." in shown
    assert roll.label not in shown


def test_the_last_board_of_a_record_is_drawn_as_everybody_sees_it(
    campaign: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []

    def draw(pictures: GamePictures, board: Any, *given: Any, **more: Any) -> str:
        drawn.append(board)
        return "<svg></svg>"

    monkeypatch.setattr(GamePictures, "svg", draw)
    assert "<svg>" in str(Record.of(campaign)._repr_html_())
    assert drawn == [campaign.view(SPECTATOR).board]
    assert drawn != [campaign.board]


def test_words_of_a_game_cannot_steer_the_page(battle: Match) -> None:
    game = wargame_core.load("battlecry")
    wild = evolve(game, rules=evolve(game.rules, title="<script>alert(1)</script>"))
    shown = str(wild.start(seed=1)._repr_html_())
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown


@frozen(order=False)
class Score:
    """A result without words of its own."""

    total: int
    broken: frozenset[str] = frozenset()
    nothing: str = ""


def test_the_last_line_of_a_cell_is_short(battle: Match) -> None:
    pictures = pictures_of(battle)
    picture = pictures.picture(battle.view("union"))
    assert picture is not None
    assert repr(pictures) == "GamePictures(rules=<Rules of battlecry>)"
    assert repr(picture).startswith("<Picture ")
    assert picture._repr_svg_().startswith("<svg style=")
    assert repr(battle.state).startswith("<State of battlecry, ")
    briefing = wargame_core.load("battlecry").sheet().briefing
    assert repr(briefing) == str(briefing) == briefing.text()
    assert repr(rule := battle.explain("Section Cards")) == str(rule) != "None"
    assert str(Outcome("union", "flags")) == "union wins"


def test_values_are_told_in_words_and_in_the_order_of_their_numbers() -> None:
    odds = Distribution.of(D6).map(lambda face: Score(face + 5, frozenset({"attacker"}) if face == 1 else frozenset()))
    lines = str(odds).splitlines()
    assert [re.findall(r"total (\d+)", line) for line in lines] == [[str(number)] for number in range(6, 12)]
    assert lines[0].startswith("total 6, broken attacker")
    assert "Score(" not in str(odds._repr_html_()) + str(odds._repr_svg_())


def test_a_long_distribution_is_cut_and_says_what_is_left_out() -> None:
    odds = 6 @ Distribution.of(D6)
    shown = str(odds._repr_html_())
    assert shown.count("<tr>") == SHOWN + 2
    assert f"{len(odds) - SHOWN} more" in shown
    assert len(str(odds).splitlines()) == len(odds)


def test_odds_choices_and_turns_are_rows_of_data_frames(battle: Match) -> None:
    pytest.importorskip("pandas")
    frame = (2 @ Distribution.of(D6)).to_frame()
    assert list(frame.columns) == ["value", "probability", "chance"]
    assert frame["probability"].sum() == pytest.approx(1)
    scores = Distribution.of(D6).map(lambda face: Score(face)).to_frame()
    assert list(scores["total"]) == [1, 2, 3, 4, 5, 6]
    choices = battle.choices().to_frame(battle.board)
    assert len(choices) == len(battle.choices())
    assert set(choices.columns) > {"label", "kind"}
