"""The odds of a whole attack agree with what play can lead to: in positions of games that bots play."""

from collections.abc import Mapping
from typing import Any, cast

import pytest
from tests.odds_by_play import played_on

from wargame_battlecry.board.actions import Attack, IgnoreFlags, Retreat
from wargame_battlecry.board.battle_events import FiguresLost, GeneralLost, Retreated
from wargame_battlecry.board.board import BattleBoard
from wargame_battlecry.printed.game_board import ADJACENT, DISTANCE, SPACE
from wargame_battlecry.printed.pieces import Terrain, is_general, side_of
from wargame_battlecry.rules.attack_results import AttackResult, attack_results
from wargame_battlecry.rules.battle import retreat_possible
from wargame_battlecry.rules.battle_dice import battle_dice
from wargame_core import Match, State, load
from wargame_core.flow.aftermath import Aftermath

Told = tuple[int, bool, bool, bool, bool]
"""Figures lost, whether the unit is gone, whether the hex is clear of it, whether its general was hit with it, and
whether a part of its retreat was blocked."""
LONGEST_RETREAT = 9
"""More hexes than any throw of this test sends a unit back."""


def told(after: Aftermath, defender: str) -> Told:
    """What the events say of the defender."""
    losses = [event for event in after.events if isinstance(event, FiguresLost) and event.unit == defender]
    gone = any(event.is_eliminated for event in losses)
    back = any(isinstance(event, Retreated) and event.unit == defender for event in after.events)
    hit = any(isinstance(event, GeneralLost) and event.because == "is hit" for event in after.events)
    blocked = any(event.because == "retreat blocked" for event in losses)
    return sum(event.count for event in losses), gone, gone or back, hit, blocked


def named(result: AttackResult) -> Told:
    """The same of a result that was asked for."""
    return result.lost, result.is_eliminated, result.cleared, result.general_lost, result.is_blocked


def ignored_and_back(state: State) -> object:
    """The choice of an owner who ignores what it may and goes back as far as it can, where it is asked that."""
    options = state.choices().head(99)
    if isinstance(options[0], IgnoreFlags):
        return max(options, key=lambda option: cast(IgnoreFlags, option).count)
    if isinstance(options[0], Retreat):
        return min(options, key=lambda option: cast(Retreat, option).short)
    return None


def compare(match: Match, action: Attack) -> tuple[bool, bool]:
    """Compare the ways to the odds of an attack: whether it was done, and whether the question can describe it too.

    It is not done where the game can end by it, which only play knows.
    """
    board = match.board
    assert isinstance(board, BattleBoard)
    target = SPACE[action.target]
    defender = board.unit_at[target]
    whole = match.odds(action).joint.then(lambda after: played_on(after, ignored_and_back))
    if any(after.state.outcome is not None for after in whole):
        return False, False
    play = whole.map(lambda after: told(after, defender))
    assert attack_results(board, action.unit, target).map(named) == play, (match.seq, action)
    facts = described(board, action.unit, target)
    if facts is not None:
        asked = load("battlecry").odds("attack", **facts)
        assert asked.map(named) == play, (match.seq, action, facts)
    return True, facts is not None


def described(board: BattleBoard, unit: str, target: int) -> Mapping[str, Any] | None:
    """The attack as the question about odds describes it; None where ground, works or special rules go beyond it."""
    battle, start, defender = board.battle, board.place[unit], board.unit_at[target]
    if board.works or battle.rules or any(_is_beyond(battle.tiles[space]) for space in (start, target)):
        return None
    retreats = [retreat_possible(board, defender, target, hexes) for hexes in range(1, LONGEST_RETREAT + 1)]
    way_back = retreats[-1] if retreats[-1] < LONGEST_RETREAT else None
    if way_back is not None and retreats != [min(hexes, way_back) for hexes in range(1, LONGEST_RETREAT + 1)]:
        return None
    friends = board.unit_mask[side_of(defender)] | board.general_mask[side_of(defender)]
    return {
        "unit": battle.units[unit].kind.id,
        "target": battle.units[defender].kind.id,
        "range": DISTANCE[start][target],
        "figures": board.figures[unit],
        "target_figures": board.figures[defender],
        "moved": board.hexes_moved.get(unit, 0),
        "ground": battle.tiles[start].id,
        "on": battle.tiles[target].id,
        "bonus": board.bonus.get(unit, 0),
        "general": bool(board.general_at[target]),
        "supports": min(3, (ADJACENT[target] & friends).bit_count()),
        "way_back": way_back,
    }


def _is_beyond(ground: Terrain) -> bool:
    """Whether ground works by its sides or by an effect of its own."""
    return ground.directional or ground.effect is not None


def positions(wanted: int, most_dice: int) -> tuple[int, int]:
    """Compare attacks of so many dice at most, a few of each game, until the question could describe enough of them.

    How many were compared, and how many of them were on units with a general.
    """
    game, compared, asked, seed, with_general = load("battlecry"), 0, 0, 0, 0
    while asked < wanted:
        seed += 1
        match = game.start(game.scenarios[seed % len(game.scenarios)], seed=seed)
        players = {seat: game.bot(("easy", "random")[seed % 2], seed=seed) for seat in game.seats}
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
            is_compared, is_described = compare(match, action)
            if is_compared:
                compared, of_game, asked = compared + 1, of_game + 1, asked + is_described
                with_general += bool(board.general_at[SPACE[action.target]])
            if of_game > 12 or asked >= wanted:
                break
    return compared, with_general


def test_the_odds_of_attacks_agree_with_play_in_eight_positions() -> None:
    compared, with_general = positions(8, most_dice=2)
    assert compared >= 8
    assert with_general


@pytest.mark.thorough
def test_the_odds_of_attacks_agree_with_play_in_a_thousand_positions() -> None:
    compared, with_general = positions(1000, most_dice=9)
    assert compared >= 1000
    assert with_general > 20


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
