"""Readings: every paragraph is whole, every citation leads to one, and every option of one can be chosen."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from wargame_core.plugins.discovery import load, plugins
from wargame_core.plugins.rules_index import FILE_OF_READINGS, RuleReading, RulesIndex, read_readings, readings_of

PLUGINS = Path(__file__).parents[1] / "plugins"
PROJECTS = sorted(file.parent for file in PLUGINS.glob(f"*/{FILE_OF_READINGS}"))
CITED = re.compile(r"Readings:\s+([^.;:()\"`\[\]]+)|\breading\(\"([^\"]+)\"\)")


def readings(project: Path) -> tuple[RuleReading, ...]:
    return readings_of(project / "src" / f"wargame_{project.name}")


def systems(project: Path) -> Iterator[Path]:
    """The project, and those on which it is built."""
    yield project
    for needed in tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]:
        name = re.split(r"[<>=~ ]", needed)[0].removeprefix("wargame-").replace("-", "_")
        if (PLUGINS / name).is_dir():
            yield from systems(PLUGINS / name)


def headings(project: Path) -> set[str]:
    """What may be cited in a project: headings of its readings and of its systems'."""
    return {heading for one in systems(project) for found in readings(one) for heading in (found.part, found.heading)}


def citations(project: Path) -> Iterator[tuple[str, Path]]:
    """The readings that code, data, tests and readings of a project cite."""
    tests = PLUGINS.parent / "tests" / project.name
    files = [
        file for folder in (project, tests) for file in folder.rglob("*") if file.suffix in {".py", ".toml", ".md"}
    ]
    for file in files:
        lines = re.sub(r"\n\s*\n", ".", file.read_text("utf-8"))
        text = re.sub(r"\s*\n\s*#? *", " ", lines)
        for listed, called in CITED.findall(text):
            yield from ((name.strip(), file) for name in (called or listed).split(", "))


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_every_citation_of_a_reading_leads_to_a_heading(project: Path) -> None:
    known = headings(project)
    assert {
        f"{file.relative_to(PLUGINS.parent)}: {name}" for name, file in citations(project) if name not in known
    } == set()


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_a_reading_has_a_question_an_answer_its_most_and_a_heading_of_the_document(project: Path) -> None:
    text = (project / FILE_OF_READINGS).read_text("utf-8")
    found = read_readings(text)
    written = re.findall(r"^### (.+)$", text, re.MULTILINE)
    assert [reading.heading for reading in found] == written
    assert len({*written, *(reading.part for reading in found)}) == len(written) + len({one.part for one in found})
    for reading in found:
        assert not set(".,;:()") & set(reading.heading + reading.part), reading.heading
        assert reading.question.endswith("?"), reading.heading
        assert reading.answer.endswith("."), reading.heading
        assert reading.most.endswith("."), f"{reading.heading} does not say what a person could do with it at the most"
        assert reading.sources, reading.heading


@pytest.fixture(scope="module")
def indexes() -> dict[str, RulesIndex]:
    return {plugin.id: plugin.rules() for plugin in plugins() if plugin.rules is not None}


def test_the_headings_that_readings_name_are_in_an_index(indexes: dict[str, RulesIndex]) -> None:
    printed = {heading.heading for index in indexes.values() for heading in index.headings}
    named = {source for index in indexes.values() for reading in index.readings for source in reading.sources}
    numbered, others = (
        r"(?:GotW|AFI|BC150|CB)(?: p\.\d+)?",
        r"GCACW charts 1\.6|GCACW rules 1\.4|On the 4th Day|Corinth|Brice's Crossroads|The Road to Chattanooga",
    )
    book = re.compile(f"^(?:{numbered}|{others}) ")
    assert {source for source in named if book.sub("", source, count=1) not in printed} == set()


def test_an_option_of_a_reading_is_one_of_a_game_that_lists_it(indexes: dict[str, RulesIndex]) -> None:
    offered = {
        (reading.heading, option.name)
        for plugin in plugins()
        for entry in plugin.games
        for option in load(entry.id).options
        for reading in indexes[plugin.id].readings
    }
    wanted = {(reading.heading, option) for one in PROJECTS for reading in readings(one) for option in reading.options}
    assert len(wanted) >= 10
    assert wanted - offered == set()


def test_every_plugin_has_readings_and_its_index_lists_them(indexes: dict[str, RulesIndex]) -> None:
    games = (file for file in PLUGINS.glob("*/pyproject.toml") if '"wargame_core.plugins"' in file.read_text("utf-8"))
    assert {project.name for project in PROJECTS} == {file.parent.name for file in games}
    for name, index in indexes.items():
        listed = {reading.heading for reading in index.readings}
        assert {reading.heading for reading in readings(PLUGINS / name)} <= listed


def test_pages_that_code_names_exist() -> None:
    root = PLUGINS.parent
    files = [file for folder in ("src", "tools", "frontends", "plugins") for file in (root / folder).rglob("*.py")]
    named = {
        (page, file.name)
        for file in (*files, root / "run.py")
        for page in re.findall(r"\b(?:docs|benchmarks)/[\w/-]+\.md\b", file.read_text("utf-8"))
    }
    assert len(named) >= 8
    assert {(page, file) for page, file in named if not (root / page).is_file()} == set()
