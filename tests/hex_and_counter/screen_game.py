"""Small games of further parts: counters that lie face down, boxes beside the map, lines of supply, a cup of chits."""

from typing import Any, Literal

from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, ZONES, combat, ground, movement, retreat, unit

from wargame_core import Game
from wargame_core.authoring import Cite, Repeat, Sequence, Step
from wargame_core.charts import Chart, NumberAxis, OddsTable, Result
from wargame_hex_and_counter import (
    Advance,
    Arrivals,
    Binding,
    Bombardment,
    Book,
    Box,
    Boxes,
    Chit,
    Combat,
    Control,
    Cup,
    FaceDown,
    HeldPlace,
    HexBoard,
    HexGame,
    HiddenBoard,
    Level,
    Losses,
    Lot,
    OutOfSupply,
    Reinforcement,
    SetUp,
    SideTitle,
    Stacking,
    Trace,
    TurnBegan,
    Unit,
    Victory,
    build,
    due_by,
    phase,
)
from wargame_hex_and_counter.rules.face_down import Found, KnownTo, PutBy

Kind = Literal["screen", "choice", "untried"]
TURNS = 5
RULE = Cite("The screen", "1", "Everything")
MAP = ground({"0404": "forest"})


def back(id_: str) -> Unit:
    """The back of a counter: it moves 4, and attacks where it can."""
    return evolve(unit(id_, 1, 4), face_down=True, name=f"Counter {id_}")


BACKS = tuple(back(f"{side}{n}") for side in "rb" for n in (1, 2, 3, 4))
UNITS = (
    unit("r11", 6, 4), unit("r12", 4, 4, back=2), evolve(unit("r13", 3, 4, kind="artillery"), formation="guns"),
    unit("b11", 6, 4), unit("b12", 4, 4, back=2), unit("b13", 3, 4, kind="artillery"),
    unit("r20", 4, 4), unit("b20", 4, 4), unit("b21", 0, 3),
    unit("r30", 4, 4), unit("r31", 4, 4), unit("b30", 4, 4), unit("b31", 4, 4),
)  # fmt: skip
LOTS = (
    Lot(("r1", "r2", "r3", "r4"), ("r11", "r12", "r13")),
    Lot(("b1", "b2", "b3", "b4"), ("b11", "b12", "b13")),
)
SET_UP = SetUp(
    "screen",
    "The screen",
    1,
    TURNS,
    {
        "r1": "0202", "r2": "0302", "r3": "0501", "r4": "0602", "r20": "0101",
        "b1": "0207", "b2": "0307", "b3": "0507", "b4": "0607", "b20": "0808", "b21": "0404",
    },
    (Reinforcement(2, ("r30", "r31"), ("0101",)), Reinforcement(2, ("b30", "b31"), ("0808",))),
    under_counters=("r11", "r12", "r13", "b11", "b12", "b13"),
)  # fmt: skip
ONE = Stacking(2, cite=RULE)
ZONE = evolve(ZONES, cite=RULE)
BOXES = Boxes(
    boxes=(
        Box(name="The pass", sides=("red", "blue"), entered_from=("0101", "0808"), leads_to=("0105", "0804"), limit=1),
        Box(name="The valley", sides=("red",), onward=("The pass",), entered_from=("0102",), passage=2),
    ),
    stacking=ONE,
    cite=RULE,
)
ARRIVALS = Arrivals(
    due_by({"screen": SET_UP}, MAP),
    ONE,
    ("enemy units",),
    "waits",
    chart=CHART,
    pays="its place in the column",
    cite=RULE,
)
SUPPLY = Trace(sources={"red": ("0101",), "blue": ("0808",)}, chart=CHART, zones=ZONE, length=8, cite=RULE)
OUT_OF_SUPPLY = OutOfSupply(
    trace=SUPPLY, attacks="not at all", defends="halved", moves="halved", fractions="dropped, but not to 0",
    judged="at its step",
)  # fmt: skip
CUP = Cup(
    chits=(Chit("Red", "red"), Chit("Blue", "blue"), Chit("Red guns", "red", "guns"), Chit("Dusk", ends=True)),
    cite=RULE,
)
SETTINGS: dict[Kind, tuple[KnownTo, Found, PutBy]] = {
    "screen": ("its side", "next to an enemy", "chance"),
    "choice": ("its side", "in battle", "its side"),
    "untried": ("nobody", "in battle", "chance"),
}


HIDDEN: dict[Kind, FaceDown] = {
    kind: FaceDown(lots=LOTS, known_to=known_to, found=found, put_by=put_by, cite=RULE)
    for kind, (known_to, found, put_by) in SETTINGS.items()
}


def results() -> OddsTable:
    """A table that refuses odds below 1-2."""
    phrases = {
        "AR": ("attacker retreats 1",),
        "DR": ("defender loses 1 step", "defender retreats 1"),
        "EX": ("defender loses 1 step", "attacker loses 1 step"),
        "DE": ("defender eliminated",),
    }
    columns = NumberAxis.ratio("odds", ["1-3 or less", "1-2", "1-1", "2-1 or more"])
    rows = NumberAxis.of("die", [str(n) for n in range(1, 7)])
    cells = [["AR", "AR", "EX", "DR"]] * 3 + [["AR", "EX", "DR", "DE"]] * 3
    chart = Chart.of("crt", "Combat", rows, columns, cells, str)
    return OddsTable(chart, {code: Result.read(code, said) for code, said in phrases.items()})


CRT = results()
COMBAT: Combat = evolve(
    combat(CRT, stacking=ONE, going_back=evolve(retreat(ONE), cite=RULE)),
    must=("attack",), advance=Advance("one unit", "nobody"), cite=RULE, zones=ZONE,
    defenders_of_0="are eliminated",
    bombardment=Bombardment(("artillery", "infantry"), 2, needs_sight=False, suffers_results=False),
)  # fmt: skip
CONTROL = Control(("0404",), "entering", cite=RULE)
VICTORY = Victory(
    "red",
    (HeldPlace("0404", "red", 4), HeldPlace("0404", "blue", -4), Losses("blue", 1), Losses("red", -1)),
    (Level("Red has the ford", "red", 3), Level("a draw", at_least=-2), Level("Blue has the ford", "blue")),
    RULE,
)


def binding(kind: Kind) -> Binding:
    """What happens when a unit enters hexes, and before a battle."""
    return Binding(entered=(HIDDEN[kind].entered, CONTROL.entered), begins=(HIDDEN[kind].begins,))


def turns(kind: Kind) -> Repeat:
    """The turns of both sides: in turn, or with untried units as chits are drawn."""
    began = Step("Begin the turn", lambda t: t.record(TurnBegan(t.board.turn + 1)))
    if kind != "untried":
        return Repeat("Turn", began, player_turn(kind, "red"), player_turn(kind, "blue"), until=over)
    supply = (Step(f"{side} supply", OUT_OF_SUPPLY.judge(side), RULE) for side in ("red", "blue"))
    both = (player_turn(kind, side) for side in ("red", "blue"))
    drawn = Repeat("Chit", Step("Draw", CUP.draw, RULE), *both, until=CUP.is_over)
    return Repeat("Turn", began, *supply, Step("Fill the cup", CUP.fill, RULE), drawn, until=over)


def over(board: HexBoard) -> bool:
    return board.turn == TURNS


def player_turn(kind: Kind, side: str) -> Sequence:
    """What a side does; with chits only the units of the chit, and only its side."""
    bound, zone, fought, allowance = binding(kind), ZONE, COMBAT, ARRIVALS.allowance()
    chits: dict[str, Any] = {}
    if kind == "untried":
        zone = evolve(ZONE, exerts=OUT_OF_SUPPLY.exerts)
        fought = evolve(COMBAT, out_of_supply=OUT_OF_SUPPLY, zones=zone)
        allowance = OUT_OF_SUPPLY.allowance(allowance)
        chits = {"who": CUP.acts, "when": CUP.acting(side)}
    return Sequence(
        f"{side.capitalize()} player turn",
        phase("Reinforcement", side, ARRIVALS, bound, **chits),
        phase("Boxes", side, BOXES, bound, **chits),
        phase("Movement", side, movement(zone, ONE, allowance=allowance, cite=RULE), bound, **chits),
        phase("Combat", side, fought, bound, **chits),
    )


def the_screen(kind: Kind) -> HexGame:
    """The game, by how counters are hidden and found."""
    return HexGame(
        id=f"screen_{kind}",
        title="The screen",
        document="The screen",
        book=Book(MAP, {one.id: one for one in (*BACKS, *UNITS)}),
        sides={"red": SideTitle("Red", "#a03a3a"), "blue": SideTitle("Blue", "#3b5b92")},
        scenarios={"screen": SET_UP},
        sequence=Sequence(
            "The screen",
            Step("Set up", HIDDEN[kind].put, RULE),
            turns(kind),
            Step("Count the points", VICTORY.end, RULE),
        ),
        victory=VICTORY,
        turns=tuple(f"Day {n}" for n in range(1, TURNS + 1)),
        chart=CHART,
        tables=(CRT,),
        board=HiddenBoard,
        parts=(HIDDEN[kind], BOXES, *((CUP,) if kind == "untried" else ())),
    )


def game(kind: Kind) -> Game:
    """The game, ready to play."""
    return build(the_screen(kind))
