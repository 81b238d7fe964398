"""`wargame lint`, `new` and `schema`, and games in a designer's own folder."""

from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner
from tests.core.cli_table import Run, told

from wargame_core.errors import DataError, Problem
from wargame_core.flow.rules import Variant
from wargame_core.plugins import variants
from wargame_core.plugins.discovery import Plugin
from wargame_core.plugins.variants import register_variant
from wargame_core.version import API
from wargame_terminal import main
from wargame_workshop.lint import guessed, readers


def test_new_writes_what_lints_clean_and_plays_at_once(wargame: Run) -> None:
    text = wargame("new", "road", "my_road").stdout
    assert "wargame play ./my_road" in text
    assert wargame("lint", "./my_road").stdout == "no problems\n"
    assert told(wargame("play", "./my_road", "--seed", "1", "--json"))["game"] == "toy"


def test_new_never_writes_over_what_is_there(wargame: Run) -> None:
    wargame("new", "road", "my_road")
    Path("my_road/road.toml").write_text("length = 7\n", encoding="utf-8")
    assert "nothing was written" in wargame("new", "road", "my_road", exit_code=1).stderr
    assert Path("my_road/road.toml").read_text(encoding="utf-8") == "length = 7\n"


def test_lint_prints_file_line_column_code_and_message_for_each_problem(wargame: Run) -> None:
    wargame("new", "road", "my_road")
    Path("my_road/road.toml").write_text('lenght = 5\nname = 3\n\nlength = "x"\n', encoding="utf-8")
    done = wargame("lint", "my_road", exit_code=1)
    lines = done.stdout.splitlines()
    assert [line.split(":")[1] for line in lines] == ["1", "2", "4"]
    assert lines[0].startswith("road.toml:1:1: E201")
    found = told(wargame("lint", "my_road", "--json", exit_code=1))
    place = {"file": "road.toml", "line": 1, "column": 1}
    assert found["problems"][0] == {**place, "code": "E201", "message": lines[0].split("E201 ", 1)[1]}


def test_lint_reads_files_that_no_plugin_knows_and_tells_each_problem_once(wargame: Run) -> None:
    Path("odd").mkdir()
    Path("odd/road.toml").write_text("length = \n", encoding="utf-8")
    Path("odd/other.toml").write_text("a = 1\na = 2\n", encoding="utf-8")
    lines = wargame("lint", "odd", exit_code=1).stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["other.toml", "road.toml"]


OTHER = """
from pathlib import Path
from wargame_core.authoring import Plugin

PLUGIN = Plugin(id="other", title="Other", data=Path(__file__).parent / "other_data",
                lint=lambda path: [f"{path.name}:1:1: E201 not ours"], requires_api=1)
"""


def test_lint_asks_only_the_plugin_whose_files_they_are(wargame: Run, installed: Callable[[str, str], None]) -> None:
    installed("other", OTHER)
    wargame("new", "road", "my_road")
    assert wargame("lint", "my_road").stdout == "no problems\n"
    assert "not ours" in wargame("lint", "my_road", "--plugin", "other", exit_code=1).stdout


def test_lint_goes_by_the_names_of_files_where_nobody_makes_a_game_of_them(
    wargame: Run, installed: Callable[[str, str], None], tmp_path: Path
) -> None:
    installed("other", OTHER)
    (tmp_path / "site" / "other_data").mkdir()
    (tmp_path / "site" / "other_data" / "deck.toml").write_text("", encoding="utf-8")
    Path("mine").mkdir()
    Path("mine/deck.toml").write_text("", encoding="utf-8")
    assert wargame("lint", "mine", exit_code=1).stdout == "mine:1:1: E201 not ours\n"
    Path("mine/deck.toml").rename("mine/cards.toml")
    assert "not ours" in wargame("lint", "mine", exit_code=1).stdout


def test_a_folder_that_is_no_game_is_refused_with_advice(wargame: Run) -> None:
    Path("odd").mkdir()
    assert "no installed plugin makes a game of odd" in wargame("play", "odd", exit_code=1).stderr
    assert "there is no file or folder nowhere" in wargame("play", "./nowhere", exit_code=2).stderr


def test_a_scenario_may_be_a_file_of_ones_own(wargame: Run) -> None:
    wargame("new", "road", "my_road")
    file = "./my_road/road.toml"
    assert told(wargame("play", "toy", "--scenario", file, "--seed", "1", "--json"))["game"] == "toy"
    Path("other.toml").write_text("", encoding="utf-8")
    refused = wargame("play", "toy", "--scenario", "./other.toml", exit_code=1)
    assert "toy makes no scenario of ./other.toml" in refused.stderr


def test_schema_names_the_files_and_prints_the_schema_of_one(wargame: Run) -> None:
    assert told(wargame("schema", "toy", "--json"))["files"] == ["road.toml"]
    found = told(wargame("schema", "toy", "road.toml", "--json"))
    assert found["$defs"]["RoadFile"]["properties"]["length"] == {"type": "integer"}
    assert "did you mean 'road.toml'" in wargame("schema", "toy", "raod.toml", exit_code=2).stderr


def test_schema_of_the_wire_for_one_game_and_for_all(wargame: Run) -> None:
    assert "MenuRow" in told(wargame("wire", "toy", "--json"))["$defs"]
    assert "export interface MenuRow {" in wargame("wire", "--typescript").stdout


def test_a_map_is_read_by_the_plugin_whose_map_has_the_same_keys(tmp_path: Path) -> None:
    kinds = {"hexes": "[map]\nstagger = 1\n[[sheet]]\na = 1\n", "squares": "[map]\nrows = 1\n[[river]]\na = 1\n"}
    plugins = []
    for name, text in kinds.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "map.toml").write_text(text, encoding="utf-8")
        plugins.append(Plugin(name, name, (), data=tmp_path / name, requires_api=1))
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "map.toml").write_text("[map]\nstagger = 2\n", encoding="utf-8")
    asked = readers(mine, [mine / "map.toml"], plugins)
    assert [plugin.id for plugin, _ in asked] == ["hexes"]
    (mine / "map.toml").write_text("[map\n", encoding="utf-8")
    assert len(readers(mine, [mine / "map.toml"], plugins)) == 2


def test_the_plugin_whose_document_the_files_name_is_asked_alone(tmp_path: Path) -> None:
    others = tmp_path / "others"
    others.mkdir()
    (others / "units.toml").write_text('source = { document = "Their Game" }\n[[unit]]\nid = 1\n', encoding="utf-8")
    plugins = [Plugin("others", "Others", ("Their Game",), data=others, requires_api=1)]
    plugins += [Plugin("ravenford", "Ravenford", ("Ravenford",), requires_api=1)]
    mine = tmp_path / "mine"
    mine.mkdir()
    file = mine / "units.toml"
    file.write_text('source = { document = "Ravenford", basis = "text" }\n[[unit]]\nid = 1\n', encoding="utf-8")
    assert [plugin.id for plugin, _ in readers(mine, [file], plugins)] == ["ravenford"]
    assert [plugin.id for plugin, _ in readers(file, [file], plugins)] == ["ravenford"]
    file.write_text('source = "Ravenford"\n[[unit]]\nid = 1\n', encoding="utf-8")
    assert [plugin.id for plugin, _ in readers(mine, [file], plugins)] == ["others"]
    assert [plugin.id for plugin, _ in readers(others, [others / "units.toml"], plugins)] == ["others"]


def test_the_document_decides_before_who_would_take_the_files_and_a_guess_says_so(tmp_path: Path) -> None:
    def refuses(folder: Path) -> None:
        raise DataError([Problem("units.toml", 1, 1, "E204", "this is not a unit of the series")])

    file = tmp_path / "units.toml"
    plugins = [
        Plugin("greedy", "Greedy", ("Its Game",), open_folder=refuses, requires_api=1),
        Plugin("ravenford", "Ravenford", ("Ravenford",), requires_api=1),
    ]
    file.write_text('source = { document = "Ravenford", basis = "text" }\n[[unit]]\nid = 1\n', encoding="utf-8")
    asked = readers(tmp_path, [file], plugins)
    assert [plugin.id for plugin, _ in asked] == ["ravenford"]
    assert guessed(asked, [file]) == ""
    for source, why in (
        ('source = { document = "Mine", basis = "text" }', "no installed game has the document 'Mine'"),
        ("", "the files name no document as their source"),
    ):
        file.write_text(f"{source}\n[[unit]]\nid = 1\n", encoding="utf-8")
        asked = readers(tmp_path, [file], plugins)
        assert [plugin.id for plugin, _ in asked] == ["greedy"]
        told_of = f"it is a guess that these files are for greedy: {why} (--plugin NAME asks another one)"
        assert guessed(asked, [file]) == told_of


def test_one_bad_file_hides_no_report_on_another(wargame: Run) -> None:
    wargame("new", "road", "my_road")
    Path("my_road/road.toml").write_text("lenght = 5\n", encoding="utf-8")
    for name, text in (("deep", "[" * 5000), ("long", "9" * 5000), ("control", r'"\u001b"'), ("torn", '"""')):
        Path(f"my_road/{name}.toml").write_text(f"a = {text}", encoding="utf-8")
    done = wargame("lint", "my_road", exit_code=1)
    assert {line.split(":")[0] for line in done.stdout.splitlines() if ": E" in line} == {
        "road.toml", "deep.toml", "long.toml", "control.toml", "torn.toml"
    }  # fmt: skip


PAIRED = """
from wargame_core.authoring import Plugin

PLUGIN = Plugin(id="paired", title="Paired", requires_api=1,
                open_folder=lambda path: path if (path / "main.toml").is_file() else None,
                lint=lambda path: ["main.toml:1:1: E201 no such key", "side.toml:2:1: E202 missing"])
"""


def test_one_file_of_a_game_is_checked_as_part_of_its_folder(
    wargame: Run, installed: Callable[[str, str], None]
) -> None:
    installed("paired", PAIRED)
    Path("mine").mkdir()
    for name in ("main", "side", "third"):
        Path(f"mine/{name}.toml").write_text("a = 1\n", encoding="utf-8")
    assert wargame("lint", "mine/side.toml", exit_code=1).stdout == "side.toml:2:1: E202 missing\n"
    assert wargame("lint", "mine/third.toml").stdout == "no problems\n"
    assert len(wargame("lint", "mine", exit_code=1).stdout.splitlines()) == 2


def test_what_only_adds_rows_is_read_as_that_game_would_play_it(tmp_path: Path) -> None:
    fever = 'source = { document = "x", basis = "text" }\n[[card]]\nid = "fever"\nname = "Fever"\nhelps = "blue"\n'
    fever += 'text = "t"\n[[card.effect]]\nkind = "base_move_dleta"\n'
    (tmp_path / "deck.more.toml").write_text(fever, encoding="utf-8")
    (tmp_path / "no_game.more.toml").write_text(fever, encoding="utf-8")
    lines = CliRunner().invoke(main, ["lint", str(tmp_path / "deck.more.toml")]).stdout.splitlines()
    assert lines[0].startswith("deck.more.toml:8:1: E511")
    assert lines[0].endswith("did you mean 'base_move_delta'?")
    row = '[[card]]\nid = "fever"\nname = "Fever"\nhelps = "federal"\ntext = "t"\n'
    (tmp_path / "own").mkdir()
    more = tmp_path / "own" / "deck.more.toml"
    size = 'source = { document = "x", basis = "text" }\n[deck]\nsize = 11\nremove_unseen = 3\n'
    more.write_text(size + row, encoding="utf-8")
    rules = Variant(id="fever_rules", of=("vicksburg",), title="Fever", help="-", data=more.parent, requires_api=API)
    known = register_variant(rules)
    try:
        for path in (more.parent, more):
            assert CliRunner().invoke(main, ["lint", str(path)]).stdout == "no problems\n"
    finally:
        variants._VARIANTS_OF_PROCESS.pop(known)
