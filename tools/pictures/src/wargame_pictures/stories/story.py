"""The story of a game: its events as sentences, in parts and chapters, with the board at the end of each turn.

A narrator runs no rules. It applies events to the first board, so it can tell a game that is being played, a whole
record, an incomplete one, and the record of one seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import define, field, frozen

from wargame_core.errors import RecordError
from wargame_core.flow.entries import Entry, Rolled, Started, Witnessed, ruling_of
from wargame_core.flow.events import Board, Event, GameEnded, Outcome
from wargame_core.flow.visibility import REFEREE, redact
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote
from wargame_core.records.file_format import ERRORS_OF_GAME_CODE
from wargame_pictures.of_games import pictures_of

if TYPE_CHECKING:
    from wargame_core.game import Game
    from wargame_core.records.record import Record


@frozen
class TurnBegins:
    """A new chapter: the turn's number (0 while the game is set up) and its title."""

    turn: int
    title: str


@frozen
class PartBegins:
    """A new part of a chapter; without a title, a new paragraph."""

    title: str = ""


@frozen
class Sentence:
    """One sentence of the story.

    Attributes:
        text: the sentence.
        at: the number of the answer it follows from, for ``--at``.
        weight: how decisive it is, 0 for not at all.
        rolls: the dice, as text, whose result this sentence tells.
        explanation: how its result came about, a line for each sum: tables, rows, columns, modifiers, totals.
        event: the event itself.
    """

    text: str
    at: int
    weight: int = 0
    rolls: tuple[str, ...] = ()
    explanation: tuple[str, ...] = ()
    event: Event | None = field(default=None, repr=False, eq=False)

    @property
    def text_with_details(self) -> str:
        """The sentence with its dice, and with how its result came about where that is short."""
        dice = f" [{'; '.join(self.rolls)}]" if self.rolls else ""
        explanation = f" ({'; '.join(self.explanation)})" if 0 < len(self.explanation) <= SHORT else ""
        return f"{self.text}{dice}{explanation}"

    @property
    def ledger(self) -> tuple[str, ...]:
        """How its result came about, where that is a list of its own, such as a ledger."""
        return self.explanation if len(self.explanation) > SHORT else ()


SHORT = 4
"""The greatest number of lines about a result that are told in one sentence."""
UNSEEN = (AssertionError, LookupError, ValueError)
"""The errors of an event whose secret part was removed (an ``assert`` that it is there), or that names what the board
lacks (``LookupError`` of a mapping or a sequence, ``ValueError`` of ``remove`` and ``index``)."""

Item: TypeAlias = TurnBegins | PartBegins | Sentence


@define
class Chapter:
    """One turn: its story, the board at its end, and the numbers for the game's charts."""

    turn: int
    title: str
    items: list[PartBegins | Sentence]
    board: Any = field(default=None, repr=False)
    series: Mapping[str, Mapping[str, float]] = field(factory=dict)


SentenceObserver: TypeAlias = Callable[[Sentence, Board], object]
"""Called after a sentence was told, with the board after its event."""


class Narrator:
    """Tells a game as it goes on: `add` every entry, in order, and print what it yields; `chapters` keeps everything.

    ``seat`` is the seat whose story it is. The story of a seat lacks the events that it did not see, and some of its
    events are incomplete, so an event may not fit the board (`UNSEEN`): then it is told in general words and changes
    nothing. All other errors of an event are raised; so are all errors in the story of the referee. A ``camera`` is
    shown the board after every sentence.
    """

    def __init__(self, game: Game, board: Board, seat: str = REFEREE, camera: SentenceObserver | None = None) -> None:
        self.game, self.seat, self._camera = game, seat, camera
        self.board: Any = board.copy() if seat == REFEREE else redact(board, seat)
        self.chapters: list[Chapter] = []
        self.outcome: Outcome | None = None
        self._rolls: list[str] = []
        self._remarks: list[str] = []
        self._turn = game.rules.turn_of(self.board)
        self._untold: list[TurnBegins | PartBegins] = [TurnBegins(self._turn, self._title(self._turn))]
        self._line, self._part = -1, ""

    def add(self, entry: Entry | Witnessed) -> Iterator[Item]:
        """The story of one answer and its events."""
        if isinstance(entry, Rolled) and isinstance(entry.face, int):  # what a drawn card says is told by its event
            self._rolls.append(f"{entry.label} {entry.face}")
        if self._part_changed(entry):
            self._begin(PartBegins())
        for event in entry.events:
            self._apply(event)
            yield from self._tell(event, entry.seq)

    def finish(self) -> None:
        """Close the last chapter; call it after the last entry."""
        if self.chapters:
            self._close(self.board)

    def _part_changed(self, entry: Entry | Witnessed) -> bool:
        """Whether the game has turned to another part of its turn, or to another round of the same part."""
        if not entry.cursor:
            return False
        line_before, part = self._line, self._part
        self._line = self.game.rules.program.paths.get(entry.cursor, -1)
        self._part = entry.cursor[2] if len(entry.cursor) > 2 else entry.cursor[-1]
        return part != self._part or self._line < line_before

    def _apply(self, event: Event) -> None:
        board_before = self.board.copy()
        try:
            event.apply(self.board)
        except UNSEEN:
            if self.seat == REFEREE:
                raise
        if isinstance(event, GameEnded):
            self.outcome = event.outcome
            return
        turn = self.game.rules.turn_of(self.board)
        if turn != self._turn:
            self._turn = turn
            if self.chapters:
                self._close(board_before)
            self._untold = [TurnBegins(turn, self._title(turn))]

    def _close(self, board: Board) -> None:
        chapter = self.chapters[-1]
        if chapter.board is None:
            chapter.board = board.copy()
            chapter.series = self.game.series(board) if self.game.series is not None else {}

    def _title(self, turn: int) -> str:
        return f"Turn {turn}" if turn else "Before the first turn"

    def _begin(self, part: PartBegins) -> None:
        self._untold = [heading for heading in self._untold if isinstance(heading, TurnBegins)] + [part]

    def _tell(self, event: Event, answer_number: int) -> Iterator[Item]:
        presentation = pictures_of(self.game).presentation
        if presentation.heading is not None and (title := presentation.heading(event, self.board)):
            self._begin(PartBegins(title))
        text = self._text(event)
        if not text:
            return
        for heading in self._untold:
            if isinstance(heading, TurnBegins):
                text = text.removeprefix(f"{heading.title}. ")
        yield from self._headings()
        for remark in self._remarks:
            yield self._keep(Sentence(remark, answer_number))
        self._remarks = []
        weight = presentation.weight(event) if presentation.weight is not None else 0
        ruling = ruling_of(event)
        explanation = () if ruling is None else tuple(ruling.worked())
        sentence = Sentence(
            text, answer_number, weight, () if event.tells_rolls else tuple(self._rolls), explanation, event
        )
        self._rolls = []
        yield self._keep(sentence)

    def remark(self, text: str) -> None:
        """Tell a sentence that is from no event, a player's plan, before the next one and under its heading."""
        self._remarks.append(text)

    def _headings(self) -> Iterator[Item]:
        """The headings that the next sentence stands under."""
        for heading in self._untold:
            if isinstance(heading, TurnBegins):
                self.chapters.append(Chapter(heading.turn, heading.title, []))
            elif self.chapters:
                self.chapters[-1].items.append(heading)
            yield heading
        self._untold = []

    def _keep(self, sentence: Sentence) -> Sentence:
        self.chapters[-1].items.append(sentence)
        if self._camera is not None:
            self._camera(sentence, self.board)
        return sentence

    def _text(self, event: Event) -> str:
        try:
            return event.text(self.board)
        except UNSEEN:
            if self.seat == REFEREE:
                raise
            return event.kind.replace("_", " ").capitalize() + "."


def entries_of(record: Record, game: Game) -> Iterator[Rolled | Started | Witnessed]:
    """The answers of any record with their events. Raises `RecordError` for an event the game does not know."""
    codec = game.rules.codec
    for line in record.answers:
        fields: JsonObject = {
            "seq": line["n"],
            "cursor": tuple(line.get("at", ())),
            "events": tuple(codec.event(event) for event in line["events"]),
        }
        if "roll" in line:
            yield Rolled(face=line["roll"], die=line.get("die", ""), label=line.get("label", ""), **fields)
        else:
            yield Started(**fields) if "start" in line else Witnessed(**fields)


def story_of_entry(narrator: Narrator, entry: Entry | Witnessed) -> list[Item]:
    """The story of an answer of a record. Raises `RecordError` for events that do not fit their board."""
    try:
        return list(narrator.add(entry))
    except ERRORS_OF_GAME_CODE as problem:
        raise RecordError(f"answer {entry.seq}: what follows does not fit the board: {quote(problem)}") from None


def first_board(record: Record, game: Game) -> Board:
    """The first board of a recorded game. Raises `UnknownName` for a scenario or option that the game lacks."""
    return game.rules.first_board(record.header["scenario"], record.options(game.rules))


def board_at(record: Record, game: Game, answer_number: int | None = None) -> Board:
    """The board just before answer number ``answer_number`` (after the last one when None), from the events alone."""
    seat = record.header.get("seat", REFEREE)
    narrator = Narrator(game, first_board(record, game), seat)
    for entry in entries_of(record, game):
        if answer_number is not None and entry.seq >= answer_number and not isinstance(entry, Started):
            break
        story_of_entry(narrator, entry)
    board: Board = narrator.board
    return board


def narrate(
    record: Record, game: Game, on_item: Callable[[Item], object] | None = None, camera: SentenceObserver | None = None
) -> Narrator:
    """The whole story of a record; ``on_item`` is called with every item, ``camera`` is shown the board after it."""
    narrator = Narrator(game, first_board(record, game), record.header.get("seat", REFEREE), camera)
    for entry in entries_of(record, game):
        for item in story_of_entry(narrator, entry):
            if on_item is not None:
                on_item(item)
    narrator.finish()
    narrator.outcome = narrator.outcome or record.agreed
    return narrator


def decisive_moments(
    chapters: Iterable[Chapter], max_count: int = 10, min_count: int = 5
) -> list[tuple[Chapter, Sentence]]:
    """The most decisive sentences, in the order in which they happened.

    Sentences of equal weight are taken all or not at all, unless fewer than ``min_count`` would be left.
    """
    moments = [
        (chapter, item)
        for chapter in chapters
        for item in chapter.items
        if isinstance(item, Sentence) and item.weight > 0
    ]
    moments_by_weight = sorted(range(len(moments)), key=lambda moment_number: -moments[moment_number][1].weight)
    excluded_weight = moments[moments_by_weight[max_count]][1].weight if len(moments_by_weight) > max_count else 0
    chosen_moments = [
        moment_number
        for moment_number in moments_by_weight[:max_count]
        if moments[moment_number][1].weight > excluded_weight
    ]
    return [
        moments[moment_number]
        for moment_number in sorted(
            chosen_moments if len(chosen_moments) >= min_count else moments_by_weight[:min_count]
        )
    ]
