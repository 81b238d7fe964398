"""REINFORCE in plain numpy: a policy that knows no rule learns a small battle against bots that become better.

    python3 docs/howto/learning_to_fight.py [--updates 60] [--seed 1]

It reads nothing of the game but what the encoder gives of any game: the rows of the menu, and where pieces stand. How
well it plays is measured in games with dice that it never learnt from.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import wargame_battlecry
from wargame_core import Game, load
from wargame_core.dice import Seeded
from wargame_core.flow.choices import Action
from wargame_core.flow.players import EasyPlayer, PlayerLike, Traits, player_from
from wargame_core.flow.view import View
from wargame_lab import Pool
from wargame_lab import encoder as encoder_of
from wargame_lab.encoding import ROW
from wargame_lab.playouts import playout

BATTLE = Path(wargame_battlecry.__file__).with_name("small_battle.toml")
SEAT, FOE = "union", "confederate"
KIND, PIECE, TO, PLACE, CARD, WORD = (ROW.index(name) for name in ("kind", "piece", "to", "place", "card", "word"))
TOLD = ("always", "near", "nearer", "beside foes", "foes in reach", "beside friends", "strength", "weakness", "word")
"""What is said of a choice and of the place where it leads or strikes; it is weighed for each kind of choice apart."""
LATER = 0.95
"""What counts one choice later, as a part of what counts now."""
BATCH = 16
"""Games to a step of the weights."""
ENOUGH = 0.5
"""The part of its last two batches that it must win to move up."""


def ladder(game: Game) -> list[PlayerLike]:
    """Whom it learns against, one after the other: players that choose at random less and less, and at last do not.

    `easy` would be too good for the beginning: it wins every game against who knows nothing.
    """
    slipping = [partial(EasyPlayer, like=game.bots["normal"], slip=slip) for slip in (0.6, 0.4)]
    return [*slipping, "easy", Pool.of(easy=1, normal=1)]


class Features:
    """A row of numbers for each choice of a menu; they mean the same in every game with a map and figures."""

    def __init__(self, game: Game) -> None:
        self.encoder = encoder_of(game)
        sheet = self.encoder.sheet
        across = sorted({space.at[0] for space in sheet.spaces})
        at = np.array([space.at for space in sheet.spaces]) / (2 * (across[1] - across[0]))
        self._far = np.sqrt(((at[:, None] - at) ** 2).sum(2))  # from each hex to each, in hexes
        self._places = {space.id: number for number, space in enumerate(sheet.spaces)}
        self._pieces = {piece.id: number for number, piece in enumerate(sheet.pieces)}
        self._side = np.array([piece.side for piece in sheet.pieces])
        self._cards_from = self.encoder.sizes["kind"] * len(TOLD)
        self.size = self._cards_from + self.encoder.sizes["card"]

    def of(self, view: View, menu: Sequence[Action]) -> Any:
        """The rows of the choices, as one array: choices by ``size``."""
        rows = np.array(self.encoder.rows_of(menu, view))
        table, every = np.zeros((len(menu), self.size)), np.arange(len(menu))
        first = rows[:, KIND] * len(TOLD)
        table[every[:, None], first[:, None] + np.arange(len(TOLD))] = self._told(view, rows)
        table[every, self._cards_from + rows[:, CARD]] = 1
        return table

    def ahead(self, view: View) -> float:
        """By how many figures the seat of a view is ahead."""
        figures = self._figures(view)
        return float(figures[self._side == view.seat].sum() - figures[self._side != view.seat].sum())

    def _figures(self, view: View) -> Any:
        left = np.zeros(len(self._pieces))
        for piece, count in view.rules.display.piece_facts["figures"](view.board).items():
            left[self._pieces[piece]] = count
        return left

    def _told(self, view: View, rows: Any) -> Any:
        """The numbers of `TOLD` for each choice; all but the first are 0 where it names no place."""
        standing = np.full(len(self._pieces) + 1, -1)  # the last one stands for "no piece"
        for piece, place in view.piece_places.items():
            standing[self._pieces[piece]] = self._places[place]
        piece = rows[:, PIECE] - 1
        here, named = standing[piece], np.maximum(rows[:, TO], rows[:, PLACE]) - 1
        place = np.where((named >= 0) & (named < len(self._places)), named, here)
        told = np.zeros((len(rows), len(TOLD)))
        told[:, 0], told[:, -1] = 1, rows[:, WORD] > 0
        foes = np.flatnonzero((standing[:-1] >= 0) & (self._side != view.seat))
        friends = np.flatnonzero((standing[:-1] >= 0) & (self._side == view.seat))
        at = place >= 0
        if not len(foes) or not at.any():
            return told
        place, here, figures = place[at], np.where(here[at] < 0, place[at], here[at]), self._figures(view)
        away, before = self._far[place][:, standing[foes]], self._far[here][:, standing[foes]].min(1)
        other = (self._far[place][:, standing[friends]] < 1.2) & (friends != piece[at][:, None])
        told[at, 1:8] = np.stack(
            [
                away.min(1) / 4,
                (before - away.min(1)) / 2,
                (away < 1.2).sum(1) / 2,
                (away < 3.2).sum(1) / 4,
                other.sum(1) / 3,
                np.append(figures, 0)[piece[at]] / 4,
                1 - figures[foes[away.argmin(1)]] / 4,
            ],
            axis=1,
        )
        return told


class Policy:
    """Chooses by the weighed sum of a choice's features, by chance in proportion to its exponential."""

    traits = Traits(judge_choices=False)

    def __init__(self, features: Features, weights: Any, seed: int) -> None:
        self._features, self._weights, self._rng = features, weights, np.random.default_rng(seed)
        self.slopes: list[Any] = []
        """For each of its choices, how the weights would make it likelier."""
        self.ahead: list[float] = []
        """By how many figures it was ahead before each of them."""

    def __call__(self, view: View) -> Action:
        menu = view.choices.head()
        if len(menu) == 1:
            return menu[0]
        rows = self._features.of(view, menu)
        score = rows @ self._weights
        chance = np.exp(score - score.max())
        chance /= chance.sum()
        chosen = int(self._rng.choice(len(menu), p=chance))
        self.slopes.append(rows[chosen] - chance @ rows)
        self.ahead.append(self._features.ahead(view))
        return menu[chosen]

    def worths(self, end: float) -> Any:
        """What came of each choice: figures won and lost after it, what is later counting less, and the ``end``."""
        worth, worths = 0.0, np.zeros(len(self.ahead))
        for number in range(len(self.ahead) - 1, -1, -1):
            later = self.ahead[number + 1] if number + 1 < len(self.ahead) else self.ahead[number] + end
            worth = worths[number] = later - self.ahead[number] + LATER * worth
        return worths


class Learner:
    """REINFORCE: after every batch of games, what was chosen in games better than the usual one becomes likelier.

    It begins on the lowest rung of its `ladder`, and moves up when it has won `ENOUGH` of its last games there.
    """

    def __init__(self, game: Game, seed: int = 1, rate: float = 0.1) -> None:
        self.game, self.features, self.seed, self.rate = game, Features(game), seed, rate
        self.weights = np.zeros(self.features.size)
        self._mean, self._square, self.updates = np.zeros(self.features.size), np.zeros(self.features.size), 0
        self.ladder, self.rung = ladder(game), 0
        self._won: list[bool] = []

    def play(self, number: int, stream: str, foe: PlayerLike) -> tuple[Policy, float, bool]:
        """One game: the policy that played it, by how many flags of those needed it was ahead, whether it won."""
        policy = Policy(self.features, self.weights, 1_000_000 * self.seed + number)
        players = {SEAT: policy, FOE: player_from(foe, self.game.bot, 1_000_000 * self.seed + number)}
        outcome = playout(self.game, players, Seeded(self.seed, f"{stream}-{number}"), limit=3_000).outcome
        if outcome is None:
            return policy, 0.0, False
        points = outcome.points(self.game.seats)
        return policy, (points[SEAT] - points[FOE]) / 3, outcome.winner == SEAT

    def update(self, games: int = BATCH) -> float:
        """Play a batch and learn from it; returns by how many flags it was ahead in the mean."""
        first = self.updates * games
        played = [self.play(number, "learn", self.ladder[self.rung]) for number in range(first, first + games)]
        worths = np.concatenate([policy.worths(4 * ahead) for policy, ahead, _ in played])
        better = (worths - worths.mean()) / (worths.std() + 1e-6)
        slope = better @ np.array([slope for policy, _, _ in played for slope in policy.slopes]) / len(better)
        self.updates += 1
        self._mean = 0.9 * self._mean + 0.1 * slope  # Adam: steps of a size that noise does not decide
        self._square = 0.99 * self._square + 0.01 * slope**2
        step = self._mean / (1 - 0.9**self.updates)
        spread = np.sqrt(self._square / (1 - 0.99**self.updates)) + 1e-8
        self.weights = self.weights + self.rate * step / spread
        self._climb([won for _, _, won in played])
        return float(np.mean([ahead for _, ahead, _ in played]))

    def _climb(self, won: list[bool]) -> None:
        self._won = (self._won + won)[-2 * BATCH :]
        if sum(self._won) >= ENOUGH * 2 * BATCH and self.rung + 1 < len(self.ladder):
            self.rung, self._won = self.rung + 1, []

    def wins(self, foe: PlayerLike, games: int) -> int:
        """Games won of so many that it does not learn from; the same games each time."""
        return sum(won for _, _, won in (self.play(10**5 + number, "measure", foe) for number in range(games)))


def main() -> None:
    """Learn, and print how well it plays."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--updates", type=int, default=60, help=f"each after {BATCH} games (default: 60)")
    parser.add_argument("--every", type=int, default=20, help="updates from one measurement to the next")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    learner, started = Learner(load(BATTLE), options.seed), process_time()
    for update in range(options.updates + 1):
        if update % options.every == 0:
            won = ", ".join(f"{learner.wins(foe, 40)} of 40 against {foe}" for foe in ("easy", "normal"))
            passed = process_time() - started
            print(f"{update * BATCH:6} games, {passed:4.0f} s, rung {learner.rung}: wins {won}", flush=True)
        if update < options.updates:
            learner.update()


if __name__ == "__main__":
    main()
