"""CONTRIBUTING shows the law of imports as it is, and every path that it names exists."""

import re
from collections.abc import Callable, Iterator

import pytest
from benchmarks.house import ROOT, WORDS, modules_of, room_of
from tests.golden.playthroughs import compare
from tests.test_architecture import CORE, MAY_IMPORT, PACKAGES, SYSTEM, SYSTEMS, TABLE

PAGE = ROOT / "CONTRIBUTING.md"
BEGINS = "<!-- made from tests/test_architecture.py: python3 run.py test --update-golden tests/test_contributing.py -->"
ENDS = "<!-- as far as this -->"
HOMES = ("", "plugins/*/", "plugins/*/src/*/", "src/*/", "docs/*/")
"""Where a path that is named without its beginning may be."""


def folder_of(package: str) -> str:
    """The folder of a distribution, as CONTRIBUTING names it."""
    return "src" if package == "core" else PACKAGES[package].relative_to(ROOT).parent.parent.as_posix()


def law() -> Iterator[str]:
    """The lines of CONTRIBUTING that say what may import what; distributions that may import the same share a row."""
    yield from ("| distribution | may import, of ours |", "|---|---|")
    alike: dict[frozenset[str], list[str]] = {}
    for package in filter(PACKAGES.__contains__, MAY_IMPORT):
        alike.setdefault(frozenset(MAY_IMPORT[package]), []).append(f"`{folder_of(package)}`")
    for allowed, folders in alike.items():
        named = ", ".join(f"`{name}`" for name in MAY_IMPORT if name in allowed)
        yield f"| {', '.join(folders)} | {named or 'nothing'} |"
    yield from ("", "| rooms of | from the ground up: each imports only those before it |", "|---|---|")
    for owner, floors in {"core": CORE, "a system or game": SYSTEM, "the table": TABLE}.items():
        yield f"| {owner} | {' · '.join(', '.join(f'`{room}`' for room in sorted(floor)) for floor in floors)} |"
    yield f"\n`words` of core are {', '.join(f'`{word}`' for word in sorted(WORDS))}."


def with_law(page: str) -> str:
    """The page with the law as it is now between its two marks."""
    before, _, rest = page.partition(BEGINS)
    return "\n".join([before + BEGINS, *law(), ENDS + rest.partition(ENDS)[2]])


def test_the_law_of_imports_stands_there_as_it_is(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    page = PAGE.read_text("utf-8")
    assert page.count(BEGINS) == page.count(ENDS) == 1
    compare(PAGE, with_law(page).splitlines(), request, record_property)


def missing_paths(page: str) -> list[str]:
    """The words in backticks that look like paths, and are none of the project; ``<name>`` stands for any name."""
    words = re.findall(r"`([\w./<>*-]+)`", page)
    paths = [word for word in words if "/" in word or word.endswith((".py", ".toml", ".md", ".txt"))]
    patterns = {path: re.sub(r"<\w+>", "*", path).rstrip("/") for path in paths if path != "dist/*"}
    return [path for path, pattern in patterns.items() if not any(any(ROOT.glob(home + pattern)) for home in HOMES)]


def test_every_path_that_it_names_exists() -> None:
    assert missing_paths(PAGE.read_text("utf-8")) == []


def test_a_path_that_does_not_exist_is_seen() -> None:
    assert missing_paths("`tools/attic/` and `attic.py`, `plugins/<name>/pyproject.toml`") == [
        "tools/attic/",
        "attic.py",
    ]


def rooms_in(*names: str) -> set[str]:
    return {room_of(module.name) for name in names for module in modules_of(PACKAGES[name])}


@pytest.mark.parametrize(
    ("owners", "floors"), [(("core",), CORE), (SYSTEMS, SYSTEM), (("table",), TABLE)], ids=["core", "systems", "table"]
)
def test_every_room_of_the_law_is_one_that_somebody_has(owners: tuple[str, ...], floors: tuple[set[str], ...]) -> None:
    assert {room for floor in floors for room in floor} - rooms_in(*owners) == set()


def test_every_word_of_core_is_a_module() -> None:
    names = {module.name for module in modules_of(PACKAGES["core"])}
    assert {word for word in WORDS if f"wargame_core.{word}" not in names} == set()
