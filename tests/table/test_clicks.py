"""What a click does, and how what happened is told: node runs the very modules of the page."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.table.test_picker import CLIENT, NODE

from wargame_core import load
from wargame_table.messages.feed import Feed
from wargame_table.messages.screen import ask_of

pytestmark = [pytest.mark.skipif(NODE is None, reason="needs node")]
CLICKS = """
const { Picker } = await import("./picker.js");
const { clickPicks } = await import("./clicks.js");
const wrong = [];
for (const rows of given) {
  const walk = (picks) => {
    const begun = () => picks.reduce((picker, name) => (picker.pick(name), picker), new Picker(rows));
    for (const name of begun().lit.keys()) {
      const picker = begun();
      const click = clickPicks(picker, name, null);
      const row = rows[click.row];
      const acts = picker.acts[click.row] ?? [];
      const say = (words) => wrong.push(`${row.label}: ${words}`);
      if (click.does === "choose" && !row.sure && !picks.length) say("by the first click");
      if (click.does === "choose" && acts.length && !acts.flat().includes(name)) say("by a click on who acts");
      if (click.does === "arm" && clickPicks(picker, name, click.row).does !== "choose") say("not by the second");
      if (click.does === "arm" && picks.length) say("by the third only");
      if (click.does === "pick" && picks.length < 3) walk([...picks, name]);
    }
  };
  walk([]);
}
console.log(JSON.stringify(wrong.slice(0, 10)));
"""
SCENES = """
const { lastsFor, linesOf, sceneOf, sinceLastChoice } = await import("./scenes.js");
const { story, sides, you } = given;
const sideOf = (piece) => sides[piece] ?? "";
const told = linesOf(story, 0).map(({ row, head }) => [row.text ?? row.dice.for, head]);
const lasting = (pace) => [["order"], ["attack", "loss"]].map((kinds) => Math.round(lastsFor(kinds, pace)));
const paces = ["slow", "normal", "fast", "off"].map(lasting);
const since = sinceLastChoice(story, you);
console.log(JSON.stringify({ told, since, scene: sceneOf(story, sideOf), paces }));
"""

GLIDE = """
const { listen } = await import("./pointing.js");
const heard = {}, picked = [];
const element = { addEventListener: (kind, listener) => (heard[kind] = listener) };
let lies = "Jackson";
const under = (target, point, finger) => [lies, target.name, finger];
listen(element, { under, bare: () => true, pick: (found) => picked.push(found) });
const event = (name) => ({ clientX: 9, clientY: 9, pointerId: 1, pointerType: "touch", button: 0, target: { name } });
heard.pointerdown(event("pressed"));
lies = "Canton";
heard.pointerup(event("released"));
console.log(JSON.stringify(picked));
"""


def ran(script: str, given: object, folder: Path) -> Any:
    """What a script prints that runs beside the modules of the page."""
    for module in CLIENT.glob("*.js"):
        shutil.copy(module, folder)
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    read = 'import { readFileSync } from "node:fs"; const given = JSON.parse(readFileSync(0, "utf-8"));'
    (folder / "script.js").write_text(f"{read}\n{script}", "utf-8")
    command = [str(NODE), str(folder / "script.js")]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "name",
    ["battlecry", *(pytest.param(game, marks=pytest.mark.thorough) for game in ("vicksburg", "gcacw_on_the_4th_day"))],
)
def test_what_may_roll_a_die_takes_two_clicks_and_never_more(name: str, tmp_path: Path) -> None:
    game, menus = load(name), list[object]()
    match = game.start(seed=1863)
    bots = {seat: game.bot("random", seed=7) for seat in game.seats}
    while match.waiting_for and len(menus) < 120:
        view = match.view(match.waiting_for[0])
        menus.append(ask_of(view)["rows"])
        match.play(bots[view.seat](view), view.seat)
    assert ran(CLICKS, menus, tmp_path) == []


def test_a_tap_while_the_map_glides_means_what_was_under_it_when_it_was_pressed(tmp_path: Path) -> None:
    assert ran(GLIDE, None, tmp_path) == [["Jackson", "pressed", True]]


def test_a_battle_is_told_once_with_its_dice(tmp_path: Path) -> None:
    game = load("battlecry")
    match = game.start("antietam", seed=4)
    feed, bots = Feed("union", b"key"), {seat: game.bot("random", seed=3) for seat in game.seats}
    feed.follow(match, match.view("union"))
    first = 0
    while not any(row["kind"] == "figures_lost" for row in feed.rows[first:]):
        seat = match.waiting_for[0]
        match.play(bots[seat](match.view(seat)), seat)
        first = feed.follow(match, match.view("union"))
    rows = [{**row, "by": seat, "turn": 1} if number == 0 else row for number, row in enumerate(feed.rows[first:])]
    sides = {piece.id: piece.side for piece in game.sheet("antietam").pieces}
    other = next(name for name in game.seats if name != seat)
    told = ran(SCENES, {"story": rows, "sides": sides, "you": other}, tmp_path)
    texts = [text for text, _ in told["told"]]
    assert [text for text in texts if "battle dice" in text] == []
    assert any(" battles " in text for text in texts)
    assert told["told"][0][1] == {"by": seat, "turn": 1, "step": ""}
    assert told["scene"]["attacks"][0]["hits"] == sum(bool(die.get("hit")) for die in told["scene"]["dice"]) > 0
    assert told["since"] == 0
    assert told["paces"] == [[200, 3120], [100, 1560], [35, 546], [0, 0]]
