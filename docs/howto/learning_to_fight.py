"""REINFORCE in plain numpy: a policy that knows no rule learns a small battle against the heuristic bot.

    python3 docs/howto/learning_to_fight.py [--updates 150] [--out docs/images/learning.svg]

It reads nothing of the game but what the encoder gives of any game: the rows of the menu, and where pieces stand. How
well it plays is measured in games with dice that it never learnt from.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from wargame_core import Game, load
from wargame_core.dice import Seeded
from wargame_core.flow.choices import Action
from wargame_core.flow.players import Traits
from wargame_core.flow.view import View
from wargame_lab import encoder as encoder_of
from wargame_lab.encoding import ROW, Code
from wargame_lab.playouts import playout
from wargame_lab.results import wilson
from wargame_pictures.draw.charts import line_chart

BATTLE = Path(__file__).parent / "small_battle.toml"
SEAT, FOE = "union", "confederate"
KIND, PIECE, TO, PLACE, CARD, WORD = (ROW.index(name) for name in ("kind", "piece", "to", "place", "card", "word"))
TOLD = ("always", "near", "nearer", "beside foes", "foes in reach", "beside friends", "strength", "weakness", "word")
"""What is said of a choice and of the place where it leads or strikes; it is weighed for each kind of choice apart."""
LATER = 0.95
"""What counts one choice later, as a part of what counts now."""


class Features:
    """A row of numbers for each choice of a menu; they mean the same in every game with a map and figures."""

    def __init__(self, game: Game) -> None:
        self.encoder = encoder_of(game)
        sheet = self.encoder.sheet
        across = sorted({space.at[0] for space in sheet.spaces})
        self._at = np.array([space.at for space in sheet.spaces]) / (2 * (across[1] - across[0]))
        self._places = {space.id: number for number, space in enumerate(sheet.spaces)}
        self._side = {piece.id: piece.side for piece in sheet.pieces}
        self._ids = ["", *(piece.id for piece in sheet.pieces)]
        self._cards_from = (len(self.encoder.kinds) + 1) * len(TOLD)
        self.size = self._cards_from + len(sheet.cards) + 1

    def of(self, view: View, menu: Sequence[Action]) -> Any:
        """The rows of the choices, as one array."""
        standing = {piece: self._at[self._places[place]] for piece, place in view.pieces.items()}
        figures = view.rules.piece_facts["figures"](view.board)
        table = np.zeros((len(menu), self.size))
        for row, code in zip(table, self.encoder.rows_of(menu, view), strict=True):
            start = code[KIND] * len(TOLD)
            row[start : start + len(TOLD)] = self._told(code, view.seat, standing, figures)
            row[self._cards_from + code[CARD]] = 1
        return table

    def ahead(self, view: View) -> float:
        """By how many figures the seat of a view is ahead."""
        figures = view.rules.piece_facts["figures"](view.board)
        return sum(count if self._side[piece] == view.seat else -count for piece, count in figures.items())

    def _told(self, code: Code, seat: str, standing: Mapping[str, Any], figures: Mapping[str, int]) -> list[float]:
        piece, number = self._ids[code[PIECE]], (code[TO] or code[PLACE]) - 1
        here = standing.get(piece)
        place = self._at[number] if 0 <= number < len(self._at) else here
        foes = [other for other in standing if self._side[other] != seat]
        if place is None or not foes:
            return [1, 0, 0, 0, 0, 0, 0, 0, float(code[WORD] > 0)]
        friends = [standing[other] for other in standing if self._side[other] == seat and other != piece]
        there = np.array([standing[foe] for foe in foes])
        away, before = _distances(there, place), _distances(there, place if here is None else here)
        beside = (_distances(np.array(friends), place) < 1.2).sum() if friends else 0
        return [
            1,
            away.min() / 4,
            (before.min() - away.min()) / 2,
            (away < 1.2).sum() / 2,
            (away < 3.2).sum() / 4,
            beside / 3,
            figures.get(piece, 0) / 4,
            1 - figures.get(foes[int(away.argmin())], 0) / 4,
            float(code[WORD] > 0),
        ]


def _distances(places: Any, place: Any) -> Any:
    return np.sqrt(((places - place) ** 2).sum(1))


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
    """REINFORCE: after every batch of games, what was chosen in games better than the usual one becomes likelier."""

    def __init__(self, game: Game, seed: int = 1, rate: float = 0.05) -> None:
        self.game, self.features, self.seed, self.rate = game, Features(game), seed, rate
        self.weights = np.zeros(self.features.size)
        self._mean, self._square, self.updates = np.zeros(self.features.size), np.zeros(self.features.size), 0

    def play(self, number: int, stream: str) -> tuple[Policy, float, bool]:
        """One game: the policy that played it, by how many flags of those needed it was ahead, whether it won."""
        policy = Policy(self.features, self.weights, self.seed + number)
        players = {SEAT: policy, FOE: self.game.bot("heuristic", seed=number)}
        outcome = playout(self.game, players, Seeded(self.seed, f"{stream}-{number}"), limit=3_000).outcome
        if outcome is None:
            return policy, 0.0, False
        points = outcome.points(self.game.seats)
        return policy, (points[SEAT] - points[FOE]) / 3, outcome.winner == SEAT

    def update(self, games: int = 32) -> float:
        """Play a batch and learn from it; returns by how many flags it was ahead in the mean."""
        first = self.updates * games
        played = [self.play(number, "learn") for number in range(first, first + games)]
        worths = np.concatenate([policy.worths(4 * ahead) for policy, ahead, _ in played])
        better = (worths - worths.mean()) / (worths.std() + 1e-6)
        slope = better @ np.array([slope for policy, _, _ in played for slope in policy.slopes]) / len(better)
        self.updates += 1
        self._mean = 0.9 * self._mean + 0.1 * slope  # Adam: steps of a size that noise does not decide
        self._square = 0.99 * self._square + 0.01 * slope**2
        step = self._mean / (1 - 0.9**self.updates)
        spread = np.sqrt(self._square / (1 - 0.99**self.updates)) + 1e-8
        self.weights = self.weights + self.rate * step / spread
        return float(np.mean([ahead for _, ahead, _ in played]))

    def wins(self, games: int = 100) -> int:
        """Games won of so many that it does not learn from; the same games each time."""
        return sum(won for _, _, won in (self.play(10**6 + number, "measure") for number in range(games)))


def main() -> None:
    """Learn, print how well it plays, and draw the curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--updates", type=int, default=150)
    parser.add_argument("--every", type=int, default=15, help="updates from one measurement to the next")
    parser.add_argument("--out", type=Path, help="where the curve is written, as SVG")
    options = parser.parse_args()
    learner, started, shares, labels = Learner(load(BATTLE)), process_time(), list[float](), list[str]()
    for update in range(options.updates + 1):
        if update % options.every == 0:
            won = learner.wins()
            low, high = wilson(won, 100)
            shares.append(float(won))
            labels.append(str(update * 32))
            passed = process_time() - started
            print(f"{update * 32:6} games, {passed:4.0f} s: wins {won} % ({low:.0%} to {high:.0%})", flush=True)
        if update < options.updates:
            learner.update()
    if options.out is not None:
        chart = line_chart({"games won of 100": shares}, labels, "Against the heuristic bot, by games learnt from")
        options.out.write_text(chart, encoding="utf-8")


if __name__ == "__main__":
    main()
