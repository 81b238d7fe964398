"""The environments that ``gymnasium.make`` knows by name: one seat of a small scenario against a bot.

>>> import gymnasium, wargame_lab.environments
>>> env = gymnasium.make("wargame/battlecry-v0")
>>> env.unwrapped.seat
'union'

To import this module is to register them. What stands in `ENVIRONMENTS` never changes under a name: another scenario,
seat, opponent or shape of the observations gets the next number. Rules and bots may be corrected under the same one.
"""

from attrs import frozen

from wargame_core.errors import MissingExtra

try:
    from gymnasium.envs.registration import register
except ImportError:
    raise MissingExtra("gymnasium", "gymnasium", "wargame-lab") from None

SEAT_ENV = "wargame_lab.adapters.gymnasium:SeatEnv"
ANY_GAME = "wargame/seat-v0"
"""The environment of whatever game and seat ``gymnasium.make`` is given."""


@frozen
class NamedEnvironment:
    """What ``gymnasium.make`` makes of a name; every field but the name and the length is an argument of `SeatEnv`."""

    id: str
    game: str
    scenario: str
    seat: str
    max_actions: int
    """The places of a menu."""
    max_episode_steps: int
    """The number of own choices after which an episode is truncated."""
    opponent: str = "easy"


ENVIRONMENTS = (
    NamedEnvironment("wargame/battlecry-v0", "battlecry", "first-bull-run", "union", 128, 500),
    NamedEnvironment("wargame/battlecry-mcdowell-v0", "battlecry", "mcdowell", "union", 128, 500),
    NamedEnvironment("wargame/thunder-v0", "thunder_on_the_mississippi", "siege", "union", 32, 1000),
    NamedEnvironment("wargame/vicksburg-v0", "vicksburg", "historical", "federal", 128, 500),
    NamedEnvironment("wargame/corinth-v0", "corinth", "second_day", "union", 512, 500),
    NamedEnvironment("wargame/lees-retreat-v0", "gcacw_on_the_4th_day", "lees_retreat", "union", 512, 1000),
)
"""From the quickest to the one with the longest menus."""


def _register() -> None:
    register(ANY_GAME, SEAT_ENV)
    for each in ENVIRONMENTS:
        settings = {
            "game": each.game,
            "scenario": each.scenario,
            "seat": each.seat,
            "opponent": each.opponent,
            "max_actions": each.max_actions,
        }
        register(each.id, SEAT_ENV, max_episode_steps=each.max_episode_steps, kwargs=settings)


_register()
