"""What the site without a server says when something fails in its worker: a sentence, and details for programmers."""

import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.core.skirmish_toy import toy

import wargame_table
from wargame_core import RecordError
from wargame_table.keeping.rows import Opening
from wargame_table.local import LocalTable, refusal
from wargame_table.play.session import TableSession

PACKAGE = Path(wargame_table.__file__).parent
NODE = shutil.which("node")
KEPT = """
export const tableOf = globalThis.tableOf, rowsOf = globalThis.rowsOf;
export const changeTable = async () => {}, keepNote = async () => {}, keepRow = async () => {};
"""
FAILURES = {
    "wasm": "WebAssembly",
    "network": "The file site.json could not be loaded.",
    "file": "The file python/games-1-py3-none-any.whl could not be loaded.",
    "python": "Python plays the games, and could not be started.",
    "wheel": "The file python/games-1-py3-none-any.whl could not be unpacked.",
    "rules": "The programs of this site failed while Python read them.",
    "kept": "The browser refuses to read or to save",
    "gone": "Somebody has thrown it away",
    "game": "The program of the game failed while it set up the board.",
    "replay": "They are still saved in this browser.",
    "record": "This record does not contain the seed of its dice.",
    "choice": "your choice was not played. Everything before is saved",
    "welcome": "made a mistake while it answered the page",
    "bot": "made a mistake while the bot chose",
    "picture": "made a mistake while it answered the page",
}
"""What fails, and what a person reads of it."""


@cache
def told() -> Any:
    """What the worker tells of each failure, and what the page makes of it."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(PACKAGE / "static", folder / "static")
        shutil.copytree(PACKAGE / "client", folder / "client")
        (folder / "static/kept.js").write_text(KEPT, "utf-8")
        (folder / "pyodide").mkdir()
        (folder / "pyodide/pyodide.mjs").write_text("export const loadPyodide = globalThis.loadPyodide;", "utf-8")
        (folder / "package.json").write_text('{"type": "module"}', "utf-8")
        script = Path(__file__).with_name("static_by_itself.mjs")
        command = [str(NODE), str(script), folder.as_uri(), *FAILURES, "stumble"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=60)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.skipif(NODE is None, reason="needs node")
@pytest.mark.parametrize("what", FAILURES)
def test_a_failure_is_told_in_a_sentence_with_what_helps_and_with_details_apart(what: str) -> None:
    failure = told()[what]
    read = failure["words"]
    assert FAILURES[what] in read["happened"]
    for text in read.values():
        assert "Traceback" not in text
        assert "undefined" not in text
        assert "NAME" not in text
    assert read["helps"].endswith((".", "!"))
    assert "Error" in failure["broken"]["details"] or what in ("wasm", "gone")
    assert failure["hearsNothing"]  # Python may have stopped halfway: nothing is kept of what would follow


@pytest.mark.skipif(NODE is None, reason="needs node")
def test_a_bot_that_fails_is_told_and_the_game_goes_on() -> None:
    failure = told()["stumble"]
    assert failure.get("broken") is None
    assert failure["stumbled"]["bot"] == "normal"
    assert "Traceback" in failure["stumbled"]["details"]
    assert not failure["hearsNothing"]


def test_a_bot_that_fails_chooses_by_chance_and_its_traceback_is_told() -> None:
    def broken(view: object) -> object:
        raise ZeroDivisionError("a bot's own mistake")

    game = toy().with_players({"broken": lambda seed=0: broken})
    table = LocalTable(TableSession(game, Opening.of(game, bots={"red": "broken", "blue": "broken"})))
    with pytest.warns(UserWarning, match="broken failed and a choice was made by chance"):
        done = table.think()
    assert done is not None
    assert done.row is not None
    assert done.failure is not None
    assert done.failure["bot"] == "broken"
    assert "ZeroDivisionError: a bot's own mistake" in str(done.failure["details"])


@pytest.mark.parametrize(
    ("problem", "sentence"), [(RecordError("unknown dice"), "unknown dice"), (ZeroDivisionError("no"), "")]
)
def test_only_an_error_of_ours_is_a_sentence_for_people(
    problem: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "last_value", problem, raising=False)
    assert refusal() == sentence
