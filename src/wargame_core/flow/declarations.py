"""What a game declares beside its sequence of play: what is hidden, what is shown, what stays true, its JSON."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from attrs import field, frozen

from wargame_core.flow.about import OFF
from wargame_core.flow.choices import Action
from wargame_core.flow.codec import Hooks
from wargame_core.flow.events import Board, Event
from wargame_core.flow.panels import Panel
from wargame_core.flow.pieces import FaceOf, MapMark
from wargame_core.json_form import JsonObject
from wargame_core.rulings import Cite

Vary: TypeAlias = Callable[[Any, str, Random], Any]
"""A function that gives a copy of a board in which something that a seat does not know is different."""


@frozen
class Secrecy:
    """One sentence of who may know what.

    Attributes:
        sentence: as a player says it.
        cite: where the book says it.
        vary: ``vary(board, seat, rng)`` gives a copy of the true board in which some of what this sentence hides from
            the seat (or ``spectator``) is different, and all else is equal. None if the sentence hides nothing.
        alike: ``alike(board, seat, action, other)``: whether the sentence keeps from the seat which of two choices
            another seat has made.
        shows: ``shows(board, seat, event)``: whether an event tells the seat only what it could see happening.
    """

    sentence: str
    cite: Cite | None = None
    vary: Vary | None = None
    alike: Callable[[Any, str, Any, Any], bool] | None = None
    shows: Callable[[Any, str, Any], bool] | None = None

    def to_json(self) -> JsonObject:
        """The sentence, and where the book says it."""
        return {"sentence": self.sentence, "cite": str(self.cite) if self.cite else None}

    def __str__(self) -> str:
        return f"{self.sentence}  [{self.cite}]" if self.cite else self.sentence


@frozen
class Sight:
    """What seats see from near on one board, where pieces come into sight and go without an event that says so.

    Attributes:
        watched: the places at which a seat sees every piece, or that none is there.
        seeing: from where a piece would see one of these places, these among them. It goes by what is printed, whoever
            stands where: what only a piece that is there tells is left out.
    """

    watched: Callable[[str], frozenset[str]]
    seeing: Callable[[Iterable[str]], frozenset[str]]


@frozen(kw_only=True)
class HiddenInformation:
    """What seats may not know: in sentences for players, and how a seat can imagine it."""

    secrets: tuple[Secrecy, ...] = ()
    """Who may know what, stated apart from the views; the law of secrets compares the two."""
    worlds: Callable[[Any, Any, str, Random], Board] | None = None
    """``worlds(before, now, seat, rng)``: ``before`` with possible secrets filled in.

    Both boards are as the seat sees them, at the beginning of the step and now: what it does not see is not wrong there
    but missing. What a player could have written down (who was seen where) belongs on the board, else worlds forget it.
    """
    sight: Callable[[Any], Sight | None] = lambda board: None
    """``sight(board)``: what its seats see from near, where pieces come into sight without an event that says so.

    Screens then take the places of others' pieces from each view, and what comes into sight bars undo.
    """


@frozen
class Marches:
    """What a game declares about marches that are cut in two.

    ``cut(board, action)`` gives pairs of actions, a shorter march and the rest of it; none for other actions and for
    marches that cannot be cut. Where nothing is rolled, the two actions of a pair lead to the same board as the whole
    march. Questions to other seats on the way are answered with an action of ``meanwhile``, such as staying.

    ``one_move`` is a sentence that says why a march cannot be continued: then the second action must be refused.
    """

    cut: Callable[[Any, Any], Iterable[tuple[Action, Action]]]
    meanwhile: tuple[Action, ...] = ()
    one_move: str = ""


@frozen(kw_only=True)
class PieceRights:
    """Who moves whose pieces, and which of them a choice may cost.

    An action moves the pieces that its ``about`` names as ``pieces``. They belong to the seat that is offered it: it is
    the side that `Display.face_of` gives them.
    """

    of_others: Mapping[type[Action], str] = field(factory=dict)
    """The actions by which a seat moves pieces that are not its own, each with the rule that says so."""
    may_fall: Mapping[type[Action], Callable[[Any, Any], Iterable[str]]] = field(factory=dict)
    """By class of action, ``pieces(board, action)``: those that may leave the map before anybody chooses again."""


def named_pieces(board: Any, action: Action) -> tuple[str, ...]:
    """For `PieceRights.may_fall`: all pieces that an action names, who acts and on whom."""
    return action.about(board).all_pieces()


EventCheck: TypeAlias = Callable[[Any, Any], bool]
"""``so(event, board)``: whether what an event names is so on the board right after it."""
EventCondition: TypeAlias = Callable[[Any, Any, Sequence[Event]], bool]
"""``may(event, board, past)``: whether an event may happen on a board, after all events of the game before it."""


def same(*names: str) -> EventCheck:
    """For `Guarantees.afterwards`: these fields of the event are those of the board."""
    return lambda event, board: all(getattr(event, name) == getattr(board, name) for name in names)


def pieces_stand_there(event: Event, board: Any) -> bool:
    """For `Guarantees.afterwards`: the pieces that the event names stand where it says, or have left the map."""
    subject, places = event.about(board), board.piece_places()
    return all(places.get(piece, OFF) == subject.to for piece in subject.pieces)


@frozen(kw_only=True)
class Guarantees:
    """What a game says is always so; laws check it."""

    pieces: PieceRights | None = None
    """Who moves whose pieces; None for a game without pieces."""
    afterwards: Mapping[type[Event], EventCheck] = field(factory=dict)
    """By class of event, whether what it names is so right after it."""
    beforehand: Mapping[type[Event], tuple[EventCondition, ...]] = field(factory=dict)
    """By class of event, what must be so right before it, by the rulebook read once more and as plainly as possible.

    A law names the function that is not so, and so a function has the name of a sentence (``nobody_stands_there``).
    """
    conserved: Mapping[str, Callable[[Any], object]] = field(factory=dict)
    """By name, functions of a board whose value never changes during a game."""
    marches: Marches | None = None
    """How marches can be cut into shorter ones, for games whose actions move pieces."""


Panels: TypeAlias = Callable[[Any, str], tuple[Panel, ...]]
"""``panels(board, seat)``: what lies beside the board, made from a board as that seat sees it."""


@frozen(kw_only=True)
class Display:
    """What players see beside the printed map, as functions of a board as a seat sees it."""

    panels: Panels | None = None
    """What lies beside the board."""
    counts: Panels | None = None
    """The panels that hold numbers (scores, hands, tracks, the step), without their words.

    Learners are given these in place of `panels`, whose numbers they repeat; left out where words are few.
    """
    face_of: FaceOf | None = None
    """``face_of(board, piece)``: what the counter of a piece on the map shows."""
    map_marks: Callable[[Any], Iterable[MapMark]] = lambda board: ()
    """``map_marks(board)``: what else lies on the map now (works, zones, flags)."""
    piece_facts: Mapping[str, Callable[[Any], Mapping[str, int]]] = field(factory=dict)
    """By name, numbers that pieces have now (figures, losses, fatigue): functions from a board to the number of each
    piece of the sheet. Pieces whose number is 0 may be left out."""


@frozen(kw_only=True)
class JsonTypes:
    """How values of a game's own types become JSON."""

    hooks: Hooks | None = None
    """Teaches the JSON converter these types; see `Codec`."""
    schemas: Mapping[Any, JsonObject] = field(factory=dict)
    """The JSON Schema of what those hooks write, by type; it holds for subclasses too."""
