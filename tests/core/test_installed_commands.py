"""Commands that other distributions add: found by entry point, loaded when wanted, a broken one said in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
import pytest
from attrs import frozen
from click.testing import CliRunner

from wargame_core.errors import PluginError
from wargame_terminal import errors, main
from wargame_terminal.installed_commands import installed_commands, load_command


@click.command()
def wave() -> None:
    """Wave to everybody."""
    click.echo("waving")


@frozen
class Entry:
    """An entry point."""

    name: str
    load: Callable[[], Any]
    value: str = "elsewhere:wave"
    group: str = "wargame_terminal.commands.play"


def broken() -> Any:
    raise ImportError("no module named elsewhere")


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = installed_commands([Entry("wave", lambda: wave), Entry("lost", broken), Entry("play", broken)])
    monkeypatch.setattr(errors, "installed_commands", lambda: entries)


@pytest.mark.usefixtures("added")
def test_an_added_command_runs_and_stands_in_the_help() -> None:
    assert CliRunner().invoke(main, ["wave"]).stdout == "waving\n"
    text = " ".join(CliRunner().invoke(main, ["--help"]).stdout.split())
    assert "Wave to everybody." in text
    assert "no module named elsewhere" in text


@pytest.mark.usefixtures("added")
def test_a_broken_one_is_said_in_words_and_hides_no_command_of_core() -> None:
    lost = CliRunner().invoke(main, ["lost"])
    assert lost.exit_code == 4
    assert "elsewhere:wave could not be loaded" in lost.stderr
    assert "Play a game." in CliRunner().invoke(main, ["play", "--help"]).stdout


def test_what_is_no_command_is_refused() -> None:
    with pytest.raises(PluginError, match="is no command but a str"):
        load_command(Entry("wave", lambda: "wave"))
