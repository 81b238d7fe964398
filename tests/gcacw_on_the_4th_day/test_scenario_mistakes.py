"""One mistake in a scenario, its counters or its map: what is told, and where."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.gcacw_on_the_4th_day.scenario_folder import DATA, MINE, change, line_of, new_folder

from wargame_gcacw.printed.scenario_files import lint_scenario


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_folder(tmp_path)


# one mistake: old text, new text, the line where it is told, the column, what is said

MISTAKES = [
    pytest.param(
        'unit = "csa_robertson"',
        'unit = "csa_robertsen"',
        'unit = "csa_robertsen"',
        1,
        "E301 unit[0].unit: 'csa_robertsen' is not a unit (csa_ajenkins, .* more); did you mean 'csa_robertson'?",
        id="an unknown unit",
    ),
    pytest.param(
        'hex = "S2405"',
        'hex = "2405"',
        'hex = "2405"',
        1,
        "E301 unit[1].hex: '2405' is not a hex of the map (.* more); did you mean 'S2405'?",
        id="an unknown hex",
    ),
    pytest.param(
        'leader = "ldr_stuart"',
        'leader = "stuart"',
        'leader = "stuart"',
        1,
        "E301 leader[0].leader: 'stuart' is not a leader (.*); did you mean 'ldr_stuart'?",
        id="an unknown leader",
    ),
    pytest.param(
        'game = "RTG" ',
        'game = "RTGG"',
        'game = "RTGG"',
        1,
        "E301 scenario.game: 'RTGG' is not a game of the series (.*); did you mean 'RTG'?",
        id="an unknown game",
    ),
    pytest.param(
        'id = "first_light"',
        'id = "first_light"\nadds_to = "setpu.toml"',
        "adds_to",
        1,
        "E301 scenario.adds_to: there is no file setpu.toml; write the name of a set-up file beside this one",
        id="a set-up file that is missing",
    ),
    pytest.param(
        "dates = [1863-07-05, 1863-07-06]",
        "dates = []",
        "dates = []",
        1,
        "E205 scenario.dates: a game has at least one turn; write a date for each turn",
        id="no turns",
    ),
    pytest.param(
        'scored = "confederate"',
        'scored = "rebels"',
        'scored = "rebels"',
        1,
        "E204 scenario.scored: 'rebels' is not .*(union, confederate)",
        id="a side that does not exist",
    ),
    pytest.param(
        'hex = "S2604"',
        'hex = "S2907"',
        'hex = "S2907"          # Moritz',
        1,
        "E305 unit[3].hex: usa_wright cannot be set up in S2907, where its enemy csa_hampton stands; "
        "a space holds counters of one side only",
        id="enemies in one hex",
    ),
    pytest.param(
        'unit = "csa_jones"',
        'unit = "csa_robertson"  # again',
        "# again",
        1,
        "E302 unit[1].unit: 'csa_robertson' is already set up, on line 19",
        id="a unit set up twice",
    ),
    pytest.param(
        "manpower = 3",
        "manpower = 18",
        "manpower = 18",
        1,
        "E621 unit[0].manpower: 18 is impossible (allowed: 1 to 17)",
        id="too much manpower",
    ),
    pytest.param(
        "manpower = 3",
        "manpower = 0",
        "manpower = 0",
        1,
        "E621 unit[0].manpower: 0 is impossible (allowed: 1 to 17)",
        id="no manpower",
    ),
    pytest.param(
        "fatigue = 1",
        "fatigue = 5",
        "fatigue = 5",
        1,
        "E621 unit[4].fatigue: 5 is impossible (allowed: 0 to 4)",
        id="too much fatigue",
    ),
    pytest.param(
        "manpower = 3",
        "manpower = 3\ndemoralized = 3",
        "demoralized",
        1,
        "E621 unit[0].demoralized: 3 is impossible (allowed: 0 to 2)",
        id="too much demoralization",
    ),
    pytest.param(
        "manpower = 3",
        'manpower = 3\nwork = "fort"',
        "work =",
        1,
        "E621 unit[0].work: csa_robertson is cavalry, and only infantry entrenches",
        id="entrenched cavalry",
    ),
    pytest.param(
        'leader = "ldr_sedgwick"\nunit = "usa_wright"',
        'leader = "ldr_sedgwick"\nunit = "csa_jones"  # not his',
        "# not his",
        1,
        "E622 leader[1].unit: csa_jones is no unit for ldr_sedgwick; Sedgwick stands with a unit of the command 'VI'",
        id="a leader with a foreign unit",
    ),
    pytest.param(
        'leader = "ldr_sedgwick"',
        'leader = "ldr_lee"',
        'unit = "usa_wright"\n\n#',
        1,
        "E622 leader[1].unit: usa_wright is no unit for ldr_lee; Lee stands with infantry of his side",
        id="an army leader with a foreign unit",
    ),
    pytest.param(
        'leader = "ldr_sedgwick"\nunit = "usa_wright"',
        'leader = "ldr_sedgwick"\nunit = "usa_howe"',
        'unit = "usa_howe"',
        1,
        "E622 leader[1].unit: ldr_sedgwick is placed with usa_howe, which is not set up",
        id="a leader with a unit that is not there",
    ),
    pytest.param(
        'leader = "ldr_sedgwick"\nunit = "usa_wright"',
        'leader = "ldr_stuart"  # again\nunit = "csa_jones"',
        "# again",
        1,
        "E302 leader[1].leader: 'ldr_stuart' is already placed, with csa_hampton",
        id="a leader placed twice",
    ),
    pytest.param(
        'confederate = ["S2504", "S2105"]',
        'confederate = ["S2504"]',
        'hex = "S2105"',
        1,
        'E623 victory[1].hex: nobody controls S2105 at the start; list it in a [[rule]] with kind = "objectives"',
        id="points for a hex without control",
    ),
    pytest.param(
        'confederate = ["S2504", "S2105"]',
        'confederate = ["S2504", "S2105"]\nunion = ["S2907", "S2105"]',
        "confederate = [",
        25,
        "E302 rule[0].confederate[1]: 'S2105' is already an objective, on line {union}",
        id="a hex that both sides hold",
    ),
    pytest.param(
        "turn = 1",
        "turn = 3",
        "turn = 3",
        1,
        "E625 rule[1].turn: the game has no turn 3 (turns 1 to 2, one for each date)",
        id="a turn that the game does not have",
    ),
    pytest.param(
        'kind = "rain_after_ties"\nturn = 1\nties = 3',
        'kind = "rain_all_turn"\nturns = [2, 0]',
        "turns = [2, 0]",
        13,
        "E625 rule[1].turns[1]: the game has no turn 0 (turns 1 to 2, one for each date)",
        id="a turn of several that the game does not have",
    ),
    pytest.param(
        "ties = 3",
        "ties = 0",
        "ties = 0",
        1,
        "E621 rule[1].ties: 0 is impossible (allowed: 1 to 99)",
        id="rain after no tie",
    ),
    pytest.param(
        'kind = "manpower"\nside = "union"\ncauses = ["combat", "retreat", "cavalry_retreat"]\npoints = 1',
        'kind = "exited"\nside = "union"  # who\npoints = 1\nmost = 2',
        "# who",
        1,
        'E623 victory[2].side: no rule lets Union units leave the map; add a [[rule]] with kind = "exit"',
        id="points for exits that no rule allows",
    ),
    pytest.param(
        "at_least = 10",
        "at_least = 15  # too much",
        "# too much",
        1,
        "E624 level[1].at_least: 15 is not below the 15 of the row above; "
        "the victory table goes from most to fewest points",
        id="levels out of order",
    ),
    pytest.param(
        '[[level]]\nat_least = 10\nwinner = "confederate"',
        '[[level]]  # which?\nwinner = "confederate"',
        "# which?",
        3,
        "E624 level[1]: at_least is missing; only the last row goes without",
        id="a level without points",
    ),
    pytest.param(
        '[[level]]\nwinner = "union"\ntitle = "Union Decisive Victory"',
        '[[level]]\nat_least = 0\nwinner = "union"\ntitle = "Union Decisive Victory"',
        "at_least = 0",
        1,
        "E624 level[3].at_least: the last row is for everything below the others: leave at_least out",
        id="a victory table with an end",
    ),
    pytest.param(
        "[scenario]",
        "[scenaro]",
        "[scenaro]",
        2,
        "E201 scenaro: unknown key (.*); did you mean 'scenario'?",
        id="a misspelt table",
    ),
]


@pytest.mark.parametrize(("old", "new", "mark", "column", "said"), MISTAKES)
def test_a_mistake_is_told_with_its_place(folder: Path, old: str, new: str, mark: str, column: int, said: str) -> None:
    text = change(folder, old, new)
    said = said.replace("{union}", str(line_of(text, "union = [") if "union = [" in text else 0))
    begin, _, end = f"{MINE}:{line_of(text, mark)}:{column}: {said}".partition(".*")
    told = lint_scenario(folder, DATA)
    assert [one for one in told if one.startswith(begin) and one.endswith(end)], "\n".join(told)


# lines of communication


LINES = """
[[victory]]
kind = "line_of_communication"
side = "confederate"
arms = ["cavalry"]
points = 2
goals = []
ways = ["pike", "rode"]
north = "N0128"
south = "S0118"
east = "S3202"
needs_pike = ["mountains"]
screen = 3

[[victory.reduction]]
why = "in_zone"
arms = ["cavalry"]
points = -1
"""


def test_a_line_of_communication_names_what_the_map_has(folder: Path) -> None:
    text = change(folder, "# The victory table", LINES + "\n# The victory table")
    assert lint_scenario(folder, DATA) == [
        f"{MINE}:{line_of(text, 'goals')}:1: E205 victory[4].goals: a line of communication needs a hex to lead to",
        f"{MINE}:{line_of(text, 'ways')}:17: E301 victory[4].ways[1]: 'rode' is not a kind of way "
        "(pike, road, rail, trail); did you mean 'road'?",
        f"{MINE}:{line_of(text, 'needs_pike')}:15: E301 victory[4].needs_pike[0]: 'mountains' is not a terrain "
        "(clear, rolling, rough, hill, loess, woods, city, mountain, swamp, provisional_swamp); "
        "did you mean 'mountain'?",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("points = -1\n", "points = 1\n", "points: 1 is no reduction, write a negative number"),
        ('why = "in_zone"', 'why = "north"', "row belongs to why = 'north', and to nothing else"),
        ('why = "in_zone"', 'why = "far_east"', "column belongs to why = 'far_east', and to nothing else"),
        ('why = "in_zone"', 'why = "in_zone"\nnorth_column = "N2033"', "north_column stands beside column"),
    ],
)
def test_a_reduction_that_cannot_be_is_refused(folder: Path, old: str, new: str, said: str) -> None:
    assert LINES.count(old) == 1
    text = change(folder, "# The victory table", LINES.replace(old, new) + "\n# The victory table")
    line = line_of(text, "[[victory.reduction]]")
    assert [one for one in lint_scenario(folder, DATA) if one.startswith(f"{MINE}:{line}:") and one.endswith(said)]


# counters and maps


@pytest.mark.parametrize(
    ("old", "new", "mark", "column", "said"),
    [
        ('id = "csa_early"', 'id = "csa_rodes"  # too', "# too", 1,
         "E302 unit[1].id: 'csa_rodes' is already a unit or leader, on line 4"),
        ('name = "Early"\nside = "confederate"\narm = "infantry"\ntactical = 3',
         'name = "Early"\nside = "confederate"\narm = "infantry"\ntactical = -1', "tactical = -1", 1,
         "E621 unit[1].tactical: -1 is impossible (allowed: 0 to 9)"),
        ('name = "Early"\nside = "confederate"\narm = "infantry"', 'name = "Early"\nside = "confederate"\narm = "foot"',
         'arm = "foot"', 1, "E204 unit[1].arm: 'foot' is not .*(infantry, cavalry, artillery, wagon)"),
        ('command = "VI"', 'command = "IV"', 'command = "IV"', 1,
         "E627 leader[7].command: no Union unit is of the command 'IV' (Cav-1, Cav-3, V, VI, XII); "
         "list it in the commands of his units"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_counters(folder: Path, old: str, new: str, mark: str, column: int, said: str) -> None:
    text = change(folder, old, new, "units.toml")
    begin, _, end = f"units.toml:{line_of(text, mark)}:{column}: {said}".partition(".*")
    told = lint_scenario(folder, DATA)
    assert [one for one in told if one.startswith(begin) and one.endswith(end)], "\n".join(told)


@pytest.mark.parametrize(
    ("old", "new", "mark", "column", "said"),
    [
        ('x = "rough"', 'x = "steep"', "legend", 44,
         "E301 terrain.legend.x: 'steep' is not a terrain of the series (.*)"),
        ('kind = "rail"', 'kind = "railway"', 'kind = "railway"', 1,
         "E301 road[1].kind: 'railway' is not a kind of way (pike, road, rail, trail); did you mean 'rail'?"),
        ('kind = "creek"', 'kind = "stream"', 'kind = "stream"', 1,
         "E301 hexside[4].kind: 'stream' is not a kind of hexside (creek, river)"),
        ('name = "Funkstown bridge"\nkind = "bridge"', 'name = "Funkstown bridge"\nkind = "ferry"', 'kind = "ferry"', 1,
         "E301 crossing[2].kind: 'ferry' is not a kind of crossing (bridge, ford)"),
    ],
)  # fmt: skip
def test_a_map_of_which_the_rules_know_nothing(
    folder: Path, old: str, new: str, mark: str, column: int, said: str
) -> None:
    text = change(folder, old, new, "map.toml")
    begin, _, end = f"map.toml:{line_of(text, mark)}:{column}: {said}".partition(".*")
    told = lint_scenario(folder, DATA)
    assert [one for one in told if one.startswith(begin) and one.endswith(end)], "\n".join(told)


def test_a_map_without_terrain_is_refused(folder: Path) -> None:
    text = (folder / "map.toml").read_text(encoding="utf-8")
    bare = text[: text.index("[terrain]")]
    (folder / "map.toml").write_text(bare, encoding="utf-8")
    said = "map.toml:1:1: E202 terrain: missing: the terrain of every hex, as legend and grid"
    assert said in lint_scenario(folder, DATA)
