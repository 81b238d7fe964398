"""Laws of intent: three lines of a new game let laws notice a wrong seat, an event that lies, a wrong casualty."""

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from attrs import evolve
from tests.core.cli_table import Run

from wargame_core import Game, load
from wargame_core.flow.events import Event
from wargame_hex_and_counter.board.events import Moved
from wargame_laws import LawBroken, Trial
from wargame_laws.laws_of_intent import (
    law_events_are_as_declared,
    law_only_declared_pieces_fall,
    law_seats_move_their_own_pieces,
    undeclared_intent,
)
from wargame_laws.laws_of_play import law_conserved_quantities_stay

INTENT = (
    law_seats_move_their_own_pieces,
    law_events_are_as_declared,
    law_only_declared_pieces_fall,
    law_conserved_quantities_stay,
)
ASKED = "t.ask(seat, choices(t.board, seat), "
REMOVED = "t.record(Removed(chosen.target))"
FAULTS = {
    "the other side is asked": (ASKED, "t.ask(SEATS[SEATS.index(seat) - 1], choices(t.board, seat), ", "of_others"),
    "a side is offered the other's moves": (
        ASKED,
        "t.ask(seat, choices(t.board, SEATS[SEATS.index(seat) - 1]), ",
        "of_others",
    ),
    "a turn is told and another begins": ('sets="turn"', 'sets="turn = turn + 1"', "is not so afterwards"),
    "a piece stays where it was": ('sets="at[piece] = to"', 'sets="at[piece] = start"', "is not so afterwards"),
    "somebody else is removed": (
        REMOVED,
        "t.record(Removed(next((it for it in t.board.at if it not in (chosen.piece, chosen.target)), chosen.target)))",
        "may fall by it",
    ),
    "a comrade of the target is removed too": (
        REMOVED,
        REMOVED + "\n        for one in list(t.board.at)[:1]:\n            t.record(Removed(one))",
        "may fall by it",
    ),
    "a piece falls by moving": (
        "t.record(Moved(chosen.piece, t.board.at[chosen.piece], chosen.to))",
        "t.record(Removed(chosen.piece))",
        "may fall by it",
    ),
}


@pytest.fixture
def begun(wargame: Run, monkeypatch: pytest.MonkeyPatch, installed: Callable[[str, str], None]) -> Iterator[object]:
    """A new game with one text of its rules in the place of another."""
    names: list[str] = []

    def begin(name: str, old: str = "", new: str = "") -> Game:
        wargame("new", "game", name)
        source = Path(name, "src", f"wargame_{name}", "game.py")
        text = source.read_text("utf-8")
        assert not old or text.count(old) == 1
        source.write_text(text.replace(old, new), "utf-8")
        monkeypatch.syspath_prepend(str(Path(name, "src").absolute()))
        names.append(f"wargame_{name}")
        importlib.import_module(names[-1])
        installed(name, f"from wargame_{name} import PLUGIN")
        return load(name)

    yield begin
    for loaded in [module for module in sys.modules if module.partition(".")[0] in names]:
        del sys.modules[loaded]


def complaint(game: Game) -> str:
    trial = Trial(game, range(6), "random", budget=60, games=6)
    for law in INTENT:
        try:
            law(trial)
        except LawBroken as problem:
            return str(problem)
    return ""


def test_a_new_game_declares_its_intent_and_keeps_it(begun: Callable[..., Game]) -> None:
    game = begun("intended")
    assert undeclared_intent(game.rules) == []
    assert complaint(game) == ""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_slip_is_noticed_by_the_three_lines_alone(begun: Callable[..., Game], fault: str) -> None:
    old, new, said = FAULTS[fault]
    assert said in complaint(begun(f"slip_{list(FAULTS).index(fault)}", old, new))


def test_what_is_not_so_before_an_event_is_named() -> None:
    def nobody_moves_twice(event: object, board: object, past: Sequence[Event]) -> bool:
        return not any(isinstance(one, Moved) for one in past)

    game = load("corinth")
    guarantees = evolve(game.rules.guarantees, beforehand={Moved: (nobody_moves_twice,)})
    trial = Trial(evolve(game, rules=evolve(game.rules, guarantees=guarantees)), range(1), games=1)
    with pytest.raises(LawBroken, match=r"Moved\(.*: it is not so that nobody moves twice"):
        law_events_are_as_declared(trial)


@pytest.mark.parametrize(
    "name",
    ["vicksburg", "gettysburg", "battlecry", "corinth", "gcacw_on_the_4th_day", "thunder_on_the_mississippi"],
)
def test_every_game_of_ours_declares_its_intent(name: str) -> None:
    assert undeclared_intent(load(name).rules) == []
