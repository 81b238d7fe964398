"""A live game: playing, judging, bad input that changes nothing, and where dice come from."""

import random
from typing import Any

import pytest
from tests.core.skirmish_toy import Give, Go, Hide, PlayCard, Stay, toy

from wargame_core import (
    DiceError,
    IllegalAction,
    MalformedAction,
    Match,
    NotYourTurn,
    Scripted,
    UnknownName,
    View,
    WargameError,
    load,
)
from wargame_core.authoring import Procedure, Roll, RulesGap, Sequence, Step, Table
from wargame_core.dice import TypedDice
from wargame_core.flow.entries import Chose, ChoseTogether, Entry, Rolled


@pytest.fixture
def match() -> Match:
    """Blue is to walk; the mine is on the hill."""
    match = toy().start(seed=1863)
    match.play(Hide(4), "red")
    return match


def unchanged(match: Match) -> tuple[Any, ...]:
    return match.state, match.board.copy(), len(match.entries), match.waiting_for


# Playing.


def test_playing_returns_the_events_the_rolls_and_the_rulings_that_followed(match: Match) -> None:
    match.play(Stay())
    match.play(PlayCard(1), "blue")
    update = match.play(PlayCard(2), "red")
    assert [event.kind for event in update.events][:2] == ["card_played", "card_played"]
    assert [(entry.label, entry.die) for entry in update.rolls[:2]] == [("blue's die", "d6"), ("red's die", "d6")]
    if match.cursor[-1] != "Duel":  # a tie asks blue first
        assert update.rulings[0].title == "Duel"


def given_in(entry: Entry) -> list[tuple[str | None, object]]:
    """The answers of an entry, each with the seat that gave it."""
    match entry:
        case Chose():
            return [(entry.seat, entry.action)]
        case ChoseTogether():
            return [*entry.actions.items()]
        case Rolled():
            return [(None, entry.face)]
        case _:
            return []


def test_a_match_is_always_where_a_state_comes_by_the_same_answers() -> None:
    for seed in (1, 2, 3):
        match, rng = toy().start(seed=seed), random.Random(seed)
        state, played = match.state, 1  # entry 0 is the start
        while match.waiting_for:
            seat = match.waiting_for[0]
            match.play(match.choices(seat).sample(rng), seat)
            for entry in match.entries[played:]:
                for chooser, answer in given_in(entry):
                    state = state.after(answer, chooser)
            played = len(match.entries)
            if rng.random() < 0.3 and not match.commits:  # looking must not change what is found later
                assert match.state == state
        assert match.state == state


def test_an_action_may_be_given_as_json(match: Match) -> None:
    assert match.judge({"kind": "go", "to": 1})
    match.play({"kind": "go", "to": 1}, "blue")
    assert match.board.scout == 1  # type: ignore[attr-defined]


# Bad input changes nothing.


def test_an_illegal_action_is_refused_with_its_reasons(match: Match) -> None:
    before = unchanged(match)
    assert match.judge(Go(3)).codes == ("too_far",)
    with pytest.raises(IllegalAction, match=r"space 3 is not a neighbour of 0 \[Toy p\.2 Walking\]") as refusal:
        match.play(Go(3))
    assert refusal.value.verdict == match.judge(Go(3))
    assert unchanged(match) == before


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (
            {"kind": "goo", "to": 1},
            r"unknown action kind 'goo' \(allowed: play_card, give, .*\); did you mean 'go'",
        ),
        ({"to": 1}, r"an action needs a 'kind' \(allowed: play_card, .*\); got \{'to': 1\}"),
        ({"kind": 3}, "unknown action kind 3"),
        ({"kind": "go"}, r"'to' is missing @ action 'go'\.to"),
        ({"kind": "go", "to": "1"}, r"'1' is not an int @ action 'go'\.to"),
        ({"kind": "go", "to": True}, "True is not an int"),
        ({"kind": "go", "to": 1, "too": 2}, r"unknown key 'too' \(allowed: to\); did you mean 'to'\? @ action 'go'"),
        (None, "None is not an action of toy"),
        (7, r"7 is not an action of toy \(its actions: PlayCard, Give, Hide, Go, Stay; or the JSON of one\)"),
    ],
)
def test_what_is_no_action_is_refused_with_what_was_expected(match: Match, action: Any, message: str) -> None:
    before = unchanged(match)
    with pytest.raises(MalformedAction, match=message):
        match.judge(action)
    with pytest.raises(MalformedAction, match=message):
        match.play(action)
    with pytest.raises(MalformedAction, match=message):
        match.state.after(action)
    assert unchanged(match) == before


def test_an_unknown_seat_and_a_seat_that_is_not_asked_are_refused_by_name(match: Match) -> None:
    before = unchanged(match)
    refusals = {
        "green": r"'green' does not play \(seats: blue, red\)",
        "red": "red is not to choose now; waiting for blue",
    }
    for seat, message in refusals.items():
        with pytest.raises(NotYourTurn, match=message):
            match.play(Stay(), seat)
        with pytest.raises(NotYourTurn, match=message):
            match.choices(seat)
        assert match.judge(Stay(), seat).codes == ("not_your_turn",)
    with pytest.raises(UnknownName, match=r"unknown seat 'green' \(allowed: blue, red, spectator, referee\)"):
        match.view("green")
    assert unchanged(match) == before


def test_an_action_meant_for_an_earlier_position_is_refused(match: Match) -> None:
    looked_at = match.seq
    match.play(Go(1), at=looked_at)
    before = unchanged(match)
    with pytest.raises(NotYourTurn, match="the game has moved on: this was meant for an earlier"):
        match.play(Go(2), at=looked_at)
    assert unchanged(match) == before


def test_a_choice_made_for_what_was_since_taken_back_is_refused_by_its_tag(match: Match) -> None:
    while match.view("red").prompt != "Which card?":
        match.play(next(iter(match.choices("blue"))), "blue")
    match.play(PlayCard(1), "red")
    looked_at, seq = match.view("red").at, match.seq
    match.undo("red")
    match.play(PlayCard(2), "red")
    assert match.seq == seq
    with pytest.raises(NotYourTurn, match="meant for an earlier position"):
        match.undo("red", at=looked_at)
    with pytest.raises(NotYourTurn, match="meant for an earlier position"):
        match.play(PlayCard(1), "blue", at="made up")


def test_a_tag_tells_a_seat_nothing_of_what_the_other_has_chosen_in_secret(match: Match) -> None:
    while match.view("red").prompt != "Which card?":
        match.play(next(iter(match.choices("blue"))), "blue")
    before = match.view("blue").at
    match.play(PlayCard(1), "red")
    tags = [match.view("red").at]
    assert match.view("blue").at == before
    match.undo("red", at=tags[0])
    match.play(PlayCard(2), "red")
    assert match.view("blue").at == before
    assert match.view("red").at != tags[0]
    match.play(PlayCard(3), "blue", at=before)


def test_two_matches_have_no_tag_in_common_and_a_fork_has_them_all(match: Match) -> None:
    assert match.view("blue").at == match.fork().view("blue").at
    assert match.view("blue").at not in (match.view("red").at, Match.of(match.state, seed=1).view("blue").at)
    assert View.of(match.state, "blue").at == ""


def test_wrong_scenarios_options_and_settings_are_refused_with_what_there_is() -> None:
    game = toy()
    with pytest.raises(UnknownName, match=r"unknown scenario 'plan' \(allowed: plain\); did you mean 'plain'"):
        game.start("plan")
    with pytest.raises(UnknownName, match=r"unknown option 'bows' \(allowed: bow\); did you mean 'bow'"):
        game.start(options={"bows": "yes"})
    with pytest.raises(UnknownName, match=r"unknown value of option bow 'maybe' \(allowed: yes, no\)"):
        game.start(options={"bow": "maybe"})
    with pytest.raises(WargameError, match=r"options are names with values, as in .*, not \['bow'\]"):
        game.start(options=["bow"])  # type: ignore[arg-type]
    with pytest.raises(WargameError, match=r"battlecry cannot forecast a position of toy: ask load\('toy'\)"):
        load("battlecry").forecast(game.first_state(), "done")
    with pytest.raises(UnknownName, match=r"unknown chance 'none' \(allowed: seeded, explicit\)"):
        game.start(chance="none")
    with pytest.raises(UnknownName, match=r"unknown bot 'hard' \(allowed: .*only where a bot was measured to beat its"):
        load("corinth").bot("hard")
    with pytest.raises(UnknownName, match=r"unknown bot 'randon' .* did you mean 'random'"):
        game.bot("randon")
    with pytest.raises(WargameError, match="toy has no data files that could be replaced"):
        game.start(data="somewhere")


# Where dice come from.


def test_with_explicit_chance_rolls_wait_to_be_answered() -> None:
    match = toy().start(chance="explicit")
    assert match.seed is None
    match.play(Hide(1))
    roll = match.pending
    assert isinstance(roll, Roll)
    assert (str(roll.die), roll.label, match.waiting_for) == ("the cup", "blue's token", ())
    assert repr(roll) == 'Roll(the cup, "blue\'s token")'
    with pytest.raises(NotYourTurn, match="a roll is pending"):
        match.play(Stay())
    before = unchanged(match)
    for wrong in (4, "5", True):
        with pytest.raises(DiceError, match="is not a face of the cup"):
            match.roll(wrong)
    assert unchanged(match) == before
    match.roll(5)
    update = match.roll(0)
    assert [entry.face for entry in update.rolls] == [0]
    assert match.board.purses == {"blue": (5,), "red": (0,)}  # type: ignore[attr-defined]
    with pytest.raises(NotYourTurn, match="no roll is pending; waiting for blue"):
        match.roll(3)


def test_scripted_dice_are_used_in_order_and_must_all_be_used() -> None:
    dice = Scripted([5, 0, 6, 1])
    match = toy().start(dice=dice)
    match.play(Hide(1))
    match.play(Stay())
    with pytest.raises(DiceError, match="2 scripted dice were not used: 6, 1"):
        dice.check_all_used()
    match.play(PlayCard(1), "red")
    with pytest.raises(DiceError, match=r"the script has 4 dice and all are used; wanted: the cup for"):
        match.play(PlayCard(2), "blue")
    assert dice.check_all_used() is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize("script", [[5, 0, 6], [5, 0, 6, 7], [5, 0, "6", 1]])
def test_a_die_that_is_missing_or_does_not_fit_leaves_the_game_as_it_was(script: list[Any]) -> None:
    match = toy().start(dice=Scripted(script))
    match.play(Hide(1))
    match.play(Stay())
    match.play(PlayCard(1), "red")
    before, commits = unchanged(match), match.state.commits
    with pytest.raises(DiceError):
        match.play(PlayCard(2), "blue")
    assert unchanged(match) == before
    assert match.state.commits == commits == {"red": PlayCard(1)}
    assert match.can_undo("red")


def test_people_may_type_their_dice_and_a_wrong_one_is_refused() -> None:
    asked: list[str] = []
    typed = [5, 0, 3, 9]

    def ask(die: Any, label: str) -> Any:
        asked.append(f"{label} ({die})")
        return typed.pop(0)

    match = toy().start(dice=TypedDice(ask))
    match.play(Hide(1))
    match.play(Stay())
    match.play(PlayCard(1), "blue")
    with pytest.raises(DiceError, match=r"9 is not a face of d6 \(allowed: 1, 2, 3, 4, 5, 6\)"):
        match.play(PlayCard(2), "red")
    assert asked[-2:] == ["blue's die (d6)", "red's die (d6)"]
    assert match.waiting_for == ("red",)


def test_a_gap_in_the_rules_found_while_playing_leaves_the_game_as_it_was() -> None:
    def gap(t: Table[Any]) -> Procedure[None]:
        chosen = yield from t.ask("blue", [Give("red"), Give("blue")], "Who?")
        if chosen.seat == "red":
            raise RulesGap("the book does not say")
        yield from t.ask("blue", [Give("red")], "Well?")

    match = toy(sequence=Sequence("Gap", Step("Gap", gap))).start(seed=1)
    before = unchanged(match)
    with pytest.raises(RulesGap):
        match.play(Give("red"))
    assert unchanged(match) == before
    match.play(Give("blue"))
    assert match.view("blue").prompt == "Well?"


def test_a_scenario_is_found_by_id_and_taken_as_it_is_handed_out() -> None:
    game = load("vicksburg")
    free = game.scenarios["free"]
    assert free is game.scenarios[1]
    assert game.scenarios[:1] == (game.scenarios[0],)
    assert game.start(free, seed=1).scenario == game.start("free", seed=1).scenario == "free"
    assert game.sheet(free).scenario == "free"
    with pytest.raises(UnknownName, match=r"unknown scenario 'fre' .*historical, free"):
        game.scenarios["fre"]


def test_words_that_no_choice_has_are_judged_too() -> None:
    match = load("battlecry").start(seed=3)
    assert match.judge("dance in the rain").codes == ("no_such_choice",)
    assert match.judge("play").codes == ("ambiguous",)
    assert match.judge("Scout Left", match.waiting_for[0]).codes in ((), ("no_such_choice",))
