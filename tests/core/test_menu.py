"""A move has a name: labels are found, played and shown."""

import copy
from collections.abc import Iterator
from random import Random

import pytest
from tests.core.skirmish_toy import Go, PlayCard, Stay, toy

from wargame_core import AmbiguousName, Ask, Match, Menu, NotYourTurn, StaleView, UnknownName, Verdict, WargameError
from wargame_core.authoring import LEGAL, Choices


@pytest.fixture
def walking() -> Match:
    """Blue's scout may walk."""
    match = toy().start(seed=1)
    match.play("hide the mine in the hill")
    return match


@pytest.fixture
def dueling(walking: Match) -> Match:
    """Both seats choose a card in secret."""
    walking.play("STAY ")
    return walking


def test_a_choice_is_played_by_its_label_or_by_what_is_only_in_it(walking: Match) -> None:
    assert walking.choices().labels == ["stay", "go to the bridge"]
    assert walking.choices()[1] == walking.choices()[-1] == walking.choices().find("bridge") == Go(1)
    with pytest.raises(IndexError, match="there is no choice 2: the list has 2, from 0 on"):
        walking.choices()[2]
    walking.play("bridge")
    assert walking.board.scout == 1  # type: ignore[attr-defined]


def test_a_view_and_a_state_have_the_same_menu_as_the_match(walking: Match) -> None:
    state, view = walking.state, walking.view("blue")
    assert repr(view.choices) == repr(state.choices()) == repr(walking.choices())
    assert view.choices.find("bridge") == Go(1)
    assert state.after("bridge") == state.after(Go(1))
    walking.play("stay")
    with pytest.raises(StaleView):
        _ = view.choices


def test_words_that_fit_several_choices_or_none_say_so(dueling: Match) -> None:
    with pytest.raises(AmbiguousName, match="'the' fits 3 choices of red: play the 1; play the 2; play the 3"):
        dueling.play("the", "red")
    with pytest.raises(UnknownName, match=r"unknown choice of red 'play teh 2' .* did you mean 'play the 2'\?"):
        dueling.play("play teh 2", "red")
    with pytest.raises(UnknownName, match="unknown choice of red ' '"):
        dueling.play(" ", "red")
    assert dueling.waiting_for == ("blue", "red")
    dueling.play("2", "red")
    assert dueling.commits == {"red": PlayCard(2)}
    with pytest.raises(NotYourTurn):
        dueling.play("2", "red")


def test_a_menu_is_shown_with_its_labels(walking: Match) -> None:
    assert repr(walking.choices()) == "2 choices of blue\n  stay\n  go to the bridge"
    html = walking.choices()._repr_html_()
    assert "<b>2 choices of blue</b>" in html
    assert "<li>go to the bridge</li>" in html


def test_a_menu_says_all_that_its_choices_say(walking: Match) -> None:
    menu = walking.choices()
    assert (menu.complete, menu.abridged, menu.by_people, len(menu)) == (True, False, False, 2)
    assert menu.index(Go(1)) == 1
    assert menu.help(Stay()) == "costs nothing"
    assert Go(1) in menu
    assert Go(4) not in menu
    assert list(menu.to_frame()["label"]) == menu.labels


def test_what_a_choice_led_to_is_told_as_its_seat_may_know_it(dueling: Match) -> None:
    match = dueling.fork()
    match.play("1", "blue")
    update = match.play("2", "red")
    assert repr(update).splitlines() == update.log
    assert update.seat == "red"
    assert len(update.for_seat("referee")) == len(update.events) >= len(update.for_seat("spectator"))
    match.play(match.choices(match.waiting_for[0])[0], match.waiting_for[0])
    assert repr(update).startswith("<Update: ")
    with pytest.raises(WargameError, match="the game has moved on"):
        _ = update.log
    told = repr(toy().start(seed=1).play("hill"))
    assert told.splitlines()[:2] == ["mine_hidden", "blue draws a token."]


def test_a_position_a_sheet_and_a_briefing_are_shown_in_a_few_lines(walking: Match) -> None:
    assert str(walking.state).startswith("position toy plain\nstep Toy > Turn > Walk\n")
    assert str(toy().sheet().briefing).startswith("Plain")
    assert len(repr(toy().sheet())) < 1000


def test_a_board_and_a_sequence_of_play_are_shown_in_ipython_without_filling_pages(walking: Match) -> None:
    formatter = pytest.importorskip("IPython.core.formatters", reason="needs IPython").DisplayFormatter()
    board = formatter.format(walking.board)[0]["text/plain"]
    assert board.startswith("<ToyBoard: outcome, inner, counters, hands")
    sequence = walking.rules.sequence
    assert formatter.format(sequence)[0]["text/plain"] == str(sequence)


def test_choices_can_be_copied_and_shown_after_the_match_has_gone_on(walking: Match) -> None:
    choices = walking.choices()
    assert list(copy.copy(choices)) == list(choices)
    assert repr(choices) == "2 choices of blue\n  stay\n  go to the bridge"
    walking.play("stay")
    assert repr(choices) == "2 choices of blue"


def test_a_menu_lists_nothing_where_only_people_can_answer(walking: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [row["label"] for row in walking.view("blue").menu()] == ["stay", "go to the bridge"]
    monkeypatch.setattr(Choices, "by_people", True)
    assert walking.view("blue").menu() == []


class MadeAnew(Choices):
    """Two moves, which are other objects each time."""

    def __iter__(self) -> Iterator[Go]:
        return map(Go, range(2))

    def judge(self, action: object) -> Verdict:
        return LEGAL


def test_the_last_choice_that_was_drawn_need_not_be_judged() -> None:
    menu = Menu(ask := Ask("blue", MadeAnew(), "Where to?"), lambda: None)
    assert not ask.offers(None), "before anything is drawn"
    first, second = menu.sample(Random(1)), menu.sample(Random(1))
    assert menu.offers(second)
    assert first == second
    assert not menu.offers(first), "equal, and drawn earlier"
