"""A ladder: ratings of bots and engines, with intervals, from games of each against each on the same dice.

A round of two contenders is as many games as there are seats, all with the same dice: the first has one seat after the
other, and the second all the rest. Results go into a file as soon as they are known, so that a ladder can be stopped,
go on, and get further contenders and games.
"""

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import chain, combinations
from math import log10
from pathlib import Path
from statistics import fmean
from typing import cast

from attrs import asdict, field, frozen

from wargame_core import Game, RecordError, load
from wargame_core.data.structuring import structured
from wargame_core.errors import UnknownBot, UnknownName
from wargame_core.flow.players import PlayerLike
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_lab.batches import batch_digest, check_sendable, found_by, progress_bar
from wargame_lab.line_files import LineFile
from wargame_lab.playouts import LIMIT, Batch, GameResult, Progress, play_games, play_on, processes, terminate_processes
from wargame_lab.results import Row, html, text

STEP = 10
"""The rounds after which the next pair has its turn."""
MEAN = 1500
"""The mean of the ratings of all contenders."""
SCALE = 400
"""Points between two contenders of which one wins ten times as often as the other."""
MARKS = ("seed", "batch")
"""The keys of a line beside those of its game: the seed, and a digest of rules and players."""
SWEEPS, FITS = 1_000, 1e-6
"""How often the strengths are improved at most, and the relative change at which they fit the results."""
SAMPLES = 200
"""How many times rounds are drawn again from those that were played, to find the intervals."""
DRAWN = 0.5
"""So many drawn rounds are counted for each pair that has met, so that who always won has a rating too."""


@frozen
class LadderGame:
    """A game of a ladder: which game, who had which seat, and what the first won of it: 1, 1/2 for a draw, 0."""

    game: str
    first: str
    second: str
    round: int
    seat: str
    """That of the first; the second has all others."""
    seats: int
    """How many seats there are, and so games in a round."""
    won: float | None = None
    """None for a game that was given up unfinished."""
    faults: Mapping[str, int] = field(factory=dict)
    """How often a contender failed and chance chose in its place, by contender."""

    @property
    def pair(self) -> tuple[str, str, str]:
        """The game and the two contenders."""
        return self.game, self.first, self.second


@frozen
class Rating:
    """The rating of a contender with its 95 % interval; ``games`` are those it finished, ``faults`` its failures."""

    name: str
    points: float
    low: float
    high: float
    games: int
    faults: int

    def to_json(self) -> JsonObject:
        """All figures."""
        return {
            "name": self.name,
            "rating": self.points,
            "low": self.low,
            "high": self.high,
            "games": self.games,
            "faults": self.faults,
        }


@frozen(repr=False)
class Ladder:
    """The games of a ladder, and ratings that follow from them."""

    games: tuple[LadderGame, ...]
    seed: int
    left_out: tuple[tuple[str, str], ...] = ()
    """Games and the contenders that are no bots of theirs."""

    @property
    def names(self) -> tuple[str, ...]:
        """The games that were played, in the order in which they first were."""
        return tuple(dict.fromkeys(ladder_game.game for ladder_game in self.games))

    def ratings(self, game: str | None = None) -> list[Rating]:
        """The contenders of one game, or of all games together, the strongest first.

        The ratings are those of Bradley and Terry, with a mean of 1500 and 400 points for ten victories to one. The
        intervals are those of rounds drawn again from those that were played, always in the same way. Raises
        `UnknownName` for a game that was not played.
        """
        if game is not None and game not in self.names:
            raise UnknownName("game of the ladder", game, self.names)
        ladder_games = [one for one in self.games if game in (one.game, None)]
        rounds = rounds_of(ladder_games)
        names = tuple(
            dict.fromkeys(name for _, first_name, second_name in rounds for name in (first_name, second_name))
        )
        points = _fitted_ratings(names, {pair: (fmean(shares), len(shares)) for pair, shares in rounds.items()})
        rng = random.Random(f"{self.seed} intervals")
        samples = [_fitted_ratings(names, _drawn_again(rounds, rng)) for _ in range(SAMPLES)]
        counts = Counter(name for one in ladder_games if one.won is not None for name in (one.first, one.second))
        faults = Counter[str]()
        for ladder_game in ladder_games:
            faults.update(ladder_game.faults)
        ratings = []
        for name in names:
            low, high = _middle_interval([sample[name] for sample in samples])
            ratings.append(Rating(name, points[name], low, high, counts[name], faults[name]))
        return sorted(ratings, key=lambda rating: (-rating.points, rating.name))

    def to_json(self) -> JsonObject:
        """All figures: the ratings by game, and those of all games together where there are several."""
        by_game = {game: [rating.to_json() for rating in self.ratings(game)] for game in self.names}
        ratings_together = [rating.to_json() for rating in self.ratings()] if len(by_game) > 1 else []
        left_out = {"left_out": [list(pair) for pair in self.left_out]} if self.left_out else {}
        return {
            "seed": self.seed,
            "games": len(self.games),
            "ratings": by_game,
            "together": ratings_together,
            **left_out,
        }

    def __str__(self) -> str:
        return text(self._parts())

    def __repr__(self) -> str:
        return f"<Ladder: {len(self.games)} games of {', '.join(self.names) or 'nothing yet'}>"

    def _repr_html_(self) -> str:
        return html(self._parts())

    def _parts(self) -> Iterator[str | list[Row]]:
        yield f"{len(self.games)} games, seed {self.seed}; 95 % intervals, mean {MEAN}"
        for game in self.names:
            yield [(game, *HEAD), *map(_row, self.ratings(game))]
        if self.left_out:
            yield "; ".join(f"{game} has no {name}" for game, name in self.left_out)
        if len(self.names) > 1:
            yield [("all games", *HEAD), *map(_row, self.ratings())]


HEAD = ("rating", "low", "high", "games", "faults")
Rounds = Mapping[tuple[str, str, str], Sequence[float]]
"""By game and pair, what the first won of each round."""


def _row(rating: Rating) -> Row:
    numbers = (rating.points, rating.low, rating.high)
    return rating.name, *(f"{number:.0f}" for number in numbers), str(rating.games), str(rating.faults or "")


def rounds_of(games: Iterable[LadderGame]) -> dict[tuple[str, str, str], list[float]]:
    """What the first won of each round of which every game was played to its end, as a part of it, by game and pair."""
    rounds: dict[tuple[str, str, str], dict[int, list[float]]] = {}
    seats: dict[str, int] = {}
    for ladder_game in games:
        seats[ladder_game.game] = ladder_game.seats
        if ladder_game.won is not None:
            rounds.setdefault(ladder_game.pair, {}).setdefault(ladder_game.round, []).append(ladder_game.won)
    finished_rounds = {
        pair: [fmean(shares) for shares in by_round.values() if len(shares) == seats[pair[0]]]
        for pair, by_round in rounds.items()
    }
    return {pair: shares for pair, shares in finished_rounds.items() if shares}


def _drawn_again(rounds: Rounds, rng: random.Random) -> dict[tuple[str, str, str], tuple[float, int]]:
    return {pair: (fmean(rng.choices(shares, k=len(shares))), len(shares)) for pair, shares in rounds.items()}


def _fitted_ratings(
    names: Sequence[str], results: Mapping[tuple[str, str, str], tuple[float, int]]
) -> dict[str, float]:
    """The ratings that fit shares and numbers of rounds best: each strength by what it won against the others'."""
    rounds_won, meetings = dict.fromkeys(names, 0.0), dict[tuple[str, str], float]()
    for (_, first_name, second_name), (share, rounds) in results.items():
        rounds_won[first_name] += share * rounds + DRAWN / 2
        rounds_won[second_name] += (1 - share) * rounds + DRAWN / 2
        for pair in ((first_name, second_name), (second_name, first_name)):
            meetings[pair] = meetings.get(pair, 0.0) + rounds + DRAWN
    strength = dict.fromkeys(names, 1.0)
    for _ in range(SWEEPS):
        weight = dict.fromkeys(names, 0.0)
        for (first_name, second_name), rounds_met in meetings.items():
            weight[first_name] += rounds_met / (strength[first_name] + strength[second_name])
        strength_before, strength = strength, {name: rounds_won[name] / weight[name] for name in names}
        if all(abs(strength[name] / strength_before[name] - 1) < FITS for name in names):
            break
    points = {name: SCALE * log10(strength[name]) for name in names}
    middle = fmean(points.values()) if points else 0.0
    return {name: value - middle + MEAN for name, value in points.items()}


def _middle_interval(values: Sequence[float]) -> tuple[float, float]:
    """The ends of the middle 95 % of values."""
    sorted_values, tail = sorted(values), len(values) * 25 // 1000
    return sorted_values[tail], sorted_values[-1 - tail]


@frozen
class _Pairing:
    """Two contenders in a game, the first with one of the seats."""

    game: Game
    first: str
    second: str
    seat: str
    batch: Batch

    def key(self, number: int) -> tuple[str, str, str, str, int]:
        """What a game of it is found by."""
        return self.game.id, self.first, self.second, self.seat, number

    def played(self, result: GameResult) -> LadderGame:
        """A game of the ladder that has ended so."""
        faults = Counter[str]()
        for seat, sentences in result.faults.items():
            faults[self.first if seat == self.seat else self.second] += len(sentences)
        share_won = result.outcome.worth(self.seat) if result.outcome is not None else None
        seats = len(self.game.seats)
        return LadderGame(
            self.game.id, self.first, self.second, result.index, self.seat, seats, share_won, dict(faults)
        )

    def row(self, ladder_game: LadderGame) -> JsonObject:
        """The line of a game in the file."""
        marks = self.batch.seed, batch_digest(self.batch, self.game)
        row = {**dict(zip(MARKS, marks, strict=True)), **asdict(ladder_game)}
        return {name: value for name, value in row.items() if value is not None and value != {}}


def ladder(
    games: Iterable[Game | str],
    contenders: Mapping[str, PlayerLike] | Iterable[str],
    *,
    out: str | Path,
    rounds: int = 50,
    seed: int = 0,
    executor: Executor | None = None,
    jobs: int = 1,
    progress: Progress | bool | None = None,
    limit: int = LIMIT,
) -> Ladder:
    """Let contenders play ``rounds`` rounds each against each in each game, and rate them.

    Args:
        games: games, or their ids, each in its usual scenario.
        contenders: names of bots, or players by name as `simulate` takes them. One that is a string and no bot of a
            game does not play that game; `Ladder.left_out` says so.
        out: the file of the results, a JSON line for each game as soon as it is played. Games that it has are not
            played again, so the same call goes on with a ladder that was stopped; more rounds, games and contenders
            may be added. What stands in it counts, also games of contenders that do not play now.
        executor: any PEP 3148 executor, as for `simulate`; without one, ``jobs`` above 1 makes so many processes.

    Raises `UnknownName` for a contender that no game knows, `RecordError` for a file of another seed, or of other rules
    or players of the same name, and what `simulate` raises.
    """
    loaded_games = [game if isinstance(game, Game) else load(game) for game in games]
    players = dict(contenders) if isinstance(contenders, Mapping) else {name: name for name in contenders}
    left_out = tuple(
        (game.id, name) for game in loaded_games for name, player in players.items() if not _can_play(game, player)
    )
    for name, contender in players.items():
        if loaded_games and all((game.id, name) in left_out for game in loaded_games):
            raise UnknownBot(str(contender), dict.fromkeys(chain.from_iterable(game.bots for game in loaded_games)))
    pairings = [pairing for game in loaded_games for pairing in _pairings(game, players, seed, limit)]
    file = LineFile.open(Path(out))
    try:
        games_by_key = _games_in(file, seed, pairings)
        missing = [
            (pairing, number)
            for number in range(rounds)
            for pairing in pairings
            if pairing.key(number) not in games_by_key
        ]
        _play_missing_games(
            missing, games_by_key, file, executor, jobs, progress_bar() if progress is True else progress or None
        )
    finally:
        file.close()
    return Ladder(tuple(games_by_key.values()), seed, left_out)


def _can_play(game: Game, contender: PlayerLike) -> bool:
    return not isinstance(contender, str) or contender in game.bots


def _pairings(game: Game, players: Mapping[str, PlayerLike], seed: int, limit: int) -> Iterator[_Pairing]:
    """Each two contenders of a game, with each seat for the first."""
    name, data = found_by(game)
    names = [contender for contender, player in players.items() if _can_play(game, player)]
    scenario, options = game.rules.scenario(None).id, game.rules.read_options({})
    for first_name, second_name in combinations(names, 2):
        for seat in game.seats:
            by_seat = {
                other_seat: players[first_name if other_seat == seat else second_name] for other_seat in game.seats
            }
            yield _Pairing(
                game, first_name, second_name, seat, Batch(name, data, by_seat, seed, scenario, options, limit)
            )


def _games_in(
    file: LineFile, seed: int, pairings: Sequence[_Pairing]
) -> dict[tuple[str, str, str, str, int], LadderGame]:
    """The games that a file holds. Raises `RecordError` for those of another ladder."""
    digests = {pairing.key(0)[:4]: batch_digest(pairing.batch, pairing.game) for pairing in pairings}
    games_by_key = {}
    for row_place, row in file.rows:
        ladder_game = _game_of(row_place, row)
        if row["seed"] != seed:
            raise RecordError(
                f"{row_place}: a game of a ladder with seed {row['seed']}, not {seed}: another one needs another file"
            )
        key = (ladder_game.game, ladder_game.first, ladder_game.second, ladder_game.seat, ladder_game.round)
        if row["batch"] != digests.get(key[:4], row["batch"]):
            raise RecordError(
                f"{row_place}: {ladder_game.first} against {ladder_game.second} in "
                f"{ladder_game.game} was played with other rules or other players "
                "of these names: give them other names, or begin another file"
            )
        games_by_key[key] = ladder_game
    return games_by_key


def _game_of(row_place: str, row: JsonMapping) -> LadderGame:
    if missing_keys := [key for key in MARKS if key not in row]:
        raise RecordError(f"{row_place}: this line is not a game of a ladder: it has no {missing_keys[0]}")
    try:
        return cast(LadderGame, structured({key: value for key, value in row.items() if key not in MARKS}, LadderGame))
    except ValueError as problem:
        raise RecordError(f"{row_place}: this line is not a game of a ladder: {problem}") from None


def _play_missing_games(
    missing_games: Sequence[tuple[_Pairing, int]],
    games_by_key: dict[tuple[str, str, str, str, int], LadderGame],
    file: LineFile,
    executor: Executor | None,
    jobs: int,
    progress: Progress | None,
) -> None:
    """Play games that the file lacks: some rounds of each pair after the other."""
    pool = None
    if executor is None and jobs > 1 and missing_games:
        for pairing, _ in missing_games:
            check_sendable(pairing.batch)
        executor = pool = processes(jobs)
    mark, games_done = f"{time.time_ns()}", 0
    try:
        for pairing, numbers in _in_steps(missing_games):

            def receive(results: list[GameResult], pairing: _Pairing = pairing) -> None:
                nonlocal games_done
                games = [pairing.played(result) for result in results]
                file.add(map(pairing.row, games))
                games_by_key.update({pairing.key(game.round): game for game in games})
                games_done += len(games)
                if progress is not None:
                    progress(games_done, len(missing_games))

            if executor is not None:
                play_on(executor, pairing.batch, numbers, jobs, receive, mark)
            else:
                play_games(pairing.batch, pairing.game, numbers, jobs, None, receive)
    except BaseException:
        if pool is not None:
            terminate_processes(pool)
        raise
    if pool is not None:
        pool.shutdown()


def _in_steps(missing_games: Sequence[tuple[_Pairing, int]]) -> Iterator[tuple[_Pairing, list[int]]]:
    """What to play, so many rounds of a pair at a time: a ladder that is stopped has about as many of each."""
    steps: dict[tuple[int, int], tuple[_Pairing, list[int]]] = {}
    for pairing, number in missing_games:
        steps.setdefault((number // STEP, id(pairing)), (pairing, []))[1].append(number)
    yield from steps.values()
