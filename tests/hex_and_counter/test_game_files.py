"""A game as text files: what they say is what the parts take, and every mistake is told with its line and a hint."""

import re
import shutil
from contextlib import suppress
from pathlib import Path
from xml.dom import minidom

import pytest
from attrs import evolve
from tests.corinth.kit import corinth

import wargame_core
from wargame_console.output import progress_bar
from wargame_core.authoring import Repeat, Sequence
from wargame_core.data import DataFolder
from wargame_core.errors import DataError
from wargame_core.plugins.discovery import plugin_of
from wargame_corinth import DATA
from wargame_hex_and_counter import Combat, HexBoard, HexGame, Movement, OutOfSupply, Zones
from wargame_hex_and_counter.game import build
from wargame_hex_and_counter.game_files.reading import read_game
from wargame_hex_and_counter.printed.in_words import terrain_in_words
from wargame_hex_and_counter.rules.possible_kinds import phases_of
from wargame_lab import simulate
from wargame_lab.facts import LineTotal, balance_data_of
from wargame_pictures import pictures_of

OWN = 'own_rules = "corinth"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of Corinth to change, without the function that stands behind one of them."""
    folder = Path(shutil.copytree(DATA, tmp_path / "own"))
    change(
        folder,
        "game.toml",
        (OWN, "\n"),
        ('own = "towards_the_roads"  # of the ways that are legal, those onto a road', ""),
    )
    return folder


def change(folder: Path, name: str, *changes: tuple[str, str]) -> None:
    """Put other text into a file; each old text is there once, or its first occurrence is meant."""
    path = folder / name
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, "utf-8")


def lint(folder: Path) -> list[str]:
    found = plugin_of("hex_and_counter").lint
    assert found is not None
    return found(folder)


def game_of(folder: Path) -> HexGame:
    return read_game(DataFolder(folder)).game


def test_a_right_folder_has_no_problems_and_is_played_by_its_path(folder: Path) -> None:
    assert lint(folder) == []
    game = wargame_core.load(folder)
    assert (game.id, game.seats, [one.id for one in game.scenarios]) == (
        "corinth", ("confederate", "union"), ["two_days", "second_day"],
    )  # fmt: skip
    assert game.start(seed=1).waiting_for == ("confederate",)


# The twenty likeliest mistakes

MISTAKES = (
    (
        "game.toml", 'entering = "stops"', 'entering = "stop"',
        "E204 zones.entering: 'stop' is not a word for entering (free, stops, forbidden, costs 2); did you mean",
    ),
    (
        "game.toml", 'entering = "stops"', 'enter = "stops"',
        "E201 zones.enter: unknown key (exerted_by, entering, leaving, zone_to_zone, negated_by_friends, own); "
        "did you mean 'entering'?",
    ),
    (
        "game.toml", 'leaving = "forbidden"\n', "\n",
        "E202 zones.leaving: missing: one of free, forbidden, costs 2; "
        "the rules must say whether a unit may leave an enemy zone by movement",
    ),
    (
        "game.toml", 'leaving = "forbidden"\n', 'leaving = "free"\n',
        "E631 zones.leaving: entering = 'stops' and leaving = 'free' leave open whether a unit may go from one enemy "
        'zone straight into the next; write zone_to_zone = "free", "forbidden" or "only as the whole move"',
    ),
    (
        "game.toml", 'friends = "let pass"', "friends = true",
        "E204 movement.friends: true is not what friends do in movement (let pass, block)",
    ),
    (
        "game.toml", 'one_attack = "several hexes"', 'one_attack = "one hex"',
        'W474 combat.one_attack: with "one hex", units that must attack cannot always attack every enemy that must be '
        'attacked; those left over are spared; "several hexes" keeps both duties',
    ),
    (
        "game.toml", "zones.entering =", "zones.enterng =",
        "E201 exception[0].zones.enterng: unknown key (exerted_by, entering, leaving, zone_to_zone); "
        "did you mean 'entering'?",
    ),
    (
        "game.toml", "at_least = 10", "at_least = 24",
        "E624 level[1].at_least: 24 is not below the 22 of the row above; levels go from most to fewest points",
    ),
    (
        "game.toml", 'at = "Corinth"', 'at = "Corrinth"',
        "E301 victory[0].at: 'Corrinth' is neither a place nor a hex of the map; did you mean 'Corinth'?",
    ),
    (
        "terrain.toml", "enter = 1", "enter = -2",
        "E203 terrain.clear.enter: -2 is not a number of movement points from 0 to 99 or a table",
    ),
    (
        "terrain.toml", "enter = 2", "enter = { infantry = -2 }",
        "E207 terrain.woods.enter.infantry: a number of movement points goes from 0 to 99; this is -2",
    ),
    (
        "terrain.toml", "[terrain.woods]", "[terrain.wood]",
        "E301 terrain: the map has 'woods', for which there is no row [terrain.woods]",
    ),
    (
        "terrain.toml", "[road.pike]", '[terrain.moor]\nenter = 1\n\n[road.pike]',
        "E301 terrain.moor: no hex of the map is 'moor' (clear, woods, swamp, hill, town)",
    ),
    (
        "map.toml > terrain.toml", 'h = "hill"', 'h = "hills"',
        "E301 terrain: the map has 'hills', for which there is no row [terrain.hills]; did you mean 'hill'?",
    ),
    (
        "terrain.toml", "[hexside.creek]\ncross", "[hexside.creek]\nenter",
        "E201 hexside.creek.enter: unknown key (attacked, attacking, shelters, cross, zones)",
    ),
    ("terrain.toml", 'attacked = "2 left"', "attacked = -2", "is not one of halved, doubled, tripled, 1 left, 2 right"),
    (
        "crt.toml", 'odds = ["Ae", "Ar", "Ar", "Ar", "Ex", "Dr", "Dr", "Dr"]',
        'odds = ["Ae", "Ar", "Ar", "Ar", "Ex", "Dr", "Dr"]', "E504 row[1].odds: short row: 7 cells for 8 columns",
    ),
    ("crt.toml", 'odds = ["Ar", "Ar", "Ar"', 'odds = ["AR", "Ar", "Ar"', "[results] does not say what 'AR' means"),
    (
        "crt.toml", "defender retreats 1", "defender retreat 1",
        "E204 results.Dr: 'defender retreat 1' is not a result: attacker or defender, and eliminated, retreats N",
    ),
    (
        "counters.csv", "union,infantry,Crocker", "union,infantery,Crocker",
        "8:18: E301 kind: 'infantery' is not a kind of unit (infantry, cavalry, artillery); did you mean 'infantry'?",
    ),
    ("two_days.toml", "us_oliver =", "us_olivr =", "20:1: E301 set_up.us_olivr: 'us_olivr' is not a unit"),
    (
        "second_day.toml", 'absent = ["us_allen", "us_baldwin"]', "",
        "3:2: E301 scenario: neither set up nor reinforcements nor absent nor under a counter: us_baldwin, us_allen; "
        'give each a hex or a turn, or write absent = ["us_baldwin", "us_allen"] under [scenario]',
    ),
    (
        "second_day.toml", 'cs_jackson = "0511"', 'cs_jackson = "0512"',
        "E307 set_up.cs_jackson: Jackson cannot be set up in 0512: cavalry may not enter 0512, swamp",
    ),
)  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "told"), MISTAKES, ids=[told[:60] for *_, told in MISTAKES])
def test_each_of_the_likeliest_mistakes_gets_the_sentence_that_helps(
    file: str, old: str, new: str, told: str, folder: Path
) -> None:
    change(folder, file.partition(" > ")[0], (old, new))
    lines, where = lint(folder), file.rpartition(" > ")[2]
    assert [line for line in lines if line.startswith(f"{where}:") and told in line], "\n".join(lines)


FURTHER = (
    ("game.toml", "[retreat]", "[retreats]", "E201 retreats: there is no such section"),
    ("game.toml", "[advance]", "[advances]", "'combat' is played: there is no section [advance]"),
    ("game.toml", "[retreat]", "[retreats]", "E202 combat.table: the combat table says retreats"),
    ("game.toml", '[control]\nby = "entering"', "", "E202 victory: places are held, and there is no section [control]"),
    ("game.toml", 'color = "#9c5a3c"', 'color = "red\\" onload=\\"x"', "E204 side.confederate.color:"),
    ("game.toml", 'id = "corinth"', 'id = "../corinth"', "E204 game.id: '../corinth' is not an id"),
    ("game.toml", 'table = "crt.toml"', 'table = "../crt.toml"', "E204 combat.table: '../crt.toml' is not"),
    ("game.toml", 'file = "counters.csv"', 'file = "/etc/passwd"', "E204 counters.file: '/etc/passwd' is not the name"),
    ("game.toml", '"two_days.toml"', '"two_days.toml", "two_days.toml"', "'two_days.toml' is already listed"),
    ("game.toml", "[side.confederate]", "[side.referee]\ntitle = 'x'\n\n[side.confederate]", "E204 side.referee:"),
    ("game.toml", 'scored = "confederate"', 'scored = "confederates"', "E301 game.scored: 'confederates' is not"),
    ("game.toml", "turns = [6]", "turns = [16]", "E625 exception[0].turns[0]: turn 16: turns 1 to 10 are played"),
    ("game.toml", 'side = "union"\nlosses = 28', "losses = 28", "E207 exception[2].losses: losses are those of a side"),
    ("game.toml", 'without = ["combat"]', 'without = ["fighting"]', "without[0]: 'fighting' is not a phase"),
    ("game.toml", 'attacked = "1 right"', 'attacked = "halved"', "E204 exception[1].attacked: 'halved'"),
    ("game.toml", 'attacking = "1 left"', 'attacking = "1 lft"', "E204 exception[1].attacking: '1 lft'"),
    ("game.toml", "range = 2", "range = 1", "E204 bombardment.range: 1: guns reach 2 to 20 hexes"),
    ("game.toml", "points = 12", "points = 999999999999", "E204 victory[0].points: 999999999999: points go from -9999"),
    ("game.toml", "limit = 2", "limit = 0", "E204 stacking.limit: 0: at least 1 may stand in a hex"),
    ("game.toml", "limit = 2", "limit = { union = 2 }", "E202 stacking.limit: no limit for confederate"),
    ("game.toml", 'counts = "units"', 'counts = "steps"', 'E207 stacking.checked: "end of movement" counts units'),
    ("game.toml", 'otherwise = "eliminated"', 'otherwise = "eliminated"\nown = "home"', "E301 retreat.own: 'home'"),
    ("game.toml", 'title = "Van Dorn\'s army is broken"', 'title = "Broken"\nat_least = -20', "level[4].at_least:"),
    ("second_day.toml", "turns = [7]", "turns = [6]", "E625 exception[2].turns[0]: turn 6: turns 7 to 10 are played"),
    ("second_day.toml", 'at = "Battery Robinett"', 'at = "Battery Robinet"', "did you mean 'Battery Robinett'?"),
    (
        "second_day.toml", 'absent = ["us_allen", "us_baldwin"]', 'under_counters = ["us_allen", "us_baldwin"]',
        "E630 scenario.under_counters: us_allen, us_baldwin: in no [[lot]] of game.toml",
    ),
    ("counters.csv", "id,side", "id,sides", "1:4: E720 'sides' is not a column of counters"),
    ("counters.csv", "id,side,kind,name,", "id,side,kind,", "E721 no column name; a table of counters has"),
    ("counters.csv", "Hackleman,5,5", "Hackleman,five,5", "2:39: E203 strength: 'five' is not a whole"),
    ("counters.csv", "Hackleman,5,5", "Hackleman,,5", "E202 strength: missing: a whole number"),
    ("counters.csv", "us_oglesby,", "us_hackleman,", "3:1: E302 id: 'us_hackleman' is already"),
    ("counters.csv", "Hackleman,5,5,Davies", 'Hackleman,5,5,Davies,"x', "E103 not CSV"),
    ("counters.csv", "Hackleman,5,5,Davies", "Hackleman,5,5,Davies,9", "E723 '9' stands in a column without a title"),
    ("counters.csv", "Hackleman,5", "Hack\x1b[31mleman,5", "E104 not let in"),
)  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "told"), FURTHER, ids=[told[:60] for *_, told in FURTHER])
def test_further_mistakes_and_hostile_values_are_refused_by_line(
    file: str, old: str, new: str, told: str, folder: Path
) -> None:
    change(folder, file, (old, new))
    with pytest.raises(DataError) as error:
        game_of(folder)
    lines = [str(problem) for problem in error.value.problems]
    assert [line for line in lines if line.startswith(f"{file}:") and told in line], "\n".join(lines)
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("two_days.toml", "[set_up]", "[stacking]\nlimit = 2\n[set_up]", "'stacking' is a section of game.toml"),
        ("two_days.toml", "begins = 1", "begins = 1\nchecked = 2", r"'checked' is a key of \[stacking\] in game.toml"),
        ("game.toml", "[movement]", "[set_up]\n[movement]", "'set_up' is a section of a scenario"),
        ("game.toml", "[movement]", "[movement]\nchecked = 2", r"'checked' is a key of \[stacking\] in game.toml"),
        ("terrain.toml", "[terrain.clear]", "[zones]\n[terrain.clear]", "'zones' is a section of game.toml"),
        ("map.toml", "[terrain]", "[terrain]\nenter = 2", r"'enter' is a key of \[terrain\] in terrain.toml"),
        ("crt.toml", "[results]", "[combat]\n[results]", "'combat' is a section of game.toml"),
        (
            "two_days.toml",
            "ends = 10",
            "ends = 12",
            r"E625 .*; game.toml: track under \[turns\] has a line for each turn",
        ),
    ],
)
def test_a_key_in_the_wrong_place_is_told_where_it_belongs(
    file: str, old: str, new: str, told: str, folder: Path
) -> None:
    change(folder, file, (old, new))
    line = next(line for line in lint(folder) if line.startswith(f"{file}:") and re.search("E201|E625", line))
    assert re.search(f"{told}$", line)


def test_a_limit_of_nothing_is_told_once(folder: Path) -> None:
    change(folder, "game.toml", ("limit = 2", "limit = 0"))
    (line,) = lint(folder)
    assert "E204 stacking.limit: 0: at least 1 may stand in a hex" in line


def test_the_mistakes_of_all_files_are_told_at_once(folder: Path) -> None:
    for file, old, new in (
        ("game.toml", 'entering = "stops"', 'entering = "stop"'),
        ("game.toml", "turns = [6]", "turns = [16]"),
        ("terrain.toml", "[hexside.creek]\ncross", "[hexside.creek]\nenter"),
        ("crt.toml", "defender retreats 1", "defender retreat 1"),
        ("counters.csv", "infantry,Crocker", "infantery,Crocker"),
        ("map.toml", 'kind = "town"', 'kind = "townn"\nnoplace = 1'),
    ):
        change(folder, file, (old, new))
    told = {line.partition(":")[0] for line in lint(folder)}
    assert told == {"game.toml", "terrain.toml", "crt.toml", "counters.csv", "map.toml"}


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("game.toml", "E103"),
        ("map.toml", "E103"),
        ("terrain.toml", "E103"),
        ("crt.toml", "E103"),
        ("two_days.toml", "E103"),
    ],
)
def test_a_file_that_is_no_toml_is_told_alone(file: str, code: str, folder: Path) -> None:
    path = folder / file
    path.write_text(path.read_text("utf-8") + '\n"', "utf-8")
    assert [line for line in lint(folder) if line.startswith(f"{file}:") and "E103 not TOML" in line]


@pytest.mark.parametrize("file", ["map.toml", "terrain.toml", "crt.toml", "counters.csv", "two_days.toml"])
def test_a_file_that_is_missing_is_told(file: str, folder: Path) -> None:
    (folder / file).unlink()
    assert [line for line in lint(folder) if f"{file}:1:1: E101 no such file" in line]


# Doubts


def test_an_exception_that_is_never_in_force_is_a_doubt(folder: Path) -> None:
    change(folder, "game.toml", ('scenarios = ["two_days.toml", "second_day.toml"]', 'scenarios = ["second_day.toml"]'))
    line = next(line for line in lint(folder) if "W471" in line)
    assert re.match(
        r"game.toml:\d+:1: W471 exception\[0\].turns: 'Night' is never in force: no scenario plays turn 6", line
    )


def test_a_reinforcement_inside_the_map_is_a_doubt(folder: Path) -> None:
    change(folder, "two_days.toml", ('at = ["1401"]', 'at = ["1403"]'))
    (line,) = lint(folder)
    assert "W472 reinforcement[2].at[0]: 1403 lies inside the map" in line


def test_enemies_in_contact_before_the_first_move_are_a_doubt(folder: Path) -> None:
    change(folder, "two_days.toml", ('cs_moore = "0504"', 'cs_moore = "0605"'))
    (line,) = lint(folder)
    assert "W473 set_up.cs_moore: Moore begins in the zone of Baldwin and cannot move at first" in line


MOAT = """
[[hexside]]
kind = "moat"
name = "The Moat"
sides = ["0106-0105", "0106-0107", "0106-0205", "0106-0206"]
"""


def test_a_unit_that_barring_hexsides_shut_in_is_told_which_bar(folder: Path) -> None:
    (folder / "map.toml").write_text((folder / "map.toml").read_text("utf-8") + MOAT, "utf-8")
    line = next(line for line in lint(folder) if line.startswith("two_days.toml"))
    assert "W476 set_up.cs_jackson: Jackson cannot leave 0106: The Moat has no crossing between 0105 and 0106;" in line
    game = game_of(folder)
    card = terrain_in_words(game.chart, game.book.map)
    assert re.search(r"^moat \(hexside\) +\| +nowhere$", card, re.MULTILINE)
    assert re.search(r"^creek \(hexside\) +\| +\+1 ", card, re.MULTILINE)
    match = build(game).start(seed=1)
    while "movement" not in str(match.view("confederate").prompt):
        match.play(next(iter(match.choices("confederate"))))
    assert "The Moat has no crossing between 0105 and 0106" in str(match.explain(piece="cs_jackson"))
    assert "The Moat has no crossing" in str(match.explain(place="0107", with_piece="cs_jackson"))


def test_a_river_with_one_bridge_says_so_in_the_chart_and_in_what_it_refuses(folder: Path) -> None:
    bridge = '\n[[crossing]]\nid = "gate"\nname = "The Gate"\nkind = "bridge"\nside = "0106 | 0105"\n'
    (folder / "map.toml").write_text((folder / "map.toml").read_text("utf-8") + MOAT + bridge, "utf-8")
    assert lint(folder) == []
    game = game_of(folder)
    card = terrain_in_words(game.chart, game.book.map)
    assert re.search(r"^moat \(hexside\) +\| +only by bridge$", card, re.MULTILINE)
    movement = part(game, Movement)
    assert isinstance(movement, Movement)
    pieces = game.set_up("two_days", {}).pieces
    slow = evolve(movement, allowance=lambda pieces, unit: 2)
    why = str(slow.why_not(pieces, "cs_jackson", game.book.map.parse("0109")))
    assert "0109 costs" in why
    assert "The Moat has no crossing between 0106 and 0107" in why


def test_a_schema_that_is_not_there_is_a_doubt_that_names_those_that_are(folder: Path) -> None:
    path = folder / "two_days.toml"
    path.write_text("#:schema .schema/two_days.json\n" + path.read_text("utf-8"), "utf-8")
    (folder / ".schema").mkdir()
    (folder / ".schema" / "scenario.json").write_text("{}", "utf-8")
    (line,) = lint(folder)
    assert line.startswith("two_days.toml:1:1: W477 there is no schema .schema/two_days.json (.schema/scenario.json)")
    path.write_text(path.read_text("utf-8").replace("two_days.json", "scenario.json", 1), "utf-8")
    assert lint(folder) == []
    path.write_text(path.read_text("utf-8").replace(".schema/", "https://example.org/", 1), "utf-8")
    assert lint(folder) == [], "what lies elsewhere is not looked for"


# What the files say


def part(game: HexGame, kind: type[Movement] | type[Combat], label: str = "") -> Movement | Combat:
    """The part of the first phase that has one of this kind."""
    found = (one.part for one in phases_of(game.sequence) if not label or one.label == label)
    return next(one for one in found if isinstance(one, kind))


def zones_of(game: HexGame, turn: int = 1) -> Zones:
    board = game.set_up("two_days", {})
    board.turn = turn
    return board.pieces.value(part(game, Movement).zones)


def test_a_word_with_a_number_costs_points_and_a_missing_section_is_a_rule_that_is_not_there(folder: Path) -> None:
    change(
        folder, "game.toml", ('entering = "stops"', 'entering = "costs 2"'),
        ('leaving = "forbidden"', 'leaving = "costs 1"\nzone_to_zone = "forbidden"'),
    )  # fmt: skip
    zones = zones_of(game_of(folder))
    assert (zones.entering, zones.leaving, zones.zone_to_zone) == (2, 1, "forbidden")
    change(
        folder, "game.toml",
        ('[zones]\nexerted_by = ["infantry", "cavalry", "artillery"]\nentering = "costs 2"\nleaving = "costs 1"\n', ""),
        ('zone_to_zone = "forbidden"\n', ""), ('zones.entering = "forbidden"\nzones.leaving = "free"\n', ""),
    )  # fmt: skip
    assert zones_of(game_of(folder)).exerted_by == ()


def test_an_exception_of_movement_points_limits_or_multiplies_them(folder: Path) -> None:
    change(folder, "game.toml", ('zones.entering = "forbidden"\n', 'zones.entering = "forbidden"\nmoving = "halved"\n'))
    change(folder, "second_day.toml", ('without = ["movement"]', "moving = 2"))
    game = game_of(folder)
    movement = part(game, Movement)
    assert isinstance(movement, Movement)

    def points(scenario: str, turn: int, unit: str) -> object:
        board = game.set_up(scenario, {})
        board.turn = turn
        return movement.allowance(board.pieces, unit)

    assert [points("two_days", turn, "cs_rust") for turn in (5, 6)] == [5, 2.5]
    assert [points("second_day", 7, unit) for unit in ("cs_rust", "us_crocker")] == [5, 2]
    said = " ".join(text for text, _ in game.special_rules)
    assert "movement halved" in said
    assert "In The Morning of the Fourth: Dawn (Union, turn 7): at most 2 movement points." in said


def test_attacks_are_halved_by_an_exception_for_its_side_alone(folder: Path) -> None:
    change(folder, "game.toml", ('attacking = "1 left"\nattacked = "1 right"', 'attacking = "halved"'))
    change(folder, "crt.toml", ('bands = ["1-2 or less"', 'rounding = "down"\nbands = ["1-2 or less"'))
    combat = part(game_of(folder), Combat)
    assert isinstance(combat, Combat)
    assert len(combat.factors) == 1


DIFFERENCE = """source = { document = "ours", basis = "reconstruction" }
id = "combat"
title = "Combat"
compares = "difference"

[rows]
name = "die"
title = "Die"

[columns.odds]
title = "Attack less defence"
bands = ["-1 or less", "0 to 2", "3 or more"]

[results]
Ar = ["attacker retreats 1"]
De = ["defender eliminated"]
"""


def test_halves_that_the_table_cannot_be_asked_for_are_told_before_play(folder: Path) -> None:
    rows = "".join(f'\n[[row]]\ndie = {die}\nodds = ["Ar", "Ar", "De"]\n' for die in range(1, 7))
    (folder / "crt.toml").write_text(DIFFERENCE + rows, "utf-8")
    assert lint(folder) == []
    change(folder, "second_day.toml", ('without = ["movement"]', 'attacking = "halved"'))
    (line,) = lint(folder)
    assert line.startswith(
        "crt.toml:1:1: E207 the exception 'Dawn' halves a strength, and the columns of Combat are whole"
    )


def test_a_unit_without_strength_is_told_before_play(folder: Path) -> None:
    change(folder, "counters.csv", ("Rust,5,5", "Rust,0,5"))
    (line,) = lint(folder)
    assert line.startswith("crt.toml:1:1: E207 Rust: strength 0, at full strength or after losses; there are no odds")
    change(folder, "game.toml", ('table = "crt.toml"', 'table = "crt.toml"\ndefenders_of_0 = "are eliminated"'))
    assert lint(folder) == []


def test_supply_is_a_section(folder: Path) -> None:
    section = (
        '[supply]\nsources.confederate = ["0104"]\nsources.union = ["Corinth"]\nblocked_by = ["enemy units"]\n'
        'length = 6\nattacks = "not at all"\ndefends = "in full"\nmoves = "halved"\n\n[control]'
    )
    change(folder, "game.toml", ("[control]", section))
    combat = part(game_of(folder), Combat)
    assert isinstance(combat, Combat)
    assert isinstance(combat.out_of_supply, OutOfSupply)
    assert combat.out_of_supply.trace.length == 6
    board, movement = game_of(folder).set_up("two_days", {}), part(game_of(folder), Movement)
    assert isinstance(movement, Movement)
    board.at["us_mizner"] = game_of(folder).book.map.parse("0801")
    assert [movement.allowance(board.pieces, unit) for unit in ("us_mizner", "us_allen")] == [4, 5]
    change(folder, "game.toml", ('"0104"]', '"0199"]'))
    assert [line for line in lint(folder) if "E301 supply.sources.confederate[0]: '0199' is neither a place" in line]


WEATHER = """source = { document = "ours", basis = "reconstruction" }

[weather.dry]

[weather.mud]
movement = "halved"
attacking = "1 left"
without = ["Rail"]

[[row]]
turns = [1, 2, 3, 4, 5]
weather = "dry"

[[row]]
turns = [6, 7, 8, 9, 10]
roll = ["dry", "dry", "mud", "mud", "mud", "mud"]
"""
RAIL = """[weather]
file = "weather.toml"

[rail]
along = ["railroad"]
capacity = { union = 2, confederate = 1 }
counts = "units"
enemy_zones = "forbidden"
friendly = "not held by the enemy"
then_moves = false

[replacement]
points = { union = 4 }
price = { infantry = 4 }
places.union = ["Corinth"]
rebuilds = ["eliminated units"]
comes_back = "at a place"
unspent = "is saved"
supplied = true

[supply]
sources = { union = ["1814", "Corinth"], confederate = ["0104"] }
blocked_by = ["enemy units"]
attacks = "in full"
defends = "in full"

[control]"""
PHASES = ('phases = ["reinforcement", "movement"', 'phases = ["replacement", "reinforcement", "rail", "movement"')


def test_weather_railroads_and_replacements_are_sections_and_play_to_the_end(folder: Path) -> None:
    (folder / "weather.toml").write_text(WEATHER, "utf-8")
    change(folder, "game.toml", ("[control]", RAIL), PHASES, PHASES)
    assert lint(folder) == []
    game = game_of(folder)
    movement = part(game, Movement)
    assert isinstance(movement, Movement)
    board = game.set_up("two_days", {})
    assert movement.allowance(board.pieces, "cs_rust") == 5
    board.weather = "mud"
    assert movement.allowance(board.pieces, "cs_rust") == 2.5
    rides = next(one for one in phases_of(game.sequence) if one.label == "Rail")
    assert rides.when is not None
    assert not rides.when(board)
    loaded = wargame_core.load(folder)
    assert len(simulate(loaded, "random", games=2, seed=4).finished) == 2
    said = loaded.sheet("two_days").briefing.text()
    assert "Weather, mud: movement halved" in said


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "[replacement]",
            "[replacemnt]",
            "'replacement' is played: there is no section",
        ),
        ('along = ["railroad"]', 'along = ["railrod"]', "E301 rail.along[0]: 'railrod' is not a kind of road"),
        ("capacity = { union = 2", "capacity = { union = -2", "E204 rail.capacity: -2: it is 0 or more"),
        ("then_moves = false\n", "", "E202 rail.then_moves: missing: true or false"),
        (
            'places.union = ["Corinth"]',
            'places.union = ["Corint"]',
            "replacement.places.union[0]: 'Corint' is neither",
        ),
        ('file = "weather.toml"', 'file = "wether.toml"', "E101 no such file; expected a file of weather"),
        (
            "price = { infantry = 4 }",
            "price = { infantri = 4 }",
            "'infantri' is not a kind of unit",
        ),
        ("[supply]", "[suply]", "E202 replacement.supplied: there is no section [supply] that says who is"),
    ],
)
def test_mistakes_in_them_are_told(folder: Path, old: str, new: str, told: str) -> None:
    (folder / "weather.toml").write_text(WEATHER, "utf-8")
    assert old in RAIL
    change(folder, "game.toml", ("[control]", RAIL.replace(old, new, 1)), PHASES, PHASES)
    lines = lint(folder)
    assert [line for line in lines if told in line], "\n".join(lines)


def test_a_further_phase_is_for_its_kinds_of_units_alone(folder: Path) -> None:
    change(
        folder, "game.toml",
        ('["reinforcement", "movement", "combat"]', '["movement", "combat", "cavalry_ride", "reinforcement"]'),
        ("# 3. Stacking", '[phase.cavalry_ride]\nkind = "movement"\nunits = ["cavalry"]\n\n# 3. Stacking'),
    )  # fmt: skip
    game = game_of(folder)
    turn = game.sequence.parts[0]
    assert isinstance(turn, Repeat)
    player = turn.parts[1]
    assert isinstance(player, Sequence)
    assert [step.label for step in player.parts] == ["Movement", "Combat", "Cavalry ride", "Reinforcement"]


def test_a_sudden_victory_ends_the_game_for_who_holds_all_its_places(folder: Path) -> None:
    holds = 'holds = ["Corinth", "The Crossing"]'
    ends = f'[[sudden_victory]]\ntitle = "The town is lost"\nwinner = "confederate"\n{holds}'
    change(folder, "game.toml", ("[[level]]", f"{ends}\n\n[[level]]"))
    game = game_of(folder)
    board = game.set_up("two_days", {})
    (sudden,) = game.victory_of(board).sudden
    assert (sudden.title, sudden.says, sudden.when(board)) == (
        "The town is lost", "Confederate holds Corinth and The Crossing", False,
    )  # fmt: skip
    board.held |= {"1010": "confederate", "1011": "confederate"}
    assert sudden.when(board)


def test_semicolons_and_backs_in_a_table_of_counters(folder: Path) -> None:
    path = folder / "counters.csv"
    lines = path.read_text("utf-8").splitlines()
    rows = [f"{lines[0]},back_strength,back_move", f"{lines[1]},3,4", *(f"{line},," for line in lines[2:])]
    path.write_text("\ufeff" + "\r\n".join(row.replace(",", ";") for row in rows) + "\r\n", "utf-8")
    units = game_of(folder).book.units
    assert [(face.strength, face.move) for face in units["us_hackleman"].faces] == [(5, 5), (3, 4)]
    assert units["us_oglesby"] == corinth().book.units["us_oglesby"]


def test_the_digest_changes_with_the_counters_and_not_with_line_ends(folder: Path) -> None:
    def digest() -> str:
        return read_game(DataFolder(folder)).digest()

    before = digest()
    path = folder / "counters.csv"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert digest() == before
    change(folder, "counters.csv", ("Hackleman,5,5", "Hackleman,5,6"))
    assert digest() != before


def test_an_owners_counters_replace_those_of_an_installed_game(tmp_path: Path) -> None:
    text = (DATA / "counters.csv").read_text("utf-8").replace("Hackleman,5,5", "Hackleman,9,5")
    (tmp_path / "counters.csv").write_text(text, "utf-8")
    game = wargame_core.load("corinth", data=tmp_path)
    assert game.rules.printed["book"].units["us_hackleman"].strength == 9
    assert game.rules.source.replaced_files == ("counters.csv",)


def test_a_folder_is_played_with_the_own_rules_that_it_names(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(DATA, tmp_path / "mine"))
    assert wargame_core.load(folder).id == "corinth"
    assert lint(folder) == []
    change(folder, "game.toml", ('own_rules = "corinth"', 'own_rules = "corint"'))
    wrong = r"game.toml:\d+:1: E301 game.own_rules: 'corint' is not an installed game with rules of its own \(corinth\)"
    with pytest.raises(DataError, match=wrong + "; did you mean 'corinth'"):
        wargame_core.load(folder)
    assert re.match(wrong, lint(folder)[0])


def test_a_program_beside_the_files_is_not_run_and_lint_says_so(folder: Path) -> None:
    (folder / "rules.py").write_text("raise SystemExit('this was run')\n", "utf-8")
    assert wargame_core.load(folder).id == "corinth"
    (line,) = lint(folder)
    assert line.startswith("rules.py:1:1: W475 a program beside the files of a game is never run")


def test_a_folder_for_another_system_is_left_alone(folder: Path) -> None:
    change(folder, "game.toml", ('system = "hex_and_counter"', 'system = "another"'))
    opens = plugin_of("hex_and_counter").open_folder
    assert opens is not None
    assert opens(folder) is None


NAME = "<script>alert(1)</script> & '{0}'"
"""What a stranger calls a unit, a side, an exception: valid in a file, harmful where it is drawn as it is."""


def test_names_of_strangers_are_drawn_as_text(folder: Path) -> None:
    change(folder, "counters.csv", ("infantry,Rust", f"infantry,{NAME}"))
    change(folder, "game.toml", ('title = "Union"', f'title = "{NAME}"'), ('name = "Night"', f'name = "{NAME}"'))
    game = wargame_core.load(folder)
    svg = pictures_of(game).svg(game.start("two_days", seed=1).board, everything=True) or ""
    assert "<script" not in svg
    minidom.parseString(svg)
    assert NAME in game.sheet("two_days").briefing.text()


@pytest.mark.thorough
@pytest.mark.parametrize("value", [None, "true", "-1", '"x"', "[]", "{ a = 1 }"])
def test_whatever_stands_in_a_line_there_is_a_game_or_a_list_of_problems(folder: Path, value: str | None) -> None:
    path = folder / "game.toml"
    lines = path.read_text("utf-8").splitlines()
    for n, line in enumerate(lines):
        key, equals, _ = line.partition("=")
        if value is None or equals:
            other = "" if value is None else f"{key}= {value}"
            path.write_text("\n".join([*lines[:n], other, *lines[n + 1 :]]), "utf-8")
            with suppress(DataError):
                game_of(folder)


def test_a_study_of_balance_tells_what_gave_points_by_turn(folder: Path) -> None:
    game = build(game_of(folder))
    facts = balance_data_of(game).facts
    assert facts is not None
    board = game.start(seed=1).board
    assert isinstance(board, HexBoard)
    board.held["1010"], board.losses["union"] = "confederate", 4
    told = facts(board)
    assert told.standing["confederate_holds_corinth"] == LineTotal(1, 12.0)
    assert told.standing["losses_union"] == LineTotal(4, 4.0)
    assert told.standing["losses_confederate"] == LineTotal(0, 0.0)
    assert told.points["confederate"] == sum(total.points for total in told.standing.values())
    assert told.points["union"] == 69, "in the middle of the draw"
    assert told.stands["Moore"] == ("confederate", "0504")
    assert set(told.lines) == set(told.standing)


def test_how_far_many_games_have_come_is_told_where_no_bar_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar(8) as few:
        assert few is None
    with progress_bar(100) as step:
        assert step is not None
        for done in (20, 40, 80, 100):
            step(done, 100)
    assert capsys.readouterr().err == "games: 40 of 100\ngames: 80 of 100\ngames: 100 of 100\n"
