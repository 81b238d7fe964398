"""The arrow of the design: core knows no game, systems know core, games know core and at most one system."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from tests.rooms import CORE_ROOMS, SYSTEM_ROOMS, TOP, arrows_up, circles, imports_of, picture, room_of, rooms_imported
from tests.syntax import STRUCTURE, nodes, nodes_of

pytestmark = STRUCTURE

ROOT = Path(__file__).resolve().parent.parent

MAY_IMPORT: dict[str, set[str]] = {
    "wargame_core": set(),
    # systems
    "wargame_altar_of_freedom": {"wargame_core"},
    "wargame_gcacw": {"wargame_core"},
    # games
    "wargame_vicksburg": {"wargame_core", "wargame_altar_of_freedom"},
    "wargame_gettysburg": {"wargame_core", "wargame_altar_of_freedom"},
    "wargame_gcacw_on_the_4th_day": {"wargame_core", "wargame_gcacw"},
    "wargame_battlecry": {"wargame_core"},
    "wargame_thunder_on_the_mississippi": {"wargame_core", "wargame_gcacw"},
    # what joins two systems that do not know one another
    "wargame_campaign_battles": {"wargame_core", "wargame_altar_of_freedom", "wargame_battlecry"},
    # front ends, which know no game
    "wargame_table": {"wargame_core"},
}
SYSTEMS = ("wargame_altar_of_freedom", "wargame_battlecry", "wargame_gcacw", "wargame_thunder_on_the_mississippi")
DRAWN_BY_THEMSELVES = {
    *(f"flow.{name} -> narrative.notebook" for name in ("match", "state", "seat_view")),
    "records.record -> narrative.camera",
    "records.record -> narrative.film",
    "records.record -> narrative.notebook",
    "maps.map -> draw.map_svg",
    "maps.movement -> draw.map_svg",
}
"""What shows itself in a notebook, or as a film, imports what draws it, inside the method."""
NOT_YET: dict[str, set[str]] = {}
"""Arrows between rooms that still run up, by package, to be struck off."""
PLUGINS = sorted(path.parent.name for path in ROOT.glob("plugins/*/pyproject.toml"))
PACKAGES = {"wargame_core": ROOT / "src/wargame_core"} | {
    f"wargame_{name}": ROOT / "plugins" / name / "src" / f"wargame_{name}" for name in PLUGINS
}
FRONT_ENDS = {f"wargame_{path.parent.name}": path.parent for path in ROOT.glob("frontends/*/pyproject.toml")}
PACKAGES |= {package: folder / "src" / package for package, folder in FRONT_ENDS.items()}
GAME_WORDS = [package.removeprefix("wargame_") for package in MAY_IMPORT if package.removeprefix("wargame_") in PLUGINS]
HELP_TEXTS = {"help", "short_help", "epilog", "example", "examples"}
HEAVY = {"cattrs", "click", "matplotlib", "networkx", "numpy", "pandas", "tomllib"}


def sources(package: str) -> list[Path]:
    return sorted(PACKAGES[package].rglob("*.py"))


def wargame_imports(module: Iterable[ast.AST], package: str) -> set[str]:
    """The wargame packages that a module of ``package`` imports, itself left out."""
    found: set[str] = set()
    for node in module:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(("import_module", "__import__")):
            found |= {str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)}
    tops = {name.partition(".")[0] for name in found}
    return {name for name in tops if name.startswith("wargame_")} - {package}


def code_words(module: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Every identifier and string of a module with its line, without docstrings and help texts."""
    prose: set[int] = set()
    line = 1
    for node in module:
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


def game_words(module: Iterable[ast.AST]) -> list[str]:
    return [f"{line}: {text}" for line, text in code_words(module) if any(word in text.lower() for word in GAME_WORDS)]


def project_files() -> Iterator[Path]:
    """Every file of the project, as a clean clone would have them (in a linked work tree .git is a file)."""
    made = {"__pycache__", "build", "dist", "demo-out", "node_modules"}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in made and (name[0] != "." or name in {".ci", ".github"})]
        yield from (Path(folder, name) for name in names if name not in {"uv.lock", ".git"})


def test_every_plugin_folder_has_a_row_in_the_table() -> None:
    assert set(PACKAGES) <= set(MAY_IMPORT)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_its_row_allows(package: str) -> None:
    broken = {
        str(path.relative_to(ROOT)): sorted(extra)
        for path in sources(package)
        if (extra := wargame_imports(nodes_of(path), package) - MAY_IMPORT[package])
    }
    assert broken == {}


def rooms_of(package: str) -> tuple[tuple[str, ...], ...]:
    return CORE_ROOMS if package == "wargame_core" else SYSTEM_ROOMS


@cache
def arrows(package: str) -> dict[str, set[str]]:
    """What each module of a package imports of it, without the exceptions written down above."""
    return {
        module: {target for target in targets if f"{module} -> {target}" not in DRAWN_BY_THEMSELVES}
        for module, targets in imports_of(PACKAGES[package]).items()
    }


@pytest.mark.parametrize("package", ["wargame_core", *SYSTEMS])
def test_every_module_is_in_a_room(package: str) -> None:
    rooms = {room for floor in rooms_of(package) for room in floor} | {TOP}
    faces = {"authoring"} if package == "wargame_core" else set()
    assert {room_of(module) for module in arrows(package)} - rooms - faces == set()


@pytest.mark.parametrize("package", ["wargame_core", *SYSTEMS])
def test_no_arrow_between_rooms_runs_up(package: str) -> None:
    faces = {"authoring"} if package == "wargame_core" else set()
    below = {module: targets for module, targets in arrows(package).items() if module not in faces}
    assert arrows_up(below, rooms_of(package)) == NOT_YET.get(package, set())


@pytest.mark.parametrize("package", ["wargame_core", *SYSTEMS])
def test_no_modules_import_one_another_in_a_circle(package: str) -> None:
    assert circles(arrows(package)) == []


def test_the_design_shows_the_rooms_as_they_are() -> None:
    faceless = {module: targets for module, targets in arrows("wargame_core").items() if module != "authoring"}
    drawn = (ROOT / "docs/design.md").read_text("utf-8").split("```mermaid\n")[1].split("\n```")[0]
    assert drawn == picture(rooms_imported(faceless))


def test_what_follows_from_other_arrows_is_left_out_of_the_picture() -> None:
    assert picture({"a": {"b", "c"}, "b": {"c"}}) == "flowchart BT\n    a --> b\n    b --> c"


def test_an_arrow_up_and_a_circle_are_seen() -> None:
    imports = {"maps.map": {"flow.match"}, "flow.match": {"maps.map", "dice"}, "dice": set[str]()}
    assert arrows_up(imports, CORE_ROOMS) == {"maps.map -> flow.match"}
    assert circles(imports) == [{"maps.map", "flow.match"}]


def test_imports_for_types_and_inside_functions_are_seen(tmp_path: Path) -> None:
    package = tmp_path / "toys"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("if TYPE_CHECKING:\n    from toys.b import B\n\ndef later():\n    import toys.c\n")
    (package / "b.py").write_text("from toys import c\n")
    (package / "c.py").write_text("import os\n")
    assert imports_of(package) == {"": set(), "a": {"b", "c"}, "b": {"c"}, "c": set()}


@pytest.mark.parametrize("plugin", PLUGINS)
def test_a_plugin_is_named_after_its_folder_and_declares_what_it_imports(plugin: str) -> None:
    description = tomllib.loads((ROOT / "plugins" / plugin / "pyproject.toml").read_text("utf-8"))
    project = description["project"]
    package = f"wargame_{plugin}"
    imported = set().union(*(wargame_imports(nodes_of(path), package) for path in sources(package)))
    assert project["name"] == package.replace("_", "-")
    assert project["entry-points"]["wargame_core.plugins"] == {plugin: f"{package}:PLUGIN"}
    assert {name.replace("_", "-") for name in imported} <= set(project["dependencies"])


@pytest.mark.parametrize("plugin", PLUGINS)
def test_a_plugin_takes_data_files_and_charts_through_their_door(plugin: str) -> None:
    doors = ("wargame_core.data.", "wargame_core.charts.")
    modules = {
        node.module or ""
        for path in sources(f"wargame_{plugin}")
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom)
    }
    assert {module for module in modules if module.startswith(doors)} == set()


def test_mypy_knows_the_source_folder_of_every_plugin() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    folders = [f"plugins/{plugin}" for plugin in PLUGINS] + [f"frontends/{path.name}" for path in FRONT_ENDS.values()]
    assert {f"$MYPY_CONFIG_FILE_DIR/{folder}/src" for folder in folders} <= set(settings["mypy_path"])


@pytest.mark.parametrize("path", sources("wargame_core"), ids=lambda path: path.name)
def test_core_names_no_game(path: Path) -> None:
    assert game_words(nodes_of(path)) == []


@pytest.mark.parametrize("package", FRONT_ENDS)
def test_a_front_end_names_no_game(package: str) -> None:
    named = {
        str(path.relative_to(ROOT)): words
        for path in PACKAGES[package].rglob("*")
        if path.suffix in {".py", ".js", ".html", ".css", ".ts"}
        if (words := _words_of(path))
    }
    assert named == {}


def _words_of(path: Path) -> list[str]:
    if path.suffix == ".py":
        return game_words(nodes_of(path))
    text = path.read_text("utf-8").lower()
    return [word for word in GAME_WORDS if word in text]


def test_the_data_files_of_core_name_no_game() -> None:
    data = [
        path for path in PACKAGES["wargame_core"].rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"}
    ]
    assert [path.name for path in data if any(word in path.read_text("utf-8").lower() for word in GAME_WORDS)] == []


@pytest.mark.parametrize(
    "line",
    [
        "import wargame_gcacw",
        "from wargame_gcacw.charts import COMBAT",
        "import importlib; importlib.import_module('wargame_gcacw')",
        "def later():\n    import wargame_gcacw.charts as charts",
    ],
)
def test_every_form_of_import_is_seen(line: str) -> None:
    assert wargame_imports(nodes(line), "wargame_core") == {"wargame_gcacw"}


@pytest.mark.parametrize(
    "line", ["gcacw_rule = 1", "x.gcacw", "def f(*, gcacw): ...", "x = 'a Gettysburg map'", "x = f'{y} battlecry'"]
)
def test_every_place_of_a_game_word_is_seen(line: str) -> None:
    assert len(game_words(nodes(line))) == 1


@pytest.mark.parametrize("line", ['"""As in vicksburg."""', 'option(help="for example vicksburg")', "x = 1  # gcacw"])
def test_docstrings_help_texts_and_comments_may_name_a_game(line: str) -> None:
    assert game_words(nodes(line)) == []


def test_importing_core_leaves_heavy_libraries_alone() -> None:
    program = "import sys, wargame_core; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "wargame_core" in loaded
    assert loaded & HEAVY == set()


HEADINGS = sorted(ROOT.glob("plugins/*/src/**/*headings.toml"))


def exists(name: str) -> bool:
    """Whether a dotted name is a module of the tree, or something in one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        module = PACKAGES[parts[0]].joinpath(*parts[1:cut])
        if module.is_dir() or module.with_suffix(".py").is_file():
            found: object = import_module(".".join(parts[:cut]))
            for part in parts[cut:]:
                found = getattr(found, part, None)
            return found is not None
    return False


@pytest.mark.parametrize("file", HEADINGS, ids=lambda file: f"{file.parent.parent.name}/{file.name}")
def test_code_and_tests_that_a_headings_file_names_exist(file: Path) -> None:
    packages = {"charts": "wargame_gcacw.charts", "wargame_gcacw_on_the_4th_day": "wargame_gcacw"}
    package = packages.get(file.parent.name) or file.parent.parent.name
    rows = tomllib.loads(file.read_text("utf-8"))["heading"]
    assert {name for row in rows for name in row.get("code", ()) if not exists(f"{package}.{name}")} == set()
    written = {path.name for path in ROOT.glob("tests/**/test_*.py")}
    parts = [part for row in rows for part in (row, *row.get("own", {}).values())]
    assert {test for part in parts for test in part.get("tests", ()) if test not in written} == set()


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
