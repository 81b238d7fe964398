"""Who plays a seat: people, front ends and bots are all functions from a view to an action.

Every game has the levels easy and normal, made from the bots it brings; hard it brings where one was measured.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from inspect import signature
from typing import Any, Protocol, TypeAlias, TypeGuard, TypeVar, cast, runtime_checkable

from attrs import evolve, frozen

from wargame_core.errors import UnknownName, WargameError
from wargame_core.flow.choices import Action
from wargame_core.flow.events import InnerGame
from wargame_core.flow.inner_games import InnerAction
from wargame_core.flow.view import View

T = TypeVar("T")

CHANCE_OF_SLIP = 0.2
"""The probability that an easy player plays a random action."""


@frozen
class Traits:
    """What must be known of a player before it plays.

    Attributes:
        judge_choices: whether its choices are judged even in simulations; False for players that choose what is listed.
        draws_worlds: whether it draws worlds from its views, which costs a copy of the board for each step.
        is_person: whether it can answer what only people can (`Choices.by_people`).
        plays_inner_games: whether it chooses in inner games itself; in place of others a bot of that game does.
    """

    judge_choices: bool = True
    draws_worlds: bool = False
    is_person: bool = False
    plays_inner_games: bool = False


DEFAULT_TRAITS = Traits()
"""The traits of a player that states none."""


class Stop(Protocol):
    """Tells a player that thinks to answer now: a `threading.Event`, or anything else with ``is_set``."""

    def is_set(self) -> bool:
        """Whether to answer now."""


@frozen
class Thinking:
    """How far a player has come with a choice.

    Attributes:
        done: the part of its thinking that is done, from 0 to 1.
        best: what it would choose now.
        value: what it expects of that, from 0 (lost) to 1 (won); None before it has tried anything.
        tries: how often it has tried a choice.
    """

    done: float
    best: Action
    value: float | None
    tries: int


Tell: TypeAlias = Callable[[Thinking], None]
"""Is called by a player while it thinks, in the thread in which that thinks."""


class Player(Protocol):
    """Chooses from what its seat may know.

    A player may also have ``traits``, by default those of `Traits`, and ``plans``: a list of sentences about its
    intentions, to which it adds during the game. They are for its own seat while the game goes on, and for all after it
    (see `plans_of`). One that may fail, and then chooses by chance, says so in ``faults`` (see `faults_of`). A player
    that plays like another one is made from `PlaysLike`.

    It promises an action of ``view.choices``, the same for the same view and seed.

    It may not look at anything but the view: no match, no board of another seat, no dice of the game.

    A player that thinks longer than a tenth of a second also takes ``stop=`` (`Stop`): once that is set, it soon
    returns the best choice it has found, a legal one in any case. One that takes ``tell=`` (`Tell`) says how far it has
    come. `choose` gives both to players that take them.

    Example::

        from random import Random

        class Bold:
            def __init__(self, seed=0):
                self.rng = Random(seed)

            def __call__(self, view):
                attacks = [action for action in view.choices.head(500) if action.kind == "attack"]
                return self.rng.choice(attacks) if attacks else view.choices.sample(self.rng)
    """

    def __call__(self, view: View, /) -> Action:
        """One of ``view.choices``."""


@runtime_checkable
class Closes(Protocol):
    """A player that may have processes of its own."""

    def close(self) -> None:
        """End them."""


PlayerLike: TypeAlias = str | Player | Callable[..., Player | str]
"""Who plays a seat: a bot's name, a player, or a function or class that makes one of these from ``seed=``."""


def by_seat(players: PlayerLike | Mapping[str, PlayerLike], seats: Iterable[str]) -> dict[str, PlayerLike]:
    """One for all seats, or one for each. Raises `UnknownName` for a wrong seat, `WargameError` for one left out."""
    if not isinstance(players, Mapping):
        return dict.fromkeys(seats, players)
    for seat in players:
        if seat not in seats:
            raise UnknownName("seat", seat, seats)
    if left_out := [seat for seat in seats if seat not in players]:
        raise WargameError(f"nobody plays {' and '.join(left_out)}: name a player for each seat, or one for all")
    return dict(players)


def player_from(player_like: PlayerLike, bot: Callable[..., Player] | None, seed: int) -> Player:
    """The player that is meant: the bot of that name (made by ``bot``), the player itself, or what the maker makes.

    Raises `UnknownName`, and `WargameError` for what is none of these.
    """
    if isinstance(player_like, str):
        if bot is None:
            raise WargameError(
                f"only the match of a game knows bots by name: {player_like!r} is none here; give a player"
            )
        return bot(player_like, seed=seed)
    return player_from(player_like(seed=seed), bot, seed) if is_maker(player_like) else cast(Player, player_like)


def is_maker(player_like: object) -> TypeGuard[Callable[..., Player | str]]:
    """Whether something makes a player from ``seed=``; a player takes a view. Raises `WargameError` for all else."""
    if callable(player_like):
        for arguments, keywords in (((), {"seed": 0}), ((None,), {})):
            try:
                signature(player_like).bind(*arguments, **keywords)
            except (TypeError, ValueError):
                continue
            return bool(keywords)
    raise WargameError(
        f"{player_like!r} is not a player: give a bot's name, a "
        "function from a view to an action, or what makes one from seed"
    )


def takes(function: Callable[..., object], setting: str) -> bool:
    """Whether a function or class has an argument of this name."""
    try:
        signature(function).bind_partial(**{setting: None})
    except TypeError:
        return False
    return True


def choose(player: Player, view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
    """What a player chooses; it is given ``stop`` and ``tell`` if it takes them, and answers as it does if not."""
    return player(view) if stop is None and tell is None else player_with_controls(player, stop=stop, tell=tell)(view)


def player_with_controls(player: Player, *, stop: Stop | None = None, tell: Tell | None = None) -> Player:
    """The player with those of ``stop`` and ``tell`` that it takes; for several choices with the same ones."""
    controls: dict[str, Any] = {"stop": stop, "tell": tell}
    taken_controls = {name: value for name, value in controls.items() if value is not None and takes(player, name)}
    return partial(player, **taken_controls) if taken_controls else player


def before(stop: Stop | None, items: Iterable[T]) -> Iterator[T]:
    """The items, for as long as ``stop`` is not set."""
    for item in items:
        if told_to_stop(stop):
            return
        yield item


def told_to_stop(stop: Stop | None) -> bool:
    """Whether there is a ``stop`` and it is set."""
    return stop is not None and stop.is_set()


def traits_of(player: Player) -> Traits:
    """What must be known of a player before it plays."""
    traits: Traits = getattr(player, "traits", DEFAULT_TRAITS)  # a protocol that is asked for takes ten times as long
    return traits


def plans_of(player: Player) -> Sequence[str]:
    """The plans that a player has told so far, the oldest first."""
    plans: Sequence[str] = getattr(player, "plans", ())
    return plans


def faults_of(player: Player) -> Sequence[str]:
    """What has gone wrong with a player's choices so far, a sentence each: chance chose in its place."""
    faults: Sequence[str] = getattr(player, "faults", ())
    return faults


def name_of(player: Player | Callable[..., Player | str]) -> str:
    """What a message calls a player: the name of its function or class."""
    return str(getattr(player, "__name__", type(player).__name__))


class RandomPlayer:
    """Chooses any legal action. It has random numbers of its own, so a game with it can be repeated."""

    traits = Traits(judge_choices=False)

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: View) -> Action:
        return view.choices.sample(self._rng)


class PlaysLike:
    """Base of players that play like another one, whose traits, plans, faults, thoughts, name, processes are theirs."""

    def __init__(self, player: Player) -> None:
        self._player = player

    @property
    def traits(self) -> Traits:
        """The traits of the other player."""
        return traits_of(self._player)

    @property
    def plans(self) -> Sequence[str]:
        """The plans of the other player."""
        return plans_of(self._player)

    @property
    def faults(self) -> Sequence[str]:
        """What has gone wrong with the choices of the other player."""
        return faults_of(self._player)

    @property
    def thoughts(self) -> Sequence[object]:
        """The lines that the other player considered for its last choice, if it searches."""
        thoughts: Sequence[object] = getattr(self._player, "thoughts", ())
        return thoughts

    @property
    def __name__(self) -> str:
        return name_of(self._player)

    def close(self) -> None:
        """End the processes of the other player, if it has any."""
        if isinstance(self._player, Closes):
            self._player.close()

    def __call__(self, view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
        return choose(self._player, view, stop=stop, tell=tell)


class EasyPlayer(PlaysLike):
    """Plays like another player, but one choice in five is random. The same seed gives the same play."""

    def __init__(
        self, seed: int = 0, *, player_class: Callable[..., Player] = RandomPlayer, slip: float = CHANCE_OF_SLIP
    ) -> None:
        super().__init__(player_class(seed=seed))
        self._slip, self._rng = slip, random.Random(f"{seed} slips")

    def __call__(self, view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
        """One of ``view.choices``. What only people can answer goes to the imitated player, which refuses it."""
        slips = self._rng.random() < self._slip
        if slips and not view.choices.by_people:
            return view.choices.sample(self._rng)
        return super().__call__(view, stop=stop, tell=tell)


class PlaysInnerGames(PlaysLike):
    """A player who lets another player play each inner game; ``make_player`` gives that player for a `InnerGame`."""

    def __init__(self, player: Player, make_player: Callable[[InnerGame], Player]) -> None:
        super().__init__(player)
        self._make_player = make_player
        self._inner: tuple[InnerGame, Player] | None = None

    def __call__(self, view: View, *, stop: Stop | None = None, tell: Tell | None = None) -> Action:
        game = view.inner_game
        inner_view = view.inner if game is not None else None
        if inner_view is None or game is None:
            return choose(self._player, view, stop=stop, tell=tell)
        if self._inner is None or self._inner[0] != game:
            self._inner = game, self._make_player(game)
        return InnerAction(game.id, choose(self._inner[1], inner_view, stop=stop, tell=_of_inner_game(game.id, tell)))


def _of_inner_game(game: str, tell: Tell | None) -> Tell | None:
    """What tells of a choice in an inner game as of one of the outer game."""
    return None if tell is None else lambda thinking: tell(evolve(thinking, best=InnerAction(game, thinking.best)))


@frozen
class Strength:
    """What was measured of a bot: its part of the victories ``against`` another, by seat, in so many games a seat.

    ``command`` plays these games again.
    """

    against: str
    won: Mapping[str, float]
    games: int
    command: str

    def __str__(self) -> str:
        shares = ", ".join(f"{share:.0%} as {seat}" for seat, share in self.won.items())
        return f"wins {shares} against {self.against}"


CORE_BOTS: Mapping[str, Callable[..., Player]] = {"random": RandomPlayer}
"""The players that every game has."""


LEVELS = ("random", "easy", "normal", "hard")
"""The names of players that are levels, the weakest first; not every game has a hard one."""


def levels_of(players: Mapping[str, Callable[..., Player]]) -> dict[str, Callable[..., Player]]:
    """The players for the levels of a game with these players, by name of the level.

    Normal is its player "heuristic" (or its first; random play if it has none), easy is that player with random
    choices. A game may define a level itself; there is a hard one only where a game brings it.
    """
    normal_player = players.get("heuristic") or next(iter(players.values()), RandomPlayer)
    levels = {"easy": partial(EasyPlayer, player_class=normal_player), "normal": normal_player}
    return {name: players.get(name, level) for name, level in levels.items()}


def bots_of(players: Mapping[str, Callable[..., Player]]) -> dict[str, Callable[..., Player]]:
    """All players of a game with these players, by name: its own, the levels, and those that every game has."""
    return {
        **players,
        **levels_of(players),
        **{name: make_player for name, make_player in CORE_BOTS.items() if name not in players},
    }
