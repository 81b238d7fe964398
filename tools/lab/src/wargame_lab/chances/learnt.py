"""Chances by weights that were learnt: a game's ``chances.toml``, read once, and what it says of a view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from attrs import field, frozen

from wargame_core import Game, View
from wargame_core.chances import Chances, ExpectedScore
from wargame_core.data import Problems, check_source, read_toml, structure
from wargame_core.plugins.discovery import SIGN
from wargame_lab.chances.terms import Terms, TermsOfSheet, ViewTerms
from wargame_lab.companion_files import files_of

FILE: Final = "chances.toml"
"""The name of the file: beside the data folder of a plugin, or in a game's own folder of text files."""


@frozen
class Spread:
    """By how much a final score misses what was expected: one standard deviation, at the start and at the end."""

    start: float
    end: float

    def at(self, elapsed_share: float) -> float:
        """The deviation when this part of the game is over."""
        return self.start + (self.end - self.start) * elapsed_share


@frozen
class LearntSeat:
    """What was learnt for a seat.

    ``weights`` has by term the weight for the chance (in logarithmic odds), then one for each of ``scores``, the sides
    whose final scores are estimated; ``spreads`` belong to these. ``by_lead`` is the weight of the expected lead for
    the chance, measured in ``lead_spread``.
    """

    weights: Mapping[str, tuple[float, ...]] = field(repr=False)
    scores: tuple[str, ...] = ()
    spreads: tuple[Spread, ...] = ()
    by_lead: float = 0.0
    lead_spread: Spread = Spread(1.0, 1.0)

    def sums(self, terms: Terms) -> list[float]:
        """The sum of the terms times their weights, for the chance and for each score."""
        totals = [0.0] * (1 + len(self.scores))
        for name, amount in terms.items():
            for place, weight in enumerate(self.weights.get(name, ())):
                totals[place] += weight * amount
        return totals


@frozen
class LearntChances:
    """The file: the game it belongs to, how it was made (see `wargame_lab.made_with`), and its seats.

    ``turn_weights`` tell how much of a turn is over (`ViewTerms.elapsed_with`); none where the view does not tell it.
    """

    game: str
    command: str
    games: int
    positions: int
    made_with: str
    seat: Mapping[str, LearntSeat]
    turn_weights: Mapping[str, float] = field(factory=dict, repr=False)

    def goal(self, game: Game, scenario: str, seat: str) -> float:
        """`goal_of` the side that is scored, where only one is; else 0."""
        sides = self.seat[seat].scores
        return goal_of(game, scenario, sides[0]) if len(sides) == 1 else 0.0

    def chances(self, seat: str, terms: ViewTerms, goal: float) -> Chances:
        """The chances of a seat by the terms of its view. Raises KeyError for a seat of which nothing was learnt."""
        learnt, elapsed_share = self.seat[seat], terms.elapsed_with(self.turn_weights)
        odds, *mean_worths = learnt.sums(terms.with_late(elapsed_share))
        expected_scores = dict(zip(learnt.scores, mean_worths, strict=True))
        if expected_scores:
            odds += learnt.by_lead * lead_of(expected_scores, seat, goal) / learnt.lead_spread.at(elapsed_share)
        scores = {
            side: ExpectedScore(mean, spread.at(elapsed_share))
            for (side, mean), spread in zip(expected_scores.items(), learnt.spreads, strict=True)
        }
        return Chances(chance(odds), scores, f"learnt from {self.games} games between bots")


def chance(odds: float) -> float:
    """A chance from its logarithmic odds."""
    return 1 / (1 + exp(-odds)) if odds > -700 else 0.0


def lead_of(scores: Mapping[str, float], seat: str, goal: float) -> float:
    """By how many points a seat is ahead of all others; where one side is scored, of its ``goal``."""
    if len(scores) == 1:
        ((side, score),) = scores.items()
        return score - goal if side == seat else goal - score
    return sum(score if side == seat else -score for side, score in scores.items())


def goal_of(game: Game, scenario: str, side: str) -> float:
    """The points from which on a side wins a scenario, less half a point; 0 where the document has no such level."""
    contents = game.contents.get(scenario)
    rules = contents.victory if contents is not None else ()
    levels = [rule.points for rule in rules if rule.level and rule.side == side and rule.points is not None]
    return min(levels) - 0.5 if levels else 0.0


def chances_of(game: Game, view: View) -> Chances | None:
    """The chances of a view's seat, by what was learnt of its game; None where there is no `FILE` for the game.

    Games with variants have those of the game itself. Raises `DataError` for a file that is wrong.
    """
    learnt = learnt_of(game)
    if learnt is None or view.seat not in learnt.seat:
        return None
    return learnt.chances(view.seat, terms_of(game, view), learnt.goal(game, view.scenario, view.seat))


def learnt_of(game: Game) -> LearntChances | None:
    """What was learnt of a game, None where nothing was. Raises `DataError`."""
    game_id = game.id.partition(SIGN)[0]
    for path in files_of(game, FILE):
        if path.is_file() and (learnt := read_chances(path)).game == game_id:
            return learnt
    return None


def file_lines(learnt: LearntChances) -> Iterator[str]:
    """The lines of the file of what was learnt."""
    yield 'source = { document = "games between bots", basis = "reconstruction", note = "by benchmarks/chances.py" }'
    yield f'game = "{learnt.game}"'
    yield f'command = "{learnt.command}"'
    yield f"games = {learnt.games}"
    yield f"positions = {learnt.positions}"
    yield f'made_with = "{learnt.made_with}"'
    for name, seat in learnt.seat.items():
        scores = ", ".join(f'"{side}"' for side in seat.scores)
        yield ""
        yield f"[seat.{name}]"
        yield f"scores = [{scores}]"
        yield f"spreads = [{', '.join(map(_in_line, seat.spreads))}]"
        yield f"by_lead = {seat.by_lead:.4f}"
        yield f"lead_spread = {_in_line(seat.lead_spread)}"
        yield ""
        yield f"[seat.{name}.weights]"
        for term, weights in seat.weights.items():
            yield f'"{term}" = [{", ".join(f"{weight:.4g}" for weight in weights)}]'
    if learnt.turn_weights:
        yield ""
        yield "[turn_weights]"
        yield from (f'"{term}" = {weight:.4g}' for term, weight in learnt.turn_weights.items())


def _in_line(spread: Spread) -> str:
    return f"{{ start = {spread.start:.3f}, end = {spread.end:.3f} }}"


@lru_cache
def read_chances(path: Path) -> LearntChances:
    """What a file holds. Raises `DataError` with every problem of it."""
    doc, problems = read_toml(path, "what was learnt of chances"), Problems()
    check_source(doc, problems)
    file = structure(doc, LearntChances, problems)
    problems.raise_if_any()
    assert file is not None
    return file


_TERMS: WeakKeyDictionary[Game, dict[tuple[object, ...], TermsOfSheet]] = WeakKeyDictionary()
"""By game, what makes terms of the views of each scenario with its options."""


def terms_of(game: Game, view: View) -> ViewTerms:
    """The terms of a view."""
    makers, key = _TERMS.setdefault(game, {}), (view.scenario, *sorted(view.options.items()))
    if key not in makers:
        makers[key] = TermsOfSheet(game, view.scenario, view.options, game.sheet(view.scenario, options=view.options))
    return makers[key].of(view)
