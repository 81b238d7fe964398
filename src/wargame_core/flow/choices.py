"""What a seat may do: lazy sets of actions that can be listed, counted, sampled and judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, product
from math import comb, prod
from typing import TYPE_CHECKING, Any, Protocol

from attrs import asdict, evolve, frozen

from wargame_core.errors import RulesError
from wargame_core.flow.about import PIECE, PLACE, Names, Sayable
from wargame_core.flow.overriding import check_overrides
from wargame_core.json_form import JsonObject
from wargame_core.limits import quote, shorten
from wargame_core.maps.masks import bits, nth_bit
from wargame_core.rulings import LEGAL, Cite, Reason, Verdict, refuse

if TYPE_CHECKING:
    import pandas


class Random(Protocol):
    """The part of `random.Random` that sampling needs."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""


@frozen
class Action(Sayable, kind=""):
    """Base of every action: a small frozen class with a `kind` tag, naming things by id, never by position."""

    def text(self, board: Any) -> str:
        """The label in a menu; ``board`` is as the seat that may choose sees it."""
        return self.kind.replace("_", " ")

    def help(self, board: Any) -> str:
        """More about this choice, for a tooltip: a card's text, what a march costs. "" for nothing."""
        return ""


def sorted_ids(ids: Iterable[str]) -> tuple[str, ...]:
    """The ids sorted, so that actions which name the same set are equal.

    A converter for a field of an action: ``units: tuple[str, ...] = field(converter=sorted_ids)``.
    """
    return tuple(sorted(ids))


OUT_OF_REACH = "out_of_reach"
LONGEST_LABEL = 100
"""How many characters the label of an action may have, so that chat services and small screens can show it."""
MOST_LISTED = 50_000
"""How many actions a menu may list; one of more lists an excerpt (`Choices.abridged`)."""


def list_within_limit(actions: Iterable[Any]) -> list[Any]:
    """The actions as a list. Raises `RulesError` for more than `MOST_LISTED`, and computes no more than these."""
    actions_listed = list(islice(actions, MOST_LISTED + 1))
    if len(actions_listed) > MOST_LISTED:
        raise RulesError(f"more than {MOST_LISTED:,} choices are listed: list an excerpt of them (`Choices.abridged`)")
    return actions_listed


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

    def __init_subclass__(cls, **class_arguments: Any) -> None:
        super().__init_subclass__(**class_arguments)
        check_overrides(cls)

    @property
    def complete(self) -> bool:
        """Whether everything that is legal is listed."""
        return not self.abridged

    @property
    def abridged(self) -> bool:
        """Whether only an excerpt is listed."""
        return False

    @property
    def by_people(self) -> bool:
        """Whether only a person can answer."""
        return False

    def __iter__(self) -> Iterator[Action]:
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
        return list(islice(self, limit)) if limit is not None else list_within_limit(self)

    def endings(self) -> Sequence[Action]:
        """The listed actions that end the step or pass: they are shown however long the list is. None if unsure."""
        return ()

    def index(self, action: object) -> int | None:
        """The index of an action in the list, from 0; None for one that is not listed, legal or not."""
        return next((place for place, choice in enumerate(self) if choice == action), None)

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

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        """Why a thing cannot be chosen, legal where it can; None where these choices have nothing of their own to say.

        ``kind`` is `PIECE`, `PLACE` or `CARD`, ``ref`` its id on the sheet. Where None is returned, players are told
        by the list whether the thing is in it (`Match.explain`). What is said agrees with `judge`; a law checks it.
        """
        return None

    def explain_pair(self, piece: str, place: str) -> Verdict | None:
        """Why a piece cannot choose a place, by their ids on the sheet, legal where it can; None as in `explain`."""
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

    ``action_text`` gives the label of an action, for refusals; without it they show the action as Python code.
    """

    __slots__ = ("actions", "cite", "otherwise", "read")

    def __init__(
        self,
        actions: Iterable[Action],
        refusal_text: str = "",
        cite: Cite | None = None,
        action_text: Callable[[Action], str] = str,
    ) -> None:
        self.actions: tuple[Action, ...] = tuple(
            actions if type(actions) in (list, tuple) else list_within_limit(actions)
        )
        self.otherwise, self.cite, self.read = refusal_text, cite, action_text

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def sample(self, rng: Random) -> Action:
        return self.actions[int(rng.random() * len(self.actions))]

    def offers(self, action: object) -> bool:
        for choice in self.actions:  # noqa: SIM110 - asked of every choice: a generator takes twice as long
            if choice is action:
                return True
        return False

    def judge(self, action: Any) -> Verdict:
        if action in self.actions:
            return LEGAL
        return refuse("not_offered", self.otherwise or not_offered(action, self.actions, self.read), self.cite)


SHOWN = 300
"""The greatest number of characters for the choices that a refusal shows."""


def not_offered(action: Action, actions: Iterable[Action], action_text: Callable[[Action], str] = str) -> str:
    """A sentence that names the refused action and some of those that would have been accepted."""
    allowed_actions = list(actions)
    choices_text = "; ".join(shorten(action_text(option)) for option in allowed_actions[:6]) + (
        "; ..." if len(allowed_actions) > 6 else ""
    )
    choices_text = choices_text if len(choices_text) <= SHOWN else f"{choices_text[: SHOWN - 3]}..."
    return f"{shorten(action_text(action))} is not one of the {len(allowed_actions)} choices now ({choices_text})"


def words_of(action: Action, board: Any, longest_length: int = 120) -> str:
    """The label of an action, even if it names things that do not exist; cut after ``longest_length`` characters."""
    try:
        text = str(action.text(board))
    except Exception:  # what it names does not exist: the kind of action is all that can be said
        text = str(action.kind).replace("_", " ") if isinstance(action, Action) else "that"
    return shorten(text, longest_length)


def named_by(action: Action, board: Any) -> JsonObject:
    """What an action names, as JSON of `About`; empty if it names things that do not exist."""
    try:
        references: JsonObject = action.about(board).to_json()
    except Exception:  # what it names does not exist: nothing can be pointed at
        return {}
    return references


LISTED = 300
"""The approximate limit of listed choices."""


class Subsets(Choices):
    """The choice of any of the things, at most ``most_members``, named in their order.

    ``make_action`` makes the action that names some of them, ``read_action`` says which an action names. If there are
    too many choices to list, only the small ones are listed, and the first and last of each larger size
    (``abridged``). Choices that are not listed are legal too.
    """

    __slots__ = ("_whole", "cite", "largest_first", "make", "most", "names", "read")

    def __init__(
        self,
        names: Sequence[str],
        make_action: Callable[[tuple[str, ...]], Any],
        read_action: Callable[[Any], Sequence[str]],
        cite: Cite | None = None,
        *,
        most_members: int | None = None,
        largest_first: bool = False,
    ) -> None:
        self.names, self.make, self.read, self.cite, self.largest_first = (
            tuple(names),
            make_action,
            read_action,
            cite,
            largest_first,
        )
        self.most = len(self.names) if most_members is None else min(most_members, len(self.names))
        menu_size, size = 1, 0
        while size < self.most and menu_size + comb(len(self.names), size + 1) <= LISTED:
            size += 1
            menu_size += comb(len(self.names), size)
        self._whole = size  # every choice of up to so many is listed

    @property
    def abridged(self) -> bool:
        return self._whole < self.most

    def _subsets_of_size(self, size: int) -> Iterator[tuple[str, ...]]:
        if size <= self._whole:
            yield from combinations(self.names, size)
            return
        yield self.names[:size]
        if size < len(self.names):
            yield self.names[-size:]

    def __iter__(self) -> Iterator[Action]:
        sizes = range(self.most, -1, -1) if self.largest_first else range(self.most + 1)
        for size in sizes:
            yield from map(self.make, self._subsets_of_size(size))

    def __len__(self) -> int:
        count = len(self.names)
        return sum(comb(count, size) if size <= self._whole else 1 + (size < count) for size in range(self.most + 1))

    def sample(self, rng: Random) -> Any:
        """One of the listed choices, every number of things equally likely."""
        size = int(rng.random() * (self.most + 1))
        if size > self._whole:
            patterns = list(self._subsets_of_size(size))
            return self.make(patterns[int(rng.random() * len(patterns))])
        order = list(self.names)
        for place in range(size):
            swap_place = place + int(rng.random() * (len(order) - place))
            order[place], order[swap_place] = order[swap_place], order[place]
        chosen_places = set(order[:size])
        return self.make(tuple(name for name in self.names if name in chosen_places))

    def judge(self, action: Any) -> Verdict:
        """Whether the action names some of the things, each once, in their order, and not too many."""
        if type(action) is not type(self.make(())):
            return refuse("not_offered", f"some of these, or none, are asked for: {', '.join(self.names)}", self.cite)
        chosen_items = tuple(self.read(action))
        if len(set(chosen_items)) != len(chosen_items):
            return refuse("twice", "something is named twice", self.cite)
        for name in chosen_items:
            if name not in self.names:
                text = f"{name!r} cannot be chosen (choices: {', '.join(self.names)})"
                return refuse("not_to_choose", text, self.cite)
        if len(chosen_items) > self.most:
            return refuse("too_many", f"{len(chosen_items)} chosen; there may be {self.most}", self.cite)
        if list(chosen_items) != [name for name in self.names if name in chosen_items]:
            return refuse("order", f"name them in this order: {', '.join(self.names)}", self.cite)
        return LEGAL


NAMED = 6
"""Of how many things a refusal names what could have been chosen."""


class Product(Choices):
    """The choice of one thing from each row, independently of the other rows.

    ``make_action`` makes the action of the things chosen, in the order of the rows, and ``read_action`` says which an
    action names. Refusals call the rows by ``titles`` and the things in them by ``name``. A few choices are all
    listed. Of many (`abridged`), the list has the first of every row, and then each choice that differs from it in one
    row; the others are legal too, and samples are drawn from all.

    >>> from types import SimpleNamespace as Sheet
    >>> rows = [("hold", "to Wales"), ("hold", "to London", "to York")]
    >>> sheets = Product(rows, lambda chosen: Sheet(orders=chosen), lambda sheet: sheet.orders)
    >>> len(sheets), next(iter(sheets))
    (6, namespace(orders=('hold', 'hold')))
    >>> print(sheets.judge(Sheet(orders=("to York", "hold"))))
    row 1 cannot be that (choices: hold, to Wales)

    Raises:
        RulesError: a row is empty.
    """

    __slots__ = ("cite", "make", "name", "read", "rows", "titles", "total")

    def __init__(
        self,
        rows: Sequence[Sequence[Any]],
        make_action: Callable[[tuple[Any, ...]], Any],
        read_action: Callable[[Any], Sequence[Any]],
        cite: Cite | None = None,
        *,
        titles: Sequence[str] = (),
        name: Callable[[Any], str] = str,
    ) -> None:
        self.rows = tuple(map(tuple, rows))
        self.make, self.read, self.cite, self.name = make_action, read_action, cite, name
        self.titles = tuple(titles) or tuple(f"row {number}" for number in range(1, len(self.rows) + 1))
        if empty := [title for title, row in zip(self.titles, self.rows, strict=True) if not row]:
            raise RulesError(f"there is nothing to choose from in {', '.join(empty)}")
        self.total = prod(map(len, self.rows))

    @property
    def abridged(self) -> bool:
        return self.total > LISTED

    def _changes(self) -> Iterator[tuple[Any, ...]]:
        """What differs in one row from the first of every row."""
        usual_parts = tuple(row[0] for row in self.rows)
        for place, row in enumerate(self.rows):
            for part in row[1:]:
                yield (*usual_parts[:place], part, *usual_parts[place + 1 :])

    def __iter__(self) -> Iterator[Action]:
        if not self.abridged:
            return map(self.make, product(*self.rows))
        usual_parts = tuple(row[0] for row in self.rows)
        return map(self.make, islice(chain([usual_parts], self._changes()), LISTED))

    def __len__(self) -> int:
        return self.total if not self.abridged else min(LISTED, 1 + sum(len(row) - 1 for row in self.rows))

    def sample(self, rng: Random) -> Any:
        """One of all choices, each as likely as another."""
        return self.make(tuple(row[int(rng.random() * len(row))] for row in self.rows))

    def judge(self, action: Any) -> Verdict:
        """Whether the action names one thing of each row."""
        if type(action) is not type(self.make(tuple(row[0] for row in self.rows))):
            return refuse("not_offered", f"one of each is asked for: {', '.join(self.titles)}", self.cite)
        chosen_items = tuple(self.read(action))
        if len(chosen_items) != len(self.rows):
            text = f"{len(chosen_items)} are named; one of each is asked for: {', '.join(self.titles)}"
            return refuse("not_one_of_each", shorten(text), self.cite)
        for title, row, part in zip(self.titles, self.rows, chosen_items, strict=True):
            if part not in row:
                choices_text = ", ".join([*map(self.name, row[:NAMED]), *(["..."] if len(row) > NAMED else [])])
                return refuse("not_to_choose", f"{title} cannot be that (choices: {choices_text})", self.cite)
        return LEGAL


class PieceMoves(Choices):
    """The choice of a piece and of one of the spaces open to it, or of the action that ends the step.

    ``ends_of_piece`` gives the mask of a piece's spaces; it is asked once for each piece, when somebody first wants to
    know. ``make_action`` makes the action of a piece and a space, ``read_action`` says which piece and space an action
    names (without it its ``piece`` and ``to``). ``done_action`` is the action that chooses none; without it one must be
    chosen. ``why_not`` says why a piece cannot choose a space that is not among its ends, ``parse`` which space a
    person means by a name (such as `Map.parse`).

    A game with further conditions makes a subclass, and replaces what differs.
    """

    __slots__ = ("_reaches", "cite", "done", "ends", "make", "parse", "pieces", "read", "why_not")

    def __init__(
        self,
        pieces: Sequence[str],
        ends_of_piece: Callable[[str], int],
        make_action: Callable[[str, int], Any],
        read_action: Callable[[Any], tuple[str, int]] | None = None,
        cite: Cite | None = None,
        *,
        done_action: Action | None = None,
        why_not: Callable[[str, int], Verdict] | None = None,
        parse: Callable[[str], int] | None = None,
    ) -> None:
        self.pieces, self.ends, self.make, self.read, self.cite = pieces, ends_of_piece, make_action, read_action, cite
        self.done, self.why_not, self.parse = done_action, why_not, parse
        self._reaches: dict[str, int] = {}

    def reach(self, piece: str) -> int:
        """Mask of the spaces that a piece may choose."""
        mask = self._reaches.get(piece)
        if mask is None:
            mask = self._reaches[piece] = self.ends(piece)
        return mask

    def any(self) -> bool:
        """Whether any piece can do anything at all."""
        for piece in self.pieces:  # noqa: SIM110 - asked before every choice: a generator takes twice as long
            if self.reach(piece):
                return True
        return False

    def likely_pieces(self) -> Sequence[str]:
        """The pieces that a sample is drawn from; one that has no space stands for being done."""
        return self.pieces if self.done is not None else [piece for piece in self.pieces if self.reach(piece)]

    def __iter__(self) -> Iterator[Action]:
        for piece in self.pieces:
            for space in bits(self.reach(piece)):
                yield self.make(piece, space)
        if self.done is not None:
            yield self.done

    def endings(self) -> Sequence[Action]:
        """The action that ends the step, where it is legal."""
        return (self.done,) if self.done is not None and self.judge(self.done) else ()

    def __len__(self) -> int:
        return (self.done is not None) + sum(self.reach(piece).bit_count() for piece in self.pieces)

    def sample(self, rng: Random) -> Any:
        """A piece, or being done, each as likely as another; then one of the spaces of the piece."""
        pieces = self.likely_pieces()
        ways = len(pieces) + (self.done is not None)
        number = int(rng.random() * ways) if ways > 1 else 0
        if number < len(pieces):
            mask = self.reach(pieces[number])
            if mask:
                return self.make(pieces[number], nth_bit(mask, int(rng.random() * mask.bit_count())))
        if self.done is None:
            raise IndexError("no piece has a space to choose")
        return self.done

    def judge(self, action: Any) -> Verdict:
        """Whether the action is to be done, or one of a piece with one of its spaces."""
        if self.done is not None and action == self.done:
            return LEGAL
        example = next((self.make(piece, space) for piece in self.pieces for space in bits(self.reach(piece))), None)
        if example is None or type(action) is not type(example):
            return refuse("not_offered", "that is not asked for now", self.cite)
        piece, space = self.read(action) if self.read is not None else (action.piece, action.to)
        if piece not in self.pieces:
            return refuse("no_such_piece", f"{quote(piece)} is not among those that may be chosen now", self.cite)
        if space >= 0 and self.reach(piece) >> space & 1:
            return LEGAL
        if self.why_not is not None:
            return self.why_not(piece, space)
        return refuse(OUT_OF_REACH, f"{piece} cannot choose that space", self.cite)

    def explain(self, kind: Names, ref: str) -> Verdict | None:
        """Why no piece can choose a space, or why a piece has nothing to choose."""
        if kind is PIECE and ref in self.pieces:
            verdict = refuse("nothing_in_reach", "it has no space to choose", self.cite)
            return LEGAL if self.reach(ref) else verdict
        return self.explain_space(self.parse(ref)) if kind is PLACE and self.parse is not None else None

    def explain_pair(self, piece: str, place: str) -> Verdict | None:
        """Why a piece cannot choose a space, and no other piece."""
        if piece not in self.pieces or self.parse is None:
            return None
        return self.judge(self.make(piece, self.parse(place)))

    def nearest(self, space: int) -> Sequence[str]:
        """The pieces in the order in which their reasons against a space are told; those nearest to it say most."""
        return self.pieces

    def explain_space(self, space: int) -> Verdict | None:
        """Why no piece can choose a space; None where there is no piece.

        The kind of reason that most pieces have comes first. Of each kind only what most, or else the nearest, have is
        told, with how many more have another of the kind: "Rust: 1814 costs 25, budget 5 (and 6 more)".
        """
        if not self.pieces:
            return None
        verdicts = [self.judge(self.make(piece, space)) for piece in self.nearest(space)]
        if any(verdicts):
            return LEGAL
        if all(verdict.codes == (OUT_OF_REACH,) for verdict in verdicts):
            return refuse(OUT_OF_REACH, "none that may be chosen now can go there", self.cite)
        reason_counts = Counter(reason for verdict in verdicts for reason in dict.fromkeys(verdict.reasons))
        kinds = Counter(code for verdict in verdicts for code in set(verdict.codes))
        first_of_code: dict[str, Reason] = {}
        for reason in sorted(reason_counts, key=lambda reason: (-kinds[reason.code], -reason_counts[reason])):
            first_of_code.setdefault(reason.code, reason)
        remaining_counts = {code: kinds[code] - reason_counts[reason] for code, reason in first_of_code.items()}
        return Verdict(
            tuple(
                evolve(reason, text=f"{reason.text} (and {remaining_counts[code]} more)")
                if remaining_counts[code]
                else reason
                for code, reason in first_of_code.items()
            )
        )
