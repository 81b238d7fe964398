"""A small game of reaction: guns fire at who moves, reserves react, and sides act by initiative or in impulses."""

from typing import Any, Literal

from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, ZONES, combat, ground, movement, retreat, unit

from wargame_core import Game
from wargame_core.authoring import Cite, Die, Repeat, Sequence, Step
from wargame_core.charts import Chart, NumberAxis, OddsTable, Result
from wargame_hex_and_counter import (
    Advance,
    AnswersBeforehand,
    BidInitiative,
    Binding,
    Book,
    Combat,
    Control,
    HeldPlace,
    HexBoard,
    HexGame,
    Impulses,
    Initiative,
    Level,
    Losses,
    OpportunityFire,
    Pieces,
    ReactionMove,
    RolledInitiative,
    SetUp,
    SideTitle,
    Stacking,
    StandingBoard,
    TurnBegan,
    Victory,
    build,
    phase,
)
from wargame_hex_and_counter.board.events import PointsSet
from wargame_hex_and_counter.rules.hex_game import FurtherPart

Kind = Literal["initiative", "bid", "impulses"]
TURNS = 4
RULE = Cite("The ambush", "1", "Everything")
MAP = ground({"0304": "forest", "0404": "forest", "0505": "forest"})
UNITS = (
    unit("r1", 6, 4, back=3), unit("r2", 5, 4, back=2), evolve(unit("r3", 4, 4), formation="Guards"),
    evolve(unit("r4", 3, 3, kind="artillery"), formation="Guards"),
    unit("b1", 6, 4, back=3), evolve(unit("b2", 4, 6), formation="reserve"),
    unit("b3", 4, 3, kind="artillery"), unit("b4", 2, 3, kind="artillery"),
)  # fmt: skip
SET_UP = SetUp(
    "ambush", "The ambush", 1, TURNS,
    {
        "r1": "0307", "r2": "0407", "r3": "0507", "r4": "0607",
        "b1": "0304", "b2": "0402", "b3": "0503", "b4": "0203",
    },
)  # fmt: skip
ONE = Stacking(1, cite=RULE)
ZONE = evolve(ZONES, cite=RULE)


def fire_table() -> OddsTable:
    """A table of points of fire."""
    columns = NumberAxis.of("points", ["1-3", "4-5", "6+"], off_chart="clamp")
    rows = NumberAxis.of("die", [str(n) for n in range(1, 7)])
    cells = [["-", "-", "-"], ["-", "-", "S"], ["-", "-", "S"], ["-", "S", "S"], ["S", "S", "S"], ["S", "E", "E"]]
    chart = Chart.of("fire", "Fire", rows, columns, cells, str)
    says = {"-": (), "S": ("defender loses 1 step",), "E": ("defender eliminated",)}
    return OddsTable(chart, {code: Result.read(code, phrases) for code, phrases in says.items()}, "points")


def results() -> OddsTable:
    """The table of battles."""
    phrases = {
        "AR": ("attacker retreats 1",),
        "DR": ("defender retreats 1",),
        "EX": ("defender loses 1 step", "attacker loses 1 step"),
    }
    columns = NumberAxis.ratio("odds", ["1-2 or less", "1-1", "2-1 or more"], off_chart="clamp")
    rows = NumberAxis.of("die", [str(n) for n in range(1, 7)])
    cells = [["AR", "AR", "DR"]] * 3 + [["AR", "DR", "EX"]] * 3
    chart = Chart.of("crt", "Combat", rows, columns, cells, str)
    return OddsTable(chart, {code: Result.read(code, said) for code, said in phrases.items()})


FIRE_TABLE, CRT = fire_table(), results()
FIRE = OpportunityFire(
    by=("artillery",), range=3, needs_sight=False, table=FIRE_TABLE, chart=CHART, limit="once a turn", stops="a hit",
    fires_when=("enters", "leaves"), cite=RULE,
)  # fmt: skip


def half(pieces: Pieces, unit: str) -> int:
    return pieces.face(unit).move // 2


REACTION = ReactionMove(
    movement=movement(ZONE, ONE, allowance=half, cite=RULE),
    range=2,
    who=lambda pieces, unit: pieces.units[unit].formation in ("reserve", "Guards"),
)
ROLLED = Initiative(sides=("red", "blue"), by=RolledInitiative(ties="blue"), cite=RULE)
BID = Initiative(sides=("red", "blue"), by=BidInitiative(points="orders", ties="red"), cite=RULE)
IMPULSES = Impulses(sides=("red", "blue"), groups="a formation", ends_below=Die.parse("2d6"), cite=RULE)
COMBAT: Combat = evolve(
    combat(CRT, stacking=ONE, going_back=evolve(retreat(ONE), cite=RULE)),
    advance=Advance("one unit", "nobody"), cite=RULE, zones=ZONE, takes_preferences=True,
)  # fmt: skip
CONTROL = Control(("0404",), "entering", cite=RULE)
BINDING = Binding(entered=(CONTROL.entered,))
VICTORY = Victory(
    "red",
    (HeldPlace("0404", "red", 4), Losses("blue", 1), Losses("red", -1)),
    (Level("Red is through", "red", 3), Level("a draw", at_least=-2), Level("Blue holds", "blue")),
    RULE,
)


def player_turn(side: str, title: str, **given: Any) -> Sequence:
    """What a side does."""
    when = given.get("when")
    reacts: dict[str, Any] = {"reactions": (FIRE, REACTION), "beforehand": AnswersBeforehand(in_battles=True)}
    move = phase("Movement", side, movement(ZONE, ONE, cite=RULE), BINDING, **reacts, **given)
    return Sequence(title, move, phase("Combat", side, COMBAT, BINDING, **given), when=when)


def over(board: HexBoard) -> bool:
    return board.turn == TURNS


def turns(kind: Kind) -> Repeat:
    """The turns, in which the side that has the initiative acts first, or the sides act in impulses."""
    began = Step("Begin the turn", lambda t: t.record(TurnBegan(t.board.turn + 1)))
    if kind == "impulses":
        acting = (
            player_turn(side, f"{side} acts", who=IMPULSES.acts, when=IMPULSES.acting(side)) for side in ["red", "blue"]
        )
        impulse = Repeat(
            "Impulse", Step("Who acts", IMPULSES.choose, RULE), *acting, Step("End", IMPULSES.roll_end, RULE),
            until=IMPULSES.is_over,
        )  # fmt: skip
        return Repeat("Turn", began, Step("First impulse", IMPULSES.begin, RULE), impulse, until=over)
    rule = BID if kind == "bid" else ROLLED

    def orders(t: Any) -> None:
        for side in rule.sides:
            t.record(PointsSet(side, "orders", t.board.points.get("orders", {}).get(side, 0) + 2))

    given = (Step("Orders", orders, RULE),) if kind == "bid" else ()
    both = [
        player_turn(side, f"{side} {order}", when=getattr(rule, order)(side))
        for order in ("first", "second")
        for side in rule.sides
    ]
    return Repeat("Turn", began, *given, Step("Initiative", rule.decide, RULE), *both, until=over)


def the_ambush(kind: Kind) -> HexGame:
    """The game, by who acts when."""
    parts: dict[Kind, FurtherPart] = {"initiative": ROLLED, "bid": BID, "impulses": IMPULSES}
    return HexGame(
        id=f"ambush_{kind}",
        title="The ambush",
        document="The ambush",
        book=Book(MAP, {one.id: one for one in UNITS}),
        sides={"red": SideTitle("Red", "#a03a3a"), "blue": SideTitle("Blue", "#3b5b92")},
        scenarios={"ambush": SET_UP},
        sequence=Sequence("The ambush", turns(kind), Step("Count the points", VICTORY.end, RULE)),
        victory=VICTORY,
        turns=tuple(f"Hour {n}" for n in range(1, TURNS + 1)),
        chart=CHART,
        tables=(CRT,),
        board=StandingBoard,
        parts=(parts[kind],),
    )


def game(kind: Kind) -> Game:
    """The game, ready to play."""
    return build(the_ambush(kind))
