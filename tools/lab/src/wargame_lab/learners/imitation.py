"""Learning from a teacher: games in which a bot is asked for each choice, and a net that learns to choose alike.

From the second round on the net itself plays half of these choices, so that it also learns what to do in positions into
which its own mistakes lead. Source: Ross, Gordon and Bagnell, A reduction of imitation learning and structured
prediction to no-regret online learning, AISTATS 2011.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from attrs import define, field, frozen

from wargame_core import Action, Game, View
from wargame_core.dice import Seeded
from wargame_core.errors import MissingExtra
from wargame_core.flow.players import Player, PlayerLike, player_from
from wargame_lab.encoding import Encoder
from wargame_lab.encoding import encoder as encoder_of
from wargame_lab.learners.features import RowFeatures, Vocabulary
from wargame_lab.learners.nets import MENU, RowPlayer
from wargame_lab.learners.policy import RowPolicy
from wargame_lab.playouts import playout

try:
    import numpy as np
    import torch
except ImportError:
    raise MissingExtra("torch", "torch", "wargame-lab") from None

BATCH: Final = 128
"""Choices to a step of the weights."""
STEP, LAST_STEP = 1e-3, 1e-4
"""How far the weights go by a batch, and in the last pass of a round, so that the net does not depend on its end."""
GAME_LIMIT: Final = 5_000
"""The choices after which a game of a lesson is given up."""


@define
class Examples:
    """Choices of a teacher: for each the view, the rows of its menu one after the other, and which row was chosen."""

    positions: list[Any] = field(factory=list)
    rows: list[Any] = field(factory=list)
    chosen: list[int] = field(factory=list)

    def add(self, position: Any, rows: Any, chosen_row: int) -> None:
        """One more choice; numbers are kept in half precision."""
        self.positions.append(position.astype(np.float16))
        self.rows.append(rows.astype(np.float16))
        self.chosen.append(chosen_row)

    def batches(self, rng: random.Random) -> Iterator[tuple[Any, Any, Any, Any]]:
        """All choices in random order: views, rows, the view of each row, the row chosen in each view."""
        order = list(range(len(self.chosen)))
        rng.shuffle(order)
        for start in range(0, len(order), BATCH):
            part = order[start : start + BATCH]
            lengths = [len(self.rows[number]) for number in part]
            first_rows = np.cumsum([0, *lengths[:-1]])
            chosen_rows = first_rows + [self.chosen[number] for number in part]
            yield (
                torch.from_numpy(np.stack([self.positions[number] for number in part]).astype(np.float32)),
                torch.from_numpy(np.concatenate([self.rows[number] for number in part]).astype(np.float32)),
                torch.from_numpy(np.repeat(np.arange(len(part)), lengths)),
                torch.from_numpy(chosen_rows),
            )


class Pupil:
    """A player that asks the teacher for each choice, notes it, and plays it or with chance ``own_share`` that of a
    player.

    That player may be the net as far as it has come, or one that chooses at random.
    """

    def __init__(
        self, teacher: Player, player: Player, own_share: float, features: RowFeatures, examples: Examples, seed: int
    ) -> None:
        self._teacher, self._player, self._own = teacher, player, own_share
        self._features, self._examples, self._rng = features, examples, random.Random(seed)

    def __call__(self, view: View) -> Action:
        menu = view.choices.head(MENU)
        if len(menu) == 1:
            return menu[0]
        action = self._teacher(view)
        if action in menu:
            self._examples.add(*self._features.of(view, menu), menu.index(action))
        return self._player(view) if self._rng.random() < self._own else action


@frozen
class Teaching:
    """What is learnt: ``seats`` are those that learn; the others are played by ``foe``, "" for the teacher."""

    game: Game
    scenarios: Sequence[str]
    seats: Sequence[str]
    teacher: str = "normal"
    foe: PlayerLike = ""
    seed: int = 1

    def encoder(self, view: View) -> Encoder:
        """The encoder of a view's game."""
        return _encoder(self.game, view.scenario, tuple(sorted(view.options.items())))

    def vocabulary(self) -> Vocabulary:
        """All that the scenarios have."""
        return Vocabulary.of(_encoder(self.game, scenario, ()) for scenario in self.scenarios)

    def play(self, number: int, player: Player, own_share: float, examples: Examples, vocabulary: Vocabulary) -> None:
        """One game, from which the examples become more."""
        scenario = self.scenarios[number % len(self.scenarios)]
        features = RowFeatures(_encoder(self.game, scenario, ()), vocabulary)
        players: dict[str, Player] = {}
        for place, seat in enumerate(self.game.seats):
            seed = (self.seed * 1_000_000 + number) * 8 + place
            if seat in self.seats:
                teacher = self.game.bot(self.teacher, seed=seed)
                players[seat] = Pupil(teacher, player, own_share, features, examples, seed)
            else:
                players[seat] = player_from(self.foe or self.teacher, self.game.bot, seed)
        dice = Seeded(self.seed, f"lesson-{number}")
        playout(self.game, players, dice, scenario=scenario, index=number, limit=GAME_LIMIT)


@lru_cache(maxsize=64)
def _encoder(game: Game, scenario: str, options: tuple[tuple[str, object], ...]) -> Encoder:
    return encoder_of(game, scenario, **dict(options))


def imitate(
    teaching: Teaching,
    games: int,
    rounds: int = 3,
    passes: int = 4,
    say: Callable[[str], None] = lambda line: None,
    policy: RowPolicy | None = None,
) -> RowPolicy:
    """A policy that chooses like the teacher of some games, which are played in so many rounds.

    In the first round the teacher plays, with one choice in ten at random; in later ones the net plays half of the
    choices. After each round the net goes ``passes`` times through all choices so far, the last time by small steps.
    The same teaching and numbers give the same policy, with the same torch on one thread. ``say`` is told how far it
    has come.
    """
    torch.set_num_threads(1)
    torch.manual_seed(teaching.seed)
    policy = policy or RowPolicy(teaching.vocabulary(), seed=teaching.seed)
    examples, rng = Examples(), random.Random(teaching.seed)
    optimizer = torch.optim.Adam(policy.parameters(), lr=STEP)
    for number in range(rounds):
        for game in range(games * number // rounds, games * (number + 1) // rounds):
            player = RowPlayer(policy.net(), teaching.encoder) if number else teaching.game.bot("random", seed=game)
            teaching.play(game, player, 0.5 if number else 0.1, examples, policy.vocabulary)
        for pass_number in range(passes):
            for group in optimizer.param_groups:
                group["lr"] = LAST_STEP if pass_number == passes - 1 else STEP
            loss, right = learn(policy, optimizer, examples, rng)
        say(f"round {number + 1}: {len(examples.chosen):,} choices, {right:.0%} chosen alike, loss {loss:.2f}")
    return policy


def learn(policy: RowPolicy, optimizer: Any, examples: Examples, rng: random.Random) -> tuple[float, float]:
    """One pass through the examples; returns the mean loss, and the part in which the likeliest row was the chosen."""
    loss_sum, right, count = 0.0, 0, 0
    for position, rows, view, chosen_rows in examples.batches(rng):
        scores = policy.scores(position, rows, view)
        best_scores = torch.full((len(position),), -torch.inf).scatter_reduce(0, view, scores, "amax")
        total = torch.zeros(len(position)).index_add(0, view, torch.exp(scores - best_scores[view]))
        losses = torch.log(total) + best_scores - scores[chosen_rows]
        optimizer.zero_grad()
        losses.mean().backward()
        optimizer.step()
        loss_sum += float(losses.detach().sum())
        right += int((scores[chosen_rows] >= best_scores).sum())
        count += len(position)
    return loss_sum / max(1, count), right / max(1, count)


def measured(
    teaching: Teaching, player: Callable[..., Player], foes: Sequence[str], games: int
) -> Mapping[str, tuple[int, int]]:
    """By foe, the games won by a player (made from ``seed=``) and those played: so many for each of its seats.

    The dice are none from which anybody has learnt, and the same for each foe.
    """
    wins_by_foe = {}
    for foe in foes:
        wins = 0
        for seat in teaching.seats:
            for number in range(games):
                seed = 10**9 + number
                players = {
                    other_seat: player_from(player if other_seat == seat else foe, teaching.game.bot, seed + place)
                    for place, other_seat in enumerate(teaching.game.seats)
                }
                scenario = teaching.scenarios[number % len(teaching.scenarios)]
                dice = Seeded(teaching.seed, f"measure-{seat}-{number}")
                result = playout(teaching.game, players, dice, scenario=scenario, limit=GAME_LIMIT)
                wins += result.outcome is not None and result.outcome.winner == seat
        wins_by_foe[foe] = (wins, games * len(teaching.seats))
    return wins_by_foe
