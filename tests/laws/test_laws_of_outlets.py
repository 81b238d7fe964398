"""The register of outlets: what is public and hands something of a match to a seat is in it, and a leak is noticed."""

import ast
from collections.abc import Mapping

import pytest
from tests.core.convoy_toy import convoy
from tests.core.skirmish_toy import toy
from tests.laws.broken_toys import trial

from wargame_core import REFEREE, SPECTATOR, Game, Match, WargameError, load
from wargame_core.errors import PluginError
from wargame_core.plugins import outlets as registers
from wargame_core.plugins.outlets import Outlet, OutletRegister, outlet_registers
from wargame_laws import LawBroken
from wargame_laws import laws_of_outlets as laws
from wargame_laws.functions_of_outlets import (
    functions_in,
    functions_that_may_let_out,
    packages_of,
    packages_with_registers,
)
from wargame_laws.indistinguishable_games import indistinguishable_game

GAMES = ("vicksburg", "gettysburg", "battlecry", "corinth", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")


@pytest.mark.parametrize("package", packages_with_registers())
def test_every_function_that_may_let_something_out_is_registered(package: str) -> None:
    assert laws.unregistered_functions([package]) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_registered_its_own(game: str) -> None:
    laws.law_every_outlet_is_registered(trial(load(game)))


def test_registers_name_functions_that_there_are() -> None:
    found = {name for package in packages_with_registers() for name in functions_that_may_let_out(package)}
    named = {part for register in outlet_registers().values() for part in register.closed}
    assert sorted(name for name in named - found if not name.startswith("wargame_core.plugins")) == []


NEW = """
def postcard(match: Match, seat: str) -> str: ...
def _inside(match: Match, seat: str) -> str: ...
def of_a_view(view: View) -> str: ...
def rule(match: Match, seat: str) -> Procedure[str]: ...
def without_a_seat(match: Match) -> str: ...
class Session:
    def shown(self, seat): ...
"""


def test_what_takes_a_match_and_a_seat_or_a_view_is_found_and_what_belongs_to_play_is_not() -> None:
    assert list(functions_in(ast.parse(NEW))) == ["postcard", "of_a_view", "Session.shown"]


def test_a_function_that_nobody_registers_breaks_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "functions_that_may_let_out", lambda package: (f"{package}:postcard",))
    with pytest.raises(LawBroken, match=r"no register of outlets names wargame_battlecry:postcard: register an outlet"):
        laws.law_every_outlet_is_registered(trial(load("battlecry")))
    assert packages_of(load("battlecry")) == ["wargame_battlecry"]


def outlet(name: str, show: object) -> Outlet:
    return Outlet(name, show, ())  # type: ignore[arg-type]


LEAKS: Mapping[str, Outlet] = {
    "the true hands": outlet("cards", lambda game, match, seat: str(match.board.hands)),
    "how many have chosen": outlet("chosen", lambda game, match, seat: len(match.commits)),
    "what happened before this step": outlet(
        "past", lambda game, match, seat: [str(entry.events) for entry in match.entries[:-3]]
    ),
    "an error": outlet("error", lambda game, match, seat: {0: "not hidden yet"}[match.board.mine]),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_in_an_outlet_is_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "all_outlets", lambda: [LEAKS[leak]])
    with pytest.raises(LawBroken, match=f"apart by the outlet '{LEAKS[leak].name}'"):
        laws.law_no_outlet_tells_more_than_the_view(trial(toy(), budget=200, thorough=True))


def test_an_outlet_that_fails_breaks_the_law_and_one_that_refuses_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(game: Game, match: Match, seat: str) -> object:
        raise WargameError("not for your eyes")

    monkeypatch.setattr(laws, "all_outlets", lambda: [outlet("closed", refuses)])
    laws.law_no_outlet_tells_more_than_the_view(trial(toy(), budget=40))
    monkeypatch.setattr(laws, "all_outlets", lambda: [outlet("broken", lambda game, match, seat: [][0])])
    with pytest.raises(LawBroken, match="the outlet 'broken' fails for blue, and shows nothing: \"IndexError: list"):
        laws.law_no_outlet_tells_more_than_the_view(trial(toy(), budget=40))


def test_an_outlet_that_shows_the_view_is_no_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = outlet("view", lambda game, match, seat: match.view(seat).to_json())
    monkeypatch.setattr(laws, "all_outlets", lambda: [shown])
    laws.law_no_outlet_tells_more_than_the_view(trial(toy(), budget=200))


def test_all_registered_outlets_keep_the_secrets_of_a_game() -> None:
    laws.law_no_outlet_tells_more_than_the_view(trial(toy(), seeds=range(2), budget=40))


def test_another_game_of_which_a_seat_was_told_the_same_has_another_past_and_the_same_story() -> None:
    found = 0
    for moment in trial(convoy(), seeds=range(2), budget=40).telling_moments():
        for seat in (*moment.match.rules.seats, SPECTATOR):
            if (other := indistinguishable_game(moment, seat)) is not None:
                found += 1
                entries = moment.match.entries, other.entries
                told, true = ([[entry.told(who) for entry in one] for one in entries] for who in (seat, REFEREE))
                assert told[0] == told[1]
                assert true[0] != true[1] or moment.match.board != other.board
    assert found >= 20


def test_two_outlets_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    one = OutletRegister((outlet("cards", lambda game, match, seat: ""),))
    monkeypatch.setattr(type(registers.OUTLETS), "entries", lambda self: {"acme": 1, "other": 2})
    monkeypatch.setattr(type(registers.OUTLETS), "load", lambda self, name: one)
    outlet_registers.cache_clear()
    try:
        with pytest.raises(PluginError, match="other and acme both register an outlet called 'cards'"):
            outlet_registers()
    finally:
        outlet_registers.cache_clear()
