"""Every game as a game of OpenSpiel (extra ``openspiel``): chance is explicit, information states remember all.

An action is the place of a choice in the menu. Of a secret choice, the seats choose one after the other, and none knows
what the others chose.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from typing import Any

from wargame_core import Match, State, View
from wargame_core.errors import IllegalAction, MissingExtra
from wargame_core.flow.entries import Rolled
from wargame_core.json_form import canonical
from wargame_core.rulings import refuse
from wargame_lab.adapters.episode import Array, Episode, Invalid, Setting, numbers_of_view, parts, the_numpy
from wargame_lab.encoding import Encoder

try:
    import pyspiel
except ImportError:
    raise MissingExtra("open-spiel", "openspiel", "wargame-lab") from None

LONGEST = 20_000
"""The greatest number of answers in a game, rolls included."""
FACES = 10_000
"""A number greater than the outcomes of any roll."""
_DEFAULTS: Mapping[str, Any] = {"game": "", "scenario": "", "options": "", "max_actions": 512, "invalid": "raise"}

_TYPE = pyspiel.GameType(
    short_name="wargame",
    long_name="A board wargame of wargame_core",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(_DEFAULTS),
)


def game(
    name: str, scenario: str = "", *, max_actions: int = 512, invalid: Invalid = "raise", **options: str
) -> SpielGame:
    """A game of OpenSpiel with the seats as players 0, 1, ...; a win is 1, a loss -1.

    ``invalid`` says what becomes of an action that is no place with a choice (`wargame_lab.adapters.episode.Invalid`);
    where the game goes on or is lost, ``state.illegal`` says what was wrong with it. A face that the roll does not have
    is always refused.

    The same as ``pyspiel.load_game("wargame", {"game": name, ...})``, where the options are one text such as
    "fog:referee battles:quick" (OpenSpiel keeps "=" and "," for itself). Raises `UnknownName` for a game, scenario,
    option or ``invalid`` that is not there.
    """
    options_text = " ".join(f"{option}:{value}" for option, value in options.items())
    parameters = {"scenario": scenario, "options": options_text, "max_actions": max_actions, "invalid": invalid}
    return SpielGame({"game": name, **parameters})


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game; see `game`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        parameters = {**_DEFAULTS, **(params or {})}
        self.setting, self.encoder = _setting(tuple(sorted(parameters.items())))
        size = pyspiel.GameInfo(
            num_distinct_actions=self.setting.max_actions,
            max_chance_outcomes=FACES,
            num_players=len(self.setting.game.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, size, parameters)
        self._first_state = self.setting.game.first_state(self.setting.scenario, options=self.setting.options)

    def new_initial_state(self) -> SpielState:
        """The start of a game."""
        return SpielState(self, _SpielPosition(self.get_parameters(), self._first_state))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """An observer for the numbers of a player's view, and for a text of what the player knows."""
        return SpielObserver(self, bool(iig_obs_type is not None and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. Copies share a match until one of them goes on."""

    def __init__(self, game: SpielGame, position: _SpielPosition) -> None:
        super().__init__(game)
        self._position = position
        self.illegal: str | None = None
        """What was wrong with the last action, where it was no place with a choice and was not refused."""

    @property
    def match(self) -> Match:
        """The match of this position. To play in it is to change this state."""
        return self._position.episode.match

    def current_player(self) -> int:
        """The player who chooses, chance, or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.match.chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.match.rules.seats.index(self._position.episode.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._position.episode.menu)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The different faces of the roll that waits, numbered in order, each with its chance."""
        return [(number, float(chance)) for number, (_, chance) in enumerate(self._faces())]

    def _faces(self) -> tuple[tuple[Any, Fraction], ...]:
        roll = self.match.chance
        return roll.outcomes.items() if roll is not None else ()

    def _apply_action(self, action: int) -> None:
        self._position.unshare()
        if self.match.chance is not None and not self.is_terminal():
            self.match.roll(self._face(action))
            self._position.episode.forget()
            self.illegal = None
        else:
            self.illegal = self._position.episode.play(action)

    def _face(self, number: int) -> Any:
        faces = self._faces()
        if not 0 <= number < len(faces):
            raise IllegalAction(
                refuse("not_offered", f"outcome {number} is no face of this roll: it has {len(faces)}, from 0 on")
            )
        return faces[number][0]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self._face(action))
        episode = self._position.episode
        if not 0 <= action < len(episode.menu):
            return f"no choice {action}"
        return str(episode.menu[action].text(self.match.view(episode.seat, history=False).board))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.episode.outcome is not None

    def returns(self) -> list[float]:
        """The reward of each player so far: 0 before the end."""
        seat_rewards = self._position.episode.rewards()
        return [seat_rewards[seat] for seat in self.match.rules.seats]

    def __str__(self) -> str:
        return self._position.knowledge("referee")

    def knowledge(self, player: int) -> str:
        """A digest of everything that a player was told and did: perfect recall."""
        return self._position.knowledge(self.match.rules.seats[player])

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """A position that the player cannot tell from this one; ``probability_sampler()`` gives numbers from 0 to 1."""
        seat = self.match.rules.seats[player_id]
        rng = random.Random(int(probability_sampler() * 2**53))
        world = self.match.view(seat).world(rng)
        knowledge = {other_seat: _digest_of_view(world, other_seat) for other_seat in world.rules.seats} | {
            seat: self._position.knowledge(seat)
        }
        return SpielState(self.get_game(), _SpielPosition(self.get_game().get_parameters(), world, knowledge))


class _SpielPosition:
    """A match that copies share until one of them goes on: where it began, and what was done since."""

    def __init__(
        self, parameters: Mapping[str, Any], origin: State, knowledge: Mapping[str, str] | None = None
    ) -> None:
        self.parameters, self.origin = dict(parameters), origin
        self.knowledge_at_origin = knowledge or {}
        """What each seat knew at the origin, where that was drawn from what one of them knew."""
        self._is_shared = False
        match = Match.of(origin, chance="explicit")
        setting, encoder = _setting(tuple(sorted(self.parameters.items())))
        self.episode: Episode[Match] = Episode(setting, encoder, match)

    def __deepcopy__(self, memo: Any) -> _SpielPosition:
        copy = object.__new__(_SpielPosition)
        copy.__dict__.update(self.__dict__)
        self._is_shared = copy._is_shared = True
        return copy

    def __reduce__(self) -> tuple[object, ...]:
        episode = self.episode
        answers = tuple(_answers(episode.match))
        return _replay, (self.parameters, self.origin, self.knowledge_at_origin, answers, episode.forfeited_by)

    def unshare(self) -> None:
        """Have a match of one's own from now on."""
        if self._is_shared:
            episode = self.episode
            self.episode, self._is_shared = Episode(episode.setting, episode.encoder, episode.match.fork()), False
            self.episode.forfeited_by = episode.forfeited_by

    def knowledge(self, seat: str) -> str:
        """A digest of everything that the seat was told and did, also before the origin."""
        match = self.episode.match
        knowledge_before, forfeit = self.knowledge_at_origin.get(seat, ""), self.episode.forfeited_by
        if knowledge_before and not match.entries and not match.commits and not forfeit:
            return knowledge_before
        knowledge_text = f"{match.knowledge(seat)}{forfeit}"
        return blake2b(knowledge_text.encode(), key=knowledge_before.encode(), digest_size=16).hexdigest()


def _digest_of_view(state: State, seat: str) -> str:
    """A digest of what a seat sees of a position: all that it can know where the way there was not played."""
    screen = View.of(state, seat).to_json(log=False)
    return blake2b(canonical(screen), digest_size=16).hexdigest()


def _answers(match: Match) -> Iterator[tuple[str, Any]]:
    """What was answered: a seat with its choice, or nobody with a face."""
    for entry in match.entries:
        yield from entry.actions.items()
        if isinstance(entry, Rolled):
            yield "", entry.face
    yield from match.commits.items()


def _replay(
    parameters: Mapping[str, Any],
    origin: State,
    knowledge: Mapping[str, str],
    answers: Iterable[tuple[str, Any]],
    forfeited_by: str,
) -> _SpielPosition:
    position = _SpielPosition(parameters, origin, knowledge)
    for seat, answer in answers:
        if seat:
            position.episode.match.play(answer, seat)
        else:
            position.episode.match.roll(answer)
    position.episode.forfeited_by = forfeited_by
    return position


@cache
def _setting(parameters: tuple[tuple[str, Any], ...]) -> tuple[Setting, Encoder]:
    """Setting and encoder of a game with these parameters."""
    values = dict(parameters)
    options = dict(part.split(":", 1) for part in values["options"].split())
    setting = Setting(
        values["game"], values["scenario"] or None, options, values["max_actions"], invalid=values["invalid"]
    )
    return setting, setting.encoder()


class SpielObserver:
    """What a player sees of a state, as numbers and as text. ``dict`` holds planes, pieces and globals apart."""

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        seats = game.setting.game.seats
        view = game.new_initial_state().match.view(seats[0])
        self._encoder, self._recall = game.encoder, perfect_recall
        self.tensor: Array = the_numpy().zeros(len(game.encoder.view(view).numbers), "float32")
        self.dict = parts(game.encoder.observer, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the numbers with what a player sees."""
        match = state.match
        self.tensor[:] = numbers_of_view(self._encoder, match.view(match.rules.seats[player], history=False))

    def string_from(self, state: SpielState, player: int) -> str:
        """A digest of all that the player knows, or of what it sees now."""
        if self._recall:
            return state.knowledge(player)
        view = state.match.view(state.match.rules.seats[player], history=False)
        numbers = repr((view.prompt, self._encoder.view(view).numbers))
        return blake2b(numbers.encode(), digest_size=16).hexdigest()


pyspiel.register_game(_TYPE, SpielGame)
