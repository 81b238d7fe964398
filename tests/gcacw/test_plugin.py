"""What the plugin offers: charts, odds, worked examples, and an account of its data."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wargame_core.charts.files import CardData, EventsData
from wargame_core.data.schema import schema_of
from wargame_core.errors import WargameError
from wargame_core.json_form import plain
from wargame_core.plugins.questions import REQUIRED, ChartLookup, Parameter, Question
from wargame_gcacw import PLUGIN
from wargame_gcacw.charts.modifiers import ModifiersData
from wargame_gcacw.charts.series import DATA
from wargame_gcacw.questions.chart_examples import CASES
from wargame_gcacw.questions.chart_questions import OrderedWord
from wargame_pictures.paper.account import account
from wargame_terminal import main
from wargame_terminal.questions import read_cases, run_cases

ROOT = Path(__file__).parents[2]
SAMPLES: dict[str, Any] = {
    "die": 5,
    "dice": 7,
    "turn": 20,
    "difference": 0,
    "roll": 4,
    "hexes": 20,
    "fatigue": 3,
    "raw": "2DR*",
    "chart": 1,
}


def example(parameter: Parameter) -> Any:
    """Some value a required parameter may have."""
    if parameter.choices:
        return "GTC" if "GTC" in parameter.choices else parameter.choices[0]
    return SAMPLES.get(parameter.name, True if parameter.kind is bool else 3)


def required(parameters: tuple[Parameter, ...]) -> dict[str, Any]:
    return {one.name: example(one) for one in parameters if one.default is REQUIRED}


@pytest.mark.parametrize("entry", PLUGIN.charts.values(), ids=PLUGIN.charts.keys())
def test_every_chart_prints_and_answers(entry: ChartLookup) -> None:
    assert str(entry.card).startswith(("Movement allowances", entry.title))
    if entry.question is not None:
        assert json.loads(json.dumps(entry.ask(required(entry.parameters))))


@pytest.mark.parametrize("query", PLUGIN.odds.values(), ids=PLUGIN.odds.keys())
def test_every_question_about_odds_answers(query: Question) -> None:
    answer = query.ask(required(query.parameters))
    assert answer.distributions
    assert json.loads(json.dumps(answer.to_json()))["title"] == answer.title
    assert answer.title in answer.text()


def test_the_combat_chart_is_looked_up_as_in_the_manual() -> None:
    assert PLUGIN.charts["combat"].ask({"attacker": "20", "defender": "8", "difference": "5"}) == {
        "attacker": "1Ea",
        "defender": "2DR",
        "row": "+5",
        "attacker_column": "19-26",
        "defender_column": "7-11",
    }


def test_the_odds_of_a_combat_are_asked_as_in_the_manual() -> None:
    given = {
        "attacker": "20",
        "defender": "8",
        "attacker-artillery": "8",
        "defender-artillery": "3",
        "terrain": "rolling",
        "attack": "hasty",
        "game": "TOM",
    }
    answer = PLUGIN.odds["combat"].ask(given).to_json()["distributions"]
    shown = {one["value"]: one["probability"] for one in answer["defender"]["values"]}
    assert shown == {"-": "1/8", "1DR": "5/72", "1Dr": "2/9", "2DR": "1/18", "D": "11/36", "F": "1/8", "f": "7/72"}
    assert answer["defender's manpower loss"]["mean"] == "29/72"


def test_results_are_shown_from_the_lightest_to_the_heaviest() -> None:
    given = {"attacker": "20", "defender": "8", "terrain": "rolling", "attack": "hasty"}
    shown = PLUGIN.odds["combat"].ask(given).to_json()["distributions"]
    assert [one["value"] for one in shown["defender"]["values"]] == ["-", "f", "F", "D", "1Dr", "1DR"]
    assert [one["value"] for one in shown["attacker"]["values"]] == ["1fa", "2Fa", "2Da", "2D", "3D", "4D", "5D"]
    assert [one["value"] for one in shown["defender's move"]["values"]] == ["stays", "retreat", "rout"]


def test_a_graded_word_is_compared_with_graded_words_only() -> None:
    assert OrderedWord("b", 1) < OrderedWord("a", 2)
    assert sorted([OrderedWord("rout", 2), OrderedWord("stays", 0)]) == ["stays", "rout"]
    with pytest.raises(TypeError, match="not supported"):
        OrderedWord("a", 1) < 3  # type: ignore[operator]  # noqa: B015


def test_listing_the_plugin_reads_no_chart() -> None:
    code = "import sys, wargame_gcacw; print([name for name in sys.modules if name.startswith('wargame_gcacw.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            "chart gcacw combat --attacker 1/4 --defender 8 --difference 5",
            "1/4 is off the chart (allowed: 1/2 and more)",
        ),
        ("odds gcacw force_march --unit infantery --manpower 3", "did you mean 'infantry'"),
        ("odds gcacw random_event --turn 71", "71 is off the chart (allowed: 2 to 70)"),
        ("odds gcacw random_event --turn 1", "1 is off the chart"),
        ("odds gcacw surrender --investment 99", "no turn 99"),
    ],
)
def test_bad_input_on_the_command_line_is_refused_with_what_is_allowed(command: str, message: str) -> None:
    done = CliRunner().invoke(main, command.split())
    assert done.exit_code in (1, 2)
    assert message in done.stderr


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"attacker": "0"}, "below the least, 1/2"),
        ({"terrain": "jungle"}, "unknown terrain 'jungle'"),
        ({"game": "TOMM"}, "unknown game 'TOMM'"),
        ({"attack": "hastily"}, "did you mean 'hasty'"),
        ({"attacker": "strong"}, "'strong' is not a number"),
        ({"atacker": "3"}, "did you mean 'attacker'"),
        ({"rain": "perhaps"}, "rain: 'perhaps' is not yes or no"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(given: dict[str, str], message: str) -> None:
    with pytest.raises(WargameError, match=message):
        PLUGIN.odds["combat"].ask({"attacker": "20", "defender": "8", "terrain": "rolling", **given})


def test_every_parameter_describes_itself() -> None:
    for query in PLUGIN.odds.values():
        for parameter in query.parameters:
            assert parameter.help
            assert json.dumps(plain(parameter.to_json()))


def test_every_data_file_gives_its_source() -> None:
    files = account(sorted(DATA.glob("*.toml"))).files
    by_document = {one.source.document: one.source.basis.value for one in files}
    assert by_document == {
        "Thunder on the Mississippi Charts & Tables": "text",
        "GCACW standard rules, chart sheet": "found",
    }
    assert {path.name for path in DATA.glob("*.toml")} == {one.file for one in files}


# ------------------------------------------------------------------------------------------------- lint
def test_the_packaged_files_have_no_problems() -> None:
    assert PLUGIN.lint is not None
    assert PLUGIN.lint(DATA) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("combat.toml", '"11DR*"]', '"11DX"]', "E505 row[18].defender[7]: '11DX' is not a combat result"),
        ("combat.toml", '"38-49", "50+"', '"38-49", "51+"', "E502 columns.defender.bands[7]: nothing holds 50"),
        ("artillery.toml", "[cells]\nNE = 0\n", "[cells]\n", "'NE' is not a cell of this chart"),
        ("extended_march.toml", '"NE", "NE", "NE"', '"NE", "ME", "NE"', "row[0].disorganized[1]: 'ME' is not a cell"),
        ("combat_modifiers.toml", 'games = ["AIO"]', 'games = ["AIOO"]', "'AIOO' is not a game"),
        ("random_events.toml", 'after = ["late_rain"', 'after = ["lat_rain"', "'lat_rain' is not an event"),
        ("effects.toml", "last_box = 6", 'last_box = "6"', "E203 relief.last_box"),
        ("rail.toml", "27 to 40", "28 to 40", "E502 row[2].hexes: nothing holds 27, between 14 to 26 and 28 to 40"),
    ],
)
def test_a_malformed_file_is_told_with_its_place(tmp_path: Path, name: str, old: str, new: str, problem: str) -> None:
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert PLUGIN.lint is not None
    found = PLUGIN.lint(tmp_path)
    assert [line for line in found if problem in line and line.startswith(f"{name}:")], found


def test_files_of_other_kinds_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text("[map]\nrows = 3\n")
    assert PLUGIN.lint is not None
    assert PLUGIN.lint(tmp_path) == []


# ------------------------------------------------------------------------------------------------ rules
def test_the_index_has_every_heading_of_the_sheet() -> None:
    assert PLUGIN.rules is not None
    assert all(heading.functions for heading in PLUGIN.rules().headings)


EXAMPLES = read_cases(Path(__file__).parent / "examples.json")


@pytest.mark.parametrize("example", EXAMPLES["examples"], ids=lambda example: example["id"])
def test_a_worked_example_gives_the_expected_answers(example: dict[str, object]) -> None:
    report = run_cases(CASES, {"examples": [example]})
    assert report.failures == ()
    assert report.passed


@pytest.mark.parametrize(
    ("function", "given", "message"),
    [
        ("resolve_combat", {"facts": {"game": "TOM"}}, "attacker"),
        ("ratio_modifier", {"attacker": 0.25, "defender": 1}, "combat value of 1/4 is below the least, 1/2"),
        ("ratio_modifier", {"atacker": 1, "defender": 1}, "unknown parameter 'atacker'"),
        ("defender_modifier", {"game": "TOMM"}, "unknown game 'TOMM'"),
        ("defender_modifier", {"game": "TOM", "hexside": "brook"}, "unknown hexside 'brook'"),
        ("artillery_modifier", {"terrain": "rolling", "attacker": 5, "defender": 0}, r"\+1\* needs a die"),
        ("turn_date", {"turn": 71}, r"no turn 71 \(allowed: 1 to 70\)"),
        ("parse_result", {"raw": "2Q"}, "'2Q' is not a combat result"),
        ("force_march", {"unit": "wagon", "roll": 1, "manpower": 1}, "unknown unit 'wagon'"),
    ],
)
def test_a_question_that_cannot_be_answered_is_a_failure_with_its_reason(
    function: str, given: dict[str, object], message: str
) -> None:
    import re

    report = run_cases(
        CASES, {"examples": [{"id": "bad", "function": function, "cases": [{"in": given, "out": None}]}]}
    )
    assert re.search(message, report.failures[0].got["error"])


def test_every_chart_of_the_series_fits_the_schema_of_its_kind() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema checks the schemas (extra dev)")
    kinds = {
        kind: jsonschema.Draft202012Validator(schema_of(*classes))
        for kind, classes in {
            "chart": (CardData,),
            "events": (CardData, EventsData),
            "modifiers": (ModifiersData,),
        }.items()
    }
    seen = []
    for path in sorted(DATA.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        kind = "modifiers" if "modifier" in data else "events" if "conversion" in data or "dice" in data else "chart"
        if kind == "chart" and "columns" not in data:
            continue
        seen.append(kind)
        assert [(path.name, error.message) for error in kinds[kind].iter_errors(data)] == []
    assert set(seen) == set(kinds)
    assert len(seen) > 15
