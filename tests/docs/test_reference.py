"""The reference names the whole public API and nothing that does not exist; commands print the keys it promises."""

import importlib
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import wargame_core
import wargame_core.authoring
from wargame_console.errors import INCOMPATIBLE, INTERRUPTED, MISSING, OK, REFUSED, UNREADABLE, USAGE
from wargame_core.errors import MissingExtra
from wargame_terminal import main

PAGE = (Path(__file__).parents[2] / "docs" / "reference.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    """The text under a heading of the second level."""
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of every row of the tables in a text."""
    lines = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)
    return [line.split(" | ") for line in lines]


def names(cell: str) -> list[str]:
    """The names in backticks of a cell, without arguments."""
    return [re.split(r"[(=]", name)[0] for name in re.findall(r"`([^`]+)`", cell)]


def test_every_public_name_has_its_row_and_no_row_names_anything_else() -> None:
    api = {name for row in rows(section("The public API")) for name in names(row[0]) if "match." not in name}
    listed = {name for row in rows(section("Errors")) for name in names(row[0])} | {"WargameError"}
    assert api | listed == set(wargame_core.__all__) | set(wargame_core.authoring.__all__)


def test_what_the_reference_says_of_a_match_exists() -> None:
    match = wargame_core.load("vicksburg").start(seed=1)
    members = [name for row in rows(section("The public API")) for name in names(row[0]) if "match." in name]
    assert len(members) > 10
    assert [name for name in members if not hasattr(match, name.removeprefix("match."))] == []


@pytest.mark.parametrize("row", rows(section("Modules"))[1:], ids=lambda row: row[0])
def test_modules_offer_what_is_said(row: list[str]) -> None:
    try:
        modules = [importlib.import_module(name) for name in names(row[0])]
    except MissingExtra as missing:
        pytest.skip(str(missing))
    assert [name for name in names(row[1]) if not any(hasattr(module, name) for module in modules)] == []


def test_every_error_is_a_wargame_error() -> None:
    for row in rows(section("Errors"))[1:]:
        assert issubclass(getattr(wargame_core, names(row[0])[0]), wargame_core.WargameError)


def test_exit_codes_are_those_of_the_program() -> None:
    listed = [int(row[0]) for row in rows(section("The command line")) if row[0].isdecimal()]
    assert listed == [OK, REFUSED, USAGE, UNREADABLE, INCOMPATIBLE, MISSING, INTERRUPTED]


COMMANDS = [(names(row[0])[0], names(row[1])) for row in rows(section("The command line")) if "`wargame " in row[0]]


def test_every_command_is_mentioned() -> None:
    mentioned = set(re.findall(r"wargame (\w+)", section("The command line")))
    assert set(main.list_commands()) <= mentioned


@pytest.mark.parametrize(("command", "keys"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_prints_the_keys_it_promises(
    command: str, keys: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_data").mkdir()
    (tmp_path / "examples.json").write_text('{"examples": []}', encoding="utf-8")
    match = wargame_core.load("vicksburg").start(seed=1)
    match.save("record.jsonl")
    # Of the installed plugins gcacw is the one with charts and odds of its own, vicksburg the one with a game.
    words = {
        "GAME": "vicksburg",
        "PLUGIN": "gcacw",
        "EXAMPLES": "examples.json",
        "RECORD": "record.jsonl",
        "MAILBOX": "my_mail",
        "LADDER": "ladder.jsonl",
    }
    given = [{**words, "FOLDER": "my_data"}.get(word, word) for word in command.split()[1:]]
    if given[0] in ("play", "demo", "simulate"):
        given += ["--bot", "random", "--seed", "1"]
    done = CliRunner().invoke(main, [*given, "--json"])
    printed = json.loads(done.stdout)
    assert printed.keys() >= set(keys), printed.get("error", "")
