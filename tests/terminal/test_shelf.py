"""`wargame list`, `info`, `sources`, `rules`, `doctor`, and what every command shares: JSON, errors, exit codes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from attrs import frozen
from click import Group
from click.testing import CliRunner
from tests.core.cli_table import Run, told

from wargame_console import commands
from wargame_console.commands import installed_commands, load_command
from wargame_console.errors import error_as_json, exit_code
from wargame_core import DataError, PluginError, RecordError, RulesGap, UnknownName, WargameError
from wargame_core.errors import MissingExtra, QueryError
from wargame_terminal import main

BROKEN = "raise ImportError('no such library')\n"


def test_list_tells_of_every_plugin_with_the_promised_keys(wargame: Run) -> None:
    (toy,) = (one for one in told(wargame("list", "--json"))["plugins"] if one["id"] == "toy")
    assert toy == {
        "id": "toy",
        "title": "Toy plugin",
        "distribution": "wargame-toy",
        "documents": ["Toy rules (2020)"],
        "games": ["toy"],
        "problem": None,
    }
    assert "game toy: Toy" in wargame("list").stdout


def test_a_plugin_that_cannot_be_imported_is_listed_with_its_problem(
    wargame: Run, installed: Callable[[str, str], None]
) -> None:
    installed("sad", BROKEN)
    (sad,) = (one for one in told(wargame("list", "--json"))["plugins"] if one["id"] == "sad")
    assert "no such library" in sad["problem"]
    assert "no such library" in wargame("list").stdout


def test_a_broken_plugin_that_is_asked_for_is_exit_code_4(wargame: Run, installed: Callable[[str, str], None]) -> None:
    installed("sad", BROKEN)
    for words in (("play", "sad"), ("odds", "sad"), ("rules", "sad")):
        assert "no such library" in wargame(*words, exit_code=4).stderr


def test_info_tells_seats_scenarios_options_and_bots(wargame: Run) -> None:
    found = told(wargame("info", "toy", "--json"))
    assert (found["seats"], found["bots"]) == (["blue", "red"], ["easy", "normal", "random"])
    assert found["options"][0]["choices"] == ["yes", "no"]
    shown = wargame("info", "toy").stdout
    assert "bow: [yes], no" in shown
    assert "weakest first: random, easy, normal; no bot was measured to beat normal, so there is no hard" in shown


def test_info_says_who_may_know_what_with_where_the_book_has_it(wargame: Run) -> None:
    found = told(wargame("info", "toy", "--json"))["secrets"]
    assert found[0]["sentence"] == "Where the mine is, red knows until it is found."
    assert f"{found[0]['sentence']}  [{found[0]['cite']}]" in wargame("info", "toy").stdout


def test_an_unknown_game_is_wrong_usage_and_names_the_nearest(wargame: Run) -> None:
    assert "did you mean 'toy'" in wargame("play", "toyy", exit_code=2).stderr


def test_errors_are_told_in_json_where_json_is_wanted(wargame: Run) -> None:
    done = wargame("info", "toyy", "--json", exit_code=2)
    found = told(done)
    assert (found["kind"], found["exit_code"]) == ("UnknownName", 2)
    assert "did you mean 'toy'" in found["error"]


def test_sources_counts_what_the_data_rest_on(wargame: Run, tmp_path: Path) -> None:
    data = tmp_path / "site" / "toy_data"
    data.mkdir()
    text = 'length = 5\n[source]\ndocument = "Toy rules"\nbasis = "text"\n'
    (data / "road.toml").write_text(text, encoding="utf-8")
    found = told(wargame("sources", "toy", "--json"))
    assert (found["total"], found["counts"]["text"]) == (1, 1)
    overlay = tmp_path / "mine"
    overlay.mkdir()
    (overlay / "road.toml").write_text(text.replace('"text"', '"found"'), encoding="utf-8")
    assert told(wargame("sources", "toy", "--data", overlay, "--json"))["counts"]["found"] == 1
    assert told(wargame("sources", overlay, "--json"))["counts"]["found"] == 1


def test_sources_of_a_file_without_a_source_are_unreadable_data(wargame: Run, tmp_path: Path) -> None:
    data = tmp_path / "site" / "toy_data"
    data.mkdir()
    (data / "road.toml").write_text("length = 5\n", encoding="utf-8")
    done = wargame("sources", "toy", "--json", exit_code=3)
    assert told(done)["problems"][0]["code"] == "E202"
    assert "road.toml:1:1: E202" in done.stderr


def test_rules_show_the_sequence_of_play_and_every_heading(wargame: Run) -> None:
    found = told(wargame("rules", "toy", "--json"))
    assert [one["status"] for one in found["headings"]] == ["implemented", "partly"]
    assert found["counts"] == {"implemented": 1, "partly": 1}
    text = wargame("rules", "toy").stdout
    assert "repeat: Turn" in text
    assert "skirmish_toy.duel" in text


def test_doctor_plays_a_few_games_and_finds_nothing_wrong(wargame: Run) -> None:
    found = told(wargame("doctor", "--games", "3", "--json"))
    (toy,) = (one for one in found["games"] if one["game"] == "toy")
    assert (toy["finished"], toy["problem"], found["ok"]) == (3, None, True)
    assert found["versions"]["attrs"] != "missing"


def test_doctor_names_the_extras_that_the_installed_distributions_have(wargame: Run) -> None:
    extras = told(wargame("doctor", "--games", "0", "--json"))["extras"]
    assert {"wargame-core[sign]", "wargame-lab[gymnasium]", "wargame-table[postgres]"} <= set(extras)
    assert not any("[viz]" in name or "[server]" in name for name in extras)


def test_doctor_reports_a_broken_plugin_and_a_game_that_crashes(
    wargame: Run, installed: Callable[[str, str], None]
) -> None:
    installed("sad", BROKEN)
    text = "from wargame_core.authoring import GameEntry, Plugin\ndef build(data):\n    raise RuntimeError('oh')\n"
    text += "PLUGIN = Plugin('mad', 'Mad', games=(GameEntry('mad', 'Mad', build),), requires_api=1)\n"
    installed("mad", text)
    found = told(wargame("doctor", "--games", "1", "--json", exit_code=1))
    assert any("no such library" in problem for problem in found["problems"])
    assert "mad: RuntimeError: oh" in found["problems"]
    assert "RuntimeError: oh" in wargame("doctor", "--games", "0", exit_code=1).stdout


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RulesGap("the book does not say"), 1),
        (UnknownName("game", "x", ()), 2),
        (QueryError("missing: die"), 2),
        (RecordError("cut short"), 3),
        (DataError(()), 3),
        (PluginError("broken"), 4),
        (MissingExtra("pandas", "frames"), 5),
    ],
)
def test_each_kind_of_error_has_its_exit_code(error: WargameError, code: int) -> None:
    assert exit_code(error) == code
    assert error_as_json(error)["exit_code"] == code


@pytest.mark.parametrize("name", main.list_commands())
def test_every_command_has_help_and_a_json_option(name: str) -> None:
    command = main.own_command(name)
    assert command.name == name
    assert command.help
    for part in command.commands.values() if isinstance(command, Group) else (command,):
        assert part.help
        assert any(parameter.name == "as_json" for parameter in part.params)


def test_the_help_shows_the_first_sentence_of_every_command_and_imports_none(monkeypatch: pytest.MonkeyPatch) -> None:
    context = click.Context(main)
    added = [entry for entries in installed_commands().values() for entry in entries]
    every = [main.get_command(context, name) for name in (*main.list_commands(), *added)]
    told_of = {command.name: command.get_short_help_str(limit=200) for command in every if command is not None}
    monkeypatch.setattr(commands, "load_command", broken)
    monkeypatch.setattr(type(main), "own_command", broken)
    text = " ".join(CliRunner().invoke(main, ["--help"]).stdout.split())
    assert [name for name, sentence in told_of.items() if f"{name} {sentence}" not in text] == []


# Commands that other distributions add: found by entry point, loaded when wanted, a broken one said in words.


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
    group: str = "wargame_console.commands.play"


def broken(*about: object) -> Any:
    raise ImportError("no module named elsewhere")


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = installed_commands([Entry("wave", lambda: wave), Entry("lost", broken), Entry("play", broken)])
    monkeypatch.setattr(commands, "installed_commands", lambda: entries)


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
    with pytest.raises(PluginError, match="is not a command but a str"):
        load_command(Entry("wave", lambda: "wave"))
