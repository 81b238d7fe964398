"""A game of seven seats on areas, with simultaneous orders: each power writes one sheet for nine units in secret.

Armies and fleets go different ways, from home to home, over the middle, and by the seas between. All go at once; where
several powers meet, those with the most units stay, and nobody does on a tie. Most areas win, alone or together.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

from attrs import define, evolve, field, frozen

from wargame_core.authoring import (
    OFF,
    PIECE,
    TO,
    About,
    Action,
    Area,
    AreaMap,
    Ask,
    Board,
    Briefing,
    Cite,
    Display,
    Game,
    Guarantees,
    HiddenInformation,
    Note,
    Outcome,
    PieceFace,
    Procedure,
    Product,
    Public,
    PublicEvent,
    Repeat,
    Rules,
    Scenario,
    Sequence,
    Sheet,
    SheetPiece,
    SideOnSheet,
    Static,
    Step,
    Table,
    area_map,
    bits,
)
from wargame_pictures import Presentation
from wargame_pictures.draw.tokens import Marker

SEATS = ("ash", "birch", "cedar", "elm", "fir", "gum", "holly")
COLORS = dict(zip(SEATS, ("#27457a", "#a6987e", "#8a2f2f", "#2e7d4f", "#7a3b8f", "#b9882e", "#2f8a9a"), strict=True))
"""The colour of each seat's units."""
ORDERS = Cite("Seven Powers", "1", "Orders")
TURNS = 2
KINDS = {"army": 5, "fleet": 4}
"""How many units of a kind each power begins with."""


def world() -> AreaMap:
    """Homes in a ring about the middle, and a sea between each two of them."""
    around = list(zip(SEATS, (*SEATS[1:], SEATS[0]), strict=True))
    homes = [Area(seat, f"{seat.capitalize()} Home", (place, 0), "land") for place, seat in enumerate(SEATS)]
    seas = [Area(f"{seat}_sea", f"{seat.capitalize()} Sea", (place, 2), "sea") for place, seat in enumerate(SEATS)]
    army = [*around, *((seat, "middle") for seat in SEATS)]
    fleet = [(f"{here}_sea", there) for here, far in around for there in (here, far, f"{far}_sea")]
    return area_map([*homes, Area("middle", "Middle", (3, 1)), *seas], {"army": army, "fleet": fleet})


WORLD = world()
WAYS = {kind: WORLD.passage(kinds=frozenset({kind})) for kind in KINDS}
UNITS = {
    f"{seat}-{kind}-{n}": (seat, kind) for seat in SEATS for kind, many in KINDS.items() for n in range(1, many + 1)
}
"""The seat and the kind of each unit."""


@define
class PowersBoard(Board):
    game_map: Static[AreaMap]
    at: Public[dict[str, int]] = field(factory=dict)
    lost: Public[int] = 0
    turn: Public[int] = 1

    def of(self, seat: str) -> list[str]:
        return [unit for unit in self.at if UNITS[unit][0] == seat]

    def place_id(self, space: int) -> str:
        return self.game_map.coordinates(space)

    def piece_places(self) -> Mapping[str, str]:
        return {unit: self.place_id(space) for unit, space in self.at.items()}


@frozen
class Order:
    unit: Annotated[str, PIECE]
    to: Annotated[int, TO]


@frozen
class OrderSheet(Action):
    """What every unit of a power does: it goes to an area next to it, or holds where it is."""

    orders: tuple[Order, ...]

    def text(self, board: PowersBoard) -> str:
        going = [(order.unit.partition("-")[2], order.to) for order in self.orders if order.to != board.at[order.unit]]
        return "; ".join(f"{unit} to {board.place_id(to)}" for unit, to in going) or "all hold"

    def about(self, board: PowersBoard) -> About:
        return About(tuple(order.unit for order in self.orders))


@frozen
class Marched(PublicEvent):
    unit: Annotated[str, PIECE]
    to: Annotated[int, TO]

    def apply(self, board: PowersBoard) -> None:
        board.at[self.unit] = self.to

    def text(self, board: PowersBoard) -> str:
        return f"{self.unit} goes to {board.place_id(self.to)}."


@frozen
class Beaten(PublicEvent):
    units: tuple[str, ...]

    def about(self, board: PowersBoard) -> About:
        return About(self.units, to=OFF)

    def apply(self, board: PowersBoard) -> None:
        board.lost += len(self.units)
        for unit in self.units:
            del board.at[unit]

    def text(self, board: PowersBoard) -> str:
        return f"{', '.join(self.units)}: beaten."


@frozen
class TurnEnded(PublicEvent):
    silent: ClassVar[bool] = True

    def apply(self, board: PowersBoard) -> None:
        board.turn += 1


def sheets(board: PowersBoard, seat: str) -> Product:
    """Every order sheet of a power."""
    units = board.of(seat)

    def orders(unit: str) -> list[Order]:
        here = board.at[unit]
        return [Order(unit, to) for to in (here, *bits(WAYS[UNITS[unit][1]].next(1 << here) & ~(1 << here)))]

    rows = [orders(unit) for unit in units]
    return Product(
        rows, OrderSheet, lambda sheet: sheet.orders, ORDERS, titles=units, name=lambda order: WORLD.label(order.to)
    )


def give_orders(t: Table[PowersBoard]) -> Procedure[None]:
    """All powers write their sheets; when they are revealed, all units go at once."""
    asks = [Ask(seat, sheets(t.board, seat), "What do your units do?", ORDERS) for seat in SEATS if t.board.of(seat)]
    chosen = yield from t.ask_secretly(asks)
    for sheet in chosen.values():
        for order in sheet.orders:
            if order.to != t.board.at[order.unit]:
                t.record(Marched(order.unit, order.to))


def fight(t: Table[PowersBoard]) -> None:
    """Where powers meet, those with the most units stay; all are beaten where two have as many."""
    for space in sorted(set(t.board.at.values())):
        there = [unit for unit, at in t.board.at.items() if at == space]
        strengths = Counter(UNITS[unit][0] for unit in there).most_common()
        if len(strengths) > 1:
            stays = strengths[0][0] if strengths[0][1] > strengths[1][1] else None
            t.record(Beaten(tuple(unit for unit in there if UNITS[unit][0] != stays)))
    t.record(TurnEnded())


def count(t: Table[PowersBoard]) -> None:
    """Most areas win; powers with as many share it."""
    held = Counter(seat for seat, _ in {(UNITS[unit][0], space) for unit, space in t.board.at.items()})
    best = tuple(seat for seat in SEATS if held[seat] == max(held.values(), default=0))
    scores = {seat: held[seat] for seat in SEATS}
    if len(best) == 1:
        t.finish(Outcome(best[0], "areas", scores))
    t.finish(Outcome(None, "shared", scores, together=best))


def face_of(board: PowersBoard, piece: str) -> PieceFace:
    return PieceFace(name=piece, side=UNITS[piece][0], kind=UNITS[piece][1])


def markers(board: PowersBoard, seat: str) -> Iterable[Marker]:
    return (Marker(space, unit, UNITS[unit][0], COLORS[UNITS[unit][0]], id=unit) for unit, space in board.at.items())


def sides_of(seats: Iterable[str]) -> tuple[SideOnSheet, ...]:
    """The sides of some of these seats on a sheet."""
    return tuple(SideOnSheet(seat, seat.capitalize(), seat[0].upper(), color=COLORS[seat]) for seat in seats)


def sheet(drawn: Sheet, board: PowersBoard) -> Sheet:
    pieces, sides = tuple(SheetPiece(unit, seat, kind, unit) for unit, (seat, kind) in UNITS.items()), sides_of(SEATS)
    told, end = (Note("Everybody writes orders at once.", ORDERS),), (Note("Hold most areas.", ORDERS),)
    briefing = Briefing(drawn.briefing.title, told, begins="all together", how_to_win=end)
    return evolve(drawn, sides=sides, pieces=pieces, briefing=briefing)


def seven_powers() -> Game:
    rules = Rules(
        id="seven_powers",
        seats=SEATS,
        scenarios=(Scenario("plain", "Plain"),),
        sequence=Sequence(
            "Seven Powers",
            Repeat(
                "Turn",
                Step("Orders", give_orders, ORDERS),
                Step("Fights", fight),
                until=lambda board: board.turn > TURNS,
            ),
            Step("Count", count),
        ),
        board=PowersBoard,
        set_up=lambda scenario, options: PowersBoard(
            WORLD, {unit: WORLD.parse(seat) for unit, (seat, _) in UNITS.items()}
        ),
        actions=(OrderSheet,),
        events=(Marched, Beaten, TurnEnded),
        title="Seven Powers",
        game_map=WORLD,
        tools={"pictures": lambda: Presentation(markers=markers)},
        printed={"game_map": WORLD},
        turn_of=lambda board: board.turn,
        display=Display(face_of=face_of),
        hidden_information=HiddenInformation(worlds=lambda before, now, seat, rng: before),
        guarantees=Guarantees(conserved={"units": lambda board: board.lost + len(board.at)}),
    )
    return Game(rules=rules, lay_out=sheet)
