"""GotW p.13 Fighting the Battle, Ending a Battle (AFI p.13): breakpoints, nightfall, reports, the stand-in.

Readings: Tabletop battles.
"""

import tomllib
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.altar_of_freedom.kit import Play, bare_board, battle_at, campaign_of, position, told, vicksburg

from wargame_altar_of_freedom.board.actions import BattleReport, Decide, Done
from wargame_altar_of_freedom.board.board import CampaignBoard
from wargame_altar_of_freedom.board.contact_events import BattleFought
from wargame_altar_of_freedom.board.pieces import EndOfBattle, Reinforcement, Space
from wargame_altar_of_freedom.players.bots import HeuristicPlayer
from wargame_altar_of_freedom.rules.tabletop import resolvers
from wargame_altar_of_freedom.rules.tabletop.brief import (
    ENTERED,
    STANDING,
    army_breakpoint,
    battle_brief,
    breaks_at,
    mean_rating,
)
from wargame_altar_of_freedom.rules.tabletop.endings import (
    Standing,
    loser_at_breakpoint,
    loser_at_nightfall,
    side_standing,
)
from wargame_altar_of_freedom.rules.tabletop.resolvers import hour_score
from wargame_core import D6, MalformedAction
from wargame_core.errors import NeedsPerson
from wargame_core.flow.players import RandomPlayer
from wargame_lab import simulate

TABLE = ("12,15", "12,16", "Auburn", "13,16", "14,15", "14,16")
ARMIES = {
    "loring": "12,15", "forney": "12,16", "bowen": "11,15",  # 4, 3 and 3 brigades; Bowen is not on the table
    "carr": "Auburn", "hovey": "14,15", "logan": "14,16",  # 3, 3 and 4
}  # fmt: skip
LORING = [f"cs_mississippi_loring_{name}" for name in ("tilghman", "buford", "featherston", "cowan_art")]
FORNEY = [f"cs_mississippi_forney_{name}" for name in ("hebert", "moore", "davidson_art")]
CARR = [f"us_xiii_carr_{name}" for name in ("benton", "lawler", "klauss_art")]
HOVEY = [f"us_xiii_hovey_{name}" for name in ("mcginnis", "slack", "mitchell_art")]


def field_of_battle(
    at: dict[str, str] | None = None, *, battle: dict[str, Any] | None = None, **changes: Any
) -> CampaignBoard:
    changes = {"breakpoint": "entered", "tabletop_losses": "rally"} | changes
    board = bare_board(vicksburg(), at or ARMIES, **changes)
    board.battle = battle_at(board, "loring", "Auburn", *TABLE, **(battle or {}))
    board.battle_ended_movement = True
    return board


def reporting(**changes: Any) -> Play:
    """Seven Confederate brigades have attacked ten Federal ones; their battle is to be reported."""
    return position("Fight", board=field_of_battle(battles="reported", **changes))


def report(winner: str, reason: EndOfBattle, turn: int, *broken: str, why: str = "") -> BattleReport:
    return BattleReport(winner, reason, turn, broken, why=why)


def end_of_battle(play: Play) -> BattleFought:
    """How a battle that needed no choice ended."""
    return next(event for event in play.match.view("referee").events if isinstance(event, BattleFought))


# breakpoint


@pytest.mark.parametrize(
    ("brigades", "breaks"), [(0, 0), (1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (12, 3), (17, 5), (26, 7), (40, 10)]
)
def test_a_quarter_rounded_up_breaks_an_army(brigades: int, breaks: int) -> None:
    assert army_breakpoint(campaign_of(vicksburg()), brigades) == breaks


def test_there_is_no_army_of_fewer_than_none() -> None:
    with pytest.raises(ValueError, match=r"brigades: -1 \(allowed: 0 and more"):
        army_breakpoint(campaign_of(vicksburg()), -1)


def test_infantry_cavalry_and_guns_count_and_all_that_have_entered_by_the_end_of_the_turn() -> None:
    entry = Space(vicksburg().rules.printed["campaign"].map.parse("12,15"))
    board = field_of_battle(battle={"reinforcements": (Reinforcement("bowen", 1, True, 4, 2, entry),)})
    attacker = battle_brief(board).attacker
    assert side_standing(board, attacker, 1, frozenset()).breakpoint == army_breakpoint(board.campaign, 7) == 2
    assert side_standing(board, attacker, 2, frozenset()).breakpoint == army_breakpoint(board.campaign, 10) == 3


def test_brigades_broken_before_the_battle_are_not_there() -> None:
    board = field_of_battle(broken_brigades={LORING[0]}, lost_brigades={LORING[1]})
    assert side_standing(board, battle_brief(board).attacker, 1, frozenset()).entered == 5


def test_broken_brigades_count_among_those_that_entered() -> None:
    board = field_of_battle()
    found = side_standing(board, battle_brief(board).attacker, 3, frozenset(LORING[:2]))
    assert (found.entered, found.broken, found.breakpoint, found.is_at_breakpoint) == (7, 2, 2, True)


def test_the_breakpoint_is_a_share_of_those_that_stand_or_by_option_of_all_that_have_entered() -> None:
    campaign = campaign_of(vicksburg())
    for entered in range(60):
        standing_first = next(n for n in range(1, 99) if n >= ceil((max(0, entered - n)) / 4))
        assert breaks_at(campaign, entered, STANDING) == standing_first
        assert breaks_at(campaign, entered, ENTERED) == max(1, ceil(entered / 4))
    board = field_of_battle(broken_brigades=set(), breakpoint="standing")
    five = evolve(battle_brief(board).defender, units=battle_brief(board).defender.units[:5])
    assert side_standing(board, five, 1, frozenset({five.units[0].id})).is_at_breakpoint  # 1 of 4 that stand
    board.options["breakpoint"] = "entered"
    assert not side_standing(board, five, 1, frozenset({five.units[0].id})).is_at_breakpoint  # 2 of 5


def side(attacking: bool, entered: int, broken: int) -> Standing:
    points = breaks_at(campaign_of(vicksburg()), entered, ENTERED)
    return Standing("attacker" if attacking else "defender", attacking, entered, broken, points)


@pytest.mark.parametrize(
    ("attacker", "defender", "loser"),
    [
        ((8, 1), (8, 1), None),
        ((8, 2), (8, 1), "attacker"),
        ((8, 1), (8, 2), "defender"),
        ((8, 2), (8, 3), "defender"),  # both broken: the larger share
        ((8, 3), (12, 4), "attacker"),  # 3/8 against 1/3
        ((8, 2), (12, 3), "attacker"),  # equal shares: the attacker
        ((0, 0), (8, 1), None),
    ],
)
def test_who_reaches_the_breakpoint_has_lost(
    attacker: tuple[int, int], defender: tuple[int, int], loser: str | None
) -> None:
    assert loser_at_breakpoint(side(True, *attacker), side(False, *defender)) == loser


@pytest.mark.parametrize(
    ("attacker", "defender", "loser"), [(1, 0, "attacker"), (0, 1, "defender"), (1, 1, "attacker")]
)
def test_at_nightfall_the_side_with_more_broken_has_lost_and_the_defender_wins_ties(
    attacker: int, defender: int, loser: str
) -> None:
    assert loser_at_nightfall(side(True, 8, attacker), side(False, 8, defender)) == loser


# reported battles


def test_the_attacker_reports_what_happened() -> None:
    play = reporting()
    assert play.match.waiting_for == ("confederate",)
    assert all(play.match.judge(one) for one in play.match.choices())
    update = play.play(
        BattleReport("federal", EndOfBattle.BREAKPOINT, 4, (LORING[0], FORNEY[1]), "Hovey held the bridge.")
    )
    fought = told(update, BattleFought)[0]
    assert (fought.winner, fought.loser, fought.reason, fought.last_turn) == (
        "federal",
        "confederate",
        EndOfBattle.BREAKPOINT,
        4,
    )
    assert fought.story == ("Hovey held the bridge.",)
    assert [part.detail for part in fought.ruling.parts] == [
        {"entered": 7, "broken": 2, "breakpoint": 2},
        {"entered": 10, "broken": 0, "breakpoint": 3},
    ]
    assert play.board.broken_brigades == {LORING[0], FORNEY[1]}
    assert play.pending_roll == "points: a tabletop battle won"


REPORTS = tomllib.loads(Path(__file__).with_name("reports.toml").read_text("utf-8"))["report"]


@pytest.mark.parametrize("row", REPORTS)
def test_a_report_that_can_be_is_accepted_and_any_other_refused_with_its_reason(row: dict[str, Any]) -> None:
    ended = EndOfBattle(row["ended"])
    told_of = report(row["winner"], ended, row["turn"], *row.get("broken", ()), why=row.get("why", ""))
    if "code" not in row:
        assert reporting().match.judge(told_of)
        return
    verdict = reporting().refused(told_of)
    assert verdict.codes == (row["code"],)
    assert row["words"] in str(verdict)
    if verdict.codes != ("no_such_piece",):  # which no rule says
        assert str(verdict.reasons[0].cite) == "GotW p.13 Ending a Battle"


def test_nobody_tells_a_novel() -> None:
    verdict = reporting().refused(report("federal", EndOfBattle.AGREED, 3, why="x" * 1001))
    assert verdict.codes == ("story_too_long",)
    assert "the reason why has 1,001 characters" in str(verdict)


def test_a_battle_ends_in_no_way_but_those_that_are_known() -> None:
    told_of = {"kind": "battle_report", "winner": "federal", "reason": "boredom", "last_turn": 3, "broken": []}
    with pytest.raises(MalformedAction, match=r"'boredom'.*breakpoint, nightfall, conceded, broken_off, agreed"):
        reporting().play(told_of)


def test_the_word_on_an_end_that_the_book_does_not_know_is_kept_and_told() -> None:
    update = reporting().play(report("federal", EndOfBattle.CONCEDED, 2, LORING[0], why="His guns were lost."))
    fought = told(update, BattleFought)[0]
    assert (fought.winner, fought.why) == ("federal", "His guns were lost.")
    assert "confederate lost (conceded: His guns were lost.)" in str(fought.ruling.result)
    assert "(conceded, turn 2: His guns were lost.)" in fought.text(reporting().board)


def test_the_defender_confirms_that_he_lost_otherwise_than_by_the_book_or_contests_it() -> None:
    play = reporting()
    assert play.match.waiting_for == ("confederate",)
    play.play(report("confederate", EndOfBattle.AGREED, 1, why="I say so."))
    assert play.match.waiting_for == ("federal",)
    assert play.match.choices().labels == ["confirm", "contest"]
    prompt = str(play.match.view("federal").prompt)
    assert "Confederate is reported to have won" in prompt
    assert "(turn 1, 0 brigades broken; 'I say so.')" in prompt
    agreed, contested = play.match.fork(), play.match.fork()
    assert [event.why for event in agreed.play("confirm").events if isinstance(event, BattleFought)] == ["I say so."]
    assert not [event for event in contested.play("contest").events if isinstance(event, BattleFought)]
    assert contested.waiting_for == ("confederate",)
    again = contested.judge(report("confederate", EndOfBattle.CONCEDED, 1, why="He did!"))
    assert again.codes == ("contested",)
    assert contested.judge(report("federal", EndOfBattle.BREAKPOINT, 4, LORING[0], FORNEY[1]))
    bot = HeuristicPlayer(0)
    assert bot(play.match.view("federal")) == Decide("confirm")


def test_an_attacker_who_concedes_breaks_no_brigade_of_the_defender_by_his_word_alone() -> None:
    play = reporting()
    play.play(report("federal", EndOfBattle.CONCEDED, 1, LORING[0], *CARR, why="We left."))
    assert play.match.waiting_for == ("federal",)
    assert "(turn 1, 4 brigades broken, 3 of them yours; 'We left.')" in str(play.match.view("federal").prompt)
    play.play("contest")
    assert not play.board.broken_brigades
    assert play.match.waiting_for == ("confederate",)


def test_no_bot_reports_what_people_have_fought() -> None:
    match = reporting().match
    with pytest.raises(NeedsPerson, match="only people who were there can say"):
        HeuristicPlayer(0)(match.view("confederate"))
    with pytest.raises(NeedsPerson, match="confederate is asked 'What happened on the table"):
        match.play_out({seat: RandomPlayer(0) for seat in match.rules.seats})
    assert match.waiting_for == ("confederate",)


def test_no_made_up_result_is_on_the_menu() -> None:
    view = reporting().match.view("confederate")
    assert view.choices.by_people
    assert view.menu() == []


def test_where_nobody_is_at_the_table_reported_battles_are_refused() -> None:
    with pytest.raises(NeedsPerson, match=r"battles=reported needs a person.* bots play alone with battles=quick"):
        simulate(vicksburg(), games=1, options={"battles": "reported"})


def test_nothing_but_a_report_is_wanted() -> None:
    verdict = reporting().refused(Done())
    assert verdict.codes == ("not_offered",)


def test_a_report_as_json_says_what_is_missing() -> None:
    with pytest.raises(MalformedAction, match="winner"):
        reporting().play({"kind": "battle_report", "reason": "nightfall", "last_turn": 6, "broken": []})


def test_reinforcements_may_be_broken_from_their_arrival_on() -> None:
    entry = Space(vicksburg().rules.printed["campaign"].map.parse("12,15"))
    coming = {"reinforcements": (Reinforcement("bowen", 1, True, 4, 2, entry),)}
    green = "cs_mississippi_bowen_green"
    play = reporting(battle=coming)
    assert play.refused(report("federal", EndOfBattle.BREAKPOINT, 1, LORING[0], green)).codes == ("not_there",)
    assert play.refused(report("federal", EndOfBattle.BREAKPOINT, 2, LORING[0], green)).codes == (
        "not_broken",
    )  # three of ten
    assert play.match.judge(report("federal", EndOfBattle.BREAKPOINT, 2, LORING[0], LORING[1], green))


def test_divisions_held_back_may_have_come_late_or_never() -> None:
    at = {**ARMIES, "stevenson": "13,16"}  # six brigades more
    board = field_of_battle(at, battles="reported")
    assert board.battle is not None
    board.battle = evolve(board.battle, attackers=("loring", "forney"), held_back=("stevenson",))
    play = position("Fight", board=board)
    lee = "cs_mississippi_stevenson_lee"
    assert play.match.judge(
        report("federal", EndOfBattle.BREAKPOINT, 2, *LORING[:2])
    )  # two of seven: Stevenson stayed away
    assert play.match.judge(report("federal", EndOfBattle.BREAKPOINT, 5, *LORING[:3], lee))  # four of thirteen
    verdict = play.refused(
        report("federal", EndOfBattle.BREAKPOINT, 5, LORING[0], lee)
    )  # he was there: two of thirteen
    assert verdict.codes == ("not_broken",)
    update = play.play(report("federal", EndOfBattle.BREAKPOINT, 2, *LORING[:2]))
    assert told(update, BattleFought)[0].ruling.parts[0].detail["entered"] == 7


# the stand-in


def test_the_stand_in_adds_a_die_weight_quality_and_cover() -> None:
    board = field_of_battle()
    brief = battle_brief(board)
    attack = hour_score(brief.attacker, 1, frozenset(), 3)
    # seven bases, of mean rating (-1+3+1+0+1+2+0)/7, rounded to 1
    assert [(one.label, one.value) for one in attack.modifiers] == [("die", 3), ("weight", 0), ("quality", 1)]
    defence = hour_score(brief.defender, 1, frozenset(), 3)
    assert [(one.label, one.value) for one in defence.modifiers] == [
        ("die", 3),
        ("weight", 1),
        ("quality", 0),
        ("cover", 1),  # a town
    ]


def test_broken_bases_neither_weigh_nor_count() -> None:
    brief = battle_brief(field_of_battle())
    score = hour_score(brief.attacker, 1, frozenset(LORING), 3)
    assert [(one.label, one.value) for one in score.modifiers] == [("die", 3), ("weight", 0), ("quality", 1)]


@pytest.mark.parametrize(("ratings", "mean"), [((), 0), ((1, 0), 1), ((-1, 0), 0), ((2, 2, 1), 2), ((-3, -2), -2)])
def test_mean_ratings_are_rounded_halves_up(ratings: tuple[int, ...], mean: int) -> None:
    unit = battle_brief(field_of_battle()).attacker.units[0]
    assert mean_rating(tuple(evolve(unit, rating=rating) for rating in ratings)) == mean


def test_a_quick_battle_goes_hour_by_hour_until_a_breakpoint() -> None:
    # each hour 1+0+1 against 6+1+0+1: lower by six, so that the worst Confederate base breaks; none returns
    play = position("Fight", board=field_of_battle(), dice=[1, 6, 3, 1, 6, 3, 3])
    fought = end_of_battle(play)
    assert (fought.winner, fought.reason, fought.last_turn) == ("federal", EndOfBattle.BREAKPOINT, 2)
    assert play.board.broken_brigades == {LORING[0], "cs_mississippi_forney_davidson_art"}
    assert len(fought.story) == 2
    assert "Confederate 2 (rolled 1), Federal 8 (rolled 6)" in fought.story[0]


def test_two_bases_break_of_the_side_that_is_much_lower(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolvers, "LEAD_BREAKING_TWO", 6)
    play = position("Fight", board=field_of_battle(), dice=[1, 6, 3, 3])
    assert end_of_battle(play).last_turn == 1
    assert len(play.board.broken_brigades) == 2


def test_in_a_quick_battle_a_tie_breaks_nobody_and_a_six_brings_a_base_back() -> None:
    # five to five in every hour but the third and fourth: a Federal base breaks in each, and one of them is back
    dice = [4, 3, 4, 3, 6, 1, 1, 6, 1, 1, 6, 4, 3, 1, 4, 3, 1]
    play = position("Fight", board=field_of_battle(), dice=dice)
    fought = end_of_battle(play)
    assert (fought.winner, fought.reason, fought.last_turn) == ("confederate", EndOfBattle.NIGHTFALL, 6)
    assert len(play.board.broken_brigades) == 1


def test_a_quick_battle_without_losses_is_the_defenders_at_nightfall() -> None:
    play = position("Fight", board=field_of_battle(), dice=[4, 3] * 6)
    fought = end_of_battle(play)
    assert (fought.winner, fought.reason) == ("federal", EndOfBattle.NIGHTFALL)


def test_what_is_broken_in_the_stand_in_returns_on_a_six_only() -> None:
    for face in D6.faces:
        play = position("Fight", board=field_of_battle(battle={"turns": 1}), dice=[3, 3, face])
        assert len(play.board.broken_brigades) == (0 if face == 6 else 1)


def test_woods_a_town_or_a_river_cover_the_defender_and_earthworks_more() -> None:
    covers = {}
    for name, at, goal in (
        ("town", {"loring": "12,15", "carr": "Auburn"}, "Auburn"),
        ("woods", {"loring": "11,14", "carr": "11,13"}, "11,13"),
        ("river", {"loring": "8,13", "carr": "8,11", "hovey": "Bovina"}, "8,12"),
        ("", {"loring": "9,14", "carr": "10,14"}, "10,14"),
    ):
        board = bare_board(vicksburg(), at)
        board.battle = battle_at(board, "loring", goal, goal)
        side = battle_brief(board).defender
        covers[name] = (side.cover, side.cover_reason)
    assert covers == {"town": (1, "town"), "woods": (1, "woods"), "river": (1, "river"), "": (0, "")}


def test_the_story_of_a_battle_has_an_end() -> None:
    for story, code in (("x" * 1000, ()), ("x" * 1001, ("story_too_long",))):
        told_of = BattleReport("federal", EndOfBattle.BREAKPOINT, 4, (LORING[0], FORNEY[1]), story)
        assert reporting().match.judge(told_of).codes == code


@pytest.mark.parametrize("story", ["\x1b]0;owned\x07", "\x1b[2J", "\ud800", "\u202egnirts", "x" * 10_000_000])
def test_the_story_of_a_battle_steers_no_terminal(story: str) -> None:
    play = reporting()
    for told_of in (
        BattleReport("federal", EndOfBattle.BREAKPOINT, 4, (LORING[0], FORNEY[1]), story),
        {"kind": "battle_report", "winner": "federal", "reason": "x", "last_turn": 4, "broken": [], "story": story},
    ):
        with pytest.raises(MalformedAction, match="not let in") as refused:
            play.match.play(told_of)
        assert len(str(refused.value)) < 200
