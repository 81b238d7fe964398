"""What every phase promises, whatever part it is made of: who takes part, what the log says, and when the game ends."""

import re
from collections.abc import Callable
from typing import Any, Literal, get_args

import pytest
from attrs import evolve
from tests.hex_and_counter.hex_kit import CHART
from tests.hex_and_counter.line_game import ARRIVALS, BINDING, COMBAT, LEVY, MEN, MOVEMENT, RAIL, VICTORY, the_line

from wargame_core import Game, load
from wargame_core.authoring import Sequence, Step
from wargame_core.charts import Chart, NumberAxis, OddsTable, Result
from wargame_core.errors import RulesError
from wargame_hex_and_counter import (
    Binding,
    Box,
    Boxes,
    HexBoard,
    OutOfSupply,
    Pieces,
    SideTitle,
    SuddenVictory,
    TerrainChart,
    Trace,
    Victory,
    Weather,
    WeatherTrack,
    build,
    holds,
    phase,
)
from wargame_hex_and_counter.board.actions import Attack
from wargame_hex_and_counter.board.events import Eliminated, PhaseSkipped
from wargame_hex_and_counter.board.pieces import title_of
from wargame_hex_and_counter.rules.phases import Part
from wargame_laws import AnswerMissing, drive

BOXES = Boxes(boxes=(Box(name="The rear", sides=("red",), entered_from=("0303", "0402")),), stacking=MOVEMENT.stacking)
PARTS: tuple[Any, ...] = (MOVEMENT, COMBAT, ARRIVALS, MEN, RAIL, BOXES)


def ready() -> HexBoard:
    """Red and blue next to each other, one of red due, one lost, one reduced, one on a railroad: each part can act."""
    board = the_line().set_up("line", {})
    board.turn, board.weather, board.points = 2, "dry", {"men": {"red": 4}}
    game_map = board.book.map
    board.at["b2"] = game_map.parse("0304")
    del board.at["r1"]
    board.lost.add("r1")
    board.steps["r3"] = 1
    return board


def test_every_kind_of_part_is_tried_here() -> None:
    assert {type(part) for part in PARTS} == set(get_args(Part))


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_a_phase_asks_nobody_whom_who_leaves_out(part: Any) -> None:
    with pytest.raises(AnswerMissing):
        drive(phase("Phase", "red", part).rule, ready())
    drive(phase("Phase", "red", part, who=lambda pieces, unit: False).rule, ready())


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_a_phase_offers_only_those_whom_who_lets_take_part(part: Any) -> None:
    def menu(who: Callable[[Pieces, str], bool] | None) -> set[str]:
        with pytest.raises(AnswerMissing) as waits:
            drive(phase("Phase", "red", part, who=who).rule, ready())
        (ask,) = waits.value.pending.asks.values()
        return {action.piece for action in ask.choices if hasattr(action, "piece")}

    everybody = menu(None)
    chosen = min(everybody)
    assert menu(lambda pieces, unit: unit == chosen) == {chosen}


def test_only_the_zones_of_those_who_take_part_make_enemies_be_attacked() -> None:
    rule = evolve(COMBAT, must=("attack", "be attacked"), bombardment=None)
    pieces = ready().pieces
    with_all = rule.commitments(pieces, "red")
    without = rule.commitments(pieces, "red", lambda pieces, unit: unit != "r2")
    assert with_all.must_be_met == ["0304"]
    assert list(without.must_be_met) == []


def test_a_part_that_no_phase_is_made_of_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"phase\('Retreat'\): .*Retreat.* is not a part of a phase: Movement, Combat"):
        phase("Retreat", "red", COMBAT.retreat)  # type: ignore[arg-type]


def test_the_log_says_that_nobody_can_act_in_a_phase() -> None:
    board = ready()
    board.at["b2"] = board.book.map.parse("0306")
    assert drive(phase("Combat", "red", COMBAT).rule, board) == [PhaseSkipped("red", "Combat")]
    assert PhaseSkipped("red", "Combat").text(board) == "Combat: Red can do nothing."


def test_the_log_is_silent_where_nobody_is_due() -> None:
    board = ready()
    board.turn = 1
    assert drive(phase("Reinforcement", "red", ARRIVALS).rule, board) == []


# Functions of authors


def changed(part: Any, **settings: Any) -> Any:
    return evolve(part, **settings)


def march(**settings: Any) -> Any:
    return phase("March", "red", MOVEMENT, **settings)


def ending(when: Any) -> Any:
    return SuddenVictory("Over", "red", "ever", when)


def bound(**settings: Any) -> Any:
    return Binding(**settings)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: changed(COMBAT.retreat, ways=lambda ways: ways), r"Retreat\(ways=\): .*\(board, ways\) that gives"),
        (lambda: changed(COMBAT, shifts=(lambda board: (),)), r"Combat\(shifts=\): .*\(board, battle\) that gives"),
        (lambda: changed(COMBAT, shifts=lambda board, battle: ()), r"Combat\(shifts=\): it is a tuple of functions"),
        (lambda: changed(COMBAT, zones=lambda: None), r"Combat\(zones=\): .* called with \(board\)"),
        (lambda: changed(MOVEMENT, allowance=lambda unit: 3), r"Movement\(allowance=\): .* \(pieces, unit\)"),
        (lambda: changed(MOVEMENT.stacking, counts=lambda unit: 1), r"Stacking\(counts=\): .* \(pieces, units\)"),
        (lambda: changed(ARRIVALS, due=lambda: ()), r"Arrivals\(due=\): .* \(board\)"),
        (lambda: changed(MEN, supplied=lambda unit: True), r"Replacements\(supplied=\): .* \(board, unit, space\)"),
        (lambda: changed(RAIL, friendly=lambda board: 0), r"Rail\(friendly=\): .* \(board, side\)"),
        (lambda: march(who=lambda unit: True), r"phase\('March', who=\): .* \(pieces, unit\)"),
        (lambda: march(when=lambda: True), r"phase\('March', when=\): .* \(board\)"),
        (lambda: bound(entered=(lambda unit: None,)), r"Binding\(entered=\): .* \(t, unit, path\)"),
        (lambda: bound(moved=Eliminated), r"Binding\(moved=\): .* \(piece, start, to\) that gives an event"),
        (lambda: ending(lambda: True), r"SuddenVictory\(when=\): .* \(board\)"),
    ],
)
def test_a_function_that_takes_other_arguments_is_refused_when_the_part_is_made(
    make: Callable[[], object], said: str
) -> None:
    with pytest.raises(RulesError, match=said):
        make()


def test_what_a_function_gives_is_refused_with_its_keyword_and_its_name() -> None:
    def nothing(board: HexBoard, battle: object) -> Any:
        return None

    board = ready()
    battle = evolve(COMBAT, must=()).battles(board.pieces, "red", ())
    assert battle == ()
    rule = evolve(COMBAT, shifts=(nothing,), must=())
    with pytest.raises(RulesError, match=r"Combat.shifts=.*nothing gives a series of Modifier, not None"):
        drive(phase("Combat", "red", rule).rule, board, ("red", Attack("r2", board.at["b2"])))


# The end at any moment


def test_a_condition_ends_the_game_as_soon_as_a_unit_has_moved() -> None:
    game = the_line()
    sudden = SuddenVictory("Red through", "red", "Red holds the junction", holds("red", "0404"))
    assert isinstance(game.victory, Victory)
    victory = evolve(game.victory, sudden=(sudden,))
    march = phase("March", "red", MOVEMENT, evolve(BINDING, ends=(victory.suddenly,)))
    whole = evolve(game, victory=victory, sequence=Sequence("The line", march, Step("Points", victory.end)))
    played: Game = build(whole)
    match = played.start(seed=1)
    match.play({"kind": "move", "piece": "r2", "to": "0404"})
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == ("red", "Red through")
    assert match.outcome.text == "Red through: Red holds the junction."
    told = [note.text for note in played.sheet().briefing.how_to_win]
    assert "Red through, at once: Red holds the junction." in told
    assert "Red through" in [rule.level for rule in played.contents["line"].victory]


# What can come up


def test_a_game_has_only_the_actions_and_events_that_its_parts_bring() -> None:
    game = the_line()
    kinds = {action.kind for action in game.all_actions()} | {event.kind for event in game.all_events()}
    assert not kinds & {"push", "pushed", "suffer", "lose"}
    pushing = evolve(COMBAT, retreat=evolve(COMBAT.retreat, friends="are pushed"))
    more = evolve(game, sequence=Sequence("The line", phase("Combat", "red", pushing), phase("Levy", "red", LEVY)))
    kinds = {action.kind for action in more.all_actions()} | {event.kind for event in more.all_events()}
    assert {"push", "pushed", "recall", "recalled"} <= kinds
    assert not kinds & {"move", "moved", "enter", "go_by_rail", "place_taken"} - {"go_by_rail"}


# Halves


def a_difference(rounding: Literal["none", "down"]) -> OddsTable:
    """A table of differences."""
    columns = NumberAxis.of("Attacker less defender", ["-1 or less", "0", "1 or more"], rounding=rounding)
    rows = NumberAxis.of("die", ["1-3", "4-6"])
    chart = Chart.of("crt", "Combat", rows, columns, [["NE"] * 3] * 2, str)
    return OddsTable(chart, {"NE": Result.read("NE", ["no effect"])}, compares="difference")


@pytest.mark.parametrize(
    ("chart", "parts", "named"),
    [
        (CHART, (), "hexside.slope.attacking halves a strength"),
        (
            evolve(CHART, hexside={}),
            (WeatherTrack(kinds={"snow": Weather(attacking="halved")}, turns=("snow",)),),
            "weather.snow.attacking halves a strength",
        ),
    ],
)
def test_halves_on_a_table_of_whole_numbers_are_told_when_the_game_is_made(
    chart: TerrainChart, parts: tuple[WeatherTrack, ...], named: str
) -> None:
    game = evolve(the_line(), chart=chart, parts=parts, tables=(a_difference("down"),))
    with pytest.raises(
        RulesError, match=rf"{named}, and the columns of Combat are .* `rounding` .*'up', 'down', 'near"
    ):
        evolve(game, tables=(a_difference("none"),))


def test_weather_that_drops_its_fractions_needs_no_rounding() -> None:
    snow = WeatherTrack(kinds={"snow": Weather(attacking="halved", fractions="dropped")}, turns=("snow",))
    evolve(the_line(), chart=evolve(CHART, hexside={}), parts=(snow,), tables=(a_difference("none"),))


# refusals


def test_of_a_unit_that_is_picked_the_reasons_of_no_other_unit_are_told() -> None:
    match = load("corinth").start(scenario="second_day")
    told = match.explain(place="1814", with_piece="cs_rust")
    assert str(told).startswith("Rust: "), "too far for Rust"
    assert str(match.explain(place="1814", with_piece="cs_bowen")).startswith("Bowen: "), "whoever is nearest"
    assert "Bowen" not in str(told)
    assert re.match(r"Rust: 1814 costs \d+, budget 5 \(and \d+ more\)", str(match.explain(place="1814")))
    assert "Bowen" not in str(match.explain(place="1814"))
    assert match.explain(place="0610", with_piece="cs_bowen")
    assert str(match.explain(piece="cs_green", with_piece="cs_rust")) == str(
        match.explain(place="1106", with_piece="cs_rust")
    )


def test_questions_and_the_log_call_a_side_by_its_title() -> None:
    sides = {"red": SideTitle("The Reds", "#a03a3a"), "blue": SideTitle("Army of the Blue", "#3b5b92")}
    match = build(evolve(the_line(), sides=sides)).start(seed=1)
    assert match.pending is not None
    assert next(iter(match.pending.asks.values())).prompt.startswith("The Reds ")
    board = match.board
    assert PhaseSkipped("blue", "Rail").text(board) == "Rail: Army of the Blue can do nothing."
    assert VICTORY.ledger(board).title == "The Reds points"
    assert title_of(None, "red") == "Red", "a board without a book"


def test_a_table_of_whole_numbers_is_refused_where_being_out_of_supply_halves() -> None:
    cut_off = OutOfSupply(trace=Trace(sources={}, chart=CHART, zones=COMBAT.zones), attacks="halved", defends="in full")
    fight = evolve(COMBAT, table=a_difference("none"), out_of_supply=cut_off)
    with pytest.raises(RulesError, match=r"Combat\(out_of_supply=\) halves a strength, and the columns of Combat are"):
        evolve(
            the_line(), chart=evolve(CHART, hexside={}), parts=(), sequence=Sequence("x", phase("Fight", "red", fight))
        )
