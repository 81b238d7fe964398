"""BC150 p.4 Section Cards and Tactic Cards, p.6 dealing, playing and drawing. Readings: Cards."""

from collections.abc import Callable
from typing import Any

import pytest

from wargame_battlecry.board.actions import (
    Attack,
    Build,
    ChoosePiece,
    ChooseSection,
    Done,
    FightBack,
    Keep,
    Move,
    Order,
    PlaceAt,
    PlayCard,
    Retreat,
    TakeGround,
)
from wargame_battlecry.board.board import MAY_BATTLE, AnyUnit, BattleBoard, Stage
from wargame_battlecry.board.turn_events import TurnBegan
from wargame_battlecry.printed.game_board import SPACE, sides_mask
from wargame_battlecry.rules.announce_orders import OrderChoices, order_one
from wargame_battlecry.rules.battle import BattleChoices, battle_with_one, resolve
from wargame_battlecry.rules.battle_dice import battle_dice
from wargame_battlecry.rules.card_effects import EFFECTS, building_sites, follow, supply_hexes
from wargame_battlecry.rules.move import MoveChoices, destinations, move_again, move_one
from wargame_battlecry.rules.sequence import (
    draw_one,
    fight_back_battle,
    keep_one,
    may_fight_back,
    offer_fight_back,
    play_a_card,
    playable,
    side_to_draw,
    spend_card,
    too_many_cards,
)
from wargame_core.authoring import Table

UNION, SOUTH = "union infantry", "confederate infantry"


def turn(board: BattleBoard, card: str, *, held: int = 4) -> Callable[[Table[Any]], Any]:
    """A new turn in which this card has just been played, ``held`` more in hand; gives the rule that follows it."""
    side = board.active
    board.active = board.inactive_side
    TurnBegan(side, board.turn + 1).apply(board)
    board.card = board.acting = board.last_card[side] = card
    board.hand_counts[side] = held
    return lambda t: follow(t, board.acting_card)


@pytest.mark.parametrize(
    ("card", "allowed"),
    [
        ("scout_left", (1, 0, 0)),
        ("probe_center", (0, 2, 0)),
        ("attack_right", (0, 0, 3)),
        ("assault_left", (5, 0, 0)),
        ("recon_in_force", (1, 1, 1)),
        ("coordinated_advance", (1, 2, 1)),
        ("flank_attack", (2, 0, 2)),
    ],
)
def test_section_cards_allow_their_orders_and_an_assault_as_many_as_cards_held(
    lay: Any, run: Any, card: str, allowed: tuple[int, ...]
) -> None:
    board = lay({"E4": UNION})
    run(turn(board, card), board)
    assert board.allowed_orders == allowed


def test_a_battle_cry_orders_by_symbol_and_a_saber_orders_any_piece(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": UNION, "E8": "union cavalry", "F8": "union artillery"}, generals={"F4": "union"})
    run(turn(board, "battle_cry", held=2), board, "ISF")
    assert board.allowed_orders == (1, 0, 0, 1)
    assert set(OrderChoices(board).pieces) == {"u1", "u2", "u3", "u4", "ug1"}
    run(order_one, board, Order("u3"), by="union")
    assert set(OrderChoices(board).pieces) == {"u1", "u2"}
    run(order_one, board, Order("u1"), by="union")
    assert battle_dice(lay({"E4": (UNION, {"bonus": 1}), "E5": SOUTH}), "u1", SPACE["E5"]) == 5
    assert board.bonus == {"u3": 1, "u1": 1}


def test_after_a_battle_cry_the_discards_are_shuffled_in(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION})
    turn(board, "battle_cry")
    board.pile, board.pile_size, board.discards = ("rally",), 1, ("probe_left",)
    spend_card(Table(board))
    assert (board.pile, board.discards, board.pile_size) == (("battle_cry", "probe_left", "rally"), (), 3)


def test_bombard_lets_artillery_battle_twice_or_move_three(lay: Any, run: Any) -> None:
    board = lay({"E4": "union artillery", "E8": UNION, "C4": SOUTH, "G12": "union horse_artillery"})
    run(turn(board, "bombard"), board)
    assert set(board.ordered_pieces) == {"u1", "u3"}
    board.stage = Stage.BATTLES
    for _ in range(2):
        run(battle_with_one, board, Attack("u1", "C4"), "CCCC", by="union")
    assert board.times_battled["u1"] == 2
    assert BattleChoices(board).pieces == ["u3"]
    assert SPACE["G9"] in {s for s in range(113) if destinations(board, "u3") >> s & 1}
    board.hexes_moved["u3"] = 1
    assert battle_dice(board, "u3", SPACE["C4"]) == 0


def test_construct_fieldworks_builds_up_to_three_on_own_hexes_but_not_in_water(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": UNION, "E8": UNION}, terrain={"E8": "waterway"})
    facing = sides_mask(("NW", "NE"))
    run(turn(board, "construct_fieldworks"), board, Build("E4", facing), Build("E6", facing), by="union")
    assert set(board.works) == {"E4", "E6"}
    assert board.ordered_pieces == {}
    assert board.allowed_orders == ()


def test_a_hex_has_room_for_a_second_fieldwork_and_for_no_third(lay: Any) -> None:
    def terrain(sides: list[str]) -> dict[str, Any]:
        return {"E4": [{"kind": "fieldwork", "sides": [side]} for side in sides]}

    assert building_sites(lay({"E4": UNION}, terrain=terrain(["E"]))) == ["E4"]
    assert building_sites(lay({"E4": UNION}, terrain=terrain(["E", "W"]))) == []


def test_without_tokens_construct_fieldworks_orders_one_unit(lay: Any, run: Any) -> None:
    works = {f"A{n}": {"kind": "fieldwork", "sides": ["E", "NE"]} for n in range(1, 10)}
    board = lay({"E4": UNION}, terrain=works)
    assert building_sites(board) == []
    run(turn(board, "construct_fieldworks"), board)
    assert (board.slots, board.allowed_orders) == (AnyUnit(), (1,))


def test_building_may_stop_early(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION})
    run(turn(board, "construct_fieldworks"), board, Done(Stage.BUILDING), by="union")
    assert board.works == {}


def test_counterattack_copies_the_last_card_with_left_and_right_exchanged(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION})
    board.last_card["confederate"] = "attack_left"
    run(turn(board, "counterattack"), board)
    assert (board.acting, board.allowed_orders) == ("attack_right", (0, 0, 3))
    board.last_card["confederate"] = "scout_center"
    run(turn(board, "counterattack"), board)
    assert board.acting_card.draw == 2


@pytest.mark.parametrize("last", ["", "fight_back"])
def test_counterattack_with_nothing_to_copy_may_be_played_and_orders_nothing(lay: Any, run: Any, last: str) -> None:
    board = lay({"E4": UNION})
    board.last_card["confederate"] = last
    board.hands["union"] = ("counterattack", "probe_left")
    assert playable(board, "union") == ["counterattack", "probe_left"]
    run(turn(board, "counterattack"), board)
    assert board.allowed_orders == ()


@pytest.mark.parametrize(
    ("option", "hand", "may"),
    [
        ("no", ("fight_back", "probe_left"), ["probe_left"]),
        ("no", ("counterattack", "fight_back"), ["counterattack"]),
        ("no", ("fight_back", "fight_back"), ["fight_back"]),
        ("yes", ("fight_back", "probe_left"), ["fight_back", "probe_left"]),
    ],
)
def test_fight_back_is_played_in_ones_own_turn_for_want_of_another_or_by_an_option(
    lay: Any, run: Any, option: str, hand: tuple[str, ...], may: list[str]
) -> None:
    board = lay({"E4": UNION}, options={"any_card": option})
    board.hands["union"] = hand
    assert playable(board, "union") == may
    run(turn(board, "fight_back"), board)
    assert board.allowed_orders == ()


def test_a_card_for_a_section_without_units_may_be_played_and_orders_nobody(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION})
    board.hands["union"] = ("probe_right",)
    assert playable(board, "union") == ["probe_right"]
    run(turn(board, "probe_right"), board)
    assert not OrderChoices(board).pieces


def test_forced_march_moves_all_infantry_of_a_section_two_hexes_and_it_battles(lay: Any, run: Any) -> None:
    board = lay({"G2": UNION, "G3": UNION, "G7": UNION, "H2": "union cavalry"})
    run(turn(board, "forced_march"), board, ChooseSection("left"), by="union")
    assert set(board.ordered_pieces) == {"u1", "u2"}
    assert destinations(board, "u1") >> SPACE["E2"] & 1
    board.hexes_moved["u1"] = 2
    board.put("u1", SPACE["E4"])
    board.put("u2", SPACE["A1"])
    assert battle_dice(lay({"E4": (UNION, {"moved": 2}), "E6": SOUTH}), "u1", SPACE["E6"]) == 2


def test_hit_and_run_orders_cavalry_and_free_generals_and_moves_again(lay: Any, run: Any) -> None:
    board = lay({"E4": "union cavalry", "E8": UNION}, generals={"E4": "union", "E8": "union", "I1": "union"})
    run(turn(board, "hit_and_run"), board)
    assert set(board.ordered_pieces) == {"u1", "ug2", "ug3"}
    board.stage = Stage.SECOND_MOVES
    board.hexes_moved["u1"] = board.hexes_moved["ug1"] = 3
    run(move_again, board, Move("u1", "G4"), by="union")
    assert (board.place["ug1"], board.second_movers) == (SPACE["G4"], set())
    assert not MoveChoices(board, Stage.SECOND_MOVES).any()


@pytest.mark.parametrize("second_move", ["stays", "rides"])
def test_a_general_that_joins_cavalry_in_hit_and_run_holds_it_unless_an_option_lets_him_ride(
    lay: Any, run: Any, second_move: str
) -> None:
    board = lay({"G5": "union cavalry"}, generals={"G7": "union"}, options={"second_move": second_move})
    run(turn(board, "hit_and_run"), board)
    board.stage = Stage.MOVES
    run(move_one, board, Move("ug1", "G5"), by="union")
    assert MoveChoices(board).judge(Move("u1", "D4")).codes == ("general_joined",)
    assert not MoveChoices(board).any()
    board.stage = Stage.SECOND_MOVES
    if second_move == "rides":
        run(move_again, board, Move("u1", "D4"), by="union")
        assert board.place["ug1"] == SPACE["D4"]
    else:
        assert MoveChoices(board, Stage.SECOND_MOVES).judge(Move("u1", "D4")).codes == ("general_joined",)
        assert not MoveChoices(board, Stage.SECOND_MOVES).any()


def test_leadership_orders_generals_and_their_units_with_one_more_die(lay: Any, run: Any) -> None:
    units = {"E4": UNION, "E8": "union artillery", "E11": UNION, "E5": SOUTH}
    board = lay(units, generals={"E4": "union", "E8": "union", "I1": "union"})
    run(turn(board, "leadership"), board)
    assert set(board.ordered_pieces) == {"u1", "u2", "ug1", "ug2", "ug3"}
    assert board.bonus == {"u1": 1}
    assert battle_dice(board, "u1", SPACE["E5"]) == 5


@pytest.mark.parametrize("unit", [UNION, "union artillery"])
def test_a_general_that_leaves_takes_his_units_order_with_him(lay: Any, run: Any, unit: str) -> None:
    board = lay({"E4": unit}, generals={"E4": "union"})
    run(turn(board, "leadership"), board)
    board.stage = Stage.MOVES
    run(move_one, board, Move("ug1", "F4"), by="union")
    assert "u1" not in board.ordered_pieces


@pytest.mark.parametrize(("unit", "target", "dice"), [(UNION, "E5", 4), ("union artillery", "E8", 2)])
def test_leadership_without_generals_orders_one_unit_and_adds_no_die(
    lay: Any, run: Any, unit: str, target: str, dice: int
) -> None:
    board = lay({"E4": unit, target: SOUTH})
    board.last_card["confederate"] = "leadership"
    for card in ("leadership", "counterattack"):
        run(turn(board, card), board)
        run(order_one, board, Order("u1"), by="union")
        assert battle_dice(board, "u1", SPACE[target]) == dice


def test_rally_returns_figures_by_symbol_up_to_full_strength(lay: Any, run: Any) -> None:
    board = lay({"E4": "union infantry 3", "E6": UNION, "E8": "union cavalry 1"})
    run(turn(board, "rally", held=3), board, "IICS", ChoosePiece("u1"), ChoosePiece("u3"), by="union")
    assert board.figures == {"u1": 4, "u2": 4, "u3": 2}
    assert board.ordered_pieces == {"u1": MAY_BATTLE, "u3": MAY_BATTLE}
    board.stage = Stage.MOVES
    assert MoveChoices(board).pieces == []


def test_a_sharp_shooter_takes_a_general_anywhere_with_a_saber(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "A7": SOUTH}, generals={"A7": "confederate"})
    run(turn(board, "sharp_shooter"), board, ChoosePiece("sg1"), "F", by="union")
    assert "sg1" in board.place
    run(turn(board, "sharp_shooter"), board, ChoosePiece("sg1"), "S", by="union")
    assert board.captured_flags["union"] == 1


def test_short_supply_sends_a_unit_with_its_general_to_its_edge(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "D7": SOUTH}, generals={"D7": "confederate"})
    run(turn(board, "short_supply"), board, ChoosePiece("s1"), PlaceAt("A6"), by=("union", "confederate"))
    assert board.place["s1"] == board.place["sg1"] == SPACE["A6"]


def test_supply_hexes_are_vacant_hexes_of_the_units_sections_or_the_next_row(lay: Any) -> None:
    board = lay({"E5": UNION})
    assert supply_hexes(board, "u1") == [f"I{n}" for n in range(1, 10)]
    full = lay({"E2": UNION, **{f"I{n}": UNION for n in range(1, 6)}})
    assert supply_hexes(full, "u1") == ["H1", "H2", "H3", "H4"]


@pytest.mark.parametrize("card", ["bombard", "forced_march", "hit_and_run", "leadership", "rally", "sharp_shooter"])
def test_a_card_without_its_pieces_orders_one_unit_of_choice(lay: Any, run: Any, card: str) -> None:
    board = lay({"E4": "union cavalry" if card == "forced_march" else UNION})
    run(turn(board, card), board)
    assert (board.slots, board.allowed_orders) == (AnyUnit(), (1,))


def contact(lay: Any, run: Any, *hand: str) -> BattleBoard:
    """Union infantry has battled a Confederate unit that stands; the Confederates hold these cards."""
    board = lay({"E4": UNION, "E5": SOUTH})
    board.hands["confederate"], board.hand_counts["confederate"] = hand, len(hand)
    run(lambda t: resolve(t, "u1", SPACE["E5"]), board, "CCCC")
    assert isinstance(board, BattleBoard)
    return board


def test_the_defender_is_asked_about_fight_back_whether_it_holds_one_or_not(lay: Any, run: Any) -> None:
    for hand in (("fight_back",), ("probe_left",)):
        board = contact(lay, run, *hand)
        assert may_fight_back(board)
        run(offer_fight_back, board, FightBack(False), by="confederate")
        assert not may_fight_back(board)


def test_fight_back_lets_the_unit_battle_its_attacker_and_its_owner_draw_first(lay: Any, run: Any) -> None:
    board = contact(lay, run, "fight_back", "rally")
    run(offer_fight_back, board, FightBack(True), by="confederate")
    assert board.fighting_back
    run(fight_back_battle, board, "IICF", Retreat("F3"), TakeGround("s1", "E4", False), by=("union", "confederate"))
    assert board.figures["u1"] == 2
    assert (board.hands["confederate"], board.discards) == (("rally",), ("fight_back",))
    assert not may_fight_back(board)
    assert side_to_draw(board) == "confederate"


def test_there_is_no_fight_back_after_a_retreat_out_of_range_or_out_of_sight(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION, "E6": SOUTH})
    board.hand_counts["confederate"] = 1
    run(lambda t: resolve(t, "u1", SPACE["E6"]), board, "CCCF", Retreat("D5"), by="confederate")
    assert not may_fight_back(board)
    far = lay({"E4": "union artillery", "E8": SOUTH})
    far.hand_counts["confederate"] = 1
    run(lambda t: resolve(t, "u1", SPACE["E8"]), far, "CC")
    assert not may_fight_back(far)


def test_fight_back_is_not_offered_to_a_hand_without_cards(lay: Any, run: Any) -> None:
    assert not may_fight_back(contact(lay, run))


def test_a_scout_draws_two_and_keeps_one(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION})
    turn(board, "scout_left", held=1)
    board.hand_size["union"], board.hands["union"] = 2, ("rally",)
    board.pile, board.pile_size = ("bombard", "leadership", "probe_left"), 3
    assert side_to_draw(board) == "union"
    run(draw_one, board, "bombard")
    run(draw_one, board, "probe_left")
    assert side_to_draw(board) == ""
    assert too_many_cards(board)
    run(keep_one, board, Keep("bombard"), by="union")
    assert board.hands["union"] == ("bombard", "rally")
    assert board.discards == ("probe_left",)


def test_an_empty_pile_is_made_of_the_discards(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION})
    turn(board, "probe_left", held=1)
    board.hand_size["union"], board.hands["union"] = 2, ("rally",)
    board.discards = ("bombard",)
    run(draw_one, board, "bombard")
    assert board.hands["union"] == ("bombard", "rally")


def test_a_card_not_in_the_hand_cannot_be_played(lay: Any, run: Any) -> None:
    board = lay({"E4": UNION})
    board.hands["union"], board.hand_counts["union"] = ("probe_left",), 1
    with pytest.raises(AssertionError, match="not one of the 1 choices"):
        run(play_a_card, board, PlayCard("rally"), by="union")
    run(play_a_card, board, PlayCard("probe_left"), by="union")
    assert board.card == "probe_left"


def test_every_effect_of_the_deck_has_a_rule_and_every_rule_a_card(book: Any) -> None:
    assert {type(card.effect) for card in book.cards.values()} == set(EFFECTS)
