"""The environments that ``gymnasium.make`` knows by name: one seat of a small scenario against a bot.

>>> import gymnasium, wargame_lab.environments
>>> names = [named.id for named in wargame_lab.environments.ENVIRONMENTS]
>>> gymnasium.make(names[0]).unwrapped.seat
'union'

To import this module is to register them. What stands in a plugin's environments.toml never changes under a name:
another scenario, seat, opponent or shape of the observations gets the next number. Rules and bots may be corrected
under the same one.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from wargame_core import discover
from wargame_core.errors import MissingExtra

try:
    from gymnasium.envs.registration import register
except ImportError:
    raise MissingExtra("gymnasium", "gymnasium", "wargame-lab") from None

FILE = "environments.toml"
SEAT_ENV = "wargame_lab.adapters.gymnasium:SeatEnv"
ANY_GAME = "wargame/seat-v0"
"""The environment of whatever game and seat ``gymnasium.make`` is given."""


@frozen
class NamedEnvironment:
    """What ``gymnasium.make`` makes of a name; every field but the name and the length is an argument of `SeatEnv`."""

    id: str
    game: str
    """Its name, or the path of a game that is a file of the plugin."""
    scenario: str
    seat: str
    max_actions: int
    """The places of a menu."""
    max_episode_steps: int
    """The number of own choices after which an episode is truncated."""
    opponent: str


def _of_plugins() -> Iterator[NamedEnvironment]:
    for installed_plugin in discover():
        folder = installed_plugin.plugin.data if installed_plugin.plugin is not None else None
        file = folder.parent / FILE if folder is not None else None
        if file is not None and file.is_file():
            rows = tomllib.loads(file.read_text(encoding="utf-8"))["environment"]
            yield from (NamedEnvironment(**row | {"game": _name_or_path(row["game"], file.parent)}) for row in rows)


def _name_or_path(name_or_path: str, folder: Path) -> str:
    """A game by its name, or by the path of its file, which lies beside the plugin's environments."""
    return str(folder / name_or_path) if name_or_path.endswith(".toml") else name_or_path


ENVIRONMENTS = tuple(_of_plugins())
"""Those of all installed plugins, each in a file beside the data folder of its plugin."""


def _register() -> None:
    register(ANY_GAME, SEAT_ENV)
    for environment in ENVIRONMENTS:
        settings = {
            "game": environment.game,
            "scenario": environment.scenario,
            "seat": environment.seat,
            "opponent": environment.opponent,
            "max_actions": environment.max_actions,
        }
        register(environment.id, SEAT_ENV, max_episode_steps=environment.max_episode_steps, kwargs=settings)


_register()
