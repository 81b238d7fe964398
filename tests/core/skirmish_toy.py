"""A game of two scouts on a line, small enough to hold in the head: the test game of core.

Each turn both seats secretly play a card from their hand (1 to 3, used up), then roll a die; card plus die counts.
The higher total scores the card of the other; a tie lets blue choose who scores. Three turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from attrs import define, field, frozen

from wargame_core import (
    D6,
    OWN,
    Action,
    Ask,
    Board,
    Cite,
    Event,
    Game,
    Listed,
    Option,
    Outcome,
    Procedure,
    Repeat,
    Scenario,
    Sequence,
    Step,
    Table,
)

SEATS = ("blue", "red")
BOOK = Cite("Toy", "1", "Duel")


@define
class ToyBoard(Board):
    hands: Annotated[dict[str, tuple[int, ...]], OWN]
    score: dict[str, int] = field(factory=dict)
    turn: int = 1
    short: bool = False


@frozen
class PlayCard(Action):
    kind: ClassVar[str] = "play_card"
    card: int

    def text(self, board: Any) -> str:
        return f"play the {self.card}"


@frozen
class Give(Action):
    kind: ClassVar[str] = "give"
    seat: str


@frozen
class CardPlayed(Event):
    kind: ClassVar[str] = "card_played"
    reveals: ClassVar[bool] = True
    seat: str
    card: int

    def apply(self, board: ToyBoard) -> None:
        board.hands[self.seat] = tuple(c for c in board.hands[self.seat] if c != self.card)


@frozen
class Scored(Event):
    kind: ClassVar[str] = "scored"
    seat: str
    points: int

    def apply(self, board: ToyBoard) -> None:
        board.score[self.seat] = board.score.get(self.seat, 0) + self.points


@frozen
class TurnEnded(Event):
    kind: ClassVar[str] = "turn_ended"

    def apply(self, board: ToyBoard) -> None:
        board.turn += 1


def duel(t: Table) -> Procedure[None]:
    hands = t.board.hands
    asks = [Ask(seat, Listed(PlayCard(c) for c in hands[seat]), "Which card?", BOOK) for seat in SEATS]
    played = yield from t.ask_secretly(asks)
    for seat in SEATS:
        t.record(CardPlayed(seat, played[seat].card))
    blue = yield from t.roll(D6, "blue's die", BOOK)
    red = yield from t.roll(D6, "red's die", BOOK)
    blue_total, red_total = blue + played["blue"].card, red + played["red"].card
    if blue_total == red_total:
        given = yield from t.ask("blue", [Give("blue"), Give("red")], "Who scores?", BOOK)
        winner = given.seat
    else:
        winner = "blue" if blue_total > red_total else "red"
    loser = "red" if winner == "blue" else "blue"
    t.record(Scored(winner, played[loser].card))


def bow(t: Table) -> Procedure[None]:
    yield from t.ask("blue", [Give("red")], "Bow?")


def finish(t: Table) -> None:
    blue, red = (t.board.score.get(seat, 0) for seat in SEATS)
    winner = None if blue == red else "blue" if blue > red else "red"
    t.finish(Outcome(winner, "points", {"blue": blue, "red": red}))


SEQUENCE = Sequence(
    "Toy",
    Repeat(
        "Turn",
        Step("Duel", duel, BOOK),
        Step("Bow", bow, when=lambda board: board.turn == 2 and not board.short),
        Step("Next turn", lambda t: t.record(TurnEnded())),
        until=lambda board: board.turn > 3,
    ),
    Step("Count", finish),
)


def set_up(scenario: str, options: Mapping[str, str]) -> ToyBoard:
    return ToyBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), short=options["bow"] == "no")


def worlds(before: ToyBoard, now: ToyBoard, seat: str, rng: Any) -> ToyBoard:
    board = before.copy()
    for other in SEATS:
        if other != seat:
            # cards played lie open, so the others' hands follow from their number alone: turn t leaves 4 - t cards
            cards = [1, 2, 3]
            rng.shuffle(cards)
            board.hands[other] = tuple(sorted(cards[: 4 - board.turn]))
    return board


def toy() -> Game:
    return Game(
        id="toy",
        title="Toy",
        seats=SEATS,
        scenarios=(Scenario("plain", "Plain"),),
        sequence=SEQUENCE,
        board=ToyBoard,
        set_up=set_up,
        actions=(PlayCard, Give),
        events=(CardPlayed, Scored, TurnEnded),
        options=(Option("bow", "whether blue bows in turn 2", ("yes", "no"), "yes"),),
        worlds=worlds,
        turn_of=lambda board: board.turn,
        conserved={"cards": lambda board: sum(len(h) for h in board.hands.values()) + 2 * (board.turn - 1)},
    )
