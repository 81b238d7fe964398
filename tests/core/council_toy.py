"""A game of a stranger, of parts that no game of ours has: found by entry point as a distribution's would be.

Three powers draw two cards each, from a deck that is shuffled again when it is empty, and throw away what is more than
two. Then all plot in secret: a card builds, or raids another power, by a table of losses of its own form. After three
turns all powers judge who ruled best: nobody judges himself, a tie is voted on again among the tied, and who ties again
shares the honour.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Annotated, Any, ClassVar

from attrs import define, field, frozen

from wargame_core.authoring import (
    CARD,
    D6,
    Action,
    Ask,
    Board,
    Cite,
    Event,
    Game,
    GameEntry,
    Guarantees,
    HiddenInformation,
    ListedChoices,
    Outcome,
    Own,
    Plugin,
    Procedure,
    Public,
    PublicEvent,
    Repeat,
    Rules,
    Scenario,
    Secrecy,
    Secret,
    Sequence,
    Static,
    Step,
    Table,
    Verdict,
    draw_from,
    refuse,
)
from wargame_core.charts import Chart, ChartForm, NameAxis, NumberAxis, ReadCell, read_card

SEATS = ("ash", "birch", "cedar")
DECK = tuple(f"{worth}{suit}" for worth in (1, 2, 3) for suit in "abcd")
"""The cards: what each is worth, and a letter."""
LIMIT = 2
TURNS = 3
VOTE = Cite("Council", "3", "Judgement")


# a combat table of a new kind: what both sides lose, and walls that shift the column


@frozen(order=True)
class Losses:
    """What attacker and defender lose."""

    attacker: int
    defender: int


@frozen
class Raid:
    """A column of the table: the worth of the card, and how many columns walls take off."""

    card: int
    walls: int = 0


class RaidChart(Chart[Losses]):
    def place(self, row: object, column: object = None) -> tuple[int, int]:
        assert isinstance(column, Raid)
        return self.rows.index(row), max(0, column.card - 1 - column.walls)


@frozen(kw_only=True)
class RaidTable(ChartForm):
    """A row for each band of the die, a column for each worth of a card, cells such as "A1 D2"."""

    results: Mapping[str, tuple[str, ...]]

    def chart(self, read: ReadCell) -> Chart[Any]:
        columns = NameAxis.of("card", [str(n + 1) for n in range(max(map(len, self.results.values())))])
        return RaidChart.of(
            self.id, self.title, NumberAxis.of("die", self.results), columns, [*self.results.values()], losses
        )


def losses(text: str) -> Losses:
    lost = {word[0]: int(word[1:]) for word in text.split() if word[0] in "AD"}
    return Losses(lost.get("A", 0), lost.get("D", 0))


# the board, what is done, what happens


@define
class CouncilBoard(Board):
    raids: Static[Chart[Any]]
    pile: Secret[tuple[str, ...]] = DECK
    left: Public[int] = 12
    discards: Public[tuple[str, ...]] = ()
    hands: Own[dict[str, tuple[str, ...]]] = field(factory=lambda: dict.fromkeys(SEATS, ()))
    held: Public[dict[str, int]] = field(factory=lambda: dict.fromkeys(SEATS, 0))
    works: Public[dict[str, int]] = field(factory=lambda: dict.fromkeys(SEATS, 0))
    turn: Public[int] = 1


@frozen
class Discard(Action):
    card: Annotated[str, CARD]

    def text(self, board: Any) -> str:
        return f"throw {self.card} away"


@frozen
class Plot(Action):
    """A card builds, or raids another power."""

    card: Annotated[str, CARD]
    raids: str | None = None

    def text(self, board: Any) -> str:
        return f"{self.card} raids {self.raids}" if self.raids else f"build with {self.card}"


@frozen
class Vote(Action):
    power: str

    def text(self, board: Any) -> str:
        return f"{self.power} ruled best"


@frozen
class Drawn(PublicEvent):
    reveals: ClassVar[bool] = True
    seat: str
    card: Annotated[str | None, CARD]

    def apply(self, board: CouncilBoard) -> None:
        assert self.card is not None
        board.pile = tuple(card for card in board.pile if card != self.card)
        board.left -= 1
        board.hands[self.seat] = tuple(sorted((*board.hands[self.seat], self.card)))
        board.held[self.seat] += 1

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat == self.seat else Drawn(self.seat, None)

    def text(self, board: Any) -> str:
        return f"{self.seat} draws {self.card or 'a card'}."


@frozen
class Reshuffled(PublicEvent):
    def apply(self, board: CouncilBoard) -> None:
        board.pile, board.discards = tuple(sorted(board.discards)), ()
        board.left = len(board.pile)

    def text(self, board: Any) -> str:
        return "The discards are the deck again."


@frozen
class Spent(PublicEvent):
    reveals: ClassVar[bool] = True
    seat: str
    card: Annotated[str, CARD]
    why: str

    def apply(self, board: CouncilBoard) -> None:
        board.hands[self.seat] = tuple(card for card in board.hands[self.seat] if card != self.card)
        board.held[self.seat] -= 1
        board.discards = (*board.discards, self.card)

    def text(self, board: Any) -> str:
        return f"{self.seat}: {self.card} {self.why}."


@frozen
class Built(PublicEvent):
    seat: str
    works: int

    def apply(self, board: CouncilBoard) -> None:
        board.works[self.seat] = max(0, board.works[self.seat] + self.works)

    def text(self, board: Any) -> str:
        return f"{self.seat} {'builds' if self.works > 0 else 'loses'} {abs(self.works)}."


@frozen
class TurnEnded(PublicEvent):
    silent: ClassVar[bool] = True

    def apply(self, board: CouncilBoard) -> None:
        board.turn += 1


@frozen
class Voted(PublicEvent):
    votes: Mapping[str, str]

    def text(self, board: Any) -> str:
        return "; ".join(f"{seat} for {power}" for seat, power in self.votes.items()) + "."


class Ballot(ListedChoices):
    """Whom a power may judge to have ruled best."""

    __slots__ = ("seat",)

    def __init__(self, seat: str, among: tuple[str, ...]) -> None:
        super().__init__([Vote(power) for power in among if power != seat], cite=VOTE)
        self.seat = seat

    def judge(self, action: Any) -> Verdict:
        if action == Vote(self.seat):
            return refuse("own_cause", "nobody judges himself", VOTE)
        return super().judge(action)


# the steps


def draw(t: Table[CouncilBoard]) -> Procedure[None]:
    for seat in SEATS * 2:
        if not t.board.left:
            t.record(Reshuffled())
        card = yield from t.roll(draw_from(t.board.pile, "the deck"), f"{seat}'s card", seen_by=frozenset({seat}))
        t.record(Drawn(seat, card))


def keep_to_the_limit(t: Table[CouncilBoard]) -> Procedure[None]:
    while over := [seat for seat in SEATS if t.board.held[seat] > LIMIT]:
        asks = [Ask(seat, ListedChoices(map(Discard, t.board.hands[seat])), "Which card goes?") for seat in over]
        thrown = yield from t.ask_secretly(asks)
        for seat, discard in thrown.items():
            t.record(Spent(seat, discard.card, "is thrown away"))


def plot(t: Table[CouncilBoard]) -> Procedure[None]:
    """All choose at once; when all have chosen, buildings stand before raiders come."""
    plots = yield from t.ask_secretly(
        Ask(seat, ListedChoices(plots_of(t.board, seat)), "What do you plot?") for seat in SEATS
    )
    for seat, chosen in plots.items():
        t.record(Spent(seat, chosen.card, f"raids {chosen.raids}" if chosen.raids else "builds"))
    for seat, chosen in plots.items():
        if not chosen.raids:
            t.record(Built(seat, int(chosen.card[0])))
    for seat, chosen in plots.items():
        if chosen.raids:
            die = yield from t.roll_openly(D6, f"{seat} raids {chosen.raids}")
            lost: Any = t.board.raids.at(die, Raid(int(chosen.card[0]), walls=t.board.works[chosen.raids] // 3))
            t.record(Built(seat, lost.defender - lost.attacker))
            t.record(Built(chosen.raids, -lost.defender))
    t.record(TurnEnded())


def plots_of(board: CouncilBoard, seat: str) -> list[Plot]:
    targets = (None, *(other for other in SEATS if other != seat))
    return [Plot(card, target) for card in board.hands[seat] for target in targets]


def judge(t: Table[CouncilBoard]) -> Procedure[None]:
    """Two ballots at most; the second among those tied in the first."""
    among: tuple[str, ...] = SEATS
    for _ in range(2):
        asks = [Ask(seat, Ballot(seat, among), "Who ruled best?", VOTE) for seat in SEATS]
        votes = yield from t.ask_secretly(asks)
        t.record(Voted({seat: vote.power for seat, vote in votes.items()}))
        counted = Counter(vote.power for vote in votes.values())
        among = tuple(power for power in SEATS if counted[power] == max(counted.values()))
        if len(among) == 1:
            t.finish(Outcome(among[0], "judged best", dict(counted)))
    t.finish(Outcome(None, "no judgement", dict(counted), together=among))


def worlds(before: CouncilBoard, now: CouncilBoard, seat: str, rng: Random) -> CouncilBoard:
    return other_cards(before, seat, rng)


def other_cards(board: CouncilBoard, seat: str, rng: Random) -> CouncilBoard:
    """The same board with other cards in the pile and in the hands of others."""
    board = board.copy()
    unseen = [card for card in DECK if card not in (*board.discards, *board.hands.get(seat, ()))]
    rng.shuffle(unseen)
    for other in SEATS:
        if other != seat:
            board.hands[other] = tuple(sorted(unseen[: board.held[other]]))
            unseen = unseen[board.held[other] :]
    board.pile = tuple(sorted(unseen))
    return board


SEQUENCE = Sequence(
    "Council",
    Repeat(
        "Turn",
        Step("Draw", draw),
        Step("Hand limit", keep_to_the_limit),
        Step("Plots", plot),
        until=lambda board: board.turn > TURNS,
    ),
    Step("Judgement", judge, VOTE),
)


def council(data: Path | None = None) -> Game:
    raids = read_card((data or Path(__file__).parent) / "council_raids.toml").only
    return Game(
        rules=Rules(
            id="council",
            seats=SEATS,
            scenarios=(Scenario("plain", "Plain"),),
            sequence=SEQUENCE,
            board=CouncilBoard,
            set_up=lambda scenario, options: CouncilBoard(raids),
            actions=(Discard, Plot, Vote),
            events=(Drawn, Reshuffled, Spent, Built, TurnEnded, Voted),
            printed={"raids": raids},
            turn_of=lambda board: board.turn,
            hidden_information=HiddenInformation(
                worlds=worlds,
                secrets=(Secrecy("Who holds a card knows it; nobody knows the deck.", None, other_cards),),
            ),
            guarantees=Guarantees(
                conserved={
                    "cards": lambda board: sorted((*board.pile, *board.discards, *sum(board.hands.values(), ())))
                }
            ),
        )
    )


PLUGIN = Plugin("council", "Council", games=(GameEntry("council", "Council", council),), requires_api=1)
