"""One game as fast as it goes: players see views, and what they play is judged unless they say otherwise."""

from typing import Any

import pytest
from tests.core.skirmish_toy import SEATS, Give, Go, PlayCard, toy
from tests.laws.broken_toys import with_rule

from wargame_core import IllegalAction, Seeded, View
from wargame_core.authoring import Procedure, Table
from wargame_core.flow.players import RandomPlayer
from wargame_lab.batches import simulate
from wargame_lab.playouts import GameResult, playout


def first(seed: int) -> Any:
    """A player who takes the first choice there is."""
    return lambda view: next(iter(view.choices))


def test_a_playout_counts_turns_decisions_and_rolls() -> None:
    players = {seat: RandomPlayer(1) for seat in SEATS}
    result = playout(toy(), players, Seeded(1), index=7)
    assert isinstance(result, GameResult)
    assert (result.index, result.turns, result.rolls) == (7, 4, 12)
    assert result.outcome is not None
    assert result.decisions >= 1 + 3 * 3 + 1  # the mine, three turns of a walk and two cards, a bow
    assert result.to_json()["outcome"]["winner"] == result.outcome.winner


def test_players_see_their_own_view_and_no_record_is_kept() -> None:
    seen: dict[str, set[int]] = {"blue": set(), "red": set()}

    def watching(view: View) -> Any:
        seen[view.seat].add(view.board.mine)
        assert view.seat in view.waiting_for
        assert view.events == ()
        return next(iter(view.choices))

    playout(toy(), dict.fromkeys(SEATS, watching), Seeded(2))
    assert seen == {"blue": {0}, "red": {0, 1}}  # red's first sight is before it has hidden the mine


def test_who_chooses_in_secret_does_not_see_what_others_have_chosen() -> None:
    prompts: list[tuple[str, tuple[str, ...]]] = []

    def watching(view: View) -> Any:
        if view.prompt == "Which card?":
            prompts.append((view.seat, view.waiting_for))
        return next(iter(view.choices))

    playout(toy(), dict.fromkeys(SEATS, watching), Seeded(2))
    assert prompts == [("blue", SEATS), ("red", SEATS)] * 3


def test_an_illegal_action_names_the_player_the_seat_and_the_moment() -> None:
    def stubborn(view: View) -> Any:
        return Go(9) if view.seat == "blue" else next(iter(view.choices))

    with pytest.raises(IllegalAction, match="stubborn for blue at answer 3: there is no space 9") as refusal:
        playout(toy(), dict.fromkeys(SEATS, stubborn), Seeded(2))
    assert refusal.value.verdict.codes == ("no_such_space",)

    def cheating(view: View) -> Any:
        return PlayCard(9) if view.prompt == "Which card?" and view.seat == "red" else next(iter(view.choices))

    with pytest.raises(
        IllegalAction, match=r"cheating for red at answer 4: play the 9 is not one of the 3 choices now"
    ):
        playout(toy(), dict.fromkeys(SEATS, cheating), Seeded(2))


def test_players_whose_choices_need_no_judge_are_not_judged() -> None:
    judged: list[Any] = []
    from tests.core.skirmish_toy import Walking

    class Watched(Walking):
        def judge(self, action: Any) -> Any:
            judged.append(action)
            return super().judge(action)

        def __iter__(self) -> Any:
            return iter([Give("red")])

    def ask(t: Table[Any]) -> Procedure[None]:
        yield from t.ask("blue", Watched(t.board, 2), "Where?")

    playout(with_rule("Walk", ask), {seat: RandomPlayer(1) for seat in SEATS}, Seeded(1))
    assert judged == []
    with pytest.raises(IllegalAction):
        playout(with_rule("Walk", ask), {"blue": first(1), "red": RandomPlayer(1)}, Seeded(1))
    assert judged == [Give("red")]


def test_a_game_without_end_is_given_up() -> None:
    def endless(t: Table[Any]) -> Procedure[None]:
        while True:
            yield from t.ask("blue", [Give("red")], "Again?")

    simulation = simulate(with_rule("Bow", endless), games=3, limit=50)
    assert [game.outcome for game in simulation.games] == [None] * 3
    assert [game.decisions for game in simulation.games] == [50] * 3
    data = simulation.to_json()
    assert (data["games"], data["finished"], data["mean_turns"], data["victory_points"]) == (3, 0, 0.0, {})
    assert (data["wins"], data["draws"]) == ({"blue": 0, "red": 0}, 0)
    assert data["win_ci95"]["blue"] == [0.0, 1.0]
    assert "0 finished" in str(simulation)
