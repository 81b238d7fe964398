"""docs/howto/your-own-scenario.md, done as it says: its changes are made, its commands run, their output compared."""

import json
import shutil
from pathlib import Path
from typing import get_args, get_type_hints

import attrs
import pytest
from click.testing import CliRunner
from tests.docs.howto_pages import HOWTO, follow
from tests.gcacw_on_the_4th_day.scenario_folder import SCENARIOS

from wargame_gcacw.printed.book import LossCause, Reduction
from wargame_gcacw.printed.counters import Leader, LeaderStart, Unit, UnitStart
from wargame_terminal import main

WORDS = SCENARIOS.words()
TEXT = (HOWTO / "your-own-scenario.md").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = follow(TEXT, tmp_path)
    assert sum("lint" in line for line in done) > 15
    assert (tmp_path / "my_scenario.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    "cls",
    [*WORDS.rules, *WORDS.victory, Reduction, Unit, Leader, UnitStart, LeaderStart],
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
