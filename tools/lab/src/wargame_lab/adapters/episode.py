"""One game played by numbers: what all adapters share. An action is the place of a choice in the menu.

Places in a menu mean something else at each decision, so an observation brings the rows of the menu with it
(`wargame_lab.encoding.ROW`): a policy scores rows, and masks the places without one. No other place is ever played in
silence: `Invalid` says what happens to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, assert_never, get_args
from weakref import WeakKeyDictionary

from attrs import field, frozen

from wargame_core import SPECTATOR, Action, Game, Match, Outcome, Update, View, load
from wargame_core.dice import dice_for
from wargame_core.errors import IllegalAction, MissingExtra, UnknownName
from wargame_core.flow.pending import Answer
from wargame_core.flow.runner import Runner
from wargame_core.limits import quote
from wargame_core.rulings import refuse
from wargame_lab.encoding import ROW, Encoder
from wargame_lab.encoding import encoder as encoder_of
from wargame_lab.observations import Following, Observer

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from gymnasium import spaces


class UnrecordedMatch(Match):
    """A match without a story, undo or forks; it goes as fast as a simulation, and as a match of the same seed.

    Only with ``worlds`` can players draw worlds from their views: that costs a copy of the board for each step.
    """

    def __init__(
        self, game: Game, scenario: str | None, options: Mapping[str, Any], seed: int | None, worlds: bool = False
    ) -> None:
        dice, seed = dice_for("seeded", seed, None)
        runner = Runner.start(game.rules, scenario, options, dice=dice)
        super().__init__(runner, [], seed=seed)
        if not worlds:  # a match notes where it begins; from here on nobody asks for a position
            runner.checkpoints = None

    def play_listed(self, action: Action, seat: str) -> None:
        """Play an action that was listed among the choices of the seat: it needs no judging."""
        assert self.pending is not None, "the action was listed"
        commits = {**self._commits, seat: action}
        answer = self.pending.answered(commits)
        self._commits = commits if answer is None else {}
        if answer is not None:
            self._runner.answer(answer)

    def _answer(self, answer: Answer, seat: str = SPECTATOR) -> Update:
        self._commits = {}
        self._runner.answer(answer)
        return Update(())


Array: TypeAlias = "numpy.typing.NDArray[Any]"
Observe: TypeAlias = Callable[[View], Any]
"""Turns a view into an array. Every view must give the same shape as the first one."""
Rewards: TypeAlias = Callable[[Outcome], Mapping[str, float]]
"""What each seat gets for the end of a game."""
Invalid: TypeAlias = Literal["raise", "lose", "first"]
"""What becomes of a number that is no place with a choice, the mask's or any other.

``raise`` refuses it with `IllegalAction`, and nothing has changed; with ``lose`` the seat loses the game at once;
``first`` plays the first choice of the menu. After the last two, the environment says what was wrong with the number.
"""
INVALID: tuple[Invalid, ...] = get_args(Invalid)
FORFEIT = "forfeit"
"""The level of the outcome of a game that a seat has lost by such a number."""


@frozen
class Shaping:
    """A reward for each choice, by the game's own estimate of the seat's chances: potential-based shaping.

    The potential of a view is ``weight * (2 * game.value(view) - 1)``, so between -weight and weight, and 0 once the
    game is over. Between two decisions of a seat it gets ``discount`` times the new potential less the old one. A
    learner that discounts its rewards by the same ``discount`` has the same best policies with it as without.

    Source: Ng, Harada and Russell, Policy invariance under reward transformations, ICML 1999.
    """

    weight: float = 1.0
    discount: float = 1.0


def _load_game(game: Game | str) -> Game:
    return load(game) if isinstance(game, str) else game


def _invalid(name: str) -> Invalid:
    for way in INVALID:
        if way == name:
            return way
    raise UnknownName("way to treat invalid actions (invalid=)", name, INVALID)


def _option_values(options: Mapping[str, object] | None) -> Mapping[str, Any]:
    return options or {}


@frozen
class Setting:
    """What is played, and how positions become numbers."""

    game: Game = field(converter=_load_game)
    """A game, made of its name too. Raises `UnknownName` for one that is not there."""
    scenario: str | None = None
    options: Mapping[str, Any] = field(default=None, converter=_option_values)
    max_actions: int = 512
    """The length of every menu in places; choices beyond it are never offered."""
    observe: Observe | None = None
    rewards: Rewards | None = None
    shaping: Shaping | None = None
    invalid: Invalid = field(default="raise", converter=_invalid)
    """What becomes of a number without a choice. Raises `UnknownName` for a way that is not there."""

    def encoder(self) -> Encoder:
        """The encoder of its game, which turns views and choices into numbers."""
        return encoder_of(self.game, self.scenario, **self.options)

    def begin(self, seed: int | None, *, is_recorded: bool = False, draws_worlds: bool = False) -> Match:
        """A new game; the same seed gives the same dice. It is recorded for whoever may look back.

        That is anybody with a function or player of his own, for views tell the events of a recorded game only.
        ``draws_worlds`` says that a player draws worlds from views, see `UnrecordedMatch`.
        """
        if is_recorded or self.observe is not None:
            return self.game.start(self.scenario, seed=seed, options=self.options)
        return UnrecordedMatch(self.game, self.scenario, self.options, seed, draws_worlds)


M = TypeVar("M", bound=Match)


class Episode(Generic[M]):
    """A game in numbers."""

    def __init__(self, setting: Setting, encoder: Encoder, match: M) -> None:
        self.setting, self.match, self.encoder = setting, match, encoder
        self.forfeited_by = ""
        """The seat that has lost the game by a number without a choice."""
        self._seat: str | None = None
        self._menu: tuple[Action, ...] | None = None
        self._view: View | None = None
        self._followings: dict[str, Following[Array]] = {}
        self._potential: dict[str, float] = {}

    def forget(self) -> None:
        """Drop what was computed for the last decision, because the match has gone on."""
        self._seat = self._menu = self._view = None

    def view(self, seat: str) -> View:
        """What the seat may know now; the view is made once for each decision."""
        if self._view is None or self._view.seat != seat:
            self._view = self.match.view(seat)
        return self._view

    @property
    def seat(self) -> str:
        """The seat that is to choose, "" when the game is over. Secret choices are asked one after another."""
        if self._seat is None:
            self._seat = "" if self.forfeited_by else next(iter(self.match.waiting_for), "")
        return self._seat

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, by the rules or because a seat has forfeited it; None while it goes on."""
        if not self.forfeited_by:
            return self.match.outcome
        other_seats = tuple(seat for seat in self.match.rules.seats if seat != self.forfeited_by)
        match other_seats:
            case ():
                return Outcome(None, FORFEIT, lost=True)
            case (winner,):
                return Outcome(winner, FORFEIT)
            case _:
                return Outcome(None, FORFEIT, together=other_seats)

    @property
    def menu(self) -> tuple[Action, ...]:
        """The choices of that seat, cut off after ``max_actions``."""
        if self._menu is None:
            choices = self.match.choices(self.seat) if self.seat else ()
            self._menu = tuple(islice(choices, self.setting.max_actions))
        return self._menu

    def play(self, number: object) -> str | None:
        """Make the choice at this place of the menu.

        Another number than that of a choice is treated as the setting says (`Invalid`), and the sentence says what was
        wrong with it; None where nothing was. Raises `IllegalAction` for it, and in a game that is over for every
        number.
        """
        place, refusal = self._place_of(number), None
        if place is None:
            refusal = self._refusal(number)
            match self.setting.invalid if self.menu else "raise":
                case "raise":
                    raise IllegalAction(refuse("not_offered", refusal))
                case "lose":
                    self.forfeited_by = self.seat
                    self.forget()
                    return refusal
                case "first":
                    place = 0
                case _ as unexpected_case:
                    assert_never(unexpected_case)
        if isinstance(self.match, UnrecordedMatch):
            self.match.play_listed(self.menu[place], self.seat)
        else:
            self.match.play(self.menu[place], self.seat)
        self._play_standing_answers()
        return refusal

    def _place_of(self, number: object) -> int | None:
        """The place of the menu that a whole number of Python or numpy names; None where it names none."""
        try:
            place = index(number)  # type: ignore[arg-type]
        except TypeError:
            return None
        return place if 0 <= place < len(self.menu) else None

    def _refusal(self, number: object) -> str:
        if not self.menu:
            return f"place {quote(number)} cannot be played: the game is over, and reset() begins the next one"
        return f"place {quote(number)} holds no choice: this menu has {len(self.menu)}, from 0 on (the mask says which)"

    def choose(self, action: Action) -> None:
        """Make a choice, even one that did not fit into the menu."""
        self.match.play(action, self.seat)
        self._play_standing_answers()

    def _play_standing_answers(self) -> None:
        """Make the choices that seats have made beforehand; nobody is asked for them."""
        self.forget()
        while (standing_answer := self.match.standing_answer) is not None:
            seat, action = standing_answer
            self.match.play(action, seat)

    def mask(self, seat: str) -> Array:
        """1 for each place of the menu with a choice; all 0 for a seat that is not asked now."""
        np = the_numpy()
        mask = np.zeros(self.setting.max_actions, dtype=np.int8)
        mask[: len(self.menu) if seat == self.seat else 0] = 1
        return mask

    def rows(self, seat: str) -> Array:
        """The row of each place of the menu; 0 where there is none."""
        np = the_numpy()
        table = np.zeros((self.setting.max_actions, len(ROW)), dtype=np.int32)
        if seat == self.seat and seat:
            rows = self.encoder.rows_of(self.menu, self.view(seat))
            table[: len(rows)] = rows or 0
        return table

    def observation(self, seat: str) -> dict[str, Array]:
        """What the seat sees: the encoder's ``planes``, ``pieces`` and ``globals``, as `Observer.shapes` has them.

        With a function of the setting it is what that makes of the view, as ``observation``.
        """
        np, view = the_numpy(), self.view(seat)
        if self.setting.observe is not None:
            return {"observation": np.asarray(self.setting.observe(view), dtype=np.float32)}
        following = self._followings.get(seat)
        if following is None:
            following = self._followings[seat] = Following(self.encoder.observer, _printed_numbers(self.encoder).copy())
        following.follow(view)
        return parts(self.encoder.observer, following.numbers.copy())

    def seen(self, seat: str) -> dict[str, Array]:
        """What an agent in this seat is given: its view in numbers, and the menu where it is asked."""
        return {**self.observation(seat), "rows": self.rows(seat), "action_mask": self.mask(seat)}

    def space(self, seat: str) -> spaces.Dict:
        """The space of `seen` for a seat, which is the same for all seats of a game. It takes Gymnasium.

        Every number has its bounds: `Observer.bounds`, and `Encoder.sizes` for the columns of ``rows`` (0 and 1 where a
        sheet has nothing, for Gymnasium warns of bounds that are equal). What a function of the setting observes is not
        bounded.
        """
        from gymnasium import spaces

        np, places, observer = the_numpy(), self.setting.max_actions, self.encoder.observer
        greatest_values = np.array([max(1, size - 1) for size in self.encoder.sizes.values()], dtype=np.int32)
        if self.setting.observe is not None:
            observation = self.observation(seat)["observation"]
            numbers = {"observation": spaces.Box(-np.inf, np.inf, observation.shape, dtype="float32")}
        else:
            low_parts, high_parts = (
                parts(observer, np.array(bound_values, dtype=np.float32)) for bound_values in observer.bounds
            )
            numbers = {name: spaces.Box(low_parts[name], high_parts[name], dtype="float32") for name in observer.shapes}
        rows = spaces.Box(np.zeros((places, len(ROW)), np.int32), np.tile(greatest_values, (places, 1)), dtype="int32")
        return spaces.Dict({**numbers, "rows": rows, "action_mask": spaces.MultiBinary(places)})

    def rewards(self) -> Mapping[str, float]:
        """What each seat gets now: 0 while the game goes on."""
        outcome, seats = self.outcome, self.match.rules.seats
        if outcome is None:
            return dict.fromkeys(seats, 0.0)
        return self.setting.rewards(outcome) if self.setting.rewards is not None else outcome.utilities(seats)

    def shaping_reward(self, seat: str) -> float:
        """What `Shaping` gives this seat for what came since the last call, which is to be its last decision."""
        shaping, game = self.setting.shaping, self.setting.game
        if shaping is None:
            return 0.0
        is_over = self.outcome is not None
        potential = 0.0 if is_over else shaping.weight * (2 * game.value(self.view(seat)) - 1)
        previous_potential, self._potential[seat] = self._potential.get(seat), potential
        return 0.0 if previous_potential is None else shaping.discount * potential - previous_potential


def reset_options_refusal(options: Mapping[str, object] | None) -> str:
    """Why ``reset`` does not take these options; "" where there are none."""
    if not options:
        return ""
    names = ", ".join(quote(name) for name in options)
    return f"reset() takes no options: {names} says nothing here; scenario= and options= belong to the environment"


_PRINTED: WeakKeyDictionary[Encoder, Array] = WeakKeyDictionary()
"""By encoder, the numbers that never change in a game."""


def numbers_of_view(encoder: Encoder, view: View) -> Array:
    """The numbers of a view as an array: the same as those of `Encoder.view`."""
    following = Following(encoder.observer, _printed_numbers(encoder).copy())
    following.follow(view)
    return following.numbers


def parts(observer: Observer, numbers: Array) -> dict[str, Array]:
    """The parts of an observation, each in its shape; they share the memory of the numbers."""
    return {name: numbers[part].reshape(shape) for name, part, shape in observer.cuts}


def _printed_numbers(encoder: Encoder) -> Array:
    if encoder not in _PRINTED:
        np = the_numpy()
        _PRINTED[encoder] = np.array(encoder.observer.numbers_of_printed, dtype=np.float32)
    return _PRINTED[encoder]


def the_numpy() -> Any:
    """numpy, which every adapter's extra brings. Raises `MissingExtra`."""
    try:
        import numpy
    except ImportError:
        raise MissingExtra("numpy", "gymnasium", "wargame-lab") from None
    return numpy
