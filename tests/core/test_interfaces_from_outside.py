"""Dice and forms of charts that a distribution brings and data files name; grids are in `test_own_grid`."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from tests.core import acme

from wargame_core import DataError, DiceError, Die, Scripted, Seeded
from wargame_core.charts import ChartCard, read_card, read_events
from wargame_core.data import Problems, parse_toml, structure


@frozen
class Gun:
    """A data class of some game."""

    die: Die


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the stranger's distribution were installed."""
    acme.install(monkeypatch)


def die(text: str) -> Die | list[str]:
    """The die that a data file writes so, or what is wrong with it."""
    problems = Problems()
    gun = structure(parse_toml(f'die = "{text}"', Path("gun.toml")), Gun, problems)
    return [str(problem) for problem in problems.found] if gun is None else gun.die


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "face", "chance"),
    [
        ("d6", 6, Fraction(1, 6)),
        ("3d6-1", 2, Fraction(1, 216)),
        ("acme.average", 3, Fraction(1, 3)),
        ("acme.loaded", 6, Fraction(3, 4)),
        ("acme.pool", 0, Fraction(2, 3) ** 12),
    ],
)
def test_a_data_file_names_a_die_which_is_drawn_as_often_as_its_odds_say(
    name: str, face: int, chance: Fraction
) -> None:
    named = die(name)
    assert isinstance(named, Die)
    assert named.odds.p(face) == chance
    assert sum(shown == face for shown in named.faces) == chance * len(named)
    assert Scripted([face]).draw(0, named) == face
    draws = [Seeded(7).draw(n, named) for n in range(600)]
    assert set(draws) <= set(named.odds)
    assert abs(draws.count(face) / 600 - chance) < Fraction(1, 10)


@pytest.mark.usefixtures("installed")
def test_a_deck_used_as_a_die_shows_no_card_twice() -> None:
    deck: Any = die("acme.deck")
    left = deck.without([2, 12])
    assert (len(left), left.odds.p(2), left.odds.p(7)) == (9, 0, Fraction(1, 9))
    with pytest.raises(DiceError, match="2 is not a face of deck"):
        left.without([2])
    with pytest.raises(DiceError, match="nothing is left to draw: deck"):
        left.without(range(3, 12))


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("acme.avarage", "'acme.avarage' is not a die (acme.average, acme.loaded"),
        ("acme.avarage", "did you mean 'acme.average'?"),
        ("other.die", "install the distribution that brings it"),
        ("acme.no_die", "which is not a Die; repair the distribution that brings it"),
        ("99d99", "has more than 4,294,967,296 cases"),
        ("d0", "a die has a whole number of sides, 1 or more, not 0"),
    ],
)
def test_a_die_that_cannot_be_had_is_refused_by_file_and_line(name: str, told: str) -> None:
    problem, *others = list(die(name))  # type: ignore[arg-type]
    assert not others
    assert str(problem).startswith(f"gun.toml:1:1: E207 die: {name!r} is not a roll of dice")
    assert told in str(problem)


HEAD = 'source = { document = "made for this test", basis = "reconstruction" }\nid = "c"\ntitle = "Chart"\n'
SHIFTS = (
    HEAD
    + """form = "acme.shifts"
columns = ["1-2", "1-1", "2-1"]
[[row]]
die = "1-3"
results = [0, 1, 2]
[[row]]
die = "4-6"
results = [1, 2, 4]
"""
)
TRACK = HEAD + 'form = "acme.track"\nbox = ["Clear", "Rain", "Mud"]\n'
RESULTS = (
    HEAD
    + 'form = "acme.results"\ndice = "acme.average"\n'
    + 'cells = { NE = 0 }\nresults = { "2-3" = "NE", "4 or more" = "2" }\n'
)


def card(tmp_path: Path, text: str) -> ChartCard[Any]:
    path = tmp_path / "chart.toml"
    path.write_text(text, encoding="utf-8")
    return read_card(path)


@pytest.mark.usefixtures("installed")
def test_a_table_with_shifts_a_track_and_results_by_ranges_answer_and_are_printed(tmp_path: Path) -> None:
    shifts, track, results = (card(tmp_path, text).only for text in (SHIFTS, TRACK, RESULTS))
    right = acme.Shifts("1-1", 1)
    assert (shifts.at(5, "1-1"), shifts.at(5, right), shifts.at(2, acme.Shifts("1-2", -3))) == (2, 4, 0)
    assert shifts.find(5, right).column == "2-1"
    assert shifts.odds(acme.AVERAGE.odds, right).p(4) == Fraction(1, 2)
    assert [track.at(turn) for turn in (0, 1, 9)] == ["Clear", "Rain", "Mud"]
    assert results.odds(acme.AVERAGE.odds).p(0) == Fraction(1, 2)
    assert str(card(tmp_path, SHIFTS)).splitlines()[2:] == [
        "die | 1-2  1-1  2-1",
        "----+--------------",
        "1-3 |   0    1    2",
        "4-6 |   1    2    4",
    ]
    assert "<td>Rain</td>" in card(tmp_path, TRACK)._repr_html_()


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("text", "old", "new", "told"),
    [
        (SHIFTS, "acme.shifts", "acme.shift", "4:1: E204 form: 'acme.shift' is not a form of charts (acme.shifts,"),
        (SHIFTS, "acme.shifts", "acme.no_chart", "4:1: E204 form: tests.core.acme:Triangles is <class"),
        (SHIFTS, "[1, 2, 4]", "[1, 2]", "11:1: E207 row[1].results: 2 results for 3 columns"),
        (SHIFTS, "results = [0", "result = [0", "8:1: E201 row[0].result: unknown key (die, results)"),
        (RESULTS, '"2-3"', '"3"', "4:1: E207 form: roll: 2 is off the chart (allowed: 3 and more)"),
        (RESULTS, '"NE",', '"NO",', "4:1: E207 form: Chart: row 1: 'NO' is not a cell of this chart"),
        (RESULTS, "acme.average", "acme.none", "5:1: E207 dice: 'acme.none' is not a roll of dice"),
    ],
)
def test_mistakes_in_a_chart_of_another_form_are_told_by_line(
    text: str, old: str, new: str, told: str, tmp_path: Path
) -> None:
    assert old in text
    with pytest.raises(DataError) as caught:
        card(tmp_path, text.replace(old, new))
    assert f"chart.toml:{told}" in str(caught.value)


@pytest.mark.usefixtures("installed")
def test_a_table_of_events_names_its_dice_and_says_which_faces_have_no_row(tmp_path: Path) -> None:
    path = tmp_path / "events.toml"
    rows = "".join(f'[[row]]\ndie = "{band}"\nturn = ["Rain"]\n' for band in ("2", "3-5"))
    end = '[rows]\nname = "die"\n[columns.turn]\nbands = ["1+"]\n' + rows + '[names]\nrain = "Rain"\n'
    path.write_text(HEAD + 'dice = "acme.average"\n' + end, encoding="utf-8")
    assert read_events(path).odds(1).p(("rain",)) == 1
    path.write_text(HEAD + 'dice = "acme.deck"\n' + end, encoding="utf-8")
    with pytest.raises(DataError, match=r"events\.toml:4:1: E505 dice: they can show 6, which has no row"):
        read_events(path)
