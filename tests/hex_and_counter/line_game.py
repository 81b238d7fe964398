"""A small game with replacements, a railroad and weather: two sides fight for a junction through dry days and mud."""

from fractions import Fraction

from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, ZONES, combat, ground, retreat, unit

from wargame_core import Game
from wargame_core.authoring import Cite, Repeat, Sequence, Step
from wargame_core.charts import Chart, NumberAxis, OddsTable, Result
from wargame_hex_and_counter import (
    Advance,
    Arrivals,
    Binding,
    Bombardment,
    Book,
    Combat,
    Control,
    HeldPlace,
    HexBoard,
    HexGame,
    Level,
    Losses,
    Movement,
    Rail,
    Reinforcement,
    Replacements,
    SetUp,
    SideTitle,
    Stacking,
    TurnBegan,
    Victory,
    Weather,
    WeatherRoll,
    WeatherTrack,
    build,
    due_by,
    not_by_rail,
    phase,
)
from wargame_hex_and_counter.printed.terrain import TerrainRow

TURNS = 6
LINE = [f"04{n:02}" for n in range(1, 9)]
MAP = ground({"0205": "forest", "0604": "forest"}, roads={"rail": LINE})
UNITS = (
    *(unit(f"r{n}", 5, 3, back=2) for n in range(1, 5)),
    *(unit(f"b{n}", 5, 3, back=2) for n in range(1, 5)),
    unit("r5", 2, 2, kind="artillery"),
    unit("b5", 2, 2, kind="artillery"),
)
SCENARIOS = {
    "line": SetUp(
        "line",
        "The line",
        1,
        TURNS,
        {
            "r1": "0401",
            "r2": "0303",
            "r3": "0503",
            "r5": "0402",
            "b1": "0408",
            "b2": "0306",
            "b3": "0506",
            "b5": "0407",
        },
        (Reinforcement(2, ("r4",), ("0401",)), Reinforcement(2, ("b4",), ("0408",))),
    )
}
RULE = Cite("The line", "1", "Everything")
TWO = Stacking(2, cite=RULE)
WEATHER = WeatherTrack(
    kinds={
        "dry": Weather(),
        "mud": Weather(
            movement="halved", attacking="1 left", without=("Rail movement",),
            terrain={"forest": TerrainRow(enter=Fraction(3))},
        ),
    },
    turns=("dry", "dry", *(WeatherRoll(("dry", "mud")),) * (TURNS - 2)),
    cite=RULE,
)  # fmt: skip
CHARTS = WEATHER.chart(CHART)
MEN = Replacements(
    points={"red": 2}, price=1, places={"red": ("0401", "0402")}, stacking=TWO,
    rebuilds=("reduced units", "eliminated units"), comes_back="at a place", unspent="is saved",
    blocked_by=("enemy zones",), chart=CHARTS, zones=ZONES, name="men", cite=RULE,
)  # fmt: skip
LEVY = evolve(
    MEN, points=lambda board: {"blue": 2 if board.turn % 2 else 1}, places={"blue": ("0408",)},
    comes_back="as a reinforcement", unspent="is lost", name="levy",
)  # fmt: skip
RAIL = Rail(
    along=("rail",), capacity=3, counts={"infantry": 1, "artillery": 2}, chart=CHARTS, zones=ZONES, stacking=TWO,
    enemy_zones="forbidden", friendly="not held by the enemy", cite=RULE,
)  # fmt: skip


def results() -> OddsTable:
    """A table that refuses odds below 1-2."""
    phrases = {
        "AE": ("attacker eliminated",),
        "AR": ("attacker retreats 1",),
        "DR": ("defender loses 1 step", "defender retreats 1"),
        "EX": ("defender loses 1 step", "attacker loses 1 step"),
        "DE": ("defender eliminated",),
    }
    columns = NumberAxis.ratio("odds", ["1-2", "1-1", "2-1", "3-1 or more"], off_chart="refuse")
    rows = NumberAxis.of("die", [str(n) for n in range(1, 7)])
    cells = [["AE", "AR", "AR", "EX"], ["AE", "AR", "EX", "DR"], ["AR", "EX", "DR", "DR"]]
    cells += [["AR", "EX", "DR", "DE"], ["EX", "DR", "DE", "DE"], ["DR", "DR", "DE", "DE"]]
    chart = Chart.of("crt", "Combat", rows, columns, cells, str)
    return OddsTable(chart, {code: Result.read(code, said) for code, said in phrases.items()})


CRT = results()
MOVEMENT = Movement(CHARTS, ZONES, TWO, minimum="one hex", allowance=WEATHER.allowance(), cite=RULE)
COMBAT: Combat = evolve(
    combat(CRT, stacking=TWO, going_back=evolve(retreat(TWO), chart=CHARTS, cite=RULE)),
    chart=CHARTS, must=("attack",), shifts=(WEATHER.shifts,), factors=(WEATHER.factors,),
    bombardment=Bombardment(("artillery",), 2, needs_sight=False, suffers_results=False, joins_attacks=False),
    advance=Advance("one unit", "nobody"), cite=RULE,
)  # fmt: skip
ARRIVALS = Arrivals(due_by(SCENARIOS, MAP), TWO, ("enemy units",), "waits", cite=RULE)
JUNCTION = "0404"
VICTORY = Victory(
    "red",
    (HeldPlace(JUNCTION, "red", 4), HeldPlace(JUNCTION, "blue", -4), Losses("blue", 1), Losses("red", -1)),
    (Level("Red has the line", "red", 3), Level("a draw", at_least=-2), Level("Blue has the line", "blue")),
    RULE,
)
BINDING = Binding(entered=(Control((JUNCTION,), "entering", cite=RULE).entered,))


def player_turn(side: str) -> Sequence:
    """Blue moves by rail in place of on foot, red besides."""
    who = not_by_rail if side == "blue" else None
    rebuilt = MEN if side == "red" else LEVY
    return Sequence(
        f"{side.capitalize()} player turn",
        phase("Replacement", side, rebuilt, BINDING),
        phase("Reinforcement", side, ARRIVALS, BINDING),
        phase("Rail movement", side, RAIL, BINDING, when=WEATHER.plays("Rail movement")),
        phase("Movement", side, MOVEMENT, BINDING, who=who),
        phase("Combat", side, COMBAT, BINDING),
    )


def the_line() -> HexGame:
    """The game."""

    def over(board: HexBoard) -> bool:
        return board.turn == TURNS

    turns = Repeat(
        "Turn",
        Step("Begin the turn", lambda t: t.record(TurnBegan(t.board.turn + 1))),
        Step("Weather", WEATHER.begin, RULE),
        player_turn("red"),
        player_turn("blue"),
        until=over,
    )
    return HexGame(
        id="line",
        title="The line",
        document="The line",
        book=Book(MAP, {one.id: one for one in UNITS}),
        sides={"red": SideTitle("Red", "#a03a3a"), "blue": SideTitle("Blue", "#3b5b92")},
        scenarios=SCENARIOS,
        sequence=Sequence("The line", turns, Step("Count the points", VICTORY.end, RULE)),
        victory=VICTORY,
        turns=tuple(f"Day {n}" for n in range(1, TURNS + 1)),
        chart=CHART,
        tables=(CRT,),
        parts=(WEATHER, MEN, LEVY, RAIL),
    )


def game() -> Game:
    """The game, ready to play."""
    return build(the_line())
