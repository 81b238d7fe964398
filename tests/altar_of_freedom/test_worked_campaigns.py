"""Worked examples of both campaigns: a position, what the printed rules make of it, worked out by hand, with the page.

Each is one story over several headings, with the sums beside it. The spaces are those of our maps (Readings: Maps of
the theaters). What a Supply Depot is worth is not printed: the numbers are those of `campaign.toml`, the rule is the
book's.
"""

from tests.altar_of_freedom.kit import (
    Play,
    bare_board,
    campaign_of,
    gettysburg,
    piece_called,
    position,
    vicksburg,
)
from tests.gettysburg.kit import standing

from wargame_altar_of_freedom.board.actions import (
    BATTLE,
    RETREAT,
    SKIRMISH,
    CallReinforcements,
    ChooseBlock,
    ComeBy,
    Decide,
    Fight,
    HoldBack,
    Move,
    Rally,
    SpecialAction,
)
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BrigadeBroken
from wargame_altar_of_freedom.board.pieces import Award
from wargame_altar_of_freedom.board.turn_events import TokenMoved
from wargame_altar_of_freedom.printed.campaign import Campaign
from wargame_altar_of_freedom.printed.lines import CommandId
from wargame_altar_of_freedom.rules.tabletop.brief import army_breakpoint
from wargame_core.authoring import Roll

CARR = tuple(f"us_xiii_carr_{name}" for name in ("benton", "lawler", "klauss_art"))
I_CORPS = ("us_i_wadsworth", "us_i_robinson", "us_i_doubleday")


def points_before(side: str, points: int) -> list[Award]:
    return [Award("before", side, "before", 1, points, 0)]


def farthest(play: Play) -> int:
    """The most spaces that the token that is being moved may go."""
    return max((len(one.path) for one in play.match.choices() if isinstance(one, Move)), default=0)


def bases_of(campaign: Campaign, side: str) -> int:
    """How many brigades and batteries a side has in its order of battle."""
    return sum(one == side for one in campaign.side_of.values())


def bases_in(campaign: Campaign, *divisions: str) -> int:
    """How many of them these divisions have together."""
    return sum(len(campaign.brigades[piece_called(campaign, name).division]) for name in divisions)


def choose_first(play: Play) -> None:
    """Take the first way back where a retreat has several."""
    if play.step == "Retreat":
        play.play(next(iter(play.match.choices())))


# Gibraltar of the West


def test_three_staff_dice_move_shermans_three_divisions_three_eight_and_one_space() -> None:
    """Source: GotW p.6 Movement Rates, Staff Dice; p.7 How to Roll Staff Dice, Movement Restrictions

    Six dice less three allotted leave 3. Steele, on a road: 3 + 0 for a 6 = 3. Blair, on a road: 3 + 5 = 8.
    Tuttle, off every road: no base move, 1.
    """
    at = {"steele": "Rocky Springs", "blair": "12,13", "tuttle": "10,13"}
    play = position("Allot Staff Dice", at, moving="us_xv", dice_left={"federal": 6})
    play.allot("steele", "blair", "tuttle")
    moves = {}
    for token, die in (("steele", 6), ("blair", 5), ("tuttle", 1)):
        play.dice.append(die)
        play.take_up(token)
        moves[token] = farthest(play)
        play.halt(token)
    assert moves == {"steele": 3, "blair": 8, "tuttle": 1}
    assert play.board.staff_dice["federal"] == 3


def test_jackson_taken_brings_its_staff_dice_in_the_next_turn_and_not_in_this_one() -> None:
    """Source: GotW p.6 Collect Staff Dice, p.11 Capturing Supply Depots

    Federals 6 (Willow Springs), Confederates 3 (Jackson) + 2 (Vicksburg) = 5. Jackson taken is worth 2 to its captor:
    next turn Federals 6 + 2 = 8, Confederates 5 - 3 = 2; this turn nothing changes.
    """
    at = {"carr": "10,25", "loring": "Edwards Station"}
    play = position("Move one token", at, moving="us_xiii", dice_left={"federal": 6, "confederate": 5})
    play.march("carr", "Jackson")
    assert play.board.staff_dice == {"federal": 6, "confederate": 5}
    later = play.board.copy()
    later.command, later.mover, later.drawn_cards = CommandId(""), "", []
    next_turn = position("Draw event card", board=later, dice=["high_water"])
    assert next_turn.board.staff_dice == {"federal": 8, "confederate": 2}


def test_stevenson_ties_with_a_natural_one_loses_a_brigade_and_goes_back() -> None:
    """Source: GotW p.10 Battle Results Table, Minor Skirmishes, Skirmish Casualties; p.15 Federal Briefing

    Stevenson has six bases (p.18 Confederate Order of Battle), two more divisions near, and has played Battle against
    Skirmish: 1 + 6 + 2 = 9. Blair has four bases: 5 + 4 = 9. The defender wins the tie; the natural 1 breaks one
    brigade for all that; the beaten attacker goes back a d3 from (12,15); one point for the Federals.
    """
    at = {"stevenson": "12,15", "loring": "11,15", "bowen": "11,16", "blair": "Auburn"}
    play = position("Move one token", at, moving="cs_mississippi", dice=[1, 5])
    play.march("stevenson", "Auburn")
    play.cards(BATTLE, SKIRMISH)
    play.lose("cs_mississippi_stevenson_waul")
    play.roll(2)
    choose_first(play)
    board = play.board
    assert board.broken_brigades == {"cs_mississippi_stevenson_waul"}
    assert (play.where("blair"), board.points("federal"), board.points("confederate")) == ("Auburn", 1, 0)
    assert board.campaign.map.distance(board.at["stevenson"], play.space("12,15")) == 2


def test_a_blocked_retreat_breaks_carrs_whole_division_and_three_dice_bring_two_brigades_back() -> None:
    """Source: GotW p.11 Blocked Retreats, p.14 Reconstituting Broken Units

    Carr stands in the corner of the map; Loring comes from the north, Gregg bars the west: no space is open, so
    all three brigades are broken. Four dice were saved. One try for each brigade, on a 5 and more: 5 yes, 4 no, 6 yes.
    One die is left, and the brigade that failed has had its try.
    """
    at = {"loring": "21,32", "carr": "22,32", "gregg": "22,31"}
    play = position("Move one token", at, moving="cs_mississippi", tokens_with_dice={"loring"}, dice=[1])
    play.march("loring", "22,32")
    play.cards(SKIRMISH, RETREAT)
    play.roll(1)
    assert {event.unit for event in play.events(BrigadeBroken)} == set(CARR)
    board = bare_board(vicksburg(), {"carr": "Cayuga", "loring": "Auburn"}, broken_brigades=set(CARR))
    board.staff_dice.update(federal=4, confederate=0)
    evening = position("Rally a brigade", board=board)
    for unit, die in zip(CARR, (5, 4, 6), strict=True):
        evening.dice.append(die)
        evening.play(Rally(unit))
    assert evening.board.broken_brigades == {CARR[1]}
    assert evening.board.staff_dice["federal"] == 1
    assert evening.step != "Rally a brigade"


def test_three_divisions_march_to_a_battle_at_noon_and_come_in_turns_three_two_and_one() -> None:
    """Source: GotW p.12 Time of Day, Calling Reinforcements; p.13 Reinforcement Table

    A 5 begins the battle at 12:00 with 7 turns. Logan, one space by road: 1 + 1 = 2, Turn 3. Smith, three spaces by
    road: 6 + 1 counts as 6, Turn 2. Crocker, two spaces across country: 6, Turn 1.
    """
    table = ("9,13", "9,14", "10,13", "10,14", "11,13", "11,14")
    at = {
        "carr": "10,14", "hovey": "10,13", "logan": "9,15", "us_xiii_smith": "8,11", "crocker": "10,16",
        "loring": "11,14", "forney": "11,13", "bowen": "9,16",
    }  # fmt: skip
    play = position(
        "Move one token", at, moving="cs_mississippi", tokens_with_dice={"loring"}, dice=[1], battles="reported"
    )
    play.march("loring", "10,14")
    play.cards(BATTLE, BATTLE)
    play.play(ChooseBlock(play.spaces(*table[2:])))
    play.play(ChooseBlock(play.spaces(*table)))
    play.dice.append(5)
    play.play(HoldBack(()))
    play.dice.extend([1, 6, 6])
    play.play(CallReinforcements(("logan", "us_xiii_smith", "crocker")))
    while play.match.waiting_for and isinstance(way := next(iter(play.match.choices())), ComeBy):
        play.play(way)
    battle = play.board.battle
    assert battle is not None
    assert (battle.first_hour, battle.turns) == ("12:00", 7)
    assert {one.token: one.turn for one in battle.reinforcements} == {"logan": 3, "us_xiii_smith": 2, "crocker": 1}


def test_the_whole_army_of_each_side_breaks_at_nine_six_and_eight_brigades() -> None:
    """Source: GotW p.4 What You Need to Play, p.13 Ending a Battle, p.17-18 Orders of Battle

    Federals: 26 infantry + 1 cavalry + 9 artillery = 36, a quarter 9. Confederates with every arrival: 21 + 2 + 7 =
    30, a quarter 7 1/2, so 8. Without Walker (3), French (2) and Jackson (3) they are 22: 5 1/2, so 6.
    """
    campaign = campaign_of(vicksburg())
    federals, confederates = bases_of(campaign, "federal"), bases_of(campaign, "confederate")
    at_first = confederates - bases_in(campaign, "walker", "french", "jackson")
    assert (federals, confederates, at_first) == (36, 30, 22)
    assert [army_breakpoint(campaign, army) for army in (federals, confederates, at_first)] == [9, 8, 6]


def test_a_siege_and_jackson_bring_the_federals_from_fifteen_to_twenty_five_and_end_the_campaign() -> None:
    """Source: GotW p.14 Victory & Defeat, p.15 Federal Briefing, p.16 Confederate Briefing

    Three divisions next to Vicksburg: d3 = 2. McArthur in Jackson: 6 + d3 of 2 = 8. 15 + 2 + 8 = 25: a major strategic
    victory. From 14 it is 24, and the campaign goes on. Federals are in or next to both cities: the Confederates get
    none of their two dice.
    """
    at = {"carr": "7,8", "hovey": "8,9", "osterhaus": "9,8", "mcarthur": "Jackson", "gregg": "Canton"}
    for before, total, over in ((15, 25, True), (14, 24, False)):
        board = bare_board(vicksburg(), at, turn=3, ledger=points_before("federal", before))
        play = position("Score", board=board)
        while play.pending_roll.startswith("points"):
            play.roll(2)
        assert (play.board.points("federal"), play.board.points("confederate")) == (total, 0)
        assert (play.outcome is not None) == over
        if play.outcome is not None:
            assert (play.outcome.winner, play.outcome.level) == ("federal", "major strategic victory")


# A Formidable Invasion


def test_heth_drives_three_divisions_of_one_corps_out_of_emmitsburg_with_a_single_roll() -> None:
    """Source: AFI p.7 Logistical Limitations, p.10 Battle Results Table, Minor Skirmishes; p.16 Confederate Briefing

    Battle against Retreat gives the attacker 2 for each other division near, Pender and Anderson: Heth's five bases
    make 3 + 5 + 4 = 12. Wadsworth's three make 6 + 3 = 9. One point for the Confederates; the whole stack goes back
    the same 4 spaces (d6), and Heth stands in Emmitsburg.
    """
    at = {**dict.fromkeys(I_CORPS, "Emmitsburg"), "heth": "20,22", "pender": "19,22", "anderson": "20,21"}
    play = standing("Move one token", at, moving="cs_iii")
    play.march("heth", "Emmitsburg")
    play.cards(BATTLE, RETREAT)
    play.play(Fight("us_i_wadsworth"))
    play.roll(3, 6, 4)
    choose_first(play)
    moved = {event.token: event.path for event in play.events(TokenMoved) if event.how == "retreat"}
    assert set(moved) == set(I_CORPS)
    assert {len(path) for path in moved.values()} == {4}
    assert len(set(moved.values())) == 1
    assert (play.where("heth"), play.board.points("confederate")) == ("Emmitsburg", 1)


def test_a_train_filled_at_hagerstown_is_worth_four_points_in_virginia() -> None:
    """Source: AFI p.6 Movement Rates, p.8 Special Actions, p.16 Confederate Briefing

    A raid of Hagerstown succeeds on a 4, for one die of three. The train goes 4 spaces by road without a die;
    Williamsport lies on its way, and south of the ferry it counts 1 + d3 of 3 = 4 and leaves the map.
    """
    raid = standing("Special action", {"hood": "Hagerstown"}, moving="cs_i", dice_left={"confederate": 3})
    raid.play(SpecialAction("hood", "raid", "Hagerstown"))
    raid.roll(4, "C40")
    assert (raid.board.raided_places, raid.where("C40")) == ({"Hagerstown"}, "Hagerstown")
    assert raid.board.staff_dice["confederate"] == 2
    march = standing("Move one token", {"hood": "Hagerstown"}, {"C40": "Williamsport"}, moving="cs_army_troops")
    march.take_up("C40")
    assert farthest(march) == 4
    march.play(Move("C40", march.spaces("25,11")))
    march.roll(3)
    assert (march.board.points("confederate"), march.where("C40")) == (4, None)


def test_three_turns_of_harrisburg_and_a_burnt_bridge_leave_the_federals_one_point() -> None:
    """Source: AFI p.15 Federal Briefing

    Turn 1: no Confederate division in or next to Harrisburg, 1. Turn 2: Early stands next to it, nothing: still 1.
    Turn 3: the Columbia bridge is destroyed, minus a d3 of 1, and Early has gone, 1 again: 1 - 1 + 1 = 1.
    """
    away, near = {"early": "Cashtown", "birney": "Columbia"}, {"early": "4,32", "birney": "Columbia"}
    first = standing("Score", away)
    second = standing("Score", near, ledger=first.board.ledger, turn=2)
    assert [play.board.points("federal") for play in (first, second)] == [1, 1]
    ledger = second.board.ledger
    bridge = standing("Special action", away, moving="us_iii", dice_left={"federal": 1}, ledger=ledger, turn=3)
    bridge.play(SpecialAction("birney", "destroy_crossing", "columbia_bridge"))
    bridge.roll(6, 1)
    assert bridge.board.points("federal") == 0
    third = standing("Score", away, ledger=bridge.board.ledger, destroyed_crossings={"columbia_bridge"}, turn=3)
    assert third.board.points("federal") == 1


def test_without_ii_corps_the_federals_break_at_eighteen_brigades_instead_of_twenty_one() -> None:
    """Source: AFI p.13 Ending a Battle, p.15 Federal Briefing, p.17 Federal Order of Battle

    I 8 + II 11 + III 7 + V 9 + VI 9 + XI 7 + XII 6 + Pleasonton 10 + Susquehanna 6 + French 3 + reserve artillery 5
    = 81, a quarter 20 1/4, so 21. (The sum on p.4 says 76; Readings: Orders of battle.) Without II Corps, Caldwell
    5 + Gibbon 3 + Hays 3 = 11, they are 70: 17 1/2, so 18. Who leaves it out begins with 2 + d6: with a 4 at 6 points.
    """
    campaign = campaign_of(gettysburg())
    army = bases_of(campaign, "federal")
    left = army - bases_in(campaign, "us_ii_caldwell", "us_ii_gibbon", "us_ii_hays")
    assert (army, left) == (81, 70)
    assert [army_breakpoint(campaign, brigades) for brigades in (army, left)] == [21, 18]
    match = gettysburg().start(chance="explicit")
    match.play(Decide("leave_it_out"))
    while isinstance(roll := match.pending, Roll):
        match.roll(4 if roll.label.startswith("points") else roll.die.faces[0])
    assert isinstance(match.board, CampaignBoard)
    assert match.board.points("federal") == 6
