"""The choices of a seat with their labels: read, found by name, and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, TypeVar

from wargame_core.errors import AmbiguousName, MalformedAction, UnknownName, WargameError
from wargame_core.flow.about import Names
from wargame_core.flow.choices import Action, Choices, Random
from wargame_core.flow.pending import Ask
from wargame_core.limits import quote
from wargame_core.names import folded
from wargame_core.rulings import Verdict

if TYPE_CHECKING:
    import pandas

T = TypeVar("T")
SHOWN = 20
"""How many choices are shown of many."""
CUT = 36
"""How many characters of a label a refusal names."""


def found_by_label(words: str, seat: str, labelled: Callable[[], Sequence[tuple[str, T]]]) -> T:
    """The choice of ``seat`` that words mean, as `Menu.find` finds it; ``labelled`` gives all with their labels."""
    if not isinstance(words, str):
        raise MalformedAction(f"a choice is found by words of its label, not by {quote(words)}")
    choices, folded_words = labelled(), folded(words)
    for fits_words in (str.__eq__, str.__contains__) if folded_words else ():
        fitting_choices = [(label, choice) for label, choice in choices if fits_words(folded(label), folded_words)]
        if len(fitting_choices) > 1:
            first_labels = "; ".join(label for label, _ in fitting_choices[:6]) + (
                "; ..." if len(fitting_choices) > 6 else ""
            )
            raise AmbiguousName(f"{quote(words)} fits {len(fitting_choices)} choices of {seat}: {first_labels}")
        if fitting_choices:
            return fitting_choices[0][1]
    raise UnknownName(f"choice of {seat}", words, [label[:CUT] for label, _ in choices])


class Menu(Choices):
    """The legal actions of a seat, each with the label that it has in a menu: ``match.choices()``.

    >>> from wargame_core import load
    >>> menu = load("battlecry").start(seed=1862).choices()
    >>> menu.labels[0], menu[0]
    ('play Attack Center', PlayCard(card='attack_center'))
    >>> menu.find("scout")
    PlayCard(card='scout_center')
    """

    __slots__ = ("_ask", "_board", "of", "seat")

    def __init__(self, ask: Ask, board: Callable[[], Any]) -> None:
        self._ask, self.of, self.seat, self._board = ask, ask.choices, ask.seat, board

    @property
    def labels(self) -> list[str]:
        """The labels of the listed actions, as the seat reads them; no two are alike."""
        return [label for label, _ in self._labelled()]

    def find(self, words: str) -> Action:
        """The action with this label, or the only one whose label contains ``words``, in capital or small letters.

        Raises `UnknownName`, `AmbiguousName` where several contain them, and `MalformedAction` for what is not text. An
        action that is legal but not listed has no label: give it as itself or as JSON.
        """
        return found_by_label(words, self.seat, self._labelled)

    def _labelled(self) -> list[tuple[str, Action]]:
        board = self._board()
        return [(action.text(board), action) for action in self.of]

    def __getitem__(self, index: int) -> Action:
        """The action at this place of the list. Raises `IndexError` beyond its end."""
        actions = self.of.head()
        if not -len(actions) <= index < len(actions):
            raise IndexError(f"there is no choice {index}: the list has {len(actions)}, from 0 on")
        return actions[index]

    def to_frame(self, board: Any = None) -> pandas.DataFrame:
        """A row an action: label, kind and fields. Raises `MissingExtra` without pandas."""
        return self.of.to_frame(self._board() if board is None else board)

    def __repr__(self) -> str:
        try:
            return "\n".join([self._count(), *(f"  {label}" for label in self._shown())])
        except WargameError:  # the match has gone on, so the labels are not to be had
            return self._count()

    def _repr_html_(self) -> str:
        rows = "".join(f"<li>{escape(label)}</li>" for label in self._shown())
        return f'<div><b>{escape(self._count())}</b><ol start="0" style="margin:.2em">{rows}</ol></div>'

    def _count(self) -> str:
        incomplete_note = "; what is not listed may be legal too" if not self.complete else ""
        return f"{len(self)} choices of {self.seat}{incomplete_note}"

    def _shown(self) -> list[str]:
        board, count = self._board(), len(self)
        labels = [action.text(board) for action in self.of.head(SHOWN)]
        return [*labels, f"... {count - SHOWN} more"] if count > SHOWN else labels

    # All else is what the choices say themselves.

    @property
    def complete(self) -> bool:
        return self.of.complete

    @property
    def abridged(self) -> bool:
        return self.of.abridged

    @property
    def by_people(self) -> bool:
        return self.of.by_people

    def __iter__(self) -> Iterator[Action]:
        return iter(self.of)

    def __len__(self) -> int:
        return len(self.of)

    def judge(self, action: Any) -> Verdict:
        return self.of.judge(action)

    def offers(self, action: object) -> bool:
        return self._ask.offers(action)

    def head(self, limit: int | None = None) -> list[Action]:
        return self.of.head(limit)

    def index(self, action: object) -> int | None:
        return self.of.index(action)

    def sample(self, rng: Random) -> Action:
        return self._ask.draw(rng)

    def endings(self) -> Sequence[Action]:
        return self.of.endings()

    def help(self, action: Any, board: Any = None) -> str:
        return self.of.help(action, self._board() if board is None else board)

    def cost(self, action: Action, board: Any = None) -> str:
        return self.of.cost(action, self._board() if board is None else board)

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        return self.of.explain(kind, ref)

    def explain_pair(self, piece: str, place: str) -> Verdict | None:
        return self.of.explain_pair(piece, place)

    def __getattr__(self, name: str) -> Any:
        """What these choices have beside that, such as the pieces of a march."""
        if name in Menu.__slots__:  # a copy that is being made has none yet
            raise AttributeError(name)
        return getattr(self.of, name)
