"""What a table says to a screen: the shape of each message, for the schema, the declarations and whoever reads them.

A message is a dictionary with ``kind``; it is made where the table knows what to say, and this is the one place that
says what may stand in it. What is added within a number of the protocol is left out of here by no test.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from wargame_core.authoring import Outcome, Reason, Ruling, Sheet
from wargame_core.json_form import JsonObject, WrittenAs
from wargame_table.messages.incoming import Code
from wargame_table.messages.on_screen import (
    AboutJson,
    Asked,
    AskedRow,
    ClockJson,
    LessonJson,
    OfferJson,
    PanelChanges,
    PieceChanges,
    PieceRow,
    RecapJson,
    StoryLine,
    UndoHint,
)
from wargame_table.messages.patches import FacePart, Patch

ReasonJson: TypeAlias = Annotated[JsonObject, WrittenAs(Reason)]
RulingJson: TypeAlias = Annotated[JsonObject, WrittenAs(Ruling)]


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
    ``lesson`` is the title of the lesson or puzzle that is taught at this table, where ``puzzles`` is how many the game
    has; ``length`` is how long a game lasts, in words.
    """

    kind: Literal["welcome"]
    protocol: str
    you: str
    role: str
    name: NotRequired[str]
    game: str
    title: str
    length: NotRequired[str]
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
    lesson: NotRequired[str]
    puzzles: NotRequired[int]
    looks: NotRequired[int]
    continued: NotRequired[str]


class Patches(TypedDict):
    """What is different of a question that this screen was told, and of panels, pieces and faces by their ids.

    The question is the latest one, or with ``long`` the latest that had 24 rows or more, since the screen was told
    everything. Faces are made of those that it has.
    """

    ask: NotRequired[Patch]
    long: NotRequired[bool]
    panels: NotRequired[dict[str, Patch]]
    pieces: NotRequired[dict[str, Patch]]
    faces: NotRequired[dict[str, list[FacePart]]]


class Update(TypedDict):
    """Brings a screen up to date: cut the story to ``kept`` rows, add ``events``, show the rest.

    ``recap`` is there where it differs from that of the update before.
    ``lesson`` is what a learner reads now.
    ``hints`` says that people have agreed on hints.
    ``again`` is the id of the table at which the game was begun anew: one's key opens it too.
    ``patches`` are for a screen that has asked for them: what they tell of is in no other part.
    """

    kind: Literal["update"]
    at: str
    kept: int
    known: int
    tag: str
    events: NotRequired[list[StoryLine]]
    recap: NotRequired[RecapJson]
    cursor: list[str]
    waiting: list[str]
    ask: NotRequired[Asked]
    chosen: NotRequired[bool]
    undo: NotRequired[UndoHint]
    offer: NotRequired[OfferJson]
    lesson: NotRequired[LessonJson]
    hints: NotRequired[bool]
    again: NotRequired[str]
    turn: NotRequired[int]
    outcome: NotRequired[Annotated[JsonObject, WrittenAs(Outcome)]]
    clock: NotRequired[ClockJson]
    sheet: NotRequired[str]
    pieces: NotRequired[PieceChanges]
    panels: NotRequired[PanelChanges]
    faces: NotRequired[dict[str, str]]
    marks: NotRequired[list[str]]
    patches: NotRequired[Patches]


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


class AdvisedChoice(TypedDict):
    """A choice of a hint: ``percent`` is its chance to win, with its standard ``error``; both left out where unrated.

    ``why`` is what speaks for it, in sentences.
    """

    action: JsonObject
    text: str
    percent: NotRequired[float]
    error: NotRequired[float]
    why: list[str]


class HintTold(TypedDict):
    """Choices that the seat might make, the best one first; ``percent`` is its chance to win as it stands.

    ``note`` says why they are not rated, where they are not.
    """

    kind: Literal["hint"]
    id: str
    percent: float
    choices: list[AdvisedChoice]
    note: NotRequired[str]


class ChancesThen(TypedDict):
    """The chance to win of each seat in percent, or its lead in points, by what it saw.

    That is once so many events were ``known``.
    """

    known: int
    turn: int
    amounts: dict[str, float]


class CostlyChoice(TypedDict):
    """A choice that cost a seat something, and what might have been done instead.

    It was made once so many events were ``known``; ``step`` says what was to be chosen. The ``cost``, its ``error``
    and the ``worth`` of what was done are in percent of the chance to win, or ``in_points`` of the lead. If it
    ``is_advised``, a strong bot would have done ``best``, and says ``why``; else that came out best of what was
    tried.
    """

    known: int
    turn: int
    step: str
    text: str
    best: str
    cost: float
    worth: float
    error: float
    in_points: bool
    is_advised: bool
    why: list[str]


class ChancesChanged(TypedDict):
    """A moment at which the dice changed the chances, or leads, much: what a ``seat`` chose, and the rolls after it.

    The seat is "" where they followed from no choice; ``text`` is then what was rolled for.
    """

    known: int
    turn: int
    seat: str
    text: str
    rolls: list[str]
    amounts: dict[str, float]


class BalanceTold(TypedDict):
    """The chance of a seat at ``first`` and at ``last``, what dice and cards gave, and what else it was, in percent."""

    first: float
    luck: float
    remainder: float
    last: float


class ChanceFell(TypedDict):
    """What a seat lost of its chance, in percent, over several turns."""

    known: int
    turn: int
    last_turn: int
    seat: str
    before: float
    after: float


class AnalysisTold(TypedDict):
    """A game analysed: the chances, what changed those of each seat, and the choices that cost it most.

    ``hardly_moves`` says that the chances stood nearly still before the end, so that they tell little: then ``rows``
    and ``turning_points`` are ``in_points`` of the lead at the end, not in percent, where the game has points.
    ``unjudged_count`` of all ``choice_count`` choices were not judged, because there was no time or somebody did
    something unseen.
    """

    kind: Literal["analysis"]
    id: str
    bot: str
    rows: list[ChancesThen]
    turning_points: list[ChancesChanged]
    falls: list[ChanceFell]
    hardly_moves: bool
    in_points: bool
    balance: dict[str, BalanceTold]
    worst: dict[str, list[CostlyChoice]]
    choice_count: int
    unjudged_count: int


class MoreRows(TypedDict):
    """The rows of a menu from number ``first`` on."""

    kind: Literal["rows"]
    id: str
    first: int
    rows: list[AskedRow]
    more: bool


class Frame(TypedDict):
    """A moment of a film; ``sheet`` is there while an inner game is played."""

    known: int
    sheet: NotRequired[str]
    pieces: PieceChanges
    marks: NotRequired[list[str]]


class FilmSheet(TypedDict):
    """The sheet of an inner game, and its picture."""

    sheet: Annotated[JsonObject, WrittenAs(Sheet)]
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


class Still(TypedDict):
    """What lay on the map after an event, and what took part in it: pieces, places, and pairs of who attacked whom."""

    pieces: dict[str, PieceRow]
    marks: list[str]
    faces: dict[str, str]
    named: list[str]
    places: list[str]
    attacks: list[list[str]]


class DecisiveEvent(TypedDict):
    """An event that decided the game, as the seat was told it.

    It is told by the rows from number ``first`` on, up to ``known``. ``chances`` are the percents at which the seat
    (for who has none, the first one) would win before and after it.
    """

    first: int
    known: int
    turn: int
    text: str
    chances: NotRequired[list[int]]
    still: Still


class CourseOfGame(TypedDict):
    """How the score came to be, as this seat saw it: a row for each change of it and for each new turn.

    ``decisive`` are the events that decided the game, once it is over.
    """

    kind: Literal["course"]
    id: str
    title: str
    rows: list[Standing]
    decisive: NotRequired[list[DecisiveEvent]]


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
    """Somebody said something; with ``to`` only those who have a seat hear it.

    ``number`` is there over HTTP, where the next request says up to which one it has heard.
    """

    kind: Literal["say"]
    seat: str
    text: str
    to: NotRequired[SaidTo]
    number: NotRequired[int]


class Notes(TypedDict):
    """What this seat has written down for itself."""

    kind: Literal["note"]
    text: str


class Here(TypedDict):
    """Who is at the table. ``tag`` is there over HTTP, where the next request says whom it knows to be there."""

    kind: Literal["here"]
    seats: list[SeatRow]
    watching: int
    tag: NotRequired[str]


class DeviceAsks(TypedDict):
    """Another device asks to be let in by the person who has this seat; it shows these words for so long."""

    kind: Literal["device_asks"]
    words: str
    label: str
    seconds: int


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
    | HintTold
    | AnalysisTold
    | MoreRows
    | Film
    | CourseOfGame
    | RulesAtHand
    | Looks
    | Sentence
    | Notes
    | Here
    | DeviceAsks
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


class TurnAddress(TypedDict):
    """Where a turn can be read by anybody: its page, and one picture of it."""

    page: str
    picture: str


class SeatTaken(TypedDict):
    """What the key of a call opens: a role; ``seat`` is that of the link, and ``taken`` says that it is another's."""

    role: str
    seat: str
    taken: bool


class WordsShown(TypedDict):
    """The words that a device shows which asks to be let in, and for how many seconds they are good."""

    words: str
    seconds: int


class DeviceRow(TypedDict):
    """A device of a person: its public key, and since when it is known and was seen last, in seconds."""

    device: str
    label: str
    since: int
    seen: int
    this: NotRequired[bool]


class DevicesOfPerson(TypedDict):
    """What a server holds of a person: the name, empty for none, and the devices."""

    name: str
    devices: list[DeviceRow]


class SeatFreed(TypedDict):
    """A seat that is free, and the link that opens it."""

    link: str
    seat: str


class KeyGiven(TypedDict):
    """The key that is good from now on, and whether somebody else has taken the seat, which is named then."""

    key: str
    taken: bool
    seat: NotRequired[str]
