"""Every row of a menu can be reached by pointing at what it names; node runs the very module of the page."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import wargame_table
from wargame_core import load
from wargame_core.json_form import JsonObject

CLIENT = Path(wargame_table.__file__).with_name("client")
NODE = shutil.which("node")
pytestmark = [
    pytest.mark.skipif(NODE is None, reason="needs node"),
]
SCRIPT = """
import { readFileSync } from "node:fs";
const { Picker } = await import(process.argv[2]);
const wrong = [];
let most = 0;
for (const rows of JSON.parse(readFileSync(0, "utf-8"))) {
  rows.forEach((row, wanted) => {
    const picker = new Picker(rows);
    if (!picker.all[wanted].size) return picker.bare.includes(wanted) || wrong.push(`${row.label}: no button`);
    let played = null;
    for (let step = 0; step < 40 && played === null; step += 1) {
      const name = [...picker.lit.keys()].find((lit) => picker.all[wanted].has(lit));
      if (name === undefined) break;
      played = picker.pick(name);
      if (!picker.left.includes(wanted)) wrong.push(`${row.label}: lost at ${name}`);
      const meant = (left) => picker.picks.every((pick) => picker.all[left].has(pick));
      if (!picker.left.every(meant)) wrong.push("a row is left that was not meant");
    }
    most = Math.max(most, picker.picks.length);
    if (played !== wanted && !picker.exact.includes(wanted)) wrong.push(`${row.label}: not reached`);
  });
}
console.log(JSON.stringify({ wrong: wrong.slice(0, 10), most }));
"""


def menus(game_id: str, count: int) -> list[list[JsonObject]]:
    """The menus of a game that bots play."""
    game = load(game_id)
    match = game.start(seed=1863)
    players = {seat: game.bot("heuristic", seed=number) for number, seat in enumerate(game.seats)}
    found: list[list[JsonObject]] = []
    for _ in match.iter_play(players, history=False):
        if not match.waiting_for or len(found) == count:
            break
        found.append(match.view(match.waiting_for[0]).menu(400))
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def reached(found: list[list[JsonObject]], folder: Path) -> JsonObject:
    script = folder / "reach.mjs"
    script.write_text(SCRIPT, encoding="utf-8")
    module = folder / "picker.mjs"  # node takes a file for a module by its name
    module.write_text((CLIENT / "picker.js").read_text("utf-8"), encoding="utf-8")
    command = [str(NODE), str(script), module.as_uri()]
    done = subprocess.run(command, input=json.dumps(found), capture_output=True, text=True, check=True)
    told: JsonObject = json.loads(done.stdout)
    return told


@pytest.mark.parametrize(
    "game",
    [
        "battlecry",
        *(
            pytest.param(name, marks=pytest.mark.thorough)
            for name in ("vicksburg", "gettysburg", "gcacw_on_the_4th_day", "thunder_on_the_mississippi")
        ),
    ],
)
def test_every_row_is_reached_by_pointing_at_what_it_names(game: str, tmp_path: Path) -> None:
    told = reached(menus(game, 200), tmp_path)
    assert told["wrong"] == []
    assert told["most"] <= 8


def test_a_unit_that_every_row_names_need_not_be_pointed_at(tmp_path: Path) -> None:
    marches: list[JsonObject] = [
        {"label": to, "about": {"pieces": ["u1"], "from": "A1", "to": to}} for to in ("A2", "A3", "A4")
    ]
    subsets: list[JsonObject] = [
        {"label": "+".join(some), "about": {"pieces": list(some)}} for some in ("a", "b", "ab")
    ]
    nothing: list[JsonObject] = [{"label": "none"}, {"label": "a", "about": {"pieces": ["a"]}}]
    told = reached([marches, subsets, nothing], tmp_path)
    assert told == {"wrong": [], "most": 2}


FOES_FIRST = """
import { readFileSync } from "node:fs";
const { Picker, foesOf } = await import(process.argv[2]);
const sides = { a: "blue", b: "blue", c: "blue", x: "red", y: "red" };
const stands = { A1: ["x"], B2: ["y"], C3: ["c"] };
const told = JSON.parse(readFileSync(0, "utf-8")).map(({ rows, picks }) => {
  const picker = new Picker(rows, (row) => foesOf(row, (piece) => sides[piece] ?? "", (place) => stands[place] ?? []));
  return picks.map((name) => {
    const lit = [...picker.lit.keys()].sort();
    return { lit, does: lit.includes(name) ? picker.pick(name) : "not lit" };
  });
});
console.log(JSON.stringify(told));
"""


def pointed_at(rows: list[JsonObject], *picks: str, folder: Path) -> list[JsonObject]:
    """What is lit before each pick, and the row that the pick decides."""
    script = folder / "foes.mjs"
    script.write_text(FOES_FIRST, encoding="utf-8")
    module = folder / "picker.mjs"
    module.write_text((CLIENT / "picker.js").read_text("utf-8"), encoding="utf-8")
    given = json.dumps([{"rows": rows, "picks": picks}])
    command = [str(NODE), str(script), module.as_uri()]
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
    steps: list[JsonObject] = json.loads(done.stdout)[0]
    return steps


ATTACKS: list[JsonObject] = [
    {"label": "a at x", "about": {"pieces": ["a"], "target": "x"}},
    {"label": "b at x", "about": {"pieces": ["b"], "target": "x"}},
    {"label": "b at y", "about": {"pieces": ["b"], "target": "y"}},
]


def test_an_enemy_can_be_pointed_at_before_the_unit_that_attacks_him(tmp_path: Path) -> None:
    both = pointed_at(ATTACKS, "piece:x", "piece:b", folder=tmp_path)
    assert both == [
        {"lit": ["piece:a", "piece:b", "piece:x", "piece:y"], "does": None},
        {"lit": ["piece:a", "piece:b"], "does": 1},
    ]
    assert pointed_at(ATTACKS, "piece:y", folder=tmp_path)[0]["does"] == 2


def test_an_enemy_whom_all_attack_can_be_pointed_at_too(tmp_path: Path) -> None:
    steps = pointed_at(ATTACKS[:2], "piece:x", "piece:a", folder=tmp_path)
    assert steps == [
        {"lit": ["piece:a", "piece:b", "piece:x"], "does": None},
        {"lit": ["piece:a", "piece:b"], "does": 0},
    ]


def test_a_place_where_an_enemy_stands_is_lit_with_who_attacks_it_and_other_places_are_not(tmp_path: Path) -> None:
    rows: list[JsonObject] = [
        {"label": f"{piece} to {to}", "about": {"pieces": [piece], "to": to}}
        for piece, to in (("a", "A1"), ("b", "A1"), ("b", "B2"), ("a", "C3"), ("a", "D4"))
    ]
    first, second = pointed_at(rows, "place:A1", "piece:b", folder=tmp_path)
    assert first["lit"] == ["piece:a", "piece:b", "place:A1", "place:B2"]
    assert second == {"lit": ["piece:a", "piece:b"], "does": 1}


def test_ones_own_unit_that_another_joins_is_pointed_at_second(tmp_path: Path) -> None:
    rows: list[JsonObject] = [
        {"label": f"a joins {to}", "about": {"pieces": [piece], "target": to}} for piece, to in (("a", "b"), ("c", "b"))
    ]
    assert pointed_at(rows, "piece:b", folder=tmp_path) == [{"lit": ["piece:a", "piece:c"], "does": "not lit"}]
