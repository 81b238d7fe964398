"""Engines on the command lines of `play`, `simulate`, `mail`, `serve`."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.core.cli_table import Run, told
from tests.core.skirmish_toy import toy

from wargame_core import Record, UnknownName, WargameError, load, load_match
from wargame_mail.commands import WantedBox
from wargame_table import commands
from wargame_table.commands import engines_of
from wargame_table.local import new_opening
from wargame_table.network.workers import Workers, begin_worker, offer_engines
from wargame_table.play.slow_requests import game_called

HOSTILE = Path(__file__).with_name("hostile.py")


def command(word: str, folder: Path) -> str:
    return f"{sys.executable} -I -S {HOSTILE} {word} {folder}"


def test_an_engine_plays_a_seat_at_the_terminal_and_its_faults_are_said(wargame: Run, tmp_path: Path) -> None:
    folder = tmp_path / "numbers"
    folder.mkdir()
    seats = ["--bot", f"blue=engine:{command('first', folder)}", "--bot", f"red=engine:{command('end', folder)}"]
    done = wargame("play", "toy", "--seed", "7", "--json", *seats)
    assert told_outcome(done.stdout)
    assert "The engine of red ended with exit code 3" in done.stderr
    assert "The engine of blue" not in done.stderr
    played = wargame("play", "toy", "--seat", "blue", "--seed", "3", *seats[2:], typed="1\n" * 12)
    assert "victory points: blue" in played.stdout
    assert "The engine of red ended with exit code 3" in played.stderr


def told_outcome(text: str) -> object:
    return json.loads(text)["outcome"]


def test_engines_are_simulated_and_measured_against_bots(wargame: Run, tmp_path: Path) -> None:
    own = f"engine:{command('first', tmp_path)}"
    found = told(wargame("simulate", "toy", "--games", "2", "--seed", "1", "--bot", own, "--json"))
    assert (found["finished"], "faults" in found) == (2, False)
    dies = f"engine:{command('end', tmp_path)}"
    words = ["--games", "2", "--seed", "1", "--bot", "random", "--against", dies]
    measured = told(wargame("simulate", "toy", *words, "--json"))
    assert (measured["first"], measured["second"]) == ("random", dies)
    assert measured["faults"][0].startswith("game 0: The engine of red ended with exit code 3")
    assert f"--bot random --against '{dies}' --games 2" in measured["command"]


def test_an_engine_makes_the_choices_of_a_letter(wargame: Run, tmp_path: Path) -> None:
    wargame("mail", "new", "toy", "mine", "--seat", "blue", "--on-trust")
    wargame("mail", "send", "mine")
    opened = wargame("mail", "open", "yours", "mine/001-blue.letter", "--bot", f"engine:{command('first', tmp_path)}")
    assert "The bot chooses: " in opened.stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["play", "toy", "--bot", "engine:no_such_program"], "there is no program 'no_such_program' on this machine"),
        (["simulate", "toy", "--bot", "engine:"], "an engine is a command, as in engine:'node my_engine.js', not ''"),
        (["play", "toy", "--bot", "green=engine:true"], "unknown seat 'green'"),
        (["simulate", "toy", "--bot", "random", "--against", "engine:'"], "is not a command: No closing quotation"),
    ],
)
def test_what_is_no_engine_is_said_before_anything_is_played(wargame: Run, words: list[str], problem: str) -> None:
    done = CliRunner().invoke(__import__("wargame_terminal").main, words)
    assert done.exit_code in (1, 2)
    assert problem in done.stderr


def test_a_server_offers_engines_by_names_that_hide_their_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    own = f"{sys.executable} -c pass"
    assert engines_of([f"engine:{own} --depth=3", f"bold=engine:{own}"]) == {"": f"{own} --depth=3", "bold": own}
    offer_engines(engines_of([f"engine:{own}", f"bold=engine:{own}"]))
    assert [name for name in game_called("battlecry").bots if "engine" in name] == ["engine", "engine bold"]
    offer_engines({})
    assert [name for name in game_called("battlecry").bots if "engine" in name] == []


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["hard"], "'hard' is no engine: write it as engine:COMMAND or NAME=engine:COMMAND"),
        (["a b=engine:true"], "is no engine"),
        (["engine:true", "engine:true"], "two engines are called ''"),
        (["x=engine:no_such_program"], "there is no program 'no_such_program'"),
    ],
)
def test_what_a_server_cannot_offer_is_refused(words: list[str], problem: str) -> None:
    with pytest.raises(WargameError, match=problem):
        engines_of(words)


def test_what_a_server_runs_is_said_to_its_host(tmp_path: Path) -> None:
    asked = ["--keep", str(tmp_path / "t.sqlite"), "--security", "--json", "--bot", "bold=engine:true --fast"]
    done = CliRunner().invoke(commands.serve, asked)
    assert json.loads(done.stdout)["runs"] == "engine bold: true --fast"
    plain = CliRunner().invoke(commands.serve, asked[:-2])
    assert json.loads(plain.stdout)["runs"] == "no engine"


def test_a_process_in_which_bots_think_knows_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wargame_table.network.workers.end_with_parent", lambda: None)
    begin_worker({"bold": "true"})
    assert "engine bold" in game_called("battlecry").bots
    begin_worker({})
    assert Workers(1, {"bold": "true"})._engines == {"bold": "true"}


def test_no_record_table_letter_or_pack_can_name_a_command(wargame: Run, tmp_path: Path) -> None:
    made = tmp_path / "made"
    word = f"engine:touch {made}"
    match = toy().start(seed=1)
    record = Record.of(match)
    path = tmp_path / "evil.jsonl"
    for name in ("game", "scenario", "bot", "players"):
        path.write_text(json.dumps({**record.header, name: word}) + "\n", encoding="utf-8")
        with pytest.raises(WargameError):
            load_match(path)
    with pytest.raises(UnknownName, match="unknown bot 'engine:touch"):
        new_opening(json.dumps({"game": "toy", "bots": {"blue": word}}))
    for letter in (word, f"toy+{word}"):
        with pytest.raises(WargameError):
            WantedBox(tmp_path / "mail", None, None).find(letter)
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack/campaign.toml").write_text(f'bots = ["{word}"]\nengine = "{word}"\n', encoding="utf-8")
    with pytest.raises(WargameError):
        load(tmp_path / "pack")
    for words in (["play", word], ["simulate", word], ["play", "--resume", str(path)]):
        wargame(*words, exit_code=3 if "--resume" in words else 2)
    assert not made.exists()
