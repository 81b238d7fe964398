"""What a game waits for: choices of seats, or chance. Each kind says itself who is asked, and what answers it.

Everything that plays, shows, saves or tests games reads `Pending` and needs to know no kind of it. A game may so have a
kind of question of its own: see `Pending`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from typing import Any, TypeAlias

from wargame_core.dice import Die, Face
from wargame_core.errors import NotYourTurn
from wargame_core.flow.choices import Action, Choices, Random
from wargame_core.limits import quote
from wargame_core.odds import Distribution
from wargame_core.rulings import Cite

Answer: TypeAlias = Action | Mapping[str, Action] | Face
"""The answer to what a game waits for: an action, actions by seat, or the face of a roll."""


class Pending(ABC):
    """What a game waits for. `Ask`, `AskSecretly` and `Roll` are the kinds that there are.

    It promises that the same choices give the same answer, and that it never changes.

    It may not look at the board: what a seat is asked stands in its `Ask`.

    A kind of your own says in `asks` who is asked what and in `answered` which choices are enough; a procedure waits
    for it by ``yield from t.wait_for(...)`` and gets what `answered` returns. Choices that are not enough yet are kept
    from everybody else.

    Example::

        from wargame_core.authoring import Pending

        class AskFirst(Pending):  # whoever of these seats answers first decides
            def __init__(self, asks):
                self._asks = {ask.seat: ask for ask in asks}

            @property
            def asks(self):
                return self._asks

            def answered(self, commits):
                return dict(commits) or None
    """

    __slots__ = ()

    secret: bool = False
    """Whether all asked seats choose without seeing what the others chose; their choices are revealed together."""

    @property
    def first_counts(self) -> bool:
        """Whether several seats are asked and one choice is enough. Bots then wait for people, who are slower."""
        return not self.secret and len(self.asks) > 1

    chance: "Roll | None" = None
    """The roll, if it is one that waits; None where seats are asked."""
    standing_answer: Action | None = None
    """What the one seat that is asked has said beforehand that it will choose; None where somebody is to be asked."""

    @property
    @abstractmethod
    def asks(self) -> "Mapping[str, Ask]":
        """By seat, what it is asked; empty for a roll."""

    @abstractmethod
    def answered(self, commits: Mapping[str, Action]) -> Answer | None:
        """The answer that the choices made so far, by seat, are; None as long as more seats have to choose."""

    def chosen(self, answer: Any) -> Mapping[str, Action]:
        """The choices, by seat, that an answer consists of."""
        commits: Mapping[str, Action] = answer
        return commits

    def answered_by(self, choose_action: Callable[[str], Action]) -> Answer | None:
        """The answer when ``choose_action`` chooses for one seat after another, as far as needed; None for a roll.

        What the one seat that is asked has answered beforehand it is not asked.
        """
        commits: dict[str, Action] = {}
        for seat in self.asks:
            commits[seat] = choose_action(seat)
            if (answer := self.answered(commits)) is not None:
                return answer
        return None

    def waiting(self, commits: Mapping[str, Action]) -> tuple[str, ...]:
        """The seats that have to choose or may, after the choices made so far."""
        return tuple(seat for seat in self.asks if seat not in commits)

    def ask(self, seat: str, commits: Mapping[str, Action]) -> "Ask | None":
        """What a seat is asked, after the choices made so far; None if nothing."""
        return None if seat in commits else self.asks.get(seat)

    def known_to(self, seat: str) -> bool:
        """Whether a seat may know that this is waited for; what another seat is asked it may not know."""
        return True

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self.asks)})"


class Ask(Pending):
    """One seat chooses one of the actions it may take. Two are equal that ask the same seat the same and list the same.

    ``step`` names a part of the step of the sequence of play, for example a retreat in a march; "" for none.
    ``standing_answer`` is what the seat has said beforehand that it will choose, a secret of the seat: whoever plays
    the game for it answers so without asking. None for what it is asked.
    """

    __slots__ = ("_drawn", "choices", "cite", "prompt", "seat", "standing_answer", "step")

    def __init__(
        self,
        seat: str,
        choices: Choices,
        prompt: str,
        cite: Cite | None = None,
        step: str = "",
        standing_answer: Action | None = None,
    ) -> None:
        self.seat, self.choices, self.prompt, self.cite, self.step = seat, choices, prompt, cite, step
        self.standing_answer = standing_answer
        self._drawn: Action | None = None

    def draw(self, rng: Random) -> Action:
        """One of the choices, each possible. Raises IndexError when there is none."""
        self._drawn = action = self.choices.sample(rng)
        return action

    def offers(self, action: object) -> bool:
        """Whether this very object was handed out, by the choices or as the last one drawn: it need not be judged."""
        return (action is self._drawn and action is not None) or self.choices.offers(action)

    @property
    def asks(self) -> "Mapping[str, Ask]":
        return {self.seat: self}

    def answered(self, commits: Mapping[str, Action]) -> Answer | None:
        return commits.get(self.seat)

    def answered_by(self, choose_action: Callable[[str], Action]) -> Answer | None:
        return choose_action(self.seat) if self.standing_answer is None else self.standing_answer

    def chosen(self, answer: Any) -> Mapping[str, Action]:
        return {self.seat: answer}

    def waiting(self, commits: Mapping[str, Action]) -> tuple[str, ...]:
        return (self.seat,)

    def ask(self, seat: str, commits: Mapping[str, Action]) -> "Ask | None":
        return self if seat == self.seat else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ask):
            return NotImplemented
        return self is other or (
            (self.seat, self.prompt, self.cite, self.step, self.standing_answer)
            == (other.seat, other.prompt, other.cite, other.step, other.standing_answer)
            and all(own_action == other_action for own_action, other_action in zip_longest(self.choices, other.choices))
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.prompt, self.step))

    def __repr__(self) -> str:
        return f"Ask({self.seat!r}, {self.prompt!r})"


class AskSecretly(Pending):
    """Several seats choose without seeing what the others chose; all choices are revealed together."""

    __slots__ = ("_asks",)

    secret = True

    def __init__(self, asks: Iterable[Ask]) -> None:
        self._asks = {ask.seat: ask for ask in asks}

    def __eq__(self, other: object) -> bool:
        return self._asks == other._asks if isinstance(other, AskSecretly) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._asks))

    @property
    def asks(self) -> Mapping[str, Ask]:
        return self._asks

    def answered(self, commits: Mapping[str, Action]) -> Answer | None:
        if any(seat not in commits for seat in self._asks):
            return None
        return {seat: commits[seat] for seat in self._asks}


class Roll(Pending):
    """Chance: one of the equally likely faces of a die (or draw).

    Only the seats in ``seen_by`` (None: all of them) learn the face, and what ``label`` says it is rolled for.
    """

    __slots__ = ("cite", "die", "label", "seen_by")

    def __init__(self, die: Die, label: str, cite: Cite | None = None, *, seen_by: frozenset[str] | None) -> None:
        self.die, self.label, self.cite, self.seen_by = die, label, cite, seen_by

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roll):
            return NotImplemented
        own_roll, other_roll = ((roll.die, roll.label, roll.cite, roll.seen_by) for roll in (self, other))
        return own_roll == other_roll

    def __hash__(self) -> int:
        return hash((self.die.name, self.label))

    @property
    def chance(self) -> "Roll":  # type: ignore[override]  # of the roll, not of the class
        return self

    @property
    def asks(self) -> Mapping[str, Ask]:
        return {}

    def answered(self, commits: Mapping[str, Action]) -> None:
        return None

    def known_to(self, seat: str) -> bool:
        return self.seen_by is None or seat in self.seen_by

    @property
    def outcomes(self) -> Distribution[Any]:
        """The different faces, each with its probability: the children of a roll in a search tree."""
        return Distribution.of(self.die)

    def __repr__(self) -> str:
        return f"Roll({self.die}, {self.label!r})"


NO_COMMITS: Mapping[str, Action] = {}
"""No waiting choices; many positions share this value."""


def ask_of(
    pending: Pending | None, seat: str | None, seats: tuple[str, ...], commits: Mapping[str, Action] = NO_COMMITS
) -> Ask:
    """What ``seat`` is asked after the choices made so far. Raises `NotYourTurn` when it is asked nothing."""
    if pending is not None:
        if seat is None:
            waiting_seats = pending.waiting(commits)
            seat_asked = waiting_seats[0] if len(waiting_seats) == 1 else None
        else:
            seat_asked = seat
        if seat_asked is not None and (ask := pending.ask(seat_asked, commits)) is not None:
            return ask
    raise NotYourTurn(_not_asked(pending, seat, seats, commits))


def _not_asked(pending: Pending | None, seat: str | None, seats: tuple[str, ...], commits: Mapping[str, Action]) -> str:
    """Why a seat, or any, cannot choose now."""
    if seat is not None and seat not in seats:
        return f"{quote(seat)} does not play (seats: {', '.join(seats)})"
    if pending is None:
        return "the game is over; nobody is asked anything"
    if pending.chance is not None:
        return "a roll is pending, not a choice"  # what it is for may be a secret
    asked_seats = " and ".join(pending.asks)
    if seat is None:
        verb = "choose in secret" if pending.secret else "may choose"
        return f"several seats {verb} ({', '.join(pending.asks)}); say which one this is"
    if seat in pending.asks:  # it is not told who else has chosen already
        return f"{seat} has chosen already; the choices of {asked_seats} are revealed together"
    return f"{seat} is not to choose now; waiting for {asked_seats}"
