"""Corinth line by line: its exceptions, its duties and its points, worked by hand on the printed map."""

import pytest
from tests.corinth.kit import combat, corinth, zones

from wargame_core import Game, load
from wargame_core.authoring import Repeat, Sequence
from wargame_core.charts import Fight
from wargame_core.rulings import Verdict
from wargame_hex_and_counter import Battle, HexBoard, HexGame
from wargame_hex_and_counter.board.actions import Enter
from wargame_lab import simulate


@pytest.fixture(scope="module")
def game() -> HexGame:
    return corinth()


@pytest.fixture(scope="module")
def loaded() -> Game:
    return load("corinth")


def board_of(game: HexGame, scenario: str = "two_days", turn: int = 1, **at: str) -> HexBoard:
    """A board with these units alone, or with those of the set-up."""
    board = game.set_up(scenario, {})
    board.turn = turn
    if at:
        board.at = {unit: game.book.map.parse(hex_) for unit, hex_ in at.items()}
    return board


def fight(game: HexGame, attackers: tuple[str, ...], hexes: tuple[str, ...], **at: str) -> Fight:
    board = board_of(game)
    board.at = {unit: game.book.map.parse(hex_) for unit, hex_ in at.items()}
    side = game.book.units[attackers[0]].side
    battle = Battle(side, attackers, tuple(map(game.book.map.parse, hexes)))
    return combat(game).fight(board.pieces, battle)


def test_two_columns_are_lost_across_the_works_and_none_where_somebody_is_inside(game: HexGame) -> None:
    across = fight(game, ("cs_moore",), ("0507",), cs_moore="0406", us_oliver="0507")
    assert (across.odds, across.column, [*map(str, across.shifts)]) == ("3-2", "1-2 or less", ["-2 works"])
    where = {"cs_moore": "0406", "cs_cabell": "0607", "us_oliver": "0507"}
    inside = fight(game, ("cs_moore", "cs_cabell"), ("0507",), **where)
    assert (inside.odds, inside.column, inside.shifts) == ("2-1", "2-1", ())


def test_works_shelter_the_union_alone(game: HexGame) -> None:
    assert fight(game, ("us_oliver",), ("0406",), us_oliver="0507", cs_jackson="0406").shifts == ()


def test_a_battery_shelters_who_stands_in_it_and_of_two_grounds_the_better_counts(game: HexGame) -> None:
    robinett = fight(game, ("cs_moore",), ("0910",), cs_moore="0810", us_siege_guns="0910")
    assert [*map(str, robinett.shifts)] == ["-2 Battery Robinett"]


def test_at_night_armies_part_and_nobody_fights(game: HexGame, loaded: Game) -> None:
    night, day = board_of(game, turn=6), board_of(game)
    at_night, by_day = zones(game, night), zones(game, day)
    assert (at_night.entering, at_night.leaving, by_day.entering, by_day.leaving) == (
        "forbidden", "free", "stops", "forbidden"
    )  # fmt: skip
    turn = loaded.rules.sequence.parts[0]
    assert isinstance(turn, Repeat)
    players = [part for part in turn.parts if isinstance(part, Sequence)]
    tests = [step.when for player in players for step in player.parts if step.label == "Combat"]
    assert [(when(night), when(day)) for when in tests if when is not None] == [(False, True)] * 2


def test_at_dawn_of_the_second_day_the_union_does_not_move(game: HexGame, loaded: Game) -> None:
    turn = loaded.rules.sequence.parts[0]
    assert isinstance(turn, Repeat)
    union = turn.parts[2]
    assert isinstance(union, Sequence)
    (move,) = (step.when for step in union.parts if step.label == "Movement")
    assert move is not None
    boards = (board_of(game, "second_day", 7), board_of(game, "second_day", 8), board_of(game, turn=7))
    assert [move(board) for board in boards] == [False, True, True]


def test_an_army_that_has_lost_its_measure_fights_worse(game: HexGame) -> None:
    board = board_of(game)
    board.losses = {"confederate": 25, "union": 27}
    attack, defence = Battle("confederate", (), ()), Battle("union", (), ())
    (demoralized,) = combat(game).shifts
    assert [*map(str, demoralized(board, attack))] == ["-1 Confederate army demoralized (25 lost, of 25)"]
    assert [shift.value for shift in demoralized(board, defence)] == [1]
    board.losses["union"] = 28
    assert [shift.value for shift in demoralized(board, attack)] == [-1, 1]


def test_on_the_second_day_an_enemy_may_be_left_alone(game: HexGame) -> None:
    duties = [board.pieces.value(combat(game).must) for board in (board_of(game), board_of(game, "second_day", 7))]
    assert duties == [("attack", "be attacked"), ("attack",)]


def test_columns_of_assault_are_three_deep_on_the_second_day(game: HexGame) -> None:
    boards = board_of(game), board_of(game, "second_day", 7)
    limits = [board.pieces.value(combat(game).stacking) for board in boards]
    assert [(limit.stacking_limit("confederate"), limit.stacking_limit("union")) for limit in limits] == [
        (2, 2),
        (3, 2),
    ]


def test_a_brigade_next_to_two_enemies_attacks_both(game: HexGame) -> None:
    board = board_of(game, cs_moore="0504", us_oliver="0505", us_crocker="0603")
    duty = combat(game).commitments(board.pieces, "confederate")
    begun = duty.add((), "cs_moore", "0505")
    assert not isinstance(begun, Verdict)
    assert str(duty.complete(begun)) == "still to be committed: 0603 [Corinth 5. Combat]"
    both = duty.add(begun, "cs_moore", "0603")
    assert not isinstance(both, Verdict)
    assert duty.complete(both)


def test_whoever_stands_in_a_swamp_is_in_nobodys_zone_and_need_not_be_attacked(game: HexGame) -> None:
    board = board_of(game, cs_moore="0504", us_oliver="0604")
    assert game.book.map.terrain[game.book.map.parse("0306")] == "swamp"
    board.at = {"cs_moore": game.book.map.parse("0305"), "us_oliver": game.book.map.parse("0306")}
    duty = combat(game).commitments(board.pieces, "confederate")
    assert duty.missing(()) == ("cs_moore",)


def test_points_are_those_of_the_rulebook(game: HexGame) -> None:
    board, game_map = board_of(game), game.book.map
    battle, morning = game.victory_of(board), game.victory_of(board_of(game, "second_day"))
    assert battle.ledger(board).total == 0
    taken = ("Corinth", "The Crossing", "Battery Powell")
    board.held |= {game_map.coordinates(game_map.parse(place)): "confederate" for place in taken}
    board.losses = {"union": 9, "confederate": 14}
    ledger = battle.ledger(board)
    assert (ledger.total, ledger.result) == (12 + 12 + 5 + 9 - 14, "Rosecrans saves his army")
    assert morning.ledger(board).total == 12 + 6 + 9 - 14
    assert [battle.level(points).winner for points in (72, 71, 66, 65)] == ["confederate", "", "", "union"]
    assert [morning.level(points).title for points in (22, 21, 10, 9, 3, 2, -9, -10)] == [
        "Van Dorn holds the crossing", "Van Dorn has a foot in the town", "Van Dorn has a foot in the town",
        "Both armies claim Corinth", "Both armies claim Corinth", "Rosecrans keeps Corinth", "Rosecrans keeps Corinth",
        "Van Dorn's army is broken",
    ]  # fmt: skip


def test_units_that_are_due_come_by_one_of_their_hexes(game: HexGame, loaded: Game) -> None:
    played = loaded.start(seed=5)
    assert list(played.waiting_for) == ["confederate"]
    places = [game.book.map.parse(hex_) for hex_ in ("0801", "0901")]
    assert set(played.choices("confederate")) == {
        Enter(unit, to) for unit in ("cs_gates", "cs_martin") for to in places
    }


@pytest.mark.parametrize("scenario", ["two_days", "second_day"])
def test_both_scenarios_play_to_the_end(scenario: str, loaded: Game) -> None:
    study = simulate(loaded, "random", games=6, seed=11, scenario=scenario)
    assert len(study.finished) == 6
