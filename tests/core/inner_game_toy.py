"""A test game with an inner game: a season of two toys, with a judge who plays in none.

Before each toy both players secretly bid; the higher bid plays blue in it. What the toy came to is told to the season
as an action of its own. The purse of each player is hidden from the others, and so is what the toy hides.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import define, evolve, field, frozen
from tests.core.skirmish_toy import game_with, toy

from wargame_core.authoring import (
    Action,
    Ask,
    Board,
    Event,
    Game,
    InnerGame,
    ListedChoices,
    Option,
    Outcome,
    Own,
    Procedure,
    Public,
    PublicEvent,
    Repeat,
    Scenario,
    Secrecy,
    Sequence,
    Step,
    Table,
)

SEATS = ("ann", "bob", "judge")
PLAYERS = ("ann", "bob")


@define
class SeasonBoard(Board):
    purses: Own[dict[str, int]] = field(factory=dict)
    wins: Public[dict[str, int]] = field(factory=dict)
    ruled: Public[int] = 0
    round: Public[int] = 1
    first: Public[str] = ""
    watched: Public[bool] = True


@frozen
class Bid(Action):
    coins: int

    def text(self, board: Any) -> str:
        return f"bid {self.coins}"


@frozen
class Result(Action):
    winner: str


@frozen
class Accept(Action):
    round: int


@frozen
class BidsOpened(PublicEvent):
    silent: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    first: str

    def apply(self, board: SeasonBoard) -> None:
        board.first = self.first


@frozen
class Paid(Event):
    silent: ClassVar[bool] = True
    seat: str
    coins: int

    def apply(self, board: SeasonBoard) -> None:
        board.purses[self.seat] -= self.coins

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat == self.seat else super().for_seat(seat, board)


@frozen
class RoundWon(PublicEvent):
    winner: str

    def apply(self, board: SeasonBoard) -> None:
        if self.winner:
            board.wins[self.winner] = board.wins.get(self.winner, 0) + 1

    def text(self, board: Any) -> str:
        return f"{self.winner or 'nobody'} wins the toy"


@frozen
class RoundAccepted(PublicEvent):
    silent: ClassVar[bool] = True

    def apply(self, board: SeasonBoard) -> None:
        board.ruled += 1
        board.round += 1


def bid(t: Table[Any]) -> Procedure[None]:
    asks = [Ask(seat, ListedChoices(map(Bid, range(min(t.board.purses[seat], 2) + 1))), "Bid?") for seat in PLAYERS]
    bids = yield from t.ask_secretly(asks)
    for seat in PLAYERS:
        t.record(Paid(seat, bids[seat].coins))
    t.record(BidsOpened("ann" if bids["ann"].coins >= bids["bob"].coins else "bob"))


def toy_of(board: SeasonBoard) -> InnerGame:
    second = "bob" if board.first == "ann" else "ann"
    seats = {board.first: "blue", second: "red"}
    return InnerGame("toy", seats, {"round": board.round}, options={"bow": "no"}, watched=board.watched)


def play_a_toy(t: Table[Any]) -> Procedure[None]:
    game = toy_of(t.board)
    people = {inner: outer for outer, inner in game.seats.items()}
    result = yield from t.play(game, lambda board: Result(people.get(board.outcome.winner, "")))
    t.record(RoundWon(result.winner))
    yield from t.ask("judge", [Accept(t.board.round)], "Accept the result?")
    t.record(RoundAccepted())


def end(t: Table[Any]) -> None:
    ann, bob = (t.board.wins.get(seat, 0) for seat in PLAYERS)
    t.finish(Outcome(None if ann == bob else "ann" if ann > bob else "bob", "wins", {"ann": ann, "bob": bob}))


SEASON = Sequence(
    "Season",
    Repeat("Round", Step("Bid", bid), Step("Play", play_a_toy), until=lambda board: board.round > 2),
    Step("End", end),
)


def set_up(scenario: str, options: Mapping[str, str]) -> SeasonBoard:
    return SeasonBoard(purses=dict.fromkeys(PLAYERS, 3), watched=options["watched"] == "yes")


def other_purses(board: Any, seat: str, rng: Any) -> Any:
    purses = {name: coins if name == seat else rng.randint(1, 3) for name, coins in board.purses.items()}
    return evolve(board, purses=purses) if board.round == 2 else board


def worlds(before: Any, now: Any, seat: str, rng: Any) -> Any:
    hidden = {name: 3 if before.round == 1 and not before.first else rng.randint(1, 3) for name in PLAYERS}
    return evolve(before, purses={**hidden, **before.purses})


def make_toy(data: Mapping[str, Any]) -> Game:
    """The toy of a round; in the second one the mine is hidden as in the first."""
    return TOY


TOY = toy()


def season(**changes: Any) -> Game:
    settings: dict[str, Any] = {
        "id": "season",
        "title": "Season",
        "seats": SEATS,
        "scenarios": (Scenario("plain", "Plain"),),
        "sequence": SEASON,
        "board": SeasonBoard,
        "set_up": set_up,
        "actions": (Bid, Result, Accept),
        "events": (BidsOpened, Paid, RoundWon, RoundAccepted),
        "options": (Option("watched", "whether others may watch the toys", ("yes", "no"), "yes"),),
        "inner_games": {"toy": make_toy},
        "worlds": worlds,
        "secrets": (Secrecy("A purse is known to its owner.", None, other_purses),),
        "turn_of": lambda board: board.round,
    }
    return game_with(**(settings | changes))


def child_of(match: Any) -> Any:
    """The last inner game of a match, as it was set up."""
    began = [event for entry in match.entries for event in entry.events if event.kind == "inner_game_began"]
    return began[-1].inner


# A game that holds a game that holds a game.


@define
class LeagueBoard(Board):
    champion: Public[str] = ""


@frozen
class LeagueWon(PublicEvent):
    silent: ClassVar[bool] = True
    winner: str

    def apply(self, board: LeagueBoard) -> None:
        board.champion = self.winner


def play_a_season(t: Table[Any]) -> Procedure[None]:
    game = InnerGame("season", {"red": "ann", "blue": "bob", "chair": "judge"})
    result = yield from t.play(game, lambda board: Result(board.outcome.winner or ""))
    t.record(LeagueWon(result.winner))


def close(t: Table[Any]) -> None:
    t.finish(Outcome({"ann": "red", "bob": "blue"}.get(t.board.champion), "season"))


def league() -> Game:
    return game_with(
        id="league",
        title="League",
        seats=("red", "blue", "chair"),
        scenarios=(Scenario("plain", "Plain"),),
        sequence=Sequence("League", Step("Season", play_a_season), Step("Close", close)),
        board=LeagueBoard,
        set_up=lambda scenario, options: LeagueBoard(),
        actions=(Result,),
        events=(LeagueWon,),
        inner_games={"season": lambda data: SEASON_GAME},
        worlds=lambda before, now, seat, rng: before,
    )


SEASON_GAME = season()
