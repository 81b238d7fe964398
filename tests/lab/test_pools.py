"""Pools of opponents: who is drawn, who leaves, and where a pool can play."""

from collections import Counter

import pytest

from wargame_core import UnknownName, WargameError, load
from wargame_core.flow.players import EasyPlayer, Player, RandomPlayer, player_from
from wargame_lab import Pool, simulate
from wargame_lab.pools import Member


def drawn(pool: Pool, games: int = 400) -> Counter[str]:
    """How often each member is drawn."""
    return Counter(pool.draw(seed).name for seed in range(games))


def test_members_are_drawn_by_their_weights_and_again_with_the_same_seed() -> None:
    pool = Pool.of(easy=1, normal=3, random=0)
    often = drawn(pool)
    assert often == drawn(pool)
    assert often.keys() == {"easy", "normal"}
    assert 60 <= often["easy"] <= 140
    assert drawn(pool.weighed({"easy": 0.0})).keys() == {"normal"}


def test_of_past_selves_the_last_ones_stay_and_of_named_bots_all() -> None:
    pool = Pool.of(easy=1)
    for number in range(4):
        pool = pool.plus(f"self {number}", RandomPlayer, keep=2)
    assert [member.name for member in pool.members] == ["easy", "self 2", "self 3"]
    again = pool.plus("self 3", RandomPlayer, weight=5.0)
    assert [(member.name, member.weight) for member in again.members][1:] == [("self 2", 1.0), ("self 3", 5.0)]


@pytest.mark.parametrize("weights", [{}, {"easy": 0.0}, {"easy": -1.0, "normal": 2.0}])
def test_a_pool_of_which_nobody_can_be_drawn_is_refused(weights: dict[str, float]) -> None:
    with pytest.raises(WargameError, match="one of them is above 0, not"):
        Pool.of(**weights)


def test_only_members_have_weights() -> None:
    with pytest.raises(UnknownName, match="hard"):
        Pool.of(easy=1).weighed({"hard": 1})


def test_each_game_has_a_player_of_its_own() -> None:
    def plays(pool: Pool, seed: int) -> Player:
        return player_from(pool, load("battlecry").bot, seed)

    one = RandomPlayer(1)
    pool = Pool((Member("me", one),))
    assert plays(pool, 1) is not one
    assert isinstance(plays(pool, 1), RandomPlayer)
    assert type(plays(Pool.of(heuristic=1), 1)) is type(load("battlecry").bot("heuristic"))
    assert isinstance(plays(Pool((Member("slips", EasyPlayer),)), 1), EasyPlayer)


def test_a_pool_plays_in_simulations_the_same_games_again() -> None:
    pool = Pool.of(random=1).plus("self", RandomPlayer)
    batches = [simulate("thunder_on_the_mississippi", pool, games=3, seed=4) for _ in range(2)]
    assert batches[0].games == batches[1].games
    with pytest.raises(UnknownName, match="nobody"):
        simulate("thunder_on_the_mississippi", Pool.of(nobody=1), games=1)
