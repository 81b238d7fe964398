// The board: the printed sheet as a picture, and over it the spaces and the pieces, which are lit, moved and pointed at.

import { Camera } from "./camera.js";
import { Edges } from "./edges.js";
import { Names } from "./names.js";
import { listen } from "./pointing.js";
import { make, split } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const FINGER = 22; // pixels about the point of a tap
const LEAST = 24; // pixels that the shorter side of a counter keeps
const GROWN = 1.8; // by how much a counter is made larger for that at most
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function svg(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export class Board {
  /** `on` has `pick(references, point)`, `point(reference or null)`. */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    this.left = 0;
    this.top = 0;
    this.boxWide = 0;
    this.boxHigh = 0;
    /** @type {import("./messages").Sheet | null} */
    this.sheet = null;
    this.grown = 1; // by how much counters are larger than life, so that they can be seen
    this.pieces = new Map();
    this.spaces = new Map();
    this.sizes = new Map();
    this.lit = new Map();
    this.picked = new Set();
    this.ground = make("img", { class: "ground", alt: "", draggable: "false" });
    this.over = svg("svg", { class: "over", role: "group", "aria-roledescription": "map" });
    this.under = svg("svg", { class: "under themed", "aria-hidden": "true" });
    this.layers = Object.fromEntries(
      ["marks", "spaces", "reach", "pieces", "ways", "shows"].map((name) => {
        const layer = svg("g", { "data-layer": name });
        (name === "marks" ? this.under : this.over).append(layer);
        return [name, layer];
      }),
    );
    this.lens = make("div", { class: "lens" });
    this.names = new Names();
    this.sheets = [this.ground, this.under, this.names.element, this.over];
    this.lens.append(...this.sheets);
    this.element = make("div", { class: "board", part: "board" }, this.lens);
    this.camera = new Camera(this.element, this.lens, () => this.#scaled(), () => this.edges.show());
    this.edges = new Edges(this.camera);
    this.element.append(this.camera.overview, ...this.edges.buttons);
    this.#listen();
    document.fonts.addEventListener("loadingdone", () => this.#lettered());
  }

  /** Letters have another width when their font has come. */
  #lettered() {
    this.sizes.clear();
    this.names.measureAgain();
    this.names.clear(this.#counters());
  }

  /** Lay the sheet down. `picture` is its SVG as text. */
  lay(sheet, picture) {
    const [wide, high] = sheet.size;
    this.sheet = sheet;
    this.wide = wide || 1;
    this.high = high || 1;
    const box = (/viewBox="([^"]+)"/.exec(picture)?.[1] ?? `0 0 ${wide} ${high}`).split(/\s+/).map(Number);
    [this.left, this.top, this.boxWide, this.boxHigh] = box;
    this.paint(picture);
    for (const layer of this.sheets) {
      layer.style.width = `${this.boxWide}px`;
      layer.style.height = `${this.boxHigh}px`;
    }
    for (const layer of this.sheets.slice(1)) layer.setAttribute("viewBox", box.join(" "));
    this.spaces.clear();
    this.layers.ways.replaceChildren();
    this.over.setAttribute("aria-label", sheet.title);
    this.layers.spaces.replaceChildren(...sheet.spaces.map((space) => this.#space(space)));
    this.camera.counter = 0;
    this.camera.lay(box);
  }

  get scale() {
    return this.camera.scale;
  }

  get x() {
    return this.camera.x;
  }

  get y() {
    return this.camera.y;
  }

  /** The same sheet in other colours. */
  paint(picture) {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(new Blob([this.names.take(picture)], { type: "image/svg+xml" }));
    this.ground.src = this.address;
    this.camera.show(this.address);
    const root = /** @type {ShadowRoot} */ (this.element.getRootNode());
    if (!root.adoptedStyleSheets.includes(this.names.colours)) root.adoptedStyleSheets.push(this.names.colours);
    this.names.clear(this.#counters());
  }

  #space(space) {
    const outline = this.sheet.outlines[space.outline ?? 0] ?? [];
    const [x, y] = space.at;
    const data = `M${outline.map(([px, py]) => `${px + x} ${py + y}`).join("L")}Z`;
    const path = svg("path", { class: "space", d: data, "data-space": space.id, "aria-hidden": "true" });
    if (space.terrain) path.setAttribute("data-terrain", space.terrain);
    this.spaces.set(space.id, { path, at: space.at, links: space.links ?? [], data });
    return path;
  }

  /** Put every piece where it is now, and show what is marked on the sheet. */
  show() {
    const { state } = this;
    for (const [id, group] of this.pieces) if (!(id in state.pieces)) (group.remove(), this.pieces.delete(id));
    for (const [id, piece] of Object.entries(state.pieces).sort(([, a], [, b]) => (a.z ?? 0) - (b.z ?? 0))) {
      let group = this.pieces.get(id);
      if (!group) {
        group = svg("g", { "data-piece": id, class: "piece" });
        this.pieces.set(id, group);
      }
      this.#face(group, id, piece);
      this.layers.pieces.append(group);
    }
    this.#counted();
    this.#place();
    if (this.marks !== state.marks) {
      this.marks = state.marks;
      this.layers.marks.innerHTML = state.marks.map((digest) => state.faces[digest] ?? "").join(""); // made by the server from data, with everything escaped
    }
    this.names.clear(this.#counters());
    this.#name();
  }

  /** The boxes of all pieces on the sheet. */
  #counters() {
    return Object.entries(this.state.pieces).flatMap(([id, piece]) => {
      const group = this.pieces.get(id);
      if (!group) return [];
      const face = piece.face ?? id;
      if (!this.sizes.has(face)) this.sizes.set(face, group.getBBox());
      const { x, y, width, height } = this.sizes.get(face);
      const [[left, top], scale] = [this.#middle(piece), (piece.scale ?? 1) * this.grown];
      return [[left + x * scale, top + y * scale, left + (x + width) * scale, top + (y + height) * scale]];
    });
  }

  #face(group, id, piece) {
    group.setAttribute("data-at", piece.at);
    group.setAttribute("data-side", piece.side ?? this.state.printed("pieces", id)?.side ?? "");
    if (group.dataset.face === (piece.face ?? "plain")) return;
    group.dataset.face = piece.face ?? "plain";
    if (piece.face) group.innerHTML = this.state.faces[piece.face] ?? ""; // made by the server, as above
    else group.replaceChildren(...this.#plain(id));
  }

  /** The shorter side of a counter: the median of those that stand alone, or of all; again when many more have come. */
  #counted() {
    if (this.camera.counter && this.pieces.size < 2 * this.measured) return;
    this.measured = this.pieces.size;
    const alone = [...this.state.stacks.values()].filter((stack) => stack.length === 1).flat();
    const sides = (alone.length ? alone : [...this.pieces.keys()]).map((id) => {
      const { width, height } = this.pieces.get(id)?.getBBox() ?? { width: 0, height: 0 };
      return Math.min(width, height) * (this.state.pieces[id].scale ?? 1);
    }).filter(Boolean).sort((a, b) => a - b);
    this.camera.counter = sides[Math.floor(sides.length / 2)] ?? 0;
  }

  #scaled() {
    cancelAnimationFrame(this.placing);
    this.placing = requestAnimationFrame(() => {
      const { grown } = this;
      this.#place();
      if (this.names.scale(this.scale) || this.grown !== grown) this.names.clear(this.#counters());
    });
  }

  /** Every counter at its place, none smaller than can be seen. */
  #place() {
    const { counter, scale } = this.camera;
    this.grown = counter ? Math.max(1, Math.min(GROWN, LEAST / (counter * scale))) : 1;
    for (const [id, piece] of Object.entries(this.state.pieces)) {
      const group = this.pieces.get(id);
      if (group) group.style.transform = transformOf(...this.#middle(piece), (piece.scale ?? 1) * this.grown);
    }
  }

  #plain(id) {
    const text = svg("text", { "text-anchor": "middle", y: 4, class: "plain-name" });
    text.textContent = this.state.nameOf(`piece:${id}`).slice(0, 5);
    return [svg("rect", { x: -17, y: -10, width: 34, height: 20, class: "plain" }), text];
  }

  #middle(piece) {
    if (piece.x !== undefined) return [piece.x, piece.y];
    return this.spaces.get(piece.at)?.at ?? [0, 0];
  }

  #name() {
    const stacks = this.state.stacks;
    for (const [id, space] of this.spaces) {
      const here = stacks.get(id) ?? [];
      const printed = this.state.printed("spaces", id);
      const lit = this.lit.has(`place:${id}`);
      if (!here.length && !lit && !printed?.place) {
        if (space.named) (space.path.setAttribute("aria-hidden", "true"), space.path.removeAttribute("aria-label"));
        space.named = false;
        continue;
      }
      const words = [printed?.place ? `${printed.place} ${id}` : id, printed?.terrain];
      if (lit) words.push("can be chosen");
      words.push(...here.map((piece) => this.state.nameOf(`piece:${piece}`)));
      space.path.removeAttribute("aria-hidden");
      space.path.setAttribute("role", "button");
      space.path.setAttribute("aria-label", words.filter(Boolean).join(", "));
      space.named = true;
    }
    for (const [id, group] of this.pieces) {
      const lit = this.lit.has(`piece:${id}`);
      group.setAttribute("role", lit ? "button" : "img");
      group.setAttribute("aria-label", this.state.nameOf(`piece:${id}`));
    }
  }

  /** Light up what can be pointed at now, and what was. */
  light(lit, picked) {
    this.lit = lit;
    this.picked = new Set(picked);
    const rings = [];
    for (const [id, space] of this.spaces) this.#litAs(space.path, `place:${id}`, () => rings.push(this.#ring(space, `place:${id}`)));
    for (const [id, group] of this.pieces) this.#litAs(group, `piece:${id}`, () => group.matches(":focus") || this.layers.pieces.append(group)); // on top of its stack
    this.layers.reach.replaceChildren(...rings);
    this.edges.take(this.spotsOf(lit.keys()));
    this.#name();
    this.#oneStop();
  }

  #litAs(element, reference, drawn = () => {}) {
    const as = this.picked.has(reference) ? "picked" : this.lit.has(reference) ? "can" : "";
    if (as) (element.setAttribute("data-lit", as), drawn());
    else element.removeAttribute("data-lit");
    if (as === "can") element.setAttribute("tabindex", "-1");
  }

  #ring(space, reference) {
    return svg("path", { d: space.data, class: "ring", "data-ring": this.picked.has(reference) ? "picked" : "can" });
  }

  /** Light up what somebody points at elsewhere: a row of a menu, a sentence. */
  hint(references) {
    for (const element of this.over.querySelectorAll("[data-hint]")) element.removeAttribute("data-hint");
    for (const reference of references) this.elementOf(reference)?.setAttribute("data-hint", "");
  }

  elementOf(reference) {
    const [kind, id] = split(reference);
    return kind === "piece" ? this.pieces.get(id) : this.spaces.get(id)?.path;
  }

  /** An arrow along the last move. */
  way(paths) {
    this.layers.ways.replaceChildren(
      ...paths.map((path) => {
        const points = path.map((id) => this.spaces.get(id)?.at).filter(Boolean);
        return svg("polyline", { points: points.map((point) => point.join(" ")).join(" "), class: "way", "data-lit": "last" });
      }),
    );
  }

  // Pointing

  referencesAt(target) {
    const piece = target.closest?.("[data-piece]");
    const place = piece ? piece.getAttribute("data-at") : target.closest?.("[data-space]")?.getAttribute("data-space");
    if (!place) return [];
    const pieces = piece ? [piece.getAttribute("data-piece")] : (this.state.stacks.get(place) ?? []);
    return [...pieces.map((id) => `piece:${id}`), `place:${place}`];
  }

  /** What is lit about a point: a finger covers several small spaces, and means one of them. */
  #near([x, y]) {
    return [...this.lit.keys()].filter((reference) => {
      const box = this.elementOf(reference)?.getBoundingClientRect();
      return box && Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) <= FINGER;
    });
  }

  /** What is lit of all that lies at a point, one thing upon the other: a click goes to it. */
  #beneath([x, y]) {
    const root = /** @type {ShadowRoot} */ (this.element.getRootNode());
    const there = root.elementsFromPoint(x, y).filter((element) => this.over.contains(element));
    return [...new Set(there.flatMap((element) => this.referencesAt(element)).filter((reference) => this.lit.has(reference)))].slice(0, 1);
  }

  /** What else can be chosen of a stack and lies beneath its counter that was pointed at, where that means another choice. */
  #covered(target, stack) {
    const [top, root] = [target.closest?.("[data-piece]"), /** @type {ShadowRoot} */ (this.element.getRootNode())];
    const rowsOf = (reference) => this.lit.get(reference)?.join();
    const first = rowsOf(`piece:${top?.getAttribute("data-piece")}`);
    return stack.filter((reference) => {
      if (!top || !this.lit.has(reference) || rowsOf(reference) === first) return false;
      const { left, top: high, width, height } = this.elementOf(reference).getBoundingClientRect();
      return root.elementFromPoint(left + width / 2, high + height / 2)?.closest("[data-piece]") === top;
    });
  }

  /** What of a point can be chosen, and all that lies there. */
  #under(target, point, finger = false) {
    const all = this.referencesAt(target);
    if (!all.length) return { lit: finger ? this.#near(point) : [], all };
    const place = split(all.at(-1))[1];
    const stack = (this.state.stacks.get(place) ?? []).map((id) => `piece:${id}`);
    let lit = all.filter((reference) => this.lit.has(reference));
    if (!lit.length) lit = [...stack, `place:${place}`].filter((reference) => this.lit.has(reference));
    if (!lit.length && point) lit = this.#beneath(point);
    if (lit.length && point) lit = [...new Set([...lit, ...this.#covered(target, stack)])];
    if (finger) lit = [...new Set([...lit, ...this.#near(point)])];
    return { lit, all };
  }

  #pick({ lit, all }, point) {
    this.on.pick(lit, all, point);
  }

  #listen() {
    const { over, element } = this;
    over.addEventListener("pointerover", (event) => this.on.point(this.referencesAt(event.target)));
    over.addEventListener("pointerleave", () => this.on.point([]));
    over.addEventListener("focusin", (event) => this.on.point(this.referencesAt(event.target)));
    over.addEventListener("keydown", (event) => this.#key(event));
    listen(element, {
      under: (target, point, finger) => this.#under(target, point, finger),
      pick: (under, point) => this.#pick(under, point),
      moved: (dx, dy) => this.move(dx, dy),
      zoomed: (by, x, y) => this.zoom(by, x, y),
      bare: ({ lit, all }) => !lit.length && !all.some((reference) => reference.startsWith("piece:")),
    });
  }

  // Looking

  fit() {
    this.camera.fit();
  }

  move(dx, dy) {
    this.camera.move(dx, dy);
  }

  zoom(by, clientX, clientY) {
    this.camera.zoom(by, clientX, clientY);
  }

  /** Where things lie on the sheet. @param {Iterable<string>} references @returns {number[][]} */
  spotsOf(references) {
    return [...references].map((reference) => {
      const [kind, id] = split(reference);
      return kind === "piece" && this.state.pieces[id] ? this.#middle(this.state.pieces[id]) : this.spaces.get(kind === "piece" ? "" : id)?.at;
    }).filter(Boolean);
  }

  /** Come to what can be chosen, or to the pieces at the beginning where nothing can. */
  open() {
    const spots = this.spotsOf(this.lit.keys());
    if (spots.length || !this.camera.arrived) this.camera.come(spots.length ? spots : this.spotsOf(this.#order()), this.camera.arrived);
  }

  /** The same because somebody asks for it: the map follows from now on, wherever it was moved before. */
  approach() {
    this.camera.touched = this.camera.arrived = false;
    this.open();
  }

  /** Bring a thing into the middle when it is out of sight. */
  seek(reference) {
    const [spot] = this.spotsOf([reference]);
    if (spot) this.camera.seek(spot);
  }

  // Keys

  #oneStop() {
    const stop = this.current && this.elementOf(this.current) ? this.current : this.#order()[0];
    for (const element of this.over.querySelectorAll('[tabindex="0"]')) element.setAttribute("tabindex", "-1");
    this.current = stop;
    if (stop) this.elementOf(stop).setAttribute("tabindex", "0");
  }

  #order() {
    const lit = [...this.lit.keys()].filter((reference) => this.elementOf(reference));
    return lit.length ? lit : [...this.state.stacks.keys()].filter((id) => this.spaces.has(id)).map((id) => `place:${id}`);
  }

  /** Give the keys to a thing on the board. */
  focus(reference) {
    const element = this.elementOf(reference);
    if (!element) return;
    this.elementOf(this.current ?? "place:")?.setAttribute("tabindex", "-1");
    this.current = reference;
    element.setAttribute("tabindex", "0");
    this.seek(reference);
    element.focus({ preventScroll: true });
  }

  /** Give the keys to the next thing that can be chosen, or the one before. */
  step(by) {
    const order = this.#order();
    if (order.length) this.focus(order.at((order.indexOf(this.current) + by) % order.length));
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key in ARROWS) this.#step(ARROWS[key]);
    else if (key === "n" || key === "N") this.step(key === "n" ? 1 : -1);
    else if (key === "Enter" || key === " ") this.#pick(this.#under(event.target, null), null);
    else if (key === "e") this.on.explain(this.referencesAt(event.target));
    else if (key === "+" || key === "=") this.zoom(1.3);
    else if (key === "-") this.zoom(1 / 1.3);
    else if (key === "0") this.fit();
    else if (key === "m") this.approach();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #step([dx, dy]) {
    const element = this.elementOf(this.current);
    const id = element?.getAttribute("data-at") ?? element?.getAttribute("data-space");
    const here = this.spaces.get(id);
    if (!here) return;
    let best = null;
    for (const link of here.links.length ? here.links : [...this.spaces.keys()]) {
      const there = this.spaces.get(link);
      if (!there || there === here) continue;
      const [x, y] = [there.at[0] - here.at[0], there.at[1] - here.at[1]];
      const along = (x * dx + y * dy) / (Math.hypot(x, y) || 1);
      const better = here.links.length ? along : along / (1 + Math.hypot(x, y));
      if (along > 0.4 && (!best || better > best.better)) best = { link, better };
    }
    if (best) this.focus(`place:${best.link}`);
  }
}

export function transformOf(x, y, scale = 1) {
  return `translate(${x}px, ${y}px) scale(${scale})`;
}
