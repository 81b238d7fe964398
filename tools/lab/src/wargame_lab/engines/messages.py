"""What is said between a game and an engine: one frozen class a message, and how an engine's lines are read.

A message is a line of JSON with ``kind``. An engine ignores kinds and keys that it does not know; what an engine says
is read strictly. ``docs/reference/engine-protocol.md`` shows each message.
"""

import json
from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal, TypeAlias, cast

from attrs import field, frozen
from attrs.validators import ge, le, max_len, optional

from wargame_core.data.structuring import structured
from wargame_core.flow.choices import Action
from wargame_core.flow.screens import Screen
from wargame_core.flow.view import View
from wargame_core.json_form import JsonForm, JsonMapping, JsonObject, Pairs, WrittenAs
from wargame_core.limits import ACTION, harmless, read_json, shorten
from wargame_core.shapes import shape_of
from wargame_core.version import __version__

PROTOCOL: Final = "wargame-engine/1"
MENU: Final = 2_000
"""Rows of a menu that an engine is sent; it may choose what is not among them."""
NAME, PLAN = 80, 500
"""Characters of the name of an engine, and of a plan."""
WORLD: Final = "world"
Wish: TypeAlias = Literal["world"]
"""What an engine may want with each question: a full position, with secrets drawn as its seat thinks possible."""


@frozen
class PlayedGame(JsonForm):
    """What is played: the game with its variants, the versions of its rules and data, and for which seat."""

    id: str
    variants: tuple[str, ...]
    rules: str
    data: str
    scenario: str
    options: Pairs[str]
    seats: tuple[str, ...]
    seat: str
    seed: int
    """For the random numbers of the engine: the same seed asks for the same play. The dice do not follow from it."""

    @staticmethod
    def of(view: View, seed: int) -> "PlayedGame":
        """What is played, as a view says."""
        rules = view.rules
        options = tuple(view.options.items())
        variants = tuple(variant.id for variant in rules.additions.variants)
        return PlayedGame(
            rules.id, variants, rules.version, rules.source.digest, view.scenario, options, rules.seats, view.seat, seed
        )


@frozen
class HostHello(JsonForm):
    """The first message to an engine: the protocol, the version of the library, and the first game."""

    tag = ("kind", "hello")
    game: PlayedGame
    protocol: str = PROTOCOL
    wargame_core: str = __version__


@frozen
class NewGame(JsonForm):
    """From now on another game is played, or another seat; what was before is forgotten. It has no answer."""

    tag = ("kind", "new_game")
    game: PlayedGame


@frozen
class ChoiceRequest(JsonForm):
    """A question, which the engine answers with a choice of the same ``id`` within ``seconds``."""

    tag = ("kind", "choose")
    id: int
    seconds: float
    view: Annotated[JsonObject, WrittenAs(Screen)]
    """What the seat may know, with the menu; without the story."""
    complete: bool
    """Whether everything that is legal stands in the menu."""
    world: Annotated[JsonObject | None, WrittenAs(JsonObject | None)] = None
    """A full position that the seat cannot tell from the true one, for an engine that wants it."""


@frozen
class StopThinking(JsonForm):
    """The engine is to answer the question with this id at once, as well as it can."""

    tag = ("kind", "stop")
    id: int


@frozen
class ChoiceRefused(JsonForm):
    """The choice was not played, and why; a choice by chance was played in its place."""

    tag = ("kind", "refused")
    id: int
    why: str


@frozen
class LeaveGame(JsonForm):
    """Nothing more is asked: the engine ends."""

    tag = ("kind", "end")


HostMessage: TypeAlias = HostHello | NewGame | ChoiceRequest | StopThinking | ChoiceRefused | LeaveGame
"""What an engine is told."""


@frozen(kw_only=True)
class EngineHello:
    """The answer to ``hello``: the protocol that the engine speaks, its name, and what it wants with each question."""

    kind: ClassVar[str] = "hello"
    protocol: str = field(validator=max_len(NAME))
    name: str = field(validator=max_len(NAME), default="", converter=harmless)
    wants: tuple[Wish, ...] = ()


@frozen(kw_only=True)
class EngineChoice:
    """The answer to ``choose``: the action of a row of the menu, or another legal one."""

    kind: ClassVar[str] = "choice"
    id: int
    action: Annotated[JsonMapping, WrittenAs(Action)]
    chance: float | None = field(default=None, validator=optional([ge(0), le(1)]))
    """The chance to win that the engine expects, from 0 to 1."""
    plan: str = field(validator=max_len(PLAN), default="", converter=harmless)
    """A sentence about its intentions, for its own seat while the game goes on."""


EngineMessage: TypeAlias = EngineHello | EngineChoice
"""What an engine says."""
_ENGINE_MESSAGE: Final = shape_of(EngineMessage)


def line_of(message: HostMessage) -> str:
    """A message to an engine as the line that is sent, with its end."""
    return json.dumps(message.to_json(), separators=(",", ":")) + "\n"


def read_line(line: str) -> EngineMessage:
    """What a line of an engine says. Raises ValueError, and quotes nothing at length."""
    data = read_json(line, ACTION)
    if not isinstance(data, Mapping):
        raise ValueError(f"a message is a JSON object with `kind`, not {shorten(line)}")
    return cast(EngineMessage, structured(data, _ENGINE_MESSAGE))
