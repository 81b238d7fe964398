"""Questions about odds: one joint answer with names, one question for many values, and what is refused."""

from fractions import Fraction
from typing import Any

import pytest
from attrs import frozen

from wargame_core import D6, Distribution, Match, UnknownName, WargameError, load
from wargame_core.errors import QueryError
from wargame_core.odds_answers import GameOdds, OddsAnswer
from wargame_core.plugins.questions import question


@frozen(order=True)
class Volley:
    hits: int
    misses: int

    @property
    def is_whole(self) -> bool:
        return not self.misses


def volley(dice: int = 2, needed: int = 5) -> OddsAnswer:
    """hits of a volley

    Args:
        dice: how many are rolled
        needed: what a die needs
    """
    hits = dice @ Distribution.of(D6).map(lambda face: int(face >= needed))
    return OddsAnswer(
        "A volley", hits.map(lambda n: Volley(n, dice - n)), {"hits": lambda r: r.hits, "whole": lambda r: r.is_whole}
    )


def bare() -> OddsAnswer:
    """a die"""
    return OddsAnswer("A die", Distribution.of(D6))


def text() -> str:
    """no answer"""
    return "six"


@pytest.fixture
def odds() -> GameOdds:
    return GameOdds("toy", {each.name: each for each in map(question, (volley, bare, text))})


def test_an_answer_is_joint(odds: GameOdds) -> None:
    answer = odds("volley")
    assert answer.p(lambda r: r.hits == 1 and r.misses == 1) == Fraction(4, 9)
    assert answer.map(lambda r: r.hits).mean() == Fraction(2, 3)
    assert answer.given(lambda r: r.hits).p(lambda r: r.is_whole) == Fraction(1, 5)
    assert answer.distributions["whole"].p(True) == Fraction(1, 9)
    assert "whole\nno " in str(answer)
    assert repr(answer) == "<OddsAnswer A volley: hits, whole>"


def test_a_part_that_a_result_does_not_have_is_refused_with_those_it_has(odds: GameOdds) -> None:
    for ask in (odds("volley").p, odds("volley").map, odds("volley").given):
        with pytest.raises(UnknownName, match=r"part of a result of 'A volley' 'hit' .*hits, is_whole, misses"):
            ask(lambda r: r.hit)
    with pytest.raises(QueryError, match="a result of 'A die' is a value such as 1 and has no part 'hits'"):
        odds("bare").p(lambda r: r.hits)
    with pytest.raises(AttributeError, match="nothing_of_ours"):
        odds("volley").p(lambda r: test_an_answer_is_joint.nothing_of_ours)  # type: ignore[attr-defined]


def test_questions_are_listed_with_their_parameters_and_others_refused(odds: GameOdds) -> None:
    assert list(odds) == ["volley", "bare", "text"]
    assert str(odds).splitlines()[0] == "volley(dice=, needed=): hits of a volley"
    asked: list[tuple[Any, type[Exception], str]] = [
        (lambda: odds("voley"), UnknownName, "question about odds of toy 'voley'.*did you mean 'volley'"),
        (lambda: odds("volley", die=3), UnknownName, "parameter 'die'"),
        (lambda: odds("volley", dice="many"), QueryError, "dice: 'many' is not"),
        (lambda: odds("text"), WargameError, "text of toy answers 'six', which is no OddsAnswer"),
    ]
    for ask, error, said in asked:
        with pytest.raises(error, match=said):
            ask()
    assert str(GameOdds("toss")) == "toss has no questions about odds"


def test_a_sweep_has_a_row_for_every_combination(odds: GameOdds) -> None:
    sweep = odds.sweep("volley", over={"dice": [1, 2], "needed": [3, 5]}, ask={"whole": lambda r: r.is_whole})
    assert [numbers for _, numbers in sweep.rows] == [
        (Fraction(2, 3),),
        (Fraction(1, 3),),
        (Fraction(4, 9),),
        (Fraction(1, 9),),
    ]
    assert next(iter(sweep.to_rows())) == {"dice": 1, "needed": 3, "whole": pytest.approx(2 / 3)}
    across, lines = sweep.lines()
    assert across == ("1", "2")
    assert lines == {"whole, 3": pytest.approx([2 / 3, 4 / 9]), "whole, 5": pytest.approx([1 / 3, 1 / 9])}
    assert str(sweep).splitlines()[1:3] == ["dice  needed   whole", "   1       3  0.6667"]
    told = odds.sweep("volley", over={"dice": (1,)})
    assert told.columns == ("mean hits", "whole: no", "whole: yes")


def test_a_sweep_is_drawn_and_is_a_frame(odds: GameOdds) -> None:
    sweep = odds.sweep("volley", over={"dice": range(1, 4)}, ask={"whole": lambda r: r.is_whole})
    svg = sweep.svg()
    assert svg is not None
    assert "volley of toy, in per cent, by dice" in svg
    pytest.importorskip("pandas", reason="pandas is not installed (extra frames)")
    assert sweep.to_frame()["whole"].tolist() == pytest.approx([1 / 3, 1 / 9, 1 / 27])


@pytest.mark.parametrize(
    ("over", "said"),
    [({}, "has no values"), ({"dice": []}, "has no values"), ({"dice": [1]}, "dice: stands in over= and")],
)
def test_a_sweep_over_nothing_or_twice_is_refused(odds: GameOdds, over: Any, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        odds.sweep("volley", over=over, dice=2)


def test_every_game_lists_its_odds_and_those_of_its_system() -> None:
    assert "attack" in load("battlecry").odds
    assert {"skirmish", "rally"} <= set(load("vicksburg").odds)
    assert {"attack", "combat", "initiative", "extended_march"} <= set(load("gcacw_on_the_4th_day").odds)
    corinth = load("corinth").odds("combat", attack=6, defence=2)
    assert isinstance(corinth, OddsAnswer)
    assert corinth.p("De") == Fraction(1, 6)


@pytest.mark.parametrize("name", ["vicksburg", "thunder_on_the_mississippi", "corinth"])
def test_what_an_action_can_lead_to_is_what_the_forecast_says_and_plays_nothing(name: str) -> None:
    game = load(name)
    match: Match = game.start(seed=3)
    players = {seat: game.bot("random", seed=1) for seat in game.seats}
    compared = 0
    for update in match.iter_play(players, history=False):
        if update and match.waiting_for and match.seq % 5 == 0 and len(match.waiting_for) == 1:
            state, action = match.state, match.choices().head(1)[0]
            answer = match.odds(action)
            assert answer.map(lambda r: r.state) == game.forecast(state, action)
            assert match.state == state
            assert answer.p(lambda r: bool(r.happened) or not r.events) == 1
            compared += 1
        if compared == 6:
            break
    assert compared == 6
