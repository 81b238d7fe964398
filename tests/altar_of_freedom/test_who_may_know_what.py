"""What the sentences of who may know what leave alone, and what they vary: the yardstick of the law of secrets."""

from random import Random

from attrs import evolve
from tests.altar_of_freedom.kit import Play, bare_board, battle_at, position, vicksburg

from wargame_altar_of_freedom.board.board import Fog
from wargame_altar_of_freedom.board.turn_events import MovedBy, TokenMoved, TokenSighted
from wargame_altar_of_freedom.printed.lines import DivisionId
from wargame_altar_of_freedom.rules.secrecy_rules import other_token_states, seen_passing

AT = {
    "carr": "10,14", "logan": "9,15", "loring": "11,14", "forney": "11,13", "stevenson": "2,2",
}  # fmt: skip
TABLE = ("10,13", "10,14", "11,13", "11,14")


def calling() -> Play:
    """The Federal side may call Logan to a battle that the Confederates have begun; nobody else stands near."""
    board = bare_board(vicksburg(), AT, fog=Fog.REFEREE)
    battle = battle_at(board, "loring", "10,14", *TABLE)
    board.battle = evolve(battle, called=("confederate",))
    return position("Call reinforcements", board=board)


def test_a_division_that_may_be_called_to_a_battle_keeps_its_brigades() -> None:
    board = calling().board
    called = set(board.campaign.brigades[DivisionId("us_xvii_logan")])
    assert called
    for seed in range(40):
        assert not other_token_states(board, "confederate", Random(seed)).broken_brigades & called


def test_far_from_a_battle_the_brigades_of_an_unseen_division_are_a_secret() -> None:
    board = calling().board
    far = set(board.campaign.brigades[board.tokens["stevenson"].unit])
    assert any(other_token_states(board, "federal", Random(seed)).broken_brigades & far for seed in range(40))


def test_where_a_forced_retreat_leads_tells_something_of_who_stands_there() -> None:
    """Two divisions of a corps may share a space where those of two corps may not: the way of a retreat shows it."""
    board = calling().board
    face_down = bare_board(vicksburg(), AT)
    space = board.at["carr"]
    retreat = TokenMoved("carr", space, (space,), MovedBy.RETREAT)
    assert retreat.revealing(face_down)
    assert not TokenMoved("carr", space, (space,)).revealing(face_down)


def test_which_of_two_tokens_in_a_space_is_met_first_is_told_by_their_numbers() -> None:
    """Not by the order in which they came there, which would tell what they are."""
    pickets = ("cs_relief_picket_1", "us_xiii_picket_1")
    for order in (pickets, pickets[::-1]):
        board = bare_board(vicksburg(), dict.fromkeys(order, "10,14"))
        assert tuple(board.at) == order
        assert tuple(token.id for token in board.tokens_in(board.at[order[0]])) == pickets


def test_both_sides_see_what_passes_on_the_table_of_a_battle() -> None:
    """Also where none of their own is next to it, so that worlds may part there."""
    board = calling().board
    there, elsewhere = board.at["forney"], board.at["stevenson"]
    assert seen_passing(board, "federal", TokenSighted("forney", (there,)))
    assert not seen_passing(board, "federal", TokenSighted("stevenson", (there, elsewhere)))
