"""What a match and a view have in common: facts about the runner of their game."""

from __future__ import annotations

from collections.abc import Mapping

from wargame_core.flow.runner import Runner


class OfRunner:
    """Base of classes that refer to a runner."""

    __slots__ = ("_runner",)
    _runner: Runner

    @property
    def scenario(self) -> str:
        """The id of the scenario that is played."""
        return self._runner.scenario

    @property
    def options(self) -> Mapping[str, str]:
        """The value of every option."""
        return self._runner.options
