"""A position is a value: it is kept, compared, saved, and gives the positions after it."""

import json
from typing import Any

import pytest
from tests.core.skirmish_toy import Give, Go, Hide, PlayCard, Stay, toy
from tests.laws.broken_toys import with_rule

from wargame_core import DiceError, NotYourTurn, RecordError, State, View, WargameError
from wargame_core.authoring import D6, Procedure, Table


@pytest.fixture
def state() -> State:
    """Blue is to walk; the mine is on the hill."""
    return toy().first_state().after(Hide(4)).after(5).after(3)


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
    assert repr(state) == "<State of toy, plain: blue: Where does the scout go?>"


def test_a_roll_that_waits_is_answered_with_a_face() -> None:
    state = toy().first_state().after(Hide(4))
    assert state.after(5).board.purses == {"blue": (5,)}  # type: ignore[attr-defined]
    with pytest.raises(DiceError, match="9 is not a face of the cup"):
        state.after(9)
    with pytest.raises(NotYourTurn, match="a roll is pending"):
        state.choices()


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
        ({"seq": "4"}, r"state\.seq is '4', which is not an int"),
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
        if match.waiting_for:
            match.play(next(iter(match.choices(match.waiting_for[0]))), match.waiting_for[0])
        else:
            match.roll(match.pending.die.faces[0])  # type: ignore[union-attr]
    match.roll(3)
    with pytest.raises(WargameError, match="Turn > Bow ended within the 1 answer it is said to have had"):
        _ = match.state.pending
