"""The player of campaigns: sensible, repeatable, legal in everything it is asked, and blind to what it may not see."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.altar_of_freedom.kit import Play, board_of, campaign_of, gettysburg, position, vicksburg

from wargame_altar_of_freedom.authoring.folders import new_campaign, open_campaign
from wargame_altar_of_freedom.board.actions import (
    ACTIONS,
    BATTLE,
    RETREAT,
    SKIRMISH,
    AllotDice,
    Fight,
    Halt,
    LoseBrigade,
    Move,
    MoveNext,
    PlayBattleCard,
    Rally,
    SpecialAction,
)
from wargame_altar_of_freedom.players.activation import Activation, Corps
from wargame_altar_of_freedom.players.bots import BelligerentPlayer, HeuristicPlayer
from wargame_altar_of_freedom.players.fights import Encounter, Stakes, chance_in_skirmish, maximin_row, table_of, value
from wargame_altar_of_freedom.players.goals import goals_of
from wargame_altar_of_freedom.players.situation import CROSS_COUNTRY_COST, FAR, Fields, Situation
from wargame_altar_of_freedom.printed.lines import DivisionId
from wargame_altar_of_freedom.rules.minor_skirmishes import skirmish_odds
from wargame_core import Match, Menu, Seeded, View
from wargame_core.authoring import Action, Choices, Game, bits
from wargame_core.errors import HiddenStep, NeedsPerson
from wargame_core.flow.pending import Ask
from wargame_core.flow.players import RandomPlayer, Traits
from wargame_lab.playouts import GameResult, playout


class Judged(HeuristicPlayer):
    """One whose every choice is judged before it is played."""

    traits = Traits()


def match_of(
    game: Game, players: Callable[[int], Any], seed: int, scenario: str | None = None, **changes: Any
) -> Iterator[tuple[Match, str, Any]]:
    """A game choice by choice: the match, the seat that is to choose, and what its player chooses."""
    match = game.start(scenario, seed=seed, options=changes)
    made = {seat: players(seed) for seat in game.seats}
    while match.outcome is None:
        seat = match.waiting_for[0]
        action = made[seat](match.view(seat))
        yield match, seat, action
        match.play(action, seat)


def against_random_play(game: Game, side: str, games: int) -> list[GameResult]:
    """Games of the player as one side against random play."""
    return [
        playout(
            game,
            {seat: (Judged if seat == side else RandomPlayer)(seed=number) for seat in game.seats},
            Seeded(1863, stream=f"game-{number}"),
        )
        for number in range(games)
    ]


def choice(play: Play, seat: str, seed: int = 0) -> Any:
    """What the player chooses for a seat now."""
    return HeuristicPlayer(seed)(play.match.view(seat))


# whole campaigns


@pytest.mark.parametrize("game", [vicksburg, gettysburg])
def test_the_same_seed_plays_the_same_campaign(game: Callable[[], Game]) -> None:
    first, again, other = (
        [action for _, _, action in islice(match_of(game(), HeuristicPlayer, seed), 120)] for seed in (11, 11, 12)
    )
    assert first == again
    assert first != other


def test_a_player_who_has_played_before_plays_no_other_way() -> None:
    used = HeuristicPlayer(5)
    for match, seat, _ in match_of(vicksburg(), RandomPlayer, 3):
        used(match.view(seat))
    used._rng = random.Random(5)
    fresh = HeuristicPlayer(5)
    for match, seat, _ in match_of(vicksburg(), RandomPlayer, 4):
        assert used(match.view(seat)) == fresh(match.view(seat))


@pytest.mark.thorough
@pytest.mark.parametrize("side", ["federal", "confederate"])
def test_it_beats_random_play_at_vicksburg(side: str) -> None:
    results = against_random_play(vicksburg(), side, 20)
    assert sum(result.outcome is not None and result.outcome.winner == side for result in results) >= 18


@pytest.mark.thorough
@pytest.mark.parametrize("side", ["federal", "confederate"])
def test_it_beats_random_play_at_gettysburg(side: str) -> None:
    results = against_random_play(gettysburg(), side, 8)
    assert sum(result.outcome is not None and result.outcome.winner == side for result in results) == 8


@pytest.mark.thorough
def test_two_of_them_play_something_like_the_vicksburg_campaign() -> None:
    jackson, contacts, battles, forsaken = [], 0, 0, 0
    for seed in range(10):
        match = vicksburg().start(seed=seed)
        players = {seat: HeuristicPlayer(seed) for seat in match.rules.seats}
        while match.outcome is None:
            seat = match.waiting_for[0]
            match.play(players[seat](match.view(seat)), seat)
            board = board_of(match)
            garrison = board.division_mask("confederate") >> board.campaign.space("Vicksburg") & 1
            beaten = any(award.id == "us_battle" for award in board.ledger)  # a garrison beaten in battle has to leave
            forsaken += match.cursor[-1:] == ("Rally a brigade",) and not garrison and not beaten
        log = match.view("referee").log
        contacts += sum(line.startswith("Contact at") for line in log)
        battles += sum("wins the battle" in line for line in log)
        jackson += [award.turn for award in board_of(match).ledger if award.id == "us_jackson"]
    assert contacts > 50
    assert battles
    assert len(jackson) >= 4  # six in ten of a hundred games
    assert 3 <= sum(jackson) / len(jackson) <= 7
    assert not forsaken


def test_it_plays_a_designers_own_campaign(tmp_path: Path) -> None:
    new_campaign(tmp_path / "two_towns")
    game = open_campaign(tmp_path / "two_towns")
    assert game is not None
    for side in game.seats:
        results = against_random_play(game, side, 12)
        won = [result.outcome.winner for result in results if result.outcome is not None]
        assert won.count(side) >= 8
        assert won.count(side) >= 3 * (len(won) - won.count(side) - won.count(None))


def test_a_bridge_that_we_need_ourselves_is_not_broken_down(tmp_path: Path) -> None:
    new_campaign(tmp_path / "two_towns")
    game = open_campaign(tmp_path / "two_towns")
    assert game is not None
    now = Situation(game.start(seed=1).view("gray").board, "gray", Fields())
    wanted = {goal.what for goal in goals_of(now)}
    assert "occupy Ashby" in wanted  # beyond the bridge; our picket on it would bar the way for our divisions
    assert "break down Stone Bridge" not in wanted


# every question


def test_every_kind_of_question_gets_a_legal_answer() -> None:
    left, asked_of = {action.kind for action in ACTIONS} - RARE, Counter[str]()
    campaigns: list[tuple[Game, str, dict[str, str]]] = [
        (vicksburg(), "free", {"battles": "reported", "fog": "referee"}),
        (gettysburg(), "historical", {"fog": "open", "skirmish_guns": "ignore"}),
        (vicksburg(), "historical", {}),
        (gettysburg(), "free", {"battles": "reported", "battle_card": "both"}),
    ]
    for seed, (game, scenario, options) in enumerate(campaigns * 4):
        if seed >= len(campaigns) and not left:
            break
        asked = {seat: HeuristicPlayer(seed) for seat in game.seats}
        for match, seat, _ in match_of(game, BelligerentPlayer, seed, scenario, **options):
            choices = match.view(seat).choices
            kinds = {action.kind for action in islice(choices, 40)}
            left -= kinds
            asked_of.update(kinds)
            if min(map(asked_of.__getitem__, kinds)) > ASKED:
                continue
            if choices.by_people:
                with pytest.raises(NeedsPerson, match="What happened on the table"):
                    asked[seat](match.view(seat))
                continue
            answer = asked[seat](match.view(seat))
            assert choices.judge(answer), (answer, match.cursor)
    assert not left


ASKED = 25
"""How often each kind of choice is put to the player."""

RARE = {"fight_with", "inspect", "rail_move"}
"""What only one card brings about, or a fight against a stack."""


def test_what_it_does_not_know_is_left_to_chance() -> None:
    class Left(Action):
        pass

    class Right(Action):
        pass

    class Riddles(Choices):
        def __iter__(self) -> Iterator[Action]:
            yield from (Left(), Right())

    class Riddle:
        seat, board = "federal", position("Nominate a corps", {"carr": "Auburn"}).board
        choices = Menu(Ask(seat, Riddles(), ""), lambda: None)

    answers = {HeuristicPlayer(seed)(Riddle()) for seed in range(20)}  # type: ignore[arg-type]
    assert {type(answer) for answer in answers} == {Left, Right}


# secrets


@pytest.mark.parametrize("fog", ["face_down", "referee"])
@pytest.mark.parametrize("game", [vicksburg, gettysburg])
def test_it_never_peeks(game: Callable[[], Game], fog: str) -> None:
    rng = random.Random(1863)
    compared = differing = 0
    for match, seat, _ in match_of(game(), BelligerentPlayer, 7, fog=fog):
        if match.seq % (8 if fog == "face_down" else 4):
            continue
        if fog == "referee" and match.state.answers:  # what a march found hidden cannot vary
            continue
        try:
            world = match.view(seat).world(rng)
        except HiddenStep:
            continue
        compared += 1
        differing += world.board != match.board
        truth = HeuristicPlayer(1)(match.view(seat))
        assert HeuristicPlayer(1)(View.of(world, seat)) == truth, match.cursor
    assert compared > 20
    assert differing > 10


# single decisions


def test_a_division_marches_to_an_open_station_that_scores() -> None:
    play = position("Move one token", {"carr": "Champion Hill"}, moving="us_xiii", depots=False, turns_ended=6)
    assert choice(play, "federal") == MoveNext("carr")
    play.take_up("carr")
    march = choice(play, "federal")
    assert isinstance(march, Move)
    assert play.label(march.path[-1]) in ("Edwards Station", "Bolton Depot")


def test_the_garrison_of_a_fortress_stays() -> None:
    at = {"stevenson": "Vicksburg", "carr": "10,8", "hovey": "11,8"}
    play = position("Move one token", at, moving="cs_mississippi")
    play.take_up("stevenson")
    assert choice(play, "confederate") == Halt("stevenson")


def test_somebody_goes_back_to_an_empty_fortress() -> None:
    at = {"stevenson": "8,10", "carr": "11,8", "hovey": "11,9"}
    play = position("Move one token", at, moving="cs_mississippi")
    play.take_up("stevenson")
    march = choice(play, "confederate")
    assert isinstance(march, Move)
    assert play.label(march.path[-1]) == "Vicksburg"


def test_a_strong_division_falls_on_a_weak_one_in_its_way() -> None:
    at = {"logan": "10,25", "mcarthur": "11,25", "crocker": "9,25", "gregg": "Jackson"}
    known = {"federal": frozenset({"gregg"}), "confederate": frozenset[str]()}
    play = position("Move one token", at, moving="us_xvii", known_faces=known)
    play.take_up("logan")
    assert choice(play, "federal") == Move("logan", play.spaces("Jackson"))


def test_dice_go_to_those_who_have_far_to_go() -> None:
    at = {"logan": "Burtonton", "mcarthur": "Jackson", "carr": "10,8"}
    play = position("Allot Staff Dice", at, moving="us_xvii", dice_left={"federal": 6, "confederate": 5})
    allotted = choice(play, "federal")
    assert isinstance(allotted, AllotDice)
    assert "logan" in allotted.tokens
    assert "mcarthur" not in allotted.tokens


def marched(at: dict[str, str], face: int) -> list[tuple[str, str]]:
    """The whole march of XVII Corps, when every Staff Die shows this face: who marched, and where to."""
    dice, at = {"federal": 3, "confederate": 5}, {**at, "gregg": "Vicksburg", "stevenson": "Jackson"}
    play = position("Allot Staff Dice", at, moving="us_xvii", dice_left=dice, turns_ended=3, depots=False)
    player, marches = HeuristicPlayer(0), list[tuple[str, str]]()
    while play.step in ("Allot Staff Dice", "Move one token"):
        play.dice[:] = [face]
        action: Any = player(play.match.view("federal"))
        play.play(action)
        if isinstance(action, Move):
            marches.append((action.token, play.label(action.path[-1])))
    return marches


def test_an_activation_is_planned_as_a_whole_so_that_one_takes_the_place_another_leaves() -> None:
    road = {"logan": "Bolton Depot", "mcarthur": "Edwards Station", "crocker": "Champion Hill"}
    assert marched(road, 2) == [("logan", "Clinton"), ("crocker", "Bolton Depot"), ("mcarthur", "(8,11)")]


@pytest.mark.parametrize(("face", "plans"), [(2, 1), (5, 4)])
def test_a_plan_is_kept_while_dice_fall_as_expected(face: int, plans: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made, best = list[int](), Corps.best_plan

    def counted(*given: Any, **named: Any) -> Activation:
        made.append(face)
        return best(*given, **named)

    monkeypatch.setattr(Corps, "best_plan", counted)
    assert len(marched({"logan": "Utica", "mcarthur": "14,18", "crocker": "15,15"}, face)) == 3
    assert len(made) == plans


def test_a_crossing_in_the_enemys_way_is_destroyed() -> None:
    at = {"stevenson": "Vicksburg", "forney": "15,8", "carr": "17,9", "hovey": "18,9", "logan": "18,8"}
    changes: dict[str, Any] = {"moving": "cs_mississippi", "dice_left": {"federal": 6, "confederate": 2}}
    play = position("Special action", at, **changes)
    assert choice(play, "confederate") == SpecialAction("forney", "destroy_crossing", "hankinsons_ferry")


def test_the_weakest_brigade_is_given_up() -> None:
    at = {"carr": "Auburn", "loring": "12,15"}
    play = position("Move one token", at, dice=[1, 5], moving="us_xiii")
    play.march("carr", "12,15")
    play.cards(SKIRMISH, SKIRMISH)
    lost = choice(play, "federal")
    units = campaign_of(vicksburg()).oob.units
    assert isinstance(lost, LoseBrigade)
    assert units[lost.unit].rating == min(units[action.unit].rating for action in list[Any](play.match.choices()))


def test_of_a_stack_the_largest_division_fights() -> None:
    game_map = campaign_of(gettysburg()).map
    near = game_map.neighbours[game_map.place("Gettysburg").space][0]
    beside = ",".join(map(str, game_map.grid.rowcol(near)))
    at = {"robinson": "Gettysburg", "wadsworth": "Gettysburg", "early": beside}
    play = position("Move one token", at, game=gettysburg(), moving="cs_ii", dice=[3])
    play.march("early", "Gettysburg")
    play.cards(SKIRMISH, SKIRMISH)
    assert choice(play, "federal") == Fight("wadsworth")


def test_every_die_left_at_the_end_of_a_turn_tries_to_rally_the_best_brigade() -> None:
    campaign = campaign_of(vicksburg())
    broken = set(campaign.brigades[DivisionId("us_xiii_carr")][:2])
    dice = {"federal": 1, "confederate": 0}
    play = position("Rally a brigade", {"carr": "Auburn"}, broken_brigades=broken, dice_left=dice)
    best = max(sorted(broken), key=lambda unit: campaign.oob.units[unit].rating)
    assert choice(play, "federal") == Rally(best)


# the sums behind them


def test_a_skirmish_is_reckoned_by_its_exact_odds() -> None:
    for attackers in range(1, 7):
        for defenders in range(1, 7):
            exact = skirmish_odds(attackers, defenders, 1, 0).p(lambda score: score.winner == "attacker")
            assert Fraction(chance_in_skirmish(attackers + 1 - defenders)).limit_denominator(36) == exact


def test_who_is_sure_to_win_a_battle_offers_it_and_who_is_sure_to_lose_it_does_not() -> None:
    stakes, cards = Stakes((1, 1), (6.5, 7.5)), ((BATTLE, SKIRMISH), (BATTLE, SKIRMISH, RETREAT))
    strong = table_of(Encounter(4, 4, (4, 3), *cards, weight=4.0), stakes)
    assert strong[0][0] > strong[0][1]
    weak = table_of(Encounter(4, 4, (3, 4), *cards, weight=-4.0), stakes)
    assert cards[0][maximin_row(weak)] is SKIRMISH
    assert cards[1][maximin_row([[-row[column] for row in strong] for column in range(3)])] is not BATTLE


@pytest.mark.parametrize(
    "points", [((1, 1), (6.5, 7.5)), ((1, 1), (7.5, 6.5)), ((2, 1), (9.5, 3.5)), ((1, 2), (3.5, 9.5))]
)
def test_by_the_printed_points_no_mixture_of_battle_cards_is_better_than_one_card(points: Any) -> None:
    cards = ((BATTLE, SKIRMISH), (BATTLE, SKIRMISH, RETREAT))
    for tenths in range(-60, 61):
        fight, stakes = Encounter(3, 3, (3, 3), *cards, weight=tenths / 10), Stakes(*points)
        table = table_of(fight, stakes)
        assert value(fight, stakes) == max(map(min, table)) == min(max(column) for column in zip(*table, strict=True))


def test_what_the_ground_is_worth_counts_as_often_as_the_attacker_gets_it() -> None:
    stakes, cards = Stakes((1.0, 2.0), (7.5, 9.5)), ((SKIRMISH,), (SKIRMISH,))
    fight = Encounter(4, 3, (1, 1), *cards, weight=0.0)
    gained = value(fight, stakes, 3.0) - value(fight, stakes)
    assert gained == pytest.approx(3 * chance_in_skirmish(1))


def test_a_card_it_may_not_play_is_not_played() -> None:
    play = position("Move one token", {"carr": "Auburn", "loring": "12,15"}, moving="us_xiii")
    play.march("carr", "12,15")
    for seed in range(10):
        assert choice(play, "federal", seed) == PlayBattleCard(SKIRMISH)
        assert choice(play, "confederate", seed).card in (SKIRMISH, RETREAT)


def test_distances_are_those_by_road_and_dearer_across_country() -> None:
    board = position("Nominate a corps", {"carr": "Auburn"}).board
    game_map, fields = board.campaign.map, Fields()
    goal = board.campaign.space("Edwards Station")
    field = fields.to(board, "federal", 1 << goal)
    assert field(goal) == 0
    assert field(board.campaign.space("Rocky Springs")) == 12
    roads, country = game_map.passage(True, None, board.closed_crossings("federal")), game_map.passage()
    for space in bits(game_map.enterable):
        steps = [field(near) + 1 for near in game_map.neighbours[space] if roads.leads(near, space)]
        steps += [field(near) + CROSS_COUNTRY_COST for near in game_map.neighbours[space] if country.leads(near, space)]
        if space != goal:
            assert field(space) == min([*steps, FAR])


def test_a_destroyed_crossing_makes_the_way_longer() -> None:
    board = position("Nominate a corps", {"carr": "Auburn"}).board
    goal, start = 1 << board.campaign.space("Vicksburg"), board.campaign.space("Willow Springs")
    before = Fields().to(board, "federal", goal)(start)
    board.destroyed_crossings.add("hankinsons_ferry")
    assert before < Fields().to(board, "federal", goal)(start) <= before + 8
