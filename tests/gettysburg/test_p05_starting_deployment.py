"""AFI p.5 Starting Deployment and the deployment notes of both briefings (p.15-16)."""

import pytest
from tests.altar_of_freedom.kit import bare_board, campaign_of, gettysburg, piece_called
from tests.gettysburg.kit import board_of, by_the_book

from wargame_altar_of_freedom.board.actions import Decide, Deploy
from wargame_altar_of_freedom.board.board import CampaignBoard, DivisionHeld
from wargame_altar_of_freedom.rules.deployment import deployment_spaces
from wargame_core.maps.masks import bits


@pytest.fixture(scope="module")
def board() -> CampaignBoard:
    return board_of(by_the_book())


def where(board: CampaignBoard) -> dict[str, str]:
    """The coordinates of every piece on the map."""
    tokens = board.tokens
    return {tokens[token_id].piece: board.campaign.map.coordinates(space) for token_id, space in board.at.items()}


def near(board: CampaignBoard, piece: str, place: str, spaces: int = 1) -> bool:
    """Whether a piece stands at most so many spaces from a place."""
    here = next(board.at[token_id] for token_id, token in board.tokens.items() if token.piece == piece)
    return board.campaign.map.distance(here, board.campaign.space(place)) <= spaces


def test_everything_stands_but_stuart(board: CampaignBoard) -> None:
    pieces = campaign_of(gettysburg()).pieces
    assert set(pieces) - set(where(board)) == {"cs_army_troops_stuart"}


def test_the_federal_player_places_everything_first() -> None:
    match = gettysburg().start(scenario="free", seed=1)
    match.play(Decide("keep_it"))
    asked: list[str] = []
    while match.cursor[-1] != "Nominate a corps" and match.waiting_for:
        asked += match.waiting_for
        match.play(match.choices().sample(__import__("random").Random(1)))
    deploying = [seat for seat in asked if seat in ("federal", "confederate")]
    assert deploying == sorted(deploying, reverse=True)
    assert {"federal", "confederate"} == set(deploying)


@pytest.mark.parametrize(
    ("pieces", "place"),
    [
        (("us_ii_caldwell", "us_ii_gibbon", "us_ii_hays"), "Monrovia"),
        (("us_iii_birney", "us_v_barnes", "us_xii_geary"), "Frederick"),
        (("us_vi_wright", "us_vi_howe", "us_vi_newton"), "Clarksburg"),
        (("us_susquehanna_picket_1",), "Columbia"),
        (("us_susquehanna_haller", "us_susquehanna_wf_smith"), "Harrisburg"),
        (("cs_i_mclaws", "cs_i_hood", "cs_i_pickett"), "Hagerstown"),
        (("cs_iii_heth", "cs_iii_pender", "cs_iii_anderson"), "Chambersburg"),
        (("cs_army_troops_baggage_train_1",), "Greencastle"),
    ],
)
def test_tokens_stand_in_the_named_space_or_next_to_it(
    board: CampaignBoard, pieces: tuple[str, ...], place: str
) -> None:
    assert all(near(board, piece, place) for piece in pieces)


def test_one_division_of_pleasonton_and_of_ewell_stands_at_each_of_three_places(board: CampaignBoard) -> None:
    for corps, places in (
        ("us_cavalry", ("Hanover", "Middleburg", "Westminster")),
        ("cs_ii", ("York Springs", "Carlisle", "York")),
    ):
        pieces = [
            piece_id for piece_id, piece in board.campaign.pieces.items() if piece.formation == corps and piece.division
        ]
        assert [[near(board, piece, place) for piece in pieces].count(True) for place in places] == [1, 1, 1]


@pytest.mark.parametrize(
    ("piece", "place"),
    [
        ("cs_ii_early", "York"),
        ("cs_ii_johnson", "York Springs"),
        ("cs_ii_rodes", "Carlisle"),
        ("us_cavalry_buford", "Middleburg"),
        ("us_cavalry_gregg", "Westminster"),
        ("us_cavalry_kilpatrick", "Hanover"),
    ],
)
def test_by_the_book_each_of_them_stands_where_it_stood_in_1863(board: CampaignBoard, piece: str, place: str) -> None:
    assert near(board, piece, place, spaces=0)


def test_stuarts_pickets_stand_at_charlestown_and_shepherdstown(board: CampaignBoard) -> None:
    assert near(board, "cs_army_troops_picket_1", "Charlestown")
    assert near(board, "cs_army_troops_picket_2", "Shepherdstown")


def test_the_road_column_is_between_mechanicstown_and_frederick(board: CampaignBoard) -> None:
    column = {f"({row},20)" for row in range(24, 30)}
    pieces = [piece_id for piece_id in board.campaign.pieces if piece_id.startswith(("us_i_", "us_xi_"))]
    assert len(pieces) == 6
    assert {where(board)[piece] for piece in pieces} <= column


def test_divisions_of_different_corps_stand_apart(board: CampaignBoard) -> None:
    corps_in: dict[int, set[str]] = {}
    for token_id, space in board.at.items():
        if board.tokens[token_id].is_division:
            corps_in.setdefault(space, set()).add(board.tokens[token_id].command)
    assert {len(corps) for corps in corps_in.values()} == {1}


def test_confederate_divisions_never_share_a_space(board: CampaignBoard) -> None:
    spaces = [board.at[token.id] for token in board.tokens_of("confederate") if token.is_division]
    assert len(set(spaces)) == len(spaces) == 9


def test_all_depots_stand_exactly_at_their_places(board: CampaignBoard) -> None:
    stand = {depot.id: board.campaign.map.label(depot.space) for depot in board.depots.values()}
    assert stand == {depot.id: depot.place for depot in board.campaign.depots.values()}


def test_french_stands_exactly_at_harpers_ferry_and_is_fixed(board: CampaignBoard) -> None:
    assert near(board, "us_reserve_french", "Harpers Ferry", spaces=0)
    assert DivisionHeld("us_reserve_french") in board.effects


def test_a_token_may_not_be_placed_elsewhere() -> None:
    match = gettysburg().start(scenario="free", seed=1)
    match.play(Decide("keep_it"))
    board = board_of(match)
    buford = next(token_id for token_id, token in board.tokens.items() if token.piece == "us_i_wadsworth")
    there = board.campaign.map.parse("Gettysburg")
    assert not match.judge(Deploy(buford, there))  # type: ignore[arg-type]


def test_a_corps_that_finds_frederick_full_stands_as_near_as_it_can() -> None:
    game = gettysburg()
    full = {"us_i_wadsworth": "29,20", "birney": "30,20", "humphreys": "30,19", "barnes": "30,21", "ayres": "31,20"}
    board = bare_board(game, full, reserve=["williams"])
    campaign = campaign_of(game)
    line = next(one for one in campaign.deployments if piece_called(campaign, "williams").id in one.pieces)
    found = list(deployment_spaces(board, line, board.tokens["williams"]))
    assert found
    assert {campaign.map.distance(space, campaign.space("Frederick")) for space in found} == {2}


# II Corps


def test_the_federal_player_alone_decides_about_ii_corps_before_anything_stands() -> None:
    match = gettysburg().start(seed=1)
    assert match.waiting_for == ("federal",)
    assert set(match.choices()) == {Decide("keep_it"), Decide("leave_it_out")}
    assert not match.judge(Decide("perhaps"))
    assert board_of(match).at == {}


def test_without_ii_corps_three_divisions_are_missing_and_two_plus_a_die_are_scored() -> None:
    board = board_of(by_the_book(choice="leave_it_out"))
    assert board.left_out == {"us_ii"}
    assert not [token for token in board.tokens.values() if token.command == "us_ii"]
    assert not any(piece.startswith("us_ii_") for piece in where(board))
    (award,) = board.ledger
    assert (award.side, award.fixed, 1 <= award.rolled <= 6) == ("federal", 2, True)
    assert board.points("federal") == award.points


def test_with_ii_corps_nothing_is_scored() -> None:
    assert board_of(by_the_book()).ledger == []


# French's garrison: fixed until it is released


def test_the_enemy_of_a_fixed_division_counts_it_as_near() -> None:
    board = bare_board(gettysburg(), {"french": "Harpers Ferry"})
    board.effects.append(DivisionHeld("us_reserve_french"))
    assert board.divisions_within("federal", board.campaign.space("Shepherdstown"), 6) == 1
    assert list(bits(board.division_mask("federal"))) == [board.campaign.space("Harpers Ferry")]
