"""A study of balance: observed games of a version with their statistics, and the comparison of two versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from wargame_core.game import Game
from wargame_core.json_form import JsonObject
from wargame_lab.playouts import LIMIT, Batch, PlayerMaker, Progress
from wargame_lab.results import Difference, difference
from wargame_workshop.balance import report as balance
from wargame_workshop.balance.observing import ObservedGame, observe_batch

ENOUGH = 0.10
"""Half the width of an interval that is narrow enough for a verdict."""


@frozen
class Study:
    """Games of one version by one set of bots."""

    title: str
    seats: tuple[str, ...]
    bots: Mapping[str, str]
    seed: int
    games: tuple[ObservedGame, ...]

    @property
    def winners(self) -> list[str]:
        """Who won each finished game, "" for a draw."""
        return [game.result.outcome.winner or "" for game in self.games if game.result.outcome is not None]

    @property
    def margins(self) -> list[float]:
        """The final points of the first seat minus those of the best other seat, for each game with points."""
        return [margins[-1][1] for game in self.games if (margins := balance.margins_of(game, self.seats))]

    @property
    def leader(self) -> str:
        """The seat that wins significantly more often, "" if there is none."""
        by_seat = balance.shares(self.winners, self.seats) if self.winners else {}
        sure = [seat for seat in self.seats if seat in by_seat and by_seat[seat]["ci95"][0] > 1 / len(self.seats)]
        return sure[0] if len(sure) == 1 else ""

    def verdict(self) -> str:
        """The first line of a report."""
        finished = len(self.winners)
        if not finished:
            return "no verdict: no game came to an end"
        by_seat = balance.shares(self.winners, self.seats)
        wins = ", ".join(
            f"{name} {part['share']:.0%} ({part['ci95'][0]:.0%} to {part['ci95'][1]:.0%})"
            for name, part in by_seat.items()
            if part["games"] or name in self.seats
        )
        unfinished = f", {len(self.games) - finished} unfinished" if finished < len(self.games) else ""
        wide = max((part["ci95"][1] - part["ci95"][0]) / 2 for part in by_seat.values())
        if wide > ENOUGH:
            low = f"no verdict: {finished} games tell a half from {0.5 + wide:.0%} at best"
            return f"{low}; {wins}{unfinished}"
        word = f"{self.leader} wins more often" if self.leader else "nobody surely wins more often"
        return f"{word}: {wins}{unfinished}"

    def to_json(self, changed: Mapping[str, float] | None = None) -> JsonObject:
        """Everything that the report says."""
        as_json: JsonObject = {
            "game": self.title,
            "games": len(self.games),
            "finished": len(self.winners),
            "seed": self.seed,
            "bots": dict(self.bots),
            "verdict": self.verdict(),
            "wins": balance.shares(self.winners, self.seats) if self.winners else {},
            "awards": [award.to_json() for award in balance.awards_of(self.games)],
            "course": balance.course_of(self.games, self.seats).to_json(),
            "stands": balance.stands_of(self.games),
            "losses": [
                {"unit": unit, "side": side, "games": count} for unit, side, count in balance.losses_of(self.games)
            ],
            "never_fought": [{"unit": unit, "side": side} for unit, side in balance.never_fought(self.games)],
            "levels": balance.levels_of(self.margins),
        }
        if changed:
            as_json["what_if"] = {"points": dict(changed), "wins": balance.what_if(self.games, changed)}
        return as_json

    def doubts(self) -> list[str]:
        """W460: awards that never scored. W461: awards without which more than half of the games end otherwise."""
        count = len(self.games)
        sentences = []
        for award in balance.awards_of(self.games):
            if not award.times:
                sentences.append(f"W460 award {award.line} ({award.text}): never scored in {count} games")
            elif award.decides * 2 > count:
                sentences.append(f"W461 award {award.line} ({award.text}): decides {award.decides} of {count} games")
        return sentences


def study(
    source: str | Path,
    game: Game,
    bots: Mapping[str, PlayerMaker],
    games: int,
    seed: int,
    *,
    jobs: int = 1,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Study:
    """Play and observe games of a version; the result is the same for any number of ``jobs``."""
    chosen = game.rules.scenario(scenario)
    batch = Batch(str(source), None, bots, seed, chosen.id, game.rules.read_options(options or {}), LIMIT)
    batch.players_of(game, 0)  # a bot that does not exist is named before any worker starts
    watched = observe_batch(batch, game, games, jobs, progress)
    title = f"{game.title}: {chosen.title}" if len(game.scenarios) > 1 else game.title
    return Study(title, game.seats, {seat: str(bot) for seat, bot in bots.items()}, seed, watched)


def compare(first: Study, second: Study) -> list[Difference]:
    """The differences in win share of each seat, and in margin, of two versions played with the same seeds."""
    differences = []
    for seat in first.seats:
        shares = [
            [float(game.result.outcome is not None and game.result.outcome.winner == seat) for game in part.games]
            for part in (first, second)
        ]
        differences.append(difference(f"share of games won by {seat}", *shares))
    margins = [part.margins for part in (first, second)]
    if all(len(values) == len(first.games) for values in margins):
        differences.append(difference(f"margin of {first.seats[0]} in points", *margins))
    return differences


def in_words(differences: Sequence[Difference], width: float) -> list[str]:
    """The comparison of two versions in sentences."""
    lines = []
    for row in differences:
        sure = "" if row.sure else ": not to be told from chance"
        lines.append(
            f"{row.what}: {row.first:.3g} and {row.second:.3g}, difference {row.second - row.first:+.3g} "
            f"± {row.half_width:.2g}{sure}"
        )
    share = max((row for row in differences if "share" in row.what), key=lambda row: row.half_width)
    lines.append(f"for ±{width:.0%} about {share.games_for(width)} games of each version are needed")
    return lines
