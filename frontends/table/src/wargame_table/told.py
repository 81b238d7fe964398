"""What a table says to a screen: the shape of each message, for the schema, the declarations and whoever reads them.

A message is a dictionary with ``kind``; it is made where the table knows what to say, and this is the one place that
says what may stand in it. What is added within a number of the protocol is left out of here by no test.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from wargame_core.authoring import About, Action, Outcome, Sheet
from wargame_core.flow.panels import Panel
from wargame_core.flow.screens import Mark, MenuRow
from wargame_core.json_form import Holds, JsonObject
from wargame_pictures.paper.handout import FieldKind
from wargame_table.protocol import Code, What

ActionJson: TypeAlias = Annotated[JsonObject, Holds(Action)]
AboutJson: TypeAlias = Annotated[JsonObject, Holds(About)]


class ReasonJson(TypedDict):
    """A reason as it is sent."""

    code: str
    text: str
    cite: str | None


class VerdictJson(TypedDict):
    """A verdict as it is sent; ``about`` is what the refused choice names."""

    legal: bool
    reasons: list[ReasonJson]
    about: NotRequired[AboutJson]


class ModifierJson(TypedDict):
    """A line of a sum as it is sent."""

    value: int
    label: str
    because: str
    cite: str | None


class RulingJson(TypedDict):
    """A computed result as it is sent."""

    title: str
    result: Any
    base: int
    modifiers: list[ModifierJson]
    total: int
    cite: str | None
    table: str
    row: str
    column: str
    detail: dict[str, int | str]
    parts: list[RulingJson]
    considered: list[ModifierJson]


class SeatRow(TypedDict):
    """A seat: what people call it, whether somebody sits there, who it is or was last, and which bot plays it."""

    seat: str
    title: str
    here: bool
    bot: NotRequired[str]
    name: NotRequired[str]


class VariantRow(TypedDict):
    """A house rule that is played."""

    title: str
    help: str


class Welcome(TypedDict):
    """The first answer: which game this is, who one is, who else is there, and what may be asked for.

    ``name`` is what one is called here: left out for nothing, also where somebody else has the name of the hello.
    """

    kind: Literal["welcome"]
    protocol: str
    you: str
    role: str
    name: NotRequired[str]
    game: str
    title: str
    scenario: str
    options: dict[str, str]
    sheet: str
    seats: list[SeatRow]
    bots: list[str]
    can: list[str]
    limits: NotRequired[dict[str, int]]
    variants: NotRequired[list[VariantRow]]
    referee: NotRequired[bool]
    delay: NotRequired[int]
    looks: NotRequired[int]
    continued: NotRequired[str]


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

    all: NotRequired[dict[str, Annotated[JsonObject, Holds(Panel)]]]
    set: NotRequired[dict[str, Annotated[JsonObject, Holds(Panel)]]]
    gone: NotRequired[list[str]]


class Rolled(TypedDict("Rolled", {"for": str})):  # a key that is a word of Python
    """Something rolled or drawn: which die, what it shows, and what for."""

    die: str
    face: Any


class SceneDie(TypedDict):
    """A die as it is shown: its face, and whether it hits."""

    face: str
    hit: NotRequired[bool]


class Scene(TypedDict("Scene", {"as": Literal["order", "move", "attack", "loss", "retreat", "card"]})):
    """How a row of the story is shown: as what, how many were lost by it, and its dice."""

    count: NotRequired[int]
    dice: NotRequired[list[SceneDie]]


class StoryLine(TypedDict):
    """An event as the seat may know it, or a die. ``ruling`` says that `explain` tells how it came about.

    ``by`` and ``turn`` head what follows: whose doing it is (empty for nobody's), and in which turn.
    """

    kind: str
    text: NotRequired[str]
    about: NotRequired[AboutJson]
    marks: NotRequired[list[Annotated[JsonObject, Holds(Mark)]]]
    dice: NotRequired[Rolled]
    ruling: NotRequired[bool]
    scene: NotRequired[Scene]
    by: NotRequired[str]
    turn: NotRequired[int]


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
    """What a seat offers to the others, and which seats have said yes."""

    seat: str
    what: What
    agreed: list[str]


class Asked(TypedDict):
    """The question to a seat, and its menu."""

    prompt: str
    rows: list[AskedRow]
    more: bool
    abridged: NotRequired[bool]
    cite: NotRequired[str]
    form: NotRequired[Form]
    build: NotRequired[Building]
    ways: NotRequired[list[WayByPlace]]


class ClockJson(TypedDict):
    """Seconds allowed to each seat, used by each up to ``since`` of the server's clock, and who thinks from then on."""

    allowed: int
    used: dict[str, int]
    running: list[str]
    since: int


class UndoHint(TypedDict):
    """Whether it is worth asking to take the last choice back, and if not, why."""

    may: bool
    because: NotRequired[str]


class Update(TypedDict):
    """Brings a screen up to date: cut the story to ``kept`` rows, add ``events``, show the rest.

    ``again`` is the id of the table at which the game was begun anew: one's key opens it too.
    """

    kind: Literal["update"]
    at: str
    kept: int
    known: int
    tag: str
    events: NotRequired[list[StoryLine]]
    cursor: list[str]
    waiting: list[str]
    ask: NotRequired[Asked]
    chosen: NotRequired[bool]
    undo: NotRequired[UndoHint]
    offer: NotRequired[OfferJson]
    again: NotRequired[str]
    turn: NotRequired[int]
    outcome: NotRequired[Annotated[JsonObject, Holds(Outcome)]]
    clock: NotRequired[ClockJson]
    sheet: NotRequired[str]
    pieces: NotRequired[PieceChanges]
    panels: NotRequired[PanelChanges]
    faces: NotRequired[dict[str, str]]
    marks: NotRequired[list[str]]


class Done(TypedDict):
    """It is done, and kept whatever happens."""

    kind: Literal["done"]
    id: str


class Refusal(TypedDict):
    """It is not done. Where it is a limit, the same may come again after ``retry_after`` seconds."""

    kind: Literal["refused"]
    id: NotRequired[str]
    code: Code
    text: str
    reasons: NotRequired[list[ReasonJson]]
    retry_after: NotRequired[float]


class Judged(TypedDict):
    """Whether an action would be legal, and if not, why."""

    kind: Literal["judged"]
    id: str
    legal: bool
    reasons: list[ReasonJson]
    about: NotRequired[AboutJson]


class Explained(TypedDict):
    """Why something cannot be chosen, or how a result came about."""

    kind: Literal["explained"]
    id: str
    text: str
    reasons: NotRequired[list[ReasonJson]]
    ruling: NotRequired[RulingJson]


class Chance(TypedDict):
    """A story that an action may lead to."""

    chance: str
    percent: float
    text: str


class Chances(TypedDict):
    """The likeliest stories that an action may lead to; ``rest`` is the chance of all ``others`` together."""

    kind: Literal["forecast"]
    id: str
    outcomes: list[Chance]
    others: NotRequired[int]
    rest: NotRequired[str]


class MoreRows(TypedDict):
    """The rows of a menu from number ``first`` on."""

    kind: Literal["rows"]
    id: str
    first: int
    rows: list[AskedRow]
    more: bool


class Frame(TypedDict):
    """A moment of a film; ``sheet`` is there while a game inside the game is played."""

    known: int
    sheet: NotRequired[str]
    pieces: PieceChanges
    marks: NotRequired[list[str]]


class FilmSheet(TypedDict):
    """The sheet of a game inside the game, and its picture."""

    sheet: Annotated[JsonObject, Holds(Sheet)]
    picture: str


class Film(TypedDict):
    """Where the pieces stood after each event that the seat learnt."""

    kind: Literal["film"]
    id: str
    frames: list[Frame]
    faces: dict[str, str]
    sheets: dict[str, FilmSheet]


class Standing(TypedDict):
    """The points of each side from the moment at which so many events were known, and the turn then."""

    known: int
    turn: int
    points: dict[str, int]


class CourseOfGame(TypedDict):
    """How the score came to be, as this seat saw it: a row for each change of it and for each new turn."""

    kind: Literal["course"]
    id: str
    title: str
    rows: list[Standing]


class RuleRow(TypedDict):
    """A heading of the rules: where it stands, and its paragraphs in our words."""

    heading: str
    where: str
    text: list[str]


class RulesAtHand(TypedDict):
    """The rules that may be looked up."""

    kind: Literal["rules"]
    id: str
    rules: list[RuleRow]


class Looks(TypedDict):
    """How often somebody has used the key of this seat."""

    kind: Literal["looks"]
    count: int


SaidTo: TypeAlias = Literal["seats"]


class Sentence(TypedDict("Sentence", {"from": str})):  # a key that is a word of Python
    """Somebody said something; with ``to`` only those who have a seat hear it."""

    kind: Literal["say"]
    seat: str
    text: str
    to: NotRequired[SaidTo]


class Notes(TypedDict):
    """What this seat has written down for itself."""

    kind: Literal["note"]
    text: str


class Here(TypedDict):
    """Who is at the table."""

    kind: Literal["here"]
    seats: list[SeatRow]
    watching: int


class Pong(TypedDict):
    """Somebody is there."""

    kind: Literal["pong"]


Told: TypeAlias = (
    Welcome
    | Update
    | Done
    | Refusal
    | Judged
    | Explained
    | Chances
    | MoreRows
    | Film
    | CourseOfGame
    | RulesAtHand
    | Looks
    | Sentence
    | Notes
    | Here
    | Pong
)


class News(TypedDict):
    """The answer to a request that asks for news, or that carries a message."""

    messages: list[Told]


class TableMade(TypedDict):
    """The answer to whoever makes a table: what is played, and a link for each role, its key behind ``#``."""

    table: str
    game: str
    title: str
    links: dict[str, str]


class KeyGiven(TypedDict):
    """The key that is good from now on, and whether somebody else has taken the seat."""

    key: str
    taken: bool
