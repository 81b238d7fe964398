// The picture of the map, and over it what is drawn at the moment and what the picture does not show yet.

import { svg } from "./dom.js";
import { lasting } from "./drawing.js";

export class MapView {
  constructor(element) {
    this.element = element;
    this.zoom = 1;
    this.shapes = new Map();
    this.labels = [];  // of the names in the picture, each with the middle of the space that it names
    this.placeNamed = _ => null;  // where the place of a name is
  }

  /** Show a picture; `paper` is what of the ground beside it is in sight too. */
  show(markup, stale, paper = null) {
    const { scrollLeft, scrollTop } = this.element, before = this.picture?.viewBox.baseVal;
    const scale = before ? this.picture.getBoundingClientRect().width / before.width : 0;
    this.element.innerHTML = markup;
    this.element.classList.toggle("stale", stale);
    this.picture = this.element.querySelector("svg");
    if (!this.picture) return;
    if (paper) this.widen(paper);
    this.shapes = new Map([...this.picture.querySelectorAll("[data-space]")].map(one => [one.dataset.space, one]));
    this.over = svg("g", { "pointer-events": "none", class: "over" });
    this.current = svg("g", { "pointer-events": "none", class: "current" });
    this.picture.append(this.over, this.current);
    this.labels = [...this.picture.querySelectorAll("text[data-of]")].map(label => {
      const { x, y, width, height } = label.getBBox(), [atX, atY] = label.dataset.of.split(" ").map(Number);
      return { x, y, width, height, of: { x: atX, y: atY } };
    });
    if (!scale) return this.enlarge(1);
    const { x, y, width } = this.picture.viewBox.baseVal;
    this.picture.style.width = `${width * scale}px`;  // a legend that grows moves nothing under the mouse
    this.element.scrollTo(scrollLeft + (before.x - x) * scale, scrollTop + (before.y - y) * scale);
  }

  widen([left, top, wide, high]) {
    const { x, y, width, height } = this.picture.viewBox.baseVal, [first, upper] = [Math.min(x, left), Math.min(y, top)];
    const ends = [Math.max(x + width, left + wide) - first, Math.max(y + height, top + high) - upper];
    this.picture.setAttribute("viewBox", [first, upper, ...ends].join(" "));
  }

  /** Make the map larger or smaller; at 1 it fits the window. */
  enlarge(factor) {
    this.zoom = Math.min(8, Math.max(1, this.zoom * factor));
    if (!this.picture) return;
    const { width, height } = this.picture.viewBox.baseVal;
    const narrow = innerWidth < 900;  // as in desk.css
    const wide = this.element.clientWidth - 14, high = narrow ? innerHeight : Math.max(200, this.element.clientHeight - 14);
    this.picture.style.width = `${Math.min(wide, high * width / height) * this.zoom}px`;
  }

  /** A point of the screen in units of the picture. */
  point({ clientX, clientY }) {
    const matrix = this.picture.getScreenCTM().inverse(), { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return { x, y };
  }

  /** Show the strokes that are not in the picture. */
  showPending(strokes, drawing, palette) {
    if (!this.over) return;
    this.over.replaceChildren();
    for (const { op, args } of lasting(strokes)) DRAWN[op]?.(new Pen(this, this.over, drawing.geometry, palette), args);
  }

  /** Show where counters begin, above one another where they share a space. */
  showCounters(counters, geometry) {
    const count = new Map();
    for (const { words, space } of counters) {
      if (space === null || space === undefined) continue;
      const above = count.get(space) ?? 0, { x, y } = geometry.spaces[space];
      count.set(space, above + 1);
      const box = svg("g", { transform: `translate(${x + 2 * above} ${y - 3 * above})`, class: "counter" });
      box.append(svg("rect", { x: -13, y: -13, width: 26, height: 26, rx: 3, fill: "#f4f0ff", stroke: "#54309a", "stroke-width": 1.6 }));
      box.append(svg("text", { y: 3, "text-anchor": "middle", "font-size": 8, "font-family": "sans-serif" }, words.slice(0, 6)));
      box.append(svg("title", {}, words));
      this.over?.append(box);
    }
  }

  /** Show which region each space belongs to, and the name of a region in the middle of its spaces. */
  showRegions({ regions, geometry }, kinds) {
    for (const { kind, color } of kinds) {
      const spaces = regions.flatMap((region, space) => region === kind ? [space] : []);
      const shapes = spaces.map(space => this.shapes.get(geometry.names[space])).filter(Boolean);
      for (const shape of shapes) this.over?.append(copyOf(shape, color, .5));
      if (!shapes.length) continue;
      const [x, y] = ["x", "y"].map(axis => spaces.reduce((sum, space) => sum + geometry.spaces[space][axis], 0) / spaces.length);
      const pen = { "text-anchor": "middle", "font-size": 16, "font-weight": "bold", fill: "#2b2418", stroke: "#fffdf6", "stroke-width": 3 };
      this.over?.append(svg("text", { x, y, ...pen, "paint-order": "stroke", class: "region" }, kind));
    }
  }

  /** Show the stroke that is being drawn; none with an `op` of "". */
  showCurrent(op, args, geometry, palette) {
    if (!this.current) return;
    this.current.replaceChildren();
    DRAWN[op]?.(new Pen(this, this.current, geometry, palette), args);
  }

  /** Show where the keyboard is; `point` is null for nowhere. */
  showCursor(point) {
    this.cursor?.remove();
    this.cursor = point && this.picture
      ? svg("circle", { cx: point.x, cy: point.y, r: 9, fill: "none", stroke: "#2c6fbb", "stroke-width": 3, class: "cursor" })
      : null;
    if (this.cursor) this.picture.append(this.cursor);
  }
}

/** The shape of a space in a colour. */
function copyOf(shape, fill, opacity) {
  const copy = shape.cloneNode();
  for (const attribute of ["id", "data-space", "class"]) copy.removeAttribute(attribute);
  copy.setAttribute("fill", fill);
  copy.setAttribute("fill-opacity", opacity);
  return copy;
}

class Pen {
  constructor(view, into, geometry, palette) {
    this.view = view;
    this.into = into;
    this.geometry = geometry;
    this.palette = palette;
  }

  add(tag, attributes, text) {
    const element = svg(tag, attributes, text);
    this.into.append(element);
    return element;
  }

  fill(spaces, color, opacity) {
    for (const shape of spaces.map(name => this.view.shapes.get(name)).filter(Boolean)) this.into.append(copyOf(shape, color, opacity));
  }

  color(tool, test) {
    return this.palette[tool].find(test)?.color ?? "#b0470f";
  }

  space(name) {
    return this.geometry.spaces[this.geometry.numbers.get(name)];
  }

  side(a, b) {
    const [one, other] = [a, b].map(name => this.geometry.numbers.get(name)).sort((x, y) => x - y);
    return this.geometry.sides[this.geometry.sideNumbers.get(`${one},${other}`)];
  }

  lines(sides, color, width, dashes = "none") {
    const found = sides.map(([a, b]) => this.side(a, b)).filter(Boolean);
    const d = found.map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`).join("");
    this.add("path", { d, stroke: color, "stroke-width": width, "stroke-linecap": "round", "stroke-dasharray": dashes });
  }

  sign(tool, kind, { x, y }, turned = 0) {
    const group = this.add("g", { transform: `translate(${x} ${y}) rotate(${turned}) scale(1.3) translate(-12 -7)` });
    group.innerHTML = this.palette[tool].find(one => one.kind === kind)?.picture ?? "";
    if (!group.firstChild) group.append(svg("circle", { cx: 12, cy: 7, r: 4, fill: "#2b2418" }));
  }
}

const RED = "#c01818";
const DRAWN = {
  paint(pen, { spaces, letter }) {
    pen.fill(spaces, pen.color("paint", one => one.letter === letter), .85);
  },
  area_kind(pen, { spaces, kind }) {
    pen.fill(spaces, pen.color("paint", one => one.kind === kind), .85);
  },
  region(pen, { spaces, region }) {
    pen.fill(spaces, pen.color("region", one => one.kind === region), .4);
  },
  area(pen, { id, name, kind }) {
    const at = pen.space(id);
    if (!at) return;
    pen.add("circle", { cx: at.x, cy: at.y, r: 20, fill: pen.color("paint", one => one.kind === kind), stroke: "#2b2418" });
    pen.add("text", { x: at.x, y: at.y + 4, "text-anchor": "middle", "font-size": 11, "font-weight": "bold" }, name);
  },
  move_area(pen, { area }) {
    const at = pen.space(area);
    if (at) pen.add("circle", { cx: at.x, cy: at.y, r: 20, fill: "none", stroke: "#2b2418", "stroke-width": 2, "stroke-dasharray": "4 3" });
  },
  erase_area(pen, { area }) {
    const shape = pen.view.shapes.get(area);
    if (shape) pen.into.append(copyOf(shape, RED, .4));
  },
  stamp(pen, { spaces, kind }) {
    for (const at of spaces.map(name => pen.space(name))) pen.sign("stamp", kind, at);
  },
  move_stamp(pen, { a, b }) {
    const [from, to] = [pen.space(a), pen.space(b)];
    pen.add("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, stroke: "#2b2418", "stroke-width": 2, "stroke-dasharray": "4 3" });
    pen.add("circle", { cx: to.x, cy: to.y, r: 12, fill: "none", stroke: "#2b2418", "stroke-width": 2 });
  },
  erase_stamp(pen, { spaces }) {
    for (const { x, y } of spaces.map(name => pen.space(name))) pen.add("circle", { cx: x, cy: y, r: 12, fill: "none", stroke: RED, "stroke-width": 3 });
  },
  join(pen, { spaces, kind }) {
    DRAWN.road(pen, { spaces, kind });
  },
  erase_join(pen, { a, b }) {
    DRAWN.erase_road(pen, { a, b });
  },
  line(pen, { sides, kind }) {
    pen.lines(sides, pen.color("line", one => one.kind === kind), 5);
  },
  erase_line(pen, { sides }) {
    pen.lines(sides, RED, 3, "2 5");
  },
  road(pen, { spaces, kind }) {
    const points = spaces.map(name => pen.space(name)).filter(Boolean);
    const route = { points: points.map(({ x, y }) => `${x},${y}`).join(" "), fill: "none", "stroke-linejoin": "round" };
    pen.add("polyline", { ...route, stroke: "#2b2418", "stroke-width": 4.4 });
    pen.add("polyline", { ...route, stroke: pen.color("road", one => one.kind === kind), "stroke-width": 2.6 });
  },
  erase_road(pen, { a, b }) {
    const [one, other] = [pen.space(a), pen.space(b)];
    if (one && other) pen.add("path", { d: `M${one.x} ${one.y}L${other.x} ${other.y}`, stroke: RED, "stroke-width": 3, "stroke-dasharray": "2 5" });
  },
  place(pen, { name, kind, space }) {
    const at = pen.space(space);
    if (!at) return;
    pen.sign("place", kind, at);
    pen.add("text", { x: at.x, y: at.y - 12, "text-anchor": "middle", "font-size": 11, "font-weight": "bold" }, name);
  },
  crossing(pen, { a, b, kind }) {
    const side = pen.side(a, b);
    if (side) pen.sign("crossing", kind, side, Math.atan2(side.y2 - side.y1, side.x2 - side.x1) * 180 / Math.PI + 90);
  },
  erase_crossing(pen, { a, b }) {
    const side = pen.side(a, b);
    if (side) pen.add("circle", { cx: side.x, cy: side.y, r: 10, fill: "none", stroke: RED, "stroke-width": 3 });
  },
  erase_place(pen, { name }) {
    const place = pen.view.placeNamed(name);
    if (place) pen.add("circle", { cx: place.x, cy: place.y, r: 12, fill: "none", stroke: RED, "stroke-width": 3 });
  },
};
