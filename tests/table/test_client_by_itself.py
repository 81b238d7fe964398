"""The client's own state and lines without a browser: node runs the very modules of the page among a few stubs."""

import json
import random
import shutil
import subprocess
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.table.small_table import SmallTable, after

import wargame_table
from wargame_core import load
from wargame_core.json_form import JsonObject
from wargame_core.names import folded

CLIENT = Path(wargame_table.__file__).with_name("client")
NODE = shutil.which("node")
pytestmark = [pytest.mark.skipif(NODE is None, reason="needs node")]


def run(folder: Path, case: str, given: object = None) -> None:
    """Run a case of `client_by_itself.mjs` on copies of the client's modules, of which `table.js` needs a browser."""
    shutil.copytree(CLIENT, folder / "client")
    (folder / "client/table.js").write_text("", "utf-8")
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")  # node takes files for modules by this
    script = Path(__file__).with_name("client_by_itself.mjs")
    command = [str(NODE), str(script), (folder / "client").as_uri(), case]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr[-3000:]


CASES = [
    "arrivals",
    "camera",
    "people",
    "board",
    "faces",
    "names_of_things",
    "socket",
    "poll",
    "each",
    "hint",
    "comm",
    "edges",
    "names",
    "company",
    "line_and_clock",
    "greeting",
    "blurb",
    "log",
    "dice",
    "cards",
    "games",
]


@pytest.mark.parametrize("case", CASES)
def test_what_a_module_does(case: str, tmp_path: Path) -> None:
    run(tmp_path, case)


def test_names_are_compared_in_the_browser_as_everywhere_else(tmp_path: Path) -> None:
    signs = [chr(number) for number in range(0x10000) if not 0xD800 <= number < 0xE000]
    odd = [sign for sign in signs if folded(f"a{sign}b") not in (f"a{sign.casefold()}b", f"a{sign}b")]
    texts = [f"A{sign}b" for sign in odd if folded(sign).isascii()] + [" Reed\u2019s  Division\u00a0\u2013 2nd "]
    assert len(texts) > 40
    run(tmp_path, "folded", [{"text": text, "plain": folded(text)} for text in texts])


def told(
    name: str, seat: str, begun: int, choices: int, patches: bool, enough: Callable[[list[JsonObject]], bool]
) -> list[JsonObject]:
    """The updates of a screen of a seat: of play, undo, and coming back; each with what a new screen is told then.

    Bots have begun the game. After so many choices it goes on until the updates are ``enough``.
    """
    game, rng = load(name), random.Random(8)
    table = SmallTable(game, *after(name, begun))
    players: dict[str, Any] = {other: game.bot("heuristic", seed=3) for other in game.seats}
    for other in game.seats:
        table.join(other, other, patches=patches)
    screen, seen, tags = list[JsonObject](), 0, list[tuple[int, str]]()
    for number in count():
        match = table.session.match
        if not match.waiting_for or (number >= choices and enough(screen)):
            break
        if number % 9 == 8:  # the line is lost, and comes back
            table.session.leave(seat)
        mover = match.waiting_for[0]
        if mover in table.session.people:
            table.act(mover, game.rules.codec.to_json(players[mover](match.view(mover))))
            if table.session.match.can_undo(mover) and rng.random() < 0.5:
                table.undo(mover)
        if seat not in table.session.people:
            table.join(seat, seat, tuple(tags[-8:]), patches)
        new = [frame for frame in table.frames[seat][seen:] if frame["kind"] == "update"]
        seen = len(table.frames[seat])
        whole = json.loads(json.dumps(table.session.audience.look(seat, table.session.match)))
        for update in new[:-1]:
            screen.append({"update": update, "whole": None})
        if new:
            screen.append({"update": new[-1], "whole": whole})
            tags = [*(pair for pair in tags if pair[0] <= new[-1]["kept"]), (new[-1]["known"], new[-1]["tag"])]
    return screen


@pytest.mark.parametrize("patches", [False, True])
@pytest.mark.parametrize(
    ("name", "seat", "begun", "choices"), [("battlecry", "union", 60, 70), ("vicksburg", "federal", 0, 30)]
)
def test_a_screen_that_keeps_up_by_updates_shows_what_a_new_one_shows(
    name: str, seat: str, begun: int, choices: int, patches: bool, tmp_path: Path
) -> None:
    def is_enough(screen: list[JsonObject]) -> bool:
        return name != "battlecry" or any(row["update"].get("pieces", {}).get("gone") for row in screen)

    screen = told(name, seat, begun, choices, patches, is_enough)
    assert is_enough(screen)
    if name == "battlecry":  # a unit is lost, and something is taken back
        assert any(b["update"]["known"] < a["update"]["known"] for a, b in pairwise(screen))
    run(tmp_path, "state", screen)
