"""GotW p.13 Retreating after Battle, Multi-Day Battles, Broken Brigades (AFI p.13). Readings: Losses."""

from itertools import pairwise
from typing import Any

from attrs import evolve
from tests.altar_of_freedom.kit import Play, bare_board, battle_at, campaign_of, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import BattleReport, EndMarch, PlaceToken, RetreatAlong
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BrigadeLost, ContactMade, RetreatBegan, RetreatBlocked
from wargame_altar_of_freedom.board.pieces import Award, Depot, EndOfBattle, Reinforcement, Space
from wargame_altar_of_freedom.board.turn_events import TokenMoved, TokenRemoved
from wargame_altar_of_freedom.questions.worked_examples import road_spaces
from wargame_altar_of_freedom.rules.tabletop.resolvers import victors_spaces

TABLE = ("12,15", "12,16", "Auburn", "13,16", "14,15", "14,16")
ARMIES = {
    "loring": "12,15", "forney": "12,16", "bowen": "11,15",
    "carr": "Auburn", "hovey": "14,15", "logan": "14,16",
}  # fmt: skip
LORING = [f"cs_mississippi_loring_{name}" for name in ("tilghman", "buford", "featherston", "cowan_art")]
CARR = [f"us_xiii_carr_{name}" for name in ("benton", "lawler", "klauss_art")]


def battle(at: dict[str, str] | None = None, table: tuple[str, ...] = TABLE, **changes: Any) -> CampaignBoard:
    fought = changes.pop("battle", {})
    changes = {"losers": "exactly", "tabletop_losses": "rally"} | changes
    board = bare_board(vicksburg(), at or ARMIES, battles="reported", **changes)
    board.battle = battle_at(board, "loring", "Auburn", *table, **fought)
    board.battle_ended_movement = True
    return board


def federals_win(board: CampaignBoard | None = None, *dice: int) -> Play:
    """The Confederates lose two brigades and the day; dice: points, then retreats."""
    play = position("Fight", board=board or battle(), dice=dice)
    play.play(BattleReport("federal", EndOfBattle.BREAKPOINT, 3, tuple(LORING[:2])))
    return play


def confederates_win(board: CampaignBoard | None = None, *dice: int) -> Play:
    play = position("Fight", board=board or battle(), dice=dice)
    play.play(BattleReport("confederate", EndOfBattle.BREAKPOINT, 3, tuple(CARR)))
    return play


def first_ways(play: Play) -> None:
    """Take the first way wherever a retreat leaves a choice."""
    while play.match.waiting_for and isinstance(next(iter(play.match.choices())), RetreatAlong):
        play.play(next(iter(play.match.choices())))


# points


def test_the_winner_scores_at_once_with_a_die_of_his_own() -> None:
    federal = federals_win(None, 5)
    assert (federal.board.points("federal"), federal.board.points("confederate")) == (3 + 5, 0)
    confederate = confederates_win(None, 2)
    assert (confederate.board.points("federal"), confederate.board.points("confederate")) == (0, 4 + 2)


def test_a_battle_that_brings_25_points_ends_the_campaign_there() -> None:
    board = battle(ledger=[Award("x", "federal", "before", 1, 20, 0)])
    play = federals_win(board, 2)
    assert play.outcome is not None
    assert (play.outcome.winner, play.outcome.level) == ("federal", "major strategic victory")


# the losers


def test_each_beaten_division_on_the_table_rolls_for_itself_and_goes_d6_from_the_battlefield() -> None:
    play = federals_win(None, 1)
    assert play.pending_roll == "retreat of Loring's Division"
    play.roll(2)
    first_ways(play)
    assert play.pending_roll == "retreat of Forney's Division"
    update = play.roll(4)
    first_ways(play)
    assert [event.spaces for event in told(update, RetreatBegan)] == [4]
    for token, spaces in (("loring", 2), ("forney", 4)):
        here, theater = play.board.at[token], play.board.campaign.map
        assert min(theater.distance(here, space) for space in play.spaces(*TABLE)) == spaces


def test_divisions_that_were_not_there_stay_where_they_are() -> None:
    play = federals_win(None, 1, 2, 4)
    first_ways(play)
    assert play.where("bowen") == "(11,15)"


def test_reinforcements_that_came_in_time_retreat_too_and_late_ones_do_not() -> None:
    entry = Space(vicksburg().rules.printed["campaign"].map.parse("12,15"))
    for turn, retreats in ((3, True), (4, False)):
        board = battle(battle={"reinforcements": (Reinforcement("bowen", 1, True, 4, turn, entry),)})
        play = position("Fight", board=board, dice=[1, 4, 4, 4])
        play.play(BattleReport("federal", EndOfBattle.BREAKPOINT, 3, tuple(LORING[:3])))
        first_ways(play)
        assert (play.where("bowen") != "(11,15)") is retreats


def test_the_contacting_division_retreats_from_where_it_came_when_that_is_not_on_the_table() -> None:
    board = battle(table=TABLE[2:])
    play = federals_win(board, 1)
    play.roll(2)
    first_ways(play)
    theater = play.board.campaign.map
    assert min(theater.distance(play.board.at["loring"], space) for space in play.spaces(*TABLE[2:])) == 3


def test_a_division_with_nothing_left_leaves_the_map_instead() -> None:
    play = position("Fight", board=battle(), dice=[1])
    update = play.play(BattleReport("federal", EndOfBattle.BREAKPOINT, 3, tuple(LORING)))
    assert [event.token for event in told(update, TokenRemoved)] == ["loring"]
    assert play.pending_roll == "retreat of Forney's Division"


def test_a_blocked_retreat_from_the_battlefield_breaks_the_division() -> None:
    at = {
        "loring": "21,31", "carr": "22,31",
        "bowen": "20,31", "forney": "20,32", "stevenson": "21,30", "gregg": "22,30",
    }  # fmt: skip
    board = bare_board(vicksburg(), at, battles="reported", tabletop_losses="rally")
    board.battle = battle_at(board, "loring", "22,31", "21,31", "21,32", "22,31", "22,32")
    play = position("Fight", board=board, dice=[1])
    play.play(BattleReport("confederate", EndOfBattle.BREAKPOINT, 3, (CARR[0],)))
    update = play.roll(1)
    assert told(update, RetreatBlocked) == [RetreatBlocked(("carr",))]
    assert play.board.broken_brigades == set(CARR)
    assert play.where("carr") is None


def beaten(
    at: dict[str, str], contact: str, *table: str, losing: str, attacker: str, dice: list[int], depots: bool = True
) -> Play:
    """A battle on this table is lost, and ``losing`` is the next division that has to retreat."""
    board = bare_board(vicksburg(), at, depots=depots)
    loser = board.tokens[losing].side
    victors = tuple(token_id for token_id in at if board.tokens[token_id].side != loser)
    board.depots["jackson"] = Depot("cs_depot_jackson", loser, Space(board.campaign.space("Jackson")), 2, loser)
    board.battle = battle_at(board, attacker, contact, *table, loser=loser, retreating=(losing,), spreading=victors)
    play = position("Retreat a division", board=board, dice=dice)
    first_ways(play)
    return play


SURROUNDED = {"bowen": "10,8", "us_xv_steele": "12,7", "hovey": "11,8", "cs_mississippi_smith": "10,7"}
THREE_BY_TWO = ("10,7", "10,8", "11,7", "11,8", "12,7", "12,8")


def test_a_beaten_division_does_not_leave_the_battlefield_through_the_victors() -> None:
    play = beaten(SURROUNDED, "11,8", *THREE_BY_TWO, losing="us_xv_steele", attacker="bowen", dice=[2], depots=False)
    (moved,) = play.events(TokenMoved)
    assert moved.path[-1] != play.space("10,10")  # nearest to the depot, but only a victor's space leads there
    assert not set(moved.path) & set(play.spaces("10,7", "10,8"))


def test_it_is_blocked_when_the_victors_are_all_around() -> None:
    at = {"carr": "22,32", "loring": "21,32", "bowen": "22,31"}
    play = beaten(at, "22,32", "21,31", "21,32", "22,31", "22,32", losing="carr", attacker="loring", dice=[1])
    assert play.where("carr") is None
    assert play.board.broken_brigades == set(CARR)


def test_the_way_of_a_retreat_leads_step_by_step_from_the_divisions_own_space() -> None:
    at = {"carr": "22,32", "hovey": "21,32", "loring": "22,31"}
    table = ("21,31", "21,32", "22,31", "22,32")
    play = beaten(at, "22,32", *table, losing="carr", attacker="loring", dice=[2])
    (moved,) = play.events(TokenMoved)
    assert moved.path[0] == play.space("21,32")
    distance = play.board.campaign.map.distance
    assert [distance(a, b) for a, b in pairwise((moved.origin, *moved.path))] == [1] * len(moved.path)


def lorings_ends(losers: str) -> dict[str, int]:
    """Where Loring may retreat with a 2 after a lost battle, and how many spaces from the battlefield that is."""
    play = federals_win(battle(losers=losers), 1, 2)
    theater = play.board.campaign.map
    return {
        play.label(way.path[-1]): min(theater.distance(way.path[-1], space) for space in play.spaces(*TABLE))
        for way in play.match.choices()
        if isinstance(way, RetreatAlong)
    }


def test_a_loser_retreats_at_least_its_die_and_farther_only_towards_a_depot() -> None:
    ends = lorings_ends("at_least")
    assert min(ends.values()) == 2
    assert max(ends.values()) > 2
    campaign, board = campaign_of(vicksburg()), battle()
    depots = [depot.space for depot in board.depots.values() if depot.side == "confederate"]

    def road(place: str) -> int:
        there = campaign.map.parse(place.strip("()"))
        ways = [road_spaces(campaign, "confederate", there, depot) for depot in depots]
        return min((way for way in ways if way is not None), default=99)

    nearest = min(road(place) for place, spaces in ends.items() if spaces == 2)
    assert all(road(place) < nearest for place, spaces in ends.items() if spaces > 2)


def test_by_the_other_reading_a_loser_retreats_exactly_its_die() -> None:
    assert set(lorings_ends("exactly").values()) <= {2}


# the victors


def test_the_victors_stand_where_they_like_on_the_battlefield_one_to_a_space() -> None:
    play = federals_win(None, 1, 3, 3)
    first_ways(play)
    assert (play.match.waiting_for, play.step) == (("federal",), "Place a division")
    offers = {play.label(one.space) for one in list[Any](play.match.choices())}
    assert offers == {"(12,15)", "(12,16)", "Auburn", "(13,16)"}  # Hovey and Logan hold the other two
    assert play.refused(PlaceToken("carr", play.space("14,15"))).codes == ("not_offered",)
    play.play(PlaceToken("carr", play.space("12,15")))
    assert play.where("carr") == "(12,15)"
    play.play(PlaceToken("hovey", play.space("14,15")))
    play.play(PlaceToken("logan", play.space("14,16")))
    assert play.board.battle is None
    assert len(set(play.board.at.values())) == len(play.board.at)


def test_the_contacting_division_comes_on_the_battlefield_it_won() -> None:
    play = confederates_win(battle(table=TABLE[2:]), 1, 3, 3, 3)
    first_ways(play)
    play.play(PlaceToken("loring", play.space("Auburn")))
    assert play.where("loring") == "Auburn"


def test_when_the_battlefield_is_full_the_rest_stays_or_goes_to_the_nearest_empty_space() -> None:
    at = {
        "loring": "11,15", "bowen": "12,15", "forney": "12,16", "stevenson": "Auburn",
        "cs_mississippi_smith": "13,16", "gregg": "14,15", "walker": "14,16",
    }  # fmt: skip
    board = bare_board(vicksburg(), at)
    board.battle = battle_at(board, "loring", "Auburn", *TABLE)
    assert victors_spaces(board, board.battle, board.tokens["loring"]) == [board.at["loring"]]


def test_an_enemy_that_a_victor_does_not_know_of_changes_nothing_of_where_he_may_stand() -> None:
    at = {"loring": "12,15", "bowen": "11,15", "carr": "14,16"}
    spaces: dict[str, list[Space]] = {}
    for name, hovey in {"far away": "2,2", "in the way": "13,16"}.items():
        for fog in ("face_down", "open"):
            board = bare_board(vicksburg(), at | {"hovey": hovey}, fog=fog)
            board.battle = battle_at(board, "loring", "Auburn", *TABLE)
            spaces[f"{name}, {fog}"] = victors_spaces(board, board.battle, board.tokens["loring"])
    assert spaces["in the way, face_down"] == spaces["far away, face_down"]
    assert spaces["in the way, open"] != spaces["far away, open"]


def test_victors_who_take_position_on_a_depot_capture_it() -> None:
    at = {"loring": "10,26", "carr": "10,25", "hovey": "9,26"}
    board = bare_board(vicksburg(), at, battles="reported")
    board.battle = battle_at(board, "loring", "10,25", "9,25", "9,26", "10,25", "10,26")
    play = position("Fight", board=board, dice=[1, 4])
    play.play(BattleReport("federal", EndOfBattle.BREAKPOINT, 3, (LORING[0],)))
    first_ways(play)
    play.play(PlaceToken("carr", play.space("Jackson")))
    assert play.board.depots["cs_depot_jackson"].side == "federal"


def test_nobody_comes_into_the_works_of_vicksburg_by_a_battle_outside_them() -> None:
    at = {"carr": "7,8", "loring": "8,9", "bowen": "Vicksburg"}
    board = bare_board(vicksburg(), at, battles="reported", garrison="fights")
    board.battle = battle_at(board, "carr", "7,9", "7,8", "7,9", "Vicksburg", "8,9")
    board.battle = evolve(board.battle, defenders=("loring", "bowen"))
    play = position("Fight", board=board, dice=[1, 2, 2])
    play.play(BattleReport("federal", EndOfBattle.BREAKPOINT, 3, (*LORING[:2],)))
    first_ways(play)
    assert play.where("bowen") != "Vicksburg"
    assert {play.label(one.space) for one in list[Any](play.match.choices())} == {"(7,8)", "Chickasaw Bayou", "(8,9)"}


def test_a_battle_ends_the_turn_without_special_actions_or_another_corps() -> None:
    play = confederates_win(battle(dice_left={"federal": 2, "confederate": 2}), 1, 3, 3, 3)
    first_ways(play)
    while play.step == "Place a division":
        play.play(next(iter(play.match.choices())))
    assert play.board.battle is None
    assert (play.step, play.match.waiting_for) == ("Rally a brigade", ("federal",))


def test_the_fight_may_be_taken_up_again_the_next_turn() -> None:
    at = {"loring": "12,15", "carr": "Auburn"}
    play = position("Draw event card", at, drawn_cards=[], battle_ended_movement=True, dice=["high_water"])
    play.allot()
    play.play(EndMarch())
    play.allot()
    assert not play.board.battle_ended_movement
    assert told(play.march("loring", "Auburn"), ContactMade)


# losses


def test_brigades_broken_on_the_table_are_lost_for_the_campaign() -> None:
    play = position("Fight", board=battle(tabletop_losses="permanent"), dice=[1])
    update = play.play(BattleReport("federal", EndOfBattle.BREAKPOINT, 3, tuple(LORING[:2])))
    assert {event.unit for event in told(update, BrigadeLost)} == set(LORING[:2])
    assert (play.board.broken_brigades, play.board.lost_brigades) == (set(), set(LORING[:2]))


def test_by_the_other_reading_they_may_rally_like_others() -> None:
    play = federals_win(battle(tabletop_losses="rally"), 1)
    assert (play.board.broken_brigades, play.board.lost_brigades) == (set(LORING[:2]), set())


def test_a_brigade_broken_in_a_skirmish_is_not_lost_by_that_paragraph() -> None:
    board = battle(broken_brigades={"cs_mississippi_forney_moore"}, tabletop_losses="permanent")
    play = position("Fight", board=board, dice=[1])
    play.play(BattleReport("federal", EndOfBattle.BREAKPOINT, 3, tuple(LORING[:2])))
    assert play.board.broken_brigades == {"cs_mississippi_forney_moore"}
