"""The test game of core: small enough to hold in the head, and with one of everything that core offers.

Red hides a mine on a road of spaces 0 to 4. Each turn both seats draw a token nobody else sees; blue's scout walks up
to two spaces (the mine ends its walk and gives red a point); then both secretly choose one of their cards 1 to 3 (used
up) and roll a die. Card plus die counts: the higher total scores the other's card, and a tie lets blue say who scores.
After three turns the drawn tokens count as points too.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar

from attrs import define, evolve, field, fields, frozen
from tests.core.toy_secrets import other_hands, other_mine, other_tokens

from wargame_core.authoring import (
    D6,
    LEGAL,
    Action,
    Ask,
    Board,
    Choices,
    Cite,
    Display,
    Event,
    Game,
    GameFiles,
    Guarantees,
    HiddenInformation,
    JsonTypes,
    ListedChoices,
    Modifier,
    Option,
    Outcome,
    Own,
    Procedure,
    Public,
    PublicEvent,
    Repeat,
    Rules,
    RulesSource,
    Ruling,
    Scenario,
    Secrecy,
    Secret,
    Sequence,
    Static,
    Step,
    Table,
    Verdict,
    Visible,
    draw_from,
    refuse,
)
from wargame_core.flow.about import PLACE, Names
from wargame_pictures import Presentation, pictures_of

SEATS = ("blue", "red")
TOKENS = (0, 1, 1, 2, 3, 5)
SPACES = ("camp", "bridge", "ford", "mill", "hill")
BOOK = Cite("Toy", "1", "Duel")
WALK = Cite("Toy", "2", "Walking")


def space_of(ref: str) -> int:
    """A space by its name or its number."""
    return SPACES.index(ref) if ref in SPACES else int(ref)


def show_mine(mine: int, board: ToyBoard, seat: str) -> int:
    """The space of the mine, 0 for who may not know it."""
    return mine if seat == "red" or board.found else 0


@define
class ToyBoard(Board):
    hands: Own[dict[str, tuple[int, ...]]]
    names: Static[tuple[str, ...]]
    cup: Secret[tuple[int, ...]] = TOKENS
    purses: Own[dict[str, tuple[int, ...]]] = field(factory=dict)
    drawn: Public[int] = 0
    mine: Annotated[int, Visible(show_mine)] = 0
    found: Public[bool] = False
    scout: Public[int] = 0
    visits: Public[dict[int, int]] = field(factory=dict)
    played: Public[list[int]] = field(factory=list)
    score: Public[dict[str, int]] = field(factory=dict)
    turn: Public[int] = 1
    short: Public[bool] = False

    def ids_of(self, what: Names) -> Container[str] | None:
        return {*SPACES, *map(str, range(len(SPACES)))} if what is PLACE else None

    def names_of(self, what: Names, ref: str) -> Iterable[str]:
        known = what is PLACE and (ref in SPACES or ref in map(str, range(len(SPACES))))
        return (SPACES[space_of(ref)], ref) if known else (ref,)


@frozen
class PlayCard(Action):
    card: int

    def text(self, board: Any) -> str:
        return f"play the {self.card}"


@frozen
class Give(Action):
    seat: str

    def text(self, board: Any) -> str:
        return f"give {self.seat}"


@frozen
class Hide(Action):
    space: int

    def text(self, board: Any) -> str:
        return f"hide the mine in the {board.names[self.space]}"


@frozen
class Go(Action):
    to: int

    def text(self, board: Any) -> str:
        return f"go to the {board.names[self.to]}"


@frozen
class Stay(Action):
    def help(self, board: Any) -> str:
        return "costs nothing"


@frozen
class ToyEvent(PublicEvent):
    """Every event of the toy is told by its kind."""

    def text(self, board: Any) -> str:
        return self.kind


@frozen
class MineHidden(ToyEvent):
    space: int

    def apply(self, board: ToyBoard) -> None:
        board.mine = self.space

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return evolve(self, space=show_mine(self.space, board, seat))


@frozen
class MineFound(ToyEvent):
    reveals: ClassVar[bool] = True

    def apply(self, board: ToyBoard) -> None:
        board.found = True


@frozen
class TokenDrawn(ToyEvent):
    reveals: ClassVar[bool] = True
    seat: str
    token: int | None

    def apply(self, board: ToyBoard) -> None:
        assert self.token is not None
        left = list(board.cup)
        left.remove(self.token)
        board.cup = tuple(left)
        board.purses[self.seat] = (*board.purses.get(self.seat, ()), self.token)
        board.drawn += 1

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat == self.seat else evolve(self, token=None)

    def text(self, board: Any) -> str:
        return f"{self.seat} draws {'a token' if self.token is None else self.token}."


@frozen
class Walked(ToyEvent):
    to: int

    def apply(self, board: ToyBoard) -> None:
        board.scout = self.to
        board.visits[self.to] = board.visits.get(self.to, 0) + 1

    def revealing(self, board: Any) -> bool:
        return bool(board.visits[self.to] == 1)  # that no mine went off tells something too


@frozen
class CardPlayed(ToyEvent):
    reveals: ClassVar[bool] = True
    seat: str
    card: int

    def apply(self, board: ToyBoard) -> None:
        board.hands[self.seat] = tuple(c for c in board.hands[self.seat] if c != self.card)
        board.played.append(self.card)


@frozen
class Scored(ToyEvent):
    seat: str
    points: int
    ruling: Ruling | None = None

    def apply(self, board: ToyBoard) -> None:
        board.score[self.seat] = board.score.get(self.seat, 0) + self.points


@frozen
class TokensCounted(ToyEvent):
    reveals: ClassVar[bool] = True
    seat: str
    tokens: tuple[int, ...]

    def apply(self, board: ToyBoard) -> None:
        board.score[self.seat] = board.score.get(self.seat, 0) + sum(self.tokens)


@frozen
class TurnEnded(ToyEvent):
    def apply(self, board: ToyBoard) -> None:
        board.turn += 1


class Walking(Choices):
    """Where the scout may go: to a neighbouring space, or nowhere."""

    def __init__(self, board: ToyBoard, left: int) -> None:
        self.board, self.left = board, left

    def __iter__(self) -> Iterator[Any]:
        yield Stay()
        for to in (self.board.scout - 1, self.board.scout + 1):
            if self.judge(Go(to)):
                yield Go(to)

    def judge(self, action: Any) -> Verdict:
        if isinstance(action, Stay):
            return LEGAL
        if not isinstance(action, Go):
            return refuse("no_walk", f"the scout goes or stays; it cannot {action.kind}", WALK)
        if action.to not in range(len(SPACES)):
            return refuse("no_such_space", f"there is no space {action.to} (spaces: 0 to 4)", WALK)
        if abs(action.to - self.board.scout) != 1:
            return refuse("too_far", f"space {action.to} is not a neighbour of {self.board.scout}", WALK)
        return LEGAL if self.left else refuse("tired", "the scout has walked two spaces", WALK)

    def explain(self, what: Names, ref: str) -> Verdict | None:
        return self.judge(Go(space_of(ref))) if what is PLACE else None


def hide(t: Table[Any]) -> Procedure[None]:
    chosen = yield from t.ask("red", [Hide(space) for space in range(1, 5)], "Where is the mine?", WALK)
    t.record(MineHidden(chosen.space))


def draw(t: Table[Any]) -> Procedure[None]:
    for seat in SEATS:
        cup = draw_from(t.board.cup, "the cup")
        token = yield from t.roll(cup, f"{seat}'s token", BOOK, seen_by=frozenset({seat}))
        t.record(TokenDrawn(seat, token))


def walk(t: Table[Any]) -> Procedure[None]:
    left = 2
    while True:
        action = yield from t.ask("blue", Walking(t.board, left), "Where does the scout go?", WALK)
        if isinstance(action, Stay):
            return
        left -= 1
        t.record(Walked(action.to))
        if action.to == t.board.mine and not t.board.found:
            t.record(MineFound())
            t.record(Scored("red", 1))
            return


def duel(t: Table[Any]) -> Procedure[None]:
    """Both play a card; the higher one scores."""
    hands = t.board.hands
    asks = [Ask(seat, ListedChoices(PlayCard(c) for c in hands[seat]), "Which card?", BOOK) for seat in SEATS]
    played = yield from t.ask_secretly(asks)
    for seat in SEATS:
        t.record(CardPlayed(seat, played[seat].card))
    blue = yield from t.roll_openly(D6, "blue's die", BOOK)
    red = yield from t.roll_openly(D6, "red's die", BOOK)
    sides = tuple(total(seat, die, played[seat].card) for seat, die in (("blue", blue), ("red", red)))
    if sides[0].total == sides[1].total:
        given = yield from t.ask("blue", [Give("blue"), Give("red")], "Who scores?", BOOK)
        winner = given.seat
    else:
        winner = "blue" if sides[0].total > sides[1].total else "red"
    loser = "red" if winner == "blue" else "blue"
    t.record(Scored(winner, played[loser].card, Ruling("Duel", winner, cite=BOOK, parts=sides)))


def total(seat: str, die: int, card: int) -> Ruling:
    return Ruling(f"{seat}'s total", die + card, base=die, modifiers=(Modifier(card, "card", BOOK),))


def bow(t: Table[Any]) -> Procedure[None]:
    yield from t.ask("blue", [Give("red")], "Bow?")


def finish(t: Table[Any]) -> None:
    for seat in SEATS:
        t.record(TokensCounted(seat, t.board.purses[seat]))
    blue, red = (t.board.score[seat] for seat in SEATS)
    winner = None if blue == red else "blue" if blue > red else "red"
    t.finish(Outcome(winner, "points", {"blue": blue, "red": red}))


SEQUENCE = Sequence(
    "Toy",
    Step("Hide the mine", hide, WALK),
    Repeat(
        "Turn",
        Step("Draw tokens", draw, BOOK),
        Step("Walk", walk, WALK),
        Step("Duel", duel, BOOK),
        Step("Bow", bow, when=lambda board: board.turn == 2 and not board.short),
        Step("Next turn", lambda t: t.record(TurnEnded())),
        until=lambda board: board.turn > 3,
    ),
    Step("Count", finish),
)


def set_up(scenario: str, options: Mapping[str, str]) -> ToyBoard:
    return ToyBoard(hands=dict.fromkeys(SEATS, (1, 2, 3)), names=SPACES, short=options["bow"] == "no")


def worlds(before: ToyBoard, now: ToyBoard, seat: str, rng: Any) -> ToyBoard:
    """``before`` with the mine on any space not yet visited, the unseen tokens and the others' cards anywhere."""
    board = before.copy()
    if not board.mine and now.drawn:
        board.mine = now.mine or rng.choice([space for space in range(1, 5) if space not in now.visits])
    unseen = list(TOKENS)
    for token in board.purses.get(seat, ()):
        unseen.remove(token)
    rng.shuffle(unseen)
    for other in SEATS:
        if other != seat:
            held = board.drawn // 2
            board.purses[other], unseen = tuple(unseen[:held]), unseen[held:]
            board.hands[other] = tuple(sorted(rng.sample((1, 2, 3), 4 - board.turn)))
    board.cup = tuple(sorted(unseen))
    return board


SECRETS = (
    Secrecy("Where the mine is, red knows until it is found.", WALK, other_mine),
    Secrecy("A token is known to who has drawn it.", BOOK, other_tokens),
    Secrecy("Cards in hand are known to who holds them.", BOOK, other_hands),
)


GROUPS: dict[str, type[Any]] = {
    "hidden_information": HiddenInformation,
    "display": Display,
    "guarantees": Guarantees,
    "json_types": JsonTypes,
    "source": RulesSource,
}


def game_with(**settings: Any) -> Game:
    """A game whose settings are told apart by name: rules, their groups, pictures, files, the game."""

    def part(cls: type[Any]) -> Any:
        names = {item.name for item in fields(cls)} & settings.keys()
        return cls(**{name: settings.pop(name) for name in names})

    given, files = part(Presentation), part(GameFiles)  # before the groups: types of JSON have schemas too
    groups = {name: part(cls) for name, cls in GROUPS.items()}
    rules = evolve(part(Rules), tools={"pictures": lambda: given}, **groups)
    return Game(rules=rules, files=files, **settings)


def with_pictures(game: Game, **changes: Any) -> Game:
    """The game with other functions for its pictures."""
    given = evolve(pictures_of(game).presentation, **changes)
    return evolve(game, rules=evolve(game.rules, tools={"pictures": lambda: given}))


def toy(**changes: Any) -> Game:
    settings: dict[str, Any] = {
        "id": "toy",
        "title": "Toy",
        "seats": SEATS,
        "scenarios": (Scenario("plain", "Plain"),),
        "sequence": SEQUENCE,
        "board": ToyBoard,
        "set_up": set_up,
        "actions": (PlayCard, Give, Hide, Go, Stay),
        "events": (MineHidden, MineFound, TokenDrawn, Walked, CardPlayed, Scored, TokensCounted, TurnEnded),
        "options": (Option("bow", "whether blue bows in turn 2", ("yes", "no"), "yes"),),
        "printed": {"names": SPACES},
        "worlds": worlds,
        "secrets": SECRETS,
        "turn_of": lambda board: board.turn,
        "conserved": {
            "cards": lambda board: len(board.played) + sum(map(len, board.hands.values())),
            "tokens": lambda board: sorted((*board.cup, *(t for purse in board.purses.values() for t in purse))),
        },
    }
    return game_with(**(settings | changes))
