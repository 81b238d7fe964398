"""What a class of a game replaces in core by accident, and who is blamed for an error in a game's code."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.core.cli_table import Run

from wargame_core.authoring import Action, Board, Choices, PublicEvent
from wargame_core.version import API

PLUGIN = f"""
from attrs import evolve
from skirmish_toy import toy, walk
from wargame_core.authoring import GameEntry, Plugin, Step, instead_of

def build(data=None):
    game = toy()
    def walk(t):
        yield from ()
        raise LookupError("no such hill")
    return evolve(game, rules=evolve(game.rules, sequence=game.rules.sequence.edited(
        instead_of("Walk", Step("Walk", walk)))))

PLUGIN = Plugin(id="toy", title="Toy", games=(GameEntry("toy", "Toy", build),), requires_api={API})
"""


def boards() -> None:
    class Own(Board):
        def piece_places(self, side: str) -> dict[str, str]:  # type: ignore[override]
            return {}


def actions() -> None:
    class Own(Action):
        help = "what it costs"  # type: ignore[assignment]


def events() -> None:
    class Own(PublicEvent):
        def text(self) -> str:  # type: ignore[override]
            return ""


def choices() -> None:
    class Own(Choices):
        def head(self) -> list[Any]:  # type: ignore[override]
            return []


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (boards, r"Own.piece_places would replace Board.piece_places\(\) of core, which is called otherwise"),
        (actions, r"Own.help would replace Action.help\(board\) of core"),
        (events, r"Own.text would replace Sayable.text\(board\) of core"),
        (choices, r"Own.head would replace Choices.head\(limit=None\) of core"),
    ],
)
def test_a_method_of_another_shape_is_refused_when_its_class_is_made(made: Callable[[], None], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        made()


def test_a_method_that_can_stand_in_for_that_of_core_is_taken() -> None:
    class Own(PublicEvent):
        def text(self, board: Any, *, short: bool = False) -> str:
            return "short" if short else "long"

    assert Own().text(None) == "long"


def test_an_error_inside_a_games_code_is_blamed_on_that_game(
    installed: Callable[[str, str], None], wargame: Run
) -> None:
    installed("moscow", PLUGIN.replace('"toy"', '"moscow"'))
    said = wargame("play", "moscow", "--seed", "1", exit_code=1).stderr
    assert "a program error in moscow_plugin: LookupError: no such hill (moscow_plugin.py, line" in said
