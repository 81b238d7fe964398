"""Worked examples of weather: printed or rolled, with effects on movement, attacks, terrain and phases."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tests.hex_and_counter.hex_kit import CHART, a_board, at, combat, ground, hexes, movement, stand, table, unit

from wargame_core.errors import DataError, RulesError
from wargame_core.odds import Distribution
from wargame_hex_and_counter import Battle, HexBoard, Movement, Pieces, Weather, WeatherRoll, WeatherTrack
from wargame_hex_and_counter.printed.terrain import TerrainRow
from wargame_laws import drive

KINDS = {
    "dry": Weather(),
    "mud": Weather(movement=1, attacking="halved", without=("Rail movement",)),
    "snow": Weather(movement="halved", attacking="1 left", terrain={"clear": TerrainRow(enter=Fraction(2))}),
}
ROLL = WeatherRoll(("dry", "dry", "dry", "dry", "mud", "snow"))
TRACK = WeatherTrack(kinds=KINDS, turns=("dry", "dry", "mud", ROLL))


def on(word: str, turn: int = 1, **where: str) -> HexBoard:
    """A board with this weather, red of 15 with 5 points at 0301, blue of 3 at 0303 unless they stand elsewhere."""
    units = (unit("r1", 15, 5), unit("b1", 3))
    board = a_board(stand(ground(), *units, **{"r1": "0302", "b1": "0303", **where}))
    board.weather, board.turn = word, turn
    return board


def test_the_weather_of_a_turn_is_printed_and_told_when_it_changes() -> None:
    board = on("")
    told = []
    for turn in (1, 2, 3):
        board.turn = turn
        told += [event.text(board) for event in drive(TRACK.begin, board)]
    assert told == ["The weather is dry.", "The weather is mud."]


def test_or_a_die_brings_it_and_says_so_even_if_it_stays() -> None:
    for die, word in enumerate(ROLL.words, 1):
        board = on("dry", 4)
        (event,) = drive(TRACK.begin, board, die)
        assert (board.weather, event.text(board)) == (word, f"The weather is {word}.")
    assert Distribution.of(ROLL.die).map(ROLL.of).p("mud") == Fraction(1, 6)
    two = WeatherRoll(("mud",) * 3 + ("dry",) * 8, "2d6")
    assert [two.of(total) for total in (2, 4, 5, 12)] == ["mud", "mud", "dry", "dry"]


def test_a_function_may_say_the_weather_by_the_last() -> None:
    def after(board: HexBoard) -> Any:
        return "dry" if board.weather == "mud" else ROLL

    track = WeatherTrack(kinds=KINDS, turns=after)
    board = on("mud")
    drive(track.begin, board)
    assert board.weather == "dry"
    drive(track.begin, board, 6)
    assert board.weather == "snow"
    with pytest.raises(RulesError, match="'fog' is not a kind of weather: dry, mud, snow"):
        drive(WeatherTrack(kinds=KINDS, turns=lambda board: "fog").begin, board)


def test_mud_leaves_a_movement_of_one_hex_and_halves_attacks_with_fractions_kept() -> None:
    """15 to 3 is 5:1 in dry weather; in mud 7 1/2 to 3 is 2:1."""
    rule = combat(table(), shifts=(TRACK.shifts,), factors=(TRACK.factors,))
    walk = movement(allowance=TRACK.allowance())
    for word, column, far in (("dry", "4-1", 5), ("mud", "2-1", 1), ("", "4-1", 5)):
        pieces = on(word).pieces
        fight = rule.fight(pieces, Battle("red", ("r1",), (at("0303"),)))
        assert (fight.column, walk.allowance(pieces, "r1")) == (column, far)
    assert "mud: halved: 7 1/2" in str(rule.fight(on("mud").pieces, Battle("red", ("r1",), (at("0303"),))).ruling())
    slow = stand(ground(), unit("r1", move=0), r1="0505", board=on("mud"))
    assert walk.allowance(slow, "r1") == 0  # mud makes nobody faster
    assert len(walk.reach(on("mud", r1="0505", b1="0101").pieces, "r1").costs) == 7


def test_snow_shifts_attacks_and_halves_movement() -> None:
    rule = combat(table(), shifts=(TRACK.shifts,), factors=(TRACK.factors,))
    fight = rule.fight(on("snow").pieces, Battle("red", ("r1",), (at("0303"),)))
    assert [str(shift) for shift in fight.shifts] == ["-1 snow"]
    pieces = on("snow").pieces
    assert TRACK.allowance()(pieces, "r1") == Fraction(5, 2)
    for fractions, points in (("dropped", 2), ("rounded up", 3)):
        kinds = {"snow": Weather(movement="halved", fractions=fractions)}  # type: ignore[arg-type]
        assert WeatherTrack(kinds=kinds, turns=("snow",)).allowance()(pieces, "r1") == points


def test_the_allowance_of_the_author_stands_behind_that_of_the_weather() -> None:
    def twice(pieces: Pieces, piece: str) -> int:
        return 2 * pieces.face(piece).move

    assert TRACK.allowance(twice)(on("dry").pieces, "r1") == 10
    assert TRACK.allowance(twice)(on("snow").pieces, "r1") == 5


def test_rows_of_the_terrain_effects_chart_are_other_ones() -> None:
    chart = TRACK.chart(CHART)
    dry, snow = on("dry", r1="0301", b1="0808"), on("snow", r1="0301", b1="0808")
    assert chart(dry) is CHART
    assert chart(snow) is chart(on("snow"))  # one chart for each weather, because costs are kept by chart
    walk = movement()
    for board, name in ((dry, "0306"), (snow, "0303")):
        there = Movement(chart, walk.zones, walk.stacking)
        assert hexes(board.book.map, there.reach(board.pieces, "r1").spaces & 0b11111111 << at("0301"))[-1] == name


def test_a_phase_is_left_out() -> None:
    when = TRACK.plays("Rail movement")
    assert [when(on(word)) for word in ("", "dry", "mud")] == [True, True, False]
    with pytest.raises(RulesError, match="no weather leaves out 'Rail': Rail movement"):
        TRACK.plays("Rail")


def test_the_table_the_card_and_the_sentences_say_it() -> None:
    assert list(TRACK.status(on("mud"))) == [
        ("Weather", "mud: at most 1 movement points, attacks halved, no rail movement")
    ]
    assert list(TRACK.status(on(""))) == []
    assert list(TRACK.sentences())[::2] == [
        "Weather, dry: no effects.", "Weather, snow: movement halved, attacks 1 left, other terrain effects.",
    ]  # fmt: skip
    ((title, card),) = TRACK.cards()
    assert title == "Weather"
    assert re.findall(r"^(\d\S*) +\| (.*)", card, re.MULTILINE)[-2:] == [
        ("3", "mud"),
        ("4", "1d6: 1-4 dry, 5 mud, 6 snow"),
    ]
    assert "in snow:\n" in card


def test_words_are_checked() -> None:
    with pytest.raises(RulesError, match="'half' says nothing of movement: halved, doubled, tripled, a number"):
        Weather(movement="half")
    with pytest.raises(RulesError, match="'worse' is not an effect on a battle: N left"):
        Weather(attacking="worse")
    with pytest.raises(RulesError, match="2 words for 6 totals of 1d6"):
        WeatherRoll(("dry", "mud"), "1d6")
    with pytest.raises(RulesError, match="'fog' is not a kind of weather"):
        WeatherTrack(kinds=KINDS, turns=("fog",))
    with pytest.raises(RulesError, match="the weather of turn 5: it is given for turns 1 to 4"):
        TRACK.due(on("dry", 5))


FILE = """
source = { document = "Test", basis = "reconstruction" }

[weather.dry]

[weather.mud]
movement = "halved"
attacking = "1 left"
without = ["Rail movement"]
terrain.clear = { enter = 2 }

[[row]]
turns = [1, 2]
weather = "dry"

[[row]]
turns = [3]
roll = ["dry", "mud"]
"""


def read(folder: Path, text: str) -> WeatherTrack:
    """The track of a file."""
    (folder / "weather.toml").write_text(text, encoding="utf-8")
    return WeatherTrack.read(folder / "weather.toml", 3, CHART, ("Rail movement", "Combat"))


def test_a_file_has_the_kinds_and_the_turns(tmp_path: Path) -> None:
    track = read(tmp_path, FILE)
    assert track.turns == ("dry", "dry", WeatherRoll(("dry", "mud")))
    assert track.kinds["mud"].terrain["clear"].enter == 2
    assert track.kinds["mud"].movement == "halved"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('movement = "halved"', 'movement = "half"', "'half' says nothing of movement: halved, doubled, tripled"),
        ('"1 left"', '"worse"', "'worse' is not an effect on a battle"),
        ('["Rail movement"]', '["Rail"]', "'Rail' is not a phase that weather can leave out"),
        ("{ enter = 2 }", '{ enter = 2, attacked = "1 down" }', "'1 down' is not an effect on a battle"),
        ("terrain.clear", "terrain.clean", "'clean' is not a row [terrain] of the terrain effects chart"),
        ('roll = ["dry", "mud"]', 'roll = ["dry", "mut"]', "'mut' is not a kind of weather"),
        ('weather = "dry"', 'roll = ["dry"]\ndice = "1d6"', "1 words for 6 totals of 1d6"),
        ("turns = [3]", "turns = [2]", "turn 2 has its weather in another row"),
        ("turns = [3]", "turns = [4]", "the game has 1 to 3"),
        ("turns = [1, 2]", "turns = [1]", "no row has the weather of turn 2"),
        ('weather = "dry"', "", "a row has either weather, a word, or roll"),
        ('["dry", "mud"]', '["dry", "dry"]', "no row says 'mud'"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_what_is_allowed(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(DataError) as error:
        read(tmp_path, FILE.replace(old, new, 1))
    assert said in str(error.value)
