// The page of `wargame watch`: the map, and with --edit the tools that draw on it.

import { layPicture, showGames, showProblems, showRefused, showUnset } from "./beside.js";
import { id, text } from "./dom.js";
import { Drawing, withAreas } from "./drawing.js";
import { cornersOf, Fitting } from "./fitting.js";
import { Geometry } from "./geometry.js";
import { MapView } from "./map_view.js";
import { Palette } from "./palette.js";
import { reportOf } from "./reports.js";
import { StrokeQueue } from "./stroke_queue.js";
import { Gesture, hintOf, TOOLS } from "./tools.js";

const key = new URLSearchParams(location.search).get("key");
const address = (path, more = "") => `${path}?key=${encodeURIComponent(key)}${more}`;
const wide = matchMedia("(min-width: 900px)");

async function post(path, body) {
  const answer = await fetch(address(path), { method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(30000) });
  return { status: answer.status, words: await answer.json() };
}

/** An id for a name that no other of these is, as the files have them. */
function newId(name, ids) {
  const plain = name.normalize("NFKD").replace(/[\u0300-\u036f'\u2019]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "x";
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? plain : `${plain}_${number}`;
    if (!ids.includes(candidate)) return candidate;
  }
}

class Desk {
  constructor() {
    this.state = null;
    this.tool = "look";
    this.gesture = null;
    this.cursor = null;
    this.questions = [];
    this.report = "";  // about the last stroke
    this.fitting = null;
    this.board = null;  // that of the state, with the areas that the picture does not show yet
    this.palette = new Palette(this, id("palette"));
    this.view = new MapView(id("map"));
    this.queue = new StrokeQueue(`strokes ${key}`, body => post("strokes", body), () => this.showQueue());
  }

  get drawable() {
    return Boolean(this.state?.edit && wide.matches && this.state.board?.strokes.length);
  }

  /** The counters of the chosen file, where they are after the strokes on their way. */
  get counters() {
    const moved = new Map(this.queue.pending.filter(one => one.op === "unit").map(({ args }) => [`${args.file} ${args.unit}`, args.where]));
    const spaceOf = where => this.geometry.numbers.get(where) ?? this.drawing.places.find(place => place.name === where)?.space;
    return this.state.board.counters.filter(one => one.file === this.palette.file).map(one => {
      const where = moved.get(`${one.file} ${one.unit}`);
      return where === undefined ? one : { ...one, space: spaceOf(where) };
    });
  }

  /** The kind that is chosen in a part of the palette. */
  kind(part) {
    return this.palette.kind(part);
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
    this.state = state;
    this.queue.drawn(state.drawn);
    if (changed) this.showMap();
    this.palette.refresh();
    id("name").textContent = state.folder;
    document.body.classList.toggle("viewer", !this.drawable);
    id("fit").hidden = !(this.drawable && state.board.strokes.includes("fit"));
    id("new-map").hidden = !(state.edit && !state.board && !state.stale && !this.queue.pending.length);
    this.queue.undo = state.undo;
    this.queue.redo = state.redo;
    id("games-part").hidden = !state.has_game;
    showGames(state.games);
    this.showQueue();
  }

  showMap() {
    const { svg, stale, board, problems, version, underlay } = this.state;
    this.board = board && withAreas(board, this.queue.pending);
    this.view.show(svg, stale, board?.areas && this.paper());
    this.geometry = board && new Geometry(this.board, this.view.labels);
    id("broken").hidden = !stale;
    id("broken").textContent = stale ? problems[0]?.text ?? "" : "";
    showProblems(problems);
    layPicture(underlay, this.view.shapes, board, address("underlay", `&v=${version}`));
    if (this.fitting) this.showFitting(1);
    this.view.placeNamed = name => this.geometry.spaces[this.drawing?.places.find(place => place.name === name)?.space];
    this.view.showCursor(this.cursor);
  }

  /** The part of the picture that a map of areas is drawn on: all areas with free ground around them, and the scan. */
  paper() {
    const { spaces, areas: { zero: [x, y], unit } } = this.board, { underlay } = this.state;
    const scan = underlay ? cornersOf(underlay, this.board) : [];
    const across = [x - unit, x + 17 * unit, ...spaces.flatMap(([, at]) => [at - 2 * unit, at + 2 * unit]), ...scan.map(corner => corner.x)];
    const down = [y - unit, y + 11 * unit, ...spaces.flatMap(([, , at]) => [at - 2 * unit, at + 2 * unit]), ...scan.map(corner => corner.y)];
    const left = Math.min(...across), top = Math.min(...down);
    return [left, top, Math.max(...across) - left, Math.max(...down) - top];
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
    if (state.board.areas) {
      this.board = withAreas(state.board, queue.pending);
      this.geometry = new Geometry(this.board, this.view.labels);
    }
    this.drawing = new Drawing(this.board, this.geometry, queue.pending);
    this.view.showPending(queue.pending, this.drawing, this.palette.kinds);
    if (this.tool === "counter") this.view.showCounters(this.counters, this.geometry);
    if (this.tool === "region") this.view.showRegions(this.drawing, this.palette.kinds.region);
    showUnset(this.drawing, this.board, space => this.goTo(space));
    if (this.gesture) this.showGesture();
    if (this.questions.length) this.askWhatIsOpen();
  }

  // the palette

  /** Say what to do with the chosen tool, or what the last stroke did. */
  showHint() {
    id("hint").textContent = this.report || hintOf(this.tool, this.state.board, this.palette.kinds);
  }

  say(report) {
    this.report = report;
    this.showHint();
  }

  newLineName(kind) {
    return this.drawing.newName(kind[0].toUpperCase() + kind.slice(1), this.drawing.lines);
  }

  /** The name of the line that is being drawn. */
  lineName() {
    return id("line-choice")?.value || id("line-name")?.value.trim() || this.newLineName(this.kind("line").kind);
  }

  roadName() {
    return this.palette.roadName.trim();
  }

  choose(tool) {
    this.tool = tool;
    this.report = "";
    this.gesture = null;
    this.palette.show();
    this.showQueue();
  }

  /** Put the cursor of the keyboard on a space, and the space in sight. */
  goTo(space) {
    this.cursor = { ...this.geometry.spaces[space] };
    this.view.showCursor(this.cursor);
    this.view.cursor?.scrollIntoView({ block: "center", inline: "center" });
    id("map").focus({ preventScroll: true });
  }

  // strokes

  begin(point) {
    const { tool } = TOOLS[this.tool];
    if (!this.drawable || !tool) return false;
    this.say("");
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
    this.view.showCurrent("", {}, this.geometry, this.palette.kinds);
    if (gesture.tool.stroke) this.draw(gesture.tool.stroke);
    gesture.tool.end?.();
  }

  cancel() {
    if (this.fitting) this.endFitting();
    this.gesture = null;
    this.view.showCurrent("", {}, this.geometry, this.palette.kinds);
  }

  showGesture() {
    const stroke = this.gesture.tool.stroke;
    this.view.showCurrent(stroke?.op ?? "", stroke?.args ?? {}, this.geometry, this.palette.kinds);
  }

  draw({ op, args }) {
    const before = this.drawing.unbridged();
    this.say(reportOf({ op, args }, this.drawing, this.board));
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
    const fitting = new Fitting(this.geometry, this.state.underlay, this.board);
    if (!fitting.isPossible) return this.say("Three spaces that lie apart are needed: draw them first.");
    this.fitting = fitting;
    this.showFitting(1);
  }

  showFitting(opacity) {
    id("underlay")?.setAttribute("opacity", opacity);
    const box = id("question");
    box.hidden = !this.fitting;
    box.textContent = this.fitting?.question ?? "";
  }

  /** Take one of the three clicks. */
  pin(point) {
    if (!id("underlay")) return this.endFitting();
    if (!this.fitting.click(point)) return this.showFitting(1);
    const { result } = this.fitting;
    this.endFitting();
    if (typeof result === "string") this.say(result);
    else this.draw(result);
  }

  endFitting() {
    this.fitting = null;
    this.showFitting(id("strength").value / 100);
  }

  // questions

  /** Take back the questions of strokes that were taken back, and ask the next one. */
  askWhatIsOpen() {
    const open = this.drawing.unbridged();
    if (this.questions.some(({ side }) => !open.has(side))) this.ask();
  }

  takeBack() {
    this.queue.add("undo", {});
    this.say("");
    if (this.questions.length) this.ask();
  }

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

  /** Ask for the name and kind of a space of a map of areas, or of the town in a space. */
  nameSpace(space) {
    if (!this.drawable || this.board.file || space < 0) return;
    const old = this.drawing.placeIn(space), at = this.geometry.names[space];
    if (!this.board.areas) {
      const title = old ? `${old.name} in ${at}` : `Town in ${at}`;
      this.askForName("place", { ...old, title }, (name, kind) => {
        if (old && old.name !== name) this.draw({ op: "rename_place", args: { old: old.name, name } });
        if (!old || old.kind !== kind || old.name === name) this.draw({ op: "place", args: { name, kind, space: at } });
      });
      return;
    }
    const region = this.drawing.regions[space], title = `Rename ${old?.name ?? at}${region ? `, in the region ${region}` : ""}`;
    this.askForName("paint", { name: old?.name ?? at, kind: this.drawing.letters[space], title }, (name, kind) => {
      if (name !== old?.name) this.draw({ op: "rename_area", args: { area: at, name } });
      if (kind !== this.drawing.letters[space]) this.draw({ op: "area_kind", args: { spaces: [at], kind } });
    });
  }

  /** Ask for the name and kind of another area, and draw it at a point. */
  nameNewArea({ x, y }) {
    const { zero, unit } = this.board.areas, at = [(x - zero[0]) / unit, (y - zero[1]) / unit].map(part => Math.round(100 * part) / 100);
    this.askForName("paint", { title: "New area" }, (name, kind) => {
      this.draw({ op: "area", args: { id: newId(name, this.geometry.names), name, kind, at } });
    });
  }

  /** Ask for a name and a kind of a part of the palette, below a title; `name` and `kind` are those that it has. */
  askForName(part, { title, name: oldName = "", kind: oldKind = "" }, answer) {
    const select = id("new-kind"), dialog = id("naming");
    select.replaceChildren();
    for (const { kind } of this.palette.kinds[part]) text("option", kind, select).value = kind;
    select.value = oldKind || this.kind(part).kind;
    id("naming-title").textContent = title;
    id("naming-mistake").textContent = "";
    id("new-name").value = oldName;
    id("naming-form").onsubmit = event => {  // the dialog closes later, and the next click may come before
      const name = id("new-name").value.trim(), mistake = name === oldName && name ? "" : this.drawing.mistakeOfName(name, oldName);
      id("naming-mistake").textContent = mistake;
      if (mistake) event.preventDefault();
      else answer(name, select.value);
    };
    dialog.onclose = () => id("map").focus();
    if (!dialog.open) dialog.showModal();
    id("new-name").select();
  }

  // the keyboard

  /** What the keyboard goes along: spaces, sides or corners. */
  get stops() {
    const { spaces, sides, corners } = this.geometry;
    return this.board.areas || this.board.file ? spaces : { space: spaces, side: sides, corner: corners }[TOOLS[this.tool].on];
  }

  /** Move to the nearest stop in a direction. */
  step(dx, dy) {
    if (TOOLS[this.tool].on === "ground") {
      const { x, y } = this.cursor ?? this.geometry.spaces[0];
      return this.moveCursor({ x: x + 20 * dx, y: y + 20 * dy });
    }
    const { stops } = this, from = this.cursor ?? stops[0];
    let best = from, least = Infinity;
    for (const stop of stops) {
      const x = stop.x - from.x, y = stop.y - from.y, along = x * dx + y * dy, off = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 4 && along + 2 * off < least) [best, least] = [stop, along + 2 * off];
    }
    this.moveCursor(this.cursor ? { x: best.x, y: best.y } : { x: from.x, y: from.y });
  }

  moveCursor(point) {
    this.cursor = point;
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
    const tool = this.palette.tools.find(name => TOOLS[name].key === event.key), { part } = this.palette, number = Number(event.key) - 1;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "z" && event.key !== "y") return false;
      if (event.shiftKey || event.key === "y") this.queue.add("redo", {});
      else this.takeBack();
    } else if (event.key === "Escape") this.cancel();
    else if (tool) this.choose(tool);
    else if (this.palette.kinds[part]?.[number]) this.palette.choose(part, this.palette.kinds[part][number].kind);
    else return false;
    return true;
  }
}

const desk = new Desk(), map = id("map");
let scrolling = null;  // where the map is held by the mouse
map.addEventListener("pointerdown", event => {
  if (event.button || !event.isPrimary || !desk.geometry) return;
  if (desk.fitting) {
    desk.pin(desk.view.point(event));
    return;
  }
  if (desk.tool === "look" && event.pointerType === "mouse") {
    scrolling = { x: map.scrollLeft + event.clientX, y: map.scrollTop + event.clientY };
    return;
  }
  if (!desk.begin(desk.view.point(event))) return;
  event.preventDefault();
  map.focus({ preventScroll: true });
  map.setPointerCapture(event.pointerId);
});
map.addEventListener("pointermove", event => {
  if (scrolling) map.scrollTo(scrolling.x - event.clientX, scrolling.y - event.clientY);
  if (event.isPrimary && desk.gesture) for (const part of event.getCoalescedEvents?.().length ? event.getCoalescedEvents() : [event]) desk.move(desk.view.point(part));
});
addEventListener("pointerup", () => { scrolling = null; });
map.addEventListener("pointerup", event => { if (event.isPrimary) desk.end(); });
map.addEventListener("pointercancel", () => desk.cancel());
map.addEventListener("dblclick", event => {
  if (!["look", "road", "counter", "join"].includes(desk.tool) || !desk.drawable) return;
  const space = desk.geometry.space(desk.view.point(event));
  if (space >= 0) desk.nameSpace(space);
});
map.addEventListener("keydown", event => { if (desk.drawable && desk.key(event)) event.preventDefault(); });
addEventListener("keydown", event => {
  if (!desk.drawable || /INPUT|SELECT/.test(document.activeElement?.tagName ?? "") || event.altKey || id("naming").open) return;
  if (desk.shortcut(event)) event.preventDefault();
});
addEventListener("beforeunload", event => { if (desk.queue.unanswered.length) event.preventDefault(); });
addEventListener("resize", () => desk.view.enlarge(1));
wide.addEventListener("change", () => { document.body.classList.toggle("viewer", !desk.drawable); });
id("not-named").onclick = () => id("naming").close("");
id("undo").onclick = () => desk.takeBack();
id("redo").onclick = () => desk.queue.add("redo", {});
id("new-map").onsubmit = event => {
  event.preventDefault();
  const [title, grid] = ["new-title", "new-grid"].map(name => id(name).value), unset = id("new-unset").checked;
  const [columns, rows] = ["new-columns", "new-rows"].map(name => id(name).valueAsNumber);
  id("new-map").hidden = true;
  desk.queue.add("new_map", grid === "areas" ? { title, grid } : { title, grid, columns, rows, unset });
};
id("new-grid").onchange = () => { id("new-size").disabled = id("new-size").hidden = id("new-grid").value === "areas"; };
id("fit").onclick = () => desk.fit();
id("larger").onclick = () => desk.view.enlarge(1.4);
id("smaller").onclick = () => desk.view.enlarge(1 / 1.4);
id("play").onclick = () => post("play", { games: 20 }).then(() => desk.load());
new EventSource(address("events")).onmessage = () => desk.load();
await desk.queue.resume();
await desk.load();
Object.assign(globalThis, { desk });
