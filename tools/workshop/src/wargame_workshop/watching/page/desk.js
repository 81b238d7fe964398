// The page of `wargame watch`: the map, and with --edit the tools that draw on it.

import { layPicture, showGames, showProblems, showRefused, text } from "./beside.js";
import { Drawing } from "./drawing.js";
import { Fitting } from "./fitting.js";
import { Geometry } from "./geometry.js";
import { MapView, picture } from "./map_view.js";
import { StrokeQueue } from "./stroke_queue.js";
import { Gesture, KINDS_OF, TOOLS } from "./tools.js";

const key = new URLSearchParams(location.search).get("key");
const address = (path, more = "") => `${path}?key=${encodeURIComponent(key)}${more}`;
const id = name => document.getElementById(name);
const wide = matchMedia("(min-width: 900px)");

async function post(path, body) {
  const answer = await fetch(address(path), { method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(30000) });
  return { status: answer.status, words: await answer.json() };
}

class Desk {
  constructor() {
    this.state = null;
    this.tool = "look";
    this.chosen = {};  // by part of the palette, the place of the chosen kind
    this.newLine = true;
    this.gesture = null;
    this.cursor = null;
    this.questions = [];
    this.fitting = null;
    this.view = new MapView(id("map"));
    this.queue = new StrokeQueue(`strokes ${key}`, body => post("strokes", body), () => this.showQueue());
  }

  get drawable() {
    return Boolean(this.state?.edit && wide.matches && this.state.board?.sides.length);
  }

  kind(part) {
    return this.state.board.palette[part][this.chosen[part] ?? 0];
  }

  async load() {
    let answer;
    try {
      answer = await fetch(address("state", `&window=${this.queue.window}`));
    } catch {
      return;  // the events come again when the server does
    }
    if (!answer.ok) return;
    const state = await answer.json();
    if (this.state && state.version < this.state.version) return;  // an older answer came late
    const changed = state.version !== this.state?.version;
    const paletteBefore = JSON.stringify(this.state?.board?.palette);
    this.state = state;
    this.queue.drawn(state.drawn);
    if (changed) this.showMap();
    if (JSON.stringify(state.board?.palette) !== paletteBefore || !id("palette").firstChild) this.showPalette();
    id("name").textContent = state.folder;
    document.body.classList.toggle("viewer", !this.drawable);
    id("fit").hidden = !this.drawable;
    id("new-map").hidden = !(state.edit && !state.board && !state.stale && !this.queue.pending.length);
    this.queue.undo = state.undo;
    this.queue.redo = state.redo;
    showGames(state.games);
    this.showQueue();
  }

  showMap() {
    const { svg, stale, board, problems, version, underlay } = this.state;
    this.geometry = board && new Geometry(board);
    this.view.show(svg, stale);
    id("broken").hidden = !stale;
    id("broken").textContent = stale ? problems[0]?.text ?? "" : "";
    showProblems(problems);
    layPicture(underlay, this.view.shapes, address("underlay", `&v=${version}`));
    if (this.fitting) this.showFitting(1);
    this.view.placeNamed = name => this.geometry.spaces[this.drawing?.places.find(place => place.name === name)?.space];
    this.view.showCursor(this.cursor);
  }

  /** Show the strokes on their way, and how many they are. */
  showQueue() {
    if (!this.state) return;
    const { queue, state } = this, count = queue.unanswered.length;
    id("progress").textContent = !count ? queue.undrawn.length ? "saved, being drawn ..." : state.edit ? "saved" : ""
      : `${count} ${count === 1 ? "stroke is" : "strokes are"} being written ...${queue.waiting ? ` ${queue.waiting}` : ""}`;
    id("progress").classList.toggle("waiting", Boolean(count && queue.waiting));
    id("undo").disabled = !(queue.undo || queue.pending.length);
    id("redo").disabled = !queue.redo;
    showRefused(queue, () => this.showQueue());
    if (!state.board) return;
    this.drawing = new Drawing(state.board, this.geometry, queue.pending);
    this.view.showPending(queue.pending, this.drawing, state.board.palette);
    if (this.gesture) this.showGesture();
  }

  // the palette

  showPalette() {
    const box = id("palette");
    box.replaceChildren();
    if (!this.state.board) return;
    const tools = text("div", "", box, "tools");
    for (const [name, { word, key: letter }] of Object.entries(TOOLS)) {
      const button = text("button", word, tools);
      button.dataset.tool = name;
      button.title = `Key ${letter.toUpperCase()}`;
      button.setAttribute("aria-pressed", String(name === this.tool));
      button.onclick = () => this.choose(name);
    }
    this.showKinds(box);
    id("hint").textContent = TOOLS[this.tool].hint;
    this.view.element.classList.toggle("drawing", this.tool !== "look");
  }

  showKinds(box) {
    const part = KINDS_OF[this.tool] ?? this.tool, kinds = this.state.board.palette[part] ?? [];
    const list = text("div", "", box, "kinds");
    kinds.forEach((one, number) => {
      const button = text("button", "", list);
      button.append(picture(one.picture));
      text("span", one.letter ? `${one.kind} (${one.letter})` : one.kind, button);
      button.dataset.kind = one.kind;
      button.title = `Key ${number + 1}`;
      button.setAttribute("aria-pressed", String(number === (this.chosen[part] ?? 0)));
      button.onclick = () => this.chooseKind(part, number);
    });
    if (part === "paint") this.showNewTerrain(box);
    if (this.tool === "line") this.showLineNames(box);
    if (this.tool === "road") text("label", "Name, if it has one ", box).append(Object.assign(document.createElement("input"), { id: "road-name", maxLength: 80 }));
  }

  showNewTerrain(box) {
    const input = Object.assign(document.createElement("input"), { id: "new-terrain", maxLength: 40 });
    text("label", "Another terrain ", box).append(input);
    text("button", "Add", box).onclick = () => {
      if (input.value.trim()) this.queue.add("terrain", { kind: input.value.trim() });
    };
  }

  showLineNames(box) {
    const { kind } = this.kind("line"), label = text("label", "Goes on with ", box), select = text("select", "", label);
    select.id = "line-choice";
    const names = this.drawing?.lines.filter(line => line.kind === kind && line.name).map(line => line.name) ?? [];
    text("option", `a new ${kind}`, select).value = "";
    for (const name of new Set(names)) text("option", name, select).value = name;
    const input = document.createElement("input");
    Object.assign(input, { id: "line-name", maxLength: 80, value: this.newLineName(kind) });
    const named = text("label", "Name ", box);
    named.append(input);
    select.onchange = () => { named.hidden = Boolean(select.value); };
  }

  newLineName(kind) {
    return this.drawing.newName(kind[0].toUpperCase() + kind.slice(1), this.drawing.lines);
  }

  /** The name of the line that is being drawn. */
  lineName() {
    return id("line-choice")?.value || id("line-name")?.value.trim() || this.newLineName(this.kind("line").kind);
  }

  roadName() {
    return id("road-name")?.value.trim() ?? "";
  }

  choose(tool) {
    this.tool = tool;
    this.gesture = null;
    this.showPalette();
  }

  chooseKind(part, number) {
    this.chosen[part] = number;
    this.showPalette();
  }

  // strokes

  begin(point) {
    const { tool } = TOOLS[this.tool];
    if (!this.drawable || !tool) return false;
    this.gesture = new Gesture(this, tool, point);
    this.showGesture();
    return true;
  }

  move(point) {
    if (!this.gesture) return;
    this.gesture.move(point);
    this.showGesture();
  }

  end() {
    const { gesture } = this;
    if (!gesture) return;
    this.gesture = null;
    this.view.showCurrent("", {}, this.geometry, this.state.board.palette);
    if (gesture.tool.stroke) this.draw(gesture.tool.stroke);
    gesture.tool.end?.();
  }

  cancel() {
    if (this.fitting) this.endFitting();
    this.gesture = null;
    this.view.showCurrent("", {}, this.geometry, this.state.board.palette);
  }

  showGesture() {
    const stroke = this.gesture.tool.stroke;
    this.view.showCurrent(stroke?.op ?? "", stroke?.args ?? {}, this.geometry, this.state.board.palette);
  }

  draw({ op, args }) {
    const before = this.drawing.unbridged();
    this.queue.add(op, args);
    if (op === "line" || op === "road") {
      for (const [side, line] of this.drawing.unbridged()) if (!before.has(side)) this.questions.push({ side, line });
      this.ask();
    }
    if (op === "line") this.continueLine(args);
  }

  /** The next stroke goes on with a line that was begun. */
  continueLine({ name }) {
    const select = id("line-choice");
    if (!select) return;
    if (![...select.options].some(option => option.value === name)) text("option", name, select).value = name;
    select.value = name;
    select.onchange();
  }

  lineOn(side) {
    const { a, b } = this.geometry.sides[side];
    return this.drawing.lineAt(`${a},${b}`);
  }

  crossingOn(side, kind) {
    const { names, sides } = this.geometry, { a, b } = sides[side], line = this.drawing.lineAt(`${a},${b}`);
    const near = this.drawing.placeIn(a) ?? this.drawing.placeIn(b);
    const stem = near ? `${near.name} ${kind}` : line?.name ? `${line.name} ${kind}` : kind;
    const old = this.drawing.crossings.find(one => one.side === `${a},${b}`);
    return { op: "crossing", args: { a: names[a], b: names[b], name: old?.name ?? this.drawing.newName(stem, this.drawing.crossings), kind } };
  }

  // the picture below the map

  fit() {
    this.fitting = new Fitting(this.geometry, this.state.underlay);
    this.showFitting(1);
  }

  showFitting(opacity) {
    document.getElementById("underlay")?.setAttribute("opacity", opacity);
    const box = id("question");
    box.hidden = !this.fitting;
    box.textContent = this.fitting?.question ?? "";
  }

  /** Take one of the three clicks. */
  pin(point) {
    const image = document.getElementById("underlay");
    if (!image) return this.endFitting();
    const [x, y, width, height] = ["x", "y", "width", "height"].map(name => Number(image.getAttribute(name)));
    if (!this.fitting.click(point, { x, y, width, height })) return this.showFitting(1);
    const { result } = this.fitting;
    this.endFitting();
    if (typeof result === "string") id("hint").textContent = result;
    else this.draw(result);
  }

  endFitting() {
    this.fitting = null;
    this.showFitting(id("strength").value / 100);
  }

  // questions

  /** Ask the first question that is open. */
  ask() {
    const open = this.drawing.unbridged(), box = id("question");
    this.questions = this.questions.filter(({ side }) => open.has(side));
    box.replaceChildren();
    box.hidden = !this.questions.length;
    if (box.hidden) return;
    const { side, line } = this.questions[0], number = this.geometry.sideNumbers.get(side), { a, b } = this.geometry.sides[number];
    const count = this.questions.length > 1 ? ` (1 of ${this.questions.length})` : "";
    text("span", `A road crosses ${line.name || `the ${line.kind}`} between ${this.geometry.names[a]} and ${this.geometry.names[b]}.${count}`, box);
    const answer = (word, stroke) => {
      text("button", word, box).onclick = () => {
        this.questions.shift();
        if (stroke) this.draw(stroke);
        this.ask();
      };
    };
    for (const kind of ["bridge", "ford", "ferry"]) answer(kind[0].toUpperCase() + kind.slice(1), this.crossingOn(number, kind));
    answer("Not yet", null);
  }

  /** Ask for the name and kind of the town in a space. */
  nameSpace(space) {
    if (!this.drawable) return;
    const old = this.drawing.placeIn(space), select = id("new-kind"), kinds = this.state.board.palette.place;
    select.replaceChildren();
    for (const { kind } of kinds) text("option", kind, select).value = kind;
    select.value = old?.kind ?? this.kind("place").kind;
    id("new-name").value = old?.name ?? "";
    const dialog = id("naming");
    dialog.returnValue = "";
    dialog.onclose = () => {
      const name = id("new-name").value.trim();
      if (dialog.returnValue !== "named" || !name) return;
      if (old && old.name !== name) this.draw({ op: "rename_place", args: { old: old.name, name } });
      if (!old || old.kind !== select.value || old.name === name)
        this.draw({ op: "place", args: { name, kind: select.value, space: this.geometry.names[space] } });
      id("map").focus();
    };
    if (!dialog.open) dialog.showModal();
  }

  // the keyboard

  /** What the keyboard goes along: spaces, sides or corners. */
  get stops() {
    return { space: this.geometry.spaces, side: this.geometry.sides, corner: this.geometry.corners }[TOOLS[this.tool].on];
  }

  /** Move to the nearest stop in a direction. */
  step(dx, dy) {
    const { stops } = this, from = this.cursor ?? stops[0];
    let best = from, least = Infinity;
    for (const stop of stops) {
      const x = stop.x - from.x, y = stop.y - from.y, along = x * dx + y * dy, off = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 4 && along + 2 * off < least) [best, least] = [stop, along + 2 * off];
    }
    this.cursor = this.cursor ? { x: best.x, y: best.y } : { x: from.x, y: from.y };
    this.view.showCursor(this.cursor);
    this.view.cursor?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.move(this.cursor);
  }

  press() {
    if (!this.cursor) return;
    if (this.tool === "look") this.nameSpace(this.geometry.space(this.cursor));
    else if (this.gesture) this.end();
    else this.begin(this.cursor);
  }

  key(event) {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in arrows) this.step(...arrows[event.key]);
    else if (event.key === " " || event.key === "Enter") this.press();
    else if (event.key === "Escape") this.cancel();
    else return false;
    return true;
  }

  shortcut(event) {
    const tool = Object.keys(TOOLS).find(name => TOOLS[name].key === event.key);
    const part = KINDS_OF[this.tool] ?? this.tool, number = Number(event.key) - 1;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "z" && event.key !== "y") return false;
      this.queue.add(event.shiftKey || event.key === "y" ? "redo" : "undo", {});
    } else if (tool) this.choose(tool);
    else if (this.state.board.palette[part]?.[number]) this.chooseKind(part, number);
    else return false;
    return true;
  }
}

const desk = new Desk(), map = id("map");
map.addEventListener("pointerdown", event => {
  if (event.button || !event.isPrimary || !desk.geometry) return;
  if (desk.fitting) {
    desk.pin(desk.view.point(event));
    return;
  }
  if (!desk.begin(desk.view.point(event))) return;
  event.preventDefault();
  map.focus({ preventScroll: true });
  map.setPointerCapture(event.pointerId);
});
map.addEventListener("pointermove", event => {
  if (event.isPrimary && desk.gesture) for (const part of event.getCoalescedEvents?.().length ? event.getCoalescedEvents() : [event]) desk.move(desk.view.point(part));
});
map.addEventListener("pointerup", event => { if (event.isPrimary) desk.end(); });
map.addEventListener("pointercancel", () => desk.cancel());
map.addEventListener("dblclick", event => {
  if (desk.tool === "paint" || desk.tool === "fill" || desk.tool === "erase" || !desk.drawable) return;
  const space = desk.geometry.space(desk.view.point(event));
  if (space >= 0) desk.nameSpace(space);
});
map.addEventListener("keydown", event => { if (desk.drawable && desk.key(event)) event.preventDefault(); });
addEventListener("keydown", event => {
  if (!desk.drawable || /INPUT|SELECT/.test(event.target.tagName) || event.altKey || id("naming").open) return;
  if (desk.shortcut(event)) event.preventDefault();
});
addEventListener("beforeunload", event => { if (desk.queue.unanswered.length) event.preventDefault(); });
addEventListener("resize", () => desk.view.enlarge(1));
wide.addEventListener("change", () => { document.body.classList.toggle("viewer", !desk.drawable); });
id("not-named").onclick = () => id("naming").close("");
id("undo").onclick = () => desk.queue.add("undo", {});
id("redo").onclick = () => desk.queue.add("redo", {});
id("new-map").onsubmit = event => {
  event.preventDefault();
  const [title, grid] = ["new-title", "new-grid"].map(name => id(name).value);
  const [columns, rows] = ["new-columns", "new-rows"].map(name => id(name).valueAsNumber);
  id("new-map").hidden = true;
  desk.queue.add("new_map", { title, grid, columns, rows });
};
id("fit").onclick = () => desk.fit();
id("larger").onclick = () => desk.view.enlarge(1.4);
id("smaller").onclick = () => desk.view.enlarge(1 / 1.4);
id("play").onclick = () => post("play", { games: 20 }).then(() => desk.load());
new EventSource(address("events")).onmessage = () => desk.load();
await desk.queue.resume();
await desk.load();
Object.assign(globalThis, { desk });
