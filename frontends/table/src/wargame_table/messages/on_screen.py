"""What a screen shows, as it is sent: pieces, rows of the story, questions; `outgoing` has the messages."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from wargame_core.authoring import About, Action
from wargame_core.flow.panels import Panel
from wargame_core.flow.screens import Mark, MenuRow
from wargame_core.json_form import JsonObject, WrittenAs
from wargame_pictures.paper.handout import FieldKind
from wargame_table.messages.incoming import What

ActionJson: TypeAlias = Annotated[JsonObject, WrittenAs(Action)]
AboutJson: TypeAlias = Annotated[JsonObject, WrittenAs(About)]


class PieceRow(TypedDict):
    """A piece: its place, the middle and the scale of its face in units of the sheet, and what it is in words.

    Of the pieces at a place the one with the higher ``z`` lies on the other; 0 where it is left out.
    """

    at: str
    x: NotRequired[float]
    y: NotRequired[float]
    z: NotRequired[int]
    scale: NotRequired[float]
    face: NotRequired[str]
    side: NotRequired[str]
    text: NotRequired[str]


class PieceChanges(TypedDict):
    """What stands on the sheet: all of it at first, then what is new or different and what is gone."""

    all: NotRequired[dict[str, PieceRow]]
    set: NotRequired[dict[str, PieceRow]]
    gone: NotRequired[list[str]]


class PanelChanges(TypedDict):
    """What lies beside the board: all of it at first, then what is new or different and what is gone."""

    all: NotRequired[dict[str, Annotated[JsonObject, WrittenAs(Panel)]]]
    set: NotRequired[dict[str, Annotated[JsonObject, WrittenAs(Panel)]]]
    gone: NotRequired[list[str]]


class Rolled(TypedDict("Rolled", {"for": str})):  # a key that is a word of Python
    """Something rolled or drawn: which die, what it shows, and what for."""

    die: str
    face: Any


class SceneDie(TypedDict):
    """A die as it is shown: its face, and whether it hits."""

    face: str
    hit: NotRequired[bool]


class Scene(TypedDict("Scene", {"as": Literal["order", "move", "attack", "loss", "retreat", "card", "routine"]})):
    """How a row of the story is shown: as what, how many were lost by it or what befell a unit, and its dice."""

    count: NotRequired[int]
    result: NotRequired[str]
    dice: NotRequired[list[SceneDie]]


class StoryLine(TypedDict):
    """An event as the seat may know it, or a die. ``ruling`` says that `explain` tells how it came about.

    ``by`` and ``turn`` head what follows: whose doing it is, and in which turn. Where ``by`` is empty, ``step`` is the
    title of the step in which the rules do it by themselves; without one it is nobody's.
    """

    kind: str
    text: NotRequired[str]
    about: NotRequired[AboutJson]
    marks: NotRequired[list[Annotated[JsonObject, WrittenAs(Mark)]]]
    dice: NotRequired[Rolled]
    ruling: NotRequired[bool]
    scene: NotRequired[Scene]
    by: NotRequired[str]
    turn: NotRequired[int]
    step: NotRequired[str]


class RecapLineJson(TypedDict):
    """A thing that was done: a paragraph, what it names, and the number of the event whose result can be explained."""

    text: str
    about: NotRequired[AboutJson]
    event: NotRequired[int]


class RecapPartJson(TypedDict):
    """What one seat did; where ``by`` is empty, what the rules did in the step with the title ``step``, or nobody."""

    by: str
    step: NotRequired[str]
    lines: list[RecapLineJson]


class RecapJson(TypedDict):
    """What others did since this seat last acted: who lost what, and what happened, part by part; none for nothing.

    ``first`` is the number of the first event that it tells.
    """

    losses: NotRequired[str]
    parts: list[RecapPartJson]
    first: int


class LessonJson(TypedDict):
    """What a learner reads now: see `wargame_core.lessons.LessonPage`."""

    title: str
    step: int
    steps: int
    heading: NotRequired[str]
    heard: NotRequired[list[str]]
    say: NotRequired[list[str]]
    do: NotRequired[str]
    choice: NotRequired[str]
    cite: NotRequired[str]
    light: NotRequired[list[str]]
    over: NotRequired[bool]


class FormField(TypedDict):
    """A field of a report: how it is asked, what may be answered, and with which answers to another it is asked."""

    key: str
    prompt: str
    kind: FieldKind
    values: NotRequired[list[tuple[str, str]]]
    least: NotRequired[int]
    most: NotRequired[int]
    asked_if: NotRequired[tuple[str, list[str]]]


class Form(TypedDict):
    """What is to be told of a battle that people fought on a table of their own."""

    title: str
    fields: list[FormField]


class WayByPlace(TypedDict):
    """A way that may be chosen place by place.

    ``places`` are what the list that ``into`` leads to in ``action`` has for each place, by its printed id.
    """

    action: ActionJson
    into: list[str]
    start: str
    pieces: list[str]
    places: dict[str, Any]


class Thing(TypedDict):
    """One of several things that may be chosen together."""

    name: str
    label: str
    about: NotRequired[AboutJson]


class Part(TypedDict):
    """One of the things of a row of which one is chosen: its ``value`` stands in the action."""

    value: Any
    label: str
    about: NotRequired[AboutJson]


class PartRow(TypedDict):
    """A row of which one is chosen; its value stands in the action where ``into`` leads."""

    title: str
    into: list[str | int]
    things: list[Part]


class Building(TypedDict):
    """How an action is put together from several things, or from one of each of several rows."""

    action: ActionJson
    into: NotRequired[list[str]]
    things: NotRequired[list[Thing]]
    most: NotRequired[int]
    each: NotRequired[list[PartRow]]


class AskedRow(MenuRow):
    """A row of a menu; ``sure``: nothing is rolled by it and nothing comes to light."""

    sure: NotRequired[bool]


class OfferJson(TypedDict):
    """What a seat offers to the others, and which seats have said yes.

    ``kept`` is the number of events of the story that are left when a choice is taken back.
    """

    seat: str
    what: What
    agreed: list[str]
    kept: NotRequired[int]


class Asked(TypedDict):
    """The question to a seat, what it names on the map, and its menu."""

    prompt: str
    about: NotRequired[AboutJson]
    rows: list[AskedRow]
    more: bool
    abridged: NotRequired[bool]
    cite: NotRequired[str]
    form: NotRequired[Form]
    build: NotRequired[Building]
    ways: NotRequired[list[WayByPlace]]


class ClockJson(TypedDict):
    """Seconds allowed to each seat, used by each up to ``since`` of the server's clock, and who thinks from then on.

    With a ``limit`` the game ends when they are used up: those of a seat for the game, or for one choice.
    """

    limit: NotRequired[Literal["game", "choice"]]
    allowed: int
    used: dict[str, int]
    running: list[str]
    since: int


class UndoHint(TypedDict):
    """Whether it is worth asking to take the last choice back, and if not, why."""

    may: bool
    because: NotRequired[str]
