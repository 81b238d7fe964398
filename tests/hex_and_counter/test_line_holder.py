"""The bot that holds a line, in small positions in which the right choice is plain."""

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART, ZONES, at, combat, ground, movement, unit

from wargame_core import Game, Match
from wargame_core.authoring import Repeat, Sequence, Step
from wargame_core.charts import Chart, NumberAxis, OddsTable, Result
from wargame_core.errors import UnknownName
from wargame_core.flow.players import Thinking, plans_of
from wargame_core.shapes import fields_of
from wargame_hex_and_counter import (
    Binding,
    Book,
    Control,
    HeldPlace,
    HexGame,
    Level,
    Losses,
    OutOfSupply,
    SetUp,
    SideTitle,
    Trace,
    TurnBegan,
    Unit,
    Victory,
    build,
    phase,
)
from wargame_hex_and_counter.board.actions import Attack, Move
from wargame_hex_and_counter.game_files.further_sections import BotSection
from wargame_hex_and_counter.players.line_holder import line_holder
from wargame_hex_and_counter.players.outlook import Outlook, Stake
from wargame_hex_and_counter.players.stand import Stand
from wargame_hex_and_counter.players.terms import TERMS, Term, chances_to_hold

PLACE = "0404"
TURNS = 4


def results() -> OddsTable:
    """A table on which 1-1 is a bad attack and 3-1 a good one."""
    says = {
        "AE": ("attacker eliminated",),
        "AR": ("attacker retreats 1",),
        "DR": ("defender retreats 1",),
        "DE": ("defender eliminated",),
    }
    columns = NumberAxis.ratio("odds", ["1-2 or less", "1-1", "2-1", "3-1 or more"], off_chart="clamp")
    rows = NumberAxis.of("die", [str(n) for n in range(1, 7)])
    cells = [["AE", "AE", "AR", "DR"], ["AE", "AE", "AR", "DR"], ["AE", "AR", "DR", "DE"]]
    cells += [["AR", "AR", "DR", "DE"], ["AR", "DR", "DE", "DE"], ["DR", "DR", "DE", "DE"]]
    chart = Chart.of("crt", "Combat", rows, columns, cells, str)
    return OddsTable(chart, {code: Result.read(code, phrases) for code, phrases in says.items()})


def position(
    where: Mapping[str, str],
    *units: Unit,
    held: str = "red",
    turn: int = 1,
    rivers: Any = None,
    **settings: Any,
) -> HexGame:
    """A game that begins on a turn with these units; red moves first, and a place counts for who holds it."""
    game_map, supply = ground(rivers=rivers), settings.pop("out_of_supply", None)
    shifts = settings.pop("shifts", ())
    victory = Victory(
        "red",
        (HeldPlace(PLACE, "red", 10), HeldPlace(PLACE, "blue", -10), Losses("blue", 1), Losses("red", -1)),
        (Level("Red wins", "red", 1), Level("a draw", at_least=0), Level("Blue wins", "blue")),
    )
    binding = Binding(entered=(Control((PLACE,), "entering").entered,))
    fights = combat(results(), one_attack="one hex", out_of_supply=supply, shifts=shifts)

    def turn_of(side: str) -> Sequence:
        return Sequence(
            f"{side} turn", phase("Movement", side, movement(), binding), phase("Combat", side, fights, binding)
        )

    turns = Repeat(
        "Turn",
        Step("Begin the turn", lambda t: t.record(TurnBegan(t.board.turn + 1))),
        turn_of("red"),
        turn_of("blue"),
        until=lambda board: board.turn == TURNS,
    )
    return HexGame(
        id="position",
        title="A position",
        document="A position",
        book=Book(game_map, {one.id: one for one in units}),
        sides={"red": SideTitle("Red", "#a03a3a"), "blue": SideTitle("Blue", "#3b5b92")},
        scenarios={"position": SetUp("position", "A position", turn, TURNS, where, held={PLACE: held})},
        sequence=Sequence("A position", turns, Step("Count the points", victory.end)),
        victory=victory,
        turns=tuple(f"Day {n}" for n in range(1, TURNS + 1)),
        chart=CHART,
        **settings,
    )


def after_moves(game: HexGame, **given: Any) -> tuple[Match, Any]:
    """Red has moved as the bot wants, and who played."""
    match, bot = build(game).start(seed=1), line_holder(game, **given)(seed=1)
    while match.waiting_for == ("red",) and match.cursor[-1] == "Movement":
        match.play(bot(match.view("red")), "red")
    return match, bot


def stands(match: Match) -> dict[str, str]:
    """The printed number of the hex of each unit."""
    return dict(match.board.piece_places())


def attacks(match: Match, bot: Any) -> set[tuple[str, int]]:
    """Whom red attacks, as it announces it."""
    found = set[tuple[str, int]]()
    while match.waiting_for == ("red",) and match.cursor[-1] == "Combat":
        action = bot(match.view("red"))
        if not isinstance(action, Attack):
            break
        found.add((action.piece, action.to))
        match.play(action, "red")
    return found


def test_it_does_not_leave_its_place_for_a_weak_enemy_next_to_it() -> None:
    game = position(
        {"r1": PLACE, "b1": "0303", "b2": "0702", "b3": "0703"},
        unit("r1", 6),
        unit("b1", 1),
        unit("b2", 6),
        unit("b3", 6),
    )
    match, _ = after_moves(game)
    assert stands(match)["r1"] == PLACE


def test_it_closes_the_way_to_a_place_that_nobody_stands_in() -> None:
    match, _ = after_moves(position({"r1": "0406", "b1": "0402"}, unit("r1", 6), unit("b1", 4)))
    assert stands(match)["r1"] == PLACE


def test_it_stands_behind_the_river_where_it_is_stronger() -> None:
    sides = [(name, PLACE) for name in ("0403", "0304", "0504", "0305", "0505")]
    river = {"bank": [side for side in sides if ground().passage().leads(at(side[0]), at(PLACE))]}
    match, _ = after_moves(
        position({"r1": PLACE, "b1": "0402", "b2": "0502"}, unit("r1", 5), unit("b1", 6), unit("b2", 6), rivers=river)
    )
    assert stands(match)["r1"] == PLACE


def test_it_takes_the_three_to_one_and_leaves_the_one_to_one() -> None:
    where = {"r1": PLACE, "r2": "0504", "b1": "0403", "b2": "0304"}
    game = position(where, unit("r1", 3, 0), unit("r2", 3, 0), unit("b1", 2, 0), unit("b2", 3, 0))
    match, bot = after_moves(game)
    assert attacks(match, bot) == {("r1", at("0403")), ("r2", at("0403"))}


def test_it_brings_up_who_is_needed_for_three_to_one() -> None:
    where = {"r1": "0406", "r2": "0306", "b1": PLACE}
    game = position(where, unit("r1", 3), unit("r2", 3), unit("b1", 2, 0), held="blue", turn=3)
    match, bot = after_moves(game)
    assert attacks(match, bot) == {("r1", at(PLACE)), ("r2", at(PLACE))}


def test_it_withdraws_a_unit_that_would_be_surrounded() -> None:
    where = {"r1": "0702", "r2": PLACE, "b1": "0701", "b2": "0801"}
    game = position(where, unit("r1", 2), unit("r2", 6), unit("b1", 6, 2), unit("b2", 6, 2))
    match, _ = after_moves(game)
    space, enemies = at(stands(match)["r1"]), [at("0701"), at("0801")]
    assert min(game.book.map.distance(space, enemy) for enemy in enemies) > 3


def test_on_the_last_turn_it_goes_for_the_place_whoever_stands_around() -> None:
    where = {"r1": "0406", "b1": "0402", "b2": "0502"}
    units = unit("r1", 2), unit("b1", 6, 0), unit("b2", 6, 0)
    match, _ = after_moves(position(where, *units, held="blue", turn=TURNS))
    assert stands(match)["r1"] == PLACE


def test_it_tells_its_moves_and_attacks_with_their_reasons() -> None:
    where = {"r1": "0406", "r2": "0306", "b1": PLACE}
    game = position(where, unit("r1", 3), unit("r2", 3), unit("b1", 2, 0), held="blue", turn=3)
    match, bot = after_moves(game)
    attacks(match, bot)
    moves, attack = plans_of(bot)
    assert "R1 to 0" in moves
    assert "attacks +" in moves
    assert "attack 0404, worth +" in attack


def test_another_weight_makes_another_player() -> None:
    where = {"r1": "0702", "r2": PLACE, "b1": "0601", "b2": "0802", "b3": "0701"}
    game = position(where, unit("r1", 2), unit("r2", 6), unit("b1", 6), unit("b2", 6), unit("b3", 6))
    careful, _ = after_moves(game)
    careless, _ = after_moves(game, weights={"danger": 0.0, "flanks": 0.0, "attacks": 5.0})
    assert stands(careless) != stands(careful)


def test_a_weight_of_no_term_is_refused_with_the_terms_there_are() -> None:
    game = position({"r1": PLACE, "b1": "0808"}, unit("r1"), unit("b1"), weights={"dangers": 1.0})
    with pytest.raises(UnknownName, match=r"'dangers'.*danger"):
        build(game).bot("normal", seed=1)


def test_a_file_can_name_every_term_and_gives_the_weights_that_it_names() -> None:
    assert [key.key for key in fields_of(BotSection)] == [term.name for term in TERMS]
    assert BotSection(danger=1.0, flanks=0.0).weights() == {"danger": 1.0, "flanks": 0.0}


def test_a_further_term_counts() -> None:
    def in_the_corner(stand: Stand) -> float:
        return 100.0 * (stand.at["r1"] == at("0107"))

    game = position({"r1": "0406", "b1": "0402"}, unit("r1", 6), unit("b1", 4))
    match, bot = after_moves(game, terms=(Term("corner", "being in the corner", 1.0, in_the_corner),))
    assert stands(match)["r1"] == "0107"
    assert "corner +100" in plans_of(bot)[0]


def test_it_keeps_its_units_in_supply() -> None:
    trace = Trace(sources={"red": ("0408",)}, chart=CHART, zones=ZONES, length=4)
    cut = OutOfSupply(trace=trace, attacks="halved", defends="halved")
    where = {"r1": "0407", "b1": "0101"}
    units = unit("r1", 6), unit("b1", 4)
    near, _ = after_moves(position(where, *units, out_of_supply=cut, weights={}), weights={"supply": 10.0})
    far, _ = after_moves(
        position(where, *units, out_of_supply=evolve(cut, trace=evolve(trace, length=1))), weights={"supply": 10.0}
    )
    assert stands(near)["r1"] == PLACE
    assert stands(far)["r1"] in {"0407", "0408", "0307", "0507", "0308", "0508"}


def test_on_the_last_turn_supply_holds_nobody_back() -> None:
    trace = Trace(sources={"red": ("0408",)}, chart=CHART, zones=ZONES, length=1)
    cut = OutOfSupply(trace=trace, attacks="halved", defends="in full")
    where = {"r1": "0407", "b1": "0101"}
    game = position(where, unit("r1", 6), unit("b1", 4), held="blue", turn=TURNS, out_of_supply=cut)
    match, _ = after_moves(game, weights={"supply": 10.0})
    assert stands(match)["r1"] == PLACE


def stand_of(where: Mapping[str, str], red: int, blue: int, held: str, turn: int) -> Stand:
    """How red stands as it begins to move, with one unit of each side."""
    game = position(where, unit("r1", red, 0), unit("b1", blue), held=held, turn=turn)
    view = build(game).start(seed=1).view("red")
    outlook = Outlook(game, view.board, "red", view.cursor)
    return Stand(outlook, outlook.own_hexes)


@pytest.mark.parametrize(("blue", "chance"), [(1, 1 - 1 / 6), (4, 1 - 2 / 6), (8, 1 - 4 / 6), (12, 0.0)])
def test_in_the_last_round_the_chance_to_hold_a_place_is_that_of_the_enemys_attack(blue: int, chance: float) -> None:
    stand = stand_of({"r1": PLACE, "b1": "0402"}, 4, blue, "blue", TURNS)
    assert dict(chances_to_hold(stand)) == {Stake(at(PLACE), 20.0): pytest.approx(chance)}


def test_in_the_last_round_a_place_without_defenders_is_lost_to_who_can_walk_into_it() -> None:
    near, far = (stand_of({"r1": "0108", "b1": enemy}, 4, 4, "red", TURNS) for enemy in ("0402", "0801"))
    assert [chance for stand in (near, far) for _, chance in chances_to_hold(stand)] == [0.0, 1.0]


def test_a_place_that_a_side_does_not_hold_cannot_be_lost() -> None:
    lost, not_won = (
        stand_of({"r1": PLACE, "b1": "0402"}, 4, 8, held, 1).expected_attacks[at(PLACE)] for held in ("red", "blue")
    )
    assert lost.takes == not_won.takes == pytest.approx(4 / 6)
    assert lost.costs > not_won.costs + 5
    assert lost.pays == not_won.pays


class AtOnce:
    """Says that it is time to stop from the first time that it is asked."""

    def is_set(self) -> bool:
        return True


def test_told_to_stop_it_answers_with_a_legal_choice_and_tries_next_to_nothing(line: Game) -> None:
    match, told = line.start(seed=1), list[Thinking]()
    for _ in range(30):
        (seat,) = match.waiting_for
        view = match.view(seat)
        action = line.bot("normal", seed=1)(view, stop=AtOnce(), tell=told.append)  # type: ignore[call-arg]
        assert view.choices.judge(action)
        match.play(action, seat)
    assert all(thinking.tries <= 2 for thinking in told)


def test_it_tells_how_far_it_is_and_what_it_would_do(line: Game) -> None:
    view, told = line.start(seed=1).view("red"), list[Thinking]()
    action = line.bot("normal", seed=1)(view, tell=told.append)  # type: ignore[call-arg]
    assert 0 < told[0].done <= told[-1].done <= 1
    assert told[0].tries < told[-1].tries
    assert view.choices.judge(told[0].best)
    assert view.choices.judge(action)


@pytest.fixture(scope="module")
def line() -> Game:
    from tests.hex_and_counter.line_game import game

    return game()


def test_the_plan_is_followed_move_by_move_without_a_second_plan() -> None:
    where = {"r1": "0406", "r2": "0306", "b1": PLACE}
    game = position(where, unit("r1", 3), unit("r2", 3), unit("b1", 2, 0), held="blue", turn=3)
    match, bot = build(game).start(seed=1), line_holder(game)(seed=1)
    moves = []
    while match.cursor[-1] == "Movement" and match.waiting_for == ("red",):
        moves.append(bot(match.view("red")))
        match.play(moves[-1], "red")
    assert len(plans_of(bot)) == 1
    assert sum(isinstance(action, Move) for action in moves) == 2
