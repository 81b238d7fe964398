"""docs/howto/your-own-scenario.md, done as it says: its changes are made, its commands run, their output compared."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import attrs
import pytest
from click.testing import CliRunner

from wargame_core.cli import main
from wargame_gcacw.standard.data_types import (
    Leader,
    LeaderStart,
    LossCause,
    Reduction,
    Rule,
    Unit,
    UnitStart,
    Victory,
)

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "your-own-scenario.md"
TEXT = PAGE.read_text(encoding="utf-8")
FENCED = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELLIPSIS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks() -> Iterator[tuple[str, list[str], str]]:
    """The boxes of the page: their language, the words after it, and what is in them."""
    for language, words, text in FENCED.findall(TEXT):
        yield language, words.split(), text


def commands(text: str) -> Iterator[tuple[str, str]]:
    """The command lines of a console box, each with what it is to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, expected = part.partition("\n")
        yield line, expected


def changed(text: str, diff: str) -> str:
    """The text with the lines marked - replaced by those marked +."""
    lines = diff.splitlines()
    old = "\n".join(line[1:] for line in lines if line.startswith("-"))
    new = "\n".join(line[1:] for line in lines if line.startswith("+"))
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in the file"
    return text.replace(old, new)


def run(line: str, expected: str) -> None:
    """Run a command line of the page and compare what it prints."""
    program, *arguments = shlex.split(line)
    assert program == "wargame"
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == (1 if re.search(r": E\d{3} ", expected) else 0), f"{line}\n{result.output}"
    same = doctest.OutputChecker().check_output(expected, result.output, ELLIPSIS)
    assert same, f"{line}\n{result.output}\nbut the page says\n{expected}"


@pytest.mark.slow
def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    mistakes: dict[Path, str] = {}
    linted = 0
    for language, words, text in blocks():
        if language == "toml":
            (tmp_path / words[0]).write_text(text, encoding="utf-8")
        elif language == "diff":
            file = tmp_path / words[0]
            before = file.read_text(encoding="utf-8")
            file.write_text(changed(before, text), encoding="utf-8")
            if words[1:] == ["mistake"]:
                mistakes.setdefault(file, before)
        elif language == "console":
            for line, expected in commands(text):
                run(line, expected)
                linted += "lint" in line
            for file, right in mistakes.items():
                file.write_text(right, encoding="utf-8")
            mistakes.clear()
    assert linted > 15
    assert (tmp_path / "my_scenario.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    "cls",
    [*get_args(Rule), *get_args(Victory), Reduction, Unit, Leader, UnitStart, LeaderStart],
    ids=lambda cls: str(cls.__name__),
)
def test_the_page_names_every_kind_and_key_a_designer_can_write(cls: type) -> None:
    words = [getattr(cls, "kind", ""), *(one.name for one in attrs.fields(cls))]
    unnamed = [word for word in words if word and f"`{word}`" not in TEXT and f".{word}]]`" not in TEXT]
    assert unnamed == []


def test_the_page_names_every_cause_and_reason() -> None:
    reasons = get_args(get_type_hints(Reduction)["why"])
    assert reasons
    assert [word for word in (*get_args(LossCause), *reasons) if f"`{word}`" not in TEXT] == []


@pytest.mark.parametrize("name", ["units.toml", "map.toml", "setup.toml", "my_scenario.toml"])
def test_the_format_of_each_file_is_printed_for_editors(name: str) -> None:
    result = CliRunner().invoke(main, ["schema", "gcacw_on_the_4th_day", name])
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["$defs"]


def test_its_folder_needs_nothing_of_the_repository(tmp_path: Path) -> None:
    """The scaffold is played from a folder that is moved elsewhere, and without the copies of counters and map."""
    runner = CliRunner()
    assert runner.invoke(main, ["new", "scenario", str(tmp_path / "here")]).exit_code == 0
    shutil.move(tmp_path / "here", tmp_path / "there")
    play = ["play", str(tmp_path / "there"), "--seed", "1", "--bot", "random"]
    told = runner.invoke(main, play)
    assert told.exit_code == 0, told.output
    assert "Victory: the Confederate side has" in told.output
    for name in ("units.toml", "map.toml"):
        (tmp_path / "there" / name).unlink()
    assert runner.invoke(main, play).output == told.output
