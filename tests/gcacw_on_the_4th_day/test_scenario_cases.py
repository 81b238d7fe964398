"""What people ask of a scenario: worked examples (positions as JSON in, rulings out), odds, and the index of rules."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from wargame_core import UnknownName
from wargame_core.errors import QueryError
from wargame_core.json_form import plain
from wargame_core.plugins.discovery import plugin
from wargame_core.plugins.questions import CaseFunction
from wargame_core.plugins.rules_index import Heading
from wargame_gcacw.printed.book import Book
from wargame_gcacw.questions.positions import board_from, scenario_called, unit_called
from wargame_gcacw.questions.scenario_questions import cases_of
from wargame_gcacw_on_the_4th_day import PLUGIN
from wargame_terminal.questions import read_cases, run_cases

EXAMPLE = [
    {"unit": "csa_heth", "hex": "S2505"},
    {"side": "CSA", "type": "inf", "hex": "S1907", "manpower": 5},
    {"side": "usa", "arm": "cav", "hex": "S1707", "combat_value": 2},
]
SKIRMISH = {"scenario": "A", "units": {"csa_heth": "S2505", "usa_devin": "S2405"}}


@pytest.fixture(scope="module")
def cases(book: Book) -> dict[str, CaseFunction]:
    return cases_of(lambda: book)


def ask(cases: dict[str, CaseFunction], function: str, given: dict[str, Any]) -> Any:
    """The answer of one example, as JSON; errors are answers too."""
    example = {"id": "one", "function": function, "cases": [{"in": given, "out": "?"}]}
    (failure,) = run_cases(cases, {"examples": [example]}).failures
    return failure.got


def refusal(cases: dict[str, CaseFunction], function: str, given: dict[str, Any]) -> str:
    got = ask(cases, function, given)
    assert isinstance(got, dict)
    return str(got.get("error"))


def test_every_function_of_the_issue_is_there() -> None:
    names = ["line_of_communication", "victory_points", "victory_level", "march_cost", "zone_of_control", "combat_at"]
    assert list(PLUGIN.cases) == names


# positions


@pytest.mark.parametrize("name", ["lees_retreat", "A", "a", "variant_a", "Variant A", "Lee's Retreat", "lees retreat"])
def test_a_scenario_is_known_by_its_id_and_by_words_of_its_title(book: Book, name: str) -> None:
    assert scenario_called(book, name).id == "lees_retreat"


@pytest.mark.parametrize("name", ["B", "variant_b", "the_battle_continues", "Battle Continues"])
def test_so_is_variant_b(book: Book, name: str) -> None:
    assert scenario_called(book, name).id == "the_battle_continues"


@pytest.mark.parametrize("name", ["csa_heth", "heth", "Heth"])
def test_a_unit_is_known_by_id_by_the_end_of_it_and_by_name(book: Book, name: str) -> None:
    assert unit_called(book, name) == "csa_heth"


def test_units_not_listed_are_not_on_the_map_unless_the_set_up_is_asked_for(book: Book) -> None:
    assert list(board_from(book, SKIRMISH).units) == ["csa_heth", "usa_devin"]
    whole = board_from(book, {**SKIRMISH, "setup": True})
    assert len(whole.units) == len(whole.scenario.units)
    assert whole.hex("csa_heth") == "S2505"
    assert "ldr_lee" in whole.leader_with


def test_a_named_unit_has_the_strength_of_its_set_up_where_none_is_given(book: Book) -> None:
    start = {one.unit: one.manpower for one in book.scenarios["lees_retreat"].units}
    board = board_from(book, SKIRMISH)
    assert {unit_id: now.manpower for unit_id, now in board.units.items()} == {
        unit_id: start[unit_id] for unit_id in board.units
    }


@pytest.mark.parametrize(
    ("given", "manpower", "disorganized"),
    [
        ({"combat_value": 2}, 2, False),
        ({"combat_value": 0.5}, 1, True),
        ({"combat_value": "1/2"}, 1, True),
        ({"combat_value": 2, "disorganized": True}, 3, True),
        ({"manpower": 4, "disorganized": True}, 4, True),
    ],
)
def test_strength_may_be_given_as_combat_value(
    book: Book, given: dict[str, Any], manpower: int, disorganized: bool
) -> None:
    board = board_from(book, {"units": [{"unit": "usa_devin", "hex": "S1707", **given}]})
    now = board.units["usa_devin"]
    assert (now.manpower, now.disorganized) == (manpower, disorganized)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"scenario": "C"}, "unknown scenario 'C'"),
        ({"scenario": "Variant"}, "'Variant' may be any of lees_retreat, the_battle_continues"),
        ({"unit": []}, "unknown key of the position 'unit' .* did you mean 'units'"),
        ({"rain": 1}, "rain: 1 is not true or false"),
        ({"turn": 3}, "turn: 3 is not a whole number from 1 to 2"),
        ({"units": "csa_heth"}, "units: 'csa_heth' is neither a list nor an object"),
        ({"units": ["csa_heth"]}, "unit 1: 'csa_heth' is not an object"),
        ({"units": [{"unit": "csa_heth"}]}, "unit 1: hex is missing"),
        ({"units": [{"unit": "csa_heht", "hex": "S2505"}]}, "unknown unit 'csa_heht' .* did you mean 'csa_heth'"),
        ({"units": [{"unit": "csa_heth", "hex": "S9905"}]}, "unknown space 'S9905'"),
        ({"units": [{"unit": "csa_heth", "hex": 2505}]}, "2505 is not the number of a hex"),
        ({"units": [{"unit": "csa_heth", "hex": "S2505", "fatige": 1}]}, "'fatige' .* did you mean 'fatigue'"),
        ({"units": [{"unit": "csa_heth", "hex": "S2505", "fatigue": 5}]}, "fatigue: 5 is not .* from 0 to 4"),
        ({"units": [{"unit": "csa_heth", "hex": "S2505", "manpower": 0}]}, "manpower: 0 .* from 1 to 17"),
        ({"units": [{"unit": "csa_heth", "hex": "S2505", "side": "USA"}]}, "csa_heth is confederate"),
        ({"units": [{"hex": "S2505", "side": "USA", "arm": "cav"}]}, "manpower or combat_value is missing"),
        ({"units": [{"hex": "S2505", "arm": "cav", "manpower": 2}]}, "side missing"),
        ({"units": [{"hex": "S2505", "side": "USA", "arm": "cav", "value": 0.3}]}, "3/10 is that of no unit"),
        ({"units": {"csa_heth": "S2505", "usa_devin": "S2505"}}, "both sides stand in S2505"),
        ({"units": [{"unit": "csa_heth", "hex": "S2505"}] * 2}, "csa_heth stands in S2505 and in S2505"),
        ({"leaders": {"ldr_lee": "csa_heth"}}, "ldr_lee cannot stand with csa_heth"),
        ({"control": []}, r"control: \[\] is not an object"),
        ({"lost": {"union": 3}}, "lost: union: 3 is not an object"),
        ({"lost": {"union": {"battle": 3}}}, "unknown cause of a loss 'battle'"),
        ({"trains": {"csa_heth": {}}}, "trains: csa_heth is infantry"),
        ({"trains": {"csa_sub1": {"retreat": 1}}}, "unknown key of the train csa_sub1 'retreat'"),
        ({"units": {"csa_sub1": "S2107"}, "eliminated": ["csa_sub1"]}, r"csa_sub1 is on the map \(S2107\) and not"),
        ({"exited": 20}, "exited: 20 is not a whole number from 0 to"),
    ],
)  # fmt: skip
def test_a_position_that_makes_no_sense_is_refused_with_the_reason(
    cases: dict[str, CaseFunction], position: dict[str, Any], message: str
) -> None:
    error = refusal(cases, "victory_points", position)
    if "key of the position" in message:
        message = message.replace("the position", "the question")
    assert re.search(message, error), error


# the functions


def test_lines_and_points_come_out_as_worked_by_hand(cases: dict[str, CaseFunction]) -> None:
    """On the 4th Day, Victory Conditions."""
    worked = Path(__file__).with_name("worked.toml")
    assert str(run_cases(cases, read_cases(worked))) == "13 passed, 0 failed"


def test_the_printed_example_as_a_case(cases: dict[str, CaseFunction]) -> None:
    given = {"scenario": "A", "units": EXAMPLE, "unit": "csa_heth"}
    assert ask(cases, "line_of_communication", {**given, "answer": "points"}) == 6
    whole = ask(cases, "line_of_communication", given)
    assert set(whole) == {"unit", "points", "blocked", "path", "parts", "screened", "why"}
    assert [one["points"] for one in whole["parts"]] == [10, -2, -2]
    every = ask(cases, "line_of_communication", {"scenario": "A", "units": EXAMPLE})
    assert every["csa_heth"] == whole


def test_victory_points_and_their_level(cases: dict[str, CaseFunction]) -> None:
    lost = {"CSA": {"extended_march": {"wagon": 1}, "combat": {"wagon": 1}}}
    train = {"trains": {"sub1": {"extended_march": 2, "eliminated": True}}, "lost": lost}
    assert ask(cases, "victory_points", {"scenario": "A", **train, "answer": "total"}) == -22
    wanted = ["total", "exact", "level", "winner"]
    given = {"scenario": "B", "setup": True, "control": {"S3302": "csa", "union": ["S3401"]}, "answer": wanted}
    assert ask(cases, "victory_points", given) == {
        "total": 30,
        "exact": 30,
        "level": "Union Decisive Victory",
        "winner": "union",
    }
    assert ask(cases, "victory_points", {"scenario": "A", "exited": 4, "answer": "total"}) == -6


@pytest.mark.parametrize(
    ("points", "level"), [(81.5, "Confederate Marginal Victory"), ("161/2", "Union Marginal Victory")]
)
def test_victory_level(cases: dict[str, CaseFunction], points: Any, level: str) -> None:
    got = ask(cases, "victory_level", {"scenario": "A", "points": points})
    assert got == {"level": level, "winner": level.split()[0].lower()}


@pytest.mark.parametrize(
    ("given", "cost", "path"),
    [
        ({"from": "S3201", "to": "S3202"}, 1, ["S3201", "S3202"]),
        ({"from": "S3201", "to": "S3202", "rain": True}, "3/2", ["S3201", "S3202"]),
        ({"path": ["S2505", "S2404"]}, 3, ["S2505", "S2404"]),
        ({"unit": "heth", "to": "S2505", "units": {"csa_heth": "S2505"}}, 0, ["S2505"]),
        ({"unit": "heth", "from": "S3201", "to": "S3202", "units": {"csa_hood": "S3202"}}, 2, ["S3201", "S3202"]),
        ({"arm": "cav", "side": "csa", "from": "S3201", "to": "S3202", "units": {"csa_hood": "S3202"}}, 1,
         ["S3201", "S3202"]),
        ({"unit": "heth", "from": "S3202", "path": ["S3202", "S3103"], "allowance": 5,
          "units": {"usa_howe": "S3203"}}, 5, ["S3202", "S3103"]),
    ],
)  # fmt: skip
def test_march_cost(cases: dict[str, CaseFunction], given: dict[str, Any], cost: Any, path: list[str]) -> None:
    assert ask(cases, "march_cost", given) == {"cost": cost, "path": path, "why": []}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"arm": "wagon", "side": "csa", "from": "S2504", "to": "S2503", "allowance": 1}, "no road or pike leads"),
        ({"from": "S3201", "to": "S2902", "allowance": 2}, "budget 2"),
        (
            {"unit": "heth", "path": ["S3201", "S3202", "S3303"], "units": {"usa_howe": "S3203"}},
            "must stop in the enemy",
        ),
        ({"path": ["S3201", "S3202", "S3103"], "allowance": 1.5}, "the allowance is 3/2"),
    ],
)
def test_a_march_that_cannot_be_made_has_no_cost_but_reasons(
    cases: dict[str, CaseFunction], given: dict[str, Any], why: str
) -> None:
    got = ask(cases, "march_cost", given)
    assert got["cost"] is None
    assert why in "; ".join(got["why"])


def test_zone_of_control(cases: dict[str, CaseFunction]) -> None:
    zone = {"zone": ["S2404", "S2405", "S2504", "S2604", "S2605"], "restricted": ["S2404", "S2405", "S2504"]}
    assert ask(cases, "zone_of_control", {"hex": "S2505"}) == zone
    assert ask(cases, "zone_of_control", {"unit": "heth", "units": {"heth": "S2505"}}) == zone
    assert ask(cases, "zone_of_control", {"side": "csa", "units": {"heth": "S2505", "csa_sub1": "S3103"}}) == zone
    assert ask(cases, "zone_of_control", {"unit": "csa_sub1", "units": {"csa_sub1": "S3103"}})["zone"] == []


def test_combat_at(cases: dict[str, CaseFunction]) -> None:
    given = {**SKIRMISH, "attackers": "heth", "target": "S2405", "how": "hasty"}
    before = ask(cases, "combat_at", given)
    assert before["dice"] == ["attacker", "defender"]
    assert (before["attacker_value"], before["defender_value"]) == (10, 2)
    fought = ask(cases, "combat_at", {**given, "dice": {"attacker": 3, "defender": 3}})
    assert fought == ask(cases, "combat_at", {**given, "attacker_die": 3, "defender_die": 3})
    assert fought["difference"] == before["attacker_modifier"] - before["defender_modifier"]
    assert fought["defender"]["raw"]


@pytest.mark.parametrize(
    ("function", "given", "message"),
    [
        ("line_of_communication", {"scenario": "B"}, "counts no lines of communication"),
        ("line_of_communication", {**SKIRMISH, "unit": "usa_devin"}, "unknown unit that counts a line"),
        ("line_of_communication", {**SKIRMISH, "unit": "heth", "answer": "point"}, "did you mean 'points'"),
        ("victory_level", {"scenario": "A"}, "points is missing"),
        ("victory_level", {"points": "many"}, "'many' is not a number"),
        ("march_cost", {"to": "S3201"}, "from is missing"),
        ("march_cost", {"from": "S3201"}, "to is missing"),
        ("march_cost", {"path": ["S3201", "S3103"]}, "S3103 is not next to S3201"),
        ("march_cost", {**SKIRMISH, "unit": "heth", "from": "S3201", "to": "S3202"}, "stands in S2505, not in S3201"),
        ("march_cost", {**SKIRMISH, "from": "S2505", "to": "S3202"}, "enemies of marching stand in S2505"),
        ("march_cost", {"unit": "heth", "from": "S3202", "path": ["S3202", "S3103"], "units": {"usa_howe": "S3203"}},
         "allowance is missing"),
        ("march_cost", {"from": "S3201", "to": "S3202", "allowance": 0.3}, "allowance: 0.3"),
        ("zone_of_control", {"hex": "S3201", "side": "csa"}, "name one of hex, unit and side"),
        ("zone_of_control", {"unit": "heth"}, "unknown unit on the map 'csa_heth'"),
        ("combat_at", {**SKIRMISH, "attackers": ["heth"]}, "target is missing"),
        ("combat_at", {**SKIRMISH, "attackers": ["heth"], "target": "S3201"}, "is not next to S3201"),
        ("combat_at", {**SKIRMISH, "attackers": ["heth"], "target": "S2404"}, "no combat at S2404"),
        ("combat_at", {**SKIRMISH, "attackers": ["heth"], "target": "S2405", "how": "hastey"}, "did you mean 'hasty'"),
    ],
)  # fmt: skip
def test_questions_that_cannot_be_answered_say_why(
    cases: dict[str, CaseFunction], function: str, given: dict[str, Any], message: str
) -> None:
    assert message in refusal(cases, function, given)


def test_answers_are_plain_json(cases: dict[str, CaseFunction]) -> None:
    for function, own in (("victory_points", {}), ("line_of_communication", {}), ("zone_of_control", {"hex": "S2505"})):
        got = ask(cases, function, {**SKIRMISH, **own})
        assert plain(got) == got


# other words


def test_the_words_of_the_charts_and_of_the_scenario_are_understood(cases: dict[str, CaseFunction]) -> None:
    assert ask(cases, "victory_level", {"variant": "A", "vp": 81, "answer": "level"}) == "Confederate Marginal Victory"
    where = {"units": {"csa_heth": "S3102", "usa_barnes": "S3202"}, "attackers": ["csa_heth"], "target": "S3202"}
    hasty = ask(cases, "combat_at", {**where, "action": "march", "attack_type": "hasty"})
    assert hasty == ask(cases, "combat_at", {**where, "how": "hasty"})
    led = {**where, "leaders": {"Hill": "csa_heth"}, "leader": "Hill"}
    assert ask(cases, "combat_at", {**led, "action": "assault"}) == ask(
        cases, "combat_at", {**led, "leader": "ldr_hill", "how": "assault"}
    )


def test_an_action_that_contradicts_the_attack_and_a_unit_that_is_no_name_are_refused(
    cases: dict[str, CaseFunction],
) -> None:
    where = {"units": {"csa_heth": "S3102", "usa_barnes": "S3202"}, "attackers": ["csa_heth"], "target": "S3202"}
    assert "leave one of them out" in refusal(cases, "combat_at", {**where, "action": "assault", "how": "hasty"})
    nameless = {"unit": {"arm": "infantry", "hex": "S2505"}}
    assert "write its id or name" in refusal(cases, "line_of_communication", nameless)


HOOD = {"scenario": "the_battle_continues", "attackers": "csa_hood, McLaws", "target": "S3203", "how": "assault"}


def test_an_assault_from_the_set_up_has_exact_odds_for_both_sides() -> None:
    answer = plugin("gcacw_on_the_4th_day").odds["attack"].ask({**HOOD, "leader": "ldr_longstreet"})
    assert answer.title.startswith("Hood, McLaws (assault) against Barnes, Ayres, Crawford, Art Res-1 in S3203")
    assert set(answer.distributions) == {"defender", "attacker"}
    for odds in answer.distributions.values():
        assert sum(chance for _, chance in odds.items()) == Fraction(1)


def test_attackers_may_have_moved_first_and_rain_makes_it_harder() -> None:
    query = plugin("gcacw_on_the_4th_day").odds["attack"]
    where = {"scenario": "lees_retreat", "attackers": "usa_wright", "target": "S3103", "start": "S3104"}
    dry, wet = (query.ask({**where, "rain": rain}).distributions["defender"] for rain in ("no", "yes"))
    assert wet.p("-") > dry.p("-")


def test_wrong_names_and_empty_hexes_are_refused() -> None:
    query = plugin("gcacw_on_the_4th_day").odds["attack"]
    with pytest.raises(UnknownName, match="csa_hod"):
        query.ask({**HOOD, "attackers": "csa_hod"})
    with pytest.raises(UnknownName, match="charge"):
        query.ask({**HOOD, "how": "charge"})
    with pytest.raises(QueryError, match="nobody stands in S1907 at the start"):
        query.ask({**HOOD, "target": "S1907"})


ROOT = Path(__file__).parents[2]


def headings() -> tuple[Heading, ...]:
    rules = plugin("gcacw_on_the_4th_day").rules
    assert rules is not None
    return rules().headings


def test_every_test_of_the_rules_is_named() -> None:
    named = {test for one in headings() for test in one.tests}
    written = {str(path.relative_to(ROOT)) for path in (ROOT / "tests/gcacw/standard").glob("test_*.py")}
    assert written - named == set()


def test_both_variants_list_their_seven_special_rules() -> None:
    names = [one.heading for one in headings()]
    for variant in "AB":
        listed = [name[:2] for name in names if re.match(rf"{variant}\d\. ", name)]
        assert listed == [f"{variant}{n}" for n in range(1, 8)]


def test_the_charts_of_the_4th_day_are_looked_up_under_their_own_names() -> None:
    charts = PLUGIN.charts
    assert {"line_reductions", "victory_lees_retreat", "victory_the_battle_continues", "combat"} <= charts.keys()
    card = str(charts["line_reductions"].card)
    assert [line.split("|")[1].split() for line in card.splitlines()[4:6]] == [
        ["-1", "-8", "-6", "-4", "-2"],
        ["-1", "0", "-8", "-6", "-2"],
    ]
    assert charts["line_reductions"].ask({"arm": "wagon", "reason": "north"}) == {"points": 0}
    for name, points, level in (
        ("victory_lees_retreat", "92.5", "Confederate Marginal Victory"),
        ("victory_the_battle_continues", "30", "Union Decisive Victory"),
    ):
        assert charts[name].ask({"points": points})["level"] == level
    assert "105 or more Confederate Decisive Victory" in str(charts["victory_lees_retreat"].card)


def test_the_clock_offers_the_charts_of_its_sheet() -> None:
    clock = plugin("thunder_on_the_mississippi")
    assert clock.charts["random_events"] is plugin("gcacw").charts["random_events"]
