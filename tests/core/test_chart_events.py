"""Tables of events by dice and date."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from wargame_core.charts import EventTable, OffChart, dice_total, read_events
from wargame_core.errors import DataError

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


def test_a_turn_or_total_off_the_table_is_refused(tmp_path: Path) -> None:
    table = load(tmp_path)
    with pytest.raises(OffChart, match=r"Turn: 10 is off the chart \(allowed: 1 to 9\)"):
        table.events(10, 7)
    with pytest.raises(OffChart, match=r"dice: 13 is off the chart \(allowed: 2 to 12\)"):
        table.events(1, 13)


@pytest.mark.parametrize(("text", "low", "high"), [("d6", 1, 6), ("2d6", 2, 12), ("1d6+1", 2, 7), ("2d3-1", 1, 5)])
def test_a_roll_is_written_as_usual(text: str, low: int, high: int) -> None:
    values = list(dice_total(text))
    assert (values[0], values[-1]) == (low, high)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('dice = "2d6"', 'dice = "two"', "4:1: E505 dice: 'two' is not a roll of dice"),
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
