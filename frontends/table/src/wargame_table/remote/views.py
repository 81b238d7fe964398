"""The view of a seat at somebody's server: what a program reads to choose, as like a `View` of the core as it can be.

A server sends no board, so a view from the wire has question, choices, story, pieces and panels, and no ``board``.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, overload

from attrs import field, frozen

from wargame_core.errors import NeedsPerson, NotYourTurn
from wargame_core.flow.choices import Random
from wargame_core.flow.menu import SHOWN, found_by_label
from wargame_core.json_form import JsonMapping, JsonObject
from wargame_table.remote.reading import part_of

NOTHING: Final[JsonMapping] = MappingProxyType({})


@frozen
class RemoteChoice:
    """A choice that a server offers: what `play` takes. The parts of its action are its attributes too.

    >>> choice = RemoteChoice("Cavalry to D10", {"kind": "move", "piece": "s9", "to": "D10"})
    >>> print(choice), choice.kind, choice.piece
    Cavalry to D10
    (None, 'move', 's9')

    Attributes:
        label: its words in the menu.
        action: the action as JSON.
        about: what it names, in the ids of the sheet.
        help: more about it; "" for nothing.
        sure: whether it certainly rolls no die and shows nothing.
    """

    label: str
    action: JsonMapping = field(hash=False)
    about: JsonMapping = field(default=NOTHING, eq=False, repr=False)
    help: str = field(default="", eq=False, repr=False)
    sure: bool = field(default=False, eq=False, repr=False)

    @staticmethod
    def of(row: JsonObject) -> "RemoteChoice":
        """The choice of a row of a menu. Raises `WireError`."""
        label, action = part_of(row, "label", str), part_of(row, "action", dict)
        subject, words = part_of(row, "about", dict, {}), part_of(row, "help", str, "")
        return RemoteChoice(label, action, subject, words, part_of(row, "sure", bool, False))

    @property
    def kind(self) -> str:
        """The kind of its action, such as "attack"."""
        return str(self.action.get("kind", ""))

    def to_json(self) -> JsonObject:
        """The action as JSON."""
        return dict(self.action)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self.action:
            raise AttributeError(f"the choice {self.label!r} has no {name} (it has: {', '.join(self.action)})")
        return self.action[name]

    def __str__(self) -> str:
        return self.label


class RemoteChoices(Sequence[RemoteChoice]):
    """The choices of a seat, in the order of the menu; like a `Menu` of the core.

    Attributes:
        seat: whose choices they are.
        complete: whether everything that is legal is listed.
        by_people: whether only a person can answer: what happened on a table of miniatures (`report`).
    """

    def __init__(self, seat: str, ask: JsonMapping, rows: Sequence[JsonObject]) -> None:
        self.seat, self._choices = seat, tuple(map(RemoteChoice.of, rows))
        self.by_people = "form" in ask
        self.abridged = bool(ask.get("abridged"))
        self.complete = not (self.abridged or ask.get("more") or "ways" in ask)

    @property
    def labels(self) -> list[str]:
        """The labels of the choices, in their order."""
        return [choice.label for choice in self._choices]

    def find(self, words: str) -> RemoteChoice:
        """The choice with this label, or the only one whose label contains ``words``, in capital or small letters.

        Raises `UnknownName`, `AmbiguousName` where several contain them, and `MalformedAction` for what is not text.
        """
        return found_by_label(words, self.seat, lambda: [(choice.label, choice) for choice in self._choices])

    def head(self, limit: int | None = None) -> list[RemoteChoice]:
        """The first choices, or all of them."""
        return list(self._choices[:limit])

    def sample(self, rng: Random) -> RemoteChoice:
        """One of the choices, each as likely as another. Raises `NeedsPerson` where only a person can answer."""
        if not self._choices:
            raise NeedsPerson(f"{self.seat} is asked what only a person knows: answer with report(...)")
        return self._choices[int(rng.random() * len(self._choices))]

    @overload
    def __getitem__(self, index: int) -> RemoteChoice: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[RemoteChoice, ...]: ...
    def __getitem__(self, index: int | slice) -> RemoteChoice | tuple[RemoteChoice, ...]:
        return self._choices[index]

    def __len__(self) -> int:
        return len(self._choices)

    def __iter__(self) -> Iterator[RemoteChoice]:
        return iter(self._choices)

    def __repr__(self) -> str:
        note = "" if self.complete else "; what is not listed may be legal too"
        more_lines = [f"  ... {len(self) - SHOWN} more"] if len(self) > SHOWN else []
        choice_lines = [f"  {choice}" for choice in self._choices[:SHOWN]]
        return "\n".join([f"{len(self)} choices of {self.seat}{note}", *choice_lines, *more_lines])


@frozen(eq=False)
class RemoteView:
    """What a seat may know at one moment, as the server last said. It stays as it is when the game goes on.

    Attributes:
        welcome: the first answer of the server: game, scenario, options, seats.
        update: the update that brought the seat here: ``at``, ``cursor``, ``undo``, ``clock``, ...
        story: the rows of what this seat was told, the oldest first.
        pieces: the pieces on the map by id, each with its place ``at``, its ``side`` and its ``text``.
        panels: what lies beside the board by id: score, hand, tracks.
    """

    welcome: JsonMapping = field(repr=False)
    update: JsonMapping = field(repr=False)
    story: tuple[JsonObject, ...] = field(repr=False)
    pieces: Mapping[str, JsonObject] = field(repr=False)
    panels: Mapping[str, JsonObject] = field(repr=False)
    _choices: RemoteChoices | None = field(default=None, repr=False)

    @property
    def seat(self) -> str:
        """The seat that this view is of: the role of the link where it is no seat."""
        return str(self.welcome["you"])

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.welcome.get("game", ""))

    @property
    def at(self) -> str:
        """A tag of all that this seat knows and is asked."""
        return str(self.update["at"])

    @property
    def asked(self) -> bool:
        """Whether this seat is to choose."""
        return self._choices is not None

    @property
    def prompt(self) -> str | None:
        """What this seat is asked; None when it is not asked anything."""
        return str(self.update["ask"]["prompt"]) if self.asked else None

    @property
    def choices(self) -> RemoteChoices:
        """What this seat may choose. Raises `NotYourTurn` when it is asked nothing."""
        if self._choices is None:
            raise NotYourTurn(f"{self.seat} is not asked anything: {self._state}")
        return self._choices

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats that are to choose."""
        return tuple(self.update["waiting"])

    @property
    def outcome(self) -> JsonObject | None:
        """How the game ended: its ``text``, ``winners``, ``scores``; None while it goes on."""
        outcome: JsonObject | None = self.update.get("outcome")
        return outcome

    @property
    def offer(self) -> JsonObject | None:
        """What a seat offers: its ``seat``, ``what``, and who has ``agreed``; None for nothing."""
        offer: JsonObject | None = self.update.get("offer")
        return offer

    @property
    def log(self) -> list[str]:
        """The story so far, a sentence for each event that has one."""
        return [row["text"] for row in self.story if row.get("text")]

    @property
    def _state(self) -> str:
        if self.outcome is not None:
            return f"the game is over ({self.outcome.get('text', '')})"
        return f"the game waits for {' and '.join(self.waiting_for) or 'nobody'}"

    def __repr__(self) -> str:
        return f"<RemoteView of {self.seat}: {self.prompt or self._state}>"


@frozen
class RemoteNews:
    """What has happened since the news before.

    Attributes:
        drop: how many of the rows that were told before do not hold any more: they were taken back.
        rows: the rows that are new.
    """

    drop: int
    rows: tuple[JsonObject, ...]

    @property
    def texts(self) -> list[str]:
        """The sentences of the rows."""
        return [row["text"] for row in self.rows if row.get("text")]
