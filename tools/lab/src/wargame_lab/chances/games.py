"""Games between bots from which chances are learnt, and the positions that are taken from them.

In every second game the seats open with other levels, so that poor positions are seen too; from some choice on both
play as ``normal``, and positions are taken after that alone. So the result of each is that of equal players. Every
second pair of games has its options drawn.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import pvariance
from typing import Any, Final

from attrs import frozen

from wargame_core import Action, Game, Outcome, View
from wargame_core.chances import LEVEL_LEARNT_FROM
from wargame_core.dice import Seeded
from wargame_core.flow.players import Player, traits_of
from wargame_core.flow.runner import Runner
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_lab.chances.learnt import terms_of
from wargame_lab.chances.terms import Terms, ViewTerms
from wargame_lab.playouts import playout

OPENERS: Final = ("easy", "easy", "hard", "random")
"""The levels from which that of each seat is drawn for the opening of a mixed game; those that the game has."""
LONGEST_OPENING: Final = 0.5
"""The greatest part of a game that an opening takes, by the choices of the game before it."""
POSITIONS: Final = 10
"""How many positions of a game are taken, at choices drawn at random."""


@frozen
class GameBetweenBots:
    """A game as it was played. Its first ``opening`` choices were those of other levels."""

    scenario: str
    options: Mapping[str, object]
    seed: int
    number: int
    opening: int
    outcome: Outcome
    choices: Sequence[JsonObject]

    def to_json(self) -> JsonObject:
        """One line of a file of games."""
        return {
            "scenario": self.scenario,
            "options": dict(self.options),
            "seed": self.seed,
            "number": self.number,
            "opening": self.opening,
            "outcome": self.outcome.to_json(),
            "choices": list(self.choices),
        }

    @staticmethod
    def from_json(row: JsonMapping) -> GameBetweenBots:
        """The game of a line. Raises KeyError and TypeError for one that is none."""
        data: Any = row
        numbers = data["seed"], data["number"], data["opening"]
        scenario_and_options = data["scenario"], data["options"]
        return GameBetweenBots(*scenario_and_options, *numbers, Outcome.from_json(data["outcome"]), data["choices"])


@frozen
class Position:
    """What each seat saw at one moment of a turn, in terms; ``turn_part`` of the choices of the turn were made."""

    turn: int
    turn_part: float
    terms: Mapping[str, ViewTerms]

    @property
    def elapsed(self) -> float:
        """The part of the game that was over when the turn began."""
        return next(iter(self.terms.values())).elapsed


@frozen
class Sample:
    """Positions of one game, and how it ended: what that was worth to each seat, and the scores that were counted.

    ``turn_variances`` has for each seat by term how much it varied between the first choices of the turns.
    """

    scenario: str
    worth: Mapping[str, float]
    scores: Mapping[str, int]
    positions: Sequence[Position]
    turn_variances: Mapping[str, Terms]


class _Opening:
    """A player that opens like one, and plays like another once the game has had so many choices."""

    def __init__(self, opening: Player, player: Player, choices: list[JsonObject], opening_length: int) -> None:
        self._opening, self._player, self._choices, self._until = opening, player, choices, opening_length
        self.traits = traits_of(player)

    def __call__(self, view: View) -> Action:
        player = self._opening if len(self._choices) < self._until else self._player
        action = player(view)
        self._choices.append(view.rules.codec.to_json(action))
        return action


def played(game: Game, seed: int, numbers: Iterable[int]) -> Iterator[GameBetweenBots]:
    """Games between bots, scenario by scenario in pairs: one of the level alone, one with an opening of others.

    How long the opening may be follows from the first game of the pair; without it there is none.
    """
    lengths: dict[str, int] = {}
    for number in numbers:
        pair = number // 2
        scenario = game.scenarios[pair % len(game.scenarios)].id
        options = _options_drawn(game, seed, pair) if pair // len(game.scenarios) % 2 else {}
        played_game = _played(game, scenario, options, seed, number, lengths.get(scenario, 0))
        if played_game is None:
            continue
        if not played_game.opening:
            lengths[scenario] = len(played_game.choices)
        yield played_game


def _options_drawn(game: Game, seed: int, pair: int) -> dict[str, str]:
    """A value of each option, drawn from those that bots can play."""
    rng = random.Random(f"{seed}:{game.id}:options {pair}")
    return {
        option.name: rng.choice([str(value) for value in option.choices if value not in option.needs_people])
        for option in game.options
    }


def _played(
    game: Game, scenario: str, options: Mapping[str, str], seed: int, number: int, length: int
) -> GameBetweenBots | None:
    """One game; None for one that was given up unfinished."""
    rng, choices = random.Random(f"{seed}:{game.id}:{number}"), list[JsonObject]()
    longest_opening = int(length * LONGEST_OPENING)
    opening = rng.randint(1, longest_opening) if number % 2 and longest_opening else 0
    players = {}
    for seat in game.seats:
        player_seed = rng.getrandbits(40)
        opener = rng.choice([level for level in OPENERS if level in game.bots])
        bots = game.bot(opener, seed=player_seed), game.bot(LEVEL_LEARNT_FROM, seed=player_seed)
        players[seat] = _Opening(*bots, choices, opening)
    outcome = playout(game, players, _dice(seed, number), scenario=scenario, options=options).outcome
    return GameBetweenBots(scenario, options, seed, number, opening, outcome, choices) if outcome is not None else None


def _dice(seed: int, number: int) -> Seeded:
    return Seeded(seed, stream=f"chances-{number}")


def sample(game: Game, played_game: GameBetweenBots, count: int = POSITIONS) -> Sample:
    """Positions of a game that was played, drawn from those after its opening; none where it ended before.

    Raises `WargameError` where the game cannot be played again as it was: its rules have changed since.
    """
    rng, total = random.Random(f"{game.id}{played_game.seed}:{played_game.number}"), len(played_game.choices)
    after_opening = range(played_game.opening, total)
    sampled_numbers = set(rng.sample(after_opening, min(count, len(after_opening))))
    dice = _dice(played_game.seed, played_game.number)
    runner = Runner.start(game.rules, played_game.scenario, played_game.options, dice=dice, with_checkpoints=False)
    moments_found, turn_starts, choices_to_come, turn = list[_Moment](), list[_Moment](), deque(played_game.choices), -1
    choices_of_turn = Counter[int]()
    while (pending := runner.pending) is not None:
        answered_count = total - len(choices_to_come)
        if (new_turn := game.rules.turn_of(runner.board)) != turn:
            turn = new_turn
            if answered_count >= played_game.opening:
                turn_starts.append(_moment(game, runner, 0))
        asked_count = len(pending.asks) if pending.standing_answer is None else 0
        if not sampled_numbers.isdisjoint(range(answered_count, answered_count + asked_count)):
            moments_found.append(_moment(game, runner, choices_of_turn[turn]))
        choices_of_turn[turn] += asked_count
        answer = pending.answered_by(lambda seat: game.rules.read_action(choices_to_come.popleft()))
        assert answer is not None, "seeded dice let no roll wait"
        runner.answer(answer)
    worth_by_seat = {seat: played_game.outcome.worth(seat) for seat in game.seats}
    positions = [Position(one.turn, one.choices / choices_of_turn[one.turn], one.terms) for one in moments_found]
    turn_variances = {seat: variances([start.terms[seat].amounts for start in turn_starts]) for seat in game.seats}
    return Sample(played_game.scenario, worth_by_seat, played_game.outcome.scores, positions, turn_variances)


def variances(rows: Sequence[Terms]) -> Terms:
    """How much each term varies between some moments."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: pvariance([row.get(name, 0.0) for row in rows]) for name in names}


@frozen
class _Moment:
    """What each seat saw, after so many ``choices`` of a turn."""

    turn: int
    choices: int
    terms: Mapping[str, ViewTerms]


def _moment(game: Game, runner: Runner, choices: int) -> _Moment:
    terms = {seat: terms_of(game, View(runner, seat)) for seat in game.seats}
    return _Moment(game.rules.turn_of(runner.board), choices, terms)
