// The board: the printed sheet as a picture, and over it the spaces and the pieces, which are lit, moved and pointed at.

import { Names } from "./names.js";
import { make, split } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const FINGER = 22; // pixels about the point of a tap
const NARROW = 500; // a board so narrow is a phone's
const TOOLS = 60; // pixels that the buttons need beside the map
const SMALL = 0.5; // where the whole map is so small, the letters on a counter cannot be read
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
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.left = 0;
    this.top = 0;
    this.boxWide = 0;
    this.boxHigh = 0;
    /** @type {import("./messages").Sheet | null} */
    this.sheet = null;
    this.pieces = new Map();
    this.spaces = new Map();
    this.sizes = new Map();
    this.lit = new Map();
    this.picked = new Set();
    this.ground = make("img", { class: "ground", alt: "", draggable: "false" });
    this.over = svg("svg", { class: "over", role: "group", "aria-roledescription": "map" });
    this.under = svg("svg", { class: "under themed", "aria-hidden": "true" });
    this.layers = Object.fromEntries(
      ["marks", "spaces", "reach", "pieces", "ways"].map((name) => {
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
    this.#listen();
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
    this.fit();
  }

  /** The same sheet in other colours. */
  paint(picture) {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(new Blob([this.names.take(picture)], { type: "image/svg+xml" }));
    this.ground.src = this.address;
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
    for (const [id, piece] of Object.entries(state.pieces)) {
      let group = this.pieces.get(id);
      if (!group) {
        group = svg("g", { "data-piece": id, class: "piece" });
        this.pieces.set(id, group);
      }
      this.#put(group, id, piece);
      this.layers.pieces.append(group);
    }
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
      const [[left, top], scale] = [this.#middle(piece), piece.scale ?? 1];
      return [[left + x * scale, top + y * scale, left + (x + width) * scale, top + (y + height) * scale]];
    });
  }

  #put(group, id, piece) {
    const [x, y] = this.#middle(piece);
    group.setAttribute("data-at", piece.at);
    group.setAttribute("data-side", piece.side ?? this.state.printed("pieces", id)?.side ?? "");
    group.style.transform = transformOf(x, y, piece.scale);
    if (group.dataset.face === (piece.face ?? "plain")) return;
    group.dataset.face = piece.face ?? "plain";
    if (piece.face) group.innerHTML = this.state.faces[piece.face] ?? ""; // made by the server, as above
    else group.replaceChildren(...this.#plain(id));
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
    for (const [id, group] of this.pieces) this.#litAs(group, `piece:${id}`);
    this.layers.reach.replaceChildren(...rings);
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

  #referencesAt(target) {
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

  #pick(target, point, finger = false) {
    const all = this.#referencesAt(target);
    if (!all.length) return this.on.pick(finger ? this.#near(point) : [], [], point);
    const place = split(all.at(-1))[1];
    const stack = (this.state.stacks.get(place) ?? []).map((id) => `piece:${id}`);
    let lit = all.filter((reference) => this.lit.has(reference));
    if (!lit.length) lit = [...stack, `place:${place}`].filter((reference) => this.lit.has(reference));
    if (finger) lit = [...new Set([...lit, ...this.#near(point)])];
    this.on.pick(lit, all, point);
  }

  #listen() {
    const { over, element } = this;
    over.addEventListener("pointerover", (event) => this.on.point(this.#referencesAt(event.target)));
    over.addEventListener("pointerleave", () => this.on.point([]));
    over.addEventListener("focusin", (event) => this.on.point(this.#referencesAt(event.target)));
    over.addEventListener("keydown", (event) => this.#key(event));
    /** @type {Map<number, [number, number]>} */
    const pointers = new Map();
    let moved = 0;
    let start = null;
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      moved = pointers.size > 1 ? 99 : 0;
      start = event.target;
    });
    element.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) return;
      const before = [...pointers.values()];
      const [x, y] = pointers.get(event.pointerId);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (pointers.size === 2) return this.#pinch(before, [...pointers.values()]);
      moved += Math.abs(event.clientX - x) + Math.abs(event.clientY - y);
      if (moved < 6) return;
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
      this.move(event.clientX - x, event.clientY - y);
    });
    const end = (event) => {
      pointers.delete(event.pointerId);
      if (!pointers.size) this.lens.classList.remove("moving");
    };
    element.addEventListener("pointerup", (event) => {
      const here = pointers.has(event.pointerId);
      end(event);
      if (here && moved < 6 && start) this.#pick(start, [event.clientX, event.clientY], event.pointerType === "touch");
      start = null;
    });
    element.addEventListener("pointercancel", end);
    element.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    }, { passive: false });
    element.addEventListener("dblclick", (event) => this.zoom(1.6, event.clientX, event.clientY));
    new ResizeObserver(() => this.untouched && this.fit()).observe(element);
  }

  /** @param {[number, number][]} before @param {[number, number][]} now */
  #pinch(before, now) {
    const [[a, b], [c, d]] = [before, now];
    const far = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]) || 1;
    this.move((c[0] + d[0] - a[0] - b[0]) / 2, (c[1] + d[1] - a[1] - b[1]) / 2);
    this.zoom(far(c, d) / far(a, b), (c[0] + d[0]) / 2, (c[1] + d[1]) / 2);
  }

  // Looking

  fit() {
    const { clientWidth, clientHeight: high } = this.element;
    if (!clientWidth || !this.boxWide) return;
    const wide = clientWidth > NARROW ? clientWidth - TOOLS : clientWidth; // the tools stand beside the map, on a phone above it
    this.least = Math.min(wide / this.boxWide, high / this.boxHigh);
    this.scale = this.least;
    this.x = (wide - this.boxWide * this.scale) / 2;
    const room = high - this.boxHigh * this.scale;
    this.y = clientWidth > NARROW ? room / 2 : Math.min(room, Math.max(room / 2, TOOLS));
    this.untouched = true;
    this.#look(true);
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#look();
  }

  zoom(by, clientX, clientY) {
    const frame = this.element.getBoundingClientRect();
    const px = (clientX ?? frame.left + frame.width / 2) - frame.left;
    const py = (clientY ?? frame.top + frame.height / 2) - frame.top;
    const scale = Math.min(6, Math.max(this.least * 0.8, this.scale * by));
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.#look();
  }

  #look(whole = false) {
    if (!whole) {
      this.untouched = false;
      this.lens.classList.add("moving");
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.lens.classList.remove("moving"), 200);
    }
    const { clientWidth: wide, clientHeight: high } = this.element;
    this.x = Math.min(wide * 0.8, Math.max(wide * 0.2 - this.boxWide * this.scale, this.x));
    this.y = Math.min(high * 0.8, Math.max(high * 0.2 - this.boxHigh * this.scale, this.y));
    this.lens.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  /** On a small screen, come close to what can be chosen, until somebody moves the map. */
  open() {
    if (!this.untouched || this.least > SMALL || !this.lit.size) return;
    this.approach();
    this.untouched = true;
  }

  /** Come close to what can be chosen now, or to the pieces where nothing can. */
  approach() {
    const spots = this.#order().map((reference) => {
      const [kind, id] = split(reference);
      return kind === "piece" ? this.#middle(this.state.pieces[id] ?? {}) : this.spaces.get(id)?.at;
    }).filter(Boolean);
    if (!spots.length) return;
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    const [x, y] = [Math.min(...xs) - 120, Math.min(...ys) - 100];
    const [wide, high] = [Math.max(...xs) + 120 - x, Math.max(...ys) + 100 - y];
    const frame = this.element;
    this.scale = Math.max(this.least, Math.min(2.2, frame.clientWidth / wide, frame.clientHeight / high));
    this.x = frame.clientWidth / 2 - (x + wide / 2 - this.left) * this.scale;
    this.y = frame.clientHeight / 2 - (y + high / 2 - this.top) * this.scale;
    this.#look();
  }

  /** Bring a thing into the middle when it is out of sight. */
  seek(reference) {
    const rect = this.elementOf(reference)?.getBoundingClientRect();
    const frame = this.element.getBoundingClientRect();
    if (!rect || !rect.width) return;
    const x = rect.left + rect.width / 2;
    const y = rect.top + rect.height / 2;
    if (x < frame.left + 20 || x > frame.right - 20 || y < frame.top + 20 || y > frame.bottom - 20) {
      this.move(frame.left + frame.width / 2 - x, frame.top + frame.height / 2 - y);
    }
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

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key in ARROWS) this.#step(ARROWS[key]);
    else if (key === "n" || key === "N") {
      const order = this.#order();
      const at = order.indexOf(this.current) + (key === "n" ? 1 : -1);
      this.focus(order.at(at % order.length));
    } else if (key === "Enter" || key === " ") this.#pick(event.target, null);
    else if (key === "e") this.on.explain(this.#referencesAt(event.target));
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
