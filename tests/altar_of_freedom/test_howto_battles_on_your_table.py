"""docs/howto/battles-on-your-table.md, walked as it says: a campaign, its packet, the battle, the report, and on."""

import doctest
import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.docs.howto_pages import ELLIPSIS, HOWTO, blocks, changed, commands

import wargame_core
from wargame_console.options import make_bot
from wargame_terminal import main

TEXT = (HOWTO / "battles-on-your-table.md").read_text(encoding="utf-8")
SEED = 3


def typed_until_battle() -> str:
    """What a person types who marches at the enemy until a battle waits: every choice as JSON, then `quit`."""
    game = wargame_core.load("vicksburg")
    match = game.start(seed=SEED, options={"battles": "reported"})
    players: dict[str, Any] = {
        "federal": game.bot("belligerent", seed=0),
        "confederate": make_bot(game, "belligerent", "confederate", SEED),
    }
    typed = []
    while not match.choices(match.waiting_for[0]).by_people:
        seat = match.waiting_for[0]
        view = match.view(seat)
        action = players[seat](view)
        if seat == "federal" and not view.forced:
            typed.append(json.dumps(game.rules.codec.to_json(action)))
        match.play(action, seat)
    return "\n".join([*typed, "quit", ""])


def test_the_page_works_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "140")
    done = []
    for language, words, text in blocks(TEXT):
        if language == "diff":
            file = tmp_path / words[0]
            file.write_text(changed(file.read_text("utf-8"), text), "utf-8")
        elif language == "console":
            for line, expected in commands(text):
                done.append(line.split()[1])
                _run(line, expected)
    assert done == ["play", "battle", "battle", "battle", "report", "report", "report", "play", "verify"]
    assert "<svg" in (tmp_path / "packet.html").read_text("utf-8")
    assert len(list(tmp_path.glob("vicksburg-vicksburg_1863-turn-*-battle.html"))) == 1


def _run(line: str, expected: str) -> None:
    typed = typed_until_battle() if "--seed" in line else "quit\n" if " play " in line else None
    result = CliRunner().invoke(main, shlex.split(line)[1:], input=typed)
    assert result.exit_code == (3 if ": E204 " in expected else 0), f"{line}\n{result.output}"
    same = doctest.OutputChecker().check_output(expected, result.output, ELLIPSIS)
    assert same, f"{line}\n{result.output}\nbut the page says\n{expected}"
