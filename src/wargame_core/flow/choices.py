"""What a seat may do: lazy sets of actions that can be listed, counted, sampled and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from attrs import asdict, frozen

from wargame_core.errors import RulesError
from wargame_core.flow.about import About, about
from wargame_core.json_form import JsonObject
from wargame_core.limits import shorten
from wargame_core.rulings import LEGAL, Cite, Verdict, refuse

if TYPE_CHECKING:
    import pandas


class Random(Protocol):
    """The part of `random.Random` that sampling needs."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""


@frozen
class Action:
    """Base of every action: a small frozen class with a `kind` tag, naming things by id, never by position."""

    kind: ClassVar[str] = ""

    def text(self, board: Any) -> str:
        """The label in a menu; ``board`` is as the seat that may choose sees it."""
        return self.kind.replace("_", " ")

    def help(self, board: Any) -> str:
        """More about this choice, for a tooltip: a card's text, what a march costs. "" for nothing."""
        return ""

    def about(self, board: Any) -> About:
        """The pieces, places and cards this choice names; by default what the marks of its fields say."""
        return about(self, board)


def in_one_order(ids: Iterable[str]) -> tuple[str, ...]:
    """The ids sorted, so that actions which name the same set are equal.

    A converter for a field of an action: ``units: tuple[str, ...] = field(converter=in_one_order)``.
    """
    return tuple(sorted(ids))


MOST_LISTED = 50_000
"""How many actions a menu may list; one of more lists an excerpt (`Choices.abridged`)."""


def few_enough(actions: Iterable[Any]) -> list[Any]:
    """The actions as a list. Raises `RulesError` for more than `MOST_LISTED`, and computes no more than these."""
    listed = list(islice(actions, MOST_LISTED + 1))
    if len(listed) > MOST_LISTED:
        raise RulesError(f"more than {MOST_LISTED:,} choices are listed: list an excerpt of them (`Choices.abridged`)")
    return listed


class Choices:
    """The legal actions of one decision. Subclasses define `__iter__` and `judge`; the rest follows from them.

    ``complete`` says whether everything that is legal is listed. A march lists one best path to each place and accepts
    any: its menu is not complete. ``abridged`` says that there are too many to list: iterating gives an excerpt, `len`
    counts that excerpt, `judge` judges everything, and `sample` may draw what is not listed. Such a menu is not
    complete. A list of more than `MOST_LISTED` actions raises `RulesError`. ``by_people`` says that the answer is
    something that happened outside the program, which only a person knows: the listed actions are examples, and no
    bot may choose.
    """

    __slots__ = ()
    complete: ClassVar[bool] = True
    abridged: ClassVar[bool] = False
    by_people: ClassVar[bool] = False

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError(f"{type(self).__name__} must list its actions")

    def judge(self, action: Any) -> Verdict:
        """Whether ``action`` is legal here, and if not, why. Does not list the actions."""
        raise NotImplementedError(f"{type(self).__name__} must judge an action")

    def __len__(self) -> int:
        return len(self.head())

    def __contains__(self, action: object) -> bool:
        return bool(self.judge(action))

    def offers(self, action: object) -> bool:
        """Whether this very object was handed out by these choices, so that it need not be judged; False if unsure."""
        return False

    def head(self, limit: int | None = None) -> list[Action]:
        """The first ``limit`` actions of the list, or all without a limit; no others are computed.

        Raises `RulesError` without a limit for more than `MOST_LISTED` actions.
        """
        return list(islice(self, limit)) if limit is not None else few_enough(self)

    def index(self, action: object) -> int | None:
        """The index of an action in the list, from 0; None for one that is not listed, legal or not."""
        return next((place for place, listed in enumerate(self) if listed == action), None)

    def sample(self, rng: Random) -> Action:
        """One of the actions, each possible. Raises IndexError when there is none."""
        actions: list[Action] = self.head()
        return actions[int(rng.random() * len(actions))]

    def help(self, action: Any, board: Any) -> str:
        """More about one of the actions; by default what the action itself says.

        Choices that have computed something for all of their actions, such as what each march costs, return it here.
        """
        return str(action.help(board))

    def cost(self, action: Action, board: Any) -> str:
        """What one of the actions costs, short enough for a map ("3", "1 1/2"); "" for nothing."""
        return ""

    def explain(self, target: str) -> Verdict | None:
        """Why the thing with a name (a place, a unit) cannot be chosen; None when the name means nothing here."""
        return None

    def to_frame(self, board: Any = None) -> pandas.DataFrame:
        """A row an action: kind, fields, and with a board its ``label``. Raises `MissingExtra` without pandas."""
        from wargame_core.odds import frame_of

        return frame_of(
            {**({"label": action.text(board)} if board is not None else {}), "kind": action.kind, **asdict(action)}
            for action in self
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} actions>"


class ListedChoices(Choices):
    """A short list of actions, all of them legal and nothing else.

    ``read`` gives the label of an action, for refusals; without it they show the action as Python code.
    """

    __slots__ = ("actions", "cite", "otherwise", "read")

    def __init__(
        self,
        actions: Iterable[Action],
        otherwise: str = "",
        cite: Cite | None = None,
        read: Callable[[Action], str] = str,
    ) -> None:
        self.actions: tuple[Action, ...] = tuple(actions if type(actions) in (list, tuple) else few_enough(actions))
        self.otherwise, self.cite, self.read = otherwise, cite, read

    def __iter__(self) -> Iterator[Any]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def sample(self, rng: Random) -> Action:
        return self.actions[int(rng.random() * len(self.actions))]

    def offers(self, action: object) -> bool:
        for listed in self.actions:  # noqa: SIM110 - asked of every choice: a generator takes twice as long
            if listed is action:
                return True
        return False

    def judge(self, action: Any) -> Verdict:
        if action in self.actions:
            return LEGAL
        return refuse("not_offered", self.otherwise or not_offered(action, self.actions, self.read), self.cite)


SHOWN = 300
"""The greatest number of characters for the choices that a refusal shows."""


def not_offered(action: Action, actions: Iterable[Action], read: Callable[[Action], str] = str) -> str:
    """A sentence that names the refused action and some of those that would have been accepted."""
    allowed = list(actions)
    shown = "; ".join(shorten(read(offered)) for offered in allowed[:6]) + ("; ..." if len(allowed) > 6 else "")
    shown = shown if len(shown) <= SHOWN else f"{shown[: SHOWN - 3]}..."
    return f"{shorten(read(action))} is not one of the {len(allowed)} choices now ({shown})"


def words_of(action: Action, board: Any, longest: int = 120) -> str:
    """The label of an action, even if it names things that do not exist; cut after ``longest`` characters."""
    try:
        text = str(action.text(board))
    except Exception:  # what it names does not exist: the kind of action is all that can be said
        text = str(action.kind).replace("_", " ") if isinstance(action, Action) else "that"
    return shorten(text, longest)


def named_by(action: Action, board: Any) -> JsonObject:
    """What an action names, as JSON of `About`; empty if it names things that do not exist."""
    try:
        named: JsonObject = action.about(board).to_json()
    except Exception:  # what it names does not exist: nothing can be pointed at
        return {}
    return named
