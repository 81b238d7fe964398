"""The players of the game: what they choose is legal, and obvious choices are made."""

from typing import Any

import pytest
from attrs import evolve

from wargame_battlecry.board.actions import Discard, Keep, Order, PlayCard
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.players.attacks_and_places import best_attack, blow_worth, danger, flag_worth, place_worth
from wargame_battlecry.players.heuristic import (
    CardPlans,
    HeuristicPlayer,
    battle_plan,
    card_plan,
)
from wargame_battlecry.players.turn_plan import (
    NO_ATTACK,
    Enemies,
    PlannedAttack,
    Situation,
    Stand,
    TurnPlan,
    answer,
    lane_of_fire,
    losses,
    plan_turn,
)
from wargame_battlecry.players.weights import HARD, NORMAL, Weights
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.printed.pieces import Exit, Rulebook, side_of
from wargame_battlecry.rules.card_effects import SectionOrders
from wargame_core import Game
from wargame_core.maps.masks import bits, mask_of


def test_a_side_says_how_it_means_to_win_and_then_what_each_card_is_for(game: Game) -> None:
    match: Any = game.start("belmont", seed=4)
    seat = match.waiting_for[0]
    bot = HeuristicPlayer(1)
    while not bot.plans:
        match.play(bot(match.view(seat)), seat)
    opening, turn = bot.plans
    assert opening.startswith(f"Win {match.board.battle.flags} flags: press ")
    assert turn.startswith(f"Play {match.board.book.cards[match.board.card].title}: ")
    assert {"A7", "A8", "A9"} <= set(battle_plan(match.board, "union").replace(".", "").replace(",", "").split())


def test_the_pieces_that_a_plan_names_get_the_orders_of_the_card(game: Game) -> None:
    match: Any = game.start("new-market", seed=4)
    bots = {seat: HeuristicPlayer(1) for seat in game.seats}
    for _ in range(60):
        seat = match.waiting_for[0]
        action = bots[seat](match.view(seat))
        if (
            isinstance(action, Order)
            and len(match.board.ordered_pieces) < 3
            and match.board.acting_card.effect.kind == "orders"
        ):
            assert match.board.name(action.piece) in bots[seat].plans[-1]
        match.play(action, seat)


@pytest.mark.parametrize("first", ["battery", "cavalry"])
def test_no_unit_goes_into_the_line_of_fire_of_a_battery_that_is_to_fire(first: str, lay: Any) -> None:
    board = lay({"H10": "union artillery", "H12": "union cavalry", "D10": "confederate infantry 1"}, active="union")
    gun, horse, target = (board.unit_at[SPACE[name]] for name in ("H10", "H12", "D10"))
    situation = Situation(board, "union", weights=HARD)
    barring = lane_of_fire(board, gun, SPACE["H10"], SPACE["D10"])
    assert barring
    place = Stand(next(bits(barring)), (0.0,), NO_ATTACK, situation.idle[horse].place_worth + 0.5)
    shot = Stand(SPACE["H10"], (0.0,), PlannedAttack(1.5, 0, 0.4, SPACE["D10"]), 0.0)
    situation._stands = {(gun, far): [shot] for far in range(9)} | {(horse, far): [place] for far in range(9)}
    plan, order = TurnPlan(situation), {"battery": (gun, horse), "cavalry": (horse, gun)}[first]
    plan.add(plan.best_order([order[0]], 1.0))
    follows = plan.best_order([order[1]], 1.0)
    assert target in board.place
    assert follows.to != place.space if first == "battery" else follows.gain < HARD.least


def test_a_battery_on_a_hill_fires_over_a_friend_beside_it_and_in_melee_nobody_is_in_the_way(lay: Any) -> None:
    board = lay({"E6": "union artillery", "E9": "confederate infantry"}, terrain={"E6": "hill"}, active="union")
    gun = board.unit_at[SPACE["E6"]]
    over = mask_of([SPACE["E7"], SPACE["E8"]])
    assert lane_of_fire(board, gun, SPACE["E6"], SPACE["E9"]) & over == mask_of([SPACE["E8"]])
    assert lane_of_fire(board, gun, SPACE["E8"], SPACE["E9"]) == 0
    assert lane_of_fire(board, gun, SPACE["E6"], -1) == 0


def test_the_hard_player_does_not_spend_battle_cry_on_a_few_steps(lay: Any, book: Rulebook) -> None:
    far = {"A5": "confederate infantry", "A6": "confederate infantry"}
    board = lay({"H5": "union infantry", "H6": "union infantry", "H7": "union infantry", **far}, active="union")
    battle_cry = next(card.id for card in book.cards.values() if card.effect.kind == "battle_cry")
    probe = next(card.id for card in book.cards.values() if card.title == "Probe Center")
    offers = [PlayCard(battle_cry), PlayCard(probe)]
    assert HeuristicPlayer(1, weights=HARD)._card(board, "union", offers) == PlayCard(probe)
    near = lay({"D5": "union infantry", "D6": "union infantry", "C5": "confederate infantry 1"}, active="union")
    assert HeuristicPlayer(1, weights=HARD)._card(near, "union", [PlayCard(battle_cry)]) == PlayCard(battle_cry)


def test_a_card_is_planned_for_the_pieces_that_it_may_order(lay: Any, book: Rulebook) -> None:
    board = lay({"E4": "union infantry", "F4": "union artillery", "E6": "confederate infantry 1"}, active="union")
    plans = CardPlans(Situation(board, "union"))

    def told(effect: str) -> str:
        card = next(card for card in book.cards.values() if card.effect.kind == effect)
        _, plan = plans.of(card)
        return card_plan(board, card, plan.orders if plan else ()).partition(": ")[2]

    assert told("bombard") == f"{board.name('u2')} stands at F4 against E6."
    assert told("forced_march").startswith(board.name("u1"))
    assert told("construct_fieldworks") == ""


def test_a_plan_says_who_leaves_the_board(lay: Any) -> None:
    board = lay({"A4": "union infantry"}, active="union", exits=(Exit("union", mask_of((SPACE["A4"],)), 1),))
    plan = plan_turn(Situation(board, "union"), {"u1": 1}, (1,))
    card = board.book.cards["probe_left"]
    assert card_plan(board, card, plan.orders) == f"Play {card.title}: {board.name('u1')} leaves the board from A4."


def test_units_that_come_into_reach_together_are_in_less_danger_than_one_after_the_other(lay: Any) -> None:
    foes = {"C5": "confederate infantry", "C7": "confederate infantry"}
    board = lay({"E5": "union infantry", "E7": "union infantry", "I1": "union infantry"} | foes, active="union")
    enemies = Enemies(board, "confederate")
    first, second, far = (enemies.threatened_blows(unit) for unit in ("u1", "u2", "u3"))
    assert max(far) == 0 < max(first)
    both = answer(map(max, first, second), (1.0, 1.0))
    assert both < answer(first, (1.0, 1.0)) + answer(second, (1.0, 1.0))
    assert answer(first, (0.5, 0.5)) == pytest.approx(answer(first, (1.0, 1.0)) / 2)


def test_a_blow_counts_from_where_an_enemy_may_move_to(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E8": "confederate cavalry", "H4": "confederate artillery"}, active="union")
    cavalry, guns = Enemies(board, "confederate").threatened_blows("u1")
    assert cavalry > 0 < guns
    board.put("u1", SPACE["E2"])
    assert Enemies(board, "confederate").threatened_blows("u1")[0] == 0


def test_what_more_attacks_take_is_less_the_less_is_left() -> None:
    assert losses(0, 3, 4) == 0
    assert losses(1, 6, 1) == pytest.approx(1)
    assert losses(4, 3, 4) == pytest.approx(0.5)


def test_no_player_throws_away_a_card_that_does_nothing_while_another_orders_somebody(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E5": "confederate infantry"}, options={"any_card": "yes"})
    offers = [PlayCard(card) for card in ("counterattack", "fight_back", "probe_left", "probe_right")]
    assert HeuristicPlayer(1)._card(board, "union", offers) == PlayCard("probe_left")
    assert HeuristicPlayer(1, weights=HARD)._card(board, "union", offers) == PlayCard("probe_left")


def test_a_second_unit_is_sent_where_the_first_leaves_something_to_do(lay: Any) -> None:
    pieces = {"E4": "union infantry", "E6": "union infantry", "D5": "confederate infantry 1"}
    board = lay(pieces | {"D7": "confederate infantry 1"}, active="union")
    plan = plan_turn(Situation(board, "union"), {"u1": 1, "u2": 1}, (2,))
    assert {order.attack.enemy for order in plan.orders} == {0, 1}
    assert plan.worth == pytest.approx(sum(order.gain for order in plan.orders))


def test_no_two_units_are_sent_to_the_same_hex_and_no_more_than_a_card_orders(game: Game) -> None:
    board: Any = game.start("shiloh", seed=4).board
    now = Situation(board, board.active)
    plan = plan_turn(now, dict.fromkeys(now.pieces(), 1), (6,))
    goals = [order.to for order in plan.orders if order.piece in now.idle]
    assert 1 < len(goals) == len(set(goals)) <= 6
    assert all(order.gain > 0 for order in plan.orders)


def test_a_player_follows_its_plan_and_plans_again_when_things_are_not_as_planned(game: Game) -> None:
    match: Any = game.start("new-market", seed=4)
    seat = match.waiting_for[0]
    bot = HeuristicPlayer(1)
    while not match.board.ordered_pieces:
        seat = match.waiting_for[0]
        match.play(bot(match.view(seat)), seat)
    assert bot._is_as_planned(match.board, list(match.board.ordered_pieces))
    unit = next(unit for unit in match.board.figures if side_of(unit) == seat)
    match.board.figures[unit] -= 1
    assert not bot._is_as_planned(match.board, list(match.board.ordered_pieces))
    fresh = HeuristicPlayer(2)
    assert match.judge(fresh(match.view(seat)), seat)


def test_more_dice_and_weaker_targets_are_worth_more() -> None:
    assert blow_worth(4, 2, 4) > blow_worth(3, 2, 4) > 0 == blow_worth(0, 2, 4)
    assert blow_worth(3, 3, 1) > blow_worth(3, 3, 4)


def test_a_unit_with_a_target_has_a_better_attack_than_one_without(lay: Any) -> None:
    board = lay({"E4": "union infantry", "I1": "union infantry", "E6": "confederate infantry 1"})
    assert best_attack(board, "u1") > best_attack(board, "u2") == 0


def test_the_longer_nothing_happens_the_more_an_approach_is_worth_and_the_less_danger_counts(lay: Any) -> None:
    board = lay({"E4": "union infantry", "A1": "confederate infantry", "E6": "confederate infantry"})
    worth = {}
    for turn in (1, 40):
        board.turn = turn
        board.captured_flags["union"] = 0
        worth[turn] = place_worth(board, "s1"), danger(board, "u1")
    assert worth[40][0] < worth[1][0]
    assert worth[40][1] < worth[1][1]
    board.captured_flags["union"] = 9
    assert danger(board, "u1") == worth[1][1]


def test_hard_counts_cover_and_a_last_figure_near_the_enemy_where_normal_does_not(lay: Any) -> None:
    def worth(unit: str, weights: Weights) -> float:
        board = lay({"E4": unit, "E7": "confederate infantry"}, terrain={"E4": "woods"})
        return place_worth(board, "u1", weights)

    cover, weak = evolve(NORMAL, cover=1.0), evolve(NORMAL, last_figure=1.0)
    assert worth("union infantry", cover) > worth("union infantry", NORMAL) == worth("union infantry", weak)
    assert worth("union infantry 1", weak) == worth("union infantry 1", NORMAL) - 2


def test_the_nearer_the_end_the_more_a_flag_is_worth_to_hard(lay: Any) -> None:
    board = lay({"E4": "union infantry", "E7": "confederate infantry"})
    early = flag_worth(board, "union", HARD, HARD.last_flag)
    board.captured_flags["union"] = board.battle.flags - 1
    assert flag_worth(board, "union", HARD, HARD.last_flag) > early
    assert flag_worth(board, "union", NORMAL, NORMAL.last_flag) == NORMAL.flag


def test_a_card_that_is_worth_much_in_the_hand_is_not_played_before_the_others(game: Game) -> None:
    match: Any = game.start("shiloh", seed=4)
    seat = match.waiting_for[0]
    cards = {card: match.board.book.cards[card].effect for card in match.board.hands[seat]}
    orders = {card: sum(effect.by_section(5)) for card, effect in cards.items() if isinstance(effect, SectionOrders)}
    thrifty = HeuristicPlayer(1, weights=evolve(NORMAL, keep_order=99.0))(match.view(seat))
    assert isinstance(thrifty, PlayCard)
    assert orders[thrifty.card] == min(orders.values()) < max(orders.values())
    dear = dict.fromkeys({effect.kind for effect in cards.values()}, 999.0)
    freed = HeuristicPlayer(1, weights=evolve(NORMAL, keep=dear))(match.view(seat))
    assert isinstance(freed, PlayCard)
    assert freed.card in orders


def chosen(kind: type[Any], board: BattleBoard, weights: Weights, *cards: str) -> set[str]:
    """The cards that players with these weights choose to play, keep or discard, whatever settles their ties."""
    offers = [kind(card) for card in cards]
    players = [HeuristicPlayer(seed, weights=weights) for seed in range(8)]
    choices: list[Any] = [player._card(board, "union", offers) for player in players]
    return {choice.card for choice in choices}


@pytest.mark.parametrize("weights", [NORMAL, HARD], ids=["normal", "hard"])
def test_where_no_card_brings_anything_the_weakest_is_played(lay: Any, weights: Weights) -> None:
    board = lay({"E4": "union infantry"}, active="union")
    assert chosen(PlayCard, board, weights, "assault_left", "battle_cry", "attack_center", "probe_left") == {
        "probe_left"
    }
    assert chosen(PlayCard, board, weights, "leadership", "forced_march", "hit_and_run", "probe_right") == {
        "probe_right"
    }


@pytest.mark.parametrize("weights", [NORMAL, HARD], ids=["normal", "hard"])
def test_of_cards_that_bring_the_same_the_stronger_is_kept(lay: Any, weights: Weights) -> None:
    board = lay({"E4": "union infantry"}, active="union")
    cards = ("probe_left", "hit_and_run", "attack_right")
    assert chosen(Keep, board, weights, *cards) == {"hit_and_run"}
    assert chosen(Discard, board, weights, *cards) == {"probe_left"}


def test_a_card_by_which_units_act_brings_nothing_where_none_has_anything_to_do(lay: Any) -> None:
    board = lay({"E4": "union infantry"}, generals={"E4": "union"}, active="union")
    plans = CardPlans(Situation(board, "union"))
    assert {plans.of(board.book.cards[card])[0] for card in ("leadership", "forced_march")} == {0.0}
