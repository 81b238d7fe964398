"""The odds of a whole attack agree with what play can lead to: in positions of games that bots play."""

from typing import Any, cast

import pytest

from wargame_battlecry.board.actions import Attack, IgnoreFlags, Retreat
from wargame_battlecry.board.battle_events import FiguresLost, GeneralLost, Retreated
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import SPACE
from wargame_battlecry.printed.pieces import is_general, side_of
from wargame_battlecry.rules.attack_results import attack_results
from wargame_battlecry.rules.battle_dice import battle_dice
from wargame_core import Distribution, Match, load
from wargame_core.flow.aftermath import Aftermath, odds_of_action

SCENARIOS = ("first-bull-run", "kernstown", "antietam", "brawners-farm", "gettysburg-devils-den")
Told = tuple[int, bool, bool, bool]
"""Figures lost, whether the unit is gone, whether the hex is clear of it, whether its general was hit with it."""


def told(after: Aftermath, defender: str) -> Told:
    """What the events say of the defender."""
    losses = [event for event in after.events if isinstance(event, FiguresLost) and event.unit == defender]
    gone = any(event.is_eliminated for event in losses)
    back = any(isinstance(event, Retreated) and event.unit == defender for event in after.events)
    hit = any(isinstance(event, GeneralLost) and event.because == "is hit" for event in after.events)
    return sum(event.count for event in losses), gone, gone or back, hit


def played_on(after: Aftermath, defender: str) -> Distribution[Aftermath]:
    """What follows when the owner ignores what it may and goes back as far as it can."""
    state = after.state
    if state.outcome is not None or not state.pending:
        return Distribution.certain(after)
    options = state.choices().head(99)
    if isinstance(options[0], IgnoreFlags):
        answer: Any = max(options, key=lambda option: cast(IgnoreFlags, option).count)
    elif isinstance(options[0], Retreat):
        answer = min(options, key=lambda option: cast(Retreat, option).short)
    else:
        return Distribution.certain(after)
    following = odds_of_action(state, answer).joint.map(lambda more: Aftermath(more.state, after.events + more.events))
    return following.then(lambda more: played_on(more, defender))


def compare(match: Match, action: Attack) -> bool:
    """Compare both ways to the odds of an attack; whether the game can end by it, which only play knows."""
    board = match.board
    assert isinstance(board, BattleBoard)
    target = SPACE[action.target]
    defender = board.unit_at[target]
    whole = match.odds(action).joint.then(lambda after: played_on(after, defender))
    if any(after.state.outcome is not None for after in whole):
        return False
    formula = attack_results(board, action.unit, target).map(
        lambda result: (result.lost, result.is_eliminated, result.cleared, result.general_lost)
    )
    assert whole.map(lambda after: told(after, defender)) == formula, (match.seq, action)
    return True


def positions(wanted: int, most_dice: int) -> int:
    """Compare attacks of so many dice at most, a few of each game, until enough were compared; those on generals."""
    game, compared, seed, with_general = load("battlecry"), 0, 0, 0
    while compared < wanted:
        seed += 1
        match = game.start(SCENARIOS[seed % len(SCENARIOS)], seed=seed)
        players = {seat: game.bot("easy", seed=seed) for seat in game.seats}
        of_game = 0
        for _ in match.iter_play(players, history=False):
            choices = match.choices().head(60) if match.waiting_for else ()
            attacks = [choice for choice in choices if isinstance(choice, Attack)]
            board = cast(BattleBoard, match.board)
            attacks = [each for each in attacks if battle_dice(board, each.unit, SPACE[each.target]) <= most_dice]
            if len({choice.unit for choice in attacks}) < 2:  # after the last battle cards are drawn: too many results
                continue
            generals = [each for each in attacks if board.general_at[SPACE[each.target]]]
            action = (generals or attacks)[match.seq % len(generals or attacks)]
            defender = board.unit_at[SPACE[action.target]]
            if not defender or is_general(defender):
                continue
            assert side_of(defender) != match.waiting_for[0]
            if compare(match, action):
                compared, of_game = compared + 1, of_game + 1
                with_general += bool(board.general_at[SPACE[action.target]])
            if of_game > 12 or compared >= wanted:
                break
    return with_general


def test_the_odds_of_attacks_agree_with_play_in_two_dozen_positions() -> None:
    assert positions(24, most_dice=2) > 0


@pytest.mark.thorough
def test_the_odds_of_attacks_agree_with_play_in_a_thousand_positions() -> None:
    assert positions(1000, most_dice=9) > 20


def test_a_result_has_names_for_all_that_is_asked() -> None:
    odds = load("battlecry").odds
    with_general = odds("attack", unit="infantry", target="infantry", range=1, general=True)
    assert with_general.p(lambda r: r.general_lost and r.is_eliminated) > 0
    assert with_general.p(lambda r: r.general_lost and not r.lost) == 0
    blocked = odds("attack", unit="infantry", target="infantry", range=1, way_back=0)
    assert blocked.p(lambda r: r.is_blocked) == blocked.p(lambda r: r.flags > 0) > 0
    assert blocked.p(lambda r: r.cleared) == blocked.p(lambda r: r.is_eliminated)
    free = odds("attack", unit="infantry", target="infantry", range=1)
    assert free.p(lambda r: r.is_blocked) == 0
    assert free.p(lambda r: r.cleared) > blocked.p(lambda r: r.cleared)
