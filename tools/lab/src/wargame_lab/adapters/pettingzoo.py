"""Every game as a PettingZoo environment (extra ``pettingzoo``): agents take turns, as the rules ask them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, ClassVar

from wargame_core.errors import MissingExtra
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

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError:
    raise MissingExtra("pettingzoo", "pettingzoo", "wargame-lab") from None


def env(
    game: Game | str,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    *,
    max_actions: int = 512,
    max_cycles: int | None = None,
    observe: Observe | None = None,
    rewards: Rewards | None = None,
    shaping: Shaping | None = None,
    invalid: Invalid = "raise",
    render_mode: str | None = None,
) -> GameEnv:
    """An environment whose agents are the seats of a game.

    An observation holds the numbers of the agent's view (``planes``, ``pieces``, ``globals``; the names are those of
    ``env.encoder.observer``), the rows of its menu (``rows``) and which places of it hold a choice (``action_mask``);
    an action is a place of the menu. Rewards are given at the end: 1 for the winner, -1 for the loser, 0 for both if
    nobody won.

    Args:
        max_actions: places of a menu; choices beyond are never offered.
        max_cycles: after so many choices all agents are truncated.
        observe: numbers of a view in place of the encoder's, as ``observation``; they keep one shape.
        rewards: what each seat gets for an outcome in place of 1 and -1.
        shaping: what agents get for each choice besides.
        invalid: what becomes of an action that is no place with a choice: `wargame_lab.adapters.episode.Invalid`.
            Where the game goes on or is lost, ``infos[agent]["illegal"]`` says what was wrong with it.
        render_mode: what `GameEnv.render` gives: see `wargame_lab.adapters.rendering.RenderMode`.

    Raises `UnknownName` for a game, scenario, option, ``invalid`` or render mode that is not there.
    """
    setting = Setting(game, scenario, options, max_actions, observe, rewards, shaping, invalid)
    return GameEnv(setting, max_cycles, render_mode)


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game as an environment; see `env`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "wargame",
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,
    }

    def __init__(self, setting: Setting, max_cycles: int | None, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {**GameEnv.metadata, "name": setting.game.id}  # type: ignore[misc]
        self.possible_agents = list(setting.game.seats)
        self._renderer = Renderer(render_mode)
        self.render_mode = self._renderer.mode
        self._setting, self._max_cycles, self.encoder = setting, max_cycles, setting.encoder()
        self._begin(0)
        observation_space = self._episode.space(self.possible_agents[0])
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation_space)
        self.action_spaces = {agent: spaces.Discrete(setting.max_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a new game. The same seed gives the same dice.

        A game's scenario and options are those of the environment. ``options`` given here change nothing, and a warning
        says so: the library's own test gives some that no environment knows.
        """
        if refusal := reset_options_refusal(options):
            warnings.warn(refusal, UserWarning, stacklevel=2)
        self._begin(seed)
        self._show()

    def _begin(self, seed: int | None) -> None:
        self._episode, self._cycles = Episode(self._setting, self.encoder, self._setting.begin(seed)), 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._episode.seat or self.agents[0]
        self._episode.shaping_reward(self.agent_selection)

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent sees now."""
        return self._episode.seen(agent)

    def step(self, action: int | None) -> None:
        """Make the choice of the agent whose turn it is. Raises `IllegalAction`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        refusal = self._episode.play(action)
        self.infos = {seat: {} for seat in self.agents}
        if refusal is not None:
            self.infos[agent]["illegal"] = refusal
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(self._episode.rewards())
        is_over = self._episode.outcome is not None
        is_truncated = not is_over and self._max_cycles is not None and self._cycles >= self._max_cycles
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, is_truncated)
        self.agent_selection = self._episode.seat or agent
        for seat in self.agents if is_over or is_truncated else [self.agent_selection]:
            self.rewards[seat] += self._episode.shaping_reward(seat)
        self._accumulate_rewards()
        self._show()

    def render(self) -> str | Array | None:
        """The game as the agent whose turn it is sees it, in the environment's render mode; see `Renderer.render`."""
        return self._renderer.render(self._episode.match.view(self.agent_selection))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Does nothing: an environment holds no window or file open."""
