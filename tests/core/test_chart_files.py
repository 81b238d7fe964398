"""Chart files are read strictly: every problem at its line and column, all at once."""

from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

from wargame_core.charts import EvenOdd, EventTable, OffChart, read_card, read_events
from wargame_core.errors import DataError

GOOD = """\
source = { document = "Rulebook", basis = "text" }
id = "losses"
title = "Losses"
cite = { book = "Book", page = "7", heading = "Combat" }
notes = ["a note"]
[rows]
name = "die"
title = "Die"
off_chart = "clamp"
[columns.attacker]
title = "Attacker"
rounding = "up"
bands = ["1/2-3", "4-6", "7+"]
[columns.ground]
title = "Ground"
kind = "names"
bands = ["clear", { label = "Woods/City", names = ["woods", "city"] }]
[[row]]
die = "≤3"
attacker = ["1", "2*", 3]
ground = ["-1", "NE"]
[[row]]
die = { label = "many", min = 4 }
attacker = ["0", "0", "0"]
ground = ["+1", "+2"]
basis = "found"
source_note = "a page"
[cells]
NE = 0
"2*" = { even = 2, odd = 1 }
"""


def read(tmp_path: Path, text: str) -> list[str]:
    """The problems of a chart file, without its name."""
    path = tmp_path / "chart.toml"
    path.write_text(dedent(text), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_card(path)
    return [str(problem).removeprefix("chart.toml:") for problem in caught.value.problems]


def test_a_good_file_is_a_card(tmp_path: Path) -> None:
    path = tmp_path / "chart.toml"
    path.write_text(GOOD, encoding="utf-8")
    card = read_card(path)
    assert [card["attacker"].at(2, value) for value in ("1/2", "3 1/2", 50)] == [1, EvenOdd(2, 1), 3]
    assert [card["ground"].at(99, name) for name in ("clear", "city")] == [1, 2]
    assert card["attacker"].find(99, 1).row == "many"
    assert str(card["attacker"].cite) == "Book p.7 Combat"
    assert str(card).splitlines()[-1] == "  a note"


def swapped(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"4-6"', '"5-6"', "13:19: E502 columns.attacker.bands[1]: nothing holds 4, between 1/2-3 and 5-6"),
        ('"4-6"', '"3-6"', "13:19: E503 columns.attacker.bands[1]: 1/2-3 and 3-6 both hold 3"),
        ('"4-6"', '"four"', "13:19: E501 columns.attacker.bands[1]: 'four' is not a band of numbers"),
        ("min = 4", "min = 5", "23:1: E502 row[1].die: nothing holds 4, between ≤3 and many"),
        ('"2*", 3', '"2*"', "20:1: E504 row[0].attacker: short row: 2 cells for 3 columns"),
        ('"2*", 3', '"2*", 3, 4', "20:1: E504 row[0].attacker: long row: 4 cells for 3 columns"),
        ('"NE"]', '"Ne"]', "21:17: E505 row[0].ground[1]: 'Ne' is not a cell of this chart"),
        ('["-1", "NE"]', '["-1", 1.5]', "E203 row[0].ground"),
        ('ground = ["+1"', 'grond = ["+1"', "25:1: E201 row[1].grond: unknown key (die, attacker, ground)"),
        ('ground = ["+1"', 'grond = ["+1"', "E202 row[1].ground: missing"),
        ('off_chart = "clamp"', 'off_chart = "clam"', "9:1: E204 rows.off_chart: 'clam' is not"),
        (
            'names = ["woods", "city"]',
            'names = ["woods", "clear"]',
            "E503 columns.ground.bands: Ground: 'clear'",
        ),
        ("min = 4", "minimum = 4", "E201 row[1].die.minimum: unknown key"),
        ('name = "die"\n', "", "E202 rows.name: missing"),
        ("NE = 0", 'NE = "none"', "E203 cells.NE"),
    ],
)
def test_a_problem_is_told_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    found = read(tmp_path, swapped(old, new))
    assert [one for one in found if problem in one], found


RATIOS = """\
source = { document = "Rulebook", basis = "text" }
id = "odds"
title = "Odds"
[rows]
name = "die"
[columns.odds]
kind = "ratios"
against = "defender"
bands = ["1-2 or less", "1:1", "3-1"]
[[row]]
die = "1-6"
odds = ["1", "2", "3"]
"""


def test_ratios_are_written_as_printed(tmp_path: Path) -> None:
    path = tmp_path / "chart.toml"
    path.write_text(RATIOS, encoding="utf-8")
    chart = read_card(path).only
    assert [chart.at(1, ratio) for ratio in ("1/3", "1/2", "2/3", 1, "5/4", 3)] == [1, 1, 2, 2, 3, 3]
    with pytest.raises(OffChart, match="4 is off the chart"):
        chart.at(1, 4)
    path.write_text(RATIOS.replace("defender", "attacker"), encoding="utf-8")
    against_attacker = read_card(path).only
    assert [against_attacker.at(1, ratio) for ratio in ("1/3", "2/3", 1, "5/4", 3, 4)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"1:1"', '"even"', "9:25: E501 columns.odds.bands[1]: 'even' is not a ratio as printed"),
        ('"1:1"', '"2-4"', "9:25: E503 columns.odds.bands[1]: 1-2 or less and 2-4 overlap"),
        ('"defender"', '"attackers"', "8:1: E204 columns.odds.against: 'attackers' is not allowed here"),
    ],
)
def test_a_ratio_that_is_none_or_stands_twice_is_told_at_its_place(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    (told,) = read(tmp_path, RATIOS.replace(old, new))
    assert told.startswith(problem)


# Tables of events by dice and date.


FILE = """\
source = { document = "Rulebook", basis = "text" }
id = "events"
title = "Events"
dice = "2d6"
[rows]
name = "dice"
[columns.turn]
title = "Turn"
bands = ["1-4", "5-9"]
[[row]]
dice = "2-6"
turn = ["Rain", "Flood"]
[[row]]
dice = "7"
turn = ["Rain and Flood", "None"]
[[row]]
dice = "8-12"
turn = ["Drought", "Drought"]
[names]
rain = "Rain"
flood = "Flood"
drought = "Drought"
nothing = "No Effect"
[events]
"Rain and Flood" = ["rain", "flood"]
None = []
[[conversion]]
event = "drought"
becomes = "nothing"
after = ["rain", "flood"]
"""


def load(tmp_path: Path, text: str = FILE) -> EventTable:
    path = tmp_path / "events.toml"
    path.write_text(text)
    return read_events(path)


def test_dice_and_turn_give_what_happens(tmp_path: Path) -> None:
    table = load(tmp_path)
    assert [table.events(4, dice) for dice in (6, 7, 8)] == [("rain",), ("rain", "flood"), ("drought",)]
    assert [table.events(5, dice) for dice in (6, 7, 8)] == [("flood",), (), ("drought",)]


def test_the_turn_before_converts_an_event(tmp_path: Path) -> None:
    table = load(tmp_path)
    assert table.events(2, 12, previous=("rain",)) == ("nothing",)
    assert table.events(2, 12, previous=("drought",)) == ("drought",)
    found = table.find(2, 12, previous=("flood",))
    assert (found.text, found.settled()) == ("Drought", ("nothing",))


def test_the_odds_of_a_turn_are_exact(tmp_path: Path) -> None:
    odds = load(tmp_path).odds(5)
    assert dict(odds.items()) == {("flood",): Fraction(15, 36), (): Fraction(6, 36), ("drought",): Fraction(15, 36)}
    assert load(tmp_path).odds(5, previous=("rain",)).p(("nothing",)) == Fraction(15, 36)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('dice = "2d6"', 'dice = "two"', "4:1: E207 dice: 'two' is not a roll of dice"),
        ('"Flood"]', '"Flod"]', "12:17: E505 row[0].turn[1]: 'Flod' is not a cell of this chart"),
        ('["rain", "flood"]\nNone', '["rain", "flod"]\nNone', "events.Rain and Flood[1]: 'flod' is not an event"),
        ('event = "drought"', 'event = "drout"', "E301 conversion[0].event: 'drout' is not an event"),
        ('becomes = "nothing"', 'becomes = "none"', "E301 conversion[0].becomes: 'none' is not an event"),
        (
            'after = ["rain", "flood"]',
            'after = ["rain", "snow"]',
            "conversion[0].after[1]: 'snow' is not an event",
        ),
        ("[names]", "[name]", "E202 names: missing"),
        ('"7"', '"8"', "E502"),
    ],
)
def test_a_problem_of_the_file_is_told_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    assert old in FILE
    with pytest.raises(DataError) as caught:
        load(tmp_path, FILE.replace(old, new))
    assert [one for one in caught.value.problems if problem in str(one)], str(caught.value)
