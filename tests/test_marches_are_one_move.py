"""A move that is cut into shorter ones: the game refuses what is left of it, and says why."""

from collections.abc import Callable, Iterator

from wargame_battlecry.board.actions import Move
from wargame_core import Match, load
from wargame_thunder_on_the_mississippi.board import ClockBoard
from wargame_thunder_on_the_mississippi.rules.operations import MarchByRoad


def played(name: str, seed: int = 1) -> Iterator[Match]:
    """A match of bots, before each of its choices."""
    game = load(name)
    match = game.start(seed=seed)
    players = {seat: game.bot("heuristic", seed=seed) for seat in game.seats}
    while match.waiting_for:
        yield match
        seat = match.waiting_for[0]
        match.play(players[seat](match.view(seat)), seat)


def first(name: str, test: Callable[[Match], bool]) -> Match:
    return next(match for match in played(name) if test(match))


def test_a_unit_of_battle_cry_that_stopped_short_does_not_go_on() -> None:
    def far(match: Match) -> bool:
        return sum(isinstance(action, Move) for action in match.choices()) > 3

    match = first("battlecry", far)
    seat = match.waiting_for[0]
    moves = [action for action in match.choices() if isinstance(action, Move)]
    one, other = next((one, other) for one in moves for other in moves if one.piece == other.piece and one != other)
    match.play(one, seat)
    verdict = match.judge(other, seat)
    assert not verdict
    assert all(reason.text for reason in verdict.reasons)


def test_a_march_of_the_clock_goes_on_with_its_progress_kept() -> None:
    def on_the_way(match: Match) -> bool:
        return any(clock(match).progress.values())

    board = clock(first("thunder_on_the_mississippi", on_the_way))
    (command, done), *_ = ((name, done) for name, done in board.progress.items() if done)
    assert f"({done} of" in MarchByRoad(command, board.heading[command]).text(board)


def clock(match: Match) -> ClockBoard:
    assert isinstance(match.board, ClockBoard)
    return match.board
