"""A toy of three seats whose words name what is hidden: each power has a ship, a cargo and coins that only it knows of.

Each turn every ship is loaded by a die that its power alone sees; its power keeps the cargo or throws it overboard, and
puts coins away, of which nobody hears. Then all sail at once and in secret. Then each power in turn searches a place,
and whose ship lies there is found; or it hails a ship that was found, which shows what it carries. Coins and cargoes
count in the end. Menus, stories, panels, marks, pictures and papers are worded by what the board says of a cargo, so
that whatever words them by another board than the seat's own tells what is hidden.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from html import escape
from random import Random
from typing import Annotated, Any, ClassVar

from attrs import define, evolve, field, frozen
from tests.core.seven_powers_toy import COLORS, sides_of

from wargame_core.authoring import (
    LEGAL,
    PIECE,
    PLACE,
    TARGET,
    TO,
    About,
    Action,
    Ask,
    Board,
    Briefing,
    Choices,
    Cite,
    Display,
    Event,
    Game,
    Guarantees,
    HiddenInformation,
    ListedChoices,
    MapMark,
    Marches,
    Modifier,
    Note,
    Outcome,
    Own,
    PieceFace,
    Procedure,
    Public,
    PublicEvent,
    Repeat,
    Rules,
    RulesSource,
    Ruling,
    Scenario,
    Secrecy,
    Sequence,
    Sheet,
    SheetPiece,
    Static,
    Step,
    Table,
    Verdict,
    Visible,
    draw_from,
    refuse,
)
from wargame_core.flow.about import Names
from wargame_core.flow.panels import Panel, Score, Status, StatusLine
from wargame_core.flow.rules import Origin
from wargame_core.flow.visibility import redact
from wargame_core.maps.map import Map
from wargame_core.maps.squares import SquareGrid
from wargame_pictures import Presentation
from wargame_pictures.draw.letters import Letters
from wargame_pictures.draw.tokens import Marker
from wargame_pictures.paper.handout import Handout

SEATS = ("ash", "birch", "cedar")
SHIPS = {f"{seat}_ship": seat for seat in SEATS}
"""The seat of each ship."""
CARGOES = {"grain": 1, "silk": 2, "powder": 3}
"""What each cargo is worth."""
BOOK = Cite("Convoy", "1", "Cargo")
MAP = Map(SquareGrid(2, 3))
TURNS = 2


def ships_seen(at: dict[str, int], board: "ConvoyBoard", seat: str) -> dict[str, int]:
    """Where the ships are that a seat knows of: its own, and those that were found."""
    return {ship: space for ship, space in at.items() if SHIPS[ship] == seat or ship in board.found}


@define
class ConvoyBoard(Board):
    game_map: Static[Map]
    cargo: Own[dict[str, str]] = field(factory=lambda: dict.fromkeys(SEATS, ""))
    loaded: Public[int] = 0
    """How many ships were loaded in this turn, in the order of the seats."""
    coins: Own[dict[str, int]] = field(factory=lambda: dict.fromkeys(SEATS, 0))
    at: Annotated[dict[str, int], Visible(ships_seen)] = field(factory=dict)
    found: Public[tuple[str, ...]] = ("birch_ship",)
    stowed: Public[int] = 0
    """How often powers have put coins away, in the order of the seats."""
    turn: Public[int] = 1

    def place_id(self, space: int) -> str:
        return MAP.coordinates(space)

    def piece_places(self) -> Mapping[str, str]:
        return {ship: MAP.coordinates(space) for ship, space in self.at.items()}

    def ships_at(self, place: int) -> tuple[str, ...]:
        """The ships in a place, as far as the board tells it."""
        return tuple(ship for ship, space in self.at.items() if space == place)

    def words_of(self, ship: str) -> str:
        """A ship with its cargo, as far as the board tells it."""
        return f"{SHIPS[ship]}'s ship with {self.cargo.get(SHIPS[ship]) or 'something'}"

    def names_of(self, what: Names, ref: str) -> Iterable[str]:
        return (self.words_of(ref), ref) if what is PIECE and ref in SHIPS else (ref,)


# what is done


@frozen
class Load(Action):
    keeps: bool

    def text(self, board: ConvoyBoard) -> str:
        return "keep it" if self.keeps else "throw it overboard"


@frozen
class PutAway(Action):
    coins: int

    def text(self, board: ConvoyBoard) -> str:
        return f"put {self.coins} away"


@frozen
class Sail(Action):
    ship: Annotated[str, PIECE]
    to: Annotated[int, TO]

    def text(self, board: ConvoyBoard) -> str:
        return f"{board.words_of(self.ship)} to {MAP.coordinates(self.to)}"


@frozen
class Search(Action):
    place: Annotated[int, PLACE]

    def text(self, board: ConvoyBoard) -> str:
        return " and ".join((f"search {MAP.coordinates(self.place)}", *board.ships_at(self.place)))

    def about(self, board: ConvoyBoard) -> About:
        ships = board.ships_at(self.place)
        return About(target="".join(ships[:1]), targets=ships, places=(MAP.coordinates(self.place),))


@frozen
class Hail(Action):
    ship: Annotated[str, TARGET]

    def text(self, board: ConvoyBoard) -> str:
        return f"hail {board.words_of(self.ship)}"

    def help(self, board: ConvoyBoard) -> str:
        return f"{board.words_of(self.ship)} shows what it carries"

    def about(self, board: ConvoyBoard) -> About:
        return About(target=self.ship, to=board.piece_places().get(self.ship, ""))


# what happens


@frozen
class CargoLoaded(PublicEvent):
    reveals: ClassVar[bool] = True
    seat: str
    cargo: str | None
    ruling: Ruling | None = None

    def apply(self, board: ConvoyBoard) -> None:
        assert self.cargo is not None
        board.cargo[self.seat] = self.cargo
        board.loaded += 1

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat == self.seat else evolve(self, cargo=None, ruling=None)

    def text(self, board: ConvoyBoard) -> str:
        return f"{self.seat} loads {self.cargo or 'something'}."


@frozen
class OwnEvent(Event):
    """Something that its seat alone is told."""

    seat: str

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if seat == self.seat else super().for_seat(seat, board)


@frozen
class CargoDumped(OwnEvent):
    def apply(self, board: ConvoyBoard) -> None:
        board.cargo[self.seat] = ""

    def text(self, board: ConvoyBoard) -> str:
        return f"{self.seat} sails empty."


@frozen
class CoinsPutAway(OwnEvent):
    coins: int

    def apply(self, board: ConvoyBoard) -> None:
        board.coins[self.seat] += self.coins

    def text(self, board: ConvoyBoard) -> str:
        return f"{self.seat} puts {self.coins} away."


@frozen
class Stowed(PublicEvent):
    silent: ClassVar[bool] = True

    def apply(self, board: ConvoyBoard) -> None:
        board.stowed += 1


@frozen
class Sailed(Event):
    ship: Annotated[str, PIECE]
    to: Annotated[int, TO]

    def apply(self, board: ConvoyBoard) -> None:
        board.at[self.ship] = self.to

    def for_seat(self, seat: str, board: Any) -> Event | None:
        return self if SHIPS[self.ship] == seat or self.ship in board.found else super().for_seat(seat, board)

    def text(self, board: ConvoyBoard) -> str:
        return f"{board.words_of(self.ship)} sails to {MAP.coordinates(self.to)}."


@frozen
class Searched(PublicEvent):
    reveals: ClassVar[bool] = True
    seat: str
    place: Annotated[int, PLACE]
    ships: tuple[str, ...]

    def apply(self, board: ConvoyBoard) -> None:
        board.found = tuple(sorted({*board.found, *self.ships}))

    def about(self, board: ConvoyBoard) -> About:
        return About(self.ships, to=MAP.coordinates(self.place))

    def text(self, board: ConvoyBoard) -> str:
        return f"{self.seat} searches {MAP.coordinates(self.place)}: {', '.join(map(board.words_of, self.ships))}."


@frozen
class ShipHailed(PublicEvent):
    reveals: ClassVar[bool] = True
    ship: Annotated[str, TARGET]
    cargo: str

    def text(self, board: ConvoyBoard) -> str:
        return f"{board.words_of(self.ship)} is hailed: {self.cargo or 'nothing'}."


@frozen
class TurnEnded(PublicEvent):
    silent: ClassVar[bool] = True

    def apply(self, board: ConvoyBoard) -> None:
        board.turn += 1
        board.cargo, board.loaded = dict.fromkeys(SEATS, ""), 0


# the steps


class Orders(Choices):
    """What a power may do: search where its ship is or next to it, or hail a ship of another that was found."""

    complete = True

    def __init__(self, board: ConvoyBoard, seat: str) -> None:
        self.board, self.seat = board, seat
        here = board.at[f"{seat}_ship"]
        self.near = sorted({here, *MAP.neighbours[here]})

    def __iter__(self) -> Iterator[Any]:
        yield from (Hail(ship) for ship in self.board.found if SHIPS[ship] != self.seat)
        yield from map(Search, self.near)

    def judge(self, action: Any) -> Verdict:
        match action:
            case Search(place=place):
                return LEGAL if place in self.near else refuse("far", f"{place} is not next to your ship", BOOK)
            case Hail(ship=ship):
                return self.hailed(ship)
        return refuse("no_order", f"{action.kind}: only search and hail are orders", BOOK)

    def explain(self, what: Names, ref: str) -> Verdict | None:
        return self.hailed(ref) if what is PIECE else None

    def hailed(self, ship: str) -> Verdict:
        """Whether a ship may be hailed."""
        if SHIPS.get(ship) == self.seat:
            return refuse("own", f"{ship} is your own", BOOK)
        return LEGAL if ship in self.board.found else refuse("not_found", f"nobody has found {ship}", BOOK)


def load(seat: str, t: Table[ConvoyBoard]) -> Procedure[None]:
    wharf = draw_from(tuple(CARGOES), "the wharf")
    cargo = yield from t.roll(wharf, f"{seat}'s cargo", BOOK, seen_by=frozenset({seat}))
    worth = Ruling(f"worth of {cargo}", CARGOES[cargo], base=0, modifiers=(Modifier(CARGOES[cargo], cargo, BOOK),))
    t.record(CargoLoaded(seat, cargo, worth))


def stow(seat: str, t: Table[ConvoyBoard]) -> Procedure[None]:
    if not (yield from t.ask(seat, [Load(True), Load(False)], "Keep what was loaded?", BOOK)).keeps:
        t.record(CargoDumped(seat))
    put_away = yield from t.ask(seat, [PutAway(coins) for coins in range(3)], "How much do you put away?", BOOK)
    t.record(CoinsPutAway(seat, put_away.coins))
    t.record(Stowed())


def sail(t: Table[ConvoyBoard]) -> Procedure[None]:
    def asked(seat: str) -> Ask:
        ship = f"{seat}_ship"
        ends = (t.board.at[ship], *MAP.neighbours[t.board.at[ship]])
        return Ask(seat, ListedChoices(Sail(ship, to) for to in sorted(ends)), "Where does your ship sail?", BOOK)

    chosen = yield from t.ask_secretly(map(asked, SEATS))
    for seat in SEATS:
        t.record(Sailed(chosen[seat].ship, chosen[seat].to))


def search(seat: str, t: Table[ConvoyBoard]) -> Procedure[None]:
    order = yield from t.ask(seat, Orders(t.board, seat), "Search a place, or hail a ship?", BOOK)
    if isinstance(order, Hail):
        t.record(ShipHailed(order.ship, t.board.cargo[SHIPS[order.ship]]))
    else:
        t.record(Searched(seat, order.place, t.board.ships_at(order.place)))


def count(t: Table[ConvoyBoard]) -> None:
    best = tuple(seat for seat in SEATS if t.board.coins[seat] == max(t.board.coins.values()))
    winner = best[0] if len(best) == 1 else None
    t.finish(Outcome(winner, "coins", dict(t.board.coins), together=() if winner else best))


def of_each(label: str, rule: Callable[[str, Table[ConvoyBoard]], Procedure[None]]) -> list[Step]:
    """A step of each power: what a step has rolled or found for one alone is done when another is asked."""
    return [Step(f"{seat.capitalize()} {label}", partial(rule, seat), BOOK) for seat in SEATS]


SEQUENCE = Sequence(
    "Convoy",
    Repeat(
        "Turn",
        *of_each("loads", load),
        *of_each("stows", stow),
        Step("Sail", sail, BOOK),
        *of_each("searches", search),
        Step("Next turn", lambda t: t.record(TurnEnded())),
        until=lambda board: board.turn > TURNS,
    ),
    Step("Count", count),
)


# what is hidden


def other_cargo(board: Any, seat: str, rng: Random) -> Any:
    """The others carry something else, as far as they are laden."""
    drawn = {name: rng.choice(("", *CARGOES)) for name in SEATS[: board.loaded]}
    cargo = {name: kind if name == seat else drawn.get(name, "") for name, kind in board.cargo.items()}
    return evolve(board, cargo=cargo)


def other_places(board: Any, seat: str, rng: Random) -> Any:
    """The ships of others that nobody has found are elsewhere."""
    seen = ships_seen(board.at, board, seat)
    return evolve(board, at={ship: seen.get(ship, rng.randrange(MAP.size)) for ship in board.at})


def other_coins(board: Any, seat: str, rng: Random) -> Any:
    """The others have put other sums away."""
    if board.outcome is not None:
        return board
    times = {name: (board.stowed + len(SEATS) - 1 - number) // len(SEATS) for number, name in enumerate(SEATS)}
    drawn = {name: rng.randint(0, 2 * times[name]) for name in SEATS if name != seat}
    return evolve(board, coins=board.coins | drawn)


def worlds(before: Any, now: Any, seat: str, rng: Random) -> Any:
    """``before`` with what the seat does not know drawn anew."""
    everywhere = {ship: before.at.get(ship, now.at.get(ship, 0)) for ship in SHIPS}
    unknown = dict.fromkeys(SEATS, ""), dict.fromkeys(SEATS, 0)
    whole = evolve(before, at=everywhere, cargo=unknown[0] | before.cargo, coins=unknown[1] | before.coins)
    return other_coins(other_cargo(other_places(whole, seat, rng), seat, rng), seat, rng)


SECRETS = (
    Secrecy(
        "What a ship carries, its power knows, until it is hailed.",
        BOOK,
        other_cargo,
        shows=lambda board, seat, event: isinstance(event, ShipHailed),
    ),
    Secrecy(
        "Where a ship is that nobody has found, its power knows.",
        BOOK,
        other_places,
        shows=lambda board, seat, event: isinstance(event, Searched),
    ),
    Secrecy("What was put away is known to who did it.", BOOK, other_coins),
)


# what lies on the table, and what is drawn and printed of it


def panels(board: ConvoyBoard, seat: str) -> tuple[Panel, ...]:
    ships = (StatusLine(board.words_of(ship), place, pieces=(ship,)) for ship, place in board.piece_places().items())
    return (*counts(board, seat), Status(tuple(ships), title="Ships"))


def counts(board: ConvoyBoard, seat: str) -> tuple[Panel, ...]:
    return (Score(tuple((seat, board.coins.get(seat, 0)) for seat in SEATS), title="Coins"),)


def marks(board: ConvoyBoard) -> Iterator[MapMark]:
    for ship, place in board.piece_places().items():
        if board.cargo.get(SHIPS[ship]):
            yield MapMark(kind="cargo", text=board.cargo[SHIPS[ship]], side=SHIPS[ship], places=(place,))


def face_of(board: ConvoyBoard, piece: str) -> PieceFace:
    return PieceFace(name=board.words_of(piece), side=SHIPS[piece], kind="ship")


def markers(board: ConvoyBoard, seat: str) -> Iterator[Marker]:
    for ship, space in board.at.items():
        yield Marker(space, board.cargo.get(SHIPS[ship]) or "?", SHIPS[ship], COLORS[SHIPS[ship]], id=ship)


def letters(board: ConvoyBoard, seat: str) -> dict[str, Letters]:
    return {ship: Letters(board.cargo.get(SHIPS[ship], "")[:1] or "?", board.words_of(ship)) for ship in board.at}


def paper(board: ConvoyBoard, seat: str, command: str = "") -> Handout:
    lines = [f"{board.words_of(ship)} in {place}" for ship, place in board.piece_places().items()]
    page = f"<!doctype html><title>Convoy</title><p>{escape('; '.join(lines))}</p>"
    return Handout("convoy", "Convoy", page, "\n".join(lines), {"ships": [*lines]})


def handout(board: ConvoyBoard, seat: str) -> Handout:
    return paper(redact(board, seat), seat)


def chance(board: ConvoyBoard, seat: str) -> float:
    """Who has more than the third of all that he knows of is ahead."""
    return 1 / 3 + (3 * board.coins.get(seat, 0) - sum(board.coins.values())) / 100


def sheet(drawn: Sheet, board: ConvoyBoard) -> Sheet:
    pieces = tuple(SheetPiece(ship, seat, "ship", f"{seat}'s ship") for ship, seat in SHIPS.items())
    told, end = (Note("All sail at once.", BOOK),), (Note("Put most coins away.", BOOK),)
    briefing = Briefing(drawn.briefing.title, told, begins="Ash", how_to_win=end)
    return evolve(drawn, sides=sides_of(SEATS), pieces=pieces, briefing=briefing)


def convoy() -> Game:
    rules = Rules(
        id="convoy",
        seats=SEATS,
        scenarios=(Scenario("plain", "Plain"),),
        sequence=SEQUENCE,
        board=ConvoyBoard,
        set_up=lambda scenario, options: ConvoyBoard(MAP, at=dict(zip(SHIPS, (0, 2, 4), strict=True))),
        actions=(Load, PutAway, Sail, Search, Hail),
        events=(CargoLoaded, CargoDumped, CoinsPutAway, Stowed, Sailed, Searched, ShipHailed, TurnEnded),
        title="Convoy",
        game_map=MAP,
        source=RulesSource(origin=Origin(convoy)),
        tools={"pictures": lambda: Presentation(markers=markers, letters=letters, handout=handout, orders=paper)},
        printed={"game_map": MAP},
        turn_of=lambda board: board.turn,
        display=Display(panels=panels, counts=counts, face_of=face_of, map_marks=marks),
        hidden_information=HiddenInformation(secrets=SECRETS, worlds=worlds),
        guarantees=Guarantees(marches=Marches(cut=lambda board, action: ())),
    )
    return Game(rules=rules, lay_out=sheet, win_probability=chance)
