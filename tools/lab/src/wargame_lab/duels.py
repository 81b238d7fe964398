"""Which of two players is stronger: games on the same dice from every seat, until a sequential test has decided.

A round is as many games as there are seats, all with the same dice: the first player has one seat after the other, and
the second player all the rest. So neither the dice nor the better side of a scenario decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from math import inf, log, sqrt
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory

from attrs import frozen

from wargame_core import Game, Outcome, load
from wargame_core.flow.players import PlayerLike
from wargame_core.json_form import JsonObject
from wargame_lab.batches import file_of, name_of, progress_from, progress_of, simulate
from wargame_lab.playouts import LIMIT, Collect, Progress
from wargame_lab.results import Simulation, Z, faults_text, html, wilson

EVEN, STRONGER = 0.50, 0.55
"""The shares of victories between which the test decides."""
SURE = log(0.95 / 0.05)
"""The logarithm of odds at which it has decided: it errs in one case of twenty, either way."""
LEAST = 200
"""The games before which nothing is decided."""
STEP = 50
"""The rounds after which the test looks again."""


@frozen(repr=False)
class Duel:
    """The games of the first player against the second. ``simulations`` are those in which it had each seat."""

    first: str
    second: str
    simulations: Mapping[str, Simulation]

    @property
    def games(self) -> int:
        """All games."""
        return sum(len(simulation.games) for simulation in self.simulations.values())

    def _rounds(self, value: Mapping[str, Sequence[float | None]]) -> list[float]:
        """The means of the rounds in which every game has a value."""
        rounds = zip(*value.values(), strict=True)
        return [
            fmean(games)
            for round_values in rounds
            if len(games := [v for v in round_values if v is not None]) == len(round_values)
        ]

    @property
    def shares(self) -> list[float]:
        """By round, the part of the victories that the first player won; a draw is half."""
        return self._rounds(
            {
                seat: [_share(game_result.outcome, seat) for game_result in simulation.games]
                for seat, simulation in self.simulations.items()
            }
        )

    @property
    def leads(self) -> list[float]:
        """By round, the mean of its points less those of the best of the others; empty in a game without points."""
        return self._rounds(
            {
                seat: [_lead(game_result.outcome, seat) for game_result in simulation.games]
                for seat, simulation in self.simulations.items()
            }
        )

    @property
    def faults(self) -> list[str]:
        """What went wrong with players for which chance then chose, a sentence for each time."""
        return [fault for simulation in self.simulations.values() for fault in simulation.faults]

    @property
    def evidence(self) -> float:
        """The logarithm of how much likelier the rounds are if it wins `STRONGER` than if it wins `EVEN` of them.

        As if their mean were normally distributed, with the variance that the rounds show.
        """
        shares = self.shares
        if len(shares) < 2:
            return 0.0
        variance = max(stdev(shares) ** 2, 1e-3)
        return len(shares) * (STRONGER - EVEN) * (fmean(shares) - (STRONGER + EVEN) / 2) / variance

    @property
    def verdict(self) -> str:
        """What the test says: "stronger", "not stronger", or "undecided"."""
        if self.games < LEAST or abs(self.evidence) < SURE:
            return "undecided"
        return "stronger" if self.evidence > 0 else "not stronger"

    def to_json(self) -> JsonObject:
        """All figures."""
        simulation = next(iter(self.simulations.values()))
        return {
            "first": self.first,
            "second": self.second,
            "seed": simulation.batch.seed,
            "scenario": simulation.batch.scenario,
            "games": self.games,
            "won": _interval(self.shares),
            "lead": _interval(self.leads, -inf, inf),
            "by_seat": {seat: _interval_of_seat(s, seat) for seat, s in self.simulations.items()},
            "evidence": self.evidence,
            "verdict": self.verdict,
            **({"faults": faults} if (faults := self.faults) else {}),
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        return f"<Duel: {next(self._lines())}>"

    def _repr_html_(self) -> str:
        return html(self._lines())

    def _lines(self) -> Iterator[str]:
        data = self.to_json()
        yield f"{self.first} against {self.second}: {self.verdict} ({self.games} games, seed {data['seed']})"
        rows = {"won": data["won"], **{f"as {seat}": row for seat, row in data["by_seat"].items()}}
        for name, row in rows.items():
            if row is not None:
                yield f"  {name:<16} {row['mean']:6.1%}  (95 %: {row['low']:.1%} to {row['high']:.1%})"
        if (lead := data["lead"]) is not None:
            yield f"  lead in points   {lead['mean']:+6.1f}  (95 %: {lead['low']:+.1f} to {lead['high']:+.1f})"
        yield f"  evidence for {STRONGER:.0%} against {EVEN:.0%}: {self.evidence:+.2f} (decided from {SURE:.2f} on)"
        if faults := data.get("faults"):
            yield faults_text(faults)


def _share(outcome: Outcome | None, seat: str) -> float | None:
    return outcome.worth(seat) if outcome is not None else None


def _lead(outcome: Outcome | None, seat: str) -> float | None:
    if outcome is None or seat not in outcome.scores or len(outcome.scores) < 2:
        return None
    return outcome.scores[seat] - max(points for other_seat, points in outcome.scores.items() if other_seat != seat)


def _interval_of_seat(simulation: Simulation, seat: str) -> dict[str, float] | None:
    """The part of the victories that the first player won with a seat, with Wilson's interval; None without games."""
    shares = [share for game in simulation.games if (share := _share(game.outcome, seat)) is not None]
    low, high = wilson(round(sum(shares)), len(shares))
    return {"mean": fmean(shares), "low": low, "high": high} if shares else None


def _interval(values: Sequence[float], minimum: float = 0.0, maximum: float = 1.0) -> dict[str, float] | None:
    """The mean with its 95 % interval, from the least to the most that is possible; None for fewer than two values."""
    if len(values) < 2:
        return None
    mean, half_width = fmean(values), Z * stdev(values) / sqrt(len(values))
    return {"mean": mean, "low": max(minimum, mean - half_width), "high": min(maximum, mean + half_width)}


def duel(
    game: Game | str | Path,
    first_player: PlayerLike,
    second_player: PlayerLike,
    *,
    games: int = 1000,
    seed: int = 0,
    executor: Executor | None = None,
    jobs: int = 1,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    progress: Progress | bool | None = None,
    data: str | Path | None = None,
    limit: int = LIMIT,
    collect: Collect | None = None,
    out: str | Path | None = None,
) -> Duel:
    """Play rounds until the test has decided, or ``games`` games are played in all; the rest is as for `simulate`.

    With ``out`` each seat has a file of its own beside it ("duel-red.jsonl"); the same call goes on with them. Raises
    what `simulate` raises.
    """
    seats = (game if isinstance(game, Game) else load(game, data)).seats
    max_rounds, rounds = max(1, games // len(seats)), 0
    progress = progress_of(progress)
    with ExitStack() as stack:
        files = Path(out) if out is not None else Path(stack.enter_context(TemporaryDirectory())) / "duel.jsonl"
        while True:
            rounds, previous_rounds = min(max_rounds, rounds + STEP), rounds
            simulations = {}
            for place, seat in enumerate(seats):
                seat_progress = progress_from(
                    progress,
                    previous_rounds * len(seats) + place * (rounds - previous_rounds) - previous_rounds,
                    max_rounds * len(seats),
                )
                players = {name: first_player if name == seat else second_player for name in seats}
                simulations[seat] = simulate(
                    game,
                    players,
                    games=rounds,
                    seed=seed,
                    executor=executor,
                    jobs=jobs,
                    scenario=scenario,
                    options=options,
                    progress=seat_progress,
                    data=data,
                    limit=limit,
                    collect=collect,
                    out=file_of(files, seat),
                )
            result = Duel(name_of(first_player), name_of(second_player), simulations)
            if rounds == max_rounds or result.verdict != "undecided":
                return result
