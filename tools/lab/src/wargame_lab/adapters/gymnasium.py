"""One seat of a game as a Gymnasium environment (extra ``gymnasium``); bots play the others."""

from collections.abc import Mapping
from typing import Any, ClassVar

from wargame_core.errors import MissingExtra, WargameError
from wargame_core.flow.players import PlayerLike, player_from, traits_of
from wargame_core.game import Game
from wargame_lab.adapters.episode import (
    Array,
    Episode,
    Invalid,
    Observe,
    Rewards,
    Setting,
    Shaping,
    reset_options_refusal,
)
from wargame_lab.adapters.rendering import RENDER_FPS, RENDER_MODES, Renderer
from wargame_lab.pools import Pool

try:
    from gymnasium import Env, spaces
except ImportError:
    raise MissingExtra("gymnasium", "gymnasium", "wargame-lab") from None


class SeatEnv(Env[dict[str, Any], int]):  # type: ignore[misc]
    """One seat of a game. An action is a place of the menu; `action_masks` says which hold a choice.

    Observations hold ``planes``, ``pieces`` and ``globals`` (``env.encoder.observer`` has their names), the ``rows`` of
    the menu (``env.encoder.sizes``) and the ``action_mask``. The reward comes at the end: 1 for a win, -1 for a loss, 0
    if nobody won; with ``shaping`` a part of it comes on the way.

    Args:
        game: the game, or its name.
        seat: whose choices are the actions.
        opponent: who plays the other seats: a bot's name, a player, what makes one from ``seed=``, or a `Pool`, from
            which each game draws. It may be replaced between two games: ``env.opponent``.
        max_actions: places of a menu; choices beyond are never offered.
        max_steps: after so many own choices an episode is truncated.
        observe: numbers of a view in place of the encoder's, as ``observation``; they keep one shape.
        rewards: what each seat gets for an outcome in place of 1 and -1.
        shaping: what the seat gets for each choice besides.
        invalid: what becomes of an action that is no place with a choice: `wargame_lab.adapters.episode.Invalid`.
            Where the game goes on or is lost, ``info["illegal"]`` says what was wrong with it.
        render_mode: what `render` gives: see `wargame_lab.adapters.rendering.RenderMode`.

    Raises `UnknownName` for a game, scenario, option, seat, bot, ``invalid`` or render mode that is not there.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}

    def __init__(
        self,
        game: Game | str,
        seat: str,
        opponent: PlayerLike = "normal",
        *,
        scenario: str | None = None,
        options: Mapping[str, object] | None = None,
        max_actions: int = 512,
        max_steps: int | None = None,
        observe: Observe | None = None,
        rewards: Rewards | None = None,
        shaping: Shaping | None = None,
        invalid: Invalid = "raise",
        render_mode: str | None = None,
    ) -> None:
        self._setting = Setting(game, scenario, options, max_actions, observe, rewards, shaping, invalid)
        self.seat = self._setting.game.rules.seat(seat)
        self.opponent, self._max_steps = opponent, max_steps
        self.encoder = self._setting.encoder()
        self._renderer = Renderer(render_mode)
        self.render_mode = self._renderer.mode
        self._begin(0)
        self.action_space = spaces.Discrete(max_actions)
        self.observation_space = self._episode.space(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        """Begin a new game and let the others play until this seat is asked.

        A game's scenario and options are those of the environment: raises `WargameError` for ``options`` given here.
        """
        if refusal := reset_options_refusal(options):
            raise WargameError(refusal)
        super().reset(seed=seed)
        self._begin(int(self.np_random.integers(2**63)))
        self._show()
        return self._seen(), {}

    def _begin(self, seed: int) -> None:
        game = self._setting.game
        other_seats = [seat for seat in game.seats if seat != self.seat]
        self._other_players = {seat: player_from(self.opponent, game.bot, seed) for seat in other_seats}
        draws_worlds = any(traits_of(player).draws_worlds for player in self._other_players.values())
        match = self._setting.begin(
            seed, is_recorded=not isinstance(self.opponent, str | Pool), draws_worlds=draws_worlds
        )
        self._episode, self._steps = Episode(self._setting, self.encoder, match), 0
        self._let_others_play()
        self._episode.shaping_reward(self.seat)

    def _let_others_play(self) -> None:
        episode = self._episode
        while (seat := episode.seat) not in ("", self.seat):
            episode.choose(self._other_players[seat](episode.match.view(seat)))

    def action_masks(self) -> Array:
        """Which places of the menu hold a choice, as maskable learners ask for it."""
        return self._episode.mask(self.seat).astype(bool)

    def step(self, action: int) -> tuple[dict[str, Array], float, bool, bool, dict[str, Any]]:
        """Make a choice, and let the others play until this seat is asked again. Raises `IllegalAction`."""
        episode = self._episode
        refusal = episode.play(action)
        self._let_others_play()
        self._steps += 1
        is_over = episode.outcome is not None
        is_truncated = not is_over and self._max_steps is not None and self._steps >= self._max_steps
        self._show()
        reward = float(episode.rewards()[self.seat]) + episode.shaping_reward(self.seat)
        info = {} if refusal is None else {"illegal": refusal}
        return self._seen(), reward, is_over, is_truncated, info

    def _seen(self) -> dict[str, Array]:
        return self._episode.seen(self.seat)

    def render(self) -> "str | Array | None":  # type: ignore[override, unused-ignore]
        """The game as this seat sees it, in the environment's render mode; see `Renderer.render`."""
        return self._renderer.render(self._episode.match.view(self.seat))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class ChoiceEnv(SeatEnv):
    """One seat of a game, with the numbers of a view and of each choice joined: what a `RowPolicy` reads.

    Observations hold ``position`` (by `Vocabulary.position_names`), ``rows`` (places of the menu by
    `Vocabulary.row_names`, 0 where no choice stands) and the ``action_mask``. The numbers are the same for every
    scenario of a game, so that a policy may learn several. ``vocabulary`` says what they are, as a rule all that the
    sheet of this scenario has; all other arguments are those of `SeatEnv`, but for ``observe``.
    """

    def __init__(
        self, game: Game | str, seat: str, opponent: PlayerLike = "normal", *, vocabulary: Any = None, **settings: Any
    ) -> None:
        import numpy as np

        from wargame_lab.learners.features import RowFeatures, Vocabulary

        super().__init__(game, seat, opponent, **settings)
        self.vocabulary: Vocabulary = vocabulary or Vocabulary.of([self.encoder])
        self._features = RowFeatures(self.encoder, self.vocabulary)
        places = int(self.action_space.n)  # type: ignore[attr-defined, unused-ignore]
        sizes = {"position": (len(self.vocabulary.position_names),), "rows": (places, len(self.vocabulary.row_names))}
        numbers = {name: spaces.Box(-np.inf, np.inf, shape, dtype="float32") for name, shape in sizes.items()}
        self.observation_space = spaces.Dict({**numbers, "action_mask": spaces.MultiBinary(places)})

    def _seen(self) -> dict[str, Array]:
        import numpy as np

        episode, menu = self._episode, list(self._episode.menu)
        mask = episode.mask(self.seat)
        rows = np.zeros((len(mask), len(self.vocabulary.row_names)), dtype=np.float32)
        position, rows[: len(menu)] = self._features.of(episode.view(self.seat), menu)
        return {"position": position, "rows": rows, "action_mask": mask}
