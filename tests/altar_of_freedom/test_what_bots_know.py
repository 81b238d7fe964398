"""What the player of campaigns makes of tokens: face-down ones, its own on the road, trains."""

from attrs import evolve
from tests.altar_of_freedom.kit import bare_board, gettysburg, position, vicksburg

from wargame_altar_of_freedom.board.actions import AllotDice, Move
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.pieces import Space, Token
from wargame_altar_of_freedom.players.bots import HeuristicPlayer, chances_by_place
from wargame_altar_of_freedom.players.plan import make_plan
from wargame_altar_of_freedom.players.situation import Fields, Situation
from wargame_altar_of_freedom.players.stand import Outlook
from wargame_altar_of_freedom.printed.lines import NO_DIVISION, CommandId


def test_dice_go_to_those_whose_road_is_full_of_their_own() -> None:
    """The road from the south into the ring around Vicksburg holds one division a space, and nobody passes."""
    at = {"stevenson": "Vicksburg", "hovey": "9,8", "osterhaus": "10,8", "carr": "10,7"}
    play = position("Allot Staff Dice", at, moving="us_xiii", dice_left={"federal": 6, "confederate": 5}, turns_ended=6)
    allotted = HeuristicPlayer()(play.match.view("federal"))
    assert isinstance(allotted, AllotDice)
    assert "osterhaus" in allotted.tokens


def test_a_token_set_up_where_divisions_had_to_be_is_one() -> None:
    board = vicksburg().start(seed=3).board
    assert isinstance(board, CampaignBoard)
    chances = chances_by_place(board, "confederate")
    divisions = {token.id for token in board.tokens_of("confederate") if token.is_division}
    assert {token for token, chance in chances.items() if chance > 0.9} == divisions


def test_what_the_deployment_told_is_remembered_after_losing_a_token() -> None:
    match = vicksburg().start(seed=3)
    view, bot = match.view(match.waiting_for[0]), HeuristicPlayer()
    bot(view)
    remembered = bot._faces
    assert remembered
    lost = next(token for token in view.board.tokens_of(view.seat) if not token.is_division)
    del view.board.at[lost.id]
    bot(view)
    assert bot._faces == remembered


def test_an_enemy_who_may_be_massed_is_reckoned_with_both_ways() -> None:
    at = {"carr": "12,8", "stevenson": "Vicksburg", "forney": "9,8", "bowen": "10,8"}
    play = position("Nominate a corps", at)
    view = play.match.view("federal")
    now = Situation(view.board, "federal", Fields(), dict.fromkeys(view.board.tokens, 0.5))
    massed, thin = now.enemies_there(view.board.campaign.map.grid.space(9, 8), 3)
    assert massed == (0.25, 3)
    assert thin == (0.75, 2)


def test_a_train_without_an_escort_is_taken() -> None:
    kind = "baggage_train"
    known = {"federal": frozenset({kind}), "confederate": frozenset[str]()}
    board = bare_board(gettysburg(), {"buford": "18,25"}, moving="us_cavalry", depots=False, known_faces=known)
    board.tokens[kind] = Token(kind, "confederate", kind, CommandId("cs_army_troops"), NO_DIVISION, "Baggage train")
    board.at[kind] = Space(board.campaign.space("Gettysburg"))
    play = position("Move one token", game=gettysburg(), board=board)
    play.take_up("buford")
    march = HeuristicPlayer()(play.match.view("federal"))
    assert isinstance(march, Move)
    assert play.label(march.path[-1]) == "Gettysburg"


def test_a_token_that_is_being_put_down_is_worth_something_at_a_place_under_siege() -> None:
    play = position("Nominate a corps", {"carr": "12,8", "stevenson": "Vicksburg"})
    board = play.match.view("federal").board
    now = Situation(board, "federal", Fields())
    token = evolve(board.tokens["carr"], id="to be placed")
    assert (
        Outlook(now, make_plan(now)).prize(token, board.campaign.map.grid.space(9, 8), now.spaces_of_others(token)) > 0
    )
