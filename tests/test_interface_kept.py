"""Every command, every option and every key of JSON that was ever documented still works: scripts and pages use them.

`interface_kept.json` holds them: the commands with their options and arguments, and the keys of what commands print
with ``--json`` and of what screens get. More may come; nothing goes.
"""

from __future__ import annotations

import gzip
import json
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from wargame_core import load
from wargame_terminal import main

HERE = Path(__file__).parent
KEPT: dict[str, dict[str, list[str]]] = json.loads((HERE / "interface_kept.json").read_text("utf-8"))
GAMES = ("vicksburg", "battlecry")
OF_SCREENS = [f"{game}: {what}" for game in GAMES for what in ("view", "state", "verdict")]
OF_COMMANDS = [command for command in KEPT["json"] if command not in OF_SCREENS]


def keys(data: object, depth: int = 3, where: str = "") -> set[str]:
    """The keys of JSON data down to a depth, each with its way: ``options[].name``."""
    match data:
        case dict() if depth:
            ways = {key: f"{where}.{key}" if where else key for key in data}
            return {*ways.values(), *(below for key in data for below in keys(data[key], depth - 1, ways[key]))}
        case list():
            return {below for row in data for below in keys(row, depth, f"{where}[]")}
        case _:
            return set()


def interface(command: click.Command, path: str = "wargame") -> dict[str, set[str]]:
    """The options and arguments of a command and of those below it, by what is typed for them."""
    words = {
        word
        for part in command.params
        for word in ([*part.opts, *part.secondary_opts] if isinstance(part, click.Option) else [str(part.name).upper()])
    }
    below: dict[str, set[str]] = {}
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            held = command.get_command(context, name)
            assert held is not None
            below |= interface(held, f"{path} {name}")
    return {path: words, **below}


def test_every_command_still_has_its_options() -> None:
    now = interface(main)
    assert {path for path in KEPT["commands"] if path not in now} == set()
    lost = {path: sorted(set(words) - now[path]) for path, words in KEPT["commands"].items()}
    assert {path: words for path, words in lost.items() if words} == {}


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record and a campaign of one's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "record.jsonl").write_bytes(gzip.decompress((HERE / "records/vicksburg.jsonl.gz").read_bytes()))
    return tmp_path


@pytest.mark.parametrize("command", OF_COMMANDS)
def test_what_a_command_prints_still_has_its_keys(command: str, workplace: Path) -> None:
    if command.startswith("lint"):
        CliRunner().invoke(main, ["new", "campaign", "mine"])
    done = CliRunner().invoke(main, [*shlex.split(command), "--json"])
    assert done.stdout, done.stderr
    assert set(KEPT["json"][command]) - keys(json.loads(done.stdout)) == set()


@pytest.mark.parametrize("name", GAMES)
def test_what_a_screen_gets_still_has_its_keys(name: str) -> None:
    match = load(name).start(seed=1863)
    seat = match.to_choose[0]
    now: dict[str, Any] = {"view": match.view(seat).to_json(), "state": match.state.to_json()}
    now["verdict"] = match.judge({"kind": "end_march"} if name == "vicksburg" else {"kind": "done", "stage": "moves"})
    now["verdict"] = now["verdict"].to_json()
    for what, data in now.items():
        assert set(KEPT["json"][f"{name}: {what}"]) - keys(data) == set(), what


def test_a_key_that_is_gone_would_be_noticed() -> None:
    assert keys({"a": [{"b": 1}, {"c": {"d": {"e": 2}}}]}) == {"a", "a[].b", "a[].c", "a[].c.d"}
    assert keys([]) == set()
