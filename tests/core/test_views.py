"""Views: what each seat may know, and nothing else."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated, NewType

import pytest
from attrs import define, field
from tests.core.skirmish_toy import Go, Hide, toy

from wargame_core import Match, WargameError
from wargame_core.authoring import REFEREE, SECRET, SPECTATOR, Board, Own, Public, Secret, Static, Visible, redact
from wargame_core.flow.visibility import static_fields

Named = NewType("Named", str)


class Way(StrEnum):
    NORTH = "north"


@define
class Marked(Board):
    open: Public[int] = 1
    own: Own[dict[str, int]] = field(factory=lambda: {"blue": 1, "red": 2})
    hidden: Secret[frozenset[str]] = frozenset({"a"})
    counted: Annotated[tuple[str, ...], Visible(lambda value, board, seat: ("?",) * len(value))] = ("x", "y")
    printed: Static[tuple[str, ...]] = ("map",)
    both: Annotated[list[int], "some other mark", SECRET] = field(factory=lambda: [1])
    forgotten: dict[str, int] = field(factory=lambda: {"a": 1})
    odd: Annotated[str, "some other mark"] = "x"
    perhaps: int | None = 7
    named: Named = Named("y")


def test_marks_on_fields_say_what_a_seat_sees() -> None:
    seen = redact(Marked(), "blue")
    assert (seen.open, seen.own, seen.hidden) == (1, {"blue": 1}, frozenset())
    assert (seen.counted, seen.printed, seen.both) == (("?", "?"), ("map",), [])


def test_a_field_without_a_mark_is_secret() -> None:
    for seat in ("blue", SPECTATOR):
        seen = redact(Marked(), seat)
        assert (seen.forgotten, seen.odd, seen.perhaps, seen.named) == ({}, "", None, "")
    assert redact(Marked(), REFEREE).forgotten == {"a": 1}


def test_a_secret_field_must_be_of_a_type_with_an_empty_value() -> None:
    @define
    class Cornered(Board):
        way: Way = Way.NORTH

    with pytest.raises(TypeError, match=r"Cornered\.way is secret, but .* has no empty value: say what it shows"):
        redact(Cornered(), "blue")


def test_a_redacted_board_can_be_scribbled_on() -> None:
    board = Marked()
    for seat in ("blue", REFEREE):
        seen = redact(board, seat)
        seen.own.clear()
        seen.both.append(7)
    assert board == Marked()


def test_printed_matter_is_found_by_its_mark() -> None:
    assert static_fields(Marked) == {"printed"}


@pytest.fixture
def match() -> Match:
    match = toy().start(seed=1863)
    match.play(Hide(4))
    return match


def test_a_view_shows_the_seat_its_board_its_prompt_and_its_menu(match: Match) -> None:
    blue, red = match.view("blue"), match.view("red")
    assert (blue.board.mine, red.board.mine) == (0, 4)
    assert (set(blue.board.purses), set(red.board.purses)) == ({"blue"}, {"red"})
    assert (blue.asked, blue.prompt) == (True, "Where does the scout go?")
    assert (red.asked, red.prompt, red.menu()) == (False, None, [])
    assert blue.menu() == [
        {"label": "stay", "action": {"kind": "stay"}, "help": "costs nothing"},
        {"label": "go to the bridge", "action": {"kind": "go", "to": 1}},
    ]
    assert blue.menu(limit=1) == blue.menu()[:1]
    assert red.waiting_for == ("blue",)
    assert repr(blue) == "<View of blue at Toy > Turn > Walk: Where does the scout go?>"
    assert repr(red) == "<View of red at Toy > Turn > Walk: nothing to choose>"


def test_a_view_as_json_is_plain_data_without_anybody_elses_secrets(match: Match) -> None:
    data = match.view("blue").to_json()
    assert json.loads(json.dumps(data)) == data
    assert list(data) == [
        *(
            "game",
            "sheet",
            "seat",
            "at",
            "cursor",
            "board",
            "pieces",
            "marks",
            "prompt",
            "waiting_for",
            "menu",
            "forced",
            "panels",
            "can_undo",
            "outcome",
            "log",
        ),
    ]
    assert data["board"]["mine"] == 0
    assert data["board"]["cup"] == []
    assert "names" not in data["board"]
    assert match.view("blue").to_json(menu=False)["menu"] == []
    assert match.view("blue").to_json(log=False)["log"] == []


def test_a_view_answers_nothing_once_the_game_has_moved_on(match: Match) -> None:
    view = match.view("blue")
    match.play(Go(1))
    for look in (lambda: view.board, lambda: view.choices, lambda: view.cursor, lambda: view.outcome, view.to_json):
        with pytest.raises(WargameError, match="the game has moved on since this view was taken: take a new one"):
            look()
