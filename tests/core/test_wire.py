"""What is sent to screens is described by its types: JSON Schema, and TypeScript from it."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from tests.core.skirmish_toy import toy
from tests.laws.broken_toys import breaks, trial

import wargame_core
from wargame_core import Game
from wargame_core.authoring import (
    About,
    Action,
    JsonTypes,
)
from wargame_core.flow.panels import Score, ScoreLine, Status, StatusLine, Track
from wargame_table.law_of_the_wire import law_the_wire_fits_its_schema, misfits
from wargame_table.messages.wire_schema import MESSAGES, ROOTS, wire_schema
from wargame_table.wire_files import typescript

pytest.importorskip("jsonschema", reason="schemas are tried with jsonschema: pip install jsonschema")

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ("vicksburg", "gettysburg", "gcacw_on_the_4th_day", "battlecry", "thunder_on_the_mississippi")


def test_the_toy_is_sent_as_its_schema_says() -> None:
    law_the_wire_fits_its_schema(trial(toy()))


def test_a_board_that_is_written_otherwise_than_it_says_is_caught() -> None:
    def lie(converter: Any) -> None:
        converter.register_unstructure_hook(int, str)

    game = toy()
    wrong = evolve(game, rules=evolve(game.rules, json_types=JsonTypes(hooks=lie)))
    breaks(law_the_wire_fits_its_schema, wrong, "does not fit Screen")


@pytest.mark.parametrize("name", [*ROOTS, *MESSAGES])
def test_what_all_games_have_in_common_is_described_too(name: str) -> None:
    assert name in wire_schema(None)["$defs"]
    assert re.search(f"export (interface|type) {name} ", typescript(wire_schema(None)))


def test_a_screen_of_a_game_fits_what_all_games_have_in_common() -> None:
    match = toy().start(seed=1)
    screen = match.view(match.waiting_for[0]).to_json()
    assert misfits(wire_schema(None))("Screen", screen) is None
    assert "unexpected" in str(misfits(wire_schema(None))("Screen", screen | {"more": 1}))


@frozen
class Send(Action):
    """Send a unit."""

    unit: str
    how_often: int = 1


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (About(("a",), origin="D4", to="D5"), {"pieces": ["a"], "from": "D4", "to": "D5"}),
        (Status((StatusLine("turn", ""),)), {"lines": [{"name": "turn", "value": ""}], "title": "Status"}),
        (Track("t", "T", ("1", "2"), -1, ((1, "rain"),)), {"boxes": ["1", "2"], "at": -1, "notes": {"1": "rain"}}),
        (Score((("red", 3),), ledger=(ScoreLine("red", 3, "hill"),)), {"points": {"red": 3}, "panel": "score"}),
    ],
)
def test_values_are_written_by_what_their_fields_say(value: Any, written: dict[str, Any]) -> None:
    data = value.to_json()
    assert written.items() <= data.items()
    name = type(value).__name__ if isinstance(value, About) else "Panel"
    assert misfits(wire_schema(None))(name, json.loads(json.dumps(data))) is None


def compiler() -> str | None:
    """The TypeScript compiler, where there is one."""
    own = ROOT / "node_modules/.bin/tsc"
    return str(own) if own.exists() else shutil.which("tsc")


def example(game: Game) -> str:
    """A module that holds a sheet, a screen and a story of a game as constants of their declared types."""
    match = game.start(seed=1863)
    seat = match.waiting_for[0]
    view = match.view(seat)
    parts: dict[str, Any] = {"Sheet": game.sheet().to_json(), "Screen": view.to_json(), "StoryNews": view.news()}
    parts["Event[]"] = [game.rules.codec.to_json(event) for event in view.events]
    lines = [f'import type * as wire from "./{game.id}";']
    lines += [f"const made{n}: wire.{kind} = {json.dumps(data)};" for n, (kind, data) in enumerate(parts.items())]
    return "\n".join([*lines, "export default [made0, made1, made2, made3];", ""])


def test_a_typescript_compiler_accepts_the_declarations_and_what_is_sent(tmp_path: Path) -> None:
    tsc = compiler()
    if tsc is None:
        pytest.skip("no TypeScript compiler: put tsc on the PATH, or run npm install typescript in this folder")
    for name in GAMES:
        game = wargame_core.load(name)
        (tmp_path / f"{name}.d.ts").write_text(typescript(wire_schema(game.rules)), "utf-8")
        (tmp_path / f"{name}_example.ts").write_text(example(game), "utf-8")
    (tmp_path / "any_game.d.ts").write_text(typescript(wire_schema(None)), "utf-8")
    command = [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", ""]
    files = sorted(str(path.name) for path in tmp_path.iterdir())
    done = subprocess.run([*command, *files], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[:3000]
