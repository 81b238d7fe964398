// The board: the printed sheet as a picture, and over it the spaces and the pieces, which are lit, moved and pointed at.

import { Camera } from "./camera.js";
import { Edges } from "./edges.js";
import { svg } from "./elements.js";
import { lettered } from "./lettered.js";
import { Names } from "./names.js";
import { phrase } from "./phrases.js";
import { listen } from "./pointing.js";
import { make, split } from "./state.js";

const FINGER = 22; // pixels about the point of a tap
const LEAST = 24; // pixels that the shorter side of a counter keeps
const GROWN = 1.8; // by how much a counter is made larger for that at most
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  /** `handlers` has `pick(references, point)`, `point(reference or null)`. */
  constructor(state, handlers) {
    this.state = state;
    this.handlers = handlers;
    this.left = 0;
    this.top = 0;
    this.boxWide = 0;
    this.boxHigh = 0;
    /** @type {import("./messages").Sheet | null} */
    this.sheet = null;
    this.grown = 1; // by how much counters are larger than life, so that they can be seen
    this.pieces = new Map();
    this.spaces = new Map();
    this.rings = new Map();
    this.sizes = new Map();
    this.transforms = new Map(); // of each piece, as it was written last
    this.labels = new WeakMap(); // of each space and piece, as it was written last
    this.pieceNames = new WeakMap(); // by the row that tells of a piece
    this.hinted = [];
    this.lit = new Map();
    this.picked = new Set();
    this.ground = make("img", { class: "ground", alt: "", draggable: "false" });
    this.over = svg("svg", { class: "over", role: "group", "aria-roledescription": phrase("map") });
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
    this.moved = () => {}; // for what lies over the map at a place of it
    this.camera = new Camera(this.element, this.lens, () => this.#soon(), () => (this.edges.show(), this.moved()));
    this.edges = new Edges(this.camera);
    this.element.append(this.camera.overview, ...this.edges.buttons);
    this.#listen();
    document.fonts.addEventListener("loadingdone", () => this.#lettered());
  }

  /** Letters have another width when their font has come. */
  #lettered() {
    this.sizes.clear();
    this.names.measureAgain();
    this.#soon();
  }

  /** Lay the sheet down. `picture` is its SVG as text. */
  lay(sheet, picture) {
    const [sheetWidth, sheetHeight] = sheet.size;
    this.sheet = sheet;
    this.wide = sheetWidth || 1;
    this.high = sheetHeight || 1;
    const box = (/viewBox="([^"]+)"/.exec(picture)?.[1] ?? `0 0 ${sheetWidth} ${sheetHeight}`).split(/\s+/).map(Number);
    [this.left, this.top, this.boxWide, this.boxHigh] = box;
    this.paint(picture);
    for (const layer of this.sheets) {
      layer.style.width = `${this.boxWide}px`;
      layer.style.height = `${this.boxHigh}px`;
    }
    for (const layer of this.sheets.slice(1)) layer.setAttribute("viewBox", box.join(" "));
    this.spaces.clear();
    this.rings.clear();
    this.layers.reach.replaceChildren();
    this.layers.ways.replaceChildren();
    this.over.setAttribute("aria-label", sheet.title);
    this.layers.spaces.replaceChildren(...sheet.spaces.map((space) => this.#space(space)));
    /** The spaces that have a name on the sheet. */
    this.places = sheet.spaces.filter(({ place }) => place).map(({ id }) => id);
    this.named = new Set();
    this.pieceNames = new WeakMap();
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
    const unnamedTexts = this.names.take(picture);
    this.bare = unnamedTexts;
    this.#print(unnamedTexts);
    /** Settled once the sheet has its letters, and its address stays. @type {Promise<void>} */
    this.printed = lettered(unnamedTexts).then((sheet) => void (this.bare === unnamedTexts && this.#print(sheet)));
    const root = /** @type {ShadowRoot} */ (this.element.getRootNode());
    if (!root.adoptedStyleSheets.includes(this.names.colours)) root.adoptedStyleSheets.push(this.names.colours);
    this.#soon();
  }

  /** @param {string} sheet */
  #print(sheet) {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(new Blob([sheet], { type: "image/svg+xml" }));
    this.ground.src = this.address;
    this.camera.show(this.address);
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

  /** Put every piece where it is now, and show what is marked on the sheet. Only what is different is written. */
  show() {
    const { state } = this;
    for (const [id, group] of this.pieces) if (!(id in state.pieces)) (group.remove(), this.pieces.delete(id), this.transforms.delete(id));
    for (const [id, piece] of Object.entries(state.pieces)) {
      let group = this.pieces.get(id);
      if (!group) {
        group = svg("g", { "data-piece": id, class: "piece" });
        this.pieces.set(id, group);
      }
      this.#face(group, id, piece);
    }
    this.#stack();
    this.#counted();
    this.#place();
    if (this.marks !== state.marks) {
      this.marks = state.marks;
      this.layers.marks.innerHTML = state.marks.map((digest) => state.faces[digest] ?? "").join(""); // made by the server from data, with everything escaped
    }
    this.#soon();
  }

  /** Draw what rests on what browsers measure, and what only screen readers are told, once a frame, however much has changed. */
  #soon() {
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = undefined;
      this.#place();
      this.names.scale(this.scale);
      const counters = this.#counters();
      this.names.clear(counters);
      this.edges.avoid(counters);
      this.#name();
    });
  }

  /** Pieces lie on each other as they are told; of a stack those that can be chosen lie on top. */
  #stack() {
    const rows = Object.entries(this.state.pieces).sort(([, a], [, b]) => (a.z ?? 0) - (b.z ?? 0));
    const heights = new Map();
    rows.forEach(([, { at }], height) => heights.set(at, [...(heights.get(at) ?? []), height]));
    const order = rows.map(([id]) => id);
    for (const stack of heights.values()) {
      if (stack.length < 2) continue;
      const ids = stack.map((height) => rows[height][0]);
      const [dim, litIds] = [false, true].map((areLit) => ids.filter((id) => this.#litAs(`piece:${id}`) !== "" === areLit));
      [...dim, ...litIds].forEach((id, number) => (order[stack[number]] = id));
    }
    const { activeElement } = /** @type {ShadowRoot} */ (this.element.getRootNode());
    let above = null;
    for (const id of order.reverse()) {
      const group = this.pieces.get(id);
      if (!group) continue; // it is put there next
      const isAlreadyAbove = group.parentNode && group.nextSibling === above;
      if (!isAlreadyAbove && (group !== activeElement || !group.parentNode)) this.layers.pieces.insertBefore(group, above); // which would lose the keys
      above = group;
    }
  }

  /** The boxes of all pieces on the sheet. */
  #counters() {
    return Object.entries(this.state.pieces).flatMap(([id, piece]) => {
      const group = this.pieces.get(id);
      if (!group) return [];
      const face = piece.face ?? id;
      if (!this.sizes.has(face)) this.sizes.set(face, group.getBBox());
      const { x, y, width, height } = this.sizes.get(face);
      const [[boxLeft, top], scale] = [this.middleOf(piece), (piece.scale ?? 1) * this.grown];
      return [[boxLeft + x * scale, top + y * scale, boxLeft + (x + width) * scale, top + (y + height) * scale]];
    });
  }

  #face(group, id, piece) {
    write(group, "data-at", piece.at);
    write(group, "data-side", piece.side ?? this.state.printed("pieces", id)?.side ?? "");
    if (group.dataset.face === (piece.face ?? "plain")) return;
    group.dataset.face = piece.face ?? "plain";
    if (piece.face) group.innerHTML = this.state.faces[piece.face] ?? ""; // made by the server, as above
    else group.replaceChildren(...this.#plain(id));
  }

  /** The shorter side of a counter: the median of those that stand alone, or of all; again when many more have come. */
  #counted() {
    if (this.camera.counter && this.pieces.size < 2 * this.measured) return;
    this.measured = this.pieces.size;
    const loneIds = [...this.state.stacks.values()].filter((stack) => stack.length === 1).flat();
    const sides = (loneIds.length ? loneIds : [...this.pieces.keys()]).map((id) => {
      const { width, height } = this.pieces.get(id)?.getBBox() ?? { width: 0, height: 0 };
      return Math.min(width, height) * (this.state.pieces[id].scale ?? 1);
    }).filter(Boolean).sort((a, b) => a - b);
    this.camera.counter = sides[Math.floor(sides.length / 2)] ?? 0;
  }

  /** Every counter at its place, none smaller than can be seen. */
  #place() {
    const { counter, scale } = this.camera;
    this.grown = counter ? Math.max(1, Math.min(GROWN, LEAST / (counter * scale))) : 1;
    for (const [id, piece] of Object.entries(this.state.pieces)) {
      const [group, transform] = [this.pieces.get(id), transformOf(...this.middleOf(piece), (piece.scale ?? 1) * this.grown)];
      if (!group || this.transforms.get(id) === transform) continue;
      this.transforms.set(id, transform);
      group.style.transform = transform;
    }
  }

  #plain(id) {
    const text = svg("text", { "text-anchor": "middle", y: 4, class: "plain-name" });
    text.textContent = this.state.nameOf(`piece:${id}`).slice(0, 5);
    return [svg("rect", { x: -17, y: -10, width: 34, height: 20, class: "plain" }), text];
  }

  /** Where the middle of a piece is on the sheet. */
  middleOf(piece) {
    if (piece.x !== undefined) return [piece.x, piece.y];
    return this.spaces.get(piece.at)?.at ?? [0, 0];
  }

  /** What screen readers say of spaces and pieces: a space with nothing to say has no name, unless it has the keys. */
  #name() {
    const { stacks } = this.state;
    const litPlaces = [...this.lit.keys()].filter((reference) => reference.startsWith("place:")).map((reference) => reference.slice(6));
    const namedPlaces = new Set([...stacks.keys(), ...litPlaces, ...(this.places ?? []), ...(this.current?.startsWith("place:") ? [this.current.slice(6)] : [])]);
    for (const id of this.named ?? []) if (!namedPlaces.has(id)) this.#hush(id);
    for (const id of namedPlaces) this.#nameSpace(id, stacks.get(id) ?? []);
    this.named = namedPlaces;
    for (const [id, group] of this.pieces) {
      write(group, "role", this.lit.has(`piece:${id}`) ? "button" : "img");
      this.#label(group, this.#nameOf(id));
    }
  }

  #nameSpace(id, stack) {
    const path = this.spaces.get(id)?.path;
    if (!path) return;
    const printed = this.state.printed("spaces", id);
    const words = [printed?.place ? `${printed.place} ${id}` : id, printed?.terrain, this.lit.has(`place:${id}`) ? phrase("canBeChosen") : "", ...stack.map((piece) => this.#nameOf(piece))];
    if (!this.labels.has(path)) (path.removeAttribute("aria-hidden"), path.setAttribute("role", "button"));
    this.#label(path, words.filter(Boolean).join(", "));
  }

  #hush(id) {
    const path = this.spaces.get(id)?.path;
    if (!path) return;
    path.setAttribute("aria-hidden", "true");
    path.removeAttribute("aria-label");
    this.labels.delete(path);
  }

  #label(element, words) {
    if (this.labels.get(element) === words) return;
    this.labels.set(element, words);
    element.setAttribute("aria-label", words);
  }

  /** What a piece is called: found out once for each row that tells of it. */
  #nameOf(id) {
    const row = this.state.pieces[id];
    if (!this.pieceNames.has(row)) this.pieceNames.set(row, this.state.nameOf(`piece:${id}`));
    return this.pieceNames.get(row);
  }

  /** Light up what can be pointed at now, and what was. */
  light(litReferences, pickedReferences) {
    const references = new Set([...this.lit.keys(), ...this.picked, ...litReferences.keys(), ...pickedReferences]);
    this.lit = litReferences;
    this.picked = new Set(pickedReferences);
    for (const reference of references) this.#light(reference);
    this.#stack();
    this.edges.take(this.spotsOf(litReferences.keys()));
    this.#oneStop();
    this.#soon();
  }

  #litAs(reference) {
    return this.picked.has(reference) ? "picked" : this.lit.has(reference) ? "can" : "";
  }

  #light(reference) {
    const [element, litAs, [kind, id]] = [this.elementOf(reference), this.#litAs(reference), split(reference)];
    if (!element) return;
    if (litAs) write(element, "data-lit", litAs);
    else element.removeAttribute("data-lit");
    if (litAs === "can") write(element, "tabindex", "-1");
    if (kind === "place") this.#ring(id, litAs);
  }

  #ring(id, litAs) {
    const ring = this.rings.get(id);
    if (!litAs) return void (ring?.remove(), this.rings.delete(id));
    if (ring) return write(ring, "data-ring", litAs);
    const ringShape = svg("path", { d: this.spaces.get(id).data, class: "ring", "data-ring": litAs });
    this.rings.set(id, ringShape);
    this.layers.reach.append(ringShape);
  }

  /** Light up what somebody points at elsewhere: a row of a menu, a sentence. */
  hint(references) {
    for (const element of this.hinted) element.removeAttribute("data-hint");
    this.hinted = references.map((reference) => this.elementOf(reference)).filter(Boolean);
    for (const element of this.hinted) element.setAttribute("data-hint", "");
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
    const elementsThere = root.elementsFromPoint(x, y).filter((element) => this.over.contains(element));
    return [...new Set(elementsThere.flatMap((element) => this.referencesAt(element)).filter((reference) => this.lit.has(reference)))].slice(0, 1);
  }

  /** What else can be chosen of a stack and lies beneath its counter that was pointed at, where that means another choice. */
  #covered(target, stack) {
    const [top, root] = [target.closest?.("[data-piece]"), /** @type {ShadowRoot} */ (this.element.getRootNode())];
    const rowsOf = (reference) => this.lit.get(reference)?.join();
    const firstRows = rowsOf(`piece:${top?.getAttribute("data-piece")}`);
    return stack.filter((reference) => {
      if (!top || !this.lit.has(reference) || rowsOf(reference) === firstRows) return false;
      const { left, top: high, width, height } = this.elementOf(reference).getBoundingClientRect();
      return root.elementFromPoint(left + width / 2, high + height / 2)?.closest("[data-piece]") === top;
    });
  }

  /** What of a point can be chosen, and all that lies there. */
  #under(target, point, finger = false) {
    const referencesHere = this.referencesAt(target);
    if (!referencesHere.length) return { lit: finger ? this.#near(point) : [], all: referencesHere };
    const place = split(referencesHere.at(-1))[1];
    const stack = (this.state.stacks.get(place) ?? []).map((id) => `piece:${id}`);
    let litReferences = referencesHere.filter((reference) => this.lit.has(reference));
    if (!litReferences.length) litReferences = [...stack, `place:${place}`].filter((reference) => this.lit.has(reference));
    if (!litReferences.length && point) litReferences = this.#beneath(point);
    if (litReferences.length && point) litReferences = [...new Set([...litReferences, ...this.#covered(target, stack)])];
    if (finger) litReferences = [...new Set([...litReferences, ...this.#near(point)])];
    return { lit: litReferences, all: referencesHere };
  }

  #pick({ lit, all }, point) {
    this.handlers.pick(lit, all, point);
  }

  #listen() {
    const { over, element } = this;
    over.addEventListener("pointerover", (event) => this.handlers.point(this.referencesAt(event.target)));
    over.addEventListener("pointerleave", () => this.handlers.point([]));
    over.addEventListener("focusin", (event) => this.handlers.point(this.referencesAt(event.target)));
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

  zoom(factor, clientX, clientY) {
    this.camera.zoom(factor, clientX, clientY);
  }

  /** Where things lie on the sheet. @param {Iterable<string>} references @returns {number[][]} */
  spotsOf(references) {
    return [...references].map((reference) => {
      const [kind, id] = split(reference);
      return kind === "piece" && this.state.pieces[id] ? this.middleOf(this.state.pieces[id]) : this.spaces.get(kind === "piece" ? "" : id)?.at;
    }).filter(Boolean);
  }

  /** Come to what is `meant` of what can be chosen, to all of that where nothing is, or to one's own pieces at the beginning. @param {string[]} meant */
  open(meant = []) {
    const referencesFound = this.spotsOf(meant);
    const spots = referencesFound.length ? referencesFound : this.spotsOf(this.lit.keys());
    if (spots.length || !this.camera.arrived) this.camera.come(spots.length ? spots : this.#beginning(), this.camera.arrived);
  }

  /** Where the pieces of whoever looks lie, or all pieces where none are theirs. */
  #beginning() {
    const ownIds = [...this.pieces.keys()].filter((id) => this.state.sideOf(id) === this.state.welcome?.you);
    return this.spotsOf(ownIds.length ? ownIds.map((id) => `piece:${id}`) : this.#order());
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
    this.#stopAt(this.current && this.elementOf(this.current) ? this.current : this.#order()[0]);
  }

  /** One thing of the board, and no other, is reached by the key Tab; screen readers have a name for it. */
  #stopAt(reference) {
    this.stop?.setAttribute("tabindex", "-1");
    this.current = reference;
    this.stop = reference && this.elementOf(reference);
    this.stop?.setAttribute("tabindex", "0");
    const [kind, id] = split(reference ?? ":");
    if (kind === "place") this.#nameSpace(id, this.state.stacks.get(id) ?? []);
    this.#soon();
  }

  #order() {
    const litReferences = [...this.lit.keys()].filter((reference) => this.elementOf(reference));
    return litReferences.length ? litReferences : [...this.state.stacks.keys()].filter((id) => this.spaces.has(id)).map((id) => `place:${id}`);
  }

  /** Give the keys to a thing on the board. */
  focus(reference) {
    const element = this.elementOf(reference);
    if (!element) return;
    this.#stopAt(reference);
    this.seek(reference);
    element.focus({ preventScroll: true });
  }

  /** Give the keys to the next thing that can be chosen, or the one before. */
  step(step) {
    const order = this.#order();
    if (order.length) this.focus(order.at((order.indexOf(this.current) + step) % order.length));
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key in ARROWS) this.#step(ARROWS[key]);
    else if (key === "n" || key === "N") this.step(key === "n" ? 1 : -1);
    else if (key === "Enter" || key === " ") this.#pick(this.#under(event.target, null), null);
    else if (key === "e") this.handlers.explain(this.referencesAt(event.target));
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
    const startPlace = this.spaces.get(id);
    if (!startPlace) return;
    let bestPlace = null;
    for (const link of startPlace.links.length ? startPlace.links : [...this.spaces.keys()]) {
      const goalPlace = this.spaces.get(link);
      if (!goalPlace || goalPlace === startPlace) continue;
      const [x, y] = [goalPlace.at[0] - startPlace.at[0], goalPlace.at[1] - startPlace.at[1]];
      const distanceAlong = (x * dx + y * dy) / (Math.hypot(x, y) || 1);
      const valueOfStep = startPlace.links.length ? distanceAlong : distanceAlong / (1 + Math.hypot(x, y));
      if (distanceAlong > 0.4 && (!bestPlace || valueOfStep > bestPlace.better)) bestPlace = { link, better: valueOfStep };
    }
    if (bestPlace) this.focus(`place:${bestPlace.link}`);
  }
}

/** Write an attribute if it is another one: what is written is drawn anew. */
function write(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function transformOf(x, y, scale = 1) {
  return `translate(${x}px, ${y}px) scale(${scale})`;
}
