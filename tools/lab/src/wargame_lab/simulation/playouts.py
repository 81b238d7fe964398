"""One game from set-up to end, as fast as possible: the hot loop of simulations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import field, frozen

from wargame_core.dice import DiceSource
from wargame_core.errors import IllegalAction, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.entries import Entry
from wargame_core.flow.events import Board, Outcome
from wargame_core.flow.players import Player
from wargame_core.flow.procedures import Ask, AskSecretly
from wargame_core.flow.runner import Runner
from wargame_core.flow.state import View
from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_core.rulings import Reason, Verdict

LIMIT = 100_000
"""The number of choices after which a game is given up as endless."""

PlayerMaker: TypeAlias = "str | Callable[..., Player]"
"""A bot's name, or a function that makes a player from ``seed=``."""


@frozen
class GameResult:
    """The result of one game. ``outcome`` is None if the game was given up unfinished."""

    index: int
    outcome: Outcome | None
    turns: int
    decisions: int
    rolls: int
    collected: tuple[object, ...] = field(default=(), eq=False, repr=False)
    """The data collected from each choice, in order; see `simulate`."""

    def to_json(self) -> JsonObject:
        outcome = self.outcome.to_json() if self.outcome else None
        counts = {"turns": self.turns, "decisions": self.decisions, "rolls": self.rolls}
        collected = {"collected": list(self.collected)} if self.collected else {}
        return {"game": self.index, "outcome": outcome, **counts, **collected}


def playout(
    game: Game,
    players: Mapping[str, Player],
    dice: DiceSource,
    *,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    index: int = 0,
    limit: int = LIMIT,
    entries: list[Entry] | None = None,
    watch: Callable[[Board], None] | None = None,
) -> GameResult:
    """One game from set-up to end, as fast as possible: without undo and states, and with entries only if asked for.

    Players get views; a player that draws worlds (``draws_worlds = True``) costs a copy of the board for each step.
    Actions are judged, unless the player has ``judge_choices = False``. Raises `IllegalAction` or `MalformedAction`,
    naming player, seat and moment. ``watch`` is shown the board after each answer, and must not change it.
    """
    draws_worlds = any(getattr(player, "draws_worlds", False) for player in players.values())
    runner = Runner.begin(game.rules, scenario, options, dice=dice, keep=draws_worlds, entries=entries)
    judged = frozenset(seat for seat, player in players.items() if getattr(player, "judge_choices", True))
    decisions = answers = 0
    while decisions < limit:
        pending = runner.pending
        if type(pending) is Ask:
            seat = pending.seat
            action = players[seat](View(runner, seat))
            if seat in judged and not pending.choices.offers(action):
                action = _judged(runner, pending, action, players[seat])
            decisions += 1
            runner.answer(action)
        elif isinstance(pending, AskSecretly):
            chosen = {}
            for seat, ask in pending.asks.items():
                action = players[seat](View(runner, seat))
                chosen[seat] = _judged(runner, ask, action, players[seat]) if seat in judged else action
            decisions += len(chosen)
            runner.answer(chosen)
        else:
            break
        answers += 1
        if watch is not None:
            watch(runner.board)
    return GameResult(index, runner.outcome, game.rules.turn_of(runner.board), decisions, runner.seq - answers)


def _judged(runner: Runner, ask: Ask, action: object, player: Player) -> Action:
    who = f"{getattr(player, '__name__', type(player).__name__)} for {ask.seat} at answer {runner.seq}"
    try:
        action = runner.rules.read_action(action)
    except WargameError as problem:
        raise type(problem)(f"{who}: {problem}") from None
    verdict = ask.choices.judge(action)
    if not verdict:
        reasons = (Reason(reason.code, f"{who}: {reason.text}", reason.cite) for reason in verdict.reasons)
        raise IllegalAction(Verdict(tuple(reasons)))
    return action
