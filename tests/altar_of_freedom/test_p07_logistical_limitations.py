"""GotW p.7 Logistical Limitations (AFI p.7): nothing stacks and nothing is passed; what Gettysburg exempts."""

import pytest
from tests.altar_of_freedom.kit import bare_board, gettysburg, position, vicksburg

from wargame_altar_of_freedom.board.actions import Move
from wargame_altar_of_freedom.board.board import DivisionHeld
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.printed.lines import NO_DIVISION, CommandId
from wargame_altar_of_freedom.rules.movement import stacking
from wargame_core.maps.masks import bits


def test_a_division_does_not_end_in_the_space_of_another() -> None:
    play = position("Move one token", {"steele": "Willow Springs", "blair": "17,8"}, moving="us_xv")
    play.take_up("steele")
    verdict = play.refused(Move("steele", play.spaces("17,8")))
    assert verdict.codes == ("no_stacking",)
    assert str(verdict.reasons[0].cite) == "GotW p.7 Logistical Limitations"


def test_a_division_does_not_pass_through_another_not_even_of_its_corps() -> None:
    play = position("Move one token", {"steele": "Willow Springs", "blair": "17,8"}, moving="us_xv")
    play.take_up("steele")
    assert play.refused(Move("steele", play.spaces("17,8", "16,8"))).codes == ("no_passing",)


def test_at_vicksburg_pickets_fill_their_space_like_divisions() -> None:
    at = {"steele": "Willow Springs", "us_xiii_picket_1": "17,8"}
    play = position("Move one token", at, moving="us_xv")
    play.take_up("steele")
    assert play.refused(Move("steele", play.spaces("17,8"))).codes == ("no_stacking",)
    assert play.refused(Move("steele", play.spaces("17,8", "16,8"))).codes == ("no_passing",)
    other = position("Move one token", at, moving="us_xiii")
    other.take_up("us_xiii_picket_1")
    assert other.refused(Move("us_xiii_picket_1", other.spaces("Willow Springs"))).codes == ("no_stacking",)


def test_a_depot_neither_stops_nor_is_stopped() -> None:
    play = position("Move one token", {"blair": "18,9"}, moving="us_xv")
    play.march("blair", "Willow Springs", "18,7")
    assert play.where("blair") == "(18,7)"


def test_the_way_round_another_division_is_found() -> None:
    play = position("Move one token", {"steele": "Willow Springs", "blair": "18,9"}, moving="us_xv")
    play.take_up("steele")
    ends = {play.label(move.path[-1]) for move in play.match.choices() if isinstance(move, Move)}
    assert "(18,9)" not in ends
    assert "(17,9)" not in ends


# what the second book exempts


def board_at_gettysburg(*pieces: str) -> dict[str, str]:
    return dict.fromkeys(pieces, "Gettysburg")


def test_federal_divisions_of_one_corps_share_a_space_and_pass_each_other() -> None:
    board = bare_board(gettysburg(), board_at_gettysburg("us_i_wadsworth", "us_i_robinson", "us_xi_steinwehr"))
    passing, stopping = stacking(board, board.tokens["us_i_wadsworth"])
    assert passing == stopping == 1 << board.at["us_xi_steinwehr"]
    del board.at["us_xi_steinwehr"]
    assert stacking(board, board.tokens["us_i_wadsworth"]) == (0, 0)


def test_confederate_divisions_of_one_corps_do_not() -> None:
    board = bare_board(gettysburg(), board_at_gettysburg("heth", "pender"))
    assert list(bits(stacking(board, board.tokens["heth"])[1])) == [board.campaign.space("Gettysburg")]


def test_pickets_share_spaces_at_gettysburg() -> None:
    board = bare_board(gettysburg(), {"cs_army_troops_picket_1": "Gettysburg", "heth": "Gettysburg"})
    assert stacking(board, board.tokens["cs_army_troops_picket_1"]) == (0, 0)
    assert stacking(board, board.tokens["heth"]) == (0, 0)


def test_two_trains_pass_but_do_not_share_a_space() -> None:
    board = bare_board(gettysburg())
    for token_id in ("one", "two"):
        board.tokens[token_id] = Token(
            token_id, "confederate", "baggage_train", CommandId("cs_army_troops"), NO_DIVISION, "Baggage train"
        )
        board.at[token_id] = Space(board.campaign.space("Gettysburg"))
    passing, stopping = stacking(board, board.tokens["one"])
    assert (passing, list(bits(stopping))) == (0, [board.campaign.space("Gettysburg")])


@pytest.mark.parametrize("game", [vicksburg, gettysburg])
def test_enemies_are_no_matter_of_stacking(game: object) -> None:
    made = game()  # type: ignore[operator]
    at = {"carr": "Vicksburg", "loring": "Vicksburg"}
    if made.id == "gettysburg":
        at = {"us_i_wadsworth": "Gettysburg", "heth": "Gettysburg"}
    board = bare_board(made, at)
    assert stacking(board, board.tokens[next(iter(at))]) == (0, 0)


# who moves with a command


def test_tokens_off_the_map_do_not_move() -> None:
    board = bare_board(vicksburg(), {"gregg": "Jackson"}, reserve=("walker",))
    assert [token.id for token in board.tokens_under(CommandId("cs_relief"))] == ["gregg"]


def test_a_fixed_division_does_not_move() -> None:

    board = bare_board(vicksburg(), {"gregg": "Jackson", "walker": "Canton"})
    board.effects.append(DivisionHeld("cs_relief_walker"))
    assert board.held_divisions() == {"cs_relief_walker"}
    assert [token.id for token in board.tokens_under(CommandId("cs_relief"))] == ["gregg"]
