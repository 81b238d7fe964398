"""A position is a value: it is kept, compared, saved, and gives the positions after it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from tests.core.broken_toys import with_rule
from tests.core.skirmish_toy import Give, Go, Hide, PlayCard, Stay, toy

from wargame_core import DiceError, IllegalAction, NotYourTurn, RecordError, State, View, WargameError
from wargame_core.authoring import D6, Procedure, Table


@pytest.fixture
def state() -> State:
    """Blue is to walk; the mine is on the hill."""
    return toy().new().after(Hide(4)).after(5).after(3)


def test_the_state_after_an_action_is_a_new_one(state: State) -> None:
    after = state.after(Go(1))
    assert after.board.scout == 1  # type: ignore[attr-defined]
    assert after.checkpoint.scout == 0  # type: ignore[attr-defined]
    assert state.board.scout == 0  # type: ignore[attr-defined]
    assert after.seq == state.seq + 1
    assert after != state


def test_equal_ways_lead_to_equal_states_with_equal_hashes(state: State) -> None:
    there_and_back = state.after(Go(1)).after(Go(0)).after(Stay())
    again = state.after(Go(1)).after(Go(0)).after(Stay())
    assert there_and_back == again
    assert hash(there_and_back) == hash(again)
    assert {there_and_back, again} == {again}


def test_positions_that_differ_only_on_the_board_have_different_hashes(state: State) -> None:
    wait = state.after(Stay()).after(PlayCard(1), "blue").after(PlayCard(2), "red")
    ends = {wait.after(blue).after(red) for blue in range(1, 7) for red in range(1, 7)}
    assert len({hash(end) for end in ends}) == len(ends) > 2


def test_a_position_of_the_same_game_loaded_twice_is_equal(state: State) -> None:
    other = State.load(toy().rules, json.loads(json.dumps(state.to_json())))
    assert other.rules is not state.rules
    assert other == state


def test_a_state_answers_what_a_match_answers(state: State) -> None:
    assert state.cursor == ("Toy", "Turn", "Walk")
    assert list(state.choices()) == list(state.choices("blue")) == [Stay(), Go(1)]
    assert View.of(state, "blue").prompt == "Where does the scout go?"
    assert state.outcome is None
    assert "Walk" not in repr(state)  # boards and games stay out of it
    assert repr(state).startswith("State(scenario='plain'")


def test_a_roll_that_waits_is_answered_with_a_face() -> None:
    state = toy().new().after(Hide(4))
    assert state.after(5).board.purses == {"blue": (5,)}  # type: ignore[attr-defined]
    with pytest.raises(DiceError, match="9 is not a face of the cup"):
        state.after(9)
    with pytest.raises(NotYourTurn, match="a roll is pending"):
        state.choices()


def test_a_refused_action_leaves_the_state_as_it_is(state: State) -> None:
    before = json.dumps(state.to_json())
    with pytest.raises(IllegalAction, match="no neighbour"):
        state.after(Go(4))
    with pytest.raises(NotYourTurn, match="red is not to choose now"):
        state.after(Stay(), "red")
    assert json.dumps(state.to_json()) == before


def test_forecasts_give_the_exact_chance_of_every_position(state: State) -> None:
    game = toy()
    wait = state.after(Stay()).after(PlayCard(1), "blue")
    odds = game.forecast(wait, PlayCard(3), "red")
    assert sum(chance for _, chance in odds.items()) == 1
    winner = odds.map(lambda after: "tie" if after.answers else next(iter(after.board.score)))  # type: ignore[attr-defined]
    assert winner.p("tie") == Fraction(4, 36)  # blue's die is 2 more than red's
    assert winner.p("blue") == Fraction(6, 36)  # 3 or more: 5 + 1 ways of 36
    assert winner.p("red") == Fraction(26, 36)


def test_a_forecast_without_dice_is_certain(state: State) -> None:
    assert dict(toy().forecast(state, Go(1)).items()) == {state.after(Go(1)): Fraction(1)}


# States read from JSON.


def changed(state: State, **changes: Any) -> Any:
    return {**json.loads(json.dumps(state.to_json())), **changes}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "this state is of game 'chess', not 'toy'"),
        ({"cursor": ["Toy", "Nap"]}, "the sequence of play of toy has no step Toy > Nap"),
        ({"answers": [{"jump": 3}]}, "an answer is one of action, secret, roll; not {'jump': 3}"),
        ({"answers": [{"roll": 1.5}]}, "an answer is one of"),
        ({"answers": [{"action": {"kind": "stay"}}]}, "step Toy > Turn > Walk ended within the 1 answer it is said"),
        ({"board": {}}, "a board of toy has the fields outcome, hands, cup, .* this one has"),
        ({"seq": "4"}, r"state\.seq is '4', which is no int"),
        ({"extra": 1}, "a state has the keys game, scenario, options, cursor, board, answers, commits, seq"),
    ],
)
def test_a_damaged_state_is_refused_with_what_is_wrong(state: State, changes: Any, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        State.load(state.rules, changed(state, **changes))


def test_a_damaged_board_is_refused_field_by_field(state: State) -> None:
    board = changed(state)["board"]
    for field, value, message in (
        ("turn", "1", r"'1' is not an int"),
        ("hands", {"blue": ["1"]}, r"'1' is not an int @ board\.hands\['blue'\]"),
        ("visits", {"1": 1}, r"\{'1': 1\} is not a list of \[key, value\]"),
        ("cup", "012", "'012' is not a list"),
    ):
        with pytest.raises(RecordError, match=message):
            State.load(state.rules, changed(state, board={**board, field: value}))


def test_a_rule_that_forgets_what_it_asked_is_found_when_a_state_goes_on() -> None:
    asked: list[int] = []

    def bow(t: Table[Any]) -> Procedure[None]:
        asked.append(1)
        if len(asked) == 1:
            yield from t.roll_openly(D6, "a die", None)
            yield from t.ask("blue", [Give("red")], "Bow?")

    match = with_rule("Bow", bow).start(chance="explicit")
    while match.cursor[-1] != "Bow":
        if match.to_choose:
            match.play(next(iter(match.choices(match.to_choose[0]))), match.to_choose[0])
        else:
            match.roll(match.pending.die.faces[0])  # type: ignore[union-attr]
    match.roll(3)
    with pytest.raises(WargameError, match="Turn > Bow ended within the 1 answer it is said to have had"):
        _ = match.state.pending
