"""Opportunity fire: the worked example, what it is refused for, and what it does to a move."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.ambush_game import the_ambush
from tests.hex_and_counter.hex_kit import CHART, a_board, at, ground, movement, stand, unit

from wargame_core.authoring import Procedure, Table
from wargame_core.charts import Chart, NumberAxis, OddsTable, Result
from wargame_core.errors import RulesError
from wargame_core.flow.pending import Ask, Pending
from wargame_core.rulings import Modifier
from wargame_hex_and_counter import (
    Arrivals,
    HexBoard,
    HiddenStandingBoard,
    OpportunityFire,
    Stacking,
    StandingBoard,
    Unit,
    Zones,
    phase,
)
from wargame_hex_and_counter.board.actions import AskAgain, AskLater, Done, Fire, HoldFire, Move
from wargame_hex_and_counter.board.reactions import UNTIL_GAME_ENDS, StandingAnswer
from wargame_laws import drive, every_way


def fire_table(*results: str, low: str = "") -> OddsTable:
    """Six rows, three columns of points: 1-3, 4-7, 8 or more; by column the result, or of dice to 3 another one."""
    columns = NumberAxis.of("points", ["1-3", "4-7", "8+"], off_chart="clamp")
    rows = NumberAxis.of("die", [str(n) for n in range(1, 7)])
    chart = Chart.of("fire", "Fire", rows, columns, [[low or one for one in results]] * 3 + [list(results)] * 3, str)
    says = {"-": (), "S": ("defender loses 1 step",), "E": ("defender eliminated",)}
    return OddsTable(chart, {code: Result.read(code, says[code]) for code in dict.fromkeys(results)}, "points")


FIRE = OpportunityFire(
    by=("artillery",), range=3, needs_sight=True, table=fire_table("-", "S", "E"), chart=CHART, limit="once a turn",
    stops="nothing",
)  # fmt: skip
NO_ZONES = Zones((), "free", "free")
GUN, WALKER = unit("b1", 4, 4, kind="artillery"), unit("r1", 6, 4, back=3)


def a_field(*units: Unit, terrain: Mapping[str, str] | None = None, **where: str) -> StandingBoard:
    standing = a_board(stand(ground(terrain), *units, **where))
    return StandingBoard(book=standing.book, scenario="test", at=standing.at, turn=1)


def moving(fire: OpportunityFire = FIRE, stacking: Stacking | None = None) -> Any:
    """The movement of red under fire."""
    return phase("Movement", "red", movement(stacking=stacking or Stacking(1)), reactions=(fire,)).rule


def told(events: list[Any], board: HexBoard) -> list[str]:
    return [event.text(board) for event in events]


def test_who_comes_in_range_is_fired_at_in_each_hex_that_it_enters_once_a_turn() -> None:
    board = a_field(GUN, WALKER, b1="0303", r1="0307")
    asked: list[str] = []

    def hold(ask: Pending) -> Any:
        asked.append(next(iter(ask.asks.values())).prompt)
        return HoldFire()

    drive(moving(), board.copy(), ("red", Move("r1", at("0305"))), rest=hold)
    assert asked == [f"Blue opportunity fire: who fires at R1 in {hex_}?" for hex_ in ("0306", "0305")]
    events = drive(moving(), board, ("red", Move("r1", at("0305"))), ("blue", Fire("b1", "r1")), 3)
    assert told(events, board) == [
        "R1 moves from 0307 to 0306.",
        "B1 fires at R1: S, defender loses 1 step.",
        "R1 loses a step.",
        "R1 moves from 0306 to 0305.",
    ]
    assert (board.at["r1"], board.steps, board.reacted) == (at("0305"), {"r1": 1}, {"b1": 1})


def test_whoever_wants_to_be_asked_within_two_hexes_only_has_given_the_answer_before_that() -> None:
    board = a_field(GUN, WALKER, b1="0303", r1="0307")
    board.standing["blue"] = {"b1": StandingAnswer(1, 2)}
    standing: list[tuple[str, object]] = []

    def answer(pending: Pending) -> Any:
        if not isinstance(pending, Ask):
            return 3
        standing.append((pending.prompt.split()[-1], pending.standing_answer))
        return pending.standing_answer or Fire("b1", "r1")

    drive(moving(), board, ("red", Move("r1", at("0305"))), rest=answer)
    assert standing == [("0306?", HoldFire()), ("0305?", None)]
    assert board.reacted == {"b1": 1}


def test_what_a_side_wants_to_be_asked_holds_this_turn_and_can_be_taken_back() -> None:
    board = a_field(GUN, unit("b2", 4, 4, kind="artillery"), WALKER, b1="0303", b2="0403", r1="0307")
    later, again = AskLater(("b1",), 2), AskAgain(("b1",))
    move = ("red", Move("r1", at("0305")))
    (_, gives, _) = drive(moving(), board, move, ("blue", later), ("blue", HoldFire()))
    assert gives.text(board) == "Blue is not asked about B1 unless an enemy is within 2 hexes."
    assert gives.for_seat("red", board) is None
    assert gives.for_seat("blue", board) is gives
    assert board.standing == {"blue": {"b1": StandingAnswer(1, 2)}}
    assert later.text(board) == "nobody; do not ask about B1 this turn unless an enemy is within 2 hexes"
    assert list(FIRE.status(board)) == [("Not asked about", "B1 on this turn unless an enemy is within 2 hexes")]
    board.at["r1"] = at("0307")
    drive(moving(), board, move, ("blue", again), ("blue", HoldFire()))
    assert board.standing == {"blue": {}}


def test_an_answer_stands_where_it_covers_everybody_who_could_fire_and_up_to_its_last_turn() -> None:
    board = a_field(GUN, unit("b2", 4, 4, kind="artillery"), WALKER, b1="0303", b2="0304", r1="0307")
    board.turn = 2

    def standing(**answers: StandingAnswer) -> object:
        board.standing["blue"] = answers
        found: list[object] = []

        def hold(pending: Pending) -> Any:
            assert isinstance(pending, Ask)
            found.append(pending.standing_answer)
            return HoldFire()

        drive(moving(), board.copy(), ("red", Move("r1", at("0306"))), rest=hold)
        return found

    never = StandingAnswer(2, 0)
    assert standing(b1=never) == [None]
    assert standing(b1=never, b2=never) == [HoldFire()]
    assert standing(b1=never, b2=StandingAnswer(2, 2)) == [None]
    assert standing(b1=never, b2=StandingAnswer(1, 0)) == [None]
    assert standing(b1=never, b2=StandingAnswer(3, 0)) == [HoldFire()]
    assert standing(b1=never, b2=StandingAnswer(UNTIL_GAME_ENDS, 0)) == [HoldFire()]


@pytest.mark.parametrize(
    ("limit", "asked"), [("once a turn", 1), ("once a move", 1), ("once a hex", 2)]
)  # fmt: skip
def test_a_unit_fires_as_often_as_the_limit_says(limit: Any, asked: int) -> None:
    fire, board = evolve(FIRE, limit=limit, table=fire_table("-", "-", "-")), a_field(GUN, WALKER, b1="0303", r1="0307")
    shots = [("blue", Fire("b1", "r1")), 1] * asked
    events = drive(moving(fire), board, ("red", Move("r1", at("0305"))), *shots)
    assert sum(event.kind == "fired_at" for event in events) == asked


def test_the_limit_of_a_move_is_none_of_the_turn() -> None:
    fire = evolve(FIRE, limit="once a move")
    board = a_field(GUN, unit("r1"), unit("r2"), b1="0303", r1="0307", r2="0407")
    moves = ("red", Move("r1", at("0306"))), ("red", Move("r2", at("0405")))
    shot = ("blue", Fire("b1", "r1")), 1, ("blue", Fire("b1", "r2")), 1
    drive(moving(fire), board.copy(), moves[0], *shot[:2], moves[1], *shot[2:])
    drive(moving(), board, moves[0], *shot[:2], moves[1])


def test_sight_range_kind_and_strength_decide_who_fires() -> None:
    far = a_field(GUN, WALKER, b1="0303", r1="0308")
    pieces = far.pieces
    assert FIRE.units_ready(far, pieces, "r1") == ["b1"]
    assert not FIRE.field_of_fire(pieces, "b1") >> at("0307") & 1
    assert FIRE.field_of_fire(pieces, "b1") >> at("0306") & 1
    blind = a_field(GUN, WALKER, terrain={"0304": "wall", "0305": "wall"}, b1="0303", r1="0308")
    wall = evolve(CHART, terrain={**CHART.terrain, "wall": evolve(CHART.terrain["clear"], sight="blocks")})
    assert not evolve(FIRE, chart=wall).field_of_fire(blind.pieces, "b1") >> at("0306") & 1
    assert evolve(FIRE, chart=wall, needs_sight=False).field_of_fire(blind.pieces, "b1") >> at("0306") & 1
    for who in (
        unit("b1", 4), unit("b1", 0, kind="artillery"), evolve(GUN, face_down=True), unit("r2", 4, kind="artillery")
    ):  # fmt: skip
        board = a_field(who, WALKER, terrain={}, **{who.id: "0303", "r1": "0307"})
        assert FIRE.units_ready(board, board.pieces, "r1") == []
    assert evolve(FIRE, who=lambda pieces, unit: False).units_ready(far, pieces, "r1") == []


def test_leaving_the_hex_where_a_move_begins_lets_units_fire() -> None:
    fire, board = evolve(FIRE, fires_when=("leaves",)), a_field(GUN, WALKER, b1="0303", r1="0305")
    events = drive(moving(fire), board, ("red", Move("r1", at("0307"))), ("blue", Fire("b1", "r1")), 1)
    assert told(events, board)[0] == "B1 fires at R1: S, defender loses 1 step."
    assert board.at["r1"] == at("0307")


def test_a_unit_that_is_eliminated_goes_no_farther() -> None:
    fire, board = evolve(FIRE, table=fire_table("-", "E", "E")), a_field(GUN, WALKER, b1="0303", r1="0307")
    events = drive(moving(fire), board, ("red", Move("r1", at("0305"))), ("blue", Fire("b1", "r1")), 1)
    assert told(events, board)[-1] == "R1 is eliminated: opportunity fire."
    assert (board.at, board.lost, board.losses) == ({"b1": at("0303")}, {"r1"}, {"red": 6})


def test_several_steps_at_once_cost_what_each_is_worth() -> None:
    table = evolve(FIRE.table, results={"S": Result.read("S", ("defender loses 2 steps",)), "-": Result.read("-", ())})
    fire, board = evolve(FIRE, table=evolve(table, chart=fire_table("-", "S", "S").chart)), None
    three = evolve(WALKER, faces=(*WALKER.faces, evolve(WALKER.faces[1], strength=1)))
    for mover, steps, losses in ((three, {"r1": 2}, 5), (WALKER, {}, 6)):
        board = a_field(GUN, mover, b1="0303", r1="0307")
        drive(moving(fire), board, ("red", Move("r1", at("0306"))), ("blue", Fire("b1", "r1")), 1)
        assert (board.steps, board.losses) == (steps, {"red": losses})


@pytest.mark.parametrize(
    ("stops", "result", "ends"),
    [("nothing", "S", "0304"), ("a hit", "-", "0304"), ("a hit", "S", "0306"), ("any fire", "-", "0306")],
)
def test_fire_ends_a_move_as_the_rule_says(stops: Any, result: str, ends: str) -> None:
    fire = evolve(FIRE, stops=stops, table=fire_table("-", result, "E"))
    board = a_field(GUN, WALKER, b1="0303", r1="0307")
    far = movement(allowance=lambda pieces, unit: 6, zones=evolve(NO_ZONES))
    rule = phase("Movement", "red", far, reactions=(fire,)).rule
    events = drive(rule, board, ("red", Move("r1", at("0304"))), ("blue", Fire("b1", "r1")), 1)
    assert board.at["r1"] == at(ends)
    assert (told(events, board)[-1] == "The move of R1 ends in 0306: it was fired at.") == (ends == "0306")


def test_a_unit_that_is_stopped_ends_its_move_where_it_may_stand() -> None:
    fire = evolve(FIRE, stops="any fire", table=fire_table("-", "-", "-"), range=4)
    board = a_field(GUN, WALKER, unit("r2"), b1="0302", r1="0307", r2="0306")
    shot = ("blue", Fire("b1", "r1")), 1
    rule = phase("Movement", "red", movement(allowance=lambda pieces, unit: 3), reactions=(fire,)).rule
    drive(rule, board, ("red", Move("r1", at("0304"))), *shot, ("red", Done()))
    assert board.at["r1"] == at("0305")


def test_a_unit_goes_around_what_is_under_fire_if_its_points_suffice() -> None:
    gun, board = evolve(FIRE, range=1), a_field(GUN, WALKER, b1="0304", r1="0302")
    drive(moving(gun), board.copy(), ("red", Move("r1", at("0502"))))
    walk = movement(allowance=lambda pieces, unit: 9, zones=NO_ZONES)
    around = phase("Movement", "red", walk, reactions=(gun,)).rule
    drive(around, board.copy(), ("red", Move("r1", at("0306"))))
    short = phase("Movement", "red", evolve(walk, allowance=lambda pieces, unit: 5), reactions=(gun,)).rule
    asked = drive(short, board, ("red", Move("r1", at("0306"))), rest=lambda ask: HoldFire())
    assert len(asked) > 1


def test_a_shot_is_worth_what_the_table_the_ground_and_circumstances_say() -> None:
    board = a_field(GUN, WALKER, terrain={"0305": "forest"}, b1="0303", r1="0305")
    shot = FIRE.shot(board.pieces, "b1", "r1")
    assert (shot.column, [shift.label for shift in shot.shifts]) == ("1-3", ["forest"])
    assert evolve(FIRE, terrain="does not count").shot(board.pieces, "b1", "r1").column == "4-7"
    close = evolve(FIRE, shifts=(lambda board, unit, target: [Modifier(2, "close")],))
    assert close.shot(board.pieces, "b1", "r1").column == "8+"
    doubled = evolve(FIRE, strength=lambda pieces, unit: 2 * pieces.face(unit).strength)
    assert doubled.shot(board.pieces, "b1", "r1").column == "4-7"
    offered: list[str] = []
    fields = a_field(GUN, WALKER, b1="0303", r1="0306")

    def look(pending: Pending) -> Any:
        assert isinstance(pending, Ask)
        offered.append(pending.choices.help(Fire("b1", "r1"), fields))
        return HoldFire()

    drive(moving(), fields, ("red", Move("r1", at("0305"))), rest=look)
    assert "4-7" in offered[0]
    assert "S" in offered[0]


def test_the_chances_of_a_shot_are_those_of_play() -> None:
    fire, board = evolve(FIRE, table=fire_table("-", "S", "-", low="-")), a_field(GUN, WALKER, b1="0303", r1="0307")

    def one_shot(t: Table[Any]) -> Procedure[None]:
        yield from moving(fire)(t)

    def choose(pending: Pending) -> Any:
        prompt = next(iter(pending.asks.values())).prompt
        return Move("r1", at("0306")) if "who moves" in prompt else Fire("b1", "r1")

    hits = sum(chance for chance, _, after in every_way(one_shot, board, choose) if after.steps)
    assert hits == fire.shot(board.pieces.moved("r1", at("0306")), "b1", "r1").chances.p("S") == Fraction(1, 2)


def test_what_no_rulebook_says_is_refused() -> None:
    with pytest.raises(RulesError, match="range=0"):
        evolve(FIRE, range=0)
    with pytest.raises(RulesError, match="one or both of 'enters', 'leaves'"):
        evolve(FIRE, fires_when=())
    with pytest.raises(RulesError, match=r"limit='twice'.*'once a turn', 'once a move', 'once a hex'"):
        evolve(FIRE, limit="twice")  # type: ignore[arg-type]
    for phrase in ("attacker eliminated", "defender retreats 1", "defender eliminated or defender loses 1 step"):
        table = evolve(FIRE.table, results={**FIRE.table.results, "S": Result.read("S", (phrase,))})
        with pytest.raises(RulesError, match=f"'{phrase}' is no result of fire: no effect"):
            evolve(FIRE, table=table)
    with pytest.raises(RulesError, match=r"phase\('Movement', reactions=\): .* is no reaction: OpportunityFire or"):
        phase("Movement", "red", movement(), reactions=("fire",))  # type: ignore[arg-type]
    arrivals = Arrivals(lambda board: (), Stacking(1), (), "waits")
    with pytest.raises(RulesError, match="enemies react to Movement, not to Arrivals"):
        phase("Arrival", "red", arrivals, reactions=(FIRE,))
    with pytest.raises(RulesError, match=r"may find no room: Stacking\(checked='after each move'\)"):
        moving(evolve(FIRE, stops="a hit"), Stacking(1, checked="end of movement"))


def test_a_game_of_reactions_needs_a_board_that_keeps_what_sides_want_to_be_asked() -> None:
    with pytest.raises(RulesError, match=r"board=HexBoard\): OpportunityFire needs a StandingBoard"):
        evolve(the_ambush("initiative"), board=HexBoard)
    assert evolve(the_ambush("initiative"), board=HiddenStandingBoard).has_standing_answers


def test_the_rule_is_told() -> None:
    assert list(FIRE.sentences()) == [
        "Units (artillery) may fire at an enemy that enters a hex within 3 hexes and sight.",
        "Each fires once a turn. Fire does not end the move of a unit that survives it.",
        "What the terrain of its hex does for a defender it does for a unit that is fired at.",
    ]
    both = evolve(FIRE, fires_when=("enters", "leaves"), limit="once a move", stops="a hit", needs_sight=False)
    where, how = evolve(both, terrain="does not count").sentences()
    assert where.endswith("an enemy that enters a hex and leaves the hex where its move begins within 3 hexes.")
    assert how.startswith("Each fires once a move of the enemy. A unit that is hit ends its move, in the first hex")
    assert FIRE.cards() == ()
    board = a_field(GUN, WALKER, b1="0303", r1="0307")
    board.reacted["b1"] = 1
    assert list(FIRE.status(board)) == [("Have reacted", "B1")]
