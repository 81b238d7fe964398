"""Who may import whom: core knows nobody, tools and systems know core, front ends the tools, games their system.

`MAY_IMPORT` is the law between distributions, `CORE` and `SYSTEM` between the rooms of a package. Imports inside
functions and imports for types only count like all others, and there are no exceptions.
"""

import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from benchmarks.house import (
    FACES,
    ROOT,
    Imports,
    all_modules,
    between,
    circles,
    imports,
    modules_of,
    names_imported,
    nodes_of,
    packages,
    picture,
    picture_of_core,
    picture_of_distributions,
    room_of,
)

from wargame_workshop.new_games.beginnings import grid_map

CORE_ONLY = {"core"}
TOOLS = {"pictures", "lab", "laws", "console", "workshop"}
MAY_IMPORT: Mapping[str, set[str]] = {
    "core": set(),
    # tools; the laws play games, and look at what is drawn and counted of them
    "pictures": CORE_ONLY,
    "lab": CORE_ONLY,
    "laws": {"core", "pictures", "lab"},
    "console": CORE_ONLY,
    "workshop": {"core", "pictures", "lab", "console"},
    # front ends, which know no game; the choices of a letter are made at the prompt of the terminal
    "terminal": {"core", "pictures", "lab", "console"},
    "table": {"core", "pictures", "lab", "laws", "console"},
    "mail": {"core", "lab", "console", "terminal"},
    # systems: what several documents print
    "altar_of_freedom": {"core", "pictures", "lab"},
    "gcacw": {"core", "pictures", "lab"},
    "hex_and_counter": {"core", "pictures", "lab"},
    # games
    "vicksburg": {"core", "altar_of_freedom"},
    "gettysburg": {"core", "altar_of_freedom"},
    "gcacw_on_the_4th_day": {"core", "gcacw"},
    "battlecry": {"core", "pictures", "lab", "workshop"},
    "thunder_on_the_mississippi": {"core", "pictures", "lab", "gcacw"},
    "corinth": {"core", "hex_and_counter"},
    "brices_crossroads": {"core", "hex_and_counter"},
    "chattanooga": {"core", "hex_and_counter"},
    # what joins two systems that do not know one another
    "campaign_battles": {"core", "altar_of_freedom", "battlecry"},
    # variants of games
    "house_rules": {"core", "altar_of_freedom", "gcacw", "gcacw_on_the_4th_day", "battlecry"},
}
"""By distribution what it may import, all without ``wargame_``: only what stands above it."""

CORE: tuple[set[str], ...] = (
    {"words"},
    {"data"},
    {"maps", "charts", "forces"},
    {"flow"},
    {"records"},
    {"match"},
    {"sessions", "contents"},
    {"sheet"},
    {"game"},
    {"plugins"},
    {"replays", "lessons"},
)
"""The rooms of core from the ground up: each imports only what is below it."""
SYSTEM: tuple[set[str], ...] = (
    {"charts"},
    {"printed"},
    {"board"},
    {"rules"},
    {"players", "questions", "picture"},
    {"table"},
    {"contents", "balance"},
    {"game"},
    {"game_files"},
    {"authoring"},
)
"""The rooms of every system and of every game with rules of its own, from the ground up."""
TABLE: tuple[set[str], ...] = (
    {"keeping"},
    {"messages"},
    {"play"},
    {"local"},
    {"network", "widget", "wire_files", "remote"},
    {"static_pages", "law_of_the_wire", "application", "client", "outlets"},
    {"commands"},
)
"""The rooms of the table from the ground up."""
RULES = set[str]().union(*SYSTEM[:4])
"""The rooms of a system that know no tool: what is printed, what lies on the board, what the rules say."""
SYSTEMS = ("altar_of_freedom", "battlecry", "gcacw", "hex_and_counter", "thunder_on_the_mississippi")

PACKAGES = {name.removeprefix("wargame_"): folder for name, folder in packages().items()}
PLUGINS = [name for name, folder in PACKAGES.items() if "plugins" in folder.relative_to(ROOT).parts]
NEUTRAL = [name for name in PACKAGES if name not in PLUGINS]
"""The distributions that know no game."""
GAMES = (
    "battlecry",
    "brices_crossroads",
    "chattanooga",
    "corinth",
    "gcacw_on_the_4th_day",
    "gettysburg",
    "thunder_on_the_mississippi",
    "vicksburg",
)
HELP_TEXTS = {"help", "short_help", "epilog", "example", "examples"}
UNNEEDED = {"cattrs", "click", "importlib_metadata", "matplotlib", "networkx", "numpy", "pandas", "tomllib"}
"""Libraries that nobody waits for who only imports core."""
MAY_NAME_AN_ENGINE = {
    "wargame_lab", "wargame_lab.batches", "wargame_lab.engines.player", "wargame_terminal.play",
    "wargame_terminal.engines", "wargame_mail.commands", "wargame_table.commands", "wargame_table.network.workers",
    "wargame_laws.laws_of_secrets", "wargame_lab.outlets",
}  # fmt: skip
"""Command lines, what starts the processes of a server, Python's face of the lab, and what looks at questions."""


@cache
def arrows() -> Imports:
    return imports(all_modules())


def short(module: str) -> str:
    """The distribution of a module, without ``wargame_``."""
    return module.partition(".")[0].removeprefix("wargame_")


def ours(package: str) -> Iterator[tuple[str, str]]:
    """Every import of one of our modules by one of a package."""
    for module, targets in arrows().items():
        if short(module) == package:
            yield from ((module, target) for target in targets)


# Between distributions.


def test_every_distribution_has_a_row_and_rows_name_only_rows_above_them() -> None:
    assert set(PACKAGES) <= set(MAY_IMPORT)
    rows = list(MAY_IMPORT)
    assert [row for number, row in enumerate(rows) if not MAY_IMPORT[row] <= set(rows[:number])] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_distribution_imports_only_what_its_row_allows(package: str) -> None:
    allowed = MAY_IMPORT[package] | {package}
    assert [f"{module} -> {target}" for module, target in ours(package) if short(target) not in allowed] == []


@pytest.mark.parametrize("package", PLUGINS)
def test_rules_and_boards_know_no_tool(package: str) -> None:
    told = [f"{module} -> {target}" for module, target in ours(package) if short(target) in TOOLS]
    assert [arrow for arrow in told if room_of(arrow.partition(" ")[0]) in RULES] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_distribution_is_named_after_its_folder_and_declares_what_it_imports(package: str) -> None:
    folder = next(above for above in PACKAGES[package].parents if (above / "pyproject.toml").exists())
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    imported = {f"wargame-{short(target).replace('_', '-')}" for _, target in ours(package)} - {project["name"]}
    assert project["name"] == f"wargame-{package.replace('_', '-')}"
    assert folder in (ROOT, folder.parent / package)
    lines = [
        *project["dependencies"],
        *(line for lines in project.get("optional-dependencies", {}).values() for line in lines),
    ]
    assert imported <= {line.partition("[")[0].partition(">")[0] for line in lines}
    if package in PLUGINS:
        entries = project["entry-points"]
        assert entries.get("wargame_core.plugins") == {package: f"wargame_{package}:PLUGIN"} or (
            entries.keys() == {"wargame_core.variants"}
        )


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert circles(arrows()) == []


def test_mypy_knows_the_source_folder_of_every_distribution() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    folders = {folder.parent.relative_to(ROOT).as_posix() for folder in PACKAGES.values()} | {"release"}
    assert {f"$MYPY_CONFIG_FILE_DIR/{folder}" for folder in folders} == set(settings["mypy_path"])


def test_only_command_lines_and_programs_name_the_command_of_an_engine() -> None:
    starting = {"wargame_lab.engines.player", "wargame_lab.engines.process"}
    assert {module for module, targets in arrows().items() if targets & starting} <= MAY_NAME_AN_ENGINE


# Between rooms.


def rooms_in_order(package: str) -> tuple[set[str], ...]:
    return {"core": CORE, "table": TABLE}.get(package, SYSTEM)


def arrows_up(imported: Iterable[tuple[str, str]], rooms: tuple[set[str], ...]) -> list[str]:
    """Imports from a room that is not below; a package's face may import everything, and nothing in it the face."""
    floor = {room: number for number, floor in enumerate(rooms) for room in floor}
    return [
        f"{module} -> {target}"
        for module, target in imported
        if module not in FACES and room_of(module) and room_of(module) != room_of(target)
        if floor.get(room_of(target), 99) >= floor.get(room_of(module), -1)
    ]


@pytest.mark.parametrize("package", ["core", "table", *SYSTEMS])
def test_every_module_is_in_a_room_and_no_arrow_between_rooms_runs_up(package: str) -> None:
    rooms = {room for floor in rooms_in_order(package) for room in floor} | {""}
    names = {module.name for module in modules_of(PACKAGES[package])} - set(FACES)
    assert {name for name in names if room_of(name) not in rooms} == set()
    within = [(module, target) for module, target in ours(package) if short(target) == package]
    assert arrows_up(within, rooms_in_order(package)) == []


def test_the_design_shows_the_house_as_it_is() -> None:
    drawn = (ROOT / "docs/design.md").read_text("utf-8").split("```mermaid\n")[1:]
    assert [text.partition("\n```")[0] for text in drawn] == [
        picture_of_distributions(arrows()),
        picture_of_core(arrows()),
    ], "`python3 -m benchmarks.house --pictures` prints both as they are"


@pytest.mark.parametrize("plugin", PLUGINS)
def test_a_plugin_takes_data_files_and_charts_through_their_door(plugin: str) -> None:
    inside = {target for _, target in ours(plugin) if target.startswith(("wargame_core.data.", "wargame_core.charts."))}
    assert inside == set()


# What is loaded.


def loaded_by(program: str, *words: str) -> set[str]:
    """The modules that a new process has loaded after a program."""
    command = [sys.executable, "-c", f"{program}\nprint(*sys.modules)", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_core_loads_nothing_that_draws_and_no_library_but_attrs() -> None:
    loaded = loaded_by("import sys, wargame_core")
    assert "wargame_core" in loaded
    assert loaded & UNNEEDED == set()
    assert {name for name in loaded if name.startswith("wargame_") and short(name) != "core"} == set()


PLAYS = """
import sys, wargame_core
for game in sys.argv[1:]:
    match = wargame_core.load(game).start(seed=1)
    match.play(next(iter(match.choices())))
    match.view(match.waiting_for[0]).to_json()
"""


def test_games_are_played_without_their_pictures_and_their_bots() -> None:
    loaded = loaded_by(PLAYS, *GAMES)
    assert {f"wargame_{game}" for game in GAMES} <= loaded
    assert {name for name in loaded if short(name) in TOOLS | {"click", "networkx", "numpy"}} == set()


COMMAND_LINE = {"click", "prompt_toolkit", "wargame_console", "wargame_terminal"}
"""What who imports a map in a notebook does not need."""


def test_the_functions_of_the_workshop_know_no_command_line() -> None:
    own = [one for one in modules_of(PACKAGES["workshop"]) if not one.name.startswith("wargame_workshop.commands")]
    imported = {(one.name, name.partition(".")[0]) for one in own for name in names_imported(one.nodes, one.name)}
    assert [(module, library) for module, library in imported if library in COMMAND_LINE] == []
    assert [target for module in own for target in arrows()[module.name] if ".commands" in target] == []


DRAWS_AND_IMPORTS = """
import sys
from pathlib import Path
from wargame_workshop.interchange.exports import design_files
from wargame_workshop.interchange.import_wishes import Wishes
from wargame_workshop.interchange.importing import files_of, import_tiled
from wargame_workshop.lint import map_problems
folder = Path(sys.argv[1])
for name, content in design_files("tiled", str(folder / "map.toml")).items():
    Path(folder, name).write_bytes(content)
for path, text in files_of(import_tiled(folder / "map.tmj", folder / "again", Wishes())).items():
    path.write_text(text, encoding="utf-8")
    map_problems(path)
"""


def test_a_map_is_exported_imported_and_checked_without_a_command_line(tmp_path: Path) -> None:
    head = 'source = { document = "mine", basis = "found" }\n[map]\nid = "hills"\ntitle = "Hills"\n'
    (tmp_path / "map.toml").write_text(head + grid_map("hex", 2)[0], encoding="utf-8")
    (tmp_path / "again").mkdir()
    loaded = loaded_by(DRAWS_AND_IMPORTS, str(tmp_path))
    assert [*(tmp_path / "again").glob("*.toml")]
    assert loaded & COMMAND_LINE == set()


# Names of games.


GAME_WORDS = [*PLUGINS, "federal", "confederate", "civil war", "cavalry", "infantry", "artillery"]
"""Words that only a game may use in its program."""


def code_words(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Every identifier and string of a module with its line, without docstrings and help texts."""
    prose: set[int] = set()
    line = 1
    for node in nodes:
        line = getattr(node, "lineno", line)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            prose.add(id(node.value))
        elif isinstance(node, ast.keyword) and node.arg in HELP_TEXTS:
            prose |= {id(part) for part in ast.walk(node.value)}
        if id(node) in prose:
            continue
        for _, value in ast.iter_fields(node):
            for word in value if isinstance(value, list) else [value]:
                if isinstance(word, str):
                    yield line, word


def game_words(nodes: Iterable[ast.AST], words: Iterable[str] = GAME_WORDS) -> list[str]:
    return [f"{line}: {text}" for line, text in code_words(nodes) if any(word in text.lower() for word in words)]


@pytest.mark.parametrize("package", NEUTRAL)
def test_what_is_no_plugin_names_no_game(package: str) -> None:
    words = GAME_WORDS if package == "core" else PLUGINS
    named = {module.name: game_words(module.nodes, words) for module in modules_of(PACKAGES[package])}
    for path in PACKAGES[package].rglob("*"):
        if path.is_file() and path.suffix in (".js", ".html", ".css", ".ts", ".toml", ".txt", ".json"):
            text = path.read_text("utf-8").lower()
            named[path.name] = [word for word in words if word in text]
    assert {name: found for name, found in named.items() if found} == {}


def test_no_file_holds_an_index_address_or_a_machine_path() -> None:
    # Each word is broken by a bar, so that this file passes its own test.
    broken = "/wo|rk/ /ro|ot/ py|pi.org python|hosted index|-url find|-links /sim|ple/"
    forbidden = broken.replace("|", "").split()
    found = {
        f"{path.relative_to(ROOT)}: {word}"
        for path in project_files()
        for word in forbidden
        if word in path.read_text("utf-8", errors="ignore").lower()
    }
    assert found == set()


def project_files() -> Iterator[Path]:
    """Every file of the project, as a clean clone would have them (in a linked work tree .git is a file)."""
    ignored = {"__pycache__", "build", "dist", "demo-out", "node_modules"}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            name for name in folders if name not in ignored and (name[0] != "." or name in {".ci", ".github"})
        ]
        yield from (Path(folder, name) for name in names if name not in {"uv.lock", ".git"})


# These tests can fail.


@pytest.mark.parametrize(
    "line",
    [
        "import wargame_gcacw.charts",
        "from wargame_gcacw import charts",
        "from .charts import COMBAT",
        "import importlib; importlib.import_module('wargame_gcacw.charts')",
        "def later():\n    import wargame_gcacw.charts as charts",
        "if TYPE_CHECKING:\n    from wargame_gcacw.charts import COMBAT",
    ],
)
def test_every_form_of_import_is_seen(line: str) -> None:
    (name,) = names_imported(nodes_of(line), "wargame_gcacw") - {"importlib"}
    assert name.startswith("wargame_gcacw.charts")


def test_an_arrow_up_and_a_circle_are_seen_and_what_follows_is_left_out_of_the_picture() -> None:
    up = ("wargame_core.maps.map", "wargame_core.match")
    down = ("wargame_core.match", "wargame_core.maps.map")
    assert arrows_up([up, down, (up[0], "wargame_core.dice")], CORE) == [" -> ".join(up)]
    assert arrows_up([(up[0], "wargame_core.authoring")], CORE)
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [{"b", "c"}]
    assert picture({"a": {"b", "c"}, "b": {"c"}}) == "flowchart BT\n    a --> b\n    b --> c"
    assert between({"x.a": frozenset({"y.b"}), "y.b": frozenset()}, {"x.a": "x", "y.b": "y"}) == {
        "x": {"y"},
        "y": set(),
    }


def test_a_game_is_seen_in_code_and_may_stand_in_docstrings_help_and_comments() -> None:
    for line in ("gcacw_rule = 1", "x.gcacw", "def f(*, gcacw): ...", "x = 'a Gettysburg map'", "x = f'{y} battlecry'"):
        assert len(game_words(nodes_of(line))) == 1
    for line in ('"""As in vicksburg."""', 'option(help="for example vicksburg")', "x = 1  # gcacw"):
        assert game_words(nodes_of(line)) == []
