"""What play took only one way of is tried beside it: faces, kinds of actions, and rolls that are never made."""

import sys
from collections.abc import Callable
from typing import Any

import pytest
from tests.core import skirmish_toy as toys
from tests.core.skirmish_toy import Give, Scored, toy
from tests.laws.broken_toys import Rule, breaks, trial, with_rule

from wargame_core import Match, View, load
from wargame_core.authoring import D6, Action, Procedure, Roll, Table
from wargame_core.flow import procedures
from wargame_laws import LawBroken, Trial
from wargame_laws.laws_of_play import law_events_tell_everything, law_everything_comes_up, law_play_ends


def on_a(face: int, then: Callable[[Table[Any]], object]) -> Rule:
    """Blue bows and rolls, and something happens on one face; a game has three turns."""

    def bow(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", [Give("red")], "Bow?")
        die = yield from t.roll_openly(D6, "the depth of the bow")
        if die == face:
            then(t)

    return bow


@pytest.mark.parametrize("face", D6.faces)
def test_an_error_on_one_face_is_found_in_one_game(face: int) -> None:
    game = with_rule("Bow", on_a(face, lambda t: dict[str, int]()["u7"]))
    breaks(law_play_ends, game, rf"seed 0, .*KeyError: 'u7'|rolling .*{face}.*: KeyError: 'u7'", seeds=range(1))


@pytest.mark.parametrize("face", D6.faces)
def test_a_change_without_an_event_on_one_face_is_found_in_one_game(face: int) -> None:
    game = with_rule("Bow", on_a(face, lambda t: t.board.score.update(red=7)))
    breaks(law_events_tell_everything, game, "folding the events gives another board: .*score", seeds=range(1))


def test_an_error_in_what_nobody_chooses_is_found() -> None:
    def bow(t: Table[Any]) -> Procedure[None]:
        chosen = yield from t.ask("blue", [toys.Stay(), Give("red")], "Bow?")
        if isinstance(chosen, Give):
            raise ValueError("nobody gives")

    def never_gives(seed: int) -> Callable[[View], Action]:
        return lambda view: next(iter(view.choices))

    told = r"trying (?!.*rolling).*Give.*: ValueError: nobody gives"
    breaks(law_play_ends, with_rule("Bow", bow), told, players=never_gives)


def test_a_change_that_is_undone_at_once_is_found() -> None:
    """The board at the end of the game, and at most moments, is as the events say."""

    def bow(t: Table[Any]) -> Procedure[None]:
        t.board.score["red"] = t.board.score.get("red", 0) + 1
        yield from t.ask("blue", [Give("red")], "Bow?")
        t.board.score["red"] -= 1
        t.record(Scored("red", 0))

    breaks(law_events_tell_everything, with_rule("Bow", bow), "folding the events", seeds=range(1), budget=1)


def never_rolls(t: Table[Any]) -> Procedure[None]:
    yield from t.ask("blue", [Give("red")], "Bow?")
    if t.board.turn > 99:
        yield from t.roll_openly(D6, "the depth of the bow")


def test_a_roll_that_is_never_made_is_named() -> None:
    told = r"never came up in 20 games: .*roll never_rolls\b(?! \()"
    breaks(law_everything_comes_up, with_rule("Bow", never_rolls), told)


def test_games_are_the_same_with_and_without_what_is_tried_beside_them() -> None:
    tried = trial(toy(), seeds=range(3))
    for seed in tried.seeds:
        beside, alone = tried.recorded(seed).match, tried.start(seed)
        assert isinstance(beside, Match)
        alone.play_out(tried.players_of(seed))
        assert [entry.events for entry in beside.entries] == [entry.events for entry in alone.entries]


PLANTS = [
    ("vicksburg", "_roll_retreat", 3, "belligerent", None),
    ("gettysburg", "_roll_retreat", 1, "belligerent", None),
    ("battlecry", "throw_battle_dice", "S", "heuristic", "mcdowell"),
    ("gcacw_on_the_4th_day", "extend_march", 6, "random", "lees_retreat"),
    ("thunder_on_the_mississippi", "fight", 6, "heuristic", None),
]


@pytest.mark.parametrize(("game", "function", "face", "bot", "scenario"), PLANTS, ids=[plant[0] for plant in PLANTS])
def test_an_error_planted_on_one_face_of_one_roll_of_a_game_is_found(
    game: str, function: str, face: object, bot: str, scenario: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = procedures._answer_to

    def answer_to(question: Any) -> Procedure[Any]:
        planted = isinstance(question, Roll) and sys._getframe(3).f_code.co_name == function
        return planted_answer(question) if planted else real(question)

    def planted_answer(question: Any) -> Procedure[Any]:
        answer = yield question
        if answer == face:
            raise ValueError("planted")
        return answer

    monkeypatch.setattr(procedures, "_answer_to", answer_to)
    with pytest.raises(LawBroken, match="ValueError: planted"):
        law_play_ends(Trial(load(game), range(3), bot, scenario, budget=3))
